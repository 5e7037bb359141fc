/* SPDX-License-Identifier: Apache-2.0
 *
 * npy.c: reads and writes NumPy files.
 */
#include "tools/output/npy_file.h"

#include "tools/cli/message.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNMENT 64
#define HEADER_MOST 65536
#define STEP ((size_t)1 << 24) /* bytes read at a time: memory grows with the file, not with what its header claims */

static const char magic[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};
static const char native = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>';

static const struct {
    mg_type type;
    const char *code;
    size_t size;
} types[] = {{MG_INT32, "i4", 4}, {MG_INT64, "i8", 8}, {MG_FLOAT32, "f4", 4}, {MG_FLOAT64, "f8", 8}};

/* ---- writing ---- */

void npy_write_header(sink *s, const char *fields) {
    char header[256];
    const size_t length = strlen(fields), before = sizeof magic + 4;
    const size_t padded = (before + length + ALIGNMENT) / ALIGNMENT * ALIGNMENT - before;
    assert(padded <= sizeof header);
    memcpy(header, fields, length);
    memset(header + length, ' ', padded - length);
    header[padded - 1] = '\n';
    const unsigned char version_and_size[] = {1, 0, (unsigned char)(padded & 255), (unsigned char)(padded >> 8)};
    sink_write(s, magic, sizeof magic);
    sink_write(s, version_and_size, sizeof version_and_size);
    sink_write(s, header, padded);
}

void npy_write(sink *s, const npy_array *array, bool is_vector) {
    char fields[192], columns[32] = "";
    size_t i = 0;
    while (types[i].type != array->type) {
        i++;
    }
    if (!is_vector) {
        snprintf(columns, sizeof columns, " %" PRIu64, array->columns);
    }
    snprintf(fields, sizeof fields, "{'descr': '%c%s', 'fortran_order': False, 'shape': (%" PRIu64 ",%s), }", native,
             types[i].code, array->rows, columns);
    npy_write_header(s, fields);
    sink_write(s, array->data, (size_t)(array->rows * array->columns) * types[i].size);
}

/* ---- reading ---- */

static bool fail(const char *path, const char *expected) {
    message("%s: expected %s", path, expected);
    return false;
}

/* The text after 'key': in the header. */
static const char *value_of(const char *header, const char *key) {
    char quoted[32];
    snprintf(quoted, sizeof quoted, "'%s'", key);
    const char *at = strstr(header, quoted);
    at = at ? at + strlen(quoted) : NULL;
    at = at ? at + strspn(at, " ") : NULL;
    return at && *at == ':' ? at + 1 + strspn(at + 1, " ") : NULL;
}

static bool parse_type(const char *text, npy_array *array, size_t *size) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (text && *text == '\'' && text[1] == native && strncmp(text + 2, types[i].code, 2) == 0 && text[4] == '\'') {
            array->type = types[i].type;
            *size = types[i].size;
            return true;
        }
    }
    return false;
}

/* One or two dimensions: (3,) or (3, 4). */
static bool parse_shape(const char *text, npy_array *array) {
    uint64_t dimensions[2] = {0, 1};
    int count = 0;
    if (!text || *text++ != '(') {
        return false;
    }
    for (; count < 3; count++) {
        text += strspn(text, " ,");
        if (*text == ')') {
            break;
        }
        char *end;
        errno = 0;
        const unsigned long long number = strtoull(text, &end, 10);
        if (end == text || errno || *text == '-' || count == 2) {
            return false;
        }
        dimensions[count] = number;
        text = end;
    }
    array->rows = dimensions[0];
    array->columns = dimensions[1];
    return count > 0;
}

static bool parse_header(const char *path, const char *header, npy_array *array, size_t *size) {
    const char *order = value_of(header, "fortran_order");
    if (!parse_type(value_of(header, "descr"), array, size)) {
        return fail(path, "elements of type int32, int64, float32 or float64 in this machine's byte order");
    }
    if (!order || strncmp(order, "False", 5) != 0) {
        return fail(path, "an array in C order (numpy.ascontiguousarray makes one)");
    }
    if (!parse_shape(value_of(header, "shape"), array)) {
        return fail(path, "an array of one or two dimensions");
    }
    return true;
}

static bool read_header(const char *path, FILE *file, npy_array *array, size_t *size) {
    unsigned char start[12];
    if (fread(start, 1, 10, file) != 10 || memcmp(start, magic, sizeof magic) != 0) {
        return fail(path, "a NumPy file (.npy)");
    }
    size_t length = start[8] | (size_t)start[9] << 8;
    if (start[6] > 1) {
        length = fread(start + 10, 1, 2, file) == 2 ? length | (size_t)start[10] << 16 | (size_t)start[11] << 24 : 0;
    }
    if (!length || length > HEADER_MOST) {
        return fail(path, "a NumPy file with a header of 1 to 65536 bytes");
    }
    char *header = malloc(length + 1);
    bool done = false;
    if (!header) {
        message("out of memory: the header of %s", path);
    } else if (fread(header, 1, length, file) != length) {
        fail(path, "a complete header, found the end of the file");
    } else {
        header[length] = '\0';
        done = parse_header(path, header, array, size);
    }
    free(header);
    return done;
}

static bool read_elements(const char *path, FILE *file, npy_array *array, size_t size) {
    size_t bytes, done = 0;
    if (__builtin_mul_overflow(array->rows, array->columns, &bytes) || __builtin_mul_overflow(bytes, size, &bytes)) {
        return fail(path, "an array that fits into memory");
    }
    do {
        const size_t step = bytes - done < STEP ? bytes - done : STEP + done / 2;
        const size_t wanted = step < bytes - done ? step : bytes - done;
        void *larger = realloc(array->data, done + wanted + 1);
        if (!larger) {
            message("out of memory: the elements of %s", path);
            return false;
        }
        array->data = larger;
        if (fread((char *)array->data + done, 1, wanted, file) != wanted) {
            return fail(path, ferror(file) ? "to read all elements" : "more elements, found the end of the file");
        }
        done += wanted;
    } while (done < bytes);
    return true;
}

bool npy_read(const char *path, npy_array *array) {
    FILE *file = fopen(path, "rb");
    size_t size = 0;
    *array = (npy_array){0};
    if (!file) {
        message("%s: %s", path, strerror(errno));
        return false;
    }
    const bool done = read_header(path, file, array, &size) && read_elements(path, file, array, size);
    fclose(file);
    if (!done) {
        free(array->data);
        array->data = NULL;
    }
    return done;
}

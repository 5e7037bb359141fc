/* SPDX-License-Identifier: Apache-2.0
 *
 * npy.c: parses the header of a NumPy array, a dictionary of Python, and loads elements.
 */
#include "io/npy.h"

#include <math.h>
#include <stdlib.h>

#define HEADER_ROOM 4096

static const char magic[] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

bool mg__npy_begins(const unsigned char *bytes, size_t size) {
    return size >= 10 && memcmp(bytes, magic, sizeof magic) == 0;
}

/* The value of a key of the dictionary; NULL: none. */
static const char *find_value(const char *header, const char *key) {
    const char *at = strstr(header, key);
    at = at ? strchr(at + strlen(key), ':') : NULL;
    return at ? mg__skip_blanks(at + 1) : NULL;
}

/* Parses a type such as '<i8' from its quote on; returns the text after it, or NULL. */
static const char *parse_type(const char *text, mg_npy_field *field) {
    static const char kinds[] = "iufbSU";
    if (*text != '\'' && *text != '"') {
        return NULL;
    }
    const char quote = *text++, order = *text;
    if (strchr("<>|=", order) && order) {
        text++;
    }
    field->kind = *text++;
    field->swapped = order == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '>' : '<');
    uint64_t size = 0;
    const char *end = mg__parse_unsigned(text, &size);
    if (!end || end == text || *end != quote || !field->kind || !strchr(kinds, field->kind) || size > 1024) {
        return NULL;
    }
    field->size = (unsigned)(field->kind == 'U' ? 4 * size : size);
    const bool number = field->kind == 'f'   ? size == 4 || size == 8
                        : field->kind == 'b' ? size == 1
                                             : size == 1 || size == 2 || size == 4 || size == 8;
    return field->kind == 'S' || field->kind == 'U' || number ? end + 1 : NULL;
}

/* Parses [('source', '<i8'), ...]: two or three fields. */
static bool parse_fields(const char *text, mg_npy *array) {
    while (*text != ']') {
        const char *open = strchr(text, '('), *comma = open ? strchr(open, ',') : NULL;
        if (!comma || array->field_count == MG_NPY_FIELDS) {
            return false;
        }
        mg_npy_field *field = &array->fields[array->field_count++];
        const char *end = parse_type(mg__skip_blanks(comma + 1), field);
        if (!end || *end != ')' || field->kind == 'S' || field->kind == 'U') {
            return false;
        }
        field->offset = array->item;
        array->item += field->size;
        text = mg__skip_blanks(end + 1);
        text = *text == ',' ? mg__skip_blanks(text + 1) : text;
        if (!*text) {
            return false;
        }
    }
    return array->field_count >= 2;
}

static bool parse_descr(const char *text, mg_npy *array) {
    if (*text == '[') {
        return parse_fields(text + 1, array);
    }
    array->field_count = 1;
    const bool right = parse_type(text, &array->fields[0]);
    array->item = array->fields[0].size;
    return right;
}

/* Parses (), (m,) or (m, k). */
static bool parse_shape(const char *text, mg_npy *array) {
    array->shape[0] = array->shape[1] = 1;
    if (*text != '(') {
        return false;
    }
    for (text = mg__skip_blanks(text + 1); *text != ')'; array->dimensions++) {
        const char *end = array->dimensions < 2 ? mg__parse_unsigned(text, &array->shape[array->dimensions]) : NULL;
        if (!end || end == text) {
            return false;
        }
        text = mg__skip_blanks(end);
        text = *text == ',' ? mg__skip_blanks(text + 1) : text;
    }
    return true;
}

mg_status mg__npy_open(mg_context *context, const char *name, const unsigned char *bytes, uint64_t size,
                       mg_npy *array) {
    char header[HEADER_ROOM];
    *array = (mg_npy){0};
    if (!mg__npy_begins(bytes, (size_t)size) || bytes[6] < 1 || bytes[6] > 3 || (bytes[6] > 1 && size < 12)) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s: expected an array of NumPy, found another beginning", name);
    }
    const bool wide = bytes[6] > 1;
    const uint64_t begin = wide ? 12 : 10;
    const uint64_t length =
        bytes[8] | (uint64_t)bytes[9] << 8 | (wide ? (uint64_t)bytes[10] << 16 | (uint64_t)bytes[11] << 24 : 0);
    if (length >= HEADER_ROOM || length > size - begin) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s: the header of the array is too long, or truncated", name);
    }
    memcpy(header, bytes + begin, (size_t)length);
    header[length] = 0;
    const char *descr = find_value(header, "'descr'"), *order = find_value(header, "'fortran_order'");
    const char *shape = find_value(header, "'shape'");
    if (!descr || !order || !shape || !parse_descr(descr, array) || !parse_shape(shape, array)) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "%s: expected an array of numbers of one or two dimensions, found %.100s", name, header);
    }
    array->by_column = strncmp(order, "True", 4) == 0;
    array->data = bytes + begin + length;
    uint64_t count, wanted;
    if (__builtin_mul_overflow(array->shape[0], array->shape[1], &count) ||
        __builtin_mul_overflow(count, array->item, &wanted) || wanted > size - begin - length) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s: the data of the array is truncated", name);
    }
    return MG_OK;
}

/* The bytes of an element in the order of the machine, in the lowest or all of eight. */
static uint64_t load(const mg_npy *array, const mg_npy_field *field, uint64_t at) {
    const unsigned char *p = array->data + at * array->item + field->offset;
    const bool high_first = field->swapped != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
    uint64_t bits = 0;
    for (unsigned i = 0; i < field->size; i++) {
        bits = bits << 8 | p[high_first ? i : field->size - 1 - i];
    }
    return bits;
}

static int64_t extend(uint64_t bits, unsigned size) {
    const unsigned shift = 64 - 8 * size;
    return (int64_t)(bits << shift) >> shift;
}

double mg__npy_double(const mg_npy *array, const mg_npy_field *field, uint64_t at) {
    const uint64_t bits = load(array, field, at);
    if (field->kind == 'f' && field->size == 8) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    if (field->kind == 'f') {
        const uint32_t low = (uint32_t)bits;
        float value;
        memcpy(&value, &low, sizeof value);
        return value;
    }
    return field->kind == 'i' ? (double)extend(bits, field->size) : (double)bits;
}

bool mg__npy_unsigned(const mg_npy *array, const mg_npy_field *field, uint64_t at, uint64_t *value) {
    if (field->kind == 'f') {
        const double number = mg__npy_double(array, field, at);
        *value = number >= 0 && number < 0x1p53 ? (uint64_t)number : 0;
        return number >= 0 && number < 0x1p53 && floor(number) == number;
    }
    const uint64_t bits = load(array, field, at);
    *value = field->kind == 'i' ? (uint64_t)extend(bits, field->size) : bits;
    return field->kind != 'i' || extend(bits, field->size) >= 0;
}

mg_number mg__npy_number(const mg_npy *array, const mg_npy_field *field, uint64_t at) {
    mg_number number = {.value = mg__npy_double(array, field, at), .integer = field->kind != 'f'};
    if (number.integer) {
        const uint64_t bits = load(array, field, at);
        number.whole = field->kind == 'i' ? extend(bits, field->size) : (int64_t)bits;
        number.fits = number.whole != INT64_MIN && (field->kind == 'i' || bits <= INT64_MAX);
        number.rounded = !number.fits;
    }
    return number;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * npz.c: reads the members of .npz, a zip archive of NumPy arrays, and checks those of a sparse matrix.
 */
#include "io/npz.h"

#include "core/stage_clock.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

static const char *const part_names[MG_NPZ_PARTS] = {"format.npy", "shape.npy", "data.npy", "indices.npy",
                                                     "indptr.npy", "row.npy",   "col.npy"};

bool mg__is_npz(const unsigned char *bytes, size_t size) {
    const size_t name = size >= 30 ? bytes[26] | (size_t)bytes[27] << 8 : 0;
    return size >= 30 && memcmp(bytes, "PK\3\4", 4) == 0 && name >= 5 && 30 + name <= size &&
           memcmp(bytes + 30 + name - 4, ".npy", 4) == 0;
}

/* ---- members ---- */

static mg_status bad_archive(const mg_npz *npz, const char *member, struct archive *a) {
    const char *reason = archive_error_string(a);
    return mg__fail(npz->context, archive_errno(a) == ENOMEM ? MG_ERROR_MEMORY : MG_ERROR_FORMAT, "%s%s%s: %s",
                    npz->input->path, member ? "/" : "", member ? member : "",
                    reason ? reason : "the archive is damaged");
}

static la_ssize_t read_bytes(const mg_npz *npz, struct archive *a, void *to, uint64_t room) {
    MG_STAGE(npz->context, MG_STAGE_DECOMPRESS);
    return archive_read_data(a, to, (size_t)room);
}

/* Reads the member to memory, which grows with the data. */
static mg_status take_member(const mg_npz *npz, const char *name, struct archive *a, mg_npz_member *m) {
    const mg_allocator *memory = &npz->context->memory;
    mg__release(memory, m->bytes);
    *m = (mg_npz_member){0};
    for (;;) {
        if (m->size == m->room) {
            unsigned char *larger;
            const uint64_t room = m->room ? 2 * m->room : 4096;
            const mg_status status = MG_ALLOC(npz->context, larger, room, "reading");
            if (status < 0) {
                return status;
            }
            if (m->size) {
                memcpy(larger, m->bytes, (size_t)m->size);
            }
            mg__release(memory, m->bytes);
            m->bytes = larger;
            m->room = room;
        }
        const la_ssize_t got = read_bytes(npz, a, m->bytes + m->size, m->room - m->size);
        if (got <= 0) {
            return got < 0 ? bad_archive(npz, name, a) : MG_OK;
        }
        m->size += (uint64_t)got;
        const mg_status status = mg__progress(npz->context, "reading", -1.0);
        if (status < 0) {
            return status;
        }
    }
}

static mg_status take_members(mg_npz *npz, struct archive *a) {
    struct archive_entry *entry;
    for (;;) {
        const int code = archive_read_next_header(a, &entry);
        if (code == ARCHIVE_EOF) {
            return MG_OK;
        }
        const char *name = code >= ARCHIVE_WARN ? archive_entry_pathname(entry) : NULL;
        if (!name) {
            return bad_archive(npz, NULL, a);
        }
        mg_npz_member *member = &npz->other;
        for (int i = 0; i < MG_NPZ_PARTS; i++) {
            member = strcmp(name, part_names[i]) == 0 ? &npz->parts[i] : member;
        }
        npz->members++;
        const mg_status status = take_member(npz, name, a, member);
        if (status < 0) {
            return status;
        }
    }
}

mg_status mg__npz_open(mg_context *context, mg_input *input, mg_npz *npz) {
    *npz = (mg_npz){.context = context, .input = input};
    struct archive *a = NULL;
    mg_status status;
    MG_TRY(mg__input_bytes(context, input, UINT64_MAX / 4));
    a = archive_read_new();
    if (!a || archive_read_support_format_zip(a) != ARCHIVE_OK ||
        archive_read_open_memory(a, input->bytes, (size_t)input->byte_count) != ARCHIVE_OK) {
        status = a ? bad_archive(npz, NULL, a) : mg__fail(context, MG_ERROR_MEMORY, "out of memory: an archive");
    } else {
        status = take_members(npz, a);
    }
out:
    archive_read_free(a);
    return status;
}

void mg__npz_close(mg_npz *npz) {
    if (!npz->context) {
        return;
    }
    const mg_allocator *memory = &npz->context->memory;
    for (int i = 0; i < MG_NPZ_PARTS; i++) {
        mg__release(memory, npz->parts[i].bytes);
    }
    mg__release(memory, npz->other.bytes);
    *npz = (mg_npz){0};
}

/* ---- the arrays of a sparse matrix ---- */

static bool is_text(const mg_npy *array) {
    return array->fields[0].kind == 'S' || array->fields[0].kind == 'U';
}

/* Opens an array; its place in messages is PATH/MEMBER. */
static mg_status open_array(mg_npz *npz, mg_npz_part part) {
    const mg_npz_member *m = &npz->parts[part];
    char *name;
    mg_status status;
    if (!m->bytes) {
        return mg__fail(npz->context, MG_ERROR_FORMAT, "%s: expected a sparse matrix of SciPy, found no member %s",
                        npz->input->path, part_names[part]);
    }
    const size_t room = strlen(npz->input->path) + strlen(part_names[part]) + 2;
    MG_TRY(MG_ALLOC(npz->context, name, room, "a name"));
    snprintf(name, room, "%s/%s", npz->input->path, part_names[part]);
    status = mg__npy_open(npz->context, name, m->bytes, m->size, &npz->arrays[part]);
    mg__release(&npz->context->memory, name);
out:
    return status;
}

/* Opens an array that must have one dimension of `count` numbers. */
static mg_status open_vector(mg_npz *npz, mg_npz_part part, uint64_t count) {
    const mg_status status = open_array(npz, part);
    const mg_npy *array = &npz->arrays[part];
    if (status < 0) {
        return status;
    }
    if (array->field_count != 1 || array->dimensions != 1 || is_text(array)) {
        return mg__fail(npz->context, MG_ERROR_FORMAT, "%s/%s: expected numbers in one dimension", npz->input->path,
                        part_names[part]);
    }
    return array->shape[0] == count ? MG_OK
                                    : mg__fail(npz->context, MG_ERROR_FORMAT,
                                               "%s/%s: expected an array of %" PRIu64 " elements, found %" PRIu64,
                                               npz->input->path, part_names[part], count, array->shape[0]);
}

static mg_status open_format(mg_npz *npz) {
    static const char *const known[] = {"csr", "csc", "coo"};
    mg_status status;
    MG_TRY(open_array(npz, MG_NPZ_FORMAT));
    const mg_npy *name = &npz->arrays[MG_NPZ_FORMAT];
    const bool wide = name->fields[0].kind == 'U'; /* characters of four bytes in one of the two orders, or bytes */
    const size_t lowest = wide && name->fields[0].swapped != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) ? 3 : 0;
    for (unsigned i = 0; is_text(name) && name->shape[0] && i < 3; i++) {
        const size_t at = (size_t)i * (wide ? 4 : 1) + lowest;
        const char c = at < name->item ? (char)name->data[at] : '\0';
        npz->format[i] = c >= 'a' && c <= 'z' ? c : '\0';
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(npz->format, known[i]) == 0) {
            goto out;
        }
    }
    status = mg__fail(npz->context, MG_ERROR_UNSUPPORTED, "%s/%s: expected csr, csc or coo, found '%s'",
                      npz->input->path, part_names[MG_NPZ_FORMAT], npz->format);
out:
    return status;
}

static mg_status open_shape(mg_npz *npz) {
    mg_status status;
    MG_TRY(open_vector(npz, MG_NPZ_SHAPE, 2));
    MG_TRY(mg__npz_index(npz, MG_NPZ_SHAPE, 0, 0, INT64_MAX, &npz->rows));
    MG_TRY(mg__npz_index(npz, MG_NPZ_SHAPE, 1, 0, INT64_MAX, &npz->columns));
    const uint64_t larger = npz->rows > npz->columns ? npz->rows : npz->columns;
    if (larger >= MG_NONE) {
        status = mg__fail(npz->context, MG_ERROR_RANGE,
                          "%s/%s: expected at most 4294967294 rows and columns, found %" PRIu64, npz->input->path,
                          part_names[MG_NPZ_SHAPE], larger);
    }
out:
    return status;
}

mg_status mg__npz_matrix(mg_npz *npz) {
    mg_status status;
    MG_TRY(open_format(npz));
    MG_TRY(open_shape(npz));
    MG_TRY(open_array(npz, MG_NPZ_DATA));
    npz->entries = npz->arrays[MG_NPZ_DATA].shape[0];
    MG_TRY(open_vector(npz, MG_NPZ_DATA, npz->entries));
    if (npz->entries && (!npz->rows || !npz->columns)) {
        MG_TRY(mg__fail(npz->context, MG_ERROR_FORMAT,
                        "%s/%s: expected no elements in a matrix of %" PRIu64 " x %" PRIu64 ", found %" PRIu64,
                        npz->input->path, part_names[MG_NPZ_DATA], npz->rows, npz->columns, npz->entries));
    }
    if (strcmp(npz->format, "coo") == 0) {
        MG_TRY(open_vector(npz, MG_NPZ_ROW, npz->entries));
        status = open_vector(npz, MG_NPZ_COL, npz->entries);
    } else {
        uint64_t first;
        MG_TRY(open_vector(npz, MG_NPZ_INDICES, npz->entries));
        MG_TRY(open_vector(npz, MG_NPZ_INDPTR, (strcmp(npz->format, "csr") == 0 ? npz->rows : npz->columns) + 1));
        status = mg__npz_index(npz, MG_NPZ_INDPTR, 0, 0, 0, &first);
    }
out:
    return status;
}

mg_status mg__npz_index(const mg_npz *npz, mg_npz_part part, uint64_t at, uint64_t low, uint64_t high,
                        uint64_t *value) {
    const mg_npy *array = &npz->arrays[part];
    if (mg__npy_unsigned(array, &array->fields[0], at, value) && *value >= low && *value <= high) {
        return MG_OK;
    }
    return mg__fail(npz->context, MG_ERROR_FORMAT,
                    "%s/%s: element %" PRIu64 ": expected an integer from %" PRIu64 " to %" PRIu64 ", found %.17g",
                    npz->input->path, part_names[part], at, low, high, mg__npy_double(array, &array->fields[0], at));
}

mg_status mg__npz_row_end(const mg_npz *npz, uint64_t row, uint64_t begin, uint64_t *end) {
    const bool last = row + 1 == npz->arrays[MG_NPZ_INDPTR].shape[0] - 1;
    return mg__npz_index(npz, MG_NPZ_INDPTR, row + 1, last ? npz->entries : begin, npz->entries, end);
}

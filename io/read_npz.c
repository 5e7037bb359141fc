/* SPDX-License-Identifier: Apache-2.0
 *
 * read_npz.c: sparse matrices of scipy.sparse.save_npz, .npz: a zip archive of NumPy arrays. Entry (i, j) is the edge i
 * -> j, of weight data; data that are all 1 mean no weights. An archive of a single array is an array of edges.
 */
#include "io/edge_maker.h"
#include "io/npz.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <math.h>

enum { FORMAT, SHAPE, DATA, INDICES, INDPTR, ROW, COL, PARTS };
static const char *const part_names[PARTS] = {"format.npy", "shape.npy", "data.npy", "indices.npy",
                                              "indptr.npy", "row.npy",   "col.npy"};

typedef struct part {
    unsigned char *bytes;
    uint64_t size, room;
} part;

typedef struct reading {
    mg_context *context;
    const mg_input *input;
    part parts[PARTS], other; /* other: a member of another name */
    uint64_t members;
    mg_npy arrays[PARTS];
    mg_edge_maker maker;
} reading;

bool mg__is_npz(const unsigned char *bytes, size_t size) {
    const size_t name = size >= 30 ? bytes[26] | (size_t)bytes[27] << 8 : 0;
    return size >= 30 && memcmp(bytes, "PK\3\4", 4) == 0 && name >= 5 && 30 + name <= size &&
           memcmp(bytes + 30 + name - 4, ".npy", 4) == 0;
}

static bool sniff_npz(const mg_input *input) {
    size_t size;
    const unsigned char *head = mg__input_head(input, &size);
    return mg__is_npz(head, size);
}

static mg_status bad_archive(const reading *r, struct archive *a) {
    const char *reason = archive_error_string(a);
    return mg__fail(r->context, archive_errno(a) == ENOMEM ? MG_ERROR_MEMORY : MG_ERROR_FORMAT, "%s: %s",
                    r->input->path, reason ? reason : "the archive is damaged");
}

/* Reads the member to memory, which grows with the data. */
static mg_status take_member(const reading *r, struct archive *a, part *p) {
    const mg_allocator *memory = &r->context->memory;
    mg__release(memory, p->bytes);
    *p = (part){0};
    for (;;) {
        if (p->size == p->room) {
            unsigned char *larger;
            const uint64_t room = p->room ? 2 * p->room : 4096;
            const mg_status status = MG_ALLOC(r->context, larger, room, "reading");
            if (status < 0) {
                return status;
            }
            if (p->size) {
                memcpy(larger, p->bytes, (size_t)p->size);
            }
            mg__release(memory, p->bytes);
            p->bytes = larger;
            p->room = room;
        }
        const la_ssize_t got = archive_read_data(a, p->bytes + p->size, (size_t)(p->room - p->size));
        if (got <= 0) {
            return got < 0 ? bad_archive(r, a) : MG_OK;
        }
        p->size += (uint64_t)got;
    }
}

static mg_status take_members(reading *r, struct archive *a) {
    struct archive_entry *entry;
    for (;;) {
        const int code = archive_read_next_header(a, &entry);
        if (code == ARCHIVE_EOF) {
            return MG_OK;
        }
        const char *name = code >= ARCHIVE_WARN ? archive_entry_pathname(entry) : NULL;
        if (!name) {
            return bad_archive(r, a);
        }
        part *p = &r->other;
        for (int i = 0; i < PARTS; i++) {
            p = strcmp(name, part_names[i]) == 0 ? &r->parts[i] : p;
        }
        r->members++;
        const mg_status status = take_member(r, a, p);
        if (status < 0) {
            return status;
        }
    }
}

static mg_status open_members(reading *r) {
    struct archive *a = archive_read_new();
    mg_status status = MG_OK;
    if (!a || archive_read_support_format_zip(a) != ARCHIVE_OK ||
        archive_read_open_memory(a, r->input->bytes, (size_t)r->input->byte_count) != ARCHIVE_OK) {
        status = a ? bad_archive(r, a) : mg__fail(r->context, MG_ERROR_MEMORY, "out of memory: an archive");
    } else {
        status = take_members(r, a);
    }
    archive_read_free(a);
    return status;
}

/* Opens the arrays that are there. */
static mg_status open_arrays(reading *r) {
    for (int i = 0; i < PARTS; i++) {
        if (r->parts[i].bytes) {
            const mg_status status =
                mg__npy_open(r->context, r->input->path, r->parts[i].bytes, r->parts[i].size, &r->arrays[i]);
            if (status < 0) {
                return status;
            }
        }
    }
    return MG_OK;
}

static mg_status bad(const reading *r, const char *what) {
    return mg__fail(r->context, MG_ERROR_FORMAT, "%s: expected a sparse matrix of SciPy, csr, csc or coo; found %s",
                    r->input->path, what);
}

/* A part that is an array of `count` numbers. */
static bool is_vector(const reading *r, int which, uint64_t count) {
    const mg_npy *array = &r->arrays[which];
    return array->data && array->field_count == 1 && array->dimensions == 1 && array->shape[0] == count &&
           array->fields[0].kind != 'S' && array->fields[0].kind != 'U';
}

static bool number_at(const reading *r, int which, uint64_t at, uint64_t *value) {
    return mg__npy_unsigned(&r->arrays[which], &r->arrays[which].fields[0], at, value);
}

static mg_status take_entry(reading *r, uint64_t n, uint64_t row, uint64_t column, uint64_t at) {
    const mg_npy *data = &r->arrays[DATA];
    const mg_number weight = mg__npy_number(data, &data->fields[0], at);
    if (row >= n || column >= n || !isfinite(weight.value)) {
        return bad(r, "an entry outside of the matrix, or that is not finite");
    }
    return mg__maker_edge(r->context, &r->maker, row, column, &weight);
}

/* csr, or csc if `transposed`. */
static mg_status take_rows(reading *r, uint64_t n, uint64_t entries, bool transposed) {
    uint64_t begin, end = 0, other;
    if (!is_vector(r, INDICES, entries) || !is_vector(r, INDPTR, n + 1) || !number_at(r, INDPTR, 0, &begin) || begin) {
        return bad(r, "indices or offsets of another size");
    }
    for (uint64_t v = 0; v < n; v++, begin = end) {
        if (!number_at(r, INDPTR, v + 1, &end) || end < begin || end > entries) {
            return bad(r, "offsets that do not ascend to the number of entries");
        }
        for (uint64_t i = begin; i < end; i++) {
            if (!number_at(r, INDICES, i, &other)) {
                return bad(r, "an index below 0");
            }
            const mg_status status = take_entry(r, n, transposed ? other : v, transposed ? v : other, i);
            if (status < 0) {
                return status;
            }
        }
    }
    return end == entries ? MG_OK : bad(r, "offsets that do not ascend to the number of entries");
}

static mg_status take_entries(reading *r, uint64_t n, uint64_t entries) {
    if (!is_vector(r, ROW, entries) || !is_vector(r, COL, entries)) {
        return bad(r, "rows or columns of another size");
    }
    for (uint64_t i = 0; i < entries; i++) {
        uint64_t row, column;
        if (!number_at(r, ROW, i, &row) || !number_at(r, COL, i, &column)) {
            return bad(r, "an index below 0");
        }
        const mg_status status = take_entry(r, n, row, column, i);
        if (status < 0) {
            return status;
        }
    }
    return MG_OK;
}

static mg_status take_matrix(reading *r, const mg_graph_options *options) {
    uint64_t n, columns;
    mg_status status;
    char format[4] = "";
    const mg_npy *name = &r->arrays[FORMAT];
    if (!is_vector(r, SHAPE, 2) || !number_at(r, SHAPE, 0, &n) || !number_at(r, SHAPE, 1, &columns) || n != columns) {
        return bad(r, "another shape than n x n");
    }
    if (n >= MG_NONE) {
        return mg__fail(r->context, MG_ERROR_RANGE, "%s: expected at most 4294967294 vertices, found %llu",
                        r->input->path, (unsigned long long)n);
    }
    const uint64_t entries = r->arrays[DATA].shape[0];
    if (!is_vector(r, DATA, entries)) {
        return bad(r, "no data");
    }
    for (unsigned i = 0; name->data && name->shape[0] && i < 3; i++) { /* bytes, or characters of four bytes */
        const size_t at = (size_t)i * (name->fields[0].kind == 'U' ? 4 : 1);
        format[i] = at < name->item ? (char)name->data[at] : 0;
    }
    if (strcmp(format, "csr") == 0 || strcmp(format, "csc") == 0) {
        MG_TRY(take_rows(r, n, entries, format[2] == 'c'));
    } else if (strcmp(format, "coo") == 0) {
        MG_TRY(take_entries(r, n, entries));
    } else {
        return bad(r, "another format");
    }
    MG_TRY(mg__check_vertices(r->context, r->input, options, n, entries));
    r->maker.buffer->contiguous = true;
    r->maker.buffer->vertex_count = n;
    MG_TRY(mg__maker_finish(r->context, &r->maker, r->input));
    mg__drop_unit_weights(r->context, r->maker.buffer);
out:
    return status;
}

static mg_status read_npz(mg_context *context, mg_input *input, const mg_graph_options *options,
                          mg_edge_buffer *buffer) {
    reading r = {.context = context, .input = input};
    mg_status status;
    MG_TRY(mg__input_bytes(context, input, UINT64_MAX / 4));
    MG_TRY(open_members(&r));
    if (r.members == 1 && r.other.bytes) {
        MG_TRY(mg__read_npy_edges(context, input, r.other.bytes, r.other.size, options, buffer));
    } else {
        MG_TRY(open_arrays(&r));
        MG_TRY(mg__maker_open(context, &r.maker, options, buffer));
        status = take_matrix(&r, options);
    }
out:
    for (int i = 0; i < PARTS; i++) {
        mg__release(&context->memory, r.parts[i].bytes);
    }
    mg__release(&context->memory, r.other.bytes);
    mg__maker_close(context, &r.maker);
    return status;
}

const mg_reader mg__npz_reader = {
    .name = "npz",
    .description = "SciPy's sparse matrices, and a NumPy array of edges, in a zip archive",
    .suffixes = "npz",
    .sniff_bytes = sniff_npz,
    .read = read_npz,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * write_numpy.c: writes NumPy arrays (numpy.lib.format, version 1.0): .npy, a structured array of edges, and .npz, the
 * CSR matrix of scipy.sparse.save_npz, a zip archive of arrays.
 */
#include "io/writer.h"

#include <archive.h>
#include <archive_entry.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define BLOCK ((uint64_t)32768) /* elements per write */
#define HEADER 256              /* bytes of a header with its padding, at most */

/* Where the bytes of an array go: the file itself, or an entry of an archive. */
typedef struct target {
    mg_context *context;
    const mg_graph *graph;
    mg_output *output;
    struct archive *archive; /* NULL: `output` */
    mg_status status;        /* of `output`, for an archive */
} target;

static mg_status archive_failure(const target *t) {
    const char *text = archive_error_string(t->archive);
    return t->status < 0
               ? t->status
               : mg__fail(t->context, MG_ERROR_MEMORY, "cannot make the archive: %s", text ? text : "out of memory");
}

static mg_status put(target *t, const void *data, size_t size) {
    if (!t->archive) {
        return mg__output_write(t->output, data, size);
    }
    const la_ssize_t written = size ? archive_write_data(t->archive, data, size) : 0;
    return written == (la_ssize_t)size && t->status >= 0 ? MG_OK : archive_failure(t);
}

/* "<i4" and the like, in the byte order of the machine. */
static const char *type_code(mg_type type, char code[4]) {
    const char *kind = type == MG_FLOAT32   ? "f4"
                       : type == MG_FLOAT64 ? "f8"
                       : type == MG_INT64   ? "i8"
                       : type == MG_UINT64  ? "u8"
                                            : "i4";
    code[0] = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>';
    memcpy(code + 1, kind, 3);
    return code;
}

/* Magic, length and dictionary, filled up with blanks to a multiple of 64 bytes. Returns the size. `descr`: a Python
 * expression; count: NULL for a scalar. */
static size_t make_header(char header[HEADER], const char *descr, const uint64_t *count) {
    static const char magic[] = {'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0};
    memcpy(header, magic, sizeof magic);
    char shape[24] = "";
    if (count) {
        snprintf(shape, sizeof shape, "%" PRIu64 ",", *count);
    }
    const int length =
        snprintf(header + 10, HEADER - 10, "{'descr': %s, 'fortran_order': False, 'shape': (%s), }", descr, shape);
    const size_t end = 10 + (size_t)length + 1, padded = (end + 63) / 64 * 64;
    memset(header + end - 1, ' ', padded - end);
    header[padded - 1] = '\n';
    header[8] = (char)((padded - 10) & 255);
    header[9] = (char)((padded - 10) >> 8);
    return padded;
}

/* ---- npy --------------------------------------------------------------------------------------------------------- */

static mg_type id_type(const mg_graph *graph) {
    for (mg_vertex v = 0; v < graph->n; v++) {
        if (mg_graph_id(graph, v) > INT64_MAX) {
            return MG_UINT64;
        }
    }
    return MG_INT64;
}

static mg_status put_edges(target *t, size_t weight_size) {
    const mg_graph *graph = t->graph;
    const size_t size = 16 + weight_size;
    char *block = NULL, *out;
    uint64_t used = 0;
    mg_status status;
    MG_TRY(MG_ALLOC(t->context, block, BLOCK * size, "writing"));
    out = block;
    for (mg_vertex v = 0; v < graph->n; v++) {
        for (uint64_t a = graph->out.offsets[v]; a < graph->out.offsets[v + 1]; a++) {
            const uint64_t ends[] = {mg_graph_id(graph, v), mg_graph_id(graph, graph->out.neighbours[a])};
            memcpy(out, ends, sizeof ends);
            if (weight_size) {
                memcpy(out + sizeof ends, (const char *)graph->out.weights + a * weight_size, weight_size);
            }
            out += size;
            if (++used == BLOCK) {
                MG_TRY(put(t, block, BLOCK * size));
                MG_TRY(mg__progress(t->context, "writing", (double)a / (double)graph->arcs));
                out = block;
                used = 0;
            }
        }
    }
    status = put(t, block, (size_t)used * size);
out:
    mg__release(&t->context->memory, block);
    return status;
}

/* Fields source, target and, with weights, weight; an undirected edge is in the array in both directions. */
mg_status mg__write_npy(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    target t = {.context = context, .graph = graph, .output = output};
    const bool weighted = graph->weight_type != MG_TYPE_NONE;
    char header[HEADER], descr[128], id[4], weight[4], field[32] = "";
    mg_status status;
    (void)plain;
    if (weighted) {
        snprintf(field, sizeof field, ", ('weight', '%s')", type_code(graph->weight_type, weight));
    }
    type_code(id_type(graph), id);
    snprintf(descr, sizeof descr, "[('source', '%s'), ('target', '%s')%s]", id, id, field);
    MG_TRY(put(&t, header, make_header(header, descr, &graph->arcs)));
    status = put_edges(&t, weighted ? mg__type_size(graph->weight_type) : 0);
out:
    return status;
}

/* ---- npz --------------------------------------------------------------------------------------------------------- */

/* Writes elements [begin, begin + count) of an array to `out`, as int32 or int64. */
typedef void (*fill_fn)(const mg_graph *graph, uint64_t begin, uint64_t count, bool wide, char *out);

static void store(char *out, uint64_t i, bool wide, uint64_t value) {
    const uint32_t low = (uint32_t)value;
    memcpy(out + i * (wide ? 8 : 4), wide ? (const void *)&value : (const void *)&low, wide ? 8 : 4);
}

static void fill_indices(const mg_graph *graph, uint64_t begin, uint64_t count, bool wide, char *out) {
    for (uint64_t i = 0; i < count; i++) {
        store(out, i, wide, graph->out.neighbours[begin + i]);
    }
}

static void fill_offsets(const mg_graph *graph, uint64_t begin, uint64_t count, bool wide, char *out) {
    for (uint64_t i = 0; i < count; i++) {
        store(out, i, wide, graph->out.offsets[begin + i]);
    }
}

static void fill_ones(const mg_graph *graph, uint64_t begin, uint64_t count, bool wide, char *out) {
    (void)graph, (void)begin;
    for (uint64_t i = 0; i < count; i++) {
        store(out, i, wide, 1);
    }
}

static void fill_shape(const mg_graph *graph, uint64_t begin, uint64_t count, bool wide, char *out) {
    (void)begin;
    for (uint64_t i = 0; i < count; i++) {
        store(out, i, wide, graph->n);
    }
}

/* Begins an entry with the header of an array; `size`: bytes of its elements. */
static mg_status begin_entry(target *t, const char *name, const char *descr, const uint64_t *count, uint64_t size) {
    char header[HEADER];
    const size_t length = make_header(header, descr, count);
    struct archive_entry *entry = archive_entry_new2(t->archive);
    if (!entry) {
        return mg__fail(t->context, MG_ERROR_MEMORY, "out of memory: an entry of the archive");
    }
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_mtime(entry, 0, 0);
    archive_entry_set_size(entry, (la_int64_t)(length + size));
    const int begun = archive_write_header(t->archive, entry);
    archive_entry_free(entry);
    return begun < ARCHIVE_OK || t->status < 0 ? archive_failure(t) : put(t, header, length);
}

static mg_status put_filled(target *t, const char *name, uint64_t count, bool wide, fill_fn fill) {
    const size_t size = wide ? 8 : 4;
    char *block = NULL, code[4], descr[8];
    mg_status status;
    snprintf(descr, sizeof descr, "'%s'", type_code(wide ? MG_INT64 : MG_INT32, code));
    MG_TRY(MG_ALLOC(t->context, block, BLOCK * size, "writing"));
    MG_TRY(begin_entry(t, name, descr, &count, count * size));
    for (uint64_t i = 0; i < count; i += BLOCK) {
        const uint64_t now = count - i < BLOCK ? count - i : BLOCK;
        fill(t->graph, i, now, wide, block);
        MG_TRY(put(t, block, (size_t)now * size));
        MG_TRY(mg__progress(t->context, "writing", -1.0));
    }
out:
    mg__release(&t->context->memory, block);
    return status;
}

static mg_status put_weights(target *t) {
    const mg_graph *graph = t->graph;
    const size_t size = mg__type_size(graph->weight_type);
    char code[4], descr[8];
    mg_status status;
    snprintf(descr, sizeof descr, "'%s'", type_code(graph->weight_type, code));
    MG_TRY(begin_entry(t, "data.npy", descr, &graph->arcs, graph->arcs * size));
    for (uint64_t a = 0; a < graph->arcs; a += BLOCK) {
        const uint64_t now = graph->arcs - a < BLOCK ? graph->arcs - a : BLOCK;
        MG_TRY(put(t, (const char *)graph->out.weights + a * size, (size_t)now * size));
        MG_TRY(mg__progress(t->context, "writing", -1.0));
    }
out:
    return status;
}

static mg_status put_format(target *t) {
    const mg_status status = begin_entry(t, "format.npy", "'|S3'", NULL, 3);
    return status < 0 ? status : put(t, "csr", 3);
}

/* SciPy uses one type for both index arrays. Without weights every element of `data` is 1. */
static mg_status put_matrix(target *t) {
    const mg_graph *graph = t->graph;
    const bool wide = graph->n > INT32_MAX || graph->arcs > INT32_MAX;
    mg_status status;
    MG_TRY(put_filled(t, "indices.npy", graph->arcs, wide, fill_indices));
    MG_TRY(put_filled(t, "indptr.npy", (uint64_t)graph->n + 1, wide, fill_offsets));
    MG_TRY(put_format(t));
    MG_TRY(put_filled(t, "shape.npy", 2, true, fill_shape));
    status =
        graph->weight_type == MG_TYPE_NONE ? put_filled(t, "data.npy", graph->arcs, false, fill_ones) : put_weights(t);
out:
    return status;
}

/* Reports success also after a failure, which is kept in the target: after an error libarchive would not free its
 * buffers. */
static la_ssize_t write_output(struct archive *archive, void *data, const void *bytes, size_t size) {
    target *t = data;
    (void)archive;
    if (t->status >= 0) {
        t->status = mg__output_write(t->output, bytes, size);
    }
    return (la_ssize_t)size;
}

/* The entries are not compressed, so that numpy.load maps and reads them fast; a time of 0 keeps the file the same. */
mg_status mg__write_npz(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    target t = {.context = context, .graph = graph, .output = output, .archive = archive_write_new()};
    mg_status status;
    (void)plain;
    if (!t.archive) {
        return mg__fail(context, MG_ERROR_MEMORY, "out of memory: an archive");
    }
    if (archive_write_set_format_zip(t.archive) != ARCHIVE_OK ||
        archive_write_zip_set_compression_store(t.archive) != ARCHIVE_OK ||
        archive_write_set_bytes_in_last_block(t.archive, 1) != ARCHIVE_OK ||
        archive_write_open(t.archive, &t, NULL, write_output, NULL) != ARCHIVE_OK) {
        status = archive_failure(&t);
        goto out;
    }
    MG_TRY(put_matrix(&t));
    status = archive_write_close(t.archive) == ARCHIVE_OK && t.status >= 0 ? MG_OK : archive_failure(&t);
out:
    t.status = status < 0 ? status : t.status; /* what libarchive still writes while it closes is dropped */
    archive_write_free(t.archive);
    return status;
}

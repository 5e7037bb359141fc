/* SPDX-License-Identifier: Apache-2.0
 *
 * write_npz.c: writes .npz, the CSR matrix of scipy.sparse.save_npz: a zip archive of NumPy arrays.
 */
#include "io/npz.h"
#include "io/writer.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>

#define BLOCK ((uint64_t)32768) /* elements per write */

typedef struct target {
    mg_context *context;
    mg_output *output;
    struct archive *archive;
    mg_status status; /* of `output` */
} target;

static mg_status archive_failure(const target *t) {
    const char *text = archive_error_string(t->archive);
    return t->status < 0
               ? t->status
               : mg__fail(t->context, MG_ERROR_MEMORY, "cannot make the archive: %s", text ? text : "out of memory");
}

static mg_status put(target *t, const void *data, size_t size) {
    const la_ssize_t written = size ? archive_write_data(t->archive, data, size) : 0;
    return written == (la_ssize_t)size && t->status >= 0 ? MG_OK : archive_failure(t);
}

/* Begins an entry with the header of an array; `size`: bytes of its elements. */
static mg_status begin_entry(target *t, const char *name, const char *descr, const uint64_t *count, uint64_t size) {
    char header[MG_NPY_HEADER];
    const size_t length = mg__npy_header(header, descr, count);
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

/* An array of whole numbers: element i of `data`, or 1 where there is none. */
typedef uint64_t (*number_fn)(const void *data, uint64_t i);

static uint64_t narrow_number(const void *data, uint64_t i) {
    return ((const uint32_t *)data)[i];
}

static uint64_t wide_number(const void *data, uint64_t i) {
    return ((const uint64_t *)data)[i];
}

static uint64_t one(const void *data, uint64_t i) {
    (void)data, (void)i;
    return 1;
}

/* Writes whole numbers in 1 (bool), 4 or 8 bytes. */
static mg_status put_numbers(target *t, const char *name, uint64_t count, size_t size, number_fn number,
                             const void *data) {
    char *block = NULL, code[4], descr[8];
    mg_status status;
    snprintf(descr, sizeof descr, "'%s'", size == 1 ? "|b1" : mg__npy_type_code(size == 8 ? MG_INT64 : MG_INT32, code));
    MG_TRY(MG_ALLOC(t->context, block, BLOCK * size, "writing"));
    MG_TRY(begin_entry(t, name, descr, &count, count * size));
    for (uint64_t i = 0; i < count; i += BLOCK) {
        const uint64_t now = count - i < BLOCK ? count - i : BLOCK;
        for (uint64_t j = 0; j < now; j++) {
            const uint64_t value = number(data, i + j);
            const uint32_t low = (uint32_t)value;
            const uint8_t lowest = (uint8_t)value;
            memcpy(block + j * size, size == 8 ? (const void *)&value : size == 4 ? (const void *)&low : &lowest, size);
        }
        MG_TRY(put(t, block, (size_t)now * size));
        MG_TRY(mg__progress(t->context, "writing", -1.0));
    }
out:
    mg__release(&t->context->memory, block);
    return status;
}

static mg_status put_values(target *t, const mg_matrix_arrays *csr) {
    const size_t size = mg__type_size(csr->type);
    char code[4], descr[8];
    mg_status status;
    snprintf(descr, sizeof descr, "'%s'", mg__npy_type_code(csr->type, code));
    MG_TRY(begin_entry(t, "data.npy", descr, &csr->nonzeros, csr->nonzeros * size));
    for (uint64_t e = 0; e < csr->nonzeros; e += BLOCK) {
        const uint64_t now = csr->nonzeros - e < BLOCK ? csr->nonzeros - e : BLOCK;
        MG_TRY(put(t, (const char *)csr->values + e * size, (size_t)now * size));
        MG_TRY(mg__progress(t->context, "writing", -1.0));
    }
out:
    return status;
}

static mg_status put_format(target *t) {
    const mg_status status = begin_entry(t, "format.npy", "'|S3'", NULL, 3);
    return status < 0 ? status : put(t, "csr", 3);
}

/* SciPy uses one type for both index arrays. */
static mg_status put_matrix(target *t, const mg_matrix_arrays *csr, bool boolean_ones) {
    const uint64_t shape[] = {csr->rows, csr->columns};
    const size_t size = csr->rows > INT32_MAX || csr->columns > INT32_MAX || csr->nonzeros > INT32_MAX ? 8 : 4;
    mg_status status;
    MG_TRY(put_numbers(t, "indices.npy", csr->nonzeros, size, narrow_number, csr->column_indices));
    MG_TRY(put_numbers(t, "indptr.npy", csr->rows + 1, size, wide_number, csr->row_offsets));
    MG_TRY(put_format(t));
    MG_TRY(put_numbers(t, "shape.npy", 2, 8, wide_number, shape));
    status = csr->type == MG_TYPE_NONE ? put_numbers(t, "data.npy", csr->nonzeros, boolean_ones ? 1 : 4, one, NULL)
                                       : put_values(t, csr);
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
mg_status mg__write_npz_csr(mg_context *context, const mg_matrix_arrays *csr, bool boolean_ones, mg_output *output) {
    target t = {.context = context, .output = output, .archive = archive_write_new()};
    mg_status status;
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
    MG_TRY(put_matrix(&t, csr, boolean_ones));
    status = archive_write_close(t.archive) == ARCHIVE_OK && t.status >= 0 ? MG_OK : archive_failure(&t);
out:
    t.status = status < 0 ? status : t.status; /* what libarchive still writes while it closes is dropped */
    archive_write_free(t.archive);
    return status;
}

mg_status mg__write_npz(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    const mg_matrix_arrays csr = {.rows = graph->n,
                                  .columns = graph->n,
                                  .nonzeros = graph->arcs,
                                  .row_offsets = graph->out.offsets,
                                  .column_indices = graph->out.neighbours,
                                  .values = graph->out.weights,
                                  .type = graph->weight_type};
    (void)plain;
    return mg__write_npz_csr(context, &csr, false, output);
}

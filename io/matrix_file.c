/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_file.c: mg_matrix_read and mg_matrix_write: rectangular Matrix Market coordinate files; matrix_npz.c and
 * write_npz.c have those of SciPy.
 */
#include "core/stage_clock.h"
#include "io/mtx_text.h"
#include "io/npz.h"
#include "io/put.h"
#include "io/snapshot.h"

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define BLOCK_BYTES ((size_t)1 << 16)
#define LINE_MOST 64 /* bound: two numbers of 10 digits, a value of 25 characters, separators */

static bool ends_with(const char *path, size_t length, const char *suffix) {
    const size_t tail = strlen(suffix);
    return length > tail && strncasecmp(path + length - tail, suffix, tail) == 0;
}

static bool is_npz(const char *path) {
    return ends_with(path, strlen(path), ".npz");
}

/* Does the name, without .gz or .zst, end in .mtx or .mm? */
static bool is_mtx(const char *path) {
    mg_packing packing;
    const size_t length = strlen(path) - mg__packed_suffix(path, &packing);
    return ends_with(path, length, ".mtx") || ends_with(path, length, ".mm");
}

/* ---- reading ---- */

/* Makes the numbers of the entries begin with 0, and int64 values int32 where all fit. */
static void convert_entries(const mg_context *context, mg_edge_buffer *buffer) {
    uint32_t *const source = buffer->source, *const target = buffer->target;
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t i = 0; i < buffer->count; i++) {
        source[i]--;
        target[i]--;
    }
    if (buffer->weight_type == MG_INT64 && buffer->final_type == MG_INT32) {
        const int64_t *wide = buffer->weight;
        int32_t *values = buffer->weight;
        for (uint64_t i = 0; i < buffer->count; i++) { /* in place: forward */
            const int32_t value = (int32_t)wide[i];
            memcpy(&values[i], &value, sizeof value);
        }
    }
}

static const char *what_it_is(const mg_input *input) {
    const size_t length = sizeof MG_SNAPSHOT_MAGIC - 1;
    if (!input->size) {
        return "an empty file";
    }
    return input->size >= length && memcmp(input->text, MG_SNAPSHOT_MAGIC, length) == 0
               ? "a snapshot of a graph (multigraph convert writes it as .mtx)"
               : "another format (multigraph convert writes graph files as .mtx)";
}

static mg_status read_entries(mg_context *context, mg_input *input, mg_mtx_header *h, mg_edge_buffer *buffer) {
    const mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    mg_status status;
    MG_TRY(mg__input_next(context, input));
    if (!input->size || !mg__mtx_has_banner(input->text, input->size)) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT,
                        "%s:1: expected a Matrix Market file, '%%%%MatrixMarket', or SciPy's .npz, found %s",
                        input->path, what_it_is(input)));
    }
    MG_TRY(mg__mtx_header(context, input, &options, false, h));
    MG_TRY(mg__mtx_entries(context, input, &options, h, buffer));
    if (h->symmetry == MG_MTX_SYMMETRIC) {
        MG_TRY(mg__mtx_unfold(context, false, buffer));
    }
    convert_entries(context, buffer);
out:
    return status;
}

static mg_status read_mtx(mg_context *context, mg_input *input, mg_matrix **matrix) {
    mg_edge_buffer buffer = {0};
    mg_mtx_header h;
    mg_status status;
    MG_TRY(read_entries(context, input, &h, &buffer));
    const mg_matrix_arrays arrays = {.rows = h.rows,
                                     .columns = h.columns,
                                     .nonzeros = buffer.count,
                                     .row_indices = buffer.source ? buffer.source : (const uint32_t[]){0},
                                     .column_indices = buffer.target,
                                     .values = buffer.weight,
                                     .type = buffer.weight ? buffer.final_type : MG_TYPE_NONE};
    status = mg_matrix_create(context, &arrays, matrix);
out:
    mg__edge_buffer_release(&context->memory, &buffer);
    return status;
}

mg_status mg_matrix_read(mg_context *context, const char *path, mg_matrix **matrix) {
    MG_STAGE(context, MG_STAGE_PARSE);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!path || !matrix) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_read: no path or no matrix");
    }
    mg_input input;
    mg_status status;
    size_t size;
    MG_TRY(mg__input_open(context, path, &input));
    const unsigned char *head = mg__input_head(&input, &size);
    status = (mg__is_npz(head, size) ? mg__matrix_from_npz : read_mtx)(context, &input, matrix);
out:
    mg__input_close(context, &input);
    return status;
}

/* ---- writing ---- */

static bool is_finite(const mg_matrix_arrays *csr, uint64_t e) {
    return csr->type == MG_FLOAT32   ? isfinite(((const float *)csr->values)[e])
           : csr->type == MG_FLOAT64 ? isfinite(((const double *)csr->values)[e])
                                     : true;
}

static mg_status write_entries(mg_context *context, const mg_matrix_arrays *csr, char *text, mg_output *output) {
    char *out = text;
    mg_status status = MG_OK;
    for (uint64_t row = 0; row < csr->rows; row++) {
        for (uint64_t e = csr->row_offsets[row]; e < csr->row_offsets[row + 1]; e++) {
            if (!is_finite(csr, e)) {
                return mg__fail(context, MG_ERROR_INVALID,
                                "mg_matrix_write: row %" PRIu64 ", column %" PRIu32 " is not finite, which Matrix "
                                "Market files cannot hold",
                                row + 1, csr->column_indices[e] + 1);
            }
            out = mg__put_unsigned(out, row + 1);
            *out++ = ' ';
            out = mg__put_unsigned(out, (uint64_t)csr->column_indices[e] + 1);
            if (csr->type != MG_TYPE_NONE) {
                *out++ = ' ';
                out = mg__put_weight(out, csr->type, csr->values, e);
            }
            *out++ = '\n';
            if ((size_t)(out - text) > BLOCK_BYTES - LINE_MOST) {
                MG_TRY(mg__output_write(output, text, (size_t)(out - text)));
                out = text;
            }
        }
    }
    status = mg__output_write(output, text, (size_t)(out - text));
out:
    return status;
}

static mg_status put_mtx(mg_context *context, const mg_matrix_arrays *csr, mg_output *output) {
    const char *field = csr->type == MG_TYPE_NONE                        ? "pattern"
                        : csr->type == MG_INT32 || csr->type == MG_INT64 ? "integer"
                                                                         : "real";
    char *text = NULL, line[160];
    mg_status status;
    MG_TRY(MG_ALLOC(context, text, BLOCK_BYTES, "writing"));
    const int size = snprintf(line, sizeof line,
                              "%%%%MatrixMarket matrix coordinate %s general\n%" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                              field, csr->rows, csr->columns, csr->nonzeros);
    MG_TRY(mg__output_write(output, line, (size_t)size));
    status = write_entries(context, csr, text, output);
out:
    mg__release(&context->memory, text);
    return status;
}

/* In the C locale, for decimal points. */
static mg_status put_plain_mtx(mg_context *context, const mg_matrix_arrays *csr, mg_output *output) {
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!plain) {
        return mg__fail(context, MG_ERROR_MEMORY, "out of memory: writing numbers");
    }
    const locale_t before = uselocale(plain);
    const mg_status status = put_mtx(context, csr, output);
    uselocale(before);
    freelocale(plain);
    return status;
}

mg_status mg_matrix_write(mg_context *context, const mg_matrix *matrix, const char *path) {
    MG_STAGE(context, MG_STAGE_WRITE);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!matrix || !path) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_write: no matrix or no path");
    }
    mg_matrix_arrays csr;
    mg_output *output = NULL;
    mg_status status;
    if (!is_mtx(path) && !is_npz(path)) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "%s: matrices are written as .npz, or as .mtx (also .mtx.gz and .mtx.zst)", path);
    }
    MG_TRY(mg_matrix_to_csr(context, matrix, &csr));
    MG_TRY(mg__output_open(context, path, &output));
    MG_TRY(is_npz(path) ? mg__write_npz_csr(context, &csr, true, output) : put_plain_mtx(context, &csr, output));
    status = mg__output_commit(output);
out:
    mg__output_close(output);
    return status;
}

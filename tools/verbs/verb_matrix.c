/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb matrix: the properties of a matrix, its bytes in storage formats, and its conversion to another file.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/verbs/matrix_session.h"

#include <inttypes.h>
#include <stdio.h>

#define TILED_COLUMNS 32 /* columns of the products that tiles are sized for */

static void put_properties(sink *out, const session *s, const mg_matrix *matrix, const mg_matrix_statistics *m) {
    put_text_line(out, "file", graph_name(s->options));
    put_count_line(out, "rows", mg_matrix_rows(matrix));
    put_count_line(out, "columns", mg_matrix_columns(matrix));
    put_count_line(out, "nonzeros", mg_matrix_nonzeros(matrix));
    put_text_line(out, "values", element_name(mg_matrix_type(matrix)));
    put_real_line(out, "row-mean", m->mean_row);
    put_count_line(out, "row-longest", m->longest_row);
    put_real_line(out, "heavy-share", m->heavy_share);
}

/* The numbers of figure 4 of the publication. */
static void put_tree(sink *out, const mg_matrix_statistics *m) {
    put_count_line(out, "sparse-nodes", m->sparse_nodes);
    put_count_line(out, "dense-nodes", m->dense_nodes);
    put_count_line(out, "children", m->children);
    put_count_line(out, "sparse-leaves", m->sparse_leaves);
    put_count_line(out, "dense-leaves", m->dense_leaves);
}

/* "row_offsets 32, columns 20": without those that the matrix does not have. */
static void list_arrays(const mg_matrix_statistics *m, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (uint64_t i = 0; i < m->array_count && length < size; i++) {
        if (m->arrays[i].bytes) {
            length += (size_t)snprintf(text + length, size - length, "%s%s %" PRIu64, length ? ", " : "",
                                       m->arrays[i].name, m->arrays[i].bytes);
        }
    }
}

static mg_status put_format(sink *out, const session *s, const mg_matrix *matrix, mg_matrix_format format) {
    mg_context *const context = s->context;
    const mg_format_options options = matrix_format_options(s->options, TILED_COLUMNS);
    mg_matrix *converted;
    mg_matrix_statistics m = MG_MATRIX_STATISTICS_INIT;
    char line[1024], arrays[640];
    mg_status status = mg_matrix_convert_with(context, matrix, format, &options, &converted);
    if (status < 0) {
        snprintf(line, sizeof line, "%s\t-\t-\t-\t-\t-\t-\n", mg_matrix_format_name(format));
        sink_text(out, line);
        return status;
    }
    status = mg_matrix_describe(context, converted, &m);
    list_arrays(&m, arrays, sizeof arrays);
    snprintf(line, sizeof line, "%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%.6f\t%s\n",
             mg_matrix_format_name(format), m.bytes, m.predicted_bytes, m.padding, m.units, m.build_seconds, arrays);
    sink_text(out, line);
    if (format == MG_FORMAT_HISPARSE && s->options->matrix.format == MG_FORMAT_HISPARSE) {
        put_tree(out, &m);
    }
    mg_matrix_destroy(context, converted);
    return status;
}

/* A format that the matrix does not fit has a line without numbers; the reason is a message. */
static int put_formats(sink *out, const session *s, const mg_matrix *matrix) {
    const int wanted = s->options->matrix.format;
    sink_text(out, "format\tbytes\tpredicted-bytes\tpadding\tunits\tbuild-seconds\tarrays\n");
    for (int format = MG_FORMAT_CSR; format < MG_FORMAT_COUNT; format++) {
        if (wanted != MATRIX_ALL_FORMATS && format != (wanted == MG_FORMAT_AUTO ? MG_FORMAT_CSR : wanted)) {
            continue;
        }
        const mg_status status = put_format(out, s, matrix, (mg_matrix_format)format);
        if (status == MG_ERROR_UNSUPPORTED && wanted == MATRIX_ALL_FORMATS) {
            message("%s", mg_context_error(s->context));
        } else if (status < 0) {
            return library_failure(s->context, status);
        }
    }
    return STATUS_SUCCESS;
}

/* The format that AUTO takes for many products with some numbers of columns, and why. */
static int put_choices(sink *out, const session *s, const mg_matrix *matrix) {
    static const uint32_t columns[] = {1, 8, 32, 128};
    sink_text(out, "k\tauto\twhy\n");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        mg_format_options options = matrix_format_options(s->options, columns[i]);
        options.runs = 0;
        mg_matrix_statistics m = MG_MATRIX_STATISTICS_INIT;
        mg_matrix *chosen;
        char line[400];
        mg_status status = mg_matrix_convert_with(s->context, matrix, MG_FORMAT_AUTO, &options, &chosen);
        if (status < 0) {
            return library_failure(s->context, status);
        }
        status = mg_matrix_describe(s->context, chosen, &m);
        snprintf(line, sizeof line, "%" PRIu32 "\t%s\t%s\n", columns[i],
                 mg_matrix_format_name(mg_matrix_format_of(chosen)), m.why ? m.why : "");
        sink_text(out, line);
        mg_matrix_destroy(s->context, chosen);
        if (status < 0) {
            return library_failure(s->context, status);
        }
    }
    return STATUS_SUCCESS;
}

/* Reads the matrix; with --transpose the view replaces it. */
static int read_view(session *s, mg_matrix **matrix) {
    mg_matrix *view;
    const int status = matrix_read(s, matrix);
    if (status != STATUS_SUCCESS || !s->options->matrix.transpose) {
        return status;
    }
    const mg_status transposed = mg_matrix_transposed(s->context, *matrix, &view);
    if (transposed < 0) {
        return library_failure(s->context, transposed);
    }
    mg_matrix_destroy(s->context, *matrix);
    *matrix = view;
    return STATUS_SUCCESS;
}

static int put_matrix(sink *out, const session *s, const mg_matrix *matrix) {
    mg_matrix_statistics m = MG_MATRIX_STATISTICS_INIT;
    const char *path = s->options->matrix.write;
    mg_status status = mg_matrix_describe(s->context, matrix, &m);
    if (status >= 0) {
        put_properties(out, s, matrix, &m);
        status = path ? mg_matrix_write(s->context, matrix, path) : MG_OK;
        progress_erase();
    }
    if (status < 0) {
        return library_failure(s->context, status);
    }
    const int listed = put_formats(out, s, matrix);
    return listed == STATUS_SUCCESS ? put_choices(out, s, matrix) : listed;
}

int run_matrix(const verb *v, const cli_options *options) {
    session s;
    sink out;
    mg_matrix *matrix = NULL;
    if (options->matrix.write && !names_matrix(options->matrix.write)) {
        message("--write: matrices are written as .npz, or as .mtx (also .mtx.gz and .mtx.zst), not as %s",
                options->matrix.write);
        return STATUS_USAGE;
    }
    if (!sink_open(&out, options->output)) {
        return STATUS_FAILURE;
    }
    int status = session_create(&s, v, options);
    status = status == STATUS_SUCCESS ? read_view(&s, &matrix) : status;
    status = status == STATUS_SUCCESS ? put_matrix(&out, &s, matrix) : status;
    if (status == STATUS_SUCCESS) {
        status = sink_flush(&out) && sink_commit(&out) ? STATUS_SUCCESS : STATUS_FAILURE;
    }
    sink_close(&out);
    mg_matrix_destroy(s.context, matrix);
    session_close(&s);
    return status;
}

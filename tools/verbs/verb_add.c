/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb add: the sum of two matrices in a storage format.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"
#include "tools/verbs/matrix_session.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct addition {
    session s;
    mg_matrix *views[2]; /* in the format, transposed if asked for */
    mg_matrix *sum;
    double seconds; /* median */
} addition;

/* Reads a matrix and converts it; auto: csr. */
static int read_operand(addition *a, int i) {
    const matrix_options *o = &a->s.options->matrix;
    const mg_format_options options = matrix_format_options(a->s.options, 1);
    const mg_matrix_format format = o->format == MG_FORMAT_AUTO ? MG_FORMAT_CSR : (mg_matrix_format)o->format;
    mg_matrix *read = NULL, *converted = NULL;
    mg_status status = mg_matrix_read(a->s.context, i ? a->s.options->target : a->s.options->operand, &read);
    progress_erase();
    status = status < 0 ? status : mg_matrix_convert_with(a->s.context, read, format, &options, &converted);
    if (status >= 0 && o->transpose) {
        status = mg_matrix_transposed(a->s.context, converted, &a->views[i]);
        mg_matrix_destroy(a->s.context, converted);
    } else {
        a->views[i] = converted;
    }
    mg_matrix_destroy(a->s.context, read);
    return status < 0 ? library_failure(a->s.context, status) : STATUS_SUCCESS;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int add(addition *a) {
    const matrix_options *o = &a->s.options->matrix;
    double *seconds = malloc(o->repeat * sizeof *seconds), device_seconds;
    mg_add_options options = MG_ADD_OPTIONS_INIT;
    int status = STATUS_SUCCESS;
    if (!seconds) {
        message("out of memory: the times");
        return STATUS_FAILURE;
    }
    options.device_seconds = &device_seconds;
    options.backend = a->s.options->backend == MG_BACKEND_CUDA ? MG_BACKEND_CUDA : MG_BACKEND_CPU;
    for (uint64_t i = 0; status == STATUS_SUCCESS && i < o->repeat; i++) {
        mg_matrix_destroy(a->s.context, a->sum);
        a->sum = NULL;
        const double start = clock_seconds();
        const mg_status added =
            mg_matrix_add_with(a->s.context, o->alpha, a->views[0], o->beta, a->views[1], &options, &a->sum);
        seconds[i] = device_seconds > 0 ? device_seconds : clock_seconds() - start;
        status = added < 0       ? library_failure(a->s.context, added)
                 : interrupted() ? (message("interrupted"), STATUS_INTERRUPTED)
                                 : STATUS_SUCCESS;
    }
    qsort(seconds, o->repeat, sizeof *seconds, by_size);
    a->seconds = seconds[o->repeat / 2];
    free(seconds);
    return status;
}

static int report(const addition *a) {
    mg_matrix_statistics m = MG_MATRIX_STATISTICS_INIT;
    sink out;
    const mg_status status = mg_matrix_describe(a->s.context, a->sum, &m);
    if (status < 0) {
        return library_failure(a->s.context, status);
    }
    if (!sink_open(&out, NULL)) {
        return STATUS_FAILURE;
    }
    put_count_line(&out, "rows", mg_matrix_rows(a->sum));
    put_count_line(&out, "columns", mg_matrix_columns(a->sum));
    put_count_line(&out, "nonzeros", mg_matrix_nonzeros(a->sum));
    put_text_line(&out, "values", element_name(mg_matrix_type(a->sum)));
    put_text_line(&out, "format", mg_matrix_format_name(mg_matrix_format_of(a->sum)));
    put_count_line(&out, "bytes", m.bytes);
    put_rounded_line(&out, "seconds", a->seconds);
    const bool done = sink_flush(&out) && sink_commit(&out);
    sink_close(&out);
    return done ? STATUS_SUCCESS : STATUS_FAILURE;
}

static int write_sum(const addition *a) {
    const char *path = a->s.options->output;
    const mg_status status = path ? mg_matrix_write(a->s.context, a->sum, path) : MG_OK;
    progress_erase();
    return status < 0 ? library_failure(a->s.context, status) : STATUS_SUCCESS;
}

int run_add(const verb *v, const cli_options *options) {
    addition a = {.sum = NULL};
    if (options->output && !names_matrix(options->output)) {
        message("-o: matrices are written as .npz, or as .mtx (also .mtx.gz and .mtx.zst), not as %s", options->output);
        return STATUS_USAGE;
    }
    int status = session_create(&a.s, v, options);
    for (int i = 0; i < 2 && status == STATUS_SUCCESS; i++) {
        status = read_operand(&a, i);
    }
    status = status == STATUS_SUCCESS ? add(&a) : status;
    status = status == STATUS_SUCCESS ? write_sum(&a) : status;
    status = status == STATUS_SUCCESS ? report(&a) : status;
    mg_matrix_destroy(a.s.context, a.sum);
    mg_matrix_destroy(a.s.context, a.views[0]);
    mg_matrix_destroy(a.s.context, a.views[1]);
    session_close(&a.s);
    return status;
}

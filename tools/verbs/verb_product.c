/* SPDX-License-Identifier: Apache-2.0
 *
 * The verbs spmv, spmm and sddmm: products of a matrix with dense operands.
 */
#include "tools/cli/message.h"
#include "tools/cli/signals.h"
#include "tools/output/output_files.h"
#include "tools/verbs/matrix_session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct product {
    session s;
    bool is_sddmm;
    mg_matrix *matrix, *view; /* as read; in the format, transposed if wanted */
    npy_array x, y;           /* y: result of spmm, factor of the columns of sddmm */
    npy_array out;            /* result of sddmm */
    double *seconds;          /* of each repetition */
    double median;
} product;

static size_t size_of(mg_type type) {
    return type == MG_INT32 || type == MG_FLOAT32 ? 4 : 8;
}

/* ---- operands ---- */

/* A generator of 64-bit numbers: splitmix64. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static bool allocate(npy_array *array) {
    size_t bytes;
    const bool fits = !__builtin_mul_overflow(array->rows, array->columns, &bytes) &&
                      !__builtin_mul_overflow(bytes, size_of(array->type), &bytes) && bytes < SIZE_MAX;
    array->data = fits ? calloc(bytes + 1, 1) : NULL;
    if (!array->data) {
        message("out of memory: %" PRIu64 " x %" PRIu64 " dense elements", array->rows, array->columns);
    }
    return array->data != NULL;
}

/* Numbers between -1 and 1, and integers from -8 to 8. */
static bool fill_random(npy_array *array, uint64_t seed) {
    if (!allocate(array)) {
        return false;
    }
    for (uint64_t i = 0; i < array->rows * array->columns; i++) {
        const uint64_t r = next_random(&seed) >> 11;
        const double real = (double)r * 0x1p-52 - 1;
        if (array->type == MG_FLOAT32) {
            ((float *)array->data)[i] = (float)real;
        } else if (array->type == MG_FLOAT64) {
            ((double *)array->data)[i] = real;
        } else if (array->type == MG_INT32) {
            ((int32_t *)array->data)[i] = (int32_t)(r % 17) - 8;
        } else {
            ((int64_t *)array->data)[i] = (int64_t)(r % 17) - 8;
        }
    }
    return true;
}

static bool check_rows(const char *path, const npy_array *array, uint64_t rows) {
    if (array->rows != rows || !array->columns) {
        message("%s: expected %" PRIu64 " rows, found an array of %" PRIu64 " x %" PRIu64, path, rows, array->rows,
                array->columns);
        return false;
    }
    return true;
}

/* Reads the operands that are given; others get their type and columns, and random numbers. */
static bool make_operands(product *p, uint64_t x_rows, uint64_t y_rows) {
    const matrix_options *o = &p->s.options->matrix;
    if ((o->x && !(npy_read(o->x, &p->x) && check_rows(o->x, &p->x, x_rows))) ||
        (o->y && !(npy_read(o->y, &p->y) && check_rows(o->y, &p->y, y_rows)))) {
        return false;
    }
    const bool is_vector = p->s.verb->bit == VERB_SPMV;
    const npy_array *given = o->x ? &p->x : o->y ? &p->y : NULL;
    const mg_type type = given ? given->type : mg_matrix_type(p->matrix) == MG_FLOAT64 ? MG_FLOAT64 : MG_FLOAT32;
    const uint64_t columns = given ? given->columns : is_vector ? 1 : o->k;
    if (columns > UINT32_MAX) {
        message("expected at most 4294967295 columns, found %" PRIu64, columns);
        return false;
    }
    if (is_vector && columns != 1) {
        message("%s: expected a vector, found %" PRIu64 " columns", o->x, columns);
        return false;
    }
    if (o->x && o->y && (p->x.type != p->y.type || p->x.columns != p->y.columns)) {
        message("--x and --y differ: %s of %" PRIu64 " columns and %s of %" PRIu64, element_name(p->x.type),
                p->x.columns, element_name(p->y.type), p->y.columns);
        return false;
    }
    const npy_array x = {.rows = x_rows, .columns = columns, .type = type};
    const npy_array y = {.rows = y_rows, .columns = columns, .type = type};
    if (!o->x) {
        p->x = x;
    }
    if (!o->y) {
        p->y = y;
    }
    p->out = (npy_array){.rows = mg_matrix_nonzeros(p->matrix), .columns = 1, .type = type};
    const uint64_t seed = p->s.options->seed;
    return (o->x || fill_random(&p->x, seed)) &&
           (o->y || (p->is_sddmm ? fill_random(&p->y, ~seed) : allocate(&p->y))) && (!p->is_sddmm || allocate(&p->out));
}

/* ---- the run ---- */

static mg_status set_up(product *p) {
    const matrix_options *o = &p->s.options->matrix;
    mg_matrix *converted = NULL;
    const mg_format_options format = matrix_format_options(p->s.options, p->s.verb->bit == VERB_SPMV ? 1 : o->k);
    mg_status status =
        mg_matrix_convert_with(p->s.context, p->matrix, (mg_matrix_format)o->format, &format, &converted);
    if (status >= 0 && o->transpose) {
        status = mg_matrix_transposed(p->s.context, converted, &p->view);
        mg_matrix_destroy(p->s.context, converted);
    } else {
        p->view = converted;
    }
    return status;
}

static mg_status multiply(product *p) {
    mg_product_options o = MG_PRODUCT_OPTIONS_INIT;
    o.type = p->x.type;
    o.backend = (mg_backend_kind)p->s.options->backend;
    o.scheduler = (mg_scheduler)p->s.options->matrix.scheduler;
    const uint32_t k = (uint32_t)p->x.columns;
    return p->is_sddmm ? mg_matrix_sddmm(p->s.context, p->view, &o, k, p->x.data, k, p->y.data, k, p->out.data)
                       : mg_matrix_spmm(p->s.context, p->view, &o, k, p->x.data, k, p->y.data, k);
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int repeat(product *p) {
    const uint64_t wanted = p->s.options->matrix.repeat;
    p->seconds = malloc(wanted * sizeof *p->seconds);
    if (!p->seconds) {
        message("out of memory: the times");
        return STATUS_FAILURE;
    }
    for (uint64_t i = 0; i < wanted; i++) {
        const double start = clock_seconds();
        const mg_status status = multiply(p);
        p->seconds[i] = clock_seconds() - start;
        if (status < 0) {
            return library_failure(p->s.context, status);
        }
        if (interrupted()) {
            message("interrupted");
            return STATUS_INTERRUPTED;
        }
    }
    qsort(p->seconds, wanted, sizeof *p->seconds, by_size);
    p->median = p->seconds[wanted / 2];
    return STATUS_SUCCESS;
}

static int verify(product *p) {
    mg_matrix_arrays csr;
    const mg_status status = mg_matrix_to_csr(p->s.context, p->view, &csr);
    if (status < 0) {
        return library_failure(p->s.context, status);
    }
    p->s.verified = product_check(&csr, &p->x, &p->y, p->is_sddmm ? &p->out : NULL);
    return p->s.verified ? STATUS_SUCCESS : STATUS_VERIFICATION;
}

/* ---- the report ---- */

static int report(product *p) {
    mg_matrix_statistics m = MG_MATRIX_STATISTICS_INIT;
    sink out;
    const mg_status status = mg_matrix_describe(p->s.context, p->view, &m);
    if (status < 0) {
        return library_failure(p->s.context, status);
    }
    if (!sink_open(&out, NULL)) {
        return STATUS_FAILURE;
    }
    const double flops = 2.0 * (double)mg_matrix_nonzeros(p->view) * (double)p->x.columns;
    put_count_line(&out, "rows", mg_matrix_rows(p->view));
    put_count_line(&out, "columns", mg_matrix_columns(p->view));
    put_count_line(&out, "nonzeros", mg_matrix_nonzeros(p->view));
    put_text_line(&out, "format", mg_matrix_format_name(mg_matrix_format_of(p->view)));
    if (m.why) {
        put_text_line(&out, "why", m.why);
    }
    put_text_line(&out, "type", element_name(p->x.type));
    put_count_line(&out, "k", p->x.columns);
    put_rounded_line(&out, "build-seconds", m.build_seconds);
    if (m.device_build_seconds > 0) {
        put_rounded_line(&out, "device-build-seconds", m.device_build_seconds);
    }
    put_rounded_line(&out, "seconds", p->median);
    put_rounded_line(&out, "gflops", p->median > 0 ? flops / p->median * 1e-9 : 0);
    if (p->s.options->verify) {
        put_text_line(&out, "verified", "yes");
    }
    const bool done = sink_flush(&out) && sink_commit(&out);
    sink_close(&out);
    return done ? STATUS_SUCCESS : STATUS_FAILURE;
}

/* The matrix with the results in place of its values. */
static int write_matrix(const product *p) {
    mg_matrix *scores = NULL;
    mg_matrix_arrays csr;
    mg_status status = mg_matrix_to_csr(p->s.context, p->view, &csr);
    if (status >= 0) {
        csr.values = p->out.data;
        csr.type = p->out.type;
        status = mg_matrix_create(p->s.context, &csr, &scores);
    }
    status = status >= 0 ? mg_matrix_write(p->s.context, scores, p->s.options->output) : status;
    mg_matrix_destroy(p->s.context, scores);
    return status < 0 ? library_failure(p->s.context, status) : STATUS_SUCCESS;
}

/* Refuses names that promise another format than the one that is written. */
static int check_output(const cli_options *options, bool is_sddmm) {
    const output_file file = {"-o", options->output, "npy", NULL, false, false};
    const char *const inputs[] = {options->operand, options->matrix.x, options->matrix.y};
    if (is_sddmm && options->output && names_matrix(options->output)) {
        return STATUS_SUCCESS;
    }
    return output_files_check(&file, 1, inputs, sizeof inputs / sizeof *inputs);
}

static int write_result(const product *p) {
    sink out;
    if (!p->s.options->output) {
        return STATUS_SUCCESS;
    }
    if (p->is_sddmm && names_matrix(p->s.options->output)) {
        return write_matrix(p);
    }
    if (!sink_open(&out, p->s.options->output)) {
        return STATUS_FAILURE;
    }
    npy_write(&out, p->is_sddmm ? &p->out : &p->y, p->is_sddmm || p->s.verb->bit == VERB_SPMV);
    const bool done = sink_flush(&out) && sink_commit(&out);
    sink_close(&out);
    return done ? STATUS_SUCCESS : STATUS_FAILURE;
}

static int run(product *p) {
    mg_status status = set_up(p);
    if (status < 0) {
        return library_failure(p->s.context, status);
    }
    const uint64_t rows = mg_matrix_rows(p->view), columns = mg_matrix_columns(p->view);
    if (!make_operands(p, p->is_sddmm ? rows : columns, p->is_sddmm ? columns : rows)) {
        return STATUS_USAGE;
    }
    int ended = repeat(p);
    ended = ended == STATUS_SUCCESS && p->s.options->verify ? verify(p) : ended;
    ended = ended == STATUS_SUCCESS ? write_result(p) : ended;
    return ended == STATUS_SUCCESS ? report(p) : ended;
}

int run_product(const verb *v, const cli_options *options) {
    product p = {.is_sddmm = v->bit == VERB_SDDMM};
    int status = check_output(options, p.is_sddmm);
    if (status != STATUS_SUCCESS) {
        return status;
    }
    status = session_create(&p.s, v, options);
    status = status == STATUS_SUCCESS ? matrix_read(&p.s, &p.matrix) : status;
    status = status == STATUS_SUCCESS ? run(&p) : status;
    free(p.x.data);
    free(p.y.data);
    free(p.out.data);
    free(p.seconds);
    mg_matrix_destroy(p.s.context, p.view);
    mg_matrix_destroy(p.s.context, p.matrix);
    session_close(&p.s);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/bench_vendor.h"

#include "tools/bench/matrix_recipes.h"
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"
#include "tools/output/summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the matrix ---- */

mg_status bench_device_open(mg_context *context) {
    static const uint64_t offsets[] = {0, 1};
    static const uint32_t columns[] = {0};
    const mg_matrix_arrays arrays = {
        .rows = 1, .columns = 1, .nonzeros = 1, .row_offsets = offsets, .column_indices = columns};
    mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
    const float x[] = {1};
    float y[1];
    mg_matrix *one = NULL;
    options.backend = MG_BACKEND_CUDA;
    mg_status status = mg_matrix_create(context, &arrays, &one);
    if (status >= 0) {
        status = mg_matrix_spmv(context, one, &options, x, y);
    }
    mg_matrix_destroy(context, one);
    return status;
}

/* Value i as a float or double. */
static void put_value(const mg_matrix_arrays *a, uint64_t i, mg_type type, void *values) {
    const double value = matrix_value_at(a, i);
    if (type == MG_FLOAT32) {
        ((float *)values)[i] = (float)value;
    } else {
        ((double *)values)[i] = value;
    }
}

/* Offsets, rows of the nonzeros and values as cuSPARSE has them. */
static bool upload(bench_vendor *v, const mg_matrix_arrays *a, mg_type type) {
    cusparse_matrix *m = &v->matrix;
    int32_t *const offsets = calloc(a->rows + 1, sizeof *offsets);
    int32_t *const rows = calloc(a->nonzeros + 1, sizeof *rows);
    const size_t size = type == MG_FLOAT64 ? sizeof(double) : sizeof(float);
    void *const values = calloc(a->nonzeros + 1, size);
    const bool made = offsets && rows && values;
    for (uint64_t row = 0; made && row < a->rows; row++) {
        offsets[row + 1] = (int32_t)a->row_offsets[row + 1];
        for (uint64_t e = a->row_offsets[row]; e < a->row_offsets[row + 1]; e++) {
            rows[e] = (int32_t)row;
            put_value(a, e, type, values);
        }
    }
    if (made) {
        m->rows = (int64_t)a->rows;
        m->columns = (int64_t)a->columns;
        m->nonzeros = (int64_t)a->nonzeros;
        m->type = type;
        m->offsets = vendor_upload(&v->driver, offsets, (a->rows + 1) * sizeof *offsets);
        m->row_indices = vendor_upload(&v->driver, rows, a->nonzeros * sizeof *rows);
        m->column_indices = vendor_upload(&v->driver, a->column_indices, a->nonzeros * sizeof(uint32_t));
        m->values = vendor_upload(&v->driver, values, a->nonzeros * size);
    }
    free(offsets);
    free(rows);
    free(values);
    return m->offsets && m->row_indices && m->column_indices && m->values;
}

int bench_vendor_open(bench_vendor *v, mg_context *context, const mg_matrix *matrix, mg_type type) {
    mg_matrix_arrays csr;
    const char *why = NULL;
    *v = (bench_vendor){.library = NULL};
    if (bench_device_open(context) < 0 || mg_matrix_to_csr(context, matrix, &csr) < 0) {
        message("%s", mg_context_error(context));
        return STATUS_FAILURE;
    }
    if (csr.nonzeros > INT32_MAX || csr.rows > INT32_MAX || csr.columns > INT32_MAX) {
        message("--vendor: the matrix does not fit cuSPARSE's 32-bit indices");
        return STATUS_FAILURE;
    }
    why = vendor_driver_open(&v->driver);
    if (why) {
        message("--vendor: the CUDA driver cannot be used: %s", why);
        return STATUS_FAILURE;
    }
    v->library = cusparse_open(&v->driver, &why);
    if (!v->library) {
        message("cuSPARSE was not found: %s", why);
        return STATUS_FAILURE;
    }
    if (!upload(v, &csr, type)) {
        message("--vendor: out of memory for cuSPARSE's copy of the matrix");
        return STATUS_FAILURE;
    }
    return STATUS_SUCCESS;
}

void bench_vendor_close(bench_vendor *v) {
    cusparse_matrix *m = &v->matrix;
    vendor_free(&v->driver, m->offsets);
    vendor_free(&v->driver, m->row_indices);
    vendor_free(&v->driver, m->column_indices);
    vendor_free(&v->driver, m->values);
    cusparse_close(v->library);
    vendor_driver_close(&v->driver);
    *v = (bench_vendor){.library = NULL};
}

/* ---- operands ---- */

static void *copy_of(const bench_vendor *v, const npy_array *array) {
    return vendor_upload(&v->driver, array->data, (size_t)(array->rows * array->columns) * sizeof(float));
}

static bool copy_operands(const bench_vendor *v, operands *o) {
    o->vendor = v;
    o->device_x = copy_of(v, &o->x);
    o->device_y = copy_of(v, &o->y);
    o->device_out = copy_of(v, &o->out);
    return o->device_x && o->device_y && o->device_out;
}

void bench_vendor_release(operands *o) {
    vendor_free(&o->vendor->driver, o->device_x);
    vendor_free(&o->vendor->driver, o->device_y);
    vendor_free(&o->vendor->driver, o->device_out);
    o->vendor = NULL;
}

/* ---- measuring ---- */

static int compare_times(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median_of(double *times, size_t count) {
    qsort(times, count, sizeof *times, compare_times);
    return count ? (times[(count - 1) / 2] + times[count / 2]) / 2 : 0;
}

/* One algorithm: the cell's trials, in `times`, after the warm-ups; cold: after a flush each. False: it failed. */
static bool time_plan(const bench_vendor *v, const cusparse_product *p, const cusparse_plan *plan, size_t count,
                      bool cold, double *times) {
    for (size_t i = 0; i < count; i++) {
        if (cold) {
            vendor_flush(&v->driver);
        }
        vendor_begin(&v->driver);
        const bool started = cusparse_run(v->library, p, plan);
        times[i] = vendor_end(&v->driver);
        if (!started || times[i] < 0) {
            return false;
        }
    }
    return true;
}

/* Takes the algorithm over into the cell: its trials, its time with an empty cache, and whether its result is right. */
static void take_over(const bench_vendor *v, const cusparse_product *p, const cusparse_plan *plan, const double *times,
                      formats_cell *cell, operands *o, const bench_options *options) {
    double *const cold = calloc(options->trials, sizeof *cold);
    cell->algorithm = plan->name;
    cell->convert_seconds = plan->prepare_seconds;
    cell->s.trial_count = options->trials;
    for (size_t i = 0; i < options->trials; i++) {
        cell->s.trials[i] =
            (trial){.seconds = times[i], .device_seconds = times[i], .edges_visited = (uint64_t)v->matrix.nonzeros};
    }
    if (cold && time_plan(v, p, plan, options->trials, true, cold)) {
        cell->cold_seconds = median_of(cold, options->trials);
    }
    cell->outcome = BENCH_UNVERIFIED;
    if (options->verify != BENCH_VERIFY_NONE && plan->row_major) {
        cell->outcome = operands_verify(cell, o) ? BENCH_VERIFIED : BENCH_WRONG;
        snprintf(cell->why, sizeof cell->why, "%s", cell->outcome == BENCH_WRONG ? "differs from a double loop" : "");
    }
    free(cold);
}

static void list_time(formats_cell *cell, const cusparse_plan *plan, double seconds) {
    char text[DURATION_SIZE];
    const size_t length = strlen(cell->others);
    snprintf(cell->others + length, sizeof cell->others - length, "%s%s %s", length ? ", " : "", plan->name,
             duration_text(seconds, text));
}

/* Measures choice i of the algorithms. */
static bool measure(const bench_vendor *v, const cusparse_product *p, size_t i, formats_cell *cell, operands *o,
                    const bench_options *options) {
    const size_t count = options->trials;
    double *const times = calloc(count + options->warm_ups + 1, sizeof *times), *const sorted =
                                                                                    calloc(count, sizeof *sorted);
    cusparse_plan plan;
    bool more;
    const bool ready = cusparse_prepare(v->library, p, i, &plan, &more);
    if (times && sorted && ready && time_plan(v, p, &plan, options->warm_ups, false, times) &&
        time_plan(v, p, &plan, count, false, times)) {
        memcpy(sorted, times, count * sizeof *sorted);
        const double median = median_of(sorted, count), best = formats_seconds(cell);
        list_time(cell, &plan, median);
        if (best <= 0 || median < best) {
            take_over(v, p, &plan, times, cell, o, options);
        }
    }
    cusparse_plan_close(v->library, p, &plan);
    free(times);
    free(sorted);
    return more;
}

int bench_vendor_cell(const bench_vendor *v, formats_cell *cell, operands *o, const cli_options *options) {
    cell->statistics = MG_MATRIX_STATISTICS_INIT;
    cell->s.options = options;
    cell->s.trials = calloc(options->bench.trials, sizeof *cell->s.trials);
    if (!cell->s.trials || !copy_operands(v, o)) {
        message("out of memory for the operands on the device");
        return STATUS_FAILURE;
    }
    const cusparse_product product = {.kind = cell->kind,
                                      .k = cell->k,
                                      .matrix = &v->matrix,
                                      .x = o->device_x,
                                      .y = o->device_y,
                                      .out = o->device_out};
    cell->outcome = BENCH_SKIPPED;
    snprintf(cell->why, sizeof cell->why, "cuSPARSE %d has no algorithm for it", cusparse_version(v->library));
    for (size_t i = 0; !interrupted() && measure(v, &product, i, cell, o, &options->bench); i++) {
    }
    return interrupted() ? STATUS_INTERRUPTED : STATUS_SUCCESS;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/cuda/gpu_bench_vendor.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Of the command's sessions, which are not linked. */
double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool upload(gpu_vendor *v, const mg_matrix_arrays *a) {
    cusparse_matrix *m = &v->matrix;
    int32_t *const offsets = calloc(a->rows + 1, sizeof *offsets), *const rows = calloc(a->nonzeros + 1, sizeof *rows);
    for (uint64_t row = 0; row < a->rows; row++) {
        offsets[row + 1] = (int32_t)a->row_offsets[row + 1];
        for (uint64_t e = a->row_offsets[row]; e < a->row_offsets[row + 1]; e++) {
            rows[e] = (int32_t)row;
        }
    }
    *m = (cusparse_matrix){
        .rows = (int64_t)a->rows, .columns = (int64_t)a->columns, .nonzeros = (int64_t)a->nonzeros, .type = MG_FLOAT32};
    m->offsets = vendor_upload(&v->driver, offsets, (a->rows + 1) * sizeof *offsets);
    m->row_indices = vendor_upload(&v->driver, rows, a->nonzeros * sizeof *rows);
    m->column_indices = vendor_upload(&v->driver, a->column_indices, a->nonzeros * sizeof(uint32_t));
    m->values = vendor_upload(&v->driver, a->values, a->nonzeros * sizeof(float));
    free(offsets);
    free(rows);
    return m->offsets && m->row_indices && m->column_indices && m->values;
}

bool gpu_vendor_open(gpu_vendor *v, const mg_matrix_arrays *csr) {
    *v = (gpu_vendor){.library = NULL};
    const char *why = vendor_driver_open(&v->driver);
    v->library = why ? NULL : cusparse_open(&v->driver, &why);
    if (!v->library || !upload(v, csr)) {
        fprintf(stderr, "cuSPARSE: %s\n", why ? why : "out of memory");
        return false;
    }
    return true;
}

void gpu_vendor_close(gpu_vendor *v) {
    void *const arrays[] = {v->matrix.offsets, v->matrix.row_indices, v->matrix.column_indices, v->matrix.values};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        vendor_free(&v->driver, arrays[i]);
    }
    cusparse_close(v->library);
    vendor_driver_close(&v->driver);
    *v = (gpu_vendor){.library = NULL};
}

static int compare_times(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double time_plan(const gpu_vendor *v, const cusparse_product *p, const cusparse_plan *plan, double *times,
                        size_t count) {
    for (size_t i = 0; i < count; i++) {
        vendor_begin(&v->driver);
        const bool started = cusparse_run(v->library, p, plan);
        times[i] = vendor_end(&v->driver);
        if (!started || times[i] < 0) {
            return -1;
        }
    }
    qsort(times, count, sizeof *times, compare_times);
    return times[count / 2];
}

double gpu_vendor_measure(const gpu_vendor *v, bool transposed, float *x, float *y, size_t repetitions,
                          const char **name) {
    const cusparse_product p = {
        .kind = BENCH_SPMV_FORMATS, .k = 1, .matrix = &v->matrix, .x = x, .y = y, .transposed = transposed};
    double *const times = calloc(repetitions, sizeof *times), best = -1;
    bool more = true;
    for (size_t i = 0; more; i++) {
        cusparse_plan plan;
        if (cusparse_prepare(v->library, &p, i, &plan, &more)) {
            const double seconds = time_plan(v, &p, &plan, times, repetitions);
            if (seconds >= 0 && (best < 0 || seconds < best)) {
                best = seconds;
                *name = plan.name;
            }
        }
        cusparse_plan_close(v->library, &p, &plan);
    }
    free(times);
    return best;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_bench_add: A + B of float matrices in CSR on a GPU beside cuSPARSE's csrgeam2, found at run time, on the same
 * arrays; B is A with its rows moved up by one. Prints for each matrix milliseconds of the device without transfers,
 * the median, how many times faster than cuSPARSE that is, and the time on the CPU; the sums are compared.
 *
 *     gpu_bench_add [-r REPETITIONS] MATRIX...
 *
 * MATRIX: a file, or a generated one (tools/bench/matrix_recipes.h). Exit status: 0 all right, 1 failure or wrong
 * result, 77 no GPU.
 */
#include "core/context.h"
#include "tests/core/cuda/gpu_matrices.h"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPETITIONS_MAX = 100 };

/* ---- cuSPARSE ---- */

/* A CSR on the device, with offsets of 32 bits. */
typedef struct device_csr {
    int count;
    int *offsets, *columns;
    float *values;
} device_csr;

typedef struct geam {
    void *library, *handle, *description;
    int (*create)(void **handle);
    int (*describe)(void **description);
    int (*size)(void *handle, int rows, int columns, const float *alpha, const void *da, int na, const float *va,
                const int *oa, const int *ca, const float *beta, const void *db, int nb, const float *vb, const int *ob,
                const int *cb, const void *dc, const float *vc, const int *oc, const int *cc, size_t *bytes);
    int (*count)(void *handle, int rows, int columns, const void *da, int na, const int *oa, const int *ca,
                 const void *db, int nb, const int *ob, const int *cb, const void *dc, int *oc, int *total,
                 void *buffer);
    int (*add)(void *handle, int rows, int columns, const float *alpha, const void *da, int na, const float *va,
               const int *oa, const int *ca, const float *beta, const void *db, int nb, const float *vb, const int *ob,
               const int *cb, const void *dc, float *vc, int *oc, int *cc, void *buffer);
} geam;

static bool open_geam(geam *g) {
    static const char *const files[] = {"libcusparse.so.12", "/usr/local/cuda/lib64/libcusparse.so.12"};
    const struct {
        const char *name;
        void *at;
    } symbols[] = {{"cusparseCreate", &g->create},
                   {"cusparseCreateMatDescr", &g->describe},
                   {"cusparseScsrgeam2_bufferSizeExt", &g->size},
                   {"cusparseXcsrgeam2Nnz", &g->count},
                   {"cusparseScsrgeam2", &g->add}};
    for (size_t i = 0; i < sizeof files / sizeof *files && !g->library; i++) {
        g->library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
    }
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *const symbol = g->library ? dlsym(g->library, symbols[i].name) : NULL;
        if (!symbol) {
            return false;
        }
        memcpy(symbols[i].at, &symbol, sizeof symbol);
    }
    return g->create(&g->handle) == 0 && g->describe(&g->description) == 0;
}

static bool upload(const mg_matrix_arrays *a, device_csr *to) {
    int *const offsets = malloc((a->rows + 1) * sizeof *offsets);
    for (uint64_t row = 0; offsets && row <= a->rows; row++) {
        offsets[row] = (int)a->row_offsets[row];
    }
    to->count = (int)a->nonzeros;
    const bool good =
        offsets && cudaMalloc((void **)&to->offsets, (a->rows + 1) * sizeof *offsets) == cudaSuccess &&
        cudaMalloc((void **)&to->columns, a->nonzeros * sizeof *to->columns) == cudaSuccess &&
        cudaMalloc((void **)&to->values, a->nonzeros * sizeof *to->values) == cudaSuccess &&
        cudaMemcpy(to->offsets, offsets, (a->rows + 1) * sizeof *offsets, cudaMemcpyHostToDevice) == cudaSuccess &&
        cudaMemcpy(to->columns, a->column_indices, a->nonzeros * sizeof *to->columns, cudaMemcpyHostToDevice) ==
            cudaSuccess &&
        cudaMemcpy(to->values, a->values, a->nonzeros * sizeof *to->values, cudaMemcpyHostToDevice) == cudaSuccess;
    free(offsets);
    return good;
}

static void release(device_csr *c) {
    cudaFree(c->offsets);
    cudaFree(c->columns);
    cudaFree(c->values);
    *c = (device_csr){0};
}

/* One sum, into memory for as many nonzeros as both have; returns the nonzeros, negative: it failed. */
static int run_geam(const geam *g, const mg_matrix_arrays *shape, const device_csr *a, const device_csr *b,
                    device_csr *c, void *buffer) {
    const float one = 1;
    const int rows = (int)shape->rows, columns = (int)shape->columns;
    const void *const d = g->description;
    int total = -1;
    const bool good =
        g->count(g->handle, rows, columns, d, a->count, a->offsets, a->columns, d, b->count, b->offsets, b->columns, d,
                 c->offsets, &total, buffer) == 0 &&
        g->add(g->handle, rows, columns, &one, d, a->count, a->values, a->offsets, a->columns, &one, d, b->count,
               b->values, b->offsets, b->columns, d, c->values, c->offsets, c->columns, buffer) == 0;
    return good ? total : -1;
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, int count) {
    qsort(times, (size_t)count, sizeof *times, compare_doubles);
    return times[count / 2];
}

/* Median seconds; negative: it failed. *nonzeros: of the sum. */
static double measure_geam(const geam *g, const mg_matrix_arrays *a, const mg_matrix_arrays *b, int repetitions,
                           int *nonzeros) {
    const float one = 1;
    const uint64_t most = a->nonzeros + b->nonzeros;
    double times[REPETITIONS_MAX], seconds = -1;
    device_csr x = {0}, y = {0}, z = {0};
    size_t bytes = 0;
    void *buffer = NULL;
    cudaEvent_t begin, end;
    float ms = 0;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    if (upload(a, &x) && upload(b, &y) && cudaMalloc((void **)&z.offsets, (a->rows + 1) * sizeof(int)) == cudaSuccess &&
        cudaMalloc((void **)&z.columns, most * sizeof(int)) == cudaSuccess &&
        cudaMalloc((void **)&z.values, most * sizeof(float)) == cudaSuccess &&
        g->size(g->handle, (int)a->rows, (int)a->columns, &one, g->description, x.count, x.values, x.offsets, x.columns,
                &one, g->description, y.count, y.values, y.offsets, y.columns, g->description, z.values, z.offsets,
                z.columns, &bytes) == 0 &&
        cudaMalloc(&buffer, bytes + 1) == cudaSuccess) {
        *nonzeros = 0;
        for (int i = -1; i < repetitions && *nonzeros >= 0; i++) {
            cudaEventRecord(begin, 0);
            *nonzeros = run_geam(g, a, &x, &y, &z, buffer);
            cudaEventRecord(end, 0);
            cudaEventSynchronize(end);
            cudaEventElapsedTime(&ms, begin, end);
            times[i < 0 ? 0 : i] = 1e-3 * (double)ms;
        }
        seconds = *nonzeros >= 0 ? median(times, repetitions) : -1;
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFree(buffer);
    release(&x);
    release(&y);
    release(&z);
    return seconds;
}

/* ---- ours ---- */

/* A with its rows moved up by one: the first one becomes the last. */
static mg_status move_rows(mg_context *context, const mg_matrix_arrays *a, mg_matrix **moved) {
    const uint64_t first = a->rows ? a->row_offsets[1] : 0, rest = a->nonzeros - first;
    uint64_t *const offsets = malloc((a->rows + 1) * sizeof *offsets);
    uint32_t *const columns = malloc(a->nonzeros * sizeof *columns + 1);
    float *const values = malloc(a->nonzeros * sizeof *values + 1);
    mg_matrix_arrays b = *a;
    for (uint64_t row = 0; row < a->rows; row++) {
        offsets[row] = a->row_offsets[row + 1] - first;
    }
    offsets[a->rows] = a->nonzeros;
    memcpy(columns, a->column_indices + first, rest * sizeof *columns);
    memcpy(columns + rest, a->column_indices, first * sizeof *columns);
    memcpy(values, (const float *)a->values + first, rest * sizeof *values);
    memcpy(values + rest, a->values, first * sizeof *values);
    b.row_offsets = offsets;
    b.column_indices = columns;
    b.values = values;
    const mg_status status = mg_matrix_create(context, &b, moved);
    free(offsets);
    free(columns);
    free(values);
    return status;
}

static double measure(mg_context *context, const mg_matrix *a, const mg_matrix *b, mg_backend_kind backend,
                      int repetitions, mg_matrix **sum) {
    double times[REPETITIONS_MAX], device = 0;
    mg_add_options o = MG_ADD_OPTIONS_INIT;
    o.backend = backend;
    o.device_seconds = &device;
    for (int i = -1; i < repetitions; i++) {
        mg_matrix_destroy(context, *sum);
        *sum = NULL;
        const double start = mg__now();
        if (mg_matrix_add_with(context, 1, a, 1, b, &o, sum) < 0) {
            fprintf(stderr, "%s\n", mg_context_error(context));
            return -1;
        }
        times[i < 0 ? 0 : i] = device > 0 ? device : mg__now() - start;
    }
    return median(times, repetitions);
}

static bool same(mg_context *context, const mg_matrix *const sums[2]) {
    mg_matrix_arrays a, b;
    return mg_matrix_to_csr(context, sums[0], &a) == MG_OK && mg_matrix_to_csr(context, sums[1], &b) == MG_OK &&
           a.nonzeros == b.nonzeros &&
           memcmp(a.row_offsets, b.row_offsets, (a.rows + 1) * sizeof *a.row_offsets) == 0 &&
           memcmp(a.column_indices, b.column_indices, a.nonzeros * sizeof *a.column_indices) == 0 &&
           memcmp(a.values, b.values, a.nonzeros * sizeof(float)) == 0;
}

static bool bench(mg_context *context, const geam *g, const char *name, int repetitions) {
    mg_matrix *a = NULL, *b = NULL, *sums[2] = {NULL, NULL};
    mg_matrix_arrays x, y;
    int vendor_nonzeros = -1;
    bool good = false;
    if (gpu_matrix_make(context, name, &a) >= 0 && mg_matrix_to_csr(context, a, &x) >= 0 &&
        move_rows(context, &x, &b) >= 0 && mg_matrix_to_csr(context, b, &y) >= 0) {
        const double host = measure(context, a, b, MG_BACKEND_CPU, 3, &sums[0]);
        const double device = measure(context, a, b, MG_BACKEND_CUDA, repetitions, &sums[1]);
        const double vendor = g->library ? measure_geam(g, &x, &y, repetitions, &vendor_nonzeros) : -1;
        good = host > 0 && device > 0 && same(context, (const mg_matrix *[2]){sums[0], sums[1]}) &&
               (vendor < 0 || (uint64_t)vendor_nonzeros == mg_matrix_nonzeros(sums[0]));
        printf("%-34s %10llu + %10llu = %10llu  device %8.3f ms  csrgeam2 %8.3f ms (%4.2f)  CPU %8.1f ms%s\n", name,
               (unsigned long long)x.nonzeros, (unsigned long long)y.nonzeros,
               sums[1] ? (unsigned long long)mg_matrix_nonzeros(sums[1]) : 0ULL, 1e3 * device, 1e3 * vendor,
               vendor / device, 1e3 * host, good ? "" : " WRONG");
    } else {
        printf("%s: %s\n", name, mg_context_error(context));
    }
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        mg_matrix_destroy(context, sums[i]);
    }
    mg_matrix_destroy(context, a);
    mg_matrix_destroy(context, b);
    return good;
}

int main(int argc, char **argv) {
    mg_context *context = NULL;
    geam g = {NULL};
    int repetitions = 9, i = 1, status = 0;
    if (i + 1 < argc && strcmp(argv[i], "-r") == 0) {
        repetitions = atoi(argv[i + 1]);
        i += 2;
    }
    if (i == argc || repetitions < 3 || repetitions > REPETITIONS_MAX) {
        fprintf(stderr, "usage: %s [-r 3 to %d] MATRIX...\n", argv[0], REPETITIONS_MAX);
        return 1;
    }
    if (mg_context_create(NULL, &context) < 0) {
        return 1;
    }
    if (mg_device_count(context) == 0) {
        fprintf(stderr, "no GPU\n");
        mg_context_destroy(context);
        return 77;
    }
    if (!open_geam(&g)) {
        fprintf(stderr, "cuSPARSE was not found\n");
        g.library = NULL;
    }
    for (; i < argc; i++) {
        status = bench(context, &g, argv[i], repetitions) ? status : 1;
    }
    mg_context_destroy(context);
    return status;
}

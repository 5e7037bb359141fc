/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_bench_matrix: SpMM, SpMM transposed and SDDMM of float matrices in several formats on a GPU, with operands in
 * device memory. Per matrix, operation and number of columns: 10^9 operations a second in each format, by the median of
 * the device's times; the results are compared with those of the first format, and these with a double loop for a
 * sample of rows or nonzeros.
 *
 *     gpu_bench_matrix [-r REPETITIONS] [-k K,...] [-o OPERATIONS] [-f FORMAT,...] [-v 1] [-s SECONDS] MATRIX...
 *
 * OPERATIONS: letters of m (SpMM), p (of its pattern, whose nonzeros are all 1), t (transposed), s (SDDMM). FORMAT:
 * NAME[:PANEL_ROWS[:TILE_COLUMNS[:THRESHOLD]]], 0: by the tiling; persistent and dynamic are hisparse by this
 * scheduler. -v 1: cuSPARSE beside the products with one column. SECONDS: begins no further matrix after so many.
 * MATRIX: see gpu_matrices.h. Exit status: 0 all right, 1 failure or wrong result, 77 no GPU.
 */
#include "core/cuda/device/device.h"
#include "core/sparse/formats.h"
#include "tests/core/cuda/gpu_bench_vendor.h"
#include "tests/core/cuda/gpu_matrices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMATS_MAX = 16, COLUMNS_MAX = 8, REPETITIONS_MAX = 100, PATTERN = (1 << 20) + 7, SAMPLES = 256 };

typedef struct bench_format {
    const char *text;
    mg_matrix_format format;
    mg_format_options options;
    mg_scheduler scheduler;
    mg_matrix *matrix;
    mg_matrix *rest; /* ASPT, RS: the nonzeros outside of tiles and heavy segments, as SPLIT */
} bench_format;

typedef struct bench {
    mg_context *context;
    bench_format formats[FORMATS_MAX];
    uint32_t columns[COLUMNS_MAX];
    size_t format_count, column_count;
    int repetitions, wrong;
    bool with_vendor;
    const char *operations;
    mg_matrix *matrix;
    gpu_vendor vendor; /* of the matrix */
    mg_matrix_arrays csr;
    float *x, *y, *out; /* in device memory */
    float pattern[PATTERN];
} bench;

static bool failed(bench *b, const char *what) {
    printf("%s: %s\n", what, mg_context_error(b->context));
    b->wrong++;
    return false;
}

/* ---- operands ---- */

static float element(const bench *b, uint64_t i) {
    return b->pattern[i % PATTERN];
}

/* Repeats the pattern. */
static bool fill(bench *b, float *array, uint64_t count) {
    bool good = true;
    for (uint64_t at = 0; at < count && good; at += PATTERN) {
        const uint64_t some = count - at < PATTERN ? count - at : PATTERN;
        good = at ? cudaMemcpyAsync(array + at, array, some * sizeof *array, cudaMemcpyDeviceToDevice, 0) == cudaSuccess
                  : cudaMemcpy(array, b->pattern, some * sizeof *array, cudaMemcpyHostToDevice) == cudaSuccess;
    }
    return good && cudaDeviceSynchronize() == cudaSuccess;
}

static bool allocate(bench *b, uint32_t k) {
    const uint64_t most = (b->csr.rows > b->csr.columns ? b->csr.rows : b->csr.columns) * k;
    return cudaMalloc((void **)&b->x, most * sizeof *b->x) == cudaSuccess &&
           cudaMalloc((void **)&b->y, most * sizeof *b->y) == cudaSuccess &&
           cudaMalloc((void **)&b->out, b->csr.nonzeros * sizeof *b->out) == cudaSuccess && fill(b, b->x, most) &&
           fill(b, b->y, most);
}

static void release(bench *b) {
    cudaFree(b->x);
    cudaFree(b->y);
    cudaFree(b->out);
    b->x = b->y = b->out = NULL;
}

/* ---- results ---- */

/* A sample: rows of Y, or for SDDMM runs of `out`. */
typedef struct sample {
    uint64_t count, width, step;
    float *values;
} sample;

static sample take(const bench *b, char operation, uint32_t k) {
    const uint64_t n = operation == 't' ? b->csr.columns : b->csr.rows;
    const uint64_t width = operation == 's' ? 256 : k, total = operation == 's' ? b->csr.nonzeros / width : n;
    sample s = {.width = width, .count = total < SAMPLES ? total : SAMPLES};
    s.step = s.count ? total / s.count : 1;
    s.values = malloc((s.count * width + 1) * sizeof(float));
    const float *from = operation == 's' ? b->out : b->y;
    cudaMemcpy2D(s.values, width * sizeof(float), from, s.step * width * sizeof(float), width * sizeof(float), s.count,
                 cudaMemcpyDeviceToHost);
    return s;
}

/* Largest difference of two samples, relative to the largest element of the row. */
static double difference(const sample *s, const sample *other) {
    double worst = 0;
    for (uint64_t i = 0; i < s->count; i++) {
        double largest = 1e-20, apart = 0;
        for (uint64_t c = 0; c < s->width; c++) {
            const double one = (double)s->values[i * s->width + c], two = (double)other->values[i * s->width + c];
            largest = fabs(one) > largest ? fabs(one) : largest;
            apart = fabs(one - two) <= apart ? apart : fabs(one - two); /* NaN is apart */
        }
        worst = apart / largest <= worst ? worst : apart / largest;
    }
    return worst;
}

/* The same against double loops. */
static double error_of(const bench *b, char operation, uint32_t k, const sample *s) {
    sample right = *s;
    right.values = calloc(s->count * s->width + 1, sizeof(float));
    const float *values = b->csr.values;
#pragma omp parallel for schedule(dynamic, 1)
    for (uint64_t i = 0; i < s->count; i++) {
        double *sum = calloc(s->width, sizeof *sum);
        const uint64_t row = i * s->step;
        if (operation != 's') {
            for (uint64_t e = b->csr.row_offsets[row]; e < b->csr.row_offsets[row + 1]; e++) {
                for (uint32_t c = 0; c < k; c++) {
                    sum[c] += (operation == 'p' ? 1.0 : (double)values[e]) *
                              (double)element(b, (uint64_t)b->csr.column_indices[e] * k + c);
                }
            }
        } else {
            uint64_t owner = 0, high = b->csr.rows;
            for (uint64_t j = 0; j < s->width; j++) {
                const uint64_t e = row * s->width + j;
                for (high = b->csr.rows; owner + 1 < high;) { /* the last row that begins at e or before */
                    const uint64_t middle = (owner + high) / 2;
                    *(b->csr.row_offsets[middle] <= e ? &owner : &high) = middle;
                }
                for (uint32_t c = 0; c < k; c++) {
                    sum[j] += (double)values[e] * (double)element(b, owner * k + c) *
                              (double)element(b, (uint64_t)b->csr.column_indices[e] * k + c);
                }
            }
        }
        for (uint64_t c = 0; c < s->width; c++) {
            right.values[i * s->width + c] = (float)sum[c];
        }
        free(sum);
    }
    const double worst = difference(&right, s);
    free(right.values);
    return worst;
}

/* ---- measuring ---- */

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median seconds; negative: the format does not run this. */
static double measure(bench *b, const mg_matrix *matrix, mg_scheduler scheduler, char operation, uint32_t k) {
    double times[REPETITIONS_MAX];
    mg_product_options o = MG_PRODUCT_OPTIONS_INIT;
    o.backend = MG_BACKEND_CUDA;
    o.strict = true;
    o.scheduler = scheduler;
    o.transpose = operation == 't';
    o.semiring = operation == 'p' ? MG_PLUS_FIRST : MG_PLUS_TIMES;
    for (int i = -1; i < b->repetitions; i++) {
        o.device_seconds = &times[i < 0 ? 0 : i];
        const mg_status status = operation == 's' ? mg_matrix_sddmm(b->context, matrix, &o, k, b->y, k, b->x, k, b->out)
                                                  : mg_matrix_spmm(b->context, matrix, &o, k, b->x, k, b->y, k);
        if (status < 0) {
            if (status != MG_ERROR_UNSUPPORTED) {
                failed(b, "product");
            }
            return -1;
        }
    }
    qsort(times, (size_t)b->repetitions, sizeof *times, compare_doubles);
    return times[b->repetitions / 2];
}

/* cuSPARSE's best, and how much faster than the first format it is. */
static void print_vendor(bench *b, char operation, uint32_t k, double first_seconds) {
    const char *name = "";
    if (b->vendor.library && k == 1 && operation != 's') {
        const double seconds =
            gpu_vendor_measure(&b->vendor, operation == 't', b->x, b->y, (size_t)b->repetitions, &name);
        printf(" %7.0f (%4.2f) %s", 2e-9 * (double)b->csr.nonzeros / seconds, first_seconds / seconds, name);
    }
}

static void run(bench *b, char operation, uint32_t k) {
    sample first = {.values = NULL};
    double first_seconds = 0;
    printf("  %c %4u", operation, k);
    for (size_t i = 0; i < b->format_count; i++) {
        const bench_format *f = &b->formats[i];
        if (operation == 's' && !fill(b, b->y, b->csr.rows * k)) { /* SpMM has written it */
            b->wrong++;
            break;
        }
        const double seconds = f->matrix ? measure(b, f->matrix, f->scheduler, operation, k) : -1;
        if (seconds < 0) {
            printf(" %18s", "-");
            continue;
        }
        sample s = take(b, operation, k);
        const double apart = first.values       ? difference(&first, &s)
                             : operation == 't' ? 0
                                                : error_of(b, operation, k, &s);
        const bool right = apart < 2e-4;
        first_seconds = first.values ? first_seconds : seconds;
        b->wrong += !right;
        printf(" %7.0f (%4.2f", 2e-9 * (double)b->csr.nonzeros * k / seconds, first_seconds / seconds);
        if (f->rest && operation == 'm') {
            printf(" %2.0f%%)", 100 * measure(b, f->rest, MG_SCHEDULER_FLAT, operation, k) / seconds);
        } else {
            printf(")    ");
        }
        if (!right) {
            printf(" WRONG %g", apart);
        }
        if (first.values) {
            free(s.values);
        } else {
            first = s;
        }
    }
    print_vendor(b, operation, k, first_seconds);
    printf("\n");
    fflush(stdout);
    free(first.values);
}

/* Share of the nonzeros in dense tiles or heavy segments. */
static double share_of(const mg_matrix *matrix) {
    const mg_storage *s = matrix->storage;
    const uint64_t count = s->format->id == MG_FORMAT_ASPT ? ((const mg_aspt *)s->layout)->dense_nonzeros
                           : s->format->id == MG_FORMAT_RS ? ((const mg_rs *)s->layout)->heavy_nonzeros
                                                           : 0;
    return s->nonzeros ? (double)count / (double)s->nonzeros : 0;
}

static void convert(bench *b) {
    for (size_t i = 0; i < b->format_count; i++) {
        bench_format *f = &b->formats[i];
        mg_matrix_statistics statistics = MG_MATRIX_STATISTICS_INIT;
        f->matrix = f->rest = NULL;
        if (mg_matrix_convert_with(b->context, b->matrix, f->format, &f->options, &f->matrix) < 0 ||
            mg_matrix_describe(b->context, f->matrix, &statistics) < 0) {
            failed(b, f->text);
            continue;
        }
        printf("  %s: build %.0f ms, %.2f in %llu units\n", f->text, 1e3 * statistics.build_seconds,
               share_of(f->matrix), (unsigned long long)statistics.units);
        if (gpu_matrix_rest(b->context, f->matrix, &f->rest) < 0) {
            failed(b, "rest");
        }
    }
}

static void bench_matrix(bench *b, const char *name) {
    const double start = mg__now();
    if (gpu_matrix_make(b->context, name, &b->matrix) < 0 || mg_matrix_to_csr(b->context, b->matrix, &b->csr) < 0) {
        failed(b, name);
        return;
    }
    printf("%s: %llu rows, %llu nonzeros, made in %.1f s\n", name, (unsigned long long)b->csr.rows,
           (unsigned long long)b->csr.nonzeros, mg__now() - start);
    if (b->with_vendor && (cudaFree(NULL) != cudaSuccess || !gpu_vendor_open(&b->vendor, &b->csr))) {
        b->wrong++;
    }
    convert(b);
    printf("  %6s", "");
    for (size_t i = 0; i < b->format_count; i++) {
        printf(" %18s", b->formats[i].text);
    }
    printf("\n");
    for (const char *operation = b->operations; *operation; operation++) {
        for (size_t i = 0; i < b->column_count; i++) {
            if (allocate(b, b->columns[i])) {
                run(b, *operation, b->columns[i]);
            } else {
                b->wrong++;
                printf("no device memory for %u columns\n", b->columns[i]);
            }
            release(b);
        }
    }
    for (size_t i = 0; i < b->format_count; i++) {
        mg_matrix_destroy(b->context, b->formats[i].matrix);
        mg_matrix_destroy(b->context, b->formats[i].rest);
    }
    if (b->with_vendor) {
        gpu_vendor_close(&b->vendor);
    }
    mg_matrix_destroy(b->context, b->matrix);
    b->matrix = NULL;
}

/* ---- options ---- */

static bool parse_format(bench *b, const char *text) {
    char name[16] = "";
    bench_format f = {.text = text, .options = MG_FORMAT_OPTIONS_INIT};
    unsigned sizes[3] = {0, 0, 0};
    f.options.backend = MG_BACKEND_CUDA;
    f.options.k = 128;
    if (sscanf(text, "%15[a-z]:%u:%u:%u", name, &sizes[0], &sizes[1], &sizes[2]) < 1 ||
        b->format_count == FORMATS_MAX) {
        return false;
    }
    f.options.panel_rows = sizes[0];
    f.options.tile_columns = sizes[1];
    f.options.threshold = sizes[2];
    const bool is_dynamic = strcmp(name, "dynamic") == 0, is_persistent = strcmp(name, "persistent") == 0;
    f.scheduler = is_dynamic ? MG_SCHEDULER_DYNAMIC : is_persistent ? MG_SCHEDULER_PERSISTENT : MG_SCHEDULER_FLAT;
    f.format = is_dynamic || is_persistent ? MG_FORMAT_HISPARSE : MG_FORMAT_AUTO;
    for (int i = MG_FORMAT_CSR; i < MG_FORMAT_COUNT; i++) {
        f.format = strcmp(name, mg_matrix_format_name((mg_matrix_format)i)) == 0 ? (mg_matrix_format)i : f.format;
    }
    b->formats[b->format_count++] = f;
    return f.format != MG_FORMAT_AUTO;
}

static bool parse_columns(bench *b, const char *text) {
    const int k = atoi(text);
    if (k < 1 || b->column_count == COLUMNS_MAX) {
        return false;
    }
    b->columns[b->column_count++] = (uint32_t)k;
    return true;
}

/* The words of a list, which is changed. */
static bool parse_list(bench *b, char *list, bool (*parse)(bench *b, const char *word)) {
    bool good = true;
    for (char *word = strtok(list, ","); word && good; word = strtok(NULL, ",")) {
        good = parse(b, word);
    }
    return good;
}

static bench all; /* the pattern is large */

int main(int argc, char **argv) {
    static char default_formats[] = "split,aspt,rs", default_columns[] = "32,128,512";
    double seconds = 1e9;
    bool good = true;
    int i = 1;
    uint64_t state = 1;
    all.repetitions = 5;
    all.operations = "m";
    for (; good && i + 1 < argc && argv[i][0] == '-'; i += 2) {
        char *const word = argv[i + 1];
        switch (argv[i][1]) {
        case 'r':
            all.repetitions = atoi(word);
            break;
        case 'k':
            good = parse_list(&all, word, parse_columns);
            break;
        case 'o':
            all.operations = word;
            break;
        case 'f':
            good = parse_list(&all, word, parse_format);
            break;
        case 'v':
            all.with_vendor = atoi(word) != 0;
            break;
        case 's':
            seconds = atof(word);
            break;
        default:
            good = false;
        }
    }
    good = good && (all.column_count || parse_list(&all, default_columns, parse_columns));
    good = good && (all.format_count || parse_list(&all, default_formats, parse_format));
    if (!good || i == argc || all.repetitions < 1 || all.repetitions > REPETITIONS_MAX) {
        fprintf(stderr,
                "usage: %s [-r REPETITIONS] [-k K,...] [-o mpts] [-f FORMAT,...] [-v 1] [-s SECONDS] MATRIX...\n",
                argv[0]);
        return 1;
    }
    for (uint64_t j = 0; j < PATTERN; j++) {
        all.pattern[j] = (float)(gpu_matrix_random(&state) % 65536) / 32768 - 1;
    }
    if (mg_context_create(NULL, &all.context) < 0) {
        return 1;
    }
    if (mg_device_count(all.context) == 0) {
        fprintf(stderr, "no GPU\n");
        return 77;
    }
    const double start = mg__now();
    for (; i < argc; i++) {
        if (mg__now() - start < seconds) {
            bench_matrix(&all, argv[i]);
        } else {
            printf("%s: no time left\n", argv[i]);
        }
    }
    mg_context_destroy(all.context);
    return all.wrong ? 1 : 0;
}

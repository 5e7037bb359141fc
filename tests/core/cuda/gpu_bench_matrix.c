/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_bench_matrix: SpMM, SpMM transposed and SDDMM of float matrices in several formats on a GPU, with operands in
 * device memory. Per matrix, number of columns and operation, for each format: 10^9 operations a second by the median
 * of the device's times; in brackets times the first format, milliseconds for which the device built the format (median
 * of three builds), and after how many products that has paid against the first format. Results are compared with
 * a double loop for a sample of rows or nonzeros.
 *
 *     gpu_bench_matrix [-r REPETITIONS] [-k K,...] [-o OPERATIONS] [-f FORMAT,...] [-v 1] [-s SECONDS] [-h 1] MATRIX...
 *
 * OPERATIONS: letters of m (SpMM), p (of its pattern, whose nonzeros are all 1), t (transposed), s (SDDMM). FORMAT:
 * NAME[:PANEL_ROWS[:TILE_COLUMNS[:THRESHOLD]]], 0: by the tiling; `auto` says what it chose. -v 1: cuSPARSE beside the
 * products with one column. SECONDS: begins no further matrix after so many. -h 1: also builds the formats on the host;
 * prints the build time, the share of the nonzeros in tiles, and the share of the time spent on the others. MATRIX: a
 * file, or a generated one (tools/bench/matrix_recipes.h): kron20x16/degree, band:65536:256. Exit status: 0 all right,
 * 1 failure or wrong result, 77 no GPU.
 */
#include "core/cuda/device/device.h"
#include "core/sparse/formats.h"
#include "tests/core/cuda/gpu_bench_samples.h"
#include "tests/core/cuda/gpu_bench_vendor.h"
#include "tests/core/cuda/gpu_matrices.h"
#include "tools/bench/matrix_recipes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMATS_MAX = 16, BUILDS = 3, COLUMNS_MAX = 8, REPETITIONS_MAX = 100, PATTERN = (1 << 20) + 7 };

/* Largest error of an element, relative to the sum of the magnitudes of its terms. */
#define TOLERANCE 2e-5

typedef struct bench_format {
    const char *text;
    mg_matrix_format format;
    mg_format_options options;
    mg_scheduler scheduler;
    mg_matrix *matrix;
    mg_matrix *rest; /* ASPT, RS with `host`: the nonzeros outside of tiles and heavy segments, as SPLIT */
    double build;    /* seconds on the device */
} bench_format;

typedef struct bench {
    mg_context *context;
    bench_format formats[FORMATS_MAX];
    uint32_t columns[COLUMNS_MAX];
    size_t format_count, column_count;
    int repetitions, wrong;
    bool with_vendor;
    bool host;
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

/* One format; *first_seconds: of the first one that ran, 0 before. */
static void run_format(bench *b, const bench_format *f, const bench_product_case *p, const bench_sample *s,
                       const bench_expected *expected, double *first_seconds) {
    const double seconds = f->matrix ? measure(b, f->matrix, f->scheduler, p->operation, p->k) : -1;
    if (seconds < 0) {
        printf(" %24s", "-");
        return;
    }
    const double error = gpu_bench_error(s, expected, p->operation == 's' ? b->out : b->y);
    *first_seconds = *first_seconds > 0 ? *first_seconds : seconds;
    const double gain = *first_seconds - seconds, more = f->build - b->formats[0].build;
    printf(" %7.0f (%4.2f %6.2f", 2e-9 * (double)b->csr.nonzeros * p->k / seconds, *first_seconds / seconds,
           1e3 * f->build);
    printf(gain > 0 ? " %3.0f)" : "   -)", gain > 0 && more > 0 ? ceil(more / gain) : 0);
    if (f->rest && p->operation == 'm') {
        printf(" rest %2.0f%%", 100 * measure(b, f->rest, MG_SCHEDULER_FLAT, p->operation, p->k) / seconds);
    }
    if (!(error < TOLERANCE)) {
        printf(" WRONG %g", error);
        b->wrong++;
    }
}

static void run(bench *b, char operation, uint32_t k) {
    const bench_product_case p = {
        .csr = &b->csr, .pattern = b->pattern, .period = PATTERN, .operation = operation, .k = k};
    const bench_sample s = gpu_bench_sample(&p);
    bench_expected expected = gpu_bench_expect(&p, &s);
    double first_seconds = 0;
    printf("  %c %4u", operation, k);
    for (size_t i = 0; i < b->format_count; i++) {
        if (operation == 's' && !fill(b, b->y, b->csr.rows * k)) { /* SpMM has written it */
            b->wrong++;
            break;
        }
        run_format(b, &b->formats[i], &p, &s, &expected, &first_seconds);
    }
    print_vendor(b, operation, k, first_seconds);
    printf("\n");
    fflush(stdout);
    gpu_bench_expected_release(&expected);
}

/* Share of the nonzeros in dense tiles or heavy segments. */
static double share_of(const mg_storage *s) {
    const uint64_t count = s->format->id == MG_FORMAT_ASPT ? ((const mg_aspt *)s->layout)->dense_nonzeros
                           : s->format->id == MG_FORMAT_RS ? ((const mg_rs *)s->layout)->heavy_nonzeros
                                                           : 0;
    return s->nonzeros ? (double)count / (double)s->nonzeros : 0;
}

/* Converts, and multiplies once, which builds the format on the device; *seconds: that the device built. */
static bool build(bench *b, bench_format *f, uint32_t k, double *seconds) {
    mg_product_options o = MG_PRODUCT_OPTIONS_INIT;
    o.backend = MG_BACKEND_CUDA;
    mg_matrix_destroy(b->context, f->matrix);
    f->matrix = NULL;
    if (mg_matrix_convert_with(b->context, b->matrix, f->format, &f->options, &f->matrix) < 0 ||
        mg_matrix_spmm(b->context, f->matrix, &o, k, b->x, k, b->y, k) < 0) {
        return failed(b, f->text);
    }
    *seconds = mg__storage_device_seconds(f->matrix->storage);
    return true;
}

static bool build_on_host(bench *b, bench_format *f) {
    mg_storage *host;
    if (mg__storage_hosted(b->context, f->matrix->storage, &host) < 0 ||
        gpu_matrix_rest(b->context, f->matrix, &f->rest) < 0) {
        return failed(b, f->text);
    }
    printf("  %s on the host: %.0f ms, %.2f in %llu units\n", f->text, 1e3 * host->build_seconds, share_of(host),
           (unsigned long long)host->format->units(host));
    return true;
}

static void convert(bench *b, uint32_t k) {
    for (size_t i = 0; i < b->format_count; i++) {
        bench_format *f = &b->formats[i];
        double seconds[BUILDS];
        bool good = true;
        f->matrix = f->rest = NULL;
        f->options.k = k;
        for (int j = 0; j < BUILDS && good; j++) {
            good = build(b, f, k, &seconds[j]);
        }
        if (good) {
            qsort(seconds, BUILDS, sizeof *seconds, compare_doubles);
            f->build = seconds[BUILDS / 2];
            if (f->matrix->storage->why[0]) {
                printf("  %s\n", f->matrix->storage->why);
            }
            good = !b->host || build_on_host(b, f);
        }
    }
}

static void release_formats(bench *b) {
    for (size_t i = 0; i < b->format_count; i++) {
        mg_matrix_destroy(b->context, b->formats[i].matrix);
        mg_matrix_destroy(b->context, b->formats[i].rest);
        b->formats[i].matrix = b->formats[i].rest = NULL;
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
    printf("  %6s", "");
    for (size_t i = 0; i < b->format_count; i++) {
        printf(" %24s", b->formats[i].text);
    }
    printf("\n");
    for (size_t i = 0; i < b->column_count; i++) {
        if (allocate(b, b->columns[i])) {
            convert(b, b->columns[i]);
            for (const char *operation = b->operations; *operation; operation++) {
                run(b, *operation, b->columns[i]);
            }
        } else {
            b->wrong++;
            printf("no device memory for %u columns\n", b->columns[i]);
        }
        release_formats(b);
        release(b);
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
    return f.format != MG_FORMAT_AUTO || strcmp(name, mg_matrix_format_name(MG_FORMAT_AUTO)) == 0;
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
        case 'h':
            all.host = atoi(word) != 0;
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
        fprintf(
            stderr,
            "usage: %s [-r REPETITIONS] [-k K,...] [-o mpts] [-f FORMAT,...] [-v 1] [-s SECONDS] [-h 1] MATRIX...\n",
            argv[0]);
        return 1;
    }
    for (uint64_t j = 0; j < PATTERN; j++) {
        all.pattern[j] = (float)(matrix_hash(j) % 65536) / 32768 - 1;
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

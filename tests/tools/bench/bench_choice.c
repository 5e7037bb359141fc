/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_choice.c: the storage formats of matrices on the CPU, and the benefit of their choice: for each matrix and
 * number of columns the medians of the products of every format, interleaved, the format that AUTO chooses for many
 * products, and its time divided by that of the best. The last line counts the cells within 5 % of the best.
 *
 *     bench_choice [-t THREADS] [-n TRIALS] [-k K,...] [-f FORMAT,...] [-o ROWS,COLUMNS,THRESHOLD] [-s] [-l] MATRIX...
 *
 * -o: sizes of the tiles of ASPT; -s: SDDMM instead of SpMM; -l: least times instead of medians. MATRIX: a file, or a
 * generated one of tools/bench/matrix_recipes.h.
 */
#include "tools/bench/matrix_recipes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TRIALS_MAX 101
#define COUNTS_MAX 16
#define CLOSE 1.05 /* within this factor of the best format a choice is right */

static struct {
    size_t trials;
    uint32_t k[COUNTS_MAX];
    size_t k_count;
    bool wanted[MG_FORMAT_COUNT];
    bool sddmm, least;
    mg_format_options sizes;
} options = {.trials = 9, .sizes = {.size = sizeof(mg_format_options), .backend = MG_BACKEND_CPU}};

typedef struct operands {
    float *x, *y, *out;
} operands;

/* Ends the program on a failure. */
static void bench_check(mg_context *context, mg_status status) {
    if (status < 0) {
        fprintf(stderr, "%s\n", mg_context_error(context));
        exit(1);
    }
}

static mg_matrix *open_matrix(mg_context *context, const char *name) {
    mg_matrix *matrix = NULL;
    const char *why = NULL;
    const mg_status status = matrix_recipe_known(name) ? matrix_recipe_make(context, name, &matrix, &why)
                                                       : mg_matrix_read(context, name, &matrix);
    if (status < 0 && why) {
        fprintf(stderr, "%s: %s\n", name, why);
        exit(2);
    }
    bench_check(context, status);
    return matrix;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void *memory(uint64_t count) {
    float *block = malloc(count * sizeof(float) + 1);
    if (!block) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    for (uint64_t i = 0; i < count; i++) {
        block[i] = (float)(i * 2654435761u % 1024) / 1024;
    }
    return block;
}

static double multiply(mg_context *context, const mg_matrix *matrix, uint32_t k, const operands *o) {
    mg_product_options product = MG_PRODUCT_OPTIONS_INIT;
    product.backend = MG_BACKEND_CPU;
    const double start = now();
    const mg_status status = options.sddmm ? mg_matrix_sddmm(context, matrix, &product, k, o->x, k, o->y, k, o->out)
                                           : mg_matrix_spmm(context, matrix, &product, k, o->x, k, o->y, k);
    bench_check(context, status);
    return now() - start;
}

/* Medians of all formats in seconds, 0 where a format does not take the matrix; *chosen: AUTO's format. */
static void measure(mg_context *context, const mg_matrix *matrix, uint32_t k, double *seconds,
                    mg_matrix_format *chosen) {
    static double times[MG_FORMAT_COUNT][TRIALS_MAX];
    const uint64_t rows = mg_matrix_rows(matrix), columns = mg_matrix_columns(matrix);
    mg_matrix *built[MG_FORMAT_COUNT] = {NULL}, *automatic;
    mg_format_options sizes = options.sizes;
    sizes.k = k;
    operands o = {.x = memory((options.sddmm ? rows : columns) * k),
                  .y = memory((options.sddmm ? columns : rows) * k),
                  .out = memory(options.sddmm ? mg_matrix_nonzeros(matrix) : 0)};
    bench_check(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_AUTO, &sizes, &automatic));
    *chosen = mg_matrix_format_of(automatic);
    mg_matrix_destroy(context, automatic);
    for (int f = MG_FORMAT_CSR; f < MG_FORMAT_COUNT; f++) {
        if (options.wanted[f] &&
            mg_matrix_convert_with(context, matrix, (mg_matrix_format)f, &sizes, &built[f]) != MG_ERROR_UNSUPPORTED &&
            !built[f]) {
            bench_check(context, MG_ERROR_MEMORY);
        }
    }
    for (size_t t = 0; t <= options.trials; t++) { /* the first one warms up */
        for (int f = MG_FORMAT_CSR; f < MG_FORMAT_COUNT; f++) {
            if (built[f]) {
                times[f][t ? t - 1 : 0] = multiply(context, built[f], k, &o);
            }
        }
    }
    for (int f = 0; f < MG_FORMAT_COUNT; f++) {
        if (built[f]) {
            qsort(times[f], options.trials, sizeof *times[f], compare);
        }
        seconds[f] = built[f] ? times[f][options.least ? 0 : options.trials / 2] : 0;
        mg_matrix_destroy(context, built[f]);
    }
    free(o.x);
    free(o.y);
    free(o.out);
}

static bool report(const char *name, uint32_t k, const double *seconds, mg_matrix_format chosen) {
    int best = 0;
    printf("| %s | %u |", name, k);
    for (int f = MG_FORMAT_CSR; f < MG_FORMAT_COUNT; f++) {
        if (seconds[f] > 0) {
            printf(" %.3f |", 1e3 * seconds[f]);
            best = !best || seconds[f] < seconds[best] ? f : best;
        } else if (options.wanted[f]) {
            printf(" - |");
        }
    }
    const double ratio = seconds[chosen] > 0 ? seconds[chosen] / seconds[best] : 0;
    printf(" %s | %s | %.2f |\n", mg_matrix_format_name((mg_matrix_format)best), mg_matrix_format_name(chosen), ratio);
    fflush(stdout);
    return ratio > 0 && ratio <= CLOSE;
}

static void set_formats(char *list) {
    memset(options.wanted, 0, sizeof options.wanted);
    for (const char *word = strtok(list, ","); word; word = strtok(NULL, ",")) {
        for (int f = MG_FORMAT_CSR; f < MG_FORMAT_COUNT; f++) {
            options.wanted[f] |= strcmp(word, mg_matrix_format_name((mg_matrix_format)f)) == 0;
        }
    }
}

static void set_counts(char *list) {
    options.k_count = 0;
    for (const char *word = strtok(list, ","); word && options.k_count < COUNTS_MAX; word = strtok(NULL, ",")) {
        options.k[options.k_count++] = (uint32_t)atoi(word);
    }
}

static void read_options(int count, char **arguments, mg_context_options *context) {
    char formats[] = "csr,coo,ell,split,aspt", counts[] = "1,8,32,128";
    set_formats(formats);
    set_counts(counts);
    for (int option; (option = getopt(count, arguments, "t:n:k:f:o:sl")) != -1;) {
        switch (option) {
        case 't':
            context->threads = atoi(optarg);
            break;
        case 'n':
            options.trials = (size_t)atoi(optarg) < TRIALS_MAX ? (size_t)atoi(optarg) : TRIALS_MAX;
            break;
        case 'k':
            set_counts(optarg);
            break;
        case 'f':
            set_formats(optarg);
            break;
        case 'o':
            sscanf(optarg, "%u,%u,%u", &options.sizes.panel_rows, &options.sizes.tile_columns,
                   &options.sizes.threshold);
            break;
        case 's':
            options.sddmm = true;
            break;
        case 'l':
            options.least = true;
            break;
        default:
            exit(2);
        }
    }
}

int main(int count, char **arguments) {
    mg_context_options context_options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    unsigned cells = 0, close = 0;
    read_options(count, arguments, &context_options);
    if (mg_context_create(&context_options, &context) < 0) {
        return 1;
    }
    printf("| matrix | k |");
    for (int f = MG_FORMAT_CSR; f < MG_FORMAT_COUNT; f++) {
        if (options.wanted[f]) {
            printf(" %s |", mg_matrix_format_name((mg_matrix_format)f));
        }
    }
    printf(" best | auto | auto / best |\n");
    for (int i = optind; i < count; i++) {
        mg_matrix *const matrix = open_matrix(context, arguments[i]);
        for (size_t k = 0; k < options.k_count; k++) {
            double seconds[MG_FORMAT_COUNT];
            mg_matrix_format chosen;
            measure(context, matrix, options.k[k], seconds, &chosen);
            close += report(arguments[i], options.k[k], seconds, chosen);
            cells++;
        }
        mg_matrix_destroy(context, matrix);
    }
    printf("auto is within 5 %% of the best format in %u of %u cells\n", close, cells);
    mg_context_destroy(context);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * papers_adell.c: the steps from ELL to CoAdELL (Maggioni and Berger-Wolf), each of which the poster motivates by the
 * one before: a width for each warp and rows sorted locally, lanes by the length of the row, compressed columns.
 */
#include "tools/bench/papers.h"

#include <math.h>

enum { ELL, WELL, ADELL, COADELL, STEPS, CSR = STEPS, SPLIT, SCALAR, VENDOR, SCHEMES };
static const papers_scheme ell = {.name = "ELL", .product = {.format = MG_FORMAT_ELL}};
static const papers_scheme well = {.name = "WELL", .product = {.format = MG_FORMAT_WELL}};
static const papers_scheme adell = {.name = "AdELL", .product = {.format = MG_FORMAT_ADELL}};
static const papers_scheme coadell = {.name = "CoAdELL", .product = {.format = MG_FORMAT_COADELL}};
static const papers_scheme *const schemes[SCHEMES] = {&ell,        &well,         &adell,         &coadell,
                                                      &papers_csr, &papers_split, &papers_scalar, &papers_vendor};

typedef struct ladder {
    double seconds[PAPERS_MOST][SCHEMES];
    double bytes[PAPERS_MOST][STEPS], padding[PAPERS_MOST][STEPS]; /* per nonzero; 0: the matrix does not fit */
} ladder;

static void measure(papers *p, mg_type type, ladder *l) {
    for (size_t i = 0; i < p->count; i++) {
        const mg_matrix *const matrix = papers_typed(p, i, type);
        const double nonzeros = (double)mg_matrix_nonzeros(p->matrices[i].matrix);
        for (int scheme = 0; scheme < SCHEMES; scheme++) {
            mg_matrix_statistics s = MG_MATRIX_STATISTICS_INIT;
            double seconds[2];
            papers_spmv(p, matrix, schemes[scheme], type, seconds, &s);
            l->seconds[i][scheme] = seconds[0];
            if (scheme < STEPS) {
                l->bytes[i][scheme] = nonzeros > 0 ? (double)s.bytes / nonzeros : 0;
                l->padding[i][scheme] = nonzeros > 0 ? 100 * (double)s.padding / nonzeros : 0;
            }
        }
    }
}

static const char *precision(mg_type type) {
    return type == MG_FLOAT32 ? "single" : "double";
}

static void print_speeds(papers *p, mg_type type, const ladder *l) {
    bench_table t;
    table_begin(&t, p->report, p->backend, "", "ELL to CoAdELL: SpMV, %s precision, GFLOPS (2 nnz / t)",
                precision(type));
    table_note(&t, "poster, GTX 580, double precision: CoAdELL is 31 %% faster than cSpMV and 40 %% than BRO-HYB; it "
                   "names no matrices");
    table_column_add(&t, -22, 0, "matrix", "matrix");
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        table_column_add(&t, 10, 2, schemes[scheme]->name, "%s", schemes[scheme]->name);
    }
    for (size_t i = 0; i < p->count; i++) {
        table_text(&t, "%s", p->matrices[i].name);
        for (int scheme = 0; scheme < SCHEMES; scheme++) {
            table_measured(&t, papers_gflops(p->matrices[i].matrix, 1, l->seconds[i][scheme]));
        }
        table_row(&t);
    }
    table_end(&t);
}

static void print_bytes(papers *p, mg_type type, const ladder *l) {
    bench_table t;
    table_begin(&t, p->report, p->backend, "",
                "ELL to CoAdELL: bytes a nonzero, and padding in percent of the nonzeros, %s precision",
                precision(type));
    table_column_add(&t, -22, 0, "matrix", "matrix");
    for (int step = 0; step < STEPS; step++) {
        table_column_add(&t, 10, 2, schemes[step]->name, "%s", schemes[step]->name);
        table_column_add(&t, 7, 1, "padding", "%s_padding", schemes[step]->name);
    }
    for (size_t i = 0; i < p->count; i++) {
        table_text(&t, "%s", p->matrices[i].name);
        for (int step = 0; step < STEPS; step++) {
            table_measured(&t, l->bytes[i][step]);
            table_number(&t, l->bytes[i][step] > 0 ? l->padding[i][step] : -1);
        }
        table_row(&t);
    }
    table_end(&t);
}

/* Geometric mean of how much faster a scheme is than another, over the matrices that have both. */
static double mean_speedup(const papers *p, const ladder *l, int slower, int faster, size_t *count) {
    double sum = 0;
    *count = 0;
    for (size_t i = 0; i < p->count; i++) {
        if (l->seconds[i][slower] > 0 && l->seconds[i][faster] > 0) {
            sum += log(l->seconds[i][slower] / l->seconds[i][faster]);
            *count += 1;
        }
    }
    return *count ? exp(sum / (double)*count) : 0;
}

static void print_steps(papers *p, mg_type type, const ladder *l) {
    static const int pairs[][2] = {{ELL, WELL},       {WELL, ADELL},  {ADELL, COADELL}, {ELL, COADELL},
                                   {SCALAR, COADELL}, {CSR, COADELL}, {SPLIT, COADELL}, {VENDOR, COADELL}};
    bench_table t;
    table_begin(&t, p->report, p->backend, "",
                "ELL to CoAdELL: geometric mean of the speed-ups, and the matrices that both take, %s precision",
                precision(type));
    table_column_add(&t, -12, 0, "from", "from");
    table_column_add(&t, -12, 0, "to", "to");
    table_column_add(&t, 8, 2, "speed-up", "speed_up");
    table_column_add(&t, 8, 0, "matrices", "matrices");
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        size_t count;
        const double mean = mean_speedup(p, l, pairs[i][0], pairs[i][1], &count);
        table_text(&t, "%s", schemes[pairs[i][0]]->name);
        table_text(&t, "%s", schemes[pairs[i][1]]->name);
        table_measured(&t, mean);
        table_count(&t, count);
        table_row(&t);
    }
    table_end(&t);
}

void papers_adell(papers *p) {
    static ladder l;
    for (int single = 0; single < 2; single++) {
        const mg_type type = single ? MG_FLOAT32 : MG_FLOAT64;
        measure(p, type, &l);
        print_speeds(p, type, &l);
        print_bytes(p, type, &l);
        print_steps(p, type, &l);
    }
}

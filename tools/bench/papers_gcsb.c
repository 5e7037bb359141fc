/* SPDX-License-Identifier: Apache-2.0
 *
 * papers_gcsb.c: chapter 4 of the thesis about GCSB, in single precision. Its speed-ups are those of the sum of SpMV
 * and SpMVT over scalar CSR. csr, split and GCSB16 are ours: GCSB with short coordinates and without empty blocks.
 */
#include "tools/bench/papers_gcsb.h"

#include <stdlib.h>
#include <string.h>

#define PUBLISHED .tiling = MG_TILING_PAPER
static const papers_scheme coo = {.name = "COO", .product = {.format = MG_FORMAT_COO}};
static const papers_scheme ecsb = {.name = "eCSB",
                                   .product = {.format = MG_FORMAT_ECSB, PUBLISHED, .parts = MG_ECSB_COO}};
static const papers_scheme csb = {.name = "CSB-baseline",
                                  .product = {.format = MG_FORMAT_CSB, PUBLISHED, .tile_columns = GCSB_SIDE}};
static const papers_scheme gcsb = {.name = "GCSB",
                                   .product = {.format = MG_FORMAT_GCSB, PUBLISHED, .tile_columns = GCSB_SIDE}};
static const papers_scheme gcsb_short = {.name = "GCSB16", .product = {.format = MG_FORMAT_GCSB}};
const papers_scheme *const gcsb_schemes[GCSB_SCHEMES] = {
    &papers_scalar, &coo, &ecsb, &csb, &gcsb, &gcsb_short, &papers_csr, &papers_split, &papers_vendor};

/* ---- bytes, by the thesis's formulas: indices and values of 4 bytes ---- */

static double block_count(const mg_matrix *matrix, uint32_t side) {
    const uint64_t rows = (mg_matrix_rows(matrix) + side - 1) / side;
    return (double)(rows * ((mg_matrix_columns(matrix) + side - 1) / side));
}

double gcsb_bytes(const mg_matrix *matrix, int scheme, uint32_t side, uint64_t padding) {
    const double z = (double)mg_matrix_nonzeros(matrix), m = (double)mg_matrix_rows(matrix);
    const double blocks = block_count(matrix, side), groups = (double)(((uint64_t)blocks + 31) / 32);
    switch (scheme) {
    case GCSB_SCALAR:
        return 8 * z + 4 * (m + 1);
    case GCSB_COO:
    case GCSB_ECSB: /* its block rows are not counted in table 4.7 either */
        return 12 * z;
    case GCSB_CSB:
        return 8 * z + 4 * (blocks + 1);
    default:
        return 8 * (z + (double)padding) + 4 * blocks + 4 * (groups + 1);
    }
}

/* ---- measuring ---- */

void gcsb_measure(papers *p, const mg_matrix *matrix, gcsb_times *t) {
    for (int scheme = 0; scheme < GCSB_SCHEMES; scheme++) {
        t->built[scheme] = MG_MATRIX_STATISTICS_INIT;
        papers_spmv(p, matrix, gcsb_schemes[scheme], MG_FLOAT32, t->seconds[scheme], &t->built[scheme]);
    }
}

static double total(const gcsb_times *t, int scheme) {
    const double *const seconds = t->seconds[scheme];
    return seconds[0] > 0 && seconds[1] > 0 ? seconds[0] + seconds[1] : -1;
}

/* Scalar CSR where it was measured, else csr. */
static int baseline(const papers *p) {
    return p->backend == MG_BACKEND_CPU ? GCSB_SCALAR : GCSB_CSR;
}

/* ---- figures ---- */

void gcsb_begin_speeds(papers *p, bench_table *t, const char *figure, const char *what) {
    table_begin(t, p->report, p->backend, figure, "Speedup of SpMV and SpMVT on %s, over %s (its ms)", what,
                gcsb_schemes[baseline(p)]->name);
    table_column_add(t, -22, 0, "matrix", "matrix");
    table_column_add(t, 9, 3, "ms", "ms");
    for (int scheme = 0; scheme < GCSB_SCHEMES; scheme++) {
        if (scheme != baseline(p)) {
            table_column_add(t, 12, 2, gcsb_schemes[scheme]->name, "%s", gcsb_schemes[scheme]->name);
        }
    }
}

void gcsb_put_speeds(papers *p, bench_table *t, const char *name, const gcsb_times *times) {
    const double base = total(times, baseline(p));
    table_text(t, "%s", name);
    table_measured(t, 1e3 * base);
    for (int scheme = 0; scheme < GCSB_SCHEMES; scheme++) {
        const double seconds = total(times, scheme);
        if (scheme != baseline(p)) {
            table_measured(t, base > 0 && seconds > 0 ? base / seconds : 0);
        }
    }
    table_row(t);
}

void gcsb_begin_memory(papers *p, bench_table *t, const char *figure, const char *what) {
    table_begin(t, p->report, p->backend, figure,
                "Memory usage on %s, over CSR: the thesis's formulas, then what is allocated", what);
    table_column_add(t, -22, 0, "matrix", "matrix");
    table_column_add(t, 12, 0, "non-zeros", "nonzeros");
    for (int scheme = GCSB_COO; scheme <= GCSB_GCSB; scheme++) {
        table_column_add(t, 12, 2, gcsb_schemes[scheme]->name, "formula_%s", gcsb_schemes[scheme]->name);
    }
    for (int scheme = GCSB_COO; scheme <= GCSB_SHORT; scheme++) {
        table_column_add(t, 12, 2, gcsb_schemes[scheme]->name, "allocated_%s", gcsb_schemes[scheme]->name);
    }
}

void gcsb_put_memory(bench_table *t, const char *name, const mg_matrix *matrix, const gcsb_times *times) {
    const double csr = gcsb_bytes(matrix, GCSB_SCALAR, GCSB_SIDE, 0);
    table_text(t, "%s", name);
    table_count(t, mg_matrix_nonzeros(matrix));
    for (int scheme = GCSB_COO; scheme <= GCSB_GCSB; scheme++) {
        const mg_matrix_statistics *const built = &times->built[scheme];
        table_measured(t, built->bytes ? gcsb_bytes(matrix, scheme, GCSB_SIDE, built->padding) / csr : 0);
    }
    for (int scheme = GCSB_COO; scheme <= GCSB_SHORT; scheme++) {
        table_measured(t, (double)times->built[scheme].bytes / csr);
    }
    table_row(t);
}

/* Figures 4.3 to 4.5. */
static void print_collection(papers *p) {
    static gcsb_times times[PAPERS_MOST];
    const char *const what =
        p->from_files ? "the matrices given" : "generated matrices (none of the collection is given)";
    bench_table t;
    gcsb_begin_speeds(p, &t, "Figures 4.3 and 4.4", what);
    for (size_t i = 0; i < p->count; i++) {
        const papers_source *const source = papers_source_of(p, i);
        gcsb_measure(p, papers_typed(p, i, MG_FLOAT32), &times[i]);
        gcsb_put_speeds(p, &t, p->matrices[i].name, &times[i]);
        if (source && source->printed) {
            table_note(&t, "  thesis, GCSB over CSR, %s: %s", source->name, source->printed);
        }
    }
    table_end(&t);
    gcsb_begin_memory(p, &t, "Figure 4.5", what);
    for (size_t i = 0; i < p->count; i++) {
        gcsb_put_memory(&t, p->matrices[i].name, p->matrices[i].matrix, &times[i]);
    }
    table_end(&t);
}

void papers_gcsb(papers *p) {
    gcsb_print_ideal(p);
    print_collection(p);
    gcsb_print_random(p);
}

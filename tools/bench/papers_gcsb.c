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

void gcsb_print_speed_heading(papers *p, const char *figure, const char *what) {
    bench_print(p->out, "\n%s: Speedup of SpMV and SpMVT on %s, over %s (its ms)\n%-22s %9s", figure, what,
                gcsb_schemes[baseline(p)]->name, "matrix", "ms");
    for (int scheme = 0; scheme < GCSB_SCHEMES; scheme++) {
        if (scheme != baseline(p)) {
            bench_print(p->out, " %12s", gcsb_schemes[scheme]->name);
        }
    }
    bench_print(p->out, "\n");
}

void gcsb_print_speeds(papers *p, const char *name, const gcsb_times *t) {
    const double base = total(t, baseline(p));
    bench_print(p->out, "%-22s", name);
    papers_put(p, 9, 3, 1e3 * base);
    for (int scheme = 0; scheme < GCSB_SCHEMES; scheme++) {
        const double seconds = total(t, scheme);
        if (scheme != baseline(p)) {
            papers_put(p, 12, 2, base > 0 && seconds > 0 ? base / seconds : 0);
        }
    }
    bench_print(p->out, "\n");
    sink_flush(p->out);
}

void gcsb_print_memory_heading(papers *p, const char *figure, const char *what) {
    bench_print(p->out, "\n%s: Memory usage on %s, over CSR: the thesis's formulas, then what is allocated\n%-22s %12s",
                figure, what, "matrix", "non-zeros");
    for (int scheme = GCSB_COO; scheme <= GCSB_GCSB; scheme++) {
        bench_print(p->out, " %12s", gcsb_schemes[scheme]->name);
    }
    for (int scheme = GCSB_COO; scheme <= GCSB_SHORT; scheme++) {
        bench_print(p->out, " %12s", gcsb_schemes[scheme]->name);
    }
    bench_print(p->out, "\n");
}

void gcsb_print_memory(papers *p, const char *name, const mg_matrix *matrix, const gcsb_times *t) {
    const double csr = gcsb_bytes(matrix, GCSB_SCALAR, GCSB_SIDE, 0);
    bench_print(p->out, "%-22s %12llu", name, (unsigned long long)mg_matrix_nonzeros(matrix));
    for (int scheme = GCSB_COO; scheme <= GCSB_GCSB; scheme++) {
        const bool built = t->built[scheme].bytes > 0;
        papers_put(p, 12, 2, built ? gcsb_bytes(matrix, scheme, GCSB_SIDE, t->built[scheme].padding) / csr : 0);
    }
    for (int scheme = GCSB_COO; scheme <= GCSB_SHORT; scheme++) {
        papers_put(p, 12, 2, (double)t->built[scheme].bytes / csr);
    }
    bench_print(p->out, "\n");
    sink_flush(p->out);
}

/* Figures 4.3 to 4.5. */
static void print_collection(papers *p) {
    static gcsb_times times[PAPERS_MOST];
    const char *const what =
        p->from_files ? "the matrices given" : "generated matrices (none of the collection is given)";
    gcsb_print_speed_heading(p, "Figures 4.3 and 4.4", what);
    for (size_t i = 0; i < p->count; i++) {
        const papers_source *const source = papers_source_of(p, i);
        gcsb_measure(p, papers_typed(p, i, MG_FLOAT32), &times[i]);
        gcsb_print_speeds(p, p->matrices[i].name, &times[i]);
        if (source && source->printed) {
            bench_print(p->out, "  thesis, GCSB over CSR: %s\n", source->printed);
        }
    }
    gcsb_print_memory_heading(p, "Figure 4.5", what);
    for (size_t i = 0; i < p->count; i++) {
        gcsb_print_memory(p, p->matrices[i].name, p->matrices[i].matrix, &times[i]);
    }
}

void papers_gcsb(papers *p) {
    gcsb_print_ideal(p);
    print_collection(p);
    gcsb_print_random(p);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * papers_aspt.c: chapter 5 of the thesis. The thesis's percentages are those of its Xeon, or of its P100 on a GPU.
 */
#include "tools/bench/papers.h"

#include <inttypes.h>
#include <stdio.h>

#define BUCKETS 8
#define COLUMNS 4 /* SP and DP, K = 32 and 128 */

static const char *const bucket_names[BUCKETS] = {"slowdown >100%",   "slowdown 50%~100%", "slowdown 10%~50%",
                                                  "slowdown 0%~10%",  "speedup 0%~10%",    "speedup 10%~50%",
                                                  "speedup 50%~100%", "speedup >100%"};
/* Tables 5.1 and 5.2, on the Xeon and on the P100, in percent. */
static const double thesis_spmm[2][BUCKETS][COLUMNS] = {{{5.1, 1.0, 4.0, 1.2},
                                                         {6.7, 3.6, 7.9, 2.6},
                                                         {12.6, 13.9, 16.4, 10.8},
                                                         {6.2, 7.3, 6.3, 5.9},
                                                         {4.2, 7.4, 7.4, 6.9},
                                                         {15.7, 26.7, 20.3, 32.2},
                                                         {18.5, 20.6, 15.3, 24.6},
                                                         {31.1, 19.5, 22.4, 15.9}},
                                                        {{0.1, 0.0, 0.1, 0.1},
                                                         {0.1, 0.0, 0.1, 0.4},
                                                         {1.7, 1.7, 3.2, 10.4},
                                                         {11.2, 6.2, 12.3, 18.8},
                                                         {24.9, 18.8, 21.4, 22.9},
                                                         {49.5, 53.5, 44.1, 34.0},
                                                         {6.1, 16.4, 5.1, 3.6},
                                                         {6.5, 3.5, 13.5, 9.8}}};
static const double thesis_sddmm[2][BUCKETS][COLUMNS] = {{{0.0, 0.0, 0.0, 0.0},
                                                          {1.3, 2.3, 0.1, 1.5},
                                                          {15.6, 15.5, 10.6, 11.3},
                                                          {11.2, 7.0, 15.7, 9.1},
                                                          {4.5, 9.0, 9.0, 9.5},
                                                          {20.5, 17.8, 20.4, 25.4},
                                                          {14.1, 16.3, 19.8, 17.8},
                                                          {32.8, 31.6, 24.5, 25.3}},
                                                         {{0.0, 0.0, 0.0, 0.0},
                                                          {0.0, 0.0, 0.0, 0.0},
                                                          {0.0, 0.0, 0.0, 0.2},
                                                          {0.0, 0.0, 0.0, 0.0},
                                                          {0.0, 0.0, 0.0, 0.1},
                                                          {0.2, 0.2, 1.2, 1.2},
                                                          {1.4, 1.4, 11.3, 11.3},
                                                          {98.4, 98.4, 87.2, 87.2}}};
/* Table 5.3: SP and DP on the CPU, SP and DP on the GPU. */
static const double thesis_ratio[6][4] = {{87.8, 98.8, 75.4, 83.7}, {11.3, 1.0, 14.5, 13.6}, {0.9, 0.1, 7.2, 2.2},
                                          {0.0, 0.0, 2.0, 0.4},     {0.0, 0.0, 0.6, 0.1},    {0.0, 0.0, 0.2, 0.0}};

static mg_type type_of(int column) {
    return column < 2 ? MG_FLOAT32 : MG_FLOAT64;
}

static uint32_t k_of(int column) {
    return column % 2 ? 128 : 32;
}

/* The row of tables 5.1 and 5.2 for speed / baseline. */
static int bucket_of(double ratio) {
    const double change = ratio >= 1 ? ratio - 1 : 1 / ratio - 1;
    const int size = change > 1 ? 3 : change > 0.5 ? 2 : change > 0.1 ? 1 : 0;
    return ratio >= 1 ? 4 + size : 3 - size;
}

static double percent(size_t part, size_t all) {
    return all ? 100.0 * (double)part / (double)all : 0;
}

/* What ours is compared with: csr, with --vendor cuSPARSE's fastest, whose SDDMM leaves out the values. */
static double baseline(papers *p, const mg_matrix *matrix, const papers_product *product) {
    return p->vendor ? papers_vendor_product(p, matrix, product) : papers_seconds(p, matrix, product);
}

/* found: matrices by row and column; all: of each column. */
static void put_summary(papers *p, bool sddmm, size_t found[BUCKETS][COLUMNS], const size_t all[COLUMNS]) {
    static const char *const headings[COLUMNS] = {"SP K=32", "K=128", "DP K=32", "K=128"};
    const bool gpu = p->backend == MG_BACKEND_CUDA;
    bench_table t;
    table_begin(&t, p->report, p->backend, sddmm ? "Table 5.2" : "Table 5.1",
                "Summary performance comparison: %s (percentage of the matrices)", sddmm ? "SDDMM" : "SpMM");
    table_note(&t, "first the thesis's %s, then ours against %s", gpu ? "P100" : "Xeon",
               p->vendor ? "cuSPARSE" : "csr");
    table_column_add(&t, -18, 0, "", "change");
    for (int c = 0; c < 2 * COLUMNS; c++) {
        const int column = c % COLUMNS;
        table_column_add(&t, 7, 1, headings[column], "%s_%s_k%u", c < COLUMNS ? "thesis" : "ours",
                         type_of(column) == MG_FLOAT32 ? "sp" : "dp", k_of(column));
        table_between(&t, column ? " " : "  ", "");
    }
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        table_text(&t, "%s", bucket_names[bucket]);
        for (int c = 0; c < COLUMNS; c++) {
            table_number(&t, (sddmm ? thesis_sddmm : thesis_spmm)[gpu][bucket][c]);
        }
        for (int c = 0; c < COLUMNS; c++) {
            table_number(&t, percent(found[bucket][c], all[c]));
        }
        table_row(&t);
    }
    table_end(&t);
}

/* Tables 5.1 and 5.2. build: seconds of building over seconds of SpMM with K = 128, of the types. */
static void print_summary(papers *p, bool sddmm, double build[PAPERS_MOST][2]) {
    size_t found[BUCKETS][COLUMNS] = {{0}}, all[COLUMNS] = {0};
    for (size_t i = 0; i < p->count; i++) {
        for (int c = 0; c < COLUMNS; c++) {
            double seconds = 0;
            papers_product product = {.format = MG_FORMAT_CSR, .type = type_of(c), .k = k_of(c), .sddmm = sddmm};
            const mg_matrix *const matrix = papers_typed(p, i, product.type);
            const double other = baseline(p, matrix, &product);
            product.format = MG_FORMAT_ASPT;
            product.build_seconds = &seconds;
            const double aspt = papers_seconds(p, matrix, &product);
            if (other > 0 && aspt > 0) {
                found[bucket_of(other / aspt)][c]++;
                all[c]++;
            }
            if (!sddmm && k_of(c) == 128) {
                build[i][c / 2] = aspt > 0 ? seconds / aspt : -1;
            }
        }
    }
    put_summary(p, sddmm, found, all);
}

static void print_ratios(papers *p, double build[PAPERS_MOST][2]) {
    const bool gpu = p->backend == MG_BACKEND_CUDA;
    size_t found[6][2] = {{0}}, all[2] = {0};
    for (size_t i = 0; i < p->count; i++) {
        for (int type = 0; type < 2; type++) {
            if (build[i][type] >= 0) {
                const double ratio = build[i][type];
                found[ratio < 25 ? (int)(ratio / 5) : 5][type]++;
                all[type]++;
            }
        }
    }
    static const char *const names[] = {"0~5", "5~10", "10~15", "15~20", "20~25", "25 and more"};
    bench_table t;
    table_begin(&t, p->report, p->backend, "Table 5.3",
                "Details of preprocessing overhead (preprocessing_time / computing_time, K = 128), percentage of the "
                "matrices");
    table_column_add(&t, -11, 0, "ratio", "ratio");
    table_column_add(&t, 13, 1, gpu ? "thesis GPU SP" : "thesis CPU SP", "thesis_sp");
    table_column_add(&t, 8, 1, "DP", "thesis_dp");
    table_column_add(&t, 10, 1, "ours SP", "ours_sp");
    table_column_add(&t, 8, 1, "DP", "ours_dp");
    for (int row = 0; row < 6; row++) {
        table_text(&t, "%s", names[row]);
        table_number(&t, thesis_ratio[row][gpu ? 2 : 0]);
        table_number(&t, thesis_ratio[row][gpu ? 3 : 1]);
        table_number(&t, percent(found[row][0], all[0]));
        table_number(&t, percent(found[row][1], all[1]));
        table_row(&t);
    }
    table_end(&t);
}

/* Mean of speed-ups over the baseline; threshold 1 makes tiles of all columns in their order. */
static double mean_speedup(papers *p, bool sddmm, uint32_t threshold) {
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++) {
        papers_product product = {.format = MG_FORMAT_CSR, .type = MG_FLOAT32, .k = 128, .sddmm = sddmm};
        const mg_matrix *const matrix = papers_typed(p, i, product.type);
        const double other = baseline(p, matrix, &product);
        product.format = MG_FORMAT_ASPT;
        product.threshold = threshold;
        const double aspt = papers_seconds(p, matrix, &product);
        sum += other > 0 && aspt > 0 ? other / aspt : 0;
        count += other > 0 && aspt > 0;
    }
    return count ? sum / (double)count : 0;
}

static void put_tiling(bench_table *t, const char *what, double tiling, double reordering) {
    table_text(t, "%s", what);
    table_number(t, tiling);
    table_number(t, reordering);
    table_row(t);
}

static void print_tiling(papers *p) {
    bench_table t;
    table_begin(&t, p->report, p->backend, "Table 5.4", "Benefit of tiling or reordering (single precision, K = 128)");
    table_column_add(&t, -34, 0, "", "product");
    table_column_add(&t, 12, 2, "Tiling-Only", "tiling_only");
    table_column_add(&t, 18, 2, "Tiling+Reordering", "tiling_reordering");
    put_tiling(&t, "thesis SpMM(KNL), over MKL", 1.38, 2.06);
    put_tiling(&t, "thesis SpMM(GPU), over cuSPARSE", 0.8, 1.34);
    put_tiling(&t, p->vendor ? "ours SpMM, over cuSPARSE" : "ours SpMM, over csr", mean_speedup(p, false, 1),
               mean_speedup(p, false, 0));
    put_tiling(&t, "thesis SDDMM(KNL), over TACO", 1.02, 2.01);
    put_tiling(&t, "thesis SDDMM(GPU), over BIDMach", 2.41, 4.04);
    put_tiling(&t, p->vendor ? "ours SDDMM, over cuSPARSE" : "ours SDDMM, over csr", mean_speedup(p, true, 1),
               mean_speedup(p, true, 0));
    table_end(&t);
}

static mg_matrix *band_matrix(papers *p, uint64_t rows, uint64_t diagonals) {
    char name[BENCH_NAME_SIZE];
    snprintf(name, sizeof name, "band:%" PRIu64 ":%" PRIu64, rows, diagonals);
    return papers_generated(p, name);
}

static mg_matrix *random_matrix(papers *p, uint64_t rows, uint64_t columns, uint64_t each) {
    char name[BENCH_NAME_SIZE];
    snprintf(name, sizeof name, "random:%" PRIu64 ":%" PRIu64 ":%" PRIu64, rows, columns, each);
    return papers_generated(p, name);
}

static void add_sweep_columns(bench_table *t, const char *x) {
    table_column_add(t, 12, 1, x, "%s", x);
    table_column_add(t, 10, 2, "csr", "csr");
    table_column_add(t, 10, 2, "aspt", "aspt");
}

/* One row of a sweep: csr and tiles. */
static void put_sweep(papers *p, bench_table *t, double x, mg_matrix *matrix) {
    papers_product product = {.format = MG_FORMAT_CSR, .type = MG_FLOAT32, .k = 128};
    if (matrix) {
        table_number(t, x);
        table_number(t, papers_gflops(matrix, 128, papers_seconds(p, matrix, &product)));
        product.format = MG_FORMAT_ASPT;
        table_number(t, papers_gflops(matrix, 128, papers_seconds(p, matrix, &product)));
        table_row(t);
    }
    mg_matrix_destroy(p->context, matrix);
}

static void print_bands(papers *p) {
    const uint64_t side = p->quick ? 1 << 12 : 1 << 14;
    bench_table t;
    table_begin(&t, p->report, p->backend, "Figure 5.1",
                "SpMM of banded matrices of %" PRIu64 " rows, single precision, K = 128, GFLOPs", side);
    add_sweep_columns(&t, "band");
    for (uint64_t band = 16; band <= side / 16; band *= 4) {
        put_sweep(p, &t, (double)band, band_matrix(p, side, band));
    }
    table_end(&t);
}

static void print_random(papers *p) {
    const uint64_t rows = p->quick ? 1 << 14 : 1 << 17, columns = p->quick ? 1 << 10 : 1 << 12;
    bench_table t;
    table_begin(&t, p->report, p->backend, "Figure 5.5",
                "SpMM of random matrices of %" PRIu64 " x %" PRIu64 ", single precision, K = 128, GFLOPs, T_M = 512",
                rows, columns);
    add_sweep_columns(&t, "nnz_colseg");
    for (uint64_t each = 4; each <= 64; each *= 2) {
        put_sweep(p, &t, 512.0 * (double)each / (double)columns, random_matrix(p, rows, columns, each));
    }
    table_end(&t);
}

void papers_aspt(papers *p) {
    static double build[PAPERS_MOST][2];
    print_summary(p, false, build);
    print_summary(p, true, build);
    print_ratios(p, build);
    print_tiling(p);
    print_bands(p);
    print_random(p);
}

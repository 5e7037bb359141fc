/* SPDX-License-Identifier: Apache-2.0
 *
 * papers_gcsb_generated.c: the generated matrices of the thesis about GCSB: tables 4.2 and 4.5 to 4.8 (the ideal one),
 * table 4.4 and figures 4.6 to 4.8 (uniformly random ones).
 */
#include "tools/bench/papers_gcsb.h"
#include "tools/cli/signals.h"

#include <stdio.h>
#include <stdlib.h>

enum { SIDES = 5 };
static const uint32_t sides[SIDES] = {128, 64, 32, 16, 8};

/* The columns of tables 4.5 to 4.7. */
enum { COLUMNS = 5 };
static const int columns[COLUMNS] = {GCSB_COO, GCSB_ECSB, GCSB_SCALAR, GCSB_CSB, GCSB_GCSB};

/* Tables 4.5 (TITAN RTX) and 4.6 (A100): milliseconds of SpMV and SpMVT. */
static const struct {
    const char *of;
    double ms[SIDES][COLUMNS][2];
} printed[2] = {{"thesis TITAN RTX",
                 {{{0.48, 0.23}, {0.12, 0.12}, {0.21, 0.75}, {0.91, 0.82}, {0.93, 0.93}},
                  {{0.48, 0.23}, {0.12, 0.12}, {0.21, 0.75}, {0.83, 0.81}, {0.34, 0.32}},
                  {{0.48, 0.23}, {0.12, 0.12}, {0.21, 0.75}, {0.75, 0.73}, {0.22, 0.24}},
                  {{0.48, 0.23}, {0.12, 0.12}, {0.21, 0.75}, {0.60, 0.43}, {0.20, 0.23}},
                  {{0.48, 0.23}, {0.12, 0.12}, {0.21, 0.75}, {0.47, 0.26}, {0.23, 0.26}}}},
                {"thesis A100",
                 {{{0.50, 0.21}, {0.12, 0.11}, {0.15, 0.50}, {0.87, 0.88}, {0.91, 0.90}},
                  {{0.50, 0.21}, {0.12, 0.11}, {0.15, 0.50}, {0.51, 0.55}, {0.38, 0.41}},
                  {{0.50, 0.21}, {0.12, 0.11}, {0.15, 0.50}, {0.18, 0.28}, {0.17, 0.27}},
                  {{0.50, 0.21}, {0.12, 0.11}, {0.15, 0.50}, {0.15, 0.25}, {0.14, 0.25}},
                  {{0.50, 0.21}, {0.12, 0.11}, {0.15, 0.50}, {0.26, 0.24}, {0.13, 0.25}}}}};
/* Table 4.7 in MB, which is four times what the thesis's formulas give for its matrix. */
static const double printed_megabytes[SIDES][COLUMNS] = {{163.50, 163.50, 109.13, 109.06, 109.07},
                                                         {163.50, 163.50, 109.13, 109.26, 109.50},
                                                         {163.50, 163.50, 109.13, 110.05, 110.15},
                                                         {163.50, 163.50, 109.13, 113.19, 113.35},
                                                         {163.50, 163.50, 109.13, 125.78, 126.13}};
#define PRINTED_NONZEROS 3406208

/* ---- the ideal matrix ---- */

typedef struct sweep {
    double seconds[SIDES][COLUMNS][2], formula[SIDES][COLUMNS], bytes[SIDES][COLUMNS];
} sweep;

static void measure_sides(papers *p, const mg_matrix *matrix, sweep *s) {
    for (int i = 0; i < SIDES; i++) {
        for (int c = 0; c < COLUMNS; c++) {
            papers_scheme scheme = *gcsb_schemes[columns[c]];
            const bool varies = columns[c] == GCSB_CSB || columns[c] == GCSB_GCSB;
            mg_matrix_statistics built = MG_MATRIX_STATISTICS_INIT;
            if (i && !varies) { /* independent of the side */
                s->seconds[i][c][0] = s->seconds[0][c][0];
                s->seconds[i][c][1] = s->seconds[0][c][1];
                s->formula[i][c] = s->formula[0][c];
                s->bytes[i][c] = s->bytes[0][c];
                continue;
            }
            scheme.product.tile_columns = varies ? sides[i] : 0;
            papers_spmv(p, matrix, &scheme, MG_FLOAT32, s->seconds[i][c], &built);
            s->formula[i][c] = gcsb_bytes(matrix, columns[c], sides[i], built.padding);
            s->bytes[i][c] = (double)built.bytes;
        }
    }
}

static void put_side_times(bench_table *t, uint32_t side, const char *of, const double ms[COLUMNS][2], double scale) {
    table_count(t, side);
    table_text(t, "%s", of);
    for (int c = 0; c < 2 * COLUMNS; c++) {
        table_measured(t, scale * ms[c / 2][c % 2]);
    }
    table_row(t);
}

static void print_side_times(papers *p, const sweep *s) {
    bench_table t;
    table_begin(&t, p->report, p->backend, "Tables 4.5 and 4.6",
                "Execution times of SpMV and SpMVT with an ideal matrix for GCSB when block size varied (msec)");
    table_column_add(&t, 10, 0, "block size", "block_size");
    table_column_add(&t, -16, 0, "", "of");
    for (int c = 0; c < COLUMNS; c++) {
        table_column_add(&t, 12, 3, gcsb_schemes[columns[c]]->name, "%s", gcsb_schemes[columns[c]]->name);
        table_column_add(&t, 8, 3, "SpMVT", "%s_spmvt", gcsb_schemes[columns[c]]->name);
    }
    for (int i = 0; i < SIDES; i++) {
        put_side_times(&t, sides[i], "ours", s->seconds[i], 1e3);
        for (int card = 0; card < 2; card++) {
            put_side_times(&t, sides[i], printed[card].of, printed[card].ms[i], 1);
        }
    }
    table_end(&t);
}

static void print_side_bytes(papers *p, const sweep *s) {
    static const char *const names[] = {"its formulas", "allocated", "thesis"};
    bench_table t;
    table_begin(&t, p->report, p->backend, "Table 4.7",
                "Required memory usage with an ideal matrix for GCSB when block size varied (MB)");
    table_note(&t, "the thesis prints four times what its formulas give");
    table_column_add(&t, 10, 0, "block size", "block_size");
    table_column_add(&t, -16, 0, "", "of");
    for (int c = 0; c < COLUMNS; c++) {
        const char *const name = columns[c] == GCSB_SCALAR ? "CSR" : gcsb_schemes[columns[c]]->name;
        table_column_add(&t, 12, 2, name, "%s", name);
    }
    for (int i = 0; i < SIDES; i++) {
        const double *const rows[] = {s->formula[i], s->bytes[i], printed_megabytes[i]};
        for (int row = 0; row < 3; row++) {
            table_count(&t, sides[i]);
            table_text(&t, "%s", names[row]);
            for (int c = 0; c < COLUMNS; c++) {
                table_measured(&t, row < 2 ? 1e-6 * rows[row][c] : rows[row][c]);
            }
            table_row(&t);
        }
    }
    table_end(&t);
}

/* Sectors of 32 bytes that the warps of CSB-baseline ask for, of each array with 4 bytes an element: a lane for each
 * block, so that its elements are as far apart as blocks are long. starts: of the blocks. */
static double count_sectors(const uint64_t *starts, uint64_t blocks) {
    double sectors = 0;
    for (uint64_t first = 0; first < blocks; first += 32) {
        const uint64_t end = first + 32 < blocks ? first + 32 : blocks;
        bool any = true;
        for (uint64_t j = 0; any; j++) {
            uint64_t last = UINT64_MAX;
            any = false;
            for (uint64_t b = first; b < end; b++) {
                const uint64_t sector = (starts[b] + j) / 8;
                if (starts[b] + j < starts[b + 1]) {
                    sectors += sector != last;
                    last = sector;
                    any = true;
                }
            }
        }
    }
    return sectors;
}

static double baseline_sectors(papers *p, const mg_matrix *matrix) {
    mg_matrix_arrays csr;
    const uint64_t across = (mg_matrix_columns(matrix) + GCSB_SIDE - 1) / GCSB_SIDE;
    const uint64_t blocks = across * ((mg_matrix_rows(matrix) + GCSB_SIDE - 1) / GCSB_SIDE);
    uint64_t *const starts = calloc(blocks + 1, sizeof *starts);
    double sectors = 0;
    if (starts && mg_matrix_to_csr(p->context, matrix, &csr) >= 0) {
        for (uint64_t row = 0; row < csr.rows; row++) {
            for (uint64_t e = csr.row_offsets[row]; e < csr.row_offsets[row + 1]; e++) {
                starts[row / GCSB_SIDE * across + csr.column_indices[e] / GCSB_SIDE + 1]++;
            }
        }
        for (uint64_t b = 0; b < blocks; b++) {
            starts[b + 1] += starts[b];
        }
        sectors = count_sectors(starts, blocks);
    }
    free(starts);
    return sectors;
}

static void put_sectors(bench_table *t, const char *of, double baseline, double grouped) {
    table_text(t, "%s", of);
    table_number(t, baseline);
    table_number(t, grouped);
    table_row(t);
}

/* Table 4.8. Both products read values and coordinates in the same order. */
static void print_sectors(papers *p, const mg_matrix *matrix) {
    mg_matrix_statistics built = MG_MATRIX_STATISTICS_INIT;
    double seconds[2];
    bench_table t;
    papers_spmv(p, matrix, gcsb_schemes[GCSB_GCSB], MG_FLOAT32, seconds, &built);
    const double slots = (double)(mg_matrix_nonzeros(matrix) + built.padding);
    table_begin(&t, p->report, p->backend, "Table 4.8", "L1 cache miss counts, block size %d (thousands of sectors)",
                GCSB_SIDE);
    table_note(&t,
               "ours: counted, not measured: sectors of values and coordinates that warps ask for, without a cache");
    table_column_add(&t, -24, 0, "", "of");
    table_column_add(&t, 12, 0, "CSB-baseline", "csb_baseline");
    table_column_add(&t, 12, 0, "GCSB", "gcsb");
    put_sectors(&t, "ours, both", 2e-3 * baseline_sectors(p, matrix), 2e-3 * slots / 8);
    put_sectors(&t, "thesis TITAN RTX, SpMV", 4846, 961);
    put_sectors(&t, "thesis TITAN RTX, SpMVT", 2307, 897);
    put_sectors(&t, "thesis A100, SpMV", 1521, 964);
    put_sectors(&t, "thesis A100, SpMVT", 1148, 898);
    table_end(&t);
}

static void print_ideal_matrix(papers *p, const mg_matrix *matrix) {
    bench_table t;
    table_begin(&t, p->report, p->backend, "Table 4.2", "ideal_matrix");
    table_note(&t, "blocks of 64 x 64 of a block row have equally many, the lower ones more: the thesis does not say "
                   "how many");
    table_column_add(&t, -10, 0, "", "of");
    table_column_add(&t, 10, 0, "rows", "rows");
    table_column_add(&t, 10, 0, "columns", "columns");
    table_column_add(&t, 12, 0, "non-zeros", "nonzeros");
    table_text(&t, "ours");
    table_count(&t, mg_matrix_rows(matrix));
    table_count(&t, mg_matrix_columns(matrix));
    table_count(&t, mg_matrix_nonzeros(matrix));
    table_row(&t);
    table_text(&t, "thesis");
    table_count(&t, 8192);
    table_count(&t, 8192);
    table_count(&t, PRINTED_NONZEROS);
    table_row(&t);
    table_end(&t);
}

void gcsb_print_ideal(papers *p) {
    static sweep s;
    mg_matrix *const matrix = papers_generated(p, p->quick ? "ideal:1024:64:53248" : "ideal:8192:64:3406208");
    if (!matrix) {
        return;
    }
    print_ideal_matrix(p, matrix);
    measure_sides(p, matrix, &s);
    print_side_times(p, &s);
    print_side_bytes(p, &s);
    print_sectors(p, matrix);
    mg_matrix_destroy(p->context, matrix);
}

/* ---- random matrices ---- */

enum { RANDOM = 11 };
static const char *const shares[RANDOM] = {"0.0001", "0.0005", "0.001", "0.005", "0.01", "0.05",
                                           "0.1",    "0.2",    "0.3",   "0.4",   "0.5"};

void gcsb_print_random(papers *p) {
    static gcsb_times times[RANDOM];
    mg_matrix *matrices[RANDOM] = {NULL};
    char name[BENCH_NAME_SIZE];
    const double side = p->quick ? 1024 : 8192;
    bench_table t;
    gcsb_begin_speeds(p, &t, "Figures 4.6 and 4.7", "random sparse matrices");
    for (int i = 0; i < RANDOM && !interrupted(); i++) {
        snprintf(name, sizeof name, "sampled:%.0f:%.0f", side, side * side * strtod(shares[i], NULL));
        matrices[i] = papers_generated(p, name);
        snprintf(name, sizeof name, "random_%s", shares[i]);
        if (matrices[i]) {
            gcsb_measure(p, matrices[i], &times[i]);
            gcsb_put_speeds(p, &t, name, &times[i]);
        }
    }
    table_note(&t,
               "thesis: GCSB is faster than CSR from 0.005 on (TITAN RTX), from 0.001 on (A100); most 1.59 and 2.8");
    table_end(&t);
    gcsb_begin_memory(p, &t, "Figure 4.8", "random sparse matrices");
    for (int i = 0; i < RANDOM; i++) {
        snprintf(name, sizeof name, "random_%s", shares[i]);
        if (matrices[i]) {
            gcsb_put_memory(&t, name, matrices[i], &times[i]);
        }
        mg_matrix_destroy(p->context, matrices[i]);
    }
    table_note(&t, "thesis, random_0.005: GCSB 1.09, COO and eCSB 1.48");
    table_end(&t);
}

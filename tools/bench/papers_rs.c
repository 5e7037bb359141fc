/* SPDX-License-Identifier: Apache-2.0
 *
 * papers_rs.c: chapter 4 of the thesis. Its figures 4.5 and 4.6 are drawings of the method. The text says what its
 * curves show; there are no numbers to put beside ours cell by cell.
 */
#include "tools/bench/papers.h"

#include <stdio.h>
#include <string.h>

#define WIDTHS 4
static const uint32_t widths[WIDTHS] = {8, 32, 128, 512};
static const double slowdowns[] = {1, 1.25, 1.5, 2, 4, 8, 16};
#define SLOWDOWNS (sizeof slowdowns / sizeof *slowdowns)

/* rs, csr, a loop over SpMV, whose vectors have K columns, and with --vendor cuSPARSE. */
enum { RS, CSR, LOOP, VENDOR, SCHEMES };
static const char *const scheme_names[SCHEMES] = {"rs", "csr", "loop over SpMV", "cuSPARSE"};

/* Seconds by matrix, scheme and width; negative: not measured. */
typedef struct results {
    double seconds[PAPERS_MOST][SCHEMES][WIDTHS];
} results;

static uint32_t width_count(const papers *p) {
    return p->quick ? 3 : WIDTHS;
}

static const char *precision(mg_type type) {
    return type == MG_FLOAT32 ? "single" : "double";
}

static void measure(papers *p, mg_type type, results *r) {
    for (size_t i = 0; i < p->count; i++) {
        const mg_matrix *const matrix = papers_typed(p, i, type);
        for (uint32_t w = 0; w < width_count(p); w++) {
            papers_product product = {.format = MG_FORMAT_RS, .type = type, .k = widths[w]};
            r->seconds[i][RS][w] = papers_seconds(p, matrix, &product);
            r->seconds[i][VENDOR][w] = papers_vendor_product(p, matrix, &product);
            product.format = MG_FORMAT_CSR;
            r->seconds[i][CSR][w] = papers_seconds(p, matrix, &product);
            product.k = 1;
            product.repeat = widths[w];
            r->seconds[i][LOOP][w] = papers_seconds(p, matrix, &product);
        }
    }
}

/* Figures 4.8 and 4.9. */
static void print_speeds(papers *p, mg_type type, const results *r) {
    const int other = p->vendor ? VENDOR : CSR;
    char heading[TABLE_NAME_SIZE];
    bench_table t;
    table_begin(&t, p->report, p->backend, type == MG_FLOAT32 ? "Figure 4.8" : "Figure 4.9",
                "GFLOPs of rs (NT) and its speed-up over %s, %s precision", scheme_names[other], precision(type));
    table_note(&t, "%s",
               type == MG_FLOAT32 ? "thesis, P100: about 200 (K = 8), 400 (32), nearly 800 (128, 512); 1 to 2 times "
                                    "cuSPARSE(T), about 4 times cuSPARSE(NT)"
                                  : "thesis, P100: well over half of single precision");
    table_column_add(&t, -20, 0, "matrix", "matrix");
    for (uint32_t w = 0; w < width_count(p); w++) {
        snprintf(heading, sizeof heading, "K = %u", widths[w]);
        table_column_add(&t, 9, 2, heading, "rs_k%u", widths[w]);
        table_column_add(&t, 9, 2, "speed-up", "speed_up_k%u", widths[w]);
    }
    for (size_t i = 0; i < p->count; i++) {
        table_text(&t, "%s", p->matrices[i].name);
        for (uint32_t w = 0; w < width_count(p); w++) {
            const double rs = r->seconds[i][RS][w], theirs = r->seconds[i][other][w];
            table_measured(&t, papers_gflops(p->matrices[i].matrix, widths[w], rs));
            table_measured(&t, rs > 0 && theirs > 0 ? theirs / rs : 0);
        }
        table_row(&t);
    }
    table_end(&t);
}

/* The share of the matrices on which a scheme is at most so many times slower than the fastest. */
static double share_within(const papers *p, const results *r, int scheme, uint32_t w, double slowdown) {
    size_t within = 0;
    for (size_t i = 0; i < p->count; i++) {
        double best = 0;
        for (int s = 0; s < SCHEMES; s++) {
            const double seconds = r->seconds[i][s][w];
            best = seconds > 0 && (best <= 0 || seconds < best) ? seconds : best;
        }
        const double own = r->seconds[i][scheme][w];
        within += own > 0 && own <= best * slowdown;
    }
    return p->count ? (double)within / (double)p->count : 0;
}

/* Figures 4.10 (rs and csr) and 4.12 (and the loop over SpMV). */
static void print_profiles(papers *p, mg_type type, const results *r) {
    char heading[TABLE_NAME_SIZE];
    bench_table t;
    table_begin(&t, p->report, p->backend, "Figures 4.10 and 4.12",
                "performance profiles, %s precision: share of the matrices within a slowdown of at most",
                precision(type));
    table_column_add(&t, 5, 0, "K", "k");
    table_column_add(&t, -16, 0, "", "scheme");
    for (size_t i = 0; i < SLOWDOWNS; i++) {
        snprintf(heading, sizeof heading, "%.2f", slowdowns[i]);
        table_column_add(&t, 6, 2, heading, "within_%s", heading);
    }
    for (uint32_t w = 0; w < width_count(p); w++) {
        for (int scheme = 0; scheme < (p->vendor ? SCHEMES : VENDOR); scheme++) {
            table_count(&t, widths[w]);
            table_text(&t, "%s", scheme_names[scheme]);
            for (size_t i = 0; i < SLOWDOWNS; i++) {
                table_number(&t, share_within(p, r, scheme, w, slowdowns[i]));
            }
            table_row(&t);
        }
    }
    table_end(&t);
}

/* Figure 4.7: the threshold that our model takes, the fastest one, and 16 for all. */
static void print_model(papers *p) {
    static const uint32_t thresholds[] = {1, 2, 4, 8, 16};
    bench_table t;
    table_begin(&t, p->report, p->backend, "Figure 4.7", "modeling effect (K = 128, single precision), GFLOPs");
    table_column_add(&t, -20, 0, "matrix", "matrix");
    table_column_add(&t, 9, 2, "no model", "no_model");
    table_column_add(&t, 9, 2, "best", "best");
    table_column_add(&t, 9, 2, "model", "model");
    for (size_t i = 0; i < p->count; i++) {
        const mg_matrix *matrix = p->matrices[i].matrix;
        papers_product product = {.format = MG_FORMAT_RS, .type = MG_FLOAT32, .k = 128};
        const double model = papers_gflops(matrix, 128, papers_seconds(p, matrix, &product));
        double best = model, last = 0;
        for (size_t at = 0; at < sizeof thresholds / sizeof *thresholds; at++) {
            product.threshold = thresholds[at];
            last = papers_gflops(matrix, 128, papers_seconds(p, matrix, &product));
            best = last > best ? last : best;
        }
        table_text(&t, "%s", p->matrices[i].name);
        table_measured(&t, last);
        table_measured(&t, best);
        table_measured(&t, model);
        table_row(&t);
    }
    table_end(&t);
}

/* Share of the nonzeros in heavy row segments. */
static double heavy_share(papers *p, const mg_matrix *matrix, double *build_seconds) {
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    mg_matrix_statistics s = MG_MATRIX_STATISTICS_INIT;
    mg_matrix *rs = NULL;
    uint64_t heavy = 0;
    options.k = 128;
    options.backend = p->backend;
    if (mg_matrix_convert_with(p->context, matrix, MG_FORMAT_RS, &options, &rs) >= 0 &&
        mg_matrix_describe(p->context, rs, &s) >= 0) {
        for (uint64_t i = 0; i < s.array_count; i++) {
            heavy += strcmp(s.arrays[i].name, "segment_columns") == 0 ? s.arrays[i].bytes / sizeof(uint16_t) : 0;
        }
    }
    *build_seconds = s.build_seconds;
    mg_matrix_destroy(p->context, rs);
    return mg_matrix_nonzeros(matrix) ? (double)heavy / (double)mg_matrix_nonzeros(matrix) : 0;
}

/* Figures 4.13 and 4.16: what is built, and how fast it is. */
static void print_segments(papers *p, const results *r) {
    bench_table t;
    table_begin(&t, p->report, p->backend, "Figures 4.13 and 4.16",
                "preprocessing over one iteration, of rs and, where that has no kernel, of csr; GFLOPs by the density "
                "of row segments (K = 128, single precision)");
    table_column_add(&t, -20, 0, "matrix", "matrix");
    table_column_add(&t, 12, 3, "build ms", "build_ms");
    table_column_add(&t, 12, 1, "iterations", "iterations");
    table_column_add(&t, 9, 1, "heavy %", "heavy_percent");
    table_column_add(&t, 9, 2, "GFLOPs", "gflops");
    for (size_t i = 0; i < p->count; i++) {
        double build;
        const double share = heavy_share(p, p->matrices[i].matrix, &build);
        const double rs = r->seconds[i][RS][2], iteration = rs > 0 ? rs : r->seconds[i][CSR][2];
        table_text(&t, "%s", p->matrices[i].name);
        table_number(&t, 1e3 * build);
        table_number(&t, iteration > 0 ? build / iteration : 0);
        table_number(&t, 100 * share);
        table_measured(&t, papers_gflops(p->matrices[i].matrix, 128, rs));
        table_row(&t);
    }
    table_end(&t);
}

/* Figures 4.14 and 4.15: S^T D, and both products. */
static void print_transposed(papers *p, mg_type type, const results *r) {
    static const char *const names[] = {"rs", "csr", "cuSPARSE", "rs both", "csr both"};
    bench_table t;
    table_begin(&t, p->report, p->backend, type == MG_FLOAT32 ? "Figure 4.14" : "Figure 4.15",
                "O = S^T D performance (K = 128, %s precision), GFLOPs", precision(type));
    table_note(&t, "thesis, P100: rs always above 80 where there is work, cuSPARSE from 10 to over 200");
    table_column_add(&t, -20, 0, "matrix", "matrix");
    for (size_t c = 0; c < sizeof names / sizeof *names; c++) {
        table_column_add(&t, 9, 2, names[c], "%s", names[c]);
    }
    for (size_t i = 0; i < p->count; i++) {
        const mg_matrix *const matrix = papers_typed(p, i, type);
        double back[2];
        table_text(&t, "%s", p->matrices[i].name);
        for (int scheme = RS; scheme <= CSR; scheme++) {
            const papers_product product = {
                .format = scheme == RS ? MG_FORMAT_RS : MG_FORMAT_CSR, .type = type, .k = 128, .transposed = true};
            back[scheme] = papers_seconds(p, matrix, &product);
            table_measured(&t, papers_gflops(matrix, 128, back[scheme]));
        }
        const papers_product theirs = {.type = type, .k = 128, .transposed = true};
        table_measured(&t, papers_gflops(matrix, 128, papers_vendor_product(p, matrix, &theirs)));
        for (int scheme = RS; scheme <= CSR; scheme++) {
            const double forth = r->seconds[i][scheme][2];
            table_measured(&t,
                           forth > 0 && back[scheme] > 0 ? 2 * papers_gflops(matrix, 128, forth + back[scheme]) : 0);
        }
        table_row(&t);
    }
    table_end(&t);
}

void papers_rs(papers *p) {
    static results single, real;
    const papers_product probe = {.format = MG_FORMAT_RS, .type = MG_FLOAT32, .k = 8};
    if (p->count && papers_seconds(p, p->matrices[0].matrix, &probe) < 0) {
        bench_print(p->out, "rs has no kernels on the backend %s: its cells are empty\n",
                    bench_backend_name(p->backend));
    }
    bench_print(p->out, "figures 4.5 and 4.6 are drawings; 4.11 is MAGMA's\n");
    print_model(p);
    measure(p, MG_FLOAT32, &single);
    print_speeds(p, MG_FLOAT32, &single);
    measure(p, MG_FLOAT64, &real);
    print_speeds(p, MG_FLOAT64, &real);
    print_profiles(p, MG_FLOAT32, &single);
    print_profiles(p, MG_FLOAT64, &real);
    print_segments(p, &single);
    print_transposed(p, MG_FLOAT32, &single);
    print_transposed(p, MG_FLOAT64, &real);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * papers_hisparse_time.c: tables 1 and 2, figures 5 and 6 of HiSparse. The publication's GFLOPS of SpMV are 3 nnz / t.
 */
#include "tools/bench/matrix_recipes.h"
#include "tools/bench/papers.h"
#include "tools/cli/signals.h"

#include <stdio.h>

#define OPERATIONS 3 /* multiplication, scaling and addition */
#define MOVED_BY 10  /* standard deviation of the entries of B */

/* ---- SpMV ---- */

enum { SCHEMES = 5 };
static const papers_scheme hisparse = {.name = "HiSparse", .product = {.format = MG_FORMAT_HISPARSE}};
static const papers_scheme *const schemes[SCHEMES] = {&hisparse, &papers_csr, &papers_split, &papers_scalar,
                                                      &papers_vendor};

/* Seconds by matrix, scheme, type and transposition; not above 0: not measured. */
typedef double spmv_times[SCHEMES][2][2];

static void measure(papers *p, spmv_times *seconds) {
    for (size_t i = 0; i < p->count; i++) {
        for (int scheme = 0; scheme < SCHEMES; scheme++) {
            for (int real = 0; real < 2; real++) {
                const mg_type type = real ? MG_FLOAT64 : MG_FLOAT32;
                papers_spmv(p, papers_typed(p, i, type), schemes[scheme], type, seconds[i][scheme][real], NULL);
            }
        }
    }
}

/* Table 1: milliseconds on a GTX 1080; "-" where the publication has none. */
static const struct {
    const char *name, *single, *real;
} printed_spmv[] = {{"HiSparse", "3.45 (3.45)   3.45 (3.88)", "4.68 (4.13)   4.47 (4.62)"},
                    {"cuSparse", "23.51 (67.27)  24.16 (37.78)", "27.11 (76.00)  27.90 (42.76)"},
                    {"cusp", "4.28 (8.65)  67.31 (64.85)", "5.29 (10.40)  61.01 (58.19)"},
                    {"Naive", "22.51 (57.80)  18.11 (42.01)", "30.71 (74.65)  23.92 (51.92)"},
                    {"bhSparse", "1.52 (2.51)  -", "2.16 (3.23)  -"},
                    {"clSpMV", "1.31 (1.34)  -", "-"},
                    {"yaSpMV", "0.77 (0.76)  -", "-"}};

static const char *precision(int type) {
    return type ? "double" : "single";
}

/* The columns of a mean and its deviation. */
static void add_mean_columns(bench_table *t, const char *name) {
    table_column_add(t, 20, 3, name, "%s", name);
    table_column_add(t, 9, 3, "std-dev", "%s_deviation", name);
    table_between(t, " (", ")");
}

static void put_mean(bench_table *t, papers_spread s) {
    table_number(t, s.count ? 1e3 * s.mean : -1);
    table_number(t, s.count ? 1e3 * s.deviation : -1);
}

static void print_table_1(papers *p, int type, const spmv_times *seconds) {
    bench_table t;
    table_begin(&t, p->report, p->backend, "Table 1",
                "Average (standard deviation) of the execution time (ms) for SpMV over %zu matrices, %s precision",
                p->count, precision(type));
    table_column_add(&t, -12, 0, "", "scheme");
    add_mean_columns(&t, "SpMV");
    add_mean_columns(&t, "SpMVT");
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        table_text(&t, "%s", schemes[scheme]->name);
        for (int transposed = 0; transposed < 2; transposed++) {
            put_mean(&t, papers_spread_of(&seconds[0][scheme][type][transposed], p->count,
                                          sizeof *seconds / sizeof(double)));
        }
        table_row(&t);
    }
    for (size_t i = 0; i < sizeof printed_spmv / sizeof *printed_spmv; i++) {
        table_note(&t, "  paper, GTX 1080: %-9s %s", printed_spmv[i].name,
                   type ? printed_spmv[i].real : printed_spmv[i].single);
    }
    table_end(&t);
}

static void print_figure_5(papers *p, const spmv_times *seconds) {
    bench_table t;
    table_begin(&t, p->report, p->backend, "Figure 5",
                "SpMV and SpMVT performance in GFLOPS (3 nnz / t), double precision");
    table_column_add(&t, -22, 0, "matrix", "matrix");
    for (int scheme = 0; scheme < SCHEMES; scheme++) {
        table_column_add(&t, 10, 2, schemes[scheme]->name, "%s", schemes[scheme]->name);
        table_column_add(&t, 9, 2, "SpMVT", "%s_spmvt", schemes[scheme]->name);
    }
    for (size_t i = 0; i < p->count; i++) {
        table_text(&t, "%s", p->matrices[i].name);
        for (int scheme = 0; scheme < SCHEMES; scheme++) {
            for (int transposed = 0; transposed < 2; transposed++) {
                const double s = seconds[i][scheme][1][transposed];
                table_measured(&t,
                               s > 0 ? 1e-9 * OPERATIONS * (double)mg_matrix_nonzeros(p->matrices[i].matrix) / s : 0);
            }
        }
        table_row(&t);
    }
    table_end(&t);
}

/* ---- addition ---- */

enum { PLAIN, TRANSPOSED, CONVERTED, ADDITIONS };
static const char *const addition_names[ADDITIONS] = {"non-transpose", "transpose", "transpose w/o conv."};
enum { ADDED_FORMATS = 2 };
static const mg_matrix_format added[ADDED_FORMATS] = {MG_FORMAT_HISPARSE, MG_FORMAT_CSR};
static const char *const added_names[ADDED_FORMATS] = {"HiSparse", "csr"};

/* Seconds by matrix, format, type and case. */
typedef double addition_times[ADDED_FORMATS][2][ADDITIONS];

/* C = A + B, the least of the trials; negative: a failure. */
static double add(papers *p, const mg_matrix *a, const mg_matrix *b) {
    double least = -1;
    for (uint64_t i = 0; i <= p->trials && !interrupted(); i++) {
        mg_matrix *sum = NULL;
        const double start = clock_seconds();
        const mg_status status = mg_matrix_add(p->context, 1, a, 1, b, &sum);
        const double seconds = clock_seconds() - start;
        mg_matrix_destroy(p->context, sum);
        if (status < 0) {
            return -1;
        }
        least = i && (least < 0 || seconds < least) ? seconds : least;
    }
    return least;
}

/* The transposed matrix as a CSR of its own. */
static mg_status convert_transposed(mg_context *context, const mg_matrix *view, mg_matrix **made) {
    mg_matrix_arrays csr;
    const mg_status status = mg_matrix_to_csr(context, view, &csr);
    return status < 0 ? status : mg_matrix_create(context, &csr, made);
}

/* Transposed sums. CSR is converted to that of the transposed matrices, with which the time starts; HiSparse is not. */
static void add_transposed(papers *p, bool converts, mg_matrix *const views[2], double seconds[ADDITIONS]) {
    mg_matrix *own[2] = {NULL, NULL};
    const double start = clock_seconds();
    if (!converts) {
        seconds[TRANSPOSED] = seconds[CONVERTED] = add(p, views[0], views[1]);
    } else if (convert_transposed(p->context, views[0], &own[0]) >= 0 &&
               convert_transposed(p->context, views[1], &own[1]) >= 0) {
        const double conversion = clock_seconds() - start;
        seconds[CONVERTED] = add(p, own[0], own[1]);
        seconds[TRANSPOSED] = seconds[CONVERTED] > 0 ? seconds[CONVERTED] + conversion : -1;
    }
    mg_matrix_destroy(p->context, own[0]);
    mg_matrix_destroy(p->context, own[1]);
}

static void measure_sums(papers *p, const mg_matrix *a, const mg_matrix *b, mg_matrix_format format,
                         double seconds[ADDITIONS]) {
    const mg_matrix *const from[2] = {a, b};
    mg_matrix *converted[2] = {NULL, NULL}, *views[2] = {NULL, NULL};
    bool made = true;
    for (int i = 0; i < 2 && made; i++) {
        made = from[i] && mg_matrix_convert(p->context, from[i], format, 1, 0, &converted[i]) >= 0 &&
               mg_matrix_transposed(p->context, converted[i], &views[i]) >= 0;
    }
    seconds[PLAIN] = seconds[TRANSPOSED] = seconds[CONVERTED] = -1;
    if (made && !interrupted()) {
        seconds[PLAIN] = add(p, converted[0], converted[1]);
        add_transposed(p, format == MG_FORMAT_CSR, views, seconds);
    }
    for (int i = 0; i < 2; i++) {
        mg_matrix_destroy(p->context, views[i]);
        mg_matrix_destroy(p->context, converted[i]);
    }
}

/* B with values of the type of A; NULL: out of memory. */
static mg_matrix *make_b(papers *p, const mg_matrix *a) {
    mg_matrix *b = NULL, *retyped = NULL;
    if (matrix_moved(p->context, a, MOVED_BY, 1, &b) < 0 || mg_matrix_type(a) == MG_FLOAT32) {
        return b;
    }
    retyped = papers_retyped(p, b, mg_matrix_type(a));
    mg_matrix_destroy(p->context, b);
    return retyped;
}

static void measure_additions(papers *p, addition_times *seconds) {
    for (size_t i = 0; i < p->count; i++) {
        for (int type = 0; type < 2; type++) {
            const mg_matrix *const a = interrupted() ? NULL : papers_typed(p, i, type ? MG_FLOAT64 : MG_FLOAT32);
            mg_matrix *const b = a ? make_b(p, a) : NULL;
            for (int format = 0; format < ADDED_FORMATS; format++) {
                measure_sums(p, a, b, added[format], seconds[i][format][type]);
            }
            mg_matrix_destroy(p->context, b);
        }
    }
}

static const char *const printed_sums[2][3] = {{"HiSparse  12.79 (12.99)  26.42 (28.23)  26.43 (28.24)",
                                                "cuSparse  52.08 (99.65)  165.35 (175.95)  55.43 (100.78)",
                                                "cusp      86.08 (86.06)  144.29 (140.72)  79.54 (78.30)"},
                                               {"HiSparse  14.94 (15.06)  27.91 (29.20)  27.91 (29.20)",
                                                "cuSparse  59.73 (112.35)  195.50 (206.95)  61.64 (112.43)",
                                                "cusp      119.08 (101.63)  208.03 (174.96)  126.07 (100.07)"}};

static void print_table_2(papers *p, int type, const addition_times *seconds) {
    bench_table t;
    table_begin(&t, p->report, p->backend, "Table 2",
                "Average (standard deviation) of the execution time (ms) for sparse matrix addition, on the CPU, %s "
                "precision",
                precision(type));
    table_note(&t, "B is A, each entry moved by a normal distribution with standard deviation %d", MOVED_BY);
    table_column_add(&t, -12, 0, "", "format");
    for (int c = 0; c < ADDITIONS; c++) {
        add_mean_columns(&t, addition_names[c]);
    }
    for (int format = 0; format < ADDED_FORMATS; format++) {
        table_text(&t, "%s", added_names[format]);
        for (int c = 0; c < ADDITIONS; c++) {
            put_mean(&t, papers_spread_of(&seconds[0][format][type][c], p->count, sizeof *seconds / sizeof(double)));
        }
        table_row(&t);
    }
    for (int i = 0; i < 3; i++) {
        table_note(&t, "  paper, GTX 1080: %s", printed_sums[type][i]);
    }
    table_end(&t);
}

static void print_figure_6(papers *p, const addition_times *seconds) {
    bench_table t;
    table_begin(&t, p->report, p->backend, "Figure 6",
                "Sparse matrix addition, double precision: 2 nnz / t in 10^9 a second (the publication does not define "
                "its GFLOPS)");
    table_column_add(&t, -22, 0, "matrix", "matrix");
    for (int c = 0; c < ADDITIONS; c++) {
        table_column_add(&t, 10, 3, c ? (c == 1 ? "transpose" : "w/o conv.") : "HiSparse", "HiSparse_%s",
                         addition_names[c]);
        table_column_add(&t, 9, 3, "csr", "csr_%s", addition_names[c]);
    }
    for (size_t i = 0; i < p->count; i++) {
        table_text(&t, "%s", p->matrices[i].name);
        for (int c = 0; c < ADDITIONS; c++) {
            for (int format = 0; format < ADDED_FORMATS; format++) {
                const double s = seconds[i][format][1][c];
                table_measured(&t, s > 0 ? 2e-9 * (double)mg_matrix_nonzeros(p->matrices[i].matrix) / s : 0);
            }
        }
        table_row(&t);
    }
    table_end(&t);
}

void papers_hisparse_times(papers *p) {
    static spmv_times products[PAPERS_MOST];
    static addition_times sums[PAPERS_MOST];
    measure(p, products);
    for (int type = 0; type < 2; type++) {
        print_table_1(p, type, products);
    }
    print_figure_5(p, products);
    measure_additions(p, sums);
    for (int type = 0; type < 2; type++) {
        print_table_2(p, type, sums);
    }
    print_figure_6(p, sums);
}

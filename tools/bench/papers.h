/* SPDX-License-Identifier: Apache-2.0
 *
 * papers.h: bench papers: the tables and figures of the thesis about sparse products (chapters 4 and 5), in its form,
 * with our figures beside those that it prints.
 *
 *     papers.c             the matrices, and the measurements
 *     papers_matrices.c    generated matrices of the thesis's kinds
 *     papers_aspt.c        tables 5.1 to 5.4, figures 5.1 and 5.5
 *     papers_rs.c          figures 4.7 to 4.16
 */
#ifndef MG_TOOLS_BENCH_PAPERS_H
#define MG_TOOLS_BENCH_PAPERS_H

#include "tools/bench/bench.h"

#define PAPERS_MOST 64 /* matrices */

typedef struct papers_matrix {
    char name[BENCH_NAME_SIZE];
    mg_matrix *matrix;
} papers_matrix;

typedef struct papers {
    sink *out;
    mg_context *context;
    mg_backend_kind backend;
    bool quick;
    uint64_t trials;
    papers_matrix matrices[PAPERS_MOST];
    size_t count;
} papers;

/* One measurement. */
typedef struct papers_product {
    mg_matrix_format format;
    mg_type type; /* MG_FLOAT32 or MG_FLOAT64 */
    uint32_t k;
    bool sddmm, transposed;
    uint32_t threshold;    /* 0: the format's own */
    uint32_t repeat;       /* products of one measurement, as a loop over SpMV has k; 0: 1 */
    double *build_seconds; /* NULL: not wanted */
} papers_product;

/* The seconds of a product, the least of the trials, by the device's clock where there is one; negative: the format
 * does not fit the matrix or has no kernel for it. */
double papers_seconds(papers *p, const mg_matrix *matrix, const papers_product *product);
/* 10^9 operations a second; 0 for negative seconds. */
double papers_gflops(const mg_matrix *matrix, uint32_t k, double seconds);

/* Generated matrices with values; NULL: out of memory. */
mg_matrix *papers_band(mg_context *context, uint64_t rows, uint64_t half);
mg_matrix *papers_random(mg_context *context, uint64_t rows, uint64_t columns, uint64_t each);
mg_matrix *papers_clusters(mg_context *context, uint64_t rows, uint64_t size, uint64_t columns, uint64_t each);

/* The forms. */
void papers_aspt(papers *p);
void papers_rs(papers *p);

/* Is this the name of a paper: "rs" or "aspt"? */
bool bench_is_paper(const char *word);
/* words[0]: the paper; the others: files of matrices. Returns an exit status. */
int bench_run_papers(bench_run *r, char *const *words, size_t count);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * papers.h: bench papers: the tables and figures of the publications about sparse products, in their own form, with our
 * figures beside those that they print.
 *
 *     papers.c               the list of publications, the matrices, and the headings
 *     papers_measure.c       measurements; tables: bench_table.h
 *     papers_vendor.c        cuSPARSE on the same matrices (--vendor)
 *     papers_scalar.c        scalar CSR, the baseline of the publications: a thread for each row
 *     papers_sources.c       the matrices of the publications, and where they come from
 *     papers_aspt.c          thesis, chapter 5: tables 5.1 to 5.4, figures 5.1 and 5.5
 *     papers_rs.c            thesis, chapter 4: figures 4.7 to 4.16
 *     papers_tree.c          the nodes of HiSparse, counted by the publication's rules
 *     papers_hisparse.c      HiSparse: figures 2 and 4
 *     papers_hisparse_time.c HiSparse: tables 1 and 2, figures 5 and 6
 *     papers_adell.c         ELL, warped ELL, AdELL, CoAdELL
 *     papers_multigraph.c    MultiGraph: tables 3.2, 3.3, 3.7 and 3.8, figures 3.8 to 3.14 (graph_runs.h)
 *     papers_gcsb.h          GCSB: tables 4.2 to 4.8, figures 4.3 to 4.8
 */
#ifndef MG_TOOLS_BENCH_PAPERS_H
#define MG_TOOLS_BENCH_PAPERS_H

#include "tools/bench/bench_table.h"

#define PAPERS_MOST 64 /* matrices */

typedef struct papers_matrix {
    char name[BENCH_NAME_SIZE];
    mg_matrix *matrix;
    mg_matrix *typed[2]; /* with values of float and double; NULL: not made yet */
} papers_matrix;

/* A matrix of a publication. */
typedef struct papers_source {
    const char *name, *group; /* in the SuiteSparse collection, https://sparse.tamu.edu/GROUP/NAME; NULL: not there */
    uint64_t rows;            /* rounded as printed */
    const char *printed;      /* what the publication prints of it; NULL: nothing */
} papers_source;

/* A generated matrix that stands for a kind. */
typedef struct papers_recipe {
    const char *name, *recipe; /* NULL: the end of a list */
} papers_recipe;

typedef struct papers papers;

typedef struct paper {
    const char *name, *title;
    const papers_recipe *recipes[2]; /* of all sizes; --quick */
    const papers_source *sources;
    const size_t *source_count;
    const char *measured_on; /* instead of sources */
    const char *not_measured;
    void (*print)(papers *p);
    /* Instead of `print` for a publication about graphs: the operands, as words. Returns an exit status. */
    int (*print_graphs)(papers *p, bench_run *r, char *const *words, size_t count);
} paper;

struct papers {
    sink *out;
    bench_report *report;
    mg_context *context;
    mg_backend_kind backend;
    const paper *paper;
    bool quick, vendor, from_files;
    uint64_t trials;
    papers_matrix matrices[PAPERS_MOST];
    size_t count;
    char *const *words; /* the operands: files, names of generated matrices */
    size_t word_count;
};

/* ---- the matrices of publications ---- */

extern const papers_source papers_hisparse_sources[], papers_gcsb_sources[], papers_multigraph_sources[];
extern const size_t papers_hisparse_source_count, papers_gcsb_source_count, papers_multigraph_source_count;
/* The source of matrix i: of its name and about its number of rows; NULL: none. */
const papers_source *papers_source_of(const papers *p, size_t i);
/* The same letters and digits, whatever is between them? */
bool papers_same_name(const char *a, const char *b);
/* Those that are not at hand, and where they are. */
void papers_print_missing(papers *p);

/* ---- measurements ---- */

/* One measurement. */
typedef struct papers_product {
    mg_matrix_format format;
    mg_type type; /* MG_FLOAT32 or MG_FLOAT64 */
    uint32_t k;
    bool sddmm, transposed;
    uint32_t threshold; /* 0: the format's own; so are the next two */
    uint32_t tile_columns;
    mg_tiling tiling;
    mg_ecsb_parts parts;
    uint32_t repeat;                  /* products of one measurement, as a loop over SpMV has k; 0: 1 */
    double *build_seconds;            /* NULL: not wanted; so are the next two */
    double *back_seconds;             /* those of the product with the transposed matrix, in the same format */
    mg_matrix_statistics *statistics; /* of the format */
} papers_product;

/* The seconds of a product, the least of the trials, by the device's clock where there is one; negative: the format
 * does not fit the matrix or has no kernel for it. */
double papers_seconds(papers *p, const mg_matrix *matrix, const papers_product *product);
/* The same by cuSPARSE's fastest algorithm, of any order of the dense operands; negative without --vendor. */
double papers_vendor_product(papers *p, const mg_matrix *matrix, const papers_product *product);
double papers_vendor_seconds(papers *p, const mg_matrix *matrix, mg_type type, bool transposed);
/* The same for scalar CSR with 32-bit offsets, whose transposed product adds atomically; negative on a GPU. */
double papers_scalar_seconds(papers *p, const mg_matrix *matrix, mg_type type, bool transposed);

/* What computes an SpMV. */
typedef struct papers_scheme {
    const char *name;
    double (*seconds)(papers *p, const mg_matrix *matrix, mg_type type, bool transposed); /* NULL: `product` */
    papers_product product;
} papers_scheme;
/* seconds: of the product, and of that with the transposed matrix. statistics: of a format; NULL: not wanted. */
void papers_spmv(papers *p, const mg_matrix *matrix, const papers_scheme *scheme, mg_type type, double seconds[2],
                 mg_matrix_statistics *statistics);
extern const papers_scheme papers_csr, papers_split, papers_scalar, papers_vendor;

/* Matrix i with values of this type, which p keeps; NULL after a message: out of memory. */
const mg_matrix *papers_typed(papers *p, size_t i, mg_type type);
/* The same for any matrix; the caller destroys it. */
mg_matrix *papers_retyped(papers *p, const mg_matrix *matrix, mg_type type);
/* A generated matrix; NULL after a message. */
mg_matrix *papers_generated(papers *p, const char *recipe);
/* 10^9 operations a second; 0 for negative seconds. */
double papers_gflops(const mg_matrix *matrix, uint32_t k, double seconds);

/* ---- means ---- */

/* Mean and standard deviation of the values above 0. */
typedef struct papers_spread {
    double mean, deviation;
    size_t count;
} papers_spread;
papers_spread papers_spread_of(const double *values, size_t count, size_t stride);

/* ---- the forms ---- */

void papers_aspt(papers *p);
void papers_rs(papers *p);
void papers_hisparse(papers *p);
void papers_hisparse_times(papers *p);
void papers_adell(papers *p);
void papers_gcsb(papers *p);
int papers_multigraph(papers *p, bench_run *r, char *const *files, size_t count);

/* Is this the name of a paper? */
bool bench_is_paper(const char *word);
/* The words: papers, none for all of them, then files of matrices or names of generated ones. Returns an exit
 * status. */
int bench_run_papers(bench_run *r, char *const *words, size_t count);
/* For --help. */
void print_papers(void);

#endif

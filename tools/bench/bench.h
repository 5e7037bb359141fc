/* SPDX-License-Identifier: Apache-2.0
 *
 * bench.h: the verb bench. A job is a graph with the algorithms, numbers of threads, backends and modes that run on it.
 * Each combination is a cell: warm-ups, timed trials, and verification of the results.
 *
 *     bench_suites.c       the suites: which graphs and algorithms
 *     bench_algorithms.c   the algorithms that can be measured
 *     bench_sources.c      rotating sources
 *     bench_graph.c        generates or reads a graph
 *     bench_product.c      sparse products and their verification
 *     bench_cell.c         runs one cell
 *     bench_formats.h      products of matrices in storage formats
 *     matrix_recipes.h     generated matrices
 *     graph_runs.h         tables by traversal mode and of preprocessing
 *     bench_wait.c         whole processes
 *     bench_ranks.c        1, 2, 4, ... ranks
 *     papers.h             the tables of the publications
 *     graphalytics.h       the graphs and reference outputs of LDBC Graphalytics
 *     bench_jobs.c         turns the command line into jobs and cells
 *     bench_report.c       the table and the JSON report
 *     bench_table.h        tables of any columns, as text and in the report
 *     bench_against.c      compares two reports
 *     verb_bench.c         entry point of the verb
 */
#ifndef MG_TOOLS_BENCH_BENCH_H
#define MG_TOOLS_BENCH_BENCH_H

#include "tools/cli/session.h"
#include "tools/output/json_builder.h"

/* ---- what can be measured ---- */

typedef struct bench_product bench_product;

typedef struct bench_algorithm {
    const char *name;
    const char *verb;             /* the verb that runs it; NULL: a product */
    const bench_product *product; /* NULL: not a product */
    bool from_source;             /* each trial has one source */
    unsigned sources;             /* sources per trial, of a multi-source algorithm; 0: none */
    bool weights, data_driven;
    double tolerance; /* 0: that of pagerank */
    double passes; /* times that the paper's MTEPS count each arc, per source */
} bench_algorithm;

extern const bench_algorithm bench_algorithms[];
extern const size_t bench_algorithm_count;
/* The algorithm whose name is the first `length` characters of `name`, or NULL. */
const bench_algorithm *bench_algorithm_find(const char *name, size_t length);

/* ---- suites ---- */

typedef enum bench_threads { BENCH_ALL_THREADS, BENCH_STRONG, BENCH_WEAK, BENCH_SIZES } bench_threads;

/* A graph to generate. */
typedef struct bench_recipe {
    const char *kind;
    uint32_t scale, edge_factor; /* kron, rmat, uniform; rgg: scale only */
    uint32_t side;               /* road, grid: width and height */
    bench_threads threads;       /* strong: 1, 2, 4, ... threads; weak: the graph grows with them */
} bench_recipe;

/* A suite of algorithms, or tables of the files that follow it: products of matrices in storage formats
 * (bench_formats.h), modes and preprocessing of graphs, publications. */
typedef enum bench_formats {
    BENCH_NO_FORMATS,
    BENCH_SPMV_FORMATS,
    BENCH_SPMM,
    BENCH_SDDMM,
    BENCH_MODES,
    BENCH_PREPROCESSING, /* of graphs: graph_runs.h */
    BENCH_WAIT,          /* whole processes */
    BENCH_RANKS,         /* numbers of ranks */
    BENCH_PAPERS         /* tables of the publications: papers.h */
} bench_formats;

typedef struct bench_suite {
    const char *name, *summary, *algorithms;
    const bench_recipe *recipes; /* ends with a NULL kind */
    bench_formats formats;
} bench_suite;

const bench_suite *bench_suite_find(const char *name);
/* Suite for graph files on the command line. */
extern const bench_suite bench_file_suite;

/* ---- graphs ---- */

#define BENCH_NAME_SIZE 64

typedef struct bench_job {
    char name[BENCH_NAME_SIZE]; /* of the graph: "kron16", or a file's name without suffixes */
    const char *path;           /* the file; NULL: generated from `recipe` */
    bench_recipe recipe;
    const char *algorithms; /* names, separated by commas */
    int threads;            /* 0: the default. With a strong recipe the cells also run with fewer */
    bool cpu_only;          /* thread counts of a scaling run do not matter on a GPU */
} bench_job;

/* The graph's name, from its recipe or path. */
void bench_name(bench_job *job);
/* Is this operand the name of a generated matrix (matrix_recipes.h), and no file? */
bool bench_is_generated(const char *word);
/* The name without folders and suffixes of graph files. */
void bench_file_name(char name[BENCH_NAME_SIZE], const char *path);
/* The recipe of a graph that is 2^shrink times smaller. */
bench_recipe bench_shrunk(const bench_recipe *recipe, uint64_t shrink);
/* Generates or reads the job's graph into s->graph, weighted if `weights`. Returns an exit status; prints errors. */
int bench_graph_open(session *s, const bench_job *job, bool weights);
/* Reads or generates the job's matrix, or makes that of a generated graph, which s->graph keeps. */
int bench_matrix_open(session *s, const bench_job *job, mg_matrix **matrix);

/* ---- cells ---- */

typedef enum bench_outcome { BENCH_VERIFIED, BENCH_UNVERIFIED, BENCH_SKIPPED, BENCH_WRONG, BENCH_FAILED } bench_outcome;
/* "verified", "unverified", "skipped", "wrong", "failed". */
const char *bench_outcome_name(bench_outcome outcome);

typedef struct bench_cell {
    const bench_job *job;
    const bench_algorithm *algorithm;
    mg_backend_kind backend; /* not AUTO */
    mg_mode mode;
    cli_options options; /* of the algorithm's verb */
    session s;           /* context and graph are borrowed */
    bench_outcome outcome;
    char why[512];     /* reason, if skipped, wrong or failed */
    uint64_t *sources; /* ids, concatenated over all trials */
    size_t source_count;
    double flops, bytes; /* of a product: arithmetic operations, and the least memory traffic */
} bench_cell;

/* Runs the cell. The caller sets `s.context`, `s.graph`, `job`, `algorithm`, `backend` and `mode`; this sets all other
 * fields. Returns an exit status for an interruption or lack of memory; other failures are stored in `outcome`. The
 * caller must call bench_cell_close in every case. */
int bench_cell_run(bench_cell *cell, const cli_options *options);
void bench_cell_close(bench_cell *cell);

/* Draws `count` vertices that have out-edges; deterministic for a graph and seed. The default seed 27491095 gives the
 * sources of GAPBS. False: no vertex has an out-edge. */
bool bench_draw_sources(const mg_graph *graph, uint64_t seed, size_t count, mg_vertex *sources);

/* ---- the report ---- */

typedef struct bench_report {
    sink *table;
    unsigned backends;   /* a bit for each mg_backend_kind that is measured */
    json_builder runs;   /* one object per cell */
    json_builder tables; /* bench_table.h */
    const char *suite;   /* of the tables: "modes", "preprocessing", or the name of a paper */
    size_t cells, wrong, failed;
    double bandwidth[MG_BACKEND_CUDA + 1]; /* of the memory, measured, bytes a second; 0: not yet, negative: unknown */
    double first_median; /* of the first cell of this graph and algorithm, for the column `ratio` */
    const bench_algorithm *last_algorithm;
} bench_report;

/* Text for the table and the report: what the time of a trial includes. */
extern const char bench_timed[];

/* Like printf, to a sink. */
void bench_print(sink *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "cpu" or "cuda". */
const char *bench_backend_name(mg_backend_kind backend);

void bench_report_heading(bench_report *r, mg_context *context, const cli_options *options);
void bench_report_graph(bench_report *r, const session *s, const bench_job *job);
void bench_report_cell(bench_report *r, const bench_cell *cell, double load_seconds);
/* Bandwidth of the memory in bytes a second: --bandwidth, or what was measured once; negative: unknown. */
double bench_bandwidth(bench_report *r, mg_context *context, mg_backend_kind backend, const cli_options *options);
/* Builds the complete report and takes ownership of the runs. */
json_builder bench_report_finish(bench_report *r, mg_context *context, const cli_options *options, bool complete);

/* ---- the run ---- */

typedef struct bench_run {
    const verb *verb;
    const cli_options *options;
    sink table, metrics;
    bench_report report;
    struct cJSON *before; /* --against; NULL: not given */
    bool interrupted;
} bench_run;

/* Measures suites and files in the order of the command line; scaling suites with 1 to `most` threads. Returns an exit
 * status. */
int bench_run_operands(bench_run *r, int most);
/* Measures the products of a suite of formats on matrices of files, or without files on those of the suite. */
int bench_run_formats(bench_run *r, const bench_suite *suite, char *const *files, size_t count);

/* Measures whole processes of this command on graph files. */
int bench_run_wait(bench_run *r, char *const *files, size_t count);
/* Measures algorithms on several numbers of ranks, on graphs of files, or without files on generated ones. */
int bench_run_ranks(bench_run *r, char *const *files, size_t count);

/* ---- comparing reports ---- */

#define BENCH_SCHEMA "multigraph-bench/1"
/* Writes the differences from `before` to `now` to the table. Returns the number of cells that got slower by more than
 * the noise or whose result is no longer correct. */
size_t bench_compare(sink *table, const struct cJSON *before, const struct cJSON *now, double noise_percent);

#endif

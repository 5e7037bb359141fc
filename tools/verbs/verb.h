/* SPDX-License-Identifier: Apache-2.0
 *
 * verb.h: the verbs of the command.
 */
#ifndef MG_TOOLS_VERBS_VERB_H
#define MG_TOOLS_VERBS_VERB_H

#include "tools/cli/options.h"

/* One bit for each verb, so that the option table can say which verbs an option belongs to. */
enum {
    VERB_BFS = 1,
    VERB_SSSP = 2,
    VERB_CC = 4,
    VERB_PAGERANK = 8,
    VERB_BC = 16,
    VERB_INFO = 32,
    VERB_GENERATE = 64,
    VERB_DEVICES = 128,
    VERB_CONVERT = 256,
    VERB_RUN = 512,
    VERB_BENCH = 1024,
    VERB_COMPARE = 2048,
    VERB_PLOT = 4096,
    VERB_MATRIX = 8192,
    VERB_SPMV = 16384,
    VERB_SPMM = 32768,
    VERB_SDDMM = 65536,
    VERB_HITS = 131072,
    VERB_SIMILARITY = 262144,
    VERB_ADD = 524288,
    VERB_REPORT = 1048576,
    VERB_TRIANGLES = 2097152,
    VERB_LCC = 4194304,
    VERB_CDLP = 8388608,
    VERB_SCC = 16777216,
    VERB_EDIT = 33554432,
    VERB_ALGORITHMS = VERB_BFS | VERB_SSSP | VERB_CC | VERB_PAGERANK | VERB_BC | VERB_HITS | VERB_TRIANGLES | VERB_LCC |
                      VERB_CDLP | VERB_SCC,
    VERB_PRODUCTS = VERB_SPMV | VERB_SPMM | VERB_SDDMM,
    VERB_RUNNERS = VERB_ALGORITHMS | VERB_RUN,
    VERB_EDITED = VERB_BFS | VERB_SSSP | VERB_CC | VERB_PAGERANK, /* may edit the graph, and start from a result */
    VERB_READERS = VERB_RUNNERS | VERB_SIMILARITY | VERB_INFO | VERB_CONVERT | VERB_BENCH | VERB_COMPARE | VERB_EDIT |
                   VERB_PLOT, /* read a graph file */
    VERB_ALL =
        VERB_READERS | VERB_GENERATE | VERB_DEVICES | VERB_PLOT | VERB_MATRIX | VERB_PRODUCTS | VERB_ADD | VERB_REPORT
};

typedef struct algorithm algorithm;

/* The operands of a verb. */
typedef struct operand {
    const char *name, *noun, *help;
    void (*list)(void);                   /* prints all valid words; NULL: no list */
    const char *second;                   /* noun of a second operand; NULL: none. Optional with --check */
    const char *(*word)(size_t position); /* the valid words, for completion; NULL: the operand is a file */
    bool also_file;                       /* a file is valid, too */
    bool optional, many;                  /* zero, or more than one operand allowed */
} operand;

struct verb {
    const char *name;
    unsigned bit;
    const char *summary;                                   /* one line */
    const char *result;                                    /* description of the output */
    const char *example;                                   /* without the leading "multigraph " */
    const operand *takes;                                  /* NULL: no operands */
    const algorithm *runs;                                 /* the algorithm for run_algorithm; NULL: none */
    int (*run)(const verb *v, const cli_options *options); /* returns the exit status */
};

extern const verb verb_table[];
extern const size_t verb_count;

/* The verb of this name, or NULL. */
const verb *verb_find(const char *name);

/* Runs one of the algorithms: read, run, verify, write (run_verb.c). */
int run_algorithm(const verb *v, const cli_options *options);
/* Runs a vertex program from a file (verb_run.c). */
int run_program(const verb *v, const cli_options *options);
/* Scores of edges (verb_similarity.c). */
int run_similarity(const verb *v, const cli_options *options);
/* Describes a graph (verb_info.c). */
int run_info(const verb *v, const cli_options *options);
/* Generates a graph (verb_generate.c). */
int run_generate(const verb *v, const cli_options *options);
/* Writes a graph in another format (verb_convert.c). */
int run_convert(const verb *v, const cli_options *options);
/* Writes a new version of a graph (verb_edit.c). */
int run_edit(const verb *v, const cli_options *options);
/* Lists the GPUs (verb_devices.c). */
int run_devices(const verb *v, const cli_options *options);
/* The kinds of generated graphs, for --help and by position. */
void print_kinds(void);
const char *kind_at(size_t position);
/* Benchmarks (verb_bench.c); comparison with other systems (verb_compare.c). */
int run_bench(const verb *v, const cli_options *options);
int run_compare(const verb *v, const cli_options *options);
/* Plots reports and traces (verb_plot.c). */
int run_plot(const verb *v, const cli_options *options);
/* All measurements as one page (tools/report). */
int run_report(const verb *v, const cli_options *options);
/* Describes a matrix and its formats (verb_matrix.c); products with dense operands (verb_product.c). */
int run_matrix(const verb *v, const cli_options *options);
int run_product(const verb *v, const cli_options *options);
/* The sum of two matrices (verb_add.c). */
int run_add(const verb *v, const cli_options *options);
/* The suites and algorithms of bench, for --help; the suites by position. */
void print_suites(void);
const char *suite_at(size_t position);
/* The peers of compare, for --help. */
void print_peers(void);
/* The kinds of plots, for --help and by position. */
void print_plots(void);
const char *plot_kind_at(size_t position);

#endif

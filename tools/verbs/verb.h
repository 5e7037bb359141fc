/* SPDX-License-Identifier: Apache-2.0
 *
 * verb.h: the verbs of the command.
 */
#ifndef MG_TOOLS_VERBS_VERB_H
#define MG_TOOLS_VERBS_VERB_H

#include "tools/cli/options.h"

/* One bit for each verb, so that the option table can say which verbs an option belongs to. */
#define VERB_BFS ((verb_set)1 << 0)
#define VERB_SSSP ((verb_set)1 << 1)
#define VERB_CC ((verb_set)1 << 2)
#define VERB_PAGERANK ((verb_set)1 << 3)
#define VERB_BC ((verb_set)1 << 4)
#define VERB_INFO ((verb_set)1 << 5)
#define VERB_GENERATE ((verb_set)1 << 6)
#define VERB_DEVICES ((verb_set)1 << 7)
#define VERB_CONVERT ((verb_set)1 << 8)
#define VERB_RUN ((verb_set)1 << 9)
#define VERB_BENCH ((verb_set)1 << 10)
#define VERB_COMPARE ((verb_set)1 << 11)
#define VERB_PLOT ((verb_set)1 << 12)
#define VERB_MATRIX ((verb_set)1 << 13)
#define VERB_SPMV ((verb_set)1 << 14)
#define VERB_SPMM ((verb_set)1 << 15)
#define VERB_SDDMM ((verb_set)1 << 16)
#define VERB_HITS ((verb_set)1 << 17)
#define VERB_SIMILARITY ((verb_set)1 << 18)
#define VERB_ADD ((verb_set)1 << 19)
#define VERB_REPORT ((verb_set)1 << 20)
#define VERB_TRIANGLES ((verb_set)1 << 21)
#define VERB_LCC ((verb_set)1 << 22)
#define VERB_CDLP ((verb_set)1 << 23)
#define VERB_SCC ((verb_set)1 << 24)
#define VERB_EDIT ((verb_set)1 << 25)
#define VERB_KCORE ((verb_set)1 << 26)
#define VERB_MIS ((verb_set)1 << 27)
#define VERB_COLORING ((verb_set)1 << 28)
#define VERB_MSF ((verb_set)1 << 29)
#define VERB_CLOSENESS ((verb_set)1 << 30)
#define VERB_BIPARTITE ((verb_set)1 << 31)
#define VERB_MATCHING ((verb_set)1 << 32)
#define VERB_EIGENVECTOR ((verb_set)1 << 33)
#define VERB_KATZ ((verb_set)1 << 34)
#define VERB_PATH ((verb_set)1 << 35)
#define VERB_WALKS ((verb_set)1 << 44)
#define VERB_DIAMETER ((verb_set)1 << 45)
#define VERB_ECCENTRICITY ((verb_set)1 << 46)
#define VERB_LOUVAIN ((verb_set)1 << 36)
#define VERB_LEIDEN ((verb_set)1 << 37)
#define VERB_MODULARITY ((verb_set)1 << 38)
#define VERB_KTRUSS ((verb_set)1 << 39)

#define VERB_COMMUNITIES (VERB_LOUVAIN | VERB_LEIDEN)
#define VERB_ALGORITHMS                                                                                                \
    (VERB_BFS | VERB_SSSP | VERB_CC | VERB_PAGERANK | VERB_BC | VERB_HITS | VERB_TRIANGLES | VERB_LCC | VERB_CDLP |    \
     VERB_SCC | VERB_KCORE | VERB_MIS | VERB_COLORING | VERB_MSF | VERB_CLOSENESS | VERB_PATH | VERB_BIPARTITE |       \
     VERB_MATCHING | VERB_EIGENVECTOR | VERB_KATZ | VERB_ECCENTRICITY | VERB_COMMUNITIES)
#define VERB_PRODUCTS (VERB_SPMV | VERB_SPMM | VERB_SDDMM)
#define VERB_RUNNERS (VERB_ALGORITHMS | VERB_RUN)
/* May edit the graph, and start from a result. */
#define VERB_EDITED (VERB_BFS | VERB_SSSP | VERB_CC | VERB_PAGERANK)
/* Read a graph file. */
#define VERB_READERS                                                                                                   \
    (VERB_RUNNERS | VERB_SIMILARITY | VERB_WALKS | VERB_DIAMETER | VERB_MODULARITY | VERB_KTRUSS | VERB_INFO |         \
     VERB_CONVERT | VERB_BENCH | VERB_COMPARE | VERB_EDIT | VERB_PLOT)
#define VERB_ALL                                                                                                       \
    (VERB_READERS | VERB_GENERATE | VERB_DEVICES | VERB_PLOT | VERB_MATRIX | VERB_PRODUCTS | VERB_ADD | VERB_REPORT)

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
    verb_set bit;
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
/* Triangles of vertices or, with --total, of the graph (verb_triangles.c). */
int run_triangles_verb(const verb *v, const cli_options *options);
/* Betweenness of vertices or, with --edges, of edges (edge_bc.c). */
int run_betweenness(const verb *v, const cli_options *options);
/* Scores of edges (verb_similarity.c). */
int run_similarity(const verb *v, const cli_options *options);
/* The diameter (verb_eccentricity.c). */
int run_diameter(const verb *v, const cli_options *options);
/* Random walks (verb_walks.c). */
int run_walks(const verb *v, const cli_options *options);
/* Trussness of edges (verb_ktruss.c). */
int run_ktruss(const verb *v, const cli_options *options);
/* Modularity of given communities (verb_modularity.c). */
int run_modularity(const verb *v, const cli_options *options);
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

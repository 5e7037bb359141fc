/* SPDX-License-Identifier: Apache-2.0
 *
 * The suites of bench. `paper` has the generated graphs of the paper's table 3.3, and a generated road network of the
 * same size in place of road_USA. The user passes the others (indochina-04, soc-orkut, hollywood-09, soc-Livejournal1,
 * roadnet-CA) as files.
 */
#include "tools/bench/matrix_recipes.h"
#include "tools/bench/papers.h"

#include <stdio.h>
#include <string.h>

#define FIVE "bfs,sssp,cc,pagerank,bc"
#define SIX "bfs,sssp,cc,pagerank,pagerank-data,bc"

static const bench_recipe quick[] = {{"kron", 16, 16, 0, BENCH_ALL_THREADS},
                                     {"uniform", 16, 16, 0, BENCH_ALL_THREADS},
                                     {"road", 0, 0, 300, BENCH_ALL_THREADS},
                                     {0}};
static const bench_recipe paper_graphs[] = {{"rmat", 24, 31, 0, BENCH_ALL_THREADS},
                                            {"rmat", 23, 60, 0, BENCH_ALL_THREADS},
                                            {"rmat", 22, 115, 0, BENCH_ALL_THREADS},
                                            {"kron", 21, 48, 0, BENCH_ALL_THREADS},
                                            {"rgg", 24, 0, 0, BENCH_ALL_THREADS},
                                            {"road", 0, 0, 4900, BENCH_ALL_THREADS},
                                            {0}};
static const bench_recipe scaling[] = {
    {"kron", 18, 16, 0, BENCH_STRONG}, {"road", 0, 0, 1000, BENCH_STRONG}, {"kron", 16, 16, 0, BENCH_WEAK}, {0}};
static const bench_recipe sizes[] = {{"kron", 18, 16, 0, BENCH_SIZES},
                                     {"kron", 20, 16, 0, BENCH_SIZES},
                                     {"kron", 22, 16, 0, BENCH_SIZES},
                                     {"kron", 24, 16, 0, BENCH_SIZES},
                                     {0}};
static const bench_recipe road[] = {{"road", 0, 0, 500, BENCH_ALL_THREADS},
                                    {"road", 0, 0, 1000, BENCH_ALL_THREADS},
                                    {"road", 0, 0, 2400, BENCH_ALL_THREADS},
                                    {"grid", 0, 0, 1000, BENCH_ALL_THREADS},
                                    {0}};
static const bench_recipe spmv[] = {{"kron", 18, 16, 0, BENCH_ALL_THREADS},
                                    {"uniform", 18, 16, 0, BENCH_ALL_THREADS},
                                    {"grid", 0, 0, 1000, BENCH_ALL_THREADS},
                                    {0}};

static const bench_recipe matrices[] = {{"kron", 15, 16, 0, BENCH_ALL_THREADS},
                                        {"uniform", 15, 16, 0, BENCH_ALL_THREADS},
                                        {"grid", 0, 0, 300, BENCH_ALL_THREADS},
                                        {0}};

static const bench_suite suites[] = {
    {"quick", "three small graphs, under a minute", SIX, quick, BENCH_NO_FORMATS},
    {"paper", "the paper's synthetic graphs, up to 520 million arcs", SIX, paper_graphs, BENCH_NO_FORMATS},
    {"scaling", "strong (1, 2, 4, ... threads), and weak: the graph grows, too", "bfs,sssp,pagerank", scaling,
     BENCH_NO_FORMATS},
    {"sizes", "Kronecker graphs of 2^18 to 2^24 vertices: the cost of an arc", FIVE, sizes, BENCH_NO_FORMATS},
    {"road", "long paths: road-like graphs and a grid", "bfs,sssp,cc", road, BENCH_NO_FORMATS},
    {"spmv", "sparse matrix times vector, and times 8 and 32 columns",
     "spmv,spmv-double,spmv-transposed,spmv-min-plus,spmm8,spmm32", spmv, BENCH_NO_FORMATS},
    {"spmv-formats", "matrices (files after it) times a vector, in storage formats", "", matrices, BENCH_SPMV_FORMATS},
    {"spmm", "matrices times 8 to 512 columns", "", matrices, BENCH_SPMM},
    {"sddmm", "sampled products of dense rows, of 8 to 512 columns", "", matrices, BENCH_SDDMM},
    {"modes", "graphs: times by traversal mode, and of the choice", "", NULL, BENCH_MODES},
    {"preprocessing", "graphs: what algorithms build first, in two numberings", "", NULL, BENCH_PREPROCESSING},
    {"wait", "graph files: whole processes, from the shell to the answer", "", NULL, BENCH_WAIT},
    {"ranks", "graphs: five algorithms on 1, 2, 4, ... ranks (--ranks)", "", NULL, BENCH_RANKS},
    {"graphalytics", "a folder (after it) of LDBC Graphalytics: its six, validated", "", NULL, BENCH_NO_FORMATS},
    {"papers", "papers (below), then matrices: their tables beside ours", "", matrices, BENCH_PAPERS},
};

const bench_suite bench_file_suite = {"file", "a graph file", FIVE, NULL, BENCH_NO_FORMATS};

const bench_suite *bench_suite_find(const char *name) {
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++) {
        if (strcmp(suites[i].name, name) == 0) {
            return &suites[i];
        }
    }
    return NULL;
}

const char *suite_at(size_t position) {
    return position < sizeof suites / sizeof *suites ? suites[position].name : NULL;
}

void print_suites(void) {
    puts("\nSuites:");
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++) {
        printf("  %-15s%s\n", suites[i].name, suites[i].summary);
    }
    fputs("\nAlgorithms:\n ", stdout);
    for (size_t i = 0, column = 1; i < bench_algorithm_count; i++) {
        const size_t length = strlen(bench_algorithms[i].name);
        if (column + 1 + length > 78) {
            fputs("\n ", stdout);
            column = 1;
        }
        printf(" %s", bench_algorithms[i].name);
        column += 1 + length;
    }
    putchar('\n');
    print_papers();
    print_matrix_recipes();
}

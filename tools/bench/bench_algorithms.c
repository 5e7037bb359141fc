/* SPDX-License-Identifier: Apache-2.0
 *
 * The algorithms that bench measures. Adding an algorithm verb needs only a table entry.
 */
#include "tools/bench/bench.h"
#include "tools/bench/bench_product.h"

#include <string.h>

static const bench_product spmv = {MG_PLUS_TIMES, MG_FLOAT32, 1, false};
static const bench_product spmv_double = {MG_PLUS_TIMES, MG_FLOAT64, 1, false};
static const bench_product spmv_transposed = {MG_PLUS_TIMES, MG_FLOAT32, 1, true};
static const bench_product spmv_min_plus = {MG_MIN_PLUS, MG_FLOAT32, 1, false};
static const bench_product spmm8 = {MG_PLUS_TIMES, MG_FLOAT32, 8, false};
static const bench_product spmm32 = {MG_PLUS_TIMES, MG_FLOAT32, 32, false};

const bench_algorithm bench_algorithms[] = {
    {.name = "bfs", .verb = "bfs", .from_source = true, .passes = 1},
    {.name = "sssp", .verb = "sssp", .from_source = true, .weights = true, .passes = 1},
    {.name = "cc", .verb = "cc", .passes = 1},
    {.name = "pagerank", .verb = "pagerank", .passes = 1},
    {.name = "pagerank-data", .verb = "pagerank", .data_driven = true, .passes = 1},
    {.name = "pagerank-sources", .verb = "pagerank", .sources = 32, .passes = 1},
    {.name = "hits", .verb = "hits", .tolerance = MG_HITS_TOLERANCE, .passes = 2},
    {.name = "scc", .verb = "scc", .passes = 2},
    {.name = "triangles", .verb = "triangles", .passes = 1},
    {.name = "lcc", .verb = "lcc", .passes = 1},
    {.name = "cdlp", .verb = "cdlp", .passes = 10},
    {.name = "louvain", .verb = "louvain", .passes = 10},
    {.name = "leiden", .verb = "leiden", .passes = 20},
    {.name = "kcore", .verb = "kcore", .passes = 2},
    {.name = "mis", .verb = "mis", .passes = 2},
    {.name = "coloring", .verb = "coloring", .passes = 2},
    {.name = "msf", .verb = "msf", .weights = true, .passes = 2},
    {.name = "closeness", .verb = "closeness", .sources = 64, .passes = 1},
    {.name = "bipartite", .verb = "bipartite", .passes = 1},
    {.name = "matching", .verb = "matching", .passes = 2},
    {.name = "eigenvector", .verb = "eigenvector", .tolerance = MG_EIGENVECTOR_TOLERANCE, .passes = 1},
    {.name = "katz", .verb = "katz", .tolerance = MG_EIGENVECTOR_TOLERANCE, .passes = 1},
    {.name = "bc", .verb = "bc", .sources = 4, .passes = 2},
    {.name = "spmv", .product = &spmv, .weights = true, .passes = 1},
    {.name = "spmv-double", .product = &spmv_double, .weights = true, .passes = 1},
    {.name = "spmv-transposed", .product = &spmv_transposed, .weights = true, .passes = 1},
    {.name = "spmv-min-plus", .product = &spmv_min_plus, .weights = true, .passes = 1},
    {.name = "spmm8", .product = &spmm8, .weights = true, .passes = 8},
    {.name = "spmm32", .product = &spmm32, .weights = true, .passes = 32},
};

const size_t bench_algorithm_count = sizeof bench_algorithms / sizeof *bench_algorithms;

const bench_algorithm *bench_algorithm_find(const char *name, size_t length) {
    for (size_t i = 0; i < bench_algorithm_count; i++) {
        const char *const own = bench_algorithms[i].name;
        if (strlen(own) == length && strncmp(own, name, length) == 0) {
            return &bench_algorithms[i];
        }
    }
    return NULL;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * test_in_edges.c: directed graphs that are symmetric, or nearly so: in-edges are the out-edges themselves where both
 * directions of every edge are there with equal weights, and a transpose elsewhere.
 */
#include "tests/core/graph/graph_oracle.h"
#include "tests/shapes.h"

#include <stdlib.h>
#include <string.h>

typedef struct given_arc {
    uint32_t source, target;
    int32_t weight;
} given_arc;

static int by_source(const void *a, const void *b) {
    const given_arc *x = a, *y = b;
    return x->source != y->source   ? (x->source > y->source) - (x->source < y->source)
           : x->target != y->target ? (x->target > y->target) - (x->target < y->target)
                                    : (x->weight > y->weight) - (x->weight < y->weight);
}

static mg_graph *make_graph(mg_context *context, uint32_t n, const given_arc *arcs, uint64_t count, bool weighted) {
    uint32_t *source = test_memory(count, 4), *target = test_memory(count, 4);
    int32_t *weight = test_memory(count, 4);
    for (uint64_t i = 0; i < count; i++) {
        source[i] = arcs[i].source;
        target[i] = arcs[i].target;
        weight[i] = arcs[i].weight;
    }
    const mg_edge_list list = {.edge_count = count,
                               .id_type = MG_UINT32,
                               .source = source,
                               .target = target,
                               .weight_type = weighted ? MG_INT32 : MG_TYPE_NONE,
                               .weight = weighted ? weight : NULL,
                               .contiguous = true,
                               .vertex_count = n};
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    free(source);
    free(target);
    free(weight);
    return graph;
}

/* Compares the in-edges with the reversed arcs, sorted. */
static void check_in_edges(const mg_adjacency *in, uint32_t n, const given_arc *arcs, uint64_t count, bool weighted) {
    given_arc *reversed = test_memory(count, sizeof *reversed);
    for (uint64_t i = 0; i < count; i++) {
        reversed[i] = (given_arc){arcs[i].target, arcs[i].source, weighted ? arcs[i].weight : 0};
    }
    qsort(reversed, count, sizeof *reversed, by_source);
    uint64_t at = 0;
    for (uint32_t v = 0; v < n; v++) {
        CHECK_EQ(in->offsets[v], at);
        for (; at < in->offsets[v + 1]; at++) {
            CHECK(at < count && reversed[at].source == v);
            CHECK_EQ(in->neighbours[at], reversed[at].target);
            CHECK(!weighted || ((const int32_t *)in->weights)[at] == reversed[at].weight);
        }
    }
    CHECK_EQ(at, count);
    free(reversed);
}

/* Random arcs in both directions, some parallel with other weights, and loops; returns their number. */
static uint64_t make_symmetric(uint32_t n, uint64_t edges, given_arc *arcs) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < edges; i++) {
        const uint32_t u = (uint32_t)random_below(n), v = (uint32_t)random_below(n);
        const int32_t weight = (int32_t)random_below(5) - 1;
        arcs[count++] = (given_arc){u, v, weight};
        if (u != v) {
            arcs[count++] = (given_arc){v, u, weight};
        }
    }
    return count;
}

TEST(in_edges_of_symmetric_and_nearly_symmetric_graphs) {
    enum { N = 90, EDGES = 3000 };
    enum { UNCHANGED, ONE_MISSING, ONE_MORE, ONE_WEIGHT, TWO_TARGETS, CHANGES };
    static given_arc arcs[2 * EDGES + 1];
    random_state = 77;
    for (int run = 0; run < 40; run++) {
        mg_context *context = make_context(1 + run % 3);
        const int change = run % CHANGES;
        const bool weighted = run / CHANGES % 2;
        uint64_t count = make_symmetric(N, EDGES, arcs), at = random_below(count), other = random_below(count);
        while (arcs[at].source == arcs[at].target) {
            at = random_below(count);
        }
        while (arcs[other].target == arcs[at].target || arcs[other].source == arcs[at].source) {
            other = random_below(count);
        }
        if (change == ONE_MISSING) {
            arcs[at] = arcs[--count];
        } else if (change == ONE_MORE) {
            arcs[count++] = arcs[at];
        } else if (change == ONE_WEIGHT) {
            arcs[at].weight += 10;
        } else if (change == TWO_TARGETS) {
            const uint32_t target = arcs[at].target;
            arcs[at].target = arcs[other].target;
            arcs[other].target = target;
        }
        mg_graph *graph = make_graph(context, N, arcs, count, weighted);
        const mg_adjacency out = mg_graph_out_edges(graph);
        mg_adjacency in;
        CHECK_OK(context, mg_graph_in_edges(context, graph, &in));
        const bool symmetric = change == UNCHANGED || (change == ONE_WEIGHT && !weighted);
        CHECK_EQ(in.neighbours == out.neighbours, symmetric);
        check_in_edges(&in, N, arcs, count, weighted);
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}

/* Algorithms on such a graph give what they give on its undirected twin. */
TEST(algorithms_on_a_symmetric_graph) {
    static given_arc arcs[6000];
    mg_context *context = make_context(2);
    random_state = 5;
    const uint64_t count = make_symmetric(700, 1500, arcs);
    mg_graph *graph = make_graph(context, 700, arcs, count, false), *twin = NULL;
    const mg_adjacency out = mg_graph_out_edges(graph);
    CHECK_OK(context, mg_graph_from_csr(context, 700, out.offsets, out.neighbours, MG_TYPE_NONE, NULL, false, &twin));
    static const mg_mode modes[] = {MG_MODE_AUTO, MG_MODE_SPARSE, MG_MODE_PULL, MG_MODE_DENSE};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
        mg_pagerank_options pagerank = MG_PAGERANK_OPTIONS_INIT;
        mg_result *results[4] = {NULL};
        bfs.run.mode = pagerank.run.mode = modes[i];
        bfs.source = 3;
        pagerank.tolerance = 0; /* the same iterations on both; with a tolerance undirected graphs take faster ones */
        pagerank.run.max_iterations = 20;
        CHECK_OK(context, mg_bfs(context, graph, &bfs, &results[0]));
        CHECK_OK(context, mg_bfs(context, twin, &bfs, &results[1]));
        CHECK_OK(context, mg_pagerank(context, graph, &pagerank, &results[2]));
        CHECK_OK(context, mg_pagerank(context, twin, &pagerank, &results[3]));
        CHECK(memcmp(mg_result_column(results[0], "depth")->data, mg_result_column(results[1], "depth")->data,
                     700 * sizeof(uint32_t)) == 0);
        CHECK(memcmp(mg_result_column(results[2], "rank")->data, mg_result_column(results[3], "rank")->data,
                     700 * sizeof(double)) == 0);
        for (size_t k = 0; k < 4; k++) {
            mg_result_destroy(results[k]);
        }
    }
    mg_graph_destroy(graph);
    mg_graph_destroy(twin);
    mg_context_destroy(context);
}

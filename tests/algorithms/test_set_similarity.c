/* SPDX-License-Identifier: Apache-2.0
 *
 * Similarities of neighbours on every shape, of edges, pairs and the best pairs, against marks of neighbours, and where
 * they are known.
 */
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

#define PAIRS 200

static void check_arcs(mg_context *context, const mg_graph *graph, const char *what, mg_set_measure measure) {
    mg_set_similarity_options o = MG_SET_SIMILARITY_OPTIONS_INIT;
    const uint64_t count = mg_graph_arc_count(graph);
    double *scores = test_memory(count, sizeof *scores);
    char why[256] = "";
    o.measure = measure;
    CHECK_OK(context, mg_set_similarity(context, graph, &o, count, NULL, NULL, scores));
    if (!mgt_verify_sets(graph, measure, count, NULL, NULL, scores, why, sizeof why)) {
        test_fail(__FILE__, __LINE__, "%s, measure %d: %s", what, (int)measure, why);
    }
    free(scores);
}

static void check_pairs(mg_context *context, const mg_graph *graph, const char *what, mg_set_measure measure) {
    mg_set_similarity_options o = MG_SET_SIMILARITY_OPTIONS_INIT;
    mg_vertex source[PAIRS], target[PAIRS];
    const mg_vertex n = mg_graph_vertex_count(graph);
    double scores[PAIRS];
    uint64_t seed = 3;
    char why[256] = "";
    for (int i = 0; n && i < PAIRS; i++) {
        source[i] = (mg_vertex)(test_random(&seed) % n);
        target[i] = (mg_vertex)(test_random(&seed) % n);
    }
    o.measure = measure;
    const uint64_t count = n ? PAIRS : 0;
    CHECK_OK(context, mg_set_similarity(context, graph, &o, count, source, target, scores));
    if (!mgt_verify_sets(graph, measure, count, source, target, scores, why, sizeof why)) {
        test_fail(__FILE__, __LINE__, "%s, measure %d: %s", what, (int)measure, why);
    }
}

static void check_top(mg_context *context, const mg_graph *graph, const char *what, mg_set_measure measure,
                      uint64_t most) {
    mg_set_similarity_options o = MG_SET_SIMILARITY_OPTIONS_INIT;
    mg_vertex *source = test_memory(most, sizeof *source), *target = test_memory(most, sizeof *target);
    double *scores = test_memory(most, sizeof *scores);
    uint64_t found = most + 1;
    char why[256] = "";
    o.measure = measure;
    CHECK_OK(context, mg_set_similarity_top(context, graph, &o, most, source, target, scores, &found));
    if (!mgt_verify_top_sets(graph, measure, most, found, source, target, scores, why, sizeof why)) {
        test_fail(__FILE__, __LINE__, "%s, measure %d: %s", what, (int)measure, why);
    }
    free(source);
    free(target);
    free(scores);
}

static void check_graph(const mg_graph *graph, const char *what) {
    for (int threads = 1; threads <= 4; threads += 3) {
        for (int measure = MG_SET_JACCARD; measure <= MG_SET_COSINE; measure++) {
            check_arcs(test_context(threads), graph, what, (mg_set_measure)measure);
            check_pairs(test_context(threads), graph, what, (mg_set_measure)measure);
            if (mg_graph_vertex_count(graph) <= 300) { /* the verifier looks at all pairs */
                check_top(test_context(threads), graph, what, (mg_set_measure)measure, 7);
                check_top(test_context(threads), graph, what, (mg_set_measure)measure, 5000);
            }
        }
    }
}

TEST(set_similarity_of_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

/* 0 - 1, 0 - 2, 1 - 2, 2 - 3 and a loop of 3: neighbours {1 2}, {0 2}, {0 1 3}, {2 3}. */
TEST(set_similarity_that_is_known) {
    mg_context *context = test_context(2);
    edge_builder edges = {.n = 4};
    const uint64_t ends[][2] = {{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 3}};
    for (int i = 0; i < 5; i++) {
        builder_add(&edges, ends[i][0], ends[i][1]);
    }
    mg_graph *graph = builder_graph(context, &edges, WEIGHTS_NONE, false);
    const mg_vertex source[] = {0, 0, 2, 3}, target[] = {1, 2, 3, 3};
    const double expected[][4] = {
        {1.0 / 3, 1.0 / 4, 1.0 / 4, 1}, {1.0 / 2, 1.0 / 2, 1.0 / 2, 1}, {1.0 / 2, 1 / sqrt(6), 1 / sqrt(6), 1}};
    mg_set_similarity_options o = MG_SET_SIMILARITY_OPTIONS_INIT;
    for (int measure = MG_SET_JACCARD; measure <= MG_SET_COSINE; measure++) {
        double scores[4];
        o.measure = (mg_set_measure)measure;
        CHECK_OK(context, mg_set_similarity(context, graph, &o, 4, source, target, scores));
        for (int i = 0; i < 4; i++) {
            CHECK_NEAR(scores[i], expected[measure][i], 1e-15);
        }
    }
    mg_vertex first[6], second[6];
    double scores[6];
    uint64_t found = 0;
    o.measure = MG_SET_JACCARD; /* 0 1, 0 3, 1 3: 1/3; 0 2, 1 2, 2 3: 1/4 */
    CHECK_OK(context, mg_set_similarity_top(context, graph, &o, 4, first, second, scores, &found));
    CHECK_EQ(found, 4);
    static const mg_vertex pairs[][2] = {{0, 1}, {0, 3}, {1, 3}, {0, 2}};
    for (int i = 0; i < 4; i++) {
        CHECK_EQ(first[i], pairs[i][0]);
        CHECK_EQ(second[i], pairs[i][1]);
    }
    const mg_status expected_status = mg_device_count(context) ? MG_OK : MG_ERROR_UNSUPPORTED;
    o.backend = MG_BACKEND_CUDA;
    CHECK_STATUS(context, mg_set_similarity_top(context, graph, &o, 4, first, second, scores, &found), expected_status);
    CHECK_STATUS(context, mg_set_similarity(context, graph, &o, 4, source, target, scores), expected_status);
    mg_graph_destroy(graph);
}

typedef struct best_pairs {
    mg_vertex *source, *target;
    double *scores;
    uint64_t found;
} best_pairs;

static best_pairs find_best(int threads, const mg_graph *graph, const mg_set_similarity_options *o, uint64_t most) {
    best_pairs b = {.source = test_memory(most, sizeof *b.source),
                    .target = test_memory(most, sizeof *b.target),
                    .scores = test_memory(most, sizeof *b.scores)};
    mg_context *context = test_context(threads);
    CHECK_OK(context, mg_set_similarity_top(context, graph, o, most, b.source, b.target, b.scores, &b.found));
    return b;
}

static void release_best(best_pairs *b) {
    free(b->source);
    free(b->target);
    free(b->scores);
}

/* The pairs of a GPU, where there is one, or else of four threads, are those of one thread. With `most` pairs or more
 * candidates than fit a GPU's memory for them. */
static void check_same_best(const mg_graph *graph, mg_set_measure measure, uint64_t most) {
    mg_set_similarity_options o = MG_SET_SIMILARITY_OPTIONS_INIT;
    o.measure = measure;
    o.backend = MG_BACKEND_CPU;
    best_pairs expected = find_best(1, graph, &o, most);
    o.backend = MG_BACKEND_AUTO;
    best_pairs best = find_best(4, graph, &o, most);
    CHECK_EQ(best.found, most);
    CHECK_EQ(expected.found, most);
    CHECK(memcmp(best.source, expected.source, most * sizeof *best.source) == 0);
    CHECK(memcmp(best.target, expected.target, most * sizeof *best.target) == 0);
    CHECK(memcmp(best.scores, expected.scores, most * sizeof *best.scores) == 0);
    release_best(&expected);
    release_best(&best);
}

/* A graph with hubs, 3,000 vertices and 40,000 edges drawn, some of them parallel: millions of pairs. */
TEST(best_pairs_of_a_larger_graph) {
    for (int directed = 0; directed < 2; directed++) {
        edge_builder edges = {.n = 3000};
        uint64_t seed = 5;
        for (int i = 0; i < 40000; i++) {
            const uint64_t hub = test_random(&seed) % 50, any = test_random(&seed) % edges.n;
            builder_add(&edges, test_random(&seed) % edges.n, i % 4 ? any : hub);
        }
        mg_context *context = test_context(2);
        mg_graph *natural = builder_graph(context, &edges, WEIGHTS_NONE, directed), *graph = natural;
        if (directed) {
            CHECK_OK(context, mg_graph_reorder(context, natural, MG_ORDER_SHUFFLED, 1, &graph));
            mg_graph_destroy(natural);
        }
        for (int measure = MG_SET_JACCARD; measure <= MG_SET_COSINE; measure++) {
            check_same_best(graph, (mg_set_measure)measure, 10);
            check_same_best(graph, (mg_set_measure)measure, 100000);
        }
        mg_graph_destroy(graph);
    }
}

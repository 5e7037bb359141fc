/* SPDX-License-Identifier: Apache-2.0
 *
 * Louvain and Leiden on every shape by their properties: names, a modularity that is that of the sum over all pairs, no
 * two communities that are better as one, connected communities; the same for every number of threads, in every run
 * and in every order of the vertices. How large the modularity is, where it is known.
 */
#include "tests/algorithms/find_communities.h"
#include "tests/algorithms/oracles.h"
#include "tools/verify/verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A run with so many threads. */
static matrix_run run_with(int threads, const char *graph) {
    return (matrix_run){
        .context = test_context(threads), .options = MG_RUN_OPTIONS_INIT, .graph = graph, .mode = "auto"};
}

static void check_modularity(const matrix_run *run, const mg_graph *graph, const mg_communities_options *o,
                             const mg_communities *found, const mg_vertex *label) {
    const double expected = oracle_modularity(graph, label, !o->unweighted, o->resolution);
    const mg_modularity_options options = {
        .size = sizeof options, .resolution = o->resolution, .unweighted = o->unweighted};
    double modularity = 0;
    RUN_CHECK(run, fabs(found->modularity - expected) <= 1e-9, "modularity %.12g, not %.12g", found->modularity,
              expected);
    RUN_OK(run, mg_modularity(run->context, graph, &options, label, &modularity));
    RUN_CHECK(run, modularity == found->modularity, "mg_modularity: %.17g, not %.17g", modularity, found->modularity);
}

static void check_method(const mg_graph *graph, const char *what, bool leiden, const mg_communities_options *o,
                         int most_threads) {
    const matrix_run first = run_with(1, what);
    mg_communities found, other;
    char why[256] = "";
    mg_result *result = find_communities(&first, graph, leiden, *o, &found);
    const mg_vertex *label = run_column(&first, graph, result, "community", MG_UINT32);
    RUN_CHECK(&first, mgt_verify_communities(first.context, graph, o, leiden, &found, result, why, sizeof why), "%s",
              why);
    check_modularity(&first, graph, o, &found, label);
    for (int threads = 2; threads <= most_threads; threads++) { /* in a context of 3 all share little work, too */
        const matrix_run again = run_with(threads, what);
        mg_result *second = find_communities(&again, graph, leiden, *o, &other);
        const mg_vertex *found_label = run_column(&again, graph, second, "community", MG_UINT32);
        RUN_CHECK(&again, memcmp(label, found_label, mg_graph_vertex_count(graph) * sizeof *label) == 0,
                  "other communities with %d threads", threads);
        RUN_CHECK(&again, memcmp(&found, &other, sizeof found) == 0, "another modularity with %d threads", threads);
        mg_result_destroy(second);
    }
    mg_result_destroy(result);
}

static void check_both(const mg_graph *graph, const char *what, const mg_communities_options *o, int most_threads) {
    check_method(graph, what, false, o, most_threads);
    check_method(graph, what, true, o, most_threads);
}

static void check_graph(const mg_graph *graph, const char *what) {
    const mg_communities_options o = MG_COMMUNITIES_OPTIONS_INIT;
    check_both(graph, what, &o, 3);
}

TEST(communities_on_every_shape) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT_ZERO, WEIGHTS_ALL_ZERO, WEIGHTS_FLOAT_MIX,
                                           WEIGHTS_INT64};
    matrix_graphs(weightings, sizeof weightings / sizeof *weightings, check_graph);
}

static void check_options(const mg_graph *graph, const char *what) {
    for (int i = 0; i < 6; i++) {
        mg_communities_options o = MG_COMMUNITIES_OPTIONS_INIT;
        o.resolution = i == 0 ? 0 : i == 1 ? 4 : 1;
        o.max_levels = i == 2;
        o.unweighted = i == 3;
        o.passes = i == 4 ? 0 : 1;
        o.threshold = i == 4 ? 0 : i == 5 ? 0.01 : MG_COMMUNITIES_THRESHOLD;
        o.seed = (uint64_t)i << 61;
        check_both(graph, what, &o, 2);
    }
}

TEST(communities_by_options) {
    static const weighting weightings[] = {WEIGHTS_INT};
    matrix_graphs(weightings, 1, check_options);
}

/* Are the communities those of components? */
TEST(communities_without_expected_weight) {
    for (size_t i = 0; i < shape_count; i++) {
        mg_graph *graph = shape_graph(test_context(2), &shapes[i], WEIGHTS_NONE, false);
        const matrix_run run = run_with(2, shapes[i].name);
        mg_communities_options o = MG_COMMUNITIES_OPTIONS_INIT;
        mg_communities found;
        mg_vertex *component = oracle_cc(graph);
        o.resolution = 0;
        for (int leiden = 0; leiden < 2; leiden++) {
            mg_result *result = find_communities(&run, graph, leiden, o, &found);
            const mg_vertex *label = run_column(&run, graph, result, "community", MG_UINT32);
            for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
                matrix_expect(&run, "resolution 0", v, label[v], component[v]);
            }
            mg_result_destroy(result);
        }
        free(component);
        mg_graph_destroy(graph);
    }
}

/* The smallest ids are the same in whatever order the vertices are. */
TEST(communities_in_another_order) {
    mg_context *context = test_context(2);
    static const mg_vertex_order orders[] = {MG_ORDER_DEGREE, MG_ORDER_SHUFFLED};
    for (int weighted = 0; weighted < 2; weighted++) {
        mg_graph *graph = shape_graph(context, shape_named("kron"), weighted ? WEIGHTS_INT : WEIGHTS_NONE, true);
        for (int i = 0; i < 4; i++) {
            const matrix_run run = run_with(2, "kron");
            const mg_communities_options o = MG_COMMUNITIES_OPTIONS_INIT;
            mg_graph *other = NULL;
            mg_communities found, again;
            CHECK_OK(context, mg_graph_reorder(context, graph, orders[i / 2], 7, &other));
            mg_result *result = find_communities(&run, graph, i % 2, o, &found),
                      *second = find_communities(&run, other, i % 2, o, &again);
            const mg_vertex *label = run_column(&run, graph, result, "community", MG_UINT32);
            const mg_vertex *other_label = run_column(&run, other, second, "community", MG_UINT32);
            for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
                mg_vertex u = MG_NONE;
                CHECK(mg_graph_find(other, mg_graph_id(graph, v), &u));
                CHECK_EQ(mg_graph_id(graph, label[v]), mg_graph_id(other, other_label[u]));
            }
            CHECK_EQ(found.levels, again.levels);
            mg_result_destroy(result);
            mg_result_destroy(second);
            mg_graph_destroy(other);
        }
        mg_graph_destroy(graph);
    }
}

/* ---- how large modularity is ---- */

static double modularity_of(const mg_graph *graph, bool leiden, uint64_t seed) {
    const matrix_run run = run_with(2, "a known graph");
    mg_communities_options o = MG_COMMUNITIES_OPTIONS_INIT;
    mg_communities found;
    o.seed = seed;
    mg_result_destroy(find_communities(&run, graph, leiden, o, &found));
    return found.modularity;
}

/* The best partition that is known is found by Leiden at least once and nearly always; those of Louvain are in the
 * range of NetworkX 3.6's. */
static void check_real(const char *file, double least, double best) {
    char path[1024];
    mg_graph *graph = NULL;
    mg_context *context = test_context(2);
    double louvain = 0, leiden = 0, most = 0;
    snprintf(path, sizeof path, "%s/datasets/real/%s", test_root(), file);
    CHECK_OK(context, mg_graph_read(context, path, NULL, &graph));
    for (uint64_t seed = 0; seed < 20; seed++) {
        const double found = modularity_of(graph, true, seed);
        louvain += modularity_of(graph, false, seed) / 20;
        leiden += found / 20;
        most = found > most ? found : most;
    }
    if (fabs(most - best) > 1e-5 || leiden < 0.999 * best || leiden < louvain) {
        test_fail(__FILE__, __LINE__, "%s: leiden finds %.6f, on average %.6f, not %.6f", file, most, leiden, best);
    }
    if (louvain < least || modularity_of(graph, false, 0) < least) {
        test_fail(__FILE__, __LINE__, "%s: louvain finds %.6f on average, less than %.6f", file, louvain, least);
    }
    mg_graph_destroy(graph);
}

TEST(modularity_of_real_graphs) {
    check_real("karate.mtx", 0.4150, 0.41979);
    check_real("les-miserables.mtx", 0.5650, 0.56669);
}

/* Groups of 40 vertices, of which each has about 16 edges within its group and 2 to others: the groups are found. */
TEST(communities_that_were_planted) {
    const uint64_t groups = 25, size = 40, n = groups * size;
    uint64_t state = 3;
    edge_builder edges = {.n = n};
    for (uint64_t v = 0; v < n; v++) {
        for (int i = 0; i < 9; i++) {
            const uint64_t other = i < 8 ? test_random(&state) % size * groups + v % groups : test_random(&state) % n;
            if (other != v) {
                builder_add(&edges, v, other);
            }
        }
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, false);
    const matrix_run run = run_with(2, "planted");
    for (int leiden = 0; leiden < 2; leiden++) {
        mg_communities found;
        mg_result *result = find_communities(&run, graph, leiden, MG_COMMUNITIES_OPTIONS_INIT, &found);
        const mg_vertex *label = run_column(&run, graph, result, "community", MG_UINT32);
        for (mg_vertex v = 0; v < n; v++) {
            matrix_expect(&run, "planted", v, label[v], v % groups);
        }
        mg_result_destroy(result);
    }
    mg_graph_destroy(graph);
}

TEST(leiden_is_no_worse) {
    static const char *const names[] = {"kron", "grid", "random", "cycle", "path", "clique"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        mg_graph *graph = shape_graph(test_context(2), shape_named(names[i]), WEIGHTS_NONE, false);
        const double louvain = modularity_of(graph, false, 0), leiden = modularity_of(graph, true, 0);
        if (leiden < louvain - 1e-9) {
            test_fail(__FILE__, __LINE__, "%s: leiden %.9f, louvain %.9f", names[i], leiden, louvain);
        }
        mg_graph_destroy(graph);
    }
}

/* ---- given labels, and what is refused ---- */

/* A loop, two parallel edges 0 - 1 and an edge 1 - 2: with m = 4, strengths 4, 3, 1. */
TEST(modularity_that_is_known) {
    static const uint32_t from[] = {0, 0, 0, 1}, to[] = {0, 1, 1, 2};
    mg_context *context = test_context(2);
    mg_edge_list list = {
        .edge_count = 4, .id_type = MG_UINT32, .source = from, .target = to, .contiguous = true, .vertex_count = 3};
    static const mg_vertex labels[][3] = {{0, 0, 0}, {0, 1, 2}, {2, 2, 1}};
    static const double expected[] = {0, 1.0 / 4 - (16.0 + 9 + 1) / 64, 3.0 / 4 - (49.0 + 1) / 64};
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    for (int i = 0; i < 3; i++) {
        double modularity = 5;
        CHECK_OK(context, mg_modularity(context, graph, NULL, labels[i], &modularity));
        CHECK(fabs(modularity - expected[i]) < 1e-15);
    }
    mg_graph_destroy(graph);
}

TEST(communities_refuse_weights) {
    static const uint32_t from[] = {0, 1}, to[] = {1, 0};
    static const float weights[][2] = {{1, -1}, {1, INFINITY}};
    mg_context *context = test_context(1);
    for (int i = 0; i < 2; i++) {
        mg_edge_list list = {.edge_count = 2,
                             .id_type = MG_UINT32,
                             .source = from,
                             .target = to,
                             .weight_type = MG_FLOAT32,
                             .weight = weights[i],
                             .contiguous = true,
                             .vertex_count = 2};
        static const mg_vertex labels[2] = {0, 0};
        mg_graph *graph = NULL;
        mg_result *result = NULL;
        double modularity;
        if (mg_graph_from_edges(context, &list, NULL, &graph) < 0) {
            continue; /* such weights are refused before */
        }
        CHECK_STATUS(context, mg_louvain(context, graph, NULL, &result), MG_ERROR_INVALID);
        CHECK_STATUS(context, mg_leiden(context, graph, NULL, &result), MG_ERROR_INVALID);
        CHECK_STATUS(context, mg_modularity(context, graph, NULL, labels, &modularity), MG_ERROR_INVALID);
        CHECK(!result);
        mg_graph_destroy(graph);
    }
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The laws of vertex programs, checked on every phase of the built-in programs; and the check itself, on lawless
 * phases.
 */
#include "algorithms/programs/bc.h"
#include "algorithms/programs/bfs.h"
#include "algorithms/programs/pagerank.h"
#include "algorithms/programs/sssp.h"
#include "tests/algo/laws/subjects.h"
#include "tests/algo/matrix.h"
#include "tests/algo/oracles.h"

#include <stdlib.h>

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            test_fail(__FILE__, __LINE__, "%s", why);                                                                  \
        }                                                                                                              \
    } while (0)

static const bfs_parameters bfs_p = {.source = {0}};
static const sssp_parameters sssp_p = {.source = 0, .shift = 3, .per_unit = 0.25};
static const pagerank_parameters pagerank_p = {.damping = 0.85, .tolerance = 1e-5, .start = 1.0 / 1024};
static const residual_parameters residual_p = {.damping = 0.85, .threshold = 1e-9};
static const bc_parameters bc_p = {.source = {0}};

TEST(built_in_phases_keep_the_laws) {
    const struct {
        const law_subject *subject;
        const void *params;
    } phases[] = {
        {bfs_law(), &bfs_p},
        {sssp_u32_law(), &sssp_p},
        {sssp_u64_law(), &sssp_p},
        {sssp_f32_law(), &sssp_p},
        {sssp_f64_law(), &sssp_p},
        {parents_u32_ties_law(), &sssp_p},
        {parents_u64_ties_law(), &sssp_p},
        {parents_f32_ties_law(), &sssp_p},
        {parents_f64_ties_law(), &sssp_p},
        {pagerank_law(), &pagerank_p},
        {personalized_law(), &pagerank_p},
        {residual_push_law(), &residual_p},
        {bc_forward_law(), &bc_p},
        {bc_backward_law(), &bc_p},
    };
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        char why[256] = "";
        REQUIRE(laws_of_values_hold(phases[i].subject, phases[i].params, why, sizeof why));
        REQUIRE(laws_of_apply_hold(phases[i].subject, phases[i].params, NULL, 0, why, sizeof why));
    }
}

/* In the states in which BFS ends, too. */
TEST(bfs_ignores_the_identity_at_its_end) {
    mg_context *context = test_context(1);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_NONE, true);
    const mg_vertex n = mg_graph_vertex_count(graph);
    bfs_vertex *states = test_memory(n, sizeof *states);
    char why[256] = "";
    CHECK_OK(context, mg_run(context, graph, &law_bfs_program, &bfs_p, NULL, states, NULL));
    REQUIRE(laws_of_apply_hold(bfs_law(), &bfs_p, states, n, why, sizeof why));
    free(states);
    mg_graph_destroy(graph);
}

static void check_modes(const mg_program *program, const char *column, const void *params, const void *state,
                        weighting weights) {
    for (int directed = 0; directed < 2; directed++) {
        char why[256] = "";
        mg_graph *graph = shape_graph(test_context(1), shape_named("kron"), weights, directed);
        REQUIRE(laws_of_modes_hold(program, column, params, state, graph, why, sizeof why));
        mg_graph_destroy(graph);
    }
}

TEST(modes_agree_on_paths) {
    check_modes(&law_bfs_program, "depth", &bfs_p, NULL, WEIGHTS_NONE);
    check_modes(&law_sssp_u32_program, "distance", &sssp_p, NULL, WEIGHTS_INT);
    check_modes(&law_sssp_u64_program, "distance", &sssp_p, NULL, WEIGHTS_INT_LARGE);
    check_modes(&law_sssp_f32_program, "distance", &sssp_p, NULL, WEIGHTS_FLOAT_MIX);
    check_modes(&law_sssp_f64_program, "distance", &sssp_p, NULL, WEIGHTS_DOUBLE);
    check_modes(&law_bc_program, "dependency", &bc_p, NULL, WEIGHTS_NONE);
}

/* The parents of distances with many ties are the same in every run. */
TEST(modes_agree_on_parents) {
    mg_graph *graph = shape_graph(test_context(1), shape_named("kron"), WEIGHTS_INT_ZERO, true);
    const mg_vertex n = mg_graph_vertex_count(graph);
    uint64_t *distance = oracle_sssp_integer(graph, 0);
    sssp_tree_u32 *state = test_memory(n, sizeof *state);
    char why[256] = "";
    for (mg_vertex v = 0; v < n; v++) {
        state[v] = (sssp_tree_u32){distance[v] == MG_UNREACHED64 ? MG_UNREACHED : (uint32_t)distance[v],
                                   v == 0 ? 0 : MG_NONE, MG_UNREACHED};
    }
    REQUIRE(laws_of_modes_hold(&law_parents_u32_program, "parent", &sssp_p, state, graph, why, sizeof why));
    free(distance);
    free(state);
    mg_graph_destroy(graph);
}

TEST(modes_agree_on_ranks) {
    const mg_vertex n = 1024;
    pagerank_vertex *uniform = test_memory(n, sizeof *uniform);
    personalized_vertex *jumps = test_memory(n, sizeof *jumps);
    residual_vertex *residuals = test_memory(n, sizeof *residuals);
    for (mg_vertex v = 0; v < n; v++) {
        jumps[v].jump = residuals[v].jump = 1.0 / 1024;
    }
    check_modes(&law_pagerank_program, "rank", &pagerank_p, uniform, WEIGHTS_NONE);
    check_modes(&law_personalized_program, "rank", &pagerank_p, jumps, WEIGHTS_NONE);
    check_modes(&law_residual_program, "rank", &residual_p, residuals, WEIGHTS_NONE);
    free(uniform);
    free(jumps);
    free(residuals);
}

TEST(lawless_phases_are_caught) {
    static const char *const laws[] = {"the monoid is not associative", "the identity changes a value",
                                       "the monoid is not idempotent", "an inactive sender's edge is not the identity",
                                       "the priority falls along an edge"};
    const law_subject *const phases[] = {lawless_monoid_law(), lawless_identity_law(), lawless_sum_law(),
                                         lawless_inactive_law(), lawless_priority_law()};
    const uint32_t params = 0;
    char why[256] = "";
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        CHECK(!laws_of_values_hold(phases[i], &params, why, sizeof why));
        if (!strstr(why, laws[i])) {
            test_fail(__FILE__, __LINE__, "%s, expected: %s", why, laws[i]);
        }
    }
    CHECK(!laws_of_apply_hold(lawless_apply_law(), &params, NULL, 0, why, sizeof why));
    CHECK(strstr(why, "apply with the identity changes something"));
}

TEST(a_program_whose_modes_disagree_is_caught) {
    mg_graph *graph = shape_graph(test_context(1), shape_named("kron"), WEIGHTS_NONE, true);
    const uint32_t params = 0;
    char why[256] = "";
    CHECK(!laws_of_modes_hold(&lawless_hit_program, "value", &params, NULL, graph, why, sizeof why));
    CHECK(strstr(why, "differs from the first run"));
    mg_graph_destroy(graph);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The laws of vertex programs, checked on every phase of the built-in programs. The checker is tested on phases that
 * break a law.
 */
#include "algorithms/programs/bc.h"
#include "algorithms/programs/bfs.h"
#include "algorithms/programs/bipartite.h"
#include "algorithms/programs/cc.h"
#include "algorithms/programs/cdlp.h"
#include "algorithms/programs/closeness.h"
#include "algorithms/programs/coloring.h"
#include "algorithms/programs/coreness.h"
#include "algorithms/programs/lcc.h"
#include "algorithms/programs/matching.h"
#include "algorithms/programs/msf.h"
#include "algorithms/programs/pagerank.h"
#include "algorithms/programs/scc.h"
#include "algorithms/programs/sssp.h"
#include "algorithms/programs/triangles.h"
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/programs/own.h"
#include "tests/algorithms/run_matrix.h"
#include "tests/core/program/laws/built_in_laws.h"
#include "tests/core/program/laws/law_cases.h"

#include <stdlib.h>
#include <string.h>

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
static const undirected_parameters undirected_p = {
    .damping = 0.85, .residual = 1e-7, .base = 0.15, .start = 1e-4, .arcs = 16384, .omega = {1.5, 1.3}};
static const bc_parameters bc_p = {.source = {0}};

TEST(built_in_phases_keep_the_laws) {
    const struct {
        const mg_program *program;
        const char *phase;
        const void *params;
    } phases[] = {
        {&bfs_program, "bfs", &bfs_p},
        {&sssp_u32_program, "sssp_u32", &sssp_p},
        {&sssp_u64_program, "sssp_u64", &sssp_p},
        {&sssp_i64_program, "sssp_i64", &sssp_p},
        {&sssp_f32_program, "sssp_f32", &sssp_p},
        {&sssp_f64_program, "sssp_f64", &sssp_p},
        {&parents_u32_program, "parents_u32_ties", &sssp_p},
        {&parents_u64_program, "parents_u64_ties", &sssp_p},
        {&parents_i64_program, "parents_i64_ties", &sssp_p},
        {&parents_f32_program, "parents_f32_ties", &sssp_p},
        {&parents_f64_program, "parents_f64_ties", &sssp_p},
        {&pagerank_program, "pagerank", &pagerank_p},
        {&personalized_program, "personalized", &pagerank_p},
        {&chebyshev_mixed_program, "chebyshev_mixed", &undirected_p},
        {&conjugate_program, "conjugate", &undirected_p},
        {&residual_program, "residual_push", &residual_p},
        {&bc_program, "bc_forward", &bc_p},
        {&bc_program, "bc_backward", &bc_p},
    };
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        const law_case subject = built_in_law(phases[i].program, phases[i].phase);
        CHECK_OK(test_context(1), laws_hold(test_context(1), &subject, phases[i].params, NULL, 0));
    }
}

/* Checks BFS also on its final states. */
TEST(bfs_ignores_the_identity_at_its_end) {
    mg_context *context = test_context(1);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_NONE, true);
    const mg_vertex n = mg_graph_vertex_count(graph);
    const law_case subject = built_in_law(&bfs_program, "bfs");
    bfs_vertex *states = test_memory(n, sizeof *states);
    CHECK_OK(context, mg_run(context, graph, &bfs_program, &bfs_p, NULL, states, NULL));
    CHECK_OK(context, laws_hold(context, &subject, &bfs_p, states, n));
    free(states);
    mg_graph_destroy(graph);
}

static void check_modes_on(bool directed, const mg_program *program, const char *column, const void *params,
                           const void *state, weighting weights) {
    char why[256] = "";
    mg_graph *graph = shape_graph(test_context(1), shape_named("kron"), weights, directed);
    REQUIRE(laws_of_modes_hold(program, column, params, state, graph, why, sizeof why));
    mg_graph_destroy(graph);
}

static void check_modes(const mg_program *program, const char *column, const void *params, const void *state,
                        weighting weights) {
    check_modes_on(false, program, column, params, state, weights);
    check_modes_on(true, program, column, params, state, weights);
}

TEST(modes_agree_on_paths) {
    check_modes(&bfs_program, "depth", &bfs_p, NULL, WEIGHTS_NONE);
    check_modes(&sssp_u32_program, "distance", &sssp_p, NULL, WEIGHTS_INT);
    check_modes(&sssp_u64_program, "distance", &sssp_p, NULL, WEIGHTS_INT_LARGE);
    check_modes(&sssp_f32_program, "distance", &sssp_p, NULL, WEIGHTS_FLOAT_MIX);
    check_modes(&sssp_f64_program, "distance", &sssp_p, NULL, WEIGHTS_DOUBLE);
    check_modes(&bc_program, "dependency", &bc_p, NULL, WEIGHTS_NONE);
}

/* With many ties in the distances the parents are the same in every run. */
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
    REQUIRE(laws_of_modes_hold(&parents_u32_program, "parent", &sssp_p, state, graph, why, sizeof why));
    free(distance);
    free(state);
    mg_graph_destroy(graph);
}

/* Programs for undirected graphs: on others they need not converge. With all weights: one of 0 freezes the ranks. */
TEST(modes_agree_on_ranks_of_undirected_graphs) {
    const mg_vertex n = 1024;
    undirected_parameters p = {
        .damping = 0.85, .residual = 1e-6, .base = 0.15 / n, .start = 1.0 / (16 * n), .arcs = 16 * n};
    chebyshev_mixed_vertex *zero = test_memory(n, sizeof *zero);
    conjugate_vertex *jumps = test_memory(n, sizeof *jumps);
    double omega = 2.0;
    for (size_t k = 0; k < UNDIRECTED_WEIGHTS; k++) {
        p.omega[k] = omega = 1.0 / (1.0 - 0.25 * p.damping * p.damping * omega);
    }
    for (mg_vertex v = 0; v < n; v++) {
        jumps[v].residual = 1.0 / n;
    }
    check_modes_on(false, &chebyshev_mixed_program, "rank", &p, zero, WEIGHTS_NONE);
    p.base = 0.15;
    p.residual = 1e-12;
    check_modes_on(false, &conjugate_program, "rank", &p, jumps, WEIGHTS_NONE);
    free(zero);
    free(jumps);
}

TEST(modes_agree_on_ranks) {
    const mg_vertex n = 1024;
    pagerank_vertex *uniform = test_memory(n, sizeof *uniform);
    personalized_vertex *jumps = test_memory(n, sizeof *jumps);
    residual_vertex *residuals = test_memory(n, sizeof *residuals);
    for (mg_vertex v = 0; v < n; v++) {
        jumps[v].jump = residuals[v].residual = 1.0 / 1024;
    }
    check_modes(&pagerank_program, "rank", &pagerank_p, uniform, WEIGHTS_NONE);
    check_modes(&personalized_program, "rank", &pagerank_p, jumps, WEIGHTS_NONE);
    check_modes(&residual_program, "rank", &residual_p, residuals, WEIGHTS_NONE);
    free(uniform);
    free(jumps);
    free(residuals);
}

TEST(lawless_phases_are_caught) {
    static const struct {
        const law_case *(*phase)(void);
        const char *callback, *law;
    } cases[] = {
        {lawless_monoid_law, "phase lawless_monoid, combine:", "is not commutative: a (+) b differs from b (+) a"},
        {lawless_mean_law, "phase lawless_mean, combine:", "is not associative: (a (+) b) (+) c differs from"},
        {lawless_identity_law, "phase lawless_identity, MG_MIN:", "the identity changes a value"},
        {lawless_sum_law, "phase lawless_sum, MG_SUM:", "the monoid must be idempotent, but a (+) a differs from a"},
        {lawless_inactive_law,
         "phase lawless_inactive, edge:", "edge of an inactive sender does not contribute the identity"},
        {lawless_counting_law, "phase lawless_counting, edge:", "different results for the same arguments"},
        {lawless_priority_law, "phase lawless_priority, priority:", "decreases along an edge"},
        {lawless_apply_law,
         "phase lawless_apply, apply:", "it changes the state although it receives only the identity"},
        {lawless_total_law,
         "phase lawless_total, apply:", "it adds to the totals although it receives only the identity"},
        {lawless_active_law, "phase lawless_active, apply:", "activates a vertex that receives only the identity"},
        {lawless_sending_law, "phase lawless_sending, scatter:", "scatter changes the state"},
        {lawless_iteration_law, "phase lawless_iteration, scatter:", "another value in another iteration"},
    };
    mg_context *context = test_context(1);
    const uint32_t params = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_STATUS(context, laws_hold(context, cases[i].phase(), &params, NULL, 0), MG_ERROR_PROGRAM);
        const char *why = mg_context_error(context);
        if (!strstr(why, cases[i].callback) || !strstr(why, cases[i].law)) {
            test_fail(__FILE__, __LINE__, "%s, expected: %s %s", why, cases[i].callback, cases[i].law);
        }
    }
}

TEST(a_program_whose_modes_disagree_is_caught) {
    mg_graph *graph = shape_graph(test_context(1), shape_named("kron"), WEIGHTS_NONE, true);
    const uint32_t params = 0;
    char why[256] = "";
    CHECK(!laws_of_modes_hold(&lawless_hit_program, "value", &params, NULL, graph, why, sizeof why));
    CHECK(strstr(why, "differs from the first run"));
    mg_graph_destroy(graph);
    CHECK_STATUS(test_context(1), mg_program_check(test_context(1), &lawless_hit_program, NULL, MG_BACKEND_CPU),
                 MG_ERROR_PROGRAM);
    CHECK(strstr(mg_context_error(test_context(1)), "column value of vertex") != NULL);
}

TEST(phases_for_tiles_that_disagree_are_caught) {
    mg_context *context = test_context(1);
    CHECK_STATUS(context, mg_program_check(context, &lawless_tiled_program, NULL, MG_BACKEND_CPU), MG_ERROR_PROGRAM);
    CHECK(strstr(mg_context_error(context),
                 "the phases for tiles in mode auto and the reference run differ in column") != NULL);
    mg_program swapped = lawless_tiled_program; /* `tiled` phases need a priority */
    swapped.tiled[0] = lawless_tiled_program.phases[0];
    CHECK_STATUS(context, mg_program_check(context, &swapped, NULL, MG_BACKEND_CPU), MG_ERROR_PROGRAM);
    CHECK(strstr(mg_context_error(context), "tiled requires a phase with MG_WITHIN_BLOCKS, or one with a priority") !=
          NULL);
}

TEST(levels_that_are_not_breadth_first_are_caught) {
    mg_context *context = test_context(1);
    CHECK_STATUS(context, mg_program_check(context, &lawless_levels_program, NULL, MG_BACKEND_CPU), MG_ERROR_PROGRAM);
    CHECK(strstr(mg_context_error(context), "phase lawless_levels: MG_BREADTH_FIRST is declared, but vertex") != NULL);
}

TEST(wrong_values_of_edges_are_caught) {
    mg_context *context = test_context(1);
    CHECK_STATUS(context, mg_program_check(context, &lawless_count_program, NULL, MG_BACKEND_CPU), MG_ERROR_PROGRAM);
    CHECK(strstr(mg_context_error(context), "differ in column calls of edge number") != NULL);
    mg_program vertices = lawless_count_program; /* there are fewer than calls by now */
    vertices.edge_columns[0].meaning = MG_VERTEX;
    CHECK_STATUS(context, mg_program_check(context, &vertices, NULL, MG_BACKEND_CPU), MG_ERROR_PROGRAM);
    CHECK(strstr(mg_context_error(context), "column calls is declared MG_VERTEX, but that of edge number") != NULL);
}

TEST(what_is_not_declared_is_caught) {
    static const char degree[] = "reads ctx->in_degree, which is 0 without the property MG_IN_DEGREE";
    static const char outside[] = "visit or vertex accesses states outside of the owner's vertex range";
    static const struct {
        const mg_program *program;
        const char *phase, *why;
    } cases[] = {
        {&undeclared_init_program, "phase undeclared_init:", degree},
        {&undeclared_scatter_program, "phase undeclared_scatter:", degree},
        {&undeclared_apply_program, "phase undeclared_apply:", degree},
        {&undeclared_vertex_program, "phase undeclared_vertex:", degree},
        {&undeclared_owner_program, "phase undeclared_owner:", degree},
        {&undeclared_round_program,
         "phase undeclared_round:", "reads ctx->round, which is 0 without the property MG_ROUND"},
        {&undeclared_added_program, "phase undeclared_added, apply:", "adds to more totals than it declares"},
        {&undeclared_counted_program, "phase undeclared_counted, vertex:", "adds to more totals than it declares"},
        {&undeclared_read_program, "phase undeclared_read:", "reads totals that no phase declares"},
        {&undeclared_write_program, "phase undeclared_write:", outside},
        {&undeclared_neighbour_program, "phase undeclared_neighbour:", outside},
        {&undeclared_outside_program, "phase undeclared_outside:", outside},
        {&undeclared_where_program, "phase undeclared_where:", "for which `where` has become false"},
        {&undeclared_order_program, "phase undeclared_order, triangle:", "the other two corners are exchanged"},
        {&undeclared_number_program, "column value is declared MG_VERTEX", "but that of vertex 0 is 40"},
        {&undeclared_range_program, "phase undeclared_range, scatter:", "no float holds the value 1e+200"},
    };
    mg_context *context = test_context(2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_STATUS(context, mg_program_check(context, cases[i].program, NULL, MG_BACKEND_CPU), MG_ERROR_PROGRAM);
        const char *const why = mg_context_error(context);
        if (!strstr(why, cases[i].phase) || !strstr(why, cases[i].why)) {
            test_fail(__FILE__, __LINE__, "%s, expected: %s %s", why, cases[i].phase, cases[i].why);
        }
    }
}

/* The check as users run it: whole programs on generated graphs, whose values and states are the samples. */
TEST(built_in_programs_pass_the_check) {
    static const struct {
        const mg_program *program;
        const void *params;
    } programs[] = {
        {&bfs_program, NULL},
        {&sssp_u32_program, &sssp_p},
        {&sssp_u64_program, &sssp_p},
        {&sssp_f32_program, &sssp_p},
        {&sssp_f64_program, &sssp_p},
        {&pagerank_program, &pagerank_p},
        {&residual_program, &residual_p},
        {&bc_program, &bc_p},
        {&cc_program, NULL},
        {&cc_cpu_program, NULL},
        {&triangles_program, NULL},
        {&lcc_program, NULL},
        {&cdlp_program, NULL},
        {&scc_program, NULL},
        {&coreness_program, NULL},
        {&coloring_program, NULL},
        {&msf_i32_program, NULL},
        {&msf_f64_program, NULL},
        {&closeness_program, NULL},
        {&bipartite_program, NULL},
        {&matching_program, NULL},
        {&bfs_target_program, NULL},
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        mg_context *context = test_context(i % 2 ? 1 : 4);
        CHECK_OK(context, mg_program_check(context, programs[i].program, programs[i].params, MG_BACKEND_CPU));
    }
}

/* These programs contain every kind of phase. */
TEST(own_programs_pass_the_check) {
    const own_hops_parameters hops = {.step = 7};
    const own_walks_parameters walks = {.length = 5};
    const own_distance_parameters distance = {.delta = 8};
    const struct {
        const mg_program *program;
        const void *params;
    } programs[] = {
        {&own_sssp_program, NULL},     {&own_sssp_apply_program, &distance}, {&own_hops_out_program, &hops},
        {&own_hops_in_program, &hops}, {&own_hops_both_program, &hops},      {&own_spread_program, NULL},
        {&own_walks_program, &walks},  {&own_degrees_program, NULL},         {&own_cheapest_program, NULL},
        {&own_replay_program, NULL},   {&own_phases_program, NULL},          {&own_echo_program, NULL},
        {&own_blocks_program, NULL},   {&own_corners_program, NULL},         {&own_counts_program, NULL},
        {&own_majority_program, NULL}, {&own_loops_program, NULL},
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        mg_context *context = test_context(i % 2 ? 4 : 1);
        CHECK_OK(context, mg_program_check(context, programs[i].program, programs[i].params, MG_BACKEND_CPU));
    }
}

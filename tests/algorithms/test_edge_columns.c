/* SPDX-License-Identifier: Apache-2.0
 *
 * The program of programs/own_scores.c: values of edges in the result, against serial ones; programs whose columns of
 * edges are refused.
 */
#include "tests/algorithms/programs/own.h"
#include "tests/algorithms/run_matrix.h"

#include <stdlib.h>
#include <string.h>

static void check_edge(const matrix_run *run, const mg_graph *graph, const uint32_t *received, mg_vertex u, uint64_t e,
                       const mg_result *result) {
    const mg_vertex v = mg_graph_out_edges(graph).neighbours[e];
    const uint32_t larger = ((const uint32_t *)mg_result_edge_column_at(result, 0)->data)[e];
    const uint64_t ends = ((const uint64_t *)mg_result_edge_column(result, "ends")->data)[e];
    const float weighted = ((const float *)mg_result_edge_column(result, "weighted")->data)[e];
    const float expected = (float)arc_weight(graph, e) * 2 + (float)received[u] - (float)received[v];
    matrix_expect(run, "own-scores: larger end", u, larger, u == v ? MG_NONE : u > v ? u : v);
    matrix_expect(run, "own-scores: ends", u, ends, ((uint64_t)u << 33) + ((uint64_t)received[v] << 1) + (u < v));
    RUN_CHECK(run, weighted == expected, "edge %lu: %g, expected %g", (unsigned long)e, (double)weighted,
              (double)expected);
}

static void check_scores(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint32_t *const received = test_memory(n, sizeof *received);
    for (uint64_t e = 0; e < out.offsets[n]; e++) {
        received[out.neighbours[e]] += 2; /* rounds */
    }
    for (size_t i = 0; i < matrix_run_count; i++) {
        const matrix_run run = matrix_run_at(i, what);
        mg_result *result = NULL;
        RUN_OK(&run, mg_run(run.context, graph, &own_scores_program, NULL, &run.options, NULL, &result));
        RUN_CHECK(&run, mg_result_edge_column_count(result) == 3, "%lu columns of edges",
                  (unsigned long)mg_result_edge_column_count(result));
        CHECK(mg_result_edge_column(result, "larger") == mg_result_edge_column_at(result, 0));
        CHECK(mg_result_edge_column_at(result, 0)->meaning == MG_VERTEX);
        CHECK(mg_result_edge_column_at(result, 1)->type == MG_UINT64);
        CHECK(!mg_result_edge_column(result, "received") && !mg_result_column(result, "ends"));
        for (mg_vertex u = 0; u < n; u++) {
            for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
                check_edge(&run, graph, received, u, e, result);
            }
        }
        mg_result_destroy(result);
        RUN_OK(&run, mg_run(run.context, graph, &own_scores_program, NULL, &run.options, NULL, NULL));
    }
    free(received);
}

TEST(values_of_edges_in_results) {
    matrix_graphs(NULL, 0, check_scores);
}

TEST(values_of_edges_pass_the_check) {
    const matrix_run run = matrix_run_at(0, "random graphs");
    RUN_OK(&run, mg_program_check(run.context, &own_scores_program, NULL, run.options.backend));
}

static void refuse(const mg_program *program, const char *text) {
    const matrix_run run = matrix_run_at(0, "a program that is refused");
    const uint32_t ends[] = {0, 1};
    const mg_edge_list list = {.edge_count = 1, .id_type = MG_UINT32, .source = ends, .target = ends + 1};
    mg_graph *graph = NULL;
    mg_result *result = NULL;
    RUN_OK(&run, mg_graph_from_edges(run.context, &list, NULL, &graph));
    CHECK(mg_run(run.context, graph, program, NULL, &run.options, NULL, &result) == MG_ERROR_PROGRAM);
    CHECK(!result);
    RUN_CHECK(&run, strstr(mg_context_error(run.context), text) != NULL, "%s", mg_context_error(run.context));
    mg_graph_destroy(graph);
}

TEST(columns_of_edges_are_of_phases_with_score) {
    mg_program p = own_scores_program;
    p.edge_columns[0].phase = NULL;
    refuse(&p, "edge column larger: its phase is not in the list of phases");
    p.edge_columns[0].phase = p.phases[0];
    refuse(&p, "or it has no score");
    p.edge_columns[0] = own_scores_program.edge_columns[1];
    refuse(&p, "two columns of the name ends");
    p.edge_columns[0].name = "received";
    refuse(&p, "two columns of the name received");
    p.edge_columns[0].name = "a,b";
    refuse(&p, "column 'a,b'");
    p.edge_columns[0].name = "again";
    refuse(&p, "score requires one element of edge_columns");
    p = own_scores_program;
    p.tiled[0] = p.phases[0];
    refuse(&p, "edge column larger: its phase is not in the list of tiled");
    p = own_scores_program;
    p.edge_columns[2].name = NULL;
    refuse(&p, "phase own_scores_weighted: score requires one element");
    p = own_scores_program;
    p.edge_columns[1].meaning = MG_VERTEX;
    refuse(&p, "must be a uint32_t");
}

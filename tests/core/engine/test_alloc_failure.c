/* SPDX-License-Identifier: Apache-2.0
 *
 * The Nth allocation fails, N = 0, 1, 2, ... until the work succeeds: every failure is MG_ERROR_MEMORY with a reason,
 * leaks nothing, and leaves context and graph usable.
 */
#include "tests/algorithms/programs/own.h"
#include "tests/core/engine/fail_each.h"
#include "tests/shapes.h"

static mg_status build(fixture *f, bool wide_ids, bool symmetric) {
    uint32_t narrow[200];
    uint64_t wide[200], seed = 3;
    int32_t weights[100];
    for (int i = 0; i < 200; i++) {
        narrow[i] = (uint32_t)(test_random(&seed) % 60);
        wide[i] = narrow[i] * 0x123456789abcdull;
        weights[i / 2] = (int32_t)(test_random(&seed) % 9);
    }
    const mg_edge_list list = {.edge_count = 100,
                               .id_type = wide_ids ? MG_UINT64 : MG_UINT32,
                               .source = wide_ids ? (const void *)wide : (const void *)narrow,
                               .target = wide_ids ? (const void *)(wide + 100) : (const void *)(narrow + 100),
                               .weight_type = MG_INT32,
                               .weight = weights,
                               .symmetric = symmetric};
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.merge_multi_edges = options.drop_self_loops = symmetric;
    const mg_status status = mg_graph_from_edges(f->context, &list, &options, &graph);
    CHECK((status >= 0) == (graph != NULL));
    mg_graph_destroy(graph);
    return status;
}

static mg_status build_narrow(fixture *f) {
    return build(f, false, false);
}

static mg_status build_wide(fixture *f) {
    return build(f, true, true);
}

static mg_status build_csr(fixture *f) {
    static const uint64_t offsets[] = {0, 2, 3, 4};
    static const mg_vertex neighbours[] = {2, 1, 0, 0};
    static const double weights[] = {1, 2, 2, 1};
    mg_graph *graph = NULL;
    const mg_status status = mg_graph_from_csr(f->context, 3, offsets, neighbours, MG_FLOAT64, weights, false, &graph);
    CHECK((status >= 0) == (graph != NULL));
    mg_graph_destroy(graph);
    return status;
}

/* Reorders the graph, and back. */
static mg_status reorder(fixture *f) {
    static const uint32_t from[] = {0, 1, 2, 3, 3}, to[] = {1, 2, 3, 0, 9};
    static const mg_vertex_order orders[] = {MG_ORDER_SHUFFLED, MG_ORDER_DEGREE, MG_ORDER_RCM};
    const mg_edge_list list = {.edge_count = 5, .id_type = MG_UINT32, .source = from, .target = to};
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    mg_status status = MG_OK;
    for (size_t i = 0; i < 3 && status >= 0; i++) {
        mg_graph *graph = NULL, *back = NULL;
        options.order = orders[i];
        status = mg_graph_from_edges(f->context, &list, &options, &graph);
        CHECK((status >= 0) == (graph != NULL));
        status = graph ? mg_graph_reorder(f->context, graph, MG_ORDER_NATURAL, 0, &back) : status;
        CHECK((status >= 0) == (back != NULL));
        mg_graph_destroy(graph);
        mg_graph_destroy(back);
    }
    return status;
}

TEST(building_graphs) {
    static const work works[] = {build_narrow, build_wide, build_csr, reorder};
    for (size_t i = 0; i < 4; i++) {
        fixture f = {.graph = NULL};
        open_fixture(&f);
        CHECK(fail_each(&f, works[i], 1) > 2);
        close_fixture(&f);
    }
}

static mg_status finish(mg_status status, mg_result **result) {
    CHECK((status >= 0) == (*result != NULL));
    mg_result_destroy(*result);
    return status;
}

static mg_status work_in_edges(fixture *f) {
    mg_adjacency in;
    return mg_graph_in_edges(f->context, f->graph, &in);
}

static mg_status work_bfs(fixture *f) {
    mg_result *result = NULL;
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    options.run.mode = f->mode;
    options.run.statistics = true;
    return finish(mg_bfs(f->context, f->graph, &options, &result), &result);
}

static mg_status work_sssp(fixture *f) {
    mg_result *result = NULL;
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    options.run.mode = f->mode;
    options.parents = true;
    return finish(mg_sssp(f->context, f->graph, &options, &result), &result);
}

static mg_status work_cc(fixture *f) {
    mg_result *result = NULL;
    mg_cc_options options = MG_CC_OPTIONS_INIT;
    options.run.mode = f->mode;
    return finish(mg_cc(f->context, f->graph, &options, &result), &result);
}

static mg_status work_pagerank(fixture *f) {
    mg_result *result = NULL;
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    options.run.mode = f->mode;
    return finish(mg_pagerank(f->context, f->graph, &options, &result), &result);
}

static mg_status work_pagerank_data_driven(fixture *f) {
    mg_result *result = NULL;
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    options.run.mode = f->mode;
    options.data_driven = true;
    options.tolerance = 1e-9;
    options.run.max_iterations = 1000;
    return finish(mg_pagerank(f->context, f->graph, &options, &result), &result);
}

static mg_status work_bc(fixture *f) {
    mg_result *result = NULL;
    mg_bc_options options = MG_BC_OPTIONS_INIT;
    options.run.mode = f->mode;
    options.sample = 3;
    return finish(mg_bc(f->context, f->graph, &options, &result), &result);
}

static mg_status work_program(fixture *f, const mg_program *program, const void *params) {
    mg_result *result = NULL;
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    options.mode = f->mode;
    options.statistics = true;
    return finish(mg_run(f->context, f->graph, program, params, &options, NULL, &result), &result);
}

static mg_status work_batch_bfs(fixture *f) {
    const mg_vertex sources[] = {0, 5, 7};
    mg_result *result = NULL;
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    options.run.mode = f->mode;
    options.sources = sources;
    options.source_count = 3;
    options.run.lanes = 2;
    return finish(mg_bfs(f->context, f->graph, &options, &result), &result);
}

static mg_status work_batch(fixture *f) {
    const own_lanes_parameters p = {.source = {0, 5}, .enough = UINT32_MAX};
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    mg_result *result = NULL;
    options.mode = f->mode;
    options.lanes = 2;
    return finish(mg_run(f->context, f->graph, &own_lanes_program, &p, &options, NULL, &result), &result);
}

static mg_status work_label(fixture *f) {
    const own_distance_parameters p = {.source = 0, .delta = 4};
    return work_program(f, &own_sssp_program, &p);
}

static mg_status work_replay(fixture *f) {
    return work_program(f, &own_replay_program, NULL);
}

static mg_status work_phases(fixture *f) {
    return work_program(f, &own_phases_program, NULL);
}

static mg_status work_triangles(fixture *f) {
    mg_result *result = NULL;
    return finish(mg_triangles(f->context, f->graph, NULL, &result), &result);
}

static mg_status work_scc(fixture *f) {
    mg_result *result = NULL;
    mg_scc_options options = MG_SCC_OPTIONS_INIT;
    options.run.mode = f->mode;
    return finish(mg_scc(f->context, f->graph, &options, &result), &result);
}

static mg_status work_kcore(fixture *f) {
    mg_result *result = NULL;
    return finish(mg_kcore(f->context, f->graph, NULL, &result), &result);
}

static mg_status work_louvain(fixture *f) {
    mg_result *result = NULL;
    return finish(mg_louvain(f->context, f->graph, NULL, &result), &result);
}

static mg_status work_leiden(fixture *f) {
    mg_result *result = NULL;
    return finish(mg_leiden(f->context, f->graph, NULL, &result), &result);
}

static mg_status work_modularity(fixture *f) {
    const mg_vertex n = mg_graph_vertex_count(f->graph);
    mg_vertex *labels = test_memory(n, sizeof *labels);
    double modularity;
    const mg_status status = mg_modularity(f->context, f->graph, NULL, labels, &modularity);
    free(labels);
    return status;
}

static mg_status work_ktruss(fixture *f) {
    uint32_t *trussness = test_memory(mg_graph_arc_count(f->graph), sizeof *trussness);
    const mg_status status = mg_ktruss(f->context, f->graph, NULL, trussness);
    free(trussness);
    return status;
}

static mg_status work_mis(fixture *f) {
    mg_result *result = NULL;
    return finish(mg_mis(f->context, f->graph, NULL, &result), &result);
}

static mg_status work_coloring(fixture *f) {
    mg_result *result = NULL;
    return finish(mg_coloring(f->context, f->graph, NULL, &result), &result);
}

/* A mode is ignored; the program runs where iterations are recorded. */
static mg_status work_msf(fixture *f) {
    mg_result *result = NULL;
    mg_msf_options options = MG_MSF_OPTIONS_INIT;
    options.run.statistics = f->mode != MG_MODE_AUTO;
    return finish(mg_msf(f->context, f->graph, &options, &result), &result);
}

/* What the context keeps may become less in two cases, which are left out: mode auto chooses by measured times; and a
 * call of several runs fails at the beginning of the second one, which then used nothing. */
static mg_status work_closeness(fixture *f) {
    mg_closeness_options o = MG_CLOSENESS_OPTIONS_INIT;
    mg_result *result = NULL;
    o.run.mode = f->mode == MG_MODE_AUTO ? MG_MODE_DENSE : f->mode;
    o.sample = mg_graph_vertex_count(f->graph) < 100 ? 1 : 100;
    return finish(mg_closeness(f->context, f->graph, &o, &result), &result);
}

static mg_status work_bipartite(fixture *f) {
    mg_result *result = NULL;
    return finish(mg_bipartite(f->context, f->graph, NULL, &result), &result);
}

static mg_status work_matching(fixture *f) {
    mg_result *result = NULL;
    mg_matching_options options = MG_MATCHING_OPTIONS_INIT;
    options.run.mode = f->mode;
    return finish(mg_matching(f->context, f->graph, &options, &result), &result);
}

static mg_status work_eigenvector(fixture *f) {
    mg_result *result = NULL;
    return finish(mg_eigenvector(f->context, f->graph, NULL, &result), &result);
}

static mg_status work_katz(fixture *f) {
    mg_result *result = NULL;
    return finish(mg_katz(f->context, f->graph, NULL, &result), &result);
}

static mg_status work_path(fixture *f) {
    mg_path_options o = MG_PATH_OPTIONS_INIT;
    const mg_vertex n = mg_graph_vertex_count(f->graph);
    mg_vertex *vertices = test_memory(n, sizeof *vertices), count = 0;
    o.source = 0;
    o.target = n - 1;
    const mg_status status = n ? mg_path(f->context, f->graph, &o, vertices, NULL, &count) : MG_OK;
    free(vertices);
    return status;
}

static mg_status work_eccentricity(fixture *f) {
    mg_result *result = NULL;
    const mg_status status = mg_eccentricity(f->context, f->graph, NULL, &result);
    return status == MG_ERROR_UNSUPPORTED ? work_bfs(f) : finish(status, &result); /* directed */
}

static mg_status work_weighted_bc(fixture *f) {
    mg_bc_options o = MG_BC_OPTIONS_INIT;
    mg_result *result = NULL;
    o.weighted = true;
    o.sample = mg_graph_vertex_count(f->graph) ? 1 : 0;
    double *centrality = test_memory(mg_graph_arc_count(f->graph), sizeof *centrality);
    const mg_status status = mg_edge_bc(f->context, f->graph, &o, centrality);
    free(centrality);
    return status < 0 ? status : finish(mg_bc(f->context, f->graph, &o, &result), &result);
}

static mg_status work_walks(fixture *f) {
    mg_walks_options o = MG_WALKS_OPTIONS_INIT;
    const mg_vertex n = mg_graph_vertex_count(f->graph);
    o.kind = MG_WALK_WEIGHTED;
    o.length = 1;
    mg_vertex *walks = test_memory(n, 2 * sizeof *walks);
    const mg_status status = mg_walks(f->context, f->graph, &o, 0, n, walks);
    free(walks);
    return status;
}

static mg_status work_sets(fixture *f) {
    mg_vertex source[8], target[8];
    double scores[8];
    uint64_t found = 0;
    const mg_status status = mg_set_similarity_top(f->context, f->graph, NULL, 8, source, target, scores, &found);
    return status < 0 ? status : mg_set_similarity(f->context, f->graph, NULL, found, source, target, scores);
}

static mg_status work_cdlp(fixture *f) {
    mg_result *result = NULL;
    return finish(mg_cdlp(f->context, f->graph, NULL, &result), &result);
}

static const struct {
    const char *name;
    work run;
} works[] = {
    {"in-edges", work_in_edges},
    {"bfs", work_bfs},
    {"sssp", work_sssp},
    {"cc", work_cc},
    {"pagerank", work_pagerank},
    {"data-driven pagerank", work_pagerank_data_driven},
    {"bc", work_bc},
    {"bfs in lanes", work_batch_bfs},
    {"a program in lanes", work_batch},
    {"label program", work_label},
    {"replay", work_replay},
    {"other phases", work_phases},
    {"triangles", work_triangles},
    {"cdlp", work_cdlp},
    {"scc", work_scc},
    {"bipartite", work_bipartite},
    {"matching", work_matching},
    {"eigenvector", work_eigenvector},
    {"katz", work_katz},
    {"closeness", work_closeness},
    {"msf", work_msf},
    {"path", work_path},
    {"walks", work_walks},
    {"eccentricity", work_eccentricity},
    {"bc by weight", work_weighted_bc},
    {"similarity of neighbours", work_sets},
    {"kcore", work_kcore},
    {"mis", work_mis},
    {"ktruss", work_ktruss},
    {"louvain", work_louvain},
    {"leiden", work_leiden},
    {"modularity", work_modularity},
    {"coloring", work_coloring},
};

static void run_works(const char *name, bool directed) {
    static const mg_mode modes[] = {MG_MODE_AUTO, MG_MODE_SPARSE, MG_MODE_PULL};
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        for (size_t m = 0; m < 3; m++) {
            fixture f = {.mode = modes[m]};
            open_fixture(&f);
            f.graph = shape_graph(f.context, shape_named(name), WEIGHTS_INT, directed);
            const int allocations = fail_each(&f, works[i].run, 1);
            if (!allocations && (directed || works[i].run != work_in_edges)) {
                test_fail(__FILE__, __LINE__, "%s allocates nothing through the hook", works[i].name);
            }
            close_fixture(&f);
        }
    }
}

TEST(algorithms_on_a_directed_graph) {
    run_works("random", true);
}

TEST(algorithms_on_an_undirected_graph) {
    run_works("kron", false);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Every function that returns a status rejects missing and invalid arguments with a reason and keeps its output.
 */
#include "tests/algorithms/programs/own.h"
#include "tests/harness.h"

#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    mg_context *context;
    mg_graph *graph;
} fixture;

static const uint32_t from[] = {0, 1, 2}, to[] = {1, 2, 0};
static const int32_t weights[] = {1, 2, 3};

static mg_edge_list triangle(void) {
    return (mg_edge_list){.edge_count = 3,
                          .id_type = MG_UINT32,
                          .source = from,
                          .target = to,
                          .weight_type = MG_INT32,
                          .weight = weights,
                          .contiguous = true,
                          .vertex_count = 3};
}

static fixture open_fixture(void) {
    fixture f;
    const mg_edge_list list = triangle();
    CHECK_OK(NULL, mg_context_create(NULL, &f.context));
    CHECK_OK(f.context, mg_graph_from_edges(f.context, &list, NULL, &f.graph));
    return f;
}

static void close_fixture(fixture *f) {
    mg_graph_destroy(f->graph);
    mg_context_destroy(f->context);
}

static void refused(const fixture *f, mg_status status, const void *output, const char *what) {
    if (status != MG_ERROR_INVALID || output) {
        test_fail(__FILE__, __LINE__, "%s: %s", what, mg_status_name(status));
    }
    if (f && !mg_context_error(f->context)[0]) {
        test_fail(__FILE__, __LINE__, "%s: no reason given", what);
    }
}

TEST(edge_lists) {
    fixture f = open_fixture();
    mg_graph *graph = NULL;
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    const mg_edge_list good = triangle();
    mg_edge_list bad[9];
    for (size_t i = 0; i < 9; i++) {
        bad[i] = good;
    }
    bad[0].source = NULL;
    bad[1].target = NULL;
    bad[2].id_type = MG_FLOAT32;
    bad[3].weight_type = MG_UINT64;
    bad[4].weight = NULL;
    bad[5].weight_type = MG_OTHER;
    bad[6].vertex_count = 2; /* an id outside */
    bad[7].id_type = MG_TYPE_NONE;
    bad[8].id_base = 1; /* an id below */
    for (size_t i = 0; i < 9; i++) {
        char what[32];
        snprintf(what, sizeof what, "edge list %zu", i);
        refused(&f, mg_graph_from_edges(f.context, &bad[i], NULL, &graph), graph, what);
    }
    refused(&f, mg_graph_from_edges(f.context, NULL, NULL, &graph), graph, "no edge list");
    refused(&f, mg_graph_from_edges(f.context, &good, NULL, NULL), NULL, "no place for the graph");
    refused(NULL, mg_graph_from_edges(NULL, &good, NULL, &graph), graph, "no context");
    options.size--;
    refused(&f, mg_graph_from_edges(f.context, &good, &options, &graph), graph, "options of another size");
    close_fixture(&f);
}

TEST(csr_arrays) {
    fixture f = open_fixture();
    mg_graph *graph = NULL;
    const uint64_t offsets[] = {0, 1, 2, 3}, falling[] = {0, 2, 1, 3}, late[] = {1, 1, 2, 3};
    const mg_vertex outside[] = {1, 2, 3};
    mg_context *c = f.context;
    refused(&f, mg_graph_from_csr(c, 3, NULL, to, MG_TYPE_NONE, NULL, true, &graph), graph, "no offsets");
    refused(&f, mg_graph_from_csr(c, 3, offsets, NULL, MG_TYPE_NONE, NULL, true, &graph), graph, "no neighbours");
    refused(&f, mg_graph_from_csr(c, 3, falling, to, MG_TYPE_NONE, NULL, true, &graph), graph, "falling offsets");
    refused(&f, mg_graph_from_csr(c, 3, late, to, MG_TYPE_NONE, NULL, true, &graph), graph, "first offset");
    refused(&f, mg_graph_from_csr(c, 3, offsets, outside, MG_TYPE_NONE, NULL, true, &graph), graph, "a neighbour");
    refused(&f, mg_graph_from_csr(c, 3, offsets, to, MG_INT32, NULL, true, &graph), graph, "no weights");
    refused(&f, mg_graph_from_csr(c, 3, offsets, to, MG_UINT32, weights, true, &graph), graph, "a weight type");
    refused(&f, mg_graph_from_csr(c, 3, offsets, to, MG_TYPE_NONE, NULL, false, &graph), graph, "not symmetric");
    refused(&f, mg_graph_from_csr(c, 3, offsets, to, MG_TYPE_NONE, NULL, true, NULL), NULL, "no place");
    refused(NULL, mg_graph_from_csr(NULL, 3, offsets, to, MG_TYPE_NONE, NULL, true, &graph), graph, "no context");
    close_fixture(&f);
}

TEST(algorithms_without_what_they_need) {
    fixture f = open_fixture();
    mg_result *r = NULL;
    refused(&f, mg_bfs(f.context, NULL, NULL, &r), r, "bfs: no graph");
    refused(&f, mg_bfs(f.context, f.graph, NULL, NULL), NULL, "bfs: no result");
    refused(NULL, mg_bfs(NULL, f.graph, NULL, &r), r, "bfs: no context");
    refused(&f, mg_sssp(f.context, NULL, NULL, &r), r, "sssp: no graph");
    refused(&f, mg_sssp(f.context, f.graph, NULL, NULL), NULL, "sssp: no result");
    refused(NULL, mg_sssp(NULL, f.graph, NULL, &r), r, "sssp: no context");
    refused(&f, mg_cc(f.context, NULL, NULL, &r), r, "cc: no graph");
    refused(&f, mg_cc(f.context, f.graph, NULL, NULL), NULL, "cc: no result");
    refused(NULL, mg_cc(NULL, f.graph, NULL, &r), r, "cc: no context");
    refused(&f, mg_pagerank(f.context, NULL, NULL, &r), r, "pagerank: no graph");
    refused(&f, mg_pagerank(f.context, f.graph, NULL, NULL), NULL, "pagerank: no result");
    refused(NULL, mg_pagerank(NULL, f.graph, NULL, &r), r, "pagerank: no context");
    refused(&f, mg_bc(f.context, NULL, NULL, &r), r, "bc: no graph");
    refused(&f, mg_bc(f.context, f.graph, NULL, NULL), NULL, "bc: no result");
    refused(NULL, mg_bc(NULL, f.graph, NULL, &r), r, "bc: no context");
    close_fixture(&f);
}

TEST(algorithms_with_options_of_another_size) {
    fixture f = open_fixture();
    mg_result *r = NULL;
    mg_bfs_options bfs[2] = {MG_BFS_OPTIONS_INIT, MG_BFS_OPTIONS_INIT};
    mg_sssp_options sssp[2] = {MG_SSSP_OPTIONS_INIT, MG_SSSP_OPTIONS_INIT};
    mg_cc_options cc[2] = {MG_CC_OPTIONS_INIT, MG_CC_OPTIONS_INIT};
    mg_pagerank_options pagerank[2] = {MG_PAGERANK_OPTIONS_INIT, MG_PAGERANK_OPTIONS_INIT};
    mg_bc_options bc[2] = {MG_BC_OPTIONS_INIT, MG_BC_OPTIONS_INIT};
    bfs[0].size = sssp[0].size = cc[0].size = pagerank[0].size = bc[0].size = 5;
    bfs[1].run.size = sssp[1].run.size = cc[1].run.size = pagerank[1].run.size = bc[1].run.size = 5;
    for (int i = 0; i < 2; i++) {
        refused(&f, mg_bfs(f.context, f.graph, &bfs[i], &r), r, i ? "bfs: run.size" : "bfs: size");
        refused(&f, mg_sssp(f.context, f.graph, &sssp[i], &r), r, i ? "sssp: run.size" : "sssp: size");
        refused(&f, mg_cc(f.context, f.graph, &cc[i], &r), r, i ? "cc: run.size" : "cc: size");
        refused(&f, mg_pagerank(f.context, f.graph, &pagerank[i], &r), r, i ? "pagerank: run.size" : "pagerank: size");
        refused(&f, mg_bc(f.context, f.graph, &bc[i], &r), r, i ? "bc: run.size" : "bc: size");
    }
    close_fixture(&f);
}

TEST(algorithms_with_senseless_run_options) {
    fixture f = open_fixture();
    mg_result *r = NULL;
    mg_bfs_options mode = MG_BFS_OPTIONS_INIT, backend = MG_BFS_OPTIONS_INIT;
    mode.run.mode = (mg_mode)17;
    backend.run.backend = (mg_backend_kind)17;
    refused(&f, mg_bfs(f.context, f.graph, &mode, &r), r, "mode");
    refused(&f, mg_bfs(f.context, f.graph, &backend, &r), r, "backend");
    close_fixture(&f);
}

static void unsupported(const fixture *f, mg_status status, const mg_result *r) {
    CHECK_EQ(status, MG_ERROR_UNSUPPORTED);
    CHECK(!r && mg_context_error(f->context)[0]);
}

TEST(lanes_where_there_are_none) {
    fixture f = open_fixture();
    mg_result *r = NULL;
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    mg_cc_options cc = MG_CC_OPTIONS_INIT;
    mg_pagerank_options pagerank = MG_PAGERANK_OPTIONS_INIT;
    mg_run_options run = MG_RUN_OPTIONS_INIT;
    bfs.run.lanes = MG_LANES_MAX + 1;
    sssp.run.lanes = cc.run.lanes = pagerank.run.lanes = run.lanes = 2;
    refused(&f, mg_bfs(f.context, f.graph, &bfs, &r), r, "more lanes than there can be");
    unsupported(&f, mg_sssp(f.context, f.graph, &sssp, &r), r);
    unsupported(&f, mg_cc(f.context, f.graph, &cc, &r), r);
    unsupported(&f, mg_pagerank(f.context, f.graph, &pagerank, &r), r);
    unsupported(&f, mg_run(f.context, f.graph, &own_phases_program, NULL, &run, NULL, &r), r);
    close_fixture(&f);
}

/* The loops that a program leaves out are refused, by the phase's name, and what it has runs. */
TEST(loops_left_out) {
    static const struct {
        const mg_program *program;
        const char *phase; /* NULL: runs */
        uint32_t lanes;
    } cases[] = {{&own_single_program, NULL, 0},
                 {&own_one_single_program, NULL, 1},
                 {&own_one_single_program, "own_single", 2},
                 {&own_batch_program, NULL, 2},
                 {&own_batch_program, "own_batch", 0},
                 {&own_no_maps_program, "own_no_maps", 0}};
    const own_hops_parameters parameters = {.step = 3};
    fixture f = open_fixture();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mg_result *r = NULL;
        mg_run_options run = MG_RUN_OPTIONS_INIT;
        run.lanes = cases[i].lanes;
        run.backend = MG_BACKEND_CPU;
        const mg_status status = mg_run(f.context, f.graph, cases[i].program, &parameters, &run, NULL, &r);
        if (cases[i].phase) {
            unsupported(&f, status, r);
            CHECK(strstr(mg_context_error(f.context), cases[i].phase) &&
                  strstr(mg_context_error(f.context), "MG_LOOPS"));
        } else {
            CHECK_OK(f.context, status);
            const uint32_t *const hops = mg_result_column_at(r, 0)->data;
            const uint32_t lanes = run.lanes ? run.lanes : 1;
            CHECK(hops[0] == 0 && hops[lanes] == 1 && hops[2 * lanes] == 2);
        }
        mg_result_destroy(r);
    }
    close_fixture(&f);
}

TEST(sources_of_bfs) {
    fixture f = open_fixture();
    mg_result *r = NULL;
    const mg_vertex sources[] = {0, 3}; /* of 3 vertices */
    mg_bfs_options none = MG_BFS_OPTIONS_INIT, missing = MG_BFS_OPTIONS_INIT, outside = MG_BFS_OPTIONS_INIT;
    none.sources = outside.sources = sources;
    missing.source_count = 1;
    outside.source_count = 2;
    refused(&f, mg_bfs(f.context, f.graph, &none, &r), r, "no sources");
    refused(&f, mg_bfs(f.context, f.graph, &missing, &r), r, "missing sources");
    CHECK_STATUS(f.context, mg_bfs(f.context, f.graph, &outside, &r), MG_ERROR_RANGE);
    CHECK(!r);
    close_fixture(&f);
}

TEST(sources_of_bc) {
    fixture f = open_fixture();
    mg_result *r = NULL;
    const mg_vertex sources[] = {0};
    mg_bc_options none = MG_BC_OPTIONS_INIT, missing = MG_BC_OPTIONS_INIT, sample = MG_BC_OPTIONS_INIT;
    none.sources = sources; /* of length 0 */
    missing.source_count = 1;
    sample.sample = 4; /* of 3 vertices */
    refused(&f, mg_bc(f.context, f.graph, &none, &r), r, "no sources");
    refused(&f, mg_bc(f.context, f.graph, &missing, &r), r, "missing sources");
    refused(&f, mg_bc(f.context, f.graph, &sample, &r), r, "a sample larger than the graph");
    close_fixture(&f);
}

static bool never(const mg_ctx *ctx, const void *params, void *state) {
    (void)ctx;
    (void)params;
    (void)state;
    return false;
}

static mg_callbacks plain_callbacks(void) {
    static const uint32_t identity = MG_UNREACHED;
    mg_callbacks c = MG_CALLBACKS_INIT;
    c.state_size = c.value_size = 4;
    c.value_type = MG_UINT32;
    c.properties = MG_LABEL;
    c.identity = &identity;
    c.init = never;
    return c;
}

TEST(callbacks_that_make_no_program) {
    fixture f = open_fixture();
    uint32_t state[3] = {0};
    mg_callbacks bad[8];
    for (size_t i = 0; i < 8; i++) {
        bad[i] = plain_callbacks();
    }
    CHECK_OK(f.context, mg_run_callbacks(f.context, f.graph, &bad[0], NULL, NULL, state, NULL));
    bad[0].size = 1;
    bad[1].value_size = 3;
    bad[2].state_size = 2; /* a label program's state holds the value */
    bad[3].identity = NULL;
    bad[4].monoid = MG_USER; /* without combine */
    bad[5].frontier = MG_FRONTIER_REPLAY;
    bad[6].properties = 0; /* no MG_LABEL, scatter or apply */
    bad[7].totals = MG_TOTALS_MAX + 1;
    for (size_t i = 0; i < 8; i++) {
        const mg_status status = mg_run_callbacks(f.context, f.graph, &bad[i], NULL, NULL, state, NULL);
        if (status != MG_ERROR_PROGRAM && status != MG_ERROR_INVALID) {
            test_fail(__FILE__, __LINE__, "callbacks %zu: %s", i, mg_status_name(status));
        }
        CHECK(mg_context_error(f.context)[0]);
    }
    refused(&f, mg_run_callbacks(f.context, f.graph, NULL, NULL, NULL, state, NULL), NULL, "no callbacks");
    refused(&f, mg_run(f.context, f.graph, NULL, NULL, NULL, state, NULL), NULL, "no program");
    close_fixture(&f);
}

TEST(a_program_of_another_version) {
    fixture f = open_fixture();
    mg_result *r = NULL;
    const mg_program other = {.abi = MG_PROGRAM_ABI + 1, .name = "other", .state_size = 4};
    const mg_program empty = {.abi = MG_PROGRAM_ABI, .name = "empty", .state_size = 4};
    CHECK_STATUS(f.context, mg_run(f.context, f.graph, &other, NULL, NULL, NULL, &r), MG_ERROR_PROGRAM);
    CHECK(!r && mg_context_error(f.context)[0]);
    CHECK_STATUS(f.context, mg_run(f.context, f.graph, &empty, NULL, NULL, NULL, &r), MG_ERROR_PROGRAM);
    CHECK(!r && mg_context_error(f.context)[0]);
    close_fixture(&f);
}

/* All destroy functions accept NULL. */
TEST(nothing_can_be_destroyed) {
    mg_context_destroy(NULL);
    mg_graph_destroy(NULL);
    mg_result_destroy(NULL);
}

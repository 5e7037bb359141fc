/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs that start from the result of an earlier version of the graph, on every shape, through sequences of edits: the
 * results are those of fresh runs.
 */
#include "tests/algorithms/run_matrix.h"
#include "tests/failing_memory.h"
#include "tools/verify/verify.h"

#include <math.h>
#include <stdlib.h>

#define STEPS 7
#define EDGES 6

static uint64_t random_number = 1;

static mg_vertex draw(mg_vertex n) {
    return (mg_vertex)(test_random(&random_number) % n);
}

static size_t weight_size(const mg_graph *graph) {
    const mg_type type = mg_graph_weight_type(graph);
    return type == MG_TYPE_NONE ? 0 : type == MG_INT32 || type == MG_FLOAT32 ? 4 : 8;
}

/* A batch; the arrays are within it. */
typedef struct changes {
    mg_graph_edits edits;
    mg_vertex from[EDGES], to[EDGES], removed_from[EDGES], removed_to[EDGES];
    uint64_t weights[EDGES];
} changes;

static mg_vertex row_of(const mg_adjacency *out, uint64_t arc) {
    mg_vertex v = 0;
    while (out->offsets[v + 1] <= arc) {
        v++;
    }
    return v;
}

/* Inserted edges get weights of other edges, so that they are of the right kind. */
static void draw_changes(const mg_graph *graph, int step, changes *c) {
    static const struct {
        uint64_t inserted, removed;
        bool replace;
        mg_vertex vertices;
    } kinds[STEPS] = {{3, 0, false, 0}, {0, 2, false, 0}, {2, 2, false, 0}, {4, 0, true, 0},
                      {2, 1, false, 2}, {0, 6, false, 0}, {6, 3, true, 1}};
    const mg_adjacency out = mg_graph_out_edges(graph);
    const uint64_t arcs = mg_graph_arc_count(graph);
    const mg_vertex n = mg_graph_vertex_count(graph), all = n + kinds[step].vertices;
    const size_t size = weight_size(graph);
    *c = (changes){.edits = MG_GRAPH_EDITS_INIT};
    c->edits.insert_count = all ? kinds[step].inserted : 0;
    c->edits.remove_count = arcs ? kinds[step].removed : 0;
    c->edits.replace = kinds[step].replace;
    c->edits.new_vertices = kinds[step].vertices;
    c->edits.insert_source = c->from;
    c->edits.insert_target = c->to;
    c->edits.remove_source = c->removed_from;
    c->edits.remove_target = c->removed_to;
    c->edits.insert_weight = size && arcs ? c->weights : NULL;
    for (uint64_t i = 0; i < c->edits.insert_count; i++) {
        c->from[i] = draw(all);
        c->to[i] = draw(all);
        if (size && arcs) {
            memcpy((char *)c->weights + i * size, (const char *)out.weights + test_random(&random_number) % arcs * size,
                   size);
        }
    }
    for (uint64_t i = 0; i < c->edits.remove_count; i++) {
        const uint64_t arc = test_random(&random_number) % arcs;
        c->removed_from[i] = row_of(&out, arc);
        c->removed_to[i] = out.neighbours[arc];
    }
}

/* The results of one version. */
typedef struct results {
    mg_result *bfs, *sssp, *cc, *pagerank;
} results;

static uint64_t started, starts;

/* A start from a column; NULL without an earlier result. */
static const mg_start *start_of(mg_start *start, const mg_result *earlier, const char *column, const changes *c,
                                bool *used) {
    if (!earlier) {
        return NULL;
    }
    *start = MG_START_INIT;
    start->values = mg_result_column(earlier, column)->data;
    start->type = mg_result_column(earlier, column)->type;
    start->count = mg_result_vertex_count(earlier);
    start->edits = &c->edits;
    start->used = used;
    return start;
}

static results run_all(mg_context *context, const mg_graph *graph, mg_vertex source, const results *earlier,
                       const changes *c, const char *what) {
    const results none = {0}, *e = earlier ? earlier : &none;
    mg_start start;
    results r = {0};
    bool used[4] = {false};
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    mg_cc_options cc = MG_CC_OPTIONS_INIT;
    mg_pagerank_options pagerank = MG_PAGERANK_OPTIONS_INIT;
    bfs.source = sssp.source = source;
    sssp.parents = true;
    pagerank.run.max_iterations = 1000;
    bfs.run.from = start_of(&start, e->bfs, "depth", c, &used[0]);
    CHECK_OK(context, mg_bfs(context, graph, &bfs, &r.bfs));
    sssp.run.from = start_of(&start, e->sssp, "distance", c, &used[1]);
    const mg_status status = mg_sssp(context, graph, &sssp, &r.sssp);
    if (status < 0) {
        test_fail(__FILE__, __LINE__, "[%s] %s", what, mg_context_error(context));
    }
    cc.run.from = start_of(&start, e->cc, "component", c, &used[2]);
    CHECK_OK(context, mg_cc(context, graph, &cc, &r.cc));
    pagerank.run.from = start_of(&start, e->pagerank, "rank", c, &used[3]);
    CHECK_OK(context, mg_pagerank(context, graph, &pagerank, &r.pagerank));
    for (int i = 0; i < 4; i++) {
        started += earlier && used[i];
        starts += earlier != NULL;
    }
    return r;
}

static void destroy_all(results *r) {
    mg_result_destroy(r->bfs);
    mg_result_destroy(r->sssp);
    mg_result_destroy(r->cc);
    mg_result_destroy(r->pagerank);
}

static void check_equal(const mg_result *found, const mg_result *expected, const char *name, const char *what) {
    const mg_column *left = mg_result_column(found, name), *right = mg_result_column(expected, name);
    const size_t size = right->type == MG_UINT32 || right->type == MG_FLOAT32 ? 4 : 8;
    CHECK_EQ(left->type, right->type);
    for (size_t v = 0; v < mg_result_vertex_count(expected); v++) {
        if (memcmp((const char *)left->data + v * size, (const char *)right->data + v * size, size) != 0) {
            test_fail(__FILE__, __LINE__, "[%s] %s of vertex %zu differs", what, name, v);
        }
    }
}

static void check_results(mg_context *context, const mg_graph *graph, mg_vertex source, const results *found,
                          const results *fresh, const char *what) {
    const mg_pagerank_options pagerank = MG_PAGERANK_OPTIONS_INIT;
    char why[256] = "";
    check_equal(found->bfs, fresh->bfs, "depth", what);
    if (!mgt_verify_bfs(context, graph, source, found->bfs, why, sizeof why) ||
        !mgt_verify_pagerank(context, graph, &pagerank, MG_OK, found->pagerank, why, sizeof why)) {
        test_fail(__FILE__, __LINE__, "[%s] %s", what, why);
    }
    check_equal(found->sssp, fresh->sssp, "distance", what);
    check_equal(found->sssp, fresh->sssp, "parent", what);
    check_equal(found->cc, fresh->cc, "component", what);
    double difference = 0;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        difference += fabs(((const double *)mg_result_column(found->pagerank, "rank")->data)[v] -
                           ((const double *)mg_result_column(fresh->pagerank, "rank")->data)[v]);
    }
    const double bound = 2 * pagerank.tolerance * pagerank.damping / (1 - pagerank.damping) + 2e-6;
    if (difference > bound) {
        test_fail(__FILE__, __LINE__, "[%s] ranks differ by %g", what, difference);
    }
}

static void check_sequence(mg_context *context, const mg_graph *graph, mg_vertex source, const char *what) {
    results earlier = run_all(context, graph, source, NULL, NULL, what);
    mg_graph *version = NULL, *next;
    for (int step = 0; step < STEPS; step++) {
        const mg_graph *old = version ? version : graph;
        changes c;
        char text[160];
        snprintf(text, sizeof text, "%s, source %u, step %d", what, source, step);
        draw_changes(old, step, &c);
        CHECK_OK(context, mg_graph_edit(context, old, &c.edits, &next));
        results found = run_all(context, next, source, &earlier, &c, text);
        results fresh = run_all(context, next, source, NULL, NULL, text);
        check_results(context, next, source, &found, &fresh, text);
        destroy_all(&fresh);
        destroy_all(&earlier);
        earlier = found;
        mg_graph_destroy(version);
        version = next;
    }
    destroy_all(&earlier);
    mg_graph_destroy(version);
}

static void check_graph(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    if (n == 0) {
        return; /* it has no source */
    }
    static int turn;
    const int i = turn++;
    if ((i / 2 + i / 16) % 2 == 0) { /* each shape in four of the eight weightings, directed and undirected */
        check_sequence(test_context(i % 8 ? 1 : 2), graph, i & 4 ? mg_graph_default_source(graph) : n - 1, what);
    }
}

TEST(start_equals_fresh_run) {
    static const weighting kinds[] = {WEIGHTS_NONE,  WEIGHTS_INT,       WEIGHTS_INT_ZERO, WEIGHTS_ALL_ZERO,
                                      WEIGHTS_FLOAT, WEIGHTS_FLOAT_MIX, WEIGHTS_DOUBLE,   WEIGHTS_INT64};
    started = starts = 0;
    matrix_graphs(kinds, sizeof kinds / sizeof *kinds, check_graph);
    CHECK(started > starts / 2); /* it is not only fresh runs */
}

/* A grid of another vertex order: components are named by the smallest id. */
TEST(start_in_another_order) {
    mg_context *context = test_context(1);
    for (int kind = MG_ORDER_SHUFFLED; kind <= MG_ORDER_RCM; kind++) {
        mg_graph *graph = shape_graph(context, shape_named("grid"), WEIGHTS_INT, kind == MG_ORDER_DEGREE), *ordered;
        CHECK_OK(context, mg_graph_reorder(context, graph, (mg_vertex_order)kind, 3, &ordered));
        check_sequence(context, ordered, 0, mg_order_name((mg_vertex_order)kind));
        mg_graph_destroy(ordered);
        mg_graph_destroy(graph);
    }
}

/* PageRank by every program that has first ranks. */
TEST(start_of_all_kinds_of_pagerank) {
    mg_context *context = test_context(1);
    static const char *const names[] = {"grid", "kron"};
    for (int i = 0; i < 16; i++) {
        mg_graph *graph = shape_graph(context, shape_named(names[i / 8]), WEIGHTS_NONE, i & 1), *edited;
        const mg_vertex n = mg_graph_vertex_count(graph);
        double *jumps = test_memory(n + 2, sizeof *jumps);
        mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
        mg_result *earlier, *found, *fresh;
        mg_start start;
        bool used = false;
        changes c;
        char why[256] = "";
        jumps[0] = 3;
        jumps[n / 2] = 1;
        o.tolerance = i & 2 ? 1e-6 : 1e-10;
        o.personalization = i & 4 ? jumps : NULL;
        o.run.max_iterations = 1000;
        CHECK_OK(context, mg_pagerank(context, graph, &o, &earlier));
        draw_changes(graph, 4, &c);
        CHECK_OK(context, mg_graph_edit(context, graph, &c.edits, &edited));
        CHECK_OK(context, mg_pagerank(context, edited, &o, &fresh));
        o.run.from = start_of(&start, earlier, "rank", &c, &used);
        CHECK_OK(context, mg_pagerank(context, edited, &o, &found));
        CHECK(used);
        if (!mgt_verify_pagerank(context, edited, &o, MG_OK, found, why, sizeof why)) {
            test_fail(__FILE__, __LINE__, "%d: %s", i, why);
        }
        mg_result_destroy(found);
        c.edits = MG_GRAPH_EDITS_INIT; /* from its own result there is next to nothing to do */
        o.run.from = start_of(&start, fresh, "rank", &c, &used);
        CHECK_OK(context, mg_pagerank(context, edited, &o, &found));
        CHECK(mg_result_statistics(found)->iterations <= 3);
        mg_result_destroy(earlier);
        mg_result_destroy(found);
        mg_result_destroy(fresh);
        mg_graph_destroy(edited);
        mg_graph_destroy(graph);
        free(jumps);
    }
}

/* Every allocation of a run that starts from an earlier result fails once. */
TEST(failing_allocations) {
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, 1 << 30);
    mg_graph *graph = shape_graph(context, shape_named("grid"), WEIGHTS_INT, true), *edited;
    changes c;
    results earlier = run_all(context, graph, 0, NULL, NULL, "grid");
    random_number = 5;
    draw_changes(graph, 2, &c);
    CHECK_OK(context, mg_graph_edit(context, graph, &c.edits, &edited));
    for (int which = 0; which < 4; which++) {
        mg_status status = MG_ERROR_MEMORY;
        int failures = 0;
        for (; status == MG_ERROR_MEMORY; failures++) {
            mg_start start;
            mg_result *result = NULL;
            bool used;
            const int live = memory.live;
            mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
            mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
            mg_cc_options cc = MG_CC_OPTIONS_INIT;
            mg_pagerank_options pagerank = MG_PAGERANK_OPTIONS_INIT;
            bfs.source = sssp.source = 0;
            bfs.run.from = start_of(&start, earlier.bfs, "depth", &c, &used);
            if (which == 1) {
                sssp.run.from = start_of(&start, earlier.sssp, "distance", &c, &used);
            } else if (which == 2) {
                cc.run.from = start_of(&start, earlier.cc, "component", &c, &used);
            } else if (which == 3) {
                pagerank.run.from = start_of(&start, earlier.pagerank, "rank", &c, &used);
            }
            memory.countdown = failures;
            status = which == 0   ? mg_bfs(context, edited, &bfs, &result)
                     : which == 1 ? mg_sssp(context, edited, &sssp, &result)
                     : which == 2 ? mg_cc(context, edited, &cc, &result)
                                  : mg_pagerank(context, edited, &pagerank, &result);
            memory.countdown = 1 << 30;
            CHECK(memory.live >= live);
            CHECK(status >= 0 || mg_context_error(context)[0]);
            mg_result_destroy(result);
        }
        CHECK(status >= 0);
        CHECK(failures > 3);
    }
    destroy_all(&earlier);
    mg_graph_destroy(edited);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
    CHECK_EQ(memory.live, 0);
}

/* ---- errors and fresh runs ---- */

static void check_refused(mg_context *context, const mg_graph *graph, const mg_start *start, const char *message) {
    mg_cc_options cc = MG_CC_OPTIONS_INIT;
    mg_result *result = NULL;
    cc.run.from = start;
    CHECK_STATUS(context, mg_cc(context, graph, &cc, &result), MG_ERROR_INVALID);
    CHECK(!result && strstr(mg_context_error(context), message));
}

TEST(refused_starts) {
    mg_context *context = test_context(1);
    mg_graph *graph = shape_graph(context, shape_named("grid"), WEIGHTS_NONE, false);
    const mg_vertex n = mg_graph_vertex_count(graph), far_away = n;
    mg_vertex *values = test_memory(n, sizeof *values);
    mg_graph_edits edits = MG_GRAPH_EDITS_INIT;
    mg_start start = MG_START_INIT;
    mg_result *result = NULL;
    start.type = MG_UINT32;
    start.count = n;
    start.edits = &edits;
    check_refused(context, graph, &start, "no values");
    start.values = values;
    start.count = n - 1;
    check_refused(context, graph, &start, "vertices");
    start.count = n;
    values[3] = 2;
    check_refused(context, graph, &start, "vertex 3 has no valid component");
    values[3] = 0;
    edits.insert_count = 1;
    edits.insert_source = edits.insert_target = &far_away;
    check_refused(context, graph, &start, "edge 0 of the edits");
    edits.insert_count = 0;
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    sssp.source = 1;
    values[1] = 7;
    sssp.run.from = &start;
    CHECK_STATUS(context, mg_sssp(context, graph, &sssp, &result), MG_ERROR_INVALID);
    mg_bc_options bc = MG_BC_OPTIONS_INIT;
    bc.run.from = &start;
    CHECK_STATUS(context, mg_bc(context, graph, &bc, &result), MG_ERROR_UNSUPPORTED);
    mg_pagerank_options pagerank = MG_PAGERANK_OPTIONS_INIT;
    pagerank.run.from = &start;
    CHECK_STATUS(context, mg_pagerank(context, graph, &pagerank, &result), MG_ERROR_INVALID);
    free(values);
    mg_graph_destroy(graph);
}

/* Without the edits, and where a removed edge divides everything, the run is a fresh one. */
TEST(fresh_runs) {
    mg_context *context = test_context(1);
    edge_builder path = {.n = 100000};
    for (uint64_t v = 0; v + 1 < path.n; v++) {
        builder_add(&path, v, v + 1);
    }
    mg_graph *graph = builder_graph(context, &path, WEIGHTS_NONE, false), *edited;
    const mg_vertex from = 10, to = 11;
    mg_graph_edits edits = MG_GRAPH_EDITS_INIT;
    mg_cc_options cc = MG_CC_OPTIONS_INIT;
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_result *earlier, *result;
    mg_start start = MG_START_INIT;
    bool used = true;
    bfs.source = 0;
    edits.remove_count = 1;
    edits.remove_source = &from;
    edits.remove_target = &to;
    CHECK_OK(context, mg_graph_edit(context, graph, &edits, &edited));
    CHECK_OK(context, mg_cc(context, graph, &cc, &earlier));
    start.values = mg_result_column_at(earlier, 0)->data;
    start.type = MG_UINT32;
    start.count = 100000;
    start.used = &used;
    start.edits = &edits;
    cc.run.from = &start;
    CHECK_OK(context, mg_cc(context, edited, &cc, &result));
    CHECK(!used);
    CHECK_EQ(((const mg_vertex *)mg_result_column_at(result, 0)->data)[99999], 11);
    mg_result_destroy(result);
    start.edits = NULL;
    used = true;
    CHECK_OK(context, mg_cc(context, edited, &cc, &result));
    CHECK(!used);
    mg_result_destroy(result);
    mg_result_destroy(earlier);
    CHECK_OK(context, mg_bfs(context, graph, &bfs, &earlier));
    start.values = mg_result_column_at(earlier, 0)->data;
    start.edits = &edits;
    used = true;
    bfs.run.from = &start;
    CHECK_OK(context, mg_bfs(context, edited, &bfs, &result));
    CHECK(!used);
    CHECK_EQ(((const uint32_t *)mg_result_column_at(result, 0)->data)[99999], MG_UNREACHED);
    mg_result_destroy(result);
    mg_result_destroy(earlier);
    mg_graph_destroy(edited);
    mg_graph_destroy(graph);
}

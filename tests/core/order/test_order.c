/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs in every vertex order: the same graph by ids, the same results by ids, and the documented order.
 */
#include "core/order/order.h"
#include "tests/algorithms/run_matrix.h"
#include "tests/weighted_arcs.h"
#include "tools/verify/verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const mg_vertex_order orders[] = {MG_ORDER_SHUFFLED, MG_ORDER_DEGREE, MG_ORDER_RCM, MG_ORDER_METIS,
                                         MG_ORDER_AUTO};
#define ORDERS (sizeof orders / sizeof *orders)

/* The graph in an order; NULL for METIS if the library was built without it. */
static mg_graph *ordered(mg_context *context, const mg_graph *graph, mg_vertex_order order) {
    mg_graph *made = NULL;
    const mg_status status = mg_graph_reorder(context, graph, order, 7, &made);
    if (order == MG_ORDER_METIS && status == MG_ERROR_UNSUPPORTED) {
        CHECK(!made && strstr(mg_context_error(context), "METIS"));
        return NULL;
    }
    CHECK_OK(context, status);
    return made;
}

/* The index in `to` of each vertex of `from`; all ids are the same. */
static mg_vertex *same_ids(const mg_graph *from, const mg_graph *to) {
    const mg_vertex n = mg_graph_vertex_count(from), *const by_id = mg_graph_by_id(to);
    mg_vertex *index = test_memory((uint64_t)n + 1, sizeof *index);
    CHECK_EQ(mg_graph_vertex_count(to), n);
    for (mg_vertex v = 0; v < n; v++) {
        CHECK(mg_graph_find(to, mg_graph_id(from, v), &index[v]));
        CHECK(mg_graph_id(to, index[v]) == mg_graph_id(from, v));
        CHECK_EQ(by_id ? by_id[v] : v, index[v]); /* `from` is natural */
    }
    return index;
}

/* All arcs, sorted, with ends mapped by `index`. */
static weighted_arc *arcs_of(const mg_graph *graph, const mg_vertex *index) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    weighted_arc *arcs = test_memory(mg_graph_arc_count(graph) + 1, sizeof *arcs);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        for (uint64_t a = out.offsets[v]; a < out.offsets[v + 1]; a++) {
            CHECK(a == out.offsets[v] || out.neighbours[a - 1] <= out.neighbours[a]);
            arcs[a] = (weighted_arc){index ? index[v] : v, index ? index[out.neighbours[a]] : out.neighbours[a],
                                     arc_weight(graph, a)};
        }
    }
    qsort(arcs, mg_graph_arc_count(graph), sizeof *arcs, weighted_arc_order);
    return arcs;
}

static void check_same_arcs(const mg_graph *natural, const mg_graph *graph, const mg_vertex *index) {
    weighted_arc *expected = arcs_of(natural, index), *found = arcs_of(graph, NULL);
    CHECK_EQ(mg_graph_arc_count(graph), mg_graph_arc_count(natural));
    CHECK_EQ(mg_graph_edge_count(graph), mg_graph_edge_count(natural));
    CHECK_EQ(mg_graph_loop_count(graph), mg_graph_loop_count(natural));
    CHECK_EQ(mg_graph_directed(graph), mg_graph_directed(natural));
    for (uint64_t a = 0; a < mg_graph_arc_count(graph); a++) {
        CHECK(weighted_arc_order(&expected[a], &found[a]) == 0);
    }
    free(expected);
    free(found);
}

/* Choices that depend on ids only: the default source, drawn sources. */
static void check_choices(const mg_graph *natural, const mg_graph *graph, const mg_vertex *index) {
    mg_vertex drawn[2][3];
    const mg_vertex n = mg_graph_vertex_count(natural), source = mg_graph_default_source(natural);
    const size_t count = n < 3 ? n : 3;
    CHECK_EQ(mg_graph_default_source(graph), n ? index[source] : MG_NONE);
    CHECK_OK(NULL, mg_draw_sources(test_context(1), natural, 5, count, drawn[0]));
    CHECK_OK(NULL, mg_draw_sources(test_context(1), graph, 5, count, drawn[1]));
    for (size_t i = 0; i < count; i++) {
        CHECK_EQ(drawn[1][i], index[drawn[0][i]]);
    }
}

static void check_structure(const mg_graph *graph, const char *what) {
    (void)what;
    for (size_t i = 0; i < ORDERS; i++) {
        mg_graph *a = ordered(test_context(1), graph, orders[i]), *b = ordered(test_context(4), graph, orders[i]);
        if (!a) {
            continue;
        }
        double seconds = -1.0;
        const mg_vertex_order is = mg_graph_order(a, &seconds);
        CHECK(orders[i] == MG_ORDER_AUTO ? is == MG_ORDER_NATURAL || is == MG_ORDER_RCM : is == orders[i]);
        CHECK(seconds > 0.0 && (is == MG_ORDER_NATURAL) == !mg_graph_by_id(a));
        mg_vertex *index = same_ids(graph, a), *again = same_ids(graph, b);
        CHECK(memcmp(index, again, mg_graph_vertex_count(graph) * sizeof *index) == 0); /* for any number of threads */
        check_same_arcs(graph, a, index);
        check_choices(graph, a, index);
        mg_graph *back = ordered(test_context(2), a, MG_ORDER_NATURAL);
        mg_vertex *home = same_ids(graph, back);
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            CHECK_EQ(home[v], v);
        }
        check_same_arcs(graph, back, NULL);
        mg_graph_destroy(a);
        mg_graph_destroy(b);
        mg_graph_destroy(back);
        free(index);
        free(again);
        free(home);
    }
}

TEST(orders_keep_the_graph) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_DOUBLE};
    matrix_graphs(weightings, 2, check_structure);
}

/* The results of all algorithms, in the natural order or another. */
typedef struct results {
    mg_result *bfs, *sssp, *cc, *rank, *bc;
} results;

static results run_all(const matrix_run *run, const mg_graph *graph) {
    results r = {NULL, NULL, NULL, NULL, NULL};
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    mg_cc_options cc = MG_CC_OPTIONS_INIT;
    mg_pagerank_options rank = MG_PAGERANK_OPTIONS_INIT;
    mg_bc_options bc = MG_BC_OPTIONS_INIT;
    bfs.run = sssp.run = cc.run = rank.run = bc.run = run->options;
    bc.sample = mg_graph_vertex_count(graph) < 4 ? mg_graph_vertex_count(graph) : 4;
    RUN_OK(run, mg_bfs(run->context, graph, &bfs, &r.bfs));
    RUN_OK(run, mg_sssp(run->context, graph, &sssp, &r.sssp));
    RUN_OK(run, mg_cc(run->context, graph, &cc, &r.cc));
    RUN_OK(run, mg_pagerank(run->context, graph, &rank, &r.rank));
    RUN_OK(run, mg_bc(run->context, graph, &bc, &r.bc));
    return r;
}

static void release(results *r) {
    mg_result_destroy(r->bfs);
    mg_result_destroy(r->sssp);
    mg_result_destroy(r->cc);
    mg_result_destroy(r->rank);
    mg_result_destroy(r->bc);
}

static const void *data_of(const mg_result *result, const char *name) {
    return mg_result_column(result, name)->data;
}

static bool close_to(double a, double b) {
    return fabs(a - b) <= 1e-4 * (fabs(a) + fabs(b)) + 1e-9;
}

/* Column by column, vertex by vertex. */
static void check_same_results(const matrix_run *run, const mg_graph *graph, const mg_vertex *index, const results *a,
                               const results *b) {
    const uint32_t *depth[] = {data_of(a->bfs, "depth"), data_of(b->bfs, "depth")};
    const mg_vertex *label[] = {data_of(a->cc, "component"), data_of(b->cc, "component")};
    const double *bc[] = {data_of(a->bc, "centrality"), data_of(b->bc, "centrality")};
    const mg_column *distance[] = {mg_result_column(a->sssp, "distance"), mg_result_column(b->sssp, "distance")};
    const mg_column *rank[] = {mg_result_column(a->rank, "rank"), mg_result_column(b->rank, "rank")};
    RUN_CHECK(run, rank[0]->type == MG_FLOAT64 && distance[0]->type == distance[1]->type, "types of columns");
    const size_t size = distance[0]->type == MG_FLOAT64 || distance[0]->type == MG_UINT64 ? 8 : 4;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        const mg_vertex u = index[v];
        RUN_CHECK(run, depth[0][v] == depth[1][u], "depth of %u", v);
        RUN_CHECK(run, index[label[0][v]] == label[1][u], "component of %u", v);
        RUN_CHECK(
            run,
            memcmp((const char *)distance[0]->data + v * size, (const char *)distance[1]->data + u * size, size) == 0,
            "distance of %u", v);
        RUN_CHECK(run, close_to(((const double *)rank[0]->data)[v], ((const double *)rank[1]->data)[u]), "rank of %u",
                  v);
        RUN_CHECK(run, close_to(bc[0][v], bc[1][u]), "centrality of %u", v);
    }
}

/* Parents: several may be correct. */
static void check_parents(const matrix_run *run, const mg_graph *graph, const results *r) {
    char why[256] = "";
    RUN_CHECK(run, mgt_verify_bfs(run->context, graph, MG_NONE, r->bfs, why, sizeof why), "%s", why);
    RUN_CHECK(run, mgt_verify_sssp(run->context, graph, MG_NONE, r->sssp, why, sizeof why), "%s", why);
    RUN_CHECK(run, mgt_verify_cc(run->context, graph, r->cc, why, sizeof why), "%s", why);
}

static void check_results(const mg_graph *graph, const char *what) {
    static size_t turn;
    matrix_run plain = matrix_run_at(0, what);
    if (mg_graph_vertex_count(graph) == 0) {
        return;
    }
    results expected = run_all(&plain, graph);
    for (size_t i = 0; i < ORDERS; i++) {
        mg_graph *other = ordered(test_context(1), graph, orders[i]);
        if (!other) {
            continue;
        }
        mg_vertex *index = same_ids(graph, other);
        matrix_run run = matrix_run_at(turn++ % matrix_run_count, what);
        results found = run_all(&run, other);
        check_same_results(&run, graph, index, &expected, &found);
        check_parents(&run, other, &found);
        release(&found);
        mg_graph_destroy(other);
        free(index);
    }
    release(&expected);
}

TEST(orders_keep_the_results) {
    static const weighting weightings[] = {WEIGHTS_INT_ZERO};
    matrix_graphs(weightings, 1, check_results);
}

static unsigned log_of(uint64_t degree) {
    unsigned log = 0;
    for (; degree > 1; degree /= 2) {
        log++;
    }
    return log;
}

static uint64_t degree_of(const mg_graph *graph, mg_vertex v) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    return out.offsets[v + 1] - out.offsets[v];
}

/* Degree order: groups of larger degree first, by id within a group. */
static void check_degrees(const mg_graph *graph, const char *what) {
    (void)what;
    if (mg_graph_directed(graph)) {
        return;
    }
    mg_graph *other = ordered(test_context(1), graph, MG_ORDER_DEGREE);
    for (mg_vertex v = 1; v < mg_graph_vertex_count(other); v++) {
        const uint64_t before = degree_of(other, v - 1), degree = degree_of(other, v);
        const bool same = log_of(before) == log_of(degree) && !before == !degree;
        CHECK(same ? mg_graph_id(other, v - 1) < mg_graph_id(other, v) : before > degree);
    }
    mg_graph_destroy(other);
}

/* The reverse of the order is breadth-first: the positions of the vertices' first neighbours do not decrease. */
static void check_breadth_first(const mg_graph *graph, const char *what) {
    (void)what;
    if (mg_graph_directed(graph)) {
        return;
    }
    mg_graph *other = ordered(test_context(1), graph, MG_ORDER_RCM);
    const mg_adjacency out = mg_graph_out_edges(other);
    mg_vertex last = MG_NONE;
    for (mg_vertex v = mg_graph_vertex_count(other); v-- > 0;) {
        const mg_vertex greatest = degree_of(other, v) ? out.neighbours[out.offsets[v + 1] - 1] : v;
        if (greatest > v) { /* not the first of its component */
            CHECK(greatest <= last);
            last = greatest;
        } else {
            last = v;
        }
    }
    mg_graph_destroy(other);
}

TEST(degree_and_rcm_are_what_they_say) {
    matrix_graphs(NULL, 0, check_degrees);
    matrix_graphs(NULL, 0, check_breadth_first);
}

static uint64_t bandwidth(const mg_graph *graph) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint64_t widest = 0;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        for (uint64_t a = out.offsets[v]; a < out.offsets[v + 1]; a++) {
            const mg_vertex u = out.neighbours[a];
            const uint64_t apart = u > v ? u - v : v - u;
            widest = apart > widest ? apart : widest;
        }
    }
    return widest;
}

/* The order that `auto` chooses for a graph; `shuffled`: a copy whose ids are the shuffled numbers. */
static mg_vertex_order chosen(const char *kind, uint32_t scale, uint32_t side, mg_vertex_order numbering) {
    mg_context *context = test_context(2);
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    options.scale = scale;
    options.width = options.height = side;
    options.order = numbering;
    mg_graph *graph = NULL, *made = NULL;
    CHECK_OK(context, mg_generate(context, kind, &options, &graph));
    CHECK_OK(context, mg_graph_reorder(context, graph, MG_ORDER_AUTO, 0, &made));
    const mg_vertex_order order = mg_graph_order(made, NULL);
    mg_graph_destroy(graph);
    mg_graph_destroy(made);
    return order;
}

TEST(auto_chooses_rcm_where_it_helps) {
    CHECK_EQ(chosen("grid", 0, 700, MG_ORDER_SHUFFLED), MG_ORDER_RCM);
    CHECK_EQ(chosen("road", 0, 700, MG_ORDER_SHUFFLED), MG_ORDER_RCM);
    CHECK_EQ(chosen("grid", 0, 700, MG_ORDER_NATURAL), MG_ORDER_NATURAL);
    CHECK_EQ(chosen("kron", 18, 0, MG_ORDER_DEFAULT), MG_ORDER_NATURAL);  /* no order improves locality */
    CHECK_EQ(chosen("grid", 0, 20, MG_ORDER_SHUFFLED), MG_ORDER_NATURAL); /* fits into the cache */
}

TEST(rcm_finds_the_band_of_a_shuffled_grid) {
    mg_context *context = test_context(2);
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.width = 30;
    options.height = 200;
    options.order = MG_ORDER_SHUFFLED;
    CHECK_OK(context, mg_generate(context, "grid", &options, &graph));
    mg_graph *other = ordered(context, graph, MG_ORDER_RCM);
    CHECK(bandwidth(graph) > 3000);
    CHECK(bandwidth(other) <= 2 * 30);
    mg_graph_destroy(graph);
    mg_graph_destroy(other);
}

/* Two grids with one edge between them; ids of one are even, of the other odd. */
static mg_graph *two_grids(mg_context *context, mg_vertex width, mg_vertex height, bool directed) {
    const mg_vertex n = 2 * width * height;
    const uint64_t room = 4 * (uint64_t)n + 4;
    uint32_t *from = test_memory(room, sizeof *from), *to = test_memory(room, sizeof *to);
    uint64_t count = 0;
    for (mg_vertex v = 0; v < n; v++) {
        const mg_vertex cell = v / 2;
        if (cell % width + 1 < width) {
            from[count] = v;
            to[count++] = v + 2;
        }
        if (cell + width < width * height) {
            from[count] = v + 2 * width;
            to[count++] = v;
        }
        if (cell % 7 == 0) { /* loops and parallel edges are removed for METIS */
            from[count] = to[count] = v;
            count++;
            from[count] = from[count - 2];
            to[count] = to[count - 2];
            count++;
        }
    }
    from[count] = 0;
    to[count++] = 1;
    const mg_edge_list list = {.edge_count = count,
                               .id_type = MG_UINT32,
                               .source = from,
                               .target = to,
                               .contiguous = true,
                               .vertex_count = n,
                               .symmetric = !directed};
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    free(from);
    free(to);
    return graph;
}

/* Enough vertices for two parts, one per grid: up to METIS's imbalance each grid has one half of the new indices. */
TEST(metis_puts_parts_one_after_the_other) {
    mg_context *context = test_context(2);
    for (int directed = 0; directed < 2; directed++) {
        mg_graph *graph = two_grids(context, 64, 70, directed), *other = ordered(context, graph, MG_ORDER_METIS);
        if (other) {
            const mg_vertex n = mg_graph_vertex_count(graph);
            mg_vertex *index = same_ids(graph, other);
            mg_vertex misplaced = 0;
            check_same_arcs(graph, other, index);
            for (mg_vertex v = 0; v < n; v++) {
                misplaced += (index[v] < n / 2) != (index[0] < n / 2) ? v % 2 == 0 : v % 2 == 1;
            }
            CHECK(misplaced <= n / 16);
            mg_graph_destroy(other);
            free(index);
        }
        mg_graph_destroy(graph);
    }
}

TEST(orders_refuse) {
    mg_context *context = test_context(1);
    mg_graph *graph = shape_graph(context, shape_named("path"), WEIGHTS_INT, false), *made = NULL;
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    const mg_edge_list none = {.id_type = MG_UINT32};
    CHECK_EQ(mg_graph_reorder(NULL, graph, MG_ORDER_RCM, 0, &made), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_graph_reorder(context, NULL, MG_ORDER_RCM, 0, &made), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_graph_reorder(context, graph, MG_ORDER_RCM, 0, NULL), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_graph_reorder(context, graph, (mg_vertex_order)99, 0, &made), MG_ERROR_INVALID);
    options.order = (mg_vertex_order)99;
    CHECK_STATUS(context, mg_graph_from_edges(context, &none, &options, &made), MG_ERROR_INVALID);
    CHECK(!made && strcmp(mg_order_name(MG_ORDER_RCM), "rcm") == 0);
    mg_graph large = *graph; /* more arcs than METIS can count */
    mg_vertex *const nowhere = NULL;
    large.arcs = (uint64_t)1 << 63;
    const mg_status status = mg__order_metis(context, &large, 0, nowhere);
    CHECK(status == MG_ERROR_RANGE || status == MG_ERROR_UNSUPPORTED);
    CHECK(strstr(mg_context_error(context), "METIS"));
    mg_graph_destroy(graph);
}

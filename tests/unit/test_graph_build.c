/* SPDX-License-Identifier: Apache-2.0
 *
 * test_graph_build.c: mg_graph_from_edges and mg_graph_from_csr against a slow oracle, with every allocation failing in
 * turn, and with different numbers of threads.
 */
#include "tests/harness.h"

#include <math.h>
#include <stdlib.h>

typedef struct arc {
    uint64_t from, to; /* ids */
    double weight;
} arc;

/* What a graph should be: its ids and arcs, both in order. */
typedef struct expected {
    uint64_t id_count, arc_count, loops;
    uint64_t *ids;
    arc *arcs;
    bool directed;
} expected;

static uint64_t random_state;

static uint64_t random_below(uint64_t bound) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (random_state >> 11) % bound;
}

static mg_context *make_context(int threads) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = threads;
    CHECK_OK(context, mg_context_create(&options, &context));
    return context;
}

/* ---- random edge lists ---- */

typedef struct random_list {
    mg_edge_list list;
    void *source, *target, *weight, *ids;
} random_list;

static void set_id(const random_list *r, void *ids, uint64_t i, uint64_t id) {
    if (r->list.id_type == MG_UINT32) {
        ((uint32_t *)ids)[i] = (uint32_t)id;
    } else {
        ((uint64_t *)ids)[i] = id;
    }
}

static uint64_t get_id(const mg_edge_list *list, const void *ids, uint64_t i) {
    return list->id_type == MG_UINT32 ? ((const uint32_t *)ids)[i] : ((const uint64_t *)ids)[i];
}

static double get_weight(mg_type type, const void *weights, uint64_t i) {
    switch (type) {
    case MG_INT32:
        return ((const int32_t *)weights)[i];
    case MG_FLOAT32:
        return (double)((const float *)weights)[i];
    case MG_FLOAT64:
        return ((const double *)weights)[i];
    default:
        return 1.0;
    }
}

/* `names` different ids spread over `spread` (a power of two's worth of gaps), shifted by `base`. */
static random_list make_list(uint64_t edges, uint64_t names, uint64_t spread, uint64_t base, mg_type id_type,
                             mg_type weight_type) {
    random_list r = {.list = {.edge_count = edges, .id_type = id_type, .weight_type = weight_type}};
    r.source = malloc(edges * 8 + 8);
    r.target = malloc(edges * 8 + 8);
    r.weight = malloc(edges * 8 + 8);
    r.ids = malloc(edges * 8 + 8);
    for (uint64_t i = 0; i < edges; i++) {
        set_id(&r, r.source, i, base + random_below(names) * spread);
        set_id(&r, r.target, i, base + random_below(names) * spread);
        const int32_t weight = (int32_t)random_below(9) - 4;
        if (weight_type == MG_INT32) {
            ((int32_t *)r.weight)[i] = weight;
        } else if (weight_type == MG_FLOAT32) {
            ((float *)r.weight)[i] = (float)weight * 0.25f;
        } else if (weight_type == MG_FLOAT64) {
            ((double *)r.weight)[i] = weight * 0.1;
        }
    }
    r.list.source = r.source;
    r.list.target = r.target;
    r.list.weight = weight_type == MG_TYPE_NONE ? NULL : r.weight;
    return r;
}

static void free_list(random_list *r) {
    free(r->source);
    free(r->target);
    free(r->weight);
    free(r->ids);
}

/* ---- the oracle ---- */

static int by_id(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int by_arc(const void *a, const void *b) {
    const arc *x = a, *y = b;
    const int from = (x->from > y->from) - (x->from < y->from), to = (x->to > y->to) - (x->to < y->to);
    return from ? from : to ? to : (x->weight > y->weight) - (x->weight < y->weight);
}

static void expect_ids(const mg_edge_list *list, expected *e) {
    uint64_t count = 0;
    const uint64_t further = list->contiguous || list->ids ? list->vertex_count : 0;
    e->ids = malloc((2 * list->edge_count + further + 1) * sizeof *e->ids);
    for (uint64_t i = 0; i < list->edge_count; i++) {
        e->ids[count++] = get_id(list, list->source, i);
        e->ids[count++] = get_id(list, list->target, i);
    }
    for (uint64_t i = 0; i < further; i++) {
        e->ids[count++] = list->contiguous ? list->id_base + i : get_id(list, list->ids, i);
    }
    qsort(e->ids, count, sizeof *e->ids, by_id);
    for (uint64_t i = 0; i < count; i++) {
        if (i == 0 || e->ids[i] != e->ids[e->id_count - 1]) {
            e->ids[e->id_count++] = e->ids[i];
        }
    }
}

static expected expect_graph(const mg_edge_list *list, const mg_graph_options *o) {
    expected e = {.directed = o->directedness == MG_AS_GIVEN ? !list->symmetric : o->directedness == MG_DIRECTED};
    const bool merge = o->merge_multi_edges || o->directedness == MG_UNDIRECTED;
    const bool weighted = o->weights == MG_WEIGHTS_FILE;
    expect_ids(list, &e);
    e.arcs = malloc((2 * list->edge_count + 1) * sizeof *e.arcs);
    uint64_t count = 0;
    for (uint64_t i = 0; i < list->edge_count; i++) {
        const uint64_t from = get_id(list, list->source, i), to = get_id(list, list->target, i);
        const double weight = weighted ? get_weight(list->weight_type, list->weight, i) : 1.0;
        if (from == to && o->drop_self_loops) {
            continue;
        }
        e.arcs[count++] = (arc){from, to, weight};
        if (!e.directed && from != to) {
            e.arcs[count++] = (arc){to, from, weight};
        }
    }
    qsort(e.arcs, count, sizeof *e.arcs, by_arc);
    for (uint64_t i = 0; i < count; i++) {
        const arc *last = e.arc_count ? &e.arcs[e.arc_count - 1] : NULL;
        if (merge && last && last->from == e.arcs[i].from && last->to == e.arcs[i].to) {
            continue;
        }
        e.loops += e.arcs[i].from == e.arcs[i].to;
        e.arcs[e.arc_count++] = e.arcs[i];
    }
    return e;
}

static void free_expected(expected *e) {
    free(e->ids);
    free(e->arcs);
}

/* ---- comparing ---- */

static void check_adjacency(const mg_graph *graph, mg_adjacency edges, const arc *arcs, bool incoming,
                            bool weights_known) {
    uint64_t a = 0;
    CHECK_EQ(edges.offsets[0], 0);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        CHECK_EQ(edges.offsets[v], a);
        for (; a < edges.offsets[v + 1]; a++) {
            CHECK_EQ(mg_graph_id(graph, v), incoming ? arcs[a].to : arcs[a].from);
            CHECK_EQ(mg_graph_id(graph, edges.neighbours[a]), incoming ? arcs[a].from : arcs[a].to);
            if (weights_known) {
                CHECK(get_weight(mg_graph_weight_type(graph), edges.weights, a) == arcs[a].weight);
            }
        }
    }
    CHECK_EQ(a, mg_graph_arc_count(graph));
}

static int by_target(const void *a, const void *b) {
    const arc *x = a, *y = b;
    const arc reversed_x = {x->to, x->from, x->weight}, reversed_y = {y->to, y->from, y->weight};
    return by_arc(&reversed_x, &reversed_y);
}

static void check_default_source(const mg_graph *graph) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    mg_vertex best = MG_NONE;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        if (best == MG_NONE || out.offsets[v + 1] - out.offsets[v] > out.offsets[best + 1] - out.offsets[best]) {
            best = v;
        }
    }
    CHECK_EQ(mg_graph_default_source(graph), best);
}

static void check_graph(mg_context *context, const mg_graph *graph, expected *e, bool weights_known) {
    CHECK_EQ(mg_graph_vertex_count(graph), e->id_count);
    CHECK_EQ(mg_graph_arc_count(graph), e->arc_count);
    CHECK_EQ(mg_graph_loop_count(graph), e->loops);
    CHECK_EQ(mg_graph_directed(graph), e->directed);
    CHECK_EQ(mg_graph_edge_count(graph), e->directed ? e->arc_count : (e->arc_count + e->loops) / 2);
    for (mg_vertex v = 0; v < e->id_count; v++) {
        mg_vertex found = MG_NONE;
        CHECK_EQ(mg_graph_id(graph, v), e->ids[v]);
        CHECK(mg_graph_find(graph, e->ids[v], &found));
        CHECK_EQ(found, v);
        if (v > 0 && e->ids[v] - 1 != e->ids[v - 1]) {
            CHECK(!mg_graph_find(graph, e->ids[v] - 1, &found));
        }
    }
    check_default_source(graph);
    check_adjacency(graph, mg_graph_out_edges(graph), e->arcs, false, weights_known);
    qsort(e->arcs, e->arc_count, sizeof *e->arcs, by_target);
    mg_adjacency in;
    CHECK_OK(context, mg_graph_in_edges(context, graph, &in));
    check_adjacency(graph, in, e->arcs, true, weights_known);
    qsort(e->arcs, e->arc_count, sizeof *e->arcs, by_arc);
}

/* Builds with 1, 2 or 3 threads, in turn, and compares with the oracle. */
static void check_list(const mg_edge_list *list, const mg_graph_options *options) {
    static int turn;
    mg_context *context = make_context(turn++ % 3 + 1);
    mg_graph *graph = NULL;
    expected e = expect_graph(list, options);
    CHECK_OK(context, mg_graph_from_edges(context, list, options, &graph));
    check_graph(context, graph, &e, options->weights == MG_WEIGHTS_FILE && list->weight);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
    free_expected(&e);
}

static void check_all_options(mg_edge_list *list) {
    for (int symmetric = 0; symmetric < 2; symmetric++) {
        list->symmetric = symmetric;
        for (int directedness = MG_AS_GIVEN; directedness <= MG_UNDIRECTED; directedness++) {
            for (unsigned bits = 0; bits < 4; bits++) {
                mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
                options.directedness = (mg_directedness)directedness;
                options.drop_self_loops = bits & 1;
                options.merge_multi_edges = bits & 2;
                check_list(list, &options);
            }
        }
    }
}

/* ---- cases ---- */

TEST(every_option_on_random_multigraphs) {
    static const struct {
        uint64_t edges, names, spread, base;
        mg_type ids;
    } shapes[] = {
        {0, 1, 1, 0, MG_UINT32},
        {1, 1, 1, 7, MG_UINT64},
        {40, 3, 1, 0, MG_UINT32},                       /* many parallel edges and loops */
        {700, 50, 1, 0, MG_UINT32},                     /* gaps are unlikely */
        {3000, 2000, 3, 5, MG_UINT32},                  /* gaps: a bitmap */
        {5000, 70, 1, (uint64_t)1 << 40, MG_UINT64},    /* long rows */
        {3000, 900, (uint64_t)1 << 50, 123, MG_UINT64}, /* sorted ids */
        {2000, 1u << 16, 65521, 0, MG_UINT32},          /* sorted 32-bit ids */
        {2500, 2, UINT64_MAX - 1, 1, MG_UINT64},        /* the whole range of ids */
        {4000, 1u << 20, 1, 0, MG_UINT32},              /* more vertices than buckets */
    };
    static const mg_type weights[] = {MG_TYPE_NONE, MG_INT32, MG_FLOAT32, MG_FLOAT64};
    random_state = 88172645463325252u;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        for (size_t w = 0; w < 4; w++) {
            random_list r = make_list(shapes[s].edges, shapes[s].names, shapes[s].spread, shapes[s].base, shapes[s].ids,
                                      weights[w]);
            check_all_options(&r.list);
            free_list(&r);
        }
    }
}

TEST(threads_do_not_matter) {
    static const uint64_t spreads[] = {1, 5, (uint64_t)1 << 45};
    random_state = 362436069;
    for (int s = 0; s < 3; s++) {
        random_list r = make_list(200000, 3000, spreads[s], 11, MG_UINT64, s == 1 ? MG_FLOAT64 : MG_FLOAT32);
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        r.list.symmetric = s == 2;
        expected e = expect_graph(&r.list, &options);
        for (int threads = 1; threads <= 3; threads++) {
            mg_context *context = make_context(threads);
            mg_graph *graph = NULL;
            CHECK_OK(context, mg_graph_from_edges(context, &r.list, &options, &graph));
            check_graph(context, graph, &e, true);
            mg_graph_destroy(graph);
            mg_context_destroy(context);
        }
        free_expected(&e);
        free_list(&r);
    }
}

TEST(further_vertices) {
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    random_state = 4101842887655102017u;
    random_list r = make_list(500, 300, 1, 10, MG_UINT64, MG_INT32);
    r.list.contiguous = true;
    r.list.id_base = 4;
    r.list.vertex_count = 400;
    check_list(&r.list, &options);
    r.list.contiguous = false;
    r.list.vertex_count = 100;
    for (uint64_t i = 0; i < 100; i++) {
        set_id(&r, r.ids, i, random_below(50) * (i % 2 ? 1 : (uint64_t)1 << 45));
    }
    r.list.ids = r.ids;
    check_list(&r.list, &options);
    r.list.edge_count = 0;
    check_list(&r.list, &options);
    free_list(&r);
}

TEST(empty_graph) {
    mg_context *context = make_context(2);
    const mg_edge_list list = {.id_type = MG_UINT32};
    mg_graph *graph = NULL;
    mg_adjacency in;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    CHECK_EQ(mg_graph_vertex_count(graph), 0);
    CHECK_EQ(mg_graph_default_source(graph), MG_NONE);
    CHECK_OK(context, mg_graph_in_edges(context, graph, &in));
    CHECK_EQ(in.offsets[0], 0);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

static void check_random_weights(const mg_graph *graph, int32_t max) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const int32_t *weights = out.weights;
    CHECK_EQ(mg_graph_weight_type(graph), MG_INT32);
    bool least = false, most = false;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        for (uint64_t a = out.offsets[v]; a < out.offsets[v + 1]; a++) {
            CHECK(weights[a] >= 1 && weights[a] <= max);
            least |= weights[a] == 1;
            most |= weights[a] == max;
            const mg_vertex u = out.neighbours[a];
            for (uint64_t b = out.offsets[u]; !mg_graph_directed(graph) && b < out.offsets[u + 1]; b++) {
                CHECK(out.neighbours[b] != v || weights[a] == weights[b]);
            }
        }
    }
    CHECK(least && most);
}

TEST(random_weights) {
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    options.weights = MG_WEIGHTS_RANDOM;
    random_state = 2463534242u;
    random_list r = make_list(4000, 200, 7, 1, MG_UINT32, MG_FLOAT32);
    mg_context *context = make_context(2);
    for (int directedness = MG_DIRECTED; directedness <= MG_UNDIRECTED; directedness++) {
        mg_graph *first = NULL, *again = NULL, *other = NULL;
        options.directedness = (mg_directedness)directedness;
        options.weight_seed = 5;
        options.weight_max = directedness == MG_DIRECTED ? 0 : 20;
        CHECK_OK(context, mg_graph_from_edges(context, &r.list, &options, &first));
        check_random_weights(first, directedness == MG_DIRECTED ? 64 : 20);
        mg_context *single = make_context(1);
        CHECK_OK(single, mg_graph_from_edges(single, &r.list, &options, &again));
        options.weight_seed = 6;
        CHECK_OK(context, mg_graph_from_edges(context, &r.list, &options, &other));
        const size_t bytes = mg_graph_arc_count(first) * sizeof(int32_t);
        CHECK(memcmp(mg_graph_out_edges(first).weights, mg_graph_out_edges(again).weights, bytes) == 0);
        CHECK(memcmp(mg_graph_out_edges(first).weights, mg_graph_out_edges(other).weights, bytes) != 0);
        mg_graph_destroy(first);
        mg_graph_destroy(again);
        mg_graph_destroy(other);
        mg_context_destroy(single);
    }
    mg_context_destroy(context);
    free_list(&r);
}

TEST(unit_weights) {
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    options.weights = MG_WEIGHTS_UNIT;
    random_list r = make_list(100, 20, 1, 1, MG_UINT32, MG_INT32);
    mg_context *context = make_context(2);
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &r.list, &options, &graph));
    CHECK_EQ(mg_graph_weight_type(graph), MG_TYPE_NONE);
    CHECK(!mg_graph_out_edges(graph).weights);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
    free_list(&r);
}

TEST(invalid_lists) {
    const uint32_t ids[] = {0, 1, 9};
    const float weights[] = {1, NAN};
    const mg_edge_list good = {.edge_count = 2, .id_type = MG_UINT32, .source = ids, .target = ids + 1};
    mg_context *context = make_context(2);
    mg_graph *graph = NULL;
    mg_edge_list list = good;
    list.contiguous = true;
    list.vertex_count = 9;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "edge 1: id 9"));
    list.vertex_count = UINT32_MAX;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_RANGE);
    list.vertex_count = 10;
    list.id_base = UINT64_MAX - 8;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_INVALID);
    list = good;
    list.weight_type = MG_FLOAT32;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_INVALID);
    list.weight = weights;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_RANGE);
    CHECK(strstr(mg_context_error(context), "edge 1"));
    list.weight_type = MG_UINT32;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_INVALID);
    list = good;
    list.id_type = MG_INT32;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_INVALID);
    list = good;
    list.target = NULL;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_INVALID);
    list = good;
    list.vertex_count = 4;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_graph_from_edges(context, NULL, NULL, &graph), MG_ERROR_INVALID);
    const mg_graph_options wrong = {.size = 1};
    CHECK_STATUS(context, mg_graph_from_edges(context, &good, &wrong, &graph), MG_ERROR_INVALID);
    CHECK(!graph);
    mg_context_destroy(context);
}

TEST(csr_round_trip) {
    random_state = 88172645463325252u;
    random_list r = make_list(3000, 150, 1, 0, MG_UINT32, MG_FLOAT64);
    r.list.contiguous = true;
    r.list.vertex_count = 160;
    mg_context *context = make_context(2);
    for (int directedness = MG_DIRECTED; directedness <= MG_UNDIRECTED; directedness++) {
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        options.directedness = (mg_directedness)directedness;
        expected e = expect_graph(&r.list, &options);
        mg_graph *graph = NULL, *copy = NULL;
        CHECK_OK(context, mg_graph_from_edges(context, &r.list, &options, &graph));
        const mg_adjacency out = mg_graph_out_edges(graph);
        CHECK_OK(context, mg_graph_from_csr(context, 160, out.offsets, out.neighbours, MG_FLOAT64, out.weights,
                                            directedness == MG_DIRECTED, &copy));
        check_graph(context, copy, &e, true);
        mg_graph_destroy(copy);
        if (directedness == MG_DIRECTED) {
            CHECK_STATUS(context,
                         mg_graph_from_csr(context, 160, out.offsets, out.neighbours, MG_TYPE_NONE, NULL, false, &copy),
                         MG_ERROR_INVALID);
        }
        mg_graph_destroy(graph);
        free_expected(&e);
    }
    mg_context_destroy(context);
    free_list(&r);
}

TEST(csr_rows_are_sorted) {
    const uint64_t offsets[] = {0, 3, 3, 4};
    const mg_vertex neighbours[] = {2, 0, 1, 0};
    const int32_t weights[] = {20, 0, 10, 5};
    mg_context *context = make_context(1);
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_csr(context, 3, offsets, neighbours, MG_INT32, weights, true, &graph));
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex v = 0; v < 3; v++) {
        CHECK_EQ(out.neighbours[v], v);
        CHECK_EQ(((const int32_t *)out.weights)[v], 10 * v);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(invalid_csr) {
    const uint64_t offsets[] = {0, 1, 2}, falling[] = {0, 2, 1}, late[] = {1, 1, 2};
    const mg_vertex pair[] = {1, 0}, outside[] = {1, 2};
    const int32_t weights[] = {3, 4};
    const double bad[] = {1, NAN};
    mg_context *context = make_context(2);
    mg_graph *graph = NULL;
    const struct {
        const uint64_t *offsets;
        const mg_vertex *neighbours;
        mg_type type;
        const void *weights;
        mg_status status;
    } cases[] = {
        {NULL, pair, MG_TYPE_NONE, NULL, MG_ERROR_INVALID},       {falling, pair, MG_TYPE_NONE, NULL, MG_ERROR_INVALID},
        {late, pair, MG_TYPE_NONE, NULL, MG_ERROR_INVALID},       {offsets, NULL, MG_TYPE_NONE, NULL, MG_ERROR_INVALID},
        {offsets, outside, MG_TYPE_NONE, NULL, MG_ERROR_INVALID}, {offsets, pair, MG_INT32, NULL, MG_ERROR_INVALID},
        {offsets, pair, MG_INT32, weights, MG_ERROR_INVALID},     {offsets, pair, MG_FLOAT64, bad, MG_ERROR_RANGE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_STATUS(context,
                     mg_graph_from_csr(context, 2, cases[i].offsets, cases[i].neighbours, cases[i].type,
                                       cases[i].weights, false, &graph),
                     cases[i].status);
        CHECK(mg_context_error(context)[0]);
    }
    CHECK_STATUS(context, mg_graph_from_csr(context, MG_NONE, offsets, pair, MG_TYPE_NONE, NULL, true, &graph),
                 MG_ERROR_RANGE);
    CHECK_OK(context, mg_graph_from_csr(context, 2, offsets, pair, MG_TYPE_NONE, NULL, false, &graph));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* ---- failing memory ---- */

typedef struct failing {
    int countdown; /* allocations that still succeed */
    int live;
} failing;

static void *failing_allocate(void *data, size_t size) {
    failing *f = data;
    if (__atomic_sub_fetch(&f->countdown, 1, __ATOMIC_RELAXED) < 0) {
        return NULL;
    }
    __atomic_add_fetch(&f->live, 1, __ATOMIC_RELAXED);
    return malloc(size);
}

static void failing_release(void *data, void *memory) {
    failing *f = data;
    __atomic_sub_fetch(&f->live, 1, __ATOMIC_RELAXED);
    free(memory);
}

/* Builds a graph and its in-edges; a failure must be MG_ERROR_MEMORY and leave nothing behind. True on success. */
static bool survives(const mg_edge_list *list, const mg_graph_options *options, int allocations) {
    failing f = {.countdown = 1};
    mg_context_options context_options = MG_CONTEXT_OPTIONS_INIT;
    context_options.threads = 2;
    context_options.allocator = (mg_allocator){failing_allocate, failing_release, &f};
    mg_context *context = NULL;
    mg_graph *graph = NULL;
    mg_adjacency in;
    CHECK_OK(context, mg_context_create(&context_options, &context));
    f.countdown = allocations;
    mg_status status = mg_graph_from_edges(context, list, options, &graph);
    if (status == MG_OK) {
        status = mg_graph_in_edges(context, graph, &in);
        mg_graph_destroy(graph);
    }
    CHECK(status == MG_OK || status == MG_ERROR_MEMORY);
    CHECK(status == MG_OK || strstr(mg_context_error(context), "out of memory"));
    mg_context_destroy(context);
    CHECK_EQ(f.live, 0);
    return status == MG_OK;
}

TEST(every_allocation_may_fail) {
    static const uint64_t spreads[] = {1, 3, (uint64_t)1 << 40};
    random_state = 123456789;
    for (int s = 0; s < 3; s++) {
        random_list r = make_list(3000, 500, spreads[s], 2, MG_UINT64, MG_FLOAT64);
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        options.merge_multi_edges = true;
        options.weights = s == 1 ? MG_WEIGHTS_RANDOM : MG_WEIGHTS_FILE;
        int allocations = 0;
        while (!survives(&r.list, &options, allocations)) {
            allocations++;
            CHECK(allocations < 100);
        }
        CHECK(allocations > 5);
        free_list(&r);
    }
}

static bool cancel_after(void *data, const mg_progress *progress) {
    (void)progress;
    return --*(int *)data >= 0;
}

TEST(cancelled_builds) {
    random_state = 1234567;
    random_list r = make_list(3000, 500, 1, 2, MG_UINT32, MG_TYPE_NONE);
    int polls = 0;
    mg_status status = MG_ERROR_CANCELLED;
    for (int allowed = 0; status != MG_OK; allowed++) {
        mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
        mg_context *context = NULL;
        mg_graph *graph = NULL;
        polls = allowed;
        options.progress = cancel_after;
        options.progress_data = &polls;
        CHECK_OK(context, mg_context_create(&options, &context));
        status = mg_graph_from_edges(context, &r.list, NULL, &graph);
        CHECK(status == MG_OK || status == MG_ERROR_CANCELLED);
        CHECK(allowed < 100);
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
    free_list(&r);
}

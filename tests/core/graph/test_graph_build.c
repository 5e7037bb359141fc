/* SPDX-License-Identifier: Apache-2.0
 *
 * test_graph_build.c: mg_graph_from_edges against a slow oracle, with every allocation failing in turn, with different
 * numbers of threads, and cancelled at every poll.
 */
#include "tests/core/graph/graph_oracle.h"

#include <stdlib.h>
#include <string.h>

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
    static const mg_type weights[] = {MG_TYPE_NONE, MG_INT32, MG_INT64, MG_FLOAT32, MG_FLOAT64};
    random_state = 88172645463325252u;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        for (size_t w = 0; w < sizeof weights / sizeof *weights; w++) {
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * The exchange between ranks that are threads, its failures, and runs on ranks in which an allocation fails.
 */
#include "core/ranks/ranks.h"
#include "tests/algorithms/run_matrix.h"
#include "tests/core/engine/fail_each.h"

#include <pthread.h>
#include <stdlib.h>

#define RANKS 4

static mg_context *context_of_ranks(uint32_t ranks) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = 2;
    options.ranks = ranks;
    CHECK_OK(context, mg_context_create(&options, &context));
    return context;
}

/* What the ranks found: tasks run in several threads, where a check cannot end the case. */
static int right[RANKS];

/* Ranges of 3, 2, 1, 0 numbers: rank r sends r * 10 + i. */
static mg_status exchange_ranges(mg_context *context, mg_ranks *ranks, void *data) {
    const size_t offsets[RANKS + 1] = {0, 3 * sizeof(int), 5 * sizeof(int), 6 * sizeof(int), 6 * sizeof(int)};
    const int expected[6] = {0, 1, 2, 10, 11, 20}, first = (int)ranks->rank * 10;
    const int own[3] = {first, first + 1, first + 2};
    int all[6] = {0};
    double sums[2] = {ranks->rank, 1.0};
    char word[4] = "abc";
    mg_status status = MG_OK;
    (void)data;
    word[0] = (char)('a' + ranks->rank);
    MG_TRY(mg__ranks_gather_ranges(context, ranks, MG_OK, own, all, offsets));
    MG_TRY(mg__ranks_sum(context, ranks, MG_OK, sums, 2));
    MG_TRY(mg__ranks_take_first(context, ranks, MG_OK, word, sizeof word));
    right[ranks->rank] = memcmp(all, expected, sizeof all) == 0 && sums[0] == 6.0 && sums[1] == RANKS &&
                         strcmp(word, "abc") == 0 && ranks->size == RANKS;
out:
    return status;
}

TEST(ranks_get_the_bytes_of_all) {
    mg_context *context = context_of_ranks(RANKS);
    for (int turn = 0; turn < 3; turn++) {
        memset(right, 0, sizeof right);
        CHECK_OK(context, mg__on_ranks(context, exchange_ranges, NULL, NULL));
        for (int r = 0; r < RANKS; r++) {
            CHECK(right[r]);
        }
    }
    CHECK_EQ(mg_ranks_count(context), RANKS);
    CHECK_EQ(mg_ranks_index(context), 0);
    mg_context_destroy(context);
}

/* The rank of *data fails between two exchanges. */
static mg_status fail_one(mg_context *context, mg_ranks *ranks, void *data) {
    mg_status status = MG_OK;
    double sum = 1.0;
    MG_TRY(mg__ranks_sum(context, ranks, MG_OK, &sum, 1));
    if (ranks->rank == *(const uint32_t *)data) {
        return mg__fail(context, MG_ERROR_RANGE, "too large a number");
    }
    for (int i = 0; i < 3; i++) {
        MG_TRY(mg__ranks_sum(context, ranks, MG_OK, &sum, 1));
    }
    right[ranks->rank] = 0; /* not reached */
out:
    return status;
}

TEST(the_failure_of_a_rank_is_that_of_all) {
    mg_context *context = context_of_ranks(RANKS);
    for (uint32_t rank = 0; rank < RANKS; rank++) {
        CHECK_STATUS(context, mg__on_ranks(context, fail_one, &rank, NULL), MG_ERROR_RANGE);
        char expected[64];
        snprintf(expected, sizeof expected, "rank %u: too large a number", rank);
        CHECK_STR(mg_context_error(context), rank ? expected : "too large a number");
        CHECK_OK(context, mg__on_ranks(context, exchange_ranges, NULL, NULL)); /* usable afterwards */
    }
    mg_context_destroy(context);
}

typedef struct waiting {
    mg_context *context;
    mg_ranks *ranks;
    mg_status status;
} waiting;

static void *wait_in_vain(void *data) {
    waiting *const w = data;
    double sum = 1.0;
    w->status = mg__ranks_sum(w->context, w->ranks, MG_OK, &sum, 1);
    return NULL;
}

/* The last rank never comes: the others fail when the time is over, and again at once. */
TEST(a_lost_rank_is_an_error_on_the_others) {
    mg_context *context = test_context(1);
    mg_ranks *ranks = NULL;
    waiting w[RANKS - 1];
    pthread_t threads[RANKS - 1];
    CHECK_OK(context, mg__ranks_threads(context, RANKS, 0.3, &ranks));
    for (int r = 0; r < RANKS - 1; r++) {
        w[r] = (waiting){.context = test_new_context(1), .ranks = &ranks[r]};
        CHECK(pthread_create(&threads[r], NULL, wait_in_vain, &w[r]) == 0);
    }
    for (int r = 0; r < RANKS - 1; r++) {
        pthread_join(threads[r], NULL);
        CHECK_EQ(w[r].status, MG_ERROR_DEVICE);
        CHECK(strstr(mg_context_error(w[r].context), "0.3 seconds"));
        CHECK_STATUS(w[r].context, mg__ranks_agree(w[r].context, &ranks[r], MG_OK, NULL, NULL), MG_ERROR_DEVICE);
        mg_context_destroy(w[r].context);
    }
    double sum = 1.0;
    CHECK_STATUS(context, mg__ranks_sum(context, &ranks[RANKS - 1], MG_OK, &sum, 1), MG_ERROR_DEVICE); /* too late */
    ranks->link->close(ranks, true);
}

/* The graph of each rank. */
static mg_status check_graphs(mg_context *context, mg_ranks *ranks, void *data) {
    mg_graph *const *const graphs = data;
    double sum = 1.0;
    mg_status status;
    MG_TRY(mg__rank_check_graph(context, ranks, graphs[ranks->rank]));
    MG_TRY(mg__ranks_sum(context, ranks, MG_OK, &sum, 1));
out:
    return status;
}

TEST(another_graph_than_that_of_the_first_rank_is_refused) {
    mg_context *context = context_of_ranks(2);
    mg_graph *const path = shape_graph(context, shape_named("path"), WEIGHTS_NONE, false);
    mg_graph *const grid = shape_graph(context, shape_named("grid"), WEIGHTS_NONE, false);
    mg_graph *const weighted = shape_graph(context, shape_named("path"), WEIGHTS_INT, false);
    mg_graph *const same[2] = {path, path}, *const larger[2] = {path, grid}, *const other[2] = {weighted, path};
    CHECK_OK(context, mg__on_ranks(context, check_graphs, (void *)same, NULL));
    CHECK_STATUS(context, mg__on_ranks(context, check_graphs, (void *)larger, NULL), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "rank 1: the graph has ") &&
          strstr(mg_context_error(context), " arcs, that of the first rank "));
    CHECK_STATUS(context, mg__on_ranks(context, check_graphs, (void *)other, NULL), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "rank 1: the type of weights"));
    CHECK_OK(context, mg__on_ranks(context, check_graphs, (void *)same, NULL)); /* usable afterwards */
    mg_graph_destroy(path);
    mg_graph_destroy(grid);
    mg_graph_destroy(weighted);
    mg_context_destroy(context);
}

static mg_status run_on_ranks(fixture *f) {
    mg_result *result = NULL;
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_pagerank_options rank = MG_PAGERANK_OPTIONS_INIT;
    mg_bc_options bc = MG_BC_OPTIONS_INIT;
    mg_status status;
    bc.sample = 3;
    MG_TRY(mg_bfs(f->context, f->graph, &bfs, &result));
    mg_result_destroy(result);
    result = NULL;
    MG_TRY(mg_pagerank(f->context, f->graph, &rank, &result));
    mg_result_destroy(result);
    result = NULL;
    MG_TRY(mg_bc(f->context, f->graph, &bc, &result));
    mg_result_destroy(result);
    result = NULL;
    MG_TRY(mg_cc(f->context, f->graph, NULL, &result));
out:
    mg_result_destroy(result);
    return status;
}

/* What the ranks say that they did: all of a rank's bytes reach all others, and all ranks are done at the same time. */
static void check_shares(const mg_result *result, uint64_t arcs) {
    const mg_statistics *const s = mg_result_statistics(result);
    uint64_t sent = 0, received = 0, parts = 0;
    CHECK_EQ(s->ranks, RANKS);
    for (uint32_t r = 0; r < RANKS; r++) {
        sent += s->rank[r].sent_bytes;
        received += s->rank[r].received_bytes;
        parts += s->rank[r].arcs;
        CHECK_EQ(s->rank[r].exchanges, s->rank[0].exchanges);
        CHECK(s->rank[r].compute_seconds > 0.0 && s->rank[r].exchange_seconds >= 0.0);
    }
    for (uint32_t r = 0; r < RANKS; r++) {
        CHECK_EQ(s->rank[r].sent_bytes + s->rank[r].received_bytes, sent);
    }
    CHECK_EQ(parts, arcs);
    CHECK_EQ(received, (RANKS - 1) * sent);
    CHECK_EQ(s->exchanged_bytes, received);
}

TEST(statistics_have_the_share_of_each_rank) {
    mg_context *context = context_of_ranks(RANKS);
    mg_graph *const graph = shape_graph(context, shape_named("random"), WEIGHTS_NONE, false);
    const uint64_t arcs = mg_graph_arc_count(graph), n = mg_graph_vertex_count(graph);
    mg_pagerank_options rank = MG_PAGERANK_OPTIONS_INIT;
    mg_bc_options bc = MG_BC_OPTIONS_INIT;
    mg_result *result = NULL;
    bc.sample = RANKS;
    rank.run.max_iterations = 5;
    rank.tolerance = 0.0;
    for (int turn = 0; turn < 2; turn++) { /* the first one cuts the graph */
        CHECK_OK(context, mg_cc(context, graph, NULL, &result));
        check_shares(result, arcs);
        const uint64_t sent = mg_result_statistics(result)->rank[RANKS - 1].sent_bytes;
        CHECK(sent >= 4 * n && (!turn || sent < 4 * n + 2000)); /* its labels, and what exchanges begin with */
        mg_result_destroy(result);
    }
    CHECK_OK(context, mg_bfs(context, graph, NULL, &result));
    check_shares(result, arcs);
    mg_result_destroy(result);
    CHECK(mg_pagerank(context, graph, &rank, &result) >= 0);
    check_shares(result, arcs);
    mg_result_destroy(result);
    CHECK_OK(context, mg_bc(context, graph, &bc, &result));
    check_shares(result, 0); /* each has the whole graph */
    mg_result_destroy(result);
    CHECK_OK(context, mg_triangles(context, graph, NULL, &result));
    CHECK(mg_result_statistics(result)->ranks == 0 && !mg_result_statistics(result)->rank);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* A graph and a context anew for every failing allocation, as both keep what runs build. */
TEST(an_allocation_that_fails_in_a_rank_is_an_error) {
    int failed = 0;
    for (int n = 0;; n += 1 + n / 16) {
        fixture f = {.graph = NULL};
        mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
        f.memory = (failing_memory){.countdown = PLENTY};
        options.threads = 2;
        options.ranks = 3;
        options.partition = n % 2 ? MG_PARTITION_BLOCK : MG_PARTITION_DEGREE;
        options.allocator = (mg_allocator){failing_memory_allocate, failing_memory_release, &f.memory};
        CHECK_OK(NULL, mg_context_create(&options, &f.context));
        f.graph = shape_graph(f.context, shape_named("random"), WEIGHTS_INT, true);
        f.memory.countdown = n;
        const mg_status status = run_on_ranks(&f);
        f.memory.countdown = PLENTY;
        if (status < 0) {
            CHECK_STATUS(f.context, status, MG_ERROR_MEMORY);
            CHECK(strstr(mg_context_error(f.context), "memory"));
            CHECK_OK(f.context, run_on_ranks(&f)); /* usable afterwards */
        }
        close_fixture(&f);
        failed += status < 0;
        if (status >= 0) {
            break;
        }
    }
    CHECK(failed > 20);
}

TEST(ranks_that_cannot_be_are_refused) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.ranks = MG_RANKS_MAX + 1;
    CHECK_EQ(mg_context_create(&options, &context), MG_ERROR_INVALID);
    options.ranks = 2;
    options.partition = (mg_partition_kind)9;
    CHECK_EQ(mg_context_create(&options, &context), MG_ERROR_INVALID);
    context = context_of_ranks(2);
    CHECK_STATUS(context, mg_ranks_join(context), MG_ERROR_INVALID);
    mg_graph *graph = shape_graph(context, shape_named("grid"), WEIGHTS_NONE, false);
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    bfs.run.backend = MG_BACKEND_CUDA;
    if (mg_device_count(context) == 0) {
        CHECK_STATUS(context, mg_bfs(context, graph, &bfs, &result), MG_ERROR_UNSUPPORTED);
    }
    mg_context_destroy(context);
    options = (mg_context_options)MG_CONTEXT_OPTIONS_INIT;
    options.ranks = options.device_count = 2;
    CHECK_OK(context, mg_context_create(&options, &context));
    CHECK_STATUS(context, mg_bfs(context, graph, NULL, &result), MG_ERROR_UNSUPPORTED);
    CHECK_STATUS(context, mg_cc(context, graph, NULL, &result), MG_ERROR_UNSUPPORTED);
    CHECK_STATUS(context, mg_bc(context, graph, NULL, &result), MG_ERROR_UNSUPPORTED);
    CHECK_STATUS(context, mg_triangles(context, graph, NULL, &result), MG_ERROR_UNSUPPORTED);
    CHECK_STR(mg_context_error(context), "several GPUs: a rank has one");
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Delta-stepping by threads that take work from each other: the distances are those of one thread, and each piece of an
 * offer is taken once.
 */
#include "core/cpu/bucket_offer.h"
#include "tests/harness.h"

#include <omp.h>
#include <stdlib.h>

#define THREADS 4
#define REPEATS 10
#define OFFERS 300
#define MOST_ITEMS 5000

static mg_context *context_of(int threads) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = threads;
    CHECK_OK(NULL, mg_context_create(&options, &context));
    return context;
}

static mg_result *distances(mg_context *context, const mg_graph *graph, const mg_sssp_options *options) {
    mg_result *result = NULL;
    CHECK_OK(context, mg_sssp(context, graph, options, &result));
    return result;
}

/* Runs of several threads, which differ in who relaxes what, against one of one thread; some are recorded, for which
 * threads relax each bucket together. */
static void check_graph(const char *kind, const mg_generate_options *generate, mg_sssp_options options) {
    mg_context *const one = context_of(1), *const several = context_of(THREADS);
    mg_graph *graph = NULL;
    CHECK_OK(one, mg_generate(one, kind, generate, &graph));
    mg_result *const expected = distances(one, graph, &options);
    const uint32_t *const right = mg_result_column(expected, "distance")->data;
    for (int i = 0; i < REPEATS; i++) {
        options.run.statistics = i % 4 == 3;
        mg_result *const found = distances(several, graph, &options);
        const uint32_t *const distance = mg_result_column(found, "distance")->data;
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            if (distance[v] != right[v]) {
                test_fail(__FILE__, __LINE__, "%s, run %d, vertex %u: %u, not %u", kind, i, v, distance[v], right[v]);
            }
        }
        mg_result_destroy(found);
    }
    mg_result_destroy(expected);
    mg_graph_destroy(graph);
    mg_context_destroy(several);
    mg_context_destroy(one);
}

/* Rows of thousands of edges, whose vertices several threads find. */
TEST(stealing_finds_distances_of_hubs) {
    mg_generate_options generate = MG_GENERATE_OPTIONS_INIT;
    generate.scale = 14;
    generate.weight_max = 64;
    check_graph("kron", &generate, (mg_sssp_options)MG_SSSP_OPTIONS_INIT);
}

TEST(stealing_finds_distances_of_meshes) {
    mg_generate_options generate = MG_GENERATE_OPTIONS_INIT;
    generate.scale = 15;
    generate.weight_max = 255;
    check_graph("rgg", &generate, (mg_sssp_options)MG_SSSP_OPTIONS_INIT);
}

/* Each thread moves its window several times: there are more buckets than it has bins. */
TEST(stealing_moves_windows) {
    mg_generate_options generate = MG_GENERATE_OPTIONS_INIT;
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    generate.width = generate.height = 600;
    generate.weight_max = 1000;
    options.delta = 100;
    options.source = 0;
    check_graph("grid", &generate, options);
}

/* These go bucket by bucket; also with more buckets than a window has. */
TEST(searches_with_cutoff_or_target) {
    mg_generate_options generate = MG_GENERATE_OPTIONS_INIT;
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    generate.width = generate.height = 300;
    generate.weight_max = 100;
    options.source = 150 * 300 + 150;
    options.cutoff = 4000;
    check_graph("grid", &generate, options);
    options.cutoff = (double)MG_INFINITY;
    options.target = 20 * 300 + 40;
    check_graph("grid", &generate, options);
    options.delta = 1;
    check_graph("grid", &generate, options);
    options.target = MG_NONE;
    options.cutoff = 3000;
    check_graph("grid", &generate, options);
}

/* One thread offers, all take; the pieces of an offer are whole and disjoint. */
TEST(pieces_are_taken_once) {
    static mg_vertex items[MOST_ITEMS];
    static uint32_t times[MOST_ITEMS];
    mg_offer offer = {0};
    const mg_team_sync sync = mg__team_sync(THREADS);
    bool done = false, wrong = false;
#pragma omp parallel num_threads(THREADS)
    {
        const bool owns = omp_get_thread_num() == 0;
        mg_taken taken;
        for (uint32_t k = 0; owns && k < OFFERS; k++) {
            const uint32_t piece = 1 + k % 70, count = 1 + k * 2654435761u % MOST_ITEMS;
            const mg_offered offered = {
                .items = items, .count = count, .piece = piece, .pieces = (count + piece - 1) / piece, .bucket = k};
            memset(times, 0, sizeof times);
            mg__offer_open(&offer, &offered);
            while (mg__offer_take(&offer, 1 + k % 5, &taken)) {
                for (uint64_t i = taken.begin; i < taken.end; i++) {
                    __atomic_fetch_add(&times[i], 1, __ATOMIC_RELAXED);
                }
                mg__offer_settle(&offer, taken.pieces);
            }
            mg__offer_wait(&offer, &sync);
            for (uint32_t i = 0; i < MOST_ITEMS; i++) {
                wrong |= times[i] != (i < count);
            }
        }
        if (owns) {
            __atomic_store_n(&done, true, __ATOMIC_RELEASE);
        }
        while (!owns && !__atomic_load_n(&done, __ATOMIC_ACQUIRE)) {
            if (mg__offer_take(&offer, UINT32_MAX, &taken)) {
                for (uint64_t i = taken.begin; i < taken.end; i++) {
                    __atomic_fetch_add(&times[i], 1, __ATOMIC_RELAXED);
                }
                mg__offer_settle(&offer, taken.pieces);
            } else {
                sched_yield();
            }
        }
    }
    CHECK(!wrong);
}

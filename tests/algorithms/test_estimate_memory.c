/* SPDX-License-Identifier: Apache-2.0
 *
 * test_estimate_memory.c: the estimated memory of every algorithm against what its run allocates, and runs that are
 * refused.
 */
#include "algorithms/by_name.h"
#include "core/context.h"
#include "core/engine/estimate.h"
#include "tests/algorithms/estimated_graphs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define HEADER 16

/* An allocator that counts bytes. */
typedef struct counter {
    size_t live, most;
} counter;

static void *allocate(void *data, size_t size) {
    counter *const c = data;
    size_t *const block = malloc(size + HEADER);
    if (!block) {
        return NULL;
    }
    *block = size;
    const size_t live = __atomic_add_fetch(&c->live, size, __ATOMIC_SEQ_CST);
    size_t most = __atomic_load_n(&c->most, __ATOMIC_SEQ_CST);
    while (live > most &&
           !__atomic_compare_exchange_n(&c->most, &most, live, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    return (char *)block + HEADER;
}

static void release(void *data, void *memory) {
    counter *const c = data;
    size_t *const block = (size_t *)(void *)((char *)memory - HEADER);
    __atomic_sub_fetch(&c->live, *block, __ATOMIC_SEQ_CST);
    free(block);
}

static mg_context *counting_context(counter *c, int threads, uint32_t ranks) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = threads;
    options.ranks = ranks;
    options.allocator = (mg_allocator){allocate, release, c};
    CHECK_OK(NULL, mg_context_create(&options, &context));
    return context;
}

/* Searches from all vertices would take too long; those from a few take as much, but for the list of sources. */
static mg_status run_few(mg_context *context, const mg_graph *graph, const char *name, const mg_run_options *run,
                         mg_result **result) {
    if (strcmp(name, "bc") == 0) {
        mg_bc_options options = MG_BC_OPTIONS_INIT;
        options.run = *run;
        options.sample = 2;
        return mg_bc(context, graph, &options, result);
    }
    mg_closeness_options options = MG_CLOSENESS_OPTIONS_INIT;
    options.run = *run;
    options.sample = 2;
    return mg_closeness(context, graph, &options, result);
}

static bool is_slow(const char *name) {
    return strcmp(name, "bc") == 0 || strcmp(name, "closeness") == 0;
}

/* Iterations over all vertices, which all take the same memory: a few of them do. */
static uint32_t enough_iterations(const char *name) {
    return strcmp(name, "eigenvector") == 0 || strcmp(name, "katz") == 0 || strcmp(name, "hits") == 0 ? 5 : 0;
}

/* The estimate, less what was allocated, as a part of it; 0 if some of the optional representations were built. */
static double error_on(const generated_case *g, int threads, uint32_t ranks, const mg_named_algorithm *a,
                       mg_mode mode) {
    counter c = {0};
    mg_context *context = counting_context(&c, threads, ranks);
    mg_graph *graph = generated_graph(context, g);
    mg_run_options run = MG_RUN_OPTIONS_INIT;
    mg_memory_estimate e = MG_MEMORY_ESTIMATE_INIT;
    mg_result *result = NULL;
    run.backend = MG_BACKEND_CPU;
    run.mode = mode;
    run.max_iterations = enough_iterations(a->name);
    const size_t before = c.live;
    CHECK_OK(context, mg_estimate_memory(context, graph, a->name, &run, &e));
    CHECK_EQ(c.live, before); /* nothing is left */
    c.most = c.live;
    const mg_status status =
        is_slow(a->name) ? run_few(context, graph, a->name, &run, &result) : a->run(context, graph, &run, &result);
    CHECK(status >= 0);
    const uint64_t kept = e.graph_bytes + e.built_bytes, n = mg_graph_vertex_count(graph);
    const double optional = mg__graph_bytes(graph) > kept + 16 * n ? (double)e.optional_bytes : 0;
    const double sources = strcmp(a->name, "bc") == 0 ? 4.0 * (double)n : 0;
    const double truth = (double)(e.graph_bytes + c.most - before), guess = (double)e.host_bytes - sources;
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
    CHECK_EQ(c.live, 0);
    return guess > truth ? guess / truth - 1 : guess + optional < truth ? (guess + optional) / truth - 1 : 0;
}

static double error_of(const generated_case *g, int threads, const mg_named_algorithm *a, mg_mode mode) {
    return error_on(g, threads, 1, a, mode);
}

/* Sizes of later levels depend on the communities, the pairs of a directed graph on what edges have a reverse. */
static double most_error(const char *name, const generated_case *g) {
    const bool bound = strcmp(name, "louvain") == 0 || strcmp(name, "leiden") == 0 ||
                       (strcmp(name, "ktruss") == 0 && strcmp(g->kind, "rmat") == 0);
    return bound ? 0.8 : 0.1;
}

static void check_estimates(const generated_case *g, int threads) {
    const mg_named_algorithm *a;
    for (size_t i = 0; (a = mg__algorithm_at(i)) != NULL; i++) {
        const double error = error_of(g, threads, a, MG_MODE_AUTO), most = most_error(a->name, g);
        if (!(error > -0.1 && error < most)) {
            printf("%s of %s on %d threads: %+.1f %%\n", a->name, g->kind, threads, 100 * error);
        }
        CHECK(error > -0.1 && error < most);
    }
}

TEST(kron) {
    static const generated_case g = {"kron", 17, 0, 0};
    check_estimates(&g, 1);
    check_estimates(&g, 4);
}

TEST(road_with_weights) {
    static const generated_case g = {"road", 0, 400, 64};
    check_estimates(&g, 1);
    check_estimates(&g, 4);
}

TEST(directed) {
    static const generated_case g = {"rmat", 17, 0, 0}, weighted = {"rmat", 17, 0, 100};
    check_estimates(&g, 2);
    check_estimates(&weighted, 2);
}

TEST(modes) {
    static const generated_case graphs[] = {{"kron", 16, 0, 0}, {"rmat", 16, 0, 0}, {"road", 0, 250, 64}};
    static const mg_mode modes[] = {MG_MODE_SPARSE, MG_MODE_PULL, MG_MODE_DENSE};
    static const char *const names[] = {"bfs", "pagerank", "cc", "sssp"};
    for (size_t k = 0; k < sizeof names / sizeof *names * 9; k++) {
        const generated_case *const g = &graphs[k / 3 % 3];
        const mg_named_algorithm *const a = mg__algorithm_named(names[k / 9]);
        const double error = error_of(g, 2, a, modes[k % 3]);
        if (!(error > -0.1 && error < 0.1)) {
            printf("%s of %s, mode %d: %+.1f %%\n", a->name, g->kind, (int)modes[k % 3], 100 * error);
        }
        CHECK(error > -0.1 && error < 0.1);
    }
}

/* Ranks that are threads: exchanges are not counted, and phases may take less on a part. */
TEST(ranks) {
    static const generated_case graphs[] = {{"kron", 16, 0, 0}, {"rmat", 16, 0, 0}, {"road", 0, 250, 64}};
    static const char *const names[] = {"bfs", "pagerank", "sssp", "kcore", "coloring"};
    for (size_t k = 0; k < sizeof names / sizeof *names * 6; k++) {
        const generated_case *const g = &graphs[k / 2 % 3];
        const mg_named_algorithm *const a = mg__algorithm_named(names[k / 6]);
        const uint32_t ranks = k % 2 ? 4 : 2;
        const double error = error_on(g, 4, ranks, a, MG_MODE_AUTO);
        if (!(error > -0.2 && error < 0.3)) {
            printf("%s of %s on %u ranks: %+.1f %%\n", a->name, g->kind, ranks, 100 * error);
        }
        CHECK(error > -0.2 && error < 0.3);
    }
}

TEST(wrong_arguments) {
    counter c = {0};
    mg_context *context = counting_context(&c, 1, 1);
    mg_graph *graph = generated_graph(context, &(generated_case){"path", 4, 0, 0});
    mg_memory_estimate e = MG_MEMORY_ESTIMATE_INIT;
    mg_run_options run = MG_RUN_OPTIONS_INIT;
    CHECK_STATUS(context, mg_estimate_memory(context, graph, "bsf", NULL, &e), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "no algorithm 'bsf'"));
    run.lanes = 1000;
    CHECK_STATUS(context, mg_estimate_memory(context, graph, "bfs", &run, &e), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "lanes is 1000"));
    e.size = 1;
    CHECK_STATUS(context, mg_estimate_memory(context, graph, "bfs", NULL, &e), MG_ERROR_INVALID);
    run = MG_RUN_OPTIONS_INIT;
    e.size = sizeof e;
    if (mg_device_count(context) == 0) { /* else test_gpu_memory */
        run.backend = MG_BACKEND_CUDA;
        CHECK_STATUS(context, mg_estimate_memory(context, graph, "bfs", &run, &e), MG_ERROR_UNSUPPORTED);
    }
    run.backend = (mg_backend_kind)9;
    CHECK_STATUS(context, mg_estimate_memory(context, graph, "bfs", &run, &e), MG_ERROR_INVALID);
    CHECK_STR(mg_estimated_algorithm(0), "bc");
    CHECK(!mg_estimated_algorithm(1000));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Bytes of the address space. */
static uint64_t used_space(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file && fscanf(file, "%lu", &pages) == 1);
    fclose(file);
    return (uint64_t)pages * 4096;
}

/* Within a limit of the address space, as of `ulimit -v`: the ranks fit, all arrays of the run do not. */
TEST(runs_that_do_not_fit_are_refused) {
    counter c = {0};
    mg_context *context = counting_context(&c, 1, 1);
    mg_graph *graph = generated_graph(context, &(generated_case){"grid", 0, 1500, 0});
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    mg_result *result = NULL;
    struct rlimit before, less;
    CHECK(mg__available_memory() > 0);
    CHECK(getrlimit(RLIMIT_AS, &before) == 0);
    less = before;
    less.rlim_cur = used_space() + (80u << 20);
    const size_t live = c.live;
    c.most = live;
    options.run.backend = MG_BACKEND_CPU;
    CHECK(setrlimit(RLIMIT_AS, &less) == 0);
    const uint64_t available = mg__available_memory();
    const mg_status status = mg_pagerank(context, graph, &options, &result);
    CHECK(setrlimit(RLIMIT_AS, &before) == 0);
    CHECK(available <= 80u << 20);
    CHECK_EQ(status, MG_ERROR_MEMORY);
    CHECK(strstr(mg_context_error(context), "the run needs "));
    CHECK(!result && c.most - live < 60u << 20);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

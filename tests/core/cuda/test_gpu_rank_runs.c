/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranks with a GPU each: every algorithm that they share against the CPU, what the log and the statistics say, and
 * faults. The ranks are threads, which take the machine's GPUs in turn: over NCCL if each has one of its own, else
 * through host memory. The variants ranks and ranks_three of the tests of algorithms run the small graphs, rank_gpus.sh
 * runs processes.
 */
#include "core/cuda/multi/nccl.h"
#include "core/cuda/multi/team_parts.h"
#include "tests/core/cuda/gpu_context.h"
#include "tests/core/cuda/gpu_multi_checks.h"
#include "tests/core/ranks/faulty_link.h"
#include "tests/shapes.h"

#include <string.h>

/* Lines of the log that say how the ranks exchange. */
static char said[1024];

static void log_line(void *data, mg_log_level level, const char *text) {
    (void)data, (void)level;
    if (strstr(text, "exchange")) {
        snprintf(said, sizeof said, "%s", text);
    }
}

static mg_context *open_cut(uint32_t count, mg_partition_kind kind) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = gpu_context(); /* skips where there is none */
    mg_context_destroy(context);
    options.ranks = count;
    options.partition = kind;
    options.log = log_line;
    said[0] = '\0';
    CHECK_OK(NULL, mg_context_create(&options, &context));
    return context;
}

static mg_context *open_ranks(uint32_t count) {
    return open_cut(count, MG_PARTITION_AUTO);
}

static bool has_metis(const mg_graph *graph) {
    mg_context *context = NULL;
    mg_partition partition = {.n = 0};
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    const mg_status status = mg__partition_make(context, graph, MG_PARTITION_METIS, 2, &partition);
    CHECK(status == MG_OK || status == MG_ERROR_UNSUPPORTED);
    mg__partition_release(&partition);
    mg_context_destroy(context);
    return status == MG_OK;
}

static uint32_t gpus(void) {
    mg_context *context = gpu_context();
    const uint32_t present = mg_device_count(context);
    mg_context_destroy(context);
    return present;
}

TEST(traversals) {
    static const mg_mode modes[] = {MG_MODE_AUTO, MG_MODE_SPARSE, MG_MODE_PULL};
    for (uint32_t count = 2; count <= 4; count++) {
        mg_context *context = open_ranks(count);
        mg_graph *graph = gpu_kron(context, true);
        for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
            gpu_check_traversals(context, graph, modes[i], count, true);
        }
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}

TEST(values_and_components) {
    for (uint32_t count = 2; count <= 5; count++) {
        mg_context *context = open_ranks(count);
        mg_graph *graph = gpu_kron(context, false);
        gpu_check_values(context, graph, count, true);
        gpu_check_components(context, graph, count, true);
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}

/* More ranks than words of a bitmap: some have no vertices. */
TEST(small_graphs) {
    mg_context *context = open_ranks(4);
    mg_graph *graph = shape_graph(context, shape_named("grid"), WEIGHTS_INT, false);
    gpu_check_traversals(context, graph, MG_MODE_AUTO, 4, true);
    gpu_check_components(context, graph, 4, true);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* The log says how the ranks exchange, and why not over NCCL. */
TEST(links) {
    char why[256];
    mg_context *context = open_ranks(2);
    mg_graph *graph = gpu_kron(context, false);
    gpu_check_values(context, graph, 2, true);
    const bool has = mg__nccl_open(why, sizeof why) != NULL;
    CHECK(strstr(said, gpus() > 1 && has ? "over NCCL" : "through host memory"));
    CHECK(has || strstr(said, why));
    CHECK(!has || gpus() > 1 || strstr(said, "ranks 0 and 1 have the same GPU"));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(iteration_limit) {
    mg_context *context = open_ranks(2);
    mg_graph *graph = gpu_kron(context, false);
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_pagerank_options pagerank = MG_PAGERANK_OPTIONS_INIT;
    mg_result *result = NULL;
    bfs.run.backend = pagerank.run.backend = MG_BACKEND_CUDA;
    bfs.run.max_iterations = 2;
    pagerank.run.max_iterations = 3;
    CHECK(mg_bfs(context, graph, &bfs, &result) == MG_NOT_CONVERGED);
    CHECK(mg_result_statistics(result)->iterations == 2);
    mg_result_destroy(result);
    CHECK(mg_pagerank(context, graph, &pagerank, &result) == MG_NOT_CONVERGED);
    CHECK(mg_result_statistics(result)->iterations == 3);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Parts that are not blocks: ids, depths and distances are the same; programs that compute with numbers of vertices
 * have blocks. */
TEST(partitions) {
    static const mg_partition_kind kinds[] = {MG_PARTITION_AUTO, MG_PARTITION_DEGREE, MG_PARTITION_METIS};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (uint32_t count = 2; count <= 3; count++) {
            mg_context *context = open_cut(count, kinds[i]);
            mg_graph *graph = gpu_kron(context, true), *grid = NULL;
            grid = shape_graph(context, shape_named("grid"), WEIGHTS_INT, false);
            if (kinds[i] == MG_PARTITION_METIS && !has_metis(graph)) {
                printf("built without METIS\n");
            } else {
                gpu_check_traversals(context, graph, MG_MODE_AUTO, count, true);
                gpu_check_values(context, graph, count, true);
                CHECK(kinds[i] == MG_PARTITION_AUTO || gpu_is_dealt(graph, kinds[i]));
                gpu_check_components(context, graph, count, true);
                gpu_check_traversals(context, grid, MG_MODE_AUTO, count, true);
            }
            mg_graph_destroy(grid);
            mg_graph_destroy(graph);
            mg_context_destroy(context);
        }
    }
}

static uint32_t parts_kept(const mg_graph *graph) {
    uint32_t kept = 0;
    for (const mg_team_parts *p = graph->parts; p; p = p->next) {
        kept++;
    }
    return kept;
}

/* What ranks that have ended had cut is for the next ones, or dropped where those cut in another way. */
TEST(parts_of_ended_ranks) {
    static const struct {
        uint32_t ranks;
        mg_partition_kind kind;
    } rounds[] = {{2, MG_PARTITION_BLOCK}, {2, MG_PARTITION_BLOCK}, {3, MG_PARTITION_BLOCK}, {2, MG_PARTITION_DEGREE}};
    mg_context *first = gpu_context();
    mg_graph *graph = gpu_kron(first, false);
    const mg_graph *cut[2] = {NULL, NULL};
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        mg_context *context = open_cut(rounds[i].ranks, rounds[i].kind);
        gpu_check_values(context, graph, rounds[i].ranks, true);
        CHECK_EQ(parts_kept(graph), rounds[i].ranks);
        CHECK(rounds[i].kind == MG_PARTITION_BLOCK || gpu_is_dealt(graph, rounds[i].kind));
        for (const mg_team_parts *p = graph->parts; i < 2 && p; p = p->next) {
            const mg_graph **const known = &cut[p->begin];
            CHECK(i == 0 || p->part[p->begin].graph == *known); /* taken over, not cut again */
            *known = p->part[p->begin].graph;
        }
        mg_context_destroy(context);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(first);
}

static mg_status set_fault(mg_context *context, mg_ranks *ranks, void *data) {
    mg_cuda *cuda = NULL;
    const mg_status status = mg__cuda_open(context, &cuda);
    if (status >= 0 && ranks->rank == 1) {
        cuda->faults.fail_at = *(uint32_t *)data;
    }
    return status;
}

static mg_status run_one(mg_context *context, const mg_graph *graph, uint32_t algorithm, mg_result **result) {
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_pagerank_options pagerank = MG_PAGERANK_OPTIONS_INIT;
    mg_cc_options cc = MG_CC_OPTIONS_INIT;
    bfs.run.backend = pagerank.run.backend = cc.run.backend = MG_BACKEND_CUDA;
    return algorithm == 0   ? mg_bfs(context, graph, &bfs, result)
           : algorithm == 1 ? mg_pagerank(context, graph, &pagerank, result)
                            : mg_cc(context, graph, &cc, result);
}

/* Device memory that the second rank lacks: the first one fails with its message, and the next run succeeds. */
TEST(memory_of_a_rank) {
    mg_context *context = open_ranks(2);
    mg_graph *graph = gpu_kron(context, true);
    mg_result *result = NULL;
    uint32_t failures[3] = {0}, none = 0;
    for (uint32_t at = 1; at < 40; at++) {
        CHECK_OK(context, mg__on_ranks(context, set_fault, &at, NULL));
        const mg_status status = run_one(context, graph, at % 3, &result);
        CHECK(status == MG_OK || status == MG_ERROR_MEMORY);
        if (status < 0) {
            failures[at % 3]++;
            CHECK(strncmp(mg_context_error(context), "rank 1: out of device memory", 28) == 0);
        } else {
            mg_result_destroy(result);
        }
    }
    CHECK(failures[0] && failures[1] && failures[2]);
    CHECK_OK(context, mg__on_ranks(context, set_fault, &none, NULL));
    CHECK_OK(context, run_one(context, graph, 0, &result));
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* A run on new ranks, with a fault at an exchange of the second one; false: it has no such exchange. Both fail in time,
 * and the next run makes new ranks. */
static bool fails_at(const mg_graph *graph, uint32_t algorithm, fault_kind kind, uint64_t at) {
    mg_context *context = open_ranks(2);
    mg_result *result = NULL;
    fault = (struct fault){.kind = FAULT_NONE};
    CHECK_OK(context, mg__on_ranks(context, fault_install, NULL, NULL));
    fault.kind = kind;
    fault.rank = 1;
    fault.at = at;
    const mg_status status = run_one(context, graph, algorithm, &result);
    const bool happened = fault.happened;
    fault.kind = FAULT_NONE;
    CHECK_EQ(status, happened ? MG_ERROR_DEVICE : MG_OK);
    if (happened) {
        CHECK(!result && strstr(mg_context_error(context), "did not take part in an exchange"));
        CHECK_OK(context, run_one(context, graph, algorithm, &result));
    }
    mg_result_destroy(result);
    mg_context_destroy(context);
    return happened;
}

TEST(lost_ranks) {
    static const fault_kind kinds[] = {FAULT_BREAK, FAULT_STALL};
    mg_context *context = gpu_context();
    mg_graph *graph = gpu_kron(context, false);
    for (uint32_t algorithm = 0; algorithm < 3; algorithm++) {
        int failed = 0;
        for (uint64_t at = 0; fails_at(graph, algorithm, kinds[failed % 2], at); at += 1 + at / 2) {
            failed++;
        }
        CHECK(failed >= 5);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

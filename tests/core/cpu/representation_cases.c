/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cpu/work.h"
#include "tests/failing_memory.h"
#include "tests/core/cpu/representation_cases.h"

#include <stdlib.h>

#define PLENTY 1000000

void each_representation_case(mg_mode mode, representation_build build, void (*check)(const representation_case *)) {
    static const uint64_t caches[] = {1024, 4096, 0};
    mg_run_options run = MG_RUN_OPTIONS_INIT;
    run.mode = mode;
    for (size_t i = 0; i < shape_count * 12; i++) {
        representation_case s = {.direction = (mg_direction)(i % 3)};
        mg_phase_info info = {.direction = s.direction, .weight_type = MG_INT32};
        mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
        options.threads = 1 + (int)(i % 2);
        CHECK_OK(NULL, mg_context_create(&options, &s.context));
        s.context->test_all_paths = true;
        s.graph = shape_graph(s.context, &shapes[i / 12], i % 2 ? WEIGHTS_INT : WEIGHTS_NONE, i / 6 % 2);
        s.frame.n = mg_graph_vertex_count(s.graph);
        CHECK_OK(s.context, mg__set_arcs(s.context, s.graph, &info, &run, &s.frame));
        for (size_t c = 0; c < sizeof caches / sizeof *caches; c++) {
            s.context->cache_bytes = caches[c];
            s.weights = NULL;
            s.built = build(&s, &s.weights);
            check(&s);
        }
        mg_graph_destroy(s.graph);
        mg_context_destroy(s.context);
    }
}

edge *representation_case_edges(const representation_case *s, uint64_t *count) {
    const mg_adjacency out = mg_graph_out_edges(s->graph);
    const mg_vertex n = s->frame.n;
    const bool both = s->direction == MG_DIRECTION_BOTH && mg_graph_directed(s->graph);
    edge *edges = test_memory(2 * out.offsets[n] + 1, sizeof *edges);
    *count = 0;
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const int32_t weight = out.weights ? ((const int32_t *)out.weights)[e] : 1;
            if (s->direction != MG_DIRECTION_IN) {
                edges[(*count)++] = (edge){u, out.neighbours[e], weight};
            }
            if (s->direction == MG_DIRECTION_IN || both) {
                edges[(*count)++] = (edge){out.neighbours[e], u, weight};
            }
        }
    }
    return edges;
}

static int compare_edges(const void *a, const void *b) {
    const edge *x = a, *y = b;
    if (x->sender != y->sender) {
        return x->sender < y->sender ? -1 : 1;
    }
    if (x->receiver != y->receiver) {
        return x->receiver < y->receiver ? -1 : 1;
    }
    return (x->weight > y->weight) - (x->weight < y->weight);
}

void check_same_edges(edge *found, edge *expected, uint64_t count) {
    qsort(found, count, sizeof *found, compare_edges);
    qsort(expected, count, sizeof *expected, compare_edges);
    for (uint64_t i = 0; i < count; i++) {
        CHECK_EQ(compare_edges(&found[i], &expected[i]), 0);
    }
    free(found);
    free(expected);
}

void fail_each_allocation(mg_status (*run)(mg_context *context, const mg_graph *graph)) {
    for (int n = 0;; n++) {
        failing_memory memory;
        mg_context *context = failing_memory_context(&memory, PLENTY);
        mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_INT, true);
        context->test_all_paths = true;
        context->cache_bytes = 1024;
        memory.countdown = n;
        const mg_status status = run(context, graph);
        memory.countdown = PLENTY;
        CHECK(status == MG_OK || (status == MG_ERROR_MEMORY && mg_context_error(context)[0]));
        CHECK_OK(context, run(context, graph));
        mg_graph_destroy(graph);
        mg_context_destroy(context);
        CHECK_EQ(memory.live, 0);
        if (status == MG_OK) {
            CHECK(n > 20);
            break;
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * generated.h: common functions of the tests of generated graphs.
 */
#ifndef MG_TESTS_GENERATED_H
#define MG_TESTS_GENERATED_H

#include "tests/harness.h"

static inline mg_context *make_context(int threads) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = threads;
    CHECK_OK(context, mg_context_create(&options, &context));
    return context;
}

static inline mg_generate_options options_of(uint32_t scale) {
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    options.scale = scale;
    options.width = 37;
    options.height = 23;
    return options;
}

static inline mg_graph *generate(mg_context *context, const char *kind, const mg_generate_options *options) {
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_generate(context, kind, options, &graph));
    CHECK(graph);
    return graph;
}

static inline uint64_t degree(const mg_graph *graph, mg_vertex v) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    return out.offsets[v + 1] - out.offsets[v];
}

static inline bool has_arc(const mg_graph *graph, mg_vertex from, mg_vertex to, uint64_t *arc) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (*arc = out.offsets[from]; *arc < out.offsets[from + 1]; ++*arc) {
        if (out.neighbours[*arc] == to) {
            return true;
        }
    }
    return false;
}

#endif

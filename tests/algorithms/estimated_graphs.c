/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/estimated_graphs.h"

mg_graph *generated_graph(mg_context *context, const generated_case *g) {
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.scale = g->scale;
    options.width = options.height = g->width;
    options.weight_max = g->weights;
    CHECK_OK(context, mg_generate(context, g->kind, &options, &graph));
    return graph;
}

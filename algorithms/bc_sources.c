/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/bc_sources.h"

#include "algorithms/batches.h"

mg_status mg__bc_check(mg_context *context, const mg_graph *graph, const mg_bc_options *o) {
    if (!o->sources != !o->source_count) {
        return mg__fail(context, MG_ERROR_INVALID, "sources must not be NULL and source_count not 0, or both");
    }
    if (o->sample > mg_graph_vertex_count(graph)) {
        return mg__fail(context, MG_ERROR_INVALID, "a sample of %llu sources: the graph has %u vertices",
                        (unsigned long long)o->sample, mg_graph_vertex_count(graph));
    }
    return MG_OK;
}

mg_status mg__bc_check_lanes(mg_context *context, const mg_bc_options *o, const char *what) {
    if (o->run.lanes > 1) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "lanes is %u, but betweenness %s has no batches", o->run.lanes,
                        what);
    }
    return MG_OK;
}

mg_status mg__bc_sources(mg_context *context, const mg_graph *graph, const mg_bc_options *o, mg_vertex **sources,
                         size_t *count) {
    mg_status status;
    mg_vertex *drawn = NULL;
    *count = o->sources ? o->source_count : o->sample ? (size_t)o->sample : mg_graph_vertex_count(graph);
    if (o->sources) {
        return mg__copy_sources(context, graph, o->sources, *count, sources);
    }
    MG_TRY(MG_ALLOC(context, drawn, *count, "sources"));
    MG_TRY(mg_draw_sources(context, graph, o->seed, *count, drawn));
    *sources = drawn;
    drawn = NULL;
out:
    mg__release(&context->memory, drawn);
    return status;
}

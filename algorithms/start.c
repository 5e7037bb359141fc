/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/start.h"

/* A run afresh reads most edges in parallel, this one in no order: a share of them takes as long. */
#define SHARE 8
#define LEAST ((uint64_t)1 << 14)

/* The edits were checked when they were applied; these are the caller's arrays again. */
static mg_status check_edges(mg_context *context, uint64_t count, const mg_vertex *source, const mg_vertex *target,
                             mg_vertex n) {
    if (count && (!source || !target || mg__memory_owner(source) || mg__memory_owner(target))) {
        return mg__fail(context, MG_ERROR_INVALID, "from: the edges of the edits must be in host memory");
    }
    for (uint64_t i = 0; i < count; i++) {
        if (source[i] >= n || target[i] >= n) {
            return mg__fail(context, MG_ERROR_INVALID, "from: edge %llu of the edits is (%u, %u) of %u vertices",
                            (unsigned long long)i, source[i], target[i], n);
        }
    }
    return MG_OK;
}

static mg_status check_edits(mg_context *context, const mg_start_run *run) {
    const mg_graph_edits *const e = run->edits;
    mg_status status;
    MG_TRY(
        check_edges(context, e->insert_count, e->insert_source, e->insert_target, mg_graph_vertex_count(run->graph)));
    MG_TRY(check_edges(context, e->remove_count, e->remove_source, e->remove_target, run->from->count));
out:
    return status;
}

mg_status mg__start_begin(mg_context *context, const mg_graph *graph, const mg_start *from, mg_type type,
                          mg_start_run *run, bool *possible) {
    const mg_graph_edits *const edits = from->edits;
    const mg_vertex n = mg_graph_vertex_count(graph);
    *possible = false;
    if (from->size != sizeof *from || (from->count && !from->values) || (edits && edits->size != sizeof *edits)) {
        return mg__fail(context, MG_ERROR_INVALID, "from: wrong size, or no values");
    }
    if (from->count > n || (edits && n - from->count != edits->new_vertices)) {
        return mg__fail(context, MG_ERROR_INVALID, "from: %u values, but the graph has %u vertices, %u of them new",
                        from->count, n, edits ? edits->new_vertices : 0);
    }
    const mg_status status = mg_graph_check(context, graph); /* fetches the rows of a graph that was made on a GPU */
    if (status < 0) {
        return status;
    }
    *run = (mg_start_run){.graph = graph,
                          .from = from,
                          .edits = edits,
                          .out = mg_graph_out_edges(graph),
                          .budget = mg_graph_arc_count(graph) / SHARE + LEAST,
                          .begin = mg__now()};
    if (!edits) {
        mg__log(context, MG_LOG_WARNING, "a fresh run: what has changed since the earlier result is not known");
    } else if (type != MG_TYPE_NONE && from->type != type) {
        mg__start_end(context, from, false, "the values are of another type");
        return MG_OK;
    }
    *possible = edits != NULL;
    mg__start_end(context, from, *possible, NULL);
    return edits ? check_edits(context, run) : MG_OK;
}

mg_status mg__start_result(mg_context *context, const mg_start_run *run, mg_result **result) {
    mg_recorder recorder = {.totals = {.backend = "cpu",
                                       .run_seconds = mg__now() - run->begin,
                                       .vertices_visited = run->vertices,
                                       .edges_visited = run->visited}};
    return mg__result_create(context, run->graph, &recorder, result);
}

void mg__start_end(mg_context *context, const mg_start *from, bool used, const char *why) {
    if (from->used) {
        *from->used = used;
    }
    if (why) {
        mg__log(context, MG_LOG_INFO, "a fresh run: %s", why);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cpu/ranks/rank_work.h"

#include "core/graph/graph_cache.h"

/* Rows of senders in the whole graph, for the degrees of what is active. */
static mg_status set_sending(mg_cpu_work *work) {
    mg_rank_work *const r = work->ranks;
    const mg_direction direction = r->whole->directed ? work->info.direction : MG_DIRECTION_OUT;
    mg_status status = MG_OK;
    const mg_adjacency out = mg_graph_out_edges(r->whole);
    mg_adjacency in = {0};
    if (direction != MG_DIRECTION_OUT || (work->info.properties & MG_IN_DEGREE)) {
        MG_TRY(mg__graph_in_edges(work->context, r->whole, &in));
    }
    r->sending[0] = direction == MG_DIRECTION_IN ? in : out;
    r->sending[1] = direction == MG_DIRECTION_BOTH ? in : (mg_adjacency){0};
    work->frame.out_offsets = out.offsets;
    work->frame.in_offsets = in.offsets;
out:
    return status;
}

/* The arcs of the part, or of that of the reversed graph: rows of senders, and of receivers. */
static mg_status set_side(mg_cpu_work *work, const mg_graph *local, mg_arcs *push, mg_arcs *pull) {
    mg_status status;
    mg_adjacency in;
    const mg_adjacency out = mg_graph_out_edges(local);
    MG_TRY(mg__graph_in_edges(work->context, local, &in));
    *push = (mg_arcs){.offsets = out.offsets, .neighbours = out.neighbours};
    *pull = (mg_arcs){.offsets = in.offsets, .neighbours = in.neighbours};
    if (work->info.weight_type != MG_TYPE_NONE) {
        MG_TRY(mg__graph_weights(work->context, local, false, work->info.weight_type, &push->weights));
        MG_TRY(mg__graph_weights(work->context, local, true, work->info.weight_type, &pull->weights));
    }
out:
    return status;
}

mg_status mg__rank_arcs(mg_cpu_work *work) {
    mg_rank_work *const r = work->ranks;
    mg_frame *const f = &work->frame;
    mg_graph *const *const local = r->parts->local;
    const bool directed = r->whole->directed, against = directed && work->info.direction == MG_DIRECTION_IN;
    mg_status status;
    f->direction_count = directed && work->info.direction == MG_DIRECTION_BOTH ? 2 : 1;
    work->graph = local[against];
    MG_TRY(set_sending(work));
    MG_TRY(set_side(work, local[against], &f->push_arcs[0], &f->pull_arcs[0]));
    if (f->direction_count == 2) {
        MG_TRY(set_side(work, local[1], &f->push_arcs[1], &f->pull_arcs[1]));
    }
out:
    return status;
}

mg_status mg__rank_work_create(mg_cpu_work *work, mg_ranks *ranks, mg_rank_work *r) {
    mg_context *const context = work->context;
    const mg_vertex n = mg_graph_vertex_count(work->graph);
    mg_status status;
    work->ranks = r;
    r->whole = work->graph;
    MG_TRY(mg__rank_parts_get(context, ranks, r->whole, false, &r->parts));
    for (int side = 0; side < 2; side++) { /* another context may make the second one meanwhile */
        r->used[side] = __atomic_load_n(&r->parts->local[side], __ATOMIC_ACQUIRE);
        if (r->used[side]) {
            mg__graph_begin_use(r->used[side]);
        }
    }
    MG_TRY(MG_KEPT_ALLOC(context, r->mine, n, "the frontier of a rank"));
    MG_TRY(MG_KEPT_ALLOC(context, r->counts, ranks->size, "ranks"));
    MG_TRY(MG_KEPT_ALLOC(context, r->offsets, (uint64_t)ranks->size + 1, "ranks"));
out:
    return status;
}

void mg__rank_work_destroy(mg_cpu_work *work) {
    mg_rank_work *const r = work->ranks;
    for (int side = 0; r && side < 2; side++) {
        if (r->used[side]) {
            mg__graph_end_use(work->context, r->used[side]);
        }
    }
    if (r) {
        mg__kept_release(work->context, r->mine);
        mg__kept_release(work->context, r->counts);
        mg__kept_release(work->context, r->offsets);
        mg__kept_release(work->context, r->waiting);
        mg__kept_release(work->context, r->waits);
        mg__kept_release(work->context, r->is_listed);
        mg__kept_release(work->context, r->sent);
        mg__kept_release(work->context, r->received);
    }
}

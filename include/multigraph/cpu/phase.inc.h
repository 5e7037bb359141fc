/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/phase.inc.h: the loops of phases of other kinds than PROGRAM and of those with MG_MOST_FREQUENT, and the tables
 * of a typed phase.
 */
#include <multigraph/cpu/calls.inc.h>

static bool MG__K(_vertices)(const mg_frame *frame, mg_vertex begin, mg_vertex end, double *add) {
    MG__OWN_FRAME(frame);
    bool any = false;
    for (mg_vertex v = begin; v < end; v++) {
        const mg_ctx ctx = MG__K(_ctx)(f, v);
        any |= MG__SPEC.vertex && MG__SPEC.vertex(&ctx, f->params, f->state, add);
    }
    return any;
}

static void MG__K(_start)(const mg_frame *f, mg_vertex begin, mg_vertex end) {
    for (mg_vertex v = begin; v < end; v++) {
        MG__K(_call_init)(f, v);
    }
}

MG__INLINE void MG__K(_visit_range)(const mg_frame *f, mg_vertex begin, mg_vertex end, bool weighted) {
    for (mg_vertex v = begin; v < end; v++) {
        if (!MG__SPEC.visit || (MG__SPEC.where && !MG__SPEC.where(f->params, MG__K(_at)(f, v)))) {
            continue;
        }
        for (uint32_t side = 0; side < f->direction_count; side++) {
            const mg_arcs *arcs = &f->push_arcs[side];
            const uint64_t first = arcs->offsets[v] + MG__SPEC.first_neighbour, last = arcs->offsets[v + 1];
            const uint64_t end_edge = MG__SPEC.neighbour_count && first + MG__SPEC.neighbour_count < last
                                          ? first + MG__SPEC.neighbour_count
                                          : last;
            for (uint64_t e = first; e < end_edge; e++) {
                MG__SPEC.visit(v, arcs->neighbours[e], MG__K(_weight_of)(f, arcs, e, weighted), f->params, f->state);
            }
        }
    }
}

/* The CPU uses a single vertex range, so no edge leads between ranges. */
static void MG__K(_edges)(const mg_frame *f, mg_vertex begin, mg_vertex end) {
    if (MG__SPEC.properties & MG_BETWEEN_BLOCKS) {
        return;
    }
    if (f->push_arcs[0].weights) {
        MG__K(_visit_range)(f, begin, end, true);
    } else {
        MG__K(_visit_range)(f, begin, end, false);
    }
}

static void MG__K(_scores)(const mg_frame *f, mg_vertex begin, mg_vertex end, void *out) {
    const mg_arcs *const arcs = &f->push_arcs[0];
    const bool weighted = arcs->weights != NULL;
    MG__K(_V) *const values = out;
    for (mg_vertex v = begin; v < end; v++) {
        for (uint64_t e = arcs->offsets[v]; MG__SPEC.score && e < arcs->offsets[v + 1]; e++) {
            values[e] =
                MG__SPEC.score(v, arcs->neighbours[e], MG__K(_weight_of)(f, arcs, e, weighted), f->params, f->state);
        }
    }
}

static uint32_t MG__K(_label)(const mg_frame *f, mg_vertex v) {
    return MG__SPEC.label ? MG__SPEC.label(MG__K(_at)(f, v)) : 0;
}

#include <multigraph/cpu/groups.inc.h>
#include <multigraph/cpu/triangles.inc.h>

#include <multigraph/cpu/tables.inc.h>

MG_CONSTANT mg_map_kernels MG__K(_maps) = {
    .init = MG__K(_start),
    .vertices = MG__K(_vertices),
    .edges = MG__K(_edges),
    .scores = MG__K(_scores),
    .label = MG__K(_label),
    .groups = MG__K(_groups),
    .triangles = MG__K(_triangles),
    .corners = MG__K(_corners),
};

static const mg_phase MG__K(_phase) = {.name = MG__TEXT(MG_INSTANTIATE),
                                       .describe = MG__K(_describe),
                                       .single = MG_LOOPS & MG_LOOPS_SINGLE ? &MG__K(_single) : NULL,
                                       .batch = MG_LOOPS & MG_LOOPS_BATCH ? &MG__K(_batch) : NULL,
                                       .maps = MG_LOOPS & MG_LOOPS_MAPS ? &MG__K(_maps) : NULL,
                                       .calls = &MG__K(_calls)};

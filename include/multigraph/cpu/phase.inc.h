/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/phase.inc.h: the VERTICES, EDGES and MODE loops of a typed phase, its description and its tables of loops.
 */
#include <multigraph/cpu/calls.inc.h>

static bool MG__K(_vertices)(const mg_frame *f, mg_vertex begin, mg_vertex end, double *add) {
    bool any = false;
    for (mg_vertex v = begin; v < end; v++) {
        const mg_ctx ctx = MG__K(_ctx)(f, v);
        any |= MG__SPEC.vertex && MG__SPEC.vertex(&ctx, f->params, f->state, add);
    }
    return any;
}

MG__INLINE void MG__K(_visit_range)(const mg_frame *f, mg_vertex begin, mg_vertex end, bool weighted) {
    for (mg_vertex v = begin; v < end; v++) {
        if (!MG__SPEC.visit || (MG__SPEC.where && !MG__SPEC.where(f->params, MG__K(_at)(f, v)))) {
            continue;
        }
        for (uint32_t side = 0; side < f->sides; side++) {
            const mg_arcs *arcs = &f->send[side];
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

static void MG__K(_edges)(const mg_frame *f, mg_vertex begin, mg_vertex end) {
    if (f->send[0].weights) {
        MG__K(_visit_range)(f, begin, end, true);
    } else {
        MG__K(_visit_range)(f, begin, end, false);
    }
}

static uint32_t MG__K(_label)(const mg_frame *f, mg_vertex v) {
    return MG__SPEC.label ? MG__SPEC.label(MG__K(_at)(f, v)) : 0;
}

static void MG__K(_describe)(mg_phase_info *info, const void *callbacks) {
    (void)callbacks;
    *info = (mg_phase_info){
        .kind = MG__SPEC.kind,
        .direction = MG__SPEC.direction,
        .frontier = MG__SPEC.frontier,
        .properties = MG__SPEC.properties,
        .monoid = MG__SPEC.monoid,
        .value_type = MG_TYPE_OF(*(MG__K(_V) *)0),
        .weight_type = _Generic(*(MG__K(_W) *)0, mg_none
                                : MG_TYPE_NONE, default
                                : MG_TYPE_OF(*(MG__K(_W) *)0)),
        .value_size = sizeof(MG__K(_V)),
        .weight_size = sizeof(MG__K(_W)),
        .state_size = sizeof(MG__K(_S)),
        .params_size = sizeof(MG__K(_P)),
        .totals = MG__SPEC.totals,
        .iteration_limit = MG__SPEC.iteration_limit,
        .record = MG__SPEC.record,
        .has_init = MG__SPEC.init,
        .has_scatter = MG__SPEC.scatter,
        .has_edge = MG__SPEC.edge,
        .has_edge_at = MG__SPEC.edge_at,
        .has_combine = MG__SPEC.combine,
        .has_needs = MG__SPEC.needs,
        .has_apply = MG__SPEC.apply,
        .has_priority = MG__SPEC.priority,
        .has_finished = MG__SPEC.finished,
        .has_where = MG__SPEC.where,
        .has_vertex = MG__SPEC.vertex,
        .has_visit = MG__SPEC.visit,
        .has_label = MG__SPEC.label,
        .first_neighbour = MG__SPEC.first_neighbour,
        .neighbour_count = MG__SPEC.neighbour_count,
        .label_offset = MG__SPEC.label_offset,
    };
    memcpy(&info->identity, &MG__SPEC.identity, sizeof MG__SPEC.identity);
    memcpy(&info->inactive, &MG__SPEC.inactive, sizeof MG__SPEC.inactive);
}

#include <multigraph/cpu/tables.inc.h>

static const mg_sweeps MG__K(_sweeps) = {
    .vertices = MG__K(_vertices), .edges = MG__K(_edges), .label = MG__K(_label)};

static const mg_phase MG__K(_phase) = {.name = MG__TEXT(MG_INSTANTIATE),
                                       .describe = MG__K(_describe),
                                       .single = &MG__K(_single),
                                       .batch = &MG__K(_batch),
                                       .sweeps = &MG__K(_sweeps),
                                       .calls = &MG__K(_calls)};

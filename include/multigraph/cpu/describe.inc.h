/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/describe.inc.h: the description (mg_phase_info) of a typed phase.
 */
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
        .totals =
            MG__SPEC.totals > MG_TOTALS_MAX ? MG__SPEC.totals : MG__SPEC.totals + MG__SPEC.minima + MG__SPEC.maxima,
        .minima = MG__SPEC.minima,
        .maxima = MG__SPEC.maxima,
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
        .has_triangle = MG__SPEC.triangle,
        .has_score = MG__SPEC.score,
        .first_neighbour = MG__SPEC.first_neighbour,
        .neighbour_count = MG__SPEC.neighbour_count,
        .label_offset = MG__SPEC.label_offset,
    };
    memcpy(&info->identity, &MG__SPEC.identity, sizeof MG__SPEC.identity);
    memcpy(&info->inactive, &MG__SPEC.inactive, sizeof MG__SPEC.inactive);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/calls.inc.h: the callbacks of a typed phase as single functions, for mg_phase_calls. The loops do not use them.
 */
static bool MG__K(_init_call)(const mg_ctx *ctx, const void *params, void *state) {
    return MG__SPEC.init && MG__SPEC.init(ctx, params, state);
}

static void MG__K(_scatter_call)(const mg_ctx *ctx, const void *params, void *state, void *value) {
    const MG__K(_V) sent = MG__SPEC.scatter ? MG__SPEC.scatter(ctx, params, state) : MG__SPEC.identity;
    memcpy(value, &sent, sizeof sent);
}

static void MG__K(_edge_call)(const void *params, const void *value, const void *weight, const void *receiver,
                              void *out) {
    MG__K(_V) sent;
    memcpy(&sent, value, sizeof sent);
    const MG__K(_W) w = weight ? *(const MG__K(_W) *)weight : MG__ONE(MG__K(_W));
    if (MG__SPEC.edge_at) {
        sent = MG__SPEC.edge_at(params, sent, w, receiver);
    } else if (MG__SPEC.edge) {
        sent = MG__SPEC.edge(sent, w);
    }
    memcpy(out, &sent, sizeof sent);
}

static void MG__K(_combine_call)(const void *a, const void *b, void *out) {
    MG__K(_V) x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    const MG__K(_V) sum = MG__K(_combine)(NULL, x, y);
    memcpy(out, &sum, sizeof sum);
}

static bool MG__K(_needs_call)(const void *params, const void *state) {
    return !MG__SPEC.needs || MG__SPEC.needs(params, state);
}

static bool MG__K(_apply_call)(const mg_ctx *ctx, const void *params, void *state, const void *value, double *add) {
    MG__K(_V) received;
    memcpy(&received, value, sizeof received);
    return MG__SPEC.apply && MG__SPEC.apply(ctx, params, state, received, add);
}

static uint32_t MG__K(_priority_call)(const void *params, const void *value) {
    MG__K(_V) sent;
    memcpy(&sent, value, sizeof sent);
    return MG__SPEC.priority ? MG__SPEC.priority(params, sent) : 0;
}

static bool MG__K(_finished_call)(const void *params, uint32_t iteration, const double *totals) {
    return MG__SPEC.finished && MG__SPEC.finished(params, iteration, totals);
}

static bool MG__K(_vertex_call)(const mg_ctx *ctx, const void *params, void *states, double *add) {
    return MG__SPEC.vertex && MG__SPEC.vertex(ctx, params, states, add);
}

static void MG__K(_visit_call)(mg_vertex owner, mg_vertex neighbour, const void *weight, const void *params,
                               void *states) {
    if (MG__SPEC.visit) {
        MG__SPEC.visit(owner, neighbour, weight ? *(const MG__K(_W) *)weight : MG__ONE(MG__K(_W)), params, states);
    }
}

static bool MG__K(_where_call)(const void *params, const void *state) {
    return !MG__SPEC.where || MG__SPEC.where(params, state);
}

static uint32_t MG__K(_label_call)(const void *state) {
    return MG__SPEC.label ? MG__SPEC.label(state) : 0;
}

static void MG__K(_triangle_call)(const void *params, const void *own, const void *a, const void *b, uint32_t edges,
                                  void *out) {
    const MG__K(_V) sent =
        MG__SPEC.triangle ? MG__SPEC.triangle(params, own, a, b, edges) : MG__TRIANGLE_COUNT(MG__K(_V));
    memcpy(out, &sent, sizeof sent);
}

static void MG__K(_score_call)(mg_vertex source, mg_vertex target, const void *weight, const void *params,
                               const void *states, void *out) {
    const MG__K(_W) w = weight ? *(const MG__K(_W) *)weight : MG__ONE(MG__K(_W));
    const MG__K(_V) value = MG__SPEC.score ? MG__SPEC.score(source, target, w, params, states) : MG__SPEC.identity;
    memcpy(out, &value, sizeof value);
}

static const mg_phase_calls MG__K(_calls) = {
    .init = MG__K(_init_call),
    .scatter = MG__K(_scatter_call),
    .edge = MG__K(_edge_call),
    .combine = MG__K(_combine_call),
    .needs = MG__K(_needs_call),
    .apply = MG__K(_apply_call),
    .priority = MG__K(_priority_call),
    .finished = MG__K(_finished_call),
    .vertex = MG__K(_vertex_call),
    .visit = MG__K(_visit_call),
    .where = MG__K(_where_call),
    .label = MG__K(_label_call),
    .triangle = MG__K(_triangle_call),
    .score = MG__K(_score_call),
};

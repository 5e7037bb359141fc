/* SPDX-License-Identifier: Apache-2.0
 *
 * callbacks.inc.h: access of the loops to callbacks that are function pointers. Values are opaque words of type
 * MG__WORD. The counterpart of multigraph/cpu/typed.inc.h.
 */
typedef MG__WORD MG__K(_V);
typedef const void *MG__K(_W);
typedef MG__WORD MG__K(_plain_word);
typedef MG__WORD __attribute__((may_alias)) MG__K(_word);

MG__INLINE uint32_t MG__K(_properties)(const mg_frame *f) {
    return callbacks_of(f)->properties;
}

MG__INLINE mg_monoid MG__K(_monoid)(const mg_frame *f) {
    return callbacks_of(f)->monoid;
}

MG__INLINE bool MG__K(_starts_full)(const mg_frame *f) {
    return callbacks_of(f)->frontier == MG_FRONTIER_ALL || (callbacks_of(f)->properties & MG_ALL_ACTIVE);
}

MG__INLINE MG__K(_V) MG__K(_identity)(const mg_frame *f) {
    MG__K(_V) value;
    memcpy(&value, callbacks_of(f)->identity, sizeof value);
    return value;
}

MG__INLINE bool MG__K(_is_program)(const mg_frame *f) {
    (void)f;
    return true;
}

/* Values are opaque: they are stored as they are, and a call of an edge costs more than a branch. */
MG__INLINE bool MG__K(_is_narrow)(const mg_frame *f) {
    (void)f;
    return false;
}

MG__INLINE float MG__K(_narrow)(MG__K(_V) value) {
    (void)value;
    return 0.0f;
}

MG__INLINE MG__K(_V) MG__K(_widen)(float value) {
    (void)value;
    return 0;
}

MG__INLINE bool MG__K(_has_edge)(const mg_frame *f) {
    (void)f;
    return true;
}

MG__INLINE uint32_t MG__K(_sides)(const mg_frame *f) {
    return f->direction_count;
}

MG__INLINE MG__K(_V) MG__K(_of_double)(double value) {
    (void)value;
    return 0;
}

MG__INLINE bool MG__K(_reads_beyond_rows)(const mg_frame *f) {
    (void)f;
    return false;
}

/* mg_callbacks has no field `inactive`. */
MG__INLINE bool MG__K(_annihilates)(const mg_frame *f) {
    (void)f;
    return false;
}

MG__INLINE MG__K(_V) MG__K(_inactive)(const mg_frame *f) {
    return MG__K(_identity)(f);
}

MG__INLINE bool MG__K(_looks_at_receiver)(const mg_frame *f) {
    return callbacks_of(f)->edge_at || callbacks_of(f)->needs;
}

MG__INLINE void *MG__K(_at)(const mg_frame *f, size_t v) {
    return (char *)f->state + v * callbacks_of(f)->state_size;
}

MG__INLINE bool MG__K(_init_at)(const mg_frame *f, const mg_ctx *ctx, size_t at) {
    return callbacks_of(f)->init && callbacks_of(f)->init(ctx, f->params, MG__K(_at)(f, at));
}

MG__INLINE MG__K(_V) MG__K(_scatter_at)(const mg_frame *f, const mg_ctx *ctx, size_t at) {
    MG__K(_V) value = MG__K(_identity)(f);
    callbacks_of(f)->scatter(ctx, f->params, MG__K(_at)(f, at), &value);
    return value;
}

MG__INLINE MG__K(_V) MG__K(_of_source)(mg_vertex v) {
    return v;
}

MG__INLINE const void *MG__K(_weight_of)(const mg_frame *f, const mg_arcs *arcs, uint64_t e, bool weighted) {
    const mg_callbacks *c = callbacks_of(f);
    return weighted ? (const char *)arcs->weights + e * weight_size(c) : mg__unit_weights[c->weight_type];
}

MG__INLINE bool MG__K(_reads_weights)(const mg_frame *f, const void *weights) {
    (void)f;
    return weights != NULL;
}

MG__INLINE void MG__K(_prefetch_weight)(const mg_frame *f, const mg_arcs *arcs, uint64_t e) {
    __builtin_prefetch((const char *)arcs->weights + e * weight_size(callbacks_of(f)));
}

MG__INLINE bool MG__K(_has_rows)(const mg_frame *f) {
    return callbacks_of(f)->edge_row != NULL;
}

MG__INLINE void MG__K(_call_row)(const mg_frame *f, uint32_t count, const MG__K(_V) * values, size_t step,
                                 const mg_arcs *arcs, uint64_t e, bool weighted, MG__K(_V) * out) {
    callbacks_of(f)->edge_row(count, values, step, MG__K(_weight_of)(f, arcs, e, weighted), out);
}

MG__INLINE MG__K(_V) MG__K(_call_edge)(const mg_frame *f, MG__K(_V) value, const void *weight, size_t receiver) {
    const mg_callbacks *c = callbacks_of(f);
    MG__K(_V) out = value;
    if (c->edge_at) {
        c->edge_at(f->params, &value, weight, MG__K(_at)(f, receiver), &out);
    } else if (c->edge) {
        c->edge(&value, weight, &out);
    } else if (c->edge_row) {
        c->edge_row(1, &value, 0, weight, &out);
    }
    return out;
}

MG__INLINE MG__K(_V) MG__K(_combine)(const mg_frame *f, MG__K(_V) a, MG__K(_V) b) {
    const mg_callbacks *c = callbacks_of(f);
    MG__K(_V) out = a;
    if (c->monoid == MG_USER) {
        c->combine(&a, &b, &out);
    } else if (c->monoid != MG_ANY) {
        mg__builtin_monoids[c->value_type][c->monoid](&a, &b, &out);
    }
    return out;
}

MG__INLINE bool MG__K(_has_needs)(const mg_frame *f) {
    return callbacks_of(f)->needs != NULL;
}

MG__INLINE bool MG__K(_call_needs)(const mg_frame *f, size_t v) {
    const mg_callbacks *c = callbacks_of(f);
    return !c->needs || c->needs(f->params, MG__K(_at)(f, v));
}

MG__INLINE bool MG__K(_apply_at)(const mg_frame *f, const mg_ctx *ctx, size_t at, MG__K(_V) value, double *add) {
    return callbacks_of(f)->apply && callbacks_of(f)->apply(ctx, f->params, MG__K(_at)(f, at), &value, add);
}

MG__INLINE bool MG__K(_has_priority)(const mg_frame *f) {
    return callbacks_of(f)->priority != NULL;
}

MG__INLINE uint32_t MG__K(_call_priority)(const mg_frame *f, MG__K(_V) value) {
    return callbacks_of(f)->priority ? callbacks_of(f)->priority(f->params, &value) : 0;
}

MG__INLINE uint32_t MG__K(_sums)(const mg_frame *f) {
    return callbacks_of(f)->totals;
}

MG__INLINE uint32_t MG__K(_minima)(const mg_frame *f) {
    return callbacks_of(f)->minima;
}

MG__INLINE uint32_t MG__K(_maxima)(const mg_frame *f) {
    return callbacks_of(f)->maxima;
}

MG__INLINE bool MG__K(_call_finished)(const mg_frame *f, uint32_t iteration, const double *totals) {
    return callbacks_of(f)->finished && callbacks_of(f)->finished(f->params, iteration, totals);
}

/* Inlined into every loop of pull it would take most of the time of compilation; calls of callbacks cost more. */
#define MG__SHARES_GATHER
#include <multigraph/cpu/loops.inc.h>

#include <multigraph/cpu/dense.inc.h>

#include <multigraph/cpu/batch.inc.h>

static void MG__K(_describe)(mg_phase_info *info, const void *callbacks) {
    const mg_callbacks *c = callbacks;
    *info = (mg_phase_info){
        .direction = c->direction,
        .frontier = c->frontier,
        .properties = c->properties,
        .monoid = c->monoid,
        .value_type = c->value_type,
        .weight_type = c->weight_type,
        .value_size = c->value_size,
        .weight_size = weight_size(c),
        .state_size = c->state_size,
        .params_size = c->params_size,
        .totals = c->totals > MG_TOTALS_MAX ? c->totals : c->totals + c->minima + c->maxima,
        .minima = c->minima,
        .maxima = c->maxima,
        .iteration_limit = c->iteration_limit,
        .has_init = c->init,
        .has_scatter = c->scatter,
        .has_edge = c->edge || c->edge_row,
        .has_edge_at = c->edge_at,
        .has_combine = c->combine,
        .has_needs = c->needs,
        .has_apply = c->apply,
        .has_priority = c->priority,
        .has_finished = c->finished,
    };
    memcpy(&info->identity, c->identity, sizeof(MG__WORD));
}

#include <multigraph/cpu/tables.inc.h>

static const mg_phase MG__K(_phase) = {
    .name = "callbacks", .describe = MG__K(_describe), .single = &MG__K(_single), .batch = &MG__K(_batch)};

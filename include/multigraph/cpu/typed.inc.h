/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/typed.inc.h: access of the loops to the callbacks of a typed phase. MG__SPEC is a constant, so the compiler
 * inlines all callbacks. core/cpu/callbacks.inc.h is the counterpart for function pointers.
 */
typedef MG__TYPE(_state) MG__K(_S);
typedef MG__TYPE(_params) MG__K(_P);
typedef MG__TYPE(_value) MG__K(_V);
typedef MG__TYPE(_weight) MG__K(_W);
typedef __typeof__(__builtin_choose_expr(sizeof(MG__K(_V)) == 4, (uint32_t)0, (uint64_t)0)) MG__K(_plain_word);
typedef MG__K(_plain_word) __attribute__((may_alias)) MG__K(_word);
_Static_assert(sizeof(MG__K(_V)) == 4 || sizeof(MG__K(_V)) == 8, "the value must have 4 or 8 bytes");

MG__INLINE uint32_t MG__K(_properties)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.properties;
}

MG__INLINE mg_monoid MG__K(_monoid)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.monoid;
}

MG__INLINE bool MG__K(_starts_full)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.frontier == MG_FRONTIER_ALL || (MG__SPEC.properties & MG_ALL_ACTIVE);
}

MG__INLINE MG__K(_V) MG__K(_identity)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.identity;
}

MG__INLINE bool MG__K(_is_program)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.kind == MG_KIND_PROGRAM;
}

/* Are sent values stored as floats? Half the bytes that pull reads at random. */
MG__INLINE bool MG__K(_is_narrow)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.properties & MG_MIXED_PRECISION;
}

MG__INLINE float MG__K(_never_narrow)(MG__K(_V) value) {
    (void)value;
    return 0.0f;
}

MG__INLINE MG__K(_V) MG__K(_never_widen)(float value) {
    (void)value;
    return MG__SPEC.identity;
}

MG__INLINE float MG__K(_narrow)(MG__K(_V) value) {
    return MG__NARROW(MG__K(_V), MG__K(_never_narrow))(value);
}

MG__INLINE MG__K(_V) MG__K(_widen)(float value) {
    return MG__WIDEN(MG__K(_V), MG__K(_never_widen))(value);
}

/* Do values arrive as they were sent? */
MG__INLINE bool MG__K(_has_edge)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.edge || MG__SPEC.edge_at;
}

/* Number of CSRs that a phase reads. */
MG__INLINE uint32_t MG__K(_sides)(const mg_frame *f) {
    return MG__SPEC.direction == MG_DIRECTION_BOTH ? f->direction_count : 1;
}

MG__INLINE MG__K(_V) MG__K(_never_double)(double value) {
    (void)value;
    return MG__SPEC.identity;
}

MG__INLINE MG__K(_V) MG__K(_of_double)(double value) {
    return MG__OF_DOUBLE(MG__K(_V), MG__K(_never_double))(value);
}

/* May pull compute contributions of edges to other receivers, and discard them? */
MG__INLINE bool MG__K(_reads_beyond_rows)(const mg_frame *f) {
    (void)f;
    return !MG__SPEC.edge_at && MG__SPEC.monoid != MG_ANY && !(MG__SPEC.properties & (MG_FIRST_HIT | MG_LABEL));
}

/* May inactive senders be masked by sending the value `inactive`? */
MG__INLINE bool MG__K(_annihilates)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.properties & MG_ANNIHILATES;
}

MG__INLINE MG__K(_V) MG__K(_inactive)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.inactive;
}

/* Does a contribution depend on the receiver? Otherwise loops need not load its index and state. */
MG__INLINE bool MG__K(_looks_at_receiver)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.edge_at || MG__SPEC.needs;
}

/* State of element v: a vertex, or in a batch a vertex and lane (mg_lanes). Receivers below are elements, too. */
MG__INLINE MG__K(_S) * MG__K(_at)(const mg_frame *f, size_t v) {
    return (MG__K(_S) *)f->state + v;
}

MG__INLINE bool MG__K(_init_at)(const mg_frame *f, const mg_ctx *ctx, size_t at) {
    return MG__SPEC.init && MG__SPEC.init(ctx, f->params, MG__K(_at)(f, at));
}

MG__INLINE bool MG__K(_has_scatter)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.scatter != NULL;
}

MG__INLINE MG__K(_V) MG__K(_scatter_at)(const mg_frame *f, const mg_ctx *ctx, size_t at) {
    return MG__SPEC.scatter ? MG__SPEC.scatter(ctx, f->params, MG__K(_at)(f, at)) : MG__SPEC.identity;
}

MG__INLINE MG__K(_V) MG__K(_of_source)(mg_vertex v) {
    MG__K(_V) value = {0};
    memcpy(&value, &v, sizeof v);
    return value;
}

MG__INLINE MG__K(_W) MG__K(_weight_of)(const mg_frame *f, const mg_arcs *arcs, uint64_t e, bool weighted) {
    (void)f;
    return weighted ? ((const MG__K(_W) *)arcs->weights)[e] : MG__ONE(MG__K(_W));
}

/* Do contributions depend on these weights? Otherwise only the loops without weights are compiled. */
MG__INLINE bool MG__K(_reads_weights)(const mg_frame *f, const void *weights) {
    (void)f;
    return weights && (MG__SPEC.edge || MG__SPEC.edge_at) && !__builtin_types_compatible_p(MG__K(_W), mg_none);
}

MG__INLINE void MG__K(_prefetch_weight)(const mg_frame *f, const mg_arcs *arcs, uint64_t e) {
    (void)f;
    __builtin_prefetch((const MG__K(_W) *)arcs->weights + e);
}

MG__INLINE MG__K(_V) MG__K(_call_edge)(const mg_frame *f, MG__K(_V) value, MG__K(_W) weight, size_t receiver) {
    if (MG__SPEC.edge_at) {
        return MG__SPEC.edge_at(f->params, value, weight, MG__K(_at)(f, receiver));
    }
    return MG__SPEC.edge ? MG__SPEC.edge(value, weight) : value;
}

MG__INLINE MG__K(_V) MG__K(_keep_first)(MG__K(_V) a, MG__K(_V) b) {
    (void)b;
    return a;
}

MG__INLINE MG__K(_V) MG__K(_combine)(const mg_frame *f, MG__K(_V) a, MG__K(_V) b) {
    (void)f;
    switch (MG__SPEC.monoid) {
    case MG_MIN:
        return MG__NUMERIC(min, MG__K(_V), MG__K(_keep_first))(a, b);
    case MG_MAX:
        return MG__NUMERIC(max, MG__K(_V), MG__K(_keep_first))(a, b);
    case MG_SUM:
        return MG__NUMERIC(sum, MG__K(_V), MG__K(_keep_first))(a, b);
    case MG_OR:
        return MG__NUMERIC(or, MG__K(_V), MG__K(_keep_first))(a, b);
    case MG_USER:
        return MG__SPEC.combine ? MG__SPEC.combine(a, b) : a;
    default:
        return a;
    }
}

MG__INLINE bool MG__K(_has_needs)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.needs != NULL;
}

MG__INLINE bool MG__K(_call_needs)(const mg_frame *f, size_t v) {
    return !MG__SPEC.needs || MG__SPEC.needs(f->params, MG__K(_at)(f, v));
}

MG__INLINE bool MG__K(_apply_at)(const mg_frame *f, const mg_ctx *ctx, size_t at, MG__K(_V) value, double *add) {
    return MG__SPEC.apply && MG__SPEC.apply(ctx, f->params, MG__K(_at)(f, at), value, add);
}

MG__INLINE bool MG__K(_has_priority)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.priority != NULL;
}

MG__INLINE uint32_t MG__K(_call_priority)(const mg_frame *f, MG__K(_V) value) {
    return MG__SPEC.priority ? MG__SPEC.priority(f->params, value) : 0;
}

MG__INLINE uint32_t MG__K(_sums)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.totals;
}

MG__INLINE uint32_t MG__K(_minima)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.minima;
}

MG__INLINE uint32_t MG__K(_maxima)(const mg_frame *f) {
    (void)f;
    return MG__SPEC.maxima;
}

MG__INLINE bool MG__K(_call_finished)(const mg_frame *f, uint32_t iteration, const double *totals) {
    return MG__SPEC.finished && MG__SPEC.finished(f->params, iteration, totals);
}

/* `edge_row` exists for phases of function pointers only. */
MG__INLINE bool MG__K(_has_rows)(const mg_frame *f) {
    (void)f;
    return false;
}

MG__INLINE void MG__K(_call_row)(const mg_frame *f, uint32_t count, const MG__K(_V) * values, size_t step,
                                 const mg_arcs *arcs, uint64_t e, bool weighted, MG__K(_V) * out) {
    (void)f, (void)count, (void)values, (void)step, (void)arcs, (void)e, (void)weighted, (void)out;
}

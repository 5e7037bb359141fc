/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/loops.inc.h: init, scatter and apply of one phase; includes its other loops. MG__K makes the names of its
 * functions; callbacks are called through typed.inc.h or core/cpu/callbacks.inc.h. Variants of a loop (serial or
 * atomic, weighted or not) are one body inlined with constant flags.
 */
enum { MG__K(_UNCHANGED), MG__K(_CHANGED), MG__K(_FIRST) };

MG__INLINE mg_ctx MG__K(_ctx)(const mg_frame *f, mg_vertex v) {
    const uint64_t out = f->out_offsets[v + 1] - f->out_offsets[v];
    const bool in = MG__K(_properties)(f) & MG_IN_DEGREE;
    const uint64_t in_degree = in ? f->in_offsets[v + 1] - f->in_offsets[v] : 0;
    return (mg_ctx){.vertex = v,
                    .iteration = f->iteration,
                    .round = f->round,
                    .out_degree = out > UINT32_MAX ? UINT32_MAX : (uint32_t)out,
                    .in_degree = in_degree > UINT32_MAX ? UINT32_MAX : (uint32_t)in_degree,
                    .totals = f->totals,
                    .vertices = f->n,
                    .neighbours = MG__K(_is_program)(f) || !f->neighbours ? 0 : f->neighbours[v]};
}

MG__INLINE bool MG__K(_call_init)(const mg_frame *f, mg_vertex v) {
    const mg_ctx ctx = MG__K(_ctx)(f, v);
    return MG__K(_init_at)(f, &ctx, v);
}

MG__INLINE MG__K(_V) MG__K(_call_scatter)(const mg_frame *f, mg_vertex v) {
    const mg_ctx ctx = MG__K(_ctx)(f, v);
    return MG__K(_scatter_at)(f, &ctx, v);
}

MG__INLINE bool MG__K(_call_apply)(const mg_frame *f, mg_vertex v, MG__K(_V) value, double *add) {
    const mg_ctx ctx = MG__K(_ctx)(f, v);
    return MG__K(_apply_at)(f, &ctx, v, value, add);
}

MG__INLINE bool MG__K(_same_bits)(MG__K(_V) a, MG__K(_V) b) {
    MG__K(_plain_word) x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y;
}

MG__INLINE MG__K(_V) MG__K(_load)(const MG__K(_V) * at) {
    const MG__K(_plain_word) bits = __atomic_load_n((const MG__K(_word) *)(const void *)at, __ATOMIC_RELAXED);
    MG__K(_V) value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

MG__INLINE void MG__K(_store)(MG__K(_V) * at, MG__K(_V) value) {
    MG__K(_plain_word) bits;
    memcpy(&bits, &value, sizeof bits);
    __atomic_store_n((MG__K(_word) *)(void *)at, bits, __ATOMIC_RELAXED);
}

/* at = at (+) value. Returns whether *at changed, and whether it was the identity before (FIRST). */
MG__INLINE int MG__K(_accumulate)(const mg_frame *f, MG__K(_V) * at, MG__K(_V) value, bool serial) {
    MG__K(_V) found = MG__K(_load)(at);
    for (;;) {
        const bool first = MG__K(_same_bits)(found, MG__K(_identity)(f));
        const MG__K(_V) sum = first ? value : MG__K(_combine)(f, found, value);
        if (MG__K(_same_bits)(sum, found)) {
            return MG__K(_UNCHANGED);
        }
        if (serial) {
            MG__K(_store)(at, sum);
            return first ? MG__K(_FIRST) : MG__K(_CHANGED);
        }
        MG__K(_plain_word) expected, desired;
        memcpy(&expected, &found, sizeof expected);
        memcpy(&desired, &sum, sizeof desired);
        if (__atomic_compare_exchange_n((MG__K(_word) *)(void *)at, &expected, desired, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {
            return first ? MG__K(_FIRST) : MG__K(_CHANGED);
        }
        memcpy(&found, &expected, sizeof found);
    }
}

/* Does push keep a touched flag per receiver? Otherwise the contribution that finds the identity in acc counts as the
 * first. Sums and user monoids may return to the identity and need the flag; label programs have no acc. */
MG__INLINE bool MG__K(_flags_touched)(const mg_frame *f) {
    return (MG__K(_properties)(f) & MG_LABEL) || MG__K(_monoid)(f) == MG_SUM || MG__K(_monoid)(f) == MG_USER;
}

/* Sets the flag of v; true for the one call that changes it. */
MG__INLINE bool MG__K(_touch)(const mg_frame *f, mg_vertex v, bool serial) {
    if (__atomic_load_n(&f->touched[v], __ATOMIC_RELAXED)) {
        return false;
    }
    if (serial) {
        f->touched[v] = 1;
        return true;
    }
    return !__atomic_exchange_n(&f->touched[v], 1, __ATOMIC_RELAXED);
}

MG__INLINE uint64_t MG__K(_degree)(const mg_frame *f, mg_vertex v) {
    uint64_t degree = f->push_arcs[0].offsets[v + 1] - f->push_arcs[0].offsets[v];
    if (f->direction_count == 2) {
        degree += f->push_arcs[1].offsets[v + 1] - f->push_arcs[1].offsets[v];
    }
    return degree;
}

MG__INLINE MG__K(_V) * MG__K(_label_at)(const mg_frame *f, size_t v) {
    return (MG__K(_V) *)(void *)MG__K(_at)(f, v);
}

/* Values that are sent are floats where the phase allows it. */
MG__INLINE MG__K(_V) MG__K(_load_sent)(const mg_frame *f, const void *sent, mg_vertex i) {
    if (MG__K(_is_narrow)(f)) {
        return MG__K(_widen)(((const float *)sent)[i]);
    }
    return ((const MG__K(_V) *)sent)[i];
}

MG__INLINE void MG__K(_store_sent)(const mg_frame *f, void *sent, mg_vertex i, MG__K(_V) value) {
    if (MG__K(_is_narrow)(f)) {
        ((float *)sent)[i] = MG__K(_narrow)(value);
    } else {
        ((MG__K(_V) *)sent)[i] = value;
    }
}

/* Value that v sends. */
MG__INLINE MG__K(_V) MG__K(_value_of)(const mg_frame *f, mg_vertex v) {
    if (MG__K(_properties)(f) & MG_SOURCE_ID) {
        return MG__K(_of_source)(v);
    }
    if (MG__K(_properties)(f) & MG_LABEL) {
        return MG__K(_load)(MG__K(_label_at)(f, v));
    }
    return MG__K(_load_sent)(f, f->scatter_values, v);
}

/* Runs scatter of v and stores the value in `sent`, scatter_values or scatter_ahead. */
MG__INLINE void MG__K(_send)(const mg_frame *f, void *sent, mg_vertex v) {
    MG__K(_store_sent)(f, sent, v, MG__K(_call_scatter)(f, v));
}

static void MG__K(_init)(const mg_frame *f, mg_vertex begin, mg_vertex end, mg_sink *sink) {
    for (mg_vertex first = begin; first < end;) {
        const mg_vertex last = end - first < 64 ? end : first + 64;
        uint64_t word = 0;
        for (mg_vertex v = first; v < last; v++) {
            if (MG__K(_call_init)(f, v) || MG__K(_starts_full)(f)) {
                word |= (uint64_t)1 << (v & 63);
                sink->count++;
                sink->edges += MG__K(_degree)(f, v);
            }
        }
        f->next[first >> 6] = word;
        first = last;
    }
}

static void MG__K(_reset)(const mg_frame *f, mg_vertex begin, mg_vertex end) {
    MG__K(_V) *acc = f->acc;
    for (mg_vertex v = begin; v < end; v++) {
        acc[v] = MG__K(_identity)(f);
    }
}

/* A copy of the frame and the totals for a loop: no store can alias it, so fields stay in registers, and what a
 * callback computes of totals alone is computed once. */
#define MG__OWN_FRAME(frame)                                                                                           \
    mg_frame own = *(frame);                                                                                           \
    double own_totals[MG_TOTALS_MAX];                                                                                  \
    memcpy(own_totals, own.totals, sizeof own_totals);                                                                 \
    own.totals = own_totals;                                                                                           \
    const mg_frame *const f = &own

/* Totals of a part of the vertices, before it and after it. */
MG__INLINE void MG__K(_start_totals)(const mg_frame *f, double *part) {
    for (uint32_t k = 0; k < MG_TOTALS_MAX; k++) {
        part[k] = mg__total_start(k, MG__K(_sums)(f), MG__K(_minima)(f), MG__K(_maxima)(f));
    }
}

MG__INLINE void MG__K(_join_totals)(const mg_frame *f, double *add, const double *part) {
    for (uint32_t k = 0; k < MG_TOTALS_MAX; k++) {
        add[k] = mg__total_join(k, MG__K(_sums)(f), MG__K(_minima)(f), MG__K(_maxima)(f), add[k], part[k]);
    }
}

static void MG__K(_scatter)(const mg_frame *frame, const mg_vertex *list, size_t begin, size_t end) {
    MG__OWN_FRAME(frame);
    for (size_t i = begin; i < end && MG__K(_is_program)(f); i++) {
        MG__K(_send)(f, f->scatter_values, list ? list[i] : (mg_vertex)i);
    }
}

/* value = value (+) sent; true: first hit, the receiver needs no further contributions. */
MG__INLINE bool MG__K(_fold)(const mg_frame *f, MG__K(_V) * value, MG__K(_V) sent) {
    const bool first_hit = MG__K(_properties)(f) & MG_FIRST_HIT;
    if (first_hit || MG__K(_monoid)(f) == MG_ANY) {
        if (MG__K(_same_bits)(sent, MG__K(_identity)(f))) {
            return false;
        }
        *value = MG__K(_same_bits)(*value, MG__K(_identity)(f)) ? sent : MG__K(_combine)(f, *value, sent);
        return first_hit;
    }
    *value = MG__K(_combine)(f, *value, sent);
    return false;
}

#include <multigraph/cpu/push.inc.h>

/* Applies the vertices that push touched (list NULL: all vertices) and resets acc and touched. */
static void MG__K(_apply)(const mg_frame *f, const mg_vertex *list, size_t begin, size_t end, mg_sink *sink,
                          double *add) {
    MG__K(_V) *acc = f->acc;
    for (size_t i = begin; i < end && MG__K(_is_program)(f); i++) {
        const mg_vertex v = list ? list[i] : (mg_vertex)i;
        if (list && end - i > 2 * MG_PREFETCH_DISTANCE) { /* other threads may have written both */
            const mg_vertex ahead = list[i + 2 * MG_PREFETCH_DISTANCE];
            __builtin_prefetch(MG__K(_at)(f, ahead));
            __builtin_prefetch(&acc[ahead]);
            __builtin_prefetch(&f->push_arcs[0].offsets[ahead]);
        }
        const MG__K(_V) value = acc[v];
        acc[v] = MG__K(_identity)(f);
        if (MG__K(_flags_touched)(f)) {
            f->touched[v] = 0;
        }
        if (MG__K(_call_apply)(f, v, value, add)) {
            sink->items[sink->count++] = v;
            sink->edges += MG__K(_degree)(f, v);
        }
    }
}

static bool MG__K(_finished)(const mg_frame *f, uint32_t iteration, const double *totals) {
    return MG__K(_call_finished)(f, iteration, totals);
}

#include <multigraph/cpu/pull.inc.h>
#include <multigraph/cpu/relax.inc.h>
#include <multigraph/cpu/segments.inc.h>

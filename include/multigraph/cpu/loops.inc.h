/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/loops.inc.h: init, scatter, push and apply of one phase; includes its other loops. MG__K makes the names of its
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

/* Value that v sends. */
MG__INLINE MG__K(_V) MG__K(_value_of)(const mg_frame *f, mg_vertex v) {
    if (MG__K(_properties)(f) & MG_SOURCE_ID) {
        return MG__K(_of_source)(v);
    }
    if (MG__K(_properties)(f) & MG_LABEL) {
        return MG__K(_load)(MG__K(_label_at)(f, v));
    }
    if (MG__K(_is_narrow)(f)) {
        return MG__K(_widen)(((const float *)f->scatter_values)[v]);
    }
    return ((const MG__K(_V) *)f->scatter_values)[v];
}

/* Runs scatter of v and stores the value in `sent`, scatter_values or scatter_ahead. */
MG__INLINE void MG__K(_send)(const mg_frame *f, void *sent, mg_vertex v) {
    const MG__K(_V) value = MG__K(_call_scatter)(f, v);
    if (MG__K(_is_narrow)(f)) {
        ((float *)sent)[v] = MG__K(_narrow)(value);
    } else {
        ((MG__K(_V) *)sent)[v] = value;
    }
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

/* Accumulates a contribution of push in acc, or in the label; appends v to the sink if it is the first. */
MG__INLINE void MG__K(_push_to_sink)(const mg_frame *f, mg_vertex v, MG__K(_V) sent, bool serial, mg_sink *sink) {
    const bool label = MG__K(_properties)(f) & MG_LABEL;
    if (MG__K(_same_bits)(sent, MG__K(_identity)(f))) {
        return;
    }
    MG__K(_V) *at = label ? MG__K(_label_at)(f, v) : (MG__K(_V) *)f->acc + v;
    const int change = MG__K(_accumulate)(f, at, sent, serial);
    const bool found =
        MG__K(_flags_touched)(f) ? change != MG__K(_UNCHANGED) && MG__K(_touch)(f, v, serial) : change == MG__K(_FIRST);
    if (found) {
        sink->items[sink->count++] = v;
        if (label) {
            sink->edges += MG__K(_degree)(f, v);
        }
    }
}

/* Delta-stepping: updates the label; an improved vertex is appended to the bucket of its new value. */
MG__INLINE void MG__K(_push_to_bin)(const mg_frame *f, mg_vertex v, MG__K(_V) sent, bool serial, mg_bins *bins) {
    if (MG__K(_same_bits)(sent, MG__K(_identity)(f)) ||
        MG__K(_accumulate)(f, MG__K(_label_at)(f, v), sent, serial) == MG__K(_UNCHANGED)) {
        return;
    }
    uint32_t bucket = MG__K(_call_priority)(f, sent);
    bucket = bucket < bins->current ? bins->current : bucket;
    mg_bin *bin =
        bucket - bins->window_begin < MG_BUCKET_WINDOW ? &bins->bins[bucket % MG_BUCKET_WINDOW] : &bins->overflow;
    bin = bin->count < bin->capacity ? bin : &bins->spill;
    bin->items[bin->count++] = v;
}

/* Serial first-hit push: applies v immediately, unless it was applied in this iteration. */
MG__INLINE void MG__K(_push_first_hit)(const mg_frame *f, mg_vertex v, MG__K(_V) sent, mg_first_hits *first_hits) {
    MG__K(_V) *const acc = f->acc;
    const bool updated =
        first_hits->repeat_begin < first_hits->repeat_end && !MG__K(_same_bits)(acc[v], MG__K(_identity)(f));
    if (updated || MG__K(_same_bits)(sent, MG__K(_identity)(f))) {
        return;
    }
    if (MG__K(_call_apply)(f, v, sent, first_hits->add)) {
        first_hits->sink->items[first_hits->sink->count++] = v;
        __builtin_prefetch(&f->push_arcs[0].offsets[v]);
    }
    if (MG__K(_call_needs)(f, v)) {
        acc[v] = sent;
        first_hits->sink->items[--first_hits->repeat_begin] = v;
    }
}

/* Sets acc of v to `sent` if it is the identity. */
MG__INLINE bool MG__K(_claim)(const mg_frame *f, mg_vertex v, MG__K(_V) sent) {
    MG__K(_V) identity = MG__K(_identity)(f);
    MG__K(_plain_word) expected, desired;
    memcpy(&expected, &identity, sizeof expected);
    memcpy(&desired, &sent, sizeof desired);
    return __atomic_compare_exchange_n((MG__K(_word) *)(void *)((MG__K(_V) *)f->acc + v), &expected, desired, false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* First-hit push by several threads: the thread that claims v applies it. */
MG__INLINE void MG__K(_push_claim)(const mg_frame *f, mg_vertex v, MG__K(_V) sent, mg_first_hits *first_hits) {
    if (MG__K(_same_bits)(sent, MG__K(_identity)(f)) || !MG__K(_claim)(f, v, sent) || !MG__K(_call_needs)(f, v)) {
        return;
    }
    if (MG__K(_call_apply)(f, v, sent, first_hits->add)) {
        first_hits->sink->items[first_hits->sink->count++] = v;
        __builtin_prefetch(&f->push_arcs[0].offsets[v]);
    }
    if (MG__K(_call_needs)(f, v)) {
        first_hits->sink->items[--first_hits->repeat_begin] = v;
    }
}

/* Delivers one contribution to the push target, a mg_sink, mg_bins or mg_first_hits. `kind` is a constant after
 * inlining. */
MG__INLINE void MG__K(_push_value)(const mg_frame *f, mg_vertex v, MG__K(_V) sent, bool serial, mg_push_target kind,
                                   void *target) {
    if (kind == MG_PUSH_TO_BINS) {
        MG__K(_push_to_bin)(f, v, sent, serial, target);
    } else if (kind == MG_PUSH_TO_FIRST_HITS) {
        MG__K(_push_first_hit)(f, v, sent, target);
    } else if (kind == MG_PUSH_BY_CLAIMS) {
        MG__K(_push_claim)(f, v, sent, target);
    } else {
        MG__K(_push_to_sink)(f, v, sent, serial, target);
    }
}

MG__INLINE bool MG__K(_receives)(const mg_frame *f, mg_vertex v, mg_push_target kind) {
    if (kind == MG_PUSH_BY_CLAIMS) {
        return MG__K(_same_bits)(MG__K(_load)((MG__K(_V) *)f->acc + v), MG__K(_identity)(f));
    }
    return (kind == MG_PUSH_TO_BINS || !f->receivers || mg__bit(f->receivers, v)) && MG__K(_call_needs)(f, v);
}

#include <multigraph/cpu/rows.inc.h>

/* Prefetches what a contribution to v reads. */
MG__INLINE void MG__K(_prefetch_receiver)(const mg_frame *f, mg_vertex v, mg_push_target kind) {
    __builtin_prefetch(MG__K(_at)(f, v));
    if (kind == MG_PUSH_BY_CLAIMS || (kind == MG_PUSH_TO_SINK && !(MG__K(_properties)(f) & MG_LABEL))) {
        __builtin_prefetch((const MG__K(_V) *)f->acc + v);
    }
}

/* Pushes edges [lo, hi) of one sender. */
MG__INLINE void MG__K(_push_edges)(const mg_frame *f, const mg_arcs *arcs, uint64_t lo, uint64_t hi, MG__K(_V) value,
                                   bool serial, bool weighted, mg_push_target kind, void *target) {
    if (MG__K(_has_rows)(f)) {
        MG__K(_push_rows)(f, arcs, lo, hi, value, serial, weighted, kind, target);
        return;
    }
    for (uint64_t e = lo; e < hi; e++) {
        const mg_vertex v = arcs->neighbours[e];
        if (hi - e > MG_PREFETCH_RECEIVERS) {
            MG__K(_prefetch_receiver)(f, arcs->neighbours[e + MG_PREFETCH_RECEIVERS], kind);
        }
        if (MG__K(_receives)(f, v, kind)) {
            const MG__K(_V) sent = MG__K(_call_edge)(f, value, MG__K(_weight_of)(f, arcs, e, weighted), v);
            MG__K(_push_value)(f, v, sent, serial, kind, target);
        }
    }
}

/* Prefetches offsets, rows and receivers of later senders. The rows and receivers of a small frontier are scattered in
 * memory; on road networks the first few receivers are all. */
MG__INLINE void MG__K(_prefetch_ahead)(const mg_frame *f, const mg_arcs *arcs, const mg_vertex *list,
                                       mg_push_target kind) {
    __builtin_prefetch(&arcs->offsets[list[3 * MG_PREFETCH_DISTANCE]]);
    __builtin_prefetch(&arcs->neighbours[arcs->offsets[list[2 * MG_PREFETCH_DISTANCE]]]);
    const uint64_t lo = arcs->offsets[list[MG_PREFETCH_DISTANCE]], hi = arcs->offsets[list[MG_PREFETCH_DISTANCE] + 1];
    for (uint64_t e = lo; e < hi && e < lo + MG_PREFETCH_RECEIVERS; e++) {
        MG__K(_prefetch_receiver)(f, arcs->neighbours[e], kind);
    }
}

MG__INLINE void MG__K(_push_slice)(const mg_frame *f, const mg_arcs *arcs, const mg_vertex *list,
                                   mg_frontier_slice slice, bool serial, bool weighted, mg_push_target kind,
                                   void *target) {
    for (size_t i = slice.begin; i < slice.end + (slice.last_edges > 0); i++) {
        const mg_vertex u = list[i];
        if (kind != MG_PUSH_TO_BINS && i + 3 * MG_PREFETCH_DISTANCE < slice.end) {
            MG__K(_prefetch_ahead)(f, arcs, list + i, kind);
        }
        const uint64_t lo = arcs->offsets[u] + (i == slice.begin ? slice.first_edge : 0);
        const uint64_t hi = i == slice.end ? arcs->offsets[u] + slice.last_edges : arcs->offsets[u + 1];
        MG__K(_push_edges)(f, arcs, lo, hi, MG__K(_value_of)(f, u), serial, weighted, kind, target);
    }
}

static void MG__K(_push)(const mg_frame *f, const mg_arcs *edges, const mg_vertex *list, mg_frontier_slice slice,
                         bool serial, mg_sink *sink) {
    const mg_arcs arcs = *edges;
    const bool weighted = MG__K(_reads_weights)(f, arcs.weights);
    if (!MG__K(_is_program)(f)) {
        return;
    }
    if (serial) {
        if (weighted) {
            MG__K(_push_slice)(f, &arcs, list, slice, true, true, MG_PUSH_TO_SINK, sink);
        } else {
            MG__K(_push_slice)(f, &arcs, list, slice, true, false, MG_PUSH_TO_SINK, sink);
        }
    } else if (weighted) {
        MG__K(_push_slice)(f, &arcs, list, slice, false, true, MG_PUSH_TO_SINK, sink);
    } else {
        MG__K(_push_slice)(f, &arcs, list, slice, false, false, MG_PUSH_TO_SINK, sink);
    }
}

static void MG__K(_push_first_hits)(const mg_frame *f, const mg_vertex *list, size_t count, mg_first_hits *first_hits) {
    const mg_frontier_slice all = {.end = count};
    mg_sink *sink = first_hits->sink;
    const size_t before = sink->count;
    for (uint32_t side = 0; side < f->direction_count && (MG__K(_properties)(f) & MG_FIRST_HIT); side++) {
        const mg_arcs arcs = f->push_arcs[side];
        const bool weighted = MG__K(_reads_weights)(f, arcs.weights);
        if (first_hits->shared && weighted) {
            MG__K(_push_slice)(f, &arcs, list, all, false, true, MG_PUSH_BY_CLAIMS, first_hits);
        } else if (first_hits->shared) {
            MG__K(_push_slice)(f, &arcs, list, all, false, false, MG_PUSH_BY_CLAIMS, first_hits);
        } else if (weighted) {
            MG__K(_push_slice)(f, &arcs, list, all, true, true, MG_PUSH_TO_FIRST_HITS, first_hits);
        } else {
            MG__K(_push_slice)(f, &arcs, list, all, true, false, MG_PUSH_TO_FIRST_HITS, first_hits);
        }
    }
    for (size_t i = before; i < sink->count; i++) { /* now, when what was prefetched has arrived */
        sink->edges += MG__K(_degree)(f, sink->items[i]);
    }
    for (; !first_hits->shared && first_hits->repeat_begin < first_hits->repeat_end; first_hits->repeat_begin++) {
        ((MG__K(_V) *)f->acc)[first_hits->sink->items[first_hits->repeat_begin]] = MG__K(_identity)(f);
    }
}

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

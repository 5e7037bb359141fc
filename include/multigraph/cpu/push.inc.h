/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/push.inc.h: push of one phase: senders of a list deliver their contributions to accumulators, labels, buckets, or
 * directly to apply. Included by loops.inc.h.
 */
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

/* Pushes edge e. */
MG__INLINE void MG__K(_push_edge)(const mg_frame *f, const mg_arcs *arcs, uint64_t e, MG__K(_V) value, bool serial,
                                  bool weighted, mg_push_target kind, void *target) {
    const mg_vertex v = arcs->neighbours[e];
    if (MG__K(_receives)(f, v, kind)) {
        const MG__K(_V) sent = MG__K(_call_edge)(f, value, MG__K(_weight_of)(f, arcs, e, weighted), v);
        MG__K(_push_value)(f, v, sent, serial, kind, target);
    }
}

/* Bits of those of `count` edges, from e on, whose receivers take contributions. Without branches: which ones do cannot
 * be predicted. */
MG__INLINE uint32_t MG__K(_receiving)(const mg_frame *f, const mg_arcs *arcs, uint64_t e, uint32_t count,
                                      mg_push_target kind) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < count; i++) {
        bits |= (uint32_t)MG__K(_receives)(f, arcs->neighbours[e + i], kind) << i;
    }
    return bits;
}

/* Pushes edges [lo, hi) of one sender. */
MG__INLINE void MG__K(_push_edges)(const mg_frame *f, const mg_arcs *arcs, uint64_t lo, uint64_t hi, MG__K(_V) value,
                                   bool serial, bool weighted, mg_push_target kind, void *target) {
    if (MG__K(_has_rows)(f)) {
        MG__K(_push_rows)(f, arcs, lo, hi, value, serial, weighted, kind, target);
        return;
    }
    for (uint64_t e = lo; e < hi; e += MG_GROUP_EDGES) {
        const uint32_t count = hi - e < MG_GROUP_EDGES ? (uint32_t)(hi - e) : MG_GROUP_EDGES;
        for (uint32_t i = 0; i < MG_GROUP_EDGES && hi - e > MG_GROUP_EDGES + i; i++) {
            MG__K(_prefetch_receiver)(f, arcs->neighbours[e + MG_GROUP_EDGES + i], kind);
        }
        for (uint32_t bits = MG__K(_receiving)(f, arcs, e, count, kind); bits; bits &= bits - 1) {
            MG__K(_push_edge)(f, arcs, e + (uint32_t)__builtin_ctz(bits), value, serial, weighted, kind, target);
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
        if (i + 3 * MG_PREFETCH_DISTANCE < slice.end) {
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/relax.inc.h: relaxation for delta-stepping: improved vertices are appended to the bucket of their new value.
 * Included by loops.inc.h.
 */
/* Prefetches label and row offset of a sender two prefetch distances ahead, and the row of one a distance ahead. */
MG__INLINE void MG__K(_prefetch_relax)(const mg_frame *f, mg_vertex far_row, mg_vertex near_row, bool weighted) {
    const mg_arcs *arcs = &f->push_arcs[0];
    __builtin_prefetch(MG__K(_label_at)(f, far_row));
    __builtin_prefetch(&arcs->offsets[far_row]);
    __builtin_prefetch(&arcs->neighbours[arcs->offsets[near_row]]);
    if (weighted) {
        MG__K(_prefetch_weight)(f, arcs, arcs->offsets[near_row]);
    }
}

/* Bits of those of `count` edges, from e on, that would change their receivers. Without branches: at which edge a label
 * improves cannot be predicted. */
MG__INLINE uint32_t MG__K(_improving)(const mg_frame *f, const mg_arcs *arcs, uint64_t e, uint32_t count,
                                      MG__K(_V) value, bool weighted) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < count; i++) {
        const mg_vertex v = arcs->neighbours[e + i];
        const MG__K(_V) label = MG__K(_load)(MG__K(_label_at)(f, v));
        const MG__K(_V) sent = MG__K(_call_edge)(f, value, MG__K(_weight_of)(f, arcs, e + i, weighted), v);
        bits |= (uint32_t)!MG__K(_same_bits)(MG__K(_combine)(f, label, sent), label) << i;
    }
    return bits;
}

/* Relaxes edges [lo, hi) of one sender. */
MG__INLINE void MG__K(_relax_edges)(const mg_frame *f, const mg_arcs *arcs, uint64_t lo, uint64_t hi, MG__K(_V) value,
                                    bool serial, bool weighted, mg_bins *bins) {
    if (MG__K(_has_rows)(f)) {
        MG__K(_push_rows)(f, arcs, lo, hi, value, serial, weighted, MG_PUSH_TO_BINS, bins);
        return;
    }
    for (uint64_t e = lo; e < hi; e += MG_GROUP_EDGES) {
        const uint32_t count = hi - e < MG_GROUP_EDGES ? (uint32_t)(hi - e) : MG_GROUP_EDGES;
        for (uint32_t i = 0; i < MG_GROUP_EDGES && hi - e >= 3 * MG_GROUP_EDGES; i++) {
            MG__K(_prefetch_receiver)(f, arcs->neighbours[e + 2 * MG_GROUP_EDGES + i], MG_PUSH_TO_BINS);
        }
        for (uint32_t bits = MG__K(_improving)(f, arcs, e, count, value, weighted); bits; bits &= bits - 1) {
            const uint64_t at = e + (uint32_t)__builtin_ctz(bits);
            MG__K(_push_edge)(f, arcs, at, value, serial, weighted, MG_PUSH_TO_BINS, bins);
        }
    }
}

/* The edges of a slice are counted in one direction: only whole rows have two. */
MG__INLINE void MG__K(_relax_list)(const mg_frame *f, const mg_vertex *list, mg_frontier_slice slice, bool serial,
                                   bool weighted, mg_bins *bins) {
    for (size_t i = slice.begin; i < slice.end + (slice.last_edges > 0); i++) {
        const mg_vertex u = list[i];
        if (slice.end > i + 2 * MG_PREFETCH_DISTANCE) {
            MG__K(_prefetch_relax)(f, list[i + 2 * MG_PREFETCH_DISTANCE], list[i + MG_PREFETCH_DISTANCE], weighted);
        }
        const MG__K(_V) value = MG__K(_load)(MG__K(_label_at)(f, u));
        if (MG__K(_call_priority)(f, value) < bins->current) {
            continue; /* stale: the vertex improved and was relaxed in an earlier bucket */
        }
        for (uint32_t side = 0; side < f->direction_count; side++) {
            const mg_arcs own_arcs = f->push_arcs[side], *const arcs = &own_arcs;
            const uint64_t lo = arcs->offsets[u] + (i == slice.begin ? slice.first_edge : 0);
            const uint64_t hi = i == slice.end ? arcs->offsets[u] + slice.last_edges : arcs->offsets[u + 1];
            bins->edges += hi - lo;
            MG__K(_relax_edges)(f, arcs, lo, hi, value, serial, weighted, bins);
        }
    }
}

static void MG__K(_relax)(const mg_frame *frame, const mg_vertex *list, mg_frontier_slice slice, bool serial,
                          mg_bins *bins) {
    MG__OWN_FRAME(frame);
    const bool weighted = MG__K(_reads_weights)(f, f->push_arcs[0].weights);
    if (!MG__K(_has_priority)(f)) {
        return;
    }
    if (serial) {
        if (weighted) {
            MG__K(_relax_list)(f, list, slice, true, true, bins);
        } else {
            MG__K(_relax_list)(f, list, slice, true, false, bins);
        }
    } else if (weighted) {
        MG__K(_relax_list)(f, list, slice, false, true, bins);
    } else {
        MG__K(_relax_list)(f, list, slice, false, false, bins);
    }
}

static uint32_t MG__K(_bucket)(const mg_frame *f, mg_vertex v) {
    return MG__K(_call_priority)(f, MG__K(_load)(MG__K(_label_at)(f, v)));
}

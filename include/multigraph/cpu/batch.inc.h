/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/batch.inc.h: the loops of one phase for a batch (multi-source traversal): each edge is read once, the callbacks
 * run in every lane in which the sender is active and the receiver needs contributions. Loops iterate over the set bits
 * of lane masks, so inactive lanes cost nothing. Every lane computes the result of a separate run.
 */
MG__INLINE size_t MG__K(_element)(const mg_frame *f, mg_vertex v, uint32_t lane) {
    return (size_t)v * f->lanes.count + lane;
}

MG__INLINE uint64_t MG__K(_all_lanes)(const mg_frame *f) {
    return ~(uint64_t)0 >> (MG_LANES_MAX - f->lanes.count);
}

/* Context of one lane, from the context of the vertex. */
MG__INLINE mg_ctx MG__K(_lane_ctx)(const mg_frame *f, mg_ctx ctx, uint32_t lane) {
    ctx.lane = lane;
    ctx.iteration -= f->lanes.first_iteration[lane];
    ctx.totals += (size_t)lane * MG_TOTALS_MAX;
    return ctx;
}

/* Value that v sends in one lane. */
MG__INLINE MG__K(_V) MG__K(_lane_value)(const mg_frame *f, mg_vertex v, uint32_t lane) {
    if (MG__K(_properties)(f) & MG_SOURCE_ID) {
        return MG__K(_of_source)(v);
    }
    const size_t at = MG__K(_element)(f, v, lane);
    if (MG__K(_properties)(f) & MG_LABEL) {
        return MG__K(_load)(MG__K(_label_at)(f, at));
    }
    return ((const MG__K(_V) *)f->scatter_values)[at];
}

/* Lanes of `candidates` in which `needs` holds, evaluated on the states of v. */
MG__INLINE uint64_t MG__K(_evaluate_needs)(const mg_frame *f, mg_vertex v, uint64_t candidates) {
    uint64_t needing = 0;
    for (uint64_t rest = candidates; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(rest);
        needing |= (uint64_t)MG__K(_call_needs)(f, MG__K(_element)(f, v, lane)) << lane;
    }
    return needing;
}

/* The same from the cached mask, without reading the states of v. */
MG__INLINE uint64_t MG__K(_lanes_needing)(const mg_frame *f, mg_vertex v, uint64_t candidates) {
    if (!MG__K(_has_needs)(f)) {
        return candidates;
    }
    return f->lanes.needing ? candidates & f->lanes.needing[v] : MG__K(_evaluate_needs)(f, v, candidates);
}

/* Updates the cached mask in lanes whose states may have changed. */
MG__INLINE void MG__K(_update_needing)(const mg_frame *f, mg_vertex v, uint64_t lanes) {
    if (MG__K(_has_needs)(f) && f->lanes.needing && lanes) {
        f->lanes.needing[v] = (f->lanes.needing[v] & ~lanes) | MG__K(_evaluate_needs)(f, v, lanes);
    }
}

static void MG__K(_lanes_init)(const mg_frame *frame, mg_vertex begin, mg_vertex end, mg_sink *sink) {
    const mg_frame own = *frame, *f = &own; /* a local copy: no store can alias it */
    for (mg_vertex first = begin; first < end;) {
        const mg_vertex last = end - first < 64 ? end : first + 64;
        uint64_t word = 0;
        for (mg_vertex v = first; v < last; v++) {
            const mg_ctx base = MG__K(_ctx)(f, v);
            uint64_t active = 0;
            for (uint32_t lane = 0; lane < f->lanes.count; lane++) {
                const mg_ctx ctx = MG__K(_lane_ctx)(f, base, lane);
                const bool on = MG__K(_init_at)(f, &ctx, MG__K(_element)(f, v, lane));
                active |= (uint64_t)(on || MG__K(_starts_full)(f)) << lane;
            }
            MG__K(_update_needing)(f, v, MG__K(_all_lanes)(f));
            f->lanes.next[v] = active;
            sink->lanes |= active;
            if (active) {
                word |= (uint64_t)1 << (v & 63);
                sink->count++;
                sink->edges += MG__K(_degree)(f, v);
            }
        }
        f->next[first >> 6] = word;
        first = last;
    }
}

static void MG__K(_lanes_reset)(const mg_frame *f, mg_vertex begin, mg_vertex end) {
    MG__K(_V) *acc = f->acc;
    const size_t last = MG__K(_element)(f, end, 0);
    for (size_t i = MG__K(_element)(f, begin, 0); i < last; i++) {
        MG__K(_store)(&acc[i], MG__K(_identity)(f)); /* atomic, so that the compiler emits no call of memset */
    }
}

static void MG__K(_lanes_scatter)(const mg_frame *frame, const mg_vertex *list, size_t begin, size_t end) {
    const mg_frame own = *frame, *f = &own;
    MG__K(_V) *sent = f->scatter_values;
    for (size_t i = begin; i < end && MG__K(_is_program)(f); i++) {
        const mg_vertex v = list ? list[i] : (mg_vertex)i;
        const mg_ctx base = MG__K(_ctx)(f, v);
        const uint64_t lanes = f->lanes.now[v] & f->lanes.running;
        for (uint64_t rest = lanes; rest; rest &= rest - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctzll(rest);
            const mg_ctx ctx = MG__K(_lane_ctx)(f, base, lane);
            const size_t at = MG__K(_element)(f, v, lane);
            sent[at] = MG__K(_scatter_at)(f, &ctx, at);
        }
        MG__K(_update_needing)(f, v, lanes);
    }
}

/* Pushes one edge in the given lanes; returns those in which the accumulator, or label, changed. */
MG__INLINE uint64_t MG__K(_accumulate_lanes)(const mg_frame *f, mg_vertex u, mg_vertex v, MG__K(_W) weight,
                                             uint64_t lanes, bool serial) {
    const bool label = MG__K(_properties)(f) & MG_LABEL;
    uint64_t found = 0;
    for (uint64_t rest = lanes; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(rest);
        const size_t at = MG__K(_element)(f, v, lane);
        const MG__K(_V) sent = MG__K(_call_edge)(f, MG__K(_lane_value)(f, u, lane), weight, at);
        if (MG__K(_same_bits)(sent, MG__K(_identity)(f))) {
            continue;
        }
        MG__K(_V) *to = label ? MG__K(_label_at)(f, at) : (MG__K(_V) *)f->acc + at;
        found |= (uint64_t)(MG__K(_accumulate)(f, to, sent, serial) != MG__K(_UNCHANGED)) << lane;
    }
    return found;
}

/* Adds lanes to the touched mask of v; true for the one call that finds it empty. */
MG__INLINE bool MG__K(_mark_touched_lanes)(const mg_frame *f, mg_vertex v, uint64_t found, bool serial) {
    uint64_t *word = &f->lanes.next[v];
    const uint64_t before = __atomic_load_n(word, __ATOMIC_RELAXED);
    if (!(found & ~before)) {
        return false;
    }
    if (serial) {
        *word = before | found;
        return !before;
    }
    return !__atomic_fetch_or(word, found, __ATOMIC_RELAXED);
}

static void MG__K(_lanes_push)(const mg_frame *frame, const mg_arcs *edges, const mg_vertex *list,
                               mg_frontier_slice slice, bool serial, mg_sink *sink) {
    const mg_frame own = *frame, *f = &own;
    const mg_arcs arcs = *edges;
    const bool label = MG__K(_properties)(f) & MG_LABEL;
    for (size_t i = slice.begin; i < slice.end + (slice.last_edges > 0) && MG__K(_is_program)(f); i++) {
        const mg_vertex u = list[i];
        const uint64_t lo = arcs.offsets[u] + (i == slice.begin ? slice.first_edge : 0);
        const uint64_t hi = i == slice.end ? arcs.offsets[u] + slice.last_edges : arcs.offsets[u + 1];
        const uint64_t active = f->lanes.now[u] & f->lanes.running;
        for (uint64_t e = lo; e < hi; e++) {
            const mg_vertex v = arcs.neighbours[e];
            const uint64_t candidates = f->lanes.receivers ? active & f->lanes.receivers[v] : active;
            const uint64_t lanes = MG__K(_lanes_needing)(f, v, candidates);
            if (!lanes) {
                continue;
            }
            const MG__K(_W) weight = MG__K(_weight_of)(f, &arcs, e, MG__K(_reads_weights)(f, arcs.weights));
            const uint64_t found = MG__K(_accumulate_lanes)(f, u, v, weight, lanes, serial);
            sink->lanes |= label ? found : 0;
            if (found && MG__K(_mark_touched_lanes)(f, v, found, serial)) {
                sink->items[sink->count++] = v;
                sink->edges += label ? MG__K(_degree)(f, v) : 0;
            }
        }
    }
}

/* Applies the lanes that push touched (list NULL: all); resets acc and leaves the next frontier in lanes.next. */
static void MG__K(_lanes_apply)(const mg_frame *frame, const mg_vertex *list, size_t begin, size_t end, mg_sink *sink,
                                double *add) {
    const mg_frame own = *frame, *f = &own;
    MG__K(_V) *acc = f->acc;
    for (size_t i = begin; i < end && MG__K(_is_program)(f); i++) {
        const mg_vertex v = list ? list[i] : (mg_vertex)i;
        const mg_ctx base = MG__K(_ctx)(f, v);
        const uint64_t lanes = list ? f->lanes.next[v] : f->lanes.running;
        uint64_t active = 0;
        for (uint64_t rest = lanes; rest; rest &= rest - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctzll(rest);
            const mg_ctx ctx = MG__K(_lane_ctx)(f, base, lane);
            const size_t at = MG__K(_element)(f, v, lane);
            const MG__K(_V) value = acc[at];
            acc[at] = MG__K(_identity)(f);
            active |= (uint64_t)MG__K(_apply_at)(f, &ctx, at, value, add + (size_t)lane * MG_TOTALS_MAX) << lane;
        }
        MG__K(_update_needing)(f, v, lanes);
        f->lanes.next[v] = active;
        sink->lanes |= active;
        if (active) {
            sink->items[sink->count++] = v;
            sink->edges += MG__K(_degree)(f, v);
        }
    }
}

/* Combines the contributions of one sender in the given lanes; returns those that need no further ones (first hit). */
MG__INLINE uint64_t MG__K(_fold_lanes)(const mg_frame *f, mg_vertex u, mg_vertex v, MG__K(_W) weight, uint64_t lanes,
                                       MG__K(_V) * values) {
    uint64_t satisfied = 0;
    if (lanes == MG__K(_all_lanes)(f)) { /* a dense loop, which the compiler can vectorise */
        for (uint32_t lane = 0; lane < f->lanes.count; lane++) {
            const MG__K(_V) sent =
                MG__K(_call_edge)(f, MG__K(_lane_value)(f, u, lane), weight, MG__K(_element)(f, v, lane));
            satisfied |= (uint64_t)MG__K(_fold)(f, &values[lane], sent) << lane;
        }
        return satisfied;
    }
    for (uint64_t rest = lanes; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(rest);
        const MG__K(_V) sent =
            MG__K(_call_edge)(f, MG__K(_lane_value)(f, u, lane), weight, MG__K(_element)(f, v, lane));
        satisfied |= (uint64_t)MG__K(_fold)(f, &values[lane], sent) << lane;
    }
    return satisfied;
}

MG__INLINE void MG__K(_gather_lanes)(const mg_frame *f, mg_vertex v, uint64_t candidates, MG__K(_V) * values) {
    for (uint32_t side = 0; side < f->direction_count; side++) {
        const mg_arcs *arcs = &f->pull_arcs[side];
        const uint64_t end = arcs->offsets[v + 1];
        for (uint64_t e = arcs->offsets[v]; e < end && candidates; e++) {
            const mg_vertex u = arcs->neighbours[e];
            const uint64_t lanes = f->lanes.now[u] & candidates;
            if (lanes) {
                const MG__K(_W) weight = MG__K(_weight_of)(f, arcs, e, MG__K(_reads_weights)(f, arcs->weights));
                candidates &= ~MG__K(_fold_lanes)(f, u, v, weight, lanes, values);
            }
        }
    }
}

/* Applies v in one lane; true: in the next frontier. */
MG__INLINE bool MG__K(_apply_lane)(const mg_frame *f, const mg_ctx *ctx, size_t at, MG__K(_V) value, double *add) {
    if (MG__K(_properties)(f) & MG_LABEL) {
        MG__K(_V) *label = MG__K(_label_at)(f, at);
        if (MG__K(_same_bits)(*label, value)) {
            return false;
        }
        MG__K(_store)(label, value);
        return true;
    }
    if (!(MG__K(_properties)(f) & MG_ALL_ACTIVE) && MG__K(_same_bits)(value, MG__K(_identity)(f))) {
        return false;
    }
    return MG__K(_apply_at)(f, ctx, at, value, add + (size_t)ctx->lane * MG_TOTALS_MAX);
}

/* Pulls and applies one receiver in the lanes of `candidates`; returns those of the next frontier. */
MG__INLINE uint64_t MG__K(_pull_vertex_lanes)(const mg_frame *f, mg_vertex v, uint64_t candidates, double *add) {
    MG__K(_V) values[MG_LANES_MAX];
    const uint64_t needing = MG__K(_lanes_needing)(f, v, candidates);
    const uint64_t applying = MG__K(_properties)(f) & MG_ALL_ACTIVE ? candidates : needing;
    const mg_ctx base = MG__K(_ctx)(f, v);
    uint64_t active = 0, reached = 0;
    for (uint64_t rest = applying; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(rest);
        values[lane] =
            MG__K(_properties)(f) & MG_LABEL ? *MG__K(_label_at)(f, MG__K(_element)(f, v, lane)) : MG__K(_identity)(f);
    }
    MG__K(_gather_lanes)(f, v, needing, values);
    for (uint64_t rest = applying; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(rest);
        const mg_ctx ctx = MG__K(_lane_ctx)(f, base, lane);
        reached |= (uint64_t)!MG__K(_same_bits)(values[lane], MG__K(_identity)(f)) << lane;
        active |= (uint64_t)MG__K(_apply_lane)(f, &ctx, MG__K(_element)(f, v, lane), values[lane], add) << lane;
    }
    MG__K(_update_needing)(f, v, MG__K(_properties)(f) & MG_ALL_ACTIVE ? applying : reached);
    return active;
}

static void MG__K(_lanes_pull)(const mg_frame *frame, mg_vertex begin, mg_vertex end, mg_sink *sink, double *add) {
    const mg_frame own = *frame, *f = &own;
    for (mg_vertex first = begin; first < end && MG__K(_is_program)(f);) {
        const mg_vertex last = end - first < 64 ? end : first + 64;
        uint64_t word = 0;
        for (mg_vertex v = first; v < last; v++) {
            const uint64_t active = MG__K(_pull_vertex_lanes)(f, v, f->lanes.running, add);
            f->lanes.next[v] = active;
            sink->lanes |= active;
            if (active) {
                word |= (uint64_t)1 << (v & 63);
                sink->count++;
                sink->edges += MG__K(_degree)(f, v);
            }
        }
        f->next[first >> 6] = word;
        first = last;
    }
}

static void MG__K(_lanes_pull_list)(const mg_frame *frame, const mg_vertex *list, size_t begin, size_t end,
                                    double *add) {
    const mg_frame own = *frame, *f = &own;
    for (size_t i = begin; i < end && MG__K(_is_program)(f); i++) {
        MG__K(_pull_vertex_lanes)(f, list[i], f->lanes.list_lanes[i], add);
    }
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/relax.inc.h: label programs in priority order: improved vertices go to the bucket of their new value. Included by
 * loops.inc.h.
 */
/* The bucket of an improved vertex. */
MG__INLINE void MG__K(_file)(const mg_frame *f, mg_vertex v, MG__K(_V) sent, bool alone, mg_bins *bins) {
    if (MG__K(_same)(sent, MG__K(_identity)(f)) ||
        MG__K(_accumulate)(f, MG__K(_label_at)(f, v), sent, alone) == MG__K(_UNCHANGED)) {
        return;
    }
    uint32_t bucket = MG__K(_call_priority)(f, sent);
    bucket = bucket < bins->current ? bins->current : bucket;
    mg_bin *bin = bucket - bins->first < MG_BINS ? &bins->bins[bucket % MG_BINS] : &bins->far;
    bin = bin->count < bin->capacity ? bin : &bins->spill;
    bin->items[bin->count++] = v;
}

MG__INLINE void MG__K(_relax_rows)(const mg_frame *f, const mg_arcs *arcs, uint64_t lo, uint64_t hi, MG__K(_V) value,
                                   bool alone, bool weighted, mg_bins *bins) {
    MG__K(_V) sent[MG__K(_ROW)];
    for (uint64_t e = lo; e < hi; e += MG__K(_ROW)) {
        const uint32_t count = hi - e < MG__K(_ROW) ? (uint32_t)(hi - e) : MG__K(_ROW);
        MG__K(_call_row)(f, count, &value, 0, arcs, e, weighted, sent);
        for (uint32_t i = 0; i < count; i++) {
            const mg_vertex v = arcs->neighbours[e + i];
            if (MG__K(_call_needs)(f, v)) {
                MG__K(_file)(f, v, sent[i], alone, bins);
            }
        }
    }
}

MG__INLINE void MG__K(_relax_list)(const mg_frame *f, const mg_vertex *list, size_t begin, size_t end, bool alone,
                                   bool weighted, mg_bins *bins) {
    for (size_t i = begin; i < end; i++) {
        const mg_vertex u = list[i];
        const MG__K(_V) value = MG__K(_load)(MG__K(_label_at)(f, u));
        if (MG__K(_call_priority)(f, value) < bins->current) {
            continue; /* improved and worked off since it was put here */
        }
        for (uint32_t side = 0; side < f->sides; side++) {
            const mg_arcs *arcs = &f->send[side];
            const uint64_t end_edge = arcs->offsets[u + 1];
            bins->edges += end_edge - arcs->offsets[u];
            if (MG__K(_has_rows)(f)) {
                MG__K(_relax_rows)(f, arcs, arcs->offsets[u], end_edge, value, alone, weighted, bins);
                continue;
            }
            for (uint64_t e = arcs->offsets[u]; e < end_edge; e++) {
                const mg_vertex v = arcs->neighbours[e];
                if (MG__K(_call_needs)(f, v)) {
                    const MG__K(_V) sent = MG__K(_call_edge)(f, value, MG__K(_weight_of)(f, arcs, e, weighted), v);
                    MG__K(_file)(f, v, sent, alone, bins);
                }
            }
        }
    }
}

static void MG__K(_relax)(const mg_frame *f, const mg_vertex *list, size_t begin, size_t end, bool alone,
                          mg_bins *bins) {
    const bool weighted = f->send[0].weights != NULL;
    if (alone) {
        if (weighted) {
            MG__K(_relax_list)(f, list, begin, end, true, true, bins);
        } else {
            MG__K(_relax_list)(f, list, begin, end, true, false, bins);
        }
    } else if (weighted) {
        MG__K(_relax_list)(f, list, begin, end, false, true, bins);
    } else {
        MG__K(_relax_list)(f, list, begin, end, false, false, bins);
    }
}

static uint32_t MG__K(_bucket)(const mg_frame *f, mg_vertex v) {
    return MG__K(_call_priority)(f, MG__K(_load)(MG__K(_label_at)(f, v)));
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/pull.inc.h: pull (bottom-up): receivers read their active in-neighbours; apply is fused. Included by loops.inc.h.
 */
MG__INLINE MG__K(_V)
    MG__K(_contribution)(const mg_frame *f, const mg_arcs *arcs, uint64_t e, mg_vertex v, bool weighted) {
    return MG__K(_call_edge)(f, MG__K(_value_of)(f, arcs->neighbours[e]), MG__K(_weight_of)(f, arcs, e, weighted), v);
}

/* Contribution of edge e to v if it is before the end of the row, else the identity, without a branch. */
MG__INLINE MG__K(_V) MG__K(_contribution_before)(const mg_frame *f, const mg_arcs *arcs, uint64_t e, uint64_t end,
                                                 mg_vertex v, bool weighted) {
    const MG__K(_V) sent = MG__K(_contribution)(f, arcs, e, v, weighted), identity = MG__K(_identity)(f);
    const MG__K(_plain_word) mask = (MG__K(_plain_word))0 - (MG__K(_plain_word))(e < end);
    MG__K(_plain_word) word, none;
    memcpy(&word, &sent, sizeof word);
    memcpy(&none, &identity, sizeof none);
    word = (word & mask) | (none & ~mask);
    MG__K(_V) value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* Combines a row in four parts. The last up to four edges take no branch on their number, which is unpredictable where
 * most rows are short: edges of the next row are read, too, and discarded. */
MG__INLINE MG__K(_V)
    MG__K(_gather_fours)(const mg_frame *f, const mg_arcs *arcs, mg_vertex v, MG__K(_V) a, bool weighted) {
    const uint64_t end = arcs->offsets[v + 1], all = arcs->offsets[f->n];
    uint64_t e = arcs->offsets[v];
    MG__K(_V) b = MG__K(_identity)(f), c = b, d = b;
    for (; end - e > 4; e += 4) {
        a = MG__K(_combine)(f, a, MG__K(_contribution)(f, arcs, e, v, weighted));
        b = MG__K(_combine)(f, b, MG__K(_contribution)(f, arcs, e + 1, v, weighted));
        c = MG__K(_combine)(f, c, MG__K(_contribution)(f, arcs, e + 2, v, weighted));
        d = MG__K(_combine)(f, d, MG__K(_contribution)(f, arcs, e + 3, v, weighted));
    }
    if (__builtin_expect(all - e >= 4, 1)) {
        a = MG__K(_combine)(f, a, MG__K(_contribution_before)(f, arcs, e, end, v, weighted));
        b = MG__K(_combine)(f, b, MG__K(_contribution_before)(f, arcs, e + 1, end, v, weighted));
        c = MG__K(_combine)(f, c, MG__K(_contribution_before)(f, arcs, e + 2, end, v, weighted));
        d = MG__K(_combine)(f, d, MG__K(_contribution_before)(f, arcs, e + 3, end, v, weighted));
    } else {
        for (; e < end; e++) {
            a = MG__K(_combine)(f, a, MG__K(_contribution)(f, arcs, e, v, weighted));
        }
    }
    return MG__K(_combine)(f, MG__K(_combine)(f, a, b), MG__K(_combine)(f, c, d));
}

/* Combines the contribution of edge e with *value; true: v needs no further ones. */
MG__INLINE bool MG__K(_gather_edge)(const mg_frame *f, const mg_arcs *arcs, uint64_t e, mg_vertex v, MG__K(_V) * value,
                                    bool weighted) {
    return MG__K(_fold)(f, value, MG__K(_contribution)(f, arcs, e, v, weighted));
}

/* Combines the contributions of the active in-neighbours of v with `value`. */
MG__INLINE MG__K(_V) MG__K(_gather)(const mg_frame *f, mg_vertex v, MG__K(_V) value, bool all, bool weighted) {
    if (MG__K(_has_rows)(f)) {
        return MG__K(_gather_rows)(f, v, value, all, weighted);
    }
    for (uint32_t side = 0; side < MG__K(_sides)(f); side++) {
        const mg_arcs *arcs = &f->pull_arcs[side];
        if (all && MG__K(_is_narrow)(f) && !MG__K(_has_edge)(f)) {
            const uint64_t first = arcs->offsets[v];
            const double sum = mg__sum_narrow(f->scatter_values, arcs->neighbours + first, arcs->offsets[v + 1] - first,
                                              arcs->offsets[f->n] - first, f->rows_alike);
            value = MG__K(_combine)(f, value, MG__K(_of_double)(sum));
            continue;
        }
        if (all && MG__K(_reads_beyond_rows)(f)) {
            value = MG__K(_gather_fours)(f, arcs, v, value, weighted);
            continue;
        }
        const uint64_t end = arcs->offsets[v + 1];
        uint64_t e = arcs->offsets[v];
        while (!all && end - e >= MG_GROUP_EDGES) {
            uint32_t active;
            e = f->has_avx2 ? mg__next_active_avx2(f->frontier_bits, arcs->neighbours, e, end, &active)
                            : mg__next_active(f->frontier_bits, arcs->neighbours, e, end, &active);
            for (; active; active &= active - 1) {
                const uint64_t hit = e + (uint32_t)__builtin_ctz(active);
                if (MG__K(_gather_edge)(f, arcs, hit, v, &value, weighted)) {
                    return value;
                }
            }
            e = end - e > MG_GROUP_EDGES ? e + MG_GROUP_EDGES : end;
        }
        for (; e < end; e++) {
            if ((all || mg__bit(f->frontier_bits, arcs->neighbours[e])) &&
                MG__K(_gather_edge)(f, arcs, e, v, &value, weighted)) {
                return value;
            }
        }
    }
    return value;
}

#ifdef MG__SHARES_GATHER
/* The same; frontiers that are not all vertices are searched in functions that all loops share. */
static __attribute__((noinline)) MG__K(_V)
    MG__K(_gather_active)(const mg_frame *f, mg_vertex v, MG__K(_V) value, bool weighted) {
    return weighted ? MG__K(_gather)(f, v, value, false, true) : MG__K(_gather)(f, v, value, false, false);
}

MG__INLINE MG__K(_V) MG__K(_gather_row)(const mg_frame *f, mg_vertex v, MG__K(_V) value, bool all, bool weighted) {
    return all ? MG__K(_gather)(f, v, value, true, weighted) : MG__K(_gather_active)(f, v, value, weighted);
}
#define MG__GATHER MG__K(_gather_row)
#define MG__SEARCHED frame /* passed on: a copy whose address is known would not stay in registers */
#else
#define MG__GATHER MG__K(_gather)
#define MG__SEARCHED f
#endif

/* Pulls and applies one receiver; true: in the next frontier. */
MG__INLINE bool MG__K(_pull_vertex)(const mg_frame *f, mg_vertex v, bool needs, bool all, bool weighted, double *add) {
    if (MG__K(_properties)(f) & MG_LABEL) {
        if (!needs) {
            return false;
        }
        MG__K(_V) *at = MG__K(_label_at)(f, v);
        const MG__K(_V) before = *at, after = MG__GATHER(f, v, before, all, weighted);
        if (MG__K(_same_bits)(before, after)) {
            return false;
        }
        MG__K(_store)(at, after);
        return true;
    }
    MG__K(_V) value = MG__K(_identity)(f);
    if (needs && f->pull_initial) {
        MG__K(_V) *pull_initial = f->pull_initial;
        value = pull_initial[v];
        pull_initial[v] = MG__K(_identity)(f);
    }
    const bool is_hit = (MG__K(_properties)(f) & MG_FIRST_HIT) && !MG__K(_same_bits)(value, MG__K(_identity)(f));
    if (needs && !is_hit) {
        value = MG__GATHER(f, v, value, all, weighted);
    }
    if (!(MG__K(_properties)(f) & MG_ALL_ACTIVE) && MG__K(_same_bits)(value, MG__K(_identity)(f))) {
        return false;
    }
    return MG__K(_call_apply)(f, v, value, add);
}

/* May v become active? Without contributions only topology-driven phases apply it. */
MG__INLINE bool MG__K(_may_activate)(const mg_frame *f, mg_vertex v) {
    const uint64_t *in = f->pull_arcs[0].offsets, *out = f->pull_arcs[1].offsets;
    const bool has_row = (in[v] < in[v + 1]) | (f->direction_count == 2 && out[v] < out[v + 1]);
    return has_row & MG__K(_call_needs)(f, v);
}

/* Receivers prefetched ahead in a pull of a range. */
enum { MG__K(_AHEAD) = 32 };

/* Pulls the vertices [first, last) of one word of the next frontier that may become active. Deciding that for all of
 * them before takes one misprediction a word instead of one a vertex. */
MG__INLINE uint64_t MG__K(_pull_word)(const mg_frame *f, mg_vertex first, mg_vertex last, bool all, bool weighted,
                                      double *sums) {
    const mg_arcs *arcs = &f->pull_arcs[0];
    uint64_t wanted = 0, word = 0;
    for (mg_vertex v = first; v < last; v++) {
        wanted |= (uint64_t)MG__K(_may_activate)(f, v) << (v & 63);
    }
    for (; wanted; wanted &= wanted - 1) {
        const mg_vertex v = first + (mg_vertex)__builtin_ctzll(wanted);
        const mg_vertex ahead = f->n - v > MG__K(_AHEAD) ? v + MG__K(_AHEAD) : v;
        __builtin_prefetch(&arcs->neighbours[arcs->offsets[ahead]]);
        word |= (uint64_t)MG__K(_pull_vertex)(f, v, true, all, weighted, sums) << (v & 63);
    }
    return word;
}

/* The same for topology-driven phases: all vertices are applied. */
MG__INLINE uint64_t MG__K(_pull_all)(const mg_frame *f, mg_vertex first, mg_vertex last, bool all, bool weighted,
                                     double *sums) {
    uint64_t word = 0;
    for (mg_vertex v = first; v < last; v++) {
        const bool active = MG__K(_pull_vertex)(f, v, MG__K(_call_needs)(f, v), all, weighted, sums);
        word |= (uint64_t)active << (v & 63);
    }
    return word;
}

MG__INLINE void MG__K(_pull_range)(const mg_frame *f, mg_vertex begin, mg_vertex end, bool all, bool weighted,
                                   mg_sink *sink, double *add) {
    /* Local copies, which the compiler keeps in registers; updates through `add` and `sink` would be stored each
     * time. */
    double sums[MG_TOTALS_MAX];
    const uint32_t sends = MG_ALL_ACTIVE | MG_PURE_SCATTER;
    MG__K(_start_totals)(f, sums);
    const bool ahead = all && (MG__K(_properties)(f) & sends) == sends && f->scatter_ahead;
    size_t count = 0;
    uint64_t edges = 0;
    if (ahead) {
        for (mg_vertex v = begin; v < end; v++) {
            count += MG__K(_pull_vertex)(f, v, MG__K(_call_needs)(f, v), all, weighted, sums);
            MG__K(_send)(f, f->scatter_ahead, v);
        }
        begin = end; /* all vertices are active in the next iteration, or none: no bitmap */
    }
    for (mg_vertex first = begin; first < end;) {
        const mg_vertex last = end - first < 64 ? end : first + 64;
        const uint64_t word = MG__K(_properties)(f) & MG_ALL_ACTIVE
                                  ? MG__K(_pull_all)(f, first, last, all, weighted, sums)
                                  : MG__K(_pull_word)(f, first, last, all, weighted, sums);
        for (uint64_t rest = word; rest; rest &= rest - 1) {
            count++;
            /* not needed by topology-driven phases, whose ranges may begin anywhere on ranks */
            edges +=
                MG__K(_properties)(f) & MG_ALL_ACTIVE ? 0 : MG__K(_degree)(f, first + (mg_vertex)__builtin_ctzll(rest));
        }
        f->next[first >> 6] = word;
        first = last;
    }
    sink->count += count;
    sink->edges += edges;
    MG__K(_join_totals)(f, add, sums);
}

static void MG__K(_pull)(const mg_frame *frame, mg_vertex begin, mg_vertex end, mg_sink *sink, double *add) {
    if (!MG__K(_is_program)(frame)) {
        return;
    }
    MG__OWN_FRAME(frame);
    const bool weighted = MG__K(_reads_weights)(f, f->pull_arcs[0].weights);
    if (f->frontier_bits) {
        if (weighted) {
            MG__K(_pull_range)(MG__SEARCHED, begin, end, false, true, sink, add);
        } else {
            MG__K(_pull_range)(MG__SEARCHED, begin, end, false, false, sink, add);
        }
    } else if (weighted) {
        MG__K(_pull_range)(f, begin, end, true, true, sink, add);
    } else {
        MG__K(_pull_range)(f, begin, end, true, false, sink, add);
    }
}

/* Prefetches state and row offset of a receiver two prefetch distances ahead, and the row of one a distance ahead,
 * whose offset has arrived by now. */
MG__INLINE void MG__K(_prefetch_row)(const mg_frame *f, mg_vertex far_row, mg_vertex near_row) {
    __builtin_prefetch(MG__K(_at)(f, far_row));
    __builtin_prefetch(&f->pull_arcs[0].offsets[far_row]);
    __builtin_prefetch(&f->pull_arcs[0].neighbours[f->pull_arcs[0].offsets[near_row]]);
}

/* Pull for a list of receivers (replay). The next frontier is recorded already, so none is built. */
static void MG__K(_pull_list)(const mg_frame *f, const mg_vertex *list, size_t begin, size_t end, double *add) {
    const bool weighted = MG__K(_reads_weights)(f, f->pull_arcs[0].weights);
    for (size_t i = begin; i < end && MG__K(_is_program)(f); i++) {
        if (i + 2 * MG_PREFETCH_DISTANCE < end) {
            MG__K(_prefetch_row)(f, list[i + 2 * MG_PREFETCH_DISTANCE], list[i + MG_PREFETCH_DISTANCE]);
        }
        const bool needs = MG__K(_call_needs)(f, list[i]);
        if (weighted) {
            MG__K(_pull_vertex)(f, list[i], needs, false, true, add);
        } else {
            MG__K(_pull_vertex)(f, list[i], needs, false, false, add);
        }
    }
}
#undef MG__GATHER
#undef MG__SEARCHED

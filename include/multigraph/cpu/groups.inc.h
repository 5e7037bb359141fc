/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/groups.inc.h: the loops of phases with MG_MOST_FREQUENT: counts the contributions of a vertex by value.
 */

/* Rows of at most this many edges are searched without a hash table. */
#define MG_FEW_CONTRIBUTIONS 16u

MG__INLINE MG__K(_V) MG__K(_lesser)(MG__K(_V) a, MG__K(_V) b) {
    return MG__NUMERIC(min, MG__K(_V), MG__K(_keep_first))(a, b);
}

/* The best value so far: the most frequent one, of several the smallest. */
typedef struct MG__K(_best) {
    MG__K(_V) value;
    uint32_t count;
} MG__K(_best);

MG__INLINE void MG__K(_improve)(MG__K(_best) * best, MG__K(_V) value, uint32_t count) {
    const bool ties = count == best->count && MG__K(_same_bits)(MG__K(_lesser)(value, best->value), value);
    if (count > best->count || ties) {
        *best = (MG__K(_best)){value, count};
    }
}

/* Counts a value that occurs once more. Counts only grow, so that the last improvement is the best of all. */
MG__INLINE void MG__K(_count)(MG__K(_V) value, const mg_group_scratch *s, uint32_t shift, MG__K(_best) * best) {
    MG__K(_V) *const values = s->values;
    MG__K(_plain_word) bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t at = (uint64_t)bits * UINT64_C(0x9e3779b97f4a7c15) >> shift;
    while (s->counts[at] && !MG__K(_same_bits)(values[at], value)) {
        at = (at + 1) & (UINT64_MAX >> shift);
    }
    values[at] = value;
    MG__K(_improve)(best, value, ++s->counts[at]);
}

MG__INLINE uint64_t MG__K(_row_length)(const mg_frame *f, mg_vertex v) {
    uint64_t length = 0;
    for (uint32_t side = 0; side < MG__K(_sides)(f); side++) {
        length += f->pull_arcs[side].offsets[v + 1] - f->pull_arcs[side].offsets[v];
    }
    return length;
}

MG__INLINE MG__K(_V) MG__K(_count_few)(const mg_frame *f, mg_vertex v, bool weighted) {
    MG__K(_V) values[MG_FEW_CONTRIBUTIONS];
    MG__K(_best) best = {MG__K(_identity)(f), 0};
    uint32_t count = 0;
    for (uint32_t side = 0; side < MG__K(_sides)(f); side++) {
        const mg_arcs *arcs = &f->pull_arcs[side];
        for (uint64_t e = arcs->offsets[v]; e < arcs->offsets[v + 1]; e++) {
            values[count] = MG__K(_contribution)(f, arcs, e, v, weighted);
            count += !MG__K(_same_bits)(values[count], MG__K(_identity)(f));
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t equal = 0;
        for (uint32_t k = 0; k <= i; k++) {
            equal += MG__K(_same_bits)(values[k], values[i]);
        }
        MG__K(_improve)(&best, values[i], equal);
    }
    return best.value;
}

MG__INLINE MG__K(_V)
    MG__K(_count_many)(const mg_frame *f, mg_vertex v, uint64_t length, const mg_group_scratch *s, bool weighted) {
    const uint32_t shift = (uint32_t)__builtin_clzll(2 * length - 1); /* a power of two of at least 2 * length slots */
    MG__K(_best) best = {MG__K(_identity)(f), 0};
    memset(s->counts, 0, ((UINT64_MAX >> shift) + 1) * sizeof *s->counts);
    for (uint32_t side = 0; side < MG__K(_sides)(f); side++) {
        const mg_arcs *arcs = &f->pull_arcs[side];
        for (uint64_t e = arcs->offsets[v]; e < arcs->offsets[v + 1]; e++) {
            const MG__K(_V) value = MG__K(_contribution)(f, arcs, e, v, weighted);
            if (!MG__K(_same_bits)(value, MG__K(_identity)(f))) {
                MG__K(_count)(value, s, shift, &best);
            }
        }
    }
    return best.value;
}

MG__INLINE bool MG__K(_groups_of)(const mg_frame *f, mg_vertex begin, mg_vertex end, const mg_group_scratch *s,
                                  double *add, bool weighted) {
    bool any = false;
    for (mg_vertex v = begin; v < end; v++) {
        const uint64_t length = MG__K(_row_length)(f, v);
        const MG__K(_V) value = length <= MG_FEW_CONTRIBUTIONS ? MG__K(_count_few)(f, v, weighted)
                                                               : MG__K(_count_many)(f, v, length, s, weighted);
        any |= MG__K(_call_apply)(f, v, value, add);
    }
    return any;
}

/* Gathers and applies a range of receivers; true: any of them is active. */
static bool MG__K(_groups)(const mg_frame *f, mg_vertex begin, mg_vertex end, const mg_group_scratch *s, double *add) {
    if (MG__SPEC.monoid != MG_MOST_FREQUENT) {
        return false;
    }
    return f->pull_arcs[0].weights ? MG__K(_groups_of)(f, begin, end, s, add, true)
                                   : MG__K(_groups_of)(f, begin, end, s, add, false);
}

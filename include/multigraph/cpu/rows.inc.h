/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/rows.inc.h: push and pull of a row for phases of function pointers with `edge_row`, up to 128 edges per call.
 */
enum { MG__K(_ROW) = 128 };

MG__INLINE void MG__K(_push_rows)(const mg_frame *f, const mg_arcs *arcs, uint64_t lo, uint64_t hi, MG__K(_V) value,
                                  bool serial, bool weighted, mg_push_target kind, void *target) {
    MG__K(_V) sent[MG__K(_ROW)];
    for (uint64_t e = lo; e < hi; e += MG__K(_ROW)) {
        const uint32_t count = hi - e < MG__K(_ROW) ? (uint32_t)(hi - e) : MG__K(_ROW);
        MG__K(_call_row)(f, count, &value, 0, arcs, e, weighted, sent);
        for (uint32_t i = 0; i < count; i++) {
            const mg_vertex v = arcs->neighbours[e + i];
            if (MG__K(_receives)(f, v, kind)) {
                MG__K(_push_value)(f, v, sent[i], serial, kind, target);
            }
        }
    }
}

/* A call transforms consecutive edges, so inactive neighbours are included with the identity; their results are
 * discarded. */
MG__INLINE MG__K(_V) MG__K(_gather_rows)(const mg_frame *f, mg_vertex v, MG__K(_V) value, bool all, bool weighted) {
    MG__K(_V) values[MG__K(_ROW)], sent[MG__K(_ROW)];
    for (uint32_t side = 0; side < f->direction_count; side++) {
        const mg_arcs *arcs = &f->pull_arcs[side];
        const uint64_t end = arcs->offsets[v + 1];
        for (uint64_t e = arcs->offsets[v]; e < end; e += MG__K(_ROW)) {
            const uint32_t count = end - e < MG__K(_ROW) ? (uint32_t)(end - e) : MG__K(_ROW);
            const mg_vertex *senders = arcs->neighbours + e;
            bool any = false;
            for (uint32_t i = 0; i < count; i++) {
                const bool active = all || mg__bit(f->frontier_bits, senders[i]);
                values[i] = active ? MG__K(_value_of)(f, senders[i]) : MG__K(_identity)(f);
                any |= active;
            }
            if (!any) {
                continue;
            }
            MG__K(_call_row)(f, count, values, 1, arcs, e, weighted, sent);
            for (uint32_t i = 0; i < count; i++) {
                if ((all || mg__bit(f->frontier_bits, senders[i])) && MG__K(_fold)(f, &value, sent[i])) {
                    return value;
                }
            }
        }
    }
    return value;
}

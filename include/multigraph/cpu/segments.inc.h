/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/segments.inc.h: push to a segment of hubs (loops.h, mg_segments) by privatisation: each thread accumulates
 * without atomics in its own array of sums; afterwards the arrays are reduced row by row. Included by loops.inc.h.
 */
MG__INLINE void MG__K(_push_to_segment)(const mg_frame *f, const mg_segment *segment, const mg_vertex *list,
                                        mg_frontier_slice slice, MG__K(_V) * sums, bool weighted) {
    const mg_arcs arcs = {.weights = segment->weights};
    const bool first_hit = MG__K(_properties)(f) & MG_FIRST_HIT;
    const bool looks = MG__K(_looks_at_receiver)(f) || f->receivers;
    for (size_t i = slice.begin; i < slice.end + (slice.last_edges > 0); i++) {
        const mg_vertex u = list[i];
        const uint64_t lo = segment->offsets[u] + (i == slice.begin ? slice.first_edge : 0);
        const uint64_t hi = i == slice.end ? segment->offsets[u] + slice.last_edges : segment->offsets[u + 1];
        const MG__K(_V) value = MG__K(_value_of)(f, u);
        for (uint64_t e = lo; e < hi; e++) {
            MG__K(_V) *sum = &sums[segment->rows[e]];
            if (first_hit && !MG__K(_same_bits)(*sum, MG__K(_identity)(f))) {
                continue;
            }
            const mg_vertex v = looks ? segment->receivers[segment->rows[e]] : 0;
            if (!looks || MG__K(_receives)(f, v, MG_PUSH_TO_SINK)) {
                MG__K(_fold)(f, sum, MG__K(_call_edge)(f, value, MG__K(_weight_of)(f, &arcs, e, weighted), v));
            }
        }
    }
}

static void MG__K(_push_segment)(const mg_frame *frame, const mg_segment *segment, const mg_vertex *list,
                                 mg_frontier_slice slice, void *sums) {
    const mg_frame own = *frame, *f = &own; /* a local copy: no store can alias it */
    if (!MG__K(_is_program)(f)) {
        return;
    }
    if (MG__K(_reads_weights)(f, segment->weights)) {
        MG__K(_push_to_segment)(f, segment, list, slice, sums, true);
    } else {
        MG__K(_push_to_segment)(f, segment, list, slice, sums, false);
    }
}

/* Reduces rows [begin, end) of the arrays of all threads, `stride` values apart, pushes the sums to the sink and resets
 * the arrays to the identity. */
static void MG__K(_reduce_segment)(const mg_frame *frame, const mg_segment *segment, void *sums, size_t stride,
                                   uint32_t threads, uint32_t begin, uint32_t end, mg_sink *sink) {
    const mg_frame own = *frame, *f = &own;
    MG__K(_V) *const first = sums;
    for (uint32_t row = begin; row < end; row++) {
        MG__K(_V) value = first[row];
        first[row] = MG__K(_identity)(f);
        for (uint32_t k = 1; k < threads; k++) {
            MG__K(_V) *other = first + k * stride + row;
            MG__K(_fold)(f, &value, *other);
            *other = MG__K(_identity)(f);
        }
        MG__K(_push_to_sink)(f, segment->receivers[row], value, true, sink);
    }
}

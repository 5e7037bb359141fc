/* SPDX-License-Identifier: Apache-2.0
 *
 * relax_bins.h: relaxes vertices or edges of a list into the bins of a thread. False: out of memory.
 */
#ifndef MG_CORE_CPU_RELAX_BINS_H
#define MG_CORE_CPU_RELAX_BINS_H

#include "core/cpu/buckets.h"

/* The edges of v in all directions of the phase. */
static inline uint64_t mg__relaxed_degree(const mg_frame *f, mg_vertex v) {
    uint64_t degree = 0;
    for (uint32_t side = 0; side < f->direction_count; side++) {
        degree += f->push_arcs[side].offsets[v + 1] - f->push_arcs[side].offsets[v];
    }
    return degree;
}

/* A piece of a list that has so many edges. */
bool mg__relax_slice(mg_buckets *buckets, int t, const mg_vertex *list, mg_frontier_slice slice, uint64_t edges,
                     bool serial);
/* list[begin .. end). */
bool mg__relax_list(mg_buckets *buckets, int t, const mg_vertex *list, size_t begin, size_t end, bool serial);

#endif

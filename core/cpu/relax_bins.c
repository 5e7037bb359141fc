/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cpu/relax_bins.h"

#include <assert.h>

/* A list is relaxed in pieces of at most as many edges, all of which may be spilled. */
#define SPILL_EDGES ((uint64_t)1 << 13)

/* Of list[begin .. end) as many vertices as have at most SPILL_EDGES edges, but at least one; returns their end. */
static size_t cut_piece(const mg_frame *f, const mg_vertex *list, size_t begin, size_t end, uint64_t *edges) {
    size_t i = begin;
    *edges = 0;
    for (; i < end; i++) {
        const uint64_t degree = mg__relaxed_degree(f, list[i]);
        if (i > begin && *edges + degree > SPILL_EDGES) {
            break;
        }
        *edges += degree;
    }
    return i;
}

/* Moves the spill to bins that had to grow. */
bool mg__relax_slice(mg_buckets *buckets, int t, const mg_vertex *list, mg_frontier_slice slice, uint64_t edges,
                     bool serial) {
    const mg_cpu_work *const work = buckets->work;
    mg_bins *const bins = buckets->thread[t].bins;
    if (!mg__bin_reserve(buckets, t, &bins->spill, (size_t)edges)) {
        return false;
    }
    work->kernels->relax(&work->frame, list, slice, serial, bins);
    assert(bins->spill.count <= bins->spill.capacity);
    bool ok = true;
    for (size_t i = 0; ok && i < bins->spill.count; i++) {
        ok = mg__bin_put(buckets, t, bins->spill.items[i]);
    }
    bins->spill.count = 0;
    return ok;
}

bool mg__relax_list(mg_buckets *buckets, int t, const mg_vertex *list, size_t begin, size_t end, bool serial) {
    bool ok = true;
    while (ok && begin < end) {
        uint64_t edges;
        const size_t piece_end = cut_piece(&buckets->work->frame, list, begin, end, &edges);
        const mg_frontier_slice piece = {.begin = begin, .end = piece_end};
        ok = mg__relax_slice(buckets, t, list, piece, edges, serial);
        begin = piece_end;
    }
    return ok;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "frontier/frontier.h"

#include <assert.h>
#include <string.h>

void mg__frontier_need_list(mg_frontier *frontier, mg_vertex n, size_t *scratch, int threads) {
    if (frontier->has_list) {
        return;
    }
    if (frontier->all) {
#pragma omp parallel for num_threads(threads)
        for (mg_vertex v = 0; v < n; v++) {
            frontier->list[v] = v;
        }
    } else {
        assert(frontier->has_bits);
        const size_t count = mg__list_from_bitmap(frontier->bits, n, frontier->list, scratch, threads);
        assert(count == frontier->count);
        (void)count;
    }
    frontier->has_list = true;
}

void mg__frontier_need_bits(mg_frontier *frontier, mg_vertex n, int threads) {
    if (frontier->has_bits || frontier->all) {
        return;
    }
    assert(frontier->has_list && frontier->count <= n);
    memset(frontier->bits, 0, mg__bitmap_words(n) * sizeof *frontier->bits);
    mg__bitmap_add(frontier->bits, frontier->list, frontier->count, threads);
    frontier->has_bits = true;
}

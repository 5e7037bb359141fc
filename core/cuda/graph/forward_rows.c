/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/forward_rows.h"

#include "core/engine/estimate.h"

#include <string.h>

uint32_t mg__count_forward_rows(const mg_forward *forward, uint32_t n, uint32_t *first, mg_forward_args *args) {
    uint32_t rows = 0;
    for (uint32_t length = 0; length <= forward->longest; length++) {
        first[length] = 0;
    }
    for (uint32_t v = 0; v < n; v++) {
        first[forward->offsets[v + 1] - forward->offsets[v]]++;
    }
    args->block_rows = args->warp_rows = args->lane_rows = 0;
    memset(args->group_rows, 0, sizeof args->group_rows);
    for (uint32_t length = forward->longest; length >= 2; length--) {
        const uint32_t count = first[length];
        *(length > MG_TRIANGLES_WARP_ROW   ? &args->block_rows
          : length > MG_TRIANGLES_LANE_ROW ? &args->warp_rows
                                           : &args->lane_rows) += count;
        if (length > MG_TRIANGLES_LANE_ROW && length <= 32) {
            args->group_rows[length > 16 ? 0 : length > 8 ? 1 : 2] += count;
        }
        first[length] = rows;
        rows += count;
    }
    return rows;
}

void mg__list_forward_rows(const mg_forward *forward, uint32_t n, uint32_t *first, mg_forward_row *rows) {
    for (uint32_t v = 0; v < n; v++) {
        const uint64_t begin = forward->offsets[v], length = forward->offsets[v + 1] - begin;
        if (length >= 2) {
            rows[first[length]++] = (mg_forward_row){.vertex = v, .length = (uint32_t)length, .begin = begin};
        }
    }
}

uint64_t mg__forward_rows_bytes(const mg_graph *graph) {
    const uint64_t most = mg__pair_count(graph) / 2;
    return (most < graph->n ? most : graph->n) * sizeof(mg_forward_row);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * --top: the largest values, by a heap of K vertices with the least one at the root. O(n log K).
 */
#include "tools/output/output.h"

#include <math.h>
#include <stdlib.h>

/* The value as a number; -1 for an unreached vertex or NaN, which are left out. */
static long double value_at(const mg_column *column, mg_vertex v) {
    const bool distance = column->meaning == MG_DISTANCE;
    switch (column->type) {
    case MG_UINT32: {
        uint32_t value = ((const uint32_t *)column->data)[v];
        return distance && value == UINT32_MAX ? -1 : (long double)value;
    }
    case MG_UINT64: {
        uint64_t value = ((const uint64_t *)column->data)[v];
        return distance && value == UINT64_MAX ? -1 : (long double)value;
    }
    case MG_FLOAT32: {
        float value = ((const float *)column->data)[v];
        return isfinite(value) ? (long double)value : -1;
    }
    default: {
        double value = ((const double *)column->data)[v];
        return isfinite(value) ? (long double)value : -1;
    }
    }
}

typedef struct ranking {
    const mg_graph *graph;
    const mg_column *column;
} ranking;

/* True if a comes before b in the output. */
static bool before(const ranking *r, mg_vertex a, mg_vertex b) {
    const long double x = value_at(r->column, a), y = value_at(r->column, b);
    return x > y || (x == y && mg_graph_id(r->graph, a) < mg_graph_id(r->graph, b));
}

/* Restores the heap after heap[0] changed: no parent comes before its child in the output. */
static void sift_down(const ranking *r, mg_vertex *heap, uint64_t count) {
    for (uint64_t parent = 0;;) {
        uint64_t child = 2 * parent + 1;
        if (child >= count) {
            return;
        }
        if (child + 1 < count && before(r, heap[child], heap[child + 1])) {
            child++;
        }
        if (!before(r, heap[parent], heap[child])) {
            return;
        }
        mg_vertex swap = heap[parent];
        heap[parent] = heap[child];
        heap[child] = swap;
        parent = child;
    }
}

static void sift_up(const ranking *r, mg_vertex *heap, uint64_t child) {
    while (child > 0 && before(r, heap[(child - 1) / 2], heap[child])) {
        uint64_t parent = (child - 1) / 2;
        mg_vertex swap = heap[parent];
        heap[parent] = heap[child];
        heap[child] = swap;
        child = parent;
    }
}

mg_vertex *output_largest(const mg_graph *graph, const mg_column *column, uint64_t *count) {
    const ranking ranked = {graph, column}, *const r = &ranked;
    const mg_vertex n = mg_graph_vertex_count(graph);
    const uint64_t most = *count < n ? *count : n;
    mg_vertex *heap = malloc((most ? most : 1) * sizeof *heap);
    uint64_t held = 0;
    if (!heap) {
        return NULL;
    }
    for (mg_vertex v = 0; v < n; v++) {
        if (value_at(column, v) < 0) {
            continue;
        }
        if (held < most) {
            heap[held] = v;
            sift_up(r, heap, held++);
        } else if (most && before(r, v, heap[0])) {
            heap[0] = v;
            sift_down(r, heap, held);
        }
    }
    *count = held;
    for (uint64_t left = held; left > 1;) { /* heapsort: the last in output order moves to the end */
        mg_vertex last = heap[0];
        heap[0] = heap[--left];
        heap[left] = last;
        sift_down(r, heap, left);
    }
    return heap;
}

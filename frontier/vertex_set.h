/* SPDX-License-Identifier: Apache-2.0
 *
 * vertex_set.h: sets of vertices as a list, a bitmap, or local lists of threads. Vertex v is bit v % 64 of word v / 64
 * of a bitmap; unused bits of the last word are 0.
 */
#ifndef MG_FRONTIER_VERTEX_SET_H
#define MG_FRONTIER_VERTEX_SET_H

#include "core/context.h"

#include <multigraph/cpu/loops.h>

/* Number of words of a bitmap of n vertices. */
static inline size_t mg__bitmap_words(mg_vertex n) {
    return ((size_t)n + 63) / 64;
}

/* Writes the vertices of a bitmap to `list` in ascending order and returns their number. scratch: threads + 1
 * elements. */
size_t mg__list_from_bitmap(const uint64_t *bits, mg_vertex n, mg_vertex *list, size_t *scratch, int threads);

/* Sets the bits of the vertices of a list. */
void mg__bitmap_add(uint64_t *bits, const mg_vertex *list, size_t count, int threads);
/* The same, serial, with atomics: other threads may change bits concurrently. */
void mg__bitmap_add_atomic(uint64_t *bits, const mg_vertex *list, size_t count);
/* Clears the bits of the vertices of a list, likewise. */
void mg__bitmap_remove_atomic(uint64_t *bits, const mg_vertex *list, size_t count);
/* Clears a bitmap whose vertices are all in the list; touches only their words. */
void mg__bitmap_clear(uint64_t *bits, const mg_vertex *list, size_t count, int threads);

/* Ranges of vertices by which lists are sorted: several for each thread, few enough to write to all at once. */
#define MG_SORT_RANGES ((size_t)64)

/* Output lists, one per thread. */
typedef struct mg_sinks {
    mg_sink *sink;
    size_t *capacity;
    size_t *start;        /* threads + 1: offset of each list in the merged one */
    size_t *range_places; /* threads * MG_SORT_RANGES: of mg__sinks_merge_sorted() */
    int threads;
    mg_vertex n;    /* vertices of the graph: a list without duplicates has no more */
    uint64_t lanes; /* batch: union of the lanes of the lists merged or counted last */
} mg_sinks;

mg_status mg__sinks_create(mg_context *context, int threads, mg_vertex n, mg_sinks *sinks);
void mg__sinks_destroy(mg_context *context, mg_sinks *sinks);
void mg__sinks_clear(mg_sinks *sinks);
/* Reserves capacity for `more` further vertices in the list of thread t, which calls it; false if out of memory. */
bool mg__sinks_reserve(mg_context *context, mg_sinks *sinks, int t, size_t more);
/* Concatenates all lists into `list` (capacity: the sum of their counts) and clears them; returns the number of
 * vertices and adds their edges to *edges. */
size_t mg__sinks_merge(mg_sinks *sinks, mg_vertex *list, uint64_t *edges);
/* The same in ascending order, for lists without duplicates of a graph of n vertices; bits: receives their bitmap. The
 * time is that of reading the lists three times and the bitmap once: no thread writes where another one does. */
size_t mg__sinks_merge_sorted(mg_sinks *sinks, mg_vertex n, mg_vertex *list, uint64_t *bits, uint64_t *edges);
/* As mg__sinks_merge() without copying vertices, after init, pull or dense_apply, which only count. */
size_t mg__sinks_count(mg_sinks *sinks, uint64_t *edges);

#endif

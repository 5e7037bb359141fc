/* SPDX-License-Identifier: Apache-2.0
 *
 * vertex_set.h: sets of vertices as a list, as a bitmap, and as the lists that threads fill side by side.
 * Bitmaps have one bit per vertex, v's is bit v % 64 of word v / 64; unused bits of the last word are 0.
 */
#ifndef MG_FRONTIER_VERTEX_SET_H
#define MG_FRONTIER_VERTEX_SET_H

#include "core/context.h"

#include <multigraph/cpu/loops.h>

/* Words of a bitmap of n vertices. */
static inline size_t mg__bitmap_words(mg_vertex n) {
    return ((size_t)n + 63) / 64;
}

/* Writes the members of a bitmap to `list` in ascending order and returns how many they are. Runs on `threads` threads;
 * `scratch` has room for threads + 1 counts. */
size_t mg__list_from_bitmap(const uint64_t *bits, mg_vertex n, mg_vertex *list, size_t *scratch, int threads);

/* Sets the bits of the members of a list. */
void mg__bitmap_add(uint64_t *bits, const mg_vertex *list, size_t count, int threads);
/* The same by one of several threads that set bits at once. */
void mg__bitmap_add_atomic(uint64_t *bits, const mg_vertex *list, size_t count);
/* Empties a bitmap whose members are all in the list, without passing over its other words. */
void mg__bitmap_clear(uint64_t *bits, const mg_vertex *list, size_t count, int threads);

/* One growing list per thread. */
typedef struct mg_sinks {
    mg_sink *sink;
    size_t *capacity;
    size_t *start; /* threads + 1: where each list begins in the merged one */
    int threads;
    uint64_t lanes; /* of a batch: what the lists that were joined or counted last have in theirs */
} mg_sinks;

mg_status mg__sinks_create(mg_context *context, int threads, mg_sinks *sinks);
void mg__sinks_destroy(mg_context *context, mg_sinks *sinks);
void mg__sinks_clear(mg_sinks *sinks);
/* Room for `more` further vertices in thread t's list; false where memory is out. Called by thread t. */
bool mg__sinks_reserve(mg_context *context, mg_sinks *sinks, int t, size_t more);
/* Joins all lists into `list` (room for their sum) and clears them; returns the count, adds their edges to *edges. */
size_t mg__sinks_merge(mg_sinks *sinks, mg_vertex *list, uint64_t *edges);
/* The same without the vertices: what pull and init counted. */
size_t mg__sinks_count(mg_sinks *sinks, uint64_t *edges);

#endif

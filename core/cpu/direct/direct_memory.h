/* SPDX-License-Identifier: Apache-2.0
 *
 * direct_memory.h: the memory of direct runs on the CPU, and how rows and lists of edges are shared out to threads.
 */
#ifndef MG_CORE_CPU_DIRECT_DIRECT_MEMORY_H
#define MG_CORE_CPU_DIRECT_DIRECT_MEMORY_H

#include "core/graph/graph.h"

/* Carves a piece from a block, aligned to a line of the cache, starting at *at. With base NULL only the sizes are
 * summed. */
static inline void *mg__carve(char *base, uint64_t *at, uint64_t bytes) {
    void *const piece = base ? base + *at : NULL;
    *at += (bytes + 63) / 64 * 64;
    return piece;
}

/* Work of a block of rows, in vertices and edges. */
#define MG_BLOCK_WORK ((uint64_t)1 << 13)

static inline uint64_t mg__row_blocks(const uint64_t *offsets, mg_vertex n) {
    return (offsets[n] + n) / MG_BLOCK_WORK + 1;
}

/* The first row of a block: before it are at least so many vertices and edges as in the blocks before. */
static inline mg_vertex mg__block_row(const uint64_t *offsets, mg_vertex n, uint64_t block) {
    uint64_t low = 0, high = n;
    while (low < high) {
        const uint64_t middle = (low + high) / 2;
        if (offsets[middle] + middle < block * MG_BLOCK_WORK) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return (mg_vertex)low;
}

/* The first arc of a row that leads to a larger vertex. */
static inline uint64_t mg__larger_ends(const uint64_t *offsets, const mg_vertex *neighbours, mg_vertex u) {
    uint64_t low = offsets[u], count = offsets[u + 1] - low;
    while (count) {
        const uint64_t half = count / 2;
        const bool smaller = neighbours[low + half] <= u;
        low = smaller ? low + half + 1 : low;
        count = smaller ? count - half - 1 : half;
    }
    return low;
}

/* An edge of a list. */
typedef struct mg_chunk_edge {
    uint32_t end[2];
    uint32_t order; /* edges of less order come first */
    uint32_t arc;
} mg_chunk_edge;

#define MG_CHUNK_SIZE ((uint64_t)2048)

/* A list of edges in chunks, to which several threads append. Each chunk has its edges at its begin, so that a thread
 * can leave edges out where they are. */
typedef struct mg_chunks {
    mg_chunk_edge *edges;
    uint32_t *counts; /* of each chunk */
    uint64_t used;    /* chunks */
} mg_chunks;

/* Chunks for so many edges: the last one of each thread may have few. */
static inline uint64_t mg__chunks_for(uint64_t edges, int threads) {
    return edges / MG_CHUNK_SIZE + (uint64_t)threads;
}

/* Where a thread appends. */
typedef struct mg_chunk_end {
    mg_chunks *chunks;
    uint64_t chunk;
    uint32_t count; /* edges in it; MG_CHUNK_SIZE: a new one is needed */
} mg_chunk_end;

static inline mg_chunk_end mg__appends_begin(mg_chunks *chunks) {
    return (mg_chunk_end){.chunks = chunks, .count = MG_CHUNK_SIZE, .chunk = UINT64_MAX};
}

/* The thread appends no more to its chunk. */
static inline void mg__appends_end(mg_chunk_end *end) {
    if (end->chunk != UINT64_MAX) {
        end->chunks->counts[end->chunk] = end->count;
    }
}

static inline void mg__append(mg_chunk_end *end, mg_chunk_edge edge) {
    if (end->count == MG_CHUNK_SIZE) {
        mg__appends_end(end);
        end->chunk = __atomic_fetch_add(&end->chunks->used, 1, __ATOMIC_RELAXED);
        end->count = 0;
    }
    end->chunks->edges[end->chunk * MG_CHUNK_SIZE + end->count++] = edge;
}

/* Lowers *least to `key`. */
static inline void mg__lower(uint64_t *least, uint64_t key) {
    uint64_t old = __atomic_load_n(least, __ATOMIC_RELAXED);
    while (key < old && !__atomic_compare_exchange_n(least, &old, key, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}

#endif

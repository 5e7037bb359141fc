/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/loops.h: the interface between the CPU driver and the loops compiled for each phase. The driver owns threads,
 * memory and the choice of mode; a loop processes one chunk of an iteration on one thread and calls only inlined
 * code and mg__next_active_avx2().
 */
#ifndef MULTIGRAPH_CPU_LOOPS_H
#define MULTIGRAPH_CPU_LOOPS_H

#include <multigraph/cpu/active_edges.h>
#include <multigraph/phases.h>

#include <string.h>

/** One direction of the edges as CSR: row v is offsets[v] .. offsets[v + 1]. weights: weight type of the phase; NULL:
 *  all 1. */
typedef struct mg_arcs {
    const uint64_t *offsets;
    const mg_vertex *neighbours;
    const void *weights;
} mg_arcs;

/** Block row: the edges of one row in one matrix block, at most 65,535; longer rows have several. */
typedef struct mg_block_row {
    uint16_t row, length; /**< row: index within the row panel */
} mg_block_row;

/** Matrix block that has edges: first edge and first block row. They end where those of the next block begin. */
typedef struct mg_dense_block {
    uint64_t edge, block_row;
    uint32_t row_panel, column_panel;
} mg_dense_block;

/** Dense representation: the edge matrix, rows receivers and columns senders, cut into row and column panels. Blocks
 *  are ordered by row panel, then by column panel; the edges of a block by row. */
typedef struct mg_dense {
    mg_vertex n;
    uint32_t row_shift, column_shift; /**< panels have 1 << shift rows or columns, 64 to 65,536 */
    uint32_t row_panels, column_panels;
    const mg_vertex *row_order;     /**< vertex of each row */
    const mg_vertex *column_order;  /**< vertex of each column */
    const uint16_t *columns;        /**< column of each edge within its column panel */
    const mg_block_row *block_rows; /**< the sum of block row r is stored in slot r of the stream buffer */
    const mg_dense_block *blocks;   /**< block_count + 1 */
    const uint64_t *panel_blocks;   /**< row_panels + 1: first block of each row panel */
    uint64_t block_count, block_row_count;
    const uint64_t *item_blocks;           /**< blocks ordered by work item */
    const uint64_t *items;                 /**< item_count + 1: first element of each work item in item_blocks */
    uint64_t item_count, heavy_item_count; /**< the first heavy_item_count items are one heavy block each */
} mg_dense;

/** Segment: edges to a set of receivers of high in-degree (hubs), by sender; row u is offsets[u] .. offsets[u + 1]. */
typedef struct mg_segment {
    const uint64_t *offsets;    /**< n + 1 */
    const uint16_t *rows;       /**< receiver of each edge as a row of the segment */
    const void *weights;        /**< NULL: all 1 */
    const mg_vertex *receivers; /**< vertex of each row */
    uint32_t row_count;         /**< at most 65,536 */
} mg_segment;

/** Segmented edges in the direction of the phase. Hubs are divided into segments so that a value per row fits in a
 *  cache; low_arcs are the edges to all other receivers. */
typedef struct mg_segments {
    const mg_segment *hub_segments;
    uint32_t segment_count, row_count; /**< row_count: rows of all segments */
    mg_arcs low_arcs;
} mg_segments;

/** Batch: callbacks run per lane of a vertex. Lane k of vertex v is element v * count + k of state, acc and
 *  scatter_values. Lane masks have one bit per lane. */
typedef struct mg_lanes {
    uint32_t count;
    uint64_t running;                /**< lanes that have not ended; other bits of masks are undefined */
    const uint64_t *now;             /**< n masks: lanes in which the vertex is active */
    uint64_t *next;                  /**< n masks: lanes that push touched; after apply lanes of the next frontier */
    const uint64_t *receivers;       /**< n masks: lanes in which the vertex may receive; NULL: all */
    uint64_t *needing;               /**< n masks: cached results of `needs`; NULL: `needs` is called for each edge */
    const uint64_t *list_lanes;      /**< receivers for pull_list: one mask per element of the list */
    const uint32_t *first_iteration; /**< by lane: iteration in which it began */
} mg_lanes;

/** Forward edges, for TRIANGLES: every pair of neighbours once, in the row of the one with fewer neighbours. */
typedef struct mg_forward_rows {
    const uint64_t *offsets;
    const mg_vertex *neighbours; /**< rows ascend */
    const uint8_t *edges;        /**< directions in which a pair has edges, 1 or 2; NULL: all 1 */
} mg_forward_rows;

/** What a thread needs for the triangles of a row. */
typedef struct mg_triangle_scratch {
    uint64_t *bits;   /**< bitmap of the neighbours in the row; 0 between rows */
    uint32_t *before; /**< by word of the bitmap: neighbours in earlier words */
    void *received;   /**< values by place in the row, as long as the longest row */
    uint32_t *hits;   /**< likewise: places of common neighbours in the row of another vertex */
} mg_triangle_scratch;

/** What a thread needs to count the contributions of a vertex by value: a hash table. */
typedef struct mg_group_scratch {
    void *values;
    uint32_t *counts; /**< 0: the slot is free */
} mg_group_scratch;

/** Arguments shared by the loops of one phase. */
typedef struct mg_frame {
    mg_vertex n;
    uint32_t direction_count;    /**< 1, or 2 for MG_DIRECTION_BOTH on a directed graph */
    mg_arcs push_arcs[2];        /**< rows by sender; for EDGES by owner */
    mg_arcs pull_arcs[2];        /**< rows by receiver */
    const uint64_t *out_offsets; /**< for ctx->out_degree */
    const uint64_t *in_offsets;  /**< for ctx->in_degree; NULL unless declared */
    void *state;                 /**< n states */
    const void *params;
    void *acc;                     /**< n accumulators, the identity between iterations; not for label programs */
    void *scatter_values;          /**< n values (floats with MG_MIXED_PRECISION, but not in batches), valid for active
                                        vertices; with `scatter` only */
    void *scatter_ahead;           /**< pull with MG_ALL_ACTIVE and MG_PURE_SCATTER: what vertices send in the next
                                        iteration; NULL: pull does not store it */
    uint8_t *touched;              /**< n flags of push: has the receiver got a contribution? 0 between iterations */
    const uint64_t *frontier_bits; /**< bitmap of the frontier, for pull; NULL: all vertices are active */
    uint64_t *next;                /**< bitmap of the next frontier, written by init, pull and dense_apply */
    const uint64_t *receivers;     /**< bitmap of the vertices that may receive; NULL: all */
    uint32_t iteration;
    uint32_t round;               /**< of the loop around the phase, for ctx->round */
    const double *totals;         /**< MG_TOTALS_MAX per lane */
    const void *callbacks;        /**< mg_callbacks of a phase of function pointers */
    const mg_dense *dense;        /**< this and the next five are for mode DENSE */
    const void *dense_weights;    /**< in the order of dense->columns; NULL: all 1 */
    void *columns;                /**< n values: value sent by each column */
    uint64_t *active_columns;     /**< bitmap by column; NULL: all active, or masked by value (MG_ANNIHILATES) */
    const uint8_t *active_panels; /**< flag per column panel: has it an active column? */
    void *stream_buffer;          /**< partial sum of each block row */
    mg_lanes lanes;               /**< for batches */
    void *pull_initial;           /**< acc, if receivers have contributions before pull or dense; else NULL */
    bool has_avx2;                /**< the processor has it */
    bool rows_alike;              /**< pull with MG_MIXED_PRECISION: most rows are as long as the one before */
    mg_forward_rows forward;      /**< TRIANGLES */
    const uint32_t *neighbours;   /**< TRIANGLES: for ctx->neighbours */
} mg_frame;

/** Output list of a thread. The driver reserves capacity; init, pull and dense_apply only count. */
typedef struct mg_sink {
    mg_vertex *items;
    size_t count;
    uint64_t edges; /**< edges of the vertices that the loop activated */
    uint64_t lanes; /**< batch: lanes in which any of them is active */
} mg_sink;

/** Output of a first-hit push with apply fused into it, by one thread or (`shared`) by several. A thread claims a
 *  receiver by its value in acc before it looks at the state, and nobody else touches that state in this iteration. The
 *  claim remains while the receiver needs nothing, so that later pushes need not look at its state. */
typedef struct mg_first_hits {
    mg_sink *sink; /**< next frontier, from items[0] upward */
    bool shared;
    /** sink->items[repeat_begin .. repeat_end) is a stack, growing downward, of receivers already applied in this
     *  iteration that still need contributions. They are not applied again; a value in acc other than the identity
     *  identifies them until the end of the push; of a shared one, until a push of no senders that is not shared. The
     *  list has capacity for two entries per receiver. */
    size_t repeat_begin, repeat_end;
    double *add; /**< totals, as for apply */
} mg_first_hits;

/** Prefetch distance, in elements of a vertex list. */
#define MG_PREFETCH_DISTANCE ((size_t)6)
/** Receivers prefetched per sender; later ones are as far ahead in the row. */
#define MG_PREFETCH_RECEIVERS 8u

/** Destination of a contribution in push: accumulator and sink, bins of buckets, or fused apply, by one thread or by
 *  several. */
typedef enum mg_push_target {
    MG_PUSH_TO_SINK,
    MG_PUSH_TO_BINS,
    MG_PUSH_TO_FIRST_HITS,
    MG_PUSH_BY_CLAIMS
} mg_push_target;

/** Chunk of the edges of the frontier: from edge first_edge of list[begin] through the first last_edges edges of
 *  list[end]. */
typedef struct mg_frontier_slice {
    size_t begin, end;
    uint64_t first_edge, last_edges;
} mg_frontier_slice;

/** Part of a bucket owned by one thread. */
typedef struct mg_bin {
    mg_vertex *items;
    size_t count, capacity;
} mg_bin;

/** Buckets of one thread in delta-stepping. Bucket b of the window, window_begin <= b < window_begin +
 *  MG_BUCKET_WINDOW, is bins[b % MG_BUCKET_WINDOW]; later buckets share `overflow`. A vertex whose bin is full goes to
 *  `spill`, where the driver reserves capacity. */
#define MG_BUCKET_WINDOW 1024u
typedef struct mg_bins {
    mg_bin bins[MG_BUCKET_WINDOW];
    mg_bin overflow;
    mg_bin spill;
    uint32_t window_begin;
    uint32_t current; /**< bucket being processed */
    uint64_t edges;   /**< edges relaxed */
} mg_bins;

/** Compiled loops of a PROGRAM phase. `serial`: only one thread runs, so updates need no atomics. */
typedef struct mg_kernels {
    /* Ranges [begin, end) of init, pull and dense_load_columns begin at multiples of 64: threads write whole words of
     * bitmaps. */
    void (*init)(const mg_frame *, mg_vertex begin, mg_vertex end, mg_sink *);
    void (*reset)(const mg_frame *, mg_vertex begin, mg_vertex end);
    void (*scatter)(const mg_frame *, const mg_vertex *list, size_t begin, size_t end);
    void (*push)(const mg_frame *, const mg_arcs *, const mg_vertex *list, mg_frontier_slice, bool serial, mg_sink *);
    void (*push_first_hits)(const mg_frame *, const mg_vertex *list, size_t count,
                            mg_first_hits *); /**< MG_FIRST_HIT */
    void (*push_segment)(const mg_frame *, const mg_segment *, const mg_vertex *list, mg_frontier_slice, void *sums);
    void (*reduce_segment)(const mg_frame *, const mg_segment *, void *sums, size_t stride, uint32_t threads,
                           uint32_t begin, uint32_t end, mg_sink *);
    void (*apply)(const mg_frame *, const mg_vertex *list, size_t begin, size_t end, mg_sink *, double *add);
    void (*pull)(const mg_frame *, mg_vertex begin, mg_vertex end, mg_sink *, double *add);
    void (*pull_list)(const mg_frame *, const mg_vertex *list, size_t begin, size_t end, double *add);
    size_t (*dense_load_columns)(const mg_frame *, mg_vertex begin, mg_vertex end);
    void (*dense_gather)(const mg_frame *, uint64_t item);
    void (*dense_apply)(const mg_frame *, uint32_t row_panel, void *row_sums, mg_sink *, double *add);
    void (*relax)(const mg_frame *, const mg_vertex *list, mg_frontier_slice, bool serial, mg_bins *);
    uint32_t (*bucket)(const mg_frame *, mg_vertex);
    bool (*finished)(const mg_frame *, uint32_t iteration, const double *totals);
} mg_kernels;

/** Compiled loops of phases of other kinds, and of those with MG_MOST_FREQUENT. */
typedef struct mg_map_kernels {
    void (*init)(const mg_frame *, mg_vertex begin, mg_vertex end);
    bool (*vertices)(const mg_frame *, mg_vertex begin, mg_vertex end, double *add);
    void (*edges)(const mg_frame *, mg_vertex begin, mg_vertex end);
    void (*scores)(const mg_frame *, mg_vertex begin, mg_vertex end, void *out); /**< of EDGES; out: all out-edges */
    uint32_t (*label)(const mg_frame *, mg_vertex);
    /** add: of phases that count all triangles, and nothing for vertices */
    void (*triangles)(const mg_frame *, mg_vertex begin, mg_vertex end, const mg_triangle_scratch *, double *add);
    bool (*groups)(const mg_frame *, mg_vertex begin, mg_vertex end, const mg_group_scratch *, double *add);
    void (*corners)(const mg_frame *, mg_vertex begin, mg_vertex end, double *add); /**< apply of TRIANGLES */
} mg_map_kernels;

#define MG__INLINE static inline __attribute__((always_inline, unused))

/** Stores the places of the vertices of a row that are in the bitmap; returns their number. Without a branch on the
 *  bit, which is not predictable. */
MG__INLINE uint32_t mg__find_hits(const mg_triangle_scratch *s, const mg_vertex *row, uint64_t length) {
    const uint64_t *restrict const bits = s->bits;
    uint32_t *restrict const hits = s->hits;
    uint32_t count = 0;
    for (uint32_t i = 0; i < length; i++) {
        hits[count] = i;
        count += bits[row[i] / 64] >> row[i] % 64 & 1;
    }
    return count;
}

/** Number of the vertices of a row that are in the bitmap. */
MG__INLINE uint32_t mg__count_hits(const mg_triangle_scratch *s, const mg_vertex *row, uint64_t length) {
    const uint64_t *restrict const bits = s->bits;
    uint32_t count = 0;
    for (uint32_t i = 0; i < length; i++) {
        count += bits[row[i] / 64] >> row[i] % 64 & 1;
    }
    return count;
}

/** Number of bits that are 1. Not every processor has an instruction for it, and a call costs more. */
MG__INLINE uint32_t mg__count_bits(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(bits * UINT64_C(0x0101010101010101) >> 56);
}

/** Place of a vertex in the row whose bitmap is in the scratch. */
MG__INLINE uint32_t mg__place_in_row(const mg_triangle_scratch *s, mg_vertex w) {
    const uint64_t smaller = s->bits[w / 64] & ((UINT64_C(1) << w % 64) - 1);
    return s->before[w / 64] + mg__count_bits(smaller);
}

#endif

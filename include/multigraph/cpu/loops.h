/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/loops.h: the interface between the CPU driver and the loops that are compiled for each phase. The driver owns
 * threads, memory and the choice of mode; a loop works off one piece of an iteration and calls nothing.
 */
#ifndef MULTIGRAPH_CPU_LOOPS_H
#define MULTIGRAPH_CPU_LOOPS_H

#include <multigraph/program.h>

#include <string.h>

/** One direction of the edges: v's are offsets[v] .. offsets[v+1]. weights: the phase's weight type, NULL: all 1. */
typedef struct mg_arcs {
    const uint64_t *offsets;
    const mg_vertex *neighbours;
    const void *weights;
} mg_arcs;

/** Edges of one row in a block of the dense representation; longer rows take several of these. */
typedef struct mg_block_row {
    uint16_t row, length; /**< row: within its row panel */
} mg_block_row;

/** One block that has edges. Those of block b begin at blocks[b].edge, its runs at blocks[b].run; both end where the
 * next block's begin. */
typedef struct mg_dense_block {
    uint64_t edge, block_row;
    uint32_t row_panel, column_panel;
} mg_dense_block;

/** The dense representation of the edges that a phase reads by receiver: a matrix of row panels (receivers) times
 * column panels (senders). Blocks lie row panel by row panel, in it by column panel; edges in a block by row. */
typedef struct mg_dense {
    mg_vertex n;
    uint32_t row_shift, column_shift; /**< panels have 1 << shift rows or columns, 64 to 65,536 */
    uint32_t row_panels, column_panels;
    const mg_vertex *row_order;    /**< the vertex of each row */
    const mg_vertex *column_order; /**< the vertex of each column */
    const uint16_t *columns;       /**< of every edge, within its column panel */
    const mg_block_row *block_rows; /**< run r's sum goes to slot r of the stream buffer */
    const mg_dense_block *blocks;  /**< block_count + 1 */
    const uint64_t *panel_blocks;  /**< row_panels + 1: the first block of each row panel */
    uint64_t block_count, block_row_count;
    const uint64_t *item_blocks;      /**< the blocks, work item by work item */
    const uint64_t *items;            /**< item_count + 1: where in item_blocks they begin */
    uint64_t item_count, heavy_item_count; /**< the first heavy_count items are one heavy block each */
} mg_dense;

/** The edges to receivers of high in-degree: sender u's are offsets[u] .. offsets[u+1]. */
typedef struct mg_segment {
    const uint64_t *offsets;    /**< n + 1 */
    const uint16_t *rows;       /**< the receiver of every edge, by its row in the segment */
    const void *weights;        /**< NULL: all 1 */
    const mg_vertex *receivers; /**< the vertex of each row */
    uint32_t row_count;         /**< at most 65,536 */
} mg_segment;

/** The out-edges (in the phase's direction) in segments: receivers of high in-degree, cut so that a value for each fits in
 *  a cache, and the edges to all others. */
typedef struct mg_segments {
    const mg_segment *hub_segments;
    uint32_t segment_count, row_count; /**< rows of all segments */
    mg_arcs low_arcs;
} mg_segments;

/** A batch: callbacks run for every lane of a vertex. Lane k of vertex v has element v * count + k of state, acc and
 *  sent. Words have a bit for each lane. */
typedef struct mg_lanes {
    uint32_t count;
    uint64_t running;          /**< lanes that still go on; bits of others mean nothing */
    const uint64_t *now;       /**< n words: the lanes in which v is active */
    uint64_t *next;            /**< n words: by push the lanes that something reached, then those of the next frontier */
    const uint64_t *receivers; /**< n words: the only lanes in which v may receive; NULL: all */
    uint64_t *needing;         /**< n words: lanes in which v wants contributions; NULL: ask `needs` each time */
    const uint64_t *list_lanes;      /**< the same for pull_list, a word for each member of the list */
    const uint32_t *first_iteration; /**< by lane: the iteration in which it began */
} mg_lanes;

/** What the loops of one phase work on. */
typedef struct mg_frame {
    mg_vertex n;
    uint32_t direction_count;    /**< 1, or 2 for MG_DIRECTION_BOTH on a directed graph */
    mg_arcs push_arcs[2];        /**< by sender; for EDGES by owner */
    mg_arcs pull_arcs[2];        /**< by receiver */
    const uint64_t *out_offsets; /**< for ctx->out_degree */
    const uint64_t *in_offsets;  /**< for ctx->in_degree; NULL unless declared */
    void *state;                 /**< n states */
    const void *params;
    void *acc;                 /**< n values, all identity between iterations; not for label programs */
    void *scatter_values;      /**< n values, those of active vertices valid; with `scatter` only */
    uint8_t *touched;          /**< n flags, all 0 between iterations; push only */
    const uint64_t *frontier_bits; /**< bitmap of the frontier, for pull; NULL: every vertex is active */
    uint64_t *next;            /**< bitmap that init and pull write */
    const uint64_t *receivers; /**< bitmap of the only vertices that may receive; NULL: all */
    uint32_t iteration;
    const double *totals;         /**< MG_TOTALS_MAX for each lane */
    const void *callbacks;        /**< mg_callbacks of a phase given by function pointers */
    const mg_dense *dense;        /**< the rest is for dense iterations */
    const void *dense_weights;    /**< in the order of dense->columns; NULL: all 1 */
    void *columns;                /**< n values, what each column sends */
    uint64_t *active_columns;     /**< bitmap by column; NULL: all are active, or the value says it (MG_ANNIHILATES) */
    const uint8_t *active_panels; /**< has the column panel an active vertex? */
    void *stream_buffer;          /**< the stream buffer: a value for every run */
    mg_lanes lanes;               /**< of a batch */
    void *pull_initial;           /**< acc, where receivers have contributions before pull; NULL: none have */
} mg_frame;

/** Where a loop puts the vertices it finds. The driver makes room beforehand; pull and init only count. */
typedef struct mg_sink {
    mg_vertex *items;
    size_t count;
    uint64_t edges; /**< edges that leave the counted vertices, where the loop activates them */
    uint64_t lanes; /**< of a batch: lanes in which any of them is active */
} mg_sink;

/** What a thread reaches that works alone and updates receivers at once. */
typedef struct mg_first_hits {
    mg_sink *sink; /**< the next frontier, from the front */
    /** Receivers that were updated and need more, from items[room] down to items[again]; their acc is not the identity,
     *  and they are not updated again. Room: two for each receiver. */
    size_t repeat_begin, repeat_end;
    double *add; /**< as apply's */
} mg_first_hits;

/** Members of a list by which its rows are asked for beforehand. */
#define MG_PREFETCH_DISTANCE ((size_t)6)
/** Of their receivers, so many. */
#define MG_PREFETCH_RECEIVERS 4

/** Who takes what is sent along an edge. */
typedef enum mg_push_target { MG_PUSH_TO_SINK, MG_PUSH_TO_BINS, MG_PUSH_TO_FIRST_HITS } mg_push_target;

/** A piece of the frontier's edges: from edge `skip` of list[begin] up to edge `take` of list[end] (exclusive). */
typedef struct mg_frontier_slice {
    size_t begin, end;
    uint64_t first_edge, last_edges;
} mg_frontier_slice;

/** Vertices of one bucket. */
typedef struct mg_bin {
    mg_vertex *items;
    size_t count, capacity;
} mg_bin;

/** The open buckets of one thread: bucket b, first <= b < first + MG_BUCKET_WINDOW, is bins[b % MG_BUCKET_WINDOW].
 * Later ones share `far`. A vertex whose bin is full goes to `spill`, where the driver made room. */
#define MG_BUCKET_WINDOW 1024u
typedef struct mg_bins {
    mg_bin bins[MG_BUCKET_WINDOW];
    mg_bin overflow;
    mg_bin spill;
    uint32_t window_begin;
    uint32_t current;
    uint64_t edges; /**< edges looked at */
} mg_bins;

/** A phase's properties as data. */
typedef struct mg_phase_info {
    mg_kind kind;
    mg_direction direction;
    mg_frontier_source frontier;
    uint32_t properties;
    mg_monoid monoid;
    mg_type value_type, weight_type;
    size_t value_size, weight_size, state_size, params_size;
    uint64_t identity, inactive; /**< their bits */
    uint32_t totals, iteration_limit;
    bool record;
    bool has_init, has_scatter, has_edge, has_edge_at, has_combine, has_needs, has_apply, has_priority, has_finished,
        has_where;
    bool has_vertex, has_visit, has_label;
    uint32_t first_neighbour, neighbour_count;
    size_t label_offset;
} mg_phase_info;

/** The compiled loops of one PROGRAM phase. `alone`: no other thread is at work, nothing need be atomic. */
typedef struct mg_kernels {
    /* Ranges [begin, end) of init, pull and dense_load_columns begin at multiples of 64. */
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
    void (*relax)(const mg_frame *, const mg_vertex *list, size_t begin, size_t end, bool serial, mg_bins *);
    uint32_t (*bucket)(const mg_frame *, mg_vertex);
    bool (*finished)(const mg_frame *, uint32_t iteration, const double *totals);
} mg_kernels;

/** The same for the kinds VERTICES, EDGES, MODE. */
typedef struct mg_map_kernels {
    void (*init)(const mg_frame *, mg_vertex begin, mg_vertex end);
    bool (*vertices)(const mg_frame *, mg_vertex begin, mg_vertex end, double *add);
    void (*edges)(const mg_frame *, mg_vertex begin, mg_vertex end);
    uint32_t (*label)(const mg_frame *, mg_vertex);
} mg_map_kernels;

/** The callbacks of a compiled phase one by one, values and weights by address (weight NULL: 1), for checking what the
 *  phase declares. One that the phase lacks must not be called, but for `edge` and `combine`. */
typedef struct mg_phase_calls {
    bool (*init)(const mg_ctx *, const void *params, void *state);
    void (*scatter)(const mg_ctx *, const void *params, void *state, void *value);
    void (*edge)(const void *params, const void *value, const void *weight, const void *receiver, void *out);
    void (*combine)(const void *a, const void *b, void *out); /**< the monoid, named or the user's */
    bool (*needs)(const void *params, const void *state);
    bool (*apply)(const mg_ctx *, const void *params, void *state, const void *value, double *add);
    uint32_t (*priority)(const void *params, const void *value);
    bool (*finished)(const void *params, uint32_t iteration, const double *totals);
    bool (*vertex)(const mg_ctx *, const void *params, void *states, double *add);
    void (*visit)(mg_vertex owner, mg_vertex neighbour, const void *weight, const void *params, void *states);
    bool (*where)(const void *params, const void *state);
    uint32_t (*label)(const void *state);
} mg_phase_calls;

struct mg_phase {
    const char *name;
    void (*describe)(mg_phase_info *, const void *callbacks);
    const mg_kernels *single;
    const mg_kernels *batch;  /**< the same in lanes; no *_segment, dense_*, relax and bucket */
    const mg_map_kernels *maps;  /**< NULL for callbacks given by function pointers */
    const mg_phase_calls *calls; /**< the same */
};

#define MG__INLINE static inline __attribute__((always_inline, unused))

MG__INLINE bool mg__bit(const uint64_t *bits, mg_vertex v) {
    return bits[v >> 6] >> (v & 63) & 1;
}

#endif

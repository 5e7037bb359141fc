/* SPDX-License-Identifier: Apache-2.0
 *
 * loop_args.h: arguments of the loop kernel, and the state that host and kernel share in device memory. C11 and CUDA
 * C++.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_LOOP_ARGS_H
#define MG_CORE_CUDA_KERNEL_LOOP_LOOP_ARGS_H

#include <stdint.h>

enum {
    MG_LOOP_THREADS = 256,
    MG_BATCH_BLOCKS = 5,      /* thread blocks of a batch per multiprocessor: enough loads in flight to hide latency */
    MG_PUSH_PIECE = 128,      /* edges of one queue entry, at most; longer rows are split for load balance */
    MG_PULL_PIECE = 512,      /* the same for rows that pull */
    MG_PULL_LANE_EDGES = 16,  /* edges of its own row that a lane reads before the warp helps */
    MG_PULL_WARP_EDGES = 128, /* edges that a warp reads per round */
    MG_LOOP_CHUNK = 64,       /* queue entries that a thread block loads at a time */
    MG_LOOP_TOTALS = 8,       /* as MG_TOTALS_MAX */
    MG_LOOP_SCOPES = 3,       /* values of mg_scope */
    MG_RANGE_EDGES_THREADS = 1024,
    MG_STATE_ALIGNMENT = 16, /* of the state array, and of each state if its size allows */
    MG_LOOP_RECORDS = 65536, /* iterations recorded per slice; a slice of 20 ms has fewer */
    MG_MODE_CYCLE = 4        /* beside mg_mode, for tests: push, dense and pull alternate */
};

/* The values of mg_mode, which device code does not include. */
enum { MG_TRAVERSE_AUTO, MG_TRAVERSE_PUSH, MG_TRAVERSE_DENSE, MG_TRAVERSE_PULL };

/* Properties that rule out the full pull (full_pull.cuh). */
#define MG_NO_FULL_PULL (MG_LABEL | MG_FIRST_HIT | MG_ALL_ACTIVE | MG_SOURCE_ID)

/* mg_loop_entry.length: the number of edges and these flags. */
#define MG_ENTRY_LENGTH 0x0fffffffu
#define MG_ENTRY_FIRST 0x40000000u /* the first entry of its vertex */
#define MG_ENTRY_SIDE 0x20000000u  /* the edges belong to side 1 */

/* EDGES phases: */
#define MG_EDGES_LANE 32u    /* longest row of one lane */
#define MG_EDGES_WARP 256u   /* longest row of one warp; longer rows go to the block or, if edge order is free, */
#define MG_EDGES_PIECE 1024u /* to all blocks, in pieces of this many edges */

/* A queue entry: one piece of an active vertex's row. */
typedef struct mg_loop_entry {
    uint32_t vertex, length;
    uint64_t begin;
} mg_loop_entry;

typedef enum mg_loop_step {
    MG_STEP_INIT,
    MG_STEP_SPARSE,
    MG_STEP_PULL,
    MG_STEP_TO_QUEUE,    /* converts the frontier from bitmap to queue */
    MG_STEP_TO_BITS,     /* and from queue to bitmap */
    MG_STEP_SPLIT,       /* near-far: moves the next window of buckets from the far list to the queue */
    MG_STEP_LEVEL_SEND,  /* replay: `scatter` of a level; sets its bits */
    MG_STEP_LEVEL_QUEUE, /* replay: puts a level into the queue; sets its receivers' bits */
    MG_STEP_LEVEL_PULL,  /* replay: the receivers of a level pull */
    MG_STEP_SAMPLE,      /* first hits: estimates how many edges receivers would read */
    MG_STEP_UNSET_BITS   /* first hits: clears the bits of rejected vertices */
} mg_loop_step;

typedef enum mg_loop_outcome {
    MG_LOOP_RUNNING,
    MG_LOOP_SLICE, /* the time slice is over; launch again */
    MG_LOOP_FINISHED,
    MG_LOOP_LIMIT,    /* the iteration limit was reached */
    MG_LOOP_OVERFLOW, /* a recorded phase activated more than n vertices */
    MG_LOOP_DENSE,    /* continue with dense iterations; the frontier is a bitmap */
    MG_LOOP_SEGMENTS, /* the segments kernel begins the next push */
    MG_LOOP_EXCHANGE  /* a part of a graph: a frontier was found; the exchange with the other parts goes on from it */
} mg_loop_outcome;

/* Which values of the next iteration are already in the send buffer. */
typedef enum mg_sent_ahead {
    MG_SENT_NOTHING,
    MG_SENT_ACTIVE, /* those of active vertices (in a replay their bits are set, too) */
    MG_SENT_ALL     /* also the inactive value of all other vertices */
} mg_sent_ahead;

/* First hits: which bitmaps show that `needs` is false, so that states need not be read. */
typedef enum mg_visited_knowledge {
    MG_VISITED_UNKNOWN,
    MG_VISITED_INITIAL,    /* false for vertices of visited_bits, true for all others */
    MG_VISITED_OR_FRONTIER /* also false for vertices of the frontier bitmap */
} mg_visited_knowledge;

/* Counters of one step, in rotation of three: one is written, one is read, one is cleared. Each scope has its own
 * three: blocks outside the current scope may still read the counters of their last step. A decision loads the first 32
 * bytes (mg_load_counts). */
typedef struct mg_step_counters {
    unsigned long long entries_vertices; /* low half: queue entries, high half: vertices */
    unsigned long long edges;
    uint32_t touched, stop;
    uint32_t elapsed;       /* clocks that the previous step took, measured by block 0 */
    uint32_t needs_more;    /* first hits: an updated vertex still needs more */
    uint32_t chunk, listed; /* chunk: work counter of a push, pieces of a pull; listed: recorded vertices */
    uint32_t sampled;       /* vertices in a sample; in a batch: work counter of pieces */
    uint32_t work_cursor;   /* a batch: work counter of rows */
    unsigned long long scanned, live_lanes; /* scanned: edges that a sample estimates; live_lanes: active batch lanes */
    double totals[MG_LOOP_TOTALS];
} mg_step_counters;

/* Counters of the two lists that a first-hit pull appends to; they have the form of queue counters. */
typedef struct mg_pull_list_counters {
    mg_step_counters rows;      /* vertices whose rows are continued after a barrier */
    mg_step_counters unvisited; /* vertices still unvisited: the only ones that the next pull reads */
} mg_pull_list_counters;

/* All counters of one step. */
typedef struct mg_step_counter_set {
    mg_step_counters counts;
    mg_pull_list_counters lists;
} mg_step_counter_set;

/* The frontier of the next iteration. */
typedef struct mg_loop_frontier {
    uint32_t entries; /* queue entries */
    uint32_t vertices;
    uint64_t edges;
    uint32_t current_bitmap; /* index of the frontier bitmap */
    uint32_t in_bits;        /* the frontier is a bitmap, not a queue */
    uint32_t touched;        /* first hits: vertices that the last iteration rejected (claimed, not active) */
    uint32_t sent_ahead;     /* mg_sent_ahead */
} mg_loop_frontier;

/* Recorded levels, and the level that a replay processes. */
typedef struct mg_loop_levels {
    uint64_t edges[2]; /* replay: of the receiving level; of the sending level */
    uint64_t recorded; /* vertices in all recorded levels */
    uint32_t level;    /* replay: the sending level */
    uint32_t begin[4]; /* begin in the list: receiving level, sending level, the two that sent before */
    uint32_t padding;
} mg_loop_levels;

/* State of a MG_FIRST_HIT phase. */
typedef struct mg_loop_first_hit {
    uint64_t counted_queue, counted_edges; /* MG_STEP_UNSET_BITS: counts of the step before it: queue, edges, */
    uint64_t counted_unvisited, counted_unvisited_edges; /* the unvisited list of a pull, */
    uint32_t needs_more;
    uint32_t unset_step;                        /* and that step, whose bits are cleared */
    uint32_t visited_known;                     /* mg_visited_knowledge */
    uint32_t push_to_bits;                      /* the next push leaves its frontier as a bitmap */
    uint32_t pushed_to_bits;                    /* the last push did */
    uint32_t bits_mispredicted;                 /* such a bitmap had to be converted to a queue (never reset) */
    uint32_t unvisited_listed, unvisited_queue; /* the next pull reads a list of unvisited vertices, in that queue */
    uint32_t unvisited_entries, unvisited_vertices;
    uint64_t unvisited_edges;
} mg_loop_first_hit;

/* Delta-stepping with a near queue and a far list. */
typedef struct mg_loop_near_far {
    uint32_t near_limit, final_limit; /* buckets below near_limit are near; below final_limit they are final */
    uint32_t width, iterations;       /* of the current window of buckets */
    uint64_t vertices;
    uint32_t splits; /* number of splits of the far list */
    uint32_t padding;
} mg_loop_near_far;

/* Dense iterations. */
typedef struct mg_loop_dense {
    uint64_t begin_ns;     /* start time of the dense iteration */
    float iteration_ns;    /* measured or estimated time of a dense iteration */
    float mispredict_ns;   /* misprediction cost: time that dense iterations would have saved */
    uint32_t mispredicted; /* near-far: dense was estimated cheaper, but its layout is not built */
    uint32_t in_row_order; /* states are permuted into the row order of the dense layout */
} mg_loop_dense;

/* Choice of the traversal mode, and the corrections of its cost model. */
typedef struct mg_loop_choice {
    uint32_t mode;                /* mg_mode of the next iteration */
    uint32_t last_was_pull;       /* the last step was a pull */
    uint32_t samples;             /* sample steps so far */
    float push_ns, pull_ns;       /* estimates for the next iteration as a push, as a pull */
    float estimated_ns;           /* estimate for the last step, 0 if it was no iteration */
    float push_scale, pull_scale; /* corrections of the cost model: measured over estimated time */
    float esp, edp;               /* estimates for the next iteration: push; the cheaper of pull and dense */
} mg_loop_choice;

/* State of the loop. Every block keeps a copy in shared memory and updates it identically; this copy carries the state
 * from launch to launch. */
typedef struct mg_loop_state {
    uint32_t step, next, iteration, outcome; /* next: mg_loop_step; outcome: mg_loop_outcome */
    uint32_t steps_in[MG_LOOP_SCOPES];       /* steps per scope, for the rotation of its counters */
    uint32_t segments_done;                  /* the segments kernel has delivered to receivers of high in-degree */
    uint64_t live_lanes;                     /* a batch: lanes that continue */
    mg_loop_frontier frontier;
    mg_loop_choice choice;
    mg_loop_dense dense;
    mg_loop_near_far near_far;
    mg_loop_first_hit first_hit;
    mg_loop_levels levels;
    uint64_t iterations_by_mode[4], vertices_visited, edges_visited;
    double totals[MG_LOOP_TOTALS];
} mg_loop_state;

/* One iteration of the record. */
typedef struct mg_loop_record {
    uint32_t iteration, mode;
    uint64_t vertices, edges, clock; /* clock: end time; of a dense iteration, its nanoseconds */
    float esp, edp;
} mg_loop_record;

typedef struct mg_loop_control {
    uint32_t arrived;
    uint32_t padding[31];              /* all blocks poll `arrived`: it has its own cache line */
    uint32_t far_count[3], far_min[3]; /* in rotation, by `splits` */
    uint32_t more_padding[26];
    /* Dense iterations use the first set, which block scope uses, too: they clear what they count there. */
    mg_step_counter_set counters[3 * MG_LOOP_SCOPES];
    mg_loop_state state, handoff_state[2]; /* handoff_state: for blocks that were out of scope, double-buffered */
    long long clock_begin, clock_end;      /* clocks of block 0 in the last launch that ran steps */
    uint64_t timer_begin, timer_end;       /* and the same in nanoseconds */
    uint32_t last_padding[6];              /* control blocks of several phases are adjacent: whole cache lines */
} mg_loop_control;

/* One direction of the edges; weights NULL: all weights are 1. Offsets have the width that the kernel is compiled
 * for. */
typedef struct mg_device_side {
    const void *offsets;
    const uint32_t *neighbours;
    const void *weights;
} mg_device_side;

/* May the phase switch to dense iterations: never, layout not built yet, or ready? */
typedef enum mg_dense_readiness { MG_DENSE_NEVER, MG_DENSE_UNBUILT, MG_DENSE_READY } mg_dense_readiness;

/* Cost model of the choice of mode, in nanoseconds: initial estimates, which measured iterations correct. */
typedef struct mg_loop_costs {
    float clock;              /* one clock tick */
    float step;               /* fixed cost of a grid-wide step */
    float push_edge;          /* push: an edge */
    float push_vertex;        /* push: a vertex */
    float queue_vertex;       /* a vertex converted from bitmap to queue */
    float pull_row;           /* pull: a receiver */
    float pull_edge;          /* pull: an edge, with its share of the rows that the busiest warp processes serially */
    float level_row;          /* replayed level: a receiver that pulls */
    float level_edge;         /* and one of its edges */
    float dense_min_ns;       /* lower bound of any dense iteration */
    float dense;              /* first estimate of a dense iteration */
    float switch_ns;          /* switch to dense and back */
    float build_threshold_ns; /* misprediction cost at which the dense layout is built */
} mg_loop_costs;

/* Memory of the frontier. */
typedef struct mg_frontier_args {
    mg_loop_entry *queue[2]; /* double-buffered by steps */
    uint32_t *bits[3];       /* frontier bitmaps in rotation; all 0 while the frontier is a queue */
    uint32_t *touched;       /* vertices that received something in a push */
    uint32_t *claim[2];      /* claim bitmaps, double-buffered by iteration; 2^claim_shift vertices per word */
    uint32_t claim_shift;
    uint32_t min_chunk; /* queue entries that a thread block takes at a time, at least */
} mg_frontier_args;

/* MG_FIRST_HIT phases. */
typedef struct mg_first_hit_args {
    uint32_t *visited_bits;            /* vertices whose first state needs nothing */
    const uint32_t *largest_neighbour; /* each row's in-neighbour of largest degree, or NULL */
    float mean_next_degree;            /* mean out-degree of the vertex that an edge leads to */
    float largest_next_degree;         /* the same over the edges of the largest vertex */
} mg_first_hit_args;

/* Delta-stepping. */
typedef struct mg_near_far_args {
    uint32_t *far[2]; /* lists of far vertices, double-buffered by splits */
    uint32_t *far_bits;
    uint64_t window_goal; /* widen the window while its iterations have fewer vertices */
} mg_near_far_args;

/* Recorded levels: level i is list[begin[i]] .. list[begin[i + 1] - 1]. */
typedef struct mg_levels_args {
    uint32_t *list;         /* recorded levels, concatenated; capacity n vertices */
    uint32_t *begin;        /* begin[count] is the end */
    uint64_t *edges;        /* of each level */
    uint32_t count;         /* replay: number of recorded levels */
    uint32_t receive_exact; /* edges[] holds the receivers' exact edge counts */
    uint32_t send_exact;    /* and the senders' */
    uint32_t padding;
} mg_levels_args;

/* Batches. */
typedef struct mg_batch_args {
    uint32_t lanes;
    float pull_edges;                    /* pull if the frontier has more edges */
    unsigned long long *active_masks[2]; /* lane masks: where a vertex is active, now and next */
    unsigned long long *need_masks;      /* where `needs` is true: of all vertices if kept, else of long rows */
    unsigned long long *level_masks;     /* parallel to the recorded levels: lanes in which the vertex is recorded */
    uint64_t level_room;                 /* capacity of the recorded levels */
    uint32_t *lane_levels;               /* number of levels of each lane */
    double *totals[3];                   /* MG_LOOP_TOTALS per lane, in rotation of three iterations */
    double *last_totals;                 /* totals of each lane's last iteration, across phases */
} mg_batch_args;

/* Phases over all vertices or edges (VERTICES, EDGES, MOST_FREQUENT). */
typedef struct mg_sweep_args {
    const mg_loop_entry *pieces[2]; /* EDGES: pieces of each side's long rows */
    uint32_t piece_count[2];        /* and their number */
    uint32_t range_vertices;        /* EDGES: vertices per vertex range */
    uint32_t label_offset;          /* most frequent label: its offset in params */
    const double *totals;           /* VERTICES: totals of the last phase that had some */
    void *scores;                   /* EDGES with `score`: a value for each out-edge */
} mg_sweep_args;

/* Scope of a step: thread block, cluster or grid. */
typedef struct mg_scope_args {
    uint32_t cluster_blocks;                 /* thread blocks per cluster; 1: no clusters */
    uint32_t block_entries, cluster_entries; /* most queue entries for block scope, for cluster scope */
} mg_scope_args;

/* Record of the iterations of this launch, from iteration `base`. */
typedef struct mg_record_args {
    mg_loop_record *iterations;
    uint32_t base, capacity;
} mg_record_args;

typedef struct mg_loop_args {
    uint32_t n, sides;
    uint64_t arcs;
    mg_device_side send[2], receive[2];
    const void *out_offsets, *in_offsets; /* for the degrees in mg_ctx */
    void *state;
    void *params;
    void *acc;                /* n accumulators, identity between iterations */
    void *sent;               /* n values of `scatter`, or 2 n if double-buffered (sent_odd_offset) */
    uint64_t sent_odd_offset; /* offset of the send buffer of odd iterations, in values; 0: no full pulls */
    void *zeroed_memory;      /* memory that MG_STEP_INIT zeroes, in pieces of 16 bytes */
    uint64_t zeroed_pieces;
    mg_loop_control *control;
    double *block_totals;      /* MG_LOOP_TOTALS per block; double-buffered by steps in each scope */
    uint32_t block_totals_set; /* values of block_totals per step */
    uint32_t iteration_limit;
    long long slice_clocks;
    uint32_t mode;               /* mg_mode */
    uint32_t forced_modes[3];    /* if mode is not auto: mode of iterations i % 3 */
    uint32_t dense;              /* mg_dense_readiness */
    uint32_t skewed;             /* some rows are long: adjacent queue entries go to different blocks */
    uint32_t own_begin, own_end; /* the vertices that receive and apply here: all, or those of a part (core/cuda/multi);
                                    own_begin is a multiple of 32 */
    uint32_t distributed; /* this is a part: return with MG_LOOP_EXCHANGE after every step that finds a frontier */
    uint32_t round;       /* of the innermost loop around the phase, for mg_ctx */
    uint64_t segment_min_edges; /* pushes of more edges start in the segments kernel; send[1] holds the low edges */
    mg_loop_costs cost;
    mg_scope_args scope;
    mg_frontier_args frontier;
    mg_first_hit_args first_hit;
    mg_near_far_args near_far;
    mg_levels_args levels;
    mg_batch_args batch;
    mg_sweep_args sweep;
    mg_record_args record;
} mg_loop_args;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * loop_args.h: what the host hands to the loop kernel and what both share in device memory. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_LOOP_ARGS_H
#define MG_CORE_CUDA_KERNEL_LOOP_LOOP_ARGS_H

#include <stdint.h>

enum {
    MG_LOOP_THREADS = 256,
    MG_BATCH_BLOCKS = 5,      /* of a batch, on a multiprocessor: what they wait for is on its way together */
    MG_PUSH_PIECE = 128,      /* edges of one queue entry; longer rows are split, so that no block gets a hub alone */
    MG_PULL_PIECE = 512,      /* the same of rows that are pulled along */
    MG_PULL_LANE_EDGES = 16,  /* edges that a lane looks at before the warp helps, */
    MG_PULL_WARP_EDGES = 128, /* which looks at so many at a time */
    MG_LOOP_CHUNK = 64,       /* queue entries that a block works off at a time */
    MG_LOOP_TOTALS = 8,       /* MG_TOTALS_MAX */
    MG_LOOP_SCOPES = 3,       /* mg_scope */
    MG_RANGE_EDGES_THREADS = 1024,
    MG_STATE_ALIGNMENT = 16, /* of all states together, and of each if its size allows */
    MG_LOOP_RECORDS = 65536, /* iterations recorded per slice; a slice of 20 ms has fewer */
    MG_MODE_CYCLE = 4        /* beside mg_mode: queue, dense and pull in turn */
};

/* Properties of phases whose receivers are never walked along (full_pull.cuh). */
#define MG_NO_FULL_PULL (MG_LABEL | MG_FIRST_HIT | MG_ALL_ACTIVE | MG_SOURCE_ID)

/* mg_loop_entry.length: the edges, and these marks. */
#define MG_ENTRY_LENGTH 0x0fffffffu
#define MG_ENTRY_FIRST 0x40000000u /* the first entry of its vertex */
#define MG_ENTRY_SIDE 0x20000000u  /* the edges are of the second side */

/* EDGES phases: */
#define MG_EDGES_LANE 32u    /* edges that a lane visits itself */
#define MG_EDGES_WARP 256u   /* and a warp; longer rows are for its block, or, where their order does not matter, */
#define MG_EDGES_PIECE 1024u /* for all blocks, in pieces of so many edges */

/* One piece of an active vertex's edges. */
typedef struct mg_loop_entry {
    uint32_t vertex, length;
    uint64_t begin;
} mg_loop_entry;

typedef enum mg_loop_step {
    MG_STEP_INIT,
    MG_STEP_SPARSE,
    MG_STEP_PULL,
    MG_STEP_TO_QUEUE,    /* the frontier from bits to queue */
    MG_STEP_TO_BITS,     /* and back */
    MG_STEP_SPLIT,       /* near-far: the next window of buckets from the far list */
    MG_STEP_LEVEL_SEND,  /* replay: `scatter` of a level, and its bits */
    MG_STEP_LEVEL_QUEUE, /* replay: a level into the queue, and its receivers' bits */
    MG_STEP_LEVEL_PULL,  /* replay: the receivers of a level pull */
    MG_STEP_SAMPLE,      /* first hits: how far receivers would have to look */
    MG_STEP_UNSET_BITS   /* first hits: takes back the bits of vertices that did not become active */
} mg_loop_step;

typedef enum mg_loop_outcome {
    MG_LOOP_RUNNING,
    MG_LOOP_SLICE, /* time is up; launch again */
    MG_LOOP_FINISHED,
    MG_LOOP_LIMIT,    /* the iteration limit came first */
    MG_LOOP_OVERFLOW, /* a recorded phase activated more than n vertices */
    MG_LOOP_DENSE,    /* go on with the dense representation; the frontier is in bits */
    MG_LOOP_SEGMENTS  /* the hubs kernel is to begin the push that comes next */
} mg_loop_outcome;

/* What has been sent of the iteration that comes next. */
typedef enum mg_sent_ahead {
    MG_SENT_NOTHING,
    MG_SENT_ACTIVE, /* what active vertices send (in a replay: and their bits are set), */
    MG_SENT_ALL     /* and where others are what says that they are silent */
} mg_sent_ahead;

/* First hits: how it is known what vertices need, without a look at their states. */
typedef enum mg_visited_knowledge {
    MG_VISITED_UNKNOWN,
    MG_VISITED_INITIAL,    /* those of `settled` need nothing, the others something; */
    MG_VISITED_OR_FRONTIER /* the frontier's need nothing either */
} mg_visited_knowledge;

/* Counters of one step; three take turns: one is written, one read, one cleared. Each scope has its own: blocks that
 * have no part in the next steps may still be reading those of the last one that they had a part in. A decision asks
 * for the first 32 bytes (mg_load_counts). */
typedef struct mg_step_counters {
    unsigned long long entries_vertices; /* low half: queue entries, high half: vertices */
    unsigned long long edges;
    uint32_t touched, stop;
    uint32_t elapsed;                 /* clocks that the step before took, by block 0 */
    uint32_t needs_more;              /* first hits: some vertex was updated and needs more */
    uint32_t chunk, listed;           /* listed: vertices that a pull recorded */
    uint32_t sampled;                 /* a sample's vertices, and edges that its receivers would look at */
    uint32_t work_cursor;             /* a batch: rows that warps have asked for; `sampled` are the pieces */
    unsigned long long scanned, live_lanes; /* live: of a batch, lanes that are active anywhere */
    double totals[MG_LOOP_TOTALS];
} mg_step_counters;

/* Counters of the lists that a pull for first hits makes, as of the queue. */
typedef struct mg_pull_list_counters {
    mg_step_counters rows;      /* vertices whose rows it goes on with after a barrier */
    mg_step_counters unvisited; /* those that it leaves over, which are all that the next pull has to look at */
} mg_pull_list_counters;

/* All counters of one step. */
typedef struct mg_step_counter_set {
    mg_step_counters counts;
    mg_pull_list_counters lists;
} mg_step_counter_set;

/* Where the loop stands. Every block keeps a copy that evolves alike; this one carries it over launches. */
typedef struct mg_loop_state {
    uint32_t step, next, iteration, outcome;
    uint32_t entries, vertices;
    uint64_t edges;
    uint32_t current_bitmap, splits;    /* which bitmap is current; how often the far list was split */
    uint32_t near_limit, settled_limit; /* buckets below near_limit are near; below settled_limit they are done */
    uint32_t window_width, window_iterations;
    uint32_t touched;        /* first-hit: vertices claimed in the last iteration that did not become active */
    uint32_t sent_ahead;     /* mg_sent_ahead */
    uint32_t level;          /* replay: the level that sends */
    uint32_t level_begin[4]; /* where its receivers' level, it and the two sent before begin in the list */
    uint32_t mispredicted;   /* dense would have been better, in a phase with windows */
    uint64_t level_edges[2]; /* of its receivers' level, its own */
    uint64_t recorded;       /* vertices in all recorded levels */
    uint64_t live_lanes;     /* a batch: lanes that go on */
    uint64_t window_vertices;
    float push_estimate_ns; /* of the next iteration, in nanoseconds: from the queue, */
    float pull_estimate_ns; /* by a pull */
    float estimated_ns;     /* what the last step was expected to take, where it was an iteration; else 0 */
    float push_scale;       /* by how much iterations from the queue take longer than first guessed, */
    float pull_scale;       /* and pulls */
    uint32_t last_was_pull; /* that iteration was a pull */
    uint64_t dense_begin;   /* when the dense iteration began, in nanoseconds */
    uint32_t samples;       /* steps that took samples */
    uint32_t in_bits;       /* the frontier is a bitmap */
    uint32_t chosen_mode;   /* mg_mode of the next iteration */
    uint32_t in_row_order;  /* states lie in the dense representation's order */
    float dense_iteration_ns; /* nanoseconds that a dense iteration takes, as far as is known */
    float esp, edp;         /* estimates for the next iteration: from the queue; the better of pull and dense */
    float mispredict_ns;    /* nanoseconds that dense would have saved, had it been there */
    uint32_t segments_done; /* receivers of high in-degree have what the next step pushes */
    uint32_t push_to_bits;  /* the next step from the queue leaves the frontier in bits; */
    uint32_t pushed_to_bits;    /* the last iteration did, */
    uint32_t bits_mispredicted; /* and once it would have been better in the queue */
    uint32_t unset_step;        /* UNMARK: the step whose bits are taken back */
    uint32_t visited_known;     /* mg_visited_knowledge */
    uint32_t steps_in[MG_LOOP_SCOPES]; /* steps in each scope: which of its counters have their turn */
    uint32_t needs_more;               /* UNMARK: what that step has counted: was a vertex updated that needs more, */
    uint64_t counted_queue, counted_edges;               /* its slot's queue, */
    uint64_t counted_unvisited, counted_unvisited_edges; /* and the rest of a pull */
    uint32_t unvisited_listed, unvisited_queue;          /* the next pull has a list, in that queue: */
    uint32_t unvisited_entries, unvisited_vertices;
    uint64_t unvisited_edges;
    uint64_t iterations_by_mode[4], vertices_visited, edges_visited;
    double totals[MG_LOOP_TOTALS];
} mg_loop_state;

/* One iteration of the record. */
typedef struct mg_loop_record {
    uint32_t iteration, mode;
    uint64_t vertices, edges, clock; /* clock: when it ended; of a dense one, the nanoseconds that it took */
    float esp, edp;
} mg_loop_record;

typedef struct mg_loop_control {
    uint32_t arrived;
    uint32_t padding[31];              /* all blocks poll `arrived`: it has a cache line of its own */
    uint32_t far_count[3], far_min[3]; /* in rotation, by `splits` */
    uint32_t more_padding[26];
    /* Dense iterations have the first slot, which is the block scope's, too: they clear what they count there. */
    mg_step_counter_set counters[3 * MG_LOOP_SCOPES];
    mg_loop_state state, handoff_state[2]; /* handed: to blocks that waited */
    long long clock_begin, clock_end; /* of block 0: the last launch that had something to do, */
    uint64_t timer_begin, timer_end;  /* and the same in nanoseconds */
    uint32_t last_padding[12];        /* those of several phases follow each other: whole cache lines */
} mg_loop_control;

/* One direction of the edges; weights NULL: all 1. Offsets have the width that the kernel was compiled for. */
typedef struct mg_device_side {
    const void *offsets;
    const uint32_t *neighbours;
    const void *weights;
} mg_device_side;

/* May the phase go on with the dense representation? */
typedef enum mg_dense_readiness { MG_DENSE_NEVER, MG_DENSE_UNBUILT, MG_DENSE_READY } mg_dense_readiness;

/* What the choice of mode goes by, in nanoseconds: first guesses, which iterations correct. */
typedef struct mg_loop_costs {
    float clock;        /* a clock */
    float step;         /* a step of the grid, whatever it does */
    float push_edge;    /* an edge from the queue, */
    float push_vertex;  /* a vertex there, */
    float queue_vertex; /* and one that has to be brought there */
    float pull_row;     /* a receiver that pulls */
    float pull_edge;   /* an edge that it looks at, with its share of the rows that the busiest warp takes one by one */
    float level_row;   /* a receiver of a replayed level that pulls, */
    float level_edge;  /* and an edge of one */
    float dense_min_ns; /* less than any dense iteration */
    float dense;       /* a dense iteration */
    float switch_ns;   /* to the dense representation and back */
    float build_threshold_ns; /* dense is built when it would have saved so much */
} mg_loop_costs;

typedef struct mg_loop_args {
    uint32_t n, sides;
    uint64_t arcs;
    mg_device_side send[2], receive[2];
    const mg_loop_entry *pieces[2];       /* EDGES: of the sides' long rows, */
    uint32_t piece_count[2];              /* and how many */
    const void *out_offsets, *in_offsets; /* for the callbacks' degrees */
    const uint32_t *largest_neighbour;    /* the receive neighbour of largest degree, or NULL */
    float mean_next_degree;               /* edges that an edge's receiver sends along, on average; */
    float largest_next_degree;            /* the same of the edges of the largest vertex */
    void *state;
    void *params;
    void *zeroed_memory; /* what has to be 0 in the beginning, in pieces of 16 bytes */
    uint64_t zeroed_pieces;
    const double *totals;    /* VERTICES: what the last phase with totals left */
    uint32_t label_offset;   /* MODE: where in params the label goes */
    uint32_t range_vertices; /* EDGES inside blocks and between them */
    void *acc;               /* n values, identity between iterations */
    void *sent;              /* n values of `scatter`; or twice that (sent_odd_offset) */
    uint32_t *touched;
    mg_loop_entry *queue[2];
    uint32_t *far[2];
    uint32_t *bits[3];  /* the frontier as a bitmap, in turn; all 0 while it is a queue */
    uint32_t *visited_bits; /* first hits: vertices that needed nothing at first */
    uint32_t *claim[2]; /* vertices that this (the next) iteration has reached, 2^claim_shift in a word */
    uint32_t *far_bits;
    uint32_t *level_list;  /* recorded levels, one after the other; room for n vertices */
    uint32_t *level_begin; /* level i begins there; level_begin[level_count] is the end */
    uint64_t *level_edges;
    uint32_t level_count;            /* replay: how many were recorded; */
    uint32_t level_receive_exact;    /* do level_edges count the edges that receivers have here, */
    uint32_t level_send_exact;       /* and those that senders have? */
    uint32_t batch_lanes;            /* of a batch; the rest is for batches alone */
    unsigned long long *active_masks[2]; /* the lanes in which a vertex is active, now and next */
    unsigned long long *need_masks;      /* those in which one wants something: of all, if kept, else of long rows */
    unsigned long long *level_masks;     /* beside level_list: the lanes of the level */
    uint64_t level_room;             /* of level_list */
    uint32_t *lane_levels;           /* how many levels each lane has */
    double *lane_totals[3];          /* by iterations in turn: each lane's MG_LOOP_TOTALS */
    double *block_totals;            /* of each block MG_LOOP_TOTALS, by scopes, in each by steps in turn */
    mg_loop_control *control;
    mg_loop_record *record;
    uint32_t record_base, record_capacity; /* this launch records iterations from record_base on */
    uint32_t mode;                         /* mg_mode */
    uint32_t forced_modes[3];              /* mg_mode of every third iteration, where mode is not auto */
    uint32_t iteration_limit;
    uint32_t cluster_blocks;                 /* blocks of a launched cluster, 1: none */
    uint32_t block_entries, cluster_entries; /* frontiers up to so many entries run in one block, one cluster */
    uint32_t min_chunk;
    uint32_t claim_shift;
    uint32_t skewed;     /* some rows are long: entries beside each other are dealt out to different blocks */
    uint32_t window_goal; /* near-far: widen the window while its iterations have fewer vertices than this */
    float pull_edges;    /* a batch: pull where the frontier has more edges than this */
    uint32_t dense;      /* mg_dense_readiness */
    uint64_t segment_min_edges; /* a push of more edges is begun by the hubs kernel; send[1] is then what it leaves */
    mg_loop_costs cost;
    uint32_t block_totals_set; /* values of block_totals for one step */
    long long slice_clocks;
    double *lane_last_totals; /* a batch: each lane's MG_LOOP_TOTALS of its last iteration, also of earlier phases */
    uint64_t sent_odd_offset; /* pulls walk along all receivers: what odd iterations send is so many values further; 0:
                                 not */
} mg_loop_args;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * work.h: what one run of a plan on the CPU works with, and the steps that its phases share.
 */
#ifndef MG_CORE_CPU_WORK_H
#define MG_CORE_CPU_WORK_H

#include "core/engine/backend.h"
#include "core/graph/kept.h"
#include "frontier/vertex_set.h"

/* A frontier: a bitmap, a list, or both. `all`: every vertex, neither is needed. */
typedef struct mg_frontier {
    size_t count;
    uint64_t edges; /* that leave it in the phase's direction */
    bool all, has_list, has_bits;
    mg_vertex *list;
    uint64_t *bits;
} mg_frontier;

/* The frontiers of a recorded phase, one after the other. */
typedef struct mg_levels {
    mg_vertex *list;
    uint64_t *lane_masks; /* of a batch: the lanes in which each member of the list is active */
    size_t list_capacity; /* of both */
    size_t *start;   /* count + 1 */
    uint64_t *edges; /* of each, along `offsets` */
    const uint64_t *offsets; /* NULL: not of one CSR and one lane */
    size_t count, capacity;
    size_t lane_vertices;               /* of a batch: vertices in all lanes */
    uint32_t lane_levels[MG_LANES_MAX]; /* of a batch: the levels that each lane has */
} mg_levels;

/* What small iterations of a phase take, by one thread alone and by all together (parallel_tuner.c). */
typedef struct mg_parallel_tuner {
    double cost[2]; /* nanoseconds for a vertex or edge, alone and together; 0: not known */
    bool was_parallel;    /* together, in the last one; */
    bool threads_ready;   /* what it took may be believed, since the others need not be woken; */
    uint64_t timed_items; /* its vertices and edges; 0: nothing is to be learnt from it */
    uint32_t trial_left, until_trial,
        trial_interval; /* iterations that a trial has still; until the next; how many those were */
} mg_parallel_tuner;

/* Vertex ranges of about equal work; begins are multiples of 64. */
typedef struct mg_vertex_ranges {
    mg_vertex *begin; /* count + 1 */
    size_t count;
} mg_vertex_ranges;

typedef struct mg_cpu_work {
    mg_context *context;
    const mg_graph *graph;
    const mg_plan *plan;
    int threads;
    uint32_t lanes; /* 1: no batch */
    /* the phase at hand */
    const mg_kernels *kernels;
    const mg_phase *phase;
    mg_phase_info info;
    mg_frame frame;
    mg_vertex_ranges ranges;
    const mg_segments *segments; /* NULL: push goes along the CSR */
    void *private_sums;          /* for each thread the values of a segment's rows, all identity between pushes */
    double unsegmented_time;     /* nanoseconds of iterations that segments might have shortened */
    double segment_cost;         /* of push along segments, as cost[MG_MODE_SPARSE] along the CSR */
    void *panel_sums;            /* a row panel's sums for each thread */
    uint64_t *active_columns;
    uint8_t *active_panels;
    double cost[4];  /* nanoseconds per edge by mode, 0: not known: of the frontier's edges, or of those that pull reads */
    double pull_edges;                               /* the edges that pull would read in this iteration */
    size_t sample_begin, sample_end, sample_touched; /* of the frontier's list: pushed already; what that reached */
    double esp, edp; /* what the next iteration would take, sparse and dense or pull, in nanoseconds; 0: not known */
    mg_parallel_tuner parallel_tuner;
    uint64_t running; /* lanes that go on */
    bool stopped_at_limit;
    bool has_scattered; /* the frontier's vertices have, in this iteration */
    /* kept from phase to phase */
    void *params;
    double totals[MG_LANES_MAX * MG_TOTALS_MAX]; /* lane by lane */
    double *partial_totals; /* as many sums per range or chunk, so that their order does not depend on the threads */
    size_t partial_capacity;
    mg_sinks sinks;
    mg_frontier now, next;
    mg_vertex *touched_list;
    uint64_t *receivers;
    uint64_t *degree_prefix; /* edges before each member of a list */
    mg_levels levels;
    uint64_t *lane_masks[2];  /* of a batch: the lanes of the frontier at hand, and of the next one */
    uint64_t *needing_masks;  /* of a batch: lanes in which vertices want contributions */
    uint64_t *receiver_masks; /* of a batch: n words, all 0 but in a replay by push */
    uint32_t lane_first_iteration[MG_LANES_MAX]; /* of a batch: the iteration in which a lane begins */
} mg_cpu_work;

/* Pieces of about this many edges (and vertices) are handed to threads. */
#define MG_CHUNK_EDGES ((uint64_t)1 << 14)
/* An iteration with less work than this runs on the calling thread: waking the others costs more. */
#define MG_SERIAL_LIMIT ((uint64_t)1 << 13)

/* Sets the frame's offsets, neighbours and weights, which are built at the first call. */
mg_status mg__set_arcs(mg_context *context, const mg_graph *graph, const mg_phase_info *info,
                       const mg_run_options *options, mg_frame *frame);
mg_status mg__work_create(mg_context *context, const mg_graph *graph, const mg_plan *plan, mg_cpu_work *work);
void mg__work_destroy(mg_cpu_work *work);
/* Sets the frame, ranges and buffers for phase `position` of the plan. */
mg_status mg__work_phase(mg_cpu_work *work, size_t position);

/* Makes sure that the frontier at hand has a list, a bitmap. */
void mg__ensure_list(mg_cpu_work *work);
void mg__ensure_bits(mg_cpu_work *work);
/* Makes sure that its vertices have sent, in phases with scatter. */
void mg__ensure_scattered(mg_cpu_work *work);
/* Room for the sums of so many pieces, all 0. */
mg_status mg__reserve_totals(mg_cpu_work *work, size_t chunks);
/* Where the calling thread adds what a piece brings; of no meaning in phases without totals. */
double *mg__partial_totals(const mg_cpu_work *work, size_t chunk);
/* totals = the sums of so many pieces, for phases that keep totals. */
void mg__reduce_totals(mg_cpu_work *work, size_t chunks);

/* The kinds of phase. */
mg_status mg__run_program(mg_cpu_work *work);
mg_status mg__run_delta_stepping(mg_cpu_work *work); /* label programs with priority */
mg_status mg__run_replay(mg_cpu_work *work);
mg_status mg__run_map(mg_cpu_work *work); /* VERTICES, EDGES, MODE */

/* init for every vertex; makes the first frontier. */
mg_status mg__run_init(mg_cpu_work *work);
/* scatter for a list (NULL: all n), in phases that have it. */
void mg__scatter(mg_cpu_work *work, const mg_vertex *list, size_t count);
/* push along the edges of a list of senders; what is found lands in the sinks. */
mg_status mg__push(mg_cpu_work *work, const mg_vertex *list, size_t count, uint64_t edges);
/* Its parts: the edges of the list's members before each of them, in work->prefix, and their sum; how many of so many
 * edges a thread takes at once; edges first .. last, by prefix, as a slice; push along these arcs, false without memory. */
uint64_t mg__sum_degrees(mg_cpu_work *work, const uint64_t *offsets, const mg_vertex *list, size_t count);
uint64_t mg__push_chunk(const mg_cpu_work *work, uint64_t edges);
mg_frontier_slice mg__cut_slice(const mg_cpu_work *work, size_t count, uint64_t first, uint64_t last);
bool mg__push_arcs(mg_cpu_work *work, const mg_arcs *arcs, const mg_vertex *list, size_t count);
/* May a push along the CSR be followed by the update of what it reached? Not of labels, and not after a sample. */
bool mg__is_plain_push(const mg_cpu_work *work);
/* A frontier of a first-hit phase that one thread works off alone: pushes and applies at once; the members of the next
 * frontier land in the sinks. */
bool mg__fuses_first_hits(const mg_cpu_work *work);
mg_status mg__push_first_hits(mg_cpu_work *work);
/* Is an iteration of so many vertices and edges to be shared by all threads, though it is small? What it took then. */
bool mg__tuner_parallel(mg_cpu_work *work, uint64_t size);
void mg__tuner_learn(mg_cpu_work *work, double seconds);
/* What the frontier sends, a small plain push and the update in one parallel region; the members of the next frontier
 * land in the sinks. */
mg_status mg__push_fused(mg_cpu_work *work);
/* apply for a list that push touched (NULL: all n); the members of the next frontier land in the sinks. */
mg_status mg__apply(mg_cpu_work *work, const mg_vertex *list, size_t count);

/* The mode of the next iteration (docs/representations.md). explored, visited: edges and vertices of earlier frontiers. */
mg_status mg__choose_mode(mg_cpu_work *work, uint64_t explored, uint64_t visited, mg_mode *mode);
/* Takes note of what an iteration of work->now took. */
void mg__learn_cost(mg_cpu_work *work, mg_mode mode, double seconds);

/* Can this phase run in buckets, and does it? */
bool mg__is_delta_stepping(const mg_phase_info *info, const mg_run_options *options);
/* Does a run of this phase read in-edges of a directed graph? */
bool mg__reads_in_edges(const mg_phase_info *info, const mg_run_options *options);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * work.h: the state of one run of a plan on the CPU, and the steps of an iteration that its phases share.
 */
#ifndef MG_CORE_CPU_WORK_H
#define MG_CORE_CPU_WORK_H

#include "core/cpu/deal_ranges.h"
#include "core/engine/backend.h"
#include "core/graph/graph_cache.h"
#include "core/kept_memory.h"
#include "frontier/frontier.h"

/* The frontiers (levels) of a recorded phase, concatenated. */
typedef struct mg_levels {
    mg_vertex *list;
    uint64_t *lane_masks;    /* batch: lanes in which each element of the list is active */
    size_t list_capacity;    /* of list and lane_masks */
    size_t *start;           /* count + 1 */
    uint64_t *edges;         /* edges of each level, by the degrees in `offsets` */
    const uint64_t *offsets; /* NULL: the phase used two CSRs or several lanes */
    size_t count, capacity;
    bool disjoint;                      /* no vertex is in two of them */
    size_t lane_vertices;               /* batch: active vertices summed over lanes and levels */
    uint32_t lane_levels[MG_LANES_MAX]; /* batch: number of levels of each lane */
} mg_levels;

/* Measured cost of small iterations, serial and parallel, and the schedule of trials (parallel_tuner.c). */
typedef struct mg_parallel_tuner {
    double cost[2];    /* nanoseconds per vertex or edge: serial, parallel; 0: not measured */
    bool was_parallel; /* did the last iteration run in parallel? */
    bool in_trial;
    bool threads_ready;   /* the thread team was already running, so its time is representative */
    uint64_t timed_items; /* vertices and edges of the last iteration; 0: it is not measured */
    uint32_t trial_left, until_trial,
        trial_interval; /* iterations left in the trial; until the next trial; between trials */
    uint32_t steady;    /* parallel iterations faster than serial ones, since trial_interval was halved */
} mg_parallel_tuner;

/* Vertex ranges of about equal work; begins are multiples of 64, so that no two share a word of a bitmap. */
typedef struct mg_vertex_ranges {
    mg_vertex *begin; /* count + 1 */
    size_t count;
} mg_vertex_ranges;

typedef struct mg_cpu_work {
    mg_context *context;
    const mg_graph *graph;
    const mg_plan *plan;
    int threads;
    uint32_t lanes;             /* 1: no batch */
    struct mg_rank_work *ranks; /* this run is the part of a rank (ranks/rank_work.h); NULL: it is a whole one */
    /* the current phase */
    const mg_kernels *kernels;
    const mg_phase *phase;
    mg_phase_info info;
    mg_frame frame;
    mg_vertex_ranges ranges;
    struct mg_team_share *team_shares; /* lists of the threads of a team (team_shares.h) */
    const mg_segments *segments;       /* NULL: push uses the CSR */
    void *private_sums;                /* per thread a value for each row of a segment; the identity between pushes */
    double unsegmented_time;           /* nanoseconds of iterations that segments might have shortened */
    double segment_cost;               /* nanoseconds per edge of segmented push; 0: not measured */
    void *panel_sums;                  /* per thread a value for each row of a panel */
    uint64_t *active_columns;
    uint8_t *active_panels;
    double cost[4];    /* nanoseconds per edge by mode: SPARSE per frontier edge, PULL per edge read; 0: not measured */
    double dense_time; /* nanoseconds of a dense iteration, choice SAMPLED; 0: not measured */
    double pull_edges; /* expected edges that pull reads in this iteration */
    size_t sample_begin, sample_end, sample_touched; /* part of the frontier list already pushed; receivers touched */
    double esp, edp; /* estimated nanoseconds of the next iteration: push; pull or dense; 0: no estimate */
    mg_parallel_tuner parallel_tuner;
    uint64_t running; /* lanes that have not ended */
    bool stopped_at_limit;
    bool has_scattered;  /* did scatter run for the frontier, or the replayed level, of this iteration? */
    bool has_claims;     /* acc has claims of first-hit pushes by several threads (team.h) */
    bool is_dealt;       /* the list of the current frontier is that of the threads of a team (team_shares.h) */
    bool sent_ahead;     /* did it run before this iteration? */
    void *scatter_ahead; /* frame.scatter_ahead of iterations that send ahead; else NULL */
    /* kept from phase to phase */
    void *params;
    uint32_t round;                              /* of the innermost loop around the phase */
    double totals[MG_LANES_MAX * MG_TOTALS_MAX]; /* by lane */
    double *partial_totals; /* a set per chunk, reduced in fixed order: sums do not depend on the thread count */
    size_t partial_capacity;
    mg_range_part *range_parts; /* one per thread */
    mg_sinks sinks;
    mg_frontier now, next;
    mg_vertex *touched_list;
    uint64_t *receivers;
    uint64_t *degree_prefix; /* exclusive prefix sum of the degrees of a vertex list */
    mg_levels levels;
    uint64_t *lane_masks[2];                     /* batch: lanes of the current and of the next frontier */
    uint64_t *needing_masks;                     /* batch: lanes in which vertices need contributions */
    uint64_t *receiver_masks;                    /* batch: n masks, 0 except while a replay pushes a level */
    uint32_t lane_first_iteration[MG_LANES_MAX]; /* batch: iteration in which a lane begins */
} mg_cpu_work;

/* Edges (and vertices) per chunk of work. */
#define MG_CHUNK_EDGES ((uint64_t)1 << 14)
/* Fewest arcs and vertices of the graph per thread, where the number of threads is the default: fewer cost more than
 * they give. */
#define MG_THREAD_ARCS ((uint64_t)1 << 14)
/* Iterations with less work run serially: waking the other threads costs more. */
#define MG_SERIAL_LIMIT ((uint64_t)1 << 13)

/* Iterations with more work than this are never fused in one parallel region: its fixed parts would be uneven. */
#define MG_FUSED_LIMIT (8 * MG_SERIAL_LIMIT)

/* Threads of a run: one on a small graph is slower with many threads than with few. */
int mg__graph_threads(const mg_context *context, const mg_graph *graph, uint64_t lanes);
/* Sets the arcs of the frame; builds in-edges and converted weights if the graph has none cached. */
mg_status mg__set_arcs(mg_context *context, const mg_graph *graph, const mg_phase_info *info,
                       const mg_run_options *options, mg_frame *frame);
mg_status mg__work_create(mg_context *context, const mg_graph *graph, const mg_plan *plan, mg_cpu_work *work);
void mg__work_destroy(mg_cpu_work *work);
/* Sets the frame, ranges and buffers for phase `position` of the plan. */
mg_status mg__work_phase(mg_cpu_work *work, size_t position);

/* UNSUPPORTED: the program left out loops that the kind of the phase needs (MG_LOOPS in instantiate.h), or those of a
 * batch. */
mg_status mg__check_loops(mg_context *context, const mg_phase *phase, const mg_phase_info *info, bool is_batch);
/* Sets the ranges: cuts where offsets[v] + v, the work of the vertices before v, passes multiples of MG_CHUNK_EDGES.
 * Without offsets a vertex counts 1. */
mg_status mg__cut_ranges(mg_cpu_work *work, const uint64_t *offsets);

/* Converts the current frontier to a list, or to a bitmap, unless it has one. */
void mg__ensure_list(mg_cpu_work *work);
void mg__ensure_bits(mg_cpu_work *work);
/* Runs scatter for the current frontier unless done in this iteration. */
void mg__ensure_scattered(mg_cpu_work *work);
/* Reserves partial totals for a number of chunks, to which nothing was added. */
mg_status mg__reserve_totals(mg_cpu_work *work, size_t chunks);
/* Partial totals of a chunk; in phases without totals a set of the calling thread, which is discarded. */
double *mg__partial_totals(const mg_cpu_work *work, size_t chunk);
/* totals = the partial totals joined in chunk order, in phases with totals. */
void mg__reduce_totals(mg_cpu_work *work, size_t chunks);

/* Runs the phases of the plan in their order, with loops; on ranks each phase ends with an exchange of states. */
mg_status mg__run_work(mg_cpu_work *work);
/* Run the current phase, by kind. */
mg_status mg__run_program(mg_cpu_work *work);
mg_status mg__run_delta_stepping(mg_cpu_work *work); /* label programs with priority */
mg_status mg__run_replay(mg_cpu_work *work);
mg_status mg__run_map(mg_cpu_work *work); /* VERTICES, EDGES, MOST_FREQUENT */
mg_status mg__run_triangles(mg_cpu_work *work);
mg_status mg__run_groups(mg_cpu_work *work); /* MG_MOST_FREQUENT */

/* Runs init for every vertex, and scatter where all send, and makes the first frontier. */
mg_status mg__run_init(mg_cpu_work *work);
/* Runs scatter for a list (NULL: all n), in phases that have it. */
void mg__scatter(mg_cpu_work *work, const mg_vertex *list, size_t count);
/* Sets the value that a vertex sends to the identity where the frontier's bitmap says that it is not active. */
void mg__send_identities(mg_cpu_work *work);
/* Pushes along the edges of a list of senders; touched receivers are appended to the sinks. */
mg_status mg__push(mg_cpu_work *work, const mg_vertex *list, size_t count, uint64_t edges);
/* Parts of push. Degree prefix of a list in work->degree_prefix, returns the sum; edges per chunk; edges [first, last),
 * numbered by the prefix, as a slice; push along the given arcs, false if out of memory. */
uint64_t mg__sum_degrees(mg_cpu_work *work, const uint64_t *offsets, const mg_vertex *list, size_t count);
uint64_t mg__push_chunk(const mg_cpu_work *work, uint64_t edges);
mg_frontier_slice mg__cut_slice(const mg_cpu_work *work, size_t count, uint64_t first, uint64_t last);
bool mg__push_arcs(mg_cpu_work *work, const mg_arcs *arcs, const mg_vertex *list, size_t count);
/* May apply be fused into the push of the current frontier? Not for label or topology-driven phases, batches, segments,
 * or after a sample. */
bool mg__is_plain_push(const mg_cpu_work *work);
/* Serial push of a first-hit frontier with apply fused into it: is it possible; run it. The next frontier is appended
 * to the sinks. */
bool mg__fuses_first_hits(const mg_cpu_work *work);
mg_status mg__push_first_hits(mg_cpu_work *work);
/* Fails for lack of memory for a frontier of `count` vertices. */
mg_status mg__no_frontier_memory(const mg_cpu_work *work, size_t count);
/* Should a small iteration (size: vertices and edges) run fused, by a team of threads (team.h)? Afterwards: records the
 * time it took. */
bool mg__tuner_parallel(mg_cpu_work *work, uint64_t size);
void mg__tuner_learn(mg_cpu_work *work, double seconds);
/* Applies the touched receivers of a list (NULL: all n); the next frontier is appended to the sinks. */
mg_status mg__apply(mg_cpu_work *work, const mg_vertex *list, size_t count);

/* Chooses the mode of the next iteration (docs/representations.md). explored, visited: edges and vertices of earlier
 * frontiers. */
mg_status mg__choose_mode(mg_cpu_work *work, uint64_t explored, uint64_t visited, mg_mode *mode);
/* Would the mode be sparse for a frontier of so many edges, without a sample? */
bool mg__push_is_certain(const mg_cpu_work *work, uint64_t edges);
/* The same by the whole estimate, of the next frontier, in mode auto. */
bool mg__pushes_next(const mg_cpu_work *work, const mg_frontier *next, uint64_t explored, uint64_t visited);
/* Updates the costs of a mode by the time of an iteration of work->now. */
void mg__learn_cost(mg_cpu_work *work, mg_mode mode, double seconds);

/* Does the phase run by delta-stepping? */
bool mg__is_delta_stepping(const mg_phase_info *info, const mg_run_options *options);
/* Does the phase need in-edges of a directed graph? */
bool mg__reads_in_edges(const mg_phase_info *info, const mg_run_options *options);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * cuda_run.h: one run of a plan on the device, and what its executors have in common.
 */
#ifndef MG_CORE_CUDA_EXEC_CUDA_RUN_H
#define MG_CORE_CUDA_EXEC_CUDA_RUN_H

#include "core/cuda/graph/device_graph.h"
#include "core/engine/backend.h"

/* A part of a graph that a device of several runs (core/cuda/multi). */
typedef struct mg_cuda_part {
    mg_vertex own_begin, own_end; /* the vertices that receive here; own_begin is a multiple of 32 */
    bool undirected;              /* both arcs of every edge exist, in one part or two */
    const void *out_offsets;      /* on the device: of the whole graph, for degrees: differences of neighbours count */
} mg_cuda_part;

typedef struct mg_cuda_run {
    mg_context *context;
    mg_cuda *cuda;
    const mg_graph *graph;
    const mg_plan *plan;
    const mg_cuda_part *part;  /* the graph is this part of one; NULL: a whole graph */
    void *state, *params;      /* on the device, for the whole plan */
    void *allocated_state;     /* equals `state`, or NULL where the caller's states are in device memory */
    mg_loop_control *controls; /* on the device, one for each phase */
    double *kept_totals;       /* after them: totals of a phase that runs again */
    double *block_totals;      /* after these: two sets of each thread block's totals for each scope */
    const double *totals;      /* on the device: totals of the last phase that has any, or zeros */
    void *scratch;             /* queues, bitmaps and so on; reused by each phase */
    uint64_t scratch_bytes;
    void *levels;      /* of the last recorded phase */
    void *lane_totals; /* a batch: four sets of each lane's sums */
    void *depths;      /* a depth for each tile position, instead of levels, where a dataflow executor ran that phase */
    uint32_t level_count;
    mg_direction level_direction;
    const mg_phase *phase;
    mg_phase_info info;
    size_t phase_index;
    uint32_t round;                     /* of the innermost loop around the phase */
    const struct mg_executor *executor; /* of the phase */
    double warp_steps;                 /* steps of the loop kernel's busiest warp, if all vertices pull in this phase */
    bool long_rows;                    /* some vertex has more than MG_EDGES_WARP edges to pull over */
    void *scores[MG_EDGE_COLUMNS_MAX]; /* of the recorder's columns of edges, from their phase on */
    bool timing, ordering, stopped_at_limit;
    bool has_run[MG_PHASES_MAX]; /* by position in the plan */
} mg_cuda_run;

/* Makes phase i of the plan the run's phase. */
void mg__cuda_set_phase(mg_cuda_run *run, size_t i);

/* Which device arrays of the graph a phase reads; of a part too. */
mg_device_need mg__cuda_need(const mg_phase_info *info);
mg_device_need mg__cuda_need_of(const mg_cuda_run *run);

/* Fewer than 8 edges per vertex: frontiers are small, and latency matters more than throughput. */
bool mg__cuda_has_low_degree(const mg_graph *graph);
/* Does the graph have enough edges for the dense representation to pay? */
bool mg__cuda_is_large(const mg_cuda_run *run);
/* A PROGRAM phase of one lane that does not replay levels. */
bool mg__cuda_is_plain(const mg_cuda_run *run);
/* May the kernel that updates a vertex also compute what it scatters in the next iteration? */
bool mg__cuda_can_fuse(const mg_phase_info *info);
/* The user's limit, or else the phase's; 0: none. */
uint32_t mg__cuda_iteration_limit(const mg_cuda_run *run);

/* Parameters on the device, and a cleared control block for each phase. */
mg_status mg__cuda_take_controls(mg_cuda_run *run);
/* Gives back the memory of a run. */
void mg__cuda_release_run(mg_cuda_run *run);

/* Fills the arguments that all executors share; those of one executor stay zero. */
mg_status mg__cuda_arguments(mg_cuda_run *run, mg_loop_args *arguments);
/* Makes run->scratch at least so large. */
mg_status mg__cuda_need_scratch(mg_cuda_run *run, uint64_t bytes);

#define MG_MOST_BLOCKS_PER_SM 8u /* of a cooperative launch */
/* The most thread blocks of a cooperative launch. */
size_t mg__cuda_most_blocks(const mg_cuda *cuda);
/* Values of run->block_totals for one step, and the bytes of all of it. */
size_t mg__cuda_totals_set(const mg_cuda *cuda);
size_t mg__cuda_totals_bytes(const mg_cuda *cuda);
/* Makes totals on the device those of the run's phase when it has added nothing. */
mg_status mg__cuda_clear_totals(mg_cuda_run *run, double *totals);
/* Copies the totals of the last phase that has any to the control block of a phase that begins. */
mg_status mg__cuda_forward_totals(mg_cuda_run *run, mg_loop_control *control);

/* A record of the device in the form that users see. */
mg_iteration mg__cuda_iteration(const mg_loop_record *record, double seconds);

#endif

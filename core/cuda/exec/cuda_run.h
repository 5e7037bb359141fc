/* SPDX-License-Identifier: Apache-2.0
 *
 * cuda_run.h: one run of a plan on the device.
 */
#ifndef MG_CORE_CUDA_EXEC_CUDA_RUN_H
#define MG_CORE_CUDA_EXEC_CUDA_RUN_H

#include "core/cuda/graph/device_graph.h"
#include "core/cuda/kernel/common/kernels.h"
#include "core/cuda/kernel/segments/segments_args.h"
#include "core/cuda/kernel/tiles/dataflow_args.h"
#include "core/cuda/layout/panels/panels.h"
#include "core/engine/backend.h"

typedef struct mg_cuda_run {
    mg_context *context;
    mg_cuda *cuda;
    const mg_graph *graph;
    const mg_plan *plan;
    void *state, *params;      /* on the device, for the whole plan */
    void *allocated_state;     /* the same, unless the caller's states are there already */
    mg_loop_control *controls; /* on the device, one for each phase */
    double *block_totals;      /* behind them: two sets of each block's totals for each scope */
    const double *totals;      /* on the device: what the last phase with totals left, or zeros */
    void *scratch;             /* queues, bitmaps and so on of one phase after the other */
    uint64_t scratch_bytes;
    void *levels;      /* of the latest recorded phase */
    void *lane_totals; /* a batch: four sets of each lane's sums */
    void *depths;      /* instead of levels, where that phase ran in the order of its depths: one for each position */
    uint32_t level_count;
    mg_direction level_direction;
    const mg_phase *phase;
    mg_phase_info info;
    size_t phase_index;
    double warp_steps; /* steps of the loop kernel's busiest warp, if all vertices pull in this phase */
    bool long_rows;    /* some vertex has more than MG_EDGES_WARP edges to pull over */
    bool timing, ordering, stopped_at_limit;
} mg_cuda_run;

/* What a phase reads of the graph. */
mg_device_need mg__cuda_need(const mg_phase_info *info);
/* The kernels that the phase wants. */
mg_kernel_family mg__cuda_family(const mg_phase_info *info, uint32_t lanes);

/* Begins to link the kernels that a phase of a program's file will want first. */
mg_status mg__cuda_begin_kernel(mg_cuda_run *work);
/* The same for dense iterations, which are two kernels: they are made side by side. */
mg_status mg__cuda_begin_dense(mg_cuda_run *work);
/* MG_ERROR_UNSUPPORTED where a built-in phase has no kernels of a family. */
mg_status mg__cuda_has_kernel(const mg_cuda_run *work, mg_kernel_family family);
/* A kernel of a phase: built in, or linked with the program's file. */
mg_status mg__cuda_kernel(mg_cuda_run *work, mg_kernel_family family, const void **kernel);
/* Before a launch: exchanges the quick kernel of a new program for the full one, once that is there. */
mg_status mg__cuda_upgrade_kernel(mg_cuda_run *work, const void **kernel);

/* Fewer than 8 edges a vertex: frontiers are small, and latency counts more than throughput. */
bool mg__cuda_is_sparse(const mg_graph *graph);

/* The arguments that all phases share; what depends on the kind is left zero. */
mg_status mg__cuda_arguments(mg_cuda_run *work, mg_loop_args *arguments);

/* Launches on the context's stream. `cluster` blocks form a cluster (1: none); cooperative kernels get as many blocks
 * as run at once, at most blocks_per_sm on each multiprocessor. */
mg_status mg__cuda_launch_all(mg_cuda_run *work, const void *kernel, const mg_loop_args *arguments, uint32_t cluster);

/* Cooperative launches have no more blocks than this. */
size_t mg__cuda_most_blocks(const mg_cuda *cuda);

/* Values of mg_cuda_run.block_totals for one step, and bytes of all of it. */
size_t mg__cuda_totals_set(const mg_cuda *cuda);
size_t mg__cuda_totals_bytes(const mg_cuda *cuda);

/* mg__cuda_start for a phase, whose launches are counted. */
mg_status mg__cuda_launch_shape(mg_cuda_run *work, const void *kernel, void *arguments, mg_cuda_shape shape,
                                bool dependent);
/* The same for a phase that consists of such launches: the first starts its time, and each follows. */
mg_status mg__cuda_launch_plain(mg_cuda_run *work, const void *kernel, const void *argument, size_t size,
                                mg_cuda_shape shape);

/* The time of everything from the first start since the last stop is added to times.kernels and given in seconds. Stop
 * marks the end; the time is known once the stream was waited for. */
mg_status mg__cuda_start_time(mg_cuda_run *work);
/* From here to the stop, time is added to times.ordering as well. */
mg_status mg__cuda_start_ordering(mg_cuda_run *work);
mg_status mg__cuda_stop_time(mg_cuda_run *work);
mg_status mg__cuda_take_time(mg_cuda_run *work, double *seconds);

/* At least so much device memory for the phase at hand. */
mg_status mg__cuda_need_scratch(mg_cuda_run *work, uint64_t bytes);

/* A PROGRAM phase of one lane that does not replay levels: others are the loop kernel's alone. */
bool mg__cuda_is_plain(const mg_cuda_run *work);
/* Does the graph have so many edges that the dense representation may pay? */
bool mg__cuda_is_large(const mg_cuda_run *work);
/* Can the update be followed at once by what the next iteration sends? */
bool mg__cuda_can_fuse(const mg_phase_info *info);
/* The user's limit, or else the phase's; 0: none. */
uint32_t mg__cuda_iteration_limit(const mg_cuda_run *work);

/* Does every iteration of the phase run on the dense representation? */
bool mg__cuda_is_dense(const mg_cuda_run *work);
/* The kernel that gathers over the layout that was asked for. */
mg_kernel_family mg__cuda_gather_family(const mg_cuda_run *work);
/* Builds the dense representation that the phase runs on, unless it is there. */
mg_status mg__cuda_build_dense(mg_cuda_run *work);
/* Is it there, for what the phase sends along? */
mg_status mg__cuda_has_dense(mg_cuda_run *work, bool *has);

#define MG_QUEUED_MAX 16u /* iterations queued at a time */

/* The launches of an iteration that is several of them. */
typedef struct mg_dense_steps {
    mg_dense_launch each[4];
    uint32_t count;
} mg_dense_steps;

/* What every dense iteration of the phase needs; memory of the phase is left NULL. */
mg_status mg__cuda_dense_arguments(mg_cuda_run *work, mg_dense_args *arguments, const mg_panels_built **built);
/* The launches of an iteration, and one over all rows that has no role yet; `ahead`: the update sends as well. */
mg_status mg__cuda_dense_steps(mg_cuda_run *work, const mg_panels_built *built, bool ahead, mg_dense_launch *rows,
                               mg_dense_steps *steps);
/* Takes what dense iterations need in any case out of a block, as mg__cuda_carve does. */
void mg__cuda_carve_dense(const mg_cuda_run *work, const mg_panels_built *built, char *base, uint64_t *at,
                          mg_dense_args *arguments);
/* Exchanges the quick kernels of a new program for the full ones, once those are there. */
mg_status mg__cuda_upgrade_steps(mg_cuda_run *work, mg_dense_steps *steps);
mg_status mg__cuda_launch_role(mg_cuda_run *work, const mg_dense_launch *rows, mg_dense_role role,
                               mg_dense_args *arguments);

/* Pushes along segments. */
typedef struct mg_cuda_segments {
    mg_segments_args args; /* args.sums is the phase's own */
    const void *kernel;
    uint32_t blocks, shared;
} mg_cuda_segments;

/* Dense iterations and pushes along segments in the middle of a phase; zeros until the loop kernel asks for the first
 * dense one. */
typedef struct mg_dense_switch {
    mg_dense_args args;
    mg_dense_launch rows;
    mg_dense_steps steps;
    const mg_panels_built *built;
    void *memory;
    uint32_t queued; /* iterations that are queued next */
    mg_cuda_segments segments;
} mg_dense_switch;

/* May the phase turn to the dense representation where that takes less? */
mg_status mg__cuda_may_switch(mg_cuda_run *work, mg_dense_readiness *dense);
/* The loop kernel leaves the phase to dense iterations: builds the representation, if need be, and takes memory. Where
 * there is none the phase goes on without. */
mg_status mg__cuda_prepare_switch(mg_cuda_run *work, mg_dense_switch *dense_switch, mg_loop_args *arguments,
                                  mg_loop_control *control);
/* Queues some dense iterations. */
mg_status mg__cuda_queue_switch(mg_cuda_run *work, mg_dense_switch *dense_switch, const mg_loop_args *arguments);
/* Keeps in mind what the phase would have gained. */
void mg__cuda_end_switch(mg_cuda_run *work, mg_dense_switch *dense_switch, const mg_loop_args *arguments,
                         float mispredict_ns);

/* The segments that the phase pushes along, built if need be; NULL where it does not. */
mg_status mg__cuda_get_segments(mg_cuda_run *work, const struct mg_segments_built **built);
/* Tells the loop kernel when to leave a push to the hubs kernel. */
mg_status mg__cuda_prepare_segments(mg_cuda_run *work, mg_cuda_segments *segments, mg_loop_args *arguments);
/* Queues what comes before the loop kernel's part of such a push. */
mg_status mg__cuda_queue_segments(mg_cuda_run *work, mg_cuda_segments *segments, const mg_loop_args *arguments,
                                  const mg_loop_state *state);

/* What tuning and options say about a PROGRAM phase. */
void mg__cuda_tune_loop(const mg_cuda_run *work, mg_loop_args *arguments);
/* Launches a loop kernel until it is done, and keeps what later phases want to know. */
mg_status mg__cuda_run_slices(mg_cuda_run *work, const void *kernel, mg_loop_args *arguments, mg_loop_control *control);
/* One launch of the loop kernel, after dense iterations where it asked for them; its seconds by events. */
mg_status mg__cuda_run_slice(mg_cuda_run *work, const void *kernel, mg_loop_args *arguments,
                             mg_dense_switch *dense_switch, mg_loop_control *control, double *seconds);
/* Called after every step, each of which is a launch of its own while somebody watches. */
typedef struct mg_cuda_watch {
    mg_status (*step)(struct mg_cuda_watch *watch, mg_cuda_run *work, const void *kernel, mg_loop_args *arguments,
                      mg_dense_switch *dense_switch, mg_loop_control *control);
} mg_cuda_watch;
/* A record as users see it. */
mg_iteration mg__cuda_iteration(const mg_loop_record *record, double seconds);

/* The kinds of phases. */
mg_status mg__cuda_run_loop(mg_cuda_run *work);
mg_status mg__cuda_run_batch(mg_cuda_run *work);
/* Is the phase made for tiles, and may the graph be? */
bool mg__cuda_may_use_tiles(const mg_cuda_run *work);
/* The tiles that the phase is to run on, cut if need be; NULL where graph or program are not made for it. */
mg_status mg__cuda_tiles(mg_cuda_run *work, const mg_tiles_graph **tiles);
mg_status mg__cuda_run_tiles(mg_cuda_run *work, const mg_tiles_graph *tiles);
/* Is the graph small enough, large enough and of a degree that tiles are for? */
bool mg__cuda_is_worth_tiling(const mg_cuda *cuda, const mg_graph *graph);
/* Runs a tiles kernel until the labels rest. The arguments hold the tiles, the labels and flags; `started`: the first
 * labels are there already. */
mg_status mg__cuda_converge_tiles(mg_cuda_run *work, const void *kernel, uint32_t value_size, bool started,
                                  mg_tiles_args *arguments);
/* Is the phase one that runs in the order of breadth-first depths, together with its replays, and may the graph be cut
 * for it? */
bool mg__cuda_may_use_dataflow(const mg_cuda_run *work);
mg_status mg__cuda_run_dataflow(mg_cuda_run *work, const mg_tiles_graph *tiles);
mg_status mg__cuda_run_dense(mg_cuda_run *work);
/* Is the phase one that reads every row in every iteration? Where it is not dense, it has a kernel of its own. */
bool mg__cuda_is_rows(const mg_cuda_run *work);
mg_status mg__cuda_run_rows(mg_cuda_run *work);

/* What the last phase with totals left becomes the totals of a phase that begins. */
mg_status mg__cuda_forward_totals(mg_cuda_run *work, mg_loop_control *control);

/* Launches, and begins the time unless it has begun. */
mg_status mg__cuda_launch_step(mg_cuda_run *work, const mg_dense_launch *step, mg_dense_args *arguments);
/* Before a phase's first launch: the device is to tell how far it is. */
void mg__cuda_track_progress(mg_cuda_run *work, mg_dense_args *arguments);
/* Iterates until the phase is over. `state` is the one that the run's record has grown to. */
mg_status mg__cuda_iterate(mg_cuda_run *work, mg_dense_steps *steps, mg_dense_args *arguments, mg_loop_state *state);
/* Waits for the end of such a phase, records the rest, and keeps what later ones want to know. */
mg_status mg__cuda_end_phase(mg_cuda_run *work, const mg_dense_args *arguments, const mg_loop_state *recorded);
mg_status mg__cuda_run_sweep(mg_cuda_run *work);

/* Vertices of a block, for phases inside blocks and between them; 0: not even one fits. */
uint32_t mg__cuda_range_vertices(const mg_cuda_run *work);
/* Is the phase one inside blocks, and are most of the graph's few edges inside of them? */
bool mg__cuda_suits_ranges(const mg_cuda_run *work);
/* Launches such a phase. */
mg_status mg__cuda_launch_ranges(mg_cuda_run *work, const void *kernel, const mg_loop_args *arguments);

#endif

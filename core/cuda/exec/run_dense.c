/* SPDX-License-Identifier: Apache-2.0
 *
 * run_dense.c: PROGRAM phases whose every iteration runs on the dense representation. States are brought into row order
 * for the phase. An iteration is two launches, or three where what is sent cannot be known ahead; those of several
 * iterations are queued ahead of the one that runs, and do nothing once the phase is over.
 */
#include "core/cuda/exec/cuda_run.h"
#include "core/cuda/graph/permute.h"

#include <string.h>

#define AHEAD 3u /* iterations that are queued, with the one that runs: their launches take less than it does */

void mg__cuda_carve_dense(const mg_cuda_run *work, const mg_panels_built *built, char *base, uint64_t *at,
                          mg_dense_args *a) {
    const mg_phase_info *info = &work->info;
    const uint64_t n = work->graph->n, value = built->value_size;
    const uint32_t self_evident = MG_ALL_ACTIVE | MG_ANNIHILATES; /* by the value, or by all */
    a->masked = (info->has_edge || info->has_edge_at) && !(info->properties & self_evident);
    a->x = mg__cuda_carve(base, at, mg__panels_values(built) * value + MG_ROW_TILE_PIECE);
    a->sums = mg__cuda_carve(base, at, built->slots * value + MG_ROW_TILE_PIECE);
    a->active = mg__cuda_carve(base, at, a->masked ? (n + 31) / 32 * 4 : 0);
    a->panel_progress = mg__cuda_carve(base, at, built->layout.panels * sizeof *a->panel_progress);
    a->block_active = mg__cuda_carve(base, at, 2 * mg__cuda_most_blocks(work->cuda) * sizeof *a->block_active);
}

/* Returns the bytes that are wanted; the first *zeroed of them must be 0. */
static uint64_t lay_out(const mg_cuda_run *work, const mg_panels_built *built, char *base, mg_dense_args *a,
                        uint64_t *zeroed) {
    uint64_t at = 0;
    a->blocks_done = mg__cuda_carve(base, &at, sizeof *a->blocks_done);
    for (int i = 0; i < 3; i++) {
        a->loop.bits[i] = mg__cuda_carve(base, &at, (work->graph->n + 31ull) / 32 * 4);
    }
    *zeroed = at;
    a->loop.record = mg__cuda_carve(base, &at, MG_QUEUED_MAX * sizeof *a->loop.record);
    mg__cuda_carve_dense(work, built, base, &at, a);
    a->loop.state = mg__cuda_carve(base, &at, (uint64_t)work->graph->n * work->info.state_size);
    return at;
}

mg_status mg__cuda_forward_totals(mg_cuda_run *work, mg_loop_control *control) {
    mg_status status = MG_OK;
    if (work->totals != control->state.totals) {
        MG_CUDA_TRY(work->context,
                    cudaMemcpyAsync(control->state.totals, work->totals, sizeof control->state.totals,
                                    cudaMemcpyDeviceToDevice, work->cuda->stream),
                    "handing totals on");
    }
out:
    return status;
}

static mg_status take_memory(mg_cuda_run *work, const mg_panels_built *built, mg_dense_args *a) {
    mg_status status = MG_OK;
    uint64_t zeroed = 0;
    MG_TRY(mg__cuda_need_scratch(work, lay_out(work, built, NULL, a, &zeroed)));
    lay_out(work, built, work->scratch, a, &zeroed);
    MG_TRY(mg__panels_clear_tail(work->context, work->cuda, built, a));
    MG_CUDA_TRY(work->context, cudaMemsetAsync(work->scratch, 0, zeroed, work->cuda->stream), "clearing device memory");
    MG_TRY(mg__cuda_forward_totals(work, a->loop.control));
out:
    return status;
}

/* A rounded value is half as long on its way (kernel/mixed_precision.cuh). */
static mg_panels_need needed(const mg_cuda_run *work) {
    const mg_phase_info *info = &work->info;
    return (mg_panels_need){.layout = work->plan->options.dense_layout,
                            .direction = info->direction,
                            .value_size = info->properties & MG_MIXED_PRECISION ? 4 : (uint32_t)info->value_size,
                            .weights = info->weight_type,
                            .block_width = work->plan->options.block_width,
                            .heavy_edges = work->plan->options.heavy_edges};
}

static mg_status get_panels(mg_cuda_run *work, const mg_panels_built **built) {
    mg_status status = MG_OK;
    const mg_device_need edges = {.in = true, .weights = work->info.weight_type};
    const mg_panels_need need = needed(work);
    mg_device_graph *g = NULL;
    MG_TRY(mg__device_graph(work->context, work->cuda, work->graph, &edges, &g));
    MG_TRY(mg__panels_get(work->context, work->cuda, work->graph, g, &need, built));
out:
    return status;
}

mg_status mg__cuda_has_dense(mg_cuda_run *work, bool *has) {
    mg_status status = MG_OK;
    const mg_device_need edges = mg__cuda_need(&work->info);
    const mg_panels_need need = needed(work);
    mg_device_graph *g = NULL;
    MG_TRY(mg__device_graph(work->context, work->cuda, work->graph, &edges, &g));
    *has = mg__panels_exist(work->cuda, work->graph, g, &need);
out:
    return status;
}

mg_status mg__cuda_build_dense(mg_cuda_run *work) {
    const mg_panels_built *built = NULL;
    return get_panels(work, &built);
}

mg_status mg__cuda_dense_arguments(mg_cuda_run *work, mg_dense_args *a, const mg_panels_built **built) {
    mg_status status = MG_OK;
    const mg_phase_info *info = &work->info;
    *a = (mg_dense_args){0};
    MG_TRY(get_panels(work, built));
    MG_TRY(mg__cuda_arguments(work, &a->loop));
    mg__panels_set_weights(*built, info->weight_type, a);
    a->block_totals = work->block_totals;
    a->mode = MG_MODE_DENSE;
    a->fuses_scatter = mg__cuda_can_fuse(info);
    a->send_out = info->direction != MG_DIRECTION_IN || !work->graph->directed;
    a->send_in = info->direction != MG_DIRECTION_OUT && work->graph->directed;
    a->loop.iteration_limit = mg__cuda_iteration_limit(work);
    a->loop.record_capacity = work->plan->recorder->keep ? MG_QUEUED_MAX : 0;
out:
    return status;
}

mg_status mg__cuda_launch_step(mg_cuda_run *work, const mg_dense_launch *l, mg_dense_args *a) {
    const mg_cuda_shape shape = {l->blocks, l->threads, l->shared};
    a->role = l->role;
    return work->timing ? mg__cuda_launch_shape(work, l->kernel, a, shape, l->dependent)
                        : mg__cuda_launch_plain(work, l->kernel, a, sizeof *a, shape);
}

/* The most dynamic shared memory that a step with this kernel wants. */
static uint32_t most_shared(const mg_dense_steps *steps, const void *kernel) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < steps->count; i++) {
        most = steps->each[i].kernel == kernel && steps->each[i].shared > most ? steps->each[i].shared : most;
    }
    return most;
}

mg_status mg__cuda_upgrade_steps(mg_cuda_run *work, mg_dense_steps *steps) {
    mg_status status = MG_OK;
    bool upgraded = false;
    for (uint32_t i = 0; i < steps->count; i++) {
        const void *const before = steps->each[i].kernel;
        MG_TRY(mg__cuda_upgrade_kernel(work, &steps->each[i].kernel));
        upgraded = upgraded || steps->each[i].kernel != before;
    }
    for (uint32_t i = 0; upgraded && i < steps->count; i++) {
        const void *const kernel = steps->each[i].kernel;
        MG_CUDA_TRY(
            work->context,
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)most_shared(steps, kernel)),
            "shared memory");
    }
out:
    return status;
}

static mg_dense_launch with_role(const mg_dense_launch *rows, mg_dense_role role) {
    mg_dense_launch launch = *rows;
    launch.role = role;
    return launch;
}

mg_status mg__cuda_launch_role(mg_cuda_run *work, const mg_dense_launch *rows, mg_dense_role role, mg_dense_args *a) {
    const mg_dense_launch launch = with_role(rows, role);
    return mg__cuda_launch_step(work, &launch, a);
}

/* Adds what the queued iterations did to the run's record. */
static mg_status record(mg_cuda_run *work, const mg_dense_args *a, const mg_loop_state *before,
                        const mg_loop_state *after) {
    mg_status status = MG_OK;
    mg_recorder *recorder = work->plan->recorder;
    mg_loop_record records[MG_QUEUED_MAX];
    const uint32_t count = after->iteration - before->iteration;
    if (count == 0) {
        return MG_OK;
    }
    if (!recorder->keep) {
        recorder->totals.iterations += count;
        recorder->totals.mode_iterations[a->mode] += count;
        recorder->totals.vertices_visited += after->vertices_visited - before->vertices_visited;
        recorder->totals.edges_visited += after->edges_visited - before->edges_visited;
        return MG_OK;
    }
    MG_TRY(mg__cuda_download(work->context, work->cuda, records, a->loop.record, sizeof records));
    for (uint32_t i = 0; i < count; i++) {
        MG_TRY(mg__record(work->context, recorder, mg__cuda_iteration(&records[i], 1e-9 * (double)records[i].clock)));
    }
out:
    return status;
}

/* Queues one iteration. */
static mg_status queue_iteration(mg_cuda_run *work, const mg_dense_steps *steps, mg_dense_args *a) {
    mg_status status = MG_OK;
    for (uint32_t i = 0; i < steps->count; i++) {
        MG_TRY(mg__cuda_launch_step(work, &steps->each[i], a));
    }
    a->iterations_done++;
out:
    return status;
}

/* Waits until fewer than AHEAD of the queued iterations are to come, or the phase is over. */
static mg_status wait_for_room(mg_cuda_run *work, uint64_t queued, bool *running) {
    mg_status status = MG_OK;
    const volatile uint64_t *const host_progress = work->cuda->host_progress;
    bool idle = false;
    for (uint32_t polls = 1;; polls++) {
        const uint64_t now = *host_progress;
        *running = (uint32_t)now == MG_LOOP_RUNNING;
        if (!*running || (now >> 32) + AHEAD > queued || idle) {
            break;
        }
        if (polls % 1024 == 0) { /* a failed kernel tells nothing */
            const cudaError_t error = cudaStreamQuery(work->cuda->stream);
            idle = error == cudaSuccess;
            MG_CUDA_TRY(work->context, idle || error == cudaErrorNotReady ? cudaSuccess : error, "running a phase");
        }
    }
out:
    return status;
}

void mg__cuda_track_progress(mg_cuda_run *work, mg_dense_args *a) {
    *work->cuda->host_progress = MG_LOOP_RUNNING;
    a->host_progress = work->cuda->host_progress;
}

/* Queues iterations so that the device never waits for the host. */
static mg_status run_ahead(mg_cuda_run *work, mg_dense_steps *steps, mg_dense_args *a) {
    mg_status status = MG_OK;
    bool running = true;
    for (uint64_t queued = 1; running; queued++) {
        MG_TRY(mg__progress(work->context, "running", -1.0));
        MG_TRY(mg__cuda_upgrade_steps(work, steps));
        MG_TRY(queue_iteration(work, steps, a));
        MG_TRY(wait_for_room(work, queued, &running));
    }
out:
    if (status != MG_OK) { /* what is still queued must not tell of the next run */
        cudaStreamSynchronize(work->cuda->stream);
    }
    return status;
}

/* Iterations whose records are kept are queued several at a time. */
static mg_status run_recorded(mg_cuda_run *work, mg_dense_steps *steps, mg_dense_args *a, mg_loop_state *state) {
    mg_status status = MG_OK;
    for (uint32_t queued = 2; state->outcome == MG_LOOP_RUNNING;
         queued = queued < MG_QUEUED_MAX ? 2 * queued : queued) {
        const mg_loop_state before = *state;
        MG_TRY(mg__progress(work->context, "running", -1.0));
        MG_TRY(mg__cuda_upgrade_steps(work, steps));
        a->loop.record_base = before.iteration;
        for (uint32_t i = 0; i < queued; i++) {
            MG_TRY(queue_iteration(work, steps, a));
        }
        MG_TRY(mg__cuda_download(work->context, work->cuda, state, &a->loop.control->state, sizeof *state));
        MG_TRY(record(work, a, &before, state));
    }
out:
    return status;
}

mg_status mg__cuda_iterate(mg_cuda_run *work, mg_dense_steps *steps, mg_dense_args *a, mg_loop_state *state) {
    return work->plan->recorder->keep ? run_recorded(work, steps, a, state) : run_ahead(work, steps, a);
}

mg_status mg__cuda_end_phase(mg_cuda_run *work, const mg_dense_args *a, const mg_loop_state *recorded) {
    mg_status status = MG_OK;
    double seconds = 0.0;
    mg_loop_state state;
    MG_TRY(mg__cuda_stop_time(work));
    MG_TRY(mg__cuda_download(work->context, work->cuda, &state, &a->loop.control->state, sizeof state));
    MG_TRY(record(work, a, recorded, &state));
    MG_TRY(mg__cuda_take_time(work, &seconds));
    if (work->info.totals) {
        work->totals = a->loop.control->state.totals;
    }
    work->stopped_at_limit = work->stopped_at_limit || state.outcome == MG_LOOP_LIMIT;
out:
    return status;
}

bool mg__cuda_is_plain(const mg_cuda_run *work) {
    return work->plan->options.lanes <= 1 && work->info.kind == MG_KIND_PROGRAM &&
           work->info.frontier != MG_FRONTIER_REPLAY;
}

bool mg__cuda_is_large(const mg_cuda_run *work) {
    return work->graph->arcs >= work->cuda->tuning.dense_arcs && !mg__cuda_is_sparse(work->graph);
}

bool mg__cuda_can_fuse(const mg_phase_info *info) {
    return !info->has_scatter || (info->properties & MG_PURE_SCATTER);
}

uint32_t mg__cuda_iteration_limit(const mg_cuda_run *work) {
    const uint32_t most = work->plan->options.max_iterations;
    return most ? most : work->info.iteration_limit;
}

/* Recorded and replayed phases begin in the loop kernel, which knows their levels. */
bool mg__cuda_is_dense(const mg_cuda_run *work) {
    const mg_phase_info *info = &work->info;
    const mg_mode mode = work->plan->options.mode;
    const bool pays = mode == MG_MODE_AUTO && (info->properties & MG_ALL_ACTIVE) && mg__cuda_is_large(work);
    return mg__cuda_is_plain(work) && (mode == MG_MODE_DENSE || pays) && !info->record && info->weight_type != MG_OTHER;
}

mg_kernel_family mg__cuda_gather_family(const mg_cuda_run *work) {
    return work->plan->options.dense_layout == MG_DENSE_BLOCKS ? MG_KERNEL_BLOCKS : MG_KERNEL_DENSE;
}

/* The launches that make the sums of rows, or pieces, of what columns send. */
static mg_status gather_steps(mg_cuda_run *work, const mg_panels_built *built, mg_dense_steps *steps) {
    mg_status status = MG_OK;
    const void *kernel = NULL;
    MG_TRY(mg__cuda_kernel(work, mg__cuda_gather_family(work), &kernel));
    steps->count += mg__panels_gather(built, kernel, work->info.value_size, steps->each + steps->count);
    MG_CUDA_TRY(work->context,
                cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     (int)mg__panels_shared(built, work->info.value_size)),
                "shared memory");
out:
    return status;
}

mg_status mg__cuda_dense_steps(mg_cuda_run *work, const mg_panels_built *built, bool ahead, mg_dense_launch *rows,
                               mg_dense_steps *steps) {
    mg_status status = MG_OK;
    const uint32_t needed = work->graph->n / MG_ROW_THREADS + 1, wide = MG_SUM_BLOCKS * (uint32_t)work->cuda->sms;
    *rows = (mg_dense_launch){.blocks = needed < wide ? needed : wide, .threads = MG_ROW_THREADS};
    MG_TRY(mg__cuda_begin_dense(work));
    MG_TRY(mg__cuda_kernel(work, MG_KERNEL_DENSE_ROWS, &rows->kernel));
    MG_CUDA_TRY(
        work->context,
        cudaFuncSetAttribute(rows->kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)built->row_tile_shared),
        "shared memory");
    *steps = (mg_dense_steps){.count = 0};
    if (!ahead) {
        steps->each[steps->count++] = with_role(rows, MG_DENSE_LOAD);
    }
    MG_TRY(gather_steps(work, built, steps));
    steps->each[steps->count] = with_role(rows, MG_DENSE_APPLY);
    steps->each[steps->count].shared = built->row_tile_shared;
    steps->each[steps->count++].dependent = true;
out:
    return status;
}

mg_status mg__cuda_run_dense(mg_cuda_run *work) {
    mg_status status = MG_OK;
    cudaStream_t stream = work->cuda->stream;
    mg_dense_args a;
    mg_loop_state state = {0};
    const mg_panels_built *built = NULL;
    mg_dense_launch rows;
    mg_dense_steps steps;
    const size_t size = work->info.state_size;
    MG_TRY(mg__cuda_dense_arguments(work, &a, &built));
    MG_TRY(mg__cuda_dense_steps(work, built, a.fuses_scatter, &rows, &steps));
    MG_TRY(take_memory(work, built, &a));
    a.vertex_states = work->state;
    a.defers_decision = (work->info.properties & MG_ALL_ACTIVE) && a.fuses_scatter && built->kind == MG_DENSE_PANELS;
    a.update_blocks = rows.blocks;
    mg__cuda_track_progress(work, &a);
    MG_TRY(mg__cuda_launch_role(work, &rows, MG_DENSE_INIT, &a));
    MG_TRY(mg__cuda_iterate(work, &steps, &a, &state));
    MG_TRY(mg__cuda_start_ordering(work));
    MG_CUDA_TRY(work->context, mg__permute(a.loop.state, work->state, a.panels.order, a.loop.n, size, false, stream),
                "ordering states");
    MG_TRY(mg__cuda_end_phase(work, &a, &state));
out:
    return status;
}

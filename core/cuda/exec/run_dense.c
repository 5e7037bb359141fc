/* SPDX-License-Identifier: Apache-2.0
 *
 * run_dense.c: PROGRAM phases whose every iteration runs on the dense representation. States are permuted into row
 * order for the phase. An iteration is two launches, or three where the update cannot compute the next scatter. Several
 * iterations are queued ahead of the running one; their launches do nothing once the phase is over.
 */
#include "core/cuda/exec/run_dense.h"

#include "core/cuda/device_memory.h"
#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/exec/phase_memory.h"
#include "core/cuda/graph/permute.h"
#include "core/cuda/layout/panels/panels_memory.h"

/* Building a dense representation takes no more than this. Else a sample of rows shows what it takes, about. */
#define MOST_BYTES_PER_ARC 64
#define MOST_BYTES_PER_VERTEX 64
#define MARGIN 8 /* a part of the expected bytes */

void mg__cuda_carve_dense(const mg_cuda_run *run, const mg_panels_built *built, char *base, uint64_t *at,
                          mg_dense_args *a) {
    const mg_phase_info *info = &run->info;
    const uint64_t n = run->graph->n, value = built->value_size;
    const uint64_t values = run->part ? mg__panels_rest(built) + n : mg__panels_values(built);
    const uint32_t self_evident = MG_ALL_ACTIVE | MG_ANNIHILATES; /* inactive senders need no mask */
    a->masked = (info->has_edge || info->has_edge_at) && !(info->properties & self_evident);
    a->x = mg__cuda_carve(base, at, values * value + MG_ROW_TILE_PIECE);
    a->x_rest = run->part && a->x ? (char *)a->x + mg__panels_rest(built) * value : NULL;
    a->sums = mg__cuda_carve(base, at, built->slots * value + MG_ROW_TILE_PIECE);
    a->active = mg__cuda_carve(base, at, a->masked ? (n + 31) / 32 * 4 : 0);
    a->panel_progress = mg__cuda_carve(base, at, built->layout.panels * sizeof *a->panel_progress);
    a->block_active = mg__cuda_carve(base, at, 2 * mg__cuda_most_blocks(run->cuda) * sizeof *a->block_active);
}

/* Returns the bytes needed; the first *zeroed of them must be 0. */
static uint64_t lay_out(const mg_cuda_run *run, const mg_panels_built *built, char *base, mg_dense_args *a,
                        uint64_t *zeroed) {
    uint64_t at = 0;
    a->blocks_done = mg__cuda_carve(base, &at, sizeof *a->blocks_done);
    for (int i = 0; i < 3; i++) {
        a->loop.frontier.bits[i] = mg__cuda_carve(base, &at, (run->graph->n + 31ull) / 32 * 4);
    }
    *zeroed = at;
    a->loop.record.iterations = mg__cuda_carve(base, &at, MG_QUEUED_MAX * sizeof *a->loop.record.iterations);
    mg__cuda_carve_dense(run, built, base, &at, a);
    a->loop.state = mg__cuda_carve(base, &at, (uint64_t)run->graph->n * run->info.state_size);
    return at;
}

static mg_status take_memory(mg_cuda_run *run, const mg_panels_built *built, mg_dense_args *a) {
    mg_status status = MG_OK;
    uint64_t zeroed = 0;
    MG_TRY(mg__cuda_need_scratch(run, lay_out(run, built, NULL, a, &zeroed)));
    lay_out(run, built, run->scratch, a, &zeroed);
    MG_TRY(mg__panels_clear_tail(run->context, run->cuda, built, a));
    MG_CUDA_TRY(run->context, cudaMemsetAsync(run->scratch, 0, zeroed, run->cuda->stream), "clearing device memory");
    MG_TRY(mg__cuda_forward_totals(run, a->loop.control));
out:
    return status;
}

void mg__cuda_dense_memory(const mg_cuda_run *run, const mg_phase_sizes *sizes, mg_phase_memory *memory) {
    mg_dense_args a = {.loop = sizes->loop};
    uint64_t zeroed = 0;
    memory->scratch = lay_out(run, &sizes->panels, NULL, &a, &zeroed);
}

/* In mixed precision values travel as floats (kernel/dense/mixed_precision.cuh). */
mg_panels_need mg__cuda_panels_need(const mg_cuda_run *run) {
    const mg_phase_info *info = &run->info;
    return (mg_panels_need){.layout = run->plan->options.dense_layout,
                            .direction = info->direction,
                            .value_size = info->properties & MG_MIXED_PRECISION ? 4 : (uint32_t)info->value_size,
                            .weights = info->weight_type,
                            .block_width = run->plan->options.block_width,
                            .heavy_edges = run->plan->options.heavy_edges};
}

static mg_status get_panels(mg_cuda_run *run, const mg_panels_built **built) {
    mg_status status = MG_OK;
    const mg_device_need edges = {.in = true, .weights = run->info.weight_type};
    const mg_panels_need need = mg__cuda_panels_need(run);
    mg_device_graph *g = NULL;
    MG_TRY(mg__device_graph(run->context, run->cuda, run->graph, &edges, &g));
    MG_TRY(mg__panels_get(run->context, run->cuda, run->graph, g, &need, built));
out:
    return status;
}

mg_status mg__cuda_has_dense(mg_cuda_run *run, bool *has) {
    mg_status status = MG_OK;
    const mg_device_need edges = mg__cuda_need(&run->info);
    const mg_panels_need need = mg__cuda_panels_need(run);
    mg_device_graph *g = NULL;
    MG_TRY(mg__device_graph(run->context, run->cuda, run->graph, &edges, &g));
    *has = mg__panels_exist(run->cuda, run->graph, g, &need);
out:
    return status;
}

/* Are these panels there? *on_device: are the rows? */
static bool exist_already(const mg_cuda_run *run, const mg_panels_need *need, bool *on_device) {
    mg_graph *const shared = (mg_graph *)run->graph; /* what is built on demand changes under a lock */
    pthread_mutex_lock(&shared->device_lock);
    const mg_device_graph *const g = shared->device;
    pthread_mutex_unlock(&shared->device_lock);
    *on_device = g != NULL;
    return g && mg__panels_exist(run->cuda, run->graph, g, need);
}

mg_status mg__cuda_dense_fits(mg_cuda_run *run, bool *fits) {
    mg_status status = MG_OK;
    const mg_graph *const g = run->graph;
    const mg_panels_need need = mg__cuda_panels_need(run);
    const uint64_t sides = need.direction == MG_DIRECTION_BOTH && g->directed ? 2 : 1;
    mg_panels_built planned;
    mg_panels_bytes bytes;
    bool on_device = false;
    *fits = true;
    if (run->plan->options.mode != MG_MODE_AUTO || exist_already(run, &need, &on_device)) {
        return MG_OK;
    }
    const uint64_t left = mg__cuda_available(run->context);
    if (left == 0 || sides * g->arcs * MOST_BYTES_PER_ARC + g->n * MOST_BYTES_PER_VERTEX <= left) {
        return MG_OK;
    }
    MG_TRY(mg__panels_plan(run->context, run->cuda, g, &need, &planned, &bytes));
    const uint64_t rows = on_device ? 0 : sides * (g->arcs * sizeof(uint32_t) + g->n * sizeof(uint64_t));
    *fits = rows + bytes.building + bytes.building / MARGIN <= left;
    if (!*fits) {
        mg__log(run->context, MG_LOG_INFO, "phase %s: no dense representation, which takes %.1f GB to build",
                run->phase->name, 1e-9 * (double)bytes.building);
    }
out:
    return status;
}

mg_status mg__cuda_build_dense(mg_cuda_run *run) {
    const mg_panels_built *built = NULL;
    return get_panels(run, &built);
}

mg_status mg__cuda_dense_arguments(mg_cuda_run *run, mg_dense_args *a, const mg_panels_built **built) {
    mg_status status = MG_OK;
    const mg_phase_info *info = &run->info;
    *a = (mg_dense_args){0};
    MG_TRY(get_panels(run, built));
    MG_TRY(mg__cuda_arguments(run, &a->loop));
    mg__panels_set_weights(*built, info->weight_type, a);
    a->block_totals = run->block_totals;
    a->mode = MG_MODE_DENSE;
    a->fuses_scatter = mg__cuda_can_fuse(info);
    a->send_out = info->direction != MG_DIRECTION_IN || !run->graph->directed;
    a->send_in = info->direction != MG_DIRECTION_OUT && run->graph->directed;
    a->loop.iteration_limit = mg__cuda_iteration_limit(run);
    a->loop.record.capacity = run->plan->recorder->keep ? MG_QUEUED_MAX : 0;
out:
    return status;
}

/* Not recorded and replayed phases: they need levels, which only the loop kernel keeps. Not phases that were built
 * without dense kernels (MG_CUDA_SPARSE). */
bool mg__cuda_is_dense(const mg_cuda_run *run) {
    const mg_phase_info *info = &run->info;
    const mg_mode mode = run->plan->options.mode;
    const bool pays = mode == MG_MODE_AUTO && (info->properties & MG_ALL_ACTIVE) && mg__cuda_is_large(run);
    return mg__cuda_is_plain(run) && (mode == MG_MODE_DENSE || pays) && !info->record &&
           info->weight_type != MG_OTHER && mg__cuda_is_built(run, MG_KERNEL_DENSE_ROWS);
}

bool mg__cuda_panels_eligible(const mg_cuda_run *run) {
    return mg__cuda_is_dense(run) && run->plan->options.dense_layout != MG_DENSE_BLOCKS;
}

bool mg__cuda_blocks_eligible(const mg_cuda_run *run) {
    return mg__cuda_is_dense(run) && run->plan->options.dense_layout == MG_DENSE_BLOCKS;
}

mg_kernel_family mg__cuda_gather_family(const mg_cuda_run *run) {
    return run->plan->options.dense_layout == MG_DENSE_BLOCKS ? MG_KERNEL_BLOCKS : MG_KERNEL_DENSE;
}

/* The launches that sum the values of columns for each row or piece of a row. */
static mg_status gather_steps(mg_cuda_run *run, const mg_panels_built *built, mg_dense_steps *steps) {
    mg_status status = MG_OK;
    const void *kernel = NULL;
    MG_TRY(mg__cuda_kernel(run, mg__cuda_gather_family(run), &kernel));
    steps->count += mg__panels_gather(built, kernel, run->info.value_size, steps->each + steps->count);
    MG_CUDA_TRY(run->context,
                cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     (int)mg__panels_shared(built, run->info.value_size)),
                "shared memory");
out:
    return status;
}

mg_status mg__cuda_dense_steps(mg_cuda_run *run, const mg_panels_built *built, bool ahead, mg_dense_launch *rows,
                               mg_dense_steps *steps) {
    mg_status status = MG_OK;
    const uint32_t needed = run->graph->n / MG_ROW_THREADS + 1, wide = MG_SUM_BLOCKS * (uint32_t)run->cuda->sms;
    *rows = (mg_dense_launch){.blocks = needed < wide ? needed : wide, .threads = MG_ROW_THREADS};
    const mg_kernel_family families[2] = {mg__cuda_gather_family(run), MG_KERNEL_DENSE_ROWS};
    MG_TRY(mg__cuda_begin_kernels(run, families, 2)); /* both are linked at the same time */
    MG_TRY(mg__cuda_kernel(run, MG_KERNEL_DENSE_ROWS, &rows->kernel));
    MG_CUDA_TRY(
        run->context,
        cudaFuncSetAttribute(rows->kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)built->row_tile_shared),
        "shared memory");
    *steps = (mg_dense_steps){.count = 0};
    if (!ahead) {
        steps->each[steps->count++] = mg__dense_with_role(rows, MG_DENSE_LOAD);
    }
    MG_TRY(gather_steps(run, built, steps));
    steps->each[steps->count] = mg__dense_with_role(rows, MG_DENSE_APPLY);
    steps->each[steps->count].shared = built->row_tile_shared;
    steps->each[steps->count++].dependent = true;
out:
    return status;
}

mg_status mg__cuda_prepare_dense(mg_cuda_run *run, mg_dense_phase *d) {
    mg_status status = MG_OK;
    mg_dense_args *const a = &d->args;
    MG_TRY(mg__cuda_dense_arguments(run, a, &d->built));
    MG_TRY(mg__cuda_dense_steps(run, d->built, a->fuses_scatter, &d->rows, &d->steps));
    MG_TRY(take_memory(run, d->built, a));
    a->vertex_states = run->state;
    a->defers_decision =
        (run->info.properties & MG_ALL_ACTIVE) && a->fuses_scatter && d->built->kind == MG_DENSE_PANELS;
    a->update_blocks = d->rows.blocks;
out:
    return status;
}

mg_status mg__cuda_order_states(mg_cuda_run *run, const mg_dense_phase *d) {
    const mg_dense_args *const a = &d->args;
    mg_status status = MG_OK;
    MG_TRY(mg__cuda_start_ordering(run));
    MG_CUDA_TRY(run->context,
                mg__permute(a->loop.state, run->state, a->panels.order, a->loop.n, run->info.state_size, false,
                            run->cuda->stream),
                "ordering states");
out:
    return status;
}

mg_status mg__cuda_run_dense(mg_cuda_run *run) {
    mg_status status = MG_OK;
    mg_loop_state state = {0};
    mg_dense_phase d;
    MG_TRY(mg__cuda_prepare_dense(run, &d));
    mg__cuda_track_progress(run, &d.args);
    MG_TRY(mg__cuda_launch_role(run, &d.rows, MG_DENSE_INIT, &d.args));
    MG_TRY(mg__cuda_iterate(run, &d.steps, &d.args, &state));
    MG_TRY(mg__cuda_order_states(run, &d));
    MG_TRY(mg__cuda_end_phase(run, &d.args, &state));
out:
    return status;
}

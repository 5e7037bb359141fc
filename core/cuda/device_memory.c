/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/device_memory.h"

#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/exec/phase_memory.h"
#include "core/cuda/exec/run_dense.h"
#include "core/cuda/graph/side_memory.h"
#include "core/cuda/layout/panels/panels_memory.h"
#include "core/cuda/multi/rank_runs.h"

/* The sum over the phases of a plan. */
typedef struct estimate {
    mg_cuda_run run;
    mg_memory_need *need;
    mg_side_memory sides;
    mg_panels_need panels[MG_PHASES_MAX]; /* that are counted already */
    size_t panel_count;
    uint64_t scratch, levels, depths, lanes, scores; /* that the run has by now */
} estimate;

/* Tiles of a direction by their mean size; a twentieth of the edges is taken to be cut. */
static void add_tiles(estimate *e) {
    const mg_graph *const g = e->run.graph;
    const bool in = e->run.info.direction == MG_DIRECTION_IN && g->directed;
    const uint64_t n = g->n, cut = g->arcs / 20, local = g->arcs - cut;
    const bool weighted = e->run.info.weight_type != MG_TYPE_NONE && g->weight_type != MG_TYPE_NONE;
    const uint64_t weights = weighted ? g->arcs * mg__type_size(e->run.info.weight_type) : 0;
    if (!e->sides.tiles[in]) {
        mg__side_add(&e->sides, 10 * n + 2 * local + 8 * cut, 33 * n);
    }
    if (weights && !e->sides.tile_weights[in][e->run.info.weight_type]) {
        mg__side_add(&e->sides, weights, 4 * n);
        e->sides.tile_weights[in][e->run.info.weight_type] = true;
    }
    e->sides.tiles[in] = true;
}

static bool is_counted(const estimate *e, const mg_panels_need *need) {
    bool counted = false;
    for (size_t i = 0; i < e->panel_count; i++) {
        const mg_panels_need *const p = &e->panels[i];
        counted |= p->direction == need->direction && p->value_size == need->value_size && p->weights == need->weights;
    }
    return counted;
}

/* The dense layout: built before the phase, or in it if that pays. */
static mg_status add_panels(estimate *e, bool before, mg_phase_sizes *sizes) {
    mg_status status = MG_OK;
    const mg_panels_need need = mg__cuda_panels_need(&e->run);
    mg_panels_bytes bytes = {0, 0};
    MG_TRY(mg__panels_plan(e->run.context, e->run.cuda, e->run.graph, &need, &sizes->panels, &bytes));
    if (before) {
        mg__side_need_in(&e->sides, &(mg_device_need){.in = true, .weights = e->run.info.weight_type});
    }
    if (e->sides.has_panels || is_counted(e, &need)) {
        goto out;
    }
    e->panels[e->panel_count++] = need;
    if (before) {
        mg__side_add(&e->sides, bytes.kept, bytes.building - bytes.kept);
    } else {
        e->need->device_optional += bytes.building;
    }
out:
    return status;
}

static void add_work(estimate *e, const mg_phase_memory *m, bool dense) {
    const uint64_t lanes = e->run.plan->options.lanes > 1 ? e->run.plan->options.lanes : 1;
    const uint64_t state =
        mg__on_device(e->run.plan->state) ? 0 : (uint64_t)e->run.graph->n * lanes * e->run.plan->state_size;
    const uint64_t controls = e->run.plan->phase_count * sizeof(mg_loop_control) + mg__cuda_totals_bytes(e->run.cuda);
    e->scratch = m->scratch > e->scratch ? m->scratch : e->scratch;
    e->levels = e->levels ? e->levels : m->levels;
    e->depths = e->depths ? e->depths : m->depths;
    e->lanes = e->lanes ? e->lanes : m->lanes;
    e->scores += e->run.info.has_score ? e->run.graph->arcs * e->run.info.value_size : 0;
    const uint64_t sums = e->run.plan->sums ? e->run.graph->n * sizeof(double) : 0;
    const uint64_t work = state + sums + e->scores + e->run.plan->params_size + controls + e->scratch + e->levels +
                          e->depths + e->lanes + m->beside + (dense ? m->dense : 0);
    e->need->device_work = work > e->need->device_work ? work : e->need->device_work;
    e->need->device_optional += dense ? 0 : m->dense;
}

static void set_sizes(estimate *e, mg_phase_sizes *sizes) {
    const mg_graph *const g = e->run.graph;
    const mg_phase_info *const info = &e->run.info;
    const mg_device_need need = mg__cuda_need(info);
    const uint32_t *const present = (const uint32_t *)g->out.offsets; /* any address */
    const bool both = info->direction == MG_DIRECTION_BOTH && g->directed;
    const bool largest = need.largest_neighbour[0] || need.largest_neighbour[1];
    e->run.long_rows = e->sides.pieces > 0;
    *sizes =
        (mg_phase_sizes){.loop = {.n = g->n,
                                  .sides = both ? 2 : 1,
                                  .arcs = g->arcs,
                                  .first_hit = {.largest_neighbour = largest && !both ? present : NULL},
                                  .batch = {.lanes = e->run.plan->options.lanes > 1 ? e->run.plan->options.lanes : 1},
                                  .sweep = {.piece_count = {(uint32_t)e->sides.pieces, 0}}},
                         .tiles = mg__tile_count(e->run.cuda, g)};
}

/* In the order of building and running a phase. */
static mg_status add_phase(estimate *e, size_t i) {
    mg_status status = MG_OK;
    mg_phase_sizes sizes;
    mg_phase_memory memory = {0};
    mg__cuda_set_phase(&e->run, i);
    const mg_device_need need = mg__cuda_need(&e->run.info);
    mg__side_need_out(&e->sides, &need);
    mg__side_need_in(&e->sides, &need);
    MG_TRY(mg__cuda_expect_executor(&e->run));
    const mg_executor *const executor = e->run.executor;
    if (!mg__cuda_is_built(&e->run, executor->kernels[0])) {
        return mg__fail(e->run.context, MG_ERROR_UNSUPPORTED, "phase %s: no GPU kernels were built for it",
                        e->run.phase->name);
    }
    set_sizes(e, &sizes);
    if (executor->suits) {
        add_tiles(e);
    }
    if (executor->memory == mg__cuda_rows_memory) {
        mg__side_need_short_rows(&e->sides, e->run.info.direction != MG_DIRECTION_IN, e->run.info.weight_type);
    }
    if (e->run.info.kind == MG_KIND_TRIANGLES) {
        mg__side_need_forward(&e->sides);
    }
    const mg_dense_readiness may =
        executor->memory == mg__cuda_loop_memory ? mg__cuda_plans_switch(&e->run) : MG_DENSE_NEVER;
    const bool before = executor->memory == mg__cuda_dense_memory || may == MG_DENSE_READY;
    if (before || may == MG_DENSE_UNBUILT) {
        MG_TRY(add_panels(e, before, &sizes));
    }
    if (executor->memory) {
        executor->memory(&e->run, &sizes, &memory);
    }
    add_work(e, &memory, before);
out:
    return status;
}

uint64_t mg__bytes_on_device(const mg_graph *graph) {
    mg_representation r[MG_REPRESENTATION_COUNT] = {{0, 0}};
    uint64_t bytes = 0;
    mg__device_representations(graph, r);
    for (size_t i = 0; i < MG_REPRESENTATION_COUNT; i++) {
        bytes += r[i].bytes;
    }
    return bytes;
}

mg_status mg__cuda_memory(mg_context *context, const mg_graph *graph, const mg_plan *plan, mg_memory_need *need) {
    mg_status status = MG_OK;
    estimate e = {.run = {.context = context, .graph = graph, .plan = plan}, .need = need};
    MG_TRY(mg__cuda_open(context, &e.run.cuda));
    need->device_graph = mg__bytes_on_device(graph);
    need->work += mg__cuda_rank_bytes(context, graph, plan);
    mg__side_memory_begin(&e.sides, context, e.run.cuda, graph, need);
    for (size_t i = 0; i < plan->phase_count && graph->n; i++) {
        MG_TRY(add_phase(&e, i));
    }
out:
    return status;
}

uint64_t mg__cuda_available(mg_context *context) {
    const mg_cuda *const cuda = context->device;
    size_t there = 0, all = 0;
    uint64_t reserved = 0, used = 0;
    if (!cuda || cudaSetDevice(cuda->ordinal) != cudaSuccess || cudaMemGetInfo(&there, &all) != cudaSuccess ||
        cudaMemPoolGetAttribute(cuda->pool, cudaMemPoolAttrReservedMemCurrent, &reserved) != cudaSuccess ||
        cudaMemPoolGetAttribute(cuda->pool, cudaMemPoolAttrUsedMemCurrent, &used) != cudaSuccess) {
        cudaGetLastError();
        return 0;
    }
    return cuda->test.available ? cuda->test.available : (uint64_t)there + reserved - used;
}

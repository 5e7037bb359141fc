/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/exec/cuda_run.h"

#include "core/cuda/exec/run_ranges.h"
#include "core/engine/plan_loops.h"

void mg__cuda_set_phase(mg_cuda_run *run, size_t i) {
    run->phase = run->plan->phases[i];
    run->phase->describe(&run->info, run->plan->callbacks);
    if (run->part && run->info.kind == MG_KIND_PROGRAM) {
        run->info.direction = MG_DIRECTION_OUT; /* a part has its arcs by receiver */
    } else if (run->part && run->part->undirected) {
        run->info.direction = MG_DIRECTION_IN; /* the rows of its own vertices have all their edges */
    }
    run->phase_index = i;
}

mg_device_need mg__cuda_need(const mg_phase_info *info) {
    const bool program = info->kind == MG_KIND_PROGRAM, label = info->properties & MG_LABEL;
    const bool in = info->direction == MG_DIRECTION_IN;
    const bool first = program && !label && (info->properties & MG_FIRST_HIT) && !info->has_edge &&
                       !info->has_edge_at && info->direction != MG_DIRECTION_BOTH;
    return (mg_device_need){.in = info->direction != MG_DIRECTION_OUT || (program && !label) ||
                                  (info->properties & MG_IN_DEGREE),
                            .weights = info->weight_type,
                            .largest_neighbour = {first && in, first && !in}};
}

mg_device_need mg__cuda_need_of(const mg_cuda_run *run) {
    mg_device_need need = mg__cuda_need(&run->info);
    need.degrees = run->part ? run->part->out_offsets : NULL;
    return need;
}

mg_status mg__cuda_arguments(mg_cuda_run *run, mg_loop_args *arguments) {
    mg_status status = MG_OK;
    const mg_phase_info *info = &run->info;
    const mg_device_need need = mg__cuda_need_of(run);
    mg_device_graph *g = NULL;
    MG_TRY(mg__device_graph(run->context, run->cuda, run->graph, &need, &g));
    const bool both = info->direction == MG_DIRECTION_BOTH && run->graph->directed;
    const bool in = info->direction == MG_DIRECTION_IN;
    const mg_device_side out_edges = mg__device_side(run->graph, g, false, info->weight_type);
    const mg_device_side in_edges = mg__device_side(run->graph, g, true, info->weight_type);
    const mg_device_csr *receive = &g->side[run->graph->directed && !in];
    const mg_device_csr *send = &g->side[run->graph->directed && in], *other = &g->side[run->graph->directed];
    run->warp_steps = (double)receive->warp_steps;
    run->long_rows = receive->piece_count > 0;
    *arguments = (mg_loop_args){
        .n = run->graph->n,
        .round = run->round,
        .sides = both ? 2 : 1,
        .arcs = run->graph->arcs,
        .send = {in ? in_edges : out_edges, in_edges},
        .receive = {in ? out_edges : in_edges, out_edges},
        .out_offsets = run->part ? run->part->out_offsets : out_edges.offsets,
        .in_offsets = in_edges.offsets,
        .state = run->state,
        .params = run->params,
        .control = run->controls + run->phase_index,
        .block_totals = run->block_totals,
        .block_totals_set = (uint32_t)mg__cuda_totals_set(run->cuda),
        /* in mode dense, phases without the dense representation pull */
        .mode = run->plan->options.mode == MG_MODE_DENSE ? MG_MODE_PULL : run->plan->options.mode,
        .own_begin = run->part ? run->part->own_begin : 0,
        .own_end = run->part ? run->part->own_end : run->graph->n,
        .distributed = run->part != NULL,
        .segment_min_edges = UINT64_MAX,
        .first_hit = {.largest_neighbour = both ? NULL : receive->largest_neighbour,
                      .mean_next_degree = g->mean_next_degree,
                      .largest_next_degree = g->largest_next_degree},
        .batch = {.lanes = run->plan->options.lanes > 1 ? run->plan->options.lanes : 1},
        .sweep = {.pieces = {send->pieces, other->pieces},
                  .piece_count = {send->piece_count, other->piece_count},
                  .range_vertices = mg__cuda_range_vertices(run),
                  .label_offset = (uint32_t)info->label_offset,
                  .totals = run->totals},
        .scope = {.cluster_blocks = 1},
    };
out:
    return status;
}

size_t mg__cuda_most_blocks(const mg_cuda *cuda) {
    return (size_t)MG_MOST_BLOCKS_PER_SM * (size_t)cuda->sms;
}

size_t mg__cuda_totals_set(const mg_cuda *cuda) {
    return mg__cuda_most_blocks(cuda) * MG_LOOP_TOTALS;
}

size_t mg__cuda_totals_bytes(const mg_cuda *cuda) {
    return 2 * MG_LOOP_SCOPES * mg__cuda_totals_set(cuda) * sizeof(double);
}

bool mg__cuda_has_low_degree(const mg_graph *graph) {
    return graph->arcs / 8 <= graph->n;
}

bool mg__cuda_is_plain(const mg_cuda_run *run) {
    return run->plan->options.lanes <= 1 && run->info.kind == MG_KIND_PROGRAM &&
           run->info.frontier != MG_FRONTIER_REPLAY;
}

bool mg__cuda_is_large(const mg_cuda_run *run) {
    return run->graph->arcs >= run->cuda->tuning.dense_arcs && !mg__cuda_has_low_degree(run->graph);
}

bool mg__cuda_can_fuse(const mg_phase_info *info) {
    return !info->has_scatter || (info->properties & MG_PURE_SCATTER);
}

uint32_t mg__cuda_iteration_limit(const mg_cuda_run *run) {
    const uint32_t most = run->plan->options.max_iterations;
    return most ? most : run->info.iteration_limit;
}

mg_status mg__cuda_forward_totals(mg_cuda_run *run, mg_loop_control *control) {
    mg_status status = MG_OK;
    if (run->totals != control->state.totals) {
        MG_CUDA_TRY(run->context,
                    cudaMemcpyAsync(control->state.totals, run->totals, sizeof control->state.totals,
                                    cudaMemcpyDeviceToDevice, run->cuda->stream),
                    "handing totals on");
    }
out:
    return status;
}

mg_status mg__cuda_clear_totals(mg_cuda_run *run, double *totals) {
    double start[MG_TOTALS_MAX];
    mg__clear_totals(&run->info, start);
    return mg__cuda_upload(run->context, run->cuda, totals, start, sizeof start);
}

mg_iteration mg__cuda_iteration(const mg_loop_record *record, double seconds) {
    const float none = 1e30f; /* the estimate of an impossible mode */
    return (mg_iteration){.iteration = record->iteration,
                          .mode = (mg_mode)record->mode,
                          .frontier_vertices = record->vertices,
                          .frontier_edges = record->edges,
                          .seconds = seconds,
                          .esp = record->esp < none ? 1e-9 * (double)record->esp : 0.0,
                          .edp = record->edp < none ? 1e-9 * (double)record->edp : 0.0};
}

mg_status mg__cuda_need_scratch(mg_cuda_run *run, uint64_t bytes) {
    mg_status status = MG_OK;
    if (bytes > run->scratch_bytes) {
        mg__cuda_release(run->cuda, run->scratch);
        run->scratch = NULL;
        run->scratch_bytes = 0;
        MG_TRY(mg__cuda_get(run->context, run->cuda, &run->scratch, bytes, "a phase's queues and bitmaps"));
        run->scratch_bytes = bytes;
    }
out:
    return status;
}

mg_status mg__cuda_take_controls(mg_cuda_run *run) {
    mg_status status = MG_OK;
    const mg_plan *const plan = run->plan;
    mg_cuda *const cuda = run->cuda;
    const size_t controls = plan->phase_count * sizeof *run->controls;
    const size_t kept = sizeof run->controls->state.totals;
    void *block = NULL;
    MG_TRY(mg__cuda_get(run->context, cuda, &run->params, plan->params_size ? plan->params_size : 1, "parameters"));
    MG_TRY(mg__cuda_get(run->context, cuda, &block, controls + kept + mg__cuda_totals_bytes(cuda),
                        "the phases' control blocks"));
    run->controls = block;
    run->kept_totals = (double *)(run->controls + plan->phase_count);
    run->block_totals = run->kept_totals + kept / sizeof *run->kept_totals;
    run->totals = run->controls->state.totals;
    MG_CUDA_TRY(run->context, cudaMemsetAsync(block, 0, controls, cuda->stream), "clearing device memory");
    MG_TRY(mg__cuda_upload(run->context, cuda, run->params, plan->params, plan->params_size));
out:
    return status;
}

void mg__cuda_release_run(mg_cuda_run *run) {
    void *const blocks[] = {run->allocated_state, run->params, run->controls,   run->scratch,
                            run->levels,          run->depths, run->lane_totals};
    for (size_t i = 0; run->cuda && i < sizeof blocks / sizeof *blocks; i++) {
        mg__cuda_release(run->cuda, blocks[i]);
    }
    for (size_t k = 0; run->cuda && k < MG_EDGE_COLUMNS_MAX; k++) {
        mg__cuda_release(run->cuda, run->scores[k]);
    }
}

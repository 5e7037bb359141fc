/* SPDX-License-Identifier: Apache-2.0
 *
 * run_sweep.c: VERTICES, EDGES and MOST_FREQUENT phases. The host waits only if it must know how a phase ended;
 * otherwise launches follow each other on the stream.
 */
#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/exec/run_ranges.h"
#include "core/engine/edge_columns.h"

#define BLOCKS_PER_SM 8u /* as many as fit: starting a block takes longer than a vertex */

/* Repeated VERTICES: the number of rounds. */
static mg_status wait_for_rounds(mg_cuda_run *run, const mg_loop_args *a, uint32_t *rounds) {
    mg_status status = MG_OK;
    mg_loop_state state;
    MG_TRY(mg__cuda_download(run->context, run->cuda, &state, &a->control->state, sizeof state));
    *rounds = state.iteration;
    run->stopped_at_limit = run->stopped_at_limit || state.outcome == MG_LOOP_LIMIT;
out:
    return status;
}

static mg_status record_rounds(mg_cuda_run *run, uint32_t rounds, double seconds) {
    mg_status status = MG_OK;
    for (uint32_t i = 0; i < rounds; i++) {
        MG_TRY(
            mg__record(run->context, run->plan->recorder, (mg_iteration){.iteration = i, .seconds = seconds / rounds}));
    }
out:
    return status;
}

static mg_status launch(mg_cuda_run *run, const mg_loop_args *a) {
    mg_status status = MG_OK;
    const void *kernel = NULL;
    MG_TRY(mg__cuda_kernel(run, run->executor->kernels[0], &kernel));
    if (run->info.properties & MG_WITHIN_BLOCKS) {
        MG_TRY(mg__cuda_launch_ranges(run, kernel, a));
    } else if (a->iteration_limit || run->info.totals) {
        MG_TRY(mg__cuda_launch_cooperative(run, kernel, a, 1));
    } else {
        const uint32_t full = BLOCKS_PER_SM * (uint32_t)run->cuda->sms, all = (a->n - 1) / MG_LOOP_THREADS + 1;
        const uint32_t blocks = run->info.kind == MG_KIND_MOST_FREQUENT ? 1 : all < full ? all : full;
        const mg_cuda_launch launch = {.kernel = kernel,
                                       .argument = a,
                                       .argument_bytes = sizeof *a,
                                       .blocks = blocks,
                                       .threads = MG_LOOP_THREADS,
                                       .dependent = true};
        MG_TRY(mg__cuda_launch(run, &launch));
    }
out:
    return status;
}

bool mg__cuda_vertices_eligible(const mg_cuda_run *run) {
    return run->info.kind == MG_KIND_VERTICES;
}

bool mg__cuda_edges_eligible(const mg_cuda_run *run) {
    return run->info.kind == MG_KIND_EDGES;
}

bool mg__cuda_most_frequent_eligible(const mg_cuda_run *run) {
    return run->info.kind == MG_KIND_MOST_FREQUENT;
}

/* Device memory of the values that a phase gives edges, from its first round on. */
static mg_status take_scores(mg_cuda_run *run, const mg_edge_values *to, void **scores) {
    mg_status status = MG_OK;
    void **const at = &run->scores[to - run->plan->recorder->edges];
    if (!*at) {
        MG_TRY(mg__cuda_get(run->context, run->cuda, at, run->graph->arcs * to->size, "values of edges"));
    }
    *scores = *at;
out:
    return status;
}

mg_status mg__cuda_run_sweep(mg_cuda_run *run) {
    mg_status status = MG_OK;
    mg_loop_args a;
    uint32_t rounds = 1;
    double seconds = 0.0;
    const bool vertices = run->info.kind == MG_KIND_VERTICES;
    const mg_edge_values *const to = run->info.has_score ? mg__edge_values_of(run->plan->recorder, run->phase) : NULL;
    if (run->info.has_score && (!to || !run->graph->arcs)) {
        return MG_OK; /* the result has no values of edges */
    }
    MG_TRY(mg__progress(run->context, "running", -1.0));
    MG_TRY(mg__cuda_arguments(run, &a));
    if (to) {
        MG_TRY(take_scores(run, to, &a.sweep.scores));
    }
    a.iteration_limit = vertices ? run->info.iteration_limit : 0;
    MG_TRY(launch(run, &a));
    if (vertices && run->info.totals) {
        run->totals = a.control->state.totals;
    }
    if (a.iteration_limit || run->plan->recorder->keep) {
        MG_TRY(mg__cuda_stop_time(run));
        MG_TRY(wait_for_rounds(run, &a, &rounds));
        MG_TRY(mg__cuda_take_time(run, &seconds));
        rounds = a.iteration_limit ? rounds : 1;
    }
    MG_TRY(record_rounds(run, rounds, seconds));
out:
    return status;
}

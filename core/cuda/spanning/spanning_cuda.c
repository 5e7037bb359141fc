/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/spanning/spanning_cuda.h"

#include "core/cuda/device_memory.h"
#include "core/cuda/graph/device_graph.h"
#include "core/cuda/graph/side_memory.h"
#include "core/cuda/spanning/spanning_args.h"
#include "core/stage_clock.h"

#define BLOCKS_PER_SM 8u
#define ROUNDS 4u /* between two looks at what is left */

typedef struct spanning_run {
    mg_context *context;
    mg_cuda *cuda;
    const mg_graph *graph;
    mg_spanning_args args;
    void *block;
} spanning_run;

static bool is_weighted(const mg_graph *graph) {
    return graph->weight_type != MG_TYPE_NONE;
}

static uint64_t lay_out(char *base, const mg_graph *graph, mg_spanning_args *a) {
    const uint64_t n = graph->n, edges = graph->arcs / 2;
    uint64_t at = 0;
    for (int i = 0; i < 2; i++) {
        a->count[i] = mg__cuda_carve(base, &at, sizeof *a->count[i]);
        a->best[i] = mg__cuda_carve(base, &at, n * sizeof *a->best[i]);
        a->list[i] = mg__cuda_carve(base, &at, edges * sizeof *a->list[i]);
    }
    a->next = mg__cuda_carve(base, &at, n * sizeof *a->next);
    a->edge = mg__cuda_carve(base, &at, n * sizeof *a->edge);
    a->component = mg__cuda_carve(base, &at, n * sizeof *a->component);
    a->source = mg__cuda_carve(base, &at, n * sizeof *a->source);
    a->target = mg__cuda_carve(base, &at, n * sizeof *a->target);
    a->weight = mg__cuda_carve(base, &at, is_weighted(graph) ? n * sizeof *a->weight : 0);
    a->least = (uint32_t *)a->best[0]; /* is free when the rounds are over */
    return at;
}

/* Arcs of the smaller ends are in the order of ids, and have numbers of 32 bits as weights have. */
static mg_status check_graph(mg_context *context, const mg_graph *graph) {
    const bool narrow = graph->weight_type == MG_TYPE_NONE || mg__type_size(graph->weight_type) == sizeof(uint32_t);
    return graph->directed || graph->by_id || !narrow || graph->arcs >= MG_SPANNING_NONE
               ? mg__fail(context, MG_ERROR_UNSUPPORTED,
                          "spanning forests of graphs with directions, an order of the vertices, weights of 64 bits or "
                          "2^32 arcs are found by the vertex program")
               : MG_OK;
}

static mg_status take_graph(spanning_run *r, mg_direct_job *job) {
    const mg_graph *const graph = r->graph;
    const mg_vertex source = mg_graph_default_source(graph); /* MG_NONE where there are no edges */
    const mg_device_need need = {.weights = graph->weight_type, .arrays_only = true};
    const double start = mg__now();
    mg_device_graph *g = NULL;
    mg_status status;
    MG_TRY(mg__device_graph(r->context, r->cuda, graph, &need, &g));
    r->args = (mg_spanning_args){.n = graph->n,
                                 .arcs = (uint32_t)graph->arcs,
                                 .largest = source < graph->n ? source : 0,
                                 .weight_type = !is_weighted(graph)                ? MG_SPANNING_UNWEIGHTED
                                                : graph->weight_type == MG_FLOAT32 ? MG_SPANNING_REAL
                                                                                   : MG_SPANNING_INTEGER,
                                 .wide = g->wide,
                                 .offsets = g->side[0].offsets,
                                 .neighbours = g->side[0].neighbours,
                                 .weights = is_weighted(graph) ? g->side[0].weights[graph->weight_type] : NULL};
    job->build_seconds = mg__now() - start;
out:
    return status;
}

static mg_status launch(spanning_run *r, mg_spanning_step step) {
    return mg__cuda_check(r->context,
                          mg__launch_spanning(&r->args, step, BLOCKS_PER_SM * (uint32_t)r->cuda->sms, r->cuda->stream),
                          "a spanning forest");
}

static mg_status fill(spanning_run *r, void *block, int byte, uint64_t bytes) {
    return mg__cuda_check(r->context, cudaMemsetAsync(block, byte, bytes, r->cuda->stream), "clearing device memory");
}

static mg_status begin(spanning_run *r) {
    mg_status status;
    const mg_spanning_args *const a = &r->args;
    const uint64_t n = a->n;
    MG_TRY(fill(r, a->count[0], 0, sizeof *a->count[0]));
    MG_TRY(fill(r, a->best[0], 0xff, n * sizeof *a->best[0]));
    MG_TRY(fill(r, a->best[1], 0xff, n * sizeof *a->best[1]));
    MG_TRY(fill(r, a->edge, 0xff, n * sizeof *a->edge));
    MG_TRY(launch(r, MG_SPANNING_BEGIN));
out:
    return status;
}

/* Rounds without edges do nothing. */
static mg_status run_rounds(spanning_run *r) {
    mg_status status;
    mg_spanning_args *const a = &r->args;
    uint32_t left = 1;
    while (left) {
        MG_TRY(mg__progress(r->context, "running", -1.0));
        for (uint32_t i = 0; i < ROUNDS; i++, a->round++) {
            MG_TRY(launch(r, a->round ? MG_SPANNING_AGAIN : MG_SPANNING_FIRST));
            MG_TRY(launch(r, MG_SPANNING_JOIN));
        }
        MG_TRY(mg__cuda_download(r->context, r->cuda, &left, a->count[(a->round - 1) % 2], sizeof left));
    }
out:
    return status;
}

static mg_status run_kernels(spanning_run *r, mg_direct_job *job) {
    mg_status status;
    mg_spanning_args *const a = &r->args;
    job->device_seconds = 0;
    MG_TRY(mg__device_clock_start(r->context, r->cuda));
    MG_TRY(begin(r));
    MG_TRY(run_rounds(r));
    MG_TRY(fill(r, a->least, 0xff, a->n * sizeof *a->least));
    MG_TRY(launch(r, MG_SPANNING_ROOTS));
    MG_TRY(launch(r, MG_SPANNING_RESULT));
    status = mg__device_clock_stop(r->context, r->cuda, "a spanning forest", &job->device_seconds);
out:
    return status;
}

static mg_status bring_columns(spanning_run *r, mg_direct_job *job) {
    MG_STAGE(r->context, MG_STAGE_DOWNLOAD);
    const mg_spanning_args *const a = &r->args;
    const uint32_t *const columns[MG_DIRECT_COLUMNS] = {a->component, a->source, a->target, a->weight};
    mg_status status = MG_OK;
    for (int k = 0; k < MG_DIRECT_COLUMNS && columns[k]; k++) {
        MG_TRY(mg__cuda_download(r->context, r->cuda, job->column[k], columns[k], (size_t)a->n * sizeof *columns[k]));
    }
out:
    return status;
}

mg_status mg__cuda_spanning(mg_context *context, const mg_graph *graph, mg_direct_job *job) {
    spanning_run r = {.context = context, .graph = graph};
    mg_status status;
    MG_TRY(check_graph(context, graph));
    MG_TRY(mg__cuda_open(context, &r.cuda));
    if (graph->n == 0) {
        return MG_OK;
    }
    MG_TRY(take_graph(&r, job));
    MG_TRY(mg__cuda_get(context, r.cuda, &r.block, lay_out(NULL, graph, &r.args), "edges between trees"));
    lay_out(r.block, graph, &r.args);
    MG_TRY(run_kernels(&r, job));
    MG_TRY(bring_columns(&r, job));
out:
    if (r.cuda) {
        mg__cuda_release(r.cuda, r.block);
    }
    return status;
}

mg_status mg__cuda_spanning_memory(mg_context *context, const mg_graph *graph, const mg_direct_job *job,
                                   mg_memory_need *need) {
    const mg_device_need rows = {.weights = graph->weight_type};
    mg_spanning_args unused;
    mg_side_memory sides;
    mg_cuda *cuda = NULL;
    mg_status status;
    (void)job;
    MG_TRY(check_graph(context, graph));
    MG_TRY(mg__cuda_open(context, &cuda));
    need->device_graph = mg__bytes_on_device(graph);
    mg__side_memory_begin(&sides, context, cuda, graph, need);
    mg__side_need_out(&sides, &rows);
    need->device_work = lay_out(NULL, graph, &unused);
out:
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/strong/strong_cuda.h"

#include "core/cuda/device_memory.h"
#include "core/cuda/graph/device_graph.h"
#include "core/cuda/graph/side_memory.h"
#include "core/cuda/strong/strong_args.h"
#include "core/stage_clock.h"

#define BLOCKS_PER_SM 8u /* of steps */
#define PASSES 3u        /* between two looks at what is left */

typedef struct strong_run {
    mg_context *context;
    mg_cuda *cuda;
    const mg_graph *graph;
    mg_strong_args args;
    void *block;
} strong_run;

/* A round has each vertex in each direction at most once. */
static uint64_t lay_out(char *base, const mg_graph *graph, mg_strong_args *a) {
    const uint64_t n = graph->n, entries = 2 * (n + graph->arcs / MG_STRONG_PIECE);
    uint64_t at = 0;
    a->control = mg__cuda_carve(base, &at, sizeof *a->control);
    a->state = mg__cuda_carve(base, &at, n * sizeof *a->state);
    for (int i = 0; i < 2; i++) {
        a->queue[i] = mg__cuda_carve(base, &at, entries * sizeof *a->queue[i]);
        a->list[i] = mg__cuda_carve(base, &at, n * sizeof *a->list[i]);
        a->stamp[i] = mg__cuda_carve(base, &at, n * sizeof *a->stamp[i]);
    }
    a->component = mg__cuda_carve(base, &at, n * sizeof *a->component);
    a->members = a->list[1]; /* is free before the first pass ends */
    a->least = a->list[0];   /* is free when the passes are over */
    return at;
}

static mg_status take_graph(strong_run *r, mg_direct_job *job) {
    const mg_device_need need = {.in = true, .weights = MG_TYPE_NONE, .arrays_only = true};
    const double start = mg__now();
    mg_device_graph *g = NULL;
    mg_status status;
    MG_TRY(mg__device_graph(r->context, r->cuda, r->graph, &need, &g));
    r->args = (mg_strong_args){.n = r->graph->n, .wide = g->wide};
    for (int i = 0; i < 2; i++) {
        r->args.offsets[i] = g->side[i].offsets;
        r->args.neighbours[i] = g->side[i].neighbours;
    }
    job->build_seconds = mg__now() - start;
out:
    return status;
}

static mg_status launch(strong_run *r, mg_strong_step step, uint32_t blocks) {
    return mg__cuda_check(r->context, mg__launch_strong(&r->args, step, blocks, r->cuda->stream),
                          "strongly connected components");
}

static mg_status search(strong_run *r) {
    const mg_cuda_launch search = {.kernel = mg__strong_kernel(),
                                   .argument = &r->args,
                                   .argument_bytes = sizeof r->args,
                                   .blocks = (uint32_t)r->cuda->sms,
                                   .threads = MG_STRONG_THREADS,
                                   .cooperative = true};
    return mg__cuda_start(r->context, r->cuda, &search);
}

static mg_status fill(strong_run *r, void *block, int byte, uint64_t bytes) {
    return mg__cuda_check(r->context, cudaMemsetAsync(block, byte, bytes, r->cuda->stream), "clearing device memory");
}

static mg_status begin(strong_run *r, uint32_t blocks) {
    mg_status status;
    const mg_strong_args *const a = &r->args;
    MG_TRY(fill(r, a->control, 0, sizeof *a->control));
    MG_TRY(fill(r, a->stamp[0], 0, a->n * sizeof *a->stamp[0]));
    MG_TRY(fill(r, a->stamp[1], 0, a->n * sizeof *a->stamp[1]));
    MG_TRY(fill(r, a->members, 0, a->n * sizeof *a->members));
    MG_TRY(launch(r, MG_STRONG_BEGIN, blocks));
    MG_TRY(mg__cuda_check(r->context, mg__launch_strong_pairs(a, blocks, r->cuda->stream), "joining vertices"));
    MG_TRY(launch(r, MG_STRONG_TRIM, blocks));
    MG_TRY(launch(r, MG_STRONG_PIVOT, blocks));
out:
    return status;
}

/* Passes without open vertices do nothing. */
static mg_status run_passes(strong_run *r, uint32_t blocks) {
    mg_status status;
    mg_strong_control control = {.open = {1, 1}};
    while (!control.ended || control.open[control.passes % 2]) {
        MG_TRY(mg__progress(r->context, "running", -1.0));
        for (uint32_t i = 0; i < PASSES; i++) {
            MG_TRY(search(r));
            MG_TRY(launch(r, MG_STRONG_CLOSE, blocks));
        }
        MG_TRY(mg__cuda_download(r->context, r->cuda, &control, r->args.control, sizeof control));
    }
out:
    return status;
}

static mg_status run_kernels(strong_run *r, mg_direct_job *job) {
    mg_status status;
    const mg_strong_args *const a = &r->args;
    const uint32_t blocks = BLOCKS_PER_SM * (uint32_t)r->cuda->sms;
    job->device_seconds = 0;
    MG_TRY(mg__device_clock_start(r->context, r->cuda));
    MG_TRY(begin(r, blocks));
    MG_TRY(run_passes(r, blocks));
    MG_TRY(fill(r, a->least, 0xff, a->n * sizeof *a->least));
    MG_TRY(launch(r, MG_STRONG_LEAST, blocks));
    MG_TRY(launch(r, MG_STRONG_RESULT, blocks));
    status = mg__device_clock_stop(r->context, r->cuda, "strongly connected components", &job->device_seconds);
out:
    return status;
}

static mg_status bring_column(strong_run *r, mg_direct_job *job) {
    MG_STAGE(r->context, MG_STAGE_DOWNLOAD);
    const mg_strong_args *const a = &r->args;
    return mg__cuda_download(r->context, r->cuda, job->column[0], a->component, (size_t)a->n * sizeof *a->component);
}

mg_status mg__cuda_strong(mg_context *context, const mg_graph *graph, mg_direct_job *job) {
    strong_run r = {.context = context, .graph = graph};
    mg_status status;
    MG_TRY(mg__cuda_open(context, &r.cuda));
    if (graph->n == 0) {
        return MG_OK;
    }
    MG_TRY(take_graph(&r, job));
    MG_TRY(mg__cuda_get(context, r.cuda, &r.block, lay_out(NULL, graph, &r.args), "searches of components"));
    lay_out(r.block, graph, &r.args);
    MG_TRY(run_kernels(&r, job));
    MG_TRY(bring_column(&r, job));
out:
    if (r.cuda) {
        mg__cuda_release(r.cuda, r.block);
    }
    return status;
}

mg_status mg__cuda_strong_memory(mg_context *context, const mg_graph *graph, const mg_direct_job *job,
                                 mg_memory_need *need) {
    const mg_device_need rows = {.in = true, .weights = MG_TYPE_NONE};
    mg_strong_args unused;
    mg_side_memory sides;
    mg_cuda *cuda = NULL;
    mg_status status;
    (void)job;
    MG_TRY(mg__cuda_open(context, &cuda));
    need->device_graph = mg__bytes_on_device(graph);
    mg__side_memory_begin(&sides, context, cuda, graph, need);
    mg__side_need_out(&sides, &rows);
    mg__side_need_in(&sides, &rows);
    need->device_work = lay_out(NULL, graph, &unused);
out:
    return status;
}

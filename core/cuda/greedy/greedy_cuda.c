/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/greedy/greedy_cuda.h"

#include "core/cuda/device_memory.h"
#include "core/cuda/exec/cuda_run.h"
#include "core/cuda/graph/device_graph.h"
#include "core/cuda/graph/side_memory.h"
#include "core/cuda/greedy/greedy_args.h"
#include "core/stage_clock.h"

/* Thread blocks per multiprocessor on graphs that are not of low degree. */
#define SET_BLOCKS 4
#define COLORING_BLOCKS 2

typedef struct greedy_run {
    mg_context *context;
    mg_cuda *cuda;
    const mg_graph *graph;
    mg_greedy_args args;
    uint32_t blocks; /* of the kernel that decides */
    void *block;
} greedy_run;

/* Long rows have more than MG_GREEDY_SHORT edges, the pieces of each side but one are full, and a bitmap has a word for
 * 32 edges and one more. */
static uint64_t lay_out(char *base, const mg_graph *graph, uint32_t blocks, mg_greedy_args *a) {
    const uint64_t n = graph->n, edges = a->side_count * graph->arcs, ordered = graph->by_id ? n : 0;
    const uint64_t most = edges / (MG_GREEDY_SHORT + 1), rows = most < n ? most : n;
    const uint64_t pieces = a->side_count * rows + edges / MG_GREEDY_PIECE;
    const uint64_t warps = (uint64_t)blocks * (MG_GREEDY_THREADS / 32);
    uint64_t at = 0;
    a->counts = mg__cuda_carve(base, &at, sizeof *a->counts);
    a->by_id = mg__cuda_carve(base, &at, ordered * sizeof *a->by_id);
    a->priority = mg__cuda_carve(base, &at, ordered * sizeof *a->priority);
    a->value = mg__cuda_carve(base, &at, n * sizeof *a->value);
    a->state = a->colors ? (void *)a->value : mg__cuda_carve(base, &at, n * sizeof(uint8_t));
    a->rows = mg__cuda_carve(base, &at, rows * sizeof *a->rows);
    a->pieces = mg__cuda_carve(base, &at, pieces * sizeof *a->pieces);
    a->used = mg__cuda_carve(base, &at, a->colors ? (edges / 32 + rows) * sizeof *a->used : 0);
    const uint64_t short_waits = n + 32 * (warps + 1), piece_waits = pieces + warps;
    a->short_waits = mg__cuda_carve(base, &at, a->in_parts ? 0 : short_waits * sizeof *a->short_waits);
    a->piece_waits = mg__cuda_carve(base, &at, a->in_parts ? 0 : piece_waits * sizeof *a->piece_waits);
    a->short_part_waits = mg__cuda_carve(base, &at, a->in_parts ? short_waits * sizeof *a->short_part_waits : 0);
    a->piece_part_waits = mg__cuda_carve(base, &at, a->in_parts ? piece_waits * sizeof *a->piece_part_waits : 0);
    return at;
}

/* What the job is to the kernels. Where most edges are in long rows, those of a set are read in parts. */
static mg_greedy_args args_of(const mg_cuda *cuda, const mg_graph *graph, const mg_direct_job *job) {
    const uint32_t sides = graph->directed ? 2 : 1;
    const bool colors = job->kind == MG_DIRECT_COLORING;
    return (mg_greedy_args){.n = graph->n,
                            .side_count = sides,
                            .colors = colors,
                            .in_parts = !colors && (double)(sides * graph->arcs) > cuda->tuning.parts_degree * graph->n,
                            .seed = job->seed};
}

static const void *kernel_of(const mg_greedy_args *a) {
    return a->in_parts ? mg__greedy_parts_kernel(a->side_count > 1) : mg__greedy_kernel(a->colors, a->side_count > 1);
}

/* As many thread blocks as are resident at the same time; fewer where rows are long: warps that wait slow down those
 * that decide (docs/notebook/peers.md). */
static mg_status fit_blocks(mg_context *context, const mg_cuda *cuda, const mg_graph *graph, const mg_greedy_args *a,
                            uint32_t *blocks) {
    mg_status status;
    const int most = a->colors ? COLORING_BLOCKS : SET_BLOCKS;
    int fit = 0;
    MG_CUDA_TRY(context, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel_of(a), MG_GREEDY_THREADS, 0),
                "occupancy");
    *blocks = (uint32_t)((fit < most || mg__cuda_has_low_degree(graph) ? fit : most) * cuda->sms);
    status =
        *blocks ? MG_OK : mg__fail(context, MG_ERROR_DEVICE, "the kernel of greedy sets does not fit on the device");
out:
    return status;
}

static mg_status take_graph(greedy_run *r, mg_direct_job *job) {
    const mg_device_need need = {.in = true, .weights = MG_TYPE_NONE, .arrays_only = true};
    const double start = mg__now();
    mg_device_graph *g = NULL;
    mg_status status;
    MG_TRY(mg__device_graph(r->context, r->cuda, r->graph, &need, &g));
    for (uint32_t i = 0; i < r->args.side_count; i++) {
        r->args.side[i].offsets = g->side[i].offsets;
        r->args.side[i].neighbours = g->side[i].neighbours;
    }
    r->args.wide = g->wide;
    job->build_seconds = mg__now() - start;
out:
    return status;
}

static mg_status run_kernels(greedy_run *r, mg_direct_job *job) {
    mg_status status;
    mg_greedy_args *const a = &r->args;
    const cudaStream_t stream = r->cuda->stream;
    const uint64_t states = r->graph->n * (a->colors ? sizeof(uint32_t) : sizeof(uint8_t));
    const mg_cuda_launch decide = {.kernel = kernel_of(a),
                                   .argument = a,
                                   .argument_bytes = sizeof *a,
                                   .blocks = r->blocks,
                                   .threads = MG_GREEDY_THREADS,
                                   .cooperative = true};
    job->device_seconds = 0;
    MG_TRY(mg__device_clock_start(r->context, r->cuda));
    MG_CUDA_TRY(r->context, cudaMemsetAsync(a->counts, 0, sizeof *a->counts, stream), "clearing device memory");
    MG_CUDA_TRY(r->context, cudaMemsetAsync(a->state, a->colors ? 0xff : MG_GREEDY_OPEN, states, stream),
                "clearing device memory");
    MG_CUDA_TRY(r->context, mg__launch_greedy_begin(a, stream), "rows of vertices");
    MG_TRY(mg__cuda_start(r->context, r->cuda, &decide));
    MG_CUDA_TRY(r->context, a->colors ? cudaSuccess : mg__launch_greedy_end(a, stream), "values of vertices");
    status = mg__device_clock_stop(r->context, r->cuda, "running a greedy algorithm", &job->device_seconds);
out:
    return status;
}

static mg_status bring_values(greedy_run *r, mg_direct_job *job) {
    MG_STAGE(r->context, MG_STAGE_DOWNLOAD);
    return mg__cuda_download(r->context, r->cuda, job->column[0], r->args.value, r->graph->n * sizeof *r->args.value);
}

mg_status mg__cuda_greedy(mg_context *context, const mg_graph *graph, mg_direct_job *job) {
    greedy_run r = {.context = context, .graph = graph};
    mg_status status;
    MG_TRY(mg__cuda_open(context, &r.cuda));
    r.args = args_of(r.cuda, graph, job);
    if (graph->n == 0) {
        return MG_OK;
    }
    MG_TRY(take_graph(&r, job));
    MG_TRY(mg__progress(context, "running", -1.0));
    MG_TRY(fit_blocks(context, r.cuda, graph, &r.args, &r.blocks));
    MG_TRY(mg__cuda_get(context, r.cuda, &r.block, lay_out(NULL, graph, r.blocks, &r.args), "priorities"));
    lay_out(r.block, graph, r.blocks, &r.args);
    if (graph->by_id) {
        MG_TRY(mg__cuda_upload(context, r.cuda, (void *)r.args.by_id, graph->by_id, graph->n * sizeof *graph->by_id));
    }
    MG_TRY(run_kernels(&r, job));
    MG_TRY(bring_values(&r, job));
    MG_TRY(mg__progress(context, "running", -1.0));
out:
    if (r.cuda) {
        mg__cuda_release(r.cuda, r.block);
    }
    return status;
}

mg_status mg__cuda_greedy_memory(mg_context *context, const mg_graph *graph, const mg_direct_job *job,
                                 mg_memory_need *need) {
    const mg_device_need rows = {.in = true, .weights = MG_TYPE_NONE};
    mg_greedy_args args;
    mg_side_memory sides;
    mg_cuda *cuda = NULL;
    uint32_t blocks = 0;
    mg_status status;
    MG_TRY(mg__cuda_open(context, &cuda));
    args = args_of(cuda, graph, job);
    MG_TRY(fit_blocks(context, cuda, graph, &args, &blocks));
    need->device_graph = mg__bytes_on_device(graph);
    mg__side_memory_begin(&sides, context, cuda, graph, need);
    mg__side_need_out(&sides, &rows);
    mg__side_need_in(&sides, &rows);
    need->device_work = graph->n ? lay_out(NULL, graph, blocks, &args) : 0;
out:
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * sets_cuda.c: the host side of counting what rows have in common: part by part, uploads the pairs, launches the
 * kernel (sets_args.h) and brings the numbers back.
 */
#include "core/cuda/sets/sets_cuda.h"

#include "core/cuda/graph/device_graph.h"
#include "core/cuda/sets/sets_args.h"

#define BLOCKS_PER_SM 8u
#define PART ((uint64_t)1 << 24) /* pairs at a time, at most */

typedef struct sets_run {
    mg_context *context;
    mg_cuda *cuda;
    const mg_sets_job *job;
    mg_sets_args args;
    mg_vertex *source, *target; /* on the device, of a part */
    void *block;
} sets_run;

static uint64_t lay_out(sets_run *r, char *base, uint64_t part) {
    const uint64_t ends = r->job->source ? part * sizeof *r->source : 0;
    uint64_t at = 0;
    r->args.next = mg__cuda_carve(base, &at, sizeof *r->args.next);
    r->args.common = mg__cuda_carve(base, &at, part * sizeof *r->args.common);
    r->source = mg__cuda_carve(base, &at, ends);
    r->target = mg__cuda_carve(base, &at, ends);
    return at;
}

static mg_status take_graph(sets_run *r, const mg_graph *graph) {
    const mg_device_need need = {.weights = MG_TYPE_NONE, .arrays_only = true};
    mg_device_graph *g = NULL;
    mg_status status;
    MG_TRY(mg__device_graph(r->context, r->cuda, graph, &need, &g));
    r->args.offsets = g->side[0].offsets;
    r->args.neighbours = g->side[0].neighbours;
    r->args.n = graph->n;
    r->args.wide = g->wide;
    r->args.half = !graph->directed;
out:
    return status;
}

static mg_status run_part(sets_run *r, uint64_t first, uint64_t count, uint32_t *common) {
    mg_sets_args *const a = &r->args;
    const uint64_t all = count / MG_SETS_THREADS + 1, full = BLOCKS_PER_SM * (uint64_t)r->cuda->sms;
    mg_status status;
    a->first = first;
    a->count = count;
    if (r->job->source) {
        MG_TRY(mg__cuda_upload(r->context, r->cuda, r->source, r->job->source + first, count * sizeof *r->source));
        MG_TRY(mg__cuda_upload(r->context, r->cuda, r->target, r->job->target + first, count * sizeof *r->target));
        a->source = r->source;
        a->target = r->target;
    }
    MG_CUDA_TRY(r->context, cudaMemsetAsync(a->next, 0, sizeof *a->next, r->cuda->stream), "clearing device memory");
    MG_CUDA_TRY(r->context, mg__launch_sets(a, (uint32_t)(all < full ? all : full), r->cuda->stream), "similarity");
    MG_TRY(mg__cuda_download(r->context, r->cuda, common + first, a->common, count * sizeof *common));
out:
    return status;
}

mg_status mg__cuda_sets(mg_context *context, const mg_graph *graph, const mg_sets_job *job, uint32_t *common) {
    const uint64_t part = job->count < PART ? job->count : PART;
    sets_run r = {.context = context, .job = job};
    mg_status status;
    if (job->count == 0) {
        return MG_OK;
    }
    MG_TRY(mg__cuda_open(context, &r.cuda));
    MG_TRY(take_graph(&r, graph));
    MG_TRY(mg__cuda_get(context, r.cuda, &r.block, lay_out(&r, NULL, part), "pairs of vertices"));
    lay_out(&r, r.block, part);
    for (uint64_t first = 0; first < job->count; first += part) {
        MG_TRY(mg__progress(context, "similarity", (double)first / (double)job->count));
        MG_TRY(run_part(&r, first, job->count - first < part ? job->count - first : part, common));
    }
out:
    if (r.cuda) {
        mg__cuda_release(r.cuda, r.block);
    }
    return status;
}

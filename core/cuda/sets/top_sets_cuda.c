/* SPDX-License-Identifier: Apache-2.0
 *
 * top_sets_cuda.c: the host side of finding the most similar pairs. The kernel (top_sets.cu) runs part of the sources
 * at a time. When its candidates do not fit any more, they are sorted, the best ones stay, and the worst of these is
 * the bound for further ones.
 */
#include "core/cuda/sets/top_sets_cuda.h"

#include "core/cuda/device_memory.h"
#include "core/cuda/graph/device_graph.h"
#include "core/cuda/layout/sorts.h"
#include "core/cuda/sets/top_sets_args.h"

#include <string.h>

#define WHAT "similarity of all pairs"
#define BLOCKS_PER_SM 4u
#define MEMORY_SHARE 4u /* counters take at most one part in so many of the memory available */
/* Candidates between two sorts, at least; of small graphs SPARE_EACH for a vertex. */
#define SPARE ((uint64_t)1 << 22)
#define SPARE_EACH 16u
#define PART 64u /* sources for a thread block between two looks at cancellation */
#define UNBOUNDED (~0ull)

typedef struct top_run {
    mg_context *context;
    mg_cuda *cuda;
    const mg_graph *graph;
    mg_top_sets_job *job;
    mg_top_sets_args args;
    mg_top_sets_control control;
    uint64_t *key[2], *pair[2]; /* the candidates are in [0] */
    void *block, *temporary;
    size_t temporary_bytes;
    uint32_t blocks;
} top_run;

static uint64_t lay_out(top_run *r, char *base) {
    mg_top_sets_args *const a = &r->args;
    const uint64_t n = a->n, ranks = r->job->rank ? n : 0;
    uint64_t at = 0;
    a->control = mg__cuda_carve(base, &at, sizeof *a->control);
    a->pending = mg__cuda_carve(base, &at, r->blocks * sizeof *a->pending);
    for (int i = 0; i < 2; i++) {
        r->key[i] = mg__cuda_carve(base, &at, a->room * sizeof *r->key[i]);
        r->pair[i] = mg__cuda_carve(base, &at, a->room * sizeof *r->pair[i]);
    }
    a->common = mg__cuda_carve(base, &at, r->blocks * n * sizeof *a->common);
    a->touched = mg__cuda_carve(base, &at, r->blocks * n * sizeof *a->touched);
    a->sizes = mg__cuda_carve(base, &at, n * sizeof *a->sizes);
    a->rank = mg__cuda_carve(base, &at, ranks * sizeof *a->rank);
    a->by_rank = mg__cuda_carve(base, &at, ranks * sizeof *a->by_rank);
    r->temporary = mg__cuda_carve(base, &at, r->temporary_bytes);
    return at;
}

static mg_status take_graph(top_run *r) {
    const mg_graph *const graph = r->graph;
    const mg_device_need need = {.in = graph->directed, .weights = MG_TYPE_NONE, .arrays_only = true};
    mg_device_graph *g = NULL;
    mg_status status;
    MG_TRY(mg__device_graph(r->context, r->cuda, graph, &need, &g));
    r->args = (mg_top_sets_args){.n = graph->n, .wide = g->wide, .measure = (int)r->job->measure};
    for (int i = 0; i < 2; i++) {
        const mg_device_csr *const side = &g->side[graph->directed ? i : 0];
        r->args.offsets[i] = side->offsets;
        r->args.neighbours[i] = side->neighbours;
    }
out:
    return status;
}

/* A source has at most n pairs, which fit beside the best ones. */
static mg_status get_memory(top_run *r) {
    const uint64_t n = r->args.n, counters = n * (sizeof *r->args.common + sizeof *r->args.touched);
    const uint64_t available = mg__cuda_available(r->context) / MEMORY_SHARE;
    const uint64_t fitting = available / counters, full = BLOCKS_PER_SM * (uint64_t)r->cuda->sms;
    uint64_t *none[2] = {NULL, NULL};
    int in = 0;
    mg_status status;
    r->blocks = (uint32_t)(fitting < 1 ? 1 : fitting < full ? fitting : full);
    r->blocks = r->blocks < n ? r->blocks : (uint32_t)n;
    r->args.room = r->job->most + n + (SPARE_EACH * n < SPARE ? SPARE_EACH * n : SPARE);
    MG_CUDA_TRY(r->context,
                mg__sort_pairs(NULL, &r->temporary_bytes, none, none, r->args.room, 64, &in, r->cuda->stream), WHAT);
    MG_TRY(mg__cuda_get(r->context, r->cuda, &r->block, lay_out(r, NULL), WHAT));
    lay_out(r, r->block);
out:
    return status;
}

static mg_status begin(top_run *r) {
    mg_top_sets_args *const a = &r->args;
    const size_t bytes = a->n * sizeof *a->sizes;
    mg_status status;
    MG_TRY(mg__cuda_upload(r->context, r->cuda, (void *)a->sizes, r->job->sizes, bytes));
    if (r->job->rank) {
        MG_TRY(mg__cuda_upload(r->context, r->cuda, (void *)a->rank, r->job->rank, bytes));
        MG_TRY(mg__cuda_upload(r->context, r->cuda, (void *)a->by_rank, r->graph->by_id, bytes));
    }
    MG_CUDA_TRY(r->context, cudaMemsetAsync(a->common, 0, r->blocks * bytes, r->cuda->stream), WHAT);
    MG_CUDA_TRY(r->context, cudaMemsetAsync(a->pending, 0xff, r->blocks * sizeof *a->pending, r->cuda->stream), WHAT);
    r->control.worst = (mg_top_sets_bound){UNBOUNDED, UNBOUNDED};
out:
    return status;
}

static mg_status sort_by(top_run *r, uint64_t *keys[2], uint64_t *values[2], uint64_t count) {
    int in = 0;
    size_t bytes = r->temporary_bytes;
    const cudaError_t error = mg__sort_pairs(r->temporary, &bytes, keys, values, count, 64, &in, r->cuda->stream);
    if (in) {
        uint64_t *const key = keys[0], *const value = values[0];
        keys[0] = keys[1];
        keys[1] = key;
        values[0] = values[1];
        values[1] = value;
    }
    return mg__cuda_check(r->context, error, WHAT);
}

/* Keeps the best candidates, in order. */
static mg_status keep_best(top_run *r) {
    mg_top_sets_control *const c = &r->control;
    const uint64_t count = c->kept < c->valid ? c->kept : c->valid, most = r->job->most;
    mg_status status = MG_OK;
    MG_TRY(sort_by(r, r->pair, r->key, count));
    MG_TRY(sort_by(r, r->key, r->pair, count));
    c->kept = count < most ? count : most;
    if (count >= most) {
        MG_TRY(mg__cuda_download(r->context, r->cuda, &c->worst.key, r->key[0] + most - 1, sizeof *r->key[0]));
        MG_TRY(mg__cuda_download(r->context, r->cuda, &c->worst.pair, r->pair[0] + most - 1, sizeof *r->pair[0]));
    }
out:
    return status;
}

/* Sources of ranks below `end` that are left; *ended: none. */
static mg_status run_part(top_run *r, uint32_t end, bool *ended) {
    mg_top_sets_args *const a = &r->args;
    mg_top_sets_control *const c = &r->control;
    mg_status status;
    c->valid = UNBOUNDED;
    a->end = end;
    a->key = (unsigned long long *)r->key[0];
    a->pair = (unsigned long long *)r->pair[0];
    MG_TRY(mg__cuda_upload(r->context, r->cuda, a->control, c, sizeof *c));
    MG_CUDA_TRY(r->context, mg__launch_top_sets(a, r->blocks, r->cuda->stream), WHAT);
    MG_TRY(mg__cuda_download(r->context, r->cuda, c, a->control, sizeof *c));
    c->next = c->next < end ? c->next : end;
    *ended = c->valid == UNBOUNDED;
    if (!*ended) {
        status = keep_best(r);
    }
out:
    return status;
}

static mg_status run_all(top_run *r) {
    const uint64_t n = r->args.n, step = (uint64_t)PART * r->blocks;
    mg_status status = MG_OK;
    for (uint64_t from = 0; from < n; from += step) {
        const uint64_t end = n - from < step ? n : from + step;
        for (bool ended = false; !ended;) {
            MG_TRY(mg__progress(r->context, "similarity", (double)from / (double)n));
            MG_TRY(run_part(r, (uint32_t)end, &ended));
        }
    }
    status = keep_best(r);
out:
    return status;
}

/* The arrays of candidates come down into the caller's pairs, one after the other. */
static mg_status bring_pairs(top_run *r) {
    const uint64_t found = r->control.kept;
    uint64_t *columns = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(r->context, columns, 2 * found + 1, "the best pairs"));
    MG_TRY(mg__cuda_download(r->context, r->cuda, columns, r->key[0], found * sizeof *columns));
    MG_TRY(mg__cuda_download(r->context, r->cuda, columns + found, r->pair[0], found * sizeof *columns));
    for (uint64_t i = 0; i < found; i++) {
        const uint64_t bits = ~columns[i], pair = columns[found + i];
        mg_scored_pair *const p = &r->job->pairs[i];
        memcpy(&p->score, &bits, sizeof p->score);
        p->first = (mg_vertex)(pair >> 32);
        p->second = (mg_vertex)pair;
    }
    r->job->found = found;
out:
    mg__release(&r->context->memory, columns);
    return status;
}

mg_status mg__cuda_top_sets(mg_context *context, const mg_graph *graph, mg_top_sets_job *job) {
    top_run r = {.context = context, .graph = graph, .job = job};
    mg_status status;
    MG_TRY(mg__cuda_open(context, &r.cuda));
    MG_TRY(take_graph(&r));
    MG_TRY(get_memory(&r));
    MG_TRY(begin(&r));
    MG_TRY(run_all(&r));
    MG_TRY(bring_pairs(&r));
out:
    if (r.cuda) {
        mg__cuda_release(r.cuda, r.block);
    }
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * truss_cuda.c: the host side of trussness: uploads the rows of pairs, then one launch after the other (truss_args.h),
 * level by level and round by round. The host waits once a round for the number of pairs of the next one.
 */
#include "core/cuda/truss/truss_cuda.h"

#include "core/cuda/graph/device_forward.h"
#include "core/cuda/truss/truss_args.h"

#include <assert.h>

#define BLOCKS_PER_SM 8u

static_assert(sizeof(mg_truss_end) == sizeof(mg_pair_end), "both are a neighbour and a pair");

typedef struct truss_run {
    mg_context *context;
    mg_cuda *cuda;
    mg_truss_args args;
    void *block;
    uint32_t gone, pruned; /* pairs that have gone; until the rows were last pruned */
} truss_run;

static uint64_t lay_out(char *base, mg_truss_args *a) {
    const uint64_t n = a->n, count = a->count;
    uint64_t at = 0;
    a->counts = mg__cuda_carve(base, &at, sizeof *a->counts);
    a->begin = mg__cuda_carve(base, &at, (n + 1) * sizeof *a->begin);
    a->end = mg__cuda_carve(base, &at, n * sizeof *a->end);
    a->ends = mg__cuda_carve(base, &at, 2 * count * sizeof *a->ends);
    a->low = mg__cuda_carve(base, &at, count * sizeof *a->low);
    a->high = mg__cuda_carve(base, &at, count * sizeof *a->high);
    a->triangles = mg__cuda_carve(base, &at, count * sizeof *a->triangles);
    a->state = mg__cuda_carve(base, &at, count * sizeof *a->state);
    a->list = mg__cuda_carve(base, &at, count * sizeof *a->list);
    a->list_after = mg__cuda_carve(base, &at, count * sizeof *a->list_after);
    a->going[0] = mg__cuda_carve(base, &at, count * sizeof *a->going[0]);
    a->going[1] = mg__cuda_carve(base, &at, count * sizeof *a->going[1]);
    return at;
}

static mg_status upload(truss_run *r, const mg_pairs *pairs, const uint32_t *numbers) {
    mg_status status;
    const mg_truss_args *const a = &r->args;
    const struct {
        const void *to, *from;
        uint64_t bytes;
    } arrays[] = {
        {a->begin, pairs->begin, ((uint64_t)a->n + 1) * sizeof *pairs->begin},
        {a->end, pairs->end, a->n * sizeof *pairs->end},
        {a->ends, pairs->ends, 2 * (uint64_t)a->count * sizeof *pairs->ends},
        {a->low, pairs->low, a->count * sizeof *pairs->low},
        {a->high, pairs->high, a->count * sizeof *pairs->high},
        {a->list, numbers, a->count * sizeof *numbers},
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        MG_TRY(mg__cuda_upload(r->context, r->cuda, (void *)arrays[i].to, arrays[i].from, arrays[i].bytes));
    }
    MG_CUDA_TRY(r->context, cudaMemsetAsync(a->triangles, 0, a->count * sizeof *a->triangles, r->cuda->stream),
                "clearing device memory");
    MG_CUDA_TRY(r->context, cudaMemsetAsync(a->state, 0, a->count, r->cuda->stream), "clearing device memory");
out:
    return status;
}

/* work: threads that have something to do. */
static mg_status launch(const truss_run *r, mg_truss_step step, uint64_t work) {
    const uint64_t full = BLOCKS_PER_SM * (uint64_t)r->cuda->sms, all = work / MG_TRUSS_THREADS + 1;
    return mg__cuda_check(
        r->context, mg__launch_truss(&r->args, step, (uint32_t)(all < full ? all : full), r->cuda->stream), "ktruss");
}

static mg_status read_counts(const truss_run *r, mg_truss_counts *counts) {
    return mg__cuda_download(r->context, r->cuda, counts, r->args.counts, sizeof *counts);
}

/* Takes the pairs of the round away; *next: those of the next one. */
static mg_status run_round(truss_run *r, uint32_t count, uint32_t *next) {
    mg_status status;
    mg_truss_args *const a = &r->args;
    mg_truss_counts counts;
    MG_TRY(mg__progress(r->context, "ktruss", (double)r->gone / a->count));
    MG_CUDA_TRY(r->context,
                cudaMemsetAsync(&a->counts->going[a->round ^ 1], 0, sizeof a->counts->going[0], r->cuda->stream),
                "clearing device memory");
    MG_TRY(launch(r, MG_TRUSS_MARK, count));
    MG_TRY(launch(r, MG_TRUSS_BREAK, 32 * (uint64_t)count));
    MG_TRY(launch(r, MG_TRUSS_END, count));
    MG_TRY(read_counts(r, &counts));
    r->gone += counts.going[a->round];
    a->round ^= 1;
    *next = counts.going[a->round];
    if (r->gone - r->pruned > (a->count - r->pruned) / 4) { /* rows get shorter */
        MG_TRY(launch(r, MG_TRUSS_PRUNE, 32 * (uint64_t)a->n));
        r->pruned = r->gone;
    }
out:
    return status;
}

/* The next level: the fewest triangles of the pairs that stay. *left: their number. */
static mg_status begin_level(truss_run *r, uint32_t *left) {
    mg_status status;
    mg_truss_args *const a = &r->args;
    const mg_truss_counts none = {.fewest = UINT32_MAX};
    mg_truss_counts counts;
    MG_TRY(mg__cuda_upload(r->context, r->cuda, a->counts, &none, sizeof none));
    MG_TRY(launch(r, MG_TRUSS_SURVEY, a->list_count));
    MG_TRY(read_counts(r, &counts));
    uint32_t *const before = a->list;
    a->list = a->list_after;
    a->list_after = before;
    *left = a->list_count = counts.left;
    a->level = counts.fewest;
    MG_TRY(launch(r, MG_TRUSS_PICK, a->list_count));
out:
    return status;
}

static mg_status peel(truss_run *r) {
    mg_status status;
    uint32_t left = 0;
    MG_TRY(launch(r, MG_TRUSS_COUNT, 32 * (uint64_t)r->args.count));
    MG_TRY(begin_level(r, &left));
    while (left) {
        for (uint32_t next = left; next;) { /* of a level's first round only the device knows how many there are */
            MG_TRY(run_round(r, next, &next));
        }
        MG_TRY(begin_level(r, &left));
    }
out:
    return status;
}

mg_status mg__cuda_truss(mg_context *context, const mg_graph *graph, const mg_pairs *pairs, uint32_t *triangles) {
    const mg_device_need need = {.weights = MG_TYPE_NONE, .arrays_only = true};
    truss_run r = {.context = context, .args = {.n = pairs->n, .count = pairs->count, .list_count = pairs->count}};
    mg_device_graph *g = NULL;
    mg_forward_args forward;
    mg_status status;
    if (pairs->count == 0) {
        return MG_OK;
    }
    MG_TRY(mg__cuda_open(context, &r.cuda));
    MG_TRY(mg__device_graph(context, r.cuda, graph, &need, &g));
    MG_TRY(mg__device_forward(context, r.cuda, graph, false, &forward));
    r.args.forward_offsets = forward.offsets;
    r.args.forward_neighbours = forward.neighbours;
    MG_TRY(mg__cuda_get(context, r.cuda, &r.block, lay_out(NULL, &r.args), "pairs of neighbours"));
    lay_out(r.block, &r.args);
    for (uint32_t e = 0; e < pairs->count; e++) { /* the numbers, until the counts take their place */
        triangles[e] = e;
    }
    MG_TRY(upload(&r, pairs, triangles));
    MG_TRY(peel(&r));
    MG_TRY(mg__cuda_download(context, r.cuda, triangles, r.args.triangles, pairs->count * sizeof *triangles));
out:
    if (r.cuda) {
        mg__cuda_release(r.cuda, r.block);
    }
    return status;
}

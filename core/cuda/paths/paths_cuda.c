/* SPDX-License-Identifier: Apache-2.0
 *
 * paths_cuda.c: the host side of counting shortest paths: uploads the rows, then for some sources at a time one launch
 * after the other (paths_args.h). The host waits once for some near steps and once for some levels.
 */
#include "core/cuda/paths/paths_cuda.h"

#include "core/cuda/device/device.h"
#include "core/cuda/device_memory.h"
#include "core/cuda/paths/paths_args.h"

#include <math.h>
#include <string.h>

#define BLOCKS_PER_SM 8u
#define ENTRIES ((uint64_t)1 << 22) /* about, of all lanes: enough to fill a device */
#define MOST_LANES 1024u
/* The near window in mean weights, for a mean of one arc a vertex; Davidson et al., IPDPS 2014: as many as a warp has
 * threads. */
#define WINDOW 32.0
#define SAMPLED 65536u             /* weights, about */
#define LONG_ROW 1024u             /* arcs */
#define FEWEST ((uint64_t)1 << 14) /* threads of a step, */
#define MANY ((uint64_t)1 << 32)   /* more than a device has */

typedef struct paths_run {
    mg_context *context;
    mg_cuda *cuda;
    const mg_paths_job *job;
    mg_paths_args args;
    uint64_t arcs;
    double window;   /* of near distances; infinite without weights */
    uint32_t levels; /* of the sources that are searched */
    double done;     /* the share of the sources that are */
    void *block;
} paths_run;

/* ---- memory ---- */

static uint64_t lay_out_rows(const paths_run *r, char *base, uint64_t *at, mg_device_rows *rows) {
    rows->offsets = mg__cuda_carve(base, at, ((uint64_t)r->job->n + 1) * sizeof *rows->offsets);
    rows->neighbours = mg__cuda_carve(base, at, r->arcs * sizeof *rows->neighbours);
    rows->weights = mg__cuda_carve(base, at, r->job->out.weights ? r->arcs * sizeof *rows->weights : 0);
    return *at;
}

static bool has_directions(const paths_run *r) {
    return r->job->in.offsets != r->job->out.offsets;
}

static uint64_t lay_out(const paths_run *r, char *base, mg_paths_args *a) {
    const uint64_t n = a->n, entries = n * a->lanes;
    uint64_t at = 0;
    lay_out_rows(r, base, &at, &a->out);
    if (has_directions(r)) {
        lay_out_rows(r, base, &at, &a->in);
    } else {
        a->in = a->out;
    }
    a->arc_source = mg__cuda_carve(base, &at, r->job->by_arc ? r->arcs * sizeof *a->arc_source : 0);
    a->sums = mg__cuda_carve(base, &at, (r->job->by_arc ? r->arcs : n) * sizeof *a->sums);
    a->counts = mg__cuda_carve(base, &at, sizeof *a->counts);
    a->level_begin = mg__cuda_carve(base, &at, (n + MG_PATHS_LEVELS + 2) * sizeof *a->level_begin);
    a->level_count = mg__cuda_carve(base, &at, (n + MG_PATHS_LEVELS + 2) * sizeof *a->level_count);
    a->sources = mg__cuda_carve(base, &at, a->lanes * sizeof *a->sources);
    a->distance = mg__cuda_carve(base, &at, entries * sizeof *a->distance);
    a->dependency = mg__cuda_carve(base, &at, entries * sizeof *a->dependency);
    a->mantissa = mg__cuda_carve(base, &at, entries * sizeof *a->mantissa);
    a->exponent = mg__cuda_carve(base, &at, entries * sizeof *a->exponent);
    a->pending = mg__cuda_carve(base, &at, entries * sizeof *a->pending);
    a->near_mark = mg__cuda_carve(base, &at, entries * sizeof *a->near_mark);
    a->far_mark = mg__cuda_carve(base, &at, entries * sizeof *a->far_mark);
    a->order = mg__cuda_carve(base, &at, entries * sizeof *a->order);
    for (int i = 0; i < 2; i++) {
        a->near[i] = mg__cuda_carve(base, &at, entries * sizeof *a->near[i]);
        a->far[i] = mg__cuda_carve(base, &at, entries * sizeof *a->far[i]);
    }
    return at;
}

/* As many lanes as fill the device, or fewer where its memory is short. */
static mg_status take_memory(paths_run *r) {
    mg_paths_args *const a = &r->args;
    const uint64_t fill = ENTRIES / a->n, available = mg__cuda_available(r->context);
    mg_status status;
    a->lanes = (uint32_t)(fill < 1 ? 1 : fill < MOST_LANES ? fill : MOST_LANES);
    a->lanes = r->job->count < a->lanes ? (uint32_t)r->job->count : a->lanes;
    while (a->lanes > 1 && available && lay_out(r, NULL, a) > available) {
        a->lanes /= 2;
    }
    MG_TRY(mg__cuda_get(r->context, r->cuda, &r->block, lay_out(r, NULL, a), "searches of shortest paths"));
    lay_out(r, r->block, a);
out:
    return status;
}

static mg_status upload_rows(const paths_run *r, const mg_device_rows *to, const mg_path_rows *from) {
    mg_status status;
    MG_TRY(mg__cuda_upload(r->context, r->cuda, (void *)to->offsets, from->offsets,
                           ((uint64_t)r->job->n + 1) * sizeof *from->offsets));
    MG_TRY(mg__cuda_upload(r->context, r->cuda, (void *)to->neighbours, from->neighbours,
                           r->arcs * sizeof *from->neighbours));
    if (from->weights) {
        MG_TRY(
            mg__cuda_upload(r->context, r->cuda, (void *)to->weights, from->weights, r->arcs * sizeof *from->weights));
    }
out:
    return status;
}

static mg_status upload_arc_sources(const paths_run *r) {
    const uint64_t *const offsets = r->job->out.offsets;
    mg_vertex *source = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(r->context, source, r->arcs, "sources of arcs"));
#pragma omp parallel for num_threads(r->context->threads) schedule(dynamic, 4096)
    for (mg_vertex v = 0; v < r->job->n; v++) {
        for (uint64_t e = offsets[v]; e < offsets[v + 1]; e++) {
            source[e] = v;
        }
    }
    MG_TRY(mg__cuda_upload(r->context, r->cuda, (void *)r->args.arc_source, source, r->arcs * sizeof *source));
out:
    mg__release(&r->context->memory, source);
    return status;
}

static mg_status clear(const paths_run *r, void *at, uint64_t bytes) {
    return bytes ? mg__cuda_check(r->context, cudaMemsetAsync(at, 0, bytes, r->cuda->stream), "clearing device memory")
                 : MG_OK;
}

static uint64_t sums_bytes(const paths_run *r) {
    return (r->job->by_arc ? r->arcs : r->job->n) * sizeof(double);
}

static mg_status upload(const paths_run *r) {
    mg_status status;
    MG_TRY(upload_rows(r, &r->args.out, &r->job->out));
    if (has_directions(r)) {
        MG_TRY(upload_rows(r, &r->args.in, &r->job->in));
    }
    MG_TRY(r->job->by_arc ? upload_arc_sources(r) : MG_OK);
    MG_TRY(clear(r, r->args.sums, sums_bytes(r)));
out:
    return status;
}

/* ---- launches ---- */

/* work: threads that have something to do, as far as the host knows; more is right, too, and less only slower. */
static mg_status launch(const paths_run *r, mg_paths_step step, uint64_t work) {
    const uint64_t full = BLOCKS_PER_SM * (uint64_t)r->cuda->sms, all = work / MG_PATHS_THREADS + 1;
    return mg__cuda_check(r->context,
                          mg__launch_paths(&r->args, step, (uint32_t)(all < full ? all : full), r->cuda->stream),
                          "shortest paths");
}

/* A step over entries of which there were `count` before: as many again and more on graphs of low degree, on others any
 * number. */
static mg_status launch_entries(const paths_run *r, mg_paths_step step, uint64_t count) {
    return launch(r, step, r->args.group > 1 ? MANY : 8 * count + FEWEST);
}

static mg_status read_counts(const paths_run *r, mg_paths_counts *counts) {
    return mg__cuda_download(r->context, r->cuda, counts, r->args.counts, sizeof *counts);
}

/* Some steps of near entries; *near: the entries of the next one. The queues change places an even number of times. */
static mg_status run_near(paths_run *r, uint32_t *near, uint32_t *far) {
    mg_paths_args *const a = &r->args;
    mg_paths_counts counts;
    mg_status status;
    MG_TRY(clear(r, &a->counts->near[1], sizeof a->counts->near - sizeof a->counts->near[0]));
    for (a->step = 0; a->step < MG_PATHS_STEPS; a->step++) {
        a->stamp++;
        MG_TRY(launch_entries(r, MG_PATHS_RELAX, *near));
    }
    MG_TRY(read_counts(r, &counts));
    *near = counts.near[MG_PATHS_STEPS];
    *far = counts.far[a->list];
    MG_TRY(mg__cuda_upload(r->context, r->cuda, &a->counts->near[0], near, sizeof *near));
out:
    return status;
}

/* The window moves on to the nearest far entry; *near: those in it. */
static mg_status move_window(paths_run *r, uint32_t *near, uint32_t *far) {
    mg_paths_args *const a = &r->args;
    mg_paths_counts counts;
    const unsigned long long most = UINT64_MAX;
    double least;
    mg_status status;
    MG_TRY(mg__cuda_upload(r->context, r->cuda, &a->counts->least, &most, sizeof most));
    MG_TRY(launch(r, MG_PATHS_LEAST, *far));
    MG_TRY(read_counts(r, &counts));
    memcpy(&least, &counts.least, sizeof least);
    a->before = a->limit;
    a->limit = (double)INFINITY;
    if (counts.least != most) {
        a->limit = least + r->window > least ? least + r->window : nextafter(least, (double)INFINITY); /* it is lost */
    }
    a->list ^= 1;
    MG_TRY(clear(r, &a->counts->far[a->list], sizeof a->counts->far[0]));
    MG_TRY(clear(r, &a->counts->near[0], sizeof a->counts->near[0]));
    MG_TRY(launch(r, MG_PATHS_SPLIT, *far));
    MG_TRY(read_counts(r, &counts));
    *near = counts.near[0];
    *far = counts.far[a->list];
out:
    return status;
}

static mg_status find_distances(paths_run *r) {
    mg_paths_args *const a = &r->args;
    uint32_t near = a->lanes, far = 0;
    mg_status status;
    a->limit = r->window;
    a->list = 0;
    a->stamp = 0;
    MG_TRY(clear(r, a->counts, sizeof *a->counts));
    MG_TRY(launch(r, MG_PATHS_CLEAR, (uint64_t)a->n * a->lanes));
    MG_TRY(launch(r, MG_PATHS_START, a->lanes));
    while (near || far) {
        if (near) {
            MG_TRY(run_near(r, &near, &far));
        } else {
            MG_TRY(move_window(r, &near, &far));
        }
        MG_TRY(mg__progress(r->context, "bc", r->done));
    }
out:
    return status;
}

static mg_status check_weights(const paths_run *r) {
    mg_paths_counts counts;
    mg_status status;
    MG_TRY(read_counts(r, &counts));
    if (counts.lost) {
        return mg__fail(r->context, MG_ERROR_UNSUPPORTED,
                        "betweenness by weight on a GPU: a weight is so small that it is lost in a distance; use "
                        "backend auto or cpu");
    }
out:
    return status;
}

static mg_status count_paths(paths_run *r) {
    mg_paths_args *const a = &r->args;
    uint32_t counts[MG_PATHS_LEVELS], wide = a->lanes;
    mg_status status;
    MG_TRY(launch(r, MG_PATHS_COUNT, (uint64_t)a->n * a->lanes * a->group));
    MG_TRY(check_weights(r));
    MG_TRY(clear(r, a->level_count + 1, ((uint64_t)a->n + MG_PATHS_LEVELS + 1) * sizeof *a->level_count));
    r->levels = 0;
    for (uint32_t more = 1; more;) {
        for (uint32_t i = 0; i < MG_PATHS_LEVELS; i++) {
            a->level = r->levels + i;
            MG_TRY(launch_entries(r, MG_PATHS_FORWARD, wide));
        }
        MG_TRY(mg__cuda_download(r->context, r->cuda, counts, a->level_count + r->levels + 1, sizeof counts));
        wide = 1;
        for (uint32_t i = 0; i < MG_PATHS_LEVELS && more; i++) {
            r->levels++;
            more = counts[i];
            wide = counts[i] > wide ? counts[i] : wide;
        }
        MG_TRY(mg__progress(r->context, "bc", r->done));
    }
out:
    return status;
}

/* Nothing depends on the entries of the last level. */
static mg_status collect(paths_run *r) {
    mg_paths_args *const a = &r->args;
    const uint64_t mean = (uint64_t)a->n * a->lanes / r->levels;
    mg_status status = MG_OK;
    for (a->level = r->levels - 1; a->level-- > 0;) {
        MG_TRY(launch_entries(r, MG_PATHS_BACKWARD, mean));
    }
    MG_TRY(launch(r, r->job->by_arc ? MG_PATHS_ARCS : MG_PATHS_VERTICES, r->job->by_arc ? r->arcs : a->n));
out:
    return status;
}

static mg_status search_all(paths_run *r) {
    mg_status status = MG_OK;
    mg_paths_args *const a = &r->args;
    const uint32_t lanes = a->lanes;
    for (size_t first = 0; first < r->job->count; first += lanes) {
        r->done = (double)first / (double)r->job->count;
        MG_TRY(mg__progress(r->context, "bc", r->done));
        a->lanes = r->job->count - first < lanes ? (uint32_t)(r->job->count - first) : lanes;
        MG_TRY(mg__cuda_upload(r->context, r->cuda, (void *)a->sources, r->job->sources + first,
                               a->lanes * sizeof *a->sources));
        MG_TRY(find_distances(r));
        MG_TRY(count_paths(r));
        MG_TRY(collect(r));
    }
out:
    return status;
}

/* Threads for the arcs of an entry: half of those that a vertex has on average, or a warp where rows are long. */
static uint32_t group_of(const mg_paths_job *job) {
    const uint64_t n = job->n, arcs = job->out.offsets[n];
    uint64_t longest = 0;
    uint32_t group = 1;
    for (mg_vertex v = 0; v < n; v++) {
        const uint64_t length = job->out.offsets[v + 1] - job->out.offsets[v];
        longest = length > longest ? length : longest;
    }
    while (group < 32 && (longest > LONG_ROW || 4 * group * n <= arcs)) {
        group *= 2;
    }
    return group;
}

/* By a sample of the weights. Any window gives the same distances. */
static double window_of(const mg_paths_job *job, uint64_t arcs) {
    const uint64_t step = arcs / SAMPLED + 1;
    double sum = 0, count = 0;
    for (uint64_t e = 0; job->out.weights && e < arcs; e += step) {
        const bool counts = job->out.weights[e] < (double)INFINITY;
        sum += counts ? job->out.weights[e] : 0;
        count += counts;
    }
    return sum > 0 ? WINDOW * sum / count * (double)job->n / (double)arcs : (double)INFINITY;
}

mg_status mg__cuda_paths(mg_context *context, const mg_paths_job *job) {
    mg_status status = MG_OK;
    paths_run r = {.context = context, .job = job, .args = {.n = job->n}};
    if (job->n == 0 || job->count == 0) {
        return MG_OK;
    }
    r.arcs = job->out.offsets[job->n];
    r.args.group = group_of(job);
    r.window = window_of(job, r.arcs);
    MG_TRY(mg__cuda_open(context, &r.cuda));
    MG_TRY(take_memory(&r));
    MG_TRY(upload(&r));
    MG_TRY(search_all(&r));
    MG_TRY(mg__cuda_download(context, r.cuda, job->sums, r.args.sums, sums_bytes(&r)));
out:
    if (r.cuda) {
        mg__cuda_release(r.cuda, r.block);
    }
    return status;
}

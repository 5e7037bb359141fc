/* SPDX-License-Identifier: Apache-2.0
 *
 * moves_cuda.c: the host side of sweeps: uploads a level, then for each group a launch for each class of vertices that
 * decide, one that moves them and one or two that wake their neighbours. The host waits twice a sweep: for the sizes of
 * the groups, and for the number of moves.
 */
#include "core/cuda/communities/moves_cuda.h"

#include "core/cuda/communities/moves_args.h"
#include "core/cuda/device/device.h"

#define BLOCKS_PER_SM 8u
#define TABLE_BYTES ((uint64_t)512 << 20) /* of the tables of wide vertices, about; at least one */

typedef struct moves_run {
    mg_context *context;
    mg_cuda *cuda;
    mg_move_job *job;
    mg_moves_args args;
    uint64_t entries[2];                  /* of the arrays of each side */
    uint32_t tables;                      /* thread blocks for wide vertices */
    uint32_t begin[MG_MOVES_BUCKETS + 1]; /* of the buckets of this sweep in the list */
    void *block;
} moves_run;

static bool has_weights(const moves_run *r, uint32_t side) {
    return r->job->g->rows[side].weights != NULL;
}

static uint64_t lay_out(const moves_run *r, char *base, mg_moves_args *a) {
    const uint64_t n = a->n;
    uint64_t at = 0;
    a->counts = mg__cuda_carve(base, &at, sizeof *a->counts);
    for (uint32_t i = 0; i < a->row_count; i++) {
        a->rows[i].begin = mg__cuda_carve(base, &at, n * sizeof *a->rows[i].begin);
        a->rows[i].end = mg__cuda_carve(base, &at, n * sizeof *a->rows[i].end);
        a->rows[i].neighbours = mg__cuda_carve(base, &at, r->entries[i] * sizeof *a->rows[i].neighbours);
        a->rows[i].weights =
            mg__cuda_carve(base, &at, has_weights(r, i) ? r->entries[i] * sizeof *a->rows[i].weights : 0);
    }
    a->key = mg__cuda_carve(base, &at, r->job->g->key ? n * sizeof *a->key : 0);
    a->strength = mg__cuda_carve(base, &at, n * sizeof *a->strength);
    a->label = mg__cuda_carve(base, &at, n * sizeof *a->label);
    a->label_strength = mg__cuda_carve(base, &at, n * sizeof *a->label_strength);
    a->size = mg__cuda_carve(base, &at, n * sizeof *a->size);
    a->active = mg__cuda_carve(base, &at, n * sizeof *a->active);
    a->list = mg__cuda_carve(base, &at, n * sizeof *a->list);
    a->target = mg__cuda_carve(base, &at, n * sizeof *a->target);
    a->slot_labels = mg__cuda_carve(base, &at, r->tables * a->slots * sizeof *a->slot_labels);
    a->slot_sums = mg__cuda_carve(base, &at, r->tables * a->slots * sizeof *a->slot_sums);
    return at;
}

/* The rows of a level may have gaps between them. */
static uint64_t entries_of(const mg_coarse_rows *rows, mg_vertex n) {
    uint64_t entries = 0;
    for (mg_vertex v = 0; v < n; v++) {
        entries = rows->end[v] > entries ? rows->end[v] : entries;
    }
    return entries;
}

/* The tables of wide vertices, if there are any. */
static void size_tables(moves_run *r) {
    const mg_coarse *const g = r->job->g;
    const uint64_t most = g->widest < g->n ? g->widest : g->n;
    const uint64_t slot = sizeof *r->args.slot_labels + sizeof *r->args.slot_sums;
    if (g->widest <= MG_MOVES_BLOCK_SLOTS / 2) {
        return;
    }
    r->args.slots = 2 * MG_MOVES_BLOCK_SLOTS;
    while (r->args.slots < 2 * most) {
        r->args.slots *= 2;
    }
    const uint64_t fit = TABLE_BYTES / (slot * r->args.slots), full = 2 * (uint64_t)r->cuda->sms;
    r->tables = (uint32_t)(fit < 1 ? 1 : fit < full ? fit : full);
}

typedef struct moves_array {
    const void *device;
    void *host;
    uint64_t bytes;
} moves_array;

/* What the sweeps change: labels first. */
#define MG_MOVES_CHANGED 4
static void list_changed(const moves_run *r, moves_array changed[MG_MOVES_CHANGED]) {
    const mg_moves_args *const a = &r->args;
    const mg_move_job *const job = r->job;
    const uint64_t n = a->n;
    changed[0] = (moves_array){a->label, job->p->label, n * sizeof *a->label};
    changed[1] = (moves_array){a->label_strength, job->p->strength, n * sizeof *a->label_strength};
    changed[2] = (moves_array){a->size, job->p->size, n * sizeof *a->size};
    changed[3] = (moves_array){a->active, job->active, n * sizeof *a->active};
}

static mg_status upload_one(const moves_run *r, const void *to, const void *from, uint64_t bytes) {
    return from ? mg__cuda_upload(r->context, r->cuda, (void *)to, from, bytes) : MG_OK;
}

static mg_status upload(const moves_run *r) {
    const mg_moves_args *const a = &r->args;
    const mg_coarse *const g = r->job->g;
    const uint64_t n = a->n;
    moves_array changed[MG_MOVES_CHANGED];
    mg_status status;
    for (uint32_t i = 0; i < a->row_count; i++) {
        const mg_coarse_rows *const rows = &g->rows[i];
        MG_TRY(upload_one(r, a->rows[i].begin, rows->begin, n * sizeof *rows->begin));
        MG_TRY(upload_one(r, a->rows[i].end, rows->end, n * sizeof *rows->end));
        MG_TRY(upload_one(r, a->rows[i].neighbours, rows->neighbours, r->entries[i] * sizeof *rows->neighbours));
        MG_TRY(upload_one(r, a->rows[i].weights, rows->weights, r->entries[i] * sizeof *rows->weights));
    }
    MG_TRY(upload_one(r, a->key, g->key, n * sizeof *g->key));
    MG_TRY(upload_one(r, a->strength, g->strength, n * sizeof *g->strength));
    list_changed(r, changed);
    for (size_t i = 0; i < MG_MOVES_CHANGED; i++) {
        MG_TRY(upload_one(r, changed[i].device, changed[i].host, changed[i].bytes));
    }
out:
    return status;
}

static mg_status download(const moves_run *r) {
    moves_array changed[MG_MOVES_CHANGED];
    mg_status status = MG_OK;
    list_changed(r, changed);
    for (size_t i = 0; i < MG_MOVES_CHANGED; i++) {
        MG_TRY(mg__cuda_download(r->context, r->cuda, changed[i].host, changed[i].device, changed[i].bytes));
    }
out:
    return status;
}

/* blocks: that have something to do; most: a limit beside that of the device. */
static mg_status launch(const moves_run *r, mg_moves_step step, uint64_t blocks, uint32_t most) {
    const uint64_t full = BLOCKS_PER_SM * (uint64_t)r->cuda->sms, fit = full < most ? full : most;
    return mg__cuda_check(r->context,
                          mg__launch_moves(&r->args, step, (uint32_t)(blocks < fit ? blocks : fit), r->cuda->stream),
                          "moving vertices");
}

/* Lists the vertices that may move by bucket. */
static mg_status fill_buckets(moves_run *r) {
    mg_moves_args *const a = &r->args;
    const uint64_t chunks = (a->n - 1) / MG_MOVES_CHUNK + 1;
    mg_moves_counts counts;
    mg_status status;
    MG_CUDA_TRY(r->context, cudaMemsetAsync(a->counts, 0, sizeof *a->counts, r->cuda->stream),
                "clearing device memory");
    MG_TRY(launch(r, MG_MOVES_COUNT, chunks, UINT32_MAX));
    MG_TRY(mg__cuda_download(r->context, r->cuda, &counts, a->counts, sizeof counts));
    r->begin[0] = 0;
    for (uint32_t i = 0; i < MG_MOVES_BUCKETS; i++) {
        r->begin[i + 1] = r->begin[i] + counts.bucket[i];
        counts.bucket[i] = r->begin[i];
    }
    MG_TRY(mg__cuda_upload(r->context, r->cuda, a->counts, &counts, sizeof counts));
    MG_TRY(launch(r, MG_MOVES_FILL, chunks, UINT32_MAX));
out:
    return status;
}

/* One step of some buckets, by warps or else by thread blocks, if they have vertices. */
static mg_status run_buckets(moves_run *r, mg_moves_step step, uint32_t bucket, uint32_t count, uint32_t each,
                             uint32_t most) {
    mg_moves_args *const a = &r->args;
    a->first = r->begin[bucket];
    a->listed = r->begin[bucket + count] - a->first;
    return a->listed ? launch(r, step, (a->listed - 1) / each + 1, most) : MG_OK;
}

static mg_status run_group(moves_run *r, uint32_t group) {
    const uint32_t bucket = MG_MOVES_CLASSES * group, warps = MG_MOVES_THREADS / 32;
    mg_status status;
    MG_TRY(run_buckets(r, MG_MOVES_CHOOSE_WARP, bucket, 1, warps, UINT32_MAX));
    MG_TRY(run_buckets(r, MG_MOVES_CHOOSE_BLOCK, bucket + 1, 1, 1, UINT32_MAX));
    MG_TRY(run_buckets(r, MG_MOVES_CHOOSE_WIDE, bucket + 2, 1, 1, r->tables));
    MG_TRY(run_buckets(r, MG_MOVES_MOVE, bucket, MG_MOVES_CLASSES, MG_MOVES_THREADS, UINT32_MAX));
    MG_TRY(run_buckets(r, MG_MOVES_WAKE_WARP, bucket, 1, warps, UINT32_MAX));
    MG_TRY(run_buckets(r, MG_MOVES_WAKE_BLOCK, bucket + 1, MG_MOVES_CLASSES - 1, 1, UINT32_MAX));
out:
    return status;
}

static mg_status run_sweep(moves_run *r) {
    mg_moves_counts counts;
    mg_status status;
    MG_TRY(mg__progress(r->context, r->job->stage, -1));
    r->args.sweep_key = r->job->next_key(r->job->keys);
    MG_TRY(fill_buckets(r));
    for (uint32_t group = 0; group < MG_MOVE_GROUPS; group++) {
        MG_TRY(run_group(r, group));
    }
    MG_TRY(mg__cuda_download(r->context, r->cuda, &counts, r->args.counts, sizeof counts));
    r->job->sweeps++;
    r->job->moved += counts.moves;
    r->job->last_moved = counts.moves;
    r->job->visited += counts.visited;
out:
    return status;
}

mg_status mg__cuda_move(mg_context *context, mg_move_job *job) {
    const mg_coarse *const g = job->g;
    moves_run r = {.context = context,
                   .job = job,
                   .args = {.n = g->n, .row_count = g->row_count, .scale = job->scale, .least = job->least}};
    mg_status status;
    MG_TRY(mg__cuda_open(context, &r.cuda));
    for (uint32_t i = 0; i < g->row_count; i++) {
        r.entries[i] = entries_of(&g->rows[i], g->n);
    }
    size_tables(&r);
    if (r.args.slots > (uint64_t)1 << 31) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "communities: a vertex has more than 2^30 neighbours");
    }
    MG_TRY(mg__cuda_get(context, r.cuda, &r.block, lay_out(&r, NULL, &r.args), "a level of communities"));
    lay_out(&r, r.block, &r.args);
    MG_TRY(upload(&r));
    do {
        MG_TRY(run_sweep(&r));
    } while (job->last_moved && job->sweeps < job->most_sweeps);
    MG_TRY(download(&r));
out:
    if (r.cuda) {
        mg__cuda_release(r.cuda, r.block);
    }
    return status;
}

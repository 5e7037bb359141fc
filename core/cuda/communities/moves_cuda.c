/* SPDX-License-Identifier: Apache-2.0
 *
 * moves_cuda.c: sweeps over a level that is in host memory: uploads it, and downloads its communities.
 */
#include "core/cuda/communities/moves_cuda.h"

#include "core/cuda/communities/sweeps_cuda.h"
#include "core/cuda/device/device.h"

typedef struct moves_run {
    mg_context *context;
    mg_cuda *cuda;
    mg_move_job *job;
    mg_sweeps sweeps;
    void *block;
} moves_run;

/* The rows of a level may have gaps between them. */
static uint64_t entries_of(const mg_coarse_rows *rows, mg_vertex n) {
    uint64_t entries = 0;
    for (mg_vertex v = 0; v < n; v++) {
        entries = rows->end[v] > entries ? rows->end[v] : entries;
    }
    return entries;
}

static mg_level level_of(const mg_coarse *g) {
    mg_level level = {
        .n = g->n, .row_count = g->row_count, .wide = true, .kind = g->rows[0].weights ? MG_LEVEL_WIDE : MG_LEVEL_ONES};
    for (uint32_t i = 0; i < g->row_count; i++) {
        level.entries[i] = entries_of(&g->rows[i], g->n);
    }
    return level;
}

static uint64_t lay_out(const moves_run *r, char *base, mg_moves_args *a) {
    mg_level *const g = &a->level;
    const uint64_t n = g->n;
    uint64_t at = 0;
    for (uint32_t i = 0; i < g->row_count; i++) {
        mg_level_rows *const rows = &g->rows[i];
        rows->begin = mg__cuda_carve(base, &at, n * sizeof(uint64_t));
        rows->end = mg__cuda_carve(base, &at, n * sizeof(uint64_t));
        rows->neighbours = mg__cuda_carve(base, &at, g->entries[i] * sizeof *rows->neighbours);
        rows->weights = mg__cuda_carve(base, &at, g->entries[i] * mg_level_weight_size(g->kind));
    }
    g->key = mg__cuda_carve(base, &at, r->job->g->key ? n * sizeof *g->key : 0);
    g->strength = mg__cuda_carve(base, &at, n * sizeof *g->strength);
    a->label = mg__cuda_carve(base, &at, n * sizeof *a->label);
    a->label_strength = mg__cuda_carve(base, &at, n * sizeof *a->label_strength);
    a->size = mg__cuda_carve(base, &at, n * sizeof *a->size);
    mg__sweeps_lay_out(base, &at, n, a);
    return at;
}

typedef struct moves_array {
    const void *device;
    void *host;
    uint64_t bytes;
} moves_array;

/* What the sweeps change: labels first. */
#define MG_MOVES_CHANGED 4
static void list_changed(const moves_run *r, moves_array changed[MG_MOVES_CHANGED]) {
    const mg_moves_args *const a = &r->sweeps.args;
    const mg_move_job *const job = r->job;
    const uint64_t n = a->level.n;
    changed[0] = (moves_array){a->label, job->p->label, n * sizeof *a->label};
    changed[1] = (moves_array){a->label_strength, job->p->strength, n * sizeof *a->label_strength};
    changed[2] = (moves_array){a->size, job->p->size, n * sizeof *a->size};
    changed[3] = (moves_array){a->active, job->active, n * sizeof *a->active};
}

static mg_status upload_one(const moves_run *r, const void *to, const void *from, uint64_t bytes) {
    return from ? mg__cuda_upload(r->context, r->cuda, (void *)to, from, bytes) : MG_OK;
}

static mg_status upload(const moves_run *r) {
    const mg_level *const a = &r->sweeps.args.level;
    const mg_coarse *const g = r->job->g;
    const uint64_t n = a->n;
    moves_array changed[MG_MOVES_CHANGED];
    mg_status status;
    for (uint32_t i = 0; i < a->row_count; i++) {
        const mg_coarse_rows *const rows = &g->rows[i];
        MG_TRY(upload_one(r, a->rows[i].begin, rows->begin, n * sizeof *rows->begin));
        MG_TRY(upload_one(r, a->rows[i].end, rows->end, n * sizeof *rows->end));
        MG_TRY(upload_one(r, a->rows[i].neighbours, rows->neighbours, a->entries[i] * sizeof *rows->neighbours));
        MG_TRY(upload_one(r, a->rows[i].weights, rows->weights, a->entries[i] * sizeof *rows->weights));
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

mg_status mg__cuda_move(mg_context *context, mg_move_job *job) {
    const mg_coarse *const g = job->g;
    moves_run r = {
        .context = context,
        .job = job,
        .sweeps = {.args = {.level = level_of(g), .scale = job->scale, .least = job->least, .groups = job->groups},
                   .stage = job->stage,
                   .most_sweeps = job->most_sweeps,
                   .next_key = job->next_key,
                   .keys = job->keys,
                   .widest = g->widest}};
    mg_sweeps *const s = &r.sweeps;
    mg_status status;
    MG_TRY(mg__cuda_open(context, &r.cuda));
    MG_TRY(mg__cuda_get(context, r.cuda, &r.block, lay_out(&r, NULL, &s->args), "a level of communities"));
    lay_out(&r, r.block, &s->args);
    MG_TRY(upload(&r));
    MG_TRY(mg__sweeps_run(context, r.cuda, s));
    MG_TRY(download(&r));
    job->sweeps = s->sweeps;
    job->moved = s->moved;
    job->last_moved = s->last_moved;
    job->visited = s->visited;
out:
    if (r.cuda) {
        mg__cuda_release(r.cuda, r.block);
    }
    return status;
}

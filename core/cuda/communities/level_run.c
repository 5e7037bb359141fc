/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/communities/level_run.h"

#include "core/cuda/graph/device_graph.h"

/* ---- the first level ---- */

static void lay_out_refinement(mg_level_run *r, char *base, uint64_t *at) {
    mg_refine_args *const f = &r->refine;
    mg_moves_args *const parts = &f->parts;
    const uint64_t n = r->job->first->n;
    *parts = r->sweeps.args;
    parts->label = mg__cuda_carve(base, at, n * sizeof *parts->label);
    parts->label_strength = mg__cuda_carve(base, at, n * sizeof *parts->label_strength);
    parts->size = mg__cuda_carve(base, at, n * sizeof *parts->size);
    parts->within = mg__cuda_carve(base, at, n * sizeof *parts->within);
    parts->cut = mg__cuda_carve(base, at, n * sizeof *parts->cut);
    parts->came = mg__cuda_carve(base, at, n * sizeof *parts->came);
    parts->community = f->label = r->sweeps.args.label;
    parts->community_strength = f->label_strength = r->sweeps.args.label_strength;
    f->size = r->sweeps.args.size;
    f->home = mg__cuda_carve(base, at, n * sizeof *f->home);
    f->best = mg__cuda_carve(base, at, n * sizeof *f->best);
    f->counts = mg__cuda_carve(base, at, sizeof *f->counts);
    f->first_n = (uint32_t)n;
}

static uint64_t lay_out(mg_level_run *r, char *base) {
    mg_moves_args *const a = &r->sweeps.args;
    mg_merge_args *const m = &r->merge;
    const mg_coarse *const first = r->job->first;
    const uint64_t n = first->n;
    uint64_t at = 0;
    a->level.key = mg__cuda_carve(base, &at, first->key ? n * sizeof *a->level.key : 0);
    a->level.strength = mg__cuda_carve(base, &at, n * sizeof *a->level.strength);
    a->label = mg__cuda_carve(base, &at, n * sizeof *a->label);
    a->label_strength = mg__cuda_carve(base, &at, n * sizeof *a->label_strength);
    a->size = mg__cuda_carve(base, &at, n * sizeof *a->size);
    mg__sweeps_lay_out(base, &at, n, a);
    m->number = mg__cuda_carve(base, &at, (n + 1) * sizeof *m->number);
    m->community = mg__cuda_carve(base, &at, n * sizeof *m->community);
    m->vertex = mg__cuda_carve(base, &at, n * sizeof *m->vertex);
    m->counts = mg__cuda_carve(base, &at, sizeof *m->counts);
    r->least[0] = mg__cuda_carve(base, &at, n * sizeof *r->least[0]);
    r->least[1] = mg__cuda_carve(base, &at, n * sizeof *r->least[1]);
    if (r->job->leaves) {
        lay_out_refinement(r, base, &at);
    }
    m->label = a->label;
    m->label_strength = a->label_strength;
    m->size = a->size;
    m->active = a->active;
    return at;
}

/* Weights are those of the host, which are whole numbers. */
static mg_status upload_weights(mg_level_run *r) {
    const mg_coarse *const first = r->job->first;
    mg_level *const g = &r->sweeps.args.level;
    const uint64_t bytes = g->entries[0] * sizeof(uint64_t);
    mg_status status = MG_OK;
    if (!first->rows[0].weights) {
        return MG_OK;
    }
    g->kind = MG_LEVEL_WIDE;
    MG_TRY(mg__cuda_get(r->context, r->cuda, &r->weights, bytes * g->row_count, "weights"));
    for (uint32_t i = 0; i < g->row_count; i++) {
        g->rows[i].weights = (char *)r->weights + i * bytes;
        MG_TRY(mg__cuda_upload(r->context, r->cuda, (char *)r->weights + i * bytes, first->rows[i].weights, bytes));
    }
out:
    return status;
}

static mg_status take_graph(mg_level_run *r) {
    const mg_graph *const graph = r->job->graph;
    const mg_device_need need = {.in = graph->directed, .weights = MG_TYPE_NONE, .arrays_only = true};
    mg_level *const g = &r->sweeps.args.level;
    mg_device_graph *on_device = NULL;
    mg_status status;
    MG_TRY(mg__device_graph(r->context, r->cuda, graph, &need, &on_device));
    g->n = graph->n;
    g->row_count = graph->directed ? 2 : 1;
    g->wide = on_device->wide;
    for (uint32_t i = 0; i < g->row_count; i++) {
        const char *const offsets = on_device->side[i].offsets;
        g->rows[i] = (mg_level_rows){
            .begin = offsets, .end = offsets + (g->wide ? 8 : 4), .neighbours = on_device->side[i].neighbours};
        g->entries[i] = graph->arcs;
    }
    if (r->job->first->key) {
        MG_TRY(mg__cuda_upload(r->context, r->cuda, (void *)g->key, r->job->first->key, g->n * sizeof *g->key));
    }
    MG_TRY(upload_weights(r));
out:
    return status;
}

static mg_status launch(mg_level_run *r, mg_merge_step step) {
    r->merge.level = r->sweeps.args.level;
    return mg__cuda_check(r->context, mg__launch_merging(&r->merge, step, r->cuda->stream), "levels of communities");
}

mg_status mg__level_begin(mg_level_run *r) {
    mg_coarse *const g = &r->found.g;
    mg_merge_counts counts;
    mg_status status;
    MG_TRY(launch(r, MG_MERGE_BEGIN));
    MG_TRY(mg__cuda_download(r->context, r->cuda, &counts, r->merge.counts, sizeof counts));
    g->n = r->sweeps.args.level.n;
    g->edges = r->sweeps.args.level.entries[0] + r->sweeps.args.level.entries[1];
    g->total = counts.total;
    g->widest = counts.widest;
    r->found.squares = 0;
    for (int i = 3; i >= 0; i--) {
        r->found.squares = (r->found.squares << 32) + counts.limbs[i];
    }
    r->sweeps.widest = counts.widest;
    r->sweeps.joined = counts.joined;
    r->sweeps.args.groups = mg_move_groups_of(counts.joined, g->edges);
    r->sweeps.args.scale = g->total ? r->job->resolution / (double)g->total : 0;
out:
    return status;
}

static mg_status begin_first(mg_level_run *r) {
    mg_merge_args *const m = &r->merge;
    const uint64_t n = r->job->first->n;
    unsigned long long inside = 0;
    mg_status status;
    MG_CUDA_TRY(r->context, cudaMemsetAsync(m->counts, 0, sizeof *m->counts, r->cuda->stream),
                "clearing device memory");
    MG_CUDA_TRY(r->context, cudaMemsetAsync(r->sweeps.args.level.strength, 0, n * sizeof(uint64_t), r->cuda->stream),
                "clearing device memory");
    for (m->side = 0; m->side < r->sweeps.args.level.row_count; m->side++) {
        MG_TRY(launch(r, MG_MERGE_STRENGTHS));
    }
    m->side = 0;
    MG_TRY(mg__level_begin(r));
    MG_TRY(mg__cuda_download(r->context, r->cuda, &inside, &m->counts->inside, sizeof inside));
    r->found.g.inside = inside;
out:
    return status;
}

/* ---- the next level ---- */

mg_status mg__level_climb(mg_level_run *r, mg_level_store *next, uint64_t inside) {
    mg_status status;
    mg_level_store old = r->store;
    r->found.g.inside += inside;
    r->found.moved = r->sweeps.moved;
    r->store = *next;
    *next = old;
    r->sweeps.args.level = r->store.level;
    status = mg__level_begin(r);
    return status;
}

mg_status mg__level_take_vertices(mg_level_run *r, bool first) {
    mg_merge_args *const m = &r->merge;
    uint32_t *const least = r->least[0];
    m->least = r->least[0] = r->least[1];
    r->least[1] = least;
    return first ? mg__cuda_check(r->context,
                                  cudaMemcpyAsync(m->vertex, m->community, m->first_n * sizeof *m->vertex,
                                                  cudaMemcpyDeviceToDevice, r->cuda->stream),
                                  "levels of communities")
                 : launch(r, MG_MERGE_VERTICES);
}

/* ---- the last level ---- */

static mg_status bring(const mg_level_run *r, void **to, const void *from, uint64_t count, size_t size) {
    mg_status status;
    MG_TRY(mg__alloc(r->context, to, count, size, "a level of communities"));
    MG_TRY(mg__cuda_download(r->context, r->cuda, *to, from, count * size));
out:
    return status;
}

/* Weights of the host have 64 bits. */
static mg_status bring_weights(const mg_level_run *r, void **weights) {
    const mg_level *const g = &r->store.level;
    void *narrow = NULL;
    uint64_t *wide = NULL;
    mg_status status;
    if (g->kind == MG_LEVEL_WIDE) {
        return bring(r, weights, g->rows[0].weights, g->entries[0], sizeof *wide);
    }
    MG_TRY(bring(r, &narrow, g->rows[0].weights, g->entries[0], sizeof(uint32_t)));
    MG_TRY(MG_ALLOC(r->context, wide, g->entries[0], "a level of communities"));
    *weights = wide;
    for (uint64_t e = 0; e < g->entries[0]; e++) {
        wide[e] = ((const uint32_t *)narrow)[e];
    }
out:
    mg__release(&r->context->memory, narrow);
    return status;
}

mg_status mg__level_bring(const mg_level_run *r) {
    const mg_level *const g = &r->store.level;
    mg_levels_job *const job = r->job;
    mg_coarse *const last = &job->last;
    void *least = NULL;
    mg_status status;
    *last = r->found.g;
    last->row_count = 1;
    last->scattered = true;
    MG_TRY(bring(r, &last->owned[0], g->strength, g->n, sizeof *last->strength));
    MG_TRY(bring(r, &last->owned[1], g->rows[0].begin, (uint64_t)g->n + 1, sizeof(uint64_t)));
    MG_TRY(bring(r, &last->owned[2], g->rows[0].neighbours, g->entries[0], sizeof(mg_vertex)));
    MG_TRY(bring_weights(r, &last->owned[3]));
    last->strength = last->owned[0];
    last->rows[0] = (mg_coarse_rows){.begin = last->owned[1],
                                     .end = (uint64_t *)last->owned[1] + 1,
                                     .neighbours = last->owned[2],
                                     .weights = last->owned[3]};
    MG_TRY(bring(r, &least, r->least[0], g->n, sizeof *job->least_key));
    job->least_key = least;
    MG_TRY(mg__cuda_download(r->context, r->cuda, job->vertex, r->merge.vertex, job->first->n * sizeof *job->vertex));
out:
    return status;
}

/* ---- the whole ---- */

mg_status mg__level_run_create(mg_level_run *r) {
    mg_status status;
    MG_TRY(mg__cuda_open(r->context, &r->cuda));
    MG_TRY(mg__cuda_get(r->context, r->cuda, &r->block, lay_out(r, NULL), "levels of communities"));
    lay_out(r, r->block);
    MG_TRY(take_graph(r));
    MG_TRY(begin_first(r));
out:
    return status;
}

void mg__level_run_release(mg_level_run *r) {
    if (r->cuda) {
        mg__level_release(r->cuda, &r->store);
        mg__cuda_release(r->cuda, r->weights);
        mg__cuda_release(r->cuda, r->block);
    }
}

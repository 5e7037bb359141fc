/* SPDX-License-Identifier: Apache-2.0
 *
 * device_levels.c: Louvain, and passes of Leiden, whose levels with many edges a device finds. What is left is a small
 * graph, whose levels the CPU finds.
 */
#include "algorithms/communities/ladder.h"

/* A device finds the levels. */
typedef struct finding {
    mg_multilevel *m;
    bool begun, fresh; /* fresh: of a pass that starts with each vertex alone */
    uint32_t sweeps;   /* before the present level */
} finding;

static uint64_t next_key(void *levels) {
    return mg__moving_key(&((finding *)levels)->m->moving);
}

/* A level that is not taken is repeated by the CPU, with the same random numbers. */
static bool reached(void *levels, const mg_level_found *found, bool *goes_on) {
    finding *const f = levels;
    mg_multilevel *const m = f->m;
    const double quality = mg__quality_of(&found->g, found->squares, m->moving.resolution);
    bool taken = true;
    if (!f->begun) {
        m->quality = quality;
        f->begun = true;
    } else {
        taken = found->moved && mg__take_level(m, quality);
    }
    if (taken) {
        f->sweeps = m->moving.sweeps;
    } else {
        m->moving.sweeps = f->sweeps;
    }
    *goes_on = taken && mg__may_go_on(m) && !mg__coarse_is_small(&found->g);
    return taken;
}

/* Replaces the labels of the last level's vertices by the first level's vertex of smallest id in each community. */
static mg_status name_communities(mg_context *context, const mg_coarse *first, const mg_levels_job *job,
                                  mg_vertex *label) {
    mg_status status = MG_OK;
    mg_vertex *least = NULL;
    const mg_vertex n = job->last.n;
    MG_TRY(MG_ALLOC(context, least, n, "communities"));
#pragma omp parallel for num_threads(mg__coarse_threads(context, &job->last)) schedule(static)
    for (mg_vertex v = 0; v < n; v++) {
        least[v] = MG_NONE;
    }
    for (mg_vertex v = 0; v < n; v++) {
        mg_vertex *const l = &least[label[v]];
        *l = job->least_key[v] < *l ? job->least_key[v] : *l;
    }
#pragma omp parallel for num_threads(mg__coarse_threads(context, &job->last)) schedule(static)
    for (mg_vertex v = 0; v < n; v++) {
        const mg_vertex key = least[label[v]];
        label[v] = first->order ? first->order[key] : key;
    }
out:
    mg__release(&context->memory, least);
    return status;
}

/* Finds the other levels and labels the vertices of the first one, of which job->vertex, m->label, are those of the
 * last one. */
static mg_status find_rest(mg_context *context, const mg_coarse *first, const mg_levels_job *job, mg_multilevel *m) {
    mg_status status = MG_OK;
    mg_vertex *const vertex = job->vertex, *label = NULL;
    MG_TRY(MG_ALLOC(context, label, job->last.n, "communities"));
    m->label = label;
    status = mg__louvain(context, &job->last, m);
    m->label = vertex;
    MG_TRY(status);
    MG_TRY(name_communities(context, first, job, label));
    mg__take_labels(context, first, vertex, label, vertex);
out:
    mg__release(&context->memory, label);
    return status;
}

static mg_levels_job job_of(const mg_graph *graph, const mg_coarse *first, finding *f) {
    const mg_moving *const moving = &f->m->moving;
    return (mg_levels_job){.graph = graph,
                           .first = first,
                           .resolution = moving->resolution,
                           .least = &moving->least,
                           .convergence_share = &moving->convergence_share,
                           .stage = moving->stage,
                           .next_key = next_key,
                           .levels = f};
}

/* *done: the device made the job, not the CPU instead, which begins with what was before. */
static mg_status run_job(mg_context *context, mg_levels_job *job, const mg_multilevel *before, mg_multilevel *m,
                         bool *done) {
    const mg_status status = m->moving.device->levels(context, job);
    *done = status == MG_OK;
    if (!m->moving.device_only && (status == MG_ERROR_MEMORY || status == MG_ERROR_UNSUPPORTED)) {
        mg__log(context, MG_LOG_INFO, "%s: using the CPU instead: %s", m->moving.stage, mg_context_error(context));
        *m = *before;
        return MG_OK;
    }
    if (*done) {
        m->moving.visited += job->visited;
        m->moving.used_device = true;
    }
    return status;
}

mg_status mg__louvain_on_device(mg_context *context, const mg_graph *graph, const mg_coarse *first, mg_multilevel *m) {
    mg_status status = MG_OK;
    const mg_multilevel before = *m;
    finding f = {.m = m};
    bool done;
    mg_levels_job job = job_of(graph, first, &f);
    job.reached = reached;
    job.vertex = m->label;
    MG_TRY(run_job(context, &job, &before, m, &done));
    if (!done) {
        goto out;
    }
    if (job.last.n) {
        MG_TRY(find_rest(context, first, &job, m));
        m->named = true;
    }
out:
    mg__coarse_release(context, &job.last);
    mg__release(&context->memory, job.least_key);
    return status;
}

/* ---- Leiden ---- */

static bool reached_in_pass(void *levels, const mg_level_found *found, bool *goes_on) {
    finding *const f = levels;
    const double quality = mg__quality_of(&found->g, found->squares, f->m->moving.resolution);
    const mg_pass_level level = {.vertices = found->g.n,
                                 .communities = found->communities,
                                 .moved = found->moved,
                                 .small = mg__coarse_is_small(&found->g),
                                 .quality = quality};
    if (f->begun) {
        return mg__take_pass_level(f->m, &level, goes_on);
    }
    f->begun = *goes_on = true;
    f->m->quality = f->fresh ? quality : f->m->quality;
    return true;
}

/* Finds the other levels of the pass. */
static mg_status finish_pass(mg_context *context, const mg_coarse *first, const mg_levels_job *job, mg_multilevel *m) {
    mg_vertex *const label = m->label;
    bool taken;
    m->label = job->last_label;
    const mg_status status = mg__leiden(context, &job->last, m, &taken);
    m->label = label;
    if (status == MG_OK && taken) {
        mg__take_labels(context, first, job->vertex, job->last_label, label);
    }
    return status;
}

mg_status mg__leiden_on_device(mg_context *context, const mg_graph *graph, const mg_coarse *first, bool fresh,
                               mg_multilevel *m, bool *done) {
    mg_status status = MG_OK;
    const mg_multilevel before = *m;
    finding f = {.m = m, .fresh = fresh};
    mg_levels_job job = job_of(graph, first, &f);
    job.reached = reached_in_pass;
    job.leaves = mg__coarse_is_small;
    job.label = fresh ? NULL : m->label;
    job.best = m->label;
    MG_TRY(MG_ALLOC(context, job.vertex, first->n, "vertices of levels"));
    MG_TRY(run_job(context, &job, &before, m, done));
    if (*done && job.last.n) {
        MG_TRY(finish_pass(context, first, &job, m));
    }
out:
    mg__coarse_release(context, &job.last);
    mg__release(&context->memory, job.least_key);
    mg__release(&context->memory, job.last_label);
    mg__release(&context->memory, job.vertex);
    return status;
}

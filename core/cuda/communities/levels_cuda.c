/* SPDX-License-Identifier: Apache-2.0
 *
 * levels_cuda.c: the levels of Louvain stay on the device: only counts come to the host, and the last level.
 */
#include "core/cuda/communities/levels_cuda.h"

#include "core/cuda/communities/leiden_cuda.h"
#include "core/graph/graph.h"

/* Moves the vertices of the level, and merges its communities. *goes_on: that was of use, and another level follows. */
static mg_status run_level(mg_level_run *r, uint32_t level, bool *goes_on) {
    mg_levels_job *const job = r->job;
    mg_level_store next = {.vertices = NULL};
    mg_level_found before = r->found;
    uint64_t inside = 0;
    bool taken = false;
    mg_status status;
    r->sweeps.convergence_share = *job->convergence_share;
    r->sweeps.args.least = *job->least * (double)r->found.g.total / 2;
    MG_TRY(mg__sweeps_run(r->context, r->cuda, &r->sweeps));
    job->visited += r->sweeps.visited;
    if (r->sweeps.moved == 0) {
        r->found.moved = 0;
        job->reached(job->levels, &r->found, goes_on);
        *goes_on = false;
        return MG_OK;
    }
    r->merge.level = r->sweeps.args.level;
    r->merge.next_least = r->least[1];
    MG_TRY(mg__merge_communities(r->context, r->cuda, &r->merge, r->found.g.total, &next, &inside));
    MG_TRY(mg__level_climb(r, &next, inside));
    taken = job->reached(job->levels, &r->found, goes_on);
    if (taken) {
        MG_TRY(mg__level_take_vertices(r, level == 0));
        job->last.n = r->found.g.n;
    } else { /* back to the level before, which is in `next` */
        const mg_level_store refused = r->store;
        r->store = next;
        next = refused;
        r->found = before;
    }
out:
    mg__level_release(r->cuda, &next);
    return status;
}

static mg_status run_levels(mg_level_run *r) {
    bool goes_on = true;
    mg_status status = MG_OK;
    r->job->reached(r->job->levels, &r->found, &goes_on);
    for (uint32_t level = 0; goes_on; level++) {
        MG_TRY(run_level(r, level, &goes_on));
    }
    if (r->job->last.n) {
        MG_TRY(mg__level_bring(r));
    }
out:
    return status;
}

mg_status mg__cuda_levels(mg_context *context, mg_levels_job *job) {
    mg_level_run r = {
        .context = context,
        .job = job,
        .sweeps = {.stage = job->stage, .most_sweeps = MG_JOINT_SWEEPS, .next_key = job->next_key, .keys = job->levels},
        .merge = {.first_n = job->first->n, .directed = job->graph->directed},
        .found = {.moved = job->first->n}};
    mg_status status;
    job->last = (mg_coarse){.n = 0};
    job->least_key = job->last_label = NULL;
    MG_TRY(mg__level_run_create(&r));
    MG_TRY(job->leaves ? mg__cuda_pass(&r) : run_levels(&r));
out:
    mg__level_run_release(&r);
    return status;
}

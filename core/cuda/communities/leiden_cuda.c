/* SPDX-License-Identifier: Apache-2.0
 *
 * leiden_cuda.c: the levels of a pass of Leiden stay on the device: vertices move, communities are refined, and their
 * parts are merged to the vertices of the next level, which start in the communities of these. A refinement is a sweep
 * over the vertices that may join a part.
 */
#include "core/cuda/communities/leiden_cuda.h"

static mg_status launch(mg_level_run *r, mg_refine_step step) {
    r->refine.parts.level = r->sweeps.args.level;
    return mg__cuda_check(r->context, mg__launch_refining(&r->refine, step, r->cuda->stream), "refining communities");
}

static mg_status clear(const mg_level_run *r, void *array, uint64_t bytes) {
    return mg__cuda_check(r->context, cudaMemsetAsync(array, 0, bytes, r->cuda->stream), "clearing device memory");
}

/* The vertices of the level, each of which is a community, go to those of `home`, under their names. */
static mg_status gather(mg_level_run *r, uint32_t *name) {
    const uint64_t n = r->sweeps.args.level.n;
    mg_status status;
    r->refine.name = name;
    MG_TRY(clear(r, r->refine.label_strength, n * sizeof *r->refine.label_strength));
    MG_TRY(clear(r, r->refine.size, n * sizeof *r->refine.size));
    MG_TRY(launch(r, MG_REFINE_LABELS));
out:
    return status;
}

static mg_status move(mg_level_run *r) {
    mg_levels_job *const job = r->job;
    mg_status status;
    r->sweeps.convergence_share = *job->convergence_share;
    r->sweeps.args.least = *job->least * (double)r->found.g.total / 2;
    MG_TRY(mg__sweeps_run(r->context, r->cuda, &r->sweeps));
    job->visited += r->sweeps.visited;
out:
    return status;
}

/* Sets *inside to the weight of the edges within communities, which lie in no vertex, and the counts of these. */
static mg_status refine(mg_level_run *r, mg_level_found *found) {
    mg_refine_args *const f = &r->refine;
    mg_sweeps parts = r->sweeps;
    mg_refine_counts counts;
    mg_status status;
    f->parts.scale = r->sweeps.args.scale;
    MG_TRY(clear(r, f->counts, sizeof *f->counts));
    MG_TRY(clear(r, f->parts.within, r->found.g.n * sizeof *f->parts.within));
    for (f->parts.side = 0; f->parts.side < r->sweeps.args.level.row_count; f->parts.side++) {
        MG_TRY(launch(r, MG_REFINE_WITHIN));
    }
    f->parts.side = 0;
    MG_TRY(launch(r, MG_REFINE_PARTS));
    MG_TRY(launch(r, MG_REFINE_COUNT));
    parts.args = f->parts;
    parts.args.groups = MG_SPARSE_GROUPS;
    parts.most_sweeps = 1;
    MG_TRY(mg__sweeps_run(r->context, r->cuda, &parts));
    MG_TRY(mg__cuda_download(r->context, r->cuda, &counts, f->counts, sizeof counts));
    *found = r->found;
    found->g.inside += counts.inside;
    found->moved = r->sweeps.moved;
    found->communities = (mg_vertex)counts.communities;
    found->squares = 0;
    for (int i = 3; i >= 0; i--) {
        found->squares = (found->squares << 32) + counts.limbs[i];
    }
out:
    return status;
}

/* The same level again: communities are as many as vertices, but some may move. */
static mg_status repeat(mg_level_run *r) {
    mg_status status;
    MG_CUDA_TRY(r->context,
                cudaMemcpyAsync(r->refine.home, r->refine.label, r->found.g.n * sizeof *r->refine.home,
                                cudaMemcpyDeviceToDevice, r->cuda->stream),
                "communities");
    MG_TRY(clear(r, r->merge.counts, sizeof *r->merge.counts));
    MG_TRY(mg__level_begin(r));
    MG_TRY(gather(r, NULL));
out:
    return status;
}

/* Merges the parts. *smaller: there is another level, which is the present one now. */
static mg_status merge(mg_level_run *r, bool first, bool *smaller) {
    mg_merge_args m = r->merge;
    mg_level_store next = {.vertices = NULL};
    uint64_t inside = 0;
    mg_status status;
    m.level = r->sweeps.args.level;
    m.label = r->refine.parts.label;
    m.label_strength = r->refine.parts.label_strength;
    m.size = r->refine.parts.size;
    m.next_least = r->least[1];
    MG_TRY(mg__merge_communities(r->context, r->cuda, &m, r->found.g.total, &next, &inside));
    *smaller = m.next_n < r->found.g.n;
    if (!*smaller) {
        goto out;
    }
    r->refine.next_vertex = m.community;
    r->refine.next_n = m.next_n;
    r->refine.name = m.number;
    MG_TRY(launch(r, MG_REFINE_HOMES));
    MG_TRY(launch(r, MG_REFINE_NAMES));
    MG_TRY(mg__level_climb(r, &next, inside));
    MG_TRY(gather(r, m.number));
    MG_TRY(mg__level_take_vertices(r, first));
    r->refine.vertex = r->merge.vertex;
out:
    mg__level_release(r->cuda, &next);
    return status;
}

/* Leaves the present level to the CPU. */
static mg_status bring(const mg_level_run *r) {
    mg_levels_job *const job = r->job;
    mg_status status;
    MG_TRY(mg__level_bring(r));
    MG_TRY(MG_ALLOC(r->context, job->last_label, r->found.g.n, "communities"));
    MG_TRY(mg__cuda_download(r->context, r->cuda, job->last_label, r->refine.label,
                             r->found.g.n * sizeof *job->last_label));
out:
    return status;
}

static mg_status start(mg_level_run *r) {
    const mg_levels_job *const job = r->job;
    mg_status status = MG_OK;
    if (job->label) {
        MG_TRY(mg__cuda_upload(r->context, r->cuda, r->refine.home, job->label, r->found.g.n * sizeof *job->label));
        MG_TRY(gather(r, NULL));
    }
out:
    return status;
}

mg_status mg__cuda_pass(mg_level_run *r) {
    mg_levels_job *const job = r->job;
    bool goes_on = true, smaller = false, taken = false;
    mg_level_found found;
    mg_status status;
    job->reached(job->levels, &r->found, &goes_on);
    MG_TRY(start(r));
    while (goes_on) {
        MG_TRY(move(r));
        MG_TRY(refine(r, &found));
        if (job->reached(job->levels, &found, &goes_on)) {
            MG_TRY(launch(r, MG_REFINE_TAKE));
            taken = true;
        }
        if (goes_on && found.communities == found.g.n) {
            MG_TRY(repeat(r));
        } else if (goes_on) {
            MG_TRY(merge(r, r->refine.vertex == NULL, &smaller));
            goes_on = smaller && !job->leaves(&r->found.g);
        }
    }
    if (smaller && job->leaves(&r->found.g)) {
        MG_TRY(bring(r));
    }
    if (taken) {
        MG_TRY(mg__cuda_download(r->context, r->cuda, job->best, r->refine.best, job->first->n * sizeof *job->best));
    }
out:
    return status;
}

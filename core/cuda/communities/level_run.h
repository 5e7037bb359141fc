/* SPDX-License-Identifier: Apache-2.0
 *
 * level_run.h: the levels of Louvain and Leiden that stay on the device: the first one, those that follow, and how the
 * last one comes to the host. C11.
 */
#ifndef MG_CORE_CUDA_COMMUNITIES_LEVEL_RUN_H
#define MG_CORE_CUDA_COMMUNITIES_LEVEL_RUN_H

#include "core/cuda/communities/merge_cuda.h"
#include "core/cuda/communities/refine_args.h"
#include "core/cuda/communities/sweeps_cuda.h"
#include "core/engine/levels_job.h"

typedef struct mg_level_run {
    mg_context *context;
    mg_cuda *cuda;
    mg_levels_job *job;
    mg_sweeps sweeps; /* args: the arrays of all levels, with room for the first one */
    mg_merge_args merge;
    mg_refine_args refine; /* of Leiden */
    mg_level_found found;  /* the present level */
    mg_level_store store;  /* its arrays; of the first level: none */
    uint32_t *least[2];
    void *block, *weights; /* weights: of the first level */
} mg_level_run;

/* Takes memory and makes the first level, each vertex being a community; sets `found`. */
mg_status mg__level_run_create(mg_level_run *r);
void mg__level_run_release(mg_level_run *r);
/* Each vertex of the level becomes a community; reads its counts. */
mg_status mg__level_begin(mg_level_run *r);
/* Goes on with the next level, of which `inside` more lies in vertices; *next becomes the level before. */
mg_status mg__level_climb(mg_level_run *r, mg_level_store *next, uint64_t inside);
/* Keeps what the vertices of the present level are made of; first: the level before was the first one. */
mg_status mg__level_take_vertices(mg_level_run *r, bool first);
/* Brings the present level to the host, and the vertices of the first one in it. */
mg_status mg__level_bring(const mg_level_run *r);

#endif

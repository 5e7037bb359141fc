/* SPDX-License-Identifier: Apache-2.0
 *
 * merge_cuda.h: the next level of Louvain, made on the device. C11.
 */
#ifndef MG_CORE_CUDA_COMMUNITIES_MERGE_CUDA_H
#define MG_CORE_CUDA_COMMUNITIES_MERGE_CUDA_H

#include "core/cuda/communities/merge_args.h"
#include "core/cuda/device/device.h"

/* A level with arrays of its own. */
typedef struct mg_level_store {
    mg_level level;
    void *vertices, *edges; /* their blocks */
} mg_level_store;

void mg__level_release(mg_cuda *cuda, mg_level_store *store);

/* Merges the communities of the level of `a`, which has all but the next level's arrays. The result has no gaps between
 * rows, and offsets of 64 bits. Sets `community` and `next_least`; *inside: the weight of arcs within communities that
 * are no loops. total: of the strengths. */
mg_status mg__merge_communities(mg_context *context, mg_cuda *cuda, mg_merge_args *a, uint64_t total,
                                mg_level_store *next, uint64_t *inside);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * edit_args.h: the steps of an edit of a graph on the device (edit.cu), called in their order by edit_side.c. C11.
 *
 * The old arcs are one sequence, sorted by row, neighbour and weight; so are the inserted ones. What lies between two
 * changes moves as a whole: a *segment* begins at 0, at the place of each inserted arc, and behind each removed range,
 * and its place in the new sequence follows from the numbers of removed and inserted arcs before it.
 */
#ifndef MG_CORE_CUDA_GRAPH_EDIT_ARGS_H
#define MG_CORE_CUDA_GRAPH_EDIT_ARGS_H

#include <multigraph/program.h>

#include <cuda_runtime_api.h>

#define MG_EDIT_NO_KEY UINT64_MAX /* of the second direction of a loop; the greatest */

/* Found by the kernels, then read by the host. */
typedef struct mg_edit_found {
    unsigned long long bad_insert, bad_remove; /* the first edge that is wrong; UINT64_MAX: none */
    unsigned long long missing, first_missing; /* distinct edges that are not there; the key of the first */
    unsigned long long removed, inserted;      /* arcs */
} mg_edit_found;

/* A list of changes: `count` edges, `items` keys (source above, target below), two of an edge if undirected. */
typedef struct mg_edit_keys {
    const uint32_t *from, *to;
    uint64_t count, items;
    uint64_t *keys;
} mg_edit_keys;

typedef struct mg_edit_args {
    uint32_t old_n, n;
    uint64_t arcs; /* of the old version */
    bool undirected, replace;
    mg_type type;            /* of the weights, NONE: none */
    bool old_wide, wide;     /* 64-bit offsets */
    const void *old_offsets; /* the old version */
    const uint32_t *old_neighbours;
    const void *old_weights;
    const void *insert_weight;           /* by edge; NULL: 1 */
    mg_edit_keys insert, remove;         /* `remove.items` includes the keys of inserted edges that replace others */
    const uint32_t *edge;                /* the item of each sorted inserted key */
    const uint32_t *is_removal;          /* of each sorted removed key: 0 if it stands for an inserted edge */
    uint64_t *place;                     /* of each inserted arc: the old arc that it comes before */
    uint64_t *inserted;                  /* inserted arcs before each; one element more */
    uint64_t *low, *high;                /* removed ranges of old arcs, */
    uint64_t *removed;                   /* removed arcs before each; one element more */
    uint64_t *segment_old, *segment_new; /* the first arc of each segment, 1 + insert.items + remove.items */
    mg_edit_found *found;
    void *offsets; /* the new version */
    uint32_t *neighbours;
    void *weights;
} mg_edit_args;

/* Checks edges and writes their keys; a bad one gets the key 0. */
cudaError_t mg__edit_list(const mg_edit_args *args, bool inserted, cudaStream_t stream);
/* Keys of the weights of all items of 4 or 8 bytes, for sorting, and 0, 1, 2, ... */
cudaError_t mg__edit_weight_keys(const mg_edit_args *args, void *weight_keys, uint32_t *items, cudaStream_t stream);
/* to[i] = from[items[i]] */
cudaError_t mg__edit_gather(const uint64_t *from, const uint32_t *items, uint64_t *to, uint64_t count,
                            cudaStream_t stream);
/* Of sorted keys: ranges and numbers of removed arcs; places and numbers (0 or 1) of inserted ones. */
cudaError_t mg__edit_ranges(const mg_edit_args *args, cudaStream_t stream);
cudaError_t mg__edit_places(const mg_edit_args *args, cudaStream_t stream);
/* Of prefix sums of these numbers: the segments and the totals; then the new version. */
cudaError_t mg__edit_segments(const mg_edit_args *args, cudaStream_t stream);
cudaError_t mg__edit_offsets(const mg_edit_args *args, cudaStream_t stream);
cudaError_t mg__edit_copy(const mg_edit_args *args, uint64_t new_arcs, cudaStream_t stream);
cudaError_t mg__edit_insert(const mg_edit_args *args, cudaStream_t stream);

#endif

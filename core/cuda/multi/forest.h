/* SPDX-License-Identifier: Apache-2.0
 *
 * forest.h: launches of the kernels that unite the forests of two parts. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_MULTI_FOREST_H
#define MG_CORE_CUDA_MULTI_FOREST_H

#include <cuda_runtime_api.h>
#include <stdint.h>

/* A vertex and the root of its tree. */
typedef struct mg_forest_pair {
    uint32_t vertex, root;
} mg_forest_pair;

/* What a part sends beside bits and pairs. */
typedef struct mg_forest_header {
    uint32_t giant, count; /* root of its giant, or MG_NONE; number of pairs */
    uint32_t apart;        /* the giants of parts that it has united are not one tree */
    uint32_t padding;
} mg_forest_header;

/* Of one part; all 0 at first. */
typedef struct mg_forest_own {
    uint32_t count, done; /* pairs so far, blocks that have ended; 0 between launches */
    uint32_t apart;       /* as in the header, of this part and those that it has united */
    uint32_t padding;
} mg_forest_own;

typedef struct mg_forest_args {
    void *states; /* n states, `stride` bytes apart, which begin with the pointer */
    uint32_t n, stride;
    const uint32_t *giant;    /* a vertex of the giant of this part, or NULL */
    mg_forest_own *own;       /* on this device */
    mg_forest_header *header; /* what is sent or was received: */
    uint32_t *bits;           /* vertices of the giant, */
    mg_forest_pair *pairs;    /* and the others that are not roots */
} mg_forest_args;

/* Sends the forest; hooks one that was received; points every vertex to its root. */
cudaError_t mg__forest_send(const mg_forest_args *arguments, uint32_t sms, cudaStream_t stream);
cudaError_t mg__forest_take(const mg_forest_args *arguments, uint32_t sms, cudaStream_t stream);
cudaError_t mg__forest_flatten(const mg_forest_args *arguments, uint32_t sms, cudaStream_t stream);

#endif

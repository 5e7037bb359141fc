/* SPDX-License-Identifier: Apache-2.0
 *
 * strong_args.h: the argument of the kernels of strongly connected components. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_STRONG_STRONG_ARGS_H
#define MG_CORE_CUDA_STRONG_STRONG_ARGS_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#define MG_STRONG_THREADS 1024u /* of a thread block of the search, which a multiprocessor has one of */
#define MG_STRONG_PIECE 256u    /* most edges of an entry: longer rows are cut into pieces */
#define MG_STRONG_NONE 0xffffffffu

/* Directions of a search: along out-edges, along in-edges. */
enum { MG_STRONG_FORWARD, MG_STRONG_BACK };

/* mg_strong_entry.length: the number of edges and these flags. */
#define MG_STRONG_LENGTH 0xffffu
#define MG_STRONG_IS_BACK 0x80000000u
#define MG_STRONG_IS_WHOLE 0x40000000u /* the vertex has no other entry of the direction */

/* A piece of the row of a vertex whose key is to be sent. */
typedef struct mg_strong_entry {
    uint32_t vertex, length;
    uint64_t begin;
} mg_strong_entry;

/* key: the least keys of the vertices that reach this one, and of those that it reaches, along edges between vertices
 * of the same group. group: the keys that the pass before ended with. */
typedef struct mg_strong_state {
    uint32_t key[2], group[2];
} mg_strong_state;

typedef struct mg_strong_control {
    unsigned long long pivot;      /* the greatest value of trim_kernel, as a float, and below it the vertex; or 0 */
    uint32_t entries[3];           /* of the queue of a round, by its number modulo 3 */
    uint32_t open[2];              /* vertices of the list of a pass, by its number modulo 2 */
    uint32_t begun, round, passes; /* the first round of the launch, the present one; passes that have ended */
    uint32_t ended;                /* by the last launch: a pass. 0: it left entries */
    uint32_t arrived;              /* thread blocks at barriers of the launch */
} mg_strong_control;

/* All arrays are in device memory. */
typedef struct mg_strong_args {
    uint32_t n;
    bool wide;              /* offsets of 64 bits */
    const void *offsets[2]; /* by direction */
    const uint32_t *neighbours[2];
    mg_strong_control *control;
    mg_strong_state *state;
    mg_strong_entry *queue[2]; /* by the number of the round modulo 2 */
    uint32_t *list[2];         /* open vertices of a pass, by its number modulo 2 */
    uint32_t *stamp[2];        /* by direction and vertex: the last round that has an entry of it */
    uint32_t *members;         /* of the root of joined vertices: how many of them are sampled */
    uint32_t *component; /* pointers of joined vertices; then a vertex of the component; at last the smallest one */
    uint32_t *least;     /* of such a vertex: the smallest vertex of its component */
} mg_strong_args;

typedef enum mg_strong_step {
    MG_STRONG_BEGIN,  /* closes vertices without in-edges or out-edges, but for loops */
    MG_STRONG_TRIM,   /* the same without those; lists open vertices and chooses the pivot */
    MG_STRONG_PIVOT,  /* begins the search from the pivot and the vertices joined to it */
    MG_STRONG_CLOSE,  /* ends a pass: closes vertices with equal keys, begins the next pass with the others */
    MG_STRONG_LEAST,  /* finds the smallest vertex of each component */
    MG_STRONG_RESULT, /* writes the results */
    MG_STRONG_STEPS
} mg_strong_step;

/* Launches the kernel of a step with a grid of `blocks` thread blocks. */
cudaError_t mg__launch_strong(const mg_strong_args *args, mg_strong_step step, uint32_t blocks, cudaStream_t stream);
/* Joins vertices with an edge in each direction between them, after MG_STRONG_BEGIN. */
cudaError_t mg__launch_strong_pairs(const mg_strong_args *args, uint32_t blocks, cudaStream_t stream);
/* The kernel of a search, which is launched cooperatively with mg_strong_args. */
const void *mg__strong_kernel(void);

#endif

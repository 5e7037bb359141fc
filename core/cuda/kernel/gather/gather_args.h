/* SPDX-License-Identifier: Apache-2.0
 *
 * gather_args.h: arguments of the kernels of TRIANGLES phases and of phases with MG_MOST_FREQUENT. An iteration is
 * several launches of one kernel, in different roles. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_KERNEL_GATHER_GATHER_ARGS_H
#define MG_CORE_CUDA_KERNEL_GATHER_GATHER_ARGS_H

#include "core/cuda/kernel/loop/loop_args.h"

enum {
    MG_TRIANGLES_LANE_ROW = 4, /* longest forward row of a lane */
    MG_TRIANGLES_GROUPS = 3,   /* groups of 32, 16, 8 lanes, for rows of at most so many vertices */
    MG_NO_HUB = 0xffff,
    MG_TRIANGLES_WARP_ROW = 64,    /* longest forward row of a warp; longer ones are left to thread blocks */
    MG_TRIANGLES_BLOCK_ROW = 2048, /* longest one that shared memory holds; of longer rows it holds a bitmap */
    MG_GROUPS_LANE_ROW = 8,        /* most contributions that a lane counts, in registers */
    MG_GROUPS_LANES_ROW = 32,      /* that a warp counts with one in each lane */
    MG_GROUPS_WARP_ROW = 128,      /* that a warp counts in a hash table of its own */
    MG_GROUPS_BLOCK_ROW = 1024,    /* that a thread block counts in its table; a larger table for more */
    MG_GROUPS_BLOCK_BITS = 11,     /* slots of these tables, as powers of two; of the larger one at most */
    MG_GROUPS_WIDE_BITS = 13
};

/* Rows by the threads that take one. */
typedef enum mg_gather_list { MG_LIST_WARP, MG_LIST_BLOCK, MG_LIST_WIDE, MG_GATHER_LISTS } mg_gather_list;

typedef enum mg_gather_role {
    MG_GATHER_BEGIN,  /* first states; clears accumulators and counters (TRIANGLES) */
    MG_GATHER_SEND,   /* `scatter` of all vertices (MG_MOST_FREQUENT) */
    MG_GATHER_SHORT,  /* rows of a few vertices, a lane for each; lists the others (MG_MOST_FREQUENT) */
    MG_GATHER_WIDE,   /* listed rows of thread blocks with much shared memory (MG_MOST_FREQUENT) */
    MG_GATHER_LISTED, /* those of other thread blocks, and of warps; all rows of forward edges (TRIANGLES) */
    MG_GATHER_APPLY,  /* `apply` of all vertices (TRIANGLES) */
    MG_GATHER_DECIDE  /* takes the totals; is the phase finished? One thread */
} mg_gather_role;

/* Counters of an iteration; they are cleared before it. */
typedef struct mg_gather_counts {
    uint32_t rows[MG_GATHER_LISTS]; /* rows in the lists */
    uint32_t next[MG_GATHER_LISTS]; /* first ones that nobody has taken */
    uint32_t active;                /* `apply` returned true for a vertex */
    uint32_t finished;              /* the callback `finished` returned true */
    uint32_t blocks;                /* thread blocks that have added to `ends` */
    unsigned long long ends;        /* twice the number of all triangles, where a phase wants nothing else */
    double totals[MG_LOOP_TOTALS];
} mg_gather_counts;

/* A forward row. */
typedef struct mg_forward_row {
    uint32_t vertex, length;
    uint64_t begin;
} mg_forward_row;

/* 32 hubs of consecutive numbers, those of a forward row being set in the mask. */
typedef struct mg_hub_word {
    uint32_t mask, word;
} mg_hub_word;

/* The hubs in a forward row: from `at` of hub_list on its words, then the numbers of its hubs and the places of its
 * other vertices, four in the room of a word. Behind the last hub is the number of one that is joined to none. */
typedef struct mg_hub_row {
    uint64_t at;
    uint32_t words, hubs;
} mg_hub_row;

/* Forward edges (core/graph/forward.h). */
typedef struct mg_forward_args {
    const uint64_t *offsets;
    const uint32_t *neighbours;
    const uint8_t *edges; /* NULL: all 1 */
    const uint32_t *degree;
    const uint16_t *hub;    /* number of a vertex among the hubs, or MG_NO_HUB; NULL: there are no hubs */
    const uint32_t *joined; /* bits: are two hubs neighbours? hub_words words for each hub */
    uint32_t hub_words;
    const uint32_t *hub_vertices; /* the vertex of each hub */
    const mg_hub_row *hub_rows;   /* of the rows of thread blocks and warps; NULL: there are no hubs (hub_rows.h) */
    const mg_hub_word *hub_list;
    const mg_forward_row *rows;               /* those of at least two vertices, longest first (forward_rows.h) */
    uint32_t block_rows;                      /* the first rows are of thread blocks, */
    uint32_t warp_rows;                       /* these are followed by those of warps, */
    uint32_t group_rows[MG_TRIANGLES_GROUPS]; /* of which the last ones have at most 32, 16, 8 vertices, */
    uint32_t lane_rows;                       /* and of lanes */
} mg_forward_args;

typedef struct mg_gather_args {
    mg_loop_args loop; /* of which acc: combined values (TRIANGLES); sent: what vertices send (MG_MOST_FREQUENT) */
    mg_forward_args forward;
    mg_gather_counts *counts;
    uint32_t *list[MG_GATHER_LISTS];
    uint32_t slot_bits; /* of the hash table, in dynamic shared memory (MG_MOST_FREQUENT) */
    mg_gather_role role;
    uint32_t blocks; /* of the launch for all rows (TRIANGLES) */
    uint32_t iteration;
} mg_gather_args;

#endif

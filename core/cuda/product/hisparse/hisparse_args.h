/* SPDX-License-Identifier: Apache-2.0
 *
 * hisparse_args.h: the tree of the format hisparse on the device, its queues, and the arguments of the kernels that go
 * through it. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_PRODUCT_HISPARSE_HISPARSE_ARGS_H
#define MG_CORE_CUDA_PRODUCT_HISPARSE_HISPARSE_ARGS_H

#include "core/cuda/product/vector_args.h"

enum {
    MG_TREE_THREADS = 256,
    MG_TREE_RANGE = 512, /* entries of a task */
    MG_TREE_FEW = 32,    /* most entries of a leaf that several lanes share */
    MG_TREE_FEW_LANES = 8
};

/* Queues by node type and number of entries, as published: inner nodes; leaves of 1, of few and of many entries. */
enum { MG_QUEUE_INNER, MG_QUEUE_ONE, MG_QUEUE_FEW, MG_QUEUE_MANY, MG_QUEUES };

/* A range of a node's entries: MG_TREE_RANGE from `range` times as many on. */
typedef struct __attribute__((aligned(16))) mg_tree_task {
    uint32_t node;        /* reference */
    uint32_t row, column; /* in nodes of its level */
    uint32_t level_range; /* level, 0: a leaf, in the low byte; range above it */
} mg_tree_task;

/* Counters of a queue, in a cache line of their own. */
typedef struct __attribute__((aligned(128))) mg_tree_counters {
    uint32_t reserved; /* tasks whose places are taken; each is ready when its flag says so */
    uint32_t head;     /* `persistent`: places that warps have claimed, also beyond the last task */
} mg_tree_counters;

/* What changes while tasks run; all 0 before. */
typedef struct mg_tree_state {
    mg_tree_counters queues[MG_QUEUES];
    uint32_t stuck; /* the watchdog ended the kernel */
} mg_tree_state;

/* The tree: its nodes as in mg_hisparse, where units count from the pool's first byte. */
typedef struct mg_device_tree {
    const unsigned char *pool;
    uint32_t root, shift, depth;
    uint32_t value_size;          /* of a leaf's entry */
    uint32_t capacity[MG_QUEUES]; /* tasks of each queue in all */
} mg_device_tree;

typedef struct mg_tree_product {
    mg_vector_product product;
    mg_device_tree tree;
    mg_tree_task *tasks[MG_QUEUES];
    uint32_t *ready[MG_QUEUES]; /* of each task: 1 when it is written */
    mg_tree_state *state;
    uint32_t transposed;
    uint32_t weighted; /* the values are read, else all are `one` */
    uint32_t queue;    /* of a launch of the scheduler `dynamic`: its tasks `first` .. `end` */
    uint32_t first, end;
    uint32_t batch[MG_QUEUES]; /* `persistent`: tasks that a warp claims together, a multiple of its share */
    uint32_t padding;
} mg_tree_product;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * panels.h: the dense layouts of a graph's edges on the device, panels (kernel/dense/dense_args.h) and blocks
 * (kernel/dense/blocks_args.h), built at first use and cached with the graph.
 */
#ifndef MG_CORE_CUDA_LAYOUT_PANELS_PANELS_H
#define MG_CORE_CUDA_LAYOUT_PANELS_PANELS_H

#include "core/cuda/graph/device_graph.h"
#include "core/cuda/kernel/dense/dense_args.h"

/* Which layout is needed. */
typedef struct mg_panels_need {
    mg_direction direction;            /* edges lead from sender to receiver; IN: the other way round */
    uint32_t value_size;               /* 4 or 8 */
    mg_type weights;                   /* NONE: no weights */
    mg_dense_layout layout;            /* AUTO: panels */
    uint32_t block_width, heavy_edges; /* blocks layout: as in mg_run_options */
} mg_panels_need;

typedef struct mg_panels_built {
    struct mg_panels_built *next;
    mg_allocator memory;
    mg_direction direction;
    uint32_t value_size;
    uint32_t threads, shared; /* gather kernel: threads and dynamic shared memory per block; blocks layout: without the
                                 sums of `width` rows */
    uint32_t row_tile_shared; /* update: dynamic shared memory of a block that sums rows from slots */
    uint32_t piece_slots;     /* slots per copy; 1: copied one by one */
    mg_dense_layout kind;
    mg_panels layout;                  /* weights not set; blocks layout: only order and lines */
    mg_matrix_blocks matrix;           /* weights not set */
    uint32_t heavy_edges, block_edges; /* blocks layout: parameters of its build */
    uint64_t light_edges, heavy_blocks;
    uint64_t vectors, slots, lines;
    uint32_t tiles;
    void *weights[MG_OTHER];         /* by type, in the order of the ids */
    bool low_byte_weights[MG_OTHER]; /* panels: as in mg_dense_args */
    uint32_t blocks;                 /* panels: blocks of the gather kernel */
    uint64_t bytes;
    double seconds; /* of building it, by device events */
} mg_panels_built;

/* The sizes that depend on the device: columns of a panel, slots of a tile, threads and bytes of shared memory. */
void mg__panels_shape(const mg_cuda *cuda, uint32_t value_size, mg_panels_built *built);

/* The layout, built at first use from the rows and weights of `on_device`. Errors: MEMORY, DEVICE. */
mg_status mg__panels_get(mg_context *context, mg_cuda *cuda, const mg_graph *graph, mg_device_graph *on_device,
                         const mg_panels_need *need, const mg_panels_built **built);

/* Is the layout built, with these weights? */
bool mg__panels_exist(const mg_cuda *cuda, const mg_graph *graph, const mg_device_graph *on_device,
                      const mg_panels_need *need);

/* Sets the layout in `arguments`, with the weights of a type. */
void mg__panels_set_weights(const mg_panels_built *built, mg_type weights, mg_dense_args *arguments);

/* One launch of a dense iteration. */
typedef struct mg_dense_launch {
    const void *kernel;
    uint32_t blocks, threads, shared;
    mg_dense_role role;
    bool dependent; /* may start before the launch before has ended, and waits itself (mg_wait_dependency) */
} mg_dense_launch;

/* The launches that compute the sums of slots, for values summed in `sum_size` bytes; returns their number, at most
 * 2. */
uint32_t mg__panels_gather(const mg_panels_built *built, const void *kernel, size_t sum_size,
                           mg_dense_launch *launches);
/* Largest dynamic shared memory of these. */
uint32_t mg__panels_shared(const mg_panels_built *built, size_t sum_size);

/* Number of values that the columns take, with the sentinels between them. */
uint64_t mg__panels_values(const mg_panels_built *built);

/* A part of a graph: where the values of rows that are no columns begin in x, in values. */
uint64_t mg__panels_rest(const mg_panels_built *built);

/* Zeroes the memory after the last values of columns and sums, which kernels read in whole pieces of 16 bytes. */
mg_status mg__panels_clear_tail(mg_context *context, mg_cuda *cuda, const mg_panels_built *built,
                                const mg_dense_args *arguments);

void mg__panels_release(mg_panels_built *built);

#endif

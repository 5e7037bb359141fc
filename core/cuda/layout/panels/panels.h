/* SPDX-License-Identifier: Apache-2.0
 *
 * panels.h: the layouts of a graph's edges on the device, panels (kernel/dense_args.h) and blocks
 * (kernel/blocks_args.h), built there at their first use and kept with the graph.
 */
#ifndef MG_CORE_CUDA_LAYOUT_PANELS_PANELS_H
#define MG_CORE_CUDA_LAYOUT_PANELS_PANELS_H

#include "core/cuda/graph/device_graph.h"
#include "core/cuda/kernel/dense/dense_args.h"

/* Which edges, and what for. */
typedef struct mg_panels_need {
    mg_direction direction;            /* edges lead from sender to receiver; IN: the other way round */
    uint32_t value_size;               /* 4 or 8 */
    mg_type weights;                   /* NONE: no weights */
    mg_dense_layout layout;            /* AUTO: panels */
    uint32_t block_width, heavy_edges; /* of blocks, as in mg_run_options */
} mg_panels_need;

typedef struct mg_panels_built {
    struct mg_panels_built *next;
    mg_allocator memory;
    mg_direction direction;
    uint32_t value_size;
    uint32_t threads, shared; /* of a block of the gather kernel, and its bytes of dynamic shared memory; of blocks
                                 those beside the sums of `width` rows */
    uint32_t row_tile_shared; /* of a block that makes rows of slots: bytes of dynamic shared memory, */
    uint32_t piece_slots;     /* and slots that are to be copied at once; 1: one by one */
    mg_dense_layout kind;
    mg_panels layout;                  /* weights not set; of blocks the order and the lines */
    mg_matrix_blocks matrix;           /* likewise */
    uint32_t heavy_edges, block_edges; /* of blocks: what they were built with */
    uint64_t light_edges, heavy_blocks;
    uint64_t vectors, slots, lines;
    uint32_t tiles;
    void *weights[MG_OTHER];     /* by type, in the order of the ids; */
    bool low_byte_weights[MG_OTHER]; /* of panels, as in mg_dense_args */
    uint32_t blocks;             /* of the gather kernel of panels */
    uint64_t bytes;
    double seconds; /* of building it, by device events */
} mg_panels_built;

/* The sizes that depend on the device: columns of a panel, slots of a tile, threads and bytes of shared memory. */
void mg__panels_shape(const mg_cuda *cuda, uint32_t value_size, mg_panels_built *built);

/* The layout, built if need be. `on_device` has the rows and weights that it is built of. Errors: MEMORY, DEVICE. */
mg_status mg__panels_get(mg_context *context, mg_cuda *cuda, const mg_graph *graph, mg_device_graph *on_device,
                         const mg_panels_need *need, const mg_panels_built **built);

/* Is the layout there, with these weights? */
bool mg__panels_exist(const mg_cuda *cuda, const mg_graph *graph, const mg_device_graph *on_device,
                      const mg_panels_need *need);

/* The layout with the weights of a type. */
void mg__panels_set_weights(const mg_panels_built *built, mg_type weights, mg_dense_args *arguments);

/* One launch of a dense iteration. */
typedef struct mg_dense_launch {
    const void *kernel;
    uint32_t blocks, threads, shared;
    mg_dense_role role;
    bool dependent; /* may begin before the launch before has ended: it waits by itself (mg_wait_dependency) */
} mg_dense_launch;

/* The launches of the layout's kernel that make the sums of slots, for values that are added up in `sum_size` bytes;
 * returns how many there are, at most 2. */
uint32_t mg__panels_gather(const mg_panels_built *built, const void *kernel, size_t sum_size,
                           mg_dense_launch *launches);
/* The most dynamic shared memory of these. */
uint32_t mg__panels_shared(const mg_panels_built *built, size_t sum_size);

/* How many values the layout's columns are in: silent ones lie between them where columns have places. */
uint64_t mg__panels_values(const mg_panels_built *built);

/* The values of columns and the sums of slots, or of rows, are read 16 bytes at a time: what comes after the last ones
 * becomes 0. */
mg_status mg__panels_clear_tail(mg_context *context, mg_cuda *cuda, const mg_panels_built *built,
                                const mg_dense_args *arguments);

void mg__panels_release(mg_panels_built *built);

#endif

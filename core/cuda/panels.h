/* SPDX-License-Identifier: Apache-2.0
 *
 * panels.h: the panels layout of a graph's edges on the device (kernel/dense_args.h), built there at its first use and
 * kept with the graph.
 */
#ifndef MG_CORE_CUDA_PANELS_H
#define MG_CORE_CUDA_PANELS_H

#include "core/cuda/device_graph.h"
#include "core/cuda/kernel/dense_args.h"

/* Which edges, and what for. */
typedef struct mg_panels_need {
    mg_direction direction; /* edges lead from sender to receiver; IN: the other way round */
    uint32_t value_size;    /* 4 or 8 */
    mg_type weights;        /* NONE: no weights */
} mg_panels_need;

typedef struct mg_panels_built {
    struct mg_panels_built *next;
    mg_allocator memory;
    mg_direction direction;
    uint32_t value_size;
    uint32_t threads, shared; /* of a block of the gather kernel, and its bytes of dynamic shared memory */
    mg_panels layout;         /* weights not set */
    uint64_t vectors, slots;
    uint64_t lines;
    void *weights[MG_OTHER]; /* by type, in the order of the ids */
    uint32_t blocks;
    uint64_t bytes;
    double seconds; /* of building it, by device events */
} mg_panels_built;

/* Sizes of the gather kernel on this device: columns of a panel, threads and bytes of shared memory. */
void mg__panels_shape(const mg_cuda *cuda, uint32_t value_size, uint32_t *width, uint32_t *threads, uint32_t *shared);

/* The layout, built if need be. `on_device` has the rows and weights that it is built of. Errors: MEMORY, DEVICE. */
mg_status mg__panels_get(mg_context *context, mg_cuda *cuda, const mg_graph *graph, mg_device_graph *on_device,
                         const mg_panels_need *need, const mg_panels_built **built);

/* Is the layout there, with these weights? */
bool mg__panels_exist(const mg_cuda *cuda, const mg_graph *graph, const mg_device_graph *on_device,
                      const mg_panels_need *need);

/* The layout with the weights of a type. */
mg_panels mg__panels_with(const mg_panels_built *built, mg_type weights);

/* The values of columns are read 16 bytes at a time: what comes after the last one of `x` becomes 0. */
mg_status mg__panels_end_values(mg_context *context, mg_cuda *cuda, const mg_panels_built *built, void *x);

void mg__panels_release(mg_panels_built *built);

#endif

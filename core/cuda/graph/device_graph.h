/* SPDX-License-Identifier: Apache-2.0
 *
 * device_graph.h: a graph's arrays in device memory, uploaded once and kept with the graph.
 */
#ifndef MG_CORE_CUDA_GRAPH_DEVICE_GRAPH_H
#define MG_CORE_CUDA_GRAPH_DEVICE_GRAPH_H

#include "core/cuda/device/device.h"
#include "core/cuda/graph/short_rows.h"
#include "core/cuda/kernel/gather/gather_args.h"
#include "core/cuda/layout/tiles/tiles_graph.h"
#include "core/cuda/product/split/split_args.h"
#include "core/graph/graph.h"

typedef struct mg_device_csr {
    void *offsets; /* 32-bit unless the graph is wide */
    uint32_t *neighbours;
    void *weights[MG_OTHER];     /* by type */
    uint32_t *largest_neighbour; /* each row's neighbour of largest degree */
    mg_short_rows short_rows;
    mg_loop_entry *pieces; /* pieces of rows of more than MG_EDGES_WARP edges; NULL: none */
    uint32_t piece_count;
    bool cut;              /* `pieces` and `warp_steps` are known */
    float warp_steps;      /* most steps of any warp in a pull of all rows */
    mg_device_split split; /* work items of products, without values */
    void *items;           /* block of their arrays; NULL: not made */
    uint64_t item_bytes;
} mg_device_csr;

typedef struct mg_device_graph {
    int ordinal;
    mg_allocator memory;
    bool wide;             /* 64-bit offsets */
    mg_device_csr side[2]; /* out-edges; in-edges of a directed graph */
    uint64_t *in_offsets; /* those of in-edges that were made here (transpose.h), in host memory of `memory`; or NULL */
    mg_forward_args forward; /* offsets NULL: not uploaded (device_forward.h) */
    uint64_t forward_bytes;
    bool hubs_known; /* of the forward edges: added if there are any */
    void *walk_choices, *walk_columns; /* core/graph/walk_rows.h; NULL: not uploaded */
    uint64_t walk_bytes;
    mg_tiles_graph *tiles[2]; /* tiles by out-edges, by in-edges */
    struct mg_panels_built *panels;
    struct mg_segments_built *segments;
    float mean_next_degree;    /* mean degree of the vertex that an edge leads to; 0: not counted */
    float largest_next_degree; /* the same over the edges of the largest vertex */
    float mispredict_ns;       /* misprediction cost of runs without the dense layout, in nanoseconds */
    double row_seconds;        /* that uploads took, by wall-clock */
    uint64_t row_bytes;
} mg_device_graph;

/* Which arrays a phase needs. */
typedef struct mg_device_need {
    bool in;                   /* in-edges as well as out-edges */
    mg_type weights;           /* NONE: no weights */
    bool largest_neighbour[2]; /* for out-edges, for in-edges */
    const void *degrees;       /* on the device: offsets whose differences are the degrees by which the largest
                                  neighbour is found; NULL: those of the rows */
    bool arrays_only;          /* rows and weights only, which needs no arrays in host memory once they are here */
} mg_device_need;

/* The graph's arrays on the device; those that are missing are uploaded. */
mg_status mg__device_graph(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_device_need *need,
                           mg_device_graph **on_device);

/* Makes the arrays on the device those of a new graph; releases them without one. */
void mg__device_graph_adopt(mg_graph *graph, mg_device_graph *made);
void mg__device_graph_release(mg_device_graph *made);

/* Which representations are on the device, by mg_representation_kind. */
void mg__device_representations(const mg_graph *graph, mg_representation *representation);

/* One direction as a kernel argument. In-edges of an undirected graph are its out-edges. */
mg_device_side mg__device_side(const mg_graph *graph, const mg_device_graph *on_device, bool incoming, mg_type weights);

/* The tiles of the edges `side`, the graph's out-edges or in-edges, with weights of `type`; both are made at first
 * use. */
mg_status mg__device_tiles(mg_context *context, mg_cuda *cuda, const mg_graph *graph, bool incoming,
                           const mg_device_side *side, mg_type type, mg_tiles_graph **tiles);

/* About how many tiles the graph is cut into. */
uint32_t mg__tile_count(const mg_cuda *cuda, const mg_graph *graph);

/* The short rows (short_rows.h) of the graph's out-edges or in-edges, or NULL; they are made at first use. */
mg_status mg__device_short_rows(mg_context *context, mg_cuda *cuda, const mg_graph *graph, bool incoming,
                                const int16_t **steps);

/* The graph's out-edges or in-edges as a matrix in format split, without values; the work items are made at first use.
 * offsets: in host memory. */
mg_status mg__device_items(mg_context *context, mg_cuda *cuda, const mg_graph *graph, bool incoming,
                           const uint64_t *offsets, mg_device_split *split);

/* Sets the misprediction cost of the graph, unless the argument is negative; returns it. */
float mg__device_mispredict_ns(const mg_graph *graph, float mispredict_ns);

/* Fills `largest_neighbour` of a CSR on the stream. degrees: as in mg_device_need, not NULL. */
cudaError_t mg__launch_largest(const mg_device_csr *csr, const void *degrees, uint32_t n, bool wide,
                               cudaStream_t stream);

#endif

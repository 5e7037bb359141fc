/* SPDX-License-Identifier: Apache-2.0
 *
 * row_counts.h: what a graph counts of its rows, on the device.
 */
#ifndef MG_CORE_CUDA_GRAPH_ROW_COUNTS_H
#define MG_CORE_CUDA_GRAPH_ROW_COUNTS_H

#include <multigraph/program.h>

#include <cuda_runtime_api.h>

/* Thread blocks that sum weights, each a contiguous part: sums do not depend on the device. */
#define MG_WEIGHT_PARTS 256u

/* Of the weights of one part. */
typedef struct mg_weight_part {
    double min, max, sum;
} mg_weight_part;

/* The rows: offsets of 64 bits if `wide`, neighbours ascending in each. All in device memory. */
typedef struct mg_counted_rows {
    const void *offsets;
    const uint32_t *neighbours;
    const void *weights; /* of `type` */
    mg_type type;
    uint32_t n;
    uint64_t arcs;
    bool wide;
    unsigned long long *loops; /* receives the arcs from a vertex to itself; 0 before */
    mg_weight_part *parts;     /* receives MG_WEIGHT_PARTS elements, if there are weights */
} mg_counted_rows;

cudaError_t mg__launch_row_counts(const mg_counted_rows *rows, cudaStream_t stream);

#endif

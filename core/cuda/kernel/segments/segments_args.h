/* SPDX-License-Identifier: Apache-2.0
 *
 * segments_args.h: the edges of one direction segmented by receiver (the paper's section 3.5), and what the host hands
 * to the kernel that pushes along the segments. C11 and CUDA C++.
 *
 * Receivers of high in-degree (groups 1 to 4 of table 3.1) are rows, group after group; as many of them as fit a
 * block's shared memory are a segment. A segment's edges lie by sender (a CSC of the edge matrix), 2 bytes of local row
 * each. The edges to all other receivers are one more part, with 4 bytes an edge, along which the loop kernel pushes.
 */
#ifndef MG_CORE_CUDA_KERNEL_SEGMENTS_SEGMENTS_ARGS_H
#define MG_CORE_CUDA_KERNEL_SEGMENTS_SEGMENTS_ARGS_H

#include "core/cuda/kernel/loop/loop_args.h"

enum {
    MG_SEGMENTS_MAX = 16,          /* at most: each costs an offset for every vertex. Further receivers count as low */
    MG_SEGMENT_THREADS = 1024,     /* of a block that sums a segment, */
    MG_SEGMENT_SENDERS = 1024,     /* and active vertices that it takes at a time */
    MG_SEGMENT_RESERVED = 40 << 10 /* bytes of shared memory that the block has beside the sums */
};

/* The arrays are in device memory. Part 0 is the low one, then come the segments; offsets have the graph's width. */
typedef struct mg_device_segments {
    uint32_t rows, width, segment_count; /* width: rows of a segment */
    uint64_t low_edges;                  /* of part 0 */
    const uint32_t *row;                 /* the vertex of each row */
    const void *offsets;                 /* (segments + 1) * n + 1: sender by sender, part after part */
    const uint32_t *neighbours;          /* of part 0 */
    const uint16_t *ids;                 /* of the segments: local rows */
    const void *weights;                 /* of all edges, NULL: all 1 */
} mg_device_segments;

/* What one launch does. */
typedef enum mg_segments_role {
    MG_SEGMENTS_SEND,   /* `scatter` of the frontier, where that was not done */
    MG_SEGMENTS_SUM,    /* what the segments' rows receive, by blocks */
    MG_SEGMENTS_DELIVER /* the sums of the blocks, to the rows */
} mg_segments_role;

typedef struct mg_segments_args {
    mg_loop_args loop;
    mg_device_segments segments;
    uint32_t role;
    uint32_t first[MG_SEGMENTS_MAX + 1]; /* blocks first[s] .. first[s + 1] - 1 take segment s */
    void *sums;                          /* `width` values of each block */
} mg_segments_args;

#endif

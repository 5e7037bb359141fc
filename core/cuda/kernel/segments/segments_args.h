/* SPDX-License-Identifier: Apache-2.0
 *
 * segments_args.h: the edges of one direction segmented by receiver (section 3.5 of the paper), and the arguments of
 * the kernel that pushes along the segments. C11 and CUDA C++.
 *
 * Receivers of high in-degree (groups 1 to 4 of table 3.1) are rows, in the order of groups. A segment is as many rows
 * as fit a block's shared memory. Its edges are sorted by sender (a CSC of the edge matrix), with 2 bytes of local row
 * each. The low part has the edges to all other receivers, 4 bytes each; the loop kernel pushes along these.
 */
#ifndef MG_CORE_CUDA_KERNEL_SEGMENTS_SEGMENTS_ARGS_H
#define MG_CORE_CUDA_KERNEL_SEGMENTS_SEGMENTS_ARGS_H

#include "core/cuda/kernel/loop/loop_args.h"

enum {
    MG_SEGMENTS_MAX = 16,          /* most segments: each costs an offset per vertex; further receivers count as low */
    MG_SEGMENT_THREADS = 1024,     /* threads of a block that sums a segment */
    MG_SEGMENT_SENDERS = 1024,     /* active vertices that it takes at a time */
    MG_SEGMENT_RESERVED = 40 << 10 /* bytes of its shared memory beside the sums */
};

/* Arrays are in device memory. Part 0 is the low part, then the segments follow; offsets have the graph's width. */
typedef struct mg_device_segments {
    uint32_t rows, width, segment_count; /* width: rows of a segment */
    uint64_t low_edges;                  /* of part 0 */
    const uint32_t *row;                 /* vertex of each row */
    const void *offsets;                 /* (segments + 1) * n + 1: by part, then by sender */
    const uint32_t *neighbours;          /* of part 0 */
    const uint16_t *ids;                 /* local rows, of the segments */
    const void *weights;                 /* of all edges, NULL: all 1 */
} mg_device_segments;

/* What a launch does. */
typedef enum mg_segments_role {
    MG_SEGMENTS_SEND,   /* `scatter` of the frontier, unless done before */
    MG_SEGMENTS_SUM,    /* private sums of each block */
    MG_SEGMENTS_DELIVER /* sums over blocks, delivered to the receivers */
} mg_segments_role;

typedef struct mg_segments_args {
    mg_loop_args loop;
    mg_device_segments segments;
    uint32_t role;
    uint32_t first[MG_SEGMENTS_MAX + 1]; /* blocks first[s] .. first[s + 1] - 1 take segment s */
    void *sums;                          /* `width` values per block */
} mg_segments_args;

#endif

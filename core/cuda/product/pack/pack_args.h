/* SPDX-License-Identifier: Apache-2.0
 *
 * pack_args.h: segments of rows packed for the tile walk (tile_walk.cuh). C11 and CUDA C++.
 *
 * The segments of a tile are sorted by descending length; MG_PACK_ROWS of them form a slice. A slice has steps of
 * MG_PACK_STEP nonzeros of each of its segments, as many as its longest segment needs; shorter ones are padded. So the
 * lanes of a warp, which multiplies a slice, read consecutive memory and never wait for each other.
 */
#ifndef MG_CORE_CUDA_PRODUCT_PACK_PACK_ARGS_H
#define MG_CORE_CUDA_PRODUCT_PACK_PACK_ARGS_H

#include <stdint.h>

enum {
    MG_PACK_ROWS = 4,
    MG_PACK_STEP = 4,
    MG_PACK_SEGMENTS = 2048, /* most segments of a tile */
    MG_PACK_THREADS = 512
};
#define MG_PACK_NONE UINT32_MAX /* row of a segment that only pads */

/* Segment i of a tile has the nonzeros starts[first + i * stride] .. starts[first + i * stride + 1]. */
typedef struct mg_pack_tile {
    uint64_t first;
    uint32_t stride, count;
    uint32_t map, padding; /* place in mg_pack_source.map */
} mg_pack_tile;

/* Packed tiles on the device. Nonzero i of step s of segment r of a slice is at ((s * MG_PACK_ROWS) + r) * MG_PACK_STEP
 * + i, where s counts the steps of all slices. */
typedef struct mg_pack {
    const uint32_t *tile_slices; /* tiles + 1: first slice of each tile */
    const uint32_t *slice_steps; /* slices + 1: first step of each slice */
    const uint32_t *rows;        /* MG_PACK_ROWS for each slice: mg_pack_source.rows, or the number of the segment */
    const uint16_t *ids;         /* row of the tile in shared memory */
    const void *values;          /* NULL: all 1 */
    uint64_t steps;              /* of all slices */
} mg_pack;

/* What is packed, and where to. The kernel writes those arrays that are not NULL. */
typedef struct mg_pack_source {
    const mg_pack_tile *tiles;
    const uint64_t *starts;
    const uint32_t *rows; /* of segment `first + i`; NULL: i, its number in the tile */
    const void *columns;  /* uint32_t, or uint16_t if `narrow` */
    const void *values;
    uint32_t value_size, narrow;
    uint32_t mask, pad; /* a nonzero has the id column & mask, padding the id `pad` */
    uint32_t *map;      /* for each tile of a map mask + 1 columns: that of each id */
    uint64_t *counts;   /* for each tile: slices and, in the high half, steps; written instead of all else */
    uint32_t *tile_slices, *tile_steps, *slice_steps, *to_rows;
    uint16_t *ids;
    void *to_values;
} mg_pack_source;

#endif

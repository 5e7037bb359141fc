/* SPDX-License-Identifier: Apache-2.0
 *
 * rs_build.h: the steps that build the format rs on the device (nonzeros/device_steps.h). Their argument is an
 * mg_rs_build. C11.
 *
 * The nonzeros are sorted by panel, stable, so that the segments are runs of nonzeros of the same panel and row, in the
 * order that they have on the host (core/sparse/format_rs.c).
 */
#ifndef MG_CORE_CUDA_PRODUCT_RS_RS_BUILD_H
#define MG_CORE_CUDA_PRODUCT_RS_RS_BUILD_H

#include "core/cuda/product/rs/rs_args.h"

#include <cuda_runtime_api.h>
#include <stddef.h>

/* Lengths of segments, as MG_RS_LENGTHS of core/sparse/rs_segments.h. */
#define MG_RS_BUILD_LENGTHS 18u

/* All arrays are on the device. */
typedef struct mg_rs_build {
    const uint64_t *offsets; /* the CSR */
    const uint32_t *columns;
    const uint32_t *row; /* of each nonzero */
    uint32_t rows, nonzeros, panels;
    uint32_t panel_columns, shift; /* 2^shift columns */
    uint32_t threshold;
    uint32_t *panel;             /* of each nonzero */
    uint32_t *at;                /* nonzeros in the order of `panel` */
    uint32_t *row_sorted;        /* their rows */
    uint64_t near;               /* most segments of a near panel */
    unsigned long long *lengths; /* 2 * MG_RS_BUILD_LENGTHS, zeroed: as mg_rs_lengths, of the heavy segments */
    /* heavy segments */
    uint32_t segments;       /* number */
    uint32_t *segment_count; /* the same on the device */
    uint32_t *first;         /* place in `at` of the first nonzero of each */
    uint32_t *segment_panel;
    uint32_t *heavy_of_row;   /* rows: nonzeros, zeroed */
    uint8_t *selected;        /* of each nonzero: does a heavy segment begin at it? Then: is it light? */
    uint64_t *panel_segments; /* panels + 1: as in mg_rs */
    uint64_t *panel_chunks;   /* panels + 1: chunks, or first chunk */
    uint32_t *light_count;
    /* the result */
    uint64_t *starts; /* segments + 1: lengths, or first nonzeros */
    uint32_t *segment_row;
    uint16_t *segment_columns;
    uint32_t *order;         /* place in the CSR of each nonzero, the heavy ones first */
    uint64_t heavy;          /* nonzeros */
    uint64_t *light_offsets; /* rows + 1: lengths, or offsets */
    uint32_t *light_columns;
    mg_rs_chunk *chunks; /* NULL: they are counted */
    mg_pack_tile *tiles; /* the same chunks */
} mg_rs_build;

/* Sets panel and at. */
cudaError_t mg__rs_panels(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets row_sorted. panel, at: sorted. */
cudaError_t mg__rs_rows(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets selected to the nonzeros at which a heavy segment begins. */
cudaError_t mg__rs_heavy(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets segment_panel, panel_segments and lengths. */
cudaError_t mg__rs_lengths(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets starts to the lengths of the segments, segment_row, segment_panel, panel_segments, heavy_of_row and
 * light_offsets to the lengths of the light rows. */
cudaError_t mg__rs_segments(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets segment_columns, the heavy part of order, and selected, which is all ones, to the light nonzeros. starts: prefix
 * sums. */
cudaError_t mg__rs_place_heavy(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets light_columns. */
cudaError_t mg__rs_place_light(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets panel_chunks to their number; with `chunks` writes them from panel_chunks on, which has prefix sums. */
cudaError_t mg__rs_chunks(void *build, void *temporary, size_t *bytes, cudaStream_t stream);

#endif

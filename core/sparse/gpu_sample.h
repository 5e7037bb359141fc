/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_sample.h: what products on a GPU would read in the formats SPLIT, ASPT and RS, estimated from windows of rows.
 */
#ifndef MG_CORE_SPARSE_GPU_SAMPLE_H
#define MG_CORE_SPARSE_GPU_SAMPLE_H

#include "core/sparse/formats.h"

/* Rows of X that nonzeros read. */
typedef struct mg_gpu_reads {
    double count;
    double near_misses; /* the first ones of a thread block of MG_GPU_BLOCK_ROWS rows */
    double misses;      /* those that the L2 cache does not have */
} mg_gpu_reads;
#define MG_GPU_BLOCK_ROWS 8

typedef struct mg_gpu_sample {
    mg_gpu_reads all;    /* SPLIT */
    mg_gpu_reads sparse; /* ASPT: outside of dense tiles */
    mg_gpu_reads light;  /* RS: outside of heavy segments */
    double tile_columns; /* ASPT: rows of X that dense tiles read */
    double tile_rows;    /* rows that have nonzeros in a dense tile, for each tile */
    double segments[2];  /* RS: heavy segments in near and in far panels (rs_segments.h) */
    uint32_t threshold;  /* RS: of the options, or the one of least cost */
} mg_gpu_sample;

/* Estimates for products with options->k columns; options->tiling is MG_TILING_HOPPER. cache_rows: rows of X that the
 * L2 cache holds. from: has `csr`. O(windows), about 10^6 nonzeros, and O(columns). */
mg_status mg__gpu_sample(mg_context *context, mg_storage *from, const mg_format_options *options, uint64_t cache_rows,
                         mg_gpu_sample *sample);

#endif

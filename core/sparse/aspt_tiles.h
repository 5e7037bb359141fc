/* SPDX-License-Identifier: Apache-2.0
 *
 * aspt_tiles.h: the sizes of the tiles of format ASPT, which nonzeros are in which tile, and what tiles would save.
 */
#ifndef MG_CORE_SPARSE_ASPT_TILES_H
#define MG_CORE_SPARSE_ASPT_TILES_H

#include "core/sparse/formats.h"

#define MG_ASPT_SPARSE UINT16_MAX /* in no dense tile */

/* The sizes by the options. */
typedef struct mg_aspt_sizes {
    uint32_t panel_rows, tile_columns, threshold;
    /* A column has the slot column mod tile_columns of its tile, so that shared memory is indexed by the column; else
     * the dense columns of a panel are cut in ascending order. */
    bool has_slots;
    uint32_t fill; /* fewest columns of a tile, in quarters of tile_columns */
    uint64_t panel_count;
} mg_aspt_sizes;
mg_aspt_sizes mg__aspt_sizes(const mg_context *context, const mg_matrix_shape *shape, const mg_format_options *options);

/* The nonzeros of a panel. */
typedef struct mg_aspt_range {
    uint64_t row, rows; /* first row, number of rows */
    uint64_t begin, end;
} mg_aspt_range;
mg_aspt_range mg__aspt_range(const mg_storage *from, const mg_aspt_sizes *sizes, uint64_t panel);

/* What threads need to find the tiles of panels. */
typedef struct mg_aspt_finders {
    const mg_storage *from;
    mg_aspt_sizes sizes;
    uint64_t most_heavy; /* dense columns of a panel */
    uint32_t *counts, *heavy, *slots;
} mg_aspt_finders;
/* To be released also after a failure. */
mg_status mg__aspt_finders_create(mg_context *context, const mg_storage *from, const mg_aspt_sizes *sizes, int threads,
                                  mg_aspt_finders *finders);
void mg__aspt_finders_release(mg_context *context, mg_aspt_finders *finders);

/* Sets tile_of[e - range->begin] to the dense tile of each nonzero of a panel, or MG_ASPT_SPARSE. Returns the number of
 * dense tiles; *columns: their columns. thread: the finder to use. */
uint64_t mg__aspt_find(const mg_aspt_finders *finders, int thread, const mg_aspt_range *range, uint16_t *tile_of,
                       uint64_t *columns);

/* What a product reads, estimated from panels of at most about 2^18 nonzeros. Rows of X count that a cache of
 * the `cache_rows` last used ones does not have. */
typedef struct mg_aspt_sample {
    double csr_reads;  /* rows of X that CSR reads */
    double reads;      /* that ASPT reads */
    double passes;     /* rows of Y that tiles after the first one of their panel add to */
    double tiles;      /* dense ones */
    double starts;     /* entries of mg_aspt.starts */
    double dense;      /* nonzeros in dense tiles */
    double pieces;     /* of mg_aspt */
} mg_aspt_sample;
mg_status mg__aspt_sample(mg_context *context, mg_storage *from, const mg_format_options *options, uint64_t cache_rows,
                          mg_aspt_sample *sample);

#endif

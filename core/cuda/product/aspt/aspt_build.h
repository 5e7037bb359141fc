/* SPDX-License-Identifier: Apache-2.0
 *
 * aspt_build.h: the steps that build the format aspt on the device (nonzeros/device_steps.h). Their argument is an
 * mg_aspt_build. C11.
 *
 * The nonzeros are sorted by panel and column, so that the dense columns of a panel are runs of them, and then by tile:
 * the place of a nonzero in the CSR is its place in its row, so that the order within a row and a tile is that of the
 * CSR, as on the host (core/sparse/aspt_tiles.c).
 */
#ifndef MG_CORE_CUDA_PRODUCT_ASPT_ASPT_BUILD_H
#define MG_CORE_CUDA_PRODUCT_ASPT_ASPT_BUILD_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All arrays are on the device. Segment: the nonzeros of a row in a tile. Its number is that of the tile times
 * panel_rows plus the row in the panel; the last tile of each panel is the sparse one. */
typedef struct mg_aspt_build {
    const uint64_t *offsets; /* the CSR */
    const uint32_t *columns;
    const uint32_t *row; /* of each nonzero */
    uint32_t rows, nonzeros;
    uint32_t panel_rows, tile_columns, threshold;
    uint32_t least; /* fewest columns of a tile */
    uint64_t panels;
    int column_bits;
    bool wide;                 /* panel and column need more than 32 bits */
    void *keys;                /* panel and column of each nonzero, or its tile; uint64_t if `wide` and not tiles */
    uint32_t *at;              /* the nonzeros in the order of `keys` */
    void *columns_sorted;      /* keys of panel and column, sorted, */
    const uint32_t *at_sorted; /* and their nonzeros */
    /* dense columns */
    uint32_t dense;               /* number, of all panels */
    uint32_t *dense_count;        /* the same on the device */
    uint32_t *first;              /* place of the first nonzero in `at_sorted` */
    uint32_t *panel;              /* of each dense column */
    uint32_t *slot, *slot_column; /* slots, and the dense columns in their order */
    uint64_t *run;                /* in that order: where the columns of the slot and panel begin */
    uint32_t *tile;               /* in its panel */
    uint64_t *panel_dense;        /* panels + 1: first dense column */
    uint32_t *filled;             /* panel_dense[p] + t: columns of tile t of panel p */
    uint64_t *panel_tiles;        /* panels + 1: as in mg_aspt */
    /* the result */
    uint64_t segments; /* of all tiles */
    uint64_t *starts;  /* segments + 1 */
    uint32_t *order;   /* place in the CSR of each nonzero */
    uint32_t *to_columns;
    uint64_t *sparse_begins, *sparse_ends; /* of each row */
} mg_aspt_build;

/* Sets keys and at. */
cudaError_t mg__aspt_column_keys(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets first and dense_count, from columns_sorted. */
cudaError_t mg__aspt_dense_columns(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets panel, slot, slot_column and panel_dense. */
cudaError_t mg__aspt_slots(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets run to the place of a column that begins one, else to 0, from the sorted slots. */
cudaError_t mg__aspt_runs(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets tile, filled, which is zeroed, and panel_tiles to the number of tiles of each panel. run: prefix maxima. */
cudaError_t mg__aspt_tile_counts(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets keys and at by tile. panel_tiles: prefix sums. */
cudaError_t mg__aspt_tile_keys(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets order, to_columns and, where a segment ends, the next element of starts, which is zeroed. keys, at: sorted. */
cudaError_t mg__aspt_place(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets sparse_begins and sparse_ends. starts: prefix maxima. */
cudaError_t mg__aspt_sparse_rows(void *build, void *temporary, size_t *bytes, cudaStream_t stream);

/* The nonzeros before row `group` * group_rows of each tile: to[tile * groups + group], and the end. */
typedef struct mg_aspt_table {
    const uint64_t *starts;
    uint64_t tiles, *to;
    uint32_t panel_rows, groups, group_rows;
} mg_aspt_table;
cudaError_t mg__aspt_table(void *table, void *temporary, size_t *bytes, cudaStream_t stream);

/* Where to cut a range of segments: *row: the first one that begins at the nonzero `least` or behind it. */
typedef struct mg_aspt_cut {
    uint64_t segment, least;
    uint32_t rows, row;
} mg_aspt_cut;
typedef struct mg_aspt_cuts {
    const uint64_t *starts;
    mg_aspt_cut *cuts;
    uint32_t count;
} mg_aspt_cuts;
cudaError_t mg__aspt_cuts(void *cuts, void *temporary, size_t *bytes, cudaStream_t stream);

#endif

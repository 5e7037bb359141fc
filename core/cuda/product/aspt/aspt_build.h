/* SPDX-License-Identifier: Apache-2.0
 *
 * aspt_build.h: the steps that build the format aspt on the device (nonzeros/device_steps.h). Their argument is an
 * mg_aspt_build. C11.
 *
 * The nonzeros are sorted by panel, slot and column, so that the dense columns of a panel are runs of them, and the
 * dense columns of a slot follow one another in ascending order; then by tile. Both sorts are stable: within a tile and
 * a row the order is that of the CSR, as on the host (core/sparse/aspt_tiles.c).
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
    int column_bits, slot_bits; /* of a column; of its slot, the low bits of the column */
    bool wide;                  /* panel and column need more than 32 bits */
    /* Panel, slot and column of each nonzero, or its tile; uint64_t if `wide` and not tiles. */
    void *keys;
    uint32_t *at;              /* the nonzeros in the order of `keys` */
    void *columns_sorted;      /* keys of columns, sorted, */
    const uint32_t *at_sorted; /* and their nonzeros */
    /* dense columns */
    uint32_t dense;        /* number, of all panels */
    uint32_t *dense_count; /* the same on the device */
    uint8_t *begins_dense; /* of each nonzero in `at_sorted`: is it the first of a dense column? */
    uint32_t *first;       /* place of the first nonzero in `at_sorted` */
    uint32_t *panel;       /* of each dense column */
    uint64_t *run;         /* first dense column of the slot in the panel */
    uint64_t *panel_dense; /* panels + 1: first dense column */
    uint32_t *filled;      /* panel_dense[p] + t: columns of tile t of panel p */
    uint64_t *panel_tiles; /* panels + 1: as in mg_aspt */
    /* the result */
    uint64_t segments; /* of all tiles */
    uint64_t *starts;  /* segments + 1 */
    uint32_t *order;   /* place in the CSR of each nonzero */
    uint32_t *to_columns;
    uint64_t *sparse_begins, *sparse_ends; /* of each row */
} mg_aspt_build;

/* Sets keys and at. */
cudaError_t mg__aspt_column_keys(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets begins_dense, from columns_sorted. */
cudaError_t mg__aspt_dense_columns(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets panel, panel_dense, and run to the number of a dense column that is the first one of its slot and panel, else to
 * 0.
 */
cudaError_t mg__aspt_runs(void *build, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets filled, which is zeroed, and panel_tiles to the number of tiles of each panel. run: prefix maxima. */
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

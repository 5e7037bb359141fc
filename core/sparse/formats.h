/* SPDX-License-Identifier: Apache-2.0
 *
 * formats.h: storage formats of matrices. A format is one static descriptor in a file of its own, entered in the table
 * of formats.c; docs/matrix-formats.md says how one is added.
 */
#ifndef MG_CORE_SPARSE_FORMATS_H
#define MG_CORE_SPARSE_FORMATS_H

#include "core/sparse/matrix.h"

#include <assert.h>

/* Operations for which a backend has kernels of a format. */
typedef enum mg_matrix_operation {
    MG_OPERATION_SPMM = 1, /* also spmv: k = 1 */
    MG_OPERATION_SPMM_TRANSPOSED = 2,
    MG_OPERATION_SDDMM = 4,
    MG_OPERATION_SDDMM_TRANSPOSED = 8,
    MG_OPERATION_ALL = 15
} mg_matrix_operation;

struct mg_format {
    mg_matrix_format id;
    const char *name;
    const char *summary;                      /* one line, for help and describe */
    const char *unit;                         /* what `units` counts */
    uint32_t operations[MG_BACKEND_CUDA + 1]; /* by mg_backend_kind: mg_matrix_operation bits; others run on CSR */
    /* Do the kernels of `operations` run this product? NULL: every one; others run on CSR. */
    bool (*fits)(const mg_storage *storage, mg_backend_kind backend, const mg_product_options *options, uint32_t k);
    /* Fills `to`, an empty storage of this format, from `from`, which has `csr`; to->options: checked. On failure the
     * caller releases. */
    mg_status (*build)(mg_context *context, mg_storage *from, mg_storage *to);
    /* Fills the allocated arrays of `csr` in the order of the CSR that the storage was made from. NULL: the storage
     * has `csr`. */
    mg_status (*decode)(mg_context *context, const mg_storage *storage, const mg_csr_rows *csr);
    /* The values of `layout`; *count: their number. NULL: those of `csr`. */
    const void *(*values)(const mg_storage *storage, uint64_t *count);
    /* Frees `layout`. NULL: there is none. */
    void (*release)(mg_storage *storage);
    /* Lists all arrays by mg__list_array(), those of `base` included. */
    void (*arrays)(const mg_storage *storage, mg_matrix_statistics *statistics);
    /* The formula, before it is built. NULL: `predict` has it. */
    uint64_t (*predicted_bytes)(const mg_matrix_shape *shape);
    /* The same where it needs more than the shape; `from` has `csr`. */
    mg_status (*predict)(mg_context *context, mg_storage *from, const mg_format_options *options, uint64_t *bytes);
    uint64_t (*units)(const mg_storage *storage);
    uint64_t (*padding)(const mg_storage *storage); /* NULL: none */
    /* Fills in what only this format has. NULL: nothing. */
    void (*describe)(const mg_storage *storage, mg_matrix_statistics *statistics);
    bool builds_on_device;             /* for products on a GPU (mg_storage.on_device) */
    const struct mg_block_ops *blocks; /* formats of square blocks (square_blocks.h); else NULL */
};

/* For `arrays`: adds an array of `count` elements of `size` bytes. */
static inline void mg__list_array(mg_matrix_statistics *statistics, const char *name, uint64_t count, size_t size) {
    assert(statistics->array_count < MG_MATRIX_ARRAYS_MAX);
    statistics->arrays[statistics->array_count++] = (mg_matrix_array){.name = name, .bytes = count * size};
    statistics->bytes += count * size;
}

/* Largest sizes of mg_format_options; local columns have 16 bits. */
#define MG_PANEL_ROWS_MAX (UINT32_C(1) << 20)
#define MG_TILE_COLUMNS_MAX (UINT32_C(1) << 16)
#define MG_GROUP_MAX 1024

/* For `fits`: are these sums of floating-point products? */
static inline bool mg__is_float_sum(const mg_product_options *o) {
    return (o->type == MG_FLOAT32 || o->type == MG_FLOAT64) &&
           (o->semiring == MG_PLUS_TIMES || o->semiring == MG_PLUS_FIRST);
}

/* For `fits`: is this a product of a format whose kernels of a GPU take one column? */
static inline bool mg__is_one_column(const mg_storage *storage, mg_backend_kind backend,
                                     const mg_product_options *options, uint32_t k) {
    (void)storage;
    (void)options;
    return backend == MG_BACKEND_CPU || k == 1;
}

/* The same of square blocks, whose floating-point sums are added in any order. */
static inline bool mg__is_one_vector(const mg_storage *storage, mg_backend_kind backend,
                                     const mg_product_options *options, uint32_t k) {
    (void)storage;
    return backend == MG_BACKEND_CPU || (k == 1 && !(options->deterministic && mg__is_float_sum(options)));
}

/* The descriptor of a format; NULL for AUTO and numbers that are none. */
const mg_format *mg__format(mg_matrix_format format);

extern const mg_format mg__format_csr, mg__format_coo, mg__format_ell, mg__format_split, mg__format_aspt, mg__format_rs,
    mg__format_well, mg__format_adell, mg__format_coadell, mg__format_csb, mg__format_ecsb, mg__format_gcsb,
    mg__format_hisparse;

/* Layout of COO: sorted by row. */
typedef struct mg_coo {
    uint32_t *rows, *columns;
    void *values; /* NULL with type NONE */
} mg_coo;

/* Layout of ELL: `width` slots for each row, slot-major: slot s of row r is element s * rows + r. The nonzeros of a row
 * come first; the other slots are padding: column MG_ELL_PADDING, value 0, which no kernel may use. */
#define MG_ELL_PADDING UINT32_MAX
typedef struct mg_ell {
    uint64_t width;    /* nonzeros of the longest row */
    uint32_t *columns; /* rows * width */
    void *values;      /* the same; NULL with type NONE */
} mg_ell;

/* Layout of SPLIT: work items of at most MG_SPLIT_ITEM nonzeros of one row each, in row order. A row without nonzeros
 * has one item, too, so that each row of the result is written. */
typedef struct mg_split_row {
    uint32_t row;
    uint32_t items; /* at least 2 */
    uint64_t first_item;
    uint64_t first_slot; /* its items have the partial sums first_slot, first_slot + 1, ... */
} mg_split_row;
typedef struct mg_split {
    uint64_t item_count;
    uint64_t *begins; /* item_count + 1: item i is the nonzeros begins[i] .. begins[i + 1] */
    uint32_t *rows;   /* row of each item */
    uint64_t split_row_count;
    uint64_t slot_count;      /* items of the rows with several items */
    mg_split_row *split_rows; /* these rows, ascending */
} mg_split;

/* Layout of ASPT (adaptive sparse tiling): panels of rows. In a panel, columns of at least `threshold` nonzeros form
 * dense tiles of up to tile_columns columns; the last tile of each panel is sparse and has all other nonzeros. A row's
 * nonzeros are ordered by tile, within a tile as in the CSR, so every row has the same place as in the CSR. */
typedef struct mg_aspt {
    uint32_t panel_rows, tile_columns, threshold;
    bool has_slots; /* the columns of a dense tile differ mod tile_columns, a power of two */
    uint64_t panel_count;
    uint64_t *panel_tiles; /* panel_count + 1: tiles of the panels before, the sparse ones included */
    uint64_t *starts;      /* first nonzero of each row in each tile: see mg__aspt_starts(); ends with the nonzeros */
    uint64_t start_count;
    uint32_t *columns;
    void *values;        /* NULL with type NONE */
    uint32_t *positions; /* of each nonzero: its place in its row of the CSR */
    uint64_t dense_nonzeros;
    mg_row_piece *pieces; /* rows of more than MG_ROW_PIECE_MAX nonzeros in the sparse tile, cut as mg_long_rows */
    uint64_t piece_count;
} mg_aspt;

/* Layout of RS: columns are cut into panels of panel_columns, a power of two. A segment, the nonzeros of a row in a
 * panel, is heavy if they are more than `threshold`. Heavy segments are sorted by panel, then by row (a DCSR for each
 * panel); the other nonzeros are a CSR of all rows. `values` and `positions` have the heavy nonzeros first. */
typedef struct mg_rs {
    uint32_t panel_columns, threshold;
    uint64_t panel_count, segment_count, heavy_nonzeros;
    uint64_t *panel_segments;  /* panel_count + 1: first segment of each panel */
    uint64_t *segment_starts;  /* segment_count + 1: first nonzero of each segment */
    uint32_t *segment_rows;    /* row of each segment */
    uint16_t *segment_columns; /* column within the panel of each heavy nonzero */
    uint64_t *light_offsets;   /* rows + 1, from 0 */
    uint32_t *light_columns;
    void *values;        /* NULL with type NONE */
    uint32_t *positions; /* of each nonzero: its place in its row of the CSR */
} mg_rs;

/* Turns counts into the sums of the counts before; returns the sum of all. */
static inline uint64_t mg__sum_before(uint64_t *counts, uint64_t count) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t own = counts[i];
        counts[i] = sum;
        sum += own;
    }
    return sum;
}

/* Starts of a panel: tile t of row r of the panel is starts[r * tiles + t] .. starts[r * tiles + t + 1]. */
static inline const uint64_t *mg__aspt_starts(const mg_aspt *aspt, uint64_t panel) {
    return aspt->starts + aspt->panel_tiles[panel] * aspt->panel_rows;
}
static inline uint64_t mg__aspt_tiles(const mg_aspt *aspt, uint64_t panel) {
    return aspt->panel_tiles[panel + 1] - aspt->panel_tiles[panel];
}
static inline uint64_t mg__aspt_rows(const mg_aspt *aspt, uint64_t rows, uint64_t panel) {
    const uint64_t first = panel * aspt->panel_rows;
    return rows - first < aspt->panel_rows ? rows - first : aspt->panel_rows;
}

#endif

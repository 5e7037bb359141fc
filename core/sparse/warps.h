/* SPDX-License-Identifier: Apache-2.0
 *
 * warps.h: the layout of the formats WELL, ADELL and COADELL: slabs of 32 lanes, as the 32 threads of a GPU's warp read
 * them. Rows are permuted and packed within windows of neighbouring rows, so that x and y keep their locality.
 */
#ifndef MG_CORE_SPARSE_WARPS_H
#define MG_CORE_SPARSE_WARPS_H

#include "core/sparse/formats.h"

#define MG_WARP 32
/* Rows of a window; a window ends earlier, after a multiple of MG_WARP rows, with more nonzeros. */
#define MG_WINDOW_ROWS 1024
#define MG_WINDOW_NONZEROS 65536
/* Most nonzeros of a lane of ADELL; a warp then has at most MG_ROW_PIECE_MAX. */
#define MG_LANE_MAX (MG_ROW_PIECE_MAX / MG_WARP)
/* Column of padding, and the row of a lane without one. */
#define MG_LANE_NONE UINT32_MAX

typedef enum mg_warp_flag {
    MG_WARP_SHARED = 1,     /* all lanes belong to one row that has further warps */
    MG_WARP_WIDTH_SHIFT = 1 /* two bits: bytes of a difference are 1 << bits */
} mg_warp_flag;

/* Element j of lane l of warp w is slot starts[w] + MG_WARP * j + l; a lane's nonzeros come first, then padding. A row
 * has consecutive lanes of one warp, in the order of its columns; rows that need more than all lanes have warps of
 * their own, which come first. COADELL has the first column of each lane (MG_LANE_NONE: the lane is empty) and the
 * differences from column to column, element j > 0 of lane l at delta_starts[w] + width * (MG_WARP * (j - 1) + l); the
 * largest number of the width is padding. */
typedef struct mg_warps {
    uint64_t warp_count, shared_count, window_count, slot_count, delta_bytes;
    uint64_t most_nonzeros;  /* of the packed rows of a window */
    uint64_t *starts;        /* warp_count + 1 */
    uint32_t *lane_rows;     /* MG_WARP for each warp: the row of the lane */
    uint32_t *heads;         /* for each warp: bits of the lanes that begin a row */
    uint8_t *flags;          /* for each warp: mg_warp_flag */
    uint32_t *columns;       /* for each slot; WELL and ADELL */
    uint64_t *delta_starts;  /* warp_count + 1 */
    uint32_t *first_columns; /* MG_WARP for each warp */
    uint8_t *deltas;
    void *values;            /* for each slot; NULL with type NONE */
    uint32_t *positions;     /* for each slot: its place in its row of the CSR; NULL: rows are in the CSR's order */
    mg_row_piece *pieces;    /* of the shared warps; begin: place in the row */
    uint32_t *window_rows;   /* window_count + 1: first row */
    uint64_t *window_warps;  /* window_count + 1: first packed warp; the last one is warp_count */
    uint64_t *window_shared; /* window_count + 1: first shared warp */
    uint32_t *window_limits; /* most nonzeros of a lane in each window; 0: a lane for each row */
} mg_warps;

/* A row of a window in lanes `lane` .. `lane + lanes` of a packed warp; warps count from the window's first. */
typedef struct mg_warp_place {
    uint32_t row, warp, lane, lanes;
} mg_warp_place;

/* How the rows of a window are packed. */
typedef struct mg_warp_packing {
    uint32_t first_row, row_count;
    uint32_t limit; /* most nonzeros of a lane; 0: a lane for each row */
    uint32_t place_count, warp_count;
    uint32_t long_count;   /* rows of more than MG_WARP * limit nonzeros */
    uint64_t shared_count; /* their warps */
    mg_warp_place places[MG_WINDOW_ROWS];
    uint32_t loads[MG_WINDOW_ROWS]; /* elements of a lane of each packed warp */
    uint32_t long_rows[MG_WINDOW_ROWS];
    uint64_t keys[MG_WINDOW_ROWS], scratch[MG_WINDOW_ROWS];
    uint32_t next[MG_WINDOW_ROWS]; /* warps with the same number of free lanes */
} mg_warp_packing;

/* End of the window that begins at a row. */
uint64_t mg__warps_window_end(const uint64_t *offsets, uint64_t rows, uint64_t first);
/* Packs the rows [first, end) with at most `limit` nonzeros in a lane; 0: a lane for each row. */
void mg__warps_pack(const uint64_t *offsets, uint64_t first, uint64_t end, uint32_t limit, mg_warp_packing *packing);
/* The limit of least slots and costs. */
uint32_t mg__warps_limit(const uint64_t *offsets, uint64_t first, uint64_t end);
/* Warps of a row of `length` nonzeros that shares them with no other row, and the first nonzero of warp i of them. */
static inline uint64_t mg__warps_of_row(uint64_t length, uint32_t limit) {
    return (length + (uint64_t)MG_WARP * limit - 1) / ((uint64_t)MG_WARP * limit);
}
static inline uint64_t mg__warp_piece(uint64_t length, uint64_t warps, uint64_t i) {
    return length / warps * i + (i < length % warps ? i : length % warps);
}
static inline uint32_t mg__lane_load(uint64_t length, uint32_t lanes) {
    return (uint32_t)((length + lanes - 1) / lanes);
}

/* Sizes of all warps, and their starts: what the prediction of bytes and the building share. Released also after a
 * failure. */
mg_status mg__warps_plan(mg_context *context, mg_storage *from, bool adaptive, bool compressed, mg_warps *warps);
/* The slots of a plan. */
mg_status mg__warps_fill(mg_context *context, mg_storage *from, mg_warps *warps);
void mg__warps_release(const mg_allocator *memory, mg_warps *warps);

static inline uint32_t mg__warp_width(const mg_warps *warps, uint64_t warp) {
    return UINT32_C(1) << (warps->flags[warp] >> MG_WARP_WIDTH_SHIFT);
}

/* Writes the columns of a lane; returns their number. */
static inline uint32_t mg__warp_lane(const mg_warps *warps, uint64_t warp, uint32_t lane, uint32_t *columns) {
    const uint32_t load = (uint32_t)((warps->starts[warp + 1] - warps->starts[warp]) / MG_WARP);
    if (!warps->first_columns) {
        const uint32_t *const from = warps->columns + warps->starts[warp] + lane;
        uint32_t count = 0;
        for (; count < load && from[(uint64_t)count * MG_WARP] != MG_LANE_NONE; count++) {
            columns[count] = from[(uint64_t)count * MG_WARP];
        }
        return count;
    }
    uint32_t column = warps->first_columns[warp * MG_WARP + lane], count = 0;
    const uint8_t *const deltas = warps->deltas + warps->delta_starts[warp];
    if (column == MG_LANE_NONE) {
        return 0;
    }
#define MG_DELTAS(type, none)                                                                                          \
    for (const type *d = (const type *)(const void *)deltas + lane; count + 1 < load && *d != (none); d += MG_WARP) {  \
        columns[count++] = column;                                                                                     \
        column += *d;                                                                                                  \
    }
    switch (mg__warp_width(warps, warp)) {
    case 1:
        MG_DELTAS(uint8_t, UINT8_MAX)
        break;
    case 2:
        MG_DELTAS(uint16_t, UINT16_MAX)
        break;
    default:
        MG_DELTAS(uint32_t, UINT32_MAX)
        break;
    }
#undef MG_DELTAS
    columns[count] = column;
    return count + 1;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * rs_segments.h: the segments of rows in panels of columns, of which format RS is made.
 */
#ifndef MG_CORE_SPARSE_RS_SEGMENTS_H
#define MG_CORE_SPARSE_RS_SEGMENTS_H

#include "core/sparse/formats.h"

/* A heavy segment of a row. */
typedef struct mg_rs_segment {
    uint32_t panel, length;
    uint64_t next; /* for the visitor: place of the next nonzero */
} mg_rs_segment;

/* A row while a thread visits it. */
typedef struct mg_rs_row {
    const mg_storage *from;
    uint32_t shift, threshold;
    uint64_t row;
    uint32_t *counts; /* of each panel: nonzeros of the row; of heavy ones MG_RS_HEAVY and the number of the segment */
    mg_rs_segment *segments;
    uint64_t segment_count;
} mg_rs_row;
#define MG_RS_HEAVY (UINT32_C(1) << 31)

/* The memory of all threads that visit rows. */
typedef struct mg_rs_scan {
    const mg_storage *from;
    uint32_t shift, threshold;
    int threads;
    uint64_t panel_count, most_segments;
    uint32_t *counts;
    mg_rs_segment *segments;
} mg_rs_scan;
/* Prepares a scan; to be released also after a failure. panel_columns: a power of two. */
mg_status mg__rs_scan_create(mg_context *context, const mg_storage *from, uint32_t panel_columns, uint32_t threshold,
                             mg_rs_scan *scan);
void mg__rs_scan_release(mg_context *context, mg_rs_scan *scan);
/* The calling thread's row; in a parallel region of at most scan->threads threads. */
mg_rs_row mg__rs_scan_row(const mg_rs_scan *scan);

/* Lists the heavy segments of a row; mg__rs_row_clear must follow before the next row. */
void mg__rs_row_read(mg_rs_row *row, uint64_t number);
void mg__rs_row_clear(mg_rs_row *row);
/* The heavy segment of a column of the row; NULL: it is light. */
static inline mg_rs_segment *mg__rs_segment(const mg_rs_row *row, uint32_t column) {
    const uint32_t state = row->counts[column >> row->shift];
    return state & MG_RS_HEAVY ? &row->segments[state & ~MG_RS_HEAVY] : NULL;
}

/* Columns of a panel by the options. */
uint32_t mg__rs_panel_columns(const mg_matrix_shape *shape, const mg_format_options *options);
/* Segments by length. A panel is far if the L2 cache of a GPU holds neither Y nor a row of Y for each of the panel's
 * segments of more than MG_RS_SHORT nonzeros: rows of Y are then read and written from memory. */
#define MG_RS_SHORT 2    /* the least threshold that is chosen */
#define MG_RS_LENGTHS 18 /* the last element counts all that are as long as that or longer */
typedef struct mg_rs_lengths {
    uint64_t count[2][MG_RS_LENGTHS]; /* in near panels, in far ones */
} mg_rs_lengths;
/* Most segments of a near panel for products as the options expect them. */
uint64_t mg__rs_near_segments(const mg_matrix_shape *shape, const mg_format_options *options);
/* The threshold from MG_RS_SHORT to MG_RS_LENGTHS - 2 of least cost; reads the segments of more than MG_RS_SHORT. */
uint32_t mg__rs_best_threshold(const mg_rs_lengths *lengths);
/* *threshold: that of the options, or if it is 0 the one of least cost. */
mg_status mg__rs_threshold(mg_context *context, const mg_storage *from, const mg_format_options *options,
                           uint32_t panel_columns, uint32_t *threshold);

typedef struct mg_rs_sizes {
    uint64_t panel_count, segment_count, heavy_nonzeros;
} mg_rs_sizes;
uint64_t mg__rs_bytes(const mg_rs_sizes *sizes, uint64_t rows, uint64_t nonzeros, size_t value_size);
/* The bytes by the lengths of the segments. */
mg_status mg__rs_predict(mg_context *context, mg_storage *from, const mg_format_options *options, uint64_t *bytes);

#endif

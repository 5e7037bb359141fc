/* SPDX-License-Identifier: Apache-2.0
 *
 * rs_segments.c: the segments of rows in panels of columns, of which format RS is made, and the threshold of heavy
 * ones.
 */
#include "core/sparse/rs_segments.h"

#include <omp.h>
#include <string.h>

/* Costs in rows of X that are read: a heavy segment adds its sums to the result, which is read and written; a panel
 * reads its rows of X once; a light nonzero reads one. */
#define SEGMENT_COST 2
#define LIGHT_COST 1

#define THRESHOLD_MAX (MG_RS_LENGTHS - 2) /* thresholds that are tried */

static uint32_t shift_of(uint32_t power) {
    return (uint32_t)__builtin_ctz(power);
}

/* ---- visiting rows ---- */

mg_status mg__rs_scan_create(mg_context *context, const mg_storage *from, uint32_t panel_columns, uint32_t threshold,
                             mg_rs_scan *scan) {
    const mg_matrix_shape shape = mg__storage_shape(context, (mg_storage *)from);
    const uint64_t panels = (from->columns + panel_columns - 1) / panel_columns;
    const uint64_t threads = 1 + 2 * from->nonzeros / (panels + 1); /* with counters of at most the matrix's size */
    const uint64_t most = shape.longest / ((uint64_t)threshold + 1) + 1;
    mg_status status;
    *scan = (mg_rs_scan){.from = from,
                         .shift = shift_of(panel_columns),
                         .threshold = threshold,
                         .threads = threads < (uint64_t)context->threads ? (int)threads : context->threads,
                         .panel_count = panels,
                         .most_segments = most < panels ? most : panels};
    MG_TRY(MG_ALLOC_ZEROED(context, scan->counts, panels * (uint64_t)scan->threads, "counters of panels"));
    MG_TRY(MG_ALLOC(context, scan->segments, scan->most_segments * (uint64_t)scan->threads, "segments of rows"));
out:
    return status;
}

void mg__rs_scan_release(mg_context *context, mg_rs_scan *scan) {
    mg__release(&context->memory, scan->counts);
    mg__release(&context->memory, scan->segments);
}

mg_rs_row mg__rs_scan_row(const mg_rs_scan *scan) {
    const uint64_t own = (uint64_t)omp_get_thread_num();
    return (mg_rs_row){.from = scan->from,
                       .shift = scan->shift,
                       .threshold = scan->threshold,
                       .counts = scan->counts + own * scan->panel_count,
                       .segments = scan->segments + own * scan->most_segments};
}

void mg__rs_row_read(mg_rs_row *row, uint64_t number) {
    const mg_csr_rows *csr = &row->from->csr;
    const uint64_t begin = csr->offsets[number], end = csr->offsets[number + 1];
    row->row = number;
    row->segment_count = 0;
    for (uint64_t e = begin; e < end; e++) {
        row->counts[csr->columns[e] >> row->shift]++;
    }
    if (row->threshold >= end - begin) { /* not even a single segment would be heavy */
        return;
    }
    for (uint64_t e = begin; e < end; e++) {
        const uint32_t panel = csr->columns[e] >> row->shift, count = row->counts[panel];
        if (!(count & MG_RS_HEAVY) && count > row->threshold) {
            row->segments[row->segment_count] = (mg_rs_segment){.panel = panel, .length = count};
            row->counts[panel] = MG_RS_HEAVY | (uint32_t)row->segment_count++;
        }
    }
}

void mg__rs_row_clear(mg_rs_row *row) {
    const mg_csr_rows *csr = &row->from->csr;
    for (uint64_t e = csr->offsets[row->row]; e < csr->offsets[row->row + 1]; e++) {
        row->counts[csr->columns[e] >> row->shift] = 0;
    }
}

/* ---- the threshold ---- */

static mg_status measure_lengths(mg_context *context, const mg_storage *from, uint32_t panel_columns,
                                 uint64_t lengths[MG_RS_LENGTHS]) {
    mg_rs_scan scan;
    mg_status status;
    memset(lengths, 0, MG_RS_LENGTHS * sizeof *lengths);
    MG_TRY(mg__rs_scan_create(context, from, panel_columns, 0, &scan)); /* all segments are heavy */
#pragma omp parallel num_threads(scan.threads) reduction(+ : lengths[:MG_RS_LENGTHS])
    {
        mg_rs_row row = mg__rs_scan_row(&scan);
#pragma omp for schedule(dynamic, 256)
        for (uint64_t r = 0; r < from->rows; r++) {
            mg__rs_row_read(&row, r);
            for (uint64_t i = 0; i < row.segment_count; i++) {
                const uint32_t length = row.segments[i].length;
                lengths[length < MG_RS_LENGTHS ? length : MG_RS_LENGTHS - 1]++;
            }
            mg__rs_row_clear(&row);
        }
    }
out:
    mg__rs_scan_release(context, &scan);
    return status;
}

/* Segments and nonzeros that are heavy with a threshold; larger ones than THRESHOLD_MAX count as that. */
static mg_rs_sizes heavy_sizes(uint64_t nonzeros, const uint64_t lengths[MG_RS_LENGTHS], uint32_t threshold) {
    mg_rs_sizes sizes = {.segment_count = lengths[MG_RS_LENGTHS - 1], .heavy_nonzeros = nonzeros};
    for (uint32_t length = 1; length <= THRESHOLD_MAX; length++) {
        sizes.segment_count += length > threshold ? lengths[length] : 0;
        sizes.heavy_nonzeros -= length > threshold ? 0 : lengths[length] * length;
    }
    return sizes;
}

uint32_t mg__rs_best_threshold(const mg_matrix_shape *shape, const mg_format_options *options,
                               const uint64_t lengths[MG_RS_LENGTHS]) {
    uint32_t best = THRESHOLD_MAX;
    uint64_t least = UINT64_MAX;
    (void)options;
    for (uint32_t threshold = 1; threshold <= THRESHOLD_MAX; threshold++) {
        const mg_rs_sizes sizes = heavy_sizes(shape->nonzeros, lengths, threshold);
        const uint64_t cost = (shape->nonzeros - sizes.heavy_nonzeros) * LIGHT_COST +
                              sizes.segment_count * SEGMENT_COST + (sizes.segment_count ? shape->columns : 0);
        if (cost < least) {
            least = cost;
            best = threshold;
        }
    }
    return best;
}

uint32_t mg__rs_panel_columns(const mg_matrix_shape *shape, const mg_format_options *options) {
    const uint32_t by_tiling = options->tiling == MG_TILING_HOPPER ? 512 : shape->value_size > 4 ? 128 : 256;
    return options->tile_columns ? options->tile_columns : by_tiling;
}

mg_status mg__rs_threshold(mg_context *context, const mg_storage *from, const mg_format_options *options,
                           uint32_t panel_columns, uint32_t *threshold) {
    const mg_matrix_shape shape = {.columns = from->columns, .nonzeros = from->nonzeros};
    uint64_t lengths[MG_RS_LENGTHS];
    if (options->threshold) {
        *threshold = options->threshold;
        return MG_OK;
    }
    const mg_status status = measure_lengths(context, from, panel_columns, lengths);
    *threshold = status < 0 ? 0 : mg__rs_best_threshold(&shape, options, lengths);
    return status;
}

/* ---- bytes ---- */

mg_status mg__rs_predict(mg_context *context, mg_storage *from, const mg_format_options *options, uint64_t *bytes) {
    const mg_matrix_shape shape = mg__storage_shape(context, from);
    const uint32_t width = mg__rs_panel_columns(&shape, options);
    uint64_t lengths[MG_RS_LENGTHS];
    const mg_status status = measure_lengths(context, from, width, lengths);
    if (status >= 0) {
        const uint32_t best = options->threshold ? options->threshold : mg__rs_best_threshold(&shape, options, lengths);
        mg_rs_sizes sizes = heavy_sizes(from->nonzeros, lengths, best);
        sizes.panel_count = (from->columns + width - 1) / width;
        *bytes = mg__rs_bytes(&sizes, from->rows, from->nonzeros, shape.value_size);
    }
    return status;
}

uint64_t mg__rs_bytes(const mg_rs_sizes *sizes, uint64_t rows, uint64_t nonzeros, size_t value_size) {
    return (sizes->panel_count + 1) * sizeof(uint64_t) + (sizes->segment_count + 1) * sizeof(uint64_t) +
           sizes->segment_count * sizeof(uint32_t) + sizes->heavy_nonzeros * sizeof(uint16_t) +
           (rows + 1) * sizeof(uint64_t) + (nonzeros - sizes->heavy_nonzeros) * sizeof(uint32_t) +
           nonzeros * (sizeof(uint32_t) + value_size);
}

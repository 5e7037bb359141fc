/* SPDX-License-Identifier: Apache-2.0
 *
 * rs_segments.c: the segments of rows in panels of columns, of which format RS is made, and the threshold of heavy
 * ones.
 */
#include "core/sparse/rs_segments.h"

#include <omp.h>
#include <string.h>

#define THRESHOLD_MAX (MG_RS_LENGTHS - 2) /* the largest threshold that is chosen */

/* Picoseconds for a byte of a row of X or Y on an H100, fitted to docs/matrix-formats.md, "Reuse of X in shared
 * memory": of a light nonzero, whose row of X is read from a cache, of a heavy nonzero, and of a heavy segment in a
 * near and in a far panel, whose sum is added to a row of Y. */
static const double light_cost = 0.127, heavy_cost = 0.048, segment_cost[2] = {0.2, 0.45};
#define Y_BYTES ((uint64_t)40 << 20)   /* of Y that the L2 cache holds, */
#define NEAR_BYTES ((uint64_t)8 << 20) /* and of a larger one for the rows of a panel's segments */

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

/* Sums up the panels, of which each has MG_RS_LENGTHS counts. */
static void sum_panels(const uint64_t *counts, uint64_t panels, uint64_t near, mg_rs_lengths *lengths) {
    for (uint64_t panel = 0; panel < panels; panel++, counts += MG_RS_LENGTHS) {
        uint64_t longer = 0;
        for (uint32_t length = MG_RS_SHORT + 1; length < MG_RS_LENGTHS; length++) {
            longer += counts[length];
        }
        for (uint32_t length = 1; length < MG_RS_LENGTHS; length++) {
            lengths->count[longer > near][length] += counts[length];
        }
    }
}

static mg_status measure_lengths(mg_context *context, const mg_storage *from, const mg_format_options *options,
                                 uint32_t panel_columns, mg_rs_lengths *lengths) {
    const mg_matrix_shape shape = mg__storage_shape(context, (mg_storage *)from);
    mg_rs_scan scan = {.from = from};
    uint64_t *counts = NULL;
    mg_status status;
    *lengths = (mg_rs_lengths){0};
    MG_TRY(mg__rs_scan_create(context, from, panel_columns, 0, &scan)); /* all segments are heavy */
    MG_TRY(MG_ALLOC_ZEROED(context, counts, scan.panel_count * MG_RS_LENGTHS, "lengths of segments"));
#pragma omp parallel num_threads(scan.threads)
    {
        mg_rs_row row = mg__rs_scan_row(&scan);
#pragma omp for schedule(dynamic, 256)
        for (uint64_t r = 0; r < from->rows; r++) {
            mg__rs_row_read(&row, r);
            for (uint64_t i = 0; i < row.segment_count; i++) {
                const mg_rs_segment *const s = &row.segments[i];
                const uint32_t length = s->length < MG_RS_LENGTHS ? s->length : MG_RS_LENGTHS - 1;
#pragma omp atomic
                counts[(uint64_t)s->panel * MG_RS_LENGTHS + length]++;
            }
            mg__rs_row_clear(&row);
        }
    }
    sum_panels(counts, scan.panel_count, mg__rs_near_segments(&shape, options), lengths);
out:
    mg__release(&context->memory, counts);
    mg__rs_scan_release(context, &scan);
    return status;
}

/* Segments and nonzeros that are heavy with a threshold; larger ones than THRESHOLD_MAX count as that. */
static mg_rs_sizes heavy_sizes(uint64_t nonzeros, const mg_rs_lengths *lengths, uint32_t threshold) {
    mg_rs_sizes sizes = {.heavy_nonzeros = nonzeros};
    for (uint32_t length = 1; length < MG_RS_LENGTHS; length++) {
        const uint64_t count = lengths->count[0][length] + lengths->count[1][length];
        const bool heavy = length > threshold || length > THRESHOLD_MAX;
        sizes.segment_count += heavy ? count : 0;
        sizes.heavy_nonzeros -= heavy ? 0 : count * length;
    }
    return sizes;
}

uint64_t mg__rs_near_segments(const mg_matrix_shape *shape, const mg_format_options *options) {
    const uint64_t row = (uint64_t)(options->k ? options->k : 1) * (shape->value_size > 4 ? 8 : 4);
    return shape->rows * row <= Y_BYTES ? UINT64_MAX : NEAR_BYTES / row;
}

uint32_t mg__rs_best_threshold(const mg_rs_lengths *lengths) {
    uint32_t best = MG_RS_SHORT;
    double cost = 0, least = 0; /* more than with the least threshold */
    for (uint32_t threshold = MG_RS_SHORT + 1; threshold <= THRESHOLD_MAX; threshold++) {
        for (int far = 0; far < 2; far++) { /* segments of this length become light */
            const double more = threshold * (light_cost - heavy_cost) - segment_cost[far];
            cost += more * (double)lengths->count[far][threshold];
        }
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
    mg_rs_lengths lengths;
    if (options->threshold) {
        *threshold = options->threshold;
        return MG_OK;
    }
    const mg_status status = measure_lengths(context, from, options, panel_columns, &lengths);
    *threshold = status < 0 ? 0 : mg__rs_best_threshold(&lengths);
    return status;
}

/* ---- bytes ---- */

mg_status mg__rs_predict(mg_context *context, mg_storage *from, const mg_format_options *options, uint64_t *bytes) {
    const mg_matrix_shape shape = mg__storage_shape(context, from);
    const uint32_t width = mg__rs_panel_columns(&shape, options);
    mg_rs_lengths lengths;
    const mg_status status = measure_lengths(context, from, options, width, &lengths);
    if (status >= 0) {
        const uint32_t threshold = options->threshold ? options->threshold : mg__rs_best_threshold(&lengths);
        mg_rs_sizes sizes = heavy_sizes(from->nonzeros, &lengths, threshold);
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * format_warps.c: the ladder from ELL to compressed adaptive ELL. WELL: warps of 32 rows, each as long as its longest
 * row, with the rows of a window sorted by length. ADELL: an adaptive number of lanes for each row, rows packed into
 * warps by best fit. COADELL: ADELL whose columns are differences of 8, 16 or 32 bits, one width for each warp. Source:
 * Maggioni and Berger-Wolf, "Adaptivity and compression: a recipe for sparse matrix-vector multiplication on GPUs".
 */
#include "core/sparse/copy_value.h"
#include "core/sparse/row_order.h"
#include "core/sparse/warps.h"

#include <string.h>

/* More bytes than this multiple of the CSR are refused. */
#define MOST_OF_CSR 4

static void release(mg_storage *storage) {
    mg__warps_release(&storage->memory, storage->layout);
    mg__release(&storage->memory, storage->layout);
}

static bool is_adaptive(mg_matrix_format format) {
    return format != MG_FORMAT_WELL;
}

static uint64_t bytes_of(const mg_warps *w, bool compressed, bool positions, size_t value_size) {
    const uint64_t warps = w->warp_count, slots = w->slot_count, windows = w->window_count;
    const uint64_t columns = compressed ? 8 * (warps + 1) + 4 * MG_WARP * warps + w->delta_bytes : 4 * slots;
    return 8 * (warps + 1) + (4 * MG_WARP + 4 + 1) * warps + columns + slots * value_size +
           (positions ? 4 * slots : 0) + sizeof(mg_row_piece) * w->shared_count + (4 + 8 + 8) * (windows + 1) +
           4 * windows;
}

static mg_status plan(mg_context *context, mg_storage *from, mg_matrix_format format, mg_warps *warps) {
    const mg_matrix_shape shape = mg__storage_shape(context, from);
    const uint64_t most = MOST_OF_CSR * mg__format_csr.predicted_bytes(&shape);
    mg_status status;
    *warps = (mg_warps){0};
    if (shape.longest >= MG_LANE_NONE) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "format %s: the longest row has %llu nonzeros; at most 4294967294 are supported",
                        mg__format(format)->name, (unsigned long long)shape.longest);
    }
    MG_TRY(mg__warps_plan(context, from, is_adaptive(format), format == MG_FORMAT_COADELL, warps));
    if (format == MG_FORMAT_WELL && shape.longest > MG_WARP &&
        warps->slot_count > most / (sizeof(uint32_t) + shape.value_size)) {
        status = mg__fail(context, MG_ERROR_UNSUPPORTED,
                          "format well: the longest row has %llu nonzeros, the mean row %.1f: warps padded to their "
                          "longest row need more than %d times the bytes of csr",
                          (unsigned long long)shape.longest, (double)shape.nonzeros / (double)shape.rows, MOST_OF_CSR);
    }
out:
    return status;
}

static mg_status predict(mg_context *context, mg_storage *from, mg_matrix_format format, uint64_t *bytes) {
    mg_warps warps;
    const mg_status status = plan(context, from, format, &warps);
    *bytes = bytes_of(&warps, format == MG_FORMAT_COADELL, !mg__rows_ascend(context, from), mg__type_size(from->type));
    mg__warps_release(&context->memory, &warps);
    return status;
}

static mg_status predict_well(mg_context *context, mg_storage *from, const mg_format_options *options,
                              uint64_t *bytes) {
    (void)options;
    return predict(context, from, MG_FORMAT_WELL, bytes);
}

static mg_status predict_adell(mg_context *context, mg_storage *from, const mg_format_options *options,
                               uint64_t *bytes) {
    (void)options;
    return predict(context, from, MG_FORMAT_ADELL, bytes);
}

static mg_status predict_coadell(mg_context *context, mg_storage *from, const mg_format_options *options,
                                 uint64_t *bytes) {
    (void)options;
    return predict(context, from, MG_FORMAT_COADELL, bytes);
}

static mg_status build(mg_context *context, mg_storage *from, mg_storage *to) {
    mg_warps *warps;
    mg_status status;
    MG_TRY(MG_ALLOC(context, warps, 1, "warps of a matrix"));
    *warps = (mg_warps){0};
    to->layout = warps;
    MG_TRY(plan(context, from, to->format->id, warps));
    status = mg__warps_fill(context, from, warps);
out:
    return status;
}

/* ---- decoding ---- */

/* Nonzeros of a lane. */
static uint32_t lane_length(const mg_warps *w, uint64_t warp, uint32_t lane) {
    uint32_t columns[MG_LANE_MAX];
    if (w->first_columns) {
        return mg__warp_lane(w, warp, lane, columns);
    }
    uint32_t count = 0;
    for (uint64_t slot = w->starts[warp] + lane; slot < w->starts[warp + 1]; slot += MG_WARP) {
        count += w->columns[slot] != MG_LANE_NONE;
    }
    return count;
}

static void count_rows(const mg_warps *w, uint64_t rows, uint64_t *offsets) {
    memset(offsets, 0, (rows + 1) * sizeof *offsets);
    for (uint64_t warp = 0; warp < w->warp_count; warp++) {
        for (uint32_t lane = 0; lane < MG_WARP; lane++) {
            const uint32_t row = w->lane_rows[MG_WARP * warp + lane];
            if (row != MG_LANE_NONE) {
                offsets[row + 1] += lane_length(w, warp, lane);
            }
        }
    }
    for (uint64_t row = 0; row < rows; row++) {
        offsets[row + 1] += offsets[row];
    }
}

static void decode_warp(const mg_storage *storage, uint64_t warp, const mg_csr_rows *csr, uint32_t *columns) {
    const mg_warps *w = storage->layout;
    const size_t size = mg__type_size(storage->type);
    uint64_t next = warp < w->shared_count ? w->pieces[warp].begin : 0;
    for (uint32_t lane = 0; lane < MG_WARP; lane++) {
        const uint32_t row = w->lane_rows[MG_WARP * warp + lane];
        if (row == MG_LANE_NONE) {
            continue;
        }
        next = lane && w->heads[warp] >> lane & 1 ? 0 : next;
        const uint32_t count = mg__warp_lane(w, warp, lane, columns);
        for (uint32_t i = 0; i < count; i++) {
            const uint64_t slot = w->starts[warp] + (uint64_t)MG_WARP * i + lane;
            const uint64_t at = csr->offsets[row] + (w->positions ? w->positions[slot] : next + i);
            csr->columns[at] = columns[i];
            mg__copy_value(csr->values, at, w->values, slot, size);
        }
        next += count;
    }
}

static mg_status decode(mg_context *context, const mg_storage *storage, const mg_csr_rows *csr) {
    const mg_warps *w = storage->layout;
    uint32_t *columns = NULL;
    uint64_t most = 0;
    for (uint64_t warp = 0; warp < w->warp_count; warp++) {
        const uint64_t load = (w->starts[warp + 1] - w->starts[warp]) / MG_WARP;
        most = load > most ? load : most;
    }
    const mg_status status = MG_ALLOC(context, columns, most, "columns of a lane");
    if (status < 0) {
        return status;
    }
    count_rows(w, storage->rows, csr->offsets);
    for (uint64_t warp = 0; warp < w->warp_count; warp++) {
        decode_warp(storage, warp, csr, columns);
    }
    mg__release(&context->memory, columns);
    return MG_OK;
}

/* ---- description ---- */

static const void *values(const mg_storage *storage, uint64_t *count) {
    *count = ((const mg_warps *)storage->layout)->slot_count;
    return ((const mg_warps *)storage->layout)->values;
}

static void arrays(const mg_storage *storage, mg_matrix_statistics *statistics) {
    const mg_warps *w = storage->layout;
    const uint64_t warps = w->warp_count, windows = w->window_count;
    mg__list_array(statistics, "starts", warps + 1, sizeof *w->starts);
    mg__list_array(statistics, "lane_rows", MG_WARP * warps, sizeof *w->lane_rows);
    mg__list_array(statistics, "heads", warps, sizeof *w->heads);
    mg__list_array(statistics, "flags", warps, sizeof *w->flags);
    if (w->first_columns) {
        mg__list_array(statistics, "first_columns", MG_WARP * warps, sizeof *w->first_columns);
        mg__list_array(statistics, "delta_starts", warps + 1, sizeof *w->delta_starts);
        mg__list_array(statistics, "deltas", w->delta_bytes, 1);
    } else {
        mg__list_array(statistics, "columns", w->slot_count, sizeof *w->columns);
    }
    mg__list_array(statistics, "values", w->slot_count, mg__type_size(storage->type));
    mg__list_array(statistics, "positions", w->positions ? w->slot_count : 0, sizeof *w->positions);
    mg__list_array(statistics, "pieces", w->shared_count, sizeof *w->pieces);
    mg__list_array(statistics, "window_rows", windows + 1, sizeof *w->window_rows);
    mg__list_array(statistics, "window_warps", windows + 1, sizeof *w->window_warps);
    mg__list_array(statistics, "window_shared", windows + 1, sizeof *w->window_shared);
    mg__list_array(statistics, "window_limits", windows, sizeof *w->window_limits);
}

static uint64_t units(const mg_storage *storage) {
    return ((const mg_warps *)storage->layout)->warp_count;
}

static uint64_t padding(const mg_storage *storage) {
    return ((const mg_warps *)storage->layout)->slot_count - storage->nonzeros;
}

#define WARPS_FORMAT(number, word, text, prediction)                                                                   \
    {                                                                                                                  \
        .id = (number), .name = (word), .summary = (text), .unit = "warps",                                            \
        .operations = {[MG_BACKEND_CPU] = MG_OPERATION_SPMM, [MG_BACKEND_CUDA] = MG_OPERATION_SPMM},                   \
        .fits = mg__is_one_column, .build = build, .decode = decode, .values = values, .release = release,             \
        .arrays = arrays, .predict = (prediction), .units = units, .padding = padding                                  \
    }
const mg_format mg__format_well =
    WARPS_FORMAT(MG_FORMAT_WELL, "well",
                 "warps of 32 rows, each padded to its longest row; rows sorted by length locally", predict_well);
const mg_format mg__format_adell =
    WARPS_FORMAT(MG_FORMAT_ADELL, "adell", "warps of 32 lanes; each row has as many lanes as it needs", predict_adell);
const mg_format mg__format_coadell = WARPS_FORMAT(
    MG_FORMAT_COADELL, "coadell", "adell with differences of columns in 8, 16 or 32 bits", predict_coadell);

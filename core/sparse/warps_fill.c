/* SPDX-License-Identifier: Apache-2.0
 *
 * warps_fill.c: the sizes of warps, the widths of their differences, and their slots.
 */
#include "core/sparse/copy_value.h"
#include "core/sparse/row_order.h"
#include "core/sparse/warps.h"

#include <omp.h>
#include <string.h>

/* One pass over the lanes of all warps. */
typedef struct pass {
    const mg_storage *from;
    mg_row_order order;
    mg_warps *warps;
    mg_warp_packing *packings; /* one for each thread */
    /* Nonzeros begin .. end of a row are a lane of a warp. */
    void (*lane)(const struct pass *p, uint64_t warp, uint32_t lane, const mg_ordered_row *row, uint64_t begin,
                 uint64_t end);
} pass;

static mg_status pass_create(mg_context *context, mg_storage *from, mg_warps *warps, pass *p) {
    mg_status status;
    *p = (pass){.from = from, .warps = warps};
    MG_TRY(mg__row_order_create(context, from, &p->order));
    MG_TRY(MG_ALLOC(context, p->packings, context->threads, "packing of rows into warps"));
out:
    return status;
}

static void pass_release(mg_context *context, pass *p) {
    mg__row_order_release(context, &p->order);
    mg__release(&context->memory, p->packings);
}

void mg__warps_release(const mg_allocator *memory, mg_warps *warps) {
    mg__release(memory, warps->starts);
    mg__release(memory, warps->lane_rows);
    mg__release(memory, warps->heads);
    mg__release(memory, warps->flags);
    mg__release(memory, warps->columns);
    mg__release(memory, warps->delta_starts);
    mg__release(memory, warps->first_columns);
    mg__release(memory, warps->deltas);
    mg__release(memory, warps->values);
    mg__release(memory, warps->positions);
    mg__release(memory, warps->pieces);
    mg__release(memory, warps->window_rows);
    mg__release(memory, warps->window_warps);
    mg__release(memory, warps->window_shared);
    mg__release(memory, warps->window_limits);
}

/* ---- windows ---- */

static mg_status list_windows(mg_context *context, const mg_storage *from, mg_warps *warps) {
    const uint64_t *offsets = from->csr.offsets;
    uint64_t count = 0;
    mg_status status;
    for (uint64_t first = 0; first < from->rows; count++) {
        first = mg__warps_window_end(offsets, from->rows, first);
    }
    warps->window_count = count;
    MG_TRY(MG_ALLOC(context, warps->window_rows, count + 1, "windows of rows"));
    MG_TRY(MG_ALLOC(context, warps->window_warps, count + 1, "windows of rows"));
    MG_TRY(MG_ALLOC(context, warps->window_shared, count + 1, "windows of rows"));
    MG_TRY(MG_ALLOC(context, warps->window_limits, count, "windows of rows"));
    warps->window_rows[0] = 0;
    for (uint64_t i = 0; i < count; i++) {
        warps->window_rows[i + 1] = (uint32_t)mg__warps_window_end(offsets, from->rows, warps->window_rows[i]);
    }
out:
    return status;
}

static const mg_warp_packing *pack(const pass *p, uint64_t window) {
    mg_warp_packing *const packing = &p->packings[omp_get_thread_num()];
    const mg_warps *w = p->warps;
    mg__warps_pack(p->from->csr.offsets, w->window_rows[window], w->window_rows[window + 1], w->window_limits[window],
                   packing);
    return packing;
}

static uint64_t packed_nonzeros(const uint64_t *offsets, const mg_warp_packing *packing) {
    const uint64_t first = packing->first_row;
    uint64_t count = offsets[first + packing->row_count] - offsets[first];
    for (uint32_t i = 0; i < packing->long_count; i++) {
        count -= offsets[packing->long_rows[i] + 1] - offsets[packing->long_rows[i]];
    }
    return count;
}

/* Numbers the warps: those of long rows first, each in the order of the windows. */
static void number_warps(const mg_context *context, const pass *p, bool adaptive) {
    mg_warps *const w = p->warps;
    const uint64_t *offsets = p->from->csr.offsets;
    uint64_t most = 0;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 8) reduction(max : most)
    for (uint64_t i = 0; i < w->window_count; i++) {
        w->window_limits[i] = adaptive ? mg__warps_limit(offsets, w->window_rows[i], w->window_rows[i + 1]) : 0;
        const mg_warp_packing *packing = pack(p, i);
        const uint64_t nonzeros = packed_nonzeros(offsets, packing);
        w->window_warps[i + 1] = packing->warp_count;
        w->window_shared[i + 1] = packing->shared_count;
        most = nonzeros > most ? nonzeros : most;
    }
    w->most_nonzeros = most;
    w->window_shared[0] = 0;
    for (uint64_t i = 0; i < w->window_count; i++) {
        w->window_shared[i + 1] += w->window_shared[i];
    }
    w->shared_count = w->window_warps[0] = w->window_shared[w->window_count];
    for (uint64_t i = 0; i < w->window_count; i++) {
        w->window_warps[i + 1] += w->window_warps[i];
    }
    w->warp_count = w->window_warps[w->window_count];
}

/* ---- lanes ---- */

static void visit_lanes(const pass *p, uint64_t warp, uint32_t lane, uint32_t lanes, const mg_ordered_row *row,
                        uint64_t begin, uint64_t end) {
    const uint32_t load = mg__lane_load(end - begin, lanes);
    for (uint32_t i = 0; i < lanes; i++) {
        const uint64_t from = begin + (uint64_t)i * load < end ? begin + (uint64_t)i * load : end;
        p->lane(p, warp, lane + i, row, from, end - from < load ? end : from + load);
    }
}

static void visit_window(const pass *p, uint64_t window) {
    const mg_warp_packing *packing = pack(p, window);
    const uint64_t *offsets = p->from->csr.offsets;
    uint64_t warp = p->warps->window_shared[window];
    for (uint32_t i = 0; i < packing->long_count; i++) {
        const mg_ordered_row row = mg__ordered_row(&p->order, packing->long_rows[i]);
        const uint64_t length = offsets[row.row + 1] - row.begin, warps = mg__warps_of_row(length, packing->limit);
        for (uint64_t k = 0; k < warps; k++) {
            visit_lanes(p, warp++, 0, MG_WARP, &row, mg__warp_piece(length, warps, k),
                        mg__warp_piece(length, warps, k + 1));
        }
    }
    for (uint32_t i = 0; i < packing->place_count; i++) {
        const mg_warp_place place = packing->places[i];
        const mg_ordered_row row = mg__ordered_row(&p->order, place.row);
        visit_lanes(p, p->warps->window_warps[window] + place.warp, place.lane, place.lanes, &row, 0,
                    offsets[row.row + 1] - row.begin);
    }
}

static void visit_all(const mg_context *context, const pass *p) {
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 8)
    for (uint64_t i = 0; i < p->warps->window_count; i++) {
        visit_window(p, i);
    }
}

/* Grows the warp to the lane's load and, if it is compressed, to the width of its differences. */
static void measure_lane(const pass *p, uint64_t warp, uint32_t lane, const mg_ordered_row *row, uint64_t begin,
                         uint64_t end) {
    mg_warps *const w = p->warps;
    uint32_t most = 0;
    (void)lane;
    w->starts[warp + 1] = end - begin > w->starts[warp + 1] ? end - begin : w->starts[warp + 1];
    for (uint64_t i = begin + 1; w->delta_starts && i < end; i++) {
        const uint32_t delta = mg__ordered_column(row, i) - mg__ordered_column(row, i - 1);
        most = delta > most ? delta : most;
    }
    const uint8_t bits = most < UINT8_MAX ? 0 : most < UINT16_MAX ? 1 : 2;
    const uint8_t known = w->flags[warp] >> MG_WARP_WIDTH_SHIFT;
    w->flags[warp] =
        (uint8_t)((bits > known ? bits : known) << MG_WARP_WIDTH_SHIFT | (warp < w->shared_count ? MG_WARP_SHARED : 0));
}

static void sum_starts(mg_warps *w) {
    for (uint64_t warp = 0; warp < w->warp_count; warp++) {
        const uint64_t load = w->starts[warp + 1];
        w->starts[warp + 1] = w->starts[warp] + MG_WARP * load;
        if (w->delta_starts) {
            const uint64_t deltas = load ? MG_WARP * (load - 1) : 0;
            w->delta_starts[warp + 1] = w->delta_starts[warp] + deltas * mg__warp_width(w, warp);
        }
    }
    w->slot_count = w->starts[w->warp_count];
    w->delta_bytes = w->delta_starts ? w->delta_starts[w->warp_count] : 0;
}

mg_status mg__warps_plan(mg_context *context, mg_storage *from, bool adaptive, bool compressed, mg_warps *warps) {
    pass p;
    mg_status status;
    *warps = (mg_warps){0};
    MG_TRY(pass_create(context, from, warps, &p));
    MG_TRY(list_windows(context, from, warps));
    number_warps(context, &p, adaptive);
    MG_TRY(MG_ALLOC_ZEROED(context, warps->starts, warps->warp_count + 1, "starts of warps"));
    MG_TRY(MG_ALLOC_ZEROED(context, warps->flags, warps->warp_count, "flags of warps"));
    if (compressed) {
        MG_TRY(MG_ALLOC_ZEROED(context, warps->delta_starts, warps->warp_count + 1, "starts of warps"));
    }
    p.lane = measure_lane;
    visit_all(context, &p);
    sum_starts(warps);
out:
    pass_release(context, &p);
    return status;
}

/* ---- slots ---- */

static void write_delta(uint8_t *deltas, uint32_t width, uint64_t at, uint32_t delta) {
    if (width == 1) {
        deltas[at] = (uint8_t)delta;
    } else if (width == 2) {
        ((uint16_t *)(void *)deltas)[at] = (uint16_t)delta;
    } else {
        ((uint32_t *)(void *)deltas)[at] = delta;
    }
}

static void write_column(const mg_warps *w, uint64_t warp, uint32_t lane, const mg_ordered_row *row, uint64_t begin,
                         uint64_t i) {
    const uint32_t column = mg__ordered_column(row, i);
    if (!w->deltas) {
        w->columns[w->starts[warp] + MG_WARP * (i - begin) + lane] = column;
    } else if (i == begin) {
        w->first_columns[MG_WARP * warp + lane] = column;
    } else {
        write_delta(w->deltas + w->delta_starts[warp], mg__warp_width(w, warp), MG_WARP * (i - begin - 1) + lane,
                    column - mg__ordered_column(row, i - 1));
    }
}

static void fill_lane(const pass *p, uint64_t warp, uint32_t lane, const mg_ordered_row *row, uint64_t begin,
                      uint64_t end) {
    const mg_warps *w = p->warps;
    const size_t size = mg__type_size(p->from->type);
    w->lane_rows[MG_WARP * warp + lane] = row->row;
    if (warp < w->shared_count && lane == 0) {
        w->pieces[warp] = (mg_row_piece){.begin = begin, .row = row->row};
    }
    if (warp < w->shared_count) {
        w->pieces[warp].count += (uint32_t)(end - begin);
    }
    for (uint64_t i = begin; i < end; i++) {
        const uint64_t slot = w->starts[warp] + MG_WARP * (i - begin) + lane;
        const uint32_t place = mg__ordered_place(row, i);
        write_column(w, warp, lane, row, begin, i);
        mg__copy_value(w->values, slot, p->from->csr.values, row->begin + place, size);
        if (w->positions) {
            w->positions[slot] = place;
        }
    }
}

static void find_heads(const mg_context *context, const mg_warps *w) {
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t warp = 0; warp < w->warp_count; warp++) {
        const uint32_t *rows = w->lane_rows + MG_WARP * warp;
        w->heads[warp] = 1;
        for (uint32_t lane = 1; lane < MG_WARP; lane++) {
            w->heads[warp] |= (uint32_t)(rows[lane] != rows[lane - 1]) << lane;
        }
    }
}

/* An array whose elements are padding at first: all bits 1. */
static mg_status allocate_padding(mg_context *context, void **array, uint64_t count, size_t size, const char *what) {
    const mg_status status = mg__alloc(context, array, count, size, what);
    if (status >= 0) {
        memset(*array, 0xff, count * size);
    }
    return status;
}

mg_status mg__warps_fill(mg_context *context, mg_storage *from, mg_warps *w) {
    const size_t size = mg__type_size(from->type);
    const uint64_t lanes = MG_WARP * w->warp_count;
    pass p;
    mg_status status;
    MG_TRY(pass_create(context, from, w, &p));
    MG_TRY(allocate_padding(context, (void **)&w->lane_rows, lanes, sizeof *w->lane_rows, "rows of lanes"));
    MG_TRY(MG_ALLOC(context, w->heads, w->warp_count, "heads of warps"));
    MG_TRY(MG_ALLOC(context, w->pieces, w->shared_count, "pieces of long rows"));
    if (w->delta_starts) {
        MG_TRY(allocate_padding(context, (void **)&w->first_columns, lanes, sizeof *w->first_columns, "first columns"));
        MG_TRY(allocate_padding(context, (void **)&w->deltas, w->delta_bytes, 1, "differences of columns"));
    } else {
        MG_TRY(allocate_padding(context, (void **)&w->columns, w->slot_count, sizeof *w->columns, "columns of warps"));
    }
    if (size) {
        MG_TRY(mg__alloc_zeroed(context, &w->values, w->slot_count, size, "values of warps"));
    }
    if (!p.order.ascending) {
        MG_TRY(MG_ALLOC_ZEROED(context, w->positions, w->slot_count, "positions of warps"));
    }
    p.lane = fill_lane;
    visit_all(context, &p);
    find_heads(context, w);
out:
    pass_release(context, &p);
    return status;
}

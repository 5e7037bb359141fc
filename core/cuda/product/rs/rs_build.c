/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/rs/rs_build.h"

#include "core/cuda/product/nonzeros/device_steps.h"
#include "core/cuda/product/nonzeros/nonzeros.h"
#include "core/cuda/product/rs/device_rs.h"
#include "core/cuda/product/split/device_matrix.h"
#include "core/cuda/product/split/split_items.h"

#define WHAT "segments of format rs"

_Static_assert(MG_RS_BUILD_LENGTHS == MG_RS_LENGTHS, "the same counts on the host and on the device");

typedef struct work {
    mg_steps steps;
    mg_device_arrays *arrays;
    mg_device_rows csr;
    mg_rs_build b;
    uint32_t *row, *row_sorted;
    mg_sort_step sort;
    uint64_t chunk_count;
} work;

static void release(work *w) {
    void *const blocks[] = {w->csr.uploaded,    w->row,
                            w->row_sorted,      w->sort.keys[0],
                            w->sort.keys[1],    w->sort.values[0],
                            w->sort.values[1],  w->b.lengths,
                            w->b.first,         w->b.segment_count,
                            w->b.segment_panel, w->b.heavy_of_row,
                            w->b.selected,      w->b.panel_segments,
                            w->b.panel_chunks,  w->b.light_count,
                            w->b.light_offsets};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        mg__cuda_release(w->steps.cuda, blocks[i]);
    }
    mg__steps_end(&w->steps);
}

static mg_status clear(work *w, void *array, uint64_t count, size_t size) {
    return mg__cuda_check(w->steps.context, cudaMemsetAsync(array, 0, count * size, w->steps.cuda->stream), WHAT);
}

/* The CSR on the device, and the rows of its nonzeros. */
static mg_status open(work *w, mg_storage *storage) {
    mg_storage *csr;
    mg_status status;
    const mg_matrix_shape shape = mg__storage_shape(w->steps.context, storage);
    const uint32_t width = mg__rs_panel_columns(&shape, &storage->options);
    const uint64_t panels = (storage->columns + width - 1) / width;
    if (panels > INT32_MAX) {
        return mg__fail(w->steps.context, MG_ERROR_RANGE, "the matrix has too many panels for format rs on a GPU");
    }
    MG_TRY(mg__storage_csr(w->steps.context, storage, &csr));
    MG_TRY(mg__device_rows(w->steps.context, w->steps.cuda, csr, MG_TYPE_NONE, &w->csr));
    MG_TRY(mg__device_clock_start(w->steps.context, w->steps.cuda));
    MG_TRY(mg__steps_get(&w->steps, &w->row, storage->nonzeros, sizeof *w->row));
    mg_nonzero_rows rows = {.offsets = w->csr.offsets,
                            .rows = (uint32_t)storage->rows,
                            .count = (uint32_t)storage->nonzeros,
                            .row = w->row};
    MG_TRY(mg__step(&w->steps, mg__nonzero_rows, &rows));
    w->b = (mg_rs_build){.offsets = w->csr.offsets,
                         .columns = w->csr.columns,
                         .row = w->row,
                         .rows = rows.rows,
                         .nonzeros = rows.count,
                         .panels = (uint32_t)panels,
                         .panel_columns = width,
                         .shift = (uint32_t)__builtin_ctz(width)};
out:
    return status;
}

/* Sorts the nonzeros by panel. */
static mg_status sort(work *w) {
    mg_rs_build *const b = &w->b;
    mg_status status;
    w->sort.count = b->nonzeros;
    w->sort.bits = mg__bits_below(b->panels);
    MG_TRY(mg__steps_get(&w->steps, &w->row_sorted, b->nonzeros, sizeof *w->row_sorted));
    for (int i = 0; i < 2; i++) {
        MG_TRY(mg__steps_get(&w->steps, &w->sort.keys[i], b->nonzeros, sizeof(uint32_t)));
        MG_TRY(mg__steps_get(&w->steps, &w->sort.values[i], b->nonzeros, sizeof(uint32_t)));
    }
    b->panel = w->sort.keys[0];
    b->at = w->sort.values[0];
    b->row_sorted = w->row_sorted;
    MG_TRY(mg__step(&w->steps, mg__rs_panels, b));
    if (b->nonzeros) {
        MG_TRY(mg__step(&w->steps, mg__step_sort, &w->sort));
        b->panel = w->sort.keys[w->sort.in];
        b->at = w->sort.values[w->sort.in];
    }
    MG_TRY(mg__step(&w->steps, mg__rs_rows, b));
out:
    return status;
}

/* The segments of more than `threshold` nonzeros. */
static mg_status find_heavy(work *w, uint32_t threshold) {
    mg_rs_build *const b = &w->b;
    mg_status status = MG_OK;
    mg_select_step begins = {.flags = b->selected, .count = b->nonzeros, .to = b->first, .number = b->segment_count};
    b->threshold = threshold;
    MG_TRY(clear(w, b->segment_count, 1, sizeof *b->segment_count));
    if (b->nonzeros) {
        MG_TRY(mg__step(&w->steps, mg__rs_heavy, b));
        MG_TRY(mg__step(&w->steps, mg__step_select, &begins));
    }
    MG_TRY(mg__steps_read(&w->steps, &b->segments, b->segment_count, sizeof b->segments));
out:
    return status;
}

/* Finds the heavy segments, with the threshold of the options or that of least cost. */
static mg_status choose_heavy(work *w, mg_storage *storage) {
    mg_rs_build *const b = &w->b;
    const uint32_t given = storage->options.threshold, first = given ? given : MG_RS_SHORT;
    const mg_matrix_shape shape = mg__storage_shape(w->steps.context, storage);
    mg_rs_lengths lengths;
    mg_status status;
    MG_TRY(mg__steps_get(&w->steps, &b->first, b->nonzeros / ((uint64_t)first + 1) + 1, sizeof *b->first));
    MG_TRY(mg__steps_get(&w->steps, &b->segment_count, 1, sizeof *b->segment_count));
    MG_TRY(mg__steps_get(&w->steps, &b->selected, b->nonzeros, sizeof *b->selected));
    MG_TRY(mg__steps_get(&w->steps, &b->panel_segments, b->panels + 1ull, sizeof *b->panel_segments));
    MG_TRY(find_heavy(w, first));
    MG_TRY(mg__steps_get(&w->steps, &b->segment_panel, b->segments, sizeof *b->segment_panel));
    if (!given) {
        const size_t count = sizeof lengths.count / sizeof **lengths.count;
        b->near = mg__rs_near_segments(&shape, &storage->options);
        MG_TRY(mg__steps_get(&w->steps, &b->lengths, count, sizeof *b->lengths));
        MG_TRY(clear(w, b->lengths, count, sizeof *b->lengths));
        MG_TRY(mg__step(&w->steps, mg__rs_lengths, b));
        MG_TRY(mg__steps_read(&w->steps, lengths.count, b->lengths, sizeof lengths.count));
        const uint32_t best = mg__rs_best_threshold(&lengths);
        status = best > first ? find_heavy(w, best) : MG_OK;
    }
out:
    return status;
}

/* The arrays of the heavy segments, and what is left of the rows. */
static mg_status find_segments(work *w) {
    mg_rs_build *const b = &w->b;
    mg_scan_step sums = {.values = NULL};
    void *block = NULL;
    uint64_t at = 0;
    mg_status status;
    mg__cuda_carve(NULL, &at, (b->segments + 1ull) * sizeof *b->starts);
    mg__cuda_carve(NULL, &at, (b->segments + 1ull) * sizeof *b->segment_row);
    MG_TRY(mg__device_pool_block(w->steps.context, w->steps.cuda, w->arrays, at, WHAT, &block));
    at = 0;
    b->starts = mg__cuda_carve(block, &at, (b->segments + 1ull) * sizeof *b->starts);
    b->segment_row = mg__cuda_carve(block, &at, (b->segments + 1ull) * sizeof *b->segment_row);
    MG_TRY(mg__steps_get(&w->steps, &b->heavy_of_row, b->rows + 1ull, sizeof *b->heavy_of_row));
    MG_TRY(mg__steps_get(&w->steps, &b->light_offsets, b->rows + 1ull, sizeof *b->light_offsets));
    MG_TRY(clear(w, b->heavy_of_row, b->rows + 1ull, sizeof *b->heavy_of_row));
    MG_TRY(mg__step(&w->steps, mg__rs_segments, b));
    sums = (mg_scan_step){.values = b->starts, .count = b->segments + 1ull};
    MG_TRY(mg__step(&w->steps, mg__step_sums, &sums));
    sums = (mg_scan_step){.values = b->light_offsets, .count = b->rows + 1ull};
    MG_TRY(mg__step(&w->steps, mg__step_sums, &sums));
    MG_TRY(mg__steps_read(&w->steps, &b->heavy, b->starts + b->segments, sizeof b->heavy));
out:
    return status;
}

/* The nonzeros in their new order. */
static mg_status place(work *w) {
    mg_rs_build *const b = &w->b;
    const uint64_t light = b->nonzeros - b->heavy + MG_SPLIT_PAD, heavy = b->heavy + MG_SPLIT_PAD;
    void *block = NULL;
    uint64_t at = 0;
    mg_status status;
    mg__cuda_carve(NULL, &at, (uint64_t)b->nonzeros * sizeof *b->order + 1);
    mg__cuda_carve(NULL, &at, light * sizeof *b->light_columns);
    mg__cuda_carve(NULL, &at, heavy * sizeof *b->segment_columns);
    MG_TRY(mg__device_pool_block(w->steps.context, w->steps.cuda, w->arrays, at, WHAT, &block));
    at = 0;
    b->order = mg__cuda_carve(block, &at, (uint64_t)b->nonzeros * sizeof *b->order + 1);
    b->light_columns = mg__cuda_carve(block, &at, light * sizeof *b->light_columns);
    b->segment_columns = mg__cuda_carve(block, &at, heavy * sizeof *b->segment_columns);
    MG_TRY(clear(w, b->light_columns + light - MG_SPLIT_PAD, MG_SPLIT_PAD, sizeof *b->light_columns));
    MG_TRY(clear(w, b->segment_columns + b->heavy, MG_SPLIT_PAD, sizeof *b->segment_columns));
    MG_TRY(mg__steps_get(&w->steps, &b->light_count, 1, sizeof *b->light_count));
    if (b->nonzeros) {
        mg_select_step light_ones = {
            .flags = b->selected, .count = b->nonzeros, .to = b->order + b->heavy, .number = b->light_count};
        MG_TRY(mg__cuda_check(w->steps.context, cudaMemsetAsync(b->selected, 1, b->nonzeros, w->steps.cuda->stream),
                              WHAT));
        MG_TRY(mg__step(&w->steps, mg__rs_place_heavy, b));
        MG_TRY(mg__step(&w->steps, mg__step_select, &light_ones));
        MG_TRY(mg__step(&w->steps, mg__rs_place_light, b));
    }
out:
    return status;
}

/* The heavy segments as the work of thread blocks. */
static mg_status cut_chunks(work *w) {
    mg_rs_build *const b = &w->b;
    mg_scan_step sums = {.count = b->panels + 1ull};
    void *block = NULL;
    uint64_t count = 0, at = 0;
    mg_status status;
    MG_TRY(mg__steps_get(&w->steps, &b->panel_chunks, b->panels + 1ull, sizeof *b->panel_chunks));
    MG_TRY(clear(w, b->panel_chunks, b->panels + 1ull, sizeof *b->panel_chunks));
    MG_TRY(mg__step(&w->steps, mg__rs_chunks, b));
    sums.values = b->panel_chunks;
    MG_TRY(mg__step(&w->steps, mg__step_sums, &sums));
    MG_TRY(mg__steps_read(&w->steps, &count, b->panel_chunks + b->panels, sizeof count));
    if (count > INT32_MAX) {
        return mg__fail(w->steps.context, MG_ERROR_RANGE, "the matrix has too many segments for format rs on a GPU");
    }
    w->chunk_count = count;
    mg__cuda_carve(NULL, &at, (count + 1) * sizeof *b->chunks);
    mg__cuda_carve(NULL, &at, (count + 1) * sizeof *b->tiles);
    MG_TRY(mg__device_pool_block(w->steps.context, w->steps.cuda, w->arrays, at, WHAT, &block));
    at = 0;
    b->chunks = mg__cuda_carve(block, &at, (count + 1) * sizeof *b->chunks);
    b->tiles = mg__cuda_carve(block, &at, (count + 1) * sizeof *b->tiles);
    MG_TRY(mg__step(&w->steps, mg__rs_chunks, b));
out:
    return status;
}

static mg_status pack(work *w, mg_rs_on_device *made) {
    const mg_rs_build *const b = &w->b;
    mg_status status;
    made->packed.tile_count = (uint32_t)w->chunk_count;
    made->packed.source = (mg_pack_source){.tiles = b->tiles,
                                           .starts = b->starts,
                                           .rows = b->segment_row,
                                           .columns = b->segment_columns,
                                           .narrow = true,
                                           .mask = UINT16_MAX,
                                           .pad = b->panel_columns};
    MG_TRY(mg__pack(w->steps.context, w->steps.cuda, w->arrays, &made->packed));
    made->rs.heavy = (mg_device_rs){.starts = b->starts,
                                    .row = b->segment_row,
                                    .column = b->segment_columns,
                                    .chunks = b->chunks,
                                    .pack = made->packed.pack,
                                    .chunk_count = made->packed.tile_count,
                                    .panel_columns = b->panel_columns};
out:
    return status;
}

mg_status mg__rs_build(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays) {
    mg_rs_on_device *const made = (mg_rs_on_device *)arrays;
    mg_device_split *const light = &made->rs.light;
    work w = {.steps = {.context = context, .cuda = cuda, .what = WHAT}, .arrays = arrays};
    mg_status status;
    MG_TRY(open(&w, storage));
    MG_TRY(sort(&w));
    MG_TRY(choose_heavy(&w, storage));
    MG_TRY(find_segments(&w));
    MG_TRY(place(&w));
    MG_TRY(cut_chunks(&w));
    MG_TRY(pack(&w, made));
    *light = (mg_device_split){.rows = w.b.rows, .columns = (uint32_t)storage->columns, .column = w.b.light_columns};
    MG_TRY(mg__split_items(context, cuda, w.b.light_offsets, w.b.light_offsets + 1, mg__device_place(arrays), light));
    made->segments = w.b.segments;
    made->threshold = w.b.threshold;
    arrays->order = w.b.order;
    arrays->cut = w.b.heavy;
out:
    release(&w);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/square/square_build.h"

#include "core/cuda/product/square/square_chunks.h"
#include "core/cuda/product/square/square_leaves.h"
#include "core/sparse/csb.h"

/* An array that is uploaded. */
typedef struct source {
    const void *from;
    uint64_t count;
    size_t size;
    const void *made;
} source;

static mg_status upload(mg_context *context, mg_cuda *cuda, mg_device_arrays *arrays, source *sources, size_t count) {
    mg_status status = MG_OK;
    for (size_t i = 0; i < count; i++) {
        MG_TRY(mg__device_upload(context, cuda, arrays, sources[i].from, sources[i].count, sources[i].size,
                                 &sources[i].made));
    }
out:
    return status;
}

/* The strips of a direction. */
static mg_status upload_strips(mg_context *context, mg_cuda *cuda, const mg_block_index *index,
                               const mg_square_places *places, bool by_column, mg_device_arrays *arrays) {
    mg_square_chunks c;
    mg_status status;
    MG_TRY(mg__square_chunks(context, index, places, by_column, &c));
    source lists[] = {{.from = c.pieces, .count = c.piece_count, .size = sizeof *c.pieces},
                      {.from = c.tiles, .count = c.tile_count, .size = sizeof *c.tiles},
                      {.from = c.chunks, .count = c.chunk_count + c.light_count, .size = sizeof *c.chunks},
                      {.from = c.shared, .count = c.shared_count, .size = sizeof *c.shared}};
    MG_TRY(upload(context, cuda, arrays, lists, sizeof lists / sizeof *lists));
    ((mg_square_device *)arrays)->matrix.strips[by_column] =
        (mg_square_strips){.pieces = lists[0].made,
                           .tiles = lists[1].made,
                           .chunks = lists[2].made,
                           .shared = lists[3].made,
                           .chunk_count = (uint32_t)c.chunk_count,
                           .shared_count = (uint32_t)c.shared_count,
                           .light_count = (uint32_t)c.light_count};
out:
    mg__square_chunks_release(context, &c);
    return status;
}

/* Coordinates, and what the three formats have in common. */
static mg_status upload_csb(mg_context *context, mg_cuda *cuda, const mg_csb *csb, mg_device_arrays *arrays) {
    mg_device_square *const m = &((mg_square_device *)arrays)->matrix;
    const size_t size = csb->is_wide ? sizeof(uint32_t) : sizeof(uint16_t);
    const void *coordinates;
    mg_status status;
    MG_TRY(mg__device_upload(context, cuda, arrays, csb->coordinates, csb->slot_count, size, &coordinates));
    arrays->value_count = csb->slot_count;
    *m = (mg_device_square){.narrow = coordinates,
                            .wide = coordinates,
                            .wide_share = csb->is_wide ? 0 : UINT32_MAX,
                            .narrow_shift = csb->shift,
                            .wide_shift = csb->shift,
                            .shift = csb->shift,
                            .block_columns = (uint32_t)csb->block_columns,
                            .slot_count = csb->slot_count,
                            .ell_slots = csb->width * csb->block_rows,
                            .block_rows = (uint32_t)csb->block_rows,
                            .group = csb->group,
                            .block_count = csb->block_count};
out:
    return status;
}

mg_status mg__square_build_csb(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays) {
    const mg_block_index *index;
    mg_status status;
    MG_TRY(mg__storage_blocks(context, storage, &index));
    MG_TRY(upload_csb(context, cuda, storage->layout, arrays));
    MG_TRY(upload_strips(context, cuda, index, NULL, false, arrays));
    MG_TRY(upload_strips(context, cuda, index, NULL, true, arrays));
out:
    return status;
}

mg_status mg__square_build_ecsb(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays) {
    const mg_csb *csb = storage->layout;
    mg_device_square *const m = &((mg_square_device *)arrays)->matrix;
    source lists[] = {{.from = csb->numbers, .count = csb->slot_count, .size = sizeof *csb->numbers},
                      {.from = csb->row_starts, .count = csb->block_rows + 1, .size = sizeof *csb->row_starts}};
    mg_status status;
    MG_TRY(upload_csb(context, cuda, csb, arrays));
    MG_TRY(upload(context, cuda, arrays, lists, sizeof lists / sizeof *lists));
    m->numbers = lists[0].made;
    m->row_starts = lists[1].made;
out:
    return status;
}

mg_status mg__square_build_gcsb(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays) {
    const mg_csb *csb = storage->layout;
    mg_device_square *const m = &((mg_square_device *)arrays)->matrix;
    source lists[] = {{.from = csb->numbers, .count = csb->block_count, .size = sizeof *csb->numbers},
                      {.from = csb->counts, .count = csb->block_count, .size = sizeof *csb->counts},
                      {.from = csb->group_starts, .count = csb->group_count + 1, .size = sizeof *csb->group_starts}};
    mg_status status;
    MG_TRY(upload_csb(context, cuda, csb, arrays));
    MG_TRY(upload(context, cuda, arrays, lists, sizeof lists / sizeof *lists));
    m->numbers = lists[0].made;
    m->counts = lists[1].made;
    m->group_starts = lists[2].made;
out:
    return status;
}

mg_status mg__square_build_hisparse(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays) {
    mg_device_square *const m = &((mg_square_device *)arrays)->matrix;
    mg_square_leaves leaves;
    mg_status status;
    MG_TRY(mg__square_leaves(context, storage, &leaves));
    arrays->gather = mg__square_leaf_values;
    arrays->cut = leaves.heavy_count;
    *m = (mg_device_square){.wide_share = (uint32_t)(mg__device_rest(arrays) / MG_SQUARE_SHARE),
                            .narrow_shift = MG_SQUARE_NARROW_SHIFT,
                            .wide_shift = mg__square_wide_shift(leaves.index),
                            .is_by_row = true,
                            .shift = leaves.index->shift};
    mg__square_leaves_move(&leaves, mg__device_rest(arrays));
    source lists[] = {{.from = leaves.narrow, .count = leaves.heavy_count, .size = sizeof *leaves.narrow},
                      {.from = leaves.wide, .count = leaves.places.light_count, .size = sizeof *leaves.wide}};
    MG_TRY(upload(context, cuda, arrays, lists, sizeof lists / sizeof *lists));
    m->narrow = lists[0].made;
    m->wide = lists[1].made;
    MG_TRY(upload_strips(context, cuda, leaves.index, &leaves.places, false, arrays));
    MG_TRY(upload_strips(context, cuda, leaves.index, &leaves.places, true, arrays));
out:
    mg__square_leaves_release(context, &leaves);
    return status;
}

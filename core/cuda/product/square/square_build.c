/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/square/square_build.h"

#include "core/cuda/product/square/square_chunks.h"
#include "core/sparse/csb.h"

#define LEAF_SHIFT 8 /* of coordinates in leaves of HISPARSE */

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
static mg_status upload_strips(mg_context *context, mg_cuda *cuda, const mg_block_index *index, bool by_column,
                               bool by_number, mg_device_arrays *arrays) {
    mg_square_chunks c;
    mg_status status;
    MG_TRY(mg__square_chunks(context, index, by_column, by_number, &c));
    source lists[] = {{.from = c.pieces, .count = c.piece_count, .size = sizeof *c.pieces},
                      {.from = c.chunks, .count = c.chunk_count, .size = sizeof *c.chunks},
                      {.from = c.shared, .count = c.shared_count, .size = sizeof *c.shared}};
    MG_TRY(upload(context, cuda, arrays, lists, sizeof lists / sizeof *lists));
    ((mg_square_device *)arrays)->matrix.strips[by_column] =
        (mg_square_strips){.pieces = lists[0].made,
                           .chunks = lists[1].made,
                           .shared = lists[2].made,
                           .chunk_count = (uint32_t)c.chunk_count,
                           .shared_count = (uint32_t)c.shared_count};
out:
    mg__square_chunks_release(context, &c);
    return status;
}

/* Coordinates, and what the three formats have in common. */
static mg_status upload_csb(mg_context *context, mg_cuda *cuda, const mg_csb *csb, mg_device_arrays *arrays) {
    mg_device_square *const m = &((mg_square_device *)arrays)->matrix;
    arrays->value_count = csb->slot_count;
    *m = (mg_device_square){.is_wide = csb->is_wide,
                            .coordinate_shift = csb->shift,
                            .shift = csb->shift,
                            .block_columns = (uint32_t)csb->block_columns,
                            .slot_count = csb->slot_count,
                            .ell_slots = csb->width * csb->block_rows,
                            .block_rows = (uint32_t)csb->block_rows,
                            .group = csb->group,
                            .block_count = csb->block_count};
    return mg__device_upload(context, cuda, arrays, csb->coordinates, csb->slot_count,
                             csb->is_wide ? sizeof(uint32_t) : sizeof(uint16_t), &m->coordinates);
}

mg_status mg__square_build_csb(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays) {
    const mg_block_index *index;
    mg_status status;
    MG_TRY(mg__storage_blocks(context, storage, &index));
    MG_TRY(upload_csb(context, cuda, storage->layout, arrays));
    MG_TRY(upload_strips(context, cuda, index, false, false, arrays));
    MG_TRY(upload_strips(context, cuda, index, true, false, arrays));
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

/* ---- HISPARSE: its leaves, by row, then column ---- */

/* Calls the storage's blocks for batches of nonzeros; `at`: the first one's number. */
typedef void (*take_batch)(const mg_storage *storage, const mg_block_batch *batch, uint64_t at, mg_type type, void *to);

static void take_coordinates(const mg_storage *storage, const mg_block_batch *batch, uint64_t at, mg_type type,
                             void *to) {
    (void)storage;
    (void)type;
    for (uint32_t i = 0; i < batch->count; i++) {
        ((uint16_t *)to)[at + i] = (uint16_t)(batch->rows[i] << LEAF_SHIFT | batch->columns[i]);
    }
}

static void take_values(const mg_storage *storage, const mg_block_batch *batch, uint64_t at, mg_type type, void *to) {
    mg__values_convert(storage->type, batch->values, 0, batch->count, type, (char *)to + at * mg__type_size(type));
}

static mg_status for_each_batch(mg_context *context, mg_storage *storage, mg_type type, take_batch take, void *to) {
    const mg_block_index *index;
    mg_status status;
    MG_TRY(mg__storage_blocks(context, storage, &index));
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 64)
    for (uint64_t i = 0; i < index->count; i++) {
        const mg_block *block = &index->blocks[i];
        mg_block_batch batch;
        for (uint64_t from = 0; from < block->count; from += batch.count) {
            storage->format->blocks->load(storage, block, from, &batch);
            take(storage, &batch, block->first + from, type, to);
        }
    }
out:
    return status;
}

static mg_status gather_values(mg_context *context, mg_storage *storage, mg_type type, void *values) {
    return for_each_batch(context, storage, type, take_values, values);
}

mg_status mg__square_build_hisparse(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays) {
    mg_device_square *const m = &((mg_square_device *)arrays)->matrix;
    const mg_block_index *index;
    uint16_t *coordinates = NULL;
    mg_status status;
    MG_TRY(mg__storage_blocks(context, storage, &index));
    MG_TRY(MG_ALLOC(context, coordinates, storage->nonzeros, "leaves of a matrix"));
    MG_TRY(for_each_batch(context, storage, MG_TYPE_NONE, take_coordinates, coordinates));
    *m = (mg_device_square){.is_by_row = true, .coordinate_shift = LEAF_SHIFT, .shift = index->shift};
    arrays->gather = gather_values;
    MG_TRY(
        mg__device_upload(context, cuda, arrays, coordinates, storage->nonzeros, sizeof *coordinates, &m->coordinates));
    MG_TRY(upload_strips(context, cuda, index, false, true, arrays));
    MG_TRY(upload_strips(context, cuda, index, true, true, arrays));
out:
    mg__release(&context->memory, coordinates);
    return status;
}

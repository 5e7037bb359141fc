/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/pack/pack.h"

#include "core/cuda/product/pack/pack_kernel.h"
#include "core/cuda/product/product_launch.h"

#define OF_STEP (MG_PACK_ROWS * MG_PACK_STEP)

/* The slices and steps of each tile, and their sums. */
typedef struct counts {
    uint64_t *tiles;
    uint32_t *slices, *steps; /* prefix sums */
    void *device;
} counts;

static mg_status run(mg_context *context, mg_cuda *cuda, const mg_pack_source *source, uint32_t tile_count) {
    const mg_product_launch launch = {
        .kernel = mg__pack_kernel(), .blocks = tile_count, .threads = MG_PACK_THREADS, .shared = MG_PACK_SHARED};
    return mg__product_launch(context, cuda, &launch, source, sizeof *source);
}

static mg_status count_slices(mg_context *context, mg_cuda *cuda, const mg_packed *packed, counts *c) {
    const uint32_t tile_count = packed->tile_count;
    mg_pack_source source = packed->source;
    uint64_t slices = 0, steps = 0;
    mg_status status;
    MG_TRY(MG_ALLOC(context, c->tiles, tile_count, "slices of tiles"));
    MG_TRY(MG_ALLOC(context, c->slices, (uint64_t)tile_count + 1, "slices of tiles"));
    MG_TRY(MG_ALLOC(context, c->steps, (uint64_t)tile_count + 1, "slices of tiles"));
    MG_TRY(mg__cuda_get(context, cuda, &c->device, tile_count * sizeof *c->tiles, "slices of tiles"));
    source.counts = c->device;
    MG_TRY(run(context, cuda, &source, tile_count));
    MG_TRY(mg__cuda_download(context, cuda, c->tiles, c->device, tile_count * sizeof *c->tiles));
    for (uint32_t tile = 0; tile <= tile_count; tile++) {
        c->slices[tile] = (uint32_t)slices;
        c->steps[tile] = (uint32_t)steps;
        slices += tile < tile_count ? (uint32_t)c->tiles[tile] : 0;
        steps += tile < tile_count ? c->tiles[tile] >> 32 : 0;
    }
    if (steps >= UINT32_MAX) { /* there are no more slices than steps */
        return mg__fail(context, MG_ERROR_RANGE, "the matrix has too many nonzeros in tiles for a GPU");
    }
out:
    return status;
}

/* The arrays of the result in one block; returns its bytes. */
static uint64_t lay_out(const counts *c, uint32_t tile_count, bool positions, char *base, mg_pack_source *s) {
    const uint64_t slices = c->slices[tile_count], steps = c->steps[tile_count];
    uint64_t at = 0;
    s->tile_slices = mg__cuda_carve(base, &at, ((uint64_t)tile_count + 1) * sizeof *s->tile_slices);
    s->tile_steps = mg__cuda_carve(base, &at, ((uint64_t)tile_count + 1) * sizeof *s->tile_steps);
    s->slice_steps = mg__cuda_carve(base, &at, (slices + 1) * sizeof *s->slice_steps);
    s->to_rows = mg__cuda_carve(base, &at, slices * MG_PACK_ROWS * sizeof *s->to_rows);
    s->ids = mg__cuda_carve(base, &at, steps * OF_STEP * sizeof *s->ids);
    s->to_positions = mg__cuda_carve(base, &at, positions ? steps * OF_STEP * sizeof *s->to_positions : 0);
    return at;
}

/* The arrays, with the numbers of the tiles; the last element of `slice_steps` is the number of all steps. */
static mg_status allocate(mg_context *context, mg_cuda *cuda, mg_device_arrays *arrays, const counts *c,
                          mg_packed *packed) {
    mg_pack_source *const s = &packed->source;
    const uint64_t tiles = (uint64_t)packed->tile_count + 1;
    const uint32_t slices = c->slices[packed->tile_count], steps = c->steps[packed->tile_count];
    const bool positions = s->positions != NULL;
    void *block = NULL;
    mg_status status;
    MG_TRY(mg__device_block(context, arrays, lay_out(c, packed->tile_count, positions, NULL, s), "tiles", &block));
    lay_out(c, packed->tile_count, positions, block, s);
    MG_TRY(mg__cuda_upload(context, cuda, s->tile_slices, c->slices, tiles * sizeof *c->slices));
    MG_TRY(mg__cuda_upload(context, cuda, s->tile_steps, c->steps, tiles * sizeof *c->steps));
    MG_TRY(mg__cuda_upload(context, cuda, s->slice_steps + slices, &steps, sizeof steps));
    packed->pack = (mg_pack){.tile_slices = s->tile_slices,
                             .slice_steps = s->slice_steps,
                             .rows = s->to_rows,
                             .ids = s->ids,
                             .positions = s->to_positions,
                             .steps = steps};
out:
    return status;
}

mg_status mg__pack(mg_context *context, mg_cuda *cuda, mg_device_arrays *arrays, mg_packed *packed) {
    counts c = {0};
    mg_status status = MG_OK;
    if (!packed->tile_count) {
        return MG_OK;
    }
    MG_TRY(count_slices(context, cuda, packed, &c));
    MG_TRY(allocate(context, cuda, arrays, &c, packed));
    MG_TRY(run(context, cuda, &packed->source, packed->tile_count));
out:
    mg__release(&context->memory, c.tiles);
    mg__release(&context->memory, c.slices);
    mg__release(&context->memory, c.steps);
    mg__cuda_release(cuda, c.device);
    return status;
}

static mg_status pack_values(mg_context *context, mg_cuda *cuda, mg_device_arrays *arrays, const mg_packed *packed,
                             mg_type type, void **to, double *seconds) {
    const size_t size = mg__type_size(type);
    mg_pack_source source = packed->source;
    void *values = NULL;
    mg_status status;
    MG_TRY(mg__device_clock_start(context, cuda));
    MG_TRY(mg__device_block(context, arrays, packed->pack.steps * OF_STEP * size, "values of tiles", &values));
    source.slice_steps = source.to_rows = source.to_positions = source.map = NULL;
    source.ids = NULL;
    source.values = arrays->values[type];
    source.to_values = values;
    source.value_size = (uint32_t)size;
    MG_TRY(run(context, cuda, &source, packed->tile_count));
    MG_TRY(mg__device_clock_stop(context, cuda, seconds));
    *to = values;
out:
    return status;
}

mg_status mg__pack_values(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays,
                          const mg_packed *packed, mg_type type, void **to) {
    mg_status status = MG_OK;
    pthread_mutex_lock(&storage->device_lock);
    if (!*to && packed->tile_count && arrays->values[type]) {
        status = pack_values(context, cuda, arrays, packed, type, to, &storage->device_seconds);
    }
    pthread_mutex_unlock(&storage->device_lock);
    return status;
}

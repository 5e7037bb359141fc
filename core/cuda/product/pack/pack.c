/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/pack/pack.h"

#include "core/cuda/product/nonzeros/device_steps.h"
#include "core/cuda/product/pack/pack_kernel.h"
#include "core/cuda/product/product_launch.h"

#define OF_STEP (MG_PACK_ROWS * MG_PACK_STEP)

static mg_status run(mg_context *context, mg_cuda *cuda, const mg_pack_source *source, uint32_t tile_count) {
    const mg_product_launch launch = {
        .kernel = mg__pack_kernel(), .blocks = tile_count, .threads = MG_PACK_THREADS, .shared = MG_PACK_SHARED};
    return mg__product_launch(context, cuda, &launch, source, sizeof *source);
}

/* Sums up the slices and steps of the tiles: all slices and, in the high half, all steps. Neither sum reaches 2^32,
 * as there are fewer nonzeros. */
static mg_status count_slices(mg_steps *steps, const mg_packed *packed, uint64_t **sums, uint64_t *all) {
    mg_scan_step scan = {.count = (uint64_t)packed->tile_count + 1};
    mg_pack_source source = packed->source;
    mg_status status;
    MG_TRY(mg__steps_get(steps, sums, scan.count, sizeof **sums));
    source.counts = scan.values = *sums;
    MG_CUDA_TRY(steps->context, cudaMemsetAsync(*sums + packed->tile_count, 0, sizeof **sums, steps->cuda->stream),
                steps->what);
    MG_TRY(run(steps->context, steps->cuda, &source, packed->tile_count));
    MG_TRY(mg__step(steps, mg__step_sums, &scan));
    MG_TRY(mg__steps_read(steps, all, *sums + packed->tile_count, sizeof *all));
out:
    return status;
}

/* The arrays of the result in one block; returns its bytes. */
static uint64_t lay_out(uint64_t all, uint32_t tile_count, char *base, mg_pack_source *s) {
    const uint64_t slices = (uint32_t)all, steps = all >> 32;
    uint64_t at = 0;
    s->tile_slices = mg__cuda_carve(base, &at, ((uint64_t)tile_count + 1) * sizeof *s->tile_slices);
    s->tile_steps = mg__cuda_carve(base, &at, ((uint64_t)tile_count + 1) * sizeof *s->tile_steps);
    s->slice_steps = mg__cuda_carve(base, &at, (slices + 1) * sizeof *s->slice_steps);
    s->to_rows = mg__cuda_carve(base, &at, slices * MG_PACK_ROWS * sizeof *s->to_rows);
    s->ids = mg__cuda_carve(base, &at, steps * OF_STEP * sizeof *s->ids);
    return at;
}

mg_status mg__pack(mg_context *context, mg_cuda *cuda, mg_device_arrays *arrays, mg_packed *packed) {
    mg_steps steps = {.context = context, .cuda = cuda, .what = "tiles"};
    mg_pack_source *const s = &packed->source;
    uint64_t *sums = NULL, all = 0;
    void *block = NULL;
    mg_status status = MG_OK;
    if (!packed->tile_count) {
        return MG_OK;
    }
    MG_TRY(count_slices(&steps, packed, &sums, &all));
    MG_TRY(mg__device_pool_block(context, cuda, arrays, lay_out(all, packed->tile_count, NULL, s), "tiles", &block));
    lay_out(all, packed->tile_count, block, s);
    const mg_pack_sums parts = {.sums = sums,
                                .tiles = packed->tile_count,
                                .tile_slices = s->tile_slices,
                                .tile_steps = s->tile_steps,
                                .slice_steps = s->slice_steps};
    MG_CUDA_TRY(context, mg__pack_sums(&parts, cuda->stream), "tiles");
    MG_TRY(run(context, cuda, s, packed->tile_count));
    packed->pack = (mg_pack){.tile_slices = s->tile_slices,
                             .slice_steps = s->slice_steps,
                             .rows = s->to_rows,
                             .ids = s->ids,
                             .steps = all >> 32};
out:
    mg__steps_end(&steps);
    mg__cuda_release(cuda, sums);
    return status;
}

static mg_status pack_values(mg_context *context, mg_cuda *cuda, mg_device_arrays *arrays, const mg_packed *packed,
                             mg_type type, void **to, double *seconds) {
    const size_t size = mg__type_size(type);
    mg_pack_source source = packed->source;
    void *values = NULL;
    mg_status status;
    MG_TRY(mg__device_clock_start(context, cuda));
    MG_TRY(
        mg__device_pool_block(context, cuda, arrays, packed->pack.steps * OF_STEP * size, "values of tiles", &values));
    source.slice_steps = source.to_rows = source.map = NULL;
    source.ids = NULL;
    source.values = arrays->values[type];
    source.to_values = values;
    source.value_size = (uint32_t)size;
    MG_TRY(run(context, cuda, &source, packed->tile_count));
    MG_TRY(mg__device_clock_stop(context, cuda, "building a matrix", seconds));
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

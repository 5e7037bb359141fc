/* SPDX-License-Identifier: Apache-2.0
 *
 * pack.h: packs the tiles of aspt and the heavy segments of rs for the tile walk, on the device. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_PACK_PACK_H
#define MG_CORE_CUDA_PRODUCT_PACK_PACK_H

#include "core/cuda/product/device_arrays.h"
#include "core/cuda/product/pack/pack_args.h"

/* What is packed, and the result without values. source: its arrays but the values are on the device and stay there. */
typedef struct mg_packed {
    mg_pack_source source;
    uint32_t tile_count;
    mg_pack pack;
} mg_packed;

/* Packs all but the values; the block belongs to `arrays`. packed->source: tiles, rows, starts, columns, mask, pad, map
 * are set, and packed->tile_count. Synchronises the stream. Errors: MEMORY, DEVICE.
 */
mg_status mg__pack(mg_context *context, mg_cuda *cuda, mg_device_arrays *arrays, mg_packed *packed);
/* Packs the values that `arrays`, those of the storage, have as `type`, unless *to has them already; it is a block of
 * `arrays`. Synchronises the stream where they were missing. Errors: MEMORY, DEVICE. */
mg_status mg__pack_values(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays,
                          const mg_packed *packed, mg_type type, void **to);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * device_arrays.h: arrays of a matrix's storage on the device, made at its first product there and kept with it. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_DEVICE_ARRAYS_H
#define MG_CORE_CUDA_PRODUCT_DEVICE_ARRAYS_H

#include "core/cuda/device/device.h"
#include "core/cuda/product/split/split_args.h"
#include "core/sparse/matrix.h"

#include <assert.h>

#define MG_DEVICE_BLOCKS 20

/* First member of what each format keeps. */
typedef struct mg_device_arrays {
    mg_allocator memory;
    int ordinal;
    void *blocks[MG_DEVICE_BLOCKS];
    uint32_t block_count;
    uint64_t value_count; /* of the storage; where these are not its nonzeros, `build` sets it */
    /* Writes the values, as a type, of a storage that has no array of them; NULL: mg__storage_values(). */
    mg_status (*gather)(mg_context *context, mg_storage *storage, mg_type type, void *values);
    /* Value i is that of the nonzero order[i] of the CSR; NULL: the values are those of the storage. */
    const uint32_t *order;
    uint64_t cut;           /* values from here on begin at mg__device_rest() */
    void *values[MG_OTHER]; /* by type */
} mg_device_arrays;

/* Place of the values after `cut`: aligned to 16 elements. */
static inline uint64_t mg__device_rest(const mg_device_arrays *arrays) {
    return (arrays->cut + MG_SPLIT_PAD - 1) / MG_SPLIT_PAD * MG_SPLIT_PAD;
}

/* Makes the arrays of `storage`, all but the values. A format that is built on the device starts the clock again when
 * it has all that comes from the host. On failure the caller releases. */
typedef mg_status (*mg_device_build)(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays);

/* Returns what the storage has on the device, `bytes` bytes that `build` fills in at the first call, and uploads its
 * values as `type` unless that is NONE. It belongs to the storage and stays until that is destroyed. Synchronises the
 * stream where something was missing. Errors: MEMORY, DEVICE, those of `build`. */
mg_status mg__device_arrays(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type, size_t bytes,
                            mg_device_build build, void *arrays);

/* For `build`: memory that is kept, and the upload of an array, padded by MG_SPLIT_PAD elements. */
mg_status mg__device_block(mg_context *context, mg_device_arrays *arrays, uint64_t bytes, const char *what,
                           void **block);
/* The same from the pool of the context, where the memory of a former matrix is found faster. */
mg_status mg__device_pool_block(mg_context *context, mg_cuda *cuda, mg_device_arrays *arrays, uint64_t bytes,
                                const char *what, void **block);
/* The place of a block that the caller allocates, with cudaMalloc. */
static inline void **mg__device_place(mg_device_arrays *arrays) {
    assert(arrays->block_count < MG_DEVICE_BLOCKS);
    return &arrays->blocks[arrays->block_count++];
}
mg_status mg__device_upload(mg_context *context, mg_cuda *cuda, mg_device_arrays *arrays, const void *from,
                            uint64_t count, size_t size, const void **array);

#endif

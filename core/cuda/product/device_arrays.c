/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/device_arrays.h"

#include "core/cuda/product/nonzeros/nonzeros.h"
#include "core/cuda/product/split/device_matrix.h"

static void release(mg_context *context, void *device) {
    mg_device_arrays *const arrays = device;
    const mg_allocator memory = arrays->memory;
    (void)context;
    cudaSetDevice(arrays->ordinal);
    cudaDeviceSynchronize(); /* cudaFree does not wait for those who use memory of a pool */
    for (uint32_t i = 0; i < arrays->block_count; i++) {
        cudaFree(arrays->blocks[i]);
    }
    for (int type = 0; type < MG_OTHER; type++) {
        cudaFree(arrays->values[type]);
    }
    mg__release(&memory, arrays);
}

mg_status mg__device_block(mg_context *context, mg_device_arrays *arrays, uint64_t bytes, const char *what,
                           void **block) {
    assert(arrays->block_count < MG_DEVICE_BLOCKS);
    const mg_status status = mg__cuda_keep(context, &arrays->blocks[arrays->block_count], bytes, what);
    if (status >= 0) {
        *block = arrays->blocks[arrays->block_count++];
    }
    return status;
}

mg_status mg__device_pool_block(mg_context *context, mg_cuda *cuda, mg_device_arrays *arrays, uint64_t bytes,
                                const char *what, void **block) {
    assert(arrays->block_count < MG_DEVICE_BLOCKS);
    const mg_status status = mg__cuda_get(context, cuda, &arrays->blocks[arrays->block_count], bytes, what);
    if (status >= 0) {
        *block = arrays->blocks[arrays->block_count++];
    }
    return status;
}

/* Uploads an array to the element `at` of a block and clears the elements behind it up to `end`. */
static mg_status upload(mg_context *context, mg_cuda *cuda, void *block, uint64_t at, const void *from, uint64_t count,
                        uint64_t end, size_t size) {
    mg_status status = MG_OK;
    char *const to = (char *)block + at * size;
    MG_CUDA_TRY(context, cudaMemsetAsync(to + count * size, 0, (end - at - count) * size, cuda->stream), "a matrix");
    if (count) {
        MG_TRY(mg__cuda_upload(context, cuda, to, from, count * size));
    }
out:
    return status;
}

mg_status mg__device_upload(mg_context *context, mg_cuda *cuda, mg_device_arrays *arrays, const void *from,
                            uint64_t count, size_t size, const void **array) {
    mg_status status = MG_OK;
    void *block = NULL;
    MG_TRY(mg__device_block(context, arrays, (count + MG_SPLIT_PAD) * size, "a matrix", &block));
    MG_TRY(upload(context, cuda, block, 0, from, count, count + MG_SPLIT_PAD, size));
    *array = block;
out:
    return status;
}

/* The values of the CSR in the order of the format. */
static mg_status order_values(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays,
                              mg_type type) {
    const size_t size = mg__type_size(type);
    const uint64_t rest = mg__device_rest(arrays), all = rest + storage->nonzeros - arrays->cut;
    mg_device_rows rows = {.offsets = NULL};
    mg_storage *csr;
    const void *stored = NULL;
    void *block = NULL;
    mg_status status;
    MG_TRY(mg__storage_csr(context, storage, &csr));
    MG_TRY(mg__storage_values(context, csr, type, &stored));
    if (stored) { /* else it is a pattern */
        MG_TRY(mg__device_rows(context, cuda, csr, type, &rows));
        MG_TRY(mg__device_clock_start(context, cuda));
        MG_TRY(mg__cuda_get(context, cuda, &block, (all + MG_SPLIT_PAD) * size, "a matrix"));
        const mg_ordered_values values = {.order = arrays->order,
                                          .from = rows.values,
                                          .to = block,
                                          .count = storage->nonzeros,
                                          .cut = arrays->cut,
                                          .rest = rest,
                                          .size = size};
        MG_CUDA_TRY(context,
                    cudaMemsetAsync((char *)block + arrays->cut * size, 0, (rest - arrays->cut) * size, cuda->stream),
                    "a matrix");
        MG_CUDA_TRY(context, cudaMemsetAsync((char *)block + all * size, 0, MG_SPLIT_PAD * size, cuda->stream),
                    "a matrix");
        MG_CUDA_TRY(context, mg__order_values(&values, cuda->stream), "a matrix");
        MG_TRY(mg__device_clock_stop(context, cuda, "building a matrix", &storage->device_seconds));
        arrays->values[type] = block;
        block = NULL;
    }
out:
    mg__cuda_release(cuda, rows.uploaded);
    cudaFree(block);
    return status;
}

static mg_status keep_values(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays,
                             mg_type type) {
    mg_status status = MG_OK;
    const size_t size = mg__type_size(type);
    const uint64_t rest = mg__device_rest(arrays), count = arrays->value_count - arrays->cut;
    const void *values = NULL;
    void *block = NULL, *gathered = NULL;
    if (arrays->gather) {
        MG_TRY(mg__alloc(context, &gathered, arrays->value_count, size, "values of a matrix"));
        MG_TRY(arrays->gather(context, storage, type, gathered));
        values = gathered;
    } else {
        MG_TRY(mg__storage_values(context, storage, type, &values));
    }
    if (values) {
        MG_TRY(mg__cuda_keep(context, &block, (rest + count + MG_SPLIT_PAD) * size, "a matrix"));
        MG_TRY(upload(context, cuda, block, 0, values, arrays->cut, rest, size));
        MG_TRY(upload(context, cuda, block, rest, (const char *)values + arrays->cut * size, count,
                      rest + count + MG_SPLIT_PAD, size));
        arrays->values[type] = block;
        block = NULL;
    }
out:
    cudaFree(block);
    mg__release(&context->memory, gathered);
    return status;
}

mg_status mg__device_arrays(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type, size_t bytes,
                            mg_device_build build, void *arrays) {
    mg_status status = MG_OK;
    mg_device_arrays *made = NULL;
    pthread_mutex_lock(&storage->device_lock);
    if (!storage->device) {
        MG_TRY(mg__alloc_zeroed(context, (void **)&made, 1, bytes, "the matrix on the device"));
        made->memory = context->memory;
        made->ordinal = cuda->ordinal;
        made->value_count = storage->nonzeros;
        MG_TRY(mg__device_clock_start(context, cuda));
        MG_TRY(build(context, cuda, storage, made));
        MG_TRY(mg__device_clock_stop(context, cuda, "building a matrix", &storage->device_seconds));
        storage->device = made;
        storage->device_release = release;
        made = NULL;
    }
    mg_device_arrays *const found = storage->device;
    if (type != MG_TYPE_NONE && !found->values[type]) {
        MG_TRY((found->order ? order_values : keep_values)(context, cuda, storage, found, type));
    }
    *(mg_device_arrays **)arrays = found;
out:
    pthread_mutex_unlock(&storage->device_lock);
    if (made) {
        release(context, made);
    }
    return status;
}

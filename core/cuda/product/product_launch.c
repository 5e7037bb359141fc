/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/product_launch.h"

#include "core/sparse/matrix.h"

#define SHARED_BY_DEFAULT (48u << 10)

mg_status mg__product_launch(mg_context *context, mg_cuda *cuda, const mg_product_launch *launch, const void *argument,
                             size_t bytes) {
    mg_status status = MG_OK;
    if (launch->blocks > INT32_MAX) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "matrix product: too many rows and columns for one launch");
    }
    if (launch->shared > SHARED_BY_DEFAULT) {
        MG_CUDA_TRY(
            context,
            cudaFuncSetAttribute(launch->kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)launch->shared),
            "shared memory of a matrix product");
    }
    const mg_cuda_launch shape = {.kernel = launch->kernel,
                                  .argument = argument,
                                  .argument_bytes = bytes,
                                  .blocks = (uint32_t)launch->blocks,
                                  .threads = launch->threads,
                                  .shared = launch->shared};
    status = launch->blocks ? mg__cuda_start(context, cuda, &shape) : MG_OK;
out:
    return status;
}

uint64_t mg__product_bits(mg_type type, double number) {
    uint64_t bits = 0;
    const mg_type stored = type == MG_UINT32 ? MG_INT32 : type == MG_UINT64 ? MG_INT64 : type; /* 0 and 1 only */
    mg__value_store(stored, &bits, 0, number);
    return bits;
}

uint64_t mg__operand_bytes(uint64_t rows, uint64_t stride, uint32_t k, size_t size) {
    return rows ? ((rows - 1) * stride + k) * size : 0;
}

mg_status mg__check_stride(mg_context *context, uint64_t stride, size_t size) {
    return stride * size <= UINT32_MAX ? MG_OK
                                       : mg__fail(context, MG_ERROR_UNSUPPORTED,
                                                  "matrix product: rows of 4 GiB or more are not supported on a GPU");
}

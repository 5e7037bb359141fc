/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/product_launch.h"

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

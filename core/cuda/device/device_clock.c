/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/device/device.h"

mg_status mg__device_clock_start(mg_context *context, mg_cuda *cuda) {
    return mg__cuda_check(context, cudaEventRecord(cuda->begin, cuda->stream), "timing");
}

mg_status mg__device_clock_stop(mg_context *context, mg_cuda *cuda, const char *what, double *seconds) {
    mg_status status = MG_OK;
    float ms = 0;
    MG_CUDA_TRY(context, cudaEventRecord(cuda->end, cuda->stream), "timing");
    MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), what);
    MG_CUDA_TRY(context, cudaEventElapsedTime(&ms, cuda->begin, cuda->end), "timing");
    *seconds += 1e-3 * (double)ms;
out:
    return status;
}

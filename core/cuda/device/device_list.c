/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/device/device.h"

#include <stdio.h>

uint32_t mg__cuda_device_count(mg_context *context) {
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count <= 0) {
        cudaGetLastError();
        mg__fail(context, MG_ERROR_UNSUPPORTED, "no GPU: %s",
                 error == cudaSuccess ? "there is no CUDA device" : cudaGetErrorString(error));
        return 0;
    }
    return (uint32_t)count;
}

mg_status mg__cuda_device_info(mg_context *context, uint32_t position, mg_device *device) {
    struct cudaDeviceProp properties;
    if (position >= mg__cuda_device_count(context)) {
        return mg__fail(context, MG_ERROR_RANGE, "there is no GPU %u", position);
    }
    const cudaError_t error = cudaGetDeviceProperties(&properties, (int)position);
    if (error != cudaSuccess) {
        cudaGetLastError();
        return mg__fail(context, MG_ERROR_DEVICE, "GPU %u: %s", position, cudaGetErrorString(error));
    }
    *device = (mg_device){.major = properties.major,
                          .minor = properties.minor,
                          .multiprocessors = (uint32_t)properties.multiProcessorCount,
                          .memory = properties.totalGlobalMem};
    snprintf(device->name, sizeof device->name, "%.*s", (int)sizeof device->name - 1, properties.name);
    return MG_OK;
}

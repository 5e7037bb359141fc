/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/device/device.h"

#include <stdio.h>

const char *mg__cuda_missing(cudaError_t error) {
    switch (error) {
    case cudaSuccess:
    case cudaErrorNoDevice:
        return "there is no NVIDIA GPU";
    case cudaErrorInsufficientDriver: /* also without any */
        return "no NVIDIA driver was found, or one that is too old for this build";
    default:
        return cudaGetErrorString(error);
    }
}

uint32_t mg__cuda_device_count(mg_context *context) {
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count <= 0) {
        cudaGetLastError();
        mg__fail(context, MG_ERROR_UNSUPPORTED, "no GPU: %s", mg__cuda_missing(error));
        return 0;
    }
    return (uint32_t)count;
}

mg_status mg__cuda_check_devices(mg_context *context, uint32_t present) {
    if (context->device_count == MG_DEVICES_ALL) {
        context->device_count = present < MG_DEVICES_MAX ? present : MG_DEVICES_MAX;
    }
    for (uint32_t i = 0; i < context->device_count; i++) {
        if (context->devices[i] >= present) {
            return mg__fail(context, MG_ERROR_RANGE, "there is no GPU %u: this machine has %u", context->devices[i],
                            present);
        }
    }
    return MG_OK;
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

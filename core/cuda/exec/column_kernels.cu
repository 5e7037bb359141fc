/* SPDX-License-Identifier: Apache-2.0
 *
 * column_kernels.cu: a thread per state; no shared memory.
 */
extern "C" {
#include "core/cuda/exec/column_kernels.h"
}

template <typename From, typename To>
__global__ void column_kernel(const char *first, size_t stride, uint64_t count, To *column) {
    const uint64_t threads = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads) {
        column[i] = (To) * (const From *)(first + i * stride);
    }
}

template <typename From, typename To>
static void launch(const mg_field *field, uint64_t count, void *column, cudaStream_t stream) {
    const uint64_t blocks = (count + 255) / 256;
    column_kernel<From, To><<<(uint32_t)(blocks < 16384 ? blocks : 16384), 256, 0, stream>>>(
        (const char *)field->first, field->stride, count, (To *)column);
}

/* A thread per vertex, which reads the states of its lanes. */
static __global__ void add_kernel(const char *first, size_t stride, uint64_t count, mg_lane_sources lanes,
                                  double *sums) {
    const uint64_t threads = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t v = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; v < count; v += threads) {
        double sum = sums[v];
        for (uint32_t k = 0; k < lanes.lanes; k++) {
            const float value = *(const float *)(first + (v * lanes.lanes + k) * stride);
            sum += lanes.source[k] == v ? 0.0 : (double)value;
        }
        sums[v] = sum;
    }
}

extern "C" cudaError_t mg__add_states(const mg_field *field, uint64_t count, const mg_lane_sources *lanes,
                                      double *sums, cudaStream_t stream) {
    const uint64_t blocks = (count + 255) / 256;
    add_kernel<<<(uint32_t)(blocks < 16384 ? blocks : 16384), 256, 0, stream>>>((const char *)field->first,
                                                                                 field->stride, count, *lanes, sums);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__write_column(const mg_field *field, uint64_t count, void *column, cudaStream_t stream) {
    if (field->widens) {
        launch<float, double>(field, count, column, stream);
    } else if (field->size == 8) {
        launch<uint64_t, uint64_t>(field, count, column, stream);
    } else {
        launch<uint32_t, uint32_t>(field, count, column, stream);
    }
    return cudaGetLastError();
}

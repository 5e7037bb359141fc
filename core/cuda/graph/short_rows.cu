/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/kernel/common/append.cuh"
#include "core/cuda/kernel/dense/dense_args.h"

extern "C" {
#include "core/cuda/graph/short_rows.h"
}

/* A thread takes a row at a time. */
template <typename Offset>
__global__ void short_rows_kernel(const Offset *offsets, const uint32_t *neighbours, uint32_t n, short4 *steps,
                                  uint32_t *unencoded) {
    const uint32_t threads = gridDim.x * blockDim.x;
    for (uint64_t v = blockIdx.x * blockDim.x + threadIdx.x; v < n; v += threads) {
        const Offset begin = offsets[v], length = offsets[v + 1] - begin;
        bool fits = length <= MG_SHORT_EDGES;
        int16_t step[MG_SHORT_EDGES];
        for (uint32_t k = 0; k < MG_SHORT_EDGES; k++) {
            const bool has = fits && k < length;
            const int64_t difference = has ? (int64_t)neighbours[begin + k] - (int64_t)v : MG_SHORT_NO_EDGE;
            fits = fits && (!has || (difference > MG_SHORT_NO_EDGE && difference < MG_SHORT_UNENCODED));
            step[k] = (int16_t)difference;
        }
        steps[v] = fits ? make_short4(step[0], step[1], step[2], step[3])
                        : make_short4(MG_SHORT_NO_EDGE, MG_SHORT_NO_EDGE, MG_SHORT_NO_EDGE, MG_SHORT_UNENCODED);
        if (!fits) {
            atomicAdd(&unencoded[0], 1);
        }
        if (length > MG_LONG_ROW) {
            unencoded[1] = 1;
        }
    }
}

extern "C" cudaError_t mg__launch_short_rows(const void *offsets, const uint32_t *neighbours, uint32_t n, bool wide,
                                             int16_t *steps, uint32_t *unencoded, cudaStream_t stream) {
    const uint32_t blocks = n / 256 + 1 < 4096 ? n / 256 + 1 : 4096;
    if (wide) {
        short_rows_kernel<<<blocks, 256, 0, stream>>>((const unsigned long long *)offsets, neighbours, n,
                                                      (short4 *)steps, unencoded);
    } else {
        short_rows_kernel<<<blocks, 256, 0, stream>>>((const uint32_t *)offsets, neighbours, n, (short4 *)steps,
                                                      unencoded);
    }
    return cudaGetLastError();
}

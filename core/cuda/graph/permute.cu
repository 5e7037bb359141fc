/* SPDX-License-Identifier: Apache-2.0
 *
 * permute.cu: a thread per word, so that adjacent threads move the words of one element.
 */
extern "C" {
#include "core/cuda/graph/permute.h"
}

template <typename Word>
__global__ void permute_kernel(const Word *from, Word *to, const uint32_t *order, uint64_t words, uint32_t each,
                               bool gather) {
    const uint64_t threads = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < words; i += threads) {
        const uint64_t element = i / each, other = (uint64_t)order[element] * each + (i - element * each);
        to[gather ? i : other] = from[gather ? other : i];
    }
}

template <typename Word>
static void launch(const void *from, void *to, const uint32_t *order, uint32_t n, size_t size, bool gather,
                   cudaStream_t stream) {
    const uint64_t words = n * (uint64_t)(size / sizeof(Word)), blocks = words / 256 + 1;
    permute_kernel<<<(uint32_t)(blocks < 16384 ? blocks : 16384), 256, 0, stream>>>(
        (const Word *)from, (Word *)to, order, words, (uint32_t)(size / sizeof(Word)), gather);
}

extern "C" cudaError_t mg__permute(const void *from, void *to, const uint32_t *order, uint32_t n, size_t size,
                                   bool gather, cudaStream_t stream) {
    if (size % 8 == 0) {
        launch<uint64_t>(from, to, order, n, size, gather, stream);
    } else if (size % 4 == 0) {
        launch<uint32_t>(from, to, order, n, size, gather, stream);
    } else {
        launch<uint8_t>(from, to, order, n, size, gather, stream);
    }
    return cudaGetLastError();
}

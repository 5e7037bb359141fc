/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/output_memory.h"
#include "tests/harness.h"

#include <cuda_runtime_api.h>

const bool output_on_device = true;

void *output_new(size_t bytes) {
    void *memory = NULL;
    CHECK(cudaMalloc(&memory, bytes ? bytes : 1) == cudaSuccess);
    CHECK(cudaMemset(memory, 0xa5, bytes) == cudaSuccess);
    return memory;
}

void output_get(void *host, const void *output, size_t bytes) {
    CHECK(!bytes || cudaMemcpy(host, output, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
}

void output_free(void *output) {
    cudaFree(output);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * permute.h: permutes states between vertex order and the row order of the dense layout.
 */
#ifndef MG_CORE_CUDA_GRAPH_PERMUTE_H
#define MG_CORE_CUDA_GRAPH_PERMUTE_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* gather: to[i] = from[order[i]], else to[order[i]] = from[i], for n elements of `size` bytes. */
cudaError_t mg__permute(const void *from, void *to, const uint32_t *order, uint32_t n, size_t size, bool gather,
                        cudaStream_t stream);

#endif

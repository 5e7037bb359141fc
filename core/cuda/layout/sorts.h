/* SPDX-License-Identifier: Apache-2.0
 *
 * sorts.h: device-wide sorts, sums and selections by CUB. They are one file (sorts.cu), as each file that includes CUB
 * compiles for seconds. With `temporary` NULL only *bytes is set. C11.
 */
#ifndef MG_CORE_CUDA_LAYOUT_SORTS_H
#define MG_CORE_CUDA_LAYOUT_SORTS_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

/* Stable, by the bits begin_bit .. end_bit - 1. Pairs of buffers: the input is in [0]; *in: index of the result. */
cudaError_t mg__sort_keys(void *temporary, size_t *bytes, uint64_t *keys[2], uint64_t count, int begin_bit, int end_bit,
                          int *in, cudaStream_t stream);
/* By the bits below end_bit. */
cudaError_t mg__sort_pairs(void *temporary, size_t *bytes, uint64_t *keys[2], uint64_t *values[2], uint64_t count,
                           int end_bit, int *in, cudaStream_t stream);
/* The same of 32-bit keys and values; the input stays. */
cudaError_t mg__sort_small_pairs(void *temporary, size_t *bytes, const uint32_t *keys, uint32_t *sorted_keys,
                                 const uint32_t *values, uint32_t *sorted_values, uint32_t count, int end_bit,
                                 cudaStream_t stream);
/* The same in pairs of buffers, as mg__sort_pairs(). */
cudaError_t mg__sort_index(void *temporary, size_t *bytes, uint32_t *keys[2], uint32_t *values[2], uint32_t count,
                           int end_bit, int *in, cudaStream_t stream);
cudaError_t mg__sort_wide_index(void *temporary, size_t *bytes, uint64_t *keys[2], uint32_t *values[2], uint32_t count,
                                int end_bit, int *in, cudaStream_t stream);
/* Of ascending keys one of each, to another array, and *number of them. */
cudaError_t mg__select_unique(void *temporary, size_t *bytes, const uint64_t *keys, uint64_t count, uint64_t *to,
                              uint64_t *number, cudaStream_t stream);
/* Of ascending keys one of each, to another array, and *number of them; the sums of their values of value_bytes bytes,
 * 4 or 8, without values how many each had. */
cudaError_t mg__sum_by_key(void *temporary, size_t *bytes, const uint64_t *keys, uint64_t *unique, const void *values,
                           size_t value_bytes, void *sums, uint64_t *number, uint64_t count, cudaStream_t stream);
/* The largest value so far, in place. */
cudaError_t mg__prefix_maxima(void *temporary, size_t *bytes, uint64_t *values, uint64_t count, cudaStream_t stream);
/* Exclusive prefix sums, in place. */
cudaError_t mg__prefix_sums(void *temporary, size_t *bytes, uint64_t *values, uint64_t count, cudaStream_t stream);
/* The same modulo 2^32, from `values` to `sums`, which may be the same array. */
cudaError_t mg__small_prefix_sums(void *temporary, size_t *bytes, const uint32_t *values, uint32_t *sums,
                                  uint64_t count, cudaStream_t stream);
/* The places of the flags that are not 0, ascending, and *number of them. */
cudaError_t mg__select_flagged(void *temporary, size_t *bytes, const uint8_t *flags, uint32_t count, uint32_t *to,
                               uint32_t *number, cudaStream_t stream);

#endif

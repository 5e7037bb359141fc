/* SPDX-License-Identifier: Apache-2.0
 *
 * sorts.cu: the device-wide sorts and sums (sorts.h), and the selections of the panels layout, all by CUB.
 */
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>

extern "C" {
#include "core/cuda/layout/panels/panels_build.h"
#include "core/cuda/layout/sorts.h"
}

extern "C" cudaError_t mg__sort_keys(void *temporary, size_t *bytes, uint64_t *keys[2], uint64_t count, int begin_bit,
                                     int end_bit, int *in, cudaStream_t stream) {
    cub::DoubleBuffer<uint64_t> k(keys[0], keys[1]);
    const cudaError_t error = cub::DeviceRadixSort::SortKeys(temporary, *bytes, k, count, begin_bit, end_bit, stream);
    *in = k.selector;
    return error;
}

extern "C" cudaError_t mg__sort_pairs(void *temporary, size_t *bytes, uint64_t *keys[2], uint64_t *values[2],
                                      uint64_t count, int end_bit, int *in, cudaStream_t stream) {
    cub::DoubleBuffer<uint64_t> k(keys[0], keys[1]), v(values[0], values[1]);
    const cudaError_t error = cub::DeviceRadixSort::SortPairs(temporary, *bytes, k, v, count, 0, end_bit, stream);
    *in = k.selector;
    return error;
}

extern "C" cudaError_t mg__sort_small_pairs(void *temporary, size_t *bytes, const uint32_t *keys, uint32_t *sorted_keys,
                                            const uint32_t *values, uint32_t *sorted_values, uint32_t count,
                                            int end_bit, cudaStream_t stream) {
    return cub::DeviceRadixSort::SortPairs(temporary, *bytes, keys, sorted_keys, values, sorted_values, count, 0,
                                           end_bit, stream);
}

template <typename Key>
static cudaError_t sort_index(void *temporary, size_t *bytes, Key *keys[2], uint32_t *values[2], uint32_t count,
                              int end_bit, int *in, cudaStream_t stream) {
    cub::DoubleBuffer<Key> k(keys[0], keys[1]);
    cub::DoubleBuffer<uint32_t> v(values[0], values[1]);
    const cudaError_t error = cub::DeviceRadixSort::SortPairs(temporary, *bytes, k, v, count, 0, end_bit, stream);
    *in = k.selector;
    return error;
}

extern "C" cudaError_t mg__sort_index(void *temporary, size_t *bytes, uint32_t *keys[2], uint32_t *values[2],
                                      uint32_t count, int end_bit, int *in, cudaStream_t stream) {
    return sort_index(temporary, bytes, keys, values, count, end_bit, in, stream);
}

extern "C" cudaError_t mg__sort_wide_index(void *temporary, size_t *bytes, uint64_t *keys[2], uint32_t *values[2],
                                           uint32_t count, int end_bit, int *in, cudaStream_t stream) {
    return sort_index(temporary, bytes, keys, values, count, end_bit, in, stream);
}

struct sum_of_two {
    template <typename T>
    __device__ T operator()(T a, T b) const {
        return a + b;
    }
};

template <typename Sum, typename Values>
static cudaError_t sum_by_key(void *temporary, size_t *bytes, const uint64_t *keys, uint64_t *unique, Values values,
                              void *sums, uint64_t *number, uint64_t count, cudaStream_t stream) {
    return cub::DeviceReduce::ReduceByKey(temporary, *bytes, keys, unique, values, (Sum *)sums, number, sum_of_two{},
                                          count, stream);
}

template <typename Sum>
static cudaError_t sum_any_by_key(void *temporary, size_t *bytes, const uint64_t *keys, uint64_t *unique,
                                  const void *values, void *sums, uint64_t *number, uint64_t count,
                                  cudaStream_t stream) {
    return values ? sum_by_key<Sum>(temporary, bytes, keys, unique, (const Sum *)values, sums, number, count, stream)
                  : sum_by_key<Sum>(temporary, bytes, keys, unique, thrust::make_constant_iterator((Sum)1), sums,
                                    number, count, stream);
}

extern "C" cudaError_t mg__sum_by_key(void *temporary, size_t *bytes, const uint64_t *keys, uint64_t *unique,
                                      const void *values, size_t value_bytes, void *sums, uint64_t *number,
                                      uint64_t count, cudaStream_t stream) {
    return value_bytes == sizeof(uint32_t)
               ? sum_any_by_key<uint32_t>(temporary, bytes, keys, unique, values, sums, number, count, stream)
               : sum_any_by_key<uint64_t>(temporary, bytes, keys, unique, values, sums, number, count, stream);
}

struct larger {
    __device__ uint64_t operator()(uint64_t a, uint64_t b) const {
        return a > b ? a : b;
    }
};

extern "C" cudaError_t mg__prefix_maxima(void *temporary, size_t *bytes, uint64_t *values, uint64_t count,
                                         cudaStream_t stream) {
    return cub::DeviceScan::InclusiveScan(temporary, *bytes, values, values, larger{}, count, stream);
}

extern "C" cudaError_t mg__small_prefix_sums(void *temporary, size_t *bytes, const uint32_t *values, uint32_t *sums,
                                             uint64_t count, cudaStream_t stream) {
    return cub::DeviceScan::ExclusiveSum(temporary, *bytes, values, sums, count, stream);
}

extern "C" cudaError_t mg__prefix_sums(void *temporary, size_t *bytes, uint64_t *values, uint64_t count,
                                       cudaStream_t stream) {
    return cub::DeviceScan::ExclusiveSum(temporary, *bytes, values, values, count, stream);
}

struct is_first {
    const uint64_t *keys;
    uint64_t mask;
    __device__ bool operator()(uint64_t i) const {
        return i == 0 || ((keys[i] ^ keys[i - 1]) & mask) != 0;
    }
};

static cudaError_t select_first(void *temporary, size_t *bytes, const uint64_t *keys, uint64_t mask, uint64_t count,
                                uint64_t *to, uint64_t *number, cudaStream_t stream) {
    return cub::DeviceSelect::If(temporary, *bytes, thrust::counting_iterator<uint64_t>(0), to, number, count,
                                 is_first{keys, mask}, stream);
}

extern "C" cudaError_t mg__select_heads(void *temporary, size_t *bytes, const uint64_t *edges, uint64_t count,
                                        uint64_t *heads, uint64_t *head_count, cudaStream_t stream) {
    const uint64_t local = 0xffffull << MG_EDGE_LOCAL_SHIFT;
    return select_first(temporary, bytes, edges, ~local, count, heads, head_count, stream);
}

extern "C" cudaError_t mg__select_cells(void *temporary, size_t *bytes, const uint64_t *keys, uint64_t count,
                                        uint64_t *cells, uint64_t *cell_count, cudaStream_t stream) {
    return select_first(temporary, bytes, keys, ~0ull << MG_PIECE_TILE_SHIFT, count, cells, cell_count, stream);
}

extern "C" cudaError_t mg__select_flagged(void *temporary, size_t *bytes, const uint8_t *flags, uint32_t count,
                                          uint32_t *to, uint32_t *number, cudaStream_t stream) {
    return cub::DeviceSelect::Flagged(temporary, *bytes, thrust::counting_iterator<uint32_t>(0), flags, to, number,
                                      count, stream);
}

extern "C" cudaError_t mg__select_unique(void *temporary, size_t *bytes, const uint64_t *keys, uint64_t count,
                                         uint64_t *to, uint64_t *number, cudaStream_t stream) {
    return cub::DeviceSelect::Unique(temporary, *bytes, keys, to, number, count, stream);
}

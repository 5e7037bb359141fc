/* SPDX-License-Identifier: Apache-2.0
 *
 * split_build.cu: from rows to work items. Thread-to-work mapping: a row per thread, or an item. Shared memory: none.
 */
extern "C" {
#include "core/cuda/layout/sorts.h"
#include "core/cuda/product/split/split_build.h"
}

#define THREADS 256
#define CLASSES 10u                /* bits of MG_SPLIT_LENGTH */
#define SPLIT_ROW_ONE (1ull << 32) /* a split row in the high half, its slots in the low half */

static uint32_t blocks_for(uint64_t threads) {
    const uint64_t blocks = threads / THREADS + 1;
    return blocks < 8192 ? (uint32_t)blocks : 8192;
}

static __device__ uint64_t items_of(const mg_split_source &s, uint64_t length) {
    return length ? (length + s.length - 1) / s.length : 1;
}

static __global__ void count_kernel(mg_split_source s) {
    for (uint64_t r = blockIdx.x * THREADS + threadIdx.x; r <= s.rows; r += gridDim.x * THREADS) {
        const uint64_t items = r < s.rows ? items_of(s, s.ends[r] - s.begins[r]) : 0;
        s.first_item[r] = items;
        s.first_slot[r] = items > 1 ? SPLIT_ROW_ONE + items : 0;
    }
}

static __global__ void totals_kernel(mg_split_source s) {
    const unsigned long long slots = s.first_slot[s.rows];
    s.counts->items = s.first_item[s.rows];
    s.counts->slots = (uint32_t)slots;
    s.counts->split_rows = slots >> 32;
}

/* Of items that are whole rows long ones come first, so that the last thread blocks have little to do. */
static __device__ uint32_t key_of(const mg_split_source &s, uint64_t begin, uint32_t length, bool is_part) {
    return is_part ? s.columns[begin] >> s.column_shift : (1u << MG_SPLIT_PART_BITS) + CLASSES - (32 - __clz(length));
}

/* What a thread counts; its items are fewer than 2^32. */
struct item_counts {
    uint32_t long_items, shared_items, pairs, adjacent;
};

/* Adds the counts of a whole warp: single threads would wait for each other. */
static __device__ void add_count(unsigned long long *to, uint32_t own) {
    for (uint32_t distance = 16; distance; distance /= 2) {
        own += __shfl_xor_sync(0xffffffffu, own, distance);
    }
    if (threadIdx.x % 32 == 0 && own) {
        atomicAdd(to, own);
    }
}

/* Writes an item and counts it. */
static __device__ void put_item(const mg_split_source &s, uint64_t at, const mg_device_item &item,
                                item_counts *counts) {
    const uint32_t own = item.length & ~MG_SPLIT_PART, middle = own / 2;
    const bool is_part = item.length & MG_SPLIT_PART;
    s.unsorted[at] = item;
    s.item_key[0][at] = key_of(s, item.begin, own, is_part);
    s.from[0][at] = (uint32_t)at;
    counts->long_items += is_part || own >= (s.length < MG_SPLIT_SHORT ? s.length : MG_SPLIT_SHORT);
    counts->shared_items += is_part || own >= MG_SPLIT_TINY;
    if (middle) {
        counts->pairs++;
        counts->adjacent += s.columns[item.begin + middle] == s.columns[item.begin + middle - 1] + 1;
    }
}

static __global__ void fill_kernel(mg_split_source s) {
    item_counts counts = {};
    for (uint64_t r = blockIdx.x * THREADS + threadIdx.x; r <= s.rows; r += gridDim.x * THREADS) {
        const uint32_t split = (uint32_t)(s.first_slot[r] >> 32), slot = (uint32_t)s.first_slot[r];
        if (r == s.rows) {
            s.split_slot[split] = slot;
            break;
        }
        const uint64_t begin = s.begins[r], length = s.ends[r] - begin, items = items_of(s, length);
        if (items > 1) {
            s.split_row[split] = (uint32_t)r;
            s.split_slot[split] = slot;
        }
        for (uint64_t i = 0; i < items; i++) {
            const uint64_t at = s.first_item[r] + i, left = length - i * s.length;
            const uint32_t own = left < s.length ? (uint32_t)left : s.length;
            const uint32_t owner = items > 1 ? slot + (uint32_t)i : (uint32_t)r;
            put_item(s, at, {begin + i * s.length, owner, own | (items > 1 ? MG_SPLIT_PART : 0)}, &counts);
            if (items > 1) {
                s.slot_row[owner] = (uint32_t)r;
            }
        }
    }
    add_count(&s.counts->long_items, counts.long_items);
    add_count(&s.counts->shared_items, counts.shared_items);
    add_count(&s.counts->pairs, counts.pairs);
    add_count(&s.counts->adjacent, counts.adjacent);
}

static __global__ void place_kernel(mg_split_source s, const uint32_t *from, uint32_t items) {
    for (uint64_t i = blockIdx.x * THREADS + threadIdx.x; i < items; i += gridDim.x * THREADS) {
        s.items[i] = s.unsorted[from[i]];
    }
}

extern "C" cudaError_t mg__split_count(const mg_split_source *s, void *temporary, size_t *bytes, cudaStream_t stream) {
    const uint64_t count = (uint64_t)s->rows + 1;
    if (temporary) {
        count_kernel<<<blocks_for(count), THREADS, 0, stream>>>(*s);
    }
    cudaError_t error = mg__prefix_sums(temporary, bytes, s->first_item, count, stream);
    if (error == cudaSuccess && temporary) {
        error = mg__prefix_sums(temporary, bytes, s->first_slot, count, stream);
        totals_kernel<<<1, 1, 0, stream>>>(*s);
    }
    return error == cudaSuccess ? cudaGetLastError() : error;
}

extern "C" cudaError_t mg__split_fill(const mg_split_source *s, uint32_t items, void *temporary, size_t *bytes,
                                      cudaStream_t stream) {
    if (temporary) {
        fill_kernel<<<blocks_for((uint64_t)s->rows + 1), THREADS, 0, stream>>>(*s);
    }
    uint32_t *keys[2] = {s->item_key[0], s->item_key[1]}, *from[2] = {s->from[0], s->from[1]};
    int in;
    const cudaError_t error = mg__sort_index(temporary, bytes, keys, from, items, MG_SPLIT_KEY_BITS, &in, stream);
    if (error == cudaSuccess && temporary) {
        place_kernel<<<blocks_for(items), THREADS, 0, stream>>>(*s, from[in], items);
    }
    return error == cudaSuccess ? cudaGetLastError() : error;
}

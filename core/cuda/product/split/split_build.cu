/* SPDX-License-Identifier: Apache-2.0
 *
 * split_build.cu: from rows to work items. Thread-to-work mapping: a row per thread, or an item. Shared memory: none.
 */
extern "C" {
#include "core/cuda/layout/sorts.h"
#include "core/cuda/product/split/split_build.h"
}

#define THREADS 256
#define CLASSES 10u /* bits of MG_SPLIT_LENGTH */
#define CLASS_BITS 4
#define SPLIT_ROW_ONE (1ull << 32) /* a split row in the high half, its slots in the low half */

static uint32_t blocks_for(uint64_t threads) {
    const uint64_t blocks = threads / THREADS + 1;
    return blocks < 8192 ? (uint32_t)blocks : 8192;
}

static __device__ uint64_t items_of(uint64_t length) {
    return length ? (length + MG_SPLIT_LENGTH - 1) / MG_SPLIT_LENGTH : 1;
}

static __global__ void count_kernel(mg_split_source s) {
    for (uint64_t r = blockIdx.x * THREADS + threadIdx.x; r <= s.rows; r += gridDim.x * THREADS) {
        const uint64_t items = r < s.rows ? items_of(s.ends[r] - s.begins[r]) : 0;
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

/* Long items have the lower classes: they come first, so that the last thread blocks have little to do. */
static __device__ uint32_t class_of(uint32_t length) {
    return CLASSES - (32 - __clz(length));
}

static __global__ void fill_kernel(mg_split_source s) {
    unsigned long long is_long = 0;
    for (uint64_t r = blockIdx.x * THREADS + threadIdx.x; r <= s.rows; r += gridDim.x * THREADS) {
        const uint32_t split = (uint32_t)(s.first_slot[r] >> 32), slot = (uint32_t)s.first_slot[r];
        if (r == s.rows) {
            s.split_slot[split] = slot;
            break;
        }
        const uint64_t begin = s.begins[r], length = s.ends[r] - begin, items = items_of(length);
        if (items > 1) {
            s.split_row[split] = (uint32_t)r;
            s.split_slot[split] = slot;
        }
        for (uint64_t i = 0; i < items; i++) {
            const uint64_t at = s.first_item[r] + i, left = length - i * MG_SPLIT_LENGTH;
            const uint32_t own = left < MG_SPLIT_LENGTH ? (uint32_t)left : MG_SPLIT_LENGTH;
            const uint32_t owner = items > 1 ? slot + (uint32_t)i : (uint32_t)r;
            s.unsorted[at] = {begin + i * MG_SPLIT_LENGTH, owner, own | (items > 1 ? MG_SPLIT_PART : 0)};
            s.item_class[0][at] = class_of(own);
            s.from[0][at] = (uint32_t)at;
            is_long += own >= MG_SPLIT_SHORT;
            if (items > 1) {
                s.slot_row[owner] = (uint32_t)r;
            }
        }
    }
    if (is_long) {
        atomicAdd(&s.counts->long_items, is_long);
    }
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
    uint32_t *classes[2] = {s->item_class[0], s->item_class[1]}, *from[2] = {s->from[0], s->from[1]};
    int in;
    const cudaError_t error = mg__sort_index(temporary, bytes, classes, from, items, CLASS_BITS, &in, stream);
    if (error == cudaSuccess && temporary) {
        place_kernel<<<blocks_for(items), THREADS, 0, stream>>>(*s, from[in], items);
    }
    return error == cudaSuccess ? cudaGetLastError() : error;
}

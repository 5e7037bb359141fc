/* SPDX-License-Identifier: Apache-2.0
 *
 * user_spmm.cuh: Y = A X over a user's semiring, compiled at run time behind the user's text, which defines, in
 * the namespace `semiring`, the type `element` and the functions `add` and `multiply` (user_product.c).
 * MG_ELEMENT_SIZE is the size that the element must have, MG_VALUE the type of the matrix's values, if it has some.
 *
 * Thread-to-work mapping: p.lanes lanes of a warp carry a column each; its 32 / p.lanes groups take different nonzeros
 * of one work item of the split format. Sums of parts of rows go to slots, which a second launch adds in their order,
 * so that results are the same in every run. Shared memory: none.
 */
#include "core/cuda/product/user/user_args.h"

using semiring::element;
static_assert(sizeof(element) == MG_ELEMENT_SIZE, "element must have element_size bytes");

/* The element of the lane whose number differs in the bits of `distance`. */
static __device__ element user_exchange(element own, uint32_t distance) {
    constexpr uint32_t words = (sizeof(element) + 3) / 4;
    uint32_t word[words] = {};
    memcpy(word, &own, sizeof own);
#pragma unroll
    for (uint32_t i = 0; i < words; i++) {
        word[i] = __shfl_xor_sync(0xffffffffu, word[i], distance);
    }
    memcpy(&own, word, sizeof own);
    return own;
}

static __device__ element user_identity(const mg_user_product &p) {
    element identity;
    memcpy(&identity, p.identity, sizeof identity);
    return identity;
}

/* The product of a nonzero and an element of X. */
static __device__ element user_term(const mg_split_product &p, uint64_t e, uint32_t column) {
    const char *const row = (const char *)p.x + (uint64_t)p.matrix.column[e] * p.x_stride;
    const element x = ((const element *)row)[column];
#ifdef MG_VALUE
    return semiring::multiply(x, p.matrix.values ? ((const semiring::value *)p.matrix.values)[e] : semiring::value(1));
#else
    return semiring::multiply(x);
#endif
}

static __device__ void user_store(const mg_split_product &p, uint32_t row, uint32_t column, element sum) {
    if (p.mask && (p.mask[row] != 0) == (p.mask_complement != 0)) {
        return;
    }
    element *const y = (element *)p.y + row * p.y_stride + column;
    *y = p.accumulate ? semiring::add(*y, sum) : sum;
}

/* A work item, by a whole warp. */
static __device__ void user_item(const mg_user_product &u, uint64_t i, uint32_t column, uint32_t slot) {
    const mg_split_product &p = u.product;
    const mg_device_item item = p.matrix.items[i];
    const uint64_t end = item.begin + (item.length & ~MG_SPLIT_PART);
    element sum = user_identity(u);
    for (uint64_t e = item.begin + slot; column < p.k && e < end; e += 32 / u.lanes) {
        sum = semiring::add(sum, user_term(p, e, column));
    }
    for (uint32_t distance = 16; distance >= u.lanes; distance /= 2) {
        sum = semiring::add(sum, user_exchange(sum, distance));
    }
    if (slot || column >= p.k) {
        return;
    }
    if (item.length & MG_SPLIT_PART) {
        ((element *)p.slots)[(uint64_t)item.row * p.k + column] = sum;
    } else {
        user_store(p, item.row, column, sum);
    }
}

/* A split row. */
static __device__ void user_finish(const mg_user_product &u, uint32_t i, uint32_t column) {
    const mg_split_product &p = u.product;
    element sum = user_identity(u);
    for (uint32_t s = p.matrix.split_slot[i]; s < p.matrix.split_slot[i + 1]; s++) {
        sum = semiring::add(sum, ((const element *)p.slots)[(uint64_t)s * p.k + column]);
    }
    user_store(p, p.matrix.split_row[i], column, sum);
}

extern "C" __global__ void __launch_bounds__(MG_SPLIT_THREADS) mg_user_spmm(const __grid_constant__ mg_user_product p) {
    const uint32_t tile = blockIdx.x / p.product.tile_blocks, block = blockIdx.x % p.product.tile_blocks;
    const uint32_t column = tile * p.lanes + threadIdx.x % p.lanes;
    if (p.finishes) {
        const uint32_t i = block * (MG_SPLIT_THREADS / p.lanes) + threadIdx.x / p.lanes;
        if (i < p.product.matrix.split_count && column < p.product.k) {
            user_finish(p, i, column);
        }
    } else {
        const uint64_t i = (uint64_t)block * (MG_SPLIT_THREADS / 32) + threadIdx.x / 32;
        if (i < p.product.matrix.item_count) {
            user_item(p, i, column, threadIdx.x % 32 / p.lanes);
        }
    }
}

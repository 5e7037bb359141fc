/* SPDX-License-Identifier: Apache-2.0
 *
 * hisparse_tasks.cuh: tasks over nodes of the tree of hisparse: inner nodes queue their children, leaves add to the
 * result. All functions are called by whole warps.
 */
#ifndef MG_CORE_CUDA_PRODUCT_HISPARSE_HISPARSE_TASKS_CUH
#define MG_CORE_CUDA_PRODUCT_HISPARSE_HISPARSE_TASKS_CUH

#include "core/cuda/product/hisparse/hisparse_args.h"
#include "core/cuda/product/square/square_terms.cuh"

#define TREE_ALL 0xffffffffu

/* ---- nodes: core/sparse/hisparse.h ---- */

/* A node's entries on the device. */
struct tree_node {
    const unsigned char *at;
    uint32_t count;   /* dense: cells */
    uint32_t entries; /* byte of the first entry */
    bool is_dense;
};

__device__ __forceinline__ tree_node tree_node_of(const mg_device_tree &t, uint32_t node, uint32_t size) {
    const unsigned char *const at = t.pool + (uint64_t)(node >> 2) * 16u;
    if ((node & 3u) == 0) {
        return {at, 1u << (2 * t.shift), 0, true};
    }
    const uint32_t count = *(const uint32_t *)at;
    const uint32_t padded = count <= 2 ? count : (count + 3) / 4 * 4;
    const uint32_t loaded = size * (count <= 2 ? count : 4), step = loaded < 16 ? loaded : 16;
    const uint32_t end = 4 + 2 * padded;
    return {at, count, step ? (end + step - 1) / step * step : end, false};
}

/* Row and column of an entry within its node. */
struct tree_place {
    uint32_t row, column;
};

__device__ __forceinline__ tree_place tree_place_of(const mg_device_tree &t, const tree_node &n, uint32_t entry) {
    if (n.is_dense) {
        return {entry >> t.shift, entry & ((1u << t.shift) - 1u)};
    }
    const uint32_t place = ((const uint16_t *)(n.at + 4))[entry];
    return {place >> 8, place & 255u};
}

/* A dense leaf has a bit for each cell that is a nonzero, behind its values. */
__device__ __forceinline__ bool tree_is_nonzero(const mg_device_tree &t, const tree_node &n, uint32_t entry) {
    return !n.is_dense || (n.at[n.count * t.value_size + entry / 8] >> (entry % 8) & 1u);
}

/* ---- queues ---- */

/* The queue of a node, and the number of its tasks. */
struct tree_kind {
    uint32_t queue, tasks;
};

__device__ __forceinline__ tree_kind tree_kind_of(const mg_device_tree &t, uint32_t node, uint32_t level) {
    const tree_node n = tree_node_of(t, node, level ? 4 : t.value_size);
    const uint32_t tasks = (n.count + MG_TREE_RANGE - 1) / MG_TREE_RANGE;
    if (level) {
        return {MG_QUEUE_INNER, tasks};
    }
    const uint32_t queue = n.count == 1 ? MG_QUEUE_ONE : n.count <= MG_TREE_FEW ? MG_QUEUE_FEW : MG_QUEUE_MANY;
    return {queue, tasks};
}

/* The sum over the lanes before this one; *all: over the whole warp. */
__device__ __forceinline__ uint64_t tree_sum_before(uint64_t own, uint32_t lane, uint64_t *all) {
    uint64_t sum = own;
#pragma unroll
    for (uint32_t offset = 1; offset < 32; offset *= 2) {
        const uint64_t other = __shfl_up_sync(TREE_ALL, sum, offset);
        sum += lane >= offset ? other : 0;
    }
    *all = __shfl_sync(TREE_ALL, sum, 31);
    return sum - own;
}

/* Queues a node for each lane whose `node` is not 0. The lanes' tasks of all queues are counted together, 16 bits for
 * each queue: 32 nodes have at most 32 * 65536 / MG_TREE_RANGE tasks. */
__device__ __forceinline__ void tree_push(const mg_tree_product &p, uint32_t lane, uint32_t node, uint32_t row,
                                          uint32_t column, uint32_t level) {
    const tree_kind kind = node ? tree_kind_of(p.tree, node, level) : tree_kind{0, 0};
    const uint32_t shift = 16 * kind.queue;
    uint64_t all;
    const uint64_t before = tree_sum_before((uint64_t)kind.tasks << shift, lane, &all);
    uint32_t first = 0;
    if (lane < MG_QUEUES) {
        const uint32_t count = (uint32_t)(all >> (16 * lane)) & 0xffffu;
        first = count ? atomicAdd(&p.state->queues[lane].reserved, count) : 0;
    }
    first = __shfl_sync(TREE_ALL, first, kind.queue) + ((uint32_t)(before >> shift) & 0xffffu);
    for (uint32_t range = 0; range < kind.tasks; range++) {
        p.tasks[kind.queue][first + range] = {node, row, column, level | range << 8};
    }
    __threadfence();
    for (uint32_t range = 0; range < kind.tasks; range++) {
        *(volatile uint32_t *)&p.ready[kind.queue][first + range] = 1;
    }
}

/* ---- tasks ---- */

/* Queues the children of an inner node. */
__device__ __forceinline__ void tree_run_inner(const mg_tree_product &p, const mg_tree_task &task, uint32_t lane) {
    const tree_node n = tree_node_of(p.tree, task.node, 4);
    const uint32_t begin = (task.level_range >> 8) * MG_TREE_RANGE, level = (task.level_range & 255u) - 1;
    const uint32_t end = n.count < begin + MG_TREE_RANGE ? n.count : begin + MG_TREE_RANGE;
#pragma unroll 1
    for (uint32_t base = begin; base < end; base += 32) {
        const uint32_t entry = base + lane;
        const uint32_t child = entry < end ? ((const uint32_t *)(n.at + n.entries))[entry] : 0;
        const tree_place place = child ? tree_place_of(p.tree, n, entry) : tree_place{0, 0};
        tree_push(p, lane, child, task.row << p.tree.shift | place.row, task.column << p.tree.shift | place.column,
                  level);
    }
}

/* Reads up to MG_SQUARE_STEP entries of a leaf, from `base` on, a multiple of that, and before `end`. Entries of nodes
 * of more than two are padded, so that all are loaded at once. values: of the leaf; NULL: all `one`. */
template <typename T>
__device__ __forceinline__ void tree_read(const mg_device_tree &t, const tree_node &n, const T *values, uint32_t base,
                                          uint32_t end, square_terms<T> *terms, tree_place (&place)[MG_SQUARE_STEP],
                                          T (&value)[MG_SQUARE_STEP]) {
    const bool is_padded = n.is_dense || n.count > 2;
    uint32_t bits = (1u << MG_SQUARE_STEP) - 1u, pair[2] = {0, 0};
    if (n.is_dense) {
        bits = (uint32_t)n.at[n.count * t.value_size + base / 8] >> (base % 8);
    } else if (is_padded) {
        const uint32_t *const pairs = (const uint32_t *)(n.at + 4) + base / 2;
        pair[0] = pairs[0], pair[1] = pairs[1];
    } else {
        pair[0] = *(const uint32_t *)(n.at + 4);
    }
    if (values && is_padded) {
        split_read_values<T>(values + base, value);
    }
#pragma unroll
    for (uint32_t i = 0; i < MG_SQUARE_STEP; i++) {
        const uint32_t sparse = pair[i / 2] >> (16 * (i % 2)), cell = base + i;
        terms->is_here[i] = base + i < end && (bits >> i & 1u);
        place[i] = n.is_dense ? tree_place{cell >> t.shift, cell & ((1u << t.shift) - 1u)}
                              : tree_place{sparse >> 8 & 255u, sparse & 255u};
        if (values && !is_padded && terms->is_here[i]) {
            value[i] = values[base + i];
        }
    }
}

/* Adds a range of a leaf to the result: lane `lane` of `lanes` that share it takes MG_SQUARE_STEP entries by turns.
 * They are by row: the lanes join theirs before they add. */
template <typename S>
__device__ __forceinline__ void tree_run_leaf(const mg_tree_product &p, const mg_tree_task &task, uint32_t lane,
                                              uint32_t lanes) {
    typedef typename S::type T;
    const tree_node n = tree_node_of(p.tree, task.node, p.tree.value_size);
    const uint32_t begin = (task.level_range >> 8) * MG_TREE_RANGE, shift = p.tree.shift;
    const uint32_t end = n.count < begin + MG_TREE_RANGE ? n.count : begin + MG_TREE_RANGE;
    const uint64_t x_first = (uint64_t)(p.transposed ? task.row : task.column) << shift;
    const uint32_t y_first = (p.transposed ? task.column : task.row) << shift;
    const uint32_t members = (lanes < 32 ? (1u << lanes) - 1u : TREE_ALL) << (threadIdx.x % 32 - lane);
    const T *const values = p.weighted ? (const T *)(n.at + n.entries) : NULL;
    const T one = split_scalar<T>(p.product.one);
#pragma unroll 1
    for (uint32_t some = begin; some < end; some += lanes * MG_SQUARE_STEP) {
        const uint32_t own = some + lane * MG_SQUARE_STEP;
        square_terms<T> terms;
        tree_place place[MG_SQUARE_STEP];
        T value[MG_SQUARE_STEP] = {one, one, one, one}, x[MG_SQUARE_STEP];
        tree_read<T>(p.tree, n, values, own < end ? own : some, own < end ? end : 0, &terms, place, value);
#pragma unroll
        for (uint32_t i = 0; i < MG_SQUARE_STEP; i++) {
            terms.row[i] = p.transposed ? place[i].column : place[i].row;
            x[i] = terms.is_here[i] ? vector_x<T>(p.product, x_first + (p.transposed ? place[i].row : place[i].column))
                                    : T(0);
        }
#pragma unroll
        for (uint32_t i = 0; i < MG_SQUARE_STEP; i++) {
            terms.product[i] = vector_term<S>(S::multiply(x[i], value[i]));
        }
        square_join<S>(&terms);
        if (lanes > 1 && !p.transposed) {
            square_join_lanes<S>(&terms, lane, lanes, members);
        }
        square_add<S>(p.product, y_first, &terms);
    }
}

/* Tasks of a queue that a warp runs together. */
__device__ __forceinline__ uint32_t tree_share(uint32_t queue) {
    return queue == MG_QUEUE_ONE ? 32 : queue == MG_QUEUE_FEW ? 32 / MG_TREE_FEW_LANES : 1;
}

/* Runs a share of tasks of a queue, or `count` if these are fewer; this lane's is `task`. */
template <typename S>
__device__ __forceinline__ void tree_run(const mg_tree_product &p, uint32_t queue, const mg_tree_task &task,
                                         uint32_t count, uint32_t lane) {
    const uint32_t lanes = 32 / tree_share(queue);
    if (queue == MG_QUEUE_INNER) {
        tree_run_inner(p, task, lane);
    } else if (lane / lanes < count) {
        tree_run_leaf<S>(p, task, lane % lanes, lanes);
    }
    __syncwarp();
}

/* The task of this lane of a warp that runs `count` tasks from `first` on. */
__device__ __forceinline__ mg_tree_task tree_task_at(const mg_tree_product &p, uint32_t queue, uint32_t first,
                                                     uint32_t count, uint32_t lane) {
    const uint32_t own = lane / (32 / tree_share(queue));
    const uint4 read = __ldcg((const uint4 *)&p.tasks[queue][first + (own < count ? own : 0)]);
    return {read.x, read.y, read.z, read.w};
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * triangle_row.cuh: the forward row of a vertex u, as a team of threads sees it: its hubs, its other vertices, the
 * search for a vertex in it, and what its vertices receive.
 */
#ifndef MG_CORE_CUDA_KERNEL_GATHER_TRIANGLE_ROW_CUH
#define MG_CORE_CUDA_KERNEL_GATHER_TRIANGLE_ROW_CUH

#include "core/cuda/kernel/gather/gather.cuh"

#define MG_TRIANGLES_FILTERED_ROW 32 /* a search in a row of so many vertices takes no longer than a filter */

/* Shared memory of a team with rows of `room` vertices. */
template <typename B, uint32_t room>
struct mg_triangle_row {
    B received[room];
    uint32_t row[room], filter[room / 4];
    uint16_t place[room], hub[room]; /* hubs from the front, the places of other vertices from the back */
    uint32_t hubs, others;
};

template <typename B>
union mg_triangles_shared {
    mg_triangle_row<B, MG_TRIANGLES_WARP_ROW> warp[MG_WARPS];
    mg_triangle_row<B, MG_TRIANGLES_BLOCK_ROW> block;
};

/* Does each triangle count one for its corners? */
template <typename Policy>
MG_DEVICE bool mg_only_counts() {
    return !(Policy::has() & MG_HAS_TRIANGLE);
}

/* Is the number of all triangles wanted, and nothing for their corners? */
template <typename Policy>
MG_DEVICE bool mg_only_total() {
    return mg_only_counts<Policy>() && !(Policy::has() & MG_HAS_APPLY) && Policy::totals();
}

/* Threads that work on one row. */
template <uint32_t size>
struct mg_team {
    MG_CALL uint32_t thread() {
        return size == 32 ? mg_warp_lane() : threadIdx.x;
    }
    MG_CALL void sync() {
        if (size == 32) {
            __syncwarp();
        } else {
            __syncthreads();
        }
    }
};

/* The row of u and what its vertices receive: in shared memory, or of a row that does not fit in global memory. */
template <typename Policy, uint32_t size, uint32_t room>
struct mg_row_of {
    typedef typename Policy::bits B;
    typedef mg_team<size> team;
    const mg_gather_args &a;
    mg_triangle_row<B, room> &shared;
    uint32_t u, length;
    uint64_t begin;
    mg_hub_row listed; /* if the phase only counts */

    __device__ __forceinline__ bool fits() const {
        return length <= room;
    }
    __device__ __forceinline__ uint32_t at(uint32_t place) const {
        return fits() ? shared.row[place] : a.forward.neighbours[begin + place];
    }
    __device__ __forceinline__ static uint32_t hash(uint32_t v) {
        return v * 0x9e3779b1u >> 16 & (room * 8 - 1);
    }
    __device__ __forceinline__ void load() const {
        if (mg_only_counts<Policy>()) {
            load_counted();
            return;
        }
        if (team::thread() == 0) {
            shared.hubs = shared.others = 0;
        }
        team::sync();
        for (uint32_t i = team::thread(); fits() && i < (length + 31) / 32 * 32; i += size) {
            sort_out(i, i < length ? a.forward.neighbours[begin + i] : 0);
        }
        team::sync();
        if (others()) { /* nothing is searched for among hubs alone */
            fill_filter();
        }
    }
    /* Hubs are counted without shared memory. */
    __device__ __forceinline__ void load_counted() const {
        if (!others()) {
            return;
        }
        for (uint32_t i = team::thread(); fits() && i < length; i += size) {
            shared.row[i] = a.forward.neighbours[begin + i];
            if (!mg_only_total<Policy>()) {
                shared.received[i] = Policy::identity();
            }
        }
        team::sync();
        if (length > MG_TRIANGLES_FILTERED_ROW) {
            fill_filter();
        }
    }
    __device__ __forceinline__ void fill_filter() const {
        for (uint32_t i = team::thread(); i < room / 4; i += size) {
            shared.filter[i] = 0;
        }
        team::sync();
        for (uint32_t i = team::thread(); i < length; i += size) {
            const uint32_t v = at(i);
            atomicOr(&shared.filter[hash(v) / 32], 1u << hash(v) % 32);
        }
        team::sync();
    }
    /* Stores v, which is at place i, as a hub or another. All lanes of the warp call. */
    __device__ __forceinline__ void sort_out(uint32_t i, uint32_t v) const {
        const bool in = i < length;
        const uint32_t hub = in && a.forward.hub ? a.forward.hub[v] : MG_NO_HUB;
        const uint32_t at = append(in && hub != MG_NO_HUB, &shared.hubs);
        const uint32_t other = append(in && hub == MG_NO_HUB, &shared.others);
        if (in) {
            shared.row[i] = v;
            shared.received[i] = Policy::identity();
            if (hub != MG_NO_HUB) {
                shared.place[at] = (uint16_t)i;
                shared.hub[at] = (uint16_t)hub;
            } else {
                shared.place[room - 1 - other] = (uint16_t)i;
            }
        }
    }
    __device__ __forceinline__ static uint32_t append(bool mine, uint32_t *count) {
        const uint32_t all = __ballot_sync(MG_ALL_LANES, mine);
        uint32_t first = 0;
        if (all && mg_warp_lane() == 0) {
            first = atomicAdd(count, (uint32_t)__popc(all));
        }
        return __shfl_sync(MG_ALL_LANES, first, 0) + __popc(all & ((1u << mg_warp_lane()) - 1));
    }
    __device__ __forceinline__ const mg_hub_word *four_hubs() const {
        return a.forward.hub_list + listed.at + listed.words;
    }
    __device__ __forceinline__ const uint16_t *places() const {
        return (const uint16_t *)(four_hubs() + (listed.hubs + 3) / 4);
    }
    /* The k-th vertex that is not a hub: its place in the row. */
    __device__ __forceinline__ uint32_t other(uint32_t k) const {
        if (mg_only_counts<Policy>()) {
            return listed.hubs ? places()[k] : k;
        }
        return fits() ? shared.place[room - 1 - k] : k;
    }
    __device__ __forceinline__ uint32_t others() const {
        if (mg_only_counts<Policy>()) {
            return length - listed.hubs;
        }
        return fits() ? shared.others : length;
    }
    /* Place of w in the row; MG_NONE: it is not there. */
    __device__ __forceinline__ uint32_t find(uint32_t w) const {
        const bool filtered = !mg_only_counts<Policy>() || length > MG_TRIANGLES_FILTERED_ROW;
        if (filtered && !(shared.filter[hash(w) / 32] >> hash(w) % 32 & 1)) {
            return MG_NONE;
        }
        uint32_t low = 0, high = length;
        while (low < high) {
            const uint32_t middle = (low + high) / 2;
            if (at(middle) < w) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < length && at(low) == w ? low : MG_NONE;
    }
    __device__ __forceinline__ void give(uint32_t place, B value) const {
        if (mg_only_total<Policy>() || value == Policy::identity()) {
            return;
        }
        if (fits()) {
            add_here(&shared.received[place], value);
        } else {
            mg_atomic_combine<Policy>((B *)a.loop.acc + a.forward.neighbours[begin + place], value);
        }
    }
    /* Whole numbers of 64 bits are added as two of 32 bits: shared memory has no addition of 64 bits. */
    __device__ __forceinline__ static void add_here(B *to, B value) {
        if constexpr (sizeof(B) == 8) {
            if (Policy::monoid() == MG_SUM && Policy::value_type() != MG_FLOAT64) {
                uint32_t *const half = (uint32_t *)to;
                if (mg_only_counts<Policy>()) { /* no count in a row has more than 32 bits */
                    atomicAdd(half, (uint32_t)value);
                    return;
                }
                const uint32_t low = (uint32_t)value, carry = atomicAdd(half, low) + low < low;
                if ((uint32_t)(value >> 32) + carry) {
                    atomicAdd(half + 1, (uint32_t)(value >> 32) + carry);
                }
                return;
            }
        }
        mg_atomic_combine<Policy>(to, value);
    }
    __device__ __forceinline__ void store() const {
        if (mg_only_counts<Policy>() && !others()) {
            return;
        }
        team::sync();
        for (uint32_t i = team::thread(); !mg_only_total<Policy>() && fits() && i < length; i += size) {
            if (shared.received[i] != Policy::identity()) {
                mg_atomic_combine<Policy>((B *)a.loop.acc + shared.row[i], shared.received[i]);
            }
        }
        team::sync();
    }
};

#endif

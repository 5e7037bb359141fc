/* SPDX-License-Identifier: Apache-2.0
 *
 * flow_tile.cuh: a tile made ready for the flow kernel (flow.cuh): its vertices in the order of their depths, and for
 * each the neighbours that send to it, taken out of its row beforehand. A warp to a tile; all lanes call everything.
 */
#ifndef MG_CORE_CUDA_KERNEL_FLOW_TILE_CUH
#define MG_CORE_CUDA_KERNEL_FLOW_TILE_CUH

#include "core/cuda/kernel/flow_args.h"
#include "core/cuda/kernel/tile.cuh"

/* An entry: senders in the tile (x: two of 16 bits, y: the third), in the upper half of y where those in other tiles
 * begin, 1 for the first, the vertex (z) and its place (w). */
#define MG_FLOW_NOBODY 0xffffu      /* no sender */
#define MG_FLOW_WALK 0xffffu        /* more senders than fit: the row is to be walked */
#define MG_FLOW_LAST_OF 0x80000000u /* such a sender is the vertex's last one */
#define MG_FLOW_ABREAST 4u          /* loads of a lane on their way together */

template <typename Policy>
struct mg_flow {
    typedef typename Policy::bits B;
    const mg_flow_args &a;
    char *const shared;
    uint32_t *const remote_count; /* entries of `remote` that are taken, in shared memory */
    B *value;                     /* what a vertex sent, once it has */
    uint4 *entries;               /* the vertices in their order */
    char *state;
    uint32_t *key;    /* places in the order */
    uint32_t *remote; /* positions of senders in other tiles */
    uint16_t *rank;   /* a vertex's entry */
    uint32_t tile, first, count, boundary, local_first, remotes, reached, done;
    unsigned long long vertices, edges;

    __device__ __forceinline__ mg_flow(const mg_flow_args &args, char *memory, uint32_t *counter)
        : a(args), shared(memory), remote_count(counter), vertices(0), edges(0) {
    }
    __device__ __forceinline__ uint32_t place_of(uint32_t depth) const {
        const uint32_t place = a.backward ? MG_FLOW_LAST - depth : depth + 1;
        return depth == MG_FLOW_UNREACHED ? MG_FLOW_UNREACHED : place;
    }
    __device__ __forceinline__ const uint16_t *begin() const {
        return a.tiles.begin + first + tile;
    }
    __device__ __forceinline__ char *state_of(uint32_t i) const {
        return state + i * Policy::state_size();
    }
};

MG_DEVICE uint32_t mg_lanes_below() {
    return (1u << mg_lane()) - 1;
}

/* A slot's words: 4 bytes of a value and, above them, 1 once it was sent. Each is read and written as a whole, so that
 * nothing need order them. */
template <typename B>
struct mg_slot {
    unsigned long long word[sizeof(B) / 4];

    __device__ __forceinline__ bool came() const {
        return word[0] >> 32 && word[sizeof(B) / 4 - 1] >> 32;
    }
    __device__ __forceinline__ B value() const {
        if constexpr (sizeof(B) == 4) {
            return (B)word[0];
        } else {
            return (B)(uint32_t)word[0] | (B)word[1] << 32;
        }
    }
};

template <typename B>
MG_DEVICE void mg_slot_write(unsigned long long *slots, uint32_t position, B value) {
    const unsigned long long sent = 1ull << 32;
    if constexpr (sizeof(B) == 4) {
        asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(slots + position), "l"(sent | value) : "memory");
    } else {
        asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(slots + 2ull * position),
                     "l"(sent | (uint32_t)value), "l"(sent | (uint32_t)(value >> 32))
                     : "memory");
    }
}

/* Without a branch, so that nobody waits for it before it is looked at. */
template <typename B>
MG_DEVICE void mg_slot_read_if(const unsigned long long *slots, uint32_t position, bool wanted, mg_slot<B> &slot) {
    if constexpr (sizeof(B) == 4) {
        asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %2, 0;\n\t@p ld.relaxed.gpu.global.u64 %0, [%1];\n\t}"
                     : "+l"(slot.word[0])
                     : "l"(slots + position), "r"((uint32_t)wanted)
                     : "memory");
    } else {
        asm volatile(
            "{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %3, 0;\n\t@p ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];\n\t}"
            : "+l"(slot.word[0]), "+l"(slot.word[1])
            : "l"(slots + 2ull * position), "r"((uint32_t)wanted)
            : "memory");
    }
}

template <typename B>
MG_DEVICE void mg_slot_clear(unsigned long long *slots, uint32_t position) {
    slots[(uint64_t)position * (sizeof(B) / 4)] = 0;
    slots[(uint64_t)position * (sizeof(B) / 4) + sizeof(B) / 4 - 1] = 0;
}

/* The states of four vertices a lane at a time, so that they are on their way together. */
template <typename Policy, typename Word>
MG_DEVICE void mg_flow_copy_words(const mg_flow<Policy> &f, bool back) {
    const uint32_t words = Policy::state_size() / sizeof(Word);
    Word *const here = (Word *)f.state, *const there = (Word *)f.a.state;
#pragma unroll 1
    for (uint32_t base = mg_lane(); base < f.count; base += 32 * MG_FLOW_ABREAST) {
        uint64_t vertex[MG_FLOW_ABREAST];
#pragma unroll
        for (uint32_t k = 0; k < MG_FLOW_ABREAST; k++) {
            vertex[k] = base + 32 * k < f.count ? __ldg(&f.a.tiles.vertex[f.first + base + 32 * k]) : 0;
        }
#pragma unroll 1
        for (uint32_t w = 0; w < words; w++) {
            Word word[MG_FLOW_ABREAST];
#pragma unroll
            for (uint32_t k = 0; k < MG_FLOW_ABREAST; k++) {
                if (base + 32 * k < f.count) {
                    word[k] = back ? here[(base + 32 * k) * words + w] : there[vertex[k] * words + w];
                }
            }
#pragma unroll
            for (uint32_t k = 0; k < MG_FLOW_ABREAST; k++) {
                if (base + 32 * k < f.count) {
                    *(back ? &there[vertex[k] * words + w] : &here[(base + 32 * k) * words + w]) = word[k];
                }
            }
        }
    }
}

/* The states into the tile's memory, or back from there. */
template <typename Policy>
MG_DEVICE void mg_flow_copy_states(const mg_flow<Policy> &f, bool back) {
    const uint64_t all = (uint64_t)f.a.state | Policy::state_size();
    if (all % 16 == 0) {
        mg_flow_copy_words<Policy, uint4>(f, back);
    } else if (all % 4 == 0) {
        mg_flow_copy_words<Policy, uint32_t>(f, back);
    } else {
        mg_flow_copy_words<Policy, char>(f, back);
    }
}

/* Places, how many vertices were reached, and the range of their places. */
template <typename Policy>
MG_DEVICE void mg_flow_load_places(mg_flow<Policy> &f, uint32_t *least, uint32_t *range) {
    uint32_t mine = MG_FLOW_UNREACHED, most = 0, reached = 0;
#pragma unroll 1
    for (uint32_t base = mg_lane(); base < f.count; base += 32 * MG_FLOW_ABREAST) {
        uint32_t depth[MG_FLOW_ABREAST];
#pragma unroll
        for (uint32_t k = 0; k < MG_FLOW_ABREAST; k++) {
            depth[k] = base + 32 * k < f.count ? __ldg(&f.a.depth[f.first + base + 32 * k]) : MG_FLOW_UNREACHED;
        }
#pragma unroll
        for (uint32_t k = 0; k < MG_FLOW_ABREAST; k++) {
            const uint32_t place = f.place_of(depth[k]);
            if (base + 32 * k < f.count) {
                f.key[base + 32 * k] = place;
            }
            mine = min(mine, place);
            most = max(most, place == MG_FLOW_UNREACHED ? 0 : place);
            reached += place != MG_FLOW_UNREACHED;
        }
    }
    f.reached = mg_warp_sum(reached);
    *least = mg_warp_least(mine);
    *range = MG_FLOW_UNREACHED - mg_warp_least(MG_FLOW_UNREACHED - most) - *least;
    __syncwarp();
}

/* Sorts by counting, stably, so that the order is the same when a tile is taken up again. The counters lie where the
 * values will be. */
template <typename Policy>
MG_DEVICE void mg_flow_sort_by_counting(const mg_flow<Policy> &f, uint32_t least, uint32_t range) {
    uint32_t *const bins = (uint32_t *)f.value;
    for (uint32_t b = mg_lane(); b <= range; b += 32) {
        bins[b] = 0;
    }
    __syncwarp();
    for (uint32_t i = mg_lane(); i < f.count; i += 32) {
        if (f.key[i] != MG_FLOW_UNREACHED) {
            atomicAdd(&bins[f.key[i] - least], 1);
        }
    }
    __syncwarp();
    uint32_t before = 0;
#pragma unroll 1
    for (uint32_t base = 0; base <= range; base += 32) {
        const uint32_t mine = base + mg_lane() <= range ? bins[base + mg_lane()] : 0;
        uint32_t sum = mine;
#pragma unroll
        for (uint32_t offset = 1; offset < 32; offset *= 2) {
            const uint32_t other = __shfl_up_sync(MG_ALL_LANES, sum, offset);
            sum += mg_lane() >= offset ? other : 0;
        }
        if (base + mg_lane() <= range) {
            bins[base + mg_lane()] = before + sum - mine;
        }
        before += __shfl_sync(MG_ALL_LANES, sum, 31);
    }
    __syncwarp();
#pragma unroll 1
    for (uint32_t base = 0; base < f.count; base += 32) {
        const uint32_t i = base + mg_lane();
        const uint32_t place = i < f.count ? f.key[i] : MG_FLOW_UNREACHED;
        const uint32_t same = __match_any_sync(MG_ALL_LANES, place), rank = __popc(same & mg_lanes_below());
        const bool have = place != MG_FLOW_UNREACHED;
        if (have) {
            f.rank[i] = (uint16_t)(bins[place - least] + rank);
        }
        __syncwarp();
        if (have && rank == 0) {
            bins[place - least] += __popc(same);
        }
        __syncwarp();
    }
}

/* The same where a tile is not connected and its depths lie far apart. */
template <typename Policy>
MG_DEVICE void mg_flow_sort_by_rank(const mg_flow<Policy> &f) {
#pragma unroll 1
    for (uint32_t i = mg_lane(); i < f.count; i += 32) {
        const uint32_t mine = f.key[i];
        uint32_t rank = 0;
        for (uint32_t k = 0; k < f.count; k++) {
            rank += f.key[k] < mine || (f.key[k] == mine && k < i);
        }
        f.rank[i] = (uint16_t)rank;
    }
    __syncwarp();
}

/* Lists the senders to boundary vertex i in other tiles. Returns where they begin, 1 for the first place, 0 where there
 * are none, MG_FLOW_WALK where they find no room. */
template <typename Policy>
MG_DEVICE uint32_t mg_flow_list_remote(const mg_flow<Policy> &f, uint32_t i, uint32_t before) {
    const mg_tiles &g = f.a.tiles;
    const uint32_t begin = __ldg(&g.remote_begin[f.first + i]), end = __ldg(&g.remote_begin[f.first + i + 1]);
    uint32_t senders = 0;
#pragma unroll 2
    for (uint32_t e = begin; e < end; e++) {
        senders += f.place_of(__ldg(&f.a.depth[__ldg(&g.remote[e])])) == before;
    }
    uint32_t at = senders ? atomicAdd(f.remote_count, senders) : 0;
    if (senders == 0 || at + senders > f.remotes) {
        return senders ? MG_FLOW_WALK : 0;
    }
    const uint32_t first = at + 1;
#pragma unroll 1
    for (uint32_t e = begin; e < end; e++) {
        const uint32_t position = __ldg(&g.remote[e]);
        if (f.place_of(__ldg(&f.a.depth[position])) == before) {
            f.remote[at] = position | (--senders ? 0 : MG_FLOW_LAST_OF);
            at++;
        }
    }
    return first;
}

/* Takes u among the senders in an entry, if it is one. */
template <typename Policy>
MG_DEVICE void mg_flow_add_sender(const mg_flow<Policy> &f, uint32_t u, uint32_t before, uint32_t &senders,
                                  uint4 &entry) {
    if (f.key[u] != before) {
        return;
    }
    if (senders == 0) {
        entry.x = u | MG_FLOW_NOBODY << 16;
    } else if (senders == 1) {
        entry.x = (entry.x & 0xffffu) | u << 16;
    } else if (senders == 2) {
        entry.y = u;
    } else {
        entry.y |= (uint32_t)MG_FLOW_WALK << 16;
    }
    senders++;
}

/* Makes the entry of a vertex, given its edges and the first ends of these. Weights are not kept in it: where there are
 * any, rows are walked. */
template <typename Policy>
MG_DEVICE void mg_flow_make_entry(const mg_flow<Policy> &f, uint32_t i, uint32_t begin, uint32_t end,
                                  const uint32_t ends[MG_FLOW_ABREAST]) {
    const uint32_t place = f.key[i];
    uint4 entry = {MG_FLOW_NOBODY | MG_FLOW_NOBODY << 16, MG_FLOW_NOBODY, i, place};
    uint32_t senders = 0;
#pragma unroll
    for (uint32_t k = 0; k < MG_FLOW_ABREAST; k++) {
        if (ends[k] != MG_FLOW_NOBODY) {
            mg_flow_add_sender(f, ends[k], place - 1, senders, entry);
        }
    }
#pragma unroll 1
    for (uint32_t e = begin + MG_FLOW_ABREAST; e < end; e++) {
        mg_flow_add_sender(f, f.a.tiles.local[f.local_first + e], place - 1, senders, entry);
    }
    if (f.a.local_weights) {
        entry.y |= (uint32_t)MG_FLOW_WALK << 16;
    } else if (i < f.boundary && entry.y >> 16 == 0) {
        entry.y |= mg_flow_list_remote(f, i, place - 1) << 16;
    }
    f.entries[f.rank[i]] = entry;
}

/* The entries of all vertices, two a lane at a time. */
template <typename Policy>
MG_DEVICE void mg_flow_make_entries(mg_flow<Policy> &f) {
    const uint16_t *const first = f.begin(), *const local = f.a.tiles.local + f.local_first;
#pragma unroll 1
    for (uint32_t base = mg_lane(); base < f.count; base += 64) {
        uint32_t begin[2], end[2], ends[2][MG_FLOW_ABREAST];
        bool have[2];
#pragma unroll
        for (uint32_t k = 0; k < 2; k++) {
            have[k] = base + 32 * k < f.count && f.key[base + 32 * k] != MG_FLOW_UNREACHED;
            begin[k] = have[k] ? first[base + 32 * k] : 0;
            end[k] = have[k] ? first[base + 32 * k + 1] : 0;
        }
#pragma unroll
        for (uint32_t k = 0; k < 2; k++) {
#pragma unroll
            for (uint32_t j = 0; j < MG_FLOW_ABREAST; j++) {
                ends[k][j] = begin[k] + j < end[k] ? local[begin[k] + j] : MG_FLOW_NOBODY;
            }
            f.edges += end[k] - begin[k];
        }
#pragma unroll
        for (uint32_t k = 0; k < 2; k++) {
            if (have[k]) {
                mg_flow_make_entry(f, base + 32 * k, begin[k], end[k], ends[k]);
            }
        }
    }
    __syncwarp();
}

/* Is it an entry whose value a tile that is put away must keep? Those of the last level that was worked on, which may
 * not be complete, and of the one before. */
template <typename Policy>
MG_DEVICE bool mg_flow_is_recent(const mg_flow<Policy> &f, const uint4 &entry) {
    const uint32_t last = f.entries[f.done - 1].w;
    return entry.w == last || entry.w + 1 == last;
}

template <typename Policy>
MG_DEVICE void mg_flow_open(mg_flow<Policy> &f, uint32_t tile) {
    typedef typename Policy::bits B;
    const mg_tiles &g = f.a.tiles;
    f.tile = tile;
    f.first = g.first[tile];
    f.count = g.first[tile + 1] - f.first;
    f.boundary = g.boundary[tile];
    f.local_first = g.local_first[tile];
    f.remotes = min(g.remote_begin[f.first + f.count] - g.remote_begin[f.first], (uint32_t)MG_FLOW_MOST_REMOTE);
    f.done = *(volatile uint32_t *)&f.a.progress[tile];
    const mg_flow_layout at = mg_flow_lay_out(f.count, f.remotes, sizeof(B), Policy::state_size());
    char *const memory = at.total <= f.a.shared ? f.shared : f.a.room + blockIdx.x * f.a.room_each;
    f.value = (B *)memory;
    f.entries = (uint4 *)(memory + at.entries);
    f.state = memory + at.state;
    f.key = (uint32_t *)(memory + at.key);
    f.remote = (uint32_t *)(memory + at.remote);
    f.rank = (uint16_t *)(memory + at.rank);
    if (mg_lane() == 0) {
        *f.remote_count = 0;
    }
    uint32_t least, range;
    mg_flow_load_places(f, &least, &range);
    mg_flow_copy_states(f, false);
    if (range < f.count) {
        mg_flow_sort_by_counting(f, least, range);
    } else {
        mg_flow_sort_by_rank(f);
    }
    mg_flow_make_entries(f);
    for (uint32_t k = mg_lane(); k < f.done; k += 32) {
        const uint4 entry = f.entries[k];
        if (mg_flow_is_recent(f, entry)) {
            mg_slot<B> slot = {};
            mg_slot_read_if(f.a.slots, f.first + entry.z, true, slot);
            f.value[entry.z] = slot.value();
        }
    }
    __syncwarp();
}

/* Writes the tile's states back, and what is needed to go on if it is not done. */
template <typename Policy>
MG_DEVICE void mg_flow_close(const mg_flow<Policy> &f) {
    mg_flow_control *const c = f.a.control;
    const bool done = f.done == f.reached;
    mg_flow_copy_states(f, true);
    for (uint32_t k = mg_lane(); k < f.done && !done; k += 32) {
        const uint4 entry = f.entries[k];
        if (entry.z >= f.boundary && mg_flow_is_recent(f, entry)) {
            mg_slot_write(f.a.slots, f.first + entry.z, f.value[entry.z]);
        }
    }
    mg_fence();
    __syncwarp();
    if (mg_lane() == 0) {
        *(volatile uint32_t *)&f.a.progress[f.tile] = done ? MG_FLOW_FINISHED : f.done;
        if (done) {
            atomicAdd(&c->advanced, 1);
            atomicAdd(&c->finished, 1);
        }
    }
    __syncwarp();
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * count_hubs.cuh: triangles of pairs of hubs in a forward row, in phases that only count. Thread-to-work mapping: the
 * hubs of the row are also listed as words, 32 consecutive numbers with a mask (core/cuda/graph/hub_rows.h). A group of
 * 4 to 32 lanes takes four hubs at a time, and each of its lanes a word: which hubs in it are neighbours of one of the
 * four are bits of one load.
 */
#ifndef MG_CORE_CUDA_KERNEL_GATHER_COUNT_HUBS_CUH
#define MG_CORE_CUDA_KERNEL_GATHER_COUNT_HUBS_CUH

#include "core/cuda/kernel/gather/triangle_row.cuh"

/* The k-th of four hubs, two of 16 bits in each of the two numbers. */
MG_DEVICE uint32_t mg_hub_of(mg_hub_word hubs, uint32_t k) {
    return (k / 2 ? hubs.word : hubs.mask) >> k % 2 * 16 & 0xffff;
}

/* Gives four hubs what the lanes of a group counted for them, likewise packed. */
template <typename Policy>
MG_DEVICE void mg_give_hubs(const mg_gather_args &a, uint32_t group_lanes, mg_hub_word hubs, uint32_t first_two,
                            uint32_t last_two) {
#pragma unroll 1
    for (uint32_t lanes = 1; lanes < group_lanes; lanes *= 2) {
        first_two += __shfl_xor_sync(MG_ALL_LANES, first_two, lanes);
        last_two += __shfl_xor_sync(MG_ALL_LANES, last_two, lanes);
    }
    const uint32_t k = mg_warp_lane() & (group_lanes - 1), shift = k % 2 * 16;
    const uint32_t count = (k / 2 ? last_two : first_two) >> shift & 0xffff;
    const uint32_t hub = mg_hub_of(hubs, k);
    if (k < 4 && count) {
        typedef typename Policy::bits B;
        mg_atomic_combine<Policy>((B *)a.loop.acc + a.forward.hub_vertices[hub], (B)count);
    }
}

/* Is the word behind that of the hub? Then, for the total alone, its pairs are found from this hub only. */
template <typename Policy>
MG_DEVICE bool mg_is_after(uint32_t word, mg_hub_word hubs, uint32_t k) {
    return mg_only_total<Policy>() && word > mg_hub_of(hubs, k) / 32;
}

/* For this warp of the team. Returns the ends of found pairs in this lane: their sum over the team is twice what u
 * receives. All lanes of the warp call. */
template <typename Policy, typename Row>
MG_DEVICE uint32_t mg_count_hubs(const Row &r, uint32_t warp, uint32_t warps) {
    const mg_forward_args &f = r.a.forward;
    const uint32_t words = r.listed.words, fours = (r.listed.hubs + 3) / 4;
    if (r.listed.hubs < 2) {
        return 0;
    }
    const mg_hub_word *const row_words = f.hub_list + r.listed.at, *const row_hubs = r.four_hubs();
    const uint32_t bits = max(2u, min(5u, 32u - __clz((int)(words - 1))));
    const uint32_t first = mg_warp_lane() & ((1u << bits) - 1), groups = 32 >> bits, stride = 4 * f.hub_words;
    mg_hub_word in = row_words[min(first, words - 1)];
    in.mask = first < words ? in.mask : 0;
    uint32_t own = 0;
#pragma unroll 1
    for (uint32_t base = warp * groups; base < fours; base += warps * groups) {
        const uint32_t four = base + (mg_warp_lane() >> bits);
        const mg_hub_word hubs = row_hubs[min(four, fours - 1)];
        uint32_t count[4] = {0, 0, 0, 0};
#pragma unroll 1
        for (uint32_t w = first; four < fours;) {
            const char *const column = (const char *)(f.joined + in.word);
            uint32_t joined[4];
#pragma unroll
            for (uint32_t k = 0; k < 4; k++) {
                const uint32_t hub = mg_hub_of(hubs, k);
                /* for the total alone, each pair from one of its hubs; of a word's own hubs from both */
                const bool wanted = !mg_only_total<Policy>() || in.word >= hub / 32;
                joined[k] = wanted ? __ldg((const uint32_t *)(column + (uint64_t)hub * stride)) : 0;
            }
#pragma unroll
            for (uint32_t k = 0; k < 4; k++) {
                count[k] += (uint32_t)__popc(joined[k] & in.mask) << mg_is_after<Policy>(in.word, hubs, k);
            }
            w += 32;
            if (w >= words) {
                break;
            }
            in = row_words[w];
        }
        own += count[0] + count[1] + count[2] + count[3];
        if (words > 32) {
            in = row_words[first];
        }
        if (!mg_only_total<Policy>()) {
            mg_give_hubs<Policy>(r.a, 1u << bits, hubs, count[0] | count[1] << 16, count[2] | count[3] << 16);
        }
    }
    return own;
}

#endif

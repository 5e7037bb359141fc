/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/active_edges.h: finds the edges of a row whose senders are in the frontier, MG_GROUP_EDGES at a time. The bits of
 * a group are collected without branches, since at which edge of a row a search hits cannot be predicted.
 */
#ifndef MULTIGRAPH_CPU_ACTIVE_EDGES_H
#define MULTIGRAPH_CPU_ACTIVE_EDGES_H

#include <multigraph/phases.h>

#if defined __x86_64__
#include <immintrin.h>
#endif

#define MG_GROUP_EDGES 8u

static inline __attribute__((always_inline, unused)) bool mg__bit(const uint64_t *bits, mg_vertex v) {
    return bits[v >> 6] >> (v & 63) & 1;
}

/* Bits of `count` senders. */
static inline __attribute__((always_inline, unused)) uint32_t mg__active_of(const uint64_t *bits,
                                                                            const mg_vertex *senders, uint32_t count) {
    uint32_t active = 0;
    for (uint32_t i = 0; i < count; i++) {
        active |= (uint32_t)mg__bit(bits, senders[i]) << i;
    }
    return active;
}

/* The first group, counted from edge e on, with a sender in the frontier: returns its first edge and sets bit i of
 * *active if edge i of the group has such a sender; `end` and 0 if there is none. */
static inline __attribute__((always_inline, unused)) uint64_t
mg__next_active(const uint64_t *bits, const mg_vertex *neighbours, uint64_t e, uint64_t end, uint32_t *active) {
    for (; end - e >= MG_GROUP_EDGES; e += MG_GROUP_EDGES) {
        *active = mg__active_of(bits, neighbours + e, MG_GROUP_EDGES);
        if (*active) {
            return e;
        }
    }
    *active = mg__active_of(bits, neighbours + e, (uint32_t)(end - e));
    return *active ? e : end;
}

#if defined __x86_64__

_Static_assert(MG_GROUP_EDGES == 8, "a group fills a vector register");

/* Bits of the senders in the lanes that `lanes` selects by its sign bits. The bitmap is read as 32-bit words. */
__attribute__((target("avx2"), unused)) static inline uint32_t mg__active_lanes(const uint64_t *bits, __m256i senders,
                                                                                __m256i lanes) {
    const __m256i words = _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), (const int *)(const void *)bits,
                                                      _mm256_srli_epi32(senders, 5), lanes, 4);
    const __m256i to_sign = _mm256_andnot_si256(senders, _mm256_set1_epi32(31)); /* 31 - sender % 32 */
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_sllv_epi32(words, to_sign)));
}

/* mg__next_active() for processors with AVX2. The loops, which are compiled for all processors, cannot inline it: it is
 * the only function that they call. */
__attribute__((target("avx2"), noinline, noclone, unused)) static uint64_t
mg__next_active_avx2(const uint64_t *bits, const mg_vertex *neighbours, uint64_t e, uint64_t end, uint32_t *active) {
    for (; end - e >= MG_GROUP_EDGES; e += MG_GROUP_EDGES) {
        const __m256i senders = _mm256_loadu_si256((const __m256i *)(const void *)(neighbours + e));
        *active = mg__active_lanes(bits, senders, _mm256_set1_epi32(-1));
        if (*active) {
            return e;
        }
    }
    const __m256i left = _mm256_set1_epi32((int)(end - e)), number = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i lanes = _mm256_cmpgt_epi32(left, number);
    *active = mg__active_lanes(bits, _mm256_maskload_epi32((const int *)(const void *)(neighbours + e), lanes), lanes);
    return *active ? e : end;
}

#else

#define mg__next_active_avx2 mg__next_active

#endif

#endif

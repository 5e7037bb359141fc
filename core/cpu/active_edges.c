/* SPDX-License-Identifier: Apache-2.0
 *
 * active_edges.c: the frontier bits of MG_GROUP_EDGES senders are collected in a mask without branches, since at which
 * edge of a row a search hits cannot be predicted: with a branch for each edge mispredictions take most of its time.
 */
#include "core/cpu/active_edges.h"

#if defined __x86_64__
#include <immintrin.h>
#endif

/* Bits of `count` senders. */
static inline uint32_t active_of(const uint64_t *bits, const mg_vertex *senders, uint32_t count) {
    uint32_t active = 0;
    for (uint32_t i = 0; i < count; i++) {
        active |= (uint32_t)mg__bit(bits, senders[i]) << i;
    }
    return active;
}

uint64_t mg__next_active_plain(const uint64_t *bits, const mg_vertex *neighbours, uint64_t e, uint64_t end,
                               uint32_t *active) {
    for (; e + MG_GROUP_EDGES <= end; e += MG_GROUP_EDGES) {
        *active = active_of(bits, neighbours + e, MG_GROUP_EDGES);
        if (*active) {
            return e;
        }
    }
    *active = e < end ? active_of(bits, neighbours + e, (uint32_t)(end - e)) : 0;
    return *active ? e : end;
}

#if defined __x86_64__

_Static_assert(MG_GROUP_EDGES == 8, "a group fills a vector register");

/* Bits of the senders in the lanes that `lanes` selects by its sign bits. The bitmap is read as 32-bit words. */
__attribute__((target("avx2"))) static inline uint32_t active_lanes(const uint64_t *bits, __m256i senders,
                                                                    __m256i lanes) {
    const __m256i words = _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), (const int *)(const void *)bits,
                                                      _mm256_srli_epi32(senders, 5), lanes, 4);
    const __m256i last = _mm256_set1_epi32(31);
    const __m256i signs = _mm256_sllv_epi32(words, _mm256_andnot_si256(senders, last)); /* 31 - sender % 32 */
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(signs));
}

__attribute__((target("avx2"))) static uint64_t next_active_avx2(const uint64_t *bits, const mg_vertex *neighbours,
                                                                 uint64_t e, uint64_t end, uint32_t *active) {
    const __m256i every = _mm256_set1_epi32(-1);
    for (; e + MG_GROUP_EDGES <= end; e += MG_GROUP_EDGES) {
        const __m256i senders = _mm256_loadu_si256((const __m256i *)(const void *)(neighbours + e));
        *active = active_lanes(bits, senders, every);
        if (*active) {
            return e;
        }
    }
    *active = 0;
    if (e < end) {
        const __m256i left = _mm256_set1_epi32((int)(end - e)), number = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
        const __m256i lanes = _mm256_cmpgt_epi32(left, number);
        *active = active_lanes(bits, _mm256_maskload_epi32((const int *)(const void *)(neighbours + e), lanes), lanes);
    }
    return *active ? e : end;
}

mg_next_active mg__next_active(void) {
    return __builtin_cpu_supports("avx2") ? next_active_avx2 : mg__next_active_plain;
}

#else

mg_next_active mg__next_active(void) {
    return mg__next_active_plain;
}

#endif

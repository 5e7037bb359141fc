/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/active_edges.h: finds the edges of a row whose senders are in the frontier, MG_GROUP_EDGES at a time. The bits of
 * a group are collected without branches, since at which edge of a row a search hits cannot be predicted.
 */
#ifndef MULTIGRAPH_CPU_ACTIVE_EDGES_H
#define MULTIGRAPH_CPU_ACTIVE_EDGES_H

#include <multigraph/phases.h>

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

/* Vectors and builtins of the compiler: reading <immintrin.h> takes half a second a file. */
typedef int mg__lanes __attribute__((vector_size(32)));
typedef int mg__unaligned_lanes __attribute__((vector_size(32), aligned(4), may_alias));
typedef uint32_t mg__unsigned_lanes __attribute__((vector_size(32)));
typedef float mg__float_lanes __attribute__((vector_size(32)));

#if defined __clang__
#define MG__GATHER __builtin_ia32_gatherd_d256
#else
#define MG__GATHER __builtin_ia32_gathersiv8si
#endif

/* Bits of the senders in the lanes that `lanes` selects by its sign bits. The bitmap is read as 32-bit words. */
__attribute__((target("avx2"), unused)) static inline uint32_t mg__active_lanes(const uint64_t *bits, mg__lanes senders,
                                                                                mg__lanes lanes) {
    const mg__lanes words = MG__GATHER((mg__lanes){0}, (const int *)(const void *)bits,
                                       (mg__lanes)((mg__unsigned_lanes)senders >> 5), lanes, 4);
    const mg__lanes to_sign = ~senders & 31; /* 31 - sender % 32 */
    return (uint32_t)__builtin_ia32_movmskps256((mg__float_lanes)(words << to_sign));
}

/* mg__next_active() for processors with AVX2. The loops, which are compiled for all processors, cannot inline it: it is
 * the only function that they call. */
__attribute__((target("avx2"), noinline, noclone, unused)) static uint64_t
mg__next_active_avx2(const uint64_t *bits, const mg_vertex *neighbours, uint64_t e, uint64_t end, uint32_t *active) {
    for (; end - e >= MG_GROUP_EDGES; e += MG_GROUP_EDGES) {
        const mg__lanes senders = *(const mg__unaligned_lanes *)(neighbours + e);
        *active = mg__active_lanes(bits, senders, ~(mg__lanes){0});
        if (*active) {
            return e;
        }
    }
    const mg__lanes lanes = (mg__lanes){0, 1, 2, 3, 4, 5, 6, 7} < (int)(end - e);
    const mg__lanes senders = __builtin_ia32_maskloadd256((const mg__lanes *)(const void *)(neighbours + e), lanes);
    *active = mg__active_lanes(bits, senders, lanes);
    return *active ? e : end;
}

#undef MG__GATHER

#else

#define mg__next_active_avx2 mg__next_active

#endif

#endif

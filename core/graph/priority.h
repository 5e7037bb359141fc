/* SPDX-License-Identifier: Apache-2.0
 *
 * priority.h: pseudo-random priorities of vertices or edges, the same on every backend. C11 and CUDA C++.
 */
#ifndef MG_CORE_GRAPH_PRIORITY_H
#define MG_CORE_GRAPH_PRIORITY_H

#include "core/counter_random.h"

/* A permutation of the numbers of 32 bits: the last step of MurmurHash3 (A. Appleby). */
MG_RANDOM_FN uint32_t priority_mix(uint32_t x) {
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

/* Its inverse. */
MG_RANDOM_FN uint32_t priority_unmix(uint32_t x) {
    x = (x ^ x >> 16) * 0x7ed1b41du;
    x = (x ^ x >> 13 ^ x >> 26) * 0xa5cb9243u;
    return x ^ x >> 16;
}

/* Different for different ranks. */
MG_RANDOM_FN uint32_t priority_of(uint32_t rank, uint64_t seed) {
    return priority_mix(priority_mix(rank ^ (uint32_t)seed) ^ (uint32_t)(seed >> 32));
}

/* That of an edge, by the ranks of its ends, in whatever order. */
MG_RANDOM_FN uint32_t priority_of_edge(uint32_t a, uint32_t b, uint64_t seed) {
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return priority_mix(priority_of(low, seed) + priority_mix(high));
}

#endif

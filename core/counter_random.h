/* SPDX-License-Identifier: Apache-2.0
 *
 * counter_random.h: counter-based random numbers, which any thread can compute by position: SplitMix64 (Steele, Lea,
 * Flood, OOPSLA 2014) with the counter as its state. Also its finalizer as a hash, its use as a sequential generator,
 * and a random permutation that is computed, not stored.
 */
#ifndef MG_CORE_COUNTER_RANDOM_H
#define MG_CORE_COUNTER_RANDOM_H

#include <assert.h>
#include <stdint.h>

#ifdef __CUDACC__
#define MG_RANDOM_FN static inline __host__ __device__
#else
#define MG_RANDOM_FN static inline
#endif

/* The finalizer: a bijection that serves as a hash. */
MG_RANDOM_FN uint64_t mg__mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Element `at` of the sequence identified by `key`. */
MG_RANDOM_FN uint64_t mg__random(uint64_t key, uint64_t at) {
    return mg__mix(key + (at + 1) * 0x9e3779b97f4a7c15u);
}

/* The next random number of a sequential generator; *state: any seed at first. */
static inline uint64_t mg__random_next(uint64_t *state) {
    *state += 0x9e3779b97f4a7c15u;
    return mg__mix(*state);
}

/* Key of an independent sequence for each purpose of a seed. */
MG_RANDOM_FN uint64_t mg__random_key(uint64_t seed, uint64_t purpose) {
    return mg__mix(mg__random(seed, purpose));
}

/* Maps 64 random bits to [0, bound) without a division; the bias is below bound / 2^64. */
MG_RANDOM_FN uint64_t mg__random_below(uint64_t random, uint64_t bound) {
    assert(bound > 0);
    return (uint64_t)((unsigned __int128)random * bound >> 64);
}

/* Maps 64 random bits to [0, 1). */
static inline double mg__random_unit(uint64_t random) {
    return (double)(random >> 11) * 0x1p-53;
}

/* A permutation of 0 .. n-1. */
typedef struct mg__shuffle {
    uint64_t n, mask;
    unsigned shift;
    uint64_t factor[3], term[3];
} mg__shuffle;

static inline mg__shuffle mg__shuffle_make(uint64_t n, uint64_t key) {
    mg__shuffle s = {.n = n};
    unsigned bits = 1;
    while (n > (uint64_t)1 << bits) {
        bits++;
    }
    s.mask = ((uint64_t)1 << bits) - 1;
    s.shift = (bits + 1) / 2;
    for (uint64_t round = 0; round < 3; round++) {
        s.factor[round] = mg__random(key, 2 * round) | 1;
        s.term[round] = mg__random(key, 2 * round + 1);
    }
    return s;
}

/* Image of v. Multiplication by odd factors, addition and shifted xor are bijective modulo a power of two; results >= n
 * are mapped again (cycle walking), which gives a permutation of 0 .. n-1. */
static inline uint64_t mg__shuffle_at(const mg__shuffle *s, uint64_t v) {
    assert(v < s->n);
    do {
        for (unsigned round = 0; round < 3; round++) {
            v = (v * s->factor[round] + s->term[round]) & s->mask;
            v ^= v >> s->shift;
        }
    } while (v >= s->n);
    return v;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Rotating sources, drawn as the GAP benchmark suite draws them: the low 32 bits of the 64-bit Mersenne twister, with
 * rejection of numbers that would bias the choice and of vertices without out-edges.
 * Source: Matsumoto, Nishimura, ACM TOMACS 1998 and 2000; Beamer, Asanovic, Patterson, arXiv 1508.03619 (GAP).
 */
#include "tools/bench/bench.h"

#define TWISTER_SIZE 312
#define TWISTER_SHIFT 156

typedef struct twister {
    uint64_t state[TWISTER_SIZE];
    int position;
} twister;

static void twister_seed(twister *t, uint64_t seed) {
    t->state[0] = seed;
    for (int i = 1; i < TWISTER_SIZE; i++) {
        t->state[i] = 6364136223846793005u * (t->state[i - 1] ^ (t->state[i - 1] >> 62)) + (uint64_t)i;
    }
    t->position = TWISTER_SIZE;
}

static void twister_twist(twister *t) {
    const uint64_t low = 0x7fffffffu;
    for (int i = 0; i < TWISTER_SIZE; i++) {
        const uint64_t x = (t->state[i] & ~low) | (t->state[(i + 1) % TWISTER_SIZE] & low);
        t->state[i] = t->state[(i + TWISTER_SHIFT) % TWISTER_SIZE] ^ (x >> 1) ^ (x & 1 ? 0xb5026f5aa96619e9u : 0);
    }
    t->position = 0;
}

static uint64_t twister_next(twister *t) {
    if (t->position == TWISTER_SIZE) {
        twister_twist(t);
    }
    uint64_t x = t->state[t->position++];
    x ^= (x >> 29) & 0x5555555555555555u;
    x ^= (x << 17) & 0x71d67fffeda60000u;
    x ^= (x << 37) & 0xfff7eee000000000u;
    return x ^ (x >> 43);
}

/* A vertex below n, uniformly distributed. */
static mg_vertex draw(twister *t, mg_vertex n) {
    const uint32_t rest = (uint32_t)(UINT64_MAX % n);
    const uint32_t end = rest == n - 1 ? 0 : (uint32_t)(UINT64_MAX - rest);
    uint32_t number;
    do {
        number = (uint32_t)twister_next(t);
    } while (end != 0 && number >= end);
    return number % n;
}

bool bench_draw_sources(const mg_graph *graph, uint64_t seed, size_t count, mg_vertex *sources) {
    if (mg_graph_arc_count(graph) == 0) {
        return false;
    }
    const uint64_t *const offsets = mg_graph_out_edges(graph).offsets;
    twister t;
    twister_seed(&t, seed);
    for (size_t i = 0; i < count; i++) {
        do {
            sources[i] = draw(&t, mg_graph_vertex_count(graph));
        } while (offsets[sources[i]] == offsets[sources[i] + 1]);
    }
    return true;
}

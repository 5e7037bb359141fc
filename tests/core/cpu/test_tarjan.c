/* SPDX-License-Identifier: Apache-2.0
 *
 * Tarjan's algorithm on a part of a graph: its components, and its end when the caller wants it.
 */
#include "core/cpu/direct/tarjan.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <stdlib.h>
#include <string.h>

#define CYCLES 100000u /* of three vertices */
#define N (3 * CYCLES)

typedef struct calls {
    int made, most;
} calls;

static bool goes_on(void *data) {
    calls *const c = data;
    return ++c->made < c->most;
}

/* Runs on cycles v -> v + 1 -> v + 2 -> v, joined by edges from each cycle to the next one; the last vertex of the
 * graph is not in the part. *component: the caller frees it. */
static bool run(calls *c, mg_vertex **component) {
    uint64_t *const offsets = test_memory(N + 1, sizeof *offsets), *const edge = test_memory(N, sizeof *edge);
    uint64_t *const left = test_memory(N / 64 + 1, sizeof *left);
    mg_vertex *const neighbours = test_memory(2 * (size_t)N, sizeof *neighbours);
    mg_vertex *const stack = test_memory(N, sizeof *stack);
    uint32_t *const number = test_memory(N, sizeof *number);
    uint64_t arcs = 0;
    *component = test_memory(N, sizeof **component);
    memset(left, 0, (N / 64 + 1) * sizeof *left);
    for (mg_vertex v = 0; v < N; v++) {
        offsets[v] = arcs;
        neighbours[arcs++] = v % 3 == 2 ? v - 2 : v + 1;
        if (v % 3 == 2 && v + 1 < N) {
            neighbours[arcs++] = v + 1;
        }
        left[v / 64] |= (uint64_t)(v + 1 < N) << v % 64;
    }
    offsets[N] = arcs;
    (*component)[N - 1] = MG_NONE;
    mg_tarjan t = {.n = N,
                   .offsets = offsets,
                   .neighbours = neighbours,
                   .left = left,
                   .component = *component,
                   .stack = stack,
                   .number = number,
                   .edge = edge,
                   .count = N - 1,
                   .goes_on = goes_on,
                   .data = c};
    const bool done = mg__tarjan(&t);
    free(offsets);
    free(edge);
    free(left);
    free(neighbours);
    free(stack);
    free(number);
    return done;
}

TEST(components_of_a_part) {
    calls c = {.most = 1000};
    mg_vertex *component;
    CHECK(run(&c, &component));
    CHECK(c.made >= 2);
    for (mg_vertex v = 0; v + 3 < N; v++) {
        CHECK_EQ(component[v], v - v % 3);
    }
    CHECK_EQ(component[N - 3], N - 3); /* without the last vertex no cycle */
    CHECK_EQ(component[N - 2], N - 2);
    CHECK_EQ(component[N - 1], MG_NONE);
    free(component);
}

TEST(the_caller_ends_it) {
    calls c = {.most = 2};
    mg_vertex *component;
    CHECK(!run(&c, &component));
    CHECK_EQ(c.made, 2);
    free(component);
}

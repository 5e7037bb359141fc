/* SPDX-License-Identifier: Apache-2.0
 *
 * The search for edges with an active sender: both versions return the groups that a loop over all edges finds, for
 * rows of every length and place, and read nothing beyond the row's end.
 */
#include "tests/harness.h"

#include <multigraph/cpu/active_edges.h>

#include <stdlib.h>

#define VERTICES 640
#define LONGEST 40

typedef uint64_t (*search)(const uint64_t *, const mg_vertex *, uint64_t, uint64_t, uint32_t *);

static uint64_t next_plain(const uint64_t *bits, const mg_vertex *row, uint64_t e, uint64_t end, uint32_t *active) {
    return mg__next_active(bits, row, e, end, active);
}

/* The same, edge by edge. */
static uint64_t expected(const bool *active_vertex, const mg_vertex *row, uint64_t e, uint64_t end, uint32_t *active) {
    for (; e < end; e += MG_GROUP_EDGES) {
        *active = 0;
        for (uint64_t i = e; i < end && i < e + MG_GROUP_EDGES; i++) {
            *active |= (uint32_t)active_vertex[row[i]] << (i - e);
        }
        if (*active) {
            return e;
        }
    }
    *active = 0;
    return end;
}

static void check_rows(search find, uint32_t one_in) {
    uint64_t bits[VERTICES / 64] = {0};
    bool active_vertex[VERTICES] = {false};
    uint32_t random = 12345;
    for (mg_vertex v = 0; v < VERTICES; v++) {
        random = random * 1664525u + 1013904223u;
        active_vertex[v] = (random >> 16) % one_in == 0;
        bits[v / 64] |= (uint64_t)active_vertex[v] << v % 64;
    }
    for (uint64_t length = 0; length <= LONGEST; length++) {
        mg_vertex *row = malloc(length * sizeof *row + !length); /* an exact block, for the sanitizers */
        for (uint64_t i = 0; i < length; i++) {
            random = random * 1664525u + 1013904223u;
            row[i] = (random >> 12) % VERTICES;
        }
        for (uint64_t e = 0; e <= length; e++) {
            uint32_t wanted = 0, found = 77;
            const uint64_t at = expected(active_vertex, row, e, length, &wanted);
            CHECK_EQ(find(bits, row, e, length, &found), at);
            CHECK_EQ(found, wanted);
        }
        free(row);
    }
}

TEST(groups_with_active_senders_are_found) {
    static const uint32_t share[] = {1, 2, 9, 100, VERTICES * 10};
    for (size_t i = 0; i < sizeof share / sizeof *share; i++) {
        check_rows(next_plain, share[i]);
#if defined __x86_64__
        if (__builtin_cpu_supports("avx2")) {
            check_rows(mg__next_active_avx2, share[i]);
        }
#endif
    }
}

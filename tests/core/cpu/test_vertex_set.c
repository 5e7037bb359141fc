/* SPDX-License-Identifier: Apache-2.0
 *
 * The lists of threads, merged in ascending order.
 */
#include "frontier/vertex_set.h"
#include "tests/harness.h"

#include <stdlib.h>

#define THREADS 3

/* Deals the vertices v of 0 .. n - 1 with keep(v) to the threads' lists, in descending order. */
static size_t deal(mg_context *context, mg_sinks *sinks, mg_vertex n, bool (*keep)(mg_vertex)) {
    size_t count = 0;
    for (mg_vertex v = n; v-- > 0;) {
        const int t = (int)(v * 7u % THREADS);
        if (keep(v)) {
            CHECK(mg__sinks_reserve(context, sinks, t, 1));
            sinks->sink[t].items[sinks->sink[t].count++] = v;
            sinks->sink[t].edges += v;
            count++;
        }
    }
    return count;
}

static bool all(mg_vertex v) {
    (void)v;
    return true;
}

static bool none(mg_vertex v) {
    (void)v;
    return false;
}

static bool some(mg_vertex v) {
    return v % 3 == 0 || v % 64 == 63;
}

static void check_merge(mg_vertex n, bool (*keep)(mg_vertex)) {
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    mg_sinks sinks;
    CHECK_OK(context, mg__sinks_create(context, THREADS, n, &sinks));
    const size_t count = deal(context, &sinks, n, keep), words = mg__bitmap_words(n);
    mg_vertex *const list = malloc((count + 1) * sizeof *list);
    uint64_t *const bits = malloc((words + 1) * sizeof *bits), edges = 5, expected = 5;
    CHECK(list && bits);
    memset(bits, 0xff, (words + 1) * sizeof *bits);
    CHECK_EQ(mg__sinks_merge_sorted(&sinks, n, list, bits, &edges), count);
    size_t at = 0;
    for (mg_vertex v = 0; v < n; v++) {
        const bool is_in = keep(v);
        CHECK(!is_in || list[at++] == v);
        CHECK_EQ(bits[v >> 6] >> (v & 63) & 1, is_in);
        expected += is_in ? v : 0;
    }
    CHECK(at == count && edges == expected);
    CHECK(n % 64 == 0 || bits[words - 1] >> n % 64 == 0); /* unused bits */
    CHECK(bits[words] == ~(uint64_t)0);                   /* and what is behind them */
    CHECK(sinks.sink[0].count == 0 && sinks.sink[THREADS - 1].count == 0);
    free(list);
    free(bits);
    mg__sinks_destroy(context, &sinks);
    mg_context_destroy(context);
}

TEST(merged_lists_ascend) {
    static const mg_vertex sizes[] = {1, 63, 64, 65, 4096, 4097, 8191, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        check_merge(sizes[i], all);
        check_merge(sizes[i], none);
        check_merge(sizes[i], some);
    }
}

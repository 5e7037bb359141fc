/* SPDX-License-Identifier: Apache-2.0
 *
 * fail_each.h: runs an operation with its Nth allocation failing, N = 0, 1, 2, ... until it succeeds: every failure is
 * MG_ERROR_MEMORY with a reason, leaks nothing, and leaves context and graph usable.
 */
#ifndef MG_TESTS_ENGINE_FAIL_EACH_H
#define MG_TESTS_ENGINE_FAIL_EACH_H

#include "tests/failing_memory.h"
#include "tests/harness.h"

#define PLENTY 1000000

typedef struct fixture {
    failing_memory memory;
    mg_context *context;
    mg_graph *graph; /* NULL while graphs are built */
    mg_mode mode;
} fixture;

/* The operation under test; must release everything. */
typedef mg_status (*work)(fixture *);

/* Number of allocations of the operation if none fails. Every one fails once; with `step` above 1 only every one up to
 * 64, later ones by leaps of their number / step. */
static inline int fail_each(fixture *f, work run, int step) {
    int n = 0;
    for (;; n += step > 1 && n > 64 ? 1 + n / step : 1) {
        f->memory.countdown = n;
        const int live = f->memory.live;
        const mg_status status = run(f);
        CHECK(f->memory.live >= live);
        if (status >= 0) {
            break;
        }
        if (status != MG_ERROR_MEMORY) {
            test_fail(__FILE__, __LINE__, "allocation %d: %s", n, mg_status_name(status));
        }
        CHECK(mg_context_error(f->context)[0]);
        CHECK(n < PLENTY);
    }
    f->memory.countdown = PLENTY;
    const int before = f->memory.live;
    CHECK(run(f) >= 0); /* again without failures, with kept representations */
    CHECK_EQ(f->memory.live, before);
    return n;
}

static inline void open_fixture(fixture *f) {
    f->context = failing_memory_context(&f->memory, PLENTY);
    CHECK(f->context);
}

static inline void close_fixture(fixture *f) {
    mg_graph_destroy(f->graph);
    mg_context_destroy(f->context);
    CHECK_EQ(f->memory.live, 0);
}

#endif

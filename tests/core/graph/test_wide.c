/* SPDX-License-Identifier: Apache-2.0
 *
 * test_wide.c: sums of wide numbers compared with sums in long double, whose 64 bits are exact if the exponents differ
 * by at most 31, and nearly exact otherwise.
 */
#include "algorithms/programs/wide.h"
#include "core/counter_random.h"
#include "tests/harness.h"

#include <math.h>

#define LAST_BITS 0.75 /* error: the smaller term is truncated, and a carry rounds again */

static wide draw(uint64_t number) {
    const uint64_t bits = mg__random(1, number);
    static const uint32_t ends[] = {WIDE_TOP, WIDE_TOP + 1, UINT32_MAX - 1, UINT32_MAX};
    const uint32_t mantissa = bits >> 63 ? (uint32_t)bits | WIDE_TOP : ends[bits % 4];
    return wide_make(mantissa, (int32_t)(bits >> 32 & 127) - 64);
}

static long double value_of(wide a) {
    return ldexpl((long double)a.mantissa, a.exponent);
}

static bool is_same(wide a, wide b) {
    return a.mantissa == b.mantissa && a.exponent == b.exponent;
}

TEST(sums_are_right_to_the_last_bit) {
    for (uint64_t i = 0; i < 1000000; i++) {
        const wide a = draw(2 * i), b = draw(2 * i + 1), sum = wide_add(a, b);
        CHECK(sum.mantissa >= WIDE_TOP);
        CHECK(fabsl(value_of(sum) - (value_of(a) + value_of(b))) <= ldexpl(LAST_BITS + 1e-6L, sum.exponent));
        CHECK(is_same(sum, wide_add(b, a)));
    }
}

TEST(zero_changes_nothing) {
    const wide zero = wide_make(0, WIDE_LEAST);
    CHECK(is_same(wide_add(zero, zero), zero));
    for (uint64_t i = 0; i < 10000; i++) {
        const wide a = draw(i);
        CHECK(is_same(wide_add(a, zero), a));
        CHECK(is_same(wide_add(zero, a), a));
    }
}

TEST(sums_far_beyond_a_double) {
    const wide big = wide_make(WIDE_TOP, 100000), twice = wide_add(big, big);
    CHECK_EQ(twice.mantissa, WIDE_TOP);
    CHECK_EQ(twice.exponent, 100001);
    CHECK(is_same(wide_add(big, wide_make(UINT32_MAX, -100000)), big));
}

/* Like the shares of a hub's neighbours: sequential terms, each much less than the sum. With 24 bits the error is 2. */
TEST(many_small_numbers_add_up) {
    wide sum = wide_from(1.0f, 0);
    for (int i = 0; i < 400000; i++) {
        sum = wide_add(sum, wide_from(1e-3f, 0));
    }
    const double exact = 1 + 400000 * (double)1e-3f;
    CHECK_NEAR((double)value_of(sum), exact, 1e-4 * exact);
}

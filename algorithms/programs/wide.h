/* SPDX-License-Identifier: Apache-2.0
 *
 * wide.h: non-negative numbers of 8 bytes with an extended exponent, for path counts: mantissa * 2^exponent with 2^31
 * <= mantissa < 2^32, or zero, whose exponent is WIDE_LEAST. A grid of 2400 x 2400 vertices has more shortest paths
 * (2^4792) than a double can represent, a graph of n vertices up to 2^(n / 2). Sums are rounded to 32 bits: with the 24
 * bits of a float, adding the shares of 400,000 neighbours of a hub loses four digits.
 */
#ifndef MG_ALGORITHMS_PROGRAMS_WIDE_H
#define MG_ALGORITHMS_PROGRAMS_WIDE_H

#include <multigraph/program.h>

typedef struct wide {
    uint32_t mantissa;
    int32_t exponent;
} wide;

#define WIDE_TOP 0x80000000u
#define WIDE_LEAST (-(1 << 30)) /* exponent of zero, smaller than any other */

MG_FN wide wide_make(uint32_t mantissa, int32_t exponent) {
    wide w;
    w.mantissa = mantissa;
    w.exponent = exponent;
    return w;
}

/* Branch-free, to avoid divergence on a GPU. The mantissa of `low` is aligned to `high` in the upper half of `part`;
 * the lower half holds the bits shifted out, for rounding. */
MG_FN wide wide_add(wide a, wide b) {
    const bool first = a.exponent >= b.exponent;
    const wide high = first ? a : b, low = first ? b : a;
    const uint32_t apart = (uint32_t)high.exponent - (uint32_t)low.exponent;
    const uint64_t part = (uint64_t)low.mantissa << 32 >> (apart < 63 ? apart : 63);
    const uint32_t rounded = (uint32_t)(part >> 32) + ((uint32_t)part >> 31), sum = high.mantissa + rounded;
    const uint32_t carry = sum < rounded, half = ((sum + 1) >> 1) + WIDE_TOP;
    return wide_make(carry ? half : sum, high.exponent + (int32_t)carry);
}

/* a * 2^exponent for a positive, normal a. */
MG_FN wide wide_from(float a, int32_t exponent) {
    union {
        float number;
        uint32_t bits;
    } as;
    as.number = a;
    return wide_make(as.bits << 8 | WIDE_TOP, (int32_t)(as.bits >> 23) - 127 - 31 + exponent);
}

/* a / b in the precision of a float. */
MG_FN wide wide_divide(wide a, wide b) {
    return wide_from((float)a.mantissa / (float)b.mantissa, a.exponent - b.exponent);
}

/* 2^exponent, -126 <= exponent <= 127. */
MG_FN float wide_power(int32_t exponent) {
    union {
        uint32_t bits;
        float number;
    } as;
    as.bits = (uint32_t)(exponent + 127) << 23;
    return as.number;
}

/* a * b as a float; the caller guarantees that it is in range. */
MG_FN float wide_product(wide a, wide b) {
    const int32_t sum = a.exponent + b.exponent + 32;
    const int32_t exponent = sum < -250 ? -250 : sum > 250 ? 250 : sum, half = exponent / 2;
    const float product = (float)(uint32_t)((uint64_t)a.mantissa * b.mantissa >> 32);
    return product * wide_power(half) * wide_power(exponent - half);
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * wide.h: non-negative numbers in 8 bytes that do not overflow: mantissa * 2^exponent, 2^31 <= mantissa < 2^32, or
 * zero. A grid of 2400 x 2400 vertices has more shortest paths than a double can hold (2^4792), a graph of n vertices
 * up to 2^(n / 2). Sums are rounded to 32 bits: with the 24 of a float the shares of a hub's 400,000 neighbours, added
 * up one after the other, lose four digits.
 */
#ifndef MG_ALGORITHMS_PROGRAMS_WIDE_H
#define MG_ALGORITHMS_PROGRAMS_WIDE_H

#include <multigraph/program.h>

typedef struct wide {
    uint32_t mantissa;
    int32_t exponent;
} wide;

#define WIDE_TOP 0x80000000u

MG_FN wide wide_make(uint32_t mantissa, int32_t exponent) {
    wide w;
    w.mantissa = mantissa;
    w.exponent = exponent;
    return w;
}

MG_FN wide wide_add(wide a, wide b) {
    if (a.mantissa == 0 || b.mantissa == 0) {
        return a.mantissa == 0 ? b : a;
    }
    const bool first = a.exponent >= b.exponent;
    const wide high = first ? a : b, low = first ? b : a;
    const uint32_t shift = (uint32_t)high.exponent - (uint32_t)low.exponent;
    if (shift > 32) { /* below half of the last bit */
        return high;
    }
    const uint64_t sum = ((uint64_t)high.mantissa << 31) + ((uint64_t)low.mantissa << 31 >> shift);
    const uint32_t carry = (uint32_t)(sum >> 63);
    const uint32_t rounded = (uint32_t)((sum + ((uint64_t)1 << (30 + carry))) >> (31 + carry));
    return rounded ? wide_make(rounded, high.exponent + (int32_t)carry)
                   : wide_make(WIDE_TOP, high.exponent + (int32_t)carry + 1); /* rounded up to 2^32 */
}

/* A positive, normal number times 2^exponent. */
MG_FN wide wide_from(float a, int32_t exponent) {
    union {
        float number;
        uint32_t bits;
    } as;
    as.number = a;
    return wide_make(as.bits << 8 | WIDE_TOP, (int32_t)(as.bits >> 23) - 127 - 31 + exponent);
}

/* To the precision of a float. */
MG_FN wide wide_divide(wide a, wide b) {
    return wide_from((float)a.mantissa / (float)b.mantissa, a.exponent - b.exponent);
}

/* a * b as a plain number; the caller knows that it is one. */
MG_FN float wide_product(wide a, wide b) {
    const int32_t exponent = a.exponent + b.exponent + 32;
    float product = (float)(uint32_t)((uint64_t)a.mantissa * b.mantissa >> 32);
    product *= (float)(1u << (exponent & 31));
    for (int32_t i = 0; i < exponent >> 5; i++) {
        product *= 4294967296.0f;
    }
    for (int32_t i = 0; i > exponent >> 5 && product > 0.0f; i--) {
        product *= 1.0f / 4294967296.0f;
    }
    return product;
}

#endif

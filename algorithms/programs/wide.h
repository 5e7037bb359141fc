/* SPDX-License-Identifier: Apache-2.0
 *
 * wide.h: non-negative numbers in 8 bytes that do not overflow: mantissa * 2^(32 * exponent), 1 <= mantissa < 2^32, or
 * zero. A grid of 2400 x 2400 vertices has more shortest paths than a double can hold (2^4792).
 */
#ifndef MG_ALGORITHMS_PROGRAMS_WIDE_H
#define MG_ALGORITHMS_PROGRAMS_WIDE_H

#include <multigraph/program.h>

typedef struct wide {
    float mantissa;
    int32_t exponent;
} wide;

#define WIDE_RADIX 4294967296.0f
#define WIDE_INVERSE (1.0f / 4294967296.0f)

MG_FN wide wide_make(float mantissa, int32_t exponent) {
    wide w;
    w.mantissa = mantissa;
    w.exponent = mantissa == 0.0f ? 0 : exponent;
    if (mantissa >= WIDE_RADIX) {
        w.mantissa = mantissa * WIDE_INVERSE;
        w.exponent = exponent + 1;
    } else if (mantissa < 1.0f && mantissa > 0.0f) {
        w.mantissa = mantissa * WIDE_RADIX;
        w.exponent = exponent - 1;
    }
    return w;
}

MG_FN wide wide_add(wide a, wide b) {
    if (a.exponent == b.exponent) {
        return wide_make(a.mantissa + b.mantissa, a.exponent);
    }
    if (a.mantissa == 0.0f || b.mantissa == 0.0f) {
        return a.mantissa == 0.0f ? b : a;
    }
    const bool first = a.exponent > b.exponent;
    const wide high = first ? a : b, low = first ? b : a;
    /* Two digits further down the smaller number is below the larger one's last bit. */
    return high.exponent - low.exponent == 1 ? wide_make(high.mantissa + low.mantissa * WIDE_INVERSE, high.exponent)
                                             : high;
}

/* 1 <= a < 2^63. */
MG_FN wide wide_from(float a) {
    return wide_make(a, 0);
}

MG_FN wide wide_divide(wide a, wide b) {
    return wide_make(a.mantissa / b.mantissa, a.exponent - b.exponent);
}

/* a * b as a plain number; the caller knows that it is one. */
MG_FN float wide_product(wide a, wide b) {
    const int32_t exponent = a.exponent + b.exponent;
    float product = a.mantissa * b.mantissa;
    for (int32_t i = 0; i < exponent; i++) {
        product *= WIDE_RADIX;
    }
    for (int32_t i = 0; i > exponent && product > 0.0f; i--) {
        product *= WIDE_INVERSE;
    }
    return product;
}

#endif

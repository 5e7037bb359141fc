/* SPDX-License-Identifier: Apache-2.0
 *
 * fixed_sum.h: the sum of an array in a fixed order, whatever the number of threads, and with a small error: sums of
 * blocks, and of these.
 */
#ifndef MG_ALGORITHMS_COMMUNITIES_FIXED_SUM_H
#define MG_ALGORITHMS_COMMUNITIES_FIXED_SUM_H

#include <stdint.h>

static inline double mg__fixed_sum(const double *values, uint64_t count) {
    double sum = 0;
    for (uint64_t begin = 0; begin < count; begin += 1024) {
        const uint64_t end = count - begin < 1024 ? count : begin + 1024;
        double block = 0;
        for (uint64_t i = begin; i < end; i++) {
            block += values[i];
        }
        sum += block;
    }
    return sum;
}

#endif

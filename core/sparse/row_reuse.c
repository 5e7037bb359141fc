/* SPDX-License-Identifier: Apache-2.0
 *
 * row_reuse.c: distances of reuse of rows, and what a cache of recently used rows has of them.
 */
#include "core/sparse/row_reuse.h"

static uint32_t bin_of(uint64_t distance) {
    if (distance < 4) {
        return (uint32_t)distance;
    }
    const uint32_t power = 63 - (uint32_t)__builtin_clzll(distance);
    return 4 * (power - 1) + (uint32_t)(distance >> (power - 2) & 3);
}

/* Smallest distance of a bin. */
static double bin_start(uint32_t bin) {
    return bin < 4 ? bin : (double)((uint64_t)(4 + bin % 4) << (bin / 4 - 1));
}

uint32_t mg__reuse_read(mg_row_reuse *r, uint32_t column) {
    const uint64_t last = r->last[column];
    r->last[column] = ++r->time;
    return last ? bin_of(r->time - last) : MG_REUSE_BINS - 1;
}

/* A window of t reads touches as many rows as there are reads of distance above s, summed over s < t and divided by all
 * reads; the cache holds the rows of the window that touches `rows` of them. Source: Xiang et al., "HOTL", ASPLOS 2013.
 */
uint32_t mg__reuse_missing(const uint64_t all[MG_REUSE_BINS], uint64_t rows) {
    uint64_t total = 0, farther;
    double touched = 0;
    for (uint32_t bin = 0; bin < MG_REUSE_BINS; bin++) {
        total += all[bin];
    }
    farther = total;
    for (uint32_t bin = 0; bin + 1 < MG_REUSE_BINS; bin++) {
        touched += (bin_start(bin + 1) - bin_start(bin)) * (double)farther / (double)(total ? total : 1);
        farther -= all[bin];
        if (touched > (double)rows) {
            return bin + 1;
        }
    }
    return MG_REUSE_BINS - 1;
}

double mg__reuse_from(const uint64_t bins[MG_REUSE_BINS], uint32_t first) {
    uint64_t sum = 0;
    for (uint32_t bin = first; bin < MG_REUSE_BINS; bin++) {
        sum += bins[bin];
    }
    return (double)sum;
}

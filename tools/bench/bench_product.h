/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_product.h: the sparse matrix products of bench: y = A x with k columns and pseudo-random x.
 */
#ifndef MG_TOOLS_BENCH_BENCH_PRODUCT_H
#define MG_TOOLS_BENCH_BENCH_PRODUCT_H

#include "tools/bench/bench.h"

struct bench_product {
    mg_semiring semiring; /* PLUS_TIMES or MIN_PLUS */
    mg_type type;         /* FLOAT32 or FLOAT64 */
    uint32_t columns;
    bool transpose;
};

typedef struct bench_vectors {
    void *x, *y;
} bench_vectors;

/* Allocates the vectors, fills x, and sets the cell's flops and bytes; false: out of memory. */
bool bench_product_prepare(bench_cell *cell, bench_vectors *vectors);
void bench_product_release(bench_vectors *vectors);
/* One product, timed. */
mg_status bench_product_run(bench_cell *cell, const bench_vectors *vectors, trial *t);
/* Compares y with a serial product in double precision; false: the reason is in cell->why. */
bool bench_product_verify(bench_cell *cell, const bench_vectors *vectors);

#endif

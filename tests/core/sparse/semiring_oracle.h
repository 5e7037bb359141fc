/* SPDX-License-Identifier: Apache-2.0
 *
 * semiring_oracle.h: one row of a product over a named semiring, computed by arc: integers in 128 bits, floats as long
 * double.
 */
#ifndef MG_TESTS_SEMIRING_ORACLE_H
#define MG_TESTS_SEMIRING_ORACLE_H

#include <multigraph/multigraph.h>

typedef __int128 wide;

/* The expected element of y. */
typedef struct expectation {
    wide integer;
    long double real;
    double magnitude; /* the sum of magnitudes of terms, which bounds rounding */
    uint64_t terms; /* of floating-point sums */
} expectation;

bool semiring_is_float(mg_type type);
/* Size of an element in bytes. */
size_t semiring_size(mg_type type);
/* Element i of an array. */
double semiring_load_float(mg_type type, const void *array, uint64_t i);
wide semiring_load_integer(mg_type type, const void *array, uint64_t i);
void semiring_store(mg_type type, void *array, uint64_t i, double value);
/* The empty sum. */
expectation semiring_zero(mg_semiring semiring, mg_type type);
/* Adds x[at + i] times the weight to e[i], i < count. */
void semiring_contribute(expectation *e, uint32_t count, mg_semiring semiring, mg_type type, const void *x, uint64_t at,
                         double weight);
/* Fails the test if y[at] differs by more than rounding. */
void semiring_compare(const expectation *e, mg_semiring semiring, mg_type type, const void *y, uint64_t at);
/* The semiring's addition. */
wide semiring_add_integer(mg_semiring semiring, mg_type type, wide a, wide b);
long double semiring_add_float(mg_semiring semiring, long double a, long double b);

#endif

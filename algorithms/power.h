/* SPDX-License-Identifier: Apache-2.0
 *
 * power.h: iterations of products of the graph's matrix with vectors, and sums over vectors that do not depend on the
 * number of threads.
 */
#ifndef MG_ALGORITHMS_POWER_H
#define MG_ALGORITHMS_POWER_H

#include "core/engine/run.h"

typedef struct mg_power mg_power;

struct mg_power {
    mg_context *context;
    const mg_graph *graph;
    mg_run_options run; /* checked */
    mg_spmv_options product;
    uint64_t n;
    double *partial; /* a sum for each block */
    double device_seconds;
    double limit;        /* stop when the change is less; 0: run all iterations */
    uint32_t iterations; /* at most */
    uint32_t products;   /* of an iteration; two: one of them with the transpose */
    bool is_settled;     /* there is nothing to iterate */
    mg_status (*step)(mg_power *power, void *data, double *change);
    void *data;
};

/* Checks tolerance and run options, prepares; `given` may be NULL. */
mg_status mg__power_begin(mg_context *context, const mg_graph *graph, const mg_run_options *given, double tolerance,
                          mg_power *power);
/* Iterates; NOT_CONVERGED at the iteration limit. Sets the recorder's times. */
mg_status mg__power_run(mg_power *power, mg_recorder *recorder);
void mg__power_release(mg_power *power);

/* y = the sums of x over the in-neighbours; transpose: over the out-neighbours. */
mg_status mg__power_multiply(mg_power *power, bool transpose, const double *x, double *y);

void mg__power_fill(const mg_power *power, double *values, double value);
/* The sum of the values, or of their squares. */
double mg__power_sum(const mg_power *power, const double *values, bool squares);
/* values / divisor, in place; returns their L1 distance from `before`, 0 if that is NULL. */
double mg__power_divide(const mg_power *power, double *values, double divisor, const double *before);
/* factor * values + added, in place; returns their L1 distance from `before`. */
double mg__power_combine(const mg_power *power, double *values, double factor, double added, const double *before);

#endif

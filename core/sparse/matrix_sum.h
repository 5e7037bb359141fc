/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_sum.h: what the sums of matrices in CSR and in HISPARSE have in common.
 */
#ifndef MG_CORE_SPARSE_MATRIX_SUM_H
#define MG_CORE_SPARSE_MATRIX_SUM_H

#include "core/graph/graph.h"
#include "core/sparse/hisparse.h"

/* A summand: factor times the storage or its transpose. */
typedef struct mg_summand {
    mg_storage *storage;
    bool transposed;
    double factor;
} mg_summand;

/* The sum of values at one place, in doubles or, for integers, in saturating 64 bits. */
typedef struct mg_value_sum {
    double real;
    int64_t whole;
} mg_value_sum;

static inline void mg__sum_add(mg_value_sum *sum, mg_type sum_type, double factor, mg_type type, const void *values,
                               uint64_t i) {
    if (sum_type == MG_FLOAT32 || sum_type == MG_FLOAT64) {
        sum->real += factor * mg__weight_at(type, values, i);
        return;
    }
    const int64_t value = type == MG_INT64   ? ((const int64_t *)values)[i]
                          : type == MG_INT32 ? ((const int32_t *)values)[i]
                                             : 1;
    int64_t term;
    if (__builtin_mul_overflow(value, (int64_t)factor, &term)) {
        term = (value < 0) == (factor < 0) ? INT64_MAX : INT64_MIN;
    }
    if (__builtin_add_overflow(sum->whole, term, &sum->whole)) {
        sum->whole = term < 0 ? INT64_MIN : INT64_MAX;
    }
}

static inline void mg__sum_store(const mg_value_sum *sum, mg_type type, void *values, uint64_t i) {
    if (type == MG_INT64) {
        ((int64_t *)values)[i] = sum->whole;
    } else if (type == MG_INT32) {
        ((int32_t *)values)[i] = sum->whole > INT32_MAX   ? INT32_MAX
                                 : sum->whole < INT32_MIN ? INT32_MIN
                                                          : (int32_t)sum->whole;
    } else {
        mg__value_store(type, values, i, sum->real);
    }
}

/* The sum of two HISPARSE storages with nodes of the same side, leaf by leaf. rows, columns: of the sum. */
mg_status mg__hisparse_add(mg_context *context, const mg_summand summands[2], uint64_t rows, uint64_t columns,
                           mg_type type, mg_storage **sum);

#endif

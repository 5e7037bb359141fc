/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_check.c: checks the arguments of products of matrices, so that nothing is written after an error in them.
 */
#include "core/sparse/matrix_check.h"

#include <math.h>

static bool is_integer(mg_type type) {
    return type == MG_INT32 || type == MG_INT64;
}

/* Is this a number that the integer type represents? */
static bool is_whole(mg_type type, double value) {
    const double limit = type == MG_INT32 ? 0x1p31 : 0x1p63;
    return value == floor(value) && value >= -limit && value < limit;
}

static mg_status check_enums(mg_context *context, const mg_product_options *o) {
    if (o->size != sizeof *o) {
        return mg__fail(context, MG_ERROR_INVALID, "matrix product: the options' size is %zu, expected %zu", o->size,
                        sizeof *o);
    }
    if ((unsigned)o->semiring > MG_USER_SEMIRING) {
        return mg__fail(context, MG_ERROR_INVALID, "matrix product: no semiring has the number %d", (int)o->semiring);
    }
    if ((unsigned)o->backend > MG_BACKEND_CUDA) {
        return mg__fail(context, MG_ERROR_INVALID, "matrix product: no such backend");
    }
    if ((unsigned)o->scheduler > MG_SCHEDULER_DYNAMIC) {
        return mg__fail(context, MG_ERROR_INVALID, "matrix product: no scheduler has the number %d", (int)o->scheduler);
    }
    if (!is_integer(o->type) && o->type != MG_FLOAT32 && o->type != MG_FLOAT64 &&
        !(o->type == MG_TYPE_NONE && o->semiring == MG_USER_SEMIRING)) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "matrix product: the elements are of type %s, expected int32, int64, float32 or float64",
                        mg__type_name(o->type));
    }
    return MG_OK;
}

/* alpha contains the factor of the matrix. */
static mg_status check_sums(mg_context *context, const mg_product_options *o) {
    const char *name = isfinite(o->alpha) ? "beta" : "alpha times the factor of the matrix";
    if (!isfinite(o->alpha) || !isfinite(o->beta)) {
        return mg__fail(context, MG_ERROR_INVALID, "matrix product: %s is not finite", name);
    }
    if (is_integer(o->type) && (!is_whole(o->type, o->alpha) || !is_whole(o->type, o->beta))) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "matrix product: with elements of type %s alpha times the factor of the matrix, %g, and beta, "
                        "%g, must be such integers",
                        mg__type_name(o->type), o->alpha, o->beta);
    }
    return MG_OK;
}

static mg_status check_user(mg_context *context, const mg_product_options *o) {
    const mg_user_semiring *user = o->user;
    if (!user || !user->identity || !user->add || !user->multiply) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "matrix product: a user's semiring requires identity, add and multiply");
    }
    if (!user->element_size || user->element_size > MG_ELEMENT_MAX) {
        return mg__fail(context, MG_ERROR_INVALID, "matrix product: element_size is %zu, expected 1 to %d",
                        user->element_size, MG_ELEMENT_MAX);
    }
    return MG_OK;
}

static mg_status check_other_semiring(mg_context *context, const mg_product_options *o, double factor) {
    if (o->alpha != 1 || (o->beta != 0 && o->beta != 1)) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "matrix product: alpha is %g and beta %g; a semiring that is not plus_times needs alpha 1 and "
                        "beta 0 or 1",
                        o->alpha, o->beta);
    }
    const bool user = o->semiring == MG_USER_SEMIRING;
    if (((o->semiring == MG_MIN_PLUS || user) && factor != 1) || (o->semiring == MG_OR_AND && factor == 0)) {
        return mg__fail(context, MG_ERROR_INVALID, "matrix product: the factor of the matrix is %g, expected %s",
                        factor,
                        user                         ? "1 with a user's semiring"
                        : o->semiring == MG_MIN_PLUS ? "1 with min_plus"
                                                     : "another than 0 with or_and");
    }
    return user ? check_user(context, o) : MG_OK;
}

mg_status mg__product_options(mg_context *context, const mg_matrix *matrix, const mg_product_options *options,
                              bool is_sddmm, mg_product_options *resolved) {
    const mg_product_options defaults = MG_PRODUCT_OPTIONS_INIT;
    const mg_product_options *o = options ? options : &defaults;
    if (!matrix) {
        return mg__fail(context, MG_ERROR_INVALID, "matrix product: the matrix is NULL");
    }
    mg_status status;
    MG_TRY(check_enums(context, o));
    *resolved = *o;
    resolved->transpose = o->transpose != matrix->transposed;
    if (is_sddmm && o->semiring != MG_PLUS_TIMES) {
        return mg__fail(context, MG_ERROR_INVALID, "matrix product: sddmm has the semiring plus_times only");
    }
    if (o->semiring == MG_PLUS_TIMES) {
        resolved->alpha *= is_sddmm && !o->scale ? 1 : matrix->factor;
        status = check_sums(context, resolved);
    } else {
        status = check_other_semiring(context, o, matrix->factor);
    }
out:
    return status;
}

/* Bytes from the first to the last element; UINT64_MAX: more than the address space. */
static uint64_t extent(const mg_dense_operand *o, size_t size) {
    uint64_t elements, bytes;
    if (!o->rows || !o->k) {
        return 0;
    }
    if (__builtin_mul_overflow(o->rows - 1, o->stride, &elements) ||
        __builtin_add_overflow(elements, o->k, &elements) || __builtin_mul_overflow(elements, size, &bytes) ||
        bytes > INTPTR_MAX) {
        return UINT64_MAX;
    }
    return bytes;
}

static bool overlap(const void *a, uint64_t a_bytes, const void *b, uint64_t b_bytes) {
    const uintptr_t p = (uintptr_t)a, q = (uintptr_t)b;
    return a_bytes && b_bytes && (p < q ? q - p < a_bytes : p - q < b_bytes);
}

static mg_status check_operand(mg_context *context, const mg_dense_operand *o, size_t size, size_t alignment) {
    if (o->stride < o->k) {
        return mg__fail(context, MG_ERROR_INVALID, "matrix product: the stride of %s is %llu, expected at least %llu",
                        o->name, (unsigned long long)o->stride, (unsigned long long)o->k);
    }
    const uint64_t bytes = extent(o, size);
    if (bytes == UINT64_MAX) {
        return mg__fail(context, MG_ERROR_INVALID, "matrix product: %s is larger than the address space", o->name);
    }
    if (bytes && !o->data) {
        return mg__fail(context, MG_ERROR_INVALID, "matrix product: %s is NULL", o->name);
    }
    if ((uintptr_t)o->data % alignment) {
        return mg__fail(context, MG_ERROR_INVALID, "matrix product: %s is not aligned to its elements of %zu bytes",
                        o->name, size);
    }
    return MG_OK;
}

mg_status mg__product_operands(mg_context *context, const mg_dense_operand *operands, int count, size_t size,
                               size_t alignment) {
    const mg_dense_operand *result = &operands[count - 1];
    for (int i = 0; i < count; i++) {
        if (!operands[i].k) {
            return mg__fail(context, MG_ERROR_INVALID, "matrix product: k is 0, expected at least 1 column");
        }
        const mg_status status = check_operand(context, &operands[i], size, alignment);
        if (status < 0) {
            return status;
        }
    }
    for (int i = 0; i < count - 1; i++) {
        if (overlap(operands[i].data, extent(&operands[i], size), result->data, extent(result, size))) {
            return mg__fail(context, MG_ERROR_INVALID, "matrix product: %s and %s overlap", operands[i].name,
                            result->name);
        }
    }
    return MG_OK;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/bench_vendor.h"
#include "tools/cli/message.h"
#include "tools/verbs/matrix_session.h"

#include <stdlib.h>
#include <string.h>

static bool allocate(npy_array *array, uint64_t rows, uint32_t k) {
    size_t bytes;
    *array = (npy_array){.rows = rows, .columns = k, .type = MG_FLOAT32};
    const bool fits = !__builtin_mul_overflow(rows, (uint64_t)k * sizeof(float), &bytes) && bytes < SIZE_MAX;
    array->data = fits ? calloc(bytes + 1, 1) : NULL;
    return array->data != NULL;
}

/* Numbers between -1 and 1. */
static void fill(npy_array *array, uint64_t state) {
    for (uint64_t i = 0; i < array->rows * array->columns; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        ((float *)array->data)[i] = (float)(state >> 40) / (float)(1u << 23) - 1;
    }
}

bool operands_make(const formats_matrix *of, bench_formats kind, uint32_t k, uint64_t seed, operands *o) {
    const uint64_t m = mg_matrix_rows(of->matrix), n = mg_matrix_columns(of->matrix);
    const bool sddmm = kind == BENCH_SDDMM;
    const bool made = allocate(&o->x, sddmm ? m : n, k) && allocate(&o->y, sddmm ? n : m, k) &&
                      allocate(&o->out, sddmm ? mg_matrix_nonzeros(of->matrix) : 0, 1);
    if (!made) {
        message("out of memory: dense operands of %u columns", k);
        return false;
    }
    fill(&o->x, seed);
    if (sddmm) {
        fill(&o->y, ~seed);
    }
    return true;
}

void operands_release(operands *o) {
    if (o->vendor) {
        bench_vendor_release(o);
    }
    free(o->x.data);
    free(o->y.data);
    free(o->out.data);
    free(o->right);
    *o = (operands){.right = NULL};
}

/* A result that is equal to one that was verified is right, too. */
bool operands_verify(const formats_cell *cell, operands *o) {
    const bool sddmm = cell->kind == BENCH_SDDMM;
    const npy_array *result = sddmm ? &o->out : &o->y;
    const size_t bytes = (size_t)(result->rows * result->columns) * sizeof(float);
    mg_matrix_arrays csr;
    if (o->vendor && !vendor_download(&o->vendor->driver, result->data, sddmm ? o->device_out : o->device_y, bytes)) {
        return false;
    }
    if (o->right && memcmp(o->right, result->data, bytes) == 0) {
        return true;
    }
    if (mg_matrix_to_csr(cell->s.context, cell->of->matrix, &csr) < 0) {
        return false;
    }
    if (sddmm && o->vendor) { /* without the values */
        csr.type = MG_TYPE_NONE;
    }
    if (!product_check(&csr, &o->x, &o->y, sddmm ? &o->out : NULL)) {
        return false;
    }
    o->right = o->right ? o->right : malloc(bytes + 1);
    if (o->right) {
        memcpy(o->right, result->data, bytes);
    }
    return true;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix.c: views of matrices: creation, properties, transposed and scaled views.
 */
#include "core/graph/graph.h"
#include "core/sparse/formats.h"

#include <math.h>

/* Takes over the reference to the storage, also on failure. */
static mg_status make_view(mg_context *context, mg_storage *storage, bool transposed, double factor,
                           mg_matrix **matrix) {
    mg_matrix *m;
    const mg_status status = MG_ALLOC(context, m, 1, "a matrix");
    if (status < 0) {
        mg__storage_release(context, storage);
        return status;
    }
    *m = (mg_matrix){.memory = context->memory, .storage = storage, .transposed = transposed, .factor = factor};
    *matrix = m;
    return MG_OK;
}

mg_status mg__matrix_adopt(mg_context *context, mg_storage *storage, mg_matrix **matrix) {
    return make_view(context, storage, false, 1, matrix);
}

mg_status mg__matrix_like(mg_context *context, const mg_matrix *matrix, mg_storage *storage, mg_matrix **view) {
    return make_view(context, storage, matrix->transposed, matrix->factor, view);
}

void mg_matrix_destroy(mg_context *context, mg_matrix *matrix) {
    if (matrix) {
        const mg_allocator memory = matrix->memory;
        mg__release(&memory, matrix->scaled);
        mg__storage_release(context, matrix->storage);
        mg__release(&memory, matrix);
    }
}

static mg_status check_view(mg_context *context, const char *name, const mg_matrix *matrix, mg_matrix **view) {
    return matrix && view ? MG_OK : mg__fail(context, MG_ERROR_INVALID, "%s: no %s", name, matrix ? "view" : "matrix");
}

mg_status mg_matrix_transposed(mg_context *context, const mg_matrix *matrix, mg_matrix **view) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    const mg_status status = check_view(context, "mg_matrix_transposed", matrix, view);
    return status < 0
               ? status
               : make_view(context, mg__storage_retain(matrix->storage), !matrix->transposed, matrix->factor, view);
}

mg_status mg_matrix_scaled(mg_context *context, const mg_matrix *matrix, double factor, mg_matrix **view) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    const mg_status status = check_view(context, "mg_matrix_scaled", matrix, view);
    if (status < 0) {
        return status;
    }
    if (!isfinite(factor * matrix->factor)) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_scaled: the factor is %g, expected a finite number",
                        factor * matrix->factor);
    }
    return make_view(context, mg__storage_retain(matrix->storage), matrix->transposed, factor * matrix->factor, view);
}

uint64_t mg_matrix_rows(const mg_matrix *matrix) {
    return !matrix ? 0 : matrix->transposed ? matrix->storage->columns : matrix->storage->rows;
}

uint64_t mg_matrix_columns(const mg_matrix *matrix) {
    return !matrix ? 0 : matrix->transposed ? matrix->storage->rows : matrix->storage->columns;
}

uint64_t mg_matrix_nonzeros(const mg_matrix *matrix) {
    return matrix ? matrix->storage->nonzeros : 0;
}

/* A factor makes integers and ones real numbers. */
mg_type mg_matrix_type(const mg_matrix *matrix) {
    const mg_type type = matrix ? matrix->storage->type : MG_TYPE_NONE;
    return matrix && matrix->factor != 1 && type != MG_FLOAT32 ? MG_FLOAT64 : type;
}

mg_matrix_format mg_matrix_format_of(const mg_matrix *matrix) {
    return matrix ? matrix->storage->format->id : MG_FORMAT_AUTO;
}

/* ---- CSR of a view ---- */

/* Holds the lock of the storage. */
static mg_status scale_values(mg_context *context, mg_matrix *matrix, const mg_storage *csr) {
    const mg_type type = mg_matrix_type(matrix);
    if (matrix->scaled) {
        return MG_OK;
    }
    void *values = mg__allocate(&matrix->memory, csr->nonzeros, mg__type_size(type));
    if (!values) {
        return mg__fail(context, MG_ERROR_MEMORY, "out of memory: values of a scaled matrix");
    }
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t e = 0; e < csr->nonzeros; e++) {
        mg__value_store(type, values, e, matrix->factor * mg__weight_at(csr->type, csr->csr.values, e));
    }
    matrix->scaled = values;
    return MG_OK;
}

mg_status mg_matrix_to_csr(mg_context *context, const mg_matrix *matrix, mg_matrix_arrays *csr) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!matrix || !csr) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_to_csr: no %s", matrix ? "csr" : "matrix");
    }
    mg_matrix *const m = (mg_matrix *)matrix; /* only what the lock guards changes */
    mg_storage *rows;
    mg_status status;
    if (m->transposed) {
        MG_TRY(mg__storage_transposed(context, m->storage, &rows));
    } else {
        MG_TRY(mg__storage_csr(context, m->storage, &rows));
    }
    if (m->factor != 1) {
        pthread_mutex_lock(&m->storage->lock);
        status = scale_values(context, m, rows);
        pthread_mutex_unlock(&m->storage->lock);
        MG_TRY(status);
    }
    *csr = (mg_matrix_arrays){.rows = rows->rows,
                              .columns = rows->columns,
                              .nonzeros = rows->nonzeros,
                              .row_offsets = rows->csr.offsets,
                              .column_indices = rows->csr.columns,
                              .values = m->factor != 1 ? m->scaled : rows->csr.values,
                              .type = mg_matrix_type(m)};
out:
    return status;
}

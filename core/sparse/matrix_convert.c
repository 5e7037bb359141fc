/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_convert.c: conversion between formats, the choice of a format, and what a format needs.
 */
#include "core/sparse/formats.h"

/* SPLIT reads an item list beside the CSR, which pays where the columns of a product hide it or rows are uneven. */
static const mg_format *choose(const mg_matrix_shape *shape, uint32_t k, const char **why) {
    if (k <= 1 && !shape->split_rows) {
        *why = "csr: a product with one column reads the rows once, and no row has more than 512 nonzeros";
        return &mg__format_csr;
    }
    *why = shape->split_rows ? "split: rows of more than 512 nonzeros are cut into items of equal work"
                             : "split: the default for products with several columns";
    return &mg__format_split;
}

static mg_status build(mg_context *context, const mg_format *format, mg_storage *from, mg_storage **built) {
    mg_storage *to = NULL;
    mg_status status;
    const double start = mg__now();
    MG_TRY(mg__storage_create(context, format, from->rows, from->columns, from->nonzeros, from->type, &to));
    MG_TRY(format->build(context, from, to));
    to->build_seconds = mg__now() - start;
    to->shape = mg__storage_shape(context, from);
    to->measured = true;
    *built = to;
    to = NULL;
out:
    mg__storage_release(context, to);
    return status;
}

mg_status mg_matrix_convert(mg_context *context, const mg_matrix *matrix, mg_matrix_format format, uint32_t k,
                            uint64_t runs, mg_matrix **converted) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!matrix || !converted) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_convert: no %s", matrix ? "converted" : "matrix");
    }
    const mg_format *chosen = mg__format(format);
    if (!chosen && format != MG_FORMAT_AUTO) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_convert: no format has the number %d", (int)format);
    }
    (void)runs; /* both formats that AUTO chooses between pay after one product */
    mg_storage *csr, *built;
    mg_status status;
    const char *why = NULL;
    MG_TRY(mg__storage_csr(context, matrix->storage, &csr));
    if (!chosen) {
        const mg_matrix_shape shape = mg__storage_shape(context, csr);
        chosen = choose(&shape, k, &why);
    }
    MG_TRY(build(context, chosen, csr, &built));
    built->why = why;
    status = mg__matrix_like(context, matrix, built, converted);
out:
    return status;
}

mg_status mg_matrix_describe(mg_context *context, const mg_matrix *matrix, mg_matrix_statistics *statistics) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!matrix || !statistics || statistics->size != sizeof *statistics) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_describe: %s",
                        !matrix       ? "no matrix"
                        : !statistics ? "no statistics"
                                      : "the size of the statistics is wrong");
    }
    const mg_storage *s = matrix->storage;
    const mg_format *f = s->format;
    const mg_matrix_shape shape = mg__storage_shape(context, matrix->storage);
    *statistics = (mg_matrix_statistics){
        .size = sizeof *statistics,
        .bytes = f->bytes(s),
        .predicted_bytes = f->predicted_bytes(&shape),
        .padding = f->padding ? f->padding(s) : 0,
        .units = f->units(s),
        .longest_row = shape.longest,
        .mean_row = shape.rows ? (double)shape.nonzeros / (double)shape.rows : 0,
        .heavy_share = shape.nonzeros ? (double)shape.heavy / (double)shape.nonzeros : 0,
        .build_seconds = s->build_seconds,
        .why = s->why,
    };
    return MG_OK;
}

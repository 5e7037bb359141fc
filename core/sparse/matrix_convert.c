/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_convert.c: conversion between formats and what a format needs.
 */
#include "core/sparse/choose_format.h"

#include "core/stage_clock.h"

#include <string.h>

static bool is_power(uint32_t number) {
    return (number & (number - 1)) == 0;
}

static mg_status check_options(mg_context *context, const mg_format_options *o) {
    const char *wrong = o->size != sizeof *o                     ? "the size of the options is wrong"
                        : (unsigned)o->backend > MG_BACKEND_CUDA ? "unknown backend"
                        : (unsigned)o->tiling > MG_TILING_CACHE  ? "unknown tiling"
                        : o->panel_rows > MG_PANEL_ROWS_MAX      ? "panel_rows is more than 1048576"
                        : o->tile_columns > MG_TILE_COLUMNS_MAX  ? "tile_columns is more than 65536"
                        : !is_power(o->tile_columns)             ? "tile_columns is no power of two"
                        : o->group > MG_GROUP_MAX                ? "group is more than 1024"
                        : (unsigned)o->parts > MG_ECSB_HYBRID    ? "unknown parts"
                                                                 : NULL;
    return wrong ? mg__fail(context, MG_ERROR_INVALID, "mg_matrix_convert: %s", wrong) : MG_OK;
}

mg_status mg__storage_build(mg_context *context, const mg_format *format, const mg_format_options *options,
                            mg_storage *from, mg_storage **built) {
    mg_storage *to = NULL;
    mg_status status;
    double start;
    MG_TRY(mg__storage_create(context, format, from->rows, from->columns, from->nonzeros, from->type, &to));
    to->options = *options;
    if (format->predict) {
        MG_TRY(format->predict(context, from, options, &to->predicted_bytes));
    }
    start = mg__now();
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

/* A storage whose arrays are made on the device from the CSR of `from`. */
static mg_status defer(mg_context *context, const mg_format *format, const mg_format_options *options, mg_storage *from,
                       mg_storage **built) {
    const double start = mg__now();
    mg_storage *to = NULL;
    const mg_status status =
        mg__storage_create(context, format, from->rows, from->columns, from->nonzeros, from->type, &to);
    if (status >= 0) {
        to->options = *options;
        to->csr = from->csr;
        to->base = mg__storage_retain(from);
        to->on_device = true;
        to->shape = mg__storage_shape(context, from);
        to->measured = true;
        to->build_seconds = mg__now() - start;
        *built = to;
    }
    return status;
}

mg_status mg_matrix_convert_with(mg_context *context, const mg_matrix *matrix, mg_matrix_format format,
                                 const mg_format_options *options, mg_matrix **converted) {
    MG_STAGE(context, MG_STAGE_LAYOUT);
    mg_format_options o = options ? *options : MG_FORMAT_OPTIONS_INIT;
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
    mg_storage *csr, *built;
    mg_status status;
    mg_format_choice choice = {.format = chosen};
    MG_TRY(check_options(context, &o));
    MG_TRY(mg__storage_csr(context, matrix->storage, &csr));
    if (!chosen) {
        MG_TRY(mg__choose_format(context, csr, &o, &choice));
    }
    const bool on_device =
        choice.format->builds_on_device && mg__products_backend(context, o.backend) == MG_BACKEND_CUDA;
    if (o.tiling == MG_TILING_AUTO && on_device) {
        o.tiling = MG_TILING_HOPPER;
    }
    MG_TRY((on_device ? defer : mg__storage_build)(context, choice.format, &o, csr, &built));
    memcpy(built->why, choice.why, sizeof built->why);
    built->predicted_seconds = choice.seconds;
    status = mg__matrix_like(context, matrix, built, converted);
out:
    return status;
}

mg_status mg_matrix_convert(mg_context *context, const mg_matrix *matrix, mg_matrix_format format, uint32_t k,
                            uint64_t runs, mg_matrix **converted) {
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    options.k = k;
    options.runs = runs;
    return mg_matrix_convert_with(context, matrix, format, &options, converted);
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
    mg_storage *const own = matrix->storage, *s;
    const mg_format *f = own->format;
    mg_matrix_shape shape;
    mg_status status;
    MG_TRY(mg__storage_measure(context, own, &shape));
    MG_TRY(mg__storage_hosted(context, own, &s));
    *statistics = (mg_matrix_statistics){
        .size = sizeof *statistics,
        .predicted_bytes = f->predict ? s->predicted_bytes : f->predicted_bytes(&shape),
        .padding = f->padding ? f->padding(s) : 0,
        .units = f->units(s),
        .longest_row = shape.longest,
        .mean_row = shape.rows ? (double)shape.nonzeros / (double)shape.rows : 0,
        .heavy_share = shape.nonzeros ? (double)shape.heavy / (double)shape.nonzeros : 0,
        .build_seconds = own->build_seconds,
        .device_build_seconds = mg__storage_device_seconds(own),
        .why = own->why[0] ? own->why : NULL,
    };
    f->arrays(s, statistics);
    if (f->describe) {
        f->describe(s, statistics);
    }
out:
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/matrix_recipes.h"
#include "tools/bench/papers.h"
#include "tools/cli/message.h"
#include "tools/cli/signals.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const papers_scheme papers_csr = {.name = "csr", .product = {.format = MG_FORMAT_CSR}};
const papers_scheme papers_split = {.name = "split", .product = {.format = MG_FORMAT_SPLIT}};
const papers_scheme papers_scalar = {.name = "scalar CSR", .seconds = papers_scalar_seconds};
const papers_scheme papers_vendor = {.name = "cuSPARSE", .seconds = papers_vendor_seconds};

/* ---- products ---- */

typedef struct operands {
    void *x, *y, *out;
} operands;

static void *numbers(uint64_t count, mg_type type) {
    void *const array = malloc(count * (type == MG_FLOAT32 ? 4 : 8) + 1);
    for (uint64_t i = 0; array && i < count; i++) {
        const double value = (double)(i * 2654435761u % 1000) / 500 - 1;
        if (type == MG_FLOAT32) {
            ((float *)array)[i] = (float)value;
        } else {
            ((double *)array)[i] = value;
        }
    }
    return array;
}

/* The least time of the trials after one warm-up; what a warm-up takes longer is counted as building. */
static double run(papers *p, const mg_matrix *matrix, const papers_product *o, const operands *data) {
    mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
    const uint32_t repeat = o->repeat ? o->repeat : 1;
    double least = -1, first = 0;
    options.backend = p->backend;
    options.type = o->type;
    options.transpose = o->transposed;
    options.strict = true;
    for (uint64_t i = 0; i <= p->trials && !interrupted(); i++) {
        double device = 0, sum = 0;
        options.device_seconds = &device;
        const double start = clock_seconds();
        for (uint32_t again = 0; again < repeat; again++) {
            const mg_status status =
                o->sddmm ? mg_matrix_sddmm(p->context, matrix, &options, o->k, data->x, o->k, data->y, o->k, data->out)
                         : mg_matrix_spmm(p->context, matrix, &options, o->k, data->x, o->k, data->y, o->k);
            if (status < 0) {
                return -1;
            }
            sum += device;
        }
        const double wall = clock_seconds() - start, seconds = sum > 0 ? sum : wall;
        first = i ? first : wall;
        least = i && (least < 0 || seconds < least) ? seconds : least;
    }
    if (o->build_seconds) {
        *o->build_seconds += first > least ? first - least : 0;
    }
    return least;
}

double papers_seconds(papers *p, const mg_matrix *matrix, const papers_product *o) {
    const uint64_t m = mg_matrix_rows(matrix), n = mg_matrix_columns(matrix), larger = m > n ? m : n;
    mg_format_options format = MG_FORMAT_OPTIONS_INIT;
    mg_matrix *converted = NULL;
    double seconds = -1;
    format.k = o->k;
    format.backend = p->backend;
    format.threshold = o->threshold;
    format.tile_columns = o->tile_columns;
    format.tiling = o->tiling;
    format.parts = o->parts;
    const double start = clock_seconds();
    if (interrupted() || mg_matrix_convert_with(p->context, matrix, o->format, &format, &converted) < 0) {
        return -1;
    }
    if (o->build_seconds) {
        *o->build_seconds = clock_seconds() - start;
    }
    const operands data = {.x = numbers(larger * o->k, o->type),
                           .y = numbers(larger * o->k, o->type),
                           .out = o->sddmm ? numbers(mg_matrix_nonzeros(matrix), o->type) : NULL};
    const bool described = !o->statistics || mg_matrix_describe(p->context, converted, o->statistics) >= 0;
    if (described && data.x && data.y && (data.out || !o->sddmm)) {
        seconds = run(p, converted, o, &data);
        if (o->back_seconds) {
            papers_product back = *o;
            back.transposed = !o->transposed;
            back.build_seconds = NULL;
            *o->back_seconds = run(p, converted, &back, &data);
        }
    }
    free(data.x);
    free(data.y);
    free(data.out);
    mg_matrix_destroy(p->context, converted);
    return seconds;
}

void papers_spmv(papers *p, const mg_matrix *matrix, const papers_scheme *scheme, mg_type type, double seconds[2],
                 mg_matrix_statistics *statistics) {
    papers_product product = scheme->product;
    seconds[0] = seconds[1] = -1;
    if (!matrix || interrupted()) {
        return;
    }
    if (scheme->seconds) {
        seconds[0] = scheme->seconds(p, matrix, type, false);
        seconds[1] = scheme->seconds(p, matrix, type, true);
        return;
    }
    product.k = 1;
    product.type = type;
    product.back_seconds = &seconds[1];
    product.statistics = statistics;
    seconds[0] = papers_seconds(p, matrix, &product);
}

double papers_gflops(const mg_matrix *matrix, uint32_t k, double seconds) {
    return seconds > 0 ? 2e-9 * (double)mg_matrix_nonzeros(matrix) * k / seconds : 0;
}

/* ---- matrices ---- */

mg_matrix *papers_retyped(papers *p, const mg_matrix *matrix, mg_type type) {
    mg_matrix_arrays csr;
    mg_matrix *retyped = NULL;
    if (mg_matrix_to_csr(p->context, matrix, &csr) < 0) {
        message("%s", mg_context_error(p->context));
        return NULL;
    }
    void *const values = malloc(csr.nonzeros * (type == MG_FLOAT32 ? 4 : 8) + 1);
    for (uint64_t e = 0; values && e < csr.nonzeros; e++) {
        if (type == MG_FLOAT32) {
            ((float *)values)[e] = (float)matrix_value_at(&csr, e);
        } else {
            ((double *)values)[e] = matrix_value_at(&csr, e);
        }
    }
    csr.values = values;
    csr.type = type;
    if (!values || mg_matrix_create(p->context, &csr, &retyped) < 0) {
        message("out of memory for the values of a matrix");
        retyped = NULL;
    }
    free(values);
    return retyped;
}

const mg_matrix *papers_typed(papers *p, size_t i, mg_type type) {
    papers_matrix *const m = &p->matrices[i];
    mg_matrix **const typed = &m->typed[type == MG_FLOAT64];
    if (mg_matrix_type(m->matrix) == type) {
        return m->matrix;
    }
    if (!*typed) {
        *typed = papers_retyped(p, m->matrix, type);
    }
    return *typed;
}

mg_matrix *papers_generated(papers *p, const char *recipe) {
    const char *why;
    mg_matrix *matrix = NULL;
    if (matrix_recipe_make(p->context, recipe, &matrix, &why) < 0) {
        message("%s: %s", recipe, why ? why : mg_context_error(p->context));
        return NULL;
    }
    return matrix;
}

/* ---- means ---- */

papers_spread papers_spread_of(const double *values, size_t count, size_t stride) {
    papers_spread s = {.mean = 0};
    double squares = 0;
    for (size_t i = 0; i < count; i++) {
        const double value = values[i * stride];
        s.mean += value > 0 ? value : 0;
        squares += value > 0 ? value * value : 0;
        s.count += value > 0;
    }
    if (s.count) {
        s.mean /= (double)s.count;
        const double variance = squares / (double)s.count - s.mean * s.mean;
        s.deviation = variance > 0 ? sqrt(variance) : 0;
    }
    return s;
}

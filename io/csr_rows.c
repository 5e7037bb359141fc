/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_rows.c: checks CSR data in files and loads its arcs, in parallel.
 */
#include "io/csr_rows.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define EXPANSION ((uint64_t)1000)   /* largest compression ratio that is accepted, against decompression bombs, */
#define EXPANSION_FREE (64ull << 20) /* for files that decompress to more than this */

mg_status mg__rows_check_offsets(mg_context *context, const mg_input *input, const mg_rows *rows) {
    const uint64_t n = rows->n;
    uint64_t bad = n; /* first row whose offset is invalid */
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(min : bad)
    for (uint64_t v = 0; v < n; v++) {
        const uint64_t begin = mg__row_begin(rows, v), end = mg__row_begin(rows, v + 1);
        bad = (begin > end || end > rows->arcs) && v < bad ? v : bad;
    }
    if (bad < n || mg__row_begin(rows, 0) != 0 || mg__row_begin(rows, n) != rows->arcs) {
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s: expected row offsets that ascend from 0 to %llu, found others at vertex %llu", input->path,
                        (unsigned long long)rows->arcs, (unsigned long long)bad);
    }
    return MG_OK;
}

static mg_status check_neighbours(mg_context *context, const mg_input *input, const mg_rows *rows) {
    uint64_t bad = rows->arcs;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(min : bad)
    for (uint64_t a = 0; a < rows->arcs; a++) {
        bad = mg__load32(rows->neighbours + a * rows->neighbour_step) >= rows->n && a < bad ? a : bad;
    }
    if (bad < rows->arcs) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s: expected neighbours below %llu, found %lu at arc %llu",
                        input->path, (unsigned long long)rows->n,
                        (unsigned long)mg__load32(rows->neighbours + bad * rows->neighbour_step),
                        (unsigned long long)bad);
    }
    return MG_OK;
}

static float float_at(const mg_rows *rows, uint64_t arc) {
    const uint32_t bits = mg__load32(rows->weights + arc * rows->weight_step);
    float weight;
    memcpy(&weight, &bits, sizeof weight);
    return weight;
}

static double double_at(const mg_rows *rows, uint64_t arc) {
    const uint64_t bits = mg__load64(rows->weights + arc * rows->weight_step);
    double weight;
    memcpy(&weight, &bits, sizeof weight);
    return weight;
}

static bool weight_valid(const mg_rows *rows, uint64_t arc) {
    return rows->weight_type == MG_INT32     ? mg__load32(rows->weights + arc * rows->weight_step) != 0x80000000u
           : rows->weight_type == MG_INT64   ? true
           : rows->weight_type == MG_FLOAT32 ? isfinite(float_at(rows, arc))
                                             : isfinite(double_at(rows, arc));
}

static mg_status check_weights(mg_context *context, const mg_input *input, const mg_rows *rows) {
    uint64_t bad = rows->arcs;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(min : bad)
    for (uint64_t a = 0; a < rows->arcs; a++) {
        bad = !weight_valid(rows, a) && a < bad ? a : bad;
    }
    if (bad < rows->arcs) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s: expected finite weights above -2^31, found another at arc %llu",
                        input->path, (unsigned long long)bad);
    }
    return MG_OK;
}

mg_status mg__rows_read(mg_context *context, const mg_input *input, const mg_rows *rows, mg_edge_buffer *buffer) {
    mg_status status;
    MG_TRY(mg__progress(context, "reading", 0.0));
    buffer->rows = *rows;
    buffer->rows.final_type = rows->weights ? rows->final_type : MG_TYPE_NONE;
    buffer->rows.memory = mg__input_mapped(input) ? NULL : &context->memory;
    MG_TRY(mg__rows_check_offsets(context, input, rows));
    MG_TRY(check_neighbours(context, input, rows));
    if (rows->weights) {
        MG_TRY(check_weights(context, input, rows));
    }
out:
    return status;
}

void mg__rows_drop_unit_weights(const mg_context *context, mg_rows *rows) {
    if (!rows->weights || rows->weight_type != MG_FLOAT32) {
        return;
    }
    bool unit = true;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(&& : unit)
    for (uint64_t a = 0; a < rows->arcs; a++) {
        unit = unit && float_at(rows, a) == 1.0f;
    }
    if (unit) {
        rows->weights = NULL;
        rows->final_type = MG_TYPE_NONE;
    }
}

static void load_weight(const mg_rows *rows, uint64_t arc, void *weights, uint32_t i) {
    if (rows->weight_type == MG_FLOAT32 && rows->final_type == MG_FLOAT64) {
        ((double *)weights)[i] = (double)float_at(rows, arc);
    } else if (mg__type_size(rows->weight_type) == 8) {
        ((uint64_t *)weights)[i] = mg__load64(rows->weights + arc * rows->weight_step);
    } else {
        ((uint32_t *)weights)[i] = mg__load32(rows->weights + arc * rows->weight_step);
    }
}

static void load_rows(const mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to,
                      void *weights) {
    const mg_rows *rows = arcs->data;
    assert(begin + count <= rows->arcs);
    uint64_t row = 0, high = rows->n; /* row of arc `begin`: the first that ends after it */
    while (row < high) {
        const uint64_t middle = row + (high - row) / 2;
        if (mg__row_begin(rows, middle + 1) <= begin) {
            row = middle + 1;
        } else {
            high = middle;
        }
    }
    for (uint32_t i = 0; i < count; row++) {
        const uint64_t end = mg__row_begin(rows, row + 1) - begin;
        for (; i < count && i < end; i++) {
            from[i] = (mg_vertex)row;
            to[i] = mg__load32(rows->neighbours + (begin + i) * rows->neighbour_step);
        }
    }
    for (uint32_t i = 0; rows->rank && i < count; i++) {
        from[i] = rows->rank[from[i]];
        to[i] = rows->rank[to[i]];
    }
    for (uint32_t i = 0; weights && i < count; i++) {
        load_weight(rows, begin + i, weights, i);
    }
}

static void copy_weights(const mg_rows *rows, uint64_t begin, uint64_t end, void *weights) {
    const size_t size = mg__type_size(rows->final_type);
    for (uint64_t a = begin; a < end; a++) {
        load_weight(rows, a, (char *)weights + a * size, 0);
    }
}

static uint64_t copy_rows(const mg_arc_list *arcs, mg_vertex begin, mg_vertex end, mg_csr *csr) {
    const mg_rows *rows = arcs->data;
    const uint64_t first = mg__row_begin(rows, begin), last = mg__row_begin(rows, end);
    for (mg_vertex v = begin; v < end; v++) {
        csr->offsets[v] = mg__row_begin(rows, v);
    }
    for (uint64_t a = first; a < last; a++) {
        csr->neighbours[a] = mg__load32(rows->neighbours + a * rows->neighbour_step);
    }
    if (csr->weights) {
        copy_weights(rows, first, last, csr->weights);
    }
    return last - first;
}

static void discard_arcs(const mg_arc_list *arcs, uint64_t begin, uint64_t end) {
    const mg_rows *rows = arcs->data;
    mg__discard_pages(rows->memory, rows->neighbours + begin * rows->neighbour_step,
                      (end - begin) * rows->neighbour_step);
    if (rows->weights) {
        mg__discard_pages(rows->memory, rows->weights + begin * rows->weight_step, (end - begin) * rows->weight_step);
    }
}

mg_arc_list mg__rows_arcs(const mg_rows *rows) {
    return (mg_arc_list){.count = rows->arcs,
                         .weight_type = rows->weights ? rows->final_type : MG_TYPE_NONE,
                         .load = load_rows,
                         .done = rows->memory ? discard_arcs : NULL,
                         .data = rows,
                         .copy_rows = rows->rank ? NULL : copy_rows};
}

mg_status mg__expect_bytes(mg_context *context, mg_input *input, uint64_t n, uint64_t arcs, uint64_t wanted,
                           unsigned padding) {
    const unsigned long long claim = wanted, vertices = n;
    mg_status status;
    if (n >= MG_NONE) {
        return mg__fail(context, MG_ERROR_RANGE, "%s: expected at most 4294967294 vertices, found %llu", input->path,
                        vertices);
    }
    if (wanted == UINT64_MAX || (input->mapped && wanted > EXPANSION_FREE && wanted / EXPANSION > input->mapped)) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s: a file of %llu bytes cannot hold %llu vertices and %llu arcs",
                        input->path, (unsigned long long)input->mapped, vertices, (unsigned long long)arcs);
    }
    MG_TRY(mg__input_bytes(context, input, wanted + padding + 1)); /* one more, to detect a longer file */
    if (input->byte_count != wanted && input->byte_count != wanted + padding) {
        status =
            mg__fail(context, MG_ERROR_FORMAT, "%s: expected %llu bytes for %llu vertices and %llu arcs, found %s%llu",
                     input->path, claim, vertices, (unsigned long long)arcs,
                     input->byte_count > wanted ? "at least " : "", (unsigned long long)input->byte_count);
    }
out:
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_rows.c: compressed adjacencies in files, checked and unfolded to edges by all threads.
 */
#include "io/csr_rows.h"

#include <math.h>
#include <string.h>

#define EXPANSION ((uint64_t)1000)   /* no compressed graph is this much larger inside, */
#define EXPANSION_FREE (64ull << 20) /* unless it is small */

static uint64_t row_begin(const mg_rows *rows, uint64_t v) {
    if (rows->ends_only) {
        if (v == 0) {
            return 0;
        }
        v--;
    }
    const unsigned char *p = rows->offsets + v * rows->offset_size;
    return rows->offset_size == 4 ? mg__load32(p) : mg__load64(p);
}

mg_status mg__rows_sources(mg_context *context, const mg_input *input, const mg_rows *rows, uint32_t *source) {
    const uint64_t n = rows->n;
    uint64_t bad = n; /* first row that is out of order */
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(min : bad)
    for (uint64_t v = 0; v < n; v++) {
        const uint64_t begin = row_begin(rows, v), end = row_begin(rows, v + 1);
        bad = (begin > end || end > rows->arcs) && v < bad ? v : bad;
    }
    if (bad < n || row_begin(rows, 0) != 0 || row_begin(rows, n) != rows->arcs) {
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s: expected row offsets that ascend from 0 to %llu, found others at vertex %llu", input->path,
                        (unsigned long long)rows->arcs, (unsigned long long)bad);
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1024)
    for (uint64_t v = 0; v < n; v++) {
        const uint64_t end = row_begin(rows, v + 1);
        for (uint64_t a = row_begin(rows, v); a < end; a++) {
            source[a] = (uint32_t)v;
        }
    }
    return MG_OK;
}

static mg_status read_neighbours(mg_context *context, const mg_input *input, const mg_rows *rows, uint32_t *target) {
    uint64_t bad = rows->arcs;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(min : bad)
    for (uint64_t a = 0; a < rows->arcs; a++) {
        target[a] = mg__load32(rows->neighbours + a * rows->neighbour_step);
        bad = target[a] >= rows->n && a < bad ? a : bad;
    }
    if (bad < rows->arcs) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s: expected neighbours below %llu, found %lu at arc %llu",
                        input->path, (unsigned long long)rows->n, (unsigned long)target[bad], (unsigned long long)bad);
    }
    return MG_OK;
}

static mg_status read_weights(mg_context *context, const mg_input *input, const mg_rows *rows, void *weight) {
    uint64_t bad = rows->arcs;
    const bool wide = rows->weight_type == MG_FLOAT64;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(min : bad)
    for (uint64_t a = 0; a < rows->arcs; a++) {
        const unsigned char *p = rows->weights + a * rows->weight_step;
        bool finite = true;
        if (wide) {
            const uint64_t bits = mg__load64(p);
            memcpy((double *)weight + a, &bits, sizeof bits);
            finite = isfinite(((double *)weight)[a]);
        } else {
            const uint32_t bits = mg__load32(p);
            memcpy((uint32_t *)weight + a, &bits, sizeof bits);
            finite = rows->weight_type == MG_INT32 ? bits != 0x80000000u : isfinite(((float *)weight)[a]);
        }
        bad = !finite && a < bad ? a : bad;
    }
    if (bad < rows->arcs) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s: expected finite weights above -2^31, found another at arc %llu",
                        input->path, (unsigned long long)bad);
    }
    return MG_OK;
}

mg_status mg__rows_read(mg_context *context, const mg_input *input, const mg_rows *rows, mg_edge_buffer *buffer) {
    mg_status status;
    buffer->id_type = MG_UINT32;
    buffer->weight_type = rows->weights ? rows->weight_type : MG_TYPE_NONE;
    MG_TRY(mg__progress(context, "reading", 0.0));
    MG_TRY(mg__edge_buffer_reserve(context, buffer, rows->arcs, 1.0));
    MG_TRY(mg__rows_sources(context, input, rows, buffer->source));
    MG_TRY(read_neighbours(context, input, rows, buffer->target));
    if (rows->weights) {
        MG_TRY(read_weights(context, input, rows, buffer->weight));
    }
    buffer->count = rows->arcs;
    buffer->contiguous = true;
    buffer->vertex_count = rows->n;
out:
    return status;
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
    MG_TRY(mg__input_bytes(context, input, wanted + padding + 1)); /* one more, to see the end */
    if (input->byte_count != wanted && input->byte_count != wanted + padding) {
        status =
            mg__fail(context, MG_ERROR_FORMAT, "%s: expected %llu bytes for %llu vertices and %llu arcs, found %s%llu",
                     input->path, claim, vertices, (unsigned long long)arcs,
                     input->byte_count > wanted ? "at least " : "", (unsigned long long)input->byte_count);
    }
out:
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_types.c: final types of the ids and weights of edges; plausibility of the number of vertices.
 */
#include "core/graph/weights.h"
#include "io/edge_text.h"

#include <math.h>

/* Plausible number of vertices: absolute, and per edge present. The first is what `generate` makes without edges at
 * --scale 24, and 128 MiB of offsets. */
#define VERTICES_FREE ((uint64_t)1 << 24)
#define VERTICES_PER_EDGE 64

mg_status mg__check_vertices(mg_context *context, const mg_input *input, const mg_graph_options *options, uint64_t n,
                             uint64_t edges) {
    const bool plausible = n <= VERTICES_FREE || (n - VERTICES_FREE) / VERTICES_PER_EDGE <= edges;
    if (options->most_vertices ? n <= options->most_vertices : plausible) {
        return MG_OK;
    }
    return mg__fail(context, MG_ERROR_RANGE,
                    "%s: %llu vertices are not plausible for %llu edges; --most-vertices %llu reads them", input->path,
                    (unsigned long long)n, (unsigned long long)edges, (unsigned long long)n);
}

mg_status mg__name_ids(mg_context *context, mg_edge_buffer *buffer) {
    mg_status status;
    MG_TRY(mg__id_set_number(context, &buffer->names, MG_UINT32, buffer->source, buffer->count, buffer->source));
    status = mg__id_set_number(context, &buffer->names, MG_UINT32, buffer->target, buffer->count, buffer->target);
out:
    return status;
}

mg_status mg__widen_weights(mg_context *context, mg_edge_buffer *buffer, mg_type type, uint64_t count) {
    void *wide;
    const mg_type from = buffer->weight_type;
    const size_t size = mg__type_size(from);
    const mg_status status = mg__alloc(context, &wide, buffer->capacity, mg__type_size(type), "weights");
    if (status < 0) {
        return status;
    }
    for (uint64_t i = 0; i < count; i++) {
        mg__weight_convert(from, buffer->weight, type, wide, i);
        if (from == MG_INT64) {
            const double value = ((const double *)wide)[i];
            buffer->rounded |= fabs(value) >= 0x1p63 || (int64_t)value != ((const int64_t *)buffer->weight)[i];
        }
        if ((i + 1) % MG_DISCARD_STEP == 0) {
            mg__discard_pages(&context->memory, (char *)buffer->weight + (i + 1 - MG_DISCARD_STEP) * size,
                              MG_DISCARD_STEP * size);
        }
    }
    mg__release(&context->memory, buffer->weight);
    buffer->weight = wide;
    buffer->weight_type = type;
    return status;
}

void mg__choose_weight_type(mg_context *context, mg_edge_buffer *buffer) {
    buffer->final_type = buffer->weight_type;
    if (buffer->rounded) {
        mg__log(context, MG_LOG_WARNING, "whole weights beyond 2^53 are rounded to float64");
    }
    if (buffer->weight_type == MG_INT64) {
        const int64_t *weights = buffer->weight;
        bool narrow = true;
#pragma omp parallel for num_threads(context->threads) reduction(&& : narrow)
        for (uint64_t i = 0; i < buffer->count; i++) {
            narrow = narrow && weights[i] >= -INT32_MAX && weights[i] <= INT32_MAX;
        }
        buffer->final_type = narrow ? MG_INT32 : MG_INT64;
    }
}

void mg__drop_unit_weights(mg_context *context, mg_edge_buffer *buffer) {
    bool unit = true;
    if (!buffer->weight) {
        return;
    }
#pragma omp parallel for num_threads(context->threads) reduction(&& : unit)
    for (uint64_t i = 0; i < buffer->count; i++) {
        unit = unit && mg__weight_at(buffer->weight_type, buffer->weight, i) == 1.0;
    }
    if (unit) {
        mg__release(&context->memory, buffer->weight);
        buffer->weight = NULL;
        buffer->weight_type = buffer->final_type = MG_TYPE_NONE;
    }
}

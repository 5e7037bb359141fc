/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_types.c: final types of the ids and weights of edges.
 */
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

void mg__keep_weights(const mg_context *context, mg_edge_buffer *buffer, bool integers) {
    buffer->kept_type = buffer->weight_type;
    if (buffer->weight_type != MG_FLOAT64) {
        return;
    }
    const double *weights = buffer->weight;
    if (integers) {
#pragma omp parallel for num_threads(context->threads) reduction(&& : integers)
        for (uint64_t i = 0; i < buffer->count; i++) {
            integers = integers && fabs(weights[i]) <= INT32_MAX;
        }
    }
    if (integers || buffer->float32_enough) {
        buffer->kept_type = integers ? MG_INT32 : MG_FLOAT32;
    }
}

void mg__drop_unit_weights(mg_context *context, mg_edge_buffer *buffer) {
    bool unit = true;
    if (!buffer->weight) {
        return;
    }
#pragma omp parallel for num_threads(context->threads) reduction(&& : unit)
    for (uint64_t i = 0; i < buffer->count; i++) {
        unit = unit && (buffer->weight_type == MG_INT32 ? ((const int32_t *)buffer->weight)[i] == 1
                                                        : ((const double *)buffer->weight)[i] == 1.0);
    }
    if (unit) {
        mg__release(&context->memory, buffer->weight);
        buffer->weight = NULL;
        buffer->weight_type = buffer->kept_type = MG_TYPE_NONE;
    }
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_types.c: final types of the ids and weights of edges; plausibility of the number of vertices.
 */
#include "io/edge_text.h"

#include <math.h>

#define ALWAYS_PLAUSIBLE ((uint64_t)1 << 20) /* vertices */
#define VERTICES_PER_ARC 64

mg_status mg__name_ids(mg_context *context, mg_edge_buffer *buffer) {
    mg_status status;
    MG_TRY(mg__id_set_number(context, &buffer->names, MG_UINT32, buffer->source, buffer->count, buffer->source));
    status = mg__id_set_number(context, &buffer->names, MG_UINT32, buffer->target, buffer->count, buffer->target);
out:
    return status;
}

void mg__choose_weight_type(const mg_context *context, mg_edge_buffer *buffer, bool integers) {
    buffer->final_type = buffer->weight_type;
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
        buffer->final_type = integers ? MG_INT32 : MG_FLOAT32;
    }
}

mg_status mg__check_vertex_count(mg_context *context, const char *path, uint64_t vertices, uint64_t count,
                                 const char *what) {
    if (vertices > ALWAYS_PLAUSIBLE && (vertices - ALWAYS_PLAUSIBLE) / VERTICES_PER_ARC > count) {
        return mg__fail(context, MG_ERROR_RANGE, "%s: %llu vertices are not plausible for %llu %s", path,
                        (unsigned long long)vertices, (unsigned long long)count, what);
    }
    return MG_OK;
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
        buffer->weight_type = buffer->final_type = MG_TYPE_NONE;
    }
}

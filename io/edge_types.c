/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_types.c: the types of the ids and weights of edges that were read.
 */
#include "io/edge_text.h"

#include <math.h>

mg_status mg__widen_ids(mg_context *context, mg_edge_buffer *buffer) {
    void **const arrays[] = {&buffer->source, &buffer->target};
    uint64_t *wide[2] = {NULL, NULL};
    mg_status status;
    MG_TRY(MG_GET(context, wide[0], buffer->capacity, "edges"));
    MG_TRY(MG_GET(context, wide[1], buffer->capacity, "edges"));
    for (int k = 0; k < 2; k++) {
        const uint32_t *ids = *arrays[k];
        for (uint64_t i = 0; i < buffer->count; i++) {
            wide[k][i] = ids[i];
        }
        mg__release(&context->memory, *arrays[k]);
        *arrays[k] = wide[k];
        wide[k] = NULL;
    }
    buffer->id_type = MG_UINT64;
out:
    mg__release(&context->memory, wide[0]);
    mg__release(&context->memory, wide[1]);
    return status;
}

/* Makes int32 of float64 weights. */
static mg_status round_weights(mg_context *context, mg_edge_buffer *buffer) {
    int32_t *whole;
    const mg_status status = MG_GET(context, whole, buffer->count, "weights");
    if (status < 0) {
        return status;
    }
    const double *weights = buffer->weight;
#pragma omp parallel for num_threads(context->threads)
    for (uint64_t i = 0; i < buffer->count; i++) {
        whole[i] = (int32_t)weights[i];
    }
    mg__release(&context->memory, buffer->weight);
    buffer->weight = whole;
    buffer->weight_type = MG_INT32;
    return status;
}

mg_status mg__settle_weights(mg_context *context, mg_edge_buffer *buffer, bool integers) {
    if (buffer->weight_type != MG_FLOAT64 || !integers) {
        return mg__narrow_weights(context, buffer);
    }
    const double *weights = buffer->weight;
    bool fit = true;
#pragma omp parallel for num_threads(context->threads) reduction(&& : fit)
    for (uint64_t i = 0; i < buffer->count; i++) {
        fit = fit && fabs(weights[i]) <= INT32_MAX;
    }
    return fit ? round_weights(context, buffer) : mg__narrow_weights(context, buffer);
}

mg_status mg__narrow_weights(mg_context *context, mg_edge_buffer *buffer) {
    if (buffer->weight_type != MG_FLOAT64 || !buffer->float32_enough) {
        return MG_OK;
    }
    float *narrow;
    const mg_status status = MG_GET(context, narrow, buffer->count, "weights");
    if (status < 0) {
        return status;
    }
    const double *weights = buffer->weight;
#pragma omp parallel for num_threads(context->threads)
    for (uint64_t i = 0; i < buffer->count; i++) {
        narrow[i] = (float)weights[i];
    }
    mg__release(&context->memory, buffer->weight);
    buffer->weight = narrow;
    buffer->weight_type = MG_FLOAT32;
    return status;
}

void mg__drop_unit_weights(mg_context *context, mg_edge_buffer *buffer) {
    const mg_type type = buffer->weight_type;
    if (!buffer->weight) {
        return;
    }
    for (uint64_t i = 0; i < buffer->count; i++) {
        const double weight = type == MG_INT32     ? ((const int32_t *)buffer->weight)[i]
                              : type == MG_FLOAT32 ? (double)((const float *)buffer->weight)[i]
                                                   : ((const double *)buffer->weight)[i];
        if (weight != 1.0) {
            return;
        }
    }
    mg__release(&context->memory, buffer->weight);
    buffer->weight = NULL;
    buffer->weight_type = MG_TYPE_NONE;
}

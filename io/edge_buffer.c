/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_buffer.c: growing buffer of edges. Its size depends on the edges read, never on counts claimed by a file.
 */
#include "io/reader.h"

#include <assert.h>
#include <string.h>

#define SMALLEST 1024

/* Returns copied memory to the system while copying, to limit the peak. */
static mg_status grow(mg_context *context, void **array, uint64_t count, uint64_t capacity, size_t size) {
    void *larger;
    const mg_status status = mg__alloc(context, &larger, capacity, size, "edges");
    if (status < 0) {
        return status;
    }
    for (uint64_t i = 0; i < count; i += MG_DISCARD_STEP) {
        const uint64_t step = count - i < MG_DISCARD_STEP ? count - i : MG_DISCARD_STEP;
        memcpy((char *)larger + i * size, (char *)*array + i * size, (size_t)step * size);
        mg__discard_pages(&context->memory, (char *)*array + i * size, (size_t)step * size);
    }
    mg__release(&context->memory, *array);
    *array = larger;
    return MG_OK;
}

/* Extrapolates the number of edges from the first `fraction` of the input, if that is known. */
static uint64_t next_capacity(const mg_edge_buffer *buffer, uint64_t further, double fraction) {
    const uint64_t needed = buffer->count + further;
    uint64_t capacity = buffer->capacity + buffer->capacity / 2 + SMALLEST;
    if (fraction > 0.0) {
        capacity = (uint64_t)((double)needed / fraction * 1.02);
    }
    return capacity > needed ? capacity : needed;
}

mg_status mg__edge_buffer_reserve(mg_context *context, mg_edge_buffer *buffer, uint64_t further, double fraction) {
    if (buffer->capacity && further <= buffer->capacity - buffer->count) {
        return MG_OK;
    }
    const uint64_t capacity = next_capacity(buffer, further, fraction);
    assert(capacity >= buffer->count + further);
    const size_t id = sizeof *buffer->source, weight = mg__type_size(buffer->weight_type);
    mg_status status;
    buffer->capacity = 0; /* invalid until all arrays have grown */
    MG_TRY(grow(context, (void **)&buffer->source, buffer->count, capacity, id));
    MG_TRY(grow(context, (void **)&buffer->target, buffer->count, capacity, id));
    if (weight) {
        MG_TRY(grow(context, &buffer->weight, buffer->count, capacity, weight));
    }
    buffer->capacity = capacity;
out:
    return status;
}

void mg__edge_buffer_release(const mg_allocator *memory, mg_edge_buffer *buffer) {
    mg__release(memory, buffer->source);
    mg__release(memory, buffer->target);
    mg__release(memory, buffer->weight);
    mg__release(memory, buffer->ids);
    mg__release(memory, buffer->row_ids);
    mg__release(memory, buffer->row_rank);
    mg__id_set_release(memory, &buffer->names);
    mg__names_release(memory, &buffer->vertex_names);
    mg__labels_release(memory, &buffer->labels);
    mg_graph_destroy(buffer->made);
    *buffer = (mg_edge_buffer){0};
}

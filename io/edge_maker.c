/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_maker.c: appends edges to a buffer; ids change to numbers of an id set, and weights appear, when needed.
 */
#include "io/edge_maker.h"

#include <string.h>

mg_status mg__id_list_add(mg_context *context, mg_id_list *list, uint64_t id) {
    if (list->count == list->room) {
        const uint64_t room = list->room ? list->room * 2 : 1024;
        uint64_t *larger;
        const mg_status status = MG_ALLOC(context, larger, room, "ids");
        if (status < 0) {
            return status;
        }
        if (list->count) {
            memcpy(larger, list->ids, (size_t)list->count * sizeof *larger);
        }
        mg__release(&context->memory, list->ids);
        list->ids = larger;
        list->room = room;
    }
    list->ids[list->count++] = id;
    return MG_OK;
}

void mg__id_list_release(const mg_allocator *memory, mg_id_list *list) {
    mg__release(memory, list->ids);
    *list = (mg_id_list){0};
}

mg_status mg__id_list_take(mg_context *context, const mg_id_list *list, mg_edge_buffer *buffer) {
    uint64_t most = 0;
    mg_status status;
    for (uint64_t i = 0; i < list->count; i++) {
        most = list->ids[i] > most ? list->ids[i] : most;
    }
    if (most > UINT32_MAX && !buffer->names.ids) {
        MG_TRY(mg__name_ids(context, buffer));
    }
    MG_TRY(MG_ALLOC(context, buffer->ids, list->count, "ids"));
    buffer->vertex_count = list->count;
    if (buffer->names.ids) {
        return mg__id_set_number(context, &buffer->names, MG_UINT64, list->ids, list->count, buffer->ids);
    }
    for (uint64_t i = 0; i < list->count; i++) {
        buffer->ids[i] = (uint32_t)list->ids[i];
        buffer->id_bits |= list->ids[i];
    }
out:
    return status;
}

mg_status mg__maker_open(mg_context *context, mg_edge_maker *maker, const mg_graph_options *options,
                         mg_edge_buffer *buffer) {
    *maker = (mg_edge_maker){
        .buffer = buffer, .skip_weights = options->weights != MG_WEIGHTS_FILE, .keeps_names = options->named};
    maker->c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!maker->c_locale) {
        return mg__fail(context, MG_ERROR_MEMORY, "out of memory: reading numbers");
    }
    return mg__edge_buffer_reserve(context, buffer, 1, -1.0);
}

/* Gives the weight 1 to all edges so far. */
static mg_status begin_weights(mg_context *context, mg_edge_buffer *buffer) {
    int64_t *weights;
    const mg_status status = MG_ALLOC(context, weights, buffer->capacity, "weights");
    if (status < 0) {
        return status;
    }
    for (uint64_t i = 0; i < buffer->count; i++) {
        weights[i] = 1;
    }
    buffer->weight = weights;
    buffer->weight_type = MG_INT64;
    return status;
}

/* Stores the weight of the next edge; NULL: 1. int64 changes to float64 when needed. */
static mg_status store_weight(mg_context *context, mg_edge_buffer *buffer, const mg_number *weight) {
    mg_status status = MG_OK;
    if (weight && !buffer->weight) {
        MG_TRY(begin_weights(context, buffer));
    }
    if (weight && !weight->fits && buffer->weight_type == MG_INT64) {
        MG_TRY(mg__widen_weights(context, buffer, MG_FLOAT64, buffer->count));
    }
    if (buffer->weight_type == MG_INT64) {
        ((int64_t *)buffer->weight)[buffer->count] = weight ? weight->whole : 1;
    } else if (buffer->weight) {
        ((double *)buffer->weight)[buffer->count] = weight ? weight->value : 1.0;
        buffer->rounded |= weight && weight->rounded;
    }
out:
    return status;
}

/* Number of an id in the id set. */
static mg_status number_id(mg_context *context, mg_id_set *set, uint64_t id, uint32_t *number) {
    uint32_t spare = MG_NONE;
    while (!mg__id_set_add(set, id, &spare, number)) {
        const mg_status status = mg__id_set_grow(context, set);
        if (status < 0) {
            return status;
        }
    }
    return MG_OK;
}

mg_status mg__maker_named_edge(mg_context *context, mg_edge_maker *maker, const mg_text *ends,
                               const mg_number *weight) {
    uint32_t source = 0, target = 0;
    mg_status status;
    MG_TRY(mg__names_add(context, &maker->names, ends[0].text, ends[0].length, &source));
    MG_TRY(mg__names_add(context, &maker->names, ends[1].text, ends[1].length, &target));
    status = mg__maker_edge(context, maker, source, target, weight);
out:
    return status;
}

mg_status mg__maker_edge(mg_context *context, mg_edge_maker *maker, uint64_t source, uint64_t target,
                         const mg_number *weight) {
    mg_edge_buffer *buffer = maker->buffer;
    weight = maker->skip_weights ? NULL : weight;
    mg_status status;
    MG_TRY(mg__edge_buffer_reserve(context, buffer, 1, -1.0));
    if ((source | target) >> 32 && !buffer->names.ids) {
        MG_TRY(mg__name_ids(context, buffer));
    }
    const uint64_t at = buffer->count;
    if (buffer->names.ids) {
        MG_TRY(number_id(context, &buffer->names, source, &buffer->source[at]));
        MG_TRY(number_id(context, &buffer->names, target, &buffer->target[at]));
    } else {
        buffer->source[at] = (uint32_t)source;
        buffer->target[at] = (uint32_t)target;
        buffer->id_bits |= source | target;
    }
    MG_TRY(store_weight(context, buffer, weight));
    buffer->count++;
out:
    return status;
}

/* If every name is an id, replaces the numbers of the names by these ids. *done: that is so. */
static mg_status use_ids(mg_context *context, mg_edge_maker *maker, bool *done) {
    mg_edge_buffer *buffer = maker->buffer;
    const uint64_t count = buffer->count;
    mg_id_list list = {0};
    mg_status status = MG_OK;
    *done = false;
    for (uint64_t i = 0; i < maker->names.count; i++) {
        uint64_t id;
        if (!mg__names_id(&maker->names, i, &id)) {
            goto out;
        }
        MG_TRY(mg__id_list_add(context, &list, id));
    }
    *done = true;
    buffer->count = 0; /* the edges have numbers of names, not ids */
    buffer->id_bits = 0;
    status = mg__id_list_take(context, &list, buffer);
    buffer->count = count;
    for (uint64_t i = 0; i < count && status >= 0; i++) {
        buffer->source[i] = buffer->ids[buffer->source[i]];
        buffer->target[i] = buffer->ids[buffer->target[i]];
    }
out:
    mg__id_list_release(&context->memory, &list);
    return status;
}

mg_status mg__maker_finish(mg_context *context, mg_edge_maker *maker, const mg_input *input) {
    mg_edge_buffer *buffer = maker->buffer;
    bool ids = false;
    mg_status status;
    mg__choose_weight_type(context, buffer);
    if (!maker->named) {
        return maker->vertices.count ? mg__id_list_take(context, &maker->vertices, buffer) : MG_OK;
    }
    status = MG_OK;
    if (!maker->keeps_names) {
        MG_TRY(use_ids(context, maker, &ids));
    }
    if (!ids && maker->names.count) {
        buffer->contiguous = true;
        buffer->vertex_count = maker->names.count;
        buffer->vertex_names = maker->names;
        maker->names = (mg_names){0};
        mg__log(context, MG_LOG_INFO, "%s: vertices have names; their ids are 0, 1, ... in order of appearance",
                input->path);
    }
out:
    return status;
}

void mg__maker_close(mg_context *context, mg_edge_maker *maker) {
    mg__names_release(&context->memory, &maker->names);
    mg__id_list_release(&context->memory, &maker->vertices);
    if (maker->c_locale) {
        freelocale(maker->c_locale);
    }
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_pairs.c: checks whether both directions of all edges are listed.
 */
#include "io/edge_text.h"

#include <string.h>

static void load_listed(const mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to,
                        void *weights) {
    const mg_edge_buffer *buffer = arcs->data;
    const size_t size = mg__type_size(buffer->weight_type);
    memcpy(from, buffer->source + begin, count * sizeof *from);
    memcpy(to, buffer->target + begin, count * sizeof *to);
    if (weights) {
        memcpy(weights, (const char *)buffer->weight + begin * size, count * size);
    }
}

static mg_arc_list listed_arcs(const mg_edge_buffer *buffer) {
    return (mg_arc_list){.count = buffer->count,
                         .weight_type = buffer->weight ? buffer->weight_type : MG_TYPE_NONE,
                         .load = load_listed,
                         .data = buffer};
}

bool mg__edges_paired(const mg_context *context, const mg_edge_buffer *buffer) {
    const mg_arc_list arcs = listed_arcs(buffer);
    return mg__arcs_paired(context, &arcs);
}

mg_status mg__first_unpaired(mg_context *context, mg_vertex n, const mg_edge_buffer *buffer, mg_vertex *at,
                             mg_vertex *other) {
    const mg_arc_list arcs = listed_arcs(buffer);
    return mg__arcs_unpaired(context, n, &arcs, at, other);
}

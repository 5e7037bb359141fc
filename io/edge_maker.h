/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_maker.h: collects edges and vertices one by one, for the readers that run on one thread.
 */
#ifndef MG_IO_EDGE_MAKER_H
#define MG_IO_EDGE_MAKER_H

#include "io/edge_text.h"
#include "io/text.h"

/* Growing array of ids. */
typedef struct mg_id_list {
    uint64_t *ids;
    uint64_t count, room;
} mg_id_list;

mg_status mg__id_list_add(mg_context *context, mg_id_list *list, uint64_t id);
void mg__id_list_release(const mg_allocator *memory, mg_id_list *list);
/* Stores the ids as further vertices of the edges. */
mg_status mg__id_list_take(mg_context *context, const mg_id_list *list, mg_edge_buffer *buffer);

typedef struct mg_edge_maker {
    mg_edge_buffer *buffer;
    bool skip_weights;    /* weights are not wanted */
    bool named;           /* ids are numbers of `names` */
    bool keeps_names;     /* names stay names where all are ids */
    mg_names names;
    mg_id_list vertices;  /* vertices that may have no edge, unless `named` */
    locale_t c_locale;
} mg_edge_maker;

/* Call mg__maker_close also after a failure. */
mg_status mg__maker_open(mg_context *context, mg_edge_maker *maker, const mg_graph_options *options,
                         mg_edge_buffer *buffer);

/* Adds an edge. weight: NULL for none; edges without get 1 if others have one. */
mg_status mg__maker_edge(mg_context *context, mg_edge_maker *maker, uint64_t source, uint64_t target,
                         const mg_number *weight);

/* A part of a text. */
typedef struct mg_text {
    const char *text;
    size_t length;
} mg_text;

/* The same for two names; the maker must be `named`. */
mg_status mg__maker_named_edge(mg_context *context, mg_edge_maker *maker, const mg_text *ends, const mg_number *weight);

/* Completes the buffer after the last edge. Names that are all ids become these ids, unless they are to be
 * kept; others are the names of the vertices 0, 1, ... */
mg_status mg__maker_finish(mg_context *context, mg_edge_maker *maker, const mg_input *input);

void mg__maker_close(mg_context *context, mg_edge_maker *maker);

#endif

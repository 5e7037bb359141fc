/* SPDX-License-Identifier: Apache-2.0
 *
 * reader.h: the table of file formats. A further format is one more mg_reader in the table of graph_read.c.
 */
#ifndef MG_IO_READER_H
#define MG_IO_READER_H

#include "io/input.h"

/* The edges a reader has read, in memory of the context. */
typedef struct mg_edge_buffer {
    uint64_t count, capacity;
    mg_type id_type, weight_type;
    void *source, *target, *weight;
    bool float32_enough; /* every weight read so far */
    bool contiguous, symmetric;
    uint64_t id_base, vertex_count; /* as in mg_edge_list */
} mg_edge_buffer;

typedef enum mg_sniff {
    MG_SNIFF_NO,
    MG_SNIFF_MAYBE, /* it could be, unless the name of the file or another reader says otherwise */
    MG_SNIFF_SURE
} mg_sniff;

typedef struct mg_reader {
    const char *name; /* as mg_graph_options.format gives it */
    const char *description;
    const char *suffixes; /* separated by spaces, without those of compression */
    /* Looks at the first window of text. */
    mg_sniff (*sniff)(const char *text, size_t size);
    mg_status (*read)(mg_context *context, mg_input *input, const mg_graph_options *options, mg_edge_buffer *buffer);
} mg_reader;

extern const mg_reader mg__edge_list_reader, mg__mtx_reader;

/* All readers. */
const mg_reader *const *mg__readers(size_t *count);

/* Room for further edges, and the end of it all. */
mg_status mg__edge_buffer_reserve(mg_context *context, mg_edge_buffer *buffer, uint64_t further, double fraction);
void mg__edge_buffer_release(const mg_allocator *memory, mg_edge_buffer *buffer);

#endif

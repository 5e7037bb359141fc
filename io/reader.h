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
    void *ids;                      /* the same, of id_type */
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
    /* Text: looks at the first window. NULL: known by its name only. */
    mg_sniff (*sniff)(const char *text, size_t size);
    /* Not text: looks at mg__input_head; `read` gets its data from mg__input_bytes. */
    bool (*sniff_bytes)(const mg_input *input);
    mg_status (*read)(mg_context *context, mg_input *input, const mg_graph_options *options, mg_edge_buffer *buffer);
    /* Makes the graph without building anything, for options that change nothing; NULL: always through `read`. */
    mg_status (*open)(mg_context *context, mg_input *input, mg_graph **graph);
} mg_reader;

extern const mg_reader mg__csv_reader, mg__csr_reader, mg__dimacs_reader, mg__edge_list_reader, mg__galois_reader,
    mg__ldbc_reader, mg__ligra_reader, mg__metis_reader, mg__mtx_reader, mg__sg_reader, mg__snapshot_reader,
    mg__wsg_reader;

/* All readers. */
const mg_reader *const *mg__readers(size_t *count);

/* The reader for a path by its suffix, that of compression left out; NULL: none. */
const mg_reader *mg__reader_by_suffix(const char *path);

/* The body of the edge list reader, for formats whose files are edge lists among others. `empty`: may have no edge. */
mg_status mg__read_edge_list(mg_context *context, mg_input *input, const mg_graph_options *options, bool empty,
                             mg_edge_buffer *buffer);

/* Room for further edges, and the end of it all. */
mg_status mg__edge_buffer_reserve(mg_context *context, mg_edge_buffer *buffer, uint64_t further, double fraction);
void mg__edge_buffer_release(const mg_allocator *memory, mg_edge_buffer *buffer);

#endif

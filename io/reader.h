/* SPDX-License-Identifier: Apache-2.0
 *
 * reader.h: the table of file formats. A further format is one more mg_reader in the table of graph_read.c.
 */
#ifndef MG_IO_READER_H
#define MG_IO_READER_H

#include "core/graph/graph_build.h"
#include "io/input.h"

/* A compressed adjacency as it lies in a file, at any alignment, in little-endian order. */
typedef struct mg_rows {
    uint64_t n, arcs;
    const unsigned char *offsets;    /* n + 1 numbers from 0 to arcs, of */
    unsigned offset_size;            /* 4 or 8 bytes, */
    bool ends_only;                  /* or without the first */
    const unsigned char *neighbours; /* uint32, */
    unsigned neighbour_step;         /* so many bytes apart */
    const unsigned char *weights;    /* NULL: none or not wanted */
    unsigned weight_step;
    mg_type weight_type;
    mg_type kept_type;          /* what the weights become: the same, or float32 */
    const mg_vertex *rank;      /* the index of each row's vertex; NULL: its number */
    const mg_allocator *memory; /* whose block the rows are in; NULL: they are mapped */
} mg_rows;

/* What a reader has read, in memory of the context: edges, or where the rows of the file are. */
typedef struct mg_edge_buffer {
    uint64_t count, capacity;
    uint32_t *source, *target; /* ids, or their numbers in `names` where some are 2^32 or more */
    mg_id_set names;
    uint64_t id_bits;          /* those set in any id where they are no such numbers */
    mg_type weight_type; /* of `weight`: int32 or float64, */
    mg_type kept_type;   /* and what the weights become */
    void *weight;
    bool float32_enough; /* every weight read so far */
    bool contiguous, symmetric;
    uint64_t id_base, vertex_count; /* as in mg_edge_list */
    uint32_t *ids;                  /* the same, as `source` */
    bool paired;                    /* symmetric, and both directions of every edge are listed */
    mg_rows rows;                   /* instead of all edges where rows.offsets is not NULL, */
    uint64_t *row_ids;              /* with the ids of its vertices, ascending; NULL: id_base + index, */
    mg_vertex *row_rank;            /* and rows.rank, or NULL */
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

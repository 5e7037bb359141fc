/* SPDX-License-Identifier: Apache-2.0
 *
 * reader.h: readers of file formats. A new format is a further mg_reader in the table of graph_read.c.
 */
#ifndef MG_IO_READER_H
#define MG_IO_READER_H

#include "core/graph/graph_build.h"
#include "io/input.h"
#include "io/labels.h"

/* CSR data in a file, little-endian, at any alignment. */
typedef struct mg_rows {
    uint64_t n, arcs;
    const unsigned char *offsets;    /* n + 1 offsets, from 0 to arcs */
    unsigned offset_size;            /* bytes of an offset: 4 or 8 */
    bool ends_only;                  /* the first offset, 0, is not stored */
    const unsigned char *neighbours; /* uint32 elements */
    unsigned neighbour_step;         /* distance of neighbours in bytes */
    const unsigned char *weights;    /* NULL: none, or not needed */
    unsigned weight_step;
    mg_type weight_type;
    mg_type final_type;         /* final type of the weights: the same, or float64 for float32 */
    const mg_vertex *rank;      /* vertex index of each row; NULL: the number of the row */
    const mg_allocator *memory; /* allocator of the block that holds the rows; NULL: they are mapped */
} mg_rows;

/* Output of a reader, in memory of the context: edges, or the CSR rows of a file. */
typedef struct mg_edge_buffer {
    uint64_t count, capacity;
    uint32_t *source, *target; /* ids; their numbers in `names` if any is 2^32 or more */
    mg_id_set names;
    uint64_t id_bits;    /* bitwise or of all ids, if `names` is not used */
    mg_type weight_type; /* type of `weight`: int32, int64 or float64 */
    mg_type final_type;  /* final type of the weights */
    void *weight;
    bool rounded; /* some weight is a whole number that float64 rounds */
    bool contiguous, symmetric;
    uint64_t id_base, vertex_count; /* as in mg_edge_list */
    uint32_t *ids;                  /* as in mg_edge_list; ids or numbers like `source` */
    bool paired;                    /* symmetric, and both directions of every edge are listed */
    uint64_t uneven_line;           /* first line with another number of columns than the first edge; 0: none */
    mg_rows rows;                   /* replaces the edges if rows.offsets is not NULL */
    mg_names vertex_names;          /* of all vertices by ascending id, or none; */
    mg_labels labels;               /* or names of ids */
    uint64_t *row_ids;              /* ids of the vertices of the rows, ascending; NULL: id_base + index */
    mg_vertex *row_rank;            /* array for rows.rank, or NULL */
    bool direct;                    /* set before: the reader may make the graph itself; */
    mg_graph *made;                 /* it replaces the edges, or is NULL */
} mg_edge_buffer;

typedef enum mg_sniff {
    MG_SNIFF_NO,
    MG_SNIFF_MAYBE, /* possible; the name of the file or another reader has priority */
    MG_SNIFF_SURE
} mg_sniff;

typedef struct mg_reader {
    const char *name; /* value of mg_graph_options.format */
    const char *description;
    const char *suffixes; /* separated by spaces, without those of compression */
    /* Text formats: inspects the first window. NULL: identified by name only. */
    mg_sniff (*sniff)(const char *text, size_t size);
    /* Binary formats: inspects mg__input_head; `read` then uses mg__input_bytes. */
    bool (*sniff_bytes)(const mg_input *input);
    mg_status (*read)(mg_context *context, mg_input *input, const mg_graph_options *options, mg_edge_buffer *buffer);
    /* Opens the graph without construction, unless the options change it: then *graph stays NULL, and `read` is called.
     * NULL: `read` is always used. */
    mg_status (*open)(mg_context *context, mg_input *input, const mg_graph_options *options, mg_graph **graph);
} mg_reader;

extern const mg_reader mg__csv_reader, mg__csr_reader, mg__dimacs_reader, mg__edge_list_reader, mg__galois_reader,
    mg__gml_reader, mg__graphml_reader, mg__ldbc_reader, mg__lgl_reader, mg__ligra_reader, mg__metis_reader,
    mg__mtx_reader, mg__ncol_reader, mg__npy_reader, mg__npz_reader, mg__pajek_reader, mg__sg_reader,
    mg__snapshot_reader, mg__wsg_reader;

/* Returns all readers; *count: their number. */
const mg_reader *const *mg__readers(size_t *count);

/* Reader for the suffix of a path, ignoring that of compression; NULL: none. */
const mg_reader *mg__reader_by_suffix(const char *path);

/* Edge list reader, also for formats that contain edge lists. `empty`: the list may have no edge. */
mg_status mg__read_edge_list(mg_context *context, mg_input *input, const mg_graph_options *options, bool empty,
                             mg_edge_buffer *buffer);

/* Reserves capacity for further edges; `fraction`: share of the input read so far, for extrapolation. */
mg_status mg__edge_buffer_reserve(mg_context *context, mg_edge_buffer *buffer, uint64_t further, double fraction);
void mg__edge_buffer_release(const mg_allocator *memory, mg_edge_buffer *buffer);

#endif

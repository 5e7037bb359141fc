/* SPDX-License-Identifier: Apache-2.0
 *
 * snapshot.h: layout of .mgb files (snapshots): the arrays of a graph as in memory, for memory-mapping.
 *
 * A header of 256 bytes, then the sections offsets (uint64[n + 1]), neighbours (uint32[arcs]), weights (arcs of the
 * weight type) and ids (uint64[n], ascending, only if they are not id_base + index). Version 2 is for graphs in another
 * order than natural: ids are by vertex index, followed in the same section by the vertices in ascending order of ids
 * (uint32[n]). Version 3 is for graphs with names, in any order: a further section has the end of each name in the text
 * (uint64[n], by ascending id), and the text, in which every name ends with a zero byte. Its hash is that of the text,
 * with that of the ends as seed. Version 4, which is written, has all of these as they are needed, and hashes sections
 * by pieces (snapshot_hash.c). Version 5 is for directed graphs that keep their in-edges: after all other sections
 * their offsets, neighbours and weights, like those of the out-edges (snapshot_in_edges.c). Every section begins at a
 * multiple of 64 bytes; the gaps are zero. Numbers have the byte order of the machine that wrote the file.
 */
#ifndef MG_IO_SNAPSHOT_H
#define MG_IO_SNAPSHOT_H

#include "core/graph/graph.h"

#define MG_SNAPSHOT_MAGIC "\x89MGB\r\n\x1a\n"
#define MG_SNAPSHOT_VERSION 1                 /* version of graphs in natural order */
#define MG_SNAPSHOT_NUMBERED 2                /* version of graphs in another order */
#define MG_SNAPSHOT_NAMED 3                   /* version of graphs with names */
#define MG_SNAPSHOT_PIECED 4                  /* version of sections hashed by pieces, */
#define MG_SNAPSHOT_IN_EDGES 5                /* version of files with in-edges */
#define MG_SNAPSHOT_PIECE ((uint64_t)1 << 20) /* of so many bytes */
#define MG_SNAPSHOT_ORDER 0x01020304u
#define MG_SNAPSHOT_ALIGNMENT 64

enum { MG_SECTION_OFFSETS, MG_SECTION_NEIGHBOURS, MG_SECTION_WEIGHTS, MG_SECTION_IDS, MG_SECTION_COUNT };

typedef struct mg_section {
    uint64_t begin, size, hash; /* mg__snapshot_hash() of the section */
} mg_section;

typedef struct mg_snapshot {
    unsigned char magic[8];
    uint32_t order, version;
    uint64_t vertices, arcs, edges, loops, id_base, file_size;
    uint32_t directed, weight_type, has_ids, default_source;
    double weight_min, weight_max, weight_mean;
    mg_section sections[MG_SECTION_COUNT];
    uint64_t numbering; /* mg_vertex_order; 0: natural */
    uint64_t unused;    /* zero */
    uint64_t hash;      /* XXH64 of all preceding bytes, seed 0 */
    mg_section names;   /* from version 3 on with names, else zero; guarded by the size of the file and its own hash */
    uint64_t in_hash;   /* version 5: that of the hashes of the in-edges' arrays, else zero; guards itself */
} mg_snapshot;

#define MG_SNAPSHOT_HEADER 256 /* bytes */
_Static_assert(sizeof(mg_snapshot) == MG_SNAPSHOT_HEADER, "the header has no gaps");

/* Has the graph another order than natural? */
static inline bool mg__snapshot_numbered(const mg_snapshot *s) {
    return s->version != MG_SNAPSHOT_VERSION && s->numbering != 0;
}

/* Have the vertices names? */
static inline bool mg__snapshot_named(const mg_snapshot *s) {
    return s->version == MG_SNAPSHOT_NAMED || (s->version >= MG_SNAPSHOT_PIECED && s->names.size != 0);
}

static inline bool mg__snapshot_has_in_edges(const mg_snapshot *s) {
    return s->version >= MG_SNAPSHOT_IN_EDGES;
}

/* Offsets, neighbours and weights of the in-edges; their hashes are not set. */
typedef struct mg_in_sections {
    mg_section part[3];
} mg_in_sections;

/* Where they lie, behind all other sections; the end of the file. */
uint64_t mg__snapshot_place_in_edges(const mg_snapshot *s, mg_in_sections *in);
/* The arrays in the bytes of the file. */
mg_csr mg__snapshot_in_edges(const unsigned char *bytes, const mg_snapshot *s);
/* Checks them after the other arrays of a graph over a snapshot: the hash, and that they are the reverse of its
 * out-edges. FORMAT: they are not. */
mg_status mg__snapshot_check_in_edges(mg_context *context, const mg_graph *graph);
/* Sets s->in_hash; writes the arrays. */
mg_status mg__snapshot_hash_in_edges(mg_context *context, const mg_adjacency *edges, mg_snapshot *s);
struct mg_output;
mg_status mg__snapshot_write_in_edges(mg_context *context, const mg_adjacency *edges, const mg_snapshot *s,
                                      struct mg_output *output);

/* The hash of a section of a file of this version, by all threads. MEMORY. */
mg_status mg__snapshot_hash(mg_context *context, uint32_t version, const void *bytes, uint64_t size, uint64_t *hash);
/* The same in steps: the number of its pieces, at least one; the hash of a piece; the hash of all of them. */
uint64_t mg__snapshot_pieces(uint32_t version, uint64_t size);
uint64_t mg__snapshot_hash_piece(uint32_t version, const void *bytes, uint64_t size, uint64_t piece);
uint64_t mg__snapshot_join(uint32_t version, const uint64_t *hashes, uint64_t pieces);

/* Hash of the names: that of the text, with the hash of the ends as seed. */
uint64_t mg__snapshot_hash_names(const mg_names *names, uint64_t text_size);

/* Computes sections and file size from the counts in `s` and the size of the names; false: they exceed 64 bits. */
bool mg__snapshot_layout(mg_snapshot *s);

/* Arcs of a kind that options may drop or merge. */
typedef struct mg_row_kinds {
    bool loops, parallel;
} mg_row_kinds;

/* Checks the arrays of a graph over a snapshot: their hashes, and that they are the adjacency that the header says,
 * since a hash does not protect against crafted files. FORMAT: they are not. */
mg_status mg__snapshot_check_kinds(mg_context *context, const mg_graph *graph, mg_row_kinds *has);
mg_status mg__snapshot_check(mg_context *context, const mg_graph *graph);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * snapshot.h: the layout of .mgb files, our own: a graph as it lies in memory, to be mapped.
 *
 * A header of 256 bytes, then the sections offsets (uint64[n + 1]), neighbours (uint32[arcs]), weights (arcs of the
 * weight type) and ids (uint64[n], ascending, only if they are not id_base + index). Of a graph in another order than
 * that of its ids, which is version 2, the ids come in that order, and the vertices by id (uint32[n]) behind them in
 * the same section. Every section begins at a multiple of 64 bytes; the gaps are zero. Numbers are in the byte order of
 * the machine that wrote the file.
 */
#ifndef MG_IO_SNAPSHOT_H
#define MG_IO_SNAPSHOT_H

#include "core/graph/graph.h"

#define MG_SNAPSHOT_MAGIC "\x89MGB\r\n\x1a\n"
#define MG_SNAPSHOT_VERSION 1  /* by id */
#define MG_SNAPSHOT_NUMBERED 2 /* in another order */
#define MG_SNAPSHOT_ORDER 0x01020304u
#define MG_SNAPSHOT_ALIGNMENT 64

enum { MG_SECTION_OFFSETS, MG_SECTION_NEIGHBOURS, MG_SECTION_WEIGHTS, MG_SECTION_IDS, MG_SECTION_COUNT };

typedef struct mg_section {
    uint64_t begin, size, hash; /* XXH64 of the section, seed 0 */
} mg_section;

typedef struct mg_snapshot {
    unsigned char magic[8];
    uint32_t order, version;
    uint64_t vertices, arcs, edges, loops, id_base, file_size;
    uint32_t directed, weight_type, has_ids, default_source;
    double weight_min, weight_max, weight_mean;
    mg_section sections[MG_SECTION_COUNT];
    uint64_t numbering; /* mg_vertex_order; of version 1 zero */
    uint64_t unused;    /* zero */
    uint64_t hash;      /* XXH64 of all before, seed 0 */
} mg_snapshot;

#define MG_SNAPSHOT_HEADER 256 /* bytes; those behind mg_snapshot are zero */
_Static_assert(sizeof(mg_snapshot) == 224, "the header has no gaps");

/* Where the sections lie and how large the file is, by the counts that `s` has; false where that exceeds 64 bits. */
bool mg__snapshot_layout(mg_snapshot *s);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_lines.h: a chunk of a window of edge_text.c, parsed by one thread.
 */
#ifndef MG_IO_EDGE_LINES_H
#define MG_IO_EDGE_LINES_H

#include "io/edge_text.h"

#include <locale.h>

typedef enum mg_edge_outcome {
    MG_EDGES_DONE,
    MG_EDGES_WRONG,
    MG_EDGES_NAMED_IDS,
    MG_EDGES_MORE_NAMES,
    MG_EDGES_WIDER_WEIGHTS
} mg_edge_outcome;

typedef struct mg_edge_piece {
    const char *begin, *end;
    uint64_t first; /* position of its edges in the buffer */
    uint64_t limit; /* largest number of edges */
    uint64_t edges, lines;
    const char *uneven; /* first line with another number of columns than the first edge; NULL: none */
    mg_edge_outcome outcome;
    mg_status status;     /* error: status, */
    const char *expected; /* what was expected, */
    const char *found;    /* position in the text */
    uint64_t id_bits;     /* bitwise or of all ids */
    uint32_t spare;       /* reserved number of the id set (mg__id_set_add) */
    uint64_t last_id;     /* source of the previous edge, */
    uint32_t last_number; /* and its number; MG_NONE: no previous edge */
    mg_type wider;        /* MG_EDGES_WIDER_WEIGHTS: type that the weights need */
    bool rounded;         /* double is too narrow for a whole weight */
} mg_edge_piece;

typedef struct mg_edge_job {
    const mg_edge_rules *rules;
    uint64_t target_max; /* limit of targets: as the rules say */
    const char *expected_target;
    mg_edge_buffer *buffer;
    const char *safe; /* last position from which eight characters may be read */
    locale_t c_locale;
    mg_edge_piece *pieces;
    const char **cuts;
    int piece_count;
} mg_edge_job;

/* Parses the lines of a chunk to its positions in the buffer. */
void mg__parse_edge_lines(const mg_edge_job *job, mg_edge_piece *piece);

#endif

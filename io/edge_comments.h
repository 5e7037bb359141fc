/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_comments.h: what the comments before the first edge of an edge list say about it.
 */
#ifndef MG_IO_EDGE_COMMENTS_H
#define MG_IO_EDGE_COMMENTS_H

#include "io/edge_text.h"

#define MG_NAMES_COMMENT "ids are names" /* in our files: names in two columns, no header row */

typedef enum mg_edge_kind {
    MG_EDGES_UNKNOWN,    /* nothing is said: edges are directed */
    MG_EDGES_DIRECTED,   /* KONECT: asym */
    MG_EDGES_LISTED_ONCE, /* KONECT: sym; undirected, each line is an edge */
    MG_EDGES_UNDIRECTED, /* SNAP: undirected, listed in one direction or in both */
    MG_EDGES_BIPARTITE   /* KONECT: bip; undirected, each column has ids of its own */
} mg_edge_kind;

typedef enum mg_third_column {
    MG_THIRD_WEIGHT,     /* nothing is said: a weight */
    MG_THIRD_NOTHING,    /* KONECT: unweighted */
    MG_THIRD_COUNT,      /* KONECT: positive; so many parallel edges */
    MG_THIRD_CHANGE      /* KONECT: dynamic; the edge is added or removed */
} mg_third_column;

typedef struct mg_edge_comments {
    mg_edge_kind kind;
    mg_third_column third;
    bool konect;             /* there is a header of KONECT */
    bool named;              /* MG_NAMES_COMMENT */
    uint64_t left;           /* KONECT: vertices of the first column; 0: not said */
    uint64_t mentioned_line; /* a comment that contains the word "undirected" without being such a header; 0: none */
} mg_edge_comments;

/* Is the first line the header of KONECT with the kind of its weights? */
bool mg__begins_as_konect(const char *text);

/* Skips empty lines and comments before the first edge, and notes what they say. */
mg_status mg__read_edge_comments(mg_context *context, mg_input *input, mg_edge_comments *comments);

/* Applies the kind to the edges read, unless the options do; warns of what is not sure. */
mg_status mg__apply_edge_comments(mg_context *context, const mg_input *input, const mg_graph_options *options,
                                  const mg_edge_comments *comments, mg_edge_buffer *buffer);

#endif

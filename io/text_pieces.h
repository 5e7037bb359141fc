/* SPDX-License-Identifier: Apache-2.0
 *
 * text_pieces.h: parallel parser of text in which the meaning of a number depends on its position: chunks are counted
 * first, then parsed. Used by the readers of METIS and Ligra.
 */
#ifndef MG_IO_TEXT_PIECES_H
#define MG_IO_TEXT_PIECES_H

#include "io/edge_text.h"
#include "io/text.h"

typedef struct mg_text_piece {
    const char *begin, *end;
    uint64_t lines;                /* lines parsed so far */
    uint64_t first, count;         /* position and number of its numbers or arcs */
    uint64_t vertex, vertices;     /* first vertex and number of vertex lines (METIS) */
    const char *first_text;        /* first number (Ligra) */
    uint64_t first_line;           /* lines before the first number (Ligra) */
    uint64_t weights_end;          /* 1 + the last arc whose weight was parsed */
    bool fraction, rounded;        /* a weight is no int64; double is too narrow for a whole one */
    const char *expected, *found;  /* error; NULL: none */
} mg_text_piece;

typedef struct mg_text_job {
    /* Counts the contents of a chunk; called in parallel. */
    void (*count)(mg_text_piece *piece);
    /* Assigns positions to the chunks of the window and reserves memory. */
    mg_status (*place)(mg_context *context, const mg_input *input, struct mg_text_job *job);
    /* Parses a chunk; called in parallel. */
    void (*parse)(const struct mg_text_job *job, mg_text_piece *piece);
    /* Processes the parsed chunks in order; false: an error, piece->expected, after piece->first_line lines. */
    bool (*take)(const struct mg_text_job *job, mg_text_piece *piece);
    const void *format; /* data of the reader: header */
    void *state;        /* data of the reader: mutable state */
    mg_edge_buffer *buffer;
    bool keep_weights;
    uint64_t weights_end;        /* as of the pieces */
    locale_t c_locale;           /* this and the following are set by mg__read_pieces */
    mg_text_piece *pieces;
    const char **cuts;
    int piece_count;
} mg_text_job;

/* Parses to the end of the input and chooses the type of the weights. */
mg_status mg__read_pieces(mg_context *context, mg_input *input, mg_text_job *job);

/* Stores an error of a chunk. Returns NULL. */
const char *mg__piece_wrong(mg_text_piece *piece, const char *expected, const char *found);

/* Parses the weight of arc `at`; returns the character after it, or NULL on error. */
const char *mg__piece_weight(const mg_text_job *job, mg_text_piece *piece, const char *text, uint64_t at);

#endif

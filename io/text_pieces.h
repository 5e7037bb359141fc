/* SPDX-License-Identifier: Apache-2.0
 *
 * text_pieces.h: text of numbers whose meaning depends on how many came before: counted first, then parsed by all
 * threads. The readers of adjacencies, METIS and Ligra, say how.
 */
#ifndef MG_IO_TEXT_PIECES_H
#define MG_IO_TEXT_PIECES_H

#include "io/edge_text.h"
#include "io/text.h"

typedef struct mg_text_piece {
    const char *begin, *end;
    uint64_t lines;                /* so far, while it is parsed */
    uint64_t first, count;         /* its numbers or arcs */
    uint64_t vertex, vertices;     /* its lines that are vertices (METIS) */
    const char *first_text;        /* its first number, */
    uint64_t first_line;           /* and the lines before that (Ligra) */
    bool integers, float32_enough; /* its weights */
    const char *expected, *found;  /* NULL: nothing wrong */
} mg_text_piece;

typedef struct mg_text_job {
    /* What is in a piece, by all threads. */
    void (*count)(mg_text_piece *piece);
    /* Where the contents of the window's pieces go, and room for them. */
    mg_status (*place)(mg_context *context, const mg_input *input, struct mg_text_job *job);
    /* Parses a piece, by all threads. */
    void (*parse)(const struct mg_text_job *job, mg_text_piece *piece);
    /* Takes a parsed piece over, one after the other; false where piece->expected says what is wrong after
     * piece->first_line lines. */
    bool (*take)(const struct mg_text_job *job, mg_text_piece *piece);
    const void *format; /* the reader's own: what the header says, */
    void *state;        /* and what changes */
    mg_edge_buffer *buffer;
    bool keep_weights, integers; /* all so far */
    locale_t c_locale;           /* set by mg__read_pieces, as all below */
    mg_text_piece *pieces;
    const char **cuts;
    int piece_count;
} mg_text_job;

/* Reads everything to the end of the input, and decides on the type of the weights. */
mg_status mg__read_pieces(mg_context *context, mg_input *input, mg_text_job *job);

/* Notes what is wrong. Returns NULL. */
const char *mg__piece_wrong(mg_text_piece *piece, const char *expected, const char *found);

/* The weight of arc `at`; returns the character behind it, NULL where there is none. */
const char *mg__piece_weight(const mg_text_job *job, mg_text_piece *piece, const char *text, uint64_t at);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_text.h: text of one edge a line, `source target [weight] [more]`, read by all threads.
 */
#ifndef MG_IO_EDGE_TEXT_H
#define MG_IO_EDGE_TEXT_H

#include "io/input.h"
#include "io/reader.h"

/* How the lines look. */
typedef struct mg_edge_rules {
    char line_prefix;   /* every line begins with this word (DIMACS; its comments begin with the word c); 0: none */
    bool hash_comments; /* lines that begin with '#' are comments, as those with '%' always are */
    bool commas;        /* may separate columns */
    uint32_t ignored;   /* columns behind those read that each line must have, */
    bool more;          /* and whether there may be any number further */
    uint64_t id_min, id_max;  /* ids outside are errors */
    const char *expected_id;  /* "a vertex id" */
    uint64_t edge_limit;      /* further edges are errors, */
    const char *expected_end; /* which this line explains */
} mg_edge_rules;

/* Reads all lines to the end of the input into the buffer. Its weight_type says with which type to begin; int32 becomes
 * float64 where needed. */
mg_status mg__read_edge_lines(mg_context *context, mg_input *input, const mg_edge_rules *rules, mg_edge_buffer *buffer);

/* Decides what the weights become: float64 ones float32 if that loses nothing that was written; and int32 if all fit
 * and `integers`, if all were written as such. */
void mg__keep_weights(const mg_context *context, mg_edge_buffer *buffer, bool integers);

/* Forgets weights that are all 1, in formats that have no other way to say that there are none. */
void mg__drop_unit_weights(mg_context *context, mg_edge_buffer *buffer);

/* Replaces ids by numbers of `names`, so that there may be ids of 2^32 and more. */
mg_status mg__name_ids(mg_context *context, mg_edge_buffer *buffer);

/* Whether both directions of every edge are listed, with the same weight. */
bool mg__edges_paired(const mg_context *context, const mg_edge_buffer *buffer);

/* Where they are not: an edge from `at` to `other` that the other end lacks, or has with another weight; ids below n.
 */
mg_status mg__first_unpaired(mg_context *context, mg_vertex n, const mg_edge_buffer *buffer, mg_vertex *at,
                             mg_vertex *other);

/* Cuts the window at newlines into at most `most` pieces of useful size; piece i is cuts[i] .. cuts[i + 1]. */
int mg__cut_window(const mg_input *input, size_t most, const char **cuts);

/* "path:line: expected ..., found '...'", quoting the text at `found` up to the end of its column. */
mg_status mg__unexpected(mg_context *context, const mg_input *input, uint64_t line, const char *expected,
                         const char *found);

/* Skips empty lines and comments at the start of the window, getting further windows; size 0 at the end of the input.
 */
mg_status mg__skip_comments(mg_context *context, mg_input *input, bool hash_comments);

/* Moves on to the next line of the window. */
void mg__skip_line(mg_input *input);

/* True if the text is the UTF-8 byte order mark. */
static inline bool mg__is_bom(const char *text, size_t size) {
    return size >= 3 && text[0] == '\xef' && text[1] == '\xbb' && text[2] == '\xbf';
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_text.h: parallel parser of text with one edge per line, `source target [weight] [more]`.
 */
#ifndef MG_IO_EDGE_TEXT_H
#define MG_IO_EDGE_TEXT_H

#include "io/input.h"
#include "io/reader.h"

/* Syntax of the lines. */
typedef struct mg_edge_rules {
    char line_prefix;         /* first word of every line (DIMACS); 0: none */
    const char *skipped_words; /* lines whose first word is one of these letters are skipped (DIMACS); NULL: none */
    const char *expected_line; /* for the message about a line with another first word */
    bool hash_comments;       /* lines that begin with '#' are comments; those with '%' always are */
    bool commas;              /* commas separate columns, else blanks */
    uint32_t ignored;         /* further columns that each line must have; they are skipped */
    bool more;                /* any number of further columns may follow, */
    uint32_t columns;         /* of which the first line has so many; others are noted in buffer->uneven_line */
    uint64_t id_min, id_max;  /* range of valid ids */
    const char *expected_id;  /* for messages: "a vertex id" */
    uint64_t target_max;         /* with expected_target: largest valid id of a target */
    const char *expected_target; /* for messages; NULL: targets are as sources */
    uint64_t edge_limit;      /* largest number of edges */
    const char *expected_end; /* for the message about further edges */
} mg_edge_rules;

/* Reads all lines to the end of the input into the buffer, with weights of its weight_type; int32 is changed to int64
 * or float64 when needed. */
mg_status mg__read_edge_lines(mg_context *context, mg_input *input, const mg_edge_rules *rules, mg_edge_buffer *buffer);

/* Changes the type of the first `count` weights, which are whole so far, to int64 or float64. */
mg_status mg__widen_weights(mg_context *context, mg_edge_buffer *buffer, mg_type type, uint64_t count);

/* Chooses the final type of the weights: int32 if all are int64 that fit, else the type that they have. Logs a warning
 * if whole weights were rounded. */
void mg__choose_weight_type(mg_context *context, mg_edge_buffer *buffer);

/* Drops weights that are all 1, in formats that cannot store graphs without weights. */
void mg__drop_unit_weights(mg_context *context, mg_edge_buffer *buffer);

/* Replaces ids by numbers of the id set `names`, which allows ids of 2^32 and more. */
mg_status mg__name_ids(mg_context *context, mg_edge_buffer *buffer);

/* Are both directions of every edge listed, with equal weights? */
bool mg__edges_paired(const mg_context *context, const mg_edge_buffer *buffer);

/* If not paired: finds an edge from `at` to `other` whose opposite is missing or has another weight; ids are below
 * n. */
mg_status mg__first_unpaired(mg_context *context, mg_vertex n, const mg_edge_buffer *buffer, mg_vertex *at,
                             mg_vertex *other);

/* RANGE: the file claims more vertices than is plausible for its edges, or than options->most_vertices if given. */
mg_status mg__check_vertices(mg_context *context, const mg_input *input, const mg_graph_options *options, uint64_t n,
                             uint64_t edges);

/* Cuts the window at newlines into at most `most` chunks; chunk i is cuts[i] .. cuts[i + 1]. Returns their number. */
int mg__cut_window(const mg_input *input, size_t most, const char **cuts);

/* Calls parse(data, i) for each of `count` chunks, in parallel. The calling thread, which alone may report progress,
 * prefetches the next window meanwhile (double buffering). */
void mg__parse_chunks(const mg_context *context, mg_input *input, int count, void (*parse)(const void *data, int i),
                      const void *data);

/* Number of lines that end in the text. */
uint64_t mg__count_newlines(const char *text, const char *end);

/* Fails with "path:line: expected ..., found '...'", which quotes the column at `found`. */
mg_status mg__unexpected(mg_context *context, const mg_input *input, uint64_t line, const char *expected,
                         const char *found);

/* Skips empty lines and comments, reading further windows if needed; input->size is 0 at the end of the input. */
mg_status mg__skip_comments(mg_context *context, mg_input *input, bool hash_comments);

/* Skips the current line of the window. */
void mg__skip_line(mg_input *input);

/* Does the text begin with the UTF-8 byte order mark? */
static inline bool mg__is_bom(const char *text, size_t size) {
    return size >= 3 && text[0] == '\xef' && text[1] == '\xbb' && text[2] == '\xbf';
}

/* Skips that mark at the beginning of the first window. */
static inline void mg__skip_bom(mg_input *input) {
    const size_t skip = mg__is_bom(input->text, input->size) ? 3 : 0;
    input->text += skip;
    input->size -= skip;
}

#endif

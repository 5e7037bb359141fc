/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_comments.c: headers of KONECT, `% sym|asym|bip WEIGHTS` and `% edges left right`, and of SNAP, `# Undirected
 * graph ...`.
 */
#include "io/edge_comments.h"
#include "io/text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef struct word {
    const char *text;
    int value;
} word;

static const word konect_kinds[] = {
    {"sym", MG_EDGES_LISTED_ONCE}, {"asym", MG_EDGES_DIRECTED}, {"bip", MG_EDGES_BIPARTITE}, {NULL, 0}};
static const word konect_weights[] = {{"unweighted", MG_THIRD_NOTHING},  {"positive", MG_THIRD_COUNT},
                                      {"posweighted", MG_THIRD_WEIGHT},  {"signed", MG_THIRD_WEIGHT},
                                      {"multisigned", MG_THIRD_WEIGHT},  {"weighted", MG_THIRD_WEIGHT},
                                      {"multiweighted", MG_THIRD_WEIGHT}, {"multiposweighted", MG_THIRD_WEIGHT},
                                      {"dynamic", MG_THIRD_CHANGE},      {NULL, 0}};

/* Reads the next word of a line; its length is 0 at the end. */
static size_t next_word(const char **text, const char **begin) {
    const char *end = *begin = mg__skip_blanks(*text);
    while (!mg__column_ends(*end)) {
        end++;
    }
    *text = end;
    return (size_t)(end - *begin);
}

static const word *find_word(const word *words, const char *text, size_t length) {
    for (; words->text; words++) {
        if (strlen(words->text) == length && strncasecmp(words->text, text, length) == 0) {
            return words;
        }
    }
    return NULL;
}

/* `sym|asym|bip [WEIGHTS]` */
static bool konect_header(const char *text, mg_edge_comments *c) {
    const char *begin;
    size_t length = next_word(&text, &begin);
    const word *kind = find_word(konect_kinds, begin, length);
    length = next_word(&text, &begin);
    const word *weights = length ? find_word(konect_weights, begin, length) : NULL;
    if (!kind || (length && !weights) || next_word(&text, &begin)) {
        return false;
    }
    c->kind = (mg_edge_kind)kind->value;
    c->third = weights ? (mg_third_column)weights->value : MG_THIRD_WEIGHT;
    return c->konect = true;
}

bool mg__begins_as_konect(const char *text) {
    mg_edge_comments comments = {0};
    text = mg__skip_blanks(text);
    if (*text != '%' || !konect_header(text + 1, &comments)) {
        return false;
    }
    const char *begin; /* a kind alone may be any comment */
    text++;
    next_word(&text, &begin);
    return next_word(&text, &begin) > 0;
}

/* `edges left [right]` after the header of KONECT. */
static void konect_counts(const char *text, mg_edge_comments *c) {
    uint64_t edges, left;
    const char *begin = mg__skip_blanks(text), *end = mg__parse_unsigned(begin, &edges);
    if (!end || end == begin) {
        return;
    }
    begin = mg__skip_blanks(end);
    end = mg__parse_unsigned(begin, &left);
    if (end && end > begin && mg__column_ends(*end)) {
        c->left = left;
    }
}

/* Has the line exactly these words, regardless of case? */
static bool has_words(const char *text, const char *words) {
    const char *begin;
    while (*words) {
        const size_t wanted = strcspn(words, " "), length = next_word(&text, &begin);
        if (length != wanted || strncasecmp(begin, words, wanted) != 0) {
            return false;
        }
        words += wanted + (words[wanted] == ' ');
    }
    return next_word(&text, &begin) == 0;
}

static void note_comment(const char *text, uint64_t line, mg_edge_comments *c) {
    static const char undirected[] = "undirected";
    text = mg__skip_blanks(text);
    const char mark = *text;
    while (*text == '%' || *text == '#') {
        text++;
    }
    if (c->kind == MG_EDGES_UNKNOWN && mark == '%' && konect_header(text, c)) {
        return;
    }
    c->named |= mark == '#' && has_words(text, MG_NAMES_COMMENT);
    if (c->konect && !c->left) {
        konect_counts(text, c);
    }
    const char *begin;
    const size_t length = next_word(&text, &begin);
    if (c->kind == MG_EDGES_UNKNOWN && length >= sizeof undirected - 1 &&
        strncasecmp(begin, undirected, sizeof undirected - 1) == 0 && !isalnum((unsigned char)begin[sizeof undirected - 1])) {
        c->kind = MG_EDGES_UNDIRECTED;
    }
    for (text = begin; *text != '\n' && !c->mentioned_line; text++) {
        c->mentioned_line = strncasecmp(text, undirected, sizeof undirected - 1) == 0 ? line : 0;
    }
}

mg_status mg__read_edge_comments(mg_context *context, mg_input *input, mg_edge_comments *comments) {
    for (;;) {
        if (!input->size) {
            const mg_status status = mg__input_next(context, input);
            if (status < 0 || !input->size) {
                return status;
            }
        }
        const char c = *mg__skip_blanks(input->text);
        if (c == '#' || c == '%') {
            note_comment(input->text, input->line, comments);
        } else if (c != '\n') {
            return MG_OK;
        }
        mg__skip_line(input);
    }
}

/* Gives the vertices of the second column ids of their own, after those of the first. */
static mg_status separate_columns(mg_context *context, const mg_input *input, uint64_t left, mg_edge_buffer *buffer) {
    uint64_t most = left, bits = buffer->id_bits;
    if (buffer->names.ids) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "%s: ids of bipartite graphs must be below 2^32", input->path);
    }
    for (uint64_t i = 0; i < buffer->count; i++) {
        most = buffer->source[i] > most ? buffer->source[i] : most;
    }
    for (uint64_t i = 0; i < buffer->count; i++) {
        if (buffer->target[i] + most > UINT32_MAX) {
            return mg__fail(context, MG_ERROR_RANGE, "%s: a bipartite graph with too many vertices", input->path);
        }
        buffer->target[i] += (uint32_t)most;
        bits |= buffer->target[i];
    }
    buffer->id_bits = bits;
    mg__log(context, MG_LOG_WARNING,
            "%s: bipartite: vertex V of the second column gets the id %llu + V, to differ from V of the first",
            input->path, (unsigned long long)most);
    return MG_OK;
}

mg_status mg__apply_edge_comments(mg_context *context, const mg_input *input, const mg_graph_options *options,
                                  const mg_edge_comments *comments, mg_edge_buffer *buffer) {
    const bool as_given = options->directedness == MG_AS_GIVEN;
    mg_status status = MG_OK;
    if (comments->kind == MG_EDGES_BIPARTITE) {
        MG_TRY(separate_columns(context, input, comments->left, buffer));
    }
    if (comments->kind == MG_EDGES_UNKNOWN && comments->mentioned_line && as_given) {
        mg__log(context, MG_LOG_WARNING,
                "%s:%llu: a comment contains the word 'undirected', but edges are read as directed; --undirected or "
                "--directed settles it",
                input->path, (unsigned long long)comments->mentioned_line);
    }
    if (comments->third == MG_THIRD_COUNT && buffer->weight) {
        mg__drop_unit_weights(context, buffer);
        if (buffer->weight) {
            mg__log(context, MG_LOG_WARNING,
                    "%s: the third column counts parallel edges and is read as the weight; --weights unit ignores it",
                    input->path);
        }
    }
    buffer->symmetric = comments->kind > MG_EDGES_DIRECTED;
    buffer->paired = comments->kind == MG_EDGES_UNDIRECTED && as_given && mg__edges_paired(context, buffer);
out:
    return status;
}

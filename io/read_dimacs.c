/* SPDX-License-Identifier: Apache-2.0
 *
 * read_dimacs.c: graphs of the DIMACS challenges: shortest paths (9th; Demetrescu, Goldberg, Johnson, 2006), cliques and
 * colourings (2nd; Johnson, Trick, 1996), and tree decompositions in their manner (PACE, 2016).
 *
 * A problem line `p KIND n m`, then m lines, by the kind: `sp`: arcs `a source target weight`; `edge` or `col`: edges
 * `e one other`; `tw`: edges `one other`. Ids are 1 to n. Lines that begin with `c` are comments; lines of `edge` that
 * begin with n, d, v or x describe vertices and are skipped. Weights that are all 1 mean no weights.
 */
#include "io/edge_text.h"
#include "io/text.h"

#include <stdio.h>
#include <string.h>

typedef struct problem {
    const char *name;
    char line_prefix;
    const char *skipped_words, *expected_line;
    bool undirected;
} problem;

static const problem problems[] = {{"sp", 'a', "c", "an arc, 'a source target weight'", false},
                                   {"edge", 'e', "cndvx", "an edge, 'e one other'", true},
                                   {"edges", 'e', "cndvx", "an edge, 'e one other'", true},
                                   {"col", 'e', "cndvx", "an edge, 'e one other'", true},
                                   {"tw", 0, "c", NULL, true}};
#define PROBLEMS (sizeof problems / sizeof *problems)

static bool is_word(const char *text, char word) {
    return *text == word && mg__column_ends(text[1]);
}

/* Looks for a problem line after comments and empty lines. */
static mg_sniff sniff_dimacs(const char *text, size_t size) {
    const char *end = text + size;
    text += mg__is_bom(text, size) ? 3 : 0;
    for (; text < end; text = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1) {
        const char *word = mg__skip_blanks(text);
        if (is_word(word, 'p')) {
            return MG_SNIFF_SURE;
        }
        if (*word != '\n' && !is_word(word, 'c')) {
            return MG_SNIFF_NO;
        }
    }
    return MG_SNIFF_NO;
}

static mg_status skip_to_problem(mg_context *context, mg_input *input) {
    for (;;) {
        mg_status status = MG_OK;
        if (!input->size) {
            status = mg__input_next(context, input);
        }
        if (status < 0) {
            return status;
        }
        if (!input->size) {
            return mg__fail(context, MG_ERROR_FORMAT,
                            "%s:%llu: expected the problem line 'p sp n m', found the end of the file", input->path,
                            (unsigned long long)input->line);
        }
        const char *word = mg__skip_blanks(input->text);
        if (*word != '\n' && !is_word(word, 'c')) {
            return MG_OK;
        }
        mg__skip_line(input);
    }
}

/* Parses `p KIND n m`. */
static mg_status parse_problem(mg_context *context, mg_input *input, const problem **kind, uint64_t *n,
                               uint64_t *arcs) {
    uint64_t *const numbers[] = {n, arcs};
    const char *text = mg__skip_blanks(input->text);
    if (!is_word(text, 'p')) {
        return mg__unexpected(context, input, input->line, "the problem line 'p sp n m'", text);
    }
    text = mg__skip_blanks(text + 1);
    for (size_t i = 0; i < PROBLEMS; i++) {
        const size_t length = strlen(problems[i].name);
        *kind = strncmp(text, problems[i].name, length) == 0 && mg__column_ends(text[length]) ? &problems[i] : *kind;
    }
    if (!*kind) {
        return mg__unexpected(context, input, input->line, "'sp', 'edge', 'col' or 'tw'", text);
    }
    text += strlen((*kind)->name);
    for (int i = 0; i < 2; i++) {
        text = mg__skip_blanks(text);
        const char *end = mg__parse_unsigned(text, numbers[i]);
        if (!end || end == text || !mg__column_ends(*end)) {
            return mg__unexpected(context, input, input->line, i ? "the number of arcs" : "the number of vertices",
                                  text);
        }
        text = end;
    }
    text = mg__skip_blanks(text);
    if (*text != '\n') {
        return mg__unexpected(context, input, input->line, "the end of the line", text);
    }
    if (*n >= MG_NONE) {
        return mg__fail(context, MG_ERROR_RANGE, "%s:%llu: expected at most 4294967294 vertices, found %llu",
                        input->path, (unsigned long long)input->line, (unsigned long long)*n);
    }
    mg__skip_line(input);
    return MG_OK;
}

static mg_status check_count(mg_context *context, const mg_input *input, uint64_t wanted, uint64_t count) {
    if (count >= wanted) {
        return MG_OK;
    }
    return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected %llu arcs, found the end of the file after %llu",
                    input->path, (unsigned long long)input->line, (unsigned long long)wanted,
                    (unsigned long long)count);
}

/* Completes an undirected graph, whose edges are listed once, or in both directions; some files count an edge that is
 * listed once twice. */
static mg_status finish_edges(mg_context *context, const mg_input *input, const mg_graph_options *options,
                              uint64_t edges, mg_edge_buffer *buffer) {
    buffer->symmetric = true;
    buffer->paired = options->directedness == MG_AS_GIVEN && mg__edges_paired(context, buffer);
    if (2 * buffer->count == edges && edges) {
        mg__log(context, MG_LOG_WARNING, "%s: the header counts every edge twice", input->path);
        return MG_OK;
    }
    return check_count(context, input, edges, buffer->count);
}

static mg_status read_dimacs(mg_context *context, mg_input *input, const mg_graph_options *options,
                             mg_edge_buffer *buffer) {
    char expected_id[64], expected_end[96];
    const problem *kind = NULL;
    uint64_t n = 0, arcs = 0;
    mg_status status;
    mg__skip_bom(input);
    MG_TRY(skip_to_problem(context, input));
    MG_TRY(parse_problem(context, input, &kind, &n, &arcs));
    snprintf(expected_id, sizeof expected_id, "a vertex from 1 to %llu", (unsigned long long)n);
    snprintf(expected_end, sizeof expected_end, "the end of the file after %llu %s", (unsigned long long)arcs,
             kind->undirected ? "edges" : "arcs");
    const bool keep = options->weights == MG_WEIGHTS_FILE && !kind->undirected;
    const mg_edge_rules rules = {.line_prefix = kind->line_prefix,
                                 .skipped_words = kind->skipped_words,
                                 .expected_line = kind->expected_line,
                                 .ignored = !keep && !kind->undirected,
                                 .id_min = 1,
                                 .id_max = n,
                                 .expected_id = expected_id,
                                 .edge_limit = arcs,
                                 .expected_end = expected_end};
    buffer->weight_type = keep ? MG_INT32 : MG_TYPE_NONE;
    MG_TRY(mg__read_edge_lines(context, input, &rules, buffer));
    if (kind->undirected) {
        MG_TRY(finish_edges(context, input, options, arcs, buffer));
    } else {
        MG_TRY(check_count(context, input, arcs, buffer->count));
    }
    MG_TRY(mg__check_vertices(context, input, options, n, buffer->count));
    mg__choose_weight_type(context, buffer);
    mg__drop_unit_weights(context, buffer);
    buffer->contiguous = true;
    buffer->id_base = 1;
    buffer->vertex_count = n;
out:
    return status;
}

const mg_reader mg__dimacs_reader = {
    .name = "dimacs",
    .description = "DIMACS graphs: p sp, edge, col or tw n m, then arcs or edges",
    .suffixes = "gr col clq",
    .sniff = sniff_dimacs,
    .read = read_dimacs,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * read_dimacs.c: shortest path graphs of the ninth DIMACS challenge (Demetrescu, Goldberg, Johnson, 2006).
 *
 * `p sp n m`, then m lines `a source target weight`; ids are 1 to n, lines that begin with `c` are comments. Arcs are
 * directed. Weights that are all 1 mean no weights.
 */
#include "io/edge_text.h"
#include "io/text.h"

#include <stdio.h>
#include <string.h>

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

/* Parses `p sp n m`. */
static mg_status parse_problem(mg_context *context, mg_input *input, uint64_t *n, uint64_t *arcs) {
    uint64_t *const numbers[] = {n, arcs};
    const char *text = mg__skip_blanks(input->text);
    if (!is_word(text, 'p')) {
        return mg__unexpected(context, input, input->line, "the problem line 'p sp n m'", text);
    }
    text = mg__skip_blanks(text + 1);
    if (strncmp(text, "sp", 2) != 0 || !mg__column_ends(text[2])) {
        return mg__unexpected(context, input, input->line, "'sp'", text);
    }
    text += 2;
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

static mg_status read_dimacs(mg_context *context, mg_input *input, const mg_graph_options *options,
                             mg_edge_buffer *buffer) {
    char expected_id[64], expected_end[96];
    uint64_t n = 0, arcs = 0;
    mg_status status;
    if (mg__is_bom(input->text, input->size)) {
        input->text += 3;
        input->size -= 3;
    }
    MG_TRY(skip_to_problem(context, input));
    MG_TRY(parse_problem(context, input, &n, &arcs));
    snprintf(expected_id, sizeof expected_id, "a vertex from 1 to %llu", (unsigned long long)n);
    snprintf(expected_end, sizeof expected_end, "the end of the file after %llu arcs", (unsigned long long)arcs);
    const bool keep = options->weights == MG_WEIGHTS_FILE;
    const mg_edge_rules rules = {.line_prefix = 'a',
                                 .ignored = !keep,
                                 .id_min = 1,
                                 .id_max = n,
                                 .expected_id = expected_id,
                                 .edge_limit = arcs,
                                 .expected_end = expected_end};
    buffer->weight_type = keep ? MG_INT32 : MG_TYPE_NONE;
    MG_TRY(mg__read_edge_lines(context, input, &rules, buffer));
    if (buffer->count < arcs) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected %llu arcs, found the end of the file after %llu",
                        input->path, (unsigned long long)input->line, (unsigned long long)arcs,
                        (unsigned long long)buffer->count));
    }
    MG_TRY(mg__check_vertex_count(context, input->path, n, arcs, "arcs"));
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
    .description = "DIMACS shortest path graphs: p sp n m, then arcs",
    .suffixes = "gr",
    .sniff = sniff_dimacs,
    .read = read_dimacs,
};

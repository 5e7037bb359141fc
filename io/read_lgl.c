/* SPDX-License-Identifier: Apache-2.0
 *
 * read_lgl.c: the format of the Large Graph Layout (Adai et al., 2004), which igraph writes.
 *
 * A line `# NAME` begins the neighbours of a vertex; then a line `NAME [WEIGHT]` is an undirected edge to each.
 */
#include "io/edge_maker.h"

/* Cuts the next word of the line; returns the text after it. */
static const char *next_word(const char *text, mg_text *word) {
    const char *end = word->text = mg__skip_blanks(text);
    while (*end != ' ' && *end != '\t' && *end != '\r' && *end != '\n') {
        end++;
    }
    word->length = (size_t)(end - word->text);
    return mg__skip_blanks(end);
}

/* Possible if the first line is `# NAME` and the next one a single name: no edge list has such lines. */
static mg_sniff sniff_lgl(const char *text, size_t size) {
    const char *end = text + size;
    mg_text word;
    text = mg__skip_blanks(text);
    if (*text != '#') {
        return MG_SNIFF_NO;
    }
    text = next_word(text + 1, &word);
    if (!word.length || *text != '\n' || text + 1 == end) {
        return MG_SNIFF_NO;
    }
    text = next_word(text + 1, &word);
    return word.length && *word.text >= '0' && *word.text <= '9' && *text == '\n' ? MG_SNIFF_MAYBE : MG_SNIFF_NO;
}

/* Takes `NAME [WEIGHT]`. */
static mg_status take_neighbour(mg_context *context, const mg_input *input, mg_edge_maker *maker, mg_text vertex) {
    mg_text ends[2] = {vertex};
    mg_number number;
    const char *text = next_word(input->text, &ends[1]);
    const bool weighted = *text != '\n';
    if (!vertex.length) {
        return mg__unexpected(context, input, input->line, "'# NAME' before the first neighbour", ends[1].text);
    }
    if (weighted) {
        const char *end = mg__parse_number(text, maker->c_locale, &number);
        if (!end || *mg__skip_blanks(end) != '\n') {
            return mg__unexpected(context, input, input->line, "a finite weight and the end of the line", text);
        }
    }
    return mg__maker_named_edge(context, maker, ends, weighted ? &number : NULL);
}

/* Takes `# NAME`; the name stays in `vertex`, of `room` bytes. */
static mg_status take_vertex(mg_context *context, const mg_input *input, mg_edge_maker *maker, char *vertex,
                             size_t room, size_t *length) {
    mg_text word;
    uint32_t number;
    const char *text = next_word(mg__skip_blanks(input->text) + 1, &word);
    if (!word.length || *text != '\n' || word.length > room) {
        return mg__unexpected(context, input, input->line, "the name of a vertex after '#'", word.text);
    }
    memcpy(vertex, word.text, word.length);
    *length = word.length;
    return mg__names_add(context, &maker->names, word.text, word.length, &number);
}

static mg_status read_lgl(mg_context *context, mg_input *input, const mg_graph_options *options,
                          mg_edge_buffer *buffer) {
    mg_edge_maker maker;
    char vertex[1024];
    size_t length = 0;
    mg_status status;
    MG_TRY(mg__maker_open(context, &maker, options, buffer));
    maker.named = true;
    mg__skip_bom(input);
    for (uint64_t lines = 0; input->size; lines++) {
        const char first = *mg__skip_blanks(input->text);
        if (lines % 65536 == 0) {
            MG_TRY(mg__progress(context, "reading", mg__input_fraction(input)));
        }
        if (first == '#') {
            MG_TRY(take_vertex(context, input, &maker, vertex, sizeof vertex, &length));
        } else if (first != '\n') {
            MG_TRY(take_neighbour(context, input, &maker, (mg_text){vertex, length}));
        }
        mg__skip_line(input);
        if (!input->size) {
            MG_TRY(mg__input_next(context, input));
        }
    }
    if (!maker.names.count) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected '# NAME', found the end of the file", input->path,
                        (unsigned long long)input->line));
    }
    buffer->symmetric = true;
    status = mg__maker_finish(context, &maker, input);
out:
    mg__maker_close(context, &maker);
    return status;
}

const mg_reader mg__lgl_reader = {
    .name = "lgl",
    .description = "LGL graphs: # and a vertex, then its neighbours, one a line",
    .suffixes = "lgl",
    .sniff = sniff_lgl,
    .read = read_lgl,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * read_mtx.c: Matrix Market coordinate files (Boisvert, Pozo, Remington, NISTIR 5935, 1996).
 *
 * Row i, column j is the edge i -> j. A symmetric or hermitian matrix is an undirected graph; of a skew-symmetric one
 * the two arcs of an entry have opposite weights, so its graph is directed. Without a banner a file is `general`, and
 * its first entry decides whether it is `pattern` or `real`.
 */
#include "io/edge_text.h"
#include "io/text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef enum field { PATTERN, INTEGER, REAL, COMPLEX } field;
typedef enum symmetry { GENERAL, SYMMETRIC, SKEW, HERMITIAN } symmetry;

typedef struct word {
    const char *text;
    int value;
} word;

static const word objects[] = {{"matrix", 0}, {NULL, 0}};
static const word layouts[] = {{"coordinate", 0}, {"array", 1}, {NULL, 0}};
static const word fields[] = {{"pattern", PATTERN}, {"integer", INTEGER}, {"real", REAL},
                              {"double", REAL},     {"complex", COMPLEX}, {NULL, 0}};
static const word symmetries[] = {
    {"general", GENERAL}, {"symmetric", SYMMETRIC}, {"skew-symmetric", SKEW}, {"hermitian", HERMITIAN}, {NULL, 0}};

typedef struct header {
    bool banner;
    int field, symmetry;
    uint64_t n, entries;
} header;

static const char banner[] = "%%MatrixMarket";

/* Length of the word of a banner at the beginning of a line, 0: none. *exact: it is written as the format says; else
 * with another number of `%`, or with blanks. */
static size_t banner_length(const char *text, bool *exact) {
    static const char *const words[] = {"MatrixMarket", "Matrix Market", "Matrix-Market"};
    const char *at = mg__skip_blanks(text);
    if (*at != '%') {
        return 0;
    }
    while (*at == '%' || *at == ' ' || *at == '\t') {
        at++;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t length = strlen(words[i]);
        if (strncasecmp(at, words[i], length) == 0 && mg__column_ends(at[length])) {
            *exact = strncasecmp(text, banner, sizeof banner - 1) == 0;
            return (size_t)(at - text) + length;
        }
    }
    return 0;
}

static const char *next_word(const char *text, const char **begin) {
    const char *end = *begin = mg__skip_blanks(text);
    while (!mg__column_ends(*end)) {
        end++;
    }
    return end;
}

static const word *find_word(const word *words, const char *begin, const char *end) {
    for (; words->text; words++) {
        if (strlen(words->text) == (size_t)(end - begin) &&
            strncasecmp(begin, words->text, (size_t)(end - begin)) == 0) {
            return words;
        }
    }
    return NULL;
}

/* Is a line a banner? One that is not written as the format says must go on as a banner does: a comment may name the
 * format, too. */
static size_t find_banner(const char *text) {
    bool exact = false;
    const size_t length = banner_length(text, &exact);
    const char *begin, *end = next_word(text + length, &begin);
    if (!length || exact || !find_word(objects, begin, end)) {
        return exact ? length : 0;
    }
    end = next_word(end, &begin);
    return find_word(layouts, begin, end) ? length : 0;
}

/* Is there a banner among the empty lines and comments at the beginning? */
static mg_sniff sniff_mtx(const char *text, size_t size) {
    const char *end = text + size;
    for (text += mg__is_bom(text, size) ? 3 : 0; text < end;) {
        const char c = *mg__skip_blanks(text);
        if (c == '%' && find_banner(text)) {
            return MG_SNIFF_SURE;
        }
        if (c != '%' && c != '#' && c != '\n') {
            return MG_SNIFF_NO;
        }
        text = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
    }
    return MG_SNIFF_NO;
}

/* Parses the next word of the banner by a table. */
static mg_status parse_word(mg_context *context, const mg_input *input, const char **text, const word *words,
                            const char *expected, int *value) {
    const char *begin, *end = next_word(*text, &begin);
    const word *found = find_word(words, begin, end);
    if (found) {
        *value = found->value;
        *text = end;
        return MG_OK;
    }
    return mg__unexpected(context, input, input->line, expected, begin);
}

/* Rejects combinations that the format excludes, or that are not supported. */
static mg_status check_banner(mg_context *context, const mg_input *input, const mg_graph_options *options,
                              const header *h) {
    const unsigned long long line = input->line;
    if (h->field == PATTERN && (h->symmetry == SKEW || h->symmetry == HERMITIAN)) {
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s:%llu: a pattern matrix must be general or symmetric, found another symmetry", input->path,
                        line);
    }
    if (h->symmetry == HERMITIAN && h->field != COMPLEX) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: a hermitian matrix must be complex, found another field",
                        input->path, line);
    }
    if (h->field == COMPLEX && options->weights == MG_WEIGHTS_FILE) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "%s:%llu: complex weights are not supported (unit or random weights can replace them)",
                        input->path, line);
    }
    return MG_OK;
}

static mg_status parse_banner(mg_context *context, mg_input *input, const mg_graph_options *options, size_t length,
                              header *h) {
    const char *text = input->text + length;
    int ignored = 0, dense = 0;
    mg_status status;
    MG_TRY(parse_word(context, input, &text, objects, "'matrix'", &ignored));
    MG_TRY(parse_word(context, input, &text, layouts, "'coordinate'", &dense));
    if (dense) {
        MG_TRY(mg__fail(context, MG_ERROR_UNSUPPORTED, "%s:%llu: expected 'coordinate', found the dense format 'array'",
                        input->path, (unsigned long long)input->line));
    }
    MG_TRY(parse_word(context, input, &text, fields, "'pattern', 'integer', 'real' or 'complex'", &h->field));
    MG_TRY(parse_word(context, input, &text, symmetries, "'general', 'symmetric', 'skew-symmetric' or 'hermitian'",
                      &h->symmetry));
    text = mg__skip_blanks(text);
    if (*text != '\n') {
        MG_TRY(mg__unexpected(context, input, input->line, "the end of the line", text));
    }
    MG_TRY(check_banner(context, input, options, h));
    h->banner = true;
    mg__skip_line(input);
out:
    return status;
}

static mg_status parse_size(mg_context *context, mg_input *input, header *h) {
    static const char *const expected[] = {"the number of rows", "the number of columns", "the number of entries"};
    uint64_t number[3];
    const char *text = input->text;
    for (int i = 0; i < 3; i++) {
        text = mg__skip_blanks(text);
        if (i == 2 && *text == '\n') {
            return mg__fail(context, MG_ERROR_FORMAT,
                            "%s:%llu: expected the numbers of rows, columns and entries, found two numbers",
                            input->path, (unsigned long long)input->line);
        }
        const char *end = mg__parse_unsigned(text, &number[i]);
        if (!end || end == text || !mg__column_ends(*end)) {
            return mg__unexpected(context, input, input->line, expected[i], text);
        }
        text = end;
    }
    text = mg__skip_blanks(text);
    if (*text != '\n') {
        return mg__unexpected(context, input, input->line, "the end of the line", text);
    }
    if (number[0] != number[1]) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected a square matrix, found %llu rows and %llu columns",
                        input->path, (unsigned long long)input->line, (unsigned long long)number[0],
                        (unsigned long long)number[1]);
    }
    if (number[0] >= MG_NONE) {
        return mg__fail(context, MG_ERROR_RANGE, "%s:%llu: expected at most 4294967294 vertices, found %llu",
                        input->path, (unsigned long long)input->line, (unsigned long long)number[0]);
    }
    h->n = number[0];
    h->entries = number[2];
    mg__skip_line(input);
    return MG_OK;
}

/* Skips to the line of the size, past the banner and comments. */
static mg_status skip_to_size(mg_context *context, mg_input *input, const mg_graph_options *options, header *h) {
    mg_status status;
    for (;;) {
        if (!input->size) {
            MG_TRY(mg__input_next(context, input));
            if (!input->size) {
                return MG_OK;
            }
        }
        const char c = *mg__skip_blanks(input->text);
        const size_t length = c == '%' && !h->banner ? find_banner(input->text) : 0;
        if (length) {
            MG_TRY(parse_banner(context, input, options, length, h));
        } else if (c == '%' || c == '\n' || (c == '#' && !h->banner)) {
            mg__skip_line(input);
        } else {
            return MG_OK;
        }
    }
out:
    return status;
}

/* Parses banner, comments and sizes. */
static mg_status parse_header(mg_context *context, mg_input *input, const mg_graph_options *options, header *h) {
    *h = (header){.field = PATTERN, .symmetry = GENERAL};
    mg_status status;
    mg__skip_bom(input);
    MG_TRY(skip_to_size(context, input, options, h));
    if (!input->size) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected the size of the matrix, found the end of the file",
                        input->path, (unsigned long long)input->line));
    }
    MG_TRY(parse_size(context, input, h));
    MG_TRY(mg__skip_comments(context, input, false));
    if (!h->banner && options->directedness == MG_AS_GIVEN) {
        mg__log(context, MG_LOG_WARNING,
                "%s: no banner, so the matrix is taken as general; --undirected if it is symmetric, --directed if not",
                input->path);
    }
    if (!h->banner && input->size) {
        uint64_t id;
        const char *text = mg__parse_unsigned(mg__skip_blanks(input->text), &id);
        text = text ? mg__parse_unsigned(mg__skip_blanks(text), &id) : NULL;
        h->field = text && *mg__skip_blanks(text) != '\n' ? REAL : PATTERN;
    }
out:
    return status;
}

/* Checks the number of entries, and the plausibility of the number of vertices. */
static mg_status check_counts(mg_context *context, const mg_input *input, const mg_graph_options *options,
                              const header *h, uint64_t count) {
    if (count < h->entries) {
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s:%llu: expected %llu entries, found the end of the file after %llu", input->path,
                        (unsigned long long)input->line, (unsigned long long)h->entries, (unsigned long long)count);
    }
    return mg__check_vertices(context, input, options, h->n, count);
}

/* Adds the transposed entries with negated weights. */
static mg_status unfold_skew(mg_context *context, mg_edge_buffer *buffer) {
    const uint64_t count = buffer->count;
    const mg_status status = mg__edge_buffer_reserve(context, buffer, count, 1.0);
    if (status < 0) {
        return status;
    }
    uint32_t *source = buffer->source, *target = buffer->target;
    for (uint64_t i = 0; i < count; i++) {
        if (source[i] == target[i]) {
            continue;
        }
        const uint64_t at = buffer->count++;
        source[at] = target[i];
        target[at] = source[i];
        if (buffer->weight_type == MG_INT32) {
            ((int32_t *)buffer->weight)[at] = -((const int32_t *)buffer->weight)[i];
        } else if (buffer->weight_type == MG_INT64) {
            ((int64_t *)buffer->weight)[at] = -((const int64_t *)buffer->weight)[i];
        } else if (buffer->weight_type == MG_FLOAT64) {
            ((double *)buffer->weight)[at] = -((const double *)buffer->weight)[i];
        }
    }
    return status;
}

static mg_status read_mtx(mg_context *context, mg_input *input, const mg_graph_options *options,
                          mg_edge_buffer *buffer) {
    static const mg_type weight_types[] = {
        [PATTERN] = MG_TYPE_NONE, [INTEGER] = MG_INT32, [REAL] = MG_FLOAT64, [COMPLEX] = MG_TYPE_NONE};
    static const uint32_t value_columns[] = {[PATTERN] = 0, [INTEGER] = 1, [REAL] = 1, [COMPLEX] = 2};
    char expected_id[64], expected_end[96];
    header h;
    mg_status status;
    MG_TRY(parse_header(context, input, options, &h));
    snprintf(expected_id, sizeof expected_id, "a row or column from 1 to %llu", (unsigned long long)h.n);
    snprintf(expected_end, sizeof expected_end, "the end of the file after %llu entries",
             (unsigned long long)h.entries);
    const bool keep = options->weights == MG_WEIGHTS_FILE;
    const mg_edge_rules rules = {.ignored = keep ? 0 : value_columns[h.field],
                                 .id_min = 1,
                                 .id_max = h.n,
                                 .expected_id = expected_id,
                                 .edge_limit = h.entries,
                                 .expected_end = expected_end};
    const bool whole = options->weight_type == MG_INT32 || options->weight_type == MG_INT64;
    buffer->weight_type = !keep ? MG_TYPE_NONE : h.field == REAL && whole ? MG_INT32 : weight_types[h.field];
    MG_TRY(mg__read_edge_lines(context, input, &rules, buffer));
    MG_TRY(check_counts(context, input, options, &h, buffer->count));
    if (h.symmetry == SKEW) {
        MG_TRY(unfold_skew(context, buffer));
    }
    mg__choose_weight_type(context, buffer);
    buffer->contiguous = true;
    buffer->id_base = 1;
    buffer->vertex_count = h.n;
    buffer->symmetric = h.symmetry == SYMMETRIC || h.symmetry == HERMITIAN;
out:
    return status;
}

const mg_reader mg__mtx_reader = {
    .name = "mtx",
    .description = "Matrix Market coordinate files",
    .suffixes = "mtx mm",
    .sniff = sniff_mtx,
    .read = read_mtx,
};

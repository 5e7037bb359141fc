/* SPDX-License-Identifier: Apache-2.0
 *
 * mtx_text.c: the header and the entries of a Matrix Market coordinate file (Boisvert, Pozo, Remington, NISTIR 5935,
 * 1996). Without a banner a file is `general`, and its first entry decides whether it is `pattern` or `real`.
 */
#include "io/mtx_text.h"

#include "io/text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct word {
    const char *text;
    int value;
} word;

static const word objects[] = {{"matrix", 0}, {NULL, 0}};
static const word layouts[] = {{"coordinate", 0}, {"array", 1}, {NULL, 0}};
static const word fields[] = {{"pattern", MG_MTX_PATTERN}, {"integer", MG_MTX_INTEGER}, {"real", MG_MTX_REAL},
                              {"double", MG_MTX_REAL},     {"complex", MG_MTX_COMPLEX}, {NULL, 0}};
static const word symmetries[] = {{"general", MG_MTX_GENERAL},
                                  {"symmetric", MG_MTX_SYMMETRIC},
                                  {"skew-symmetric", MG_MTX_SKEW},
                                  {"hermitian", MG_MTX_HERMITIAN},
                                  {NULL, 0}};

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
bool mg__mtx_has_banner(const char *text, size_t size) {
    const char *end = text + size;
    for (text += mg__is_bom(text, size) ? 3 : 0; text < end;) {
        const char c = *mg__skip_blanks(text);
        if (c == '%' && find_banner(text)) {
            return true;
        }
        if (c != '%' && c != '#' && c != '\n') {
            return false;
        }
        text = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
    }
    return false;
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
static mg_status check_banner(mg_context *context, const mg_input *input, bool keep_values, const mg_mtx_header *h) {
    const unsigned long long line = input->line;
    if (h->field == MG_MTX_PATTERN && (h->symmetry == MG_MTX_SKEW || h->symmetry == MG_MTX_HERMITIAN)) {
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s:%llu: a pattern matrix must be general or symmetric, found another symmetry", input->path,
                        line);
    }
    if (h->symmetry == MG_MTX_HERMITIAN && h->field != MG_MTX_COMPLEX) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: a hermitian matrix must be complex, found another field",
                        input->path, line);
    }
    if (h->field == MG_MTX_COMPLEX && keep_values) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "%s:%llu: complex %s", input->path, line,
                        h->is_square ? "weights are not supported (unit or random weights can replace them)"
                                     : "values are not supported");
    }
    return MG_OK;
}

static mg_status parse_banner(mg_context *context, mg_input *input, bool keep_values, size_t length,
                              mg_mtx_header *h) {
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
    MG_TRY(check_banner(context, input, keep_values, h));
    h->banner = true;
    mg__skip_line(input);
out:
    return status;
}

/* The format excludes symmetric matrices that are not square. */
static mg_status check_size(mg_context *context, mg_input *input, const mg_mtx_header *h) {
    if (h->rows != h->columns && (h->is_square || h->symmetry != MG_MTX_GENERAL)) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected a square matrix, found %llu rows and %llu columns",
                        input->path, (unsigned long long)input->line, (unsigned long long)h->rows,
                        (unsigned long long)h->columns);
    }
    const uint64_t most = h->rows > h->columns ? h->rows : h->columns;
    if (most >= MG_NONE) {
        return mg__fail(context, MG_ERROR_RANGE, "%s:%llu: expected at most 4294967294 %s, found %llu", input->path,
                        (unsigned long long)input->line, h->is_square ? "vertices" : "rows and columns",
                        (unsigned long long)most);
    }
    mg__skip_line(input);
    return MG_OK;
}

static mg_status parse_size(mg_context *context, mg_input *input, mg_mtx_header *h) {
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
    h->rows = number[0];
    h->columns = number[1];
    h->entries = number[2];
    return check_size(context, input, h);
}

/* Skips to the line of the size, past the banner and comments. */
static mg_status skip_to_size(mg_context *context, mg_input *input, bool keep_values, mg_mtx_header *h) {
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
            MG_TRY(parse_banner(context, input, keep_values, length, h));
        } else if (c == '%' || c == '\n' || (c == '#' && !h->banner)) {
            mg__skip_line(input);
        } else {
            return MG_OK;
        }
    }
out:
    return status;
}

mg_status mg__mtx_header(mg_context *context, mg_input *input, const mg_graph_options *options, bool is_square,
                         mg_mtx_header *h) {
    *h = (mg_mtx_header){.is_square = is_square, .field = MG_MTX_PATTERN, .symmetry = MG_MTX_GENERAL};
    mg_status status;
    mg__skip_bom(input);
    MG_TRY(skip_to_size(context, input, options->weights == MG_WEIGHTS_FILE, h));
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
        h->field = text && *mg__skip_blanks(text) != '\n' ? MG_MTX_REAL : MG_MTX_PATTERN;
    }
out:
    return status;
}

/* Checks the number of entries, and the plausibility of the size. */
static mg_status check_counts(mg_context *context, const mg_input *input, const mg_graph_options *options,
                              const mg_mtx_header *h, uint64_t count) {
    if (count < h->entries) {
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s:%llu: expected %llu entries, found the end of the file after %llu", input->path,
                        (unsigned long long)input->line, (unsigned long long)h->entries, (unsigned long long)count);
    }
    return mg__check_vertices(context, input, options, h->rows > h->columns ? h->rows : h->columns, count);
}

mg_status mg__mtx_unfold(mg_context *context, bool negate, mg_edge_buffer *buffer) {
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
            const int32_t value = ((const int32_t *)buffer->weight)[i];
            ((int32_t *)buffer->weight)[at] = negate ? -value : value;
        } else if (buffer->weight_type == MG_INT64) {
            const int64_t value = ((const int64_t *)buffer->weight)[i];
            ((int64_t *)buffer->weight)[at] = negate ? -value : value;
        } else if (buffer->weight_type == MG_FLOAT64) {
            const double value = ((const double *)buffer->weight)[i];
            ((double *)buffer->weight)[at] = negate ? -value : value;
        }
    }
    return status;
}

mg_status mg__mtx_entries(mg_context *context, mg_input *input, const mg_graph_options *options, const mg_mtx_header *h,
                          mg_edge_buffer *buffer) {
    const bool keep_values = options->weights == MG_WEIGHTS_FILE;
    const bool whole = options->weight_type == MG_INT32 || options->weight_type == MG_INT64;
    static const mg_type types[] = {[MG_MTX_PATTERN] = MG_TYPE_NONE,
                                    [MG_MTX_INTEGER] = MG_INT32,
                                    [MG_MTX_REAL] = MG_FLOAT64,
                                    [MG_MTX_COMPLEX] = MG_TYPE_NONE};
    static const uint32_t value_columns[] = {
        [MG_MTX_PATTERN] = 0, [MG_MTX_INTEGER] = 1, [MG_MTX_REAL] = 1, [MG_MTX_COMPLEX] = 2};
    char expected_row[64], expected_column[64], expected_end[96];
    const bool same = h->rows == h->columns;
    mg_status status;
    snprintf(expected_row, sizeof expected_row, "a row%s from 1 to %llu", same ? " or column" : "",
             (unsigned long long)h->rows);
    snprintf(expected_column, sizeof expected_column, "a column from 1 to %llu", (unsigned long long)h->columns);
    snprintf(expected_end, sizeof expected_end, "the end of the file after %llu entries",
             (unsigned long long)h->entries);
    const mg_edge_rules rules = {.ignored = keep_values ? 0 : value_columns[h->field],
                                 .id_min = 1,
                                 .id_max = h->rows,
                                 .expected_id = expected_row,
                                 .target_max = h->columns,
                                 .expected_target = same ? expected_row : expected_column,
                                 .edge_limit = h->entries,
                                 .expected_end = expected_end};
    buffer->weight_type = !keep_values ? MG_TYPE_NONE : h->field == MG_MTX_REAL && whole ? MG_INT32 : types[h->field];
    MG_TRY(mg__read_edge_lines(context, input, &rules, buffer));
    MG_TRY(check_counts(context, input, options, h, buffer->count));
    if (h->symmetry == MG_MTX_SKEW) {
        MG_TRY(mg__mtx_unfold(context, true, buffer));
    }
    mg__choose_weight_type(context, buffer);
out:
    return status;
}

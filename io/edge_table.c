/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_table.c: reads a table of edges line by line.
 */
#include "io/edge_maker.h"
#include "io/table_line.h"

#include <stdio.h>
#include <strings.h>

#define NUMBER_ROOM 64 /* longest weight with a decimal comma */

typedef struct reading {
    const mg_table *table;
    mg_edge_maker maker;
    mg_table_line line;
    bool undirected; /* what the column `type` says, */
    bool typed;      /* in a line before */
} reading;

/* Parses a whole field as a number. Between semicolons a comma may be the decimal point. */
static bool parse_field(const reading *r, mg_field field, mg_number *number) {
    char text[NUMBER_ROOM + 1];
    const char *begin = field.text, *comma = memchr(begin, ',', field.length);
    if (comma) {
        if (field.length >= NUMBER_ROOM || !r->table->separator) {
            return false;
        }
        memcpy(text, field.text, field.length);
        text[comma - field.text] = '.';
        text[field.length] = '\n';
        begin = text;
    }
    const char *end = field.length ? mg__parse_number(begin, r->maker.c_locale, number) : NULL;
    return end && end == begin + field.length;
}

/* The value of 'weight' in a dictionary, as Python prints it; false: there is none. *bad: where it is no number. */
static bool find_weight(const reading *r, mg_field field, mg_number *number, const char **bad) {
    static const char key[] = "weight";
    const char *end = field.text + field.length, *at = field.text;
    *bad = NULL;
    while (at < end) {
        const size_t left = (size_t)(end - at);
        if (left > sizeof key + 1 && (*at == '\'' || *at == '"') && memcmp(at + 1, key, sizeof key - 1) == 0 &&
            at[sizeof key] == *at) {
            at = mg__skip_blanks(at + sizeof key + 1);
            at = *at == ':' ? mg__skip_blanks(at + 1) : at;
            *bad = mg__parse_number(at, r->maker.c_locale, number) ? NULL : at;
            return !*bad;
        }
        at++;
    }
    return false;
}

/* Adds a name in which two quotes stand for one. */
static mg_status add_doubled(mg_context *context, mg_names *names, mg_field field, uint32_t *number) {
    char *name;
    mg_status status = MG_ALLOC(context, name, field.length, "names");
    status = status < 0 ? status : mg__names_add(context, names, name, mg__undouble(field, name), number);
    mg__release(&context->memory, name);
    return status;
}

static mg_status take_end(mg_context *context, const mg_input *input, reading *r, int column, uint64_t *id) {
    const mg_field field = r->line.fields[column];
    if (!r->table->named) {
        return mg__field_id(field, id) ? MG_OK
                                       : mg__unexpected(context, input, input->line, "a vertex id", field.text);
    }
    uint32_t number = 0;
    if (!field.length) {
        return mg__unexpected(context, input, input->line, "the name of a vertex", field.text);
    }
    const mg_status status = field.doubled ? add_doubled(context, &r->maker.names, field, &number)
                                           : mg__names_add(context, &r->maker.names, field.text, field.length, &number);
    *id = number;
    return status;
}

/* Notes the direction of an edge, which must be the same in all lines. */
static mg_status take_type(mg_context *context, const mg_input *input, reading *r, mg_field field) {
    const bool undirected = mg__field_is(field, "undirected");
    if ((!undirected && !mg__field_is(field, "directed")) || (r->typed && r->undirected != undirected)) {
        return mg__unexpected(context, input, input->line, "the same of 'Directed' and 'Undirected' in every line",
                              field.text);
    }
    r->typed = true;
    r->undirected = undirected;
    return MG_OK;
}

/* Fails unless the line has the needed columns. */
static mg_status check_columns(mg_context *context, const mg_input *input, const reading *r) {
    const mg_table *t = r->table;
    const int needed[] = {t->source, t->target, t->weight, t->type};
    int least = 2;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        least = needed[i] >= least ? needed[i] + 1 : least;
    }
    if (r->line.count < least || (t->columns && r->line.count != t->columns)) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected %d columns, found %d", input->path,
                        (unsigned long long)input->line, t->columns ? t->columns : least, r->line.count);
    }
    return MG_OK;
}

static mg_status take_line(mg_context *context, const mg_input *input, reading *r, const char *text) {
    const mg_table *t = r->table;
    uint64_t source = 0, target = 0;
    mg_number number;
    const mg_number *weight = NULL;
    mg_status status;
    const char *bad = mg__cut_line(text, t, &r->line);
    if (bad) {
        return mg__unexpected(context, input, input->line, "a closing quote at the end of a field", bad);
    }
    MG_TRY(check_columns(context, input, r));
    MG_TRY(take_end(context, input, r, t->source, &source));
    MG_TRY(take_end(context, input, r, t->target, &target));
    if (t->dictionary) {
        weight = find_weight(r, r->line.fields[t->weight], &number, &bad) ? &number : NULL;
    } else if (t->weight >= 0 && !r->maker.skip_weights) {
        weight = &number;
        bad = parse_field(r, r->line.fields[t->weight], &number) ? NULL : r->line.fields[t->weight].text;
    }
    if (bad) {
        return mg__unexpected(context, input, input->line, "a finite weight", bad);
    }
    if (t->type >= 0) {
        MG_TRY(take_type(context, input, r, r->line.fields[t->type]));
    }
    status = mg__maker_edge(context, &r->maker, source, target, weight);
out:
    return status;
}

/* Warns of what the names of the columns leave open. */
static void announce_header(mg_context *context, const mg_input *input, const mg_table *t,
                            const mg_graph_options *options) {
    const unsigned long long line = input->line;
    if (t->unsure) {
        mg__log(context, MG_LOG_WARNING, "%s:%llu: columns %d and %d are read as source and target", input->path, line,
                t->source + 1, t->target + 1);
    }
    if (t->guessed && options->weights == MG_WEIGHTS_FILE) {
        mg__log(context, MG_LOG_WARNING, "%s:%llu: column %d is read as the weight; --weights unit ignores it",
                input->path, line, t->weight + 1);
    }
}

mg_status mg__read_table(mg_context *context, mg_input *input, const mg_graph_options *options, mg_table *table,
                         mg_edge_buffer *buffer) {
    reading r = {.table = table};
    mg_status status;
    MG_TRY(mg__maker_open(context, &r.maker, options, buffer));
    r.maker.named = table->named;
    r.maker.keeps_names |= table->keeps_names;
    if (table->source == table->target) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected a column 'source' and a column 'target'",
                        input->path, (unsigned long long)input->line));
    }
    if (table->header) {
        announce_header(context, input, table, options);
        mg__skip_line(input);
    }
    for (uint64_t lines = 0;; lines++) {
        MG_TRY(mg__skip_comments(context, input, true));
        if (!input->size) {
            break;
        }
        if (lines % 65536 == 0) {
            MG_TRY(mg__progress(context, "reading", mg__input_fraction(input)));
        }
        MG_TRY(take_line(context, input, &r, input->text));
        mg__skip_line(input);
    }
    MG_TRY(mg__maker_finish(context, &r.maker, input));
    buffer->symmetric = r.undirected;
out:
    mg__maker_close(context, &r.maker);
    return status;
}

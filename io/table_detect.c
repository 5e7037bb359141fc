/* SPDX-License-Identifier: Apache-2.0
 *
 * table_detect.c: finds out from the first lines how a table of edges is built.
 */
#include "io/table_line.h"

#include <ctype.h>
#include <strings.h>

static const char *const source_words[] = {"source",  "src",   "from",     "fromnode", "fromnodeid", "sourceid",
                                           "startid", "start", "node1",    "id1",      "vertex1",    "u",
                                           "tail",    "row",   "follower", "who",      NULL};
static const char *const target_words[] = {"target",   "dst",   "dest",   "destination", "to",   "tonode",  "tonodeid",
                                           "targetid", "endid", "end",    "node2",       "id2",  "vertex2", "v",
                                           "head",     "col",   "column", "followee",    "whom", NULL};
static const char *const weight_words[] = {"weight", "weights", "w", "wgt", "wt", "edgeweight", "value", "cost",
                                           "distance", "dist", "length", NULL};
static const char *const time_words[] = {"timestamp", "time", "ts", "unixts", "date", "datetime", "year", NULL};
static const char *const type_words[] = {"type", NULL};

/* Column that is called by one of the words; -1: none. */
static int find_column(const mg_table_line *line, const char *const *words) {
    for (; *words; words++) {
        for (int i = 0; i < line->count; i++) {
            if (mg__field_is(line->fields[i], *words)) {
                return i;
            }
        }
    }
    return -1;
}

static bool begins_word(const char *text) {
    return isalpha((unsigned char)*text) || *text == '_' || *text == '"' || *text == ':' || (unsigned char)*text >= 128;
}

/* Next line of the window that is neither empty nor a comment; NULL: none. */
static const char *data_line(const mg_input *input, const char *text) {
    const char *end = input->text + input->size;
    while (text < end) {
        const char *first = mg__skip_blanks(text);
        if (*first != '\n' && *first != '#' && *first != '%') {
            return first;
        }
        text = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
    }
    return NULL;
}

static const char *line_after(const mg_input *input, const char *text) {
    const char *end = memchr(text, '\n', (size_t)(input->text + input->size - text));
    return data_line(input, end + 1);
}

/* Is one of the characters, which include the newline, in the line before its end? */
static bool contains(const char *text, const char *characters) {
    const char c = text[strcspn(text, characters)];
    return c && c != '\n';
}

/* The separator of the first line: outside of quotes the first of these that occurs; 0: blanks. */
static char find_separator(const char *text) {
    static const char separators[] = ";,\t|";
    bool found[sizeof separators] = {false}, quoted = false;
    for (; *text != '\n'; text++) {
        quoted ^= *text == '"';
        const char *which = quoted ? NULL : strchr(separators, *text);
        if (!quoted && *text == '{') {
            break; /* a dictionary */
        }
        if (which && *which) {
            found[which - separators] = true;
        }
    }
    for (size_t i = 0; separators[i]; i++) {
        if (found[i]) {
            return separators[i];
        }
    }
    return 0;
}

/* Are the first two fields of a line ids? */
static bool has_ids(const char *text, const mg_table *table, int source, int target) {
    mg_table_line line;
    uint64_t id;
    return text && !mg__cut_line(text, table, &line) && source < line.count && target < line.count &&
           mg__field_id(line.fields[source], &id) && mg__field_id(line.fields[target], &id);
}

/* Is a column called by a word that is no likely name of a vertex? */
static bool long_word(const mg_table_line *line, int column) {
    return column >= 0 && line->fields[column].length > 1;
}

/* A name that begins with a digit, but is no number that was written wrongly: 3f2a-77, 10.0.0.1. */
static bool is_digit_name(mg_field field) {
    int points = 0;
    bool numeric = true;
    for (size_t i = 0; i < field.length; i++) {
        const unsigned char c = (unsigned char)field.text[i];
        if (!isalnum(c) && !strchr("-_.:/@", c) && c < 128) {
            return false;
        }
        points += c == '.';
        numeric &= strchr("0123456789.+-eEdD", c) != NULL;
    }
    return field.length && isdigit((unsigned char)*field.text) && (!numeric || points > 1);
}

static bool is_name(mg_field field) {
    return field.length && (begins_word(field.text) || is_digit_name(field));
}

/* Does the first line show that the text is a table? */
static bool looks_like_table(const char *first, const mg_table_line *line) {
    if (begins_word(first) || contains(first, ";|\"{\n")) {
        return begins_word(line->fields[0].text) == begins_word(line->fields[1].text) ||
               (is_name(line->fields[0]) && is_name(line->fields[1])); /* a name and an id: rather an error */
    }
    return is_name(line->fields[0]) && is_name(line->fields[1]);
}

/* ---- what the options say ---- */

/* The column with this number, or else of this name; -1: there is none. */
static int named_column(const mg_table_line *line, mg_field name, bool *by_name) {
    uint64_t number;
    if (mg__field_id(name, &number)) {
        return number >= 1 && number <= (uint64_t)line->count ? (int)number - 1 : -1;
    }
    for (int i = 0; i < line->count; i++) {
        const mg_field field = line->fields[i];
        if (field.length == name.length && strncasecmp(field.text, name.text, name.length) == 0) {
            *by_name = true;
            return i;
        }
    }
    return -1;
}

/* Takes the columns that the options name. */
static mg_status take_columns(mg_context *context, const mg_input *input, const char *columns,
                              const mg_table_line *line, mg_table *table) {
    int *const taken[] = {&table->source, &table->target, &table->weight};
    int count = 0;
    bool by_name = false;
    for (const char *item = columns; item; count++) {
        const size_t length = strcspn(item, ",");
        if (count == 3) {
            return mg__fail(context, MG_ERROR_INVALID, "columns '%s': expected two or three", columns);
        }
        *taken[count] = named_column(line, (mg_field){item, length, false}, &by_name);
        if (*taken[count] < 0) {
            return mg__fail(context, MG_ERROR_INVALID, "%s:%llu: there is no column '%.*s'", input->path,
                            (unsigned long long)input->line, (int)length, item);
        }
        item = item[length] ? item + length + 1 : NULL;
    }
    if (count < 2 || table->source == table->target) {
        return mg__fail(context, MG_ERROR_INVALID, "columns '%s': expected a source and a target", columns);
    }
    table->header = by_name;
    return MG_OK;
}

/* ---- the table ---- */

/* Finds the columns by their names in a header row. */
static void name_columns(const mg_table_line *line, int source, int target, mg_table *table) {
    table->unsure = (source < 0) != (target < 0) || (source < 0 && line->count > 2);
    table->weight = find_column(line, weight_words);
    table->type = find_column(line, type_words);
    if (table->weight < 0 && line->count == 3 && table->type < 0 && find_column(line, time_words) < 0) {
        table->weight = 3 - table->source - table->target;
        table->guessed = true;
    }
}

/* Has the second line a number where the first has none, beside the ends? Then the first is a header. Ends may be names
 * some of which are numbers. */
static bool gains_number(const mg_table *table, const mg_table_line *line, const char *second) {
    mg_table_line next;
    if (!second || mg__cut_line(second, table, &next)) {
        return false;
    }
    for (int i = 0; i < line->count && i < next.count; i++) {
        const mg_field above = line->fields[i], below = next.fields[i];
        if (i != table->source && i != table->target && above.length && begins_word(above.text) && below.length && isdigit((unsigned char)*below.text) &&
            !is_digit_name(below)) {
            return true;
        }
    }
    return false;
}

/* Finds out if the first line is a header, and if vertices have names. */
static void find_header(const char *first, const char *second, const mg_table_line *line, bool columns, bool named,
                        mg_table *table) {
    const int source = columns ? table->source : find_column(line, source_words);
    const int target = columns ? table->target : find_column(line, target_words);
    if (!columns) {
        table->source = source >= 0 ? source : 0;
        table->target = target >= 0 ? target : 1;
    }
    if (table->header) { /* by the names of the columns */
        table->named = named || (second && !has_ids(second, table, table->source, table->target));
        return;
    }
    if (!has_ids(first, table, columns ? table->source : 0, columns ? table->target : 1)) {
        table->named = named || !has_ids(second, table, table->source, table->target);
        const bool words = find_column(line, source_words) == table->source &&
                           find_column(line, target_words) == table->target && long_word(line, source) &&
                           long_word(line, target) && source != target;
        table->header = !table->named || words || gains_number(table, line, second);
    }
    table->named |= named;
    if (columns) {
        return;
    }
    if (table->header) {
        name_columns(line, source, target, table);
        return;
    }
    table->source = 0;
    table->target = 1;
    table->weight = line->count >= 3 ? 2 : -1;
    table->columns = table->named ? line->count : 0;
}

mg_status mg__find_table(mg_context *context, const mg_input *input, const mg_graph_options *options, mg_table *table,
                         bool *is_table) {
    const bool has_options = options->columns || options->delimiter || options->named;
    const char *first = data_line(input, input->text);
    mg_table_line line;
    *is_table = false;
    if (!first) {
        return MG_OK;
    }
    *table = (mg_table){.separator = options->delimiter, .weight = -1, .type = -1};
    if (!table->separator) {
        table->separator = find_separator(first);
    } else if (table->separator == ' ') {
        table->separator = 0;
    }
    table->dictionary = contains(first, "{\n");
    const bool cut = !mg__cut_line(first, table, &line) && line.count >= (table->dictionary ? 3 : 2);
    if (!cut && has_options) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected columns, found one", input->path,
                        (unsigned long long)input->line);
    }
    if (!cut || (!has_options && !looks_like_table(first, &line))) {
        return MG_OK;
    }
    table->dictionary = table->dictionary && *line.fields[2].text == '{';
    if (options->columns) {
        const mg_status status = take_columns(context, input, options->columns, &line, table);
        if (status < 0) {
            return status;
        }
    }
    find_header(first, line_after(input, first), &line, options->columns != NULL, options->named, table);
    table->dictionary = table->dictionary && table->weight == 2;
    *is_table = true;
    return MG_OK;
}

mg_table mg__named_table(const mg_input *input) {
    const char *first = data_line(input, input->text);
    mg_table table = {.named = true, .keeps_names = true, .target = 1, .weight = -1, .type = -1};
    mg_table_line line = {0};
    table.separator = first ? find_separator(first) : 0;
    if (first && !mg__cut_line(first, &table, &line) && line.count > 2) {
        table.weight = 2;
    }
    table.columns = line.count;
    return table;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * table_detect.c: finds out from the first lines how a table of edges is built.
 */
#include "io/table_line.h"

#include <ctype.h>

static const char *const source_words[] = {"source", "src", "from", "fromnode", "fromnodeid", "sourceid", "startid",
                                           "start", "node1", "id1", "vertex1", "u", "tail", "row", "follower", NULL};
static const char *const target_words[] = {"target", "dst", "dest", "destination", "to", "tonode", "tonodeid",
                                           "targetid", "endid", "end", "node2", "id2", "vertex2", "v", "head", "col",
                                           "column", "followee", NULL};
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
        const char *which = quoted || *text == '{' ? NULL : strchr(separators, *text);
        if (*text == '{') {
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

bool mg__is_table(const mg_input *input, mg_table *table) {
    const char *first = data_line(input, input->text);
    mg_table_line line;
    if (!first || (!begins_word(first) && !contains(first, ";|\"{\n"))) {
        return false;
    }
    *table = (mg_table){.separator = find_separator(first), .weight = -1, .type = -1};
    table->dictionary = contains(first, "{\n");
    const char *second = line_after(input, first);
    if (mg__cut_line(first, table, &line) || line.count < (table->dictionary ? 3 : 2)) {
        return false;
    }
    table->dictionary = table->dictionary && *line.fields[2].text == '{';
    const int source = find_column(&line, source_words), target = find_column(&line, target_words);
    table->source = source >= 0 ? source : 0;
    table->target = target >= 0 ? target : 1;
    if (begins_word(line.fields[0].text) != begins_word(line.fields[1].text)) {
        return false; /* a name and an id: rather an error */
    }
    if (!has_ids(first, table, 0, 1)) {
        table->named = !has_ids(second, table, table->source, table->target);
        table->header = !table->named || (long_word(&line, source) && long_word(&line, target) && source != target);
    }
    if (table->header) {
        table->unsure = (source < 0) != (target < 0) || (source < 0 && line.count > 2);
        table->weight = find_column(&line, weight_words);
        table->type = find_column(&line, type_words);
        if (table->weight < 0 && line.count == 3 && table->type < 0 && find_column(&line, time_words) < 0) {
            table->weight = 3 - table->source - table->target;
            table->guessed = true;
        }
        return true;
    }
    table->source = 0;
    table->target = 1;
    table->weight = line.count >= 3 ? 2 : -1;
    table->columns = table->named ? line.count : 0;
    return true;
}

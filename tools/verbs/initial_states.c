/* SPDX-License-Identifier: Apache-2.0
 *
 * --from FILE of the verb run: the states of a program begin with the values of a column, as a run wrote them as text.
 */
#include "tools/cli/message.h"
#include "tools/output/number.h"
#include "tools/output/packing.h"
#include "tools/output/result_line.h"
#include "tools/verbs/algorithm.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const mg_column_spec *column_of(const session *s) {
    const mg_column_spec *column = s->program->columns;
    while (s->options->column && strcmp(column->name, s->options->column) != 0) {
        column++;
    }
    return column;
}

/* Stores a whole number; false: the type cannot hold it. */
static bool store_whole(mg_type type, bool negative, uint64_t size, void *to) {
    const uint64_t value = negative ? 0 - size : size;
    const uint32_t low = (uint32_t)value;
    const bool fits = type == MG_UINT32   ? !negative && size <= UINT32_MAX
                      : type == MG_INT32  ? size <= (uint64_t)INT32_MAX + negative
                      : type == MG_UINT64 ? !negative
                                          : size <= (uint64_t)INT64_MAX + negative;
    if (type == MG_UINT32 || type == MG_INT32) {
        memcpy(to, &low, sizeof low);
    } else {
        memcpy(to, &value, sizeof value);
    }
    return fits;
}

static bool store_real(mg_type type, double value, void *to) {
    const float narrow = (float)value;
    if (type == MG_FLOAT32) {
        memcpy(to, &narrow, sizeof narrow);
    } else {
        memcpy(to, &value, sizeof value);
    }
    return type != MG_FLOAT32 || isfinite(narrow) || !isfinite(value);
}

/* A distance that is written as infinite: infinity, or the largest number of the type. */
static bool store_unreached(mg_type type, void *to) {
    static const uint64_t largest[] = {
        [MG_INT32] = INT32_MAX, [MG_UINT32] = UINT32_MAX, [MG_INT64] = INT64_MAX, [MG_UINT64] = UINT64_MAX};
    return type == MG_FLOAT32 || type == MG_FLOAT64 ? store_real(type, HUGE_VAL, to)
                                                    : store_whole(type, false, largest[type], to);
}

/* Stores the value that a text is in a column; false: it is none. */
static bool store_text(const session *s, const mg_column_spec *column, const char *text, void *to) {
    const mg_type type = column->type;
    const bool is_real = type == MG_FLOAT32 || type == MG_FLOAT64;
    mg_vertex v = MG_NONE;
    uint64_t whole;
    double real;
    if (column->meaning == MG_VERTEX) {
        return (strcmp(text, "-") == 0 || session_find(s, text, &v)) && store_whole(type, false, v, to);
    }
    if (column->meaning == MG_DISTANCE && (strcmp(text, "inf") == 0 || strcmp(text, "Infinity") == 0)) {
        return store_unreached(type, to);
    }
    if (is_real) {
        return parse_double(text, &real) && store_real(type, real, to);
    }
    return parse_u64(text + (*text == '-'), &whole) && store_whole(type, *text == '-', whole, to);
}

static bool take_line(const session *s, const mg_column_spec *column, char *line, unsigned long number) {
    char *words[RESULT_WORDS], where[4352];
    const int count = result_line_cut(line, mg_graph_has_names(s->graph), words);
    const bool is_json = count == 4 && strcmp(words[0], "id") == 0;
    const bool heading = count == 2 && strcmp(words[0], "id") == 0 && strcmp(words[1], column->name) == 0;
    mg_vertex v;
    if (count == 0 || heading) {
        return true;
    }
    snprintf(where, sizeof where, "%s:%lu", s->options->from, number);
    if (count != 2 && !is_json) {
        message("%s: expected the id of a vertex and its %s", where, column->name);
        return false;
    }
    if (!session_find(s, words[is_json], &v)) {
        session_no_vertex(s, where, words[is_json]);
        return false;
    }
    char *const to = (char *)s->states + (size_t)v * s->program->state_size + column->offset;
    if (!store_text(s, column, words[is_json ? 3 : 1], to)) {
        message("%s: expected a value of the column %s, not '%s'", where, column->name, words[is_json ? 3 : 1]);
        return false;
    }
    return true;
}

static bool read_lines(const session *s, FILE *file) {
    const mg_column_spec *const column = column_of(s);
    char *line = NULL;
    size_t size = 0;
    bool good = true;
    errno = 0;
    for (unsigned long number = 1; good && getline(&line, &size, file) >= 0; number++) {
        good = take_line(s, column, line, number);
    }
    free(line);
    if (good && ferror(file)) {
        message("cannot read %s: %s", s->options->from, strerror(errno));
        return false;
    }
    return good;
}

int prepare_states(session *s) {
    const size_t n = mg_graph_vertex_count(s->graph);
    char *content;
    if (!s->options->from) {
        return STATUS_SUCCESS;
    }
    FILE *const file = packed_open(s->options->from, &content);
    if (!file) {
        message("cannot read %s: %s", s->options->from, strerror(errno));
        return STATUS_USAGE;
    }
    s->states = calloc(n + 1, s->program->state_size);
    const bool good = s->states && read_lines(s, file);
    fclose(file);
    free(content);
    if (!s->states) {
        message("out of memory for --from");
        return STATUS_FAILURE;
    }
    return good ? STATUS_SUCCESS : STATUS_USAGE;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_lines.c: parses the lines of edges of one chunk.
 */
#include "io/edge_lines.h"
#include "core/graph/graph_build.h"
#include "io/text.h"

#include <assert.h>
#include <string.h>

static const char expected_blanks[] = "blanks between columns, as in the first line, and decimal points";

static mg_edge_outcome wrong(mg_edge_piece *p, mg_status status, const char *expected, const char *found) {
    p->status = status;
    p->expected = expected;
    p->found = found;
    return MG_EDGES_WRONG;
}

/* Parses an id up to `most` and advances *text. */
static inline mg_edge_outcome parse_id(const mg_edge_job *j, mg_edge_piece *p, const char **text, uint64_t most,
                                       const char *expected, uint64_t *id) {
    const char *end = mg__parse_unsigned_fast(*text, j->safe, id);
    if (__builtin_expect(!end, 0)) {
        return wrong(p, MG_ERROR_RANGE, "a vertex id below 2^64", *text);
    }
    if (__builtin_expect(end == *text || !mg__column_ends(*end) || *id < j->rules->id_min || *id > most, 0)) {
        return wrong(p, MG_ERROR_FORMAT, expected, *text);
    }
    *text = end;
    return MG_EDGES_DONE;
}

static mg_edge_outcome parse_float(const mg_edge_job *j, mg_edge_piece *p, const char **text, uint64_t at) {
    mg_number number;
    const char *end = mg__parse_number(*text, j->c_locale, &number);
    if (!end || !mg__column_ends(*end)) {
        return wrong(p, MG_ERROR_FORMAT, "a finite weight", *text);
    }
    ((double *)j->buffer->weight)[at] = number.value;
    p->rounded |= number.rounded;
    *text = end;
    return MG_EDGES_DONE;
}

static inline void store_whole(const mg_edge_job *j, mg_type type, uint64_t at, int64_t value) {
    if (type == MG_INT32) {
        ((int32_t *)j->buffer->weight)[at] = (int32_t)value;
    } else {
        ((int64_t *)j->buffer->weight)[at] = value;
    }
}

/* Excludes INT32_MIN and INT64_MIN, so that every weight can be negated. */
static inline mg_edge_outcome parse_int(const mg_edge_job *j, mg_edge_piece *p, const char **text, uint64_t at,
                                        mg_type type) {
    const int64_t most = type == MG_INT32 ? INT32_MAX : INT64_MAX;
    const bool negative = **text == '-';
    const char *digits = *text + negative;
    uint64_t value;
    const char *end = mg__parse_unsigned_fast(digits, j->safe, &value);
    if (__builtin_expect(end && end > digits && mg__column_ends(*end) && value <= (uint64_t)most, 1)) {
        store_whole(j, type, at, negative ? -(int64_t)value : (int64_t)value);
        *text = end;
        return MG_EDGES_DONE;
    }
    mg_number number;
    end = mg__parse_number(*text, j->c_locale, &number);
    if (!end || !mg__column_ends(*end)) {
        return wrong(p, MG_ERROR_FORMAT, "a finite weight", *text);
    }
    if (number.fits && number.whole >= -most && number.whole <= most) {
        store_whole(j, type, at, number.whole);
        *text = end;
        return MG_EDGES_DONE;
    }
    p->wider = number.fits ? MG_INT64 : MG_FLOAT64;
    return MG_EDGES_WIDER_WEIGHTS;
}

/* Skips the separator of two columns, which is that of the first line. */
static inline mg_edge_outcome next_column(const mg_edge_rules *rules, mg_edge_piece *p, const char **text) {
    const char *at = mg__skip_blanks(*text);
    if (__builtin_expect(*at == ',', rules->commas) != rules->commas && *at != '\n') {
        return wrong(p, MG_ERROR_FORMAT, rules->commas ? "a comma, as in the first line" : expected_blanks, at);
    }
    *text = *at == ',' ? mg__skip_blanks(at + 1) : at;
    return MG_EDGES_DONE;
}

/* Parses the columns after the weight. The first line with another number of them than the first edge is noted. */
static mg_edge_outcome parse_more(const mg_edge_rules *rules, mg_edge_piece *p, const char **text) {
    uint32_t columns = 3;
    *text = mg__skip_blanks(*text);
    while (**text != '\n' && **text != '#' && **text != '%') {
        const char *column = *text;
        const mg_edge_outcome o = next_column(rules, p, text);
        if (o != MG_EDGES_DONE) {
            return o;
        }
        while (!mg__column_ends(**text)) {
            ++*text;
        }
        columns++;
        *text = mg__skip_blanks(*text);
        if (*text == column) {
            return wrong(p, MG_ERROR_FORMAT, "a further column", column);
        }
    }
    p->uneven = columns != rules->columns && !p->uneven ? *text : p->uneven;
    *text = memchr(*text, '\n', (size_t)(p->end - *text));
    return MG_EDGES_DONE;
}

/* Parses the ignored columns up to the newline. */
static inline mg_edge_outcome parse_rest(const mg_edge_rules *rules, mg_edge_piece *p, const char **text) {
    for (uint32_t i = 0; i < rules->ignored; i++) {
        const mg_edge_outcome o = next_column(rules, p, text);
        const char *column = *text;
        if (o != MG_EDGES_DONE) {
            return o;
        }
        while (!mg__column_ends(**text)) {
            ++*text;
        }
        if (*text == column) {
            return wrong(p, MG_ERROR_FORMAT, "a further column", column);
        }
    }
    *text = mg__skip_blanks(*text);
    if (rules->more) {
        return **text == '\n' && rules->columns == 3 ? MG_EDGES_DONE : parse_more(rules, p, text);
    }
    return **text == '\n' ? MG_EDGES_DONE : wrong(p, MG_ERROR_FORMAT, "the end of the line", *text);
}

/* Numbers both ends; false: the id set is full. Reuses the number of the last source, since lists are often sorted by
 * source. */
static inline bool number_ends(const mg_edge_job *j, mg_edge_piece *p, uint64_t source, uint64_t target, uint64_t at) {
    mg_id_set *names = &j->buffer->names;
    if (p->last_number == MG_NONE || p->last_id != source) {
        if (!mg__id_set_add(names, source, &p->spare, &p->last_number)) {
            p->last_number = MG_NONE;
            return false;
        }
        p->last_id = source;
    }
    j->buffer->source[at] = p->last_number;
    return mg__id_set_add(names, target, &p->spare, &j->buffer->target[at]);
}

/* Parses a line that is neither empty nor a comment. Types are constants after inlining. */
static inline __attribute__((always_inline)) mg_edge_outcome
parse_edge(const mg_edge_job *j, mg_edge_piece *p, const char **text, uint64_t at, bool named, mg_type weight_type) {
    const mg_edge_rules *rules = j->rules;
    uint64_t source, target;
    mg_edge_outcome o = parse_id(j, p, text, rules->id_max, rules->expected_id, &source);
    if (o != MG_EDGES_DONE) {
        return o;
    }
    if ((o = next_column(rules, p, text)) != MG_EDGES_DONE ||
        (o = parse_id(j, p, text, j->target_max, j->expected_target, &target)) != MG_EDGES_DONE) {
        return o;
    }
    if (named) {
        if (!number_ends(j, p, source, target, at)) {
            return MG_EDGES_MORE_NAMES;
        }
    } else if (__builtin_expect((source | target) >> 32 != 0, 0)) {
        return MG_EDGES_NAMED_IDS;
    } else {
        j->buffer->source[at] = (uint32_t)source;
        j->buffer->target[at] = (uint32_t)target;
        p->id_bits |= source | target;
    }
    if (weight_type != MG_TYPE_NONE) {
        if ((o = next_column(rules, p, text)) != MG_EDGES_DONE) {
            return o;
        }
        o = weight_type == MG_FLOAT64 ? parse_float(j, p, text, at) : parse_int(j, p, text, at, weight_type);
        if (o != MG_EDGES_DONE) {
            return o;
        }
    }
    return parse_rest(rules, p, text);
}

static inline __attribute__((always_inline)) void parse_lines(const mg_edge_job *j, mg_edge_piece *p, bool named,
                                                              mg_type weight_type) {
    const char *text = p->begin;
    uint64_t edges = 0, lines = 0;
    mg_edge_outcome o = MG_EDGES_DONE;
    for (; text < p->end; text++, lines++) {
        text = mg__skip_blanks(text);
        if (__builtin_expect((unsigned char)*text <= '%', 0)) {
            if (*text == '\n') {
                continue;
            }
            if (*text == '%' || (*text == '#' && j->rules->hash_comments)) {
                text = memchr(text, '\n', (size_t)(p->end - text));
                continue;
            }
        }
        if (j->rules->skipped_words && strchr(j->rules->skipped_words, *text) && mg__column_ends(text[1])) {
            text = memchr(text, '\n', (size_t)(p->end - text));
            continue;
        }
        if (j->rules->line_prefix) {
            if (*text != j->rules->line_prefix || !mg__column_ends(text[1])) {
                o = wrong(p, MG_ERROR_FORMAT, j->rules->expected_line, text);
                break;
            }
            text = mg__skip_blanks(text + 1);
        }
        if (__builtin_expect(edges == p->limit, 0)) {
            o = wrong(p, MG_ERROR_FORMAT, j->rules->expected_end, text);
            break;
        }
        if ((o = parse_edge(j, p, &text, p->first + edges, named, weight_type)) != MG_EDGES_DONE) {
            break;
        }
        edges++;
    }
    p->edges = edges;
    p->lines = lines;
    p->outcome = o;
}

void mg__parse_edge_lines(const mg_edge_job *j, mg_edge_piece *p) {
    const mg_type weights = j->buffer->weight_type;
    const bool named = j->buffer->names.ids != NULL;
    p->rounded = false;
    p->uneven = NULL;
    p->spare = p->last_number = MG_NONE;
    p->id_bits = 0;
    /* Calls with constants, for inlining. */
    if (weights == MG_TYPE_NONE) {
        named ? parse_lines(j, p, true, MG_TYPE_NONE) : parse_lines(j, p, false, MG_TYPE_NONE);
    } else if (weights == MG_INT32) {
        named ? parse_lines(j, p, true, MG_INT32) : parse_lines(j, p, false, MG_INT32);
    } else if (weights == MG_INT64) {
        named ? parse_lines(j, p, true, MG_INT64) : parse_lines(j, p, false, MG_INT64);
    } else {
        named ? parse_lines(j, p, true, MG_FLOAT64) : parse_lines(j, p, false, MG_FLOAT64);
    }
}

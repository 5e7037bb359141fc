/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_text.c: parses lines of edges in parallel.
 *
 * The number of newlines bounds the number of edges of a chunk, so every chunk writes directly to its position in the
 * buffer; gaps left by comments are closed afterwards. At first ids are 32-bit numbers and weights int32. A window that
 * needs wider ones is parsed again, and from then on ids are numbers of an id set, or weights int64 or doubles.
 */
#include "core/graph/graph_build.h"
#include "io/edge_text.h"
#include "io/text.h"

#include <assert.h>
#include <string.h>

#define PIECES_PER_THREAD 4

typedef enum outcome { DONE, WRONG, NAMED_IDS, MORE_NAMES, WIDER_WEIGHTS } outcome;

typedef struct piece {
    const char *begin, *end;
    uint64_t first; /* position of its edges in the buffer */
    uint64_t limit; /* largest number of edges */
    uint64_t edges, lines;
    const char *uneven; /* first line with another number of columns than the first edge; NULL: none */
    outcome outcome;
    mg_status status;     /* error: status, */
    const char *expected; /* what was expected, */
    const char *found;    /* position in the text */
    uint64_t id_bits;     /* bitwise or of all ids */
    uint32_t spare;       /* reserved number of the id set (mg__id_set_add) */
    uint64_t last_id;     /* source of the previous edge, */
    uint32_t last_number; /* and its number; MG_NONE: no previous edge */
    mg_type wider;        /* WIDER_WEIGHTS: type that the weights need */
    bool rounded;         /* double is too narrow for a whole weight */
} piece;

typedef struct job {
    const mg_edge_rules *rules;
    mg_edge_buffer *buffer;
    const char *safe; /* last position from which eight characters may be read */
    locale_t c_locale;
    piece *pieces;
    const char **cuts;
    int piece_count;
} job;

static const char expected_blanks[] = "blanks between columns, as in the first line, and decimal points";

static outcome wrong(piece *p, mg_status status, const char *expected, const char *found) {
    p->status = status;
    p->expected = expected;
    p->found = found;
    return WRONG;
}

/* Parses an id and advances *text. */
static inline outcome parse_id(const job *j, piece *p, const char **text, uint64_t *id) {
    const mg_edge_rules *rules = j->rules;
    const char *end = mg__parse_unsigned_fast(*text, j->safe, id);
    if (__builtin_expect(!end, 0)) {
        return wrong(p, MG_ERROR_RANGE, "a vertex id below 2^64", *text);
    }
    if (__builtin_expect(end == *text || !mg__column_ends(*end) || *id < rules->id_min || *id > rules->id_max, 0)) {
        return wrong(p, MG_ERROR_FORMAT, rules->expected_id, *text);
    }
    *text = end;
    return DONE;
}

static outcome parse_float(const job *j, piece *p, const char **text, uint64_t at) {
    mg_number number;
    const char *end = mg__parse_number(*text, j->c_locale, &number);
    if (!end || !mg__column_ends(*end)) {
        return wrong(p, MG_ERROR_FORMAT, "a finite weight", *text);
    }
    ((double *)j->buffer->weight)[at] = number.value;
    p->rounded |= number.rounded;
    *text = end;
    return DONE;
}

static inline void store_whole(const job *j, mg_type type, uint64_t at, int64_t value) {
    if (type == MG_INT32) {
        ((int32_t *)j->buffer->weight)[at] = (int32_t)value;
    } else {
        ((int64_t *)j->buffer->weight)[at] = value;
    }
}

/* Excludes INT32_MIN and INT64_MIN, so that every weight can be negated. */
static inline outcome parse_int(const job *j, piece *p, const char **text, uint64_t at, mg_type type) {
    const int64_t most = type == MG_INT32 ? INT32_MAX : INT64_MAX;
    const bool negative = **text == '-';
    const char *digits = *text + negative;
    uint64_t value;
    const char *end = mg__parse_unsigned_fast(digits, j->safe, &value);
    if (__builtin_expect(end && end > digits && mg__column_ends(*end) && value <= (uint64_t)most, 1)) {
        store_whole(j, type, at, negative ? -(int64_t)value : (int64_t)value);
        *text = end;
        return DONE;
    }
    mg_number number;
    end = mg__parse_number(*text, j->c_locale, &number);
    if (!end || !mg__column_ends(*end)) {
        return wrong(p, MG_ERROR_FORMAT, "a finite weight", *text);
    }
    if (number.fits && number.whole >= -most && number.whole <= most) {
        store_whole(j, type, at, number.whole);
        *text = end;
        return DONE;
    }
    p->wider = number.fits ? MG_INT64 : MG_FLOAT64;
    return WIDER_WEIGHTS;
}

/* Skips the separator of two columns, which is that of the first line. */
static inline outcome next_column(const mg_edge_rules *rules, piece *p, const char **text) {
    const char *at = mg__skip_blanks(*text);
    if (__builtin_expect(*at == ',', rules->commas) != rules->commas && *at != '\n') {
        return wrong(p, MG_ERROR_FORMAT, rules->commas ? "a comma, as in the first line" : expected_blanks, at);
    }
    *text = *at == ',' ? mg__skip_blanks(at + 1) : at;
    return DONE;
}

/* Parses the columns after the weight. The first line with another number of them than the first edge is noted. */
static outcome parse_more(const mg_edge_rules *rules, piece *p, const char **text) {
    uint32_t columns = 3;
    *text = mg__skip_blanks(*text);
    while (**text != '\n' && **text != '#' && **text != '%') {
        const char *column = *text;
        const outcome o = next_column(rules, p, text);
        if (o != DONE) {
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
    return DONE;
}

/* Parses the ignored columns up to the newline. */
static inline outcome parse_rest(const mg_edge_rules *rules, piece *p, const char **text) {
    for (uint32_t i = 0; i < rules->ignored; i++) {
        const outcome o = next_column(rules, p, text);
        const char *column = *text;
        if (o != DONE) {
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
        return **text == '\n' && rules->columns == 3 ? DONE : parse_more(rules, p, text);
    }
    return **text == '\n' ? DONE : wrong(p, MG_ERROR_FORMAT, "the end of the line", *text);
}

/* Numbers both ends; false: the id set is full. Reuses the number of the last source, since lists are often sorted by
 * source. */
static inline bool number_ends(const job *j, piece *p, uint64_t source, uint64_t target, uint64_t at) {
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
static inline __attribute__((always_inline)) outcome parse_edge(const job *j, piece *p, const char **text, uint64_t at,
                                                                bool named, mg_type weight_type) {
    const mg_edge_rules *rules = j->rules;
    uint64_t source, target;
    outcome o = parse_id(j, p, text, &source);
    if (o != DONE) {
        return o;
    }
    if ((o = next_column(rules, p, text)) != DONE || (o = parse_id(j, p, text, &target)) != DONE) {
        return o;
    }
    if (named) {
        if (!number_ends(j, p, source, target, at)) {
            return MORE_NAMES;
        }
    } else if (__builtin_expect((source | target) >> 32 != 0, 0)) {
        return NAMED_IDS;
    } else {
        j->buffer->source[at] = (uint32_t)source;
        j->buffer->target[at] = (uint32_t)target;
        p->id_bits |= source | target;
    }
    if (weight_type != MG_TYPE_NONE) {
        if ((o = next_column(rules, p, text)) != DONE) {
            return o;
        }
        o = weight_type == MG_FLOAT64 ? parse_float(j, p, text, at) : parse_int(j, p, text, at, weight_type);
        if (o != DONE) {
            return o;
        }
    }
    return parse_rest(rules, p, text);
}

static inline __attribute__((always_inline)) void parse_lines(const job *j, piece *p, bool named, mg_type weight_type) {
    const char *text = p->begin;
    uint64_t edges = 0, lines = 0;
    outcome o = DONE;
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
        if ((o = parse_edge(j, p, &text, p->first + edges, named, weight_type)) != DONE) {
            break;
        }
        edges++;
    }
    p->edges = edges;
    p->lines = lines;
    p->outcome = o;
}

static void parse_piece(const job *j, piece *p) {
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

/* Cuts the window into chunks and assigns their positions in the buffer. */
static uint64_t cut_window(mg_context *context, const mg_input *input, job *j) {
    j->piece_count = mg__cut_window(input, (size_t)context->threads * PIECES_PER_THREAD, j->cuts);
    j->safe = input->text + input->size - sizeof(uint64_t);
    for (int i = 0; i < j->piece_count; i++) {
        j->pieces[i] = (piece){.begin = j->cuts[i], .end = j->cuts[i + 1], .limit = UINT64_MAX};
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (int i = 0; i < j->piece_count; i++) {
        j->pieces[i].edges = mg__count_newlines(j->pieces[i].begin, j->pieces[i].end);
    }
    uint64_t total = 0;
    for (int i = 0; i < j->piece_count; i++) {
        j->pieces[i].first = j->buffer->count + total;
        total += j->pieces[i].edges;
    }
    return total;
}

/* Moves the edges of all chunks together. */
static void close_gaps(const job *j) {
    mg_edge_buffer *buffer = j->buffer;
    const size_t id = sizeof *buffer->source, weight = mg__type_size(buffer->weight_type);
    for (int i = 0; i < j->piece_count; i++) {
        const piece *p = &j->pieces[i];
        assert(p->first >= buffer->count && p->first + p->edges <= buffer->capacity);
        if (p->first != buffer->count && p->edges) {
            char *weights = buffer->weight;
            memmove(buffer->source + buffer->count, buffer->source + p->first, p->edges * id);
            memmove(buffer->target + buffer->count, buffer->target + p->first, p->edges * id);
            if (weight) {
                memmove(weights + buffer->count * weight, weights + p->first * weight, p->edges * weight);
            }
        }
        buffer->count += p->edges;
        buffer->rounded |= p->rounded;
        buffer->id_bits |= p->id_bits;
    }
}

/* First chunk that failed, and the number of lines before it. */
static const piece *first_failure(const job *j, uint64_t *lines) {
    for (int i = 0; i < j->piece_count; i++) {
        if (j->pieces[i].outcome != DONE) {
            return &j->pieces[i];
        }
        *lines += j->pieces[i].lines;
    }
    return NULL;
}

/* Keeps the number of the first line that has another number of columns. */
static void note_uneven(const mg_input *input, const job *j) {
    for (int i = 0; i < j->piece_count && !j->buffer->uneven_line; i++) {
        if (j->pieces[i].uneven) {
            j->buffer->uneven_line = input->line + mg__count_newlines(input->text, j->pieces[i].uneven);
        }
    }
}

/* Parses the chunks; one thread prefetches the next window meanwhile (double buffering). */
static void parse_pieces(mg_context *context, mg_input *input, const job *j) {
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (int i = -1; i < j->piece_count; i++) {
        if (i < 0) {
            mg__input_prefetch(input);
        } else {
            parse_piece(j, &j->pieces[i]);
        }
    }
}

/* Finds the line at which the edges exceed the limit, by parsing the window again as one chunk. */
static mg_status too_many_edges(mg_context *context, const mg_input *input, const job *j, uint64_t allowed) {
    piece p = {.begin = input->text, .end = input->text + input->size, .first = j->buffer->count, .limit = allowed};
    parse_piece(j, &p);
    return mg__unexpected(context, input, input->line + p.lines, p.expected, p.found);
}

static mg_status parse_window(mg_context *context, mg_input *input, job *j) {
    mg_edge_buffer *buffer = j->buffer;
    const uint64_t bound = cut_window(context, input, j);
    mg_status status = mg__edge_buffer_reserve(context, buffer, bound, mg__input_fraction(input));
    while (status >= 0) {
        uint64_t lines = 0, edges = 0;
        parse_pieces(context, input, j);
        const piece *failed = first_failure(j, &lines);
        if (!failed) {
            for (int i = 0; i < j->piece_count; i++) {
                edges += j->pieces[i].edges;
            }
            if (edges > j->rules->edge_limit - buffer->count) {
                return too_many_edges(context, input, j, j->rules->edge_limit - buffer->count);
            }
            note_uneven(input, j);
            close_gaps(j);
            input->line += lines;
            return MG_OK;
        }
        if (failed->outcome == WRONG) {
            mg__unexpected(context, input, input->line + lines + failed->lines, failed->expected, failed->found);
            return failed->status;
        }
        status = failed->outcome == NAMED_IDS    ? mg__name_ids(context, buffer)
                 : failed->outcome == MORE_NAMES ? mg__id_set_grow(context, &buffer->names)
                                                 : mg__widen_weights(context, buffer, failed->wider, buffer->count);
    }
    return status;
}

mg_status mg__read_edge_lines(mg_context *context, mg_input *input, const mg_edge_rules *rules,
                              mg_edge_buffer *buffer) {
    job j = {.rules = rules, .buffer = buffer};
    mg_status status;
    j.c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!j.c_locale) {
        MG_TRY(mg__fail(context, MG_ERROR_MEMORY, "out of memory: reading numbers"));
    }
    MG_TRY(MG_ALLOC(context, j.pieces, (uint64_t)context->threads * PIECES_PER_THREAD, "reading"));
    MG_TRY(MG_ALLOC(context, j.cuts, (uint64_t)context->threads * PIECES_PER_THREAD + 1, "reading"));
    while (input->size) {
        MG_TRY(mg__progress(context, "reading", mg__input_fraction(input)));
        MG_TRY(parse_window(context, input, &j));
        MG_TRY(mg__input_next(context, input));
    }
out:
    mg__release(&context->memory, j.pieces);
    mg__release(&context->memory, j.cuts);
    if (j.c_locale) {
        freelocale(j.c_locale);
    }
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * read_ligra.c: the adjacency graphs of Ligra, GBBS and PBBS (Shun, Blelloch, PPoPP 2013).
 *
 * The word AdjacencyGraph or WeightedAdjacencyGraph, then numbers between white space: n, m, n offsets, m neighbours,
 * and m weights where there are any. Arcs are directed, ids are 0 to n - 1. Offsets and neighbours are kept as they
 * come; nothing is allocated by n and m.
 */
#include "io/csr_rows.h"
#include "io/edge_text.h"
#include "io/text.h"

#include <string.h>

#define PIECES_PER_THREAD 4

typedef struct piece {
    const char *begin, *end;
    uint64_t first, count; /* numbers */
    uint64_t lines;
    bool integers, float32_enough;
    const char *expected, *found; /* NULL: nothing wrong */
} piece;

typedef struct job {
    uint64_t n, arcs, total; /* numbers behind n and m */
    bool weighted, keep, integers;
    mg_edge_buffer *buffer; /* the neighbours are its targets */
    uint64_t *offsets;
    uint64_t room, seen; /* of offsets; numbers so far */
    locale_t c_locale;
    piece *pieces;
    const char **cuts;
} job;

static const char plain[] = "AdjacencyGraph", with_weights[] = "WeightedAdjacencyGraph";

/* The length of the first word if it is one of the two. */
static size_t word_length(const char *text, size_t size, bool *weighted) {
    const size_t lengths[] = {sizeof plain - 1, sizeof with_weights - 1};
    const char *const words[] = {plain, with_weights};
    for (int i = 0; i < 2; i++) {
        if (size > lengths[i] && memcmp(text, words[i], lengths[i]) == 0 && mg__column_ends(text[lengths[i]])) {
            *weighted = i;
            return lengths[i];
        }
    }
    return 0;
}

static mg_sniff sniff_ligra(const char *text, size_t size) {
    const size_t skip = mg__is_bom(text, size) ? 3 : 0;
    bool weighted;
    return word_length(text + skip, size - skip, &weighted) ? MG_SNIFF_SURE : MG_SNIFF_NO;
}

/* The next number of the header, on this line or a later one. */
static mg_status parse_count(mg_context *context, mg_input *input, const char *expected, uint64_t *value) {
    for (;;) {
        const char *text = input->text;
        if (input->size) {
            text = mg__skip_blanks(text);
        } else {
            const mg_status status = mg__input_next(context, input);
            if (status < 0) {
                return status;
            }
            if (!input->size) {
                return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected %s, found the end of the file",
                                input->path, (unsigned long long)input->line, expected);
            }
            continue;
        }
        if (*text == '\n') {
            mg__skip_line(input);
            continue;
        }
        const char *end = mg__parse_unsigned(text, value);
        if (!end || end == text || !mg__column_ends(*end)) {
            return mg__unexpected(context, input, input->line, expected, text);
        }
        input->size -= (size_t)(end - input->text);
        input->text = end;
        return MG_OK;
    }
}

static mg_status parse_header(mg_context *context, mg_input *input, job *j) {
    const size_t skip = mg__is_bom(input->text, input->size) ? 3 : 0;
    mg_status status;
    const size_t length = word_length(input->text + skip, input->size - skip, &j->weighted);
    if (!length) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s:1: expected '%s' or '%s', found another beginning", input->path,
                        plain, with_weights));
    }
    input->text += skip + length;
    input->size -= skip + length;
    MG_TRY(parse_count(context, input, "the number of vertices", &j->n));
    MG_TRY(parse_count(context, input, "the number of arcs", &j->arcs));
    if (j->n >= MG_NONE || j->arcs >= UINT64_MAX / 4) {
        MG_TRY(mg__fail(context, MG_ERROR_RANGE, "%s:%llu: expected at most 4294967294 vertices and 2^62 arcs",
                        input->path, (unsigned long long)input->line));
    }
    j->total = j->n + j->arcs * (j->weighted ? 2 : 1);
out:
    return status;
}

static void count_piece(piece *p) {
    bool within = false;
    for (const char *text = p->begin; text < p->end; text++) {
        const bool blank = mg__column_ends(*text);
        p->count += !blank && !within;
        within = !blank;
    }
}

static const char *fail(piece *p, const char *expected, const char *found) {
    p->expected = expected;
    p->found = found;
    return NULL;
}

/* Number `at` of the file. */
static const char *parse_number(const job *j, piece *p, const char *text, uint64_t at) {
    const uint64_t n = j->n;
    if (at >= n + j->arcs && at < j->total) {
        mg_number number;
        const char *end = mg__parse_number(text, j->c_locale, &number);
        if (!end || !mg__column_ends(*end)) {
            return fail(p, "a finite weight", text);
        }
        if (j->keep) {
            ((double *)j->buffer->weight)[at - n - j->arcs] = number.value;
            p->integers &= number.integer;
            p->float32_enough &= number.float32_enough;
        }
        return end;
    }
    uint64_t value = 0;
    const char *end = mg__parse_unsigned(text, &value);
    const bool number = end && end != text && mg__column_ends(*end);
    if (at >= j->total) {
        return fail(p, "the end of the file after the last number", text);
    }
    if (at < n) {
        if (!number || value > j->arcs) {
            return fail(p, "an offset of at most the number of arcs", text);
        }
        j->offsets[at] = value;
    } else {
        if (!number || value >= n) {
            return fail(p, "a neighbour below the number of vertices", text);
        }
        ((uint32_t *)j->buffer->target)[at - n] = (uint32_t)value;
    }
    return end;
}

static void parse_piece(const job *j, piece *p) {
    uint64_t at = p->first;
    p->integers = p->float32_enough = true;
    for (const char *text = p->begin; text < p->end;) {
        text = mg__skip_blanks(text);
        if (*text == '\n') {
            p->lines++;
            text++;
            continue;
        }
        text = parse_number(j, p, text, at++);
        if (!text) {
            return;
        }
    }
}

/* Room for the numbers up to `seen`, as far as they are offsets, and arcs with their weights. */
static mg_status make_room(mg_context *context, const mg_input *input, job *j, uint64_t seen) {
    const uint64_t offsets = seen < j->n ? seen : j->n, behind = seen - offsets;
    const uint64_t arcs = behind < j->arcs ? behind : j->arcs;
    mg_edge_buffer *buffer = j->buffer;
    if (offsets + 1 > j->room) {
        const uint64_t doubled = 2 * j->room, room = offsets + 1 > doubled ? offsets + 1 : doubled;
        uint64_t *larger;
        const mg_status status = MG_GET(context, larger, room, "offsets");
        if (status < 0) {
            return status;
        }
        if (j->room) {
            memcpy(larger, j->offsets, (size_t)j->room * sizeof *larger);
        }
        mg__release(&context->memory, j->offsets);
        j->offsets = larger;
        j->room = room;
    }
    const mg_status status =
        mg__edge_buffer_reserve(context, buffer, arcs - buffer->count, behind ? mg__input_fraction(input) : -1.0);
    if (status >= 0 && arcs > buffer->count) {
        buffer->count = arcs;
    }
    return status;
}

static mg_status parse_window(mg_context *context, mg_input *input, job *j) {
    const int pieces = mg__cut_window(input, (size_t)context->threads * PIECES_PER_THREAD, j->cuts);
    for (int i = 0; i < pieces; i++) {
        j->pieces[i] = (piece){.begin = j->cuts[i], .end = j->cuts[i + 1]};
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (int i = 0; i < pieces; i++) {
        count_piece(&j->pieces[i]);
    }
    uint64_t seen = j->seen;
    for (int i = 0; i < pieces; i++) {
        j->pieces[i].first = seen;
        seen += j->pieces[i].count;
    }
    const mg_status status = make_room(context, input, j, seen);
    if (status < 0) {
        return status;
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (int i = -1; i < pieces; i++) {
        if (i < 0) {
            mg__input_prefetch(input);
        } else {
            parse_piece(j, &j->pieces[i]);
        }
    }
    for (int i = 0; i < pieces; i++) {
        const piece *p = &j->pieces[i];
        input->line += p->lines;
        if (p->expected) {
            return mg__unexpected(context, input, input->line, p->expected, p->found);
        }
        j->integers &= p->integers;
        j->buffer->float32_enough &= p->float32_enough;
    }
    j->seen = seen;
    return MG_OK;
}

static mg_status finish(mg_context *context, const mg_input *input, job *j) {
    if (j->seen < j->total) {
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s:%llu: expected %llu numbers, found the end of the file after %llu", input->path,
                        (unsigned long long)input->line, (unsigned long long)j->total, (unsigned long long)j->seen);
    }
    j->offsets[j->n] = j->arcs;
    const mg_rows rows = {
        .n = j->n, .arcs = j->arcs, .offsets = (const unsigned char *)j->offsets, .offset_size = sizeof *j->offsets};
    const mg_status status = mg__rows_sources(context, input, &rows, j->buffer->source);
    return status < 0 ? status : mg__settle_weights(context, j->buffer, j->integers);
}

static mg_status read_ligra(mg_context *context, mg_input *input, const mg_graph_options *options,
                            mg_edge_buffer *buffer) {
    job j = {.buffer = buffer, .integers = true};
    const uint64_t pieces = (uint64_t)context->threads * PIECES_PER_THREAD;
    mg_status status;
    MG_TRY(parse_header(context, input, &j));
    j.keep = j.weighted && options->weights == MG_WEIGHTS_FILE;
    buffer->id_type = MG_UINT32;
    buffer->weight_type = j.keep ? MG_FLOAT64 : MG_TYPE_NONE;
    buffer->float32_enough = true;
    j.c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!j.c_locale) {
        MG_TRY(mg__fail(context, MG_ERROR_MEMORY, "out of memory: reading numbers"));
    }
    MG_TRY(MG_GET(context, j.pieces, pieces, "reading"));
    MG_TRY(MG_GET(context, j.cuts, pieces + 1, "reading"));
    MG_TRY(make_room(context, input, &j, 0));
    while (input->size) {
        MG_TRY(mg__progress(context, "reading", mg__input_fraction(input)));
        MG_TRY(parse_window(context, input, &j));
        MG_TRY(mg__input_next(context, input));
    }
    MG_TRY(finish(context, input, &j));
    buffer->contiguous = true;
    buffer->vertex_count = j.n;
out:
    mg__release(&context->memory, j.pieces);
    mg__release(&context->memory, j.cuts);
    mg__release(&context->memory, j.offsets);
    if (j.c_locale) {
        freelocale(j.c_locale);
    }
    return status;
}

const mg_reader mg__ligra_reader = {
    .name = "ligra",
    .description = "Ligra, GBBS and PBBS adjacency graphs",
    .suffixes = "adj",
    .sniff = sniff_ligra,
    .read = read_ligra,
};

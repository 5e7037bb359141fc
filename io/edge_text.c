/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_text.c: parses lines of edges in parallel.
 *
 * The number of newlines bounds the number of edges of a chunk, so every chunk writes directly to its position in the
 * buffer; gaps left by comments are closed afterwards. At first ids are 32-bit numbers and weights int32. A window that
 * needs wider ones is parsed again, and from then on ids are numbers of an id set, or weights int64 or doubles.
 */
#include "core/graph/graph_build.h"
#include "io/edge_lines.h"

#include <assert.h>
#include <string.h>

#define PIECES_PER_THREAD 4

/* Cuts the window into chunks and assigns their positions in the buffer. */
static uint64_t cut_window(mg_context *context, const mg_input *input, mg_edge_job *j) {
    j->piece_count = mg__cut_window(input, (size_t)context->threads * PIECES_PER_THREAD, j->cuts);
    j->safe = input->text + input->size - sizeof(uint64_t);
    for (int i = 0; i < j->piece_count; i++) {
        j->pieces[i] = (mg_edge_piece){.begin = j->cuts[i], .end = j->cuts[i + 1], .limit = UINT64_MAX};
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
static void close_gaps(const mg_edge_job *j) {
    mg_edge_buffer *buffer = j->buffer;
    const size_t id = sizeof *buffer->source, weight = mg__type_size(buffer->weight_type);
    for (int i = 0; i < j->piece_count; i++) {
        const mg_edge_piece *p = &j->pieces[i];
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
static const mg_edge_piece *first_failure(const mg_edge_job *j, uint64_t *lines) {
    for (int i = 0; i < j->piece_count; i++) {
        if (j->pieces[i].outcome != MG_EDGES_DONE) {
            return &j->pieces[i];
        }
        *lines += j->pieces[i].lines;
    }
    return NULL;
}

/* Keeps the number of the first line that has another number of columns. */
static void note_uneven(const mg_input *input, const mg_edge_job *j) {
    for (int i = 0; i < j->piece_count && !j->buffer->uneven_line; i++) {
        if (j->pieces[i].uneven) {
            j->buffer->uneven_line = input->line + mg__count_newlines(input->text, j->pieces[i].uneven);
        }
    }
}

static void parse_piece(const void *data, int i) {
    const mg_edge_job *j = data;
    mg__parse_edge_lines(j, &j->pieces[i]);
}

/* Finds the line at which the edges exceed the limit, by parsing the window again as one chunk. */
static mg_status too_many_edges(mg_context *context, const mg_input *input, const mg_edge_job *j, uint64_t allowed) {
    mg_edge_piece p = {
        .begin = input->text, .end = input->text + input->size, .first = j->buffer->count, .limit = allowed};
    mg__parse_edge_lines(j, &p);
    return mg__unexpected(context, input, input->line + p.lines, p.expected, p.found);
}

static mg_status parse_window(mg_context *context, mg_input *input, mg_edge_job *j) {
    mg_edge_buffer *buffer = j->buffer;
    const uint64_t bound = cut_window(context, input, j);
    mg_status status = mg__edge_buffer_reserve(context, buffer, bound, mg__input_fraction(input));
    while (status >= 0) {
        uint64_t lines = 0, edges = 0;
        mg__parse_chunks(context, input, j->piece_count, parse_piece, j);
        const mg_edge_piece *failed = first_failure(j, &lines);
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
        if (failed->outcome == MG_EDGES_WRONG) {
            mg__unexpected(context, input, input->line + lines + failed->lines, failed->expected, failed->found);
            return failed->status;
        }
        status = failed->outcome == MG_EDGES_NAMED_IDS ? mg__name_ids(context, buffer)
                 : failed->outcome == MG_EDGES_MORE_NAMES
                     ? mg__id_set_grow(context, &buffer->names)
                     : mg__widen_weights(context, buffer, failed->wider, buffer->count);
    }
    return status;
}

mg_status mg__read_edge_lines(mg_context *context, mg_input *input, const mg_edge_rules *rules,
                              mg_edge_buffer *buffer) {
    mg_edge_job j = {.rules = rules,
                     .target_max = rules->expected_target ? rules->target_max : rules->id_max,
                     .expected_target = rules->expected_target ? rules->expected_target : rules->expected_id,
                     .buffer = buffer};
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

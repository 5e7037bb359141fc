/* SPDX-License-Identifier: Apache-2.0
 *
 * text_pieces.c: the loop over windows: count, place, parse and take their chunks.
 */
#include "io/text_pieces.h"

#include <assert.h>

#define PIECES_PER_THREAD 4

const char *mg__piece_wrong(mg_text_piece *piece, const char *expected, const char *found) {
    piece->expected = expected;
    piece->found = found;
    return NULL;
}

const char *mg__piece_weight(const mg_text_job *job, mg_text_piece *piece, const char *text, uint64_t at) {
    mg_number number;
    const char *end = mg__parse_number(text, job->c_locale, &number);
    if (!end || !mg__column_ends(*end)) {
        return mg__piece_wrong(piece, "a finite weight", text);
    }
    assert(!job->keep_weights || at < job->buffer->capacity);
    if (job->keep_weights) {
        if (job->buffer->weight_type == MG_FLOAT64) {
            ((double *)job->buffer->weight)[at] = number.value;
            piece->rounded |= number.rounded;
        } else {
            ((int64_t *)job->buffer->weight)[at] = number.whole;
            piece->fraction |= !number.fits;
        }
        piece->weights_end = at + 1;
    }
    return end;
}

/* Weights are int64 until the first one is none. */
static bool any_fraction(const mg_text_job *job) {
    bool found = false;
    for (int i = 0; i < job->piece_count; i++) {
        found |= job->pieces[i].fraction;
    }
    return found;
}

static void parse_piece(const void *data, int i) {
    const mg_text_job *job = data;
    mg_text_piece *piece = &job->pieces[i];
    piece->lines = piece->weights_end = 0;
    piece->fraction = piece->rounded = false;
    piece->expected = NULL;
    job->parse(job, piece);
}

static mg_status read_window(mg_context *context, mg_input *input, mg_text_job *job) {
    job->piece_count = mg__cut_window(input, (size_t)context->threads * PIECES_PER_THREAD, job->cuts);
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (int i = 0; i < job->piece_count; i++) {
        job->pieces[i] = (mg_text_piece){.begin = job->cuts[i], .end = job->cuts[i + 1]};
        job->count(&job->pieces[i]);
    }
    mg_edge_buffer *buffer = job->buffer;
    mg_status status = job->place(context, input, job);
    if (status < 0) {
        return status;
    }
    mg__parse_chunks(context, input, job->piece_count, parse_piece, job);
    if (any_fraction(job)) {
        const uint64_t weights = job->weights_end < buffer->count ? job->weights_end : buffer->count;
        if ((status = mg__widen_weights(context, buffer, MG_FLOAT64, weights)) < 0) {
            return status;
        }
        mg__parse_chunks(context, input, job->piece_count, parse_piece, job);
    }
    for (int i = 0; i < job->piece_count; i++) {
        mg_text_piece *piece = &job->pieces[i];
        if (piece->expected) {
            return mg__unexpected(context, input, input->line + piece->lines, piece->expected, piece->found);
        }
        if (!job->take(job, piece)) {
            return mg__unexpected(context, input, input->line + piece->first_line, piece->expected, piece->found);
        }
        input->line += piece->lines;
        job->weights_end = piece->weights_end ? piece->weights_end : job->weights_end;
        buffer->rounded |= piece->rounded;
    }
    return MG_OK;
}

mg_status mg__read_pieces(mg_context *context, mg_input *input, mg_text_job *job) {
    const uint64_t most = (uint64_t)context->threads * PIECES_PER_THREAD;
    assert(job->count && job->place && job->parse && job->take && job->buffer);
    mg_status status;
    job->weights_end = 0;
    job->buffer->weight_type = job->keep_weights ? MG_INT64 : MG_TYPE_NONE;
    job->c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!job->c_locale) {
        MG_TRY(mg__fail(context, MG_ERROR_MEMORY, "out of memory: reading numbers"));
    }
    MG_TRY(MG_ALLOC(context, job->pieces, most, "reading"));
    MG_TRY(MG_ALLOC(context, job->cuts, most + 1, "reading"));
    MG_TRY(mg__edge_buffer_reserve(context, job->buffer, 0, -1.0));
    while (input->size) {
        MG_TRY(mg__progress(context, "reading", mg__input_fraction(input)));
        MG_TRY(read_window(context, input, job));
        MG_TRY(mg__input_next(context, input));
    }
out:
    mg__release(&context->memory, job->pieces);
    mg__release(&context->memory, job->cuts);
    if (job->c_locale) {
        freelocale(job->c_locale);
    }
    if (status >= 0) {
        mg__choose_weight_type(context, job->buffer);
    }
    return status;
}

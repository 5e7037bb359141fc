/* SPDX-License-Identifier: Apache-2.0
 *
 * read_ligra.c: the adjacency graphs of Ligra, GBBS and PBBS (Shun, Blelloch, PPoPP 2013).
 *
 * The word AdjacencyGraph or WeightedAdjacencyGraph, then numbers between white space: n, m, n offsets, m neighbours,
 * and m weights if weighted. Arcs are directed, ids are 0 to n - 1. Memory grows with the numbers read; nothing is
 * allocated by the claimed n and m.
 */
#include "io/text_pieces.h"

#include <string.h>

typedef struct header {
    uint64_t n, arcs, total; /* total: numbers after n and m */
    bool weighted;
} header;

typedef struct progress {
    uint64_t *offsets;
    uint64_t room, seen; /* capacity for offsets; numbers read so far */
} progress;

static const char plain[] = "AdjacencyGraph", with_weights[] = "WeightedAdjacencyGraph";

/* Length of the first word if it is one of the two; else 0. */
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

/* Parses the next number of the header, on this or a later line. */
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

static mg_status parse_header(mg_context *context, mg_input *input, header *h) {
    const size_t skip = mg__is_bom(input->text, input->size) ? 3 : 0;
    mg_status status;
    const size_t length = word_length(input->text + skip, input->size - skip, &h->weighted);
    if (!length) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s:1: expected '%s' or '%s', found another beginning", input->path,
                        plain, with_weights));
    }
    input->text += skip + length;
    input->size -= skip + length;
    MG_TRY(parse_count(context, input, "the number of vertices", &h->n));
    MG_TRY(parse_count(context, input, "the number of arcs", &h->arcs));
    if (h->n >= MG_NONE || h->arcs >= UINT64_MAX / 4) {
        MG_TRY(mg__fail(context, MG_ERROR_RANGE, "%s:%llu: expected at most 4294967294 vertices and 2^62 arcs",
                        input->path, (unsigned long long)input->line));
    }
    h->total = h->n + h->arcs * (h->weighted ? 2 : 1);
out:
    return status;
}

static void count_piece(mg_text_piece *piece) {
    bool within = false;
    for (const char *text = piece->begin; text < piece->end; text++) {
        const bool blank = mg__column_ends(*text);
        piece->count += !blank && !within;
        within = !blank;
    }
}

static const char *parse_offset(const mg_text_job *job, mg_text_piece *piece, const char *text, uint64_t at) {
    const header *h = job->format;
    uint64_t *offsets = ((const progress *)job->state)->offsets, value = 0;
    const char *end = mg__parse_unsigned(text, &value);
    if (!end || end == text || !mg__column_ends(*end) || value > h->arcs) {
        return mg__piece_wrong(piece, "an offset of at most the number of arcs", text);
    }
    if (at == 0 && value != 0) {
        return mg__piece_wrong(piece, "0, the first offset", text);
    }
    if (at > piece->first && value < offsets[at - 1]) {
        return mg__piece_wrong(piece, "an offset not below the one before", text);
    }
    offsets[at] = value;
    return end;
}

/* Parses number `at` of the file. */
static const char *parse_number(const mg_text_job *job, mg_text_piece *piece, const char *text, uint64_t at) {
    const header *h = job->format;
    if (at >= h->total) {
        return mg__piece_wrong(piece, "the end of the file after the last number", text);
    }
    if (at < h->n) {
        return parse_offset(job, piece, text, at);
    }
    if (at >= h->n + h->arcs) {
        return mg__piece_weight(job, piece, text, at - h->n - h->arcs);
    }
    uint64_t value = 0;
    const char *end = mg__parse_unsigned(text, &value);
    if (!end || end == text || !mg__column_ends(*end) || value >= h->n) {
        return mg__piece_wrong(piece, "a neighbour below the number of vertices", text);
    }
    job->buffer->target[at - h->n] = (uint32_t)value;
    return end;
}

static void parse_piece(const mg_text_job *job, mg_text_piece *piece) {
    uint64_t at = piece->first;
    for (const char *text = piece->begin; text < piece->end;) {
        text = mg__skip_blanks(text);
        if (*text == '\n') {
            piece->lines++;
            text++;
            continue;
        }
        if (at == piece->first) {
            piece->first_text = text;
            piece->first_line = piece->lines;
        }
        text = parse_number(job, piece, text, at++);
        if (!text) {
            return;
        }
    }
}

/* Checks that the first offset of a chunk is not less than the last one of the previous chunk. */
static bool take_piece(const mg_text_job *job, mg_text_piece *piece) {
    const header *h = job->format;
    const uint64_t *offsets = ((const progress *)job->state)->offsets, at = piece->first;
    if (!piece->count || at == 0 || at >= h->n || offsets[at] >= offsets[at - 1]) {
        return true;
    }
    mg__piece_wrong(piece, "an offset not below the one before", piece->first_text);
    return false;
}

/* Reserves memory for numbers up to `seen`: offsets, and arcs with weights. */
static mg_status make_room(mg_context *context, const mg_input *input, mg_text_job *job, uint64_t seen) {
    const header *h = job->format;
    progress *p = job->state;
    const uint64_t offsets = seen < h->n ? seen : h->n, behind = seen - offsets;
    const uint64_t arcs = behind < h->arcs ? behind : h->arcs;
    mg_edge_buffer *buffer = job->buffer;
    if (offsets + 1 > p->room) {
        const uint64_t doubled = 2 * p->room, room = offsets + 1 > doubled ? offsets + 1 : doubled;
        uint64_t *larger;
        const mg_status status = MG_ALLOC(context, larger, room, "offsets");
        if (status < 0) {
            return status;
        }
        if (p->room) {
            memcpy(larger, p->offsets, (size_t)p->room * sizeof *larger);
        }
        mg__release(&context->memory, p->offsets);
        p->offsets = larger;
        p->room = room;
    }
    const mg_status status =
        mg__edge_buffer_reserve(context, buffer, arcs - buffer->count, behind ? mg__input_fraction(input) : -1.0);
    if (status >= 0 && arcs > buffer->count) {
        buffer->count = arcs;
    }
    return status;
}

static mg_status place_pieces(mg_context *context, const mg_input *input, mg_text_job *job) {
    progress *p = job->state;
    for (int i = 0; i < job->piece_count; i++) {
        job->pieces[i].first = p->seen;
        p->seen += job->pieces[i].count;
    }
    return make_room(context, input, job, p->seen);
}

/* Sets the source of every arc from the offsets. */
static mg_status finish(mg_context *context, const mg_input *input, mg_text_job *job) {
    const header *h = job->format;
    const progress *p = job->state;
    uint32_t *source = job->buffer->source;
    if (p->seen < h->total) {
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s:%llu: expected %llu numbers, found the end of the file after %llu", input->path,
                        (unsigned long long)input->line, (unsigned long long)h->total, (unsigned long long)p->seen);
    }
    if (h->n == 0 && h->arcs) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected no arcs without vertices, found %llu", input->path,
                        (unsigned long long)input->line, (unsigned long long)h->arcs);
    }
    const mg_status status = make_room(context, input, job, p->seen); /* also if there was no number */
    if (status < 0) {
        return status;
    }
    p->offsets[h->n] = h->arcs;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1024)
    for (uint64_t v = 0; v < h->n; v++) {
        for (uint64_t a = p->offsets[v]; a < p->offsets[v + 1]; a++) {
            source[a] = (uint32_t)v;
        }
    }
    return MG_OK;
}

static mg_status read_ligra(mg_context *context, mg_input *input, const mg_graph_options *options,
                            mg_edge_buffer *buffer) {
    header h = {0};
    progress p = {0};
    mg_text_job job = {.count = count_piece,
                       .place = place_pieces,
                       .parse = parse_piece,
                       .take = take_piece,
                       .format = &h,
                       .state = &p,
                       .buffer = buffer};
    mg_status status;
    MG_TRY(parse_header(context, input, &h));
    job.keep_weights = h.weighted && options->weights == MG_WEIGHTS_FILE;
    MG_TRY(mg__read_pieces(context, input, &job));
    MG_TRY(finish(context, input, &job));
    buffer->contiguous = true;
    buffer->vertex_count = h.n;
out:
    mg__release(&context->memory, p.offsets);
    return status;
}

const mg_reader mg__ligra_reader = {
    .name = "ligra",
    .description = "Ligra, GBBS and PBBS adjacency graphs",
    .suffixes = "adj",
    .sniff = sniff_ligra,
    .read = read_ligra,
};

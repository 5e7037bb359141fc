/* SPDX-License-Identifier: Apache-2.0
 *
 * read_metis.c: graphs of METIS and Chaco (Karypis, Kumar, *METIS 5.1.0 manual*, section 4.1.1).
 *
 * A line `n m [fmt [ncon]]`, then a line for each vertex: its size if fmt is 1xx, ncon weights of its own if fmt is
 * x1x, then its neighbours, each with a weight if fmt is xx1. Ids are 1 to n. An empty line is a vertex without edges;
 * lines that begin with % are comments. Every edge is listed at both of its ends, so there are 2m neighbours; a file
 * with m neighbours, as GAPBS has them, lists arcs. Under fmt 100 the first number of a line is put with the neighbours
 * first: if there are exactly m or 2m numbers, the file has no sizes in spite of its fmt (GAPBS again).
 */
#include "io/csr_rows.h"
#include "io/edge_text.h"
#include "io/text.h"

#include <string.h>

#define PIECES_PER_THREAD 4

typedef struct header {
    uint64_t n, edges, ignored; /* numbers before the neighbours of each vertex */
    bool weighted, sizes_only;
} header;

typedef struct piece {
    const char *begin, *end;
    uint64_t vertex, lines, vertices; /* its first vertex; its lines, and those that are vertices */
    uint64_t first, count;            /* its arcs in the buffer */
    bool integers, float32_enough;
    const char *expected, *found; /* NULL: nothing wrong */
} piece;

typedef struct job {
    header h;
    bool keep; /* weights */
    bool integers;
    mg_edge_buffer *buffer;
    locale_t c_locale;
    piece *pieces;
    const char **cuts;
    uint64_t vertices; /* so far */
} job;

static mg_status parse_count(mg_context *context, const mg_input *input, const char **text, const char *expected,
                             uint64_t *value) {
    const char *begin = mg__skip_blanks(*text), *end = mg__parse_unsigned(begin, value);
    if (!end || end == begin || !mg__column_ends(*end)) {
        return mg__unexpected(context, input, input->line, expected, begin);
    }
    *text = mg__skip_blanks(end);
    return MG_OK;
}

/* Up to three digits, each 0 or 1. */
static mg_status parse_fmt(mg_context *context, const mg_input *input, const char **text, header *h) {
    uint64_t fmt = 0;
    const char *begin = *text;
    const mg_status status = parse_count(context, input, text, "a fmt of 0s and 1s", &fmt);
    if (status < 0) {
        return status;
    }
    if (fmt > 111 || fmt % 10 > 1 || fmt / 10 % 10 > 1) {
        return mg__unexpected(context, input, input->line, "a fmt of 0s and 1s", begin);
    }
    h->weighted = fmt % 10 == 1;
    h->ignored = (fmt / 10 % 10) + fmt / 100;
    h->sizes_only = fmt == 100;
    return MG_OK;
}

static mg_status parse_header(mg_context *context, mg_input *input, header *h) {
    mg_status status;
    if (mg__is_bom(input->text, input->size)) {
        input->text += 3;
        input->size -= 3;
    }
    MG_TRY(mg__skip_comments(context, input, false));
    if (!input->size) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected 'n m [fmt [ncon]]', found the end of the file",
                        input->path, (unsigned long long)input->line));
    }
    const char *text = input->text;
    MG_TRY(parse_count(context, input, &text, "the number of vertices", &h->n));
    MG_TRY(parse_count(context, input, &text, "the number of edges", &h->edges));
    if (*text != '\n') {
        MG_TRY(parse_fmt(context, input, &text, h));
    }
    if (*text != '\n') {
        uint64_t constraints;
        const char *begin = text;
        MG_TRY(parse_count(context, input, &text, "the number of weights of a vertex", &constraints));
        if (constraints > 1000) {
            MG_TRY(mg__unexpected(context, input, input->line, "at most 1000 weights of a vertex", begin));
        }
        h->ignored += h->ignored > (uint64_t)h->sizes_only ? constraints - 1 : 0;
    }
    if (*text != '\n') {
        MG_TRY(mg__unexpected(context, input, input->line, "the end of the line", text));
    }
    if (h->n >= MG_NONE) {
        MG_TRY(mg__fail(context, MG_ERROR_RANGE, "%s:%llu: expected at most 4294967294 vertices, found %llu",
                        input->path, (unsigned long long)input->line, (unsigned long long)h->n));
    }
    mg__skip_line(input);
out:
    return status;
}

/* Lines, vertices and numbers of a piece. */
static void count_piece(piece *p) {
    for (const char *text = p->begin; text < p->end; text++, p->lines++) {
        if (*text == '%') {
            text = memchr(text, '\n', (size_t)(p->end - text));
            continue;
        }
        bool within = false;
        for (; *text != '\n'; text++) {
            const bool blank = mg__column_ends(*text);
            p->count += !blank && !within;
            within = !blank;
        }
        p->vertices++;
    }
}

static const char *parse_weight(const job *j, piece *p, const char *text, uint64_t at) {
    mg_number number;
    const char *end = mg__parse_number(text, j->c_locale, &number);
    if (!end || !mg__column_ends(*end)) {
        p->expected = "a finite weight";
        p->found = text;
        return NULL;
    }
    if (j->keep) {
        ((double *)j->buffer->weight)[at] = number.value;
        p->integers &= number.integer;
        p->float32_enough &= number.float32_enough;
    }
    return end;
}

/* The numbers before the neighbours. */
static const char *skip_ignored(const job *j, piece *p, const char *text) {
    for (uint64_t i = 0; i < j->h.ignored && !j->h.sizes_only; i++) {
        mg_number number;
        const char *end = mg__parse_number(text, j->c_locale, &number);
        if (!end || !mg__column_ends(*end)) {
            p->expected = "a size or weight of the vertex";
            p->found = text;
            return NULL;
        }
        text = mg__skip_blanks(end);
    }
    return text;
}

/* One line; returns its newline, NULL where something is wrong. */
static const char *parse_vertex(const job *j, piece *p, const char *text, uint32_t vertex, uint64_t *at) {
    uint32_t *source = j->buffer->source, *target = j->buffer->target;
    text = *text == '\n' ? text : skip_ignored(j, p, text);
    bool size = j->h.sizes_only; /* may be larger than n */
    while (text && *text != '\n') {
        uint64_t id;
        const char *end = mg__parse_unsigned(text, &id);
        if (!end || end == text || !mg__column_ends(*end) || ((id == 0 || id > j->h.n) && !size)) {
            p->expected = "a neighbour from 1 to n";
            p->found = text;
            return NULL;
        }
        source[*at] = vertex;
        target[*at] = id == 0 || id > j->h.n ? MG_NONE : (uint32_t)id;
        size = false;
        text = mg__skip_blanks(end);
        if (j->h.weighted) {
            text = parse_weight(j, p, text, *at);
            text = text ? mg__skip_blanks(text) : NULL;
        }
        ++*at;
    }
    return text;
}

static void parse_piece(const job *j, piece *p) {
    uint64_t at = p->first, vertex = p->vertex;
    const char *text = p->begin;
    p->integers = p->float32_enough = true;
    p->lines = 0;
    for (; text < p->end; text++, p->lines++) {
        if (*text == '%') {
            text = memchr(text, '\n', (size_t)(p->end - text));
            continue;
        }
        text = mg__skip_blanks(text);
        if (vertex >= j->h.n && *text != '\n') {
            p->expected = "the end of the file after n vertices";
            p->found = text;
            return;
        }
        text = vertex < j->h.n ? parse_vertex(j, p, text, (uint32_t)vertex + 1, &at) : text;
        if (!text) {
            return;
        }
        vertex++;
    }
    p->count = at - p->first;
}

/* Counts numbers, which are at least as many as arcs, then parses; gaps between the pieces are closed. */
static mg_status parse_window(mg_context *context, mg_input *input, job *j) {
    mg_edge_buffer *buffer = j->buffer;
    const int pieces = mg__cut_window(input, (size_t)context->threads * PIECES_PER_THREAD, j->cuts);
    uint64_t total = 0;
    for (int i = 0; i < pieces; i++) {
        j->pieces[i] = (piece){.begin = j->cuts[i], .end = j->cuts[i + 1]};
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (int i = 0; i < pieces; i++) {
        count_piece(&j->pieces[i]);
    }
    for (int i = 0; i < pieces; i++) {
        piece *p = &j->pieces[i];
        p->first = buffer->count + total;
        p->vertex = j->vertices;
        total += j->h.weighted ? p->count / 2 + p->vertices : p->count; /* a line may end within a pair */
        j->vertices += p->vertices;
    }
    const mg_status status = mg__edge_buffer_reserve(context, buffer, total, mg__input_fraction(input));
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
    uint32_t *source = buffer->source, *target = buffer->target;
    double *weight = buffer->weight;
    for (int i = 0; i < pieces; i++) {
        const piece *p = &j->pieces[i];
        input->line += p->lines;
        if (p->expected) {
            return mg__unexpected(context, input, input->line, p->expected, p->found);
        }
        memmove(source + buffer->count, source + p->first, (size_t)p->count * sizeof *source);
        memmove(target + buffer->count, target + p->first, (size_t)p->count * sizeof *target);
        if (weight) {
            memmove(weight + buffer->count, weight + p->first, (size_t)p->count * sizeof *weight);
        }
        buffer->count += p->count;
        j->integers &= p->integers;
        buffer->float32_enough &= p->float32_enough;
    }
    return MG_OK;
}

/* Takes the first number of every line out again. Only without weights. */
static void drop_sizes(mg_edge_buffer *buffer) {
    uint32_t *source = buffer->source, *target = buffer->target;
    uint64_t kept = 0;
    uint32_t last = MG_NONE;
    for (uint64_t i = 0; i < buffer->count; i++) {
        const uint32_t vertex = source[i];
        if (vertex == last) {
            source[kept] = vertex;
            target[kept++] = target[i];
        }
        last = vertex;
    }
    buffer->count = kept;
}

/* Whether the numbers that could be sizes are, and whether edges are listed at both ends. */
static mg_status check_counts(mg_context *context, const mg_input *input, const mg_graph_options *options, job *j) {
    const header *h = &j->h;
    mg_edge_buffer *buffer = j->buffer;
    const unsigned long long line = input->line;
    if (j->vertices < h->n) {
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s:%llu: expected %llu vertices, found the end of the file after %llu", input->path, line,
                        (unsigned long long)h->n, (unsigned long long)j->vertices);
    }
    if (h->sizes_only && buffer->count != h->edges && buffer->count / 2 != h->edges) {
        drop_sizes(buffer);
    }
    for (uint64_t i = 0; h->sizes_only && i < buffer->count; i++) {
        if (((const uint32_t *)buffer->target)[i] == MG_NONE) {
            return mg__fail(context, MG_ERROR_FORMAT, "%s: expected a neighbour from 1 to %llu at vertex %lu",
                            input->path, (unsigned long long)h->n,
                            (unsigned long)((const uint32_t *)buffer->source)[i]);
        }
    }
    if (buffer->count / 2 == h->edges && buffer->count % 2 == 0) {
        return mg__fold_pairs(context, input, options, buffer);
    }
    if (buffer->count != h->edges) {
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s:%llu: expected %llu neighbours for %llu edges (or as many as edges), found %llu",
                        input->path, line, 2 * (unsigned long long)h->edges, (unsigned long long)h->edges,
                        (unsigned long long)buffer->count);
    }
    return MG_OK;
}

static mg_status read_metis(mg_context *context, mg_input *input, const mg_graph_options *options,
                            mg_edge_buffer *buffer) {
    job j = {.buffer = buffer, .integers = true};
    const uint64_t pieces = (uint64_t)context->threads * PIECES_PER_THREAD;
    mg_status status;
    MG_TRY(parse_header(context, input, &j.h));
    j.keep = j.h.weighted && options->weights == MG_WEIGHTS_FILE;
    buffer->id_type = MG_UINT32;
    buffer->weight_type = j.keep ? MG_FLOAT64 : MG_TYPE_NONE;
    buffer->float32_enough = true;
    j.c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!j.c_locale) {
        MG_TRY(mg__fail(context, MG_ERROR_MEMORY, "out of memory: reading numbers"));
    }
    MG_TRY(MG_GET(context, j.pieces, pieces, "reading"));
    MG_TRY(MG_GET(context, j.cuts, pieces + 1, "reading"));
    MG_TRY(mg__edge_buffer_reserve(context, buffer, 0, -1.0));
    while (input->size) {
        MG_TRY(mg__progress(context, "reading", mg__input_fraction(input)));
        MG_TRY(parse_window(context, input, &j));
        MG_TRY(mg__input_next(context, input));
    }
    MG_TRY(mg__settle_weights(context, buffer, j.integers));
    MG_TRY(check_counts(context, input, options, &j));
    buffer->contiguous = true;
    buffer->id_base = 1;
    buffer->vertex_count = j.h.n;
out:
    mg__release(&context->memory, j.pieces);
    mg__release(&context->memory, j.cuts);
    if (j.c_locale) {
        freelocale(j.c_locale);
    }
    return status;
}

const mg_reader mg__metis_reader = {
    .name = "metis",
    .description = "METIS and Chaco graphs: the neighbours of each vertex on a line",
    .suffixes = "graph metis chaco",
    .read = read_metis,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * read_metis.c: graphs of METIS and Chaco (Karypis, Kumar, *METIS 5.1.0 manual*, section 4.1.1).
 *
 * A line `n m [fmt [ncon]]`, then a line for each vertex: its size if fmt is 1xx, ncon weights of its own if fmt is
 * x1x, then its neighbours, each with a weight if fmt is xx1. Ids are 1 to n. An empty line is a vertex without edges;
 * lines that begin with % are comments. Every edge is listed at both of its ends, so there are 2m neighbours; a file
 * with m neighbours, as written by GAPBS, lists arcs. With fmt 100 the first number of a line is at first treated as a
 * neighbour: if there are exactly m or 2m numbers, the file has no sizes in spite of its fmt (also GAPBS).
 */
#include "io/text_pieces.h"

#include <string.h>

typedef struct header {
    uint64_t n, edges, ignored; /* ignored: numbers before the neighbours of each vertex */
    bool weighted, sizes_only;
} header;

static mg_status parse_count(mg_context *context, const mg_input *input, const char **text, const char *expected,
                             uint64_t *value) {
    const char *begin = mg__skip_blanks(*text), *end = mg__parse_unsigned(begin, value);
    if (!end || end == begin || !mg__column_ends(*end)) {
        return mg__unexpected(context, input, input->line, expected, begin);
    }
    *text = mg__skip_blanks(end);
    return MG_OK;
}

/* Parses fmt: up to three digits, each 0 or 1. */
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
    mg__skip_bom(input);
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
        uint64_t constraints = 0;
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

/* Counts lines, vertices and numbers of a chunk. */
static void count_piece(mg_text_piece *piece) {
    for (const char *text = piece->begin; text < piece->end; text++) {
        if (*text == '%') {
            text = memchr(text, '\n', (size_t)(piece->end - text));
            continue;
        }
        bool within = false;
        for (; *text != '\n'; text++) {
            const bool blank = mg__column_ends(*text);
            piece->count += !blank && !within;
            within = !blank;
        }
        piece->vertices++;
    }
}

/* Reserves an arc per number, an upper bound; gaps between chunks are closed afterwards. */
static mg_status place_pieces(mg_context *context, const mg_input *input, mg_text_job *job) {
    const header *h = job->format;
    uint64_t *vertices = job->state, total = 0;
    for (int i = 0; i < job->piece_count; i++) {
        mg_text_piece *piece = &job->pieces[i];
        piece->first = job->buffer->count + total;
        piece->vertex = *vertices;
        total += h->weighted ? piece->count / 2 + piece->vertices : piece->count; /* bound also for lines with an
                                                                                     incomplete pair */
        *vertices += piece->vertices;
    }
    return mg__edge_buffer_reserve(context, job->buffer, total, mg__input_fraction(input));
}

/* Skips the numbers before the neighbours. */
static const char *skip_ignored(const mg_text_job *job, mg_text_piece *piece, const char *text) {
    const header *h = job->format;
    for (uint64_t i = 0; i < h->ignored && !h->sizes_only; i++) {
        mg_number number;
        const char *end = mg__parse_number(text, job->c_locale, &number);
        if (!end || !mg__column_ends(*end)) {
            return mg__piece_wrong(piece, "a size or weight of the vertex", text);
        }
        text = mg__skip_blanks(end);
    }
    return text;
}

/* Parses a line; returns its newline, or NULL on error. */
static const char *parse_vertex(const mg_text_job *job, mg_text_piece *piece, const char *text, uint32_t vertex,
                                uint64_t *at) {
    const header *h = job->format;
    text = *text == '\n' ? text : skip_ignored(job, piece, text);
    bool size = h->sizes_only; /* may be larger than n */
    while (text && *text != '\n') {
        uint64_t id;
        const char *end = mg__parse_unsigned(text, &id);
        if (!end || end == text || !mg__column_ends(*end) || ((id == 0 || id > h->n) && !size)) {
            return mg__piece_wrong(piece, "a neighbour from 1 to n", text);
        }
        job->buffer->source[*at] = vertex;
        job->buffer->target[*at] = id == 0 || id > h->n ? MG_NONE : (uint32_t)id;
        size = false;
        text = mg__skip_blanks(end);
        if (h->weighted) {
            text = mg__piece_weight(job, piece, text, *at);
            text = text ? mg__skip_blanks(text) : NULL;
        }
        ++*at;
    }
    return text;
}

static void parse_piece(const mg_text_job *job, mg_text_piece *piece) {
    const uint64_t n = ((const header *)job->format)->n;
    uint64_t at = piece->first, vertex = piece->vertex;
    for (const char *text = piece->begin; text < piece->end; text++, piece->lines++) {
        if (*text == '%') {
            text = memchr(text, '\n', (size_t)(piece->end - text));
            continue;
        }
        text = mg__skip_blanks(text);
        if (vertex >= n && *text != '\n') {
            mg__piece_wrong(piece, "the end of the file after n vertices", text);
            return;
        }
        text = vertex < n ? parse_vertex(job, piece, text, (uint32_t)vertex + 1, &at) : text;
        if (!text) {
            return;
        }
        vertex++;
    }
    piece->count = at - piece->first;
}

static bool take_piece(const mg_text_job *job, mg_text_piece *piece) {
    mg_edge_buffer *buffer = job->buffer;
    double *weight = buffer->weight;
    memmove(buffer->source + buffer->count, buffer->source + piece->first, piece->count * sizeof *buffer->source);
    memmove(buffer->target + buffer->count, buffer->target + piece->first, piece->count * sizeof *buffer->target);
    if (weight) {
        memmove(weight + buffer->count, weight + piece->first, piece->count * sizeof *weight);
    }
    buffer->count += piece->count;
    return true;
}

/* Removes the first number of every line, the size of the vertex. Only without weights. */
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

/* Finds the line of a vertex, for a message, by reading the file again. */
static uint64_t line_of(mg_context *context, const mg_input *input, uint64_t vertex) {
    mg_input again;
    uint64_t line = input->line;
    header h = {0};
    if (!input->mapped || input->shown) {
        return line; /* a pipe or a member of an archive cannot be read again: the last line */
    }
    mg_status status;
    MG_TRY(mg__input_open(context, input->path, &again));
    MG_TRY(mg__input_next(context, &again));
    MG_TRY(parse_header(context, &again, &h));
    while (vertex) {
        if (!again.size) {
            MG_TRY(mg__input_next(context, &again));
        }
        vertex -= again.size && *again.text != '%';
        if (!again.size || !vertex) {
            break;
        }
        mg__skip_line(&again);
    }
    line = again.line;
out:
    mg__input_close(context, &again);
    return line;
}

/* Decides by the counts whether the first numbers of lines are sizes. */
static mg_status check_sizes(mg_context *context, const mg_input *input, const header *h, mg_edge_buffer *buffer) {
    if (buffer->count != h->edges && buffer->count / 2 != h->edges) {
        drop_sizes(buffer);
    }
    for (uint64_t i = 0; i < buffer->count; i++) {
        if (buffer->target[i] == MG_NONE) {
            const unsigned long long line = line_of(context, input, buffer->source[i]);
            return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected neighbours from 1 to %llu, found another",
                            input->path, line, (unsigned long long)h->n);
        }
    }
    return MG_OK;
}

/* Checks that edges are listed at both ends, unless the options interpret the list as arcs. */
static mg_status check_pairs(mg_context *context, const mg_input *input, const mg_graph_options *options,
                             const header *h, mg_edge_buffer *buffer) {
    mg_vertex at, other;
    buffer->symmetric = buffer->paired = true;
    if (options->directedness == MG_DIRECTED || mg__edges_paired(context, buffer)) {
        return MG_OK;
    }
    const mg_status status = mg__first_unpaired(context, (mg_vertex)h->n + 1, buffer, &at, &other);
    if (status < 0) {
        return status;
    }
    return mg__fail(context, MG_ERROR_FORMAT,
                    "%s:%llu: expected every edge at both of its ends with the same weight, found the edge from %lu to "
                    "%lu otherwise",
                    input->path, (unsigned long long)line_of(context, input, at), (unsigned long)at,
                    (unsigned long)other);
}

/* Checks the numbers of vertices and edges, and that edges are listed at both ends. */
static mg_status check_counts(mg_context *context, const mg_input *input, const mg_graph_options *options,
                              const header *h, uint64_t vertices, mg_edge_buffer *buffer) {
    const unsigned long long line = input->line;
    mg_status status;
    if (vertices < h->n) {
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s:%llu: expected %llu vertices, found the end of the file after %llu", input->path, line,
                        (unsigned long long)h->n, (unsigned long long)vertices);
    }
    if (h->sizes_only) {
        MG_TRY(check_sizes(context, input, h, buffer));
    }
    if (buffer->count / 2 == h->edges && buffer->count % 2 == 0) {
        return check_pairs(context, input, options, h, buffer);
    }
    status = MG_OK;
    if (buffer->count != h->edges) {
        status = mg__fail(context, MG_ERROR_FORMAT,
                          "%s:%llu: expected %llu neighbours for %llu edges (or as many as edges), found %llu",
                          input->path, line, 2 * (unsigned long long)h->edges, (unsigned long long)h->edges,
                          (unsigned long long)buffer->count);
    } else if (options->directedness == MG_AS_GIVEN && buffer->count && mg__edges_paired(context, buffer)) {
        mg__log(context, MG_LOG_WARNING,
                "%s: as many neighbours as edges in the header, so they are read as arcs; but each has its opposite: "
                "--undirected if the header counts every edge twice, --directed if not",
                input->path);
    }
out:
    return status;
}

static mg_status read_metis(mg_context *context, mg_input *input, const mg_graph_options *options,
                            mg_edge_buffer *buffer) {
    header h = {0};
    uint64_t vertices = 0;
    mg_text_job job = {.count = count_piece,
                       .place = place_pieces,
                       .parse = parse_piece,
                       .take = take_piece,
                       .format = &h,
                       .state = &vertices,
                       .buffer = buffer};
    mg_status status;
    MG_TRY(parse_header(context, input, &h));
    job.keep_weights = h.weighted && options->weights == MG_WEIGHTS_FILE;
    MG_TRY(mg__read_pieces(context, input, &job));
    MG_TRY(check_counts(context, input, options, &h, vertices, buffer));
    buffer->contiguous = true;
    buffer->id_base = 1;
    buffer->vertex_count = h.n;
out:
    return status;
}

const mg_reader mg__metis_reader = {
    .name = "metis",
    .description = "METIS and Chaco graphs: the neighbours of each vertex on a line",
    .suffixes = "graph metis chaco",
    .read = read_metis,
};

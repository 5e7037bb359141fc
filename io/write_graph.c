/* SPDX-License-Identifier: Apache-2.0
 *
 * write_graph.c: graphs as text, edge lists and Matrix Market. Blocks of arcs are formatted by all threads at once,
 * then written in order.
 */
#include "core/graph.h"
#include "io/output_stream.h"

#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_ARCS 16384
#define LINE_MOST 80 /* two ids of 20 digits, a weight of at most 25 characters, separators */
#define BLOCKS_PER_THREAD 4

typedef struct graph_format {
    const char *name, *suffix;
    char separator;
    mg_status (*header)(mg_output *output, const mg_graph *graph);
    /* The numbers that stand for an arc; false: it is written as its reverse. */
    bool (*ends)(const mg_graph *graph, mg_vertex from, mg_vertex to, uint64_t *first, uint64_t *second);
} graph_format;

typedef struct block {
    char *text;
    size_t size;
} block;

static mg_status edgelist_header(mg_output *output, const mg_graph *graph) {
    char line[128];
    const int size = snprintf(line, sizeof line, "# %s graph, %" PRIu32 " vertices, %" PRIu64 " edges\n",
                              graph->directed ? "directed" : "undirected", graph->n, graph->edges);
    return mg__output_write(output, line, (size_t)size);
}

static bool edgelist_ends(const mg_graph *graph, mg_vertex from, mg_vertex to, uint64_t *first, uint64_t *second) {
    *first = mg_graph_id(graph, from);
    *second = mg_graph_id(graph, to);
    return graph->directed || from <= to;
}

static mg_status mtx_header(mg_output *output, const mg_graph *graph) {
    const char *field = graph->weight_type == MG_TYPE_NONE ? "pattern"
                        : graph->weight_type == MG_INT32   ? "integer"
                                                           : "real";
    char line[160];
    const int size =
        snprintf(line, sizeof line, "%%%%MatrixMarket matrix coordinate %s %s\n%" PRIu32 " %" PRIu32 " %" PRIu64 "\n",
                 field, graph->directed ? "general" : "symmetric", graph->n, graph->n, graph->edges);
    return mg__output_write(output, line, (size_t)size);
}

/* A symmetric file holds the lower triangle. */
static bool mtx_ends(const mg_graph *graph, mg_vertex from, mg_vertex to, uint64_t *first, uint64_t *second) {
    *first = (uint64_t)from + 1;
    *second = (uint64_t)to + 1;
    return graph->directed || from >= to;
}

static const graph_format formats[] = {
    {"edgelist", "", '\t', edgelist_header, edgelist_ends},
    {"mtx", ".mtx", ' ', mtx_header, mtx_ends},
};
#define FORMAT_COUNT (sizeof formats / sizeof *formats)

static char *put_unsigned(char *out, uint64_t value) {
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    while (count) {
        *out++ = digits[--count];
    }
    return out;
}

/* The fewest digits that read back exactly. */
static char *put_real(char *out, double value, bool single) {
    char text[32];
    int size = 0;
    for (int precision = single ? 6 : 15; precision <= (single ? 9 : 17); precision++) {
        size = snprintf(text, sizeof text, "%.*g", precision, value);
        if ((single ? (double)strtof(text, NULL) : strtod(text, NULL)) == value) {
            break;
        }
    }
    memcpy(out, text, (size_t)size);
    return out + size;
}

static char *put_weight(char *out, mg_type type, const void *weights, uint64_t arc) {
    if (type == MG_FLOAT32) {
        return put_real(out, (double)((const float *)weights)[arc], true);
    }
    if (type == MG_FLOAT64) {
        return put_real(out, ((const double *)weights)[arc], false);
    }
    const int64_t value = ((const int32_t *)weights)[arc];
    if (value < 0) {
        *out++ = '-';
    }
    return put_unsigned(out, (uint64_t)(value < 0 ? -value : value));
}

/* The vertex whose row holds this arc. */
static mg_vertex row_of(const mg_graph *graph, uint64_t arc) {
    mg_vertex low = 0, high = graph->n - 1;
    while (low < high) {
        const mg_vertex middle = low + (high - low) / 2;
        if (graph->out.offsets[(uint64_t)middle + 1] <= arc) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void format_block(const mg_graph *graph, const graph_format *format, uint64_t begin, block *b) {
    const uint64_t end = graph->arcs - begin < BLOCK_ARCS ? graph->arcs : begin + BLOCK_ARCS;
    mg_vertex v = row_of(graph, begin);
    char *out = b->text;
    for (uint64_t arc = begin; arc < end; arc++) {
        while (graph->out.offsets[(uint64_t)v + 1] <= arc) {
            v++;
        }
        uint64_t first, second;
        if (!format->ends(graph, v, graph->out.neighbours[arc], &first, &second)) {
            continue;
        }
        out = put_unsigned(out, first);
        *out++ = format->separator;
        out = put_unsigned(out, second);
        if (graph->weight_type != MG_TYPE_NONE) {
            *out++ = format->separator;
            out = put_weight(out, graph->weight_type, graph->out.weights, arc);
        }
        *out++ = '\n';
    }
    b->size = (size_t)(out - b->text);
}

/* `plain` is the C locale: a comma for a decimal point would not read back. */
static mg_status write_arcs(mg_context *context, const mg_graph *graph, const graph_format *format, locale_t plain,
                            mg_output *output) {
    const int wanted = context->threads * BLOCKS_PER_THREAD;
    const uint64_t all = (graph->arcs + BLOCK_ARCS - 1) / BLOCK_ARCS;
    const int count = all < (uint64_t)wanted ? (int)all : wanted;
    block *blocks = NULL;
    char *text = NULL;
    mg_status status;
    MG_TRY(MG_GET(context, blocks, (uint64_t)count, "writing"));
    MG_TRY(MG_GET(context, text, (uint64_t)count * BLOCK_ARCS * LINE_MOST, "writing"));
    for (uint64_t first = 0; first < all; first += (uint64_t)count) {
        const int now = all - first < (uint64_t)count ? (int)(all - first) : count;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
        for (int i = 0; i < now; i++) {
            const locale_t before = uselocale(plain);
            blocks[i].text = text + (size_t)i * BLOCK_ARCS * LINE_MOST;
            format_block(graph, format, (first + (uint64_t)i) * BLOCK_ARCS, &blocks[i]);
            uselocale(before);
        }
        for (int i = 0; i < now; i++) {
            MG_TRY(mg__output_write(output, blocks[i].text, blocks[i].size));
        }
        MG_TRY(mg__progress(context, "writing", (double)(first + (uint64_t)now) / (double)all));
    }
out:
    mg__release(&context->memory, blocks);
    mg__release(&context->memory, text);
    return status;
}

/* "graph.mtx" and "graph.mtx.gz" are mtx. */
static const graph_format *format_by_name(const char *path) {
    const char *name = strrchr(path, '/');
    const char *suffix = strstr(name ? name : path, formats[1].suffix);
    const char *rest = suffix ? suffix + strlen(formats[1].suffix) : NULL;
    const bool found = rest && (!*rest || strcmp(rest, ".gz") == 0 || strcmp(rest, ".zst") == 0);
    return &formats[found ? 1 : 0];
}

static mg_status choose_format(mg_context *context, const char *path, const char *name, const graph_format **format) {
    *format = format_by_name(path);
    if (!name) {
        return MG_OK;
    }
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (strcmp(formats[i].name, name) == 0) {
            *format = &formats[i];
            return MG_OK;
        }
    }
    return mg__fail(context, MG_ERROR_INVALID, "graphs are not written as '%s'; there are edgelist and mtx", name);
}

mg_status mg_graph_write(mg_context *context, const mg_graph *graph, const char *path, const char *format) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph || !path) {
        return mg__fail(context, MG_ERROR_INVALID, "writing a graph: %s is NULL", graph ? "path" : "graph");
    }
    const graph_format *chosen;
    mg_output *output = NULL;
    locale_t plain = (locale_t)0;
    mg_status status;
    MG_TRY(choose_format(context, path, format, &chosen));
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!plain) {
        status = mg__fail(context, MG_ERROR_MEMORY, "out of memory: writing %s", path);
        goto out;
    }
    MG_TRY(mg__output_open(context, path, &output));
    MG_TRY(chosen->header(output, graph));
    MG_TRY(write_arcs(context, graph, chosen, plain, output));
    status = mg__output_commit(output);
out:
    mg__output_close(output);
    if (plain) {
        freelocale(plain);
    }
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * write_arcs.c: writes text with one arc or one vertex per line. Blocks of arcs are formatted in parallel and written
 * in order.
 */
#include "io/put.h"
#include "io/writer.h"

#include <string.h>

#define BLOCK_ARCS 16384
#define BLOCKS_PER_THREAD 4
#define VERTEX_BLOCK 8192 /* vertices per write */

typedef struct block {
    char *text;
    size_t size;
} block;

/* Source of an arc. */
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

static char *put_text(char *out, const char *text) {
    while (*text) {
        *out++ = *text++;
    }
    return out;
}

/* The greatest number of characters of a line. */
static size_t line_most(const mg_arc_lines *lines) {
    const size_t tail = strlen(lines->tail), other = lines->unweighted_tail ? strlen(lines->unweighted_tail) : 0;
    return strlen(lines->lead) + strlen(lines->between) + strlen(lines->before_weight) + (tail > other ? tail : other) +
           (size_t)3 * MG_NUMBER_CHARS;
}

static void format_block(const mg_graph *graph, const mg_arc_lines *lines, uint64_t begin, block *b) {
    const uint64_t end = graph->arcs - begin < BLOCK_ARCS ? graph->arcs : begin + BLOCK_ARCS;
    const bool weighted = graph->weight_type != MG_TYPE_NONE;
    char *(*const put_weight)(char *, mg_type, const void *, uint64_t) =
        lines->decimal_point ? mg__put_decimal : mg__put_weight;
    mg_vertex v = row_of(graph, begin);
    char *out = b->text;
    for (uint64_t arc = begin; arc < end; arc++) {
        while (graph->out.offsets[(uint64_t)v + 1] <= arc) {
            v++;
        }
        uint64_t first, second;
        if (!lines->ends(graph, v, graph->out.neighbours[arc], &first, &second)) {
            continue;
        }
        out = put_text(out, lines->lead);
        out = mg__put_unsigned(out, first);
        out = put_text(out, lines->between);
        out = mg__put_unsigned(out, second);
        if (weighted) {
            out = put_text(out, lines->before_weight);
            out = put_weight(out, graph->weight_type, graph->out.weights, arc);
        } else if (lines->unit_weights) {
            out = put_text(put_text(out, lines->before_weight), "1");
        }
        out = put_text(out, weighted || !lines->unweighted_tail ? lines->tail : lines->unweighted_tail);
    }
    b->size = (size_t)(out - b->text);
}

mg_status mg__write_arcs(mg_context *context, const mg_graph *graph, const mg_arc_lines *lines, locale_t plain,
                         mg_output *output) {
    if (lines->names && graph->names.count) {
        return mg__write_named_arcs(context, graph, lines, plain, output);
    }
    const int wanted = context->threads * BLOCKS_PER_THREAD;
    const uint64_t all = (graph->arcs + BLOCK_ARCS - 1) / BLOCK_ARCS;
    const int count = all < (uint64_t)wanted ? (int)all : wanted;
    const size_t room = BLOCK_ARCS * line_most(lines);
    block *blocks = NULL;
    char *text = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, blocks, (uint64_t)count, "writing"));
    MG_TRY(MG_ALLOC(context, text, (uint64_t)count * room, "writing"));
    for (uint64_t first = 0; first < all; first += (uint64_t)count) {
        const int now = all - first < (uint64_t)count ? (int)(all - first) : count;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
        for (int i = 0; i < now; i++) {
            const locale_t before = uselocale(plain);
            blocks[i].text = text + (size_t)i * room;
            format_block(graph, lines, (first + (uint64_t)i) * BLOCK_ARCS, &blocks[i]);
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

mg_status mg__write_text(mg_output *output, const char *text) {
    return mg__output_write(output, text, strlen(text));
}

mg_status mg__write_vertices(mg_context *context, const mg_graph *graph, const mg_vertex_lines *lines,
                             mg_output *output) {
    if (lines->names && graph->names.count) {
        return mg__write_named_vertices(context, graph, lines, output);
    }
    const size_t between = lines->between ? strlen(lines->between) + MG_NUMBER_CHARS : 0;
    const size_t most = strlen(lines->lead) + MG_NUMBER_CHARS + between + strlen(lines->tail);
    char *text = NULL;
    mg_status status = MG_ALLOC(context, text, VERTEX_BLOCK * most, "writing");
    for (mg_vertex v = 0; status >= 0 && v < graph->n;) {
        const mg_vertex end = graph->n - v < VERTEX_BLOCK ? graph->n : v + VERTEX_BLOCK;
        char *out = text;
        for (; v < end; v++) {
            const uint64_t id = mg_graph_id(graph, v);
            out = put_text(out, lines->lead);
            out = mg__put_unsigned(out, lines->numbered ? (uint64_t)v + 1 : id);
            if (lines->between) {
                out = mg__put_unsigned(put_text(out, lines->between), id);
            }
            out = put_text(out, lines->tail);
        }
        status = mg__output_write(output, text, (size_t)(out - text));
        if (status >= 0) {
            status = mg__progress(context, "writing", -1.0);
        }
    }
    mg__release(&context->memory, text);
    return status;
}

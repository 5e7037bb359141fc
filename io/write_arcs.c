/* SPDX-License-Identifier: Apache-2.0
 *
 * write_arcs.c: writes text with one arc per line. Blocks of arcs are formatted in parallel and written in order.
 */
#include "io/put.h"
#include "io/writer.h"

#define BLOCK_ARCS 16384
#define LINE_MOST 80 /* bound: two ids of 20 digits, a weight of 25 characters, a lead, separators */
#define BLOCKS_PER_THREAD 4

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

static void format_block(const mg_graph *graph, const mg_arc_lines *lines, uint64_t begin, block *b) {
    const uint64_t end = graph->arcs - begin < BLOCK_ARCS ? graph->arcs : begin + BLOCK_ARCS;
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
        for (const char *c = lines->lead; *c; c++) {
            *out++ = *c;
        }
        out = mg__put_unsigned(out, first);
        *out++ = lines->separator;
        out = mg__put_unsigned(out, second);
        if (graph->weight_type != MG_TYPE_NONE) {
            *out++ = lines->separator;
            out = mg__put_weight(out, graph->weight_type, graph->out.weights, arc);
        } else if (lines->unit_weights) {
            *out++ = lines->separator;
            *out++ = '1';
        }
        *out++ = '\n';
    }
    b->size = (size_t)(out - b->text);
}

mg_status mg__write_arcs(mg_context *context, const mg_graph *graph, const mg_arc_lines *lines, locale_t plain,
                         mg_output *output) {
    const int wanted = context->threads * BLOCKS_PER_THREAD;
    const uint64_t all = (graph->arcs + BLOCK_ARCS - 1) / BLOCK_ARCS;
    const int count = all < (uint64_t)wanted ? (int)all : wanted;
    block *blocks = NULL;
    char *text = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, blocks, (uint64_t)count, "writing"));
    MG_TRY(MG_ALLOC(context, text, (uint64_t)count * BLOCK_ARCS * LINE_MOST, "writing"));
    for (uint64_t first = 0; first < all; first += (uint64_t)count) {
        const int now = all - first < (uint64_t)count ? (int)(all - first) : count;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
        for (int i = 0; i < now; i++) {
            const locale_t before = uselocale(plain);
            blocks[i].text = text + (size_t)i * BLOCK_ARCS * LINE_MOST;
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * write_rows.c: writes METIS and Ligra, text formats ordered by row.
 */
#include "io/put.h"
#include "io/writer.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define BUFFER_SIZE ((size_t)1 << 18)

/* Output buffer. */
typedef struct text_buffer {
    mg_context *context;
    mg_output *output;
    char *begin, *at;
} text_buffer;

static mg_status flush(text_buffer *t) {
    assert(t->at >= t->begin && t->at - t->begin <= (ptrdiff_t)BUFFER_SIZE);
    const mg_status status = mg__output_write(t->output, t->begin, (size_t)(t->at - t->begin));
    t->at = t->begin;
    return status < 0 ? status : mg__progress(t->context, "writing", -1.0);
}

/* Flushes the buffer unless two numbers with separators fit. */
static inline mg_status make_room(text_buffer *t) {
    return t->at - t->begin > (ptrdiff_t)(BUFFER_SIZE - (size_t)2 * MG_NUMBER_CHARS - 4) ? flush(t) : MG_OK;
}

static mg_status metis_row(text_buffer *t, const mg_graph *graph, mg_vertex v) {
    mg_status status = make_room(t);
    bool first = true;
    for (uint64_t a = graph->out.offsets[v]; status >= 0 && a < graph->out.offsets[v + 1]; a++) {
        if (graph->out.neighbours[a] == v) {
            continue;
        }
        if (!first) {
            *t->at++ = ' ';
        }
        first = false;
        t->at = mg__put_unsigned(t->at, (uint64_t)graph->out.neighbours[a] + 1);
        if (graph->weight_type != MG_TYPE_NONE) {
            *t->at++ = ' ';
            t->at = mg__put_weight(t->at, graph->weight_type, graph->out.weights, a);
        }
        status = make_room(t);
    }
    *t->at++ = '\n';
    return status;
}

/* Drops loops, which the format does not support. */
mg_status mg__write_metis(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    text_buffer t = {.context = context, .output = output};
    const locale_t before = uselocale(plain);
    mg_status status;
    MG_TRY(MG_ALLOC(context, t.begin, BUFFER_SIZE, "writing"));
    t.at = t.begin + sprintf(t.begin, "%" PRIu32 " %" PRIu64 "%s\n", graph->n, graph->edges - graph->loops,
                             graph->weight_type != MG_TYPE_NONE ? " 001" : "");
    for (mg_vertex v = 0; v < graph->n; v++) {
        MG_TRY(metis_row(&t, graph, v));
    }
    status = flush(&t);
out:
    uselocale(before);
    mg__release(&context->memory, t.begin);
    return status;
}

static mg_status put_line(text_buffer *t, uint64_t value) {
    const mg_status status = make_room(t);
    t->at = mg__put_unsigned(t->at, value);
    *t->at++ = '\n';
    return status;
}

mg_status mg__write_ligra(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    text_buffer t = {.context = context, .output = output};
    const bool weighted = graph->weight_type != MG_TYPE_NONE;
    const locale_t before = uselocale(plain);
    mg_status status;
    MG_TRY(MG_ALLOC(context, t.begin, BUFFER_SIZE, "writing"));
    t.at = t.begin + sprintf(t.begin, "%sAdjacencyGraph\n%" PRIu32 "\n%" PRIu64 "\n", weighted ? "Weighted" : "",
                             graph->n, graph->arcs);
    for (mg_vertex v = 0; v < graph->n; v++) {
        MG_TRY(put_line(&t, graph->out.offsets[v]));
    }
    for (uint64_t a = 0; a < graph->arcs; a++) {
        MG_TRY(put_line(&t, graph->out.neighbours[a]));
    }
    for (uint64_t a = 0; weighted && a < graph->arcs; a++) {
        MG_TRY(make_room(&t));
        t.at = mg__put_weight(t.at, graph->weight_type, graph->out.weights, a);
        *t.at++ = '\n';
    }
    status = flush(&t);
out:
    uselocale(before);
    mg__release(&context->memory, t.begin);
    return status;
}

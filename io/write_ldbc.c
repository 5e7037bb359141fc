/* SPDX-License-Identifier: Apache-2.0
 *
 * write_ldbc.c: writes the three files of an LDBC Graphalytics graph, each replaced only when complete, the edges last.
 */
#include "io/ldbc.h"
#include "io/put.h"
#include "io/writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define BLOCK 8192 /* vertices per write */

static mg_status put_vertices(mg_context *context, const mg_graph *graph, mg_output *output) {
    char *text = NULL;
    mg_status status = MG_ALLOC(context, text, (uint64_t)BLOCK * (MG_NUMBER_CHARS + 1), "writing");
    for (mg_vertex v = 0; status >= 0 && v < graph->n;) {
        const mg_vertex end = graph->n - v < BLOCK ? graph->n : v + BLOCK;
        char *out = text;
        for (; v < end; v++) {
            out = mg__put_unsigned(out, mg_graph_id(graph, v));
            *out++ = '\n';
        }
        status = mg__output_write(output, text, (size_t)(out - text));
    }
    mg__release(&context->memory, text);
    return status;
}

static mg_status put_properties(const mg_graph *graph, const char *name, int length, mg_output *output) {
    char text[2048];
    const int size = snprintf(text, sizeof text,
                              "graph.%.*s.vertex-file = %.*s.v\ngraph.%.*s.edge-file = %.*s.e\n"
                              "graph.%.*s.meta.vertices = %" PRIu32 "\ngraph.%.*s.meta.edges = %" PRIu64
                              "\ngraph.%.*s.directed = %s\n",
                              length, name, length, name, length, name, length, name, length, name, graph->n, length,
                              name, graph->edges, length, name, graph->directed ? "true" : "false");
    mg_status status = mg__output_write(output, text, (size_t)size);
    const bool whole = graph->weight_type == MG_INT32 || graph->weight_type == MG_INT64;
    if (status >= 0 && graph->weight_type != MG_TYPE_NONE) {
        const int more = snprintf(text, sizeof text,
                                  "graph.%.*s.edge-properties.names = weight\n"
                                  "graph.%.*s.edge-properties.types = %s\n",
                                  length, name, length, name, whole ? "integer" : "real");
        status = mg__output_write(output, text, (size_t)more);
    }
    return status;
}

static mg_status put_part(mg_context *context, const mg_graph *graph, locale_t plain, const char *prefix, int length,
                          char part, mg_output *output) {
    static const mg_arc_lines lines = {.lead = "", .separator = ' ', .ends = mg__edge_once};
    if (part == 'e') {
        return mg__write_arcs(context, graph, &lines, plain, output);
    }
    if (part == 'v') {
        return put_vertices(context, graph, output);
    }
    const char *slash = memrchr(prefix, '/', (size_t)length), *name = slash ? slash + 1 : prefix;
    return put_properties(graph, name, (int)(prefix + length - name), output);
}

mg_status mg__write_ldbc(mg_context *context, const mg_graph *graph, locale_t plain, const char *path) {
    static const char *const suffixes[] = {"v", "properties", "e"};
    const char *packed;
    const size_t length = mg__ldbc_prefix(path, &packed);
    const char *slash = memrchr(path, '/', length);
    char *name = NULL;
    mg_output *output = NULL;
    mg_status status;
    if (length - (slash ? (size_t)(slash + 1 - path) : 0) > 200) {
        return mg__fail(context, MG_ERROR_INVALID, "%s: the name of an LDBC graph has at most 200 characters", path);
    }
    MG_TRY(MG_ALLOC(context, name, length + 32, "a file name"));
    for (int i = 0; i < 3; i++) {
        sprintf(name, "%.*s.%s%s", (int)length, path, suffixes[i], *suffixes[i] == 'p' ? "" : packed);
        MG_TRY(mg__output_open(context, name, &output));
        MG_TRY(put_part(context, graph, plain, path, (int)length, *suffixes[i], output));
        MG_TRY(mg__output_commit(output));
        mg__output_close(output);
        output = NULL;
    }
out:
    mg__output_close(output);
    mg__release(&context->memory, name);
    return status;
}

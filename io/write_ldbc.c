/* SPDX-License-Identifier: Apache-2.0
 *
 * write_ldbc.c: writes the three files of an LDBC Graphalytics graph, replaced only when all are complete, the edges
 * last.
 */
#include "io/ldbc.h"
#include "io/put.h"
#include "io/writer.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PARTS 3

static mg_status put_vertices(mg_context *context, const mg_graph *graph, mg_output *output) {
    static const mg_vertex_lines lines = {.lead = "", .tail = "\n"};
    return mg__write_vertices(context, graph, &lines, output);
}

/* NAME in a key of Java properties, which ends at a blank, `=` or `:`. */
static mg_status put_key(mg_output *output, const char *name, size_t length) {
    mg_status status = MG_OK;
    for (size_t i = 0; i < length && status >= 0; i++) {
        const bool plain = isalnum((unsigned char)name[i]) || strchr("._-", name[i]);
        status = mg__output_write(output, plain ? &name[i] : "_", 1);
    }
    return status;
}

/* Line "graph.NAME<key> = [NAME]<value>". */
static mg_status put_line(mg_output *output, const char *name, size_t length, const char *key, bool repeat,
                          const char *value) {
    mg_status status;
    MG_TRY(mg__write_text(output, "graph."));
    MG_TRY(put_key(output, name, length));
    MG_TRY(mg__write_text(output, key));
    MG_TRY(mg__write_text(output, " = "));
    MG_TRY(repeat ? mg__output_write(output, name, length) : MG_OK);
    MG_TRY(mg__write_text(output, value));
    status = mg__write_text(output, "\n");
out:
    return status;
}

static mg_status put_properties(const mg_graph *graph, const char *name, size_t length, mg_output *output) {
    const bool weighted = graph->weight_type != MG_TYPE_NONE;
    char vertices[24], edges[24];
    snprintf(vertices, sizeof vertices, "%" PRIu32, graph->n);
    snprintf(edges, sizeof edges, "%" PRIu64, graph->edges);
    const struct {
        const char *key;
        bool repeat;
        const char *value;
    } lines[] = {{".vertex-file", true, ".v"},
                 {".edge-file", true, ".e"},
                 {".meta.vertices", false, vertices},
                 {".meta.edges", false, edges},
                 {".directed", false, graph->directed ? "true" : "false"},
                 {".edge-properties.names", false, "weight"},
                 {".edge-properties.types", false,
                  graph->weight_type == MG_INT32 || graph->weight_type == MG_INT64 ? "integer" : "real"}};
    const size_t count = sizeof lines / sizeof *lines - (weighted ? 0 : 2);
    mg_status status = MG_OK;
    for (size_t i = 0; i < count && status >= 0; i++) {
        status = put_line(output, name, length, lines[i].key, lines[i].repeat, lines[i].value);
    }
    return status;
}

static mg_status put_part(mg_context *context, const mg_graph *graph, locale_t plain, const char *prefix, size_t length,
                          char part, mg_output *output) {
    static const mg_arc_lines lines = {
        .lead = "", .between = " ", .before_weight = " ", .tail = "\n", .ends = mg__edge_once};
    if (part == 'e') {
        return mg__write_arcs(context, graph, &lines, plain, output);
    }
    if (part == 'v') {
        return put_vertices(context, graph, output);
    }
    const char *slash = memrchr(prefix, '/', length), *name = slash ? slash + 1 : prefix;
    return put_properties(graph, name, (size_t)(prefix + length - name), output);
}

mg_status mg__write_ldbc(mg_context *context, const mg_graph *graph, locale_t plain, const char *path) {
    static const char *const suffixes[PARTS] = {"v", "properties", "e"};
    const char *packed;
    const size_t length = mg__ldbc_prefix(path, &packed);
    char *names[PARTS] = {NULL};
    mg_output *outputs[PARTS] = {NULL};
    mg_status status = MG_OK;
    for (int i = 0; i < PARTS; i++) {
        MG_TRY(MG_ALLOC(context, names[i], strlen(path) + 16, "a file name"));
        sprintf(names[i], "%.*s.%s%s", (int)length, path, suffixes[i], *suffixes[i] == 'p' ? "" : packed);
        MG_TRY(mg__output_open(context, names[i], &outputs[i]));
    }
    for (int i = 0; i < PARTS; i++) {
        MG_TRY(put_part(context, graph, plain, path, length, *suffixes[i], outputs[i]));
        MG_TRY(mg__output_finish(outputs[i]));
    }
    for (int i = 0; i < PARTS; i++) {
        MG_TRY(mg__output_commit(outputs[i]));
    }
out:
    for (int i = 0; i < PARTS; i++) {
        mg__output_close(outputs[i]);
        mg__release(&context->memory, names[i]);
    }
    return status;
}

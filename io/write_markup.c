/* SPDX-License-Identifier: Apache-2.0
 *
 * write_markup.c: writes GraphML (Brandes et al., GD 2001), GML (Himsolt, 1997) and Pajek (Batagelj, Mrvar, 1998), the
 * exchange formats of network analysis.
 */
#include "io/writer.h"

#include <inttypes.h>
#include <stdio.h>

static mg_status write_parts(mg_context *context, const mg_graph *graph, const char *head,
                             const mg_vertex_lines *vertices, const char *middle, const mg_arc_lines *arcs,
                             const char *end, locale_t plain, mg_output *output) {
    mg_status status;
    MG_TRY(mg__write_text(output, head));
    MG_TRY(mg__write_vertices(context, graph, vertices, output));
    MG_TRY(mg__write_text(output, middle));
    MG_TRY(mg__write_arcs(context, graph, arcs, plain, output));
    status = mg__write_text(output, end);
out:
    return status;
}

/* The attr.type of GraphML. */
static const char *graphml_type(mg_type type) {
    static const struct {
        mg_type type;
        const char *name;
    } names[] = {{MG_INT32, "int"}, {MG_INT64, "long"}, {MG_FLOAT32, "float"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].type == type) {
            return names[i].name;
        }
    }
    return "double";
}

mg_status mg__write_graphml(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    static const mg_vertex_lines vertices = {.lead = "<node id=\"", .tail = "\"/>\n", .names = MG_NAMES_XML};
    static const mg_arc_lines arcs = {.lead = "<edge source=\"",
                                      .between = "\" target=\"",
                                      .before_weight = "\"><data key=\"weight\">",
                                      .tail = "</data></edge>\n",
                                      .unweighted_tail = "\"/>\n",
                                      .names = MG_NAMES_XML,
                                      .ends = mg__edge_once};
    char head[512], key[128] = "";
    if (graph->weight_type != MG_TYPE_NONE) {
        snprintf(key, sizeof key, "<key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"%s\"/>\n",
                 graphml_type(graph->weight_type));
    }
    snprintf(head, sizeof head,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
             "%s<graph edgedefault=\"%sdirected\">\n",
             key, graph->directed ? "" : "un");
    return write_parts(context, graph, head, &vertices, "", &arcs, "</graph>\n</graphml>\n", plain, output);
}

/* `multigraph 1` is NetworkX's, which refuses parallel edges without it. */
mg_status mg__write_gml(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    static const mg_vertex_lines vertices = {
        .lead = "  node [ id ", .between = " label \"", .tail = "\" ]\n", .names = MG_NAMES_XML};
    static const mg_arc_lines arcs = {.lead = "  edge [ source ",
                                      .between = " target ",
                                      .before_weight = " weight ",
                                      .tail = " ]\n",
                                      .decimal_point = true,
                                      .ends = mg__edge_once};
    char head[64];
    snprintf(head, sizeof head, "graph [\n  directed %d\n%s", graph->directed,
             mg__parallel_edges(context, graph) ? "  multigraph 1\n" : "");
    return write_parts(context, graph, head, &vertices, "", &arcs, "]\n", plain, output);
}

/* Numbers from 1 on; the ids are labels. */
static bool pajek_ends(const mg_graph *graph, mg_vertex from, mg_vertex to, uint64_t *first, uint64_t *second) {
    *first = (uint64_t)from + 1;
    *second = (uint64_t)to + 1;
    return graph->directed || from <= to;
}

mg_status mg__write_pajek(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    static const mg_vertex_lines vertices = {
        .lead = "", .between = " \"", .tail = "\"\n", .numbered = true, .names = MG_NAMES_QUOTED};
    static const mg_arc_lines arcs = {
        .lead = "", .between = " ", .before_weight = " ", .tail = "\n", .ends = pajek_ends};
    char head[64];
    snprintf(head, sizeof head, "*Vertices %" PRIu32 "\n", graph->n);
    return write_parts(context, graph, head, &vertices, graph->directed ? "*Arcs\n" : "*Edges\n", &arcs, "", plain,
                       output);
}

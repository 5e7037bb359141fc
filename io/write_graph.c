/* SPDX-License-Identifier: Apache-2.0
 *
 * write_graph.c: mg_graph_write, the table of writers, and the formats with one arc per line.
 */
#include "io/edge_comments.h"
#include "io/writer.h"

#include "core/stage_clock.h"

#include <inttypes.h>
#include <stdio.h>

bool mg__edge_once(const mg_graph *graph, mg_vertex from, mg_vertex to, uint64_t *first, uint64_t *second) {
    *first = mg_graph_id(graph, from);
    *second = mg_graph_id(graph, to);
    return graph->directed || from <= to;
}

/* The readers take what follows for names, whatever they look like: numbers, or `source` and `target`. */
static const char *names_line(const mg_graph *graph) {
    return graph->names.count ? "# " MG_NAMES_COMMENT "\n" : "";
}

/* The comment begins as those of SNAP do. */
static mg_status write_edge_list(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    static const mg_arc_lines lines = {.lead = "",
                                       .between = "\t",
                                       .before_weight = "\t",
                                       .tail = "\n",
                                       .names = MG_NAMES_COLUMN,
                                       .ends = mg__edge_once};
    char line[160];
    const int size = snprintf(line, sizeof line, "# %s graph: %" PRIu32 " vertices, %" PRIu64 " edges\n%s",
                              graph->directed ? "Directed" : "Undirected", graph->n, graph->edges, names_line(graph));
    const mg_status status = mg__output_write(output, line, (size_t)size);
    return status < 0 ? status : mg__write_arcs(context, graph, &lines, plain, output);
}

/* Symmetric files store the lower triangle. */
static bool mtx_ends(const mg_graph *graph, mg_vertex from, mg_vertex to, uint64_t *first, uint64_t *second) {
    *first = (uint64_t)from + 1;
    *second = (uint64_t)to + 1;
    return graph->directed || from >= to;
}

static mg_status write_mtx(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    static const mg_arc_lines lines = {
        .lead = "", .between = " ", .before_weight = " ", .tail = "\n", .ends = mtx_ends};
    static const char *const fields[] = {[MG_TYPE_NONE] = "pattern",
                                         [MG_INT32] = "integer",
                                         [MG_INT64] = "integer",
                                         [MG_FLOAT32] = "real",
                                         [MG_FLOAT64] = "real"};
    const char *field = fields[graph->weight_type];
    char line[160];
    const int size =
        snprintf(line, sizeof line, "%%%%MatrixMarket matrix coordinate %s %s\n%" PRIu32 " %" PRIu32 " %" PRIu64 "\n",
                 field, graph->directed ? "general" : "symmetric", graph->n, graph->n, graph->edges);
    const mg_status status = mg__output_write(output, line, (size_t)size);
    return status < 0 ? status : mg__write_arcs(context, graph, &lines, plain, output);
}

static bool dimacs_ends(const mg_graph *graph, mg_vertex from, mg_vertex to, uint64_t *first, uint64_t *second) {
    (void)graph;
    *first = (uint64_t)from + 1;
    *second = (uint64_t)to + 1;
    return true;
}

static mg_status write_dimacs(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    static const mg_arc_lines lines = {
        .lead = "a ", .between = " ", .before_weight = " ", .tail = "\n", .unit_weights = true, .ends = dimacs_ends};
    char line[64];
    const int size = snprintf(line, sizeof line, "p sp %" PRIu32 " %" PRIu64 "\n", graph->n, graph->arcs);
    const mg_status status = mg__output_write(output, line, (size_t)size);
    return status < 0 ? status : mg__write_arcs(context, graph, &lines, plain, output);
}

static bool csv_ends(const mg_graph *graph, mg_vertex from, mg_vertex to, uint64_t *first, uint64_t *second) {
    *first = mg_graph_id(graph, from);
    *second = mg_graph_id(graph, to);
    return true;
}

static mg_status write_csv(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    static const mg_arc_lines lines = {.lead = "",
                                       .between = " ",
                                       .before_weight = " ",
                                       .tail = "\n",
                                       .unit_weights = true,
                                       .names = MG_NAMES_COLUMN,
                                       .ends = csv_ends};
    const mg_status status = mg__write_text(output, names_line(graph));
    return status < 0 ? status : mg__write_arcs(context, graph, &lines, plain, output);
}

static const mg_writer writers[] = {
    {.name = "edgelist",
     .losses = MG_LOSES_ISOLATED | MG_NOTES_UNDIRECTED | MG_HOLDS_NAMES | MG_NAMES_ARE_IDS | MG_NAMES_ON_LINES,
     .write = write_edge_list},
    {.name = "mtx", .losses = MG_LOSES_IDS, .id_base = 1, .write = write_mtx},
    {.name = "csv",
     .losses = MG_LOSES_ISOLATED | MG_LOSES_UNDIRECTED | MG_HOLDS_NAMES | MG_NAMES_ARE_IDS | MG_NAMES_ON_LINES,
     .write = write_csv},
    {.name = "dimacs",
     .losses = MG_LOSES_IDS | MG_LOSES_UNDIRECTED | MG_WHOLE_WEIGHTS,
     .id_base = 1,
     .write = write_dimacs},
    {.name = "metis",
     .losses = MG_LOSES_IDS | MG_LOSES_LOOPS | MG_WHOLE_WEIGHTS,
     .id_base = 1,
     .write = mg__write_metis},
    {.name = "ligra", .losses = MG_LOSES_IDS | MG_LOSES_UNDIRECTED | MG_WHOLE_WEIGHTS, .write = mg__write_ligra},
    {.name = "ldbc", .write_files = mg__write_ldbc},
    {.name = "galois", .losses = MG_LOSES_IDS | MG_LOSES_UNDIRECTED, .write = mg__write_galois},
    {.name = "sg", .losses = MG_LOSES_IDS | MG_LOSES_WEIGHTS, .write = mg__write_sg},
    {.name = "wsg", .losses = MG_LOSES_IDS, .write = mg__write_wsg},
    {.name = "csr", .losses = MG_LOSES_IDS | MG_LOSES_UNDIRECTED | MG_FLOAT_WEIGHTS, .write = mg__write_csr},
    {.name = "mgb", .losses = MG_HOLDS_INFINITY | MG_HOLDS_NAMES, .write = mg__write_snapshot},
    {.name = "mgb-in", .suffixes = "mgb", .losses = MG_HOLDS_INFINITY | MG_HOLDS_NAMES, .write = mg__write_snapshot_in},
    {.name = "graphml",
     .suffixes = "graphml",
     .losses = MG_HOLDS_NAMES | MG_NAMES_ARE_IDS | MG_NAMES_AS_XML,
     .write = mg__write_graphml},
    {.name = "gml", .suffixes = "gml", .losses = MG_SMALL_IDS | MG_HOLDS_NAMES, .write = mg__write_gml},
    {.name = "pajek",
     .suffixes = "net",
     .losses = MG_HOLDS_NAMES | MG_NAMES_ON_LINES | MG_NAMES_LOSE_QUOTES,
     .write = mg__write_pajek},
    {.name = "npy", .suffixes = "npy", .losses = MG_LOSES_ISOLATED | MG_LOSES_UNDIRECTED, .write = mg__write_npy},
    {.name = "npz",
     .suffixes = "npz",
     .losses = MG_LOSES_IDS | MG_LOSES_UNDIRECTED | MG_SUMS_PARALLEL,
     .write = mg__write_npz},
};
#define WRITERS (sizeof writers / sizeof *writers)

const mg_writer *mg__writers(size_t *count) {
    *count = WRITERS;
    return writers;
}

static mg_status write_file(mg_context *context, const mg_graph *graph, const mg_writer *writer, locale_t plain,
                            const char *path) {
    mg_output *output = NULL;
    mg_status status;
    MG_TRY(mg__output_open(context, path, &output));
    MG_TRY(writer->write(context, graph, plain, output));
    status = mg__output_commit(output);
out:
    mg__output_close(output);
    return status;
}

mg_status mg_graph_check_output(mg_context *context, const char *path, const char *format) {
    const mg_writer *writer;
    if (!context) {
        return MG_ERROR_INVALID;
    }
    return path ? mg__choose_writer(context, path, format, &writer)
                : mg__fail(context, MG_ERROR_INVALID, "the name of an output: path is NULL");
}

mg_status mg_graph_write(mg_context *context, const mg_graph *graph, const char *path, const char *format) {
    MG_STAGE(context, MG_STAGE_WRITE);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph || !path) {
        return mg__fail(context, MG_ERROR_INVALID, "writing a graph: %s is NULL", graph ? "path" : "graph");
    }
    const mg_writer *writer;
    locale_t plain = (locale_t)0;
    mg_status status;
    MG_TRY(mg__choose_writer(context, path, format, &writer));
    MG_TRY(mg_graph_check(context, graph));
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!plain) {
        status = mg__fail(context, MG_ERROR_MEMORY, "out of memory: writing %s", path);
        goto out;
    }
    MG_TRY(mg__check_writable(context, graph, writer, path));
    MG_TRY(mg__check_names(context, graph, writer, path));
    MG_TRY(mg__warn_losses(context, graph, writer, path));
    status = writer->write_files ? writer->write_files(context, graph, plain, path)
                                 : write_file(context, graph, writer, plain, path);
out:
    if (plain) {
        freelocale(plain);
    }
    return status;
}

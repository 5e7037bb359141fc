/* SPDX-License-Identifier: Apache-2.0
 *
 * writer.h: writers of file formats. A new format is a further mg_writer in the table of write_graph.c.
 */
#ifndef MG_IO_WRITER_H
#define MG_IO_WRITER_H

#include "core/graph/graph.h"
#include "io/output_stream.h"

#include <locale.h>

/* Properties that a format cannot store, and others that are checked before writing. */
enum {
    MG_LOSES_ISOLATED = 1,     /* vertices without edges */
    MG_LOSES_IDS = 2,          /* ids other than consecutive numbers from id_base */
    MG_LOSES_WEIGHTS = 4,      /* weights */
    MG_LOSES_UNDIRECTED = 8,   /* undirected edges: both directions are written as arcs */
    MG_LOSES_LOOPS = 16,       /* edges from a vertex to itself */
    MG_WHOLE_WEIGHTS = 32,     /* fractional weights: other programs expect integers */
    MG_FLOAT_WEIGHTS = 64,     /* weights beyond float32 */
    MG_NOTES_UNDIRECTED = 128, /* undirected edges: only a comment states it */
    MG_SUMS_PARALLEL = 256,    /* parallel edges: other programs add their weights */
    MG_SMALL_IDS = 512,        /* ids of 2^31 and more are refused */
    MG_HOLDS_INFINITY = 1024,  /* infinite weights, which other formats refuse */
    MG_HOLDS_NAMES = 2048,     /* names of vertices, which other formats lose; empty ones are refused */
    /* What a format with names refuses, or changes with a warning (name_rules.c). */
    MG_NAMES_ARE_IDS = 4096,     /* equal names: they tell vertices apart */
    MG_NAMES_ON_LINES = 8192,    /* names with line breaks */
    MG_NAMES_AS_XML = 16384,     /* names that are no text of XML */
    MG_NAMES_LOSE_QUOTES = 32768 /* quotes become apostrophes */
};

typedef struct mg_writer {
    const char *name;     /* name also of the reader, whose suffixes select the format */
    const char *suffixes; /* separated by spaces, of a format without a reader */
    unsigned losses;
    uint64_t id_base; /* first id, with MG_LOSES_IDS */
    /* plain: the C locale, for decimal points. */
    mg_status (*write)(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
    /* Replaces `write` for formats with several files. */
    mg_status (*write_files)(mg_context *context, const mg_graph *graph, locale_t plain, const char *path);
} mg_writer;

/* How the names of vertices are written in place of ids. */
typedef enum mg_name_syntax {
    MG_NAMES_NOT,    /* not at all */
    MG_NAMES_COLUMN, /* in quotes, doubled within, unless the name is a plain word */
    MG_NAMES_XML,    /* with entities for & < > quotes, tabs and line breaks */
    MG_NAMES_QUOTED  /* between quotes, which become apostrophes within */
} mg_name_syntax;

/* Syntax of text with one arc per line: lead, number, between, number, [before_weight, weight,] tail. */
typedef struct mg_arc_lines {
    const char *lead, *between, *before_weight, *tail;
    const char *unweighted_tail; /* NULL: `tail` */
    bool unit_weights;           /* write weight 1 for graphs without weights */
    bool decimal_point;          /* every weight that is not an int32 has a point */
    mg_name_syntax names;        /* of both ends */
    /* Sets the numbers of both ends; false: the arc is skipped, its reverse is written. */
    bool (*ends)(const mg_graph *graph, mg_vertex from, mg_vertex to, uint64_t *first, uint64_t *second);
} mg_arc_lines;

mg_status mg__write_arcs(mg_context *context, const mg_graph *graph, const mg_arc_lines *lines, locale_t plain,
                         mg_output *output);

/* Syntax of text with one vertex per line: lead, number or id, [between, id,] tail. */
typedef struct mg_vertex_lines {
    const char *lead, *between, *tail; /* between: NULL if there is no second column */
    bool numbered;                     /* the first column is a number from 1 on, not the id */
    mg_name_syntax names;              /* of the last column */
} mg_vertex_lines;

mg_status mg__write_vertices(mg_context *context, const mg_graph *graph, const mg_vertex_lines *lines,
                             mg_output *output);
mg_status mg__write_text(mg_output *output, const char *text);

/* The same two for a graph with names, one line after the other (write_named.c). */
mg_status mg__write_named_arcs(mg_context *context, const mg_graph *graph, const mg_arc_lines *lines, locale_t plain,
                               mg_output *output);
mg_status mg__write_named_vertices(mg_context *context, const mg_graph *graph, const mg_vertex_lines *lines,
                                   mg_output *output);

/* Further writers of the table. */
mg_status mg__write_metis(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_ligra(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_sg(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_wsg(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_galois(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_csr(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_snapshot(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_snapshot_in(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_graphml(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_gml(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_pajek(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_npy(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_npz(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_ldbc(mg_context *context, const mg_graph *graph, locale_t plain, const char *path);

/* For mg_arc_lines.ends: every undirected edge once, by ids. */
bool mg__edge_once(const mg_graph *graph, mg_vertex from, mg_vertex to, uint64_t *first, uint64_t *second);

/* Edges beyond the first between two vertices, an undirected one counted once. */
uint64_t mg__parallel_edges(const mg_context *context, const mg_graph *graph);

/* Chooses the writer by `name`; NULL: by the suffix of the path, edgelist if it has none. INVALID: there is no such
 * format, or the suffix is unknown, of another format or of a compression that is not written. */
mg_status mg__choose_writer(mg_context *context, const char *path, const char *name, const mg_writer **writer);
const mg_writer *mg__writers(size_t *count);

/* UNSUPPORTED: the format cannot store a weight or an id of the graph. */
mg_status mg__check_writable(mg_context *context, const mg_graph *graph, const mg_writer *writer, const char *path);

/* UNSUPPORTED: the format cannot hold a name, or not tell two vertices apart. */
mg_status mg__check_names(mg_context *context, const mg_graph *graph, const mg_writer *writer, const char *path);

/* Logs a warning about each property of the graph that the format cannot store. */
mg_status mg__warn_losses(mg_context *context, const mg_graph *graph, const mg_writer *writer, const char *path);

#endif

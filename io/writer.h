/* SPDX-License-Identifier: Apache-2.0
 *
 * writer.h: the table of formats that graphs are written in. A further one is one more mg_writer in write_graph.c.
 */
#ifndef MG_IO_WRITER_H
#define MG_IO_WRITER_H

#include "core/graph/graph.h"
#include "io/output_stream.h"

#include <locale.h>

/* What a format cannot hold, or cannot say. */
enum {
    MG_LOSES_ISOLATED = 1,    /* vertices without edges */
    MG_LOSES_IDS = 2,         /* ids other than its own numbers */
    MG_LOSES_WEIGHTS = 4,     /* all */
    MG_LOSES_UNDIRECTED = 8,  /* both directions are written as arcs */
    MG_LOSES_LOOPS = 16,      /* edges from a vertex to itself */
    MG_WHOLE_WEIGHTS = 32,    /* other programs expect integers */
    MG_FLOAT_WEIGHTS = 64,    /* float32 only */
    MG_NOTES_UNDIRECTED = 128 /* only a comment says so */
};

typedef struct mg_writer {
    const char *name; /* of the reader too, whose suffixes choose it */
    unsigned losses;
    uint64_t id_base; /* of its own numbers */
    /* `plain` is the C locale: a comma for a decimal point would not read back. */
    mg_status (*write)(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
    /* Instead, for formats of several files. */
    mg_status (*write_files)(mg_context *context, const mg_graph *graph, locale_t plain, const char *path);
} mg_writer;

/* Lines of one arc each. */
typedef struct mg_arc_lines {
    const char *lead;  /* before every line, at most 8 characters */
    char separator;    /* between the columns */
    bool unit_weights; /* a weight of 1 where there are none */
    /* The numbers that stand for an arc; false: it is written as its reverse. */
    bool (*ends)(const mg_graph *graph, mg_vertex from, mg_vertex to, uint64_t *first, uint64_t *second);
} mg_arc_lines;

mg_status mg__write_arcs(mg_context *context, const mg_graph *graph, const mg_arc_lines *lines, locale_t plain,
                         mg_output *output);

/* Further writers of the table. */
mg_status mg__write_metis(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_ligra(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_sg(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_wsg(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_galois(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_csr(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_snapshot(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output);
mg_status mg__write_ldbc(mg_context *context, const mg_graph *graph, locale_t plain, const char *path);

/* Edges once, as the graph's ids. */
bool mg__edge_once(const mg_graph *graph, mg_vertex from, mg_vertex to, uint64_t *first, uint64_t *second);

/* Says on the log what of this graph the format cannot hold. */
mg_status mg__warn_losses(mg_context *context, const mg_graph *graph, const mg_writer *writer, const char *path);

#endif

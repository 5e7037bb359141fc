/* SPDX-License-Identifier: Apache-2.0
 *
 * plot_graph.h: plots of a graph file. Each runs what it needs on the open session and writes the script; it returns an
 * exit status and prints errors.
 */
#ifndef MG_TOOLS_PLOT_PLOT_GRAPH_H
#define MG_TOOLS_PLOT_PLOT_GRAPH_H

#include "tools/cli/message.h"
#include "tools/cli/session.h"
#include "tools/plot/plot.h"

int plot_degree(plot *p, session *s);
int plot_distances(plot *p, session *s);
int plot_components(plot *p, session *s);
int plot_drawing(plot *p, session *s);

/* Reads --values: a result as TSV, CSV or JSON. values[v]: NAN where it has no number. Prints errors. */
bool plot_values(const session *s, double *values);

/* Positions in the unit square by the force-directed method of Fruchterman and Reingold (1991), the same for equal
 * graphs. O(iterations n^2). */
void plot_layout(const mg_graph *graph, double *x, double *y);

#endif

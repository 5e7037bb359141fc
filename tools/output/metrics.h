/* SPDX-License-Identifier: Apache-2.0
 *
 * metrics.h: --metrics and --trace, as JSON (docs/output-formats.md).
 */
#ifndef MG_TOOLS_OUTPUT_METRICS_H
#define MG_TOOLS_OUTPUT_METRICS_H

#include "tools/cli/session.h"
#include "tools/output/json_builder.h"

/* Each returns false after printing an error if memory runs out. */
bool metrics_write(sink *out, const session *s);
bool trace_write(sink *out, const session *s);

/* The fields that describe the graph, with Gunrock's names. */
void metrics_add_graph(json_builder *b, const mg_graph *graph, const char *name);
/* The fields about the trials: times, edges, vertices, depths, MTEPS. */
void metrics_add_trials(json_builder *b, const session *s);
/* Iterations by mode; `none`: phases without one. */
void metrics_add_modes(json_builder *b, const mg_statistics *statistics);
/* Build time (ms) and bytes of each representation that the graph keeps. */
void metrics_add_representations(json_builder *b, const mg_statistics *statistics);

/* Of a run that ranks shared: their number, and what each did and sent; nothing of other runs. */
void metrics_add_ranks(json_builder *b, const mg_statistics *statistics);
/* The arcs of the largest part over the mean; where each rank had the whole graph the same of compute times. */
double metrics_imbalance(const mg_statistics *statistics);

/* The statistics' iterations as a JSON array. */
json_builder trace_iterations(const mg_statistics *statistics);

#endif

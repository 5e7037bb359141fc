/* SPDX-License-Identifier: Apache-2.0
 *
 * graphalytics.h: bench graphalytics FOLDER: the algorithms of LDBC Graphalytics on the graphs of a folder, validated
 * against its reference outputs.
 */
#ifndef MG_TOOLS_BENCH_GRAPHALYTICS_H
#define MG_TOOLS_BENCH_GRAPHALYTICS_H

#include "tools/cli/session.h"

/* The verb bench for the operands `graphalytics FOLDER`. Returns an exit status; prints errors. */
int run_graphalytics(const verb *v, const cli_options *options);

/* How values are compared: equal; as labels of the same sets; or within 0.0001 of the reference. */
typedef enum graphalytics_rule { GRAPHALYTICS_EXACT, GRAPHALYTICS_EQUIVALENT, GRAPHALYTICS_NEAR } graphalytics_rule;

typedef enum graphalytics_verdict { GRAPHALYTICS_VALID, GRAPHALYTICS_WRONG, GRAPHALYTICS_MISSING } graphalytics_verdict;

/* Compares a column with a reference output, lines of `id value`, one for each vertex. why: what is wrong. */
graphalytics_verdict graphalytics_check(const mg_graph *graph, const mg_column *column, graphalytics_rule rule,
                                        const char *path, char *why, size_t size);

#endif

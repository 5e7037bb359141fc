/* SPDX-License-Identifier: Apache-2.0
 *
 * results.h: the output files of an algorithm's run.
 */
#ifndef MG_TOOLS_OUTPUT_RESULTS_H
#define MG_TOOLS_OUTPUT_RESULTS_H

#include "tools/cli/session.h"
#include "tools/output/vertex_name.h"

typedef struct results {
    sink output, parents, metrics, trace;
} results;

/* Opens the files that the options name, before the run. Each returns an exit status and prints errors. */
int results_open(results *r, const verb *v, const cli_options *options);
/* Writes all files, then renames them to their final names. */
int results_write(results *r, session *s);
void results_close(results *r);

/* True if the result is shown as a preview on a terminal. */
bool results_preview(const cli_options *options);

#endif

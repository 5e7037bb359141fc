/* SPDX-License-Identifier: Apache-2.0
 *
 * results.h: the files that a run of an algorithm writes.
 */
#ifndef MG_TOOLS_OUTPUT_RESULTS_H
#define MG_TOOLS_OUTPUT_RESULTS_H

#include "tools/cli/session.h"
#include "tools/output/sink.h"

typedef struct results {
    sink output, parents, metrics, trace;
} results;

/* Opens what the options ask for, before the work begins. Each returns an exit status; on failure it has said why. */
int results_open(results *r, const cli_options *options);
/* Writes everything, then gives the files their names. */
int results_write(results *r, const session *s);
void results_close(results *r);

/* True if the result goes to a terminal in the short form. */
bool results_preview(const cli_options *options);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * wait.h: how the time from the start of the process to its results divides.
 */
#ifndef MG_TOOLS_OUTPUT_WAIT_H
#define MG_TOOLS_OUTPUT_WAIT_H

#include "tools/cli/session.h"
#include "tools/output/json_builder.h"

#include <stdio.h>

/* main() has begun. */
void wait_begin(void);

/* Seconds so far that count for no stage of the library. */
double wait_own_seconds(const session *s);

/* Adds "wait": milliseconds of the whole wait and of each part of it that took time. */
void wait_add(json_builder *b, const session *s);

/* Prints the wait and its parts in a line. */
void wait_print(FILE *out, const session *s);

#endif

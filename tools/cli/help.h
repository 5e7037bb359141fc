/* SPDX-License-Identifier: Apache-2.0
 *
 * help.h: --help and --version, generated from the tables.
 */
#ifndef MG_TOOLS_CLI_HELP_H
#define MG_TOOLS_CLI_HELP_H

#include "tools/verbs/verb.h"

/* The help of one verb; NULL: of the whole command, with all options and examples if `all`. Returns the exit status. */
int help_print(const verb *v, bool all);
/* Prints the verbs on standard error, for a command line without one. */
void help_print_short(void);
int version_print(void);

/* Prints the exit statuses and their meaning, one per line. */
extern const char help_exit_text[];

#endif

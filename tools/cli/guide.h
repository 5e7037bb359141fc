/* SPDX-License-Identifier: Apache-2.0
 *
 * guide.h: subcommands that document the command: help, manual, completions. Like --help they are generated from the
 * tables of verbs and options.
 */
#ifndef MG_TOOLS_CLI_GUIDE_H
#define MG_TOOLS_CLI_GUIDE_H

#include "tools/verbs/verb.h"

typedef struct guide {
    const char *name;
    const char *takes; /* a VERB, or a list of words */
    const char *summary;
    int (*print)(int argc, char **argv); /* argv[0] is the guide's name; returns the exit status */
} guide;

extern const guide guide_table[];
extern const size_t guide_count;

/* The guide of this name, or NULL. */
const guide *guide_find(const char *name);

/* Prints that there is no such verb and returns the exit status. */
int unknown_verb(const char *name);

/* `manual [VERB]`: a manual page, in roff (manual.c). `completions SHELL`: a script (completions.c). */
int print_manual(int argc, char **argv);
int print_completions(int argc, char **argv);

#endif

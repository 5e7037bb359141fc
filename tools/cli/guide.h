/* SPDX-License-Identifier: Apache-2.0
 *
 * guide.h: the words that explain the command instead of running it: help, manual, completions. What they print follows
 * from the tables of verbs and options, as --help does.
 */
#ifndef MG_TOOLS_CLI_GUIDE_H
#define MG_TOOLS_CLI_GUIDE_H

#include "tools/verbs/verb.h"

typedef struct guide {
    const char *name;
    const char *takes; /* a VERB, or a list of words */
    const char *summary;
    int (*print)(int argc, char **argv); /* argv[0] is the word; returns the exit status */
} guide;

extern const guide guide_table[];
extern const size_t guide_count;

/* The guide of this name, or NULL. */
const guide *guide_find(const char *name);

/* Complains that there is no such verb and returns the exit status. */
int unknown_verb(const char *name);

/* `manual [VERB]`: a manual page, in roff (manual.c). `completions SHELL`: a script (completions.c). */
int print_manual(int argc, char **argv);
int print_completions(int argc, char **argv);

#endif

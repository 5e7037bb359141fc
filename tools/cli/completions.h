/* SPDX-License-Identifier: Apache-2.0
 *
 * completions.h: what a shell can complete, and one writer of a script for each shell.
 */
#ifndef MG_TOOLS_CLI_COMPLETIONS_H
#define MG_TOOLS_CLI_COMPLETIONS_H

#include "tools/verbs/verb.h"

typedef enum completion_kind {
    COMPLETES_NOTHING, /* a number, an id: a person has to type it */
    COMPLETES_WORDS,
    COMPLETES_FILES,
    COMPLETES_WORDS_AND_FILES
} completion_kind;

#define COMPLETION_WORDS_SIZE 512

/* What an option's argument can be; its words, separated by spaces. */
completion_kind completion_of_option(const option_spec *spec, char words[COMPLETION_WORDS_SIZE]);
/* The same of what follows the verb. */
completion_kind completion_of_operand(const verb *v, char words[COMPLETION_WORDS_SIZE]);
/* The same of what follows a guide. */
void completion_of_guide(const char *takes, char words[COMPLETION_WORDS_SIZE]);

/* Prints `text`, each character of `special` with a backslash before it, a quote as a shell wants it inside quotes. */
void completion_print(const char *text, const char *special);

void completions_bash(void);
void completions_zsh(void);
void completions_fish(void);

#endif

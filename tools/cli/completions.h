/* SPDX-License-Identifier: Apache-2.0
 *
 * completions.h: what a shell can complete, and one script generator per shell.
 */
#ifndef MG_TOOLS_CLI_COMPLETIONS_H
#define MG_TOOLS_CLI_COMPLETIONS_H

#include "tools/verbs/verb.h"

typedef enum completion_kind {
    COMPLETES_NOTHING, /* a number or an id */
    COMPLETES_WORDS,
    COMPLETES_FILES,
    COMPLETES_WORDS_AND_FILES
} completion_kind;

#define COMPLETION_WORDS_SIZE 512

/* What to complete for an option's argument; `words` gets the fixed words, separated by spaces. */
completion_kind completion_of_option(const option_spec *spec, char words[COMPLETION_WORDS_SIZE]);
/* The same for the operand of a verb. */
completion_kind completion_of_operand(const verb *v, char words[COMPLETION_WORDS_SIZE]);
/* The same for the operand of a guide. */
void completion_of_guide(const char *takes, char words[COMPLETION_WORDS_SIZE]);

/* Prints `text` with a backslash before each character of `special` and with quotes escaped for the shell. */
void completion_print(const char *text, const char *special);

void completions_bash(void);
void completions_zsh(void);
void completions_fish(void);

#endif

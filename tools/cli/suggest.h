/* SPDX-License-Identifier: Apache-2.0
 *
 * suggest.h: "did you mean".
 */
#ifndef MG_TOOLS_CLI_SUGGEST_H
#define MG_TOOLS_CLI_SUGGEST_H

#include <stddef.h>

/* Keeps the candidate that is nearest to a mistyped word. Start from SUGGESTION_NONE. */
typedef struct suggestion {
    const char *word;
    size_t distance;
} suggestion;
#define SUGGESTION_NONE ((suggestion){NULL, (size_t)-1})

/* Takes the candidate if it is nearer than the one so far and near enough to be what was meant. */
void suggestion_consider(suggestion *best, const char *typed, const char *candidate);

#endif

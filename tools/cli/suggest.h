/* SPDX-License-Identifier: Apache-2.0
 *
 * suggest.h: "did you mean".
 */
#ifndef MG_TOOLS_CLI_SUGGEST_H
#define MG_TOOLS_CLI_SUGGEST_H

#include <stddef.h>

/* The candidate with the least edit distance to a mistyped word. Initialise with SUGGESTION_NONE. */
typedef struct suggestion {
    const char *word;
    size_t distance;
} suggestion;
#define SUGGESTION_NONE ((suggestion){NULL, (size_t)-1})

/* Takes the candidate if its distance is below a threshold and less than that of the current one. */
void suggestion_consider(suggestion *best, const char *typed, const char *candidate);

#endif

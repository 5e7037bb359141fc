/* SPDX-License-Identifier: Apache-2.0
 *
 * aliases.h: words that users type for verbs that have other names.
 */
#ifndef MG_TOOLS_CLI_ALIASES_H
#define MG_TOOLS_CLI_ALIASES_H

/* The verb or guide that a word means: the word itself unless it is an alias. */
const char *alias_of(const char *word);

#endif

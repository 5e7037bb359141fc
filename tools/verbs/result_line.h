/* SPDX-License-Identifier: Apache-2.0
 *
 * result_line.h: lines of the text files that the command writes about graphs with names.
 */
#ifndef MG_TOOLS_VERBS_RESULT_LINE_H
#define MG_TOOLS_VERBS_RESULT_LINE_H

#define RESULT_WORDS 5

/* Cuts a line, in place: `{"id": "a", "depth": 2}`, or fields between tabs, commas or blanks, which may be in quotes.
 * Returns the number of words. */
int result_line_cut(char *line, char *words[RESULT_WORDS]);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * result_line.h: lines of the results that the command writes as TSV, CSV or JSON.
 */
#ifndef MG_TOOLS_OUTPUT_RESULT_LINE_H
#define MG_TOOLS_OUTPUT_RESULT_LINE_H

#include <stdbool.h>

#define RESULT_WORDS 5

/* Cuts a line in place: into a vertex and its value, or, of JSON, into `id`, the vertex, the name of the column and the
 * value. named: vertices may have any characters, in quotes where necessary. Returns the number of words, 0 for a line
 * without a vertex. */
int result_line_cut(char *line, bool named, char *words[RESULT_WORDS]);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * source_text.h: reads the source of a program.
 */
#ifndef MG_CORE_PROGRAM_SOURCE_TEXT_H
#define MG_CORE_PROGRAM_SOURCE_TEXT_H

#include "core/context.h"

/* Reads a text file, terminated by 0, into the context's memory. FILE: it cannot be read, or is not text. */
mg_status mg__source_read(mg_context *context, const char *path, char **text);

/* Does a text include only headers of the library? Conservative: false if in doubt, as for "include" in a comment. */
bool mg__source_is_self_contained(const char *text);

#endif

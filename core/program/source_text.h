/* SPDX-License-Identifier: Apache-2.0
 *
 * source_text.h: the text of a program's file, and what names it in the cache.
 */
#ifndef MG_CORE_PROGRAM_SOURCE_TEXT_H
#define MG_CORE_PROGRAM_SOURCE_TEXT_H

#include "core/context.h"

/* A file's text, ended by 0, in the context's memory. FILE where it cannot be read or is no text. */
mg_status mg__source_read(mg_context *context, const char *path, char **text);

/* Does a text include nothing but the library's headers? In doubt, also for a comment with that word, no. */
bool mg__source_is_self_contained(const char *text);

#endif

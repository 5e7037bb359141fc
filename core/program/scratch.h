/* SPDX-License-Identifier: Apache-2.0
 *
 * scratch.h: private folder of a context for the files of compilers, made at first use in TMPDIR or /tmp and removed
 * with the context.
 */
#ifndef MG_CORE_PROGRAM_SCRATCH_H
#define MG_CORE_PROGRAM_SCRATCH_H

#include "core/context.h"

/* The path of a file `name` in the folder. FILE where no folder can be made. */
mg_status mg__scratch_path(mg_context *context, const char *name, char path[MG_PATH_SIZE]);

void mg__scratch_remove(mg_context *context);

/* Writes a text to a file of the folder unless it exists; compiler messages call the file `name`, with lines from 1. */
mg_status mg__scratch_text(mg_context *context, const char *name, const char *text, char path[MG_PATH_SIZE]);

#endif

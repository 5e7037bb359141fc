/* SPDX-License-Identifier: Apache-2.0
 *
 * scratch.h: a context's private folder for files that compilers read and write. It is made when first needed, in
 * TMPDIR or /tmp, and removed with the context.
 */
#ifndef MG_CORE_PROGRAM_SCRATCH_H
#define MG_CORE_PROGRAM_SCRATCH_H

#include "core/context.h"

/* The path of a file `name` in the folder. FILE where no folder can be made. */
mg_status mg__scratch_path(mg_context *context, const char *name, char path[MG_PATH_SIZE]);

void mg__scratch_remove(mg_context *context);

/* A text as a file of that folder, which is written when it is not there yet; line numbers count from 1 and messages
 * call it `name`. */
mg_status mg__scratch_text(mg_context *context, const char *name, const char *text, char path[MG_PATH_SIZE]);

#endif

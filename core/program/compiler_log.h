/* SPDX-License-Identifier: Apache-2.0
 *
 * compiler_log.h: makes an error message from the output of a C compiler.
 */
#ifndef MG_CORE_PROGRAM_COMPILER_LOG_H
#define MG_CORE_PROGRAM_COMPILER_LOG_H

#include "core/context.h"

/* Fails with the first error of a log of any length and the lines after it. An error inside of the library's headers is
 * preceded by the line of the user's file that led there. name: the program in the message; source: the name by which
 * the compiler knows the user's file, if not `name`. Returns PROGRAM. */
mg_status mg__fail_with_log(mg_context *context, const char *name, const char *source, const char *path);

#endif

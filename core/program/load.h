/* SPDX-License-Identifier: Apache-2.0
 *
 * load.h: programs compiled at run time.
 */
#ifndef MG_CORE_PROGRAM_LOAD_H
#define MG_CORE_PROGRAM_LOAD_H

#include "core/context.h"

/* Compiles the CPU loops of a program of which only the description was compiled. PROGRAM: its file has changed. */
mg_status mg__program_complete(mg_context *context, const mg_program *program);

#endif

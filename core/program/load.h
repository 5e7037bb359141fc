/* SPDX-License-Identifier: Apache-2.0
 *
 * load.h: programs that were compiled at run time.
 */
#ifndef MG_CORE_PROGRAM_LOAD_H
#define MG_CORE_PROGRAM_LOAD_H

#include "core/context.h"

/* Gives a program its loops for the CPU, where only its description was compiled so far. PROGRAM where its file is not
 * what it was. */
mg_status mg__program_complete(mg_context *context, const mg_program *program);

#endif

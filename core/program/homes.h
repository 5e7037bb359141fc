/* SPDX-License-Identifier: Apache-2.0
 *
 * homes.h: where this code is installed, for finding what is installed beside it.
 */
#ifndef MG_CORE_PROGRAM_HOMES_H
#define MG_CORE_PROGRAM_HOMES_H

#include "core/program/scratch.h"

/* The folder of the library or program that holds this code (0), or of the running program (1); "" where unknown. */
void mg__home(int which, char folder[MG_PATH_SIZE]);

#endif

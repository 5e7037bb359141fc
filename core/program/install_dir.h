/* SPDX-License-Identifier: Apache-2.0
 *
 * install_dir.h: where this code is installed, for finding what is installed beside it.
 */
#ifndef MG_CORE_PROGRAM_INSTALL_DIR_H
#define MG_CORE_PROGRAM_INSTALL_DIR_H

#include "core/program/scratch.h"

/* The folder of the library or program that holds this code (0), or of the running program (1); "" where unknown. */
void mg__install_dir(int which, char folder[MG_PATH_SIZE]);

#endif

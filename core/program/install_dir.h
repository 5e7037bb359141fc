/* SPDX-License-Identifier: Apache-2.0
 *
 * install_dir.h: folder of the installation, to find files relative to it.
 */
#ifndef MG_CORE_PROGRAM_INSTALL_DIR_H
#define MG_CORE_PROGRAM_INSTALL_DIR_H

#include "core/program/scratch.h"

/* Folder of the library or program that contains this code (0), or of the running executable (1); "" if unknown. */
void mg__install_dir(int which, char folder[MG_PATH_SIZE]);

#endif

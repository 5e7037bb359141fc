/* SPDX-License-Identifier: Apache-2.0
 *
 * entities.h: entities in the strings of GML.
 */
#ifndef MG_IO_ENTITIES_H
#define MG_IO_ENTITIES_H

#include <stddef.h>

/* Replaces the entities of HTML that GML has for quotes and characters beyond ASCII, in place; none of them is shorter
 * than its character. The text ends with a zero byte. Returns the new length.
 */
size_t mg__decode_entities(char *text, size_t length);

#endif

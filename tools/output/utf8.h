/* SPDX-License-Identifier: Apache-2.0
 *
 * utf8.h: text for JSON, which is UTF-8: names of files may be any bytes.
 */
#ifndef MG_TOOLS_OUTPUT_UTF8_H
#define MG_TOOLS_OUTPUT_UTF8_H

/* A copy in which every byte that is not part of a UTF-8 character is a `?`. The caller frees it; NULL: no memory. */
char *utf8_copy(const char *text);

#endif

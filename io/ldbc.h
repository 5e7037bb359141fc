/* SPDX-License-Identifier: Apache-2.0
 *
 * ldbc.h: the files of an LDBC Graphalytics graph.
 */
#ifndef MG_IO_LDBC_H
#define MG_IO_LDBC_H

#include "io/reader.h"

#include <stddef.h>

/* The path of NAME.e, given NAME.v, NAME.properties or NAME alone where no file has that name; NULL for any other path.
 * To be released. */
mg_status mg__ldbc_edges(mg_context *context, const char *path, char **edges);

/* The length of NAME in NAME.v, NAME.e or NAME.properties, each also with .gz or .zst, or in any other path; *suffix is
 * that of compression, or empty. */
size_t mg__ldbc_prefix(const char *path, const char **suffix);

#endif

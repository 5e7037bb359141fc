/* SPDX-License-Identifier: Apache-2.0
 *
 * ldbc.h: paths of the files of an LDBC Graphalytics graph.
 */
#ifndef MG_IO_LDBC_H
#define MG_IO_LDBC_H

#include "io/reader.h"

#include <stddef.h>

/* *edges = path of NAME.e for NAME.v, NAME.properties, or NAME if no file has that name; NULL for other paths. The
 * caller releases it. */
mg_status mg__ldbc_edges(mg_context *context, const char *path, char **edges);

/* Length of NAME in NAME.v, NAME.e or NAME.properties, with or without .gz or .zst; of any other path its length
 * without the suffix of compression. *suffix: that suffix, or "". */
size_t mg__ldbc_prefix(const char *path, const char **suffix);

#endif

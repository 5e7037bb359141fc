/* SPDX-License-Identifier: Apache-2.0
 *
 * files.h: writes test files in a folder that is removed at the end, and reads graphs from them.
 */
#ifndef MG_TESTS_IO_FILES_H
#define MG_TESTS_IO_FILES_H

#include "tests/harness.h"

/* The path of a file in the test's own folder; valid until the next call. */
const char *file_path(const char *name);
/* Writes a file there and returns its path. */
const char *file_write(const char *name, const void *bytes, size_t size);
/* Skips the case without MG_TEST_DATA; call it before allocating memory. */
void need_data(void);
/* A path below MG_TEST_DATA; skips the case if there is no such file. */
const char *data_path(const char *name);

mg_context *make_context(int threads);

/* Writes a text, reads it as a graph, which must succeed. */
mg_graph *read_text(mg_context *context, const char *name, const char *text, const mg_graph_options *options);
/* Writes a text whose reading must fail with this status and a message that contains `message`. */
void refuse_bytes(mg_context *context, const char *name, const void *bytes, size_t size, mg_status status,
                  const char *message);
void refuse_text(mg_context *context, const char *name, const char *text, mg_status status, const char *message);

/* The weight of the first arc between two ids; fails the case if there is none. */
double weight_of(const mg_graph *graph, uint64_t from_id, uint64_t to_id);

/* Checks that both graphs have the same vertices, arcs and weights. */
void check_same(const mg_graph *a, const mg_graph *b);

#endif

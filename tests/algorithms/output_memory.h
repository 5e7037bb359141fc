/* SPDX-License-Identifier: Apache-2.0
 *
 * output_memory.h: memory of the caller for test_outputs.c: that of the host, or of a GPU.
 */
#ifndef MG_TESTS_OUTPUT_MEMORY_H
#define MG_TESTS_OUTPUT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Memory of a GPU? Its runs are on the backend "cuda". */
extern const bool output_on_device;
/* Filled with bytes that no result has. */
void *output_new(size_t bytes);
/* Copies from it to the host; releases it. */
void output_get(void *host, const void *output, size_t bytes);
void output_free(void *output);

#endif

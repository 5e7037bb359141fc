/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/output_memory.h"

#include "tests/shapes.h"

#include <stdlib.h>
#include <string.h>

const bool output_on_device = false;

void *output_new(size_t bytes) {
    return memset(test_memory(bytes, 1), 0xa5, bytes);
}

void output_get(void *host, const void *output, size_t bytes) {
    memcpy(host, output, bytes);
}

void output_free(void *output) {
    free(output);
}

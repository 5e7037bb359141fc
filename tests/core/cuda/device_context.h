/* SPDX-License-Identifier: Apache-2.0
 *
 * device_context.h: a context for tests of the public interface on a GPU; the test case is skipped where there is none.
 */
#ifndef MG_TESTS_CORE_CUDA_DEVICE_CONTEXT_H
#define MG_TESTS_CORE_CUDA_DEVICE_CONTEXT_H

#include "tests/harness.h"

static inline mg_context *device_context(void) {
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    if (mg_device_count(context) == 0) {
        mg_context_destroy(context);
        test_skip("there is no GPU");
    }
    return context;
}

#endif

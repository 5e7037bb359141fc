/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_context.h: a context on the GPU; the test case is skipped where there is none.
 */
#ifndef MG_TESTS_GPU_CONTEXT_H
#define MG_TESTS_GPU_CONTEXT_H

#include "core/cuda/backend_cuda.h"
#include "core/cuda/device/device.h"
#include "tests/harness.h"

static inline mg_context *gpu_context_open(mg_cuda **cuda) {
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    if (mg__cuda_open(context, cuda) < 0) {
        char reason[256];
        snprintf(reason, sizeof reason, "%s", mg_context_error(context));
        mg_context_destroy(context);
        test_skip("%s", reason);
    }
    return context;
}

static inline mg_context *gpu_context(void) {
    mg_cuda *cuda = NULL;
    return gpu_context_open(&cuda);
}

#endif

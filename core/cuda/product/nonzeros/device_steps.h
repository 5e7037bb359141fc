/* SPDX-License-Identifier: Apache-2.0
 *
 * device_steps.h: steps of building a format on the device, with temporary memory that they share. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_NONZEROS_DEVICE_STEPS_H
#define MG_CORE_CUDA_PRODUCT_NONZEROS_DEVICE_STEPS_H

#include "core/cuda/device/device.h"

/* With `temporary` NULL a step only sets *bytes, to the temporary memory that it needs. */
typedef cudaError_t (*mg_device_step)(void *arguments, void *temporary, size_t *bytes, cudaStream_t stream);

/* Runs steps on the context's stream. */
typedef struct mg_steps {
    mg_context *context;
    mg_cuda *cuda;
    const char *what; /* is built, for messages */
    void *temporary;
    size_t bytes; /* of it */
} mg_steps;

mg_status mg__step(mg_steps *steps, mg_device_step step, void *arguments);
/* Memory of the pool, with MG_OK and NULL for no elements. */
mg_status mg__steps_get(mg_steps *steps, void *block, uint64_t count, size_t size);
/* The value of an element on the device; synchronises the stream. */
mg_status mg__steps_read(mg_steps *steps, void *to, const void *from, size_t bytes);
void mg__steps_end(mg_steps *steps);

/* Sorts, sums and selections (core/cuda/layout/sorts.h) as steps. */
typedef struct mg_sort_step {
    void *keys[2]; /* uint64_t if `wide`, else uint32_t */
    uint32_t *values[2];
    uint32_t count;
    bool wide;
    int bits; /* of the keys, at least 1 */
    int in;   /* receives the index of the result */
} mg_sort_step;
typedef struct mg_scan_step {
    uint64_t *values;
    uint64_t count;
} mg_scan_step;
typedef struct mg_select_step {
    const uint8_t *flags;
    uint32_t count;
    uint32_t *to, *number;
} mg_select_step;
cudaError_t mg__step_sort(void *sort_step, void *temporary, size_t *bytes, cudaStream_t stream);
cudaError_t mg__step_sums(void *scan_step, void *temporary, size_t *bytes, cudaStream_t stream);
cudaError_t mg__step_maxima(void *scan_step, void *temporary, size_t *bytes, cudaStream_t stream);
cudaError_t mg__step_select(void *select_step, void *temporary, size_t *bytes, cudaStream_t stream);

/* Bits of the numbers below `count`, at least 1. */
static inline int mg__bits_below(uint64_t count) {
    return count > 2 ? 64 - __builtin_clzll(count - 1) : 1;
}

#endif

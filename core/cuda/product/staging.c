/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/staging.h"

#include <assert.h>

/* Managed memory counts, too: kernels read it without a copy. */
static bool is_visible(const void *memory) {
    struct cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, memory) != cudaSuccess) {
        cudaGetLastError();
        return false;
    }
    return attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
}

mg_status mg__stage(mg_staging *s, const void *array, uint64_t bytes, bool read, const void **staged) {
    mg_status status = MG_OK;
    *staged = array;
    if (array && bytes && !is_visible(array)) {
        assert(s->count < MG_STAGED_MAX);
        void **const copy = &s->copies[s->count];
        MG_TRY(mg__cuda_get(s->context, s->cuda, copy, bytes, "a sparse product"));
        s->count++;
        if (read) {
            MG_TRY(mg__cuda_upload(s->context, s->cuda, *copy, array, bytes));
        }
        *staged = *copy;
    }
out:
    return status;
}

mg_status mg__unstage(mg_staging *s, void *array, const void *staged, uint64_t bytes) {
    return array == staged ? MG_OK : mg__cuda_download(s->context, s->cuda, array, staged, bytes);
}

/* Later work on `after` waits for the present work on `before`. */
static mg_status order_streams(mg_staging *s, cudaStream_t before, cudaStream_t after) {
    mg_status status = MG_OK;
    MG_CUDA_TRY(s->context, cudaEventRecord(s->cuda->begin, before), "the user's stream");
    MG_CUDA_TRY(s->context, cudaStreamWaitEvent(after, s->cuda->begin, 0), "the user's stream");
out:
    return status;
}

/* Also after the default stream (NULL): cudaMemcpy from pageable memory returns before the copy has arrived. */
mg_status mg__staging_begin(mg_staging *s) {
    return order_streams(s, s->users, s->cuda->stream);
}

mg_status mg__staging_end(mg_staging *s, double *seconds) {
    mg_status status = MG_OK;
    float ms = 0.0f;
    if (s->users && !s->count) {
        return order_streams(s, s->cuda->stream, s->users);
    }
    MG_CUDA_TRY(s->context, cudaStreamSynchronize(s->cuda->stream), "a sparse product");
    MG_CUDA_TRY(s->context, cudaEventElapsedTime(&ms, s->cuda->begin, s->cuda->end), "timing");
    s->cuda->times.kernels = ms;
    if (seconds) {
        *seconds = 1e-3 * (double)ms;
    }
out:
    return status;
}

void mg__staging_release(mg_staging *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        mg__cuda_release(s->cuda, s->copies[i]);
    }
    s->count = 0;
}

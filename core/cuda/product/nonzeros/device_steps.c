/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/nonzeros/device_steps.h"

#include "core/cuda/layout/sorts.h"

mg_status mg__step(mg_steps *s, mg_device_step step, void *arguments) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    MG_CUDA_TRY(s->context, step(arguments, NULL, &bytes, s->cuda->stream), s->what);
    if (bytes > s->bytes || !s->temporary) {
        mg__cuda_release(s->cuda, s->temporary);
        s->bytes = 0;
        s->temporary = NULL;
        MG_TRY(mg__cuda_get(s->context, s->cuda, &s->temporary, bytes ? bytes : 1, s->what));
        s->bytes = bytes;
    }
    MG_CUDA_TRY(s->context, step(arguments, s->temporary, &bytes, s->cuda->stream), s->what);
out:
    return status;
}

mg_status mg__steps_get(mg_steps *s, void *block, uint64_t count, size_t size) {
    return mg__cuda_get(s->context, s->cuda, block, count * size, s->what);
}

mg_status mg__steps_read(mg_steps *s, void *to, const void *from, size_t bytes) {
    return mg__cuda_download(s->context, s->cuda, to, from, bytes);
}

void mg__steps_end(mg_steps *s) {
    mg__cuda_release(s->cuda, s->temporary);
    s->temporary = NULL;
    s->bytes = 0;
}

cudaError_t mg__step_sort(void *sort_step, void *temporary, size_t *bytes, cudaStream_t stream) {
    mg_sort_step *const s = sort_step;
    return s->wide
               ? mg__sort_wide_index(temporary, bytes, (uint64_t **)s->keys, s->values, s->count, s->bits, &s->in,
                                     stream)
               : mg__sort_index(temporary, bytes, (uint32_t **)s->keys, s->values, s->count, s->bits, &s->in, stream);
}

cudaError_t mg__step_sums(void *scan_step, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_scan_step *const s = scan_step;
    return mg__prefix_sums(temporary, bytes, s->values, s->count, stream);
}

cudaError_t mg__step_maxima(void *scan_step, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_scan_step *const s = scan_step;
    return mg__prefix_maxima(temporary, bytes, s->values, s->count, stream);
}

cudaError_t mg__step_select(void *select_step, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_select_step *const s = select_step;
    return mg__select_flagged(temporary, bytes, s->flags, s->count, s->to, s->number, stream);
}

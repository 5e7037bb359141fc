/* SPDX-License-Identifier: Apache-2.0
 *
 * pinned.c: copies between the host and the device. They go through two pinned buffers, which several threads fill and
 * empty. The buffers are ordinary memory, in huge pages where there are any, and pinned afterwards: pinning what is
 * already there takes a tenth of the time that the driver needs to allocate pinned memory.
 */
#include "core/cuda/device/pinned.h"

#include "core/cuda/device/device.h"
#include "core/stage_clock.h"

#include <string.h>
#include <sys/mman.h>

#define MOST_COPIERS 8 /* threads that copy to or from staging memory */
#define HUGE_PAGE ((size_t)2 << 20)
#define PAGE ((size_t)4096)
#define PINNED_BYTES (2 * MG_CUDA_STAGING + PAGE) /* both buffers, host_progress */

static char *aligned(void *memory) {
    return (char *)(((uintptr_t)memory + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
}

void *mg__pinned_reserve(const mg_allocator *memory) {
    void *const block = mg__allocate(memory, 1, PINNED_BYTES + HUGE_PAGE);
    if (block) {
        char *const first = aligned(block);
        mg__advise_huge_pages(memory, first, PINNED_BYTES);
        for (size_t at = 0; at < PINNED_BYTES; at += PAGE) {
            first[at] = 0;
        }
    }
    return block;
}

mg_status mg__pinned_open(mg_context *context, mg_cuda *cuda) {
    mg_status status = MG_OK;
    cuda->staging = cuda->staging ? cuda->staging : mg__pinned_reserve(&context->memory);
    if (!cuda->staging) {
        MG_TRY(mg__fail_memory(context, 1, PINNED_BYTES + HUGE_PAGE, "staging memory"));
    }
    char *const first = aligned(cuda->staging);
    MG_CUDA_TRY(context, cudaHostRegister(first, PINNED_BYTES, cudaHostRegisterMapped), "pinning staging memory");
    madvise(first, PINNED_BYTES, MADV_DONTFORK); /* a fork must not give this process other pages than the device has */
    cuda->host_progress = (uint64_t *)(first + 2 * MG_CUDA_STAGING);
    MG_CUDA_TRY(context, cudaHostGetDevicePointer((void **)&cuda->progress_at, cuda->host_progress, 0),
                "pinned memory");
    for (int i = 0; i < 2; i++) {
        cuda->pinned[i] = first + (size_t)i * MG_CUDA_STAGING;
        MG_CUDA_TRY(context, cudaEventCreateWithFlags(&cuda->pinned_free[i], cudaEventDisableTiming), "an event");
        MG_CUDA_TRY(context, cudaEventRecord(cuda->pinned_free[i], cuda->stream), "an event");
    }
out:
    return status;
}

void mg__pinned_close(const mg_context *context, mg_cuda *cuda) {
    for (int i = 0; i < 2; i++) {
        if (cuda->pinned_free[i]) {
            cudaEventDestroy(cuda->pinned_free[i]);
        }
    }
    if (cuda->host_progress) {
        cudaHostUnregister(aligned(cuda->staging));
        madvise(aligned(cuda->staging), PINNED_BYTES, MADV_DOFORK);
    }
    mg__release(&context->memory, cuda->staging);
}

mg_status mg__pinned_get(mg_context *context, uint64_t bytes, mg_pinned_block *pinned) {
    mg_status status = MG_OK;
    const uint64_t pages = (bytes + PAGE - 1) / PAGE * PAGE;
    mg_pinned_block made = {.bytes = pages};
    MG_TRY(mg__alloc(context, &made.block, pages + HUGE_PAGE, 1, "pinned memory of an exchange"));
    char *const first = aligned(made.block);
    mg__advise_huge_pages(&context->memory, first, pages);
    MG_CUDA_TRY(context, cudaHostRegister(first, pages, cudaHostRegisterDefault), "pinning memory of an exchange");
    madvise(first, pages, MADV_DONTFORK);
    made.data = first;
    *pinned = made;
    made.block = NULL;
out:
    mg__release(&context->memory, made.block);
    return status;
}

void mg__pinned_release(const mg_allocator *memory, mg_pinned_block *pinned) {
    if (pinned->data) {
        cudaHostUnregister(pinned->data);
        madvise(pinned->data, pinned->bytes, MADV_DOFORK);
    }
    mg__release(memory, pinned->block);
    *pinned = (mg_pinned_block){0};
}

static mg_status stage(mg_context *context, mg_cuda *cuda, int buffer, void *to, size_t bytes) {
    mg_status status = MG_OK;
    MG_CUDA_TRY(context, cudaMemcpyAsync(to, cuda->pinned[buffer], bytes, cudaMemcpyHostToDevice, cuda->stream),
                "copying to the device");
    MG_CUDA_TRY(context, cudaEventRecord(cuda->pinned_free[buffer], cuda->stream), "copying to the device");
out:
    return status;
}

static int copiers(const mg_context *context) {
    return context->threads < MOST_COPIERS ? context->threads : MOST_COPIERS;
}

/* One thread copies 10 GB/s, a fraction of what the bus takes. */
static void copy_staged(const mg_context *context, char *to, const char *from, size_t bytes) {
    const size_t part = (size_t)1 << 19;
    const int threads = copiers(context);
#pragma omp parallel for num_threads(threads) if (bytes > part && threads > 1)
    for (size_t at = 0; at < bytes; at += part) {
        memcpy(to + at, from + at, bytes - at < part ? bytes - at : part);
    }
}

mg_status mg__cuda_upload(mg_context *context, mg_cuda *cuda, void *to, const void *from, size_t bytes) {
    MG_STAGE(context, MG_STAGE_UPLOAD);
    mg_status status = MG_OK;
    int buffer = 0;
    for (size_t at = 0; at < bytes; at += MG_CUDA_STAGING, buffer ^= 1) {
        const size_t piece = bytes - at < MG_CUDA_STAGING ? bytes - at : MG_CUDA_STAGING;
        MG_CUDA_TRY(context, cudaEventSynchronize(cuda->pinned_free[buffer]), "copying to the device");
        copy_staged(context, cuda->pinned[buffer], (const char *)from + at, piece);
        MG_TRY(stage(context, cuda, buffer, (char *)to + at, piece));
    }
out:
    return status;
}

mg_status mg__cuda_upload_narrow(mg_context *context, mg_cuda *cuda, uint32_t *to, const uint64_t *from, size_t count) {
    MG_STAGE(context, MG_STAGE_UPLOAD);
    mg_status status = MG_OK;
    const size_t step = MG_CUDA_STAGING / sizeof *to;
    const int threads = count < step / 32 ? 1 : copiers(context);
    int buffer = 0;
    for (size_t at = 0; at < count; at += step, buffer ^= 1) {
        const size_t piece = count - at < step ? count - at : step;
        MG_CUDA_TRY(context, cudaEventSynchronize(cuda->pinned_free[buffer]), "copying to the device");
        uint32_t *staged = cuda->pinned[buffer];
#pragma omp parallel for num_threads(threads) if (threads > 1)
        for (size_t i = 0; i < piece; i++) {
            staged[i] = (uint32_t)from[at + i];
        }
        MG_TRY(stage(context, cuda, buffer, to + at, piece * sizeof *to));
    }
out:
    return status;
}

mg_status mg__cuda_download(mg_context *context, mg_cuda *cuda, void *to, const void *from, size_t bytes) {
    return mg__cuda_download_on(context, cuda, cuda->stream, to, from, bytes);
}

mg_status mg__cuda_download_on(mg_context *context, mg_cuda *cuda, cudaStream_t stream, void *to, const void *from,
                               size_t bytes) {
    mg_status status = MG_OK;
    const size_t pieces = (bytes + MG_CUDA_STAGING - 1) / MG_CUDA_STAGING;
    for (size_t i = 0; i < pieces + 1; i++) { /* copies of piece i and i - 1 overlap */
        if (i < pieces) {
            const size_t at = i * MG_CUDA_STAGING, size = bytes - at < MG_CUDA_STAGING ? bytes - at : MG_CUDA_STAGING;
            MG_CUDA_TRY(
                context,
                cudaMemcpyAsync(cuda->pinned[i % 2], (const char *)from + at, size, cudaMemcpyDeviceToHost, stream),
                "copying from the device");
            MG_CUDA_TRY(context, cudaEventRecord(cuda->pinned_free[i % 2], stream), "copying from the device");
        }
        if (i > 0) {
            const size_t at = (i - 1) * MG_CUDA_STAGING;
            MG_CUDA_TRY(context, cudaEventSynchronize(cuda->pinned_free[(i - 1) % 2]), "copying from the device");
            copy_staged(context, (char *)to + at, cuda->pinned[(i - 1) % 2],
                        bytes - at < MG_CUDA_STAGING ? bytes - at : MG_CUDA_STAGING);
        }
    }
out:
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * device_start.c: opens the device in a thread of its own, which takes a tenth of a second or more, while the caller
 * reads a graph. The thread has a context of its own for messages; it uses the caller's allocator.
 */
#include "core/cuda/device/device.h"
#include "core/cuda/device/pinned.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

typedef struct device_start {
    pthread_t thread;
    mg_context own;
    mg_cuda *made; /* NULL: it failed */
    void *staging; /* what the caller reserves meanwhile */
    mg_status status;
} device_start;

static void *run_start(void *data) {
    device_start *const s = data;
    s->status = mg__cuda_make(&s->own, &s->made);
    return NULL;
}

/* Waits for the thread, and gives up what it made. */
static void drop_start(mg_context *context) {
    device_start *const s = context->device_start;
    pthread_join(s->thread, NULL);
    mg__cuda_unmake(context, s->made);
    mg__release(&context->memory, s->staging);
    mg__release(&context->memory, s);
    context->device_start = NULL;
}

void mg__cuda_start_device(mg_context *context) {
    if (context->device || context->device_start) {
        return;
    }
    device_start *const s = mg__allocate(&context->memory, 1, sizeof *s);
    if (!s) {
        return; /* the first use opens the device, and says what is missing */
    }
    *s = (device_start){.own = {.threads = 1,
                                .memory = context->memory,
                                .device_count = context->device_count,
                                .takes_turns = context->takes_turns}};
    memcpy(s->own.devices, context->devices, sizeof s->own.devices);
    if (pthread_create(&s->thread, NULL, run_start, s) != 0) {
        mg__release(&context->memory, s);
        return;
    }
    context->device_start = s;
    context->device_start_release = drop_start;
    s->staging = mg__pinned_reserve(&context->memory);
}

mg_status mg__cuda_take_start(mg_context *context, mg_cuda **cuda) {
    device_start *const s = context->device_start;
    pthread_join(s->thread, NULL);
    const mg_status status = s->status;
    *cuda = s->made;
    context->device_count = s->own.device_count;
    if (status < 0) {
        snprintf(context->error, sizeof context->error, "%s", s->own.error);
        mg__release(&context->memory, s->staging);
    } else {
        s->made->staging = s->staging;
    }
    mg__release(&context->memory, s);
    context->device_start = NULL;
    return status;
}

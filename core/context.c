/* SPDX-License-Identifier: Apache-2.0 */
#include "core/context.h"

#include "core/default_threads.h"
#include "core/kept_memory.h"
#include "core/result_memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define REPORT_INTERVAL 0.05
/* Smaller blocks get no huge pages: most of a page would be unused. */
#define MIN_HUGE_BYTES ((size_t)4 << 20)
/* Fewer bytes are written by one thread; a graph of fewer threads than the context has writes fewer than LARGE. */
#define LEAST_SHARED ((size_t)1 << 19)
#define LARGE ((size_t)16 << 20)
/* Bytes that a thread sets to 0 at a time. */
#define LARGEST_PIECE ((size_t)1 << 18)

static void *default_allocate(void *data, size_t size) {
    (void)data;
    return malloc(size);
}

static void default_release(void *data, void *memory) {
    (void)data;
    free(memory);
}

const char *mg_version(void) {
    return MG_VERSION_STRING;
}

uint64_t mg__cache_bytes(uint64_t given) {
    const long bytes = given ? (long)given : sysconf(_SC_LEVEL2_CACHE_SIZE);
    return bytes > 0 ? (uint64_t)bytes : (uint64_t)1 << 20;
}

double mg__now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

mg_status mg_context_create(const mg_context_options *options, mg_context **context) {
    mg_context_options o = MG_CONTEXT_OPTIONS_INIT;
    if (!context || (options && options->size != sizeof o)) {
        return MG_ERROR_INVALID;
    }
    if (options) {
        o = *options;
    }
    if (o.threads < 0 || o.threads > MG_THREADS_MAX || (unsigned)o.log_level > MG_LOG_DEBUG || o.ranks > MG_RANKS_MAX ||
        (unsigned)o.partition > MG_PARTITION_METIS || !o.allocator.allocate != !o.allocator.release) {
        return MG_ERROR_INVALID;
    }
    if (o.device_count > MG_DEVICES_MAX && (o.device_count != MG_DEVICES_ALL || o.devices)) {
        return MG_ERROR_INVALID;
    }
    if (o.devices && !o.device_count) {
        return MG_ERROR_INVALID;
    }
    if (!o.allocator.allocate) {
        o.allocator = (mg_allocator){.allocate = default_allocate, .release = default_release};
    }
    mg_context *c = mg__allocate(&o.allocator, 1, sizeof *c);
    if (!c) {
        return MG_ERROR_MEMORY;
    }
    *c = (mg_context){.threads = o.threads ? o.threads : mg__default_threads(),
                      .threads_given = o.threads != 0,
                      .log_level = o.log_level,
                      .log = o.log,
                      .log_data = o.log_data,
                      .progress = o.progress,
                      .progress_data = o.progress_data,
                      .memory = o.allocator,
                      .memory_budget = o.memory_budget,
                      .device_count = o.device_count ? o.device_count : 1,
                      .devices_given = o.devices != NULL,
                      .rank_count = o.ranks,
                      .partition = o.partition,
                      .clock = {.since = mg__now()}};
    for (uint32_t i = 0; i < MG_DEVICES_MAX; i++) {
        c->devices[i] = o.devices && i < o.device_count ? o.devices[i] : i;
    }
    *context = c;
    return MG_OK;
}

void mg_context_destroy(mg_context *context) {
    if (context) {
        mg_allocator memory = context->memory;
        if (context->device_start) {
            context->device_start_release(context);
        }
        if (context->rank_team) {
            context->rank_team_release(context); /* may have exchanges of the device */
        }
        if (context->device) {
            context->device_release(context, context->device);
            mg__release(&memory, context->device);
        }
        if (context->scratch) {
            context->scratch_remove(context);
        }
        mg__kept_destroy(context);
        mg__result_memory_close(context);
        mg__release(&memory, context);
    }
}

const char *mg_context_error(const mg_context *context) {
    return context ? context->error : "";
}

int mg_context_threads(const mg_context *context) {
    return context ? context->threads : 0;
}

mg_status mg__fail(mg_context *context, mg_status status, const char *format, ...) {
    assert(status < 0);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(context->error, sizeof context->error, format, arguments);
    va_end(arguments);
    return status;
}

void *mg__allocate(const mg_allocator *memory, uint64_t count, size_t size) {
    if (size && count > SIZE_MAX / 2 / size) {
        return NULL;
    }
    size_t bytes = (size_t)count * size;
    return memory->allocate(memory->data, bytes ? bytes : 1);
}

void mg__release(const mg_allocator *memory, void *block) {
    if (block) {
        memory->release(memory->data, block);
    }
}

void mg__discard_pages(const mg_allocator *memory, const void *begin, size_t bytes) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t at = (uintptr_t)begin, first = (at + page - 1) / page * page, last = (at + bytes) / page * page;
    if (memory->allocate == default_allocate && last > first) {
        madvise((char *)begin + (first - at), last - first, MADV_DONTNEED);
    }
}

void mg__advise_huge_pages(const mg_allocator *memory, void *block, size_t bytes) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)block;
    const uintptr_t first = (at + page - 1) / page * page, last = (at + bytes) / page * page;
    if (memory->allocate == default_allocate && bytes >= MIN_HUGE_BYTES) {
        madvise((char *)block + (first - at), last - first, MADV_HUGEPAGE);
    }
}

mg_status mg__fail_memory(mg_context *context, uint64_t count, size_t size, const char *what) {
    return mg__fail(context, MG_ERROR_MEMORY, "out of memory: %.0f bytes for %s", (double)count * (double)size, what);
}

mg_status mg__alloc(mg_context *context, void **block, uint64_t count, size_t size, const char *what) {
    *block = mg__allocate(&context->memory, count, size);
    return *block ? MG_OK : mg__fail_memory(context, count, size, what);
}

int mg__loop_threads(const mg_context *context, size_t bytes) {
    const bool as_run = context->run_threads && bytes < LARGE;
    const int threads = bytes < LEAST_SHARED ? 1 : as_run ? context->run_threads : context->threads;
    return threads > 1 ? threads : 1; /* none: only the memory of the context is used */
}

void mg__fill_zero(const mg_context *context, void *block, size_t bytes) {
    if (context->estimate) {
        return; /* its memory is zero, and not to be touched */
    }
    const int threads = mg__loop_threads(context, bytes);
    const size_t line = 64, share = (bytes / (size_t)threads / line + 1) * line;
    const size_t piece = share < LARGEST_PIECE ? share : LARGEST_PIECE;
    char *base = block;
    assert(base && threads > 0);
#pragma omp parallel for num_threads(threads) if (threads > 1)
    for (size_t i = 0; i < bytes; i += piece) {
        memset(base + i, 0, bytes - i < piece ? bytes - i : piece);
    }
}

mg_status mg__alloc_zeroed(mg_context *context, void **block, uint64_t count, size_t size, const char *what) {
    const mg_status status = mg__alloc(context, block, count, size, what);
    if (status == MG_OK) {
        mg__fill_zero(context, *block, (size_t)count * size);
    }
    return status;
}

mg_status mg__progress(mg_context *context, const char *stage, double fraction) {
    assert(stage && fraction <= 1.0);
    if (!context->progress) {
        return MG_OK;
    }
    double now = mg__now();
    bool begins = !context->stage || strcmp(context->stage, stage) != 0;
    if (begins || (fraction >= 0.0 && fraction < context->fraction)) { /* a decrease: the stage was restarted */
        context->stage = stage;
        context->stage_start = now;
        context->fraction = -1.0;
    }
    context->fraction = fraction >= 0.0 ? fraction : context->fraction;
    if (!begins && now - context->last_report < REPORT_INTERVAL) {
        return MG_OK;
    }
    context->last_report = now;
    fraction = context->fraction;
    double elapsed = now - context->stage_start;
    mg_progress report = {.stage = stage, .fraction = fraction, .elapsed = elapsed, .remaining = -1.0};
    if (fraction > 0.0 && fraction <= 1.0) {
        report.remaining = elapsed * (1.0 - fraction) / fraction;
    }
    if (!context->progress(context->progress_data, &report)) {
        return mg__fail(context, MG_ERROR_CANCELLED, "cancelled while %s", stage);
    }
    return MG_OK;
}

mg_status mg__progress_within(mg_context *context, const char *stage, double share) {
    const double done = context->part_begin + context->part_size * (share < 1.0 ? share : 1.0);
    const bool known = context->part_size > 0.0 && done > context->fraction && done <= 1.0;
    return mg__progress(context, stage, known ? done : -1.0);
}

void mg__log(mg_context *context, mg_log_level level, const char *format, ...) {
    if (!context->log || level > context->log_level) {
        return;
    }
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    context->log(context->log_data, level, line);
}

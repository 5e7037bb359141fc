/* SPDX-License-Identifier: Apache-2.0
 *
 * context.h: errors, memory, progress and log, as every room of the library uses them.
 */
#ifndef MG_CORE_CONTEXT_H
#define MG_CORE_CONTEXT_H

#include <multigraph/multigraph.h>

#define MG_PATH_SIZE 1200 /* bytes of a file name with its end, as internal functions return them */

struct mg_context {
    int threads;
    mg_log_level log_level;
    mg_log_fn log;
    void *log_data;
    mg_progress_fn progress;
    void *progress_data;
    mg_allocator memory;
    uint64_t cache_bytes; /* what panels are cut for; 0: the processor's L2 cache */
    uint64_t memory_budget; /* bytes that graphs may keep beside their out-edges after a run; 0: any */
    bool test_all_paths;    /* tests: take turns with modes and sample every frontier, whatever they cost */
    const char *stage;    /* progress: what is going on, */
    double stage_start;   /* since when, */
    double fraction;      /* how far, as last told, */
    double last_report;   /* and when the callback was called last; seconds of mg__now() */
    char error[1024];
    char *scratch; /* a private folder, NULL until one is needed (core/program/scratch.h) */
    void (*scratch_remove)(struct mg_context *context); /* set with it */
    unsigned scratch_count;
    bool device_missing; /* no device was found; it is not looked for again in mode auto */
    void *device; /* the device as this context uses it, once it did; a block of `memory` */
    void (*device_release)(struct mg_context *context, void *device);
};

/* Runs a call that returns mg_status; on failure leaves the function through its `out:` label with `status` set. */
#define MG_TRY(call)                                                                                                   \
    do {                                                                                                               \
        status = (call);                                                                                               \
        if (status < 0) {                                                                                              \
            goto out;                                                                                                  \
        }                                                                                                              \
    } while (0)

/* Records a failure in words and returns its status. */
mg_status mg__fail(mg_context *context, mg_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Memory for count elements of `size` bytes through the hook; NULL where it fails or the product overflows.
 * Zero elements give a valid pointer. Released by mg__release, which accepts NULL. Contents are not set. */
void *mg__allocate(const mg_allocator *memory, uint64_t count, size_t size);
void mg__release(const mg_allocator *memory, void *block);

/* Gives the whole pages of a part of a block, whose contents are not needed any more, back to the system before the
 * block is released. Only where the memory is the C library's: what other hooks hand out may be pinned or shared. */
void mg__discard_pages(const mg_allocator *memory, const void *begin, size_t bytes);

/* *block = count elements, or a failure that says how many bytes of `what` were wanted. The zeroed one fills in
 * parallel. */
mg_status mg__alloc(mg_context *context, void **block, uint64_t count, size_t size, const char *what);
mg_status mg__alloc_zeroed(mg_context *context, void **block, uint64_t count, size_t size, const char *what);
#define MG_ALLOC(context, pointer, count, what)                                                                        \
    mg__alloc((context), (void **)&(pointer), (count), sizeof *(pointer), (what))
#define MG_ALLOC_ZEROED(context, pointer, count, what)                                                                 \
    mg__alloc_zeroed((context), (void **)&(pointer), (count), sizeof *(pointer), (what))

/* Tells the progress callback, at most every 50 ms, how far `stage` (a string constant) is; fraction < 0: as
 * far as it was told last, which may be unknown.
 * MG_ERROR_CANCELLED where the callback asked for it. Not from inside parallel regions. Cheap enough per iteration. */
mg_status mg__progress(mg_context *context, const char *stage, double fraction);

void mg__log(mg_context *context, mg_log_level level, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Seconds of a monotonic clock. */
double mg__now(void);

/* Bytes of one element; 0 for NONE and OTHER. */
size_t mg__type_size(mg_type type);
const char *mg__type_name(mg_type type);

#endif

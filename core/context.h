/* SPDX-License-Identifier: Apache-2.0
 *
 * context.h: errors, memory, progress and log, shared by all modules.
 */
#ifndef MG_CORE_CONTEXT_H
#define MG_CORE_CONTEXT_H

#include <multigraph/multigraph.h>

#define MG_PATH_SIZE 1200 /* bytes of a file name with its end, as internal functions return them */

/* A block of work memory that is kept from run to run (kept_memory.h). */
typedef struct mg_kept_block {
    void *memory; /* NULL: the place is free */
    size_t bytes;
    bool used;   /* somebody has it */
    bool recent; /* it was used in this run */
} mg_kept_block;

#define MG_KEPT_BLOCKS 64

/* The time of each stage until `since`, and the stage after it (stage_clock.h). */
typedef struct mg_stage_clock {
    double seconds[MG_STAGES];
    double since; /* seconds of mg__now() */
    mg_stage stage;
} mg_stage_clock;

struct mg_text_job; /* core/graph/text_job.h */

struct mg_context {
    int threads;
    bool threads_given; /* by the caller: small graphs get as many, too */
    int run_threads;    /* of the last run on the CPU; 0: none yet */
    mg_log_level log_level;
    mg_log_fn log;
    void *log_data;
    mg_progress_fn progress;
    void *progress_data;
    mg_allocator memory;
    mg_kept_block kept[MG_KEPT_BLOCKS];
    struct mg_result_memory *results; /* memory of destroyed results (result_memory.h); NULL: none yet */
    uint64_t cache_bytes; /* cache size that determines the size of panels; 0: the L2 cache */
    uint64_t memory_budget; /* bytes that a graph may cache beside its out-edges after a run; 0: no limit */
    struct mg_estimate *estimate; /* core/engine/estimate.h: runs are not made; NULL: they are */
    uint64_t memory_there; /* what the system had at memory_read, in bytes */
    double memory_read;    /* seconds of mg__now(); 0: not yet */
    bool test_all_paths;    /* tests: alternate push and pull, sample every frontier, use small thresholds */
    mg_stage_clock clock;
    const char *stage;    /* progress: current stage, */
    double stage_start;   /* its start, */
    double part_begin, part_size; /* of the stage: the runs that are under way; size 0: unknown */
    double fraction;      /* last reported fraction, */
    double last_report;   /* last call of the callback; seconds of mg__now() */
    char error[1024];
    char *scratch; /* a private folder, NULL until one is needed (core/program/scratch.h) */
    void (*scratch_remove)(struct mg_context *context); /* set with it */
    unsigned scratch_count;
    uint32_t devices[MG_DEVICES_MAX]; /* positions of the devices to be used */
    uint32_t device_count;            /* of these; MG_DEVICES_ALL: all that there are */
    bool devices_given;               /* by the caller */
    bool takes_turns;                 /* devices[0] is the number of a rank: modulo the devices that there are */
    uint32_t rank_count; /* ranks of its runs (core/ranks/ranks.h); 0: one */
    bool on_rank;        /* the calls are those of one rank */
    mg_partition_kind partition;
    struct mg_rank_team *rank_team; /* NULL: not made yet */
    void (*rank_team_release)(struct mg_context *context);
    bool device_missing; /* no device was found; it is not looked for again in mode auto */
    void *device_start;  /* a backend opens its device in a thread; NULL: no thread runs */
    void (*device_start_release)(struct mg_context *context); /* waits for it and frees what it made */
    /* Makes the graph of a large text of edges where the runs will be; *graph = NULL: the caller has to make it. NULL:
     * readers parse themselves. */
    mg_status (*edge_text)(struct mg_context *context, const struct mg_text_job *job, mg_graph **graph);
    void *device; /* state of the device backend, allocated from `memory` at first use; NULL: none */
    void (*device_release)(struct mg_context *context, void *device);
};

/* Sets `status` to the result of a call; on failure jumps to the label `out`. */
#define MG_TRY(call)                                                                                                   \
    do {                                                                                                               \
        status = (call);                                                                                               \
        if (status < 0) {                                                                                              \
            goto out;                                                                                                  \
        }                                                                                                              \
    } while (0)

/* Stores the message of a failure in the context and returns its status. */
mg_status mg__fail(mg_context *context, mg_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Allocates count elements of `size` bytes, not initialised; NULL if the allocator fails or the product overflows. Zero
 * elements give a valid pointer. mg__release frees the block and accepts NULL. */
void *mg__allocate(const mg_allocator *memory, uint64_t count, size_t size);
void mg__release(const mg_allocator *memory, void *block);

/* Returns the whole pages of a part of a block to the system before the block is released; their contents are lost.
 * Only with the default allocator: memory of user allocators may be pinned or shared. */
void mg__discard_pages(const mg_allocator *memory, const void *begin, size_t bytes);

/* Asks the system for huge pages, which cost fewer page faults, in a large block. Only with the default allocator. */
void mg__advise_huge_pages(const mg_allocator *memory, void *block, size_t bytes);

/* The failure of an allocation of count elements for `what`. */
mg_status mg__fail_memory(mg_context *context, uint64_t count, size_t size, const char *what);
/* Threads of a loop that writes so many bytes before or after a run on the CPU: one for few, else those of the last run,
 * and all for more than a graph that has fewer threads takes. The runtime of gcc ends the threads that a smaller team
 * leaves out, and the next larger team waits until as many are started. */
int mg__loop_threads(const mg_context *context, size_t bytes);

/* Sets a block to 0, in parallel (first touch). */
void mg__fill_zero(const mg_context *context, void *block, size_t bytes);

/* Sets *block to count elements, or fails with a message that names `what` and its size. The zeroed variant initialises
 * in parallel (first touch). */
mg_status mg__alloc(mg_context *context, void **block, uint64_t count, size_t size, const char *what);
mg_status mg__alloc_zeroed(mg_context *context, void **block, uint64_t count, size_t size, const char *what);
#define MG_ALLOC(context, pointer, count, what)                                                                        \
    mg__alloc((context), (void **)&(pointer), (count), sizeof *(pointer), (what))
#define MG_ALLOC_ZEROED(context, pointer, count, what)                                                                 \
    mg__alloc_zeroed((context), (void **)&(pointer), (count), sizeof *(pointer), (what))

/* Reports the progress of `stage` (a string constant) to the callback, at most every 50 ms. fraction < 0: unchanged.
 * Returns MG_ERROR_CANCELLED if the callback returned false. Not from parallel regions. Cheap enough per iteration. */
mg_status mg__progress(mg_context *context, const char *stage, double fraction);

/* The same from within a part of the stage (part_begin, part_size), of which `share` is done; never goes back. */
mg_status mg__progress_within(mg_context *context, const char *stage, double share);

void mg__log(mg_context *context, mg_log_level level, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Cache size that determines the size of panels: `given`, or the L2 cache if it is 0. */
uint64_t mg__cache_bytes(uint64_t given);

/* Returns the time of a monotonic clock in seconds. */
double mg__now(void);

/* Returns the bytes of an element; 0 for MG_TYPE_NONE and MG_OTHER. */
size_t mg__type_size(mg_type type);
const char *mg__type_name(mg_type type);

#endif

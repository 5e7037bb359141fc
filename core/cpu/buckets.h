/* SPDX-License-Identifier: Apache-2.0
 *
 * buckets.h: the buckets of delta-stepping. Each thread has bins for a window of MG_BUCKET_WINDOW buckets; later
 * buckets share an overflow bin, which is redistributed when the window is empty. A bucket is the bins of all threads.
 */
#ifndef MG_CORE_CPU_BUCKETS_H
#define MG_CORE_CPU_BUCKETS_H

#include "core/cpu/work.h"

/* Emptied blocks that a thread keeps for its next bins. */
#define MG_SPARE_BINS 16

typedef struct mg_bucket_thread {
    mg_bins *bins;
    uint64_t lowest; /* no bin of the window below this bucket has a vertex */
    mg_bin scratch;
    mg_bin spare[MG_SPARE_BINS];
    size_t spares;
} mg_bucket_thread;

typedef struct mg_buckets {
    mg_cpu_work *work;
    mg_bucket_thread *thread; /* one per thread of the work */
    uint32_t current;         /* the bucket that is relaxed */
    mg_bin list;              /* its vertices, moved from the bins of all threads */
} mg_buckets;

mg_status mg__buckets_create(mg_cpu_work *work, mg_buckets *buckets);
void mg__buckets_destroy(mg_buckets *buckets);

/* Makes room in a bin of thread t; false: out of memory. */
bool mg__bin_reserve(mg_buckets *buckets, int t, mg_bin *bin, size_t capacity);
/* Appends v to the bin of thread t for its label; false: out of memory. */
bool mg__bin_put(mg_buckets *buckets, int t, mg_vertex v);
/* Thread t keeps the block of an empty bin for another bin. */
void mg__bin_empty(mg_buckets *buckets, int t, mg_bin *bin);
/* The bin of thread t for a bucket of the window. */
mg_bin *mg__bin_own(const mg_buckets *buckets, int t, uint32_t bucket);

/* Makes room in the list for the current bucket; mg__buckets_move fills it. False: out of memory. */
bool mg__buckets_reserve(mg_buckets *buckets);
/* Moves the bin of thread t for the current bucket to the list, from *end on; called by several threads at once. */
void mg__buckets_move(mg_buckets *buckets, int t, size_t *end);
/* Finds the lowest bucket of thread t, from the current one on. */
void mg__buckets_find_lowest(mg_buckets *buckets, int t);
/* Makes the lowest bucket that is not empty the current one, in the window or, if that is empty, beyond it; those below
 * `done` are complete. *more: is there one? False: out of memory. */
bool mg__buckets_next(mg_buckets *buckets, uint64_t done, bool *more);
/* Are all labels of a bucket beyond the horizon of the plan? Those up to it are final then: later buckets only have
 * greater ones. */
bool mg__is_beyond_horizon(const mg_cpu_work *work, uint32_t bucket);
/* Puts the first frontier into bins. *more: as above. False: out of memory. */
bool mg__buckets_start(mg_buckets *buckets, bool *more);

#endif

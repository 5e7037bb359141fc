/* SPDX-License-Identifier: Apache-2.0
 *
 * deal_ranges.h: ranges of vertices dealt to the threads of a parallel region. Each thread takes its own ones first,
 * the same in each iteration, whose data may still be in its cache, and then what others have left.
 */
#ifndef MG_CORE_CPU_DEAL_RANGES_H
#define MG_CORE_CPU_DEAL_RANGES_H

#include <omp.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The ranges of one thread; in a line of the cache of its own. */
typedef struct mg_range_part {
    size_t taken;
    char apart[64 - sizeof(size_t)];
} mg_range_part;

/* Where a thread looks for its next range. */
typedef struct mg_range_cursor {
    mg_range_part *part; /* one per thread */
    size_t ranges, threads, thread;
    size_t searched; /* threads without a range left */
} mg_range_cursor;

/* Before the region: nothing is taken. */
static inline void mg__ranges_deal(mg_range_part *part, int threads) {
    memset(part, 0, (size_t)threads * sizeof *part);
}

/* Within the region: that of the calling thread. */
static inline mg_range_cursor mg__ranges_of_thread(mg_range_part *part, size_t ranges) {
    return (mg_range_cursor){.part = part,
                             .ranges = ranges,
                             .threads = (size_t)omp_get_num_threads(),
                             .thread = (size_t)omp_get_thread_num()};
}

/* Takes a range; false: none is left. */
static inline bool mg__ranges_take(mg_range_cursor *cursor, size_t *range) {
    for (; cursor->searched < cursor->threads; cursor->searched++) {
        const size_t from = (cursor->thread + cursor->searched) % cursor->threads;
        const size_t begin = cursor->ranges * from / cursor->threads,
                     end = cursor->ranges * (from + 1) / cursor->threads;
        *range = begin + __atomic_fetch_add(&cursor->part[from].taken, 1, __ATOMIC_RELAXED);
        if (*range < end) {
            return true;
        }
    }
    return false;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * steal_buckets.h: delta-stepping without barriers [1]. Each thread relaxes its own lowest bucket. Before it begins
 * one, and when it has none, it takes pieces of lower buckets from other threads. So a vertex may be relaxed before all
 * of a lower bucket have been; if it improves afterwards it is relaxed again, as within a bucket.
 *
 * [1] M. D'Antonio, T. S. Mai, P. Tsigas, H. Vandierendonck: Wasp: Efficient Asynchronous Single-Source Shortest Path
 * on Multicore Systems via Work Stealing. SC 2025.
 */
#ifndef MG_CORE_CPU_STEAL_BUCKETS_H
#define MG_CORE_CPU_STEAL_BUCKETS_H

#include "core/cpu/buckets.h"

typedef struct mg_steal_counts {
    uint32_t buckets;  /* the most that a thread relaxed */
    uint64_t vertices; /* that all relaxed */
} mg_steal_counts;

/* Relaxes all buckets, from the current one on, up to the horizon. filters: a vertex is listed once, though several
 * threads found it. Out of memory: MEMORY, without a message. */
mg_status mg__steal_buckets(mg_buckets *buckets, bool filters, mg_steal_counts *relaxed);

#endif

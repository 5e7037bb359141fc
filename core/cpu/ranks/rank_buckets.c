/* SPDX-License-Identifier: Apache-2.0
 *
 * rank_buckets.c: label programs with a priority on ranks. A vertex waits until its bucket is the lowest of all ranks,
 * so that few vertices are sent more than once (delta-stepping: Meyer, Sanders, J. Algorithms 2003).
 */
#include "core/cpu/ranks/rank_frontier.h"

#include <string.h>

bool mg__rank_has_buckets(const mg_cpu_work *work) {
    const mg_phase_info *const info = &work->info;
    return (info->properties & MG_LABEL) && (info->properties & MG_MONOTONE) && info->has_priority;
}

static void set_bit(uint64_t *bits, mg_vertex v) {
    bits[v / 64] |= (uint64_t)1 << v % 64;
}

static void clear_bit(uint64_t *bits, mg_vertex v) {
    bits[v / 64] &= ~((uint64_t)1 << v % 64);
}

mg_status mg__rank_buckets_begin(mg_cpu_work *work) {
    mg_rank_work *const r = work->ranks;
    const size_t words = mg__bitmap_words(work->frame.n);
    mg_status status = MG_OK;
    r->bucket = 0;
    r->waiting_count = 0;
    if (r->waiting) { /* empty at the end of a phase, unless a limit ended it */
        memset(r->waits, 0, words * sizeof *r->waits);
        memset(r->is_listed, 0, words * sizeof *r->is_listed);
        return status;
    }
    MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, r->waits, words, "vertices that wait"));
    MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, r->is_listed, words, "vertices that wait"));
    MG_TRY(MG_KEPT_ALLOC(work->context, r->waiting, work->frame.n, "vertices that wait"));
out:
    return status;
}

/* Of the vertices that the last iteration has improved, those of later buckets wait. */
void mg__rank_hold_back(mg_cpu_work *work) {
    mg_rank_work *const r = work->ranks;
    size_t count = 0;
    for (size_t i = 0; i < r->mine_count; i++) {
        const mg_vertex v = r->mine[i];
        if (work->kernels->bucket(&work->frame, v) <= r->bucket) {
            r->mine[count++] = v;
            clear_bit(r->waits, v);
            continue;
        }
        set_bit(r->waits, v);
        if (!mg__bit(r->is_listed, v)) {
            set_bit(r->is_listed, v);
            r->waiting[r->waiting_count++] = v;
        }
    }
    r->mine_count = count;
}

/* The lowest bucket of a vertex that waits; UINT32_MAX: that, or none does. Drops entries that no longer wait. */
static uint32_t lowest_bucket(mg_cpu_work *work) {
    mg_rank_work *const r = work->ranks;
    uint32_t lowest = UINT32_MAX;
    size_t count = 0;
    for (size_t i = 0; i < r->waiting_count; i++) {
        const mg_vertex v = r->waiting[i];
        if (!mg__bit(r->waits, v)) {
            clear_bit(r->is_listed, v);
            continue;
        }
        const uint32_t bucket = work->kernels->bucket(&work->frame, v);
        lowest = bucket < lowest ? bucket : lowest;
        r->waiting[count++] = v;
    }
    r->waiting_count = count;
    return lowest;
}

mg_status mg__rank_next_bucket(mg_cpu_work *work) {
    mg_rank_work *const r = work->ranks;
    const uint32_t own = lowest_bucket(work);
    mg_status status = MG_OK;
    size_t count = 0;
    MG_TRY(mg__rank_reserve(work, 0, r->ranks->size * sizeof own));
    uint32_t *const lowest = r->received;
    MG_TRY(mg__ranks_gather(work->context, r->ranks, MG_OK, &own, sizeof own, lowest));
    r->bucket = UINT32_MAX;
    for (uint32_t k = 0; k < r->ranks->size; k++) {
        r->bucket = lowest[k] < r->bucket ? lowest[k] : r->bucket;
    }
    r->mine_count = 0;
    for (size_t i = 0; i < r->waiting_count; i++) {
        const mg_vertex v = r->waiting[i];
        if (work->kernels->bucket(&work->frame, v) <= r->bucket) {
            r->mine[r->mine_count++] = v;
            clear_bit(r->waits, v);
            clear_bit(r->is_listed, v);
        } else {
            r->waiting[count++] = v;
        }
    }
    r->waiting_count = count;
out:
    return status;
}

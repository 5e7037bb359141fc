/* SPDX-License-Identifier: Apache-2.0
 *
 * rank_values.c: states and totals that ranks exchange. What the vertices of a rank have is sent in their order in the
 * partition; where this is the order of the array, it is gathered in place.
 */
#include "core/cpu/ranks/rank_frontier.h"

#include <omp.h>
#include <string.h>

/* Smaller arrays are copied by one thread. */
#define SERIAL ((mg_vertex)8192)

static mg_status reserve(mg_context *context, void **block, size_t *capacity, size_t bytes) {
    mg_status status = MG_OK;
    if (bytes > *capacity) {
        mg__kept_release(context, *block);
        *block = NULL;
        *capacity = 0;
        MG_TRY(mg__kept_alloc(context, block, bytes, 1, "an exchange of ranks"));
        *capacity = bytes;
    }
out:
    return status;
}

mg_status mg__rank_reserve(mg_cpu_work *work, size_t sent, size_t received) {
    mg_rank_work *const r = work->ranks;
    mg_status status;
    MG_TRY(reserve(work->context, &r->sent, &r->sent_capacity, sent));
    MG_TRY(reserve(work->context, &r->received, &r->received_capacity, received));
out:
    return status;
}

/* Copies the elements of a rank's vertices out of an array, or back into it. */
static void copy_members(const mg_cpu_work *work, uint32_t rank, char *array, size_t stride, size_t size, char *packed,
                         bool back) {
    const mg_partition *const p = &work->ranks->parts->partition;
    const mg_vertex count = mg__rank_size(p, rank);
#pragma omp parallel for num_threads(work->threads) if (count > SERIAL)
    for (mg_vertex i = 0; i < count; i++) {
        char *const element = array + (size_t)mg__rank_member(p, rank, i) * stride;
        memcpy(back ? element : packed + i * size, back ? packed + i * size : element, size);
    }
}

/* All ranks get the elements of all vertices: the first `size` bytes of each `stride`. */
static mg_status share_array(mg_cpu_work *work, void *array, size_t stride, size_t size) {
    mg_rank_work *const r = work->ranks;
    const mg_partition *const p = &r->parts->partition;
    const uint32_t own = r->ranks->rank;
    mg_status status = MG_OK;
    for (uint32_t k = 0; k <= p->parts; k++) {
        r->offsets[k] = (size_t)p->first[k] * size;
    }
    if (!p->order && stride == size) {
        return mg__ranks_gather_ranges(work->context, r->ranks, MG_OK, (char *)array + r->offsets[own], array,
                                       r->offsets);
    }
    status = mg__rank_reserve(work, (size_t)mg__rank_size(p, own) * size, r->offsets[p->parts]);
    if (status >= 0) {
        copy_members(work, own, array, stride, size, r->sent, false);
    }
    MG_TRY(mg__ranks_gather_ranges(work->context, r->ranks, status, r->sent, r->received, r->offsets));
    for (uint32_t k = 0; k < p->parts; k++) {
        if (k != own) {
            copy_members(work, k, array, stride, size, (char *)r->received + r->offsets[k], true);
        }
    }
out:
    return status;
}

mg_status mg__rank_share_states(mg_cpu_work *work) {
    mg_rank_work *const r = work->ranks;
    const size_t size = work->plan->state_size;
    mg_status status;
    if (!r->shares) {
        MG_TRY(mg__ranks_take_first(work->context, r->ranks, MG_OK, work->plan->state, size * work->frame.n));
        /* Sums may differ in their last digits, and all ranks leave a loop in the same round. */
        return mg__ranks_take_first(work->context, r->ranks, MG_OK, work->totals, MG_TOTALS_MAX * sizeof *work->totals);
    }
    status = share_array(work, work->plan->state, size, size);
out:
    return status;
}

size_t mg__rank_sends(const mg_cpu_work *work, char **values, size_t *stride) {
    const mg_phase_info *const info = &work->info;
    if (info->properties & MG_LABEL) {
        *values = work->plan->state;
        *stride = work->plan->state_size;
        return info->value_size;
    }
    *values = work->frame.scatter_values;
    *stride = info->properties & MG_MIXED_PRECISION ? sizeof(float) : info->value_size;
    return *values ? *stride : 0;
}

mg_status mg__rank_share_values(mg_cpu_work *work) {
    char *values;
    size_t stride;
    const size_t size = mg__rank_sends(work, &values, &stride);
    return size ? share_array(work, values, stride, size) : MG_OK;
}

mg_status mg__rank_share_totals(mg_cpu_work *work) {
    const mg_rank_work *const r = work->ranks;
    mg_rank_counts own = {.vertices = 0};
    mg_status status = MG_OK;
    if (work->info.totals) {
        memcpy(own.totals, work->totals, sizeof own.totals);
        MG_TRY(mg__ranks_gather(work->context, r->ranks, MG_OK, &own, sizeof own, r->counts));
        mg__rank_join_totals(work);
    }
out:
    return status;
}

void mg__rank_pull(mg_cpu_work *work, mg_vertex begin, mg_vertex end, mg_sink *sink, double *add) {
    const uint64_t *const owned = work->ranks->parts->owned;
    mg_vertex v = begin;
    while (v < end) {
        while (v < end && !mg__bit(owned, v)) {
            const uint64_t rest = owned[v / 64] >> v % 64;
            v = rest ? v + (mg_vertex)__builtin_ctzll(rest) : (v / 64 + 1) * 64;
        }
        mg_vertex last = v;
        while (last < end && mg__bit(owned, last)) {
            const uint64_t rest = ~(owned[last / 64] >> last % 64);
            const mg_vertex run = rest ? (mg_vertex)__builtin_ctzll(rest) : 64, left = 64 - last % 64;
            last += run < left ? run : left;
        }
        if (v < end) {
            work->kernels->pull(&work->frame, v, last < end ? last : end, sink, add);
        }
        v = last;
    }
}

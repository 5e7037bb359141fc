/* SPDX-License-Identifier: Apache-2.0
 *
 * steps.c: init, scatter, push and apply of an iteration. Threads claim chunks of about MG_CHUNK_EDGES edges
 * dynamically; small steps run serially on the calling thread.
 */
#include "core/cpu/segments/segments.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

/* Smallest chunk of push, in edges; chunks of apply and scatter, in vertices. */
#define MIN_PUSH_CHUNK 512
#define APPLY_CHUNK 512
#define SCATTER_CHUNK 4096

uint64_t mg__push_chunk(const mg_cpu_work *work, uint64_t edges) {
    const uint64_t share = edges / ((uint64_t)work->threads * 4) + 1;
    return share < MIN_PUSH_CHUNK ? MIN_PUSH_CHUNK : share > MG_CHUNK_EDGES ? MG_CHUNK_EDGES : share;
}

/* Does init send what the first iteration reads? All vertices of a topology-driven phase send, each once: while its
 * state is in the cache. Mode DENSE sends in its own order, mg__run_groups() before each iteration. */
static bool sends_at_init(const mg_cpu_work *work) {
    const mg_phase_info *info = &work->info;
    return work->frame.scatter_values && (info->properties & MG_ALL_ACTIVE) && info->frontier != MG_FRONTIER_REPLAY &&
           info->monoid != MG_MOST_FREQUENT && work->lanes == 1 && !work->ranks && !work->frame.dense;
}

mg_status mg__run_init(mg_cpu_work *work) {
    const mg_frame *f = &work->frame;
    const bool sends = sends_at_init(work);
    work->frame.next = work->now.bits;
    work->frame.iteration = 0;
    mg__ranges_deal(work->range_parts, work->threads);
#pragma omp parallel num_threads(work->threads) if (f->n > MG_SERIAL_LIMIT)
    {
        mg_sink *shared = &work->sinks.sink[omp_get_thread_num()], sink = *shared;
        mg_range_cursor cursor = mg__ranges_of_thread(work->range_parts, work->ranges.count);
        for (size_t r; mg__ranges_take(&cursor, &r);) {
            work->kernels->init(f, work->ranges.begin[r], work->ranges.begin[r + 1], &sink);
            if (sends) {
                work->kernels->scatter(f, NULL, work->ranges.begin[r], work->ranges.begin[r + 1]);
            }
        }
        *shared = sink;
    }
    work->sent_ahead = sends;
    work->now.edges = 0;
    work->now.count = mg__sinks_count(&work->sinks, &work->now.edges);
    work->now.all = work->now.count == f->n;
    work->now.has_bits = true;
    work->now.has_list = false;
    return MG_OK;
}

void mg__scatter(mg_cpu_work *work, const mg_vertex *list, size_t count) {
    const size_t chunks = count / SCATTER_CHUNK + 1;
    if (!work->frame.scatter_values) {
        return;
    }
#pragma omp parallel for num_threads(work->threads) schedule(static) if (count > MG_SERIAL_LIMIT)
    for (size_t k = 0; k < chunks; k++) {
        work->kernels->scatter(&work->frame, list, count * k / chunks, count * (k + 1) / chunks);
    }
}

/* Threads take whole words of the bitmap. */
void mg__send_identities(mg_cpu_work *work) {
    const mg_frame *const f = &work->frame;
    const bool narrow = work->info.properties & MG_MIXED_PRECISION; /* sums: their identity is 0 */
    const size_t size = narrow ? sizeof(float) : work->info.value_size, words = mg__bitmap_words(f->n);
    const uint64_t identity = narrow ? 0 : work->info.identity;
    char *const values = f->scatter_values;
#pragma omp parallel for num_threads(work->threads) schedule(static) if (f->n > MG_SERIAL_LIMIT)
    for (size_t w = 0; w < words; w++) {
        const uint64_t valid = f->n - w * 64 < 64 ? ((uint64_t)1 << (f->n - w * 64)) - 1 : ~(uint64_t)0;
        for (uint64_t inactive = ~work->now.bits[w] & valid; inactive; inactive &= inactive - 1) {
            memcpy(values + (w * 64 + (size_t)__builtin_ctzll(inactive)) * size, &identity, size);
        }
    }
}

uint64_t mg__sum_degrees(mg_cpu_work *work, const uint64_t *offsets, const mg_vertex *list, size_t count) {
    uint64_t *prefix = work->degree_prefix;
    const int threads = count < MG_SERIAL_LIMIT ? 1 : work->threads;
    uint64_t *part = (uint64_t *)work->sinks.start; /* scratch: unused between merges */
    assert(count <= work->frame.n);
    prefix[0] = 0;
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
        const size_t t = (size_t)omp_get_thread_num(), team = (size_t)omp_get_num_threads();
        const size_t begin = count * t / team, end = count * (t + 1) / team;
        uint64_t sum = 0;
        for (size_t i = begin; i < end; i++) {
            sum += offsets[list[i] + 1] - offsets[list[i]];
            prefix[i + 1] = sum;
        }
        part[t] = sum;
#pragma omp barrier
        uint64_t before = 0;
        for (size_t k = 0; k < t; k++) {
            before += part[k];
        }
        for (size_t i = begin; before && i < end; i++) {
            prefix[i + 1] += before;
        }
    }
    memset(part, 0, sizeof *part * (size_t)threads);
    return prefix[count];
}

/* Position in the list of the sender of edge number `edge`: the last i with prefix[i] <= edge. */
static size_t find_edge(const uint64_t *prefix, size_t count, uint64_t edge) {
    size_t low = 0, high = count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (prefix[middle] <= edge) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

mg_frontier_slice mg__cut_slice(const mg_cpu_work *work, size_t count, uint64_t first, uint64_t last) {
    const uint64_t *prefix = work->degree_prefix;
    mg_frontier_slice slice = {.begin = find_edge(prefix, count, first), .end = count};
    assert(first < last && last <= prefix[count]);
    slice.first_edge = first - prefix[slice.begin];
    if (last < prefix[count]) {
        slice.end = find_edge(prefix, count, last);
        slice.last_edges = last - prefix[slice.end];
    }
    return slice;
}

mg_status mg__no_frontier_memory(const mg_cpu_work *work, size_t count) {
    return mg__fail(work->context, MG_ERROR_MEMORY, "out of memory: frontier of %zu vertices", count);
}

static mg_status push_serial(mg_cpu_work *work, const mg_vertex *list, size_t count, uint64_t edges) {
    if (!mg__sinks_reserve(work->context, &work->sinks, 0, edges)) {
        return mg__no_frontier_memory(work, count);
    }
    for (uint32_t side = 0; side < work->frame.direction_count; side++) {
        work->kernels->push(&work->frame, &work->frame.push_arcs[side], list, (mg_frontier_slice){.end = count}, true,
                            &work->sinks.sink[0]);
    }
    return MG_OK;
}

bool mg__is_plain_push(const mg_cpu_work *work) {
    return !(work->info.properties & (MG_LABEL | MG_ALL_ACTIVE)) && work->lanes == 1 && work->sample_end == 0 &&
           !mg__uses_segments(work, work->now.edges);
}

bool mg__fuses_first_hits(const mg_cpu_work *work) {
    const mg_frontier *now = &work->now;
    return (work->info.properties & MG_FIRST_HIT) && mg__is_plain_push(work) &&
           (work->threads == 1 || now->edges + now->count < MG_SERIAL_LIMIT);
}

mg_status mg__push_first_hits(mg_cpu_work *work) {
    mg_status status = MG_OK;
    const uint64_t edges = work->now.edges, n = work->frame.n;
    assert(work->now.has_list);
    const size_t capacity = 2 * (size_t)(edges < n ? edges : n);
    if (!mg__sinks_reserve(work->context, &work->sinks, 0, capacity)) {
        return mg__no_frontier_memory(work, work->now.count);
    }
    MG_TRY(mg__reserve_totals(work, 1));
    mg_first_hits first_hits = {.sink = &work->sinks.sink[0],
                                .repeat_begin = capacity,
                                .repeat_end = capacity,
                                .add = mg__partial_totals(work, 0)};
    work->kernels->push_first_hits(&work->frame, work->now.list, work->now.count, &first_hits);
    mg__reduce_totals(work, 1);
out:
    return status;
}

bool mg__push_arcs(mg_cpu_work *work, const mg_arcs *arcs, const mg_vertex *list, size_t count) {
    const mg_frame *f = &work->frame;
    const uint64_t total = mg__sum_degrees(work, arcs->offsets, list, count);
    const uint64_t chunk = mg__push_chunk(work, total), chunks = (total + chunk - 1) / chunk;
    bool failed = false;
#pragma omp parallel for num_threads(work->threads) schedule(dynamic, 1)
    for (uint64_t k = 0; k < chunks; k++) {
        const int t = omp_get_thread_num();
        const uint64_t first = k * chunk, last = total - first < chunk ? total : first + chunk;
        if (!mg__sinks_reserve(work->context, &work->sinks, t, (size_t)(last - first))) {
            __atomic_store_n(&failed, true, __ATOMIC_RELAXED);
            continue;
        }
        mg_sink *shared = &work->sinks.sink[t], sink = *shared;
        work->kernels->push(f, arcs, list, mg__cut_slice(work, count, first, last), work->threads == 1, &sink);
        *shared = sink;
    }
    return !failed;
}

mg_status mg__push(mg_cpu_work *work, const mg_vertex *list, size_t count, uint64_t edges) {
    bool done = true;
    if (mg__uses_segments(work, edges)) {
        done = mg__push_segments(work, list, count);
    } else if (edges + count < MG_SERIAL_LIMIT) {
        return push_serial(work, list, count, edges);
    } else {
        for (uint32_t side = 0; side < work->frame.direction_count && done; side++) {
            done = mg__push_arcs(work, &work->frame.push_arcs[side], list, count);
        }
    }
    return done ? MG_OK : mg__no_frontier_memory(work, count);
}

mg_status mg__apply(mg_cpu_work *work, const mg_vertex *list, size_t count) {
    const size_t chunks = count / APPLY_CHUNK + 1;
    mg_status status = mg__reserve_totals(work, chunks);
    if (status < 0) {
        return status;
    }
    const int threads = count < MG_SERIAL_LIMIT ? 1 : work->threads;
    bool failed = false;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) if (threads > 1)
    for (size_t k = 0; k < chunks; k++) {
        const int t = omp_get_thread_num();
        const size_t begin = count * k / chunks, end = count * (k + 1) / chunks;
        if (!mg__sinks_reserve(work->context, &work->sinks, t, end - begin)) {
            __atomic_store_n(&failed, true, __ATOMIC_RELAXED);
            continue;
        }
        mg_sink *shared = &work->sinks.sink[t], sink = *shared;
        work->kernels->apply(&work->frame, list, begin, end, &sink, mg__partial_totals(work, k));
        *shared = sink;
    }
    if (failed) {
        return mg__no_frontier_memory(work, count);
    }
    mg__reduce_totals(work, chunks);
    return MG_OK;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "frontier/vertex_set.h"

#include "core/kept_memory.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

/* Below this number of words or vertices a serial loop is faster than waking threads. */
#define SERIAL_LIMIT 4096

static size_t count_bits(const uint64_t *bits, size_t begin, size_t end) {
    size_t count = 0;
    for (size_t w = begin; w < end; w++) {
        count += (size_t)__builtin_popcountll(bits[w]);
    }
    return count;
}

static void write_members(const uint64_t *bits, size_t begin, size_t end, mg_vertex *list) {
    for (size_t w = begin; w < end; w++) {
        for (uint64_t word = bits[w]; word; word &= word - 1) {
            *list++ = (mg_vertex)(w * 64 + (size_t)__builtin_ctzll(word));
        }
    }
}

size_t mg__list_from_bitmap(const uint64_t *bits, mg_vertex n, mg_vertex *list, size_t *scratch, int threads) {
    const size_t words = mg__bitmap_words(n);
    const int used = words < SERIAL_LIMIT ? 1 : threads;
    assert(threads > 0);
    assert(n % 64 == 0 || bits[words - 1] >> n % 64 == 0);
    size_t total = 0;
    scratch[0] = 0;
#pragma omp parallel num_threads(used) if (used > 1)
    {
        const size_t t = (size_t)omp_get_thread_num(), team = (size_t)omp_get_num_threads();
        const size_t begin = words * t / team, end = words * (t + 1) / team;
        scratch[t + 1] = count_bits(bits, begin, end);
#pragma omp barrier
#pragma omp single
        {
            for (size_t i = 0; i < team; i++) {
                scratch[i + 1] += scratch[i];
            }
            total = scratch[team];
        }
        write_members(bits, begin, end, list + scratch[t]);
    }
    return total;
}

void mg__bitmap_add_atomic(uint64_t *bits, const mg_vertex *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        __atomic_fetch_or(&bits[list[i] >> 6], (uint64_t)1 << (list[i] & 63), __ATOMIC_RELAXED);
    }
}

void mg__bitmap_remove_atomic(uint64_t *bits, const mg_vertex *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        __atomic_fetch_and(&bits[list[i] >> 6], ~((uint64_t)1 << (list[i] & 63)), __ATOMIC_RELAXED);
    }
}

void mg__bitmap_add(uint64_t *bits, const mg_vertex *list, size_t count, int threads) {
    if (count < SERIAL_LIMIT || threads == 1) {
        for (size_t i = 0; i < count; i++) {
            bits[list[i] >> 6] |= (uint64_t)1 << (list[i] & 63);
        }
        return;
    }
#pragma omp parallel num_threads(threads)
    {
        const size_t t = (size_t)omp_get_thread_num(), team = (size_t)omp_get_num_threads();
        const size_t first = count * t / team;
        mg__bitmap_add_atomic(bits, list + first, count * (t + 1) / team - first);
    }
}

void mg__bitmap_clear(uint64_t *bits, const mg_vertex *list, size_t count, int threads) {
    const int used = count < SERIAL_LIMIT ? 1 : threads;
#pragma omp parallel for num_threads(used) if (used > 1)
    for (size_t i = 0; i < count; i++) {
        __atomic_store_n(&bits[list[i] >> 6], 0, __ATOMIC_RELAXED);
    }
}

mg_status mg__sinks_create(mg_context *context, int threads, mg_vertex n, mg_sinks *sinks) {
    mg_status status = MG_OK;
    assert(threads > 0);
    *sinks = (mg_sinks){.threads = threads, .n = n};
    MG_TRY(MG_KEPT_ALLOC_ZEROED(context, sinks->sink, (uint64_t)threads, "frontier lists"));
    MG_TRY(MG_KEPT_ALLOC_ZEROED(context, sinks->capacity, (uint64_t)threads, "frontier lists"));
    MG_TRY(MG_KEPT_ALLOC_ZEROED(context, sinks->start, (uint64_t)threads + 1, "frontier lists"));
    MG_TRY(MG_KEPT_ALLOC(context, sinks->range_places, (uint64_t)threads * MG_SORT_RANGES, "frontier lists"));
out:
    return status;
}

void mg__sinks_destroy(mg_context *context, mg_sinks *sinks) {
    for (int t = 0; sinks->sink && t < sinks->threads; t++) {
        mg__kept_release(context, sinks->sink[t].items);
    }
    mg__kept_release(context, sinks->sink);
    mg__kept_release(context, sinks->capacity);
    mg__kept_release(context, sinks->start);
    mg__kept_release(context, sinks->range_places);
    *sinks = (mg_sinks){0};
}

void mg__sinks_clear(mg_sinks *sinks) {
    for (int t = 0; t < sinks->threads; t++) {
        sinks->sink[t].count = 0;
        sinks->sink[t].edges = 0;
        sinks->sink[t].lanes = 0;
    }
}

bool mg__sinks_reserve(mg_context *context, mg_sinks *sinks, int t, size_t more) {
    mg_sink *sink = &sinks->sink[t];
    assert(t >= 0 && t < sinks->threads && sink->count <= sinks->capacity[t]);
    if (sink->count + more <= sinks->capacity[t]) {
        return true;
    }
    /* Doubled, or as much as a list without duplicates will ever need if that is less: how much memory the lists take
     * then hardly depends on which thread gets how much of the work. */
    const size_t doubled = sink->count + more + sinks->capacity[t], most = sinks->n + more;
    const size_t capacity = doubled > most && sink->count <= sinks->n ? most : doubled;
    mg_vertex *items = mg__kept_allocate(context, capacity, sizeof *items);
    if (!items) {
        return false;
    }
    if (sink->count) {
        memcpy(items, sink->items, sink->count * sizeof *items);
    }
    mg__kept_release(context, sink->items);
    sink->items = items;
    sinks->capacity[t] = capacity;
    return true;
}

size_t mg__sinks_count(mg_sinks *sinks, uint64_t *edges) {
    size_t count = 0;
    sinks->lanes = 0;
    for (int t = 0; t < sinks->threads; t++) {
        count += sinks->sink[t].count;
        *edges += sinks->sink[t].edges;
        sinks->lanes |= sinks->sink[t].lanes;
    }
    mg__sinks_clear(sinks);
    return count;
}

size_t mg__sinks_merge(mg_sinks *sinks, mg_vertex *list, uint64_t *edges) {
    assert(sinks->start[0] == 0);
    for (int t = 0; t < sinks->threads; t++) {
        assert(sinks->sink[t].count <= sinks->capacity[t]);
        sinks->start[t + 1] = sinks->start[t] + sinks->sink[t].count;
    }
    const size_t total = sinks->start[sinks->threads];
    const int used = total < SERIAL_LIMIT ? 1 : sinks->threads;
#pragma omp parallel for num_threads(used) schedule(static, 1) if (used > 1)
    for (int t = 0; t < sinks->threads; t++) {
        if (sinks->sink[t].count) {
            memcpy(list + sinks->start[t], sinks->sink[t].items, sinks->sink[t].count * sizeof *list);
        }
    }
    return mg__sinks_count(sinks, edges);
}

/* Counts the vertices of a list by range: v belongs to range v >> shift. */
static void count_ranges(const mg_sink *sink, int shift, size_t *counts) {
    memset(counts, 0, MG_SORT_RANGES * sizeof *counts);
    for (size_t i = 0; i < sink->count; i++) {
        counts[sink->items[i] >> shift]++;
    }
}

/* From counts to places: range by range, and within a range list by list. Returns the number of vertices. */
static size_t place_ranges(const mg_sinks *sinks, size_t *begins) {
    size_t total = 0;
    for (size_t r = 0; r < MG_SORT_RANGES; r++) {
        begins[r] = total;
        for (int t = 0; t < sinks->threads; t++) {
            size_t *const place = &sinks->range_places[(size_t)t * MG_SORT_RANGES + r];
            const size_t count = *place;
            *place = total;
            total += count;
        }
    }
    begins[MG_SORT_RANGES] = total;
    return total;
}

static void write_ranges(const mg_sink *sink, int shift, size_t *places, mg_vertex *list) {
    for (size_t i = 0; i < sink->count; i++) {
        list[places[sink->items[i] >> shift]++] = sink->items[i];
    }
}

/* Sorts the vertices of a range through its words of the bitmap. */
static void sort_range(uint64_t *bits, size_t begin_word, size_t end_word, mg_vertex *list, size_t count) {
    memset(bits + begin_word, 0, (end_word - begin_word) * sizeof *bits);
    for (size_t i = 0; i < count; i++) {
        bits[list[i] >> 6] |= (uint64_t)1 << (list[i] & 63);
    }
    write_members(bits, begin_word, end_word, list);
}

size_t mg__sinks_merge_sorted(mg_sinks *sinks, mg_vertex n, mg_vertex *list, uint64_t *bits, uint64_t *edges) {
    const size_t words = mg__bitmap_words(n);
    size_t begins[MG_SORT_RANGES + 1], total = 0;
    int shift = 6;
    while (n && (size_t)(n - 1) >> shift >= MG_SORT_RANGES) {
        shift++;
    }
    const size_t range_words = (size_t)1 << (shift - 6);
#pragma omp parallel num_threads(sinks->threads)
    {
#pragma omp for schedule(static, 1)
        for (int t = 0; t < sinks->threads; t++) {
            count_ranges(&sinks->sink[t], shift, &sinks->range_places[(size_t)t * MG_SORT_RANGES]);
        }
#pragma omp single
        total = place_ranges(sinks, begins);
#pragma omp for schedule(static, 1)
        for (int t = 0; t < sinks->threads; t++) {
            write_ranges(&sinks->sink[t], shift, &sinks->range_places[(size_t)t * MG_SORT_RANGES], list);
        }
#pragma omp for schedule(dynamic, 1)
        for (size_t r = 0; r < MG_SORT_RANGES; r++) {
            const size_t begin = r * range_words < words ? r * range_words : words;
            const size_t end = begin + range_words < words ? begin + range_words : words;
            sort_range(bits, begin, end, list + begins[r], begins[r + 1] - begins[r]);
        }
    }
    (void)mg__sinks_count(sinks, edges);
    return total;
}

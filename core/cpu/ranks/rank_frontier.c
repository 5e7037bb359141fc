/* SPDX-License-Identifier: Apache-2.0
 *
 * rank_frontier.c: the frontier that ranks exchange. A rank sends its active vertices as a list, or as a bitmap over
 * the vertices that it owns where that is smaller, and the values that they send. The frontier of all is these lists,
 * one after another, so that it has the same order in every rank.
 */
#include "core/cpu/ranks/rank_frontier.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

static size_t padded(size_t bytes) {
    return (bytes + 7) / 8 * 8;
}

/* Bytes of a rank's active vertices in the smaller form. */
static size_t set_bytes(const mg_cpu_work *work, uint32_t rank, bool *is_bitmap) {
    const mg_rank_work *const r = work->ranks;
    const size_t bitmap = mg__bitmap_words(mg__rank_size(&r->parts->partition, rank)) * sizeof(uint64_t);
    const size_t list = padded(r->counts[rank].vertices * sizeof(mg_vertex));
    *is_bitmap = bitmap < list;
    return *is_bitmap ? bitmap : list;
}

/* The index of an own vertex within its part. */
static mg_vertex place_of(const mg_rank_work *r, mg_vertex v) {
    const mg_partition *const p = &r->parts->partition;
    return (p->index ? p->index[v] : v) - p->first[r->ranks->rank];
}

/* Writes the members of a part whose bits are set, ascending. */
static void list_members(const mg_partition *p, uint32_t rank, const uint64_t *bits, mg_vertex *list) {
    const size_t words = mg__bitmap_words(mg__rank_size(p, rank));
    size_t count = 0;
    for (size_t w = 0; w < words; w++) {
        for (uint64_t rest = bits[w]; rest; rest &= rest - 1) {
            list[count++] = mg__rank_member(p, rank, (mg_vertex)(w * 64 + (size_t)__builtin_ctzll(rest)));
        }
    }
}

/* Packs the own part of the frontier, in the order of its values. */
static void pack_set(mg_cpu_work *work, bool is_bitmap, size_t bytes) {
    mg_rank_work *const r = work->ranks;
    if (!is_bitmap) {
        if (r->mine_count) { /* else there may be no memory for them */
            memcpy(r->sent, r->mine, r->mine_count * sizeof *r->mine);
        }
        return;
    }
    uint64_t *const bits = r->sent;
    memset(bits, 0, bytes);
    for (size_t i = 0; i < r->mine_count; i++) {
        const mg_vertex at = place_of(r, r->mine[i]);
        bits[at / 64] |= (uint64_t)1 << at % 64;
    }
    list_members(&r->parts->partition, r->ranks->rank, bits, r->mine);
}

static void copy_values(const mg_cpu_work *work, const mg_vertex *list, size_t count, char *packed, bool back) {
    char *values;
    size_t stride;
    const size_t size = mg__rank_sends(work, &values, &stride);
#pragma omp parallel for num_threads(work->threads) if (count > MG_SERIAL_LIMIT)
    for (size_t i = 0; i < (size ? count : 0); i++) {
        char *const element = values + (size_t)list[i] * stride;
        memcpy(back ? element : packed + i * size, back ? packed + i * size : element, size);
    }
}

/* Takes apart what the ranks have sent. */
static void unpack(mg_cpu_work *work) {
    mg_rank_work *const r = work->ranks;
    size_t count = 0;
    for (uint32_t k = 0; k < r->ranks->size; k++) {
        bool is_bitmap;
        const size_t bytes = set_bytes(work, k, &is_bitmap), active = (size_t)r->counts[k].vertices;
        char *const from = (char *)r->received + r->offsets[k];
        mg_vertex *const list = work->now.list + count;
        if (is_bitmap) {
            list_members(&r->parts->partition, k, (const uint64_t *)from, list);
        } else if (active) {
            memcpy(list, from, active * sizeof *list);
        }
        if (k != r->ranks->rank) {
            copy_values(work, list, active, from + bytes, true);
        }
        count += active;
    }
    assert(count == work->now.count);
    work->now.has_list = true;
    work->now.has_bits = false;
}

/* The edges of the frontier in the part of this rank. */
static void count_edges(mg_cpu_work *work) {
    const mg_frame *const f = &work->frame;
    uint64_t edges = 0;
    for (uint32_t side = 0; side < f->direction_count; side++) {
        const uint64_t *const offsets = f->push_arcs[side].offsets;
#pragma omp parallel for num_threads(work->threads) reduction(+ : edges) if (work->now.count > MG_SERIAL_LIMIT)
        for (size_t i = 0; i < work->now.count; i++) {
            edges += offsets[work->now.list[i] + 1] - offsets[work->now.list[i]];
        }
    }
    work->now.edges = edges;
}

/* The arcs of the part along which the phase sends. */
static uint64_t part_arcs(const mg_cpu_work *work) {
    uint64_t arcs = 0;
    for (uint32_t side = 0; side < work->frame.direction_count; side++) {
        arcs += work->frame.push_arcs[side].offsets[work->frame.n];
    }
    return arcs;
}

/* Lists the vertices that the rank owns. */
static void take_all(mg_cpu_work *work) {
    mg_rank_work *const r = work->ranks;
    r->mine_count = mg__rank_size(&r->parts->partition, r->ranks->rank);
    for (mg_vertex i = 0; i < r->mine_count; i++) {
        r->mine[i] = mg__rank_member(&r->parts->partition, r->ranks->rank, i);
    }
}

static void scatter_own(mg_cpu_work *work) {
    if (!work->has_scattered) {
        mg__scatter(work, work->ranks->mine, work->ranks->mine_count);
    }
    work->has_scattered = true;
}

mg_status mg__rank_share_frontier(mg_cpu_work *work) {
    mg_rank_work *const r = work->ranks;
    mg_status status = MG_OK;
    char *values;
    size_t stride, bytes = 0;
    bool is_bitmap;
    const size_t size = mg__rank_sends(work, &values, &stride);
    if (work->now.all) {
        if (!work->has_scattered) {
            take_all(work);
        }
        scatter_own(work);
        work->now.has_list = work->now.has_bits = false;
        work->now.edges = part_arcs(work);
        return mg__rank_share_values(work);
    }
    scatter_own(work);
    for (uint32_t k = 0; k < r->ranks->size; k++) {
        r->offsets[k] = bytes;
        bytes += set_bytes(work, k, &is_bitmap) + padded((size_t)r->counts[k].vertices * size);
    }
    r->offsets[r->ranks->size] = bytes;
    const uint32_t own = r->ranks->rank;
    status = mg__rank_reserve(work, r->offsets[own + 1] - r->offsets[own], bytes);
    if (status >= 0) {
        const size_t own_bytes = set_bytes(work, own, &is_bitmap);
        pack_set(work, is_bitmap, own_bytes);
        copy_values(work, r->mine, r->mine_count, (char *)r->sent + own_bytes, false);
    }
    MG_TRY(mg__ranks_gather_ranges(work->context, r->ranks, status, r->sent, r->received, r->offsets));
    unpack(work);
    count_edges(work);
out:
    return status;
}

/* The edges of the own active vertices in the whole graph. */
static uint64_t whole_edges(const mg_cpu_work *work) {
    const mg_rank_work *const r = work->ranks;
    uint64_t edges = 0;
    for (int side = 0; side < 2 && r->sending[side].offsets; side++) {
        const uint64_t *const offsets = r->sending[side].offsets;
#pragma omp parallel for num_threads(work->threads) reduction(+ : edges) if (r->mine_count > MG_SERIAL_LIMIT)
        for (size_t i = 0; i < r->mine_count; i++) {
            edges += offsets[r->mine[i] + 1] - offsets[r->mine[i]];
        }
    }
    return edges;
}

void mg__rank_join_totals(mg_cpu_work *work) {
    const mg_rank_work *const r = work->ranks;
    for (uint32_t t = 0; t < work->info.totals; t++) {
        work->totals[t] = mg__phase_total_start(&work->info, t);
        for (uint32_t k = 0; k < r->ranks->size; k++) {
            work->totals[t] = mg__phase_total_join(&work->info, t, work->totals[t], r->counts[k].totals[t]);
        }
    }
}

/* Counts and totals of all ranks. */
static mg_status share_counts(mg_cpu_work *work, mg_frontier *frontier, uint64_t vertices, uint64_t edges) {
    mg_rank_work *const r = work->ranks;
    mg_rank_counts own = {.vertices = vertices, .edges = edges};
    mg_status status;
    memcpy(own.totals, work->totals, sizeof own.totals);
    MG_TRY(mg__ranks_gather(work->context, r->ranks, MG_OK, &own, sizeof own, r->counts));
    frontier->count = 0;
    r->edges = 0;
    for (uint32_t k = 0; k < r->ranks->size; k++) {
        frontier->count += (size_t)r->counts[k].vertices;
        r->edges += r->counts[k].edges;
    }
    mg__rank_join_totals(work);
    frontier->all = frontier->count == work->frame.n;
out:
    return status;
}

/* The own active vertices are known: those of all ranks are counted, or of the next bucket where none is active. */
static mg_status share_active(mg_cpu_work *work, mg_frontier *frontier) {
    mg_rank_work *const r = work->ranks;
    mg_status status;
    if (!mg__rank_has_buckets(work)) {
        return share_counts(work, frontier, r->mine_count, whole_edges(work));
    }
    mg__rank_hold_back(work);
    MG_TRY(share_counts(work, frontier, r->mine_count, whole_edges(work)));
    if (!frontier->count) {
        MG_TRY(mg__rank_next_bucket(work));
        MG_TRY(share_counts(work, frontier, r->mine_count, whole_edges(work)));
    }
out:
    return status;
}

mg_status mg__rank_first_frontier(mg_cpu_work *work) {
    mg_rank_work *const r = work->ranks;
    mg_frontier *const now = &work->now;
    const uint64_t *const owned = r->parts->owned;
    double before[MG_TOTALS_MAX];
    mg_status status = MG_OK;
    if (mg__rank_has_buckets(work)) {
        status = mg__rank_buckets_begin(work);
        if (status < 0) {
            return status;
        }
    }
    if (now->all) {
        take_all(work);
    } else {
        r->mine_count = 0;
        for (size_t w = 0; w < mg__bitmap_words(work->frame.n); w++) {
            for (uint64_t rest = now->bits[w] & owned[w]; rest; rest &= rest - 1) {
                r->mine[r->mine_count++] = (mg_vertex)(w * 64 + (size_t)__builtin_ctzll(rest));
            }
        }
    }
    memcpy(before, work->totals, sizeof before); /* of an earlier phase, the same in every rank */
    status = now->all ? share_counts(work, now, r->mine_count, whole_edges(work)) : share_active(work, now);
    memcpy(work->totals, before, sizeof before);
    return status;
}

mg_status mg__rank_share_counts(mg_cpu_work *work) {
    mg_rank_work *const r = work->ranks;
    mg_frontier *const next = &work->next;
    if (work->info.properties & MG_ALL_ACTIVE) { /* all are active, or none */
        const uint64_t active = next->count;
        const mg_status status = share_counts(work, next, active, 0);
        r->edges = next->count ? work->ranks->whole->arcs * work->frame.direction_count : 0;
        return status;
    }
    if (next->has_list) {
        mg_vertex *const list = next->list;
        next->list = r->mine;
        r->mine = list;
        r->mine_count = next->count;
    } else {
        r->mine_count = mg__list_from_bitmap(next->bits, work->frame.n, r->mine, work->sinks.start, work->threads);
        work->sinks.start[0] = 0;
    }
    return share_active(work, next);
}

/* The rank of each vertex of a list gets its place among what that rank sends. */
static void count_owners(const mg_partition *p, const mg_vertex *list, size_t count, size_t *counts) {
    memset(counts, 0, ((size_t)p->parts + 1) * sizeof *counts);
    for (size_t i = 0; i < count; i++) {
        counts[mg__part_of(p, p->index ? p->index[list[i]] : list[i]) + 1]++;
    }
}

mg_status mg__rank_share_level(mg_cpu_work *work, const mg_vertex *list, size_t count) {
    mg_rank_work *const r = work->ranks;
    const mg_partition *const p = &r->parts->partition;
    mg_status status = MG_OK;
    char *values;
    size_t stride;
    const size_t size = mg__rank_sends(work, &values, &stride);
    r->mine_count = 0;
    for (size_t i = 0; i < count; i++) {
        r->mine[r->mine_count] = list[i];
        r->mine_count += mg__bit(r->parts->owned, list[i]);
    }
    mg__scatter(work, r->mine, r->mine_count);
    if (!size) {
        return MG_OK;
    }
    count_owners(p, list, count, r->offsets);
    for (uint32_t k = 0; k < p->parts; k++) {
        r->offsets[k + 1] = r->offsets[k] + r->offsets[k + 1] * size;
    }
    status = mg__rank_reserve(work, r->mine_count * size, count * size);
    if (status >= 0) {
        copy_values(work, r->mine, r->mine_count, r->sent, false);
    }
    MG_TRY(mg__ranks_gather_ranges(work->context, r->ranks, status, r->sent, r->received, r->offsets));
    for (size_t i = 0; i < count; i++) {
        const uint32_t owner = mg__part_of(p, p->index ? p->index[list[i]] : list[i]);
        memcpy(values + (size_t)list[i] * stride, (char *)r->received + r->offsets[owner], size);
        r->offsets[owner] += size;
    }
out:
    return status;
}

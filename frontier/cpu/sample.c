/* SPDX-License-Identifier: Apache-2.0 */
#include "frontier/cpu/sample.h"

#include "core/cpu/team.h"

#include <assert.h>

/* Limits of a sample: share of the expected time of the iteration; fraction of the frontier edges; edges below which
 * the timing is noise. */
#define MAX_TIME_SHARE 0.01
#define MAX_EDGE_FRACTION 128
#define MIN_SAMPLE_EDGES 256

static uint64_t degree_of(const mg_cpu_work *work, mg_vertex v) {
    uint64_t degree = 0;
    for (uint32_t side = 0; side < work->frame.direction_count; side++) {
        degree += work->frame.push_arcs[side].offsets[v + 1] - work->frame.push_arcs[side].offsets[v];
    }
    return degree;
}

/* Number of edges of a sample, which one thread pushes while the others wait; 0: no sample. */
static uint64_t sample_edges(const mg_cpu_work *work, double push_cost) {
    const uint64_t most = work->now.edges / MAX_EDGE_FRACTION;
    const double expected = work->esp < work->edp ? work->esp : work->edp;
    const double affordable = MAX_TIME_SHARE * expected / (push_cost * work->threads);
    if (work->context->test_all_paths) {
        return work->now.edges / 2;
    }
    const uint64_t wanted = affordable < (double)most ? (uint64_t)affordable : most;
    return wanted < MIN_SAMPLE_EDGES ? 0 : wanted;
}

/* Selects list elements from the middle on: the ends of the list may be unrepresentative. Stops at a hub, which would
 * exceed the sample. */
static uint64_t select_sample(const mg_cpu_work *work, uint64_t wanted, size_t *begin, size_t *end) {
    const mg_frontier *now = &work->now;
    uint64_t edges = 0;
    *begin = *end = now->count / 2;
    while (*end < now->count && edges < wanted) {
        const uint64_t degree = degree_of(work, now->list[*end]);
        if (edges + degree > 2 * wanted) {
            break;
        }
        edges += degree;
        ++*end;
    }
    return edges >= wanted / 2 ? edges : 0;
}

mg_status mg__sample_push(mg_cpu_work *work, double *cost) {
    mg_status status = MG_OK;
    /* the threads of a team that go on have no common list */
    const uint64_t wanted = work->lanes > 1 || work->is_dealt ? 0 : sample_edges(work, *cost);
    if (!wanted) {
        return MG_OK;
    }
    mg__ensure_list(work);
    size_t begin, end;
    const uint64_t edges = select_sample(work, wanted, &begin, &end);
    if (!edges) {
        return MG_OK;
    }
    if (!work->touched_list) {
        MG_TRY(MG_KEPT_ALLOC(work->context, work->touched_list, work->frame.n, "touched vertices"));
    }
    const bool serial = edges + (end - begin) < MG_SERIAL_LIMIT;
    mg__end_claims(work);
    mg__ensure_scattered(work);
    const double start = mg__now();
    MG_TRY(mg__push(work, work->now.list + begin, end - begin, edges));
    *cost = 1e9 * (mg__now() - start) / (double)edges / (serial ? work->threads : 1);
    work->sample_begin = begin;
    work->sample_end = end;
out:
    return status;
}

mg_status mg__push_unsampled(mg_cpu_work *work) {
    mg_status status = MG_OK;
    const mg_frontier *now = &work->now;
    const size_t begin = work->sample_begin, end = work->sample_end;
    work->sample_begin = work->sample_end = 0;
    if (begin) {
        MG_TRY(mg__push(work, now->list, begin, now->edges));
    }
    MG_TRY(mg__push(work, now->list + end, now->count - end, now->edges));
out:
    return status;
}

void mg__sample_before_pull(mg_cpu_work *work) {
    mg_frontier *now = &work->now;
    if (!work->sample_end) {
        return;
    }
    uint64_t unused = 0;
    work->sample_touched = mg__sinks_merge(&work->sinks, work->touched_list, &unused);
    for (size_t i = 0; i < work->sample_touched; i++) {
        work->frame.touched[work->touched_list[i]] = 0;
    }
    mg__ensure_bits(work);
    assert(now->has_list && now->has_bits && work->sample_end <= now->count);
    for (size_t i = work->sample_begin; i < work->sample_end; i++) {
        now->bits[now->list[i] >> 6] &= ~((uint64_t)1 << (now->list[i] & 63));
    }
    work->frame.pull_initial = work->frame.acc;
}

void mg__sample_after_pull(mg_cpu_work *work) {
    mg_frontier *next = &work->next;
    const bool label = work->info.properties & MG_LABEL;
    for (size_t i = 0; label && i < work->sample_touched; i++) { /* improved by the sample: active next, too */
        const mg_vertex v = work->touched_list[i];
        const uint64_t bit = (uint64_t)1 << (v & 63);
        if (!(next->bits[v >> 6] & bit)) {
            next->bits[v >> 6] |= bit;
            next->count++;
            next->edges += degree_of(work, v);
        }
    }
    work->frame.pull_initial = NULL;
    work->sample_begin = work->sample_end = work->sample_touched = 0;
}

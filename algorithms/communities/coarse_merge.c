/* SPDX-License-Identifier: Apache-2.0
 *
 * coarse_merge.c: the next level: a vertex for each community, whose edges are added up in a hash table.
 */
#include "algorithms/communities/coarse.h"
#include "algorithms/communities/label_sums.h"

#include <omp.h>

/* What a merge works with; communities are numbers of the next level. */
typedef struct merging {
    const mg_coarse *g;
    const mg_vertex *label;
    mg_vertex *number;    /* of a label: its community */
    mg_vertex *community; /* of a vertex */
    uint64_t *first;      /* of a community: position of its vertices in `members`; one more at the end */
    mg_vertex *members;
    uint64_t *widths; /* entries of the rows of its vertices */
    mg_label_tables tables;
} merging;

/* Numbers the labels that vertices have. */
static mg_vertex number_labels(const merging *m, int threads) {
    const mg_vertex n = m->g->n;
    mg_vertex count = 0;
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (mg_vertex v = 0; v < n; v++) {
            m->number[v] = 0;
        }
#pragma omp for schedule(static)
        for (mg_vertex v = 0; v < n; v++) {
            __atomic_store_n(&m->number[m->label[v]], 1, __ATOMIC_RELAXED);
        }
    }
    for (mg_vertex label = 0; label < n; label++) {
        const mg_vertex used = m->number[label];
        m->number[label] = count;
        count += used;
    }
    return count;
}

/* Sorts the vertices by community; their order within one does not matter. */
static void list_members(const merging *m, mg_vertex communities, int threads) {
    const mg_coarse *const g = m->g;
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (mg_vertex c = 0; c <= communities; c++) {
            m->first[c] = 0;
            m->widths[c] = 0;
        }
#pragma omp for schedule(static)
        for (mg_vertex v = 0; v < g->n; v++) {
            const mg_vertex c = m->number[m->label[v]];
            m->community[v] = c;
            __atomic_fetch_add(&m->first[c], 1, __ATOMIC_RELAXED);
            __atomic_fetch_add(&m->widths[c], mg__coarse_width(g, v), __ATOMIC_RELAXED);
        }
    }
    for (mg_vertex c = 1; c <= communities; c++) {
        m->first[c] += m->first[c - 1];
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (mg_vertex v = 0; v < g->n; v++) {
        m->members[__atomic_sub_fetch(&m->first[m->community[v]], 1, __ATOMIC_RELAXED)] = v;
    }
}

/* Gives each community room for a row; returns the largest. */
static uint64_t place_rows(const merging *m, mg_vertex communities, uint64_t *begin) {
    uint64_t largest = 0, at = 0;
    for (mg_vertex c = 0; c < communities; c++) {
        const uint64_t room = m->widths[c] < communities ? m->widths[c] : communities;
        begin[c] = at;
        at += room;
        largest = room > largest ? room : largest;
    }
    begin[communities] = at;
    return largest;
}

/* Adds up the edges of a community. Returns the weight of those within it. */
static uint64_t merge_rows(const merging *m, mg_vertex c, mg_label_sums *sums, uint64_t *strength) {
    const mg_coarse *const g = m->g;
    uint64_t inside = 0;
    *strength = 0;
    for (uint64_t i = m->first[c]; i < m->first[c + 1]; i++) {
        const mg_vertex v = m->members[i];
        *strength += g->strength[v];
        for (uint32_t r = 0; r < g->row_count; r++) {
            const mg_coarse_rows *const rows = &g->rows[r];
            for (uint64_t e = rows->begin[v]; e < rows->end[v]; e++) {
                const mg_vertex u = rows->neighbours[e];
                const uint64_t weight = rows->weights ? rows->weights[e] : 1;
                const mg_vertex other = m->community[u];
                if (other != c) {
                    mg__label_sums_add(sums, other, weight);
                } else if (u != v) {
                    inside += weight; /* loops are counted already */
                }
            }
        }
    }
    return inside;
}

static void merge_all(const merging *m, int threads, mg_coarse *next) {
    uint64_t *const end = next->owned[1], *const weights = next->owned[3];
    mg_vertex *const neighbours = next->owned[2];
    const uint64_t *const begin = next->rows[0].begin;
    uint64_t inside = 0, edges = 0, widest = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 16) reduction(+ : inside, edges) reduction(max : widest)
    for (mg_vertex c = 0; c < next->n; c++) {
        mg_label_sums *const sums = &m->tables.of_thread[omp_get_thread_num()];
        mg__label_sums_begin(sums, begin[c + 1] - begin[c]);
        inside += merge_rows(m, c, sums, &next->strength[c]);
        for (uint32_t i = 0; i < sums->count; i++) {
            neighbours[begin[c] + i] = sums->slots[sums->taken[i]].label;
            weights[begin[c] + i] = sums->slots[sums->taken[i]].sum;
        }
        end[c] = begin[c] + sums->count;
        edges += sums->count;
        widest = sums->count > widest ? sums->count : widest;
        mg__label_sums_end(sums);
    }
    next->inside = m->g->inside + inside;
    next->edges = edges;
    next->widest = widest;
}

/* owned: strengths, ends, neighbours, weights, begins. */
static mg_status fill_next(mg_context *context, merging *m, int threads, mg_coarse *next) {
    mg_status status = MG_OK;
    uint64_t *begin = NULL;
    MG_TRY(MG_ALLOC(context, begin, (uint64_t)next->n + 1, "edges of communities"));
    next->owned[4] = begin;
    const uint64_t largest = place_rows(m, next->n, begin);
    MG_TRY(mg__alloc(context, &next->owned[1], next->n, sizeof(uint64_t), "edges of communities"));
    MG_TRY(mg__alloc(context, &next->owned[2], begin[next->n], sizeof(mg_vertex), "edges of communities"));
    MG_TRY(mg__alloc(context, &next->owned[3], begin[next->n], sizeof(uint64_t), "edges of communities"));
    MG_TRY(MG_ALLOC(context, next->strength, next->n, "strengths of communities"));
    next->owned[0] = next->strength;
    next->rows[0] = (mg_coarse_rows){
        .begin = begin, .end = next->owned[1], .neighbours = next->owned[2], .weights = next->owned[3]};
    MG_TRY(mg__label_tables_create(context, threads, largest, &m->tables));
    merge_all(m, threads, next);
out:
    return status;
}

mg_status mg__coarse_merge(mg_context *context, const mg_coarse *g, const mg_vertex *label, mg_vertex *number,
                           mg_coarse *next) {
    mg_status status = MG_OK;
    merging m = {.g = g, .label = label, .number = number};
    const int threads = mg__coarse_threads(context, g);
    *next = (mg_coarse){.n = number_labels(&m, threads),
                        .row_count = 1,
                        .total = g->total,
                        .apart = g->apart,
                        .scattered = !mg__coarse_is_small(g)};
    MG_TRY(MG_ALLOC(context, m.first, (uint64_t)next->n + 1, "members of communities"));
    MG_TRY(MG_ALLOC(context, m.widths, (uint64_t)next->n + 1, "members of communities"));
    MG_TRY(MG_ALLOC(context, m.members, g->n, "members of communities"));
    MG_TRY(MG_ALLOC(context, m.community, g->n, "members of communities"));
    list_members(&m, next->n, threads);
    MG_TRY(fill_next(context, &m, threads, next));
out:
    mg__label_tables_release(context, &m.tables);
    mg__release(&context->memory, m.first);
    mg__release(&context->memory, m.widths);
    mg__release(&context->memory, m.members);
    mg__release(&context->memory, m.community);
    if (status < 0) {
        mg__coarse_release(context, next);
    }
    return status;
}

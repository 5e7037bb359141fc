/* SPDX-License-Identifier: Apache-2.0
 *
 * edit_rows.c: merges the rows of a graph with a batch of changes. Runs of rows without changes are copied as a whole;
 * in the others the changes are found by binary search and what lies between them is copied.
 */
#include "core/graph/graph_edit.h"
#include "core/graph/weight_key.h"

#include <assert.h>

#define ROWS 4096 /* rows per chunk */

/* Where a merged row goes. Without `neighbours` arcs are only counted. */
typedef struct sink {
    const mg_csr *to;
    uint64_t at;
    size_t weight_size;
    uint64_t removed, missing;
    mg_vertex missing_from, missing_to;
} sink;

static void append(sink *s, const mg_csr *from, uint64_t begin, uint64_t end) {
    if (s->to->neighbours && end > begin) {
        memcpy(s->to->neighbours + s->at, from->neighbours + begin, (size_t)(end - begin) * sizeof(mg_vertex));
        if (s->weight_size) {
            memcpy((char *)s->to->weights + s->at * s->weight_size,
                   (const char *)from->weights + begin * s->weight_size, (size_t)(end - begin) * s->weight_size);
        }
    }
    s->at += end - begin;
}

/* The first arc in [begin, end) whose neighbour is not below `v`. */
static uint64_t find(const mg_csr *csr, uint64_t begin, uint64_t end, uint64_t v) {
    while (begin < end) {
        const uint64_t middle = begin + (end - begin) / 2;
        if (csr->neighbours[middle] < v) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

/* The same in a CSR of changes, whose rows are short. */
static uint64_t run_end(const mg_csr *csr, uint64_t begin, uint64_t end, mg_vertex v) {
    while (begin < end && csr->neighbours[begin] == v) {
        begin++;
    }
    return begin;
}

/* Merges the parallel arcs of both in the order of their weights. The order of equal ones does not matter. */
static void append_by_weight(const mg_edit_rows *r, sink *s, uint64_t old, uint64_t old_end, uint64_t new,
                             uint64_t new_end) {
    for (; new < new_end; new ++) {
        const uint64_t key = mg__weight_key(r->type, r->insert.weights, new), begin = old;
        while (old < old_end && mg__weight_key(r->type, r->old.weights, old) <= key) {
            old++;
        }
        append(s, &r->old, begin, old);
        append(s, &r->insert, new, new + 1);
    }
    append(s, &r->old, old, old_end);
}

static void note_missing(const mg_edit_rows *r, sink *s, mg_vertex row, mg_vertex v) {
    if (r->undirected && v < row) {
        return; /* the row of v counts it */
    }
    if (!s->missing++) {
        s->missing_from = row;
        s->missing_to = v;
    }
}

static bool touched(const mg_edit_rows *r, mg_vertex row) {
    return r->insert.offsets[row] < r->insert.offsets[row + 1] || r->remove.offsets[row] < r->remove.offsets[row + 1];
}

static void merge_row(const mg_edit_rows *r, sink *s, mg_vertex row) {
    uint64_t old = row < r->old_n ? r->old.offsets[row] : 0, add = r->insert.offsets[row],
             drop = r->remove.offsets[row];
    const uint64_t old_end = row < r->old_n ? r->old.offsets[row + 1] : 0, add_end = r->insert.offsets[row + 1],
                   drop_end = r->remove.offsets[row + 1];
    while (add < add_end || drop < drop_end) {
        const uint64_t next_add = add < add_end ? r->insert.neighbours[add] : UINT64_MAX;
        const uint64_t next_drop = drop < drop_end ? r->remove.neighbours[drop] : UINT64_MAX;
        const mg_vertex v = (mg_vertex)(next_add < next_drop ? next_add : next_drop);
        const uint64_t begin = find(&r->old, old, old_end, v), end = find(&r->old, begin, old_end, (uint64_t)v + 1);
        const uint64_t inserted = run_end(&r->insert, add, add_end, v);
        append(s, &r->old, old, begin);
        if (next_drop == v || r->replace) {
            s->removed += end - begin;
            append(s, &r->insert, add, inserted);
        } else {
            append_by_weight(r, s, begin, end, add, inserted);
        }
        if (next_drop == v) {
            drop++;
            if (begin == end) {
                note_missing(r, s, row, v);
            }
        }
        add = inserted;
        old = end;
    }
    append(s, &r->old, old, old_end);
}

/* The end of the rows from `row` on that have no changes and are in the old graph. */
static mg_vertex untouched_end(const mg_edit_rows *r, mg_vertex row, mg_vertex end) {
    const mg_vertex last = end < r->old_n ? end : r->old_n;
    while (row < last && !touched(r, row)) {
        row++;
    }
    return row;
}

/* Sets to->offsets[row + 1] to the degree of each row. */
static void count_rows(const mg_edit_rows *r, const mg_csr *to, mg_vertex begin, mg_vertex end, sink *s) {
    for (mg_vertex row = begin; row < end; row++) {
        s->at = 0;
        if (touched(r, row)) {
            merge_row(r, s, row);
        } else if (row < r->old_n) {
            s->at = r->old.offsets[row + 1] - r->old.offsets[row];
        }
        to->offsets[row + 1] = s->at;
    }
}

static void fill_rows(const mg_edit_rows *r, const mg_csr *to, mg_vertex begin, mg_vertex end, size_t weight_size) {
    sink s = {.to = to, .at = to->offsets[begin], .weight_size = weight_size};
    for (mg_vertex row = begin; row < end;) {
        const mg_vertex same = untouched_end(r, row, end);
        if (same > row) {
            append(&s, &r->old, r->old.offsets[row], r->old.offsets[same]);
            row = same;
        } else {
            merge_row(r, &s, row++);
        }
    }
    assert(s.at == to->offsets[end]);
}

static void count_all(mg_context *context, mg_edit_rows *r, const mg_csr *to) {
    uint64_t removed = 0, missing = 0;
    mg_vertex first = MG_NONE, first_to = MG_NONE;
    const mg_csr counted = {.offsets = to->offsets};
    const uint32_t chunks = r->n / ROWS + 1;
    to->offsets[0] = 0;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1) reduction(+ : removed, missing)
    for (uint32_t chunk = 0; chunk < chunks; chunk++) {
        const mg_vertex begin = chunk * ROWS, end = chunk + 1 < chunks ? begin + ROWS : r->n;
        sink s = {.to = &counted, .missing_from = MG_NONE};
        count_rows(r, &counted, begin, end, &s);
        removed += s.removed;
        missing += s.missing;
        if (s.missing) {
#pragma omp critical(mg_edit_missing)
            if (s.missing_from < first) {
                first = s.missing_from;
                first_to = s.missing_to;
            }
        }
    }
    for (mg_vertex v = 0; v < r->n; v++) {
        to->offsets[v + 1] += to->offsets[v];
    }
    r->missing_from = first;
    r->missing_to = first_to;
    r->counts = (mg_edit_counts){.inserted = r->insert.offsets[r->n], .removed = removed, .missing = missing};
}

mg_status mg__edit_merge(mg_context *context, mg_edit_rows *r, mg_csr *merged) {
    const size_t weight_size = mg__type_size(r->type);
    mg_csr csr = {0};
    mg_status status;
    MG_TRY(MG_ALLOC(context, csr.offsets, (uint64_t)r->n + 1, "offsets"));
    count_all(context, r, &csr);
    MG_TRY(MG_ALLOC(context, csr.neighbours, csr.offsets[r->n], "neighbours"));
    if (weight_size) {
        MG_TRY(mg__alloc(context, &csr.weights, csr.offsets[r->n], weight_size, "weights"));
    }
    const uint32_t chunks = r->n / ROWS + 1;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (uint32_t chunk = 0; chunk < chunks; chunk++) {
        const mg_vertex begin = chunk * ROWS, end = chunk + 1 < chunks ? begin + ROWS : r->n;
        fill_rows(r, &csr, begin, end, weight_size);
    }
    *merged = csr;
    csr = (mg_csr){0};
out:
    mg__csr_release(&context->memory, &csr);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Trussness by taking edges away one by one.
 */
#include "tools/verify/verify_common.h"

#include <stdlib.h>

/* Pairs of neighbours by both ends, each row ascending: place i leads from its row to other[i], twin[i] is the place of
 * the same pair in the other row. */
typedef struct truss_check {
    const mg_graph *graph;
    uint64_t *first; /* n + 1 */
    mg_vertex *other, *row;
    uint64_t *twin, *queue;
    uint32_t *triangles, *trussness;
    bool *gone;
    mgt_reason why;
} truss_check;

static int compare_vertices(const void *a, const void *b) {
    const mg_vertex u = *(const mg_vertex *)a, v = *(const mg_vertex *)b;
    return (u > v) - (u < v);
}

static uint64_t place_of(const truss_check *t, mg_vertex u, mg_vertex v) {
    uint64_t low = t->first[u], high = t->first[u + 1];
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (t->other[middle] < v) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < t->first[u + 1] && t->other[low] == v ? low : UINT64_MAX;
}

/* Lists both ends of every arc, then drops what is there twice. */
static void list_pairs(truss_check *t) {
    const mg_adjacency out = mg_graph_out_edges(t->graph);
    const mg_vertex n = mg_graph_vertex_count(t->graph);
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            t->first[u + 1]++;
            t->first[out.neighbours[e] + 1]++;
        }
    }
    for (mg_vertex v = 0; v < n; v++) {
        t->first[v + 1] += t->first[v];
        t->queue[v] = t->first[v];
    }
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            t->other[t->queue[u]++] = out.neighbours[e];
            t->other[t->queue[out.neighbours[e]]++] = u;
        }
    }
    uint64_t at = 0, begin = 0;
    for (mg_vertex u = 0; u < n; u++) {
        const uint64_t end = t->first[u + 1], row = at;
        qsort(t->other + begin, end - begin, sizeof *t->other, compare_vertices);
        for (uint64_t i = begin; i < end; i++) {
            if (t->other[i] != u && (at == row || t->other[at - 1] != t->other[i])) {
                t->other[at] = t->other[i];
                t->row[at++] = u;
            }
        }
        begin = end;
        t->first[u + 1] = at;
    }
}

/* Calls for each triangle of a pair; lose: its other pairs lose it. Returns their number. */
static uint32_t walk_triangles(truss_check *t, uint64_t place, uint32_t level, uint64_t *tail, bool lose) {
    const mg_vertex u = t->row[place], v = t->other[place];
    uint64_t a = t->first[u], b = t->first[v];
    uint32_t count = 0;
    while (a < t->first[u + 1] && b < t->first[v + 1]) {
        if (t->other[a] != t->other[b]) {
            *(t->other[a] < t->other[b] ? &a : &b) += 1;
            continue;
        }
        const uint64_t sides[2] = {a < t->twin[a] ? a : t->twin[a], b < t->twin[b] ? b : t->twin[b]};
        if (!t->gone[sides[0]] && !t->gone[sides[1]]) {
            count++;
            for (int s = 0; lose && s < 2; s++) {
                if (t->triangles[sides[s]]-- == level + 1) {
                    t->queue[(*tail)++] = sides[s];
                }
            }
        }
        a++;
        b++;
    }
    return count;
}

/* Takes away all pairs that are in at most `level` triangles, and those that then are. Returns their number. */
static uint64_t take_level(truss_check *t, uint32_t level, uint64_t places) {
    uint64_t tail = 0;
    for (uint64_t i = 0; i < places; i++) {
        if (i < t->twin[i] && !t->gone[i] && t->triangles[i] <= level) {
            t->queue[tail++] = i;
        }
    }
    for (uint64_t head = 0; head < tail; head++) {
        const uint64_t place = t->queue[head];
        t->gone[place] = true;
        t->trussness[place] = t->trussness[t->twin[place]] = level + 2;
        walk_triangles(t, place, level, &tail, true);
    }
    return tail;
}

static void peel(truss_check *t) {
    const uint64_t places = t->first[mg_graph_vertex_count(t->graph)];
    for (uint64_t i = 0; i < places; i++) {
        t->twin[i] = place_of(t, t->other[i], t->row[i]);
    }
    for (uint64_t i = 0; i < places; i++) {
        t->triangles[i] = walk_triangles(t, i, 0, NULL, false);
    }
    uint64_t left = places / 2;
    for (uint32_t level = 0; left > 0; level++) {
        left -= take_level(t, level, places);
    }
}

static bool compare(const truss_check *t, const uint32_t *found) {
    const mg_adjacency out = mg_graph_out_edges(t->graph);
    for (mg_vertex u = 0; u < mg_graph_vertex_count(t->graph); u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex v = out.neighbours[e];
            const uint32_t expected = u == v ? 0 : t->trussness[place_of(t, u, v)];
            if (found[e] != expected) {
                return mgt_refuse(t->why, "the trussness of %llu, %llu is %u, not %u", mgt_id(t->graph, u),
                                  mgt_id(t->graph, v), expected, found[e]);
            }
        }
    }
    return true;
}

bool mgt_verify_ktruss(mg_context *context, const mg_graph *graph, const uint32_t *trussness, char *text, size_t size) {
    (void)context;
    truss_check t = {.graph = graph, .why = {text, size}};
    const uint64_t n = mg_graph_vertex_count(graph), places = 2 * mg_graph_arc_count(graph);
    t.first = mgt_memory(n + 1, sizeof *t.first, t.why);
    t.other = mgt_memory(places, sizeof *t.other, t.why);
    t.row = mgt_memory(places, sizeof *t.row, t.why);
    t.twin = mgt_memory(places, sizeof *t.twin, t.why);
    t.queue = mgt_memory(places + n, sizeof *t.queue, t.why);
    t.triangles = mgt_memory(places, sizeof *t.triangles, t.why);
    t.trussness = mgt_memory(places, sizeof *t.trussness, t.why);
    t.gone = mgt_memory(places, sizeof *t.gone, t.why);
    bool good = t.first && t.other && t.row && t.twin && t.queue && t.triangles && t.trussness && t.gone;
    if (good) {
        list_pairs(&t);
        peel(&t);
        good = compare(&t, trussness);
    }
    void *const blocks[] = {t.first, t.other, t.row, t.twin, t.queue, t.triangles, t.trussness, t.gone};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        free(blocks[i]);
    }
    return good;
}

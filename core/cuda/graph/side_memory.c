/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/side_memory.h"

#include "core/cuda/graph/forward_rows.h"
#include "core/cuda/graph/hubs.h"
#include "core/cuda/graph/transpose.h"
#include "core/engine/estimate.h"
#include "core/graph/graph_cache.h"

#define ROWS_SAMPLED 4096u
#define MOST_MISFITS 16u /* as in short_rows.c */
#define SORT_SHARE 64u   /* a sort's own memory: this part of its keys, at most */

static uint64_t pieces_of(uint64_t edges) {
    return edges > MG_EDGES_WARP ? (edges + MG_EDGES_PIECE - 1) / MG_EDGES_PIECE : 0;
}

/* Holds the lock of what is on the device. */
static void note_device(mg_side_memory *m, const mg_device_graph *g) {
    for (int side = 0; side < 2; side++) {
        const mg_device_csr *const csr = &g->side[side];
        m->rows[side] = csr->offsets != NULL;
        m->largest[side] = csr->largest_neighbour != NULL;
        m->short_rows[side] = csr->short_rows.known;
        m->tiles[side] = g->tiles[side] != NULL;
        m->items[side] = csr->items != NULL;
        for (int type = 0; type < MG_OTHER; type++) {
            m->weights[side][type] = csr->weights[type] != NULL;
            m->tile_weights[side][type] = g->tiles[side] && g->tiles[side]->local_weights[type];
        }
    }
    m->forward = g->forward.offsets != NULL;
    m->hubs = g->hubs_known;
    m->has_panels = g->panels != NULL;
}

static void note_host(mg_side_memory *m) {
    mg_graph *const g = (mg_graph *)m->graph; /* fields guarded by the lock are mutable */
    m->host_in_edges = mg__graph_has_in_edges(g);
    pthread_mutex_lock(&g->lock);
    for (const mg_converted *c = g->converted; c; c = c->next) {
        m->host_weights[c->incoming][c->type] = true;
    }
    pthread_mutex_unlock(&g->lock);
}

void mg__side_memory_begin(mg_side_memory *m, mg_context *context, const mg_cuda *cuda, const mg_graph *graph,
                           mg_memory_need *need) {
    mg_graph *const shared = (mg_graph *)graph; /* what is built on demand changes under a lock */
    *m = (mg_side_memory){
        .context = context, .graph = graph, .need = need, .wide = graph->arcs > cuda->tuning.narrow_arcs};
    uint64_t pieces = 0;
#pragma omp parallel for num_threads(context->threads) reduction(+ : pieces) schedule(static)
    for (mg_vertex v = 0; v < graph->n; v++) {
        pieces += pieces_of(graph->out.offsets[v + 1] - graph->out.offsets[v]);
    }
    m->pieces = pieces;
    pthread_mutex_lock(&shared->device_lock);
    if (shared->device) {
        note_device(m, shared->device);
    }
    pthread_mutex_unlock(&shared->device_lock);
    note_host(m);
}

void mg__side_add(mg_side_memory *m, uint64_t kept, uint64_t beside) {
    const uint64_t most = m->need->device_built + kept + beside;
    m->need->device_built += kept;
    m->need->device_building = most > m->need->device_building ? most : m->need->device_building;
}

static void add_host(mg_side_memory *m, uint64_t kept, uint64_t beside) {
    const uint64_t most = m->need->built + kept + beside;
    m->need->built += kept;
    m->need->building = most > m->need->building ? most : m->need->building;
}

static void need_host_in_edges(mg_side_memory *m) {
    if (!m->host_in_edges && mg__graph_lacks_in_edges(m->context, m->graph)) {
        add_host(m, mg__in_edges_bytes(m->graph), mg__sorting_bytes(m->graph));
    }
    m->host_in_edges = true;
}

/* The graph's offsets and edges; in-edges are sorted on the device, where the host does not have them. */
static void add_rows(mg_side_memory *m, bool incoming, bool weighted) {
    const uint64_t n = m->graph->n, arcs = m->graph->arcs;
    const uint64_t bytes = (n + 1) * (m->wide ? 8 : 4) + (arcs + MG_SPLIT_PAD) * sizeof(uint32_t);
    const bool sorts = incoming && !weighted && mg__device_transposes(m->graph) && !m->host_in_edges;
    uint64_t beside = 0;
    if (sorts) {
        beside = 3 * arcs * sizeof(uint32_t) + arcs * sizeof(uint32_t) / SORT_SHARE;
        add_host(m, (n + 1) * sizeof(uint64_t), m->wide ? 0 : (n + 1) * sizeof(uint32_t));
    } else if (incoming) {
        need_host_in_edges(m);
    }
    mg__side_add(m, bytes, beside);
    mg__side_add(m, m->pieces * sizeof(mg_loop_entry), 0);
    m->rows[incoming] = true;
}

static void add_weights(mg_side_memory *m, bool incoming, mg_type type) {
    const uint64_t size = mg__type_size(type);
    if (incoming) {
        need_host_in_edges(m);
    }
    if (type != m->graph->weight_type && !m->host_weights[incoming][type]) {
        add_host(m, m->graph->arcs * size, 0);
        m->host_weights[incoming][type] = true;
    }
    mg__side_add(m, (m->graph->arcs + MG_SPLIT_PAD) * size, 0);
    m->weights[incoming][type] = true;
}

static void need_side(mg_side_memory *m, const mg_device_need *need, bool incoming) {
    const bool weighted = need->weights != MG_TYPE_NONE && need->weights < MG_OTHER;
    const bool largest = need->largest_neighbour[incoming] || (!m->graph->directed && need->largest_neighbour[1]);
    if (!m->rows[incoming]) {
        add_rows(m, incoming, weighted);
    }
    if (weighted && m->graph->weight_type != MG_TYPE_NONE && !m->weights[incoming][need->weights]) {
        add_weights(m, incoming, need->weights);
    }
    if (largest && !m->largest[incoming]) {
        mg__side_add(m, (uint64_t)m->graph->n * sizeof(uint32_t), 0);
        m->largest[incoming] = true;
    }
}

void mg__side_need_out(mg_side_memory *m, const mg_device_need *need) {
    need_side(m, need, false);
}

void mg__side_need_in(mg_side_memory *m, const mg_device_need *need) {
    if (need->in && m->graph->directed) {
        need_side(m, need, true);
    }
}

/* Do they pay, by a sample of the out-edges? */
static bool rows_are_short(const mg_side_memory *m) {
    const uint64_t *const offsets = m->graph->out.offsets;
    const mg_vertex n = m->graph->n, rows = n < ROWS_SAMPLED ? n : ROWS_SAMPLED;
    const bool sampled = mg__graph_has_rows(m->graph); /* else by their lengths alone */
    uint32_t misfits = 0;
    for (mg_vertex i = 0; i < rows; i++) {
        const mg_vertex v = (mg_vertex)((uint64_t)i * n / rows);
        bool fits = offsets[v + 1] - offsets[v] <= MG_SHORT_EDGES;
        for (uint64_t e = offsets[v]; e < offsets[v + 1] && fits && sampled; e++) {
            const int64_t difference = (int64_t)m->graph->out.neighbours[e] - (int64_t)v;
            fits = difference > MG_SHORT_NO_EDGE && difference < MG_SHORT_UNENCODED;
        }
        misfits += !fits;
    }
    return !m->pieces && misfits <= rows / MOST_MISFITS;
}

void mg__side_need_short_rows(mg_side_memory *m, bool incoming, mg_type weights) {
    const bool side = incoming && m->graph->directed;
    const uint64_t bytes = (uint64_t)m->graph->n * MG_SHORT_EDGES * sizeof(int16_t);
    if (m->short_rows[side] || (weights != MG_TYPE_NONE && m->graph->weight_type != MG_TYPE_NONE)) {
        return;
    }
    const bool pay = rows_are_short(m);
    mg__side_add(m, pay ? bytes : 0, pay ? 0 : bytes);
    m->short_rows[side] = true;
}

void mg__side_need_forward(mg_side_memory *m) {
    const uint64_t bytes = mg__forward_bytes(m->graph);
    if (!m->hubs) {
        mg__side_add(m, mg__hub_bytes(m->graph) + mg__forward_rows_bytes(m->graph), 0);
        add_host(m, 0, mg__forward_rows_bytes(m->graph) + mg__hub_bytes(m->graph)); /* most of it is made there */
        m->hubs = true;
    }
    if (m->forward) {
        return;
    }
    if (m->graph->directed) {
        need_host_in_edges(m);
    }
    add_host(m, bytes, 0);
    mg__side_add(m, bytes, 0);
    m->forward = true;
}

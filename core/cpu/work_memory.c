/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cpu/work_memory.h"

#include "core/cpu/dense/dense.h"
#include "core/cpu/dense/dense_layout.h"
#include "core/cpu/ranks/rank_work.h"
#include "core/cpu/segments/segments.h"
#include "core/engine/estimate.h"
#include "core/graph/forward.h"
#include "core/graph/graph_build.h"
#include "core/kept_memory.h"

#include <string.h>

#define BLOCKS 64
#define ROWS_SAMPLED 2048u
/* Output lists of all threads where every vertex is in them, in bytes per vertex: they grow by doubling at first, and
 * what they outgrew is kept. How often they grow depends on how threads share the vertices: this is in the middle of
 * what was seen. Other lists are short. */
#define FULL_SINKS 14
/* Entries of the buckets of delta-stepping, likewise. */
#define BUCKET_SHARE 1.0
/* Levels of a team have at most this share of the edges in most graphs. How many there are depends on measured times:
 * lists take nothing to twice as much. */
#define TEAM_SHARE 64

/* Blocks that the context keeps during a run, as in kept_memory.c: a free one serves requests of half its size on. */
typedef struct kept_blocks {
    uint64_t bytes[BLOCKS];
    bool used[BLOCKS];
    size_t count;
    uint64_t total;
} kept_blocks;

static void take(kept_blocks *k, uint64_t bytes) {
    size_t best = BLOCKS;
    if (bytes < MG_MIN_KEPT_BYTES || k->count == BLOCKS) {
        k->total += bytes;
        return;
    }
    for (size_t i = 0; i < k->count; i++) {
        if (!k->used[i] && k->bytes[i] >= bytes && k->bytes[i] / 2 <= bytes &&
            (best == BLOCKS || k->bytes[i] < k->bytes[best])) {
            best = i;
        }
    }
    if (best == BLOCKS) {
        best = k->count++;
        k->bytes[best] = bytes;
        k->total += bytes;
    }
    k->used[best] = true;
}

/* Gives back the blocks from `first` on. */
static void give_back(kept_blocks *k, size_t first, const bool *before) {
    for (size_t i = 0; i < k->count; i++) {
        k->used[i] = i < first && before[i];
    }
}

/* ---- representations ---- */

typedef struct estimate {
    mg_context *context;
    const mg_graph *graph;
    const mg_plan *plan;
    mg_memory_need *need;
    kept_blocks kept;
    uint64_t n, arcs;
    uint32_t lanes;
    bool in_edges, forward, dense; /* counted already */
    bool segments[3];              /* likewise, by direction */
    mg_type converted[2];          /* likewise: weights of out-edges, of in-edges */
    bool prefix, touched_list, receivers, levels, team_lists;
} estimate;

/* What the graph keeps, and what is needed beside it while it is built. */
static void add_built(estimate *e, uint64_t kept, uint64_t beside) {
    const uint64_t before = e->need->built;
    e->need->built += kept;
    e->need->building = before + kept + beside > e->need->building ? before + kept + beside : e->need->building;
}

static void add_in_edges(estimate *e) {
    if (!e->in_edges && mg__graph_lacks_in_edges(e->context, e->graph)) {
        add_built(e, mg__in_edges_bytes(e->graph), mg__sorting_bytes(e->graph));
    }
    e->in_edges = true;
}

static void add_weights(estimate *e, bool incoming, mg_type type) {
    mg_graph *const g = (mg_graph *)e->graph; /* fields guarded by the lock are mutable */
    bool known = type == g->weight_type || e->converted[incoming] == type;
    pthread_mutex_lock(&g->lock);
    for (const mg_converted *c = g->converted; c; c = c->next) {
        known |= c->type == type && c->incoming == incoming;
    }
    pthread_mutex_unlock(&g->lock);
    if (!known) {
        add_built(e, e->arcs * mg__type_size(type), 0);
        e->converted[incoming] = type;
    }
}

static void add_arcs(estimate *e, const mg_phase_info *info) {
    const bool in = e->graph->directed && mg__reads_in_edges(info, &e->plan->options);
    if (in) {
        add_in_edges(e);
    }
    if (info->weight_type != MG_TYPE_NONE && e->graph->weight_type != MG_TYPE_NONE) {
        add_weights(e, false, info->weight_type);
        if (in && !e->graph->in_is_out) {
            add_weights(e, true, info->weight_type);
        }
    }
}

static uint64_t longest_row(const estimate *e) {
    uint64_t longest = 0;
    for (mg_vertex v = 0; v < e->n; v++) {
        const uint64_t degree = e->graph->out.offsets[v + 1] - e->graph->out.offsets[v];
        longest = degree > longest ? degree : longest;
    }
    return longest;
}

/* Each pair of neighbours is there once, in the row of the end of lower degree. */
static void add_forward(estimate *e) {
    if (!e->forward) {
        if (e->graph->directed) {
            add_in_edges(e);
        }
        add_built(e, mg__forward_bytes(e->graph), 0);
    }
    e->forward = true;
}

/* Edges to hubs have 16-bit rows; there are two parts or a few more, each with offsets of all vertices. Every
 * thread has sums of its own. */
static void add_segments(estimate *e, const mg_phase_info *info) {
    const uint64_t sides = info->direction == MG_DIRECTION_BOTH && e->graph->directed ? 2 : 1;
    const bool requested = mg__is_segmented(info, &e->plan->options);
    const bool may = requested || mg__segments_may_pay(info, &e->plan->options, sides * e->arcs, (mg_vertex)e->n);
    if (may && !e->segments[info->direction]) {
        const uint64_t weight = e->graph->weight_type != MG_TYPE_NONE ? mg__type_size(info->weight_type) : 0;
        const uint64_t sums =
            ((uint64_t)e->context->threads << mg__panel_shift(e->context->cache_bytes)) * info->value_size;
        const uint64_t bytes = sides * e->arcs * (2 + weight) + 16 * (e->n + 1) + e->n;
        if (requested) {
            add_built(e, bytes, 4 * e->n);
            take(&e->kept, sums);
        } else {
            e->need->optional += bytes + 4 * e->n + sums;
        }
        e->segments[info->direction] = true;
    }
}

/* ---- mode dense ---- */

/* The place of a vertex in the order by degree, about: vertices of a group are taken to be spread evenly. */
typedef struct degree_order {
    uint64_t first[66], size[66]; /* of each group */
} degree_order;

static degree_order order_of(const estimate *e) {
    degree_order order = {0};
    for (mg_vertex v = 0; v < e->n; v++) {
        order.size[mg__degree_group(e->graph->out.offsets[v + 1] - e->graph->out.offsets[v])]++;
    }
    for (size_t g = 1; g < 66; g++) {
        order.first[g] = order.first[g - 1] + order.size[g - 1];
    }
    return order;
}

/* Block rows of one row: panels of columns that its neighbours are in. */
static uint64_t block_rows_of(const estimate *e, const degree_order *order, const mg_dense *d, mg_vertex v,
                              uint8_t *seen) {
    const uint64_t *const offsets = e->graph->out.offsets;
    uint64_t count = 0;
    memset(seen, 0, d->column_panels);
    for (uint64_t a = offsets[v]; a < offsets[v + 1]; a++) {
        const mg_vertex u = e->graph->out.neighbours[a];
        const int group = mg__degree_group(offsets[u + 1] - offsets[u]);
        const double place = (double)order->first[group] + (double)order->size[group] * u / (double)e->n;
        const uint64_t panel = (uint64_t)place >> d->column_shift;
        count += panel < d->column_panels && !seen[panel];
        seen[panel < d->column_panels ? panel : 0] = 1;
    }
    return count;
}

static mg_status count_block_rows(estimate *e, const mg_dense *d, uint64_t *count) {
    const degree_order order = order_of(e);
    const uint64_t rows = e->n < ROWS_SAMPLED ? e->n : ROWS_SAMPLED;
    uint64_t sum = 0, edges = 0;
    uint8_t *seen = NULL;
    const mg_status status = MG_ALLOC(e->context, seen, d->column_panels, "an estimate");
    if (status < 0) {
        return status;
    }
    for (uint64_t i = 0; i < rows; i++) {
        const mg_vertex v = (mg_vertex)(i * e->n / rows);
        sum += block_rows_of(e, &order, d, v, seen);
        edges += e->graph->out.offsets[v + 1] - e->graph->out.offsets[v];
    }
    *count = edges ? (uint64_t)((double)sum / (double)edges * (double)e->arcs) : 0;
    mg__release(&e->context->memory, seen);
    return status;
}

static mg_status add_dense(estimate *e, const mg_phase_info *info) {
    mg_dense d = {0};
    uint64_t block_rows = 0;
    const uint64_t value = info->value_size, weight = mg__type_size(info->weight_type);
    const bool weighted = info->weight_type != MG_TYPE_NONE && e->graph->weight_type != MG_TYPE_NONE;
    mg__dense_panels((mg_vertex)e->n, e->context->cache_bytes, e->plan->options.block_width, &d);
    const mg_status status = count_block_rows(e, &d, &block_rows);
    if (!e->dense) {
        add_built(
            e, 12 * e->n + e->arcs * (sizeof *d.columns + (weighted ? weight : 0)) + block_rows * sizeof *d.block_rows,
            0);
    }
    e->dense = true;
    take(&e->kept, e->n * value);
    take(&e->kept, block_rows * value);
    take(&e->kept, ((uint64_t)e->context->threads << d.row_shift) * value);
    return status;
}

/* ---- work of a phase ---- */

static void take_buffers(estimate *e, const mg_phase_info *info) {
    const uint64_t elements = e->n * e->lanes, value = info->value_size;
    const mg_mode mode = e->plan->options.mode;
    const bool all = info->properties & MG_ALL_ACTIVE, label = info->properties & MG_LABEL;
    const bool pushes = !all || mode == MG_MODE_SPARSE || e->lanes > 1;
    const bool replay = info->frontier == MG_FRONTIER_REPLAY;
    const bool sends = info->has_scatter && !label && !(info->properties & MG_SOURCE_ID);
    take(&e->kept, pushes && e->lanes == 1 ? e->n : 0);
    take(&e->kept, pushes && !label ? elements * value : 0);
    take(&e->kept, sends ? elements * value : 0);
    take(&e->kept, all && pushes && e->lanes == 1 && !label ? FULL_SINKS * e->n : 0);
    if (sends && all && (info->properties & MG_PURE_SCATTER) && e->lanes == 1 && !replay &&
        (mode == MG_MODE_AUTO || mode == MG_MODE_PULL)) {
        take(&e->kept, e->n * value);
    }
}

/* A thread of a team has two lists, which have room for all edges of a level. */
static void take_team_lists(estimate *e, const mg_phase_info *info) {
    const bool by_team = !(info->properties & (MG_ALL_ACTIVE | MG_LABEL)) && e->lanes == 1 && !info->totals;
    const uint64_t level = e->arcs / TEAM_SHARE < MG_FUSED_LIMIT ? e->arcs / TEAM_SHARE : MG_FUSED_LIMIT;
    for (int t = 0; by_team && !e->team_lists && e->context->threads > 1 && t < e->context->threads; t++) {
        take(&e->kept, level * sizeof(mg_vertex));
        take(&e->kept, level * sizeof(mg_vertex));
    }
    e->team_lists |= by_team;
}

/* Blocks of later phases, too. */
static void take_lasting(estimate *e, const mg_phase_info *info) {
    const bool label = info->properties & MG_LABEL, replay = info->frontier == MG_FRONTIER_REPLAY;
    if (!e->prefix) {
        take(&e->kept, 8 * (e->n + 1));
        e->prefix = true;
    }
    if (!e->touched_list && !label) {
        take(&e->kept, 4 * e->n);
        e->touched_list = true;
    }
    if (replay && !e->receivers) {
        take(&e->kept, e->lanes > 1 ? 8 * e->n : e->n / 8);
        e->receivers = true;
    }
    if (info->record && !e->levels) {
        take(&e->kept, 4 * e->n);
        take(&e->kept, e->lanes > 1 ? 8 * e->n : 0);
        e->levels = true;
    }
}

static void take_scratch(estimate *e, const mg_phase_info *info) {
    const uint64_t threads = (uint64_t)e->context->threads, value = info->value_size;
    if (info->kind == MG_KIND_TRIANGLES) {
        take(&e->kept, e->n * value);
        for (uint64_t t = 0; t < threads; t++) {
            take(&e->kept, e->n / 8);
            take(&e->kept, e->n / 8);
        }
    } else if (info->monoid == MG_MOST_FREQUENT) {
        const uint64_t slots = 4 * longest_row(e) + 1;
        for (uint64_t t = 0; t < threads; t++) {
            take(&e->kept, slots * value);
            take(&e->kept, slots * 4);
        }
    } else if (info->kind == MG_KIND_PROGRAM && mg__is_delta_stepping(info, &e->plan->options)) {
        take(&e->kept, (uint64_t)(BUCKET_SHARE * 4 * (double)e->n));
    }
}

static mg_status add_phase(estimate *e, const mg_phase_info *info) {
    mg_status status = MG_OK;
    mg_frame frame = {.n = (mg_vertex)e->n, .direction_count = 1};
    bool before[BLOCKS];
    add_arcs(e, info);
    if (info->kind == MG_KIND_TRIANGLES) {
        add_forward(e);
    }
    add_segments(e, info);
    const bool program = info->kind == MG_KIND_PROGRAM;
    if (program) {
        take_lasting(e, info);
        take_team_lists(e, info);
    }
    memcpy(before, e->kept.used, sizeof before);
    const size_t count = e->kept.count;
    take(&e->kept, (e->arcs + e->n) / MG_CHUNK_EDGES * 4);
    if (program) {
        take_buffers(e, info);
    }
    take_scratch(e, info);
    frame.pull_arcs[0].offsets = e->graph->out.offsets;
    if (mg__is_dense(e->context, e->graph, &frame, info, &e->plan->options)) {
        status = add_dense(e, info);
    }
    give_back(&e->kept, count, before);
    return status;
}

/* Ranks that are threads of this process have parts, states and work each. A part has its arcs as rows of senders and
 * of receivers, which are all made at the same time; it owns its vertices. */
static void add_ranks(estimate *e) {
    const uint64_t all = mg__ranks_of(e->context), here = mg__ranks_here(e->context);
    const uint64_t sides = e->graph->directed && mg__ranks_reverse(e->plan) ? 2 : 1;
    const uint64_t arcs = sides * e->arcs * here / all;
    const uint64_t rows = arcs * (sizeof(mg_vertex) + mg__type_size(e->graph->weight_type)) + sides * here * 8 * e->n;
    const bool has_order = e->context->partition == MG_PARTITION_DEGREE || e->context->partition == MG_PARTITION_METIS;
    add_built(e, 2 * rows + here * (e->n / 8 + (has_order ? 8 * e->n : 0)), mg__sorting_bytes(e->graph) * here / all);
    take(&e->kept, 4 * e->n); /* the own active vertices */
    e->need->work = here * e->kept.total + (here - 1) * e->n * e->plan->state_size;
}

mg_status mg__cpu_memory(mg_context *context, const mg_graph *graph, const mg_plan *plan, mg_memory_need *need) {
    mg_status status = MG_OK;
    estimate e = {.context = context, .graph = graph, .plan = plan, .need = need, .n = graph->n, .arcs = graph->arcs};
    e.lanes = plan->options.lanes > 1 ? plan->options.lanes : 1;
    take(&e.kept, 4 * e.n);
    take(&e.kept, 4 * e.n);
    take(&e.kept, e.n / 8);
    take(&e.kept, e.n / 8);
    for (int i = 0; i < 3 && e.lanes > 1; i++) {
        take(&e.kept, 8 * e.n);
    }
    for (size_t i = 0; i < plan->phase_count; i++) {
        mg_phase_info info;
        plan->phases[i]->describe(&info, plan->callbacks);
        MG_TRY(add_phase(&e, &info));
    }
    need->work = e.kept.total;
    if (mg__runs_on_ranks(context, plan)) {
        add_ranks(&e);
    }
out:
    return status;
}

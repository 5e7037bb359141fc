/* SPDX-License-Identifier: Apache-2.0 */
#include "core/parts/rank_parts.h"

#include "core/graph/graph_cache.h"
#include "frontier/vertex_set.h"

#include <assert.h>

static void release(const mg_allocator *memory, mg_built *built) {
    mg_rank_parts *const p = (mg_rank_parts *)built;
    mg__partition_release(&p->partition);
    mg__release(memory, p->owned);
    mg_graph_destroy(p->local[0]);
    mg_graph_destroy(p->local[1]);
    mg__release(memory, p);
}

static mg_rank_parts *find(const mg_graph *graph, const mg_ranks *ranks, mg_partition_kind wanted) {
    for (mg_built *b = graph->built; b; b = b->next) {
        mg_rank_parts *const p = (mg_rank_parts *)b;
        if (b->release == release && p->rank == ranks->rank && p->size == ranks->size && p->wanted == wanted) {
            return p;
        }
    }
    return NULL;
}

static mg_status mark_owned(mg_context *context, mg_rank_parts *p) {
    const mg_vertex count = mg__rank_size(&p->partition, p->rank);
    const mg_status status =
        MG_ALLOC_ZEROED(context, p->owned, mg__bitmap_words(p->partition.n), "the vertices of a rank");
    for (mg_vertex i = 0; status >= 0 && i < count; i++) {
        const mg_vertex v = mg__rank_member(&p->partition, p->rank, i);
        p->owned[v / 64] |= (uint64_t)1 << v % 64;
    }
    return status;
}

/* What the first rank says of its partition. */
typedef struct partition_head {
    mg_partition_kind kind;
    bool has_order;
} partition_head;

static mg_status make_arrays(mg_context *context, const partition_head *head, mg_partition *p) {
    mg_status status;
    MG_TRY(MG_ALLOC(context, p->first, (uint64_t)p->parts + 1, "a partition"));
    MG_TRY(MG_ALLOC(context, p->arcs, p->parts, "a partition"));
    if (head->has_order) {
        MG_TRY(MG_ALLOC(context, p->order, p->n, "a partition"));
        MG_TRY(MG_ALLOC(context, p->index, p->n, "a partition"));
    }
out:
    return status;
}

mg_status mg__rank_share_partition(mg_context *context, mg_ranks *ranks, mg_status status, mg_partition *p) {
    const bool first = ranks->rank == 0;
    partition_head head = {.kind = p->kind, .has_order = p->order != NULL};
    MG_TRY(mg__ranks_take_first(context, ranks, status, &head, sizeof head));
    if (!first) {
        p->kind = head.kind;
        status = make_arrays(context, &head, p);
    }
    MG_TRY(mg__ranks_take_first(context, ranks, status, p->first, ((size_t)p->parts + 1) * sizeof *p->first));
    MG_TRY(mg__ranks_take_first(context, ranks, status, p->arcs, (size_t)p->parts * sizeof *p->arcs));
    if (head.has_order) {
        MG_TRY(mg__ranks_take_first(context, ranks, status, p->order, (size_t)p->n * sizeof *p->order));
    }
    for (mg_vertex i = 0; head.has_order && !first && i < p->n; i++) {
        p->index[p->order[i]] = i;
    }
out:
    return status;
}

/* The partition for ranks that have none: made by the first rank, unless it has one. */
static mg_status get_partition(mg_context *context, mg_ranks *ranks, const mg_graph *graph, const mg_rank_parts *known,
                               mg_partition *partition) {
    mg_status status = MG_OK;
    mg_partition p = {.memory = context->memory, .parts = ranks->size, .n = graph->n};
    if (ranks->rank == 0 && !known) {
        status = mg__partition_make(context, graph, context->partition, ranks->size, &p);
    }
    mg_partition shared = known ? known->partition : p;
    const bool is_copy = known != NULL && ranks->rank == 0;
    if (known && ranks->rank) { /* received, and dropped */
        shared = p;
    }
    status = mg__rank_share_partition(context, ranks, status, &shared);
    if (status >= 0 && !known) {
        *partition = shared;
    } else if (!is_copy) {
        mg__partition_release(&shared);
    }
    return status;
}

/* The memory is that of the graph. Takes the partition over, also on failure. */
static mg_status make(mg_context *context, const mg_graph *graph, const mg_ranks *ranks, mg_partition *partition,
                      mg_rank_parts **made) {
    mg_status status;
    mg_rank_parts *p = NULL;
    assert(partition->first);
    const double start = mg__now();
    MG_TRY(MG_ALLOC_ZEROED(context, p, 1, "the part of a rank"));
    p->built = (mg_built){.release = release, .kind = MG_REPRESENTATION_ROWS};
    p->rank = ranks->rank;
    p->size = ranks->size;
    p->wanted = context->partition;
    p->partition = *partition;
    *partition = (mg_partition){.memory = context->memory};
    MG_TRY(mark_owned(context, p));
    MG_TRY(mg__part_in_place(context, graph, &p->partition, ranks->rank, false, &p->local[0]));
    p->built.bytes = (uint64_t)graph->n * 2 * sizeof(uint64_t) +
                     2 * p->local[0]->arcs * (sizeof(mg_vertex) + mg__type_size(graph->weight_type));
    p->built.seconds = mg__now() - start;
    *made = p;
    p = NULL;
out:
    if (p) {
        release(&context->memory, &p->built);
    }
    mg__partition_release(partition);
    return status;
}

static void log_parts(mg_context *context, const mg_graph *graph, const mg_rank_parts *p) {
    uint64_t most = 0;
    for (uint32_t r = 0; r < p->size; r++) {
        most = p->partition.arcs[r] > most ? p->partition.arcs[r] : most;
    }
    mg__log(context, MG_LOG_DEBUG,
            "rank %u of %u: partition %s, %llu of %llu arcs; the largest part has %.3f of the mean", p->rank, p->size,
            mg_partition_name(p->partition.kind), (unsigned long long)p->local[0]->arcs,
            (unsigned long long)graph->arcs, graph->arcs ? (double)most * p->size / (double)graph->arcs : 1.0);
}

static void keep(mg_graph *g, mg_rank_parts *p) {
    pthread_mutex_lock(&g->lock);
    p->built.next = g->built;
    g->built = &p->built;
    mg__cache_touch(g, &p->built.used);
    pthread_mutex_unlock(&g->lock);
}

/* The part of the reversed graph, made by at least one of the contexts that want it at the same time. */
static mg_status add_reversed(mg_context *context, mg_graph *g, uint32_t rank, mg_rank_parts *p) {
    mg_status status = MG_OK;
    mg_graph *made = NULL;
    if (__atomic_load_n(&p->local[1], __ATOMIC_ACQUIRE)) {
        return MG_OK;
    }
    MG_TRY(mg__part_in_place(context, g, &p->partition, rank, true, &made));
    pthread_mutex_lock(&g->lock);
    if (!p->local[1]) {
        __atomic_store_n(&p->local[1], made, __ATOMIC_RELEASE);
        p->built.bytes *= 2;
        made = NULL;
    }
    pthread_mutex_unlock(&g->lock);
    mg_graph_destroy(made);
out:
    return status;
}

/* Makes what is missing. Ranks that are threads share the graph, but not what is made here. */
static mg_status complete(mg_context *context, mg_ranks *ranks, mg_graph *g, bool reversed, mg_rank_parts **parts) {
    mg_status status = MG_OK;
    mg_partition partition = {.memory = context->memory};
    double missing;
    MG_TRY(mg__rank_check_graph(context, ranks, g));
    pthread_mutex_lock(&g->lock);
    mg_rank_parts *p = find(g, ranks, context->partition);
    if (p) {
        mg__cache_touch(g, &p->built.used);
    }
    pthread_mutex_unlock(&g->lock);
    missing = p ? 0.0 : 1.0;
    MG_TRY(mg__ranks_sum(context, ranks, MG_OK, &missing, 1)); /* a rank's part may have been evicted */
    if (missing > 0.0) {
        const double timeout = ranks->timeout;
        /* The first rank alone makes the partition. Where this fails, the limit is off up to the end of the task. */
        ranks->timeout = 0.0;
        MG_TRY(get_partition(context, ranks, g, p, &partition));
        ranks->timeout = timeout;
    }
    if (!p) {
        MG_TRY(make(context, g, ranks, &partition, &p));
        keep(g, p);
        log_parts(context, g, p);
    }
    if (reversed && g->directed) {
        MG_TRY(add_reversed(context, g, ranks->rank, p));
    }
    ranks->total.arcs = p->local[0]->arcs;
    *parts = p;
out:
    return status;
}

mg_status mg__rank_parts_get(mg_context *context, mg_ranks *ranks, const mg_graph *graph, bool reversed,
                             mg_rank_parts **parts) {
    const mg_allocator memory = context->memory;
    context->memory = graph->memory;
    const mg_status status = complete(context, ranks, (mg_graph *)graph, reversed, parts);
    context->memory = memory;
    return status;
}

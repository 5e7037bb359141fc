/* SPDX-License-Identifier: Apache-2.0 */
#include "core/graph/graph_cache.h"

#include "core/context.h"

#include <assert.h>

/* The least recently used representation that may be evicted. */
typedef struct oldest {
    uint64_t used;
    bool in_edges;
    mg_converted **converted; /* the link to it in its list */
    mg_built **built;
} oldest;

void mg__cache_touch(mg_graph *graph, uint64_t *stamp) {
    *stamp = ++graph->uses;
}

/* Holds the lock; context->memory is the allocator of the graph. */
static mg_status build_one(mg_context *context, mg_graph *graph, const mg_cached_kind *kind, void *wanted,
                           mg_built **built) {
    const double start = mg__now();
    void *made = NULL;
    mg_status status;
    MG_TRY(mg__alloc_zeroed(context, &made, 1, kind->size, kind->what));
    *built = made;
    **built = (mg_built){.release = kind->release, .kind = kind->kind};
    status = kind->create(context, wanted, *built);
    if (status < 0) {
        kind->release(&context->memory, *built);
        *built = NULL;
        return status;
    }
    (*built)->seconds = mg__now() - start;
    (*built)->next = graph->built;
    graph->built = *built;
out:
    return status;
}

mg_status mg__cache_get(mg_context *context, const mg_graph *graph, const mg_cached_kind *kind, void *wanted,
                        bool build, mg_built **found) {
    mg_graph *const g = (mg_graph *)graph; /* only what the lock guards changes */
    const mg_allocator memory = context->memory;
    mg_status status = MG_OK;
    pthread_mutex_lock(&g->lock);
    mg_built *built = g->built;
    while (built && (built->release != kind->release || (kind->matches && !kind->matches(built, wanted)))) {
        built = built->next;
    }
    if (!built && build) {
        context->memory = g->memory;
        status = build_one(context, g, kind, wanted, &built);
        context->memory = memory;
    }
    if (built) {
        mg__cache_touch(g, &built->used);
    }
    pthread_mutex_unlock(&g->lock);
    *found = built;
    return status;
}

static uint64_t in_bytes(const mg_graph *g) {
    const uint64_t arc = sizeof(mg_vertex) + mg__type_size(g->weight_type);
    return g->in.offsets ? ((uint64_t)g->n + 1) * sizeof(uint64_t) + g->arcs * arc : 0;
}

static uint64_t cached_bytes(const mg_graph *g) {
    uint64_t bytes = in_bytes(g);
    for (const mg_converted *c = g->converted; c; c = c->next) {
        bytes += g->arcs * mg__type_size(c->type);
    }
    for (const mg_built *b = g->built; b; b = b->next) {
        bytes += b->bytes;
    }
    return bytes;
}

void mg__graph_representations(const mg_graph *graph, mg_representation *representation) {
    mg_graph *const g = (mg_graph *)graph; /* fields guarded by the lock are mutable */
    pthread_mutex_lock(&g->lock);
    mg_representation *const rows = &representation[MG_REPRESENTATION_ROWS];
    *rows = (mg_representation){.seconds = g->in.offsets || g->in_is_out ? g->in_seconds : 0.0, .bytes = in_bytes(g)};
    for (const mg_converted *c = g->converted; c; c = c->next) {
        rows->seconds += c->seconds;
        rows->bytes += g->arcs * mg__type_size(c->type);
    }
    for (const mg_built *b = g->built; b; b = b->next) {
        assert(b->kind < MG_REPRESENTATION_COUNT);
        representation[b->kind].seconds += b->seconds;
        representation[b->kind].bytes += b->bytes;
    }
    pthread_mutex_unlock(&g->lock);
}

static oldest find_oldest(mg_graph *g) {
    oldest found = {.used = UINT64_MAX};
    if (g->in.offsets && !g->in_shared) {
        found = (oldest){.used = g->in_used, .in_edges = true};
    }
    for (mg_converted **c = &g->converted; *c; c = &(*c)->next) {
        found = (*c)->used < found.used ? (oldest){.used = (*c)->used, .converted = c} : found;
    }
    for (mg_built **b = &g->built; *b; b = &(*b)->next) {
        found = (*b)->used < found.used ? (oldest){.used = (*b)->used, .built = b} : found;
    }
    return found;
}

static void free_oldest(mg_graph *g, const oldest *o) {
    assert(g->users == 0 && o->in_edges + !!o->converted + !!o->built == 1);
    if (o->in_edges) {
        mg__release(&g->memory, g->in.offsets);
        mg__release(&g->memory, g->in.neighbours);
        mg__release(&g->memory, g->in.weights);
        g->in = (mg_csr){0};
    } else if (o->converted) {
        mg_converted *const gone = *o->converted;
        *o->converted = gone->next;
        mg__release(&g->memory, gone->weights);
        mg__release(&g->memory, gone);
    } else {
        mg_built *const gone = *o->built;
        *o->built = gone->next;
        gone->release(&g->memory, gone);
    }
}

void mg__graph_begin_use(const mg_graph *graph) {
    mg_graph *const g = (mg_graph *)graph; /* only what the lock guards changes */
    pthread_mutex_lock(&g->lock);
    g->users++;
    pthread_mutex_unlock(&g->lock);
}

uint64_t mg__graph_end_use(mg_context *context, const mg_graph *graph) {
    mg_graph *const g = (mg_graph *)graph;
    pthread_mutex_lock(&g->lock);
    assert(g->users > 0);
    uint64_t bytes = cached_bytes(g);
    if (--g->users == 0 && context->memory_budget) {
        while (bytes > context->memory_budget) {
            const oldest o = find_oldest(g);
            if (o.used == UINT64_MAX) {
                break;
            }
            free_oldest(g, &o);
            bytes = cached_bytes(g);
        }
    }
    pthread_mutex_unlock(&g->lock);
    return bytes;
}

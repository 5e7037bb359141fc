/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_cache.h: LRU eviction of the representations that a graph caches beside its out-edges (in-edges, converted
 * weights, representations of backends), down to the memory budget of a context, and only while no run uses the graph.
 */
#ifndef MG_CORE_GRAPH_GRAPH_CACHE_H
#define MG_CORE_GRAPH_GRAPH_CACHE_H

#include "core/graph/graph.h"

/* Pins the cached representations; call before using pointers to them. */
void mg__graph_begin_use(const mg_graph *graph);
/* Unpins them; if no other user is left, evicts representations beyond the budget. Returns the bytes still cached. */
uint64_t mg__graph_end_use(mg_context *context, const mg_graph *graph);

/* Size and construction time of the representations cached for the CPU, by mg_representation_kind. */
void mg__graph_representations(const mg_graph *graph, mg_representation *representation);

/* As mg_graph_in_edges(), but the arrays are valid only until mg__graph_end_use. */
mg_status mg__graph_in_edges(mg_context *context, const mg_graph *graph, mg_adjacency *adjacency);
/* Are the in-edges of a directed graph built? */
bool mg__graph_has_in_edges(const mg_graph *graph);

/* Would mg__graph_in_edges() build arrays? A graph with both directions of every edge needs none, which is found out in
 * O(n + m) and noted. */
bool mg__graph_lacks_in_edges(mg_context *context, const mg_graph *graph);

/* A kind of representation: a structure that begins with an mg_built. */
typedef struct mg_cached_kind {
    size_t size;      /* of the structure */
    const char *what; /* for messages */
    mg_representation_kind kind;
    void (*release)(const mg_allocator *memory, mg_built *built);
    /* Is this one what is wanted? NULL: each of this kind is. */
    bool (*matches)(const mg_built *built, const void *wanted);
    /* Fills the structure, which is zero but for the fields of mg_built, and sets its bytes. context->memory is the
     * allocator of the graph, whose lock is held. After a failure what is there is released. */
    mg_status (*create)(mg_context *context, void *wanted, mg_built *built);
} mg_cached_kind;

/* Finds the representation that is wanted, or builds it with `build`; *found is NULL without it. */
mg_status mg__cache_get(mg_context *context, const mg_graph *graph, const mg_cached_kind *kind, void *wanted,
                        bool build, mg_built **found);

/* Holds the lock: updates the LRU time stamp of a representation. */
void mg__cache_touch(mg_graph *graph, uint64_t *stamp);

#endif

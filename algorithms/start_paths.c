/* SPDX-License-Identifier: Apache-2.0
 *
 * start_paths.c: shortest paths after an edit [1]. First the distances that depended on removed edges are given up, in
 * ascending order: one stays if an edge from a smaller distance that stays still gives it. Then these vertices and the
 * ends of inserted edges are relaxed by Dijkstra's algorithm. All of it is serial and visits what changes only.
 *
 * [1] G. Ramalingam, T. Reps: An incremental algorithm for a generalization of the shortest-path problem. J. Algorithms
 *     21, 1996.
 */
#include "algorithms/start.h"
#include "core/graph/graph_cache.h"

#include <math.h>
#include <string.h>

/* Are removed or replaced edges among the changes? */
static bool loses_edges(const mg_graph_edits *e) {
    return e->remove_count || (e->replace && e->insert_count);
}

#define D uint32_t
#define FAR_AWAY MG_UNREACHED
#define ADD mg_add_sat_u32
#define REPAIR repair_u32
#include "algorithms/start_paths.inc.h"

#define D uint64_t
#define FAR_AWAY MG_UNREACHED64
#define ADD mg_add_sat_u64
#define REPAIR repair_u64
#include "algorithms/start_paths.inc.h"

#define D float
#define FAR_AWAY HUGE_VALF
#define ADD(distance, weight) ((distance) + (weight))
#define REPAIR repair_f32
#include "algorithms/start_paths.inc.h"

#define D double
#define FAR_AWAY HUGE_VAL
#define ADD(distance, weight) ((distance) + (weight))
#define REPAIR repair_f64
#include "algorithms/start_paths.inc.h"

static mg_status repair(mg_context *context, mg_start_run *run, mg_vertex source, mg_type type, mg_type weight,
                        void *distances, bool *done) {
    switch (type) {
    case MG_UINT32:
        return repair_u32_run(context, run, source, weight, distances, done);
    case MG_UINT64:
        return repair_u64_run(context, run, source, weight, distances, done);
    case MG_FLOAT32:
        return repair_f32_run(context, run, source, weight, distances, done);
    default:
        return repair_f64_run(context, run, source, weight, distances, done);
    }
}

/* Distances of the earlier version, which may have had the other integer type. False: one does not fit. */
static bool copy_old(const mg_start *from, mg_type type, void *distances) {
    const bool narrow = from->type == MG_UINT32;
    bool fits = true;
    if (from->type == type) {
        memcpy(distances, from->values, from->count * mg__type_size(type));
        return true;
    }
    for (mg_vertex v = 0; v < from->count; v++) {
        if (narrow) {
            const uint32_t value = ((const uint32_t *)from->values)[v];
            ((uint64_t *)distances)[v] = value == MG_UNREACHED ? MG_UNREACHED64 : value;
        } else {
            const uint64_t value = ((const uint64_t *)from->values)[v];
            fits = fits && (value < MG_UNREACHED || value == MG_UNREACHED64);
            ((uint32_t *)distances)[v] = value < MG_UNREACHED ? (uint32_t)value : MG_UNREACHED;
        }
    }
    return fits;
}

static bool is_integer(mg_type type) {
    return type == MG_UINT32 || type == MG_UINT64;
}

static void fill_new(void *distances, mg_type type, mg_vertex begin, mg_vertex end) {
    for (mg_vertex v = begin; v < end; v++) {
        if (type == MG_UINT32) {
            ((uint32_t *)distances)[v] = MG_UNREACHED;
        } else if (type == MG_UINT64) {
            ((uint64_t *)distances)[v] = MG_UNREACHED64;
        } else if (type == MG_FLOAT32) {
            ((float *)distances)[v] = HUGE_VALF;
        } else {
            ((double *)distances)[v] = HUGE_VAL;
        }
    }
}

mg_status mg__start_paths(mg_context *context, mg_start_run *run, mg_vertex source, mg_type type, mg_type weight,
                          void **distances) {
    const size_t size = mg__type_size(type);
    const mg_vertex n = mg_graph_vertex_count(run->graph), count = run->from->count;
    mg_status status;
    bool done = false;
    *distances = NULL;
    const bool same = run->from->type == type || (is_integer(type) && is_integer(run->from->type));
    if (source >= count || !same) {
        mg__start_end(context, run->from, false, same ? "the source is a new vertex" : "distances have another type");
        return MG_OK;
    }
    mg__graph_begin_use(run->graph); /* keeps the in-edges */
    if (loses_edges(run->edits)) {
        MG_TRY(mg__graph_in_edges(context, run->graph, &run->in));
    }
    MG_TRY(mg__alloc(context, distances, n, size, "distances"));
    fill_new(*distances, type, count, n);
    if (copy_old(run->from, type, *distances)) {
        MG_TRY(repair(context, run, source, type, weight, *distances, &done));
    }
    if (!done) {
        mg__start_end(context, run->from, false, "too many distances change");
    }
out:
    mg__graph_end_use(context, run->graph);
    if (!done) {
        mg__release(&context->memory, *distances);
        *distances = NULL;
    }
    return status;
}

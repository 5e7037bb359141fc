/* SPDX-License-Identifier: Apache-2.0
 *
 * order_auto.c: decides whether reordering pays (MG_ORDER_AUTO).
 *
 * Measured (docs/notebook/orders.md): RCM speeds up runs several times if the order is random and breadth-first levels
 * are narrow, as in road networks, meshes and web crawls. It slows them down if one level holds half of the graph, and
 * gains nothing if the given order has good locality. Locality is estimated by a sample of arcs, the width of levels by
 * one search.
 */
#include "core/graph/graph_cache.h"
#include "core/order/order.h"

#define MIN_VERTICES ((mg_vertex)1 << 18) /* fewer vertices: states fit in private caches in any order */
#define MAX_LEVEL_SHARE 0.25
#define SAMPLE 4096     /* sampled vertices */
#define SAMPLED_ARCS 16 /* sampled arcs per vertex */
#define NEAR_SHARE 32   /* an arc is far if its ends differ by more than n / NEAR_SHARE */

/* Are most sampled arcs far? */
static bool has_poor_locality(const mg_graph *graph) {
    uint64_t far = 0, count = 0;
    for (uint64_t i = 0; i < SAMPLE; i++) {
        const mg_vertex v = (mg_vertex)(i * graph->n / SAMPLE);
        const uint64_t begin = graph->out.offsets[v], degree = graph->out.offsets[v + 1] - begin;
        const uint64_t taken = degree < SAMPLED_ARCS ? degree : SAMPLED_ARCS;
        for (uint64_t k = 0; k < taken; k++) {
            const mg_vertex u = graph->out.neighbours[begin + k * degree / taken];
            far += (u > v ? u - v : v - u) > graph->n / NEAR_SHARE;
        }
        count += taken;
    }
    return 2 * far > count;
}

mg_status mg__order_choose(mg_context *context, const mg_graph *graph, mg_vertex_order *order) {
    mg_status status = MG_OK;
    double width = 1.0;
    *order = graph->order;
    if (graph->n < MIN_VERTICES || !has_poor_locality(graph)) {
        return MG_OK;
    }
    mg__graph_begin_use(graph);
    MG_TRY(mg__max_level_share(context, graph, &width));
    *order = width <= MAX_LEVEL_SHARE ? MG_ORDER_RCM : graph->order;
out:
    mg__graph_end_use(context, graph);
    return status;
}

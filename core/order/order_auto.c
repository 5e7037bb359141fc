/* SPDX-License-Identifier: Apache-2.0
 *
 * order_auto.c: whether a graph deserves another order.
 *
 * Measured (docs/notebook/orders.md): rcm makes runs up to several times faster on a graph that is numbered at random
 * and whose breadth-first levels are narrow, as those of roads, meshes and crawled webs are. It does harm where half of
 * the graph is one level, and buys nothing where the given numbering is good. A sample of the arcs shows the latter at
 * no cost, one search the former.
 */
#include "core/graph/kept.h"
#include "core/order/order.h"

#define MIN_VERTICES ((mg_vertex)1 << 18) /* the states of fewer fit into a core's own caches in any order */
#define MAX_LEVEL_SHARE 0.25
#define SAMPLE 4096     /* vertices */
#define SAMPLED_ARCS 16 /* of each */
#define NEAR_SHARE 32   /* an arc is far that spans more than n over this */

/* Do most arcs lead far away in this numbering? */
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * order_auto.c: whether a graph deserves another order. From a sample of its arcs, so that asking costs nothing.
 *
 * Measured (docs/performance.md): rcm makes runs on a mesh that is numbered at random several times faster, costs about
 * what some runs do, and hurts where the given numbering is good or the graph has hubs, whose neighbours cannot all lie
 * close. So it is chosen where there are no hubs and most arcs lead far away.
 */
#include "core/order.h"

#define LEAST_VERTICES ((mg_vertex)1 << 18) /* the states of fewer fit into a core's own caches in any order */
#define HUB_FACTOR 16                       /* a hub has so many times the mean degree */
#define SAMPLE 4096                         /* vertices */
#define SAMPLED_ARCS 16                     /* of each */
#define NEAR_SHARE 32                       /* an arc is far that spans more than n over this */

static bool has_hubs(const mg_graph *graph) {
    const uint64_t *const offsets = graph->out.offsets;
    const mg_vertex largest = graph->default_source;
    const uint64_t degree = offsets[largest + 1] - offsets[largest];
    return degree > HUB_FACTOR * (graph->arcs / graph->n + 1);
}

/* Do most arcs lead far away in this numbering? */
static bool is_scattered(const mg_graph *graph) {
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

mg_vertex_order mg__order_choose(const mg_graph *graph) {
    const bool pays = graph->n >= LEAST_VERTICES && !has_hubs(graph) && is_scattered(graph);
    return pays ? MG_ORDER_RCM : graph->order;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "core/order.h"
mg_vertex_order mg__order_choose(const mg_context *context, const mg_graph *graph) {
    (void)context;
    (void)graph;
    return MG_ORDER_NATURAL;
}

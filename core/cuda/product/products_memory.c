/* SPDX-License-Identifier: Apache-2.0
 *
 * products_memory.c: the memory of products of a graph's matrix with vectors, known before they are made.
 */
#include "core/cuda/device_memory.h"
#include "core/cuda/graph/side_memory.h"
#include "core/cuda/layout/panels/panels_memory.h"
#include "core/cuda/product/dense_product.h"
#include "core/cuda/product/split/split_items.h"

typedef struct estimate {
    mg_context *context;
    mg_cuda *cuda;
    const mg_graph *graph;
    const mg_spmv_options *product;
    mg_type weights; /* that the semiring reads */
    size_t size;     /* bytes of an element */
    mg_memory_need *need;
    mg_side_memory sides;
    uint64_t operands; /* bytes of x and y, which are there while representations are built */
    uint64_t scratch;
} estimate;

/* Panels of one direction. */
static mg_status add_panels(estimate *e, mg_direction direction) {
    const mg_panels_need need = {.layout = e->product->dense_layout,
                                 .direction = direction,
                                 .value_size = (uint32_t)e->size,
                                 .weights = e->weights,
                                 .block_width = e->product->block_width,
                                 .heavy_edges = e->product->heavy_edges};
    mg_panels_built planned = {0};
    mg_panels_bytes bytes = {0, 0};
    mg_status status;
    MG_TRY(mg__panels_plan(e->context, e->cuda, e->graph, &need, &planned, &bytes));
    const uint64_t scratch = mg__dense_product_scratch(&planned, e->size);
    e->scratch = scratch > e->scratch ? scratch : e->scratch;
    if (!e->sides.has_panels) {
        mg__side_add(&e->sides, bytes.kept, bytes.building - bytes.kept + e->operands);
    }
out:
    return status;
}

/* Work items of one side; both sides of a directed graph count as alike. */
static void add_items(estimate *e, bool incoming) {
    uint64_t beside = 0;
    if (e->sides.items[incoming && e->graph->directed]) {
        return;
    }
    const uint64_t kept = mg__split_items_bytes(e->graph->out.offsets, e->graph->n, &beside);
    const uint64_t uploaded = ((uint64_t)e->graph->n + 1) * sizeof(uint64_t);
    mg__side_add(&e->sides, kept, beside + uploaded);
}

static mg_status add_side(estimate *e, mg_direction direction) {
    if (mg__cuda_is_dense_vector_product(e->product, e->graph->arcs)) {
        return add_panels(e, direction);
    }
    add_items(e, direction == MG_DIRECTION_OUT); /* sums over in-neighbours */
    return MG_OK;
}

mg_status mg__cuda_products_memory(mg_context *context, const mg_graph *graph, const mg_spmv_options *product,
                                   bool both_sides, mg_memory_need *need) {
    const bool reads = product->semiring != MG_PLUS_FIRST && product->semiring != MG_MIN_FIRST;
    const bool weighted = reads && graph->weight_type != MG_TYPE_NONE;
    estimate e = {.context = context,
                  .graph = graph,
                  .product = product,
                  .weights = weighted ? product->type : MG_TYPE_NONE,
                  .size = mg__type_size(product->type),
                  .need = need};
    const mg_device_need rows = {.in = true, .weights = e.weights};
    mg_status status;
    MG_TRY(mg__cuda_open(context, &e.cuda));
    need->device_graph = mg__bytes_on_device(graph);
    if (graph->n == 0) {
        return MG_OK;
    }
    e.operands = 2 * e.size * graph->n;
    mg__side_memory_begin(&e.sides, context, e.cuda, graph, need);
    mg__side_need_out(&e.sides, &rows);
    mg__side_need_in(&e.sides, &rows);
    MG_TRY(add_side(&e, MG_DIRECTION_OUT));
    MG_TRY(both_sides && graph->directed ? add_side(&e, MG_DIRECTION_IN) : MG_OK);
    need->device_work = e.operands + e.scratch;
out:
    return status;
}

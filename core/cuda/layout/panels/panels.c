/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/layout/panels/panels.h"

#include "core/cuda/layout/layout_build.h"

#define BESIDE 2560u           /* static shared memory of a gather block, and what the device reserves */
#define PANEL_BLOCKS_MAX 256u  /* all places, with padding, fit 16 bits */
#define BLOCK_WIDTH_MAX 16384u /* below MG_BLOCK_ROW_HEADER */
#define BLOCK_OWN (18u << 10)  /* shared memory of a block of phase 1 beside values and sums */

void mg__panels_shape(const mg_cuda *cuda, uint32_t value_size, mg_panels_built *b) {
    const uint32_t most = mg__cuda_shared_limit(cuda) - BESIDE;
    const uint32_t tile = most < 2 * MG_ROW_TILE_BYTES ? most / 4 : MG_ROW_TILE_BYTES;
    uint32_t blocks = (most / value_size - 2 * MG_PANEL_PADDING) / MG_SENTINEL_STRIDE;
    blocks = blocks > PANEL_BLOCKS_MAX ? PANEL_BLOCKS_MAX : blocks < 4 ? 4 : blocks / 4 * 4; /* 16 bytes */
    b->threads = most >= (96u << 10) ? MG_DENSE_THREADS : value_size == 4 ? 512 : 256;
    b->layout.places = blocks * MG_SENTINEL_STRIDE;
    b->layout.width = blocks * (MG_SENTINEL_STRIDE - 1);
    b->shared = (b->layout.places + 2 * MG_PANEL_PADDING) * value_size;
    b->layout.row_tile_slots = tile / value_size;
    b->row_tile_shared = MG_ROW_TILE_PIECE + tile;
    b->piece_slots = 1;
    if (cuda->major >= 9 &&
        mg__cuda_shared_limit(cuda) >= MG_SUM_BLOCKS * MG_ROW_TILE_STAGE) { /* a copy engine, and room */
        b->piece_slots = MG_ROW_TILE_PIECE / value_size;
        b->layout.row_tile_slots =
            MG_ROW_TILE_STAGE / (value_size + MG_ROW_TILE_LINE / 64) / b->piece_slots * b->piece_slots;
        b->row_tile_shared = MG_ROW_TILE_STAGE;
    }
}

/* The same for phase 1 of the blocks layout; `shared`: without the sums of rows. */
static void blocks_shape(const mg_cuda *cuda, const mg_panels_need *need, mg_panels_built *b) {
    const uint32_t value_size = need->value_size, limit = mg__cuda_shared_limit(cuda);
    const uint32_t column = value_size + 8, room = limit > BLOCK_OWN ? limit - BLOCK_OWN : 0; /* sums may be doubles */
    const uint32_t most = room / column < BLOCK_WIDTH_MAX ? room / column : BLOCK_WIDTH_MAX;
    uint32_t width = need->block_width && need->block_width < most ? need->block_width : most;
    width = width < MG_BLOCK_ROWS ? MG_BLOCK_ROWS : width - width % MG_BLOCK_ROWS;
    b->threads = 2 * (width * column + BLOCK_OWN) <= limit ? MG_BLOCK_THREADS / 2 : MG_BLOCK_THREADS;
    b->shared = width * value_size;
    b->layout.width = width;
    b->layout.places = 0;
}

static void shape_of(const mg_cuda *cuda, const mg_panels_need *need, mg_panels_built *b) {
    mg__panels_shape(cuda, need->value_size, b);
    if (need->layout == MG_DENSE_BLOCKS) {
        blocks_shape(cuda, need, b);
    }
}

static uint32_t heavy_of(const mg_cuda *cuda, const mg_panels_need *need) {
    return need->heavy_edges ? need->heavy_edges : cuda->tuning.heavy_edges;
}

static mg_dense_layout kind_of(const mg_panels_need *need) {
    return need->layout == MG_DENSE_BLOCKS ? MG_DENSE_BLOCKS : MG_DENSE_PANELS;
}

/* The source of the edges. */
static mg_panel_source source_of(const mg_graph *graph, const mg_device_graph *g, const mg_panels_need *need) {
    const bool both = need->direction == MG_DIRECTION_BOTH && graph->directed, in = need->direction == MG_DIRECTION_IN;
    const mg_device_side out_edges = mg__device_side(graph, g, false, need->weights);
    const mg_device_side in_edges = mg__device_side(graph, g, true, need->weights);
    return (mg_panel_source){.n = graph->n,
                             .sides = both ? 2 : 1,
                             .wide = g->wide,
                             .send = {in ? in_edges : out_edges, in_edges},
                             .receive = {in ? out_edges : in_edges, out_edges},
                             .out_offsets = out_edges.offsets,
                             .in_offsets = in_edges.offsets};
}

/* The type of the required weights, or NONE if the graph has none. */
static mg_type weights_of(const mg_panel_source *source, const mg_panels_need *need) {
    return source->receive[0].weights ? need->weights : MG_TYPE_NONE;
}

static mg_status create(mg_context *context, const mg_cuda *cuda, const mg_graph *graph, const mg_panels_need *need,
                        mg_panels_built **built) {
    mg_status status = MG_OK;
    mg_panels_built *b = NULL;
    MG_TRY(MG_ALLOC_ZEROED(context, b, 1, "panels"));
    b->memory = context->memory;
    b->direction = graph->directed ? need->direction : MG_DIRECTION_OUT;
    b->value_size = need->value_size;
    b->blocks = (uint32_t)cuda->sms;
    b->layout.n = graph->n;
    b->kind = kind_of(need);
    b->heavy_edges = heavy_of(cuda, need);
    b->block_edges = cuda->tuning.block_edges;
    shape_of(cuda, need, b);
    *built = b;
out:
    return status;
}

/* Are wide pieces delta-encoded? Not with weights, which are stored in the order of 16-bit ids, and not with values of
 * 8 bytes: half the banks, so deltas take as many bytes as ids, and BC is slower with them
 * (docs/notebook/pagerank.md). */
static bool has_steps(const mg_panels_need *need, mg_type weights) {
    return need->value_size == 4 && weights == MG_TYPE_NONE;
}

static mg_panels_built *find(const mg_cuda *cuda, const mg_graph *graph, const mg_device_graph *g,
                             const mg_panels_need *need, mg_type weights) {
    const mg_direction direction = graph->directed ? need->direction : MG_DIRECTION_OUT;
    mg_panels_built shape;
    shape_of(cuda, need, &shape);
    for (mg_panels_built *b = g->panels; b; b = b->next) {
        const bool tuned = b->kind == MG_DENSE_PANELS
                               ? b->layout.delta_encoded == has_steps(need, weights)
                               : (b->heavy_edges == heavy_of(cuda, need) && b->block_edges == cuda->tuning.block_edges);
        if (b->direction == direction && b->value_size == need->value_size && b->kind == kind_of(need) && tuned &&
            b->layout.width == shape.layout.width) {
            return b;
        }
    }
    return NULL;
}

static mg_status get_locked(mg_context *context, mg_cuda *cuda, const mg_graph *graph, mg_device_graph *g,
                            const mg_panels_need *need, mg_panels_built **built) {
    mg_status status = MG_OK;
    mg_layout_build work = {.context = context, .cuda = cuda, .source = source_of(graph, g, need)};
    const mg_type type = weights_of(&work.source, need);
    mg_panels_built *b = find(cuda, graph, g, need, type), *made = NULL;
    if (!b || (type != MG_TYPE_NONE && !b->weights[type])) {
        if (!b) {
            MG_TRY(create(context, cuda, graph, need, &made));
            made->layout.delta_encoded = made->kind == MG_DENSE_PANELS && has_steps(need, type);
            work.fresh = true;
        }
        work.built = b ? b : made;
        work.weights = type;
        work.edge_count = graph->arcs * work.source.sides;
        MG_TRY(work.built->kind == MG_DENSE_BLOCKS ? mg__blocks_build(&work) : mg__panels_build(&work));
    }
    if (made) {
        made->next = g->panels;
        g->panels = b = made;
        made = NULL;
    }
    *built = b;
out:
    mg__panels_release(made);
    return status;
}

mg_status mg__panels_get(mg_context *context, mg_cuda *cuda, const mg_graph *graph, mg_device_graph *on_device,
                         const mg_panels_need *need, const mg_panels_built **built) {
    mg_graph *shared = (mg_graph *)graph;
    mg_panels_built *found = NULL;
    pthread_mutex_lock(&shared->device_lock);
    const mg_status status = get_locked(context, cuda, graph, on_device, need, &found);
    pthread_mutex_unlock(&shared->device_lock);
    *built = found;
    return status;
}

bool mg__panels_exist(const mg_cuda *cuda, const mg_graph *graph, const mg_device_graph *on_device,
                      const mg_panels_need *need) {
    mg_graph *shared = (mg_graph *)graph;
    pthread_mutex_lock(&shared->device_lock);
    const mg_panel_source source = source_of(graph, on_device, need);
    const mg_type type = weights_of(&source, need);
    const mg_panels_built *b = find(cuda, graph, on_device, need, type);
    const bool exist = b && (type == MG_TYPE_NONE || b->weights[type]);
    pthread_mutex_unlock(&shared->device_lock);
    return exist;
}

void mg__panels_set_weights(const mg_panels_built *built, mg_type weights, mg_dense_args *a) {
    a->panels = built->layout;
    a->blocks = built->matrix;
    a->panels.weights = a->blocks.weights = weights < MG_OTHER ? built->weights[weights] : NULL;
    a->low_byte_weights = weights < MG_OTHER && built->low_byte_weights[weights];
}

uint32_t mg__panels_shared(const mg_panels_built *built, size_t sum_size) {
    const uint32_t sums = built->kind == MG_DENSE_BLOCKS ? built->layout.width * (uint32_t)sum_size : 0;
    return built->shared + sums;
}

uint32_t mg__panels_gather(const mg_panels_built *built, const void *kernel, size_t sum_size,
                           mg_dense_launch *launches) {
    const mg_matrix_blocks *b = &built->matrix;
    const bool blocks = built->kind == MG_DENSE_BLOCKS;
    launches[0] = (mg_dense_launch){.kernel = kernel,
                                    .blocks = blocks ? b->part_count : built->blocks,
                                    .threads = built->threads,
                                    .shared = mg__panels_shared(built, sum_size),
                                    .role = blocks ? MG_DENSE_STREAM : MG_DENSE_GATHER,
                                    .dependent = !blocks};
    launches[1] = (mg_dense_launch){.kernel = kernel,
                                    .blocks = b->groups,
                                    .threads = MG_BLOCK_ROWS,
                                    .shared = MG_BLOCK_ROWS * (uint32_t)sum_size,
                                    .role = MG_DENSE_REDUCE};
    return !blocks ? 1 : b->part_count ? 2 : 0;
}

uint32_t mg__panel_bank_lines(const mg_panels_built *built) {
    return built->layout.delta_encoded ? (built->layout.places + MG_PANEL_BANKS - 1) / MG_PANEL_BANKS : 0;
}

uint64_t mg__panels_values(const mg_panels_built *built) {
    const mg_panels *p = &built->layout;
    return p->places && p->columns ? mg_places_of(p->columns) : p->columns;
}

uint64_t mg__panels_rest(const mg_panels_built *built) {
    return mg__panels_values(built) + MG_ROW_TILE_PIECE;
}

mg_status mg__panels_clear_tail(mg_context *context, mg_cuda *cuda, const mg_panels_built *built,
                                const mg_dense_args *a) {
    mg_status status = MG_OK;
    const mg_panels *p = &built->layout;
    const uint64_t n = p->n, size = built->value_size, values = mg__panels_values(built);
    const uint64_t last = p->places && p->columns ? mg_place_of(p->columns - 1) + 1 : values;
    char *const after_x = (char *)a->x + last * size;
    const bool rows = built->kind == MG_DENSE_BLOCKS; /* whole words of them */
    const uint64_t sums = rows ? n : built->slots, beside = rows ? ((n + 31) / 32 * 32 - n) * size : MG_ROW_TILE_PIECE;
    char *const after_sums = (char *)a->sums + sums * size;
    MG_CUDA_TRY(context, cudaMemsetAsync(after_x, 0, (values - last) * size + MG_ROW_TILE_PIECE, cuda->stream),
                "clearing device memory");
    MG_CUDA_TRY(context, cudaMemsetAsync(after_sums, 0, beside, cuda->stream), "clearing device memory");
out:
    return status;
}

void mg__panels_release(mg_panels_built *built) {
    if (!built) {
        return;
    }
    const mg_panels *p = &built->layout;
    const mg_matrix_blocks *b = &built->matrix;
    const void *const arrays[] = {p->order,        p->out_degree,  p->in_degree,  p->panel_chunk, p->chunk,
                                  p->ids,          p->rows,        p->line_begin, p->lines,       p->run,
                                  p->tile,         p->share_tile,  p->costs,      p->first,       p->starting_blocks,
                                  p->first_shared, b->parts,       b->elements,   b->light_ids,   b->light_slots,
                                  b->slot_rows,    b->group_slots, b->panel_heavy};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cudaFree((void *)arrays[i]);
    }
    for (int i = 0; i < MG_OTHER; i++) {
        cudaFree(built->weights[i]);
    }
    const mg_allocator memory = built->memory;
    mg__release(&memory, built);
}

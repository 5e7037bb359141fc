/* SPDX-License-Identifier: Apache-2.0
 *
 * blocks_work.c: the sequence of steps that build the blocks layout, and the memory that they share.
 */
#include "core/cuda/layout/blocks/blocks_build.h"
#include "core/cuda/layout/layout_build.h"

#define GRID_MAX (1u << 28) /* blocks of the matrix */
#define KEYS_MAX (1u << 16) /* column panels and heavy blocks */
#define HEAVY_MAX 50000u    /* most heavy blocks: raises the edge limit of heavy blocks if needed */

/* Memory shared by the steps, on the device except bounds and where. */
typedef struct blocks_work {
    mg_block_grid grid;
    mg_block_parts parts;
    uint64_t blocks, heavy_count, light_slots, light_edges; /* light_edges: with their padding */
    uint64_t *bounds, *where;                               /* in host memory */
    mg_block_part *host_parts;
    mg_block_range *host_ranges;
    mg_block_part *device_parts; /* owned by the layout if it is new */
    uint64_t *device_bounds, *device_where;
    uint32_t *panel_heavy;
} blocks_work;

/* Allocates an array of a new layout. An existing layout has it already: then it is temporary. */
#define HAVE(array, count)                                                                                             \
    do {                                                                                                               \
        if (w->fresh) {                                                                                                \
            KEEP(array, count);                                                                                        \
        } else {                                                                                                       \
            TAKE(array, count);                                                                                        \
        }                                                                                                              \
    } while (0)

static uint32_t parts_of(uint64_t edges, uint64_t most) {
    return (uint32_t)((edges + most - 1) / most);
}

static mg_status too_large(const mg_layout_build *w) {
    return mg__fail(w->context, MG_ERROR_UNSUPPORTED, "the graph is too large for the blocks layout");
}

/* Determines the heavy blocks. */
static mg_status weigh_blocks(mg_layout_build *w, blocks_work *k) {
    mg_status status = MG_OK;
    const mg_panels *p = &w->built->layout;
    const uint64_t least = w->edge_count / HEAVY_MAX, heavy = w->built->heavy_edges;
    mg_block_grid *g = &k->grid;
    cudaStream_t stream = w->cuda->stream;
    *g = (mg_block_grid){.n = p->n, .width = p->width, .begin = w->received};
    g->row_panels = (uint32_t)((p->n + (uint64_t)p->width - 1) / p->width);
    g->column_panels = (uint32_t)((p->columns + (uint64_t)p->width - 1) / p->width);
    k->blocks = (uint64_t)g->row_panels * g->column_panels;
    if (k->blocks > GRID_MAX) {
        return too_large(w);
    }
    TAKE(g->counts, k->blocks);
    TAKE(g->heavy, k->blocks + 1);
    STEP(cudaMemsetAsync(g->counts, 0, k->blocks * sizeof *g->counts, stream));
    STEP(mg__block_counts(g, w->edges[0], w->edge_count, stream));
    STEP(mg__block_heavy(g, heavy > least ? heavy : least, stream));
    MG_TRY(mg__dense_sum(w, g->heavy, k->blocks + 1));
    MG_TRY(mg__dense_count(w, g->heavy + k->blocks, &k->heavy_count));
    if (g->column_panels + k->heavy_count > KEYS_MAX) {
        return too_large(w);
    }
out:
    return status;
}

/* Assigns slots to the light edges, and rows to the slots. */
static mg_status give_slots(mg_layout_build *w, blocks_work *k) {
    mg_status status = MG_OK;
    mg_block_grid *g = &k->grid;
    mg_matrix_blocks *b = &w->built->matrix;
    cudaStream_t stream = w->cuda->stream;
    const uint64_t groups = ((uint64_t)g->n + MG_BLOCK_ROWS - 1) / MG_BLOCK_ROWS;
    TAKE(g->light, w->edge_count + 1);
    STEP(mg__block_light(g, w->edges[0], w->edge_count, stream));
    MG_TRY(mg__dense_sum(w, g->light, w->edge_count + 1));
    MG_TRY(mg__dense_count(w, g->light + w->edge_count, &k->parts.light_count));
    HAVE(g->group_slots, groups + 1);
    b->group_slots = w->fresh ? g->group_slots : b->group_slots;
    STEP(mg__block_groups(g, stream));
    MG_TRY(mg__dense_sum(w, g->group_slots, groups + 1));
    MG_TRY(mg__dense_count(w, g->group_slots + groups, &k->light_slots));
    if (k->light_slots >= MG_BLOCK_NO_SLOT) {
        return too_large(w);
    }
    if (w->fresh) {
        KEEP(g->slot_rows, k->light_slots);
        b->slot_rows = g->slot_rows;
        b->groups = (uint32_t)groups;
        STEP(cudaMemsetAsync(g->slot_rows, 0xff, k->light_slots * sizeof *g->slot_rows, stream));
    }
    STEP(mg__block_words(g, w->edges[0], w->edge_count, stream));
    mg__dense_drop(w, &g->light);
    mg__dense_drop(w, &w->received);
out:
    return status;
}

/* Sorts light edges by column panel and heavy ones by block; computes where each of these begins. */
static mg_status sort_edges(mg_layout_build *w, blocks_work *k) {
    mg_status status = MG_OK;
    mg_block_grid *g = &k->grid;
    cudaStream_t stream = w->cuda->stream;
    const uint32_t keys = g->column_panels + (uint32_t)k->heavy_count;
    MG_TRY(mg__dense_sort(w, w->edges, w->index, w->edge_count, mg__dense_bits(keys), &w->sorted));
    mg__dense_drop(w, &w->index[!w->sorted]);
    MG_TRY(MG_ALLOC(w->context, k->bounds, keys + 1u, "blocks"));
    MG_TRY(MG_ALLOC(w->context, k->where, k->heavy_count + 1, "blocks"));
    TAKE(k->device_bounds, keys + 1u);
    TAKE(k->device_where, k->heavy_count + 1);
    HAVE(k->panel_heavy, g->row_panels + 1u);
    w->built->matrix.panel_heavy = w->fresh ? k->panel_heavy : w->built->matrix.panel_heavy;
    STEP(mg__block_bounds(w->edges[w->sorted], w->edge_count, keys + 1, k->device_bounds, stream));
    STEP(mg__block_where(g, k->device_where, w->fresh ? k->panel_heavy : NULL, stream));
    MG_TRY(mg__cuda_download(w->context, w->cuda, k->bounds, k->device_bounds, (keys + 1) * sizeof *k->bounds));
    MG_TRY(mg__cuda_download(w->context, w->cuda, k->where, k->device_where, k->heavy_count * sizeof *k->where));
out:
    return status;
}

/* The light edges of a column panel, padded, in equal parts. */
static void add_light(blocks_work *k, uint32_t panel, uint64_t most) {
    const uint64_t begin = k->bounds[panel], end = k->bounds[panel + 1];
    const uint64_t padding = (MG_BLOCK_LIGHT - (end - begin) % MG_BLOCK_LIGHT) % MG_BLOCK_LIGHT;
    for (uint64_t from = begin; from < end; from += most) {
        const uint64_t to = end - from < most ? end : from + most;
        const uint64_t height = to == end ? to - from + padding : to - from;
        k->host_ranges[k->parts.count] = (mg_block_range){.begin = from, .end = to};
        k->host_parts[k->parts.count++] =
            (mg_block_part){.at = k->light_edges + from - begin, .panel = panel, .height = (uint32_t)height};
    }
    k->light_edges += end - begin + padding;
}

/* A heavy block in parts of about equally many edges. */
static void add_heavy(blocks_work *k, uint32_t h, uint64_t most) {
    const mg_block_grid *g = &k->grid;
    const uint64_t *const bounds = k->bounds + g->column_panels + h;
    const uint64_t first = bounds[0] - k->parts.light_count, count = bounds[1] - bounds[0];
    const uint32_t parts = parts_of(count, most);
    for (uint32_t i = 0; i < parts; i++) {
        k->host_ranges[k->parts.count] = (mg_block_range){.begin = first + count * i / parts,
                                                          .end = first + count * (i + 1) / parts,
                                                          .first = first,
                                                          .last = first + count,
                                                          .row_panel = (uint32_t)(k->where[h] / g->column_panels)};
        k->host_parts[k->parts.count++] =
            (mg_block_part){.slot = (uint64_t)h * g->width, .panel = (uint32_t)(k->where[h] % g->column_panels)};
    }
}

/* Lists the parts of thread blocks, as far as the bounds determine them. */
static mg_status list_parts(mg_layout_build *w, blocks_work *k) {
    mg_status status = MG_OK;
    const uint64_t most = (w->cuda->tuning.block_edges + MG_BLOCK_LIGHT - 1) / MG_BLOCK_LIGHT * MG_BLOCK_LIGHT;
    const uint32_t panels = k->grid.column_panels;
    uint64_t count = 0;
    for (uint32_t i = 0; i < panels + k->heavy_count; i++) {
        count += parts_of(k->bounds[i + 1] - k->bounds[i], most);
    }
    MG_TRY(MG_ALLOC(w->context, k->host_parts, count, "blocks"));
    MG_TRY(MG_ALLOC(w->context, k->host_ranges, count, "blocks"));
    for (uint32_t h = 0; h < k->heavy_count; h++) {
        add_heavy(k, h, most);
    }
    for (uint32_t panel = 0; panel < panels; panel++) {
        add_light(k, panel, most);
    }
    for (uint32_t i = 0; i < k->parts.count; i++) { /* the row sums are first in the buffer */
        k->host_parts[i].slot += ((uint64_t)k->grid.n + 31) / 32 * 32;
    }
out:
    return status;
}

/* The parts on the device; heavy ones begin with a row and get their places. */
static mg_status cut_parts(mg_layout_build *w, blocks_work *k, uint64_t *elements) {
    mg_status status = MG_OK;
    mg_block_parts *p = &k->parts;
    size_t bytes = 0;
    cudaStream_t stream = w->cuda->stream;
    uint64_t *const heads = w->edges[!w->sorted];
    const uint64_t *const heavy = w->edges[w->sorted] + p->light_count;
    p->heavy_count = w->edge_count - p->light_count;
    if (p->heavy_count) {
        STEP(mg__select_heads(NULL, &bytes, heavy, p->heavy_count, heads, w->counter, stream));
        MG_TRY(mg__dense_room(w, bytes));
        STEP(mg__select_heads(w->temporary, &bytes, heavy, p->heavy_count, heads, w->counter, stream));
        MG_TRY(mg__dense_count(w, w->counter, &p->run_count));
    }
    HAVE(k->device_parts, p->count);
    w->built->matrix.parts = w->fresh ? k->device_parts : w->built->matrix.parts;
    TAKE(p->ranges, p->count);
    TAKE(p->sizes, p->count + 1ull);
    MG_TRY(mg__cuda_upload(w->context, w->cuda, k->device_parts, k->host_parts, p->count * sizeof *k->host_parts));
    MG_TRY(mg__cuda_upload(w->context, w->cuda, p->ranges, k->host_ranges, p->count * sizeof *k->host_ranges));
    p->parts = k->device_parts;
    p->heads = heads;
    p->edges = w->edges[w->sorted];
    p->threads = w->built->threads;
    STEP(mg__block_cut(&k->grid, p, stream));
    MG_TRY(mg__dense_sum(w, p->sizes, p->count + 1ull));
    STEP(mg__block_place(p, stream));
    MG_TRY(mg__dense_count(w, p->sizes + p->count, elements));
out:
    return status;
}

static mg_status fill(mg_layout_build *w, blocks_work *k, uint64_t elements) {
    mg_status status = MG_OK;
    cudaStream_t stream = w->cuda->stream;
    mg_matrix_blocks *b = &w->built->matrix;
    uint16_t *heavy = NULL, *ids = NULL;
    uint32_t *slots = NULL;
    void *weights = NULL;
    const uint32_t size = w->weights == MG_TYPE_NONE ? 0 : (uint32_t)mg__type_size(w->weights);
    if (w->fresh) {
        KEEP(heavy, elements);
        b->elements = heavy;
        KEEP(ids, k->light_edges);
        b->light_ids = ids;
        KEEP(slots, k->light_edges);
        b->light_slots = slots;
        STEP(cudaMemsetAsync(heavy, 0xff, elements * sizeof *heavy, stream));
        STEP(cudaMemsetAsync(ids, 0, k->light_edges * sizeof *ids, stream));
        STEP(cudaMemsetAsync(slots, 0xff, k->light_edges * sizeof *slots, stream));
        STEP(mg__block_fill(&k->parts, heavy, ids, slots, stream));
    }
    if (size) {
        const uint64_t bytes = (elements + k->light_edges) * size;
        MG_TRY(mg__dense_keep(w, &weights, bytes));
        w->built->weights[w->weights] = weights;
        STEP(cudaMemsetAsync(weights, 0, bytes, stream));
        STEP(mg__block_weigh(&k->parts, w->index[w->sorted], &w->source, size, elements, weights, stream));
    }
out:
    return status;
}

/* Sizes, and lines in which every row has one slot. */
static mg_status finish(mg_layout_build *w, const blocks_work *k, uint64_t elements) {
    mg_status status = MG_OK;
    mg_panels *p = &w->built->layout;
    mg_matrix_blocks *b = &w->built->matrix;
    const uint64_t words = ((uint64_t)p->n + 31) / 32;
    b->width = p->width;
    b->part_count = k->parts.count;
    b->element_count = elements;
    b->heavy_stream = words * 32;
    b->light_stream = b->heavy_stream + k->heavy_count * p->width;
    w->built->slots = b->light_stream + k->light_slots;
    w->built->light_edges = k->parts.light_count;
    w->built->heavy_blocks = k->heavy_count;
    MG_TRY(mg__dense_plain_rows(w));
out:
    return status;
}

static mg_status build_edges(mg_layout_build *w, blocks_work *k) {
    mg_status status = MG_OK;
    const mg_panels *p = &w->built->layout;
    uint64_t elements = 0;
    MG_TRY(mg__dense_edges(w));
    mg__dense_drop(w, &w->rank);
    k->grid.width = p->width;
    MG_TRY(weigh_blocks(w, k));
    MG_TRY(give_slots(w, k));
    MG_TRY(sort_edges(w, k));
    MG_TRY(list_parts(w, k));
    MG_TRY(cut_parts(w, k, &elements));
    MG_TRY(fill(w, k, elements));
    if (w->fresh) {
        MG_TRY(finish(w, k, elements));
    }
out:
    return status;
}

static void drop_all(mg_layout_build *w, blocks_work *k) {
    void *const arrays[] = {&k->grid.counts,  &k->grid.heavy,   &k->grid.light, &k->device_bounds,
                            &k->device_where, &k->parts.ranges, &k->parts.sizes};
    void *const made_again[] = {&k->grid.group_slots, &k->panel_heavy, &k->device_parts};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        mg__dense_drop(w, arrays[i]);
    }
    for (size_t i = 0; i < sizeof made_again / sizeof *made_again && !w->fresh; i++) {
        mg__dense_drop(w, made_again[i]);
    }
    mg__release(&w->context->memory, k->bounds);
    mg__release(&w->context->memory, k->where);
    mg__release(&w->context->memory, k->host_parts);
    mg__release(&w->context->memory, k->host_ranges);
}

mg_status mg__blocks_build(mg_layout_build *w) {
    blocks_work k = {.blocks = 0};
    mg_status status = MG_OK;
    MG_TRY(mg__dense_begin(w));
    if (w->edge_count) {
        MG_TRY(build_edges(w, &k));
    } else if (w->fresh) {
        MG_TRY(mg__dense_plain_rows(w));
    }
    MG_TRY(mg__dense_end(w));
out:
    drop_all(w, &k);
    mg__dense_drop_all(w);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/panels.h"

#include "core/cuda/panels_build.h"

#include <string.h>

#define PANELS_MAX 65536u
#define WIDTH_MAX 65472u /* and the padding fit 16 bits */

/* One build: what it reads, its temporary arrays, its counts. */
typedef struct panels_work {
    mg_context *context;
    mg_cuda *cuda;
    mg_panels_built *built;
    mg_panel_source source;
    mg_type weights; /* to be filled, NONE: only the layout */
    bool fresh;      /* the layout is to be filled, too */
    uint64_t edge_count, run_count, piece_count;
    uint32_t *rank;
    uint64_t *edges[2], *index[2]; /* index NULL: no weights */
    int sorted;                    /* which of the two */
    uint64_t *received, *first, *piece_keys[2], *pieces[2], *slots, *vectors, *counter;
    void *temporary;
    size_t temporary_bytes;
    mg_piece_group *groups; /* on the device */
} panels_work;

void mg__panels_shape(const mg_cuda *cuda, uint32_t value_size, uint32_t *width, uint32_t *threads, uint32_t *shared) {
    const uint32_t limit = cuda->tuning.shared_limit && cuda->tuning.shared_limit < cuda->shared_limit
                               ? cuda->tuning.shared_limit
                               : cuda->shared_limit;
    const uint32_t most = limit - 1024; /* what a block has of its own beside */
    *threads = most >= (96u << 10) ? MG_DENSE_THREADS : value_size == 4 ? 512 : 256;
    const uint32_t staging = *threads / 32 * MG_CHUNK_PIECES * value_size;
    const uint32_t rest = most - staging - MG_PANEL_PADDING * value_size;
    *width = rest / value_size;
    *width = *width > WIDTH_MAX ? WIDTH_MAX : *width;
    *width -= *width % (*width >= 4096 ? 512 : 64);
    *shared = (*width + MG_PANEL_PADDING) * value_size + staging;
}

static mg_status get(mg_context *context, mg_panels_built *built, const void *array, uint64_t bytes, const char *what) {
    void *block = NULL;
    const cudaError_t error = cudaMalloc(&block, bytes ? bytes : 1);
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        return mg__fail(context, MG_ERROR_MEMORY, "out of device memory: %.0f bytes for %s", (double)bytes, what);
    }
    memcpy((void *)array, &block, sizeof block);
    built->bytes += bytes;
    return mg__cuda_check(context, error, what);
}

/* Arrays that outlive the build; temporary ones. */
#define KEEP(array, count) MG_TRY(get(w->context, w->built, &(array), (uint64_t)(count) * sizeof *(array), "panels"))
#define TAKE(array, count)                                                                                             \
    MG_TRY(mg__cuda_get(w->context, w->cuda, (void **)&(array), (uint64_t)(count) * sizeof *(array), "building panels"))
#define STEP(call) MG_CUDA_TRY(w->context, (call), "building panels")

static void drop(panels_work *w, void *array) {
    mg__cuda_release(w->cuda, *(void **)array);
    memset(array, 0, sizeof(void *));
}

/* Room for a CUB call. */
static mg_status room(panels_work *w, size_t bytes) {
    mg_status status = MG_OK;
    if (bytes > w->temporary_bytes) {
        drop(w, &w->temporary);
        w->temporary_bytes = 0;
        MG_TRY(mg__cuda_get(w->context, w->cuda, &w->temporary, bytes, "building panels"));
        w->temporary_bytes = bytes;
    }
out:
    return status;
}

static mg_status sort(panels_work *w, uint64_t *keys[2], uint64_t *values[2], uint64_t count, int end_bit, int *in) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    cudaStream_t stream = w->cuda->stream;
    if (values[0]) {
        STEP(mg__sort_pairs(NULL, &bytes, keys, values, count, end_bit, in, stream));
        MG_TRY(room(w, bytes));
        STEP(mg__sort_pairs(w->temporary, &bytes, keys, values, count, end_bit, in, stream));
    } else {
        STEP(mg__sort_keys(NULL, &bytes, keys, count, end_bit, in, stream));
        MG_TRY(room(w, bytes));
        STEP(mg__sort_keys(w->temporary, &bytes, keys, count, end_bit, in, stream));
    }
out:
    return status;
}

/* values[i] = the sum of those before it. */
static mg_status sum(panels_work *w, uint64_t *values, uint64_t count) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    STEP(mg__prefix_sums(NULL, &bytes, values, count, w->cuda->stream));
    MG_TRY(room(w, bytes));
    STEP(mg__prefix_sums(w->temporary, &bytes, values, count, w->cuda->stream));
out:
    return status;
}

static int bits_for(uint64_t values) {
    int bits = 0;
    while (bits < 63 && (uint64_t)1 << bits < values) {
        bits++;
    }
    return bits;
}

static mg_status read_count(panels_work *w, const uint64_t *at, uint64_t *count) {
    return mg__cuda_download(w->context, w->cuda, count, at, sizeof *count);
}

static mg_status order_vertices(panels_work *w) {
    mg_status status = MG_OK;
    mg_panels *p = &w->built->layout;
    uint64_t *keys[2] = {0}, *values[2] = {0}, columns = 0;
    uint32_t *order = NULL, *out = NULL, *in = NULL;
    int sorted = 0;
    cudaStream_t stream = w->cuda->stream;
    const uint32_t n = p->n;
    for (int i = 0; i < 2; i++) {
        TAKE(keys[i], n);
        TAKE(values[i], n);
    }
    TAKE(w->rank, n);
    TAKE(w->received, (uint64_t)n + 1);
    if (w->fresh) {
        KEEP(order, n);
        p->order = order;
        KEEP(out, n);
        p->out_degree = out;
        if (w->source.in_offsets) {
            KEEP(in, n);
            p->in_degree = in;
        }
    }
    STEP(mg__panel_groups(&w->source, keys[0], values[0], stream));
    MG_TRY(sort(w, keys, values, n, MG_GROUP_BITS, &sorted));
    STEP(cudaMemsetAsync(w->counter, 0, sizeof *w->counter, stream));
    STEP(mg__panel_order(keys[sorted], values[sorted], n, (uint32_t *)p->order, w->rank, w->counter, stream));
    STEP(mg__panel_degrees(&w->source, p->order, (uint32_t *)p->out_degree, (uint32_t *)p->in_degree, w->received,
                           stream));
    MG_TRY(sum(w, w->received, (uint64_t)n + 1));
    MG_TRY(read_count(w, w->counter, &columns));
    p->columns = (uint32_t)columns;
    p->panels = (p->columns + p->width - 1) / p->width;
out:
    for (int i = 0; i < 2; i++) {
        drop(w, &keys[i]);
        drop(w, &values[i]);
    }
    return status;
}

/* The edges by panel, in it by row; then where a row's edges of one panel begin. */
static mg_status sort_edges(panels_work *w) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    cudaStream_t stream = w->cuda->stream;
    const mg_panels *p = &w->built->layout;
    const uint64_t m = w->edge_count;
    for (int i = 0; i < 2; i++) {
        TAKE(w->edges[i], m + 1);
        if (w->weights != MG_TYPE_NONE) {
            TAKE(w->index[i], m);
        }
    }
    STEP(mg__panel_edges(&w->source, p->order, w->rank, w->received, m, p->width, w->edges[0], w->index[0], stream));
    drop(w, &w->received);
    drop(w, &w->rank);
    if (p->panels > 1) {
        MG_TRY(sort(w, w->edges, w->index, m, bits_for(p->panels), &w->sorted));
    }
    drop(w, &w->index[!w->sorted]);
    uint64_t *heads = w->edges[!w->sorted];
    STEP(mg__select_heads(NULL, &bytes, w->edges[w->sorted], m, heads, w->counter, stream));
    MG_TRY(room(w, bytes));
    STEP(mg__select_heads(w->temporary, &bytes, w->edges[w->sorted], m, heads, w->counter, stream));
    MG_TRY(read_count(w, w->counter, &w->run_count));
out:
    return status;
}

static mg_status make_pieces(panels_work *w) {
    mg_status status = MG_OK;
    cudaStream_t stream = w->cuda->stream;
    uint64_t *heads = w->edges[!w->sorted];
    int sorted = 0;
    TAKE(w->first, w->run_count + 1);
    STEP(mg__panel_piece_counts(heads, w->run_count, w->edge_count, w->first, stream));
    MG_TRY(sum(w, w->first, w->run_count + 1));
    MG_TRY(read_count(w, w->first + w->run_count, &w->piece_count));
    for (int i = 0; i < 2; i++) {
        TAKE(w->piece_keys[i], w->piece_count);
        TAKE(w->pieces[i], w->piece_count);
    }
    STEP(mg__panel_pieces(w->edges[w->sorted], heads, w->first, w->run_count, w->piece_keys[0], w->pieces[0], stream));
    drop(w, &w->first);
    drop(w, &w->edges[!w->sorted]);
    MG_TRY(sort(w, w->piece_keys, w->pieces, w->piece_count, 8 + bits_for(w->built->layout.panels), &sorted));
    if (sorted) {
        uint64_t *const keys = w->piece_keys[0], *const pieces = w->pieces[0];
        w->piece_keys[0] = w->piece_keys[1];
        w->pieces[0] = w->pieces[1];
        w->piece_keys[1] = keys;
        w->pieces[1] = pieces;
    }
    drop(w, &w->piece_keys[1]);
    drop(w, &w->pieces[1]);
out:
    return status;
}

/* Chunks, rows and places per class and panel follow from the classes' sizes. */
static mg_status group_pieces(panels_work *w) {
    mg_status status = MG_OK;
    static const uint32_t size[MG_PIECE_CLASSES] = {32, 64, MG_CHUNK_PIECES};
    mg_panels *p = &w->built->layout;
    const uint32_t count = MG_PIECE_CLASSES * p->panels;
    uint64_t *bounds = NULL, *on_device = NULL;
    uint32_t *panel_chunk = NULL, *kept = NULL;
    mg_piece_group *groups = NULL;
    uint64_t row = 0, chunk = 0;
    uint32_t place = 0;
    MG_TRY(MG_GET(w->context, bounds, count + 1, "panels"));
    MG_TRY(MG_GET(w->context, groups, count + 1, "panels"));
    MG_TRY(MG_GET(w->context, panel_chunk, p->panels + 1, "panels"));
    TAKE(on_device, count + 1);
    STEP(mg__panel_bounds(w->piece_keys[0], w->piece_count, p->panels, on_device, w->cuda->stream));
    MG_TRY(mg__cuda_download(w->context, w->cuda, bounds, on_device, (count + 1) * sizeof *bounds));
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t kind = i % MG_PIECE_CLASSES;
        const uint64_t pieces = bounds[i + 1] - bounds[i], chunks = (pieces + size[kind] - 1) / size[kind];
        if (kind == 0) {
            panel_chunk[i / MG_PIECE_CLASSES] = (uint32_t)chunk;
        }
        groups[i] = (mg_piece_group){
            .piece = bounds[i], .pieces = pieces, .chunk = (uint32_t)chunk, .place = place, .row = row};
        chunk += chunks;
        row += chunks * size[kind];
        place += kind == MG_PIECE_CLASSES - 1 ? (uint32_t)chunks : 0;
    }
    if (row > UINT32_MAX) {
        MG_TRY(mg__fail(w->context, MG_ERROR_UNSUPPORTED, "the graph is too large for the panels layout"));
    }
    panel_chunk[p->panels] = p->chunks = (uint32_t)chunk;
    w->built->pieces = row;
    w->built->short_chunks = place;
    TAKE(w->groups, count);
    MG_TRY(mg__cuda_upload(w->context, w->cuda, w->groups, groups, count * sizeof *groups));
    if (w->fresh) {
        KEEP(kept, p->panels + 1);
        p->panel_chunk = kept;
        MG_TRY(mg__cuda_upload(w->context, w->cuda, kept, panel_chunk, (p->panels + 1) * sizeof *kept));
    }
out:
    mg__cuda_release(w->cuda, on_device);
    mg__release(&w->context->memory, bounds);
    mg__release(&w->context->memory, groups);
    mg__release(&w->context->memory, panel_chunk);
    return status;
}

static mg_status keep_chunks(panels_work *w) {
    mg_status status = MG_OK;
    mg_panels *p = &w->built->layout;
    mg_panel_chunk *chunk = NULL;
    uint32_t *rows = NULL;
    uint8_t *places = NULL;
    KEEP(chunk, p->chunks);
    p->chunk = chunk;
    KEEP(rows, w->built->pieces);
    p->rows = rows;
    KEEP(places, (uint64_t)w->built->short_chunks * MG_CHUNK_PIECES);
    p->places = places;
out:
    return status;
}

static mg_status fill(panels_work *w) {
    mg_status status = MG_OK;
    cudaStream_t stream = w->cuda->stream;
    mg_panels *p = &w->built->layout;
    uint16_t *ids = NULL;
    const uint32_t size = w->weights == MG_TYPE_NONE ? 0 : (uint32_t)mg__type_size(w->weights);
    TAKE(w->slots, w->built->pieces);
    TAKE(w->vectors, (uint64_t)p->chunks + 1);
    STEP(mg__panel_shape(w->groups, MG_PIECE_CLASSES * p->panels, w->edges[w->sorted], w->pieces[0], p->chunks,
                         (mg_panel_chunk *)p->chunk, (uint32_t *)p->rows, (uint8_t *)p->places, w->slots, w->vectors,
                         stream));
    MG_TRY(sum(w, w->vectors, (uint64_t)p->chunks + 1));
    STEP(mg__panel_place((mg_panel_chunk *)p->chunk, p->chunks, w->vectors, stream));
    MG_TRY(read_count(w, w->vectors + p->chunks, &w->built->vectors));
    if (w->fresh) {
        KEEP(ids, w->built->vectors * 256);
        p->ids = ids;
        STEP(mg__panel_fill(p->chunk, p->chunks, w->edges[w->sorted], NULL, w->slots, p->width, ids, &w->source, 0,
                            NULL, stream));
    }
    if (size) {
        void *weights = NULL;
        MG_TRY(get(w->context, w->built, &weights, w->built->vectors * 256 * size, "panels"));
        w->built->weights[w->weights] = weights;
        STEP(mg__panel_fill(p->chunk, p->chunks, w->edges[w->sorted], w->index[w->sorted], w->slots, p->width, NULL,
                            &w->source, size, weights, stream));
    }
out:
    return status;
}

static uint32_t size_class(mg_type weights) {
    return weights == MG_TYPE_NONE || weights == MG_OTHER ? 0 : mg__type_size(weights) / 4;
}

uint32_t mg__panels_vector_cost(const mg_panels_built *built, mg_type weights) {
    const uint32_t size = weights < MG_OTHER && built->weights[weights] ? (uint32_t)mg__type_size(weights) : 0;
    return MG_VECTOR_COST + size * MG_WEIGHT_COST;
}

static mg_status share(panels_work *w) {
    mg_status status = MG_OK;
    mg_panels_built *b = w->built;
    const uint32_t kind = b->weights[w->weights] ? size_class(w->weights) : 0;
    uint64_t *costs = NULL;
    mg_panel_share *shares = NULL;
    if (b->share[kind]) {
        return MG_OK;
    }
    TAKE(costs, (uint64_t)b->layout.chunks + 1);
    KEEP(shares, b->blocks);
    b->share[kind] = shares;
    STEP(mg__panel_costs(&b->layout, mg__panels_vector_cost(b, w->weights), b->value_size, costs, w->cuda->stream));
    MG_TRY(sum(w, costs, (uint64_t)b->layout.chunks + 1));
    STEP(mg__panel_shares(&b->layout, costs, b->blocks, b->threads / 32, shares, w->cuda->stream));
out:
    mg__cuda_release(w->cuda, costs);
    return status;
}

static void drop_all(panels_work *w) {
    void *const arrays[] = {&w->rank,          &w->edges[0],  &w->edges[1],  &w->index[0],
                            &w->index[1],      &w->received,  &w->first,     &w->piece_keys[0],
                            &w->piece_keys[1], &w->pieces[0], &w->pieces[1], &w->slots,
                            &w->vectors,       &w->counter,   &w->temporary, &w->groups};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        drop(w, arrays[i]);
    }
}

static mg_status build(panels_work *w) {
    mg_status status = MG_OK;
    float ms = 0.0f;
    STEP(cudaEventRecord(w->cuda->begin, w->cuda->stream));
    TAKE(w->counter, 1);
    if (w->built->layout.n && w->edge_count && (w->fresh || w->weights != MG_TYPE_NONE)) {
        MG_TRY(order_vertices(w));
        if (w->built->layout.panels > PANELS_MAX) {
            MG_TRY(mg__fail(w->context, MG_ERROR_UNSUPPORTED, "the graph is too large for the panels layout"));
        }
        MG_TRY(sort_edges(w));
        MG_TRY(make_pieces(w));
        MG_TRY(group_pieces(w));
        if (w->fresh) {
            MG_TRY(keep_chunks(w));
        }
        MG_TRY(fill(w));
    } else if (w->fresh && w->built->layout.n) {
        MG_TRY(order_vertices(w));
    }
    MG_TRY(share(w));
    STEP(cudaEventRecord(w->cuda->end, w->cuda->stream));
    STEP(cudaStreamSynchronize(w->cuda->stream));
    STEP(cudaEventElapsedTime(&ms, w->cuda->begin, w->cuda->end));
    w->built->seconds += 1e-3 * (double)ms;
out:
    drop_all(w);
    return status;
}

/* What the edges are read from. */
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

static mg_status create(mg_context *context, const mg_cuda *cuda, const mg_graph *graph, const mg_panels_need *need,
                        mg_panels_built **built) {
    mg_status status = MG_OK;
    mg_panels_built *b = NULL;
    MG_TRY(MG_GET_ZEROED(context, b, 1, "panels"));
    b->memory = context->memory;
    b->direction = graph->directed ? need->direction : MG_DIRECTION_OUT;
    b->value_size = need->value_size;
    b->blocks = (uint32_t)cuda->sms;
    b->layout.n = graph->n;
    mg__panels_shape(cuda, need->value_size, &b->layout.width, &b->threads, &b->shared);
    *built = b;
out:
    return status;
}

static mg_panels_built *find(const mg_cuda *cuda, const mg_graph *graph, const mg_device_graph *g,
                             const mg_panels_need *need) {
    const mg_direction direction = graph->directed ? need->direction : MG_DIRECTION_OUT;
    uint32_t width, threads, shared;
    mg__panels_shape(cuda, need->value_size, &width, &threads, &shared);
    for (mg_panels_built *b = g->panels; b; b = b->next) {
        if (b->direction == direction && b->value_size == need->value_size && b->layout.width == width) {
            return b;
        }
    }
    return NULL;
}

static mg_status get_locked(mg_context *context, mg_cuda *cuda, const mg_graph *graph, mg_device_graph *g,
                            const mg_panels_need *need, mg_panels_built **built) {
    mg_status status = MG_OK;
    mg_panels_built *b = find(cuda, graph, g, need), *made = NULL;
    panels_work work = {.context = context, .cuda = cuda, .source = source_of(graph, g, need)};
    const mg_type type = work.source.receive[0].weights ? need->weights : MG_TYPE_NONE;
    if (!b || !b->share[size_class(type)] || (type != MG_TYPE_NONE && !b->weights[type])) {
        if (!b) {
            MG_TRY(create(context, cuda, graph, need, &made));
            work.fresh = true;
        }
        work.built = b ? b : made;
        work.weights = b && type != MG_TYPE_NONE && b->weights[type] ? MG_TYPE_NONE : type;
        work.edge_count = graph->arcs * work.source.sides;
        MG_TRY(build(&work));
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

mg_panels mg__panels_with(const mg_panels_built *built, mg_type weights) {
    mg_panels layout = built->layout;
    layout.weights = weights < MG_OTHER ? built->weights[weights] : NULL;
    return layout;
}

const mg_panel_share *mg__panels_shares(const mg_panels_built *built, mg_type weights) {
    return built->share[weights < MG_OTHER && built->weights[weights] ? size_class(weights) : 0];
}

void mg__panels_release(mg_panels_built *built) {
    if (!built) {
        return;
    }
    const mg_panels *p = &built->layout;
    const void *const arrays[] = {p->order, p->out_degree, p->in_degree, p->panel_chunk,
                                  p->chunk, p->ids,        p->rows,      p->places};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cudaFree((void *)arrays[i]);
    }
    for (int i = 0; i < MG_OTHER; i++) {
        cudaFree(built->weights[i]);
    }
    for (int i = 0; i < 3; i++) {
        cudaFree(built->share[i]);
    }
    const mg_allocator memory = built->memory;
    mg__release(&memory, built);
}

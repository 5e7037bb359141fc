/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/layout/segments/device_segments.h"

#include "core/cuda/layout/segments/segments_build.h"
#include "core/graph/graph_cache.h"

#define WHAT "segments of receivers"

/* One build, with its temporary arrays. */
typedef struct segments_work {
    mg_context *context;
    mg_cuda *cuda;
    mg_segments_built *built;
    mg_segments_source source;
    void *temporary;
    size_t temporary_bytes;
} segments_work;

void mg__cuda_segments_release(mg_segments_built *built) {
    if (!built) {
        return;
    }
    cudaFree((void *)built->layout.row);
    cudaFree((void *)built->layout.offsets);
    cudaFree((void *)built->layout.neighbours);
    cudaFree((void *)built->layout.ids);
    for (int i = 0; i < MG_OTHER; i++) {
        cudaFree(built->weights[i]);
    }
    const mg_allocator memory = built->memory;
    mg__release(&memory, built);
}

static mg_status keep(segments_work *w, void **block, uint64_t bytes) {
    const mg_status status = mg__cuda_keep(w->context, block, bytes, WHAT);
    w->built->bytes += status == MG_OK ? bytes : 0;
    return status;
}

static mg_status room(segments_work *w, size_t bytes) {
    mg_status status = MG_OK;
    if (bytes > w->temporary_bytes) {
        mg__cuda_release(w->cuda, w->temporary);
        w->temporary = NULL;
        w->temporary_bytes = 0;
        MG_TRY(mg__cuda_get(w->context, w->cuda, &w->temporary, bytes, WHAT));
        w->temporary_bytes = bytes;
    }
out:
    return status;
}

/* Determines the rows and the number of segments. */
static mg_status find_rows(segments_work *w) {
    mg_status status = MG_OK;
    mg_segments_source *s = &w->source;
    mg_device_segments *h = &w->built->layout;
    cudaStream_t stream = w->cuda->stream;
    const uint64_t bytes = (uint64_t)s->n * sizeof(uint32_t);
    size_t needed = 0;
    for (int i = 0; i < 2; i++) {
        MG_TRY(mg__cuda_get(w->context, w->cuda, (void **)&s->keys[i], bytes, WHAT));
        MG_TRY(mg__cuda_get(w->context, w->cuda, (void **)&s->vertices[i], bytes, WHAT));
    }
    MG_TRY(mg__cuda_get(w->context, w->cuda, (void **)&s->rows, sizeof *s->rows, WHAT));
    MG_CUDA_TRY(w->context, cudaMemsetAsync(s->rows, 0, sizeof *s->rows, stream), WHAT);
    MG_CUDA_TRY(w->context, mg__cuda_segments_order(s, NULL, &needed, stream), WHAT);
    MG_TRY(room(w, needed));
    MG_CUDA_TRY(w->context, mg__cuda_segments_order(s, w->temporary, &needed, stream), WHAT);
    MG_TRY(mg__cuda_download(w->context, w->cuda, &h->rows, s->rows, sizeof h->rows));
    const uint64_t most = (uint64_t)MG_SEGMENTS_MAX * h->width;
    h->rows = h->rows < most ? h->rows : (uint32_t)most;
    h->segment_count = (h->rows + h->width - 1) / h->width;
    MG_TRY(keep(w, (void **)&h->row, (h->rows + 1ull) * sizeof *h->row));
    MG_CUDA_TRY(
        w->context,
        cudaMemcpyAsync((void *)h->row, s->vertices[1], h->rows * sizeof *h->row, cudaMemcpyDeviceToDevice, stream),
        WHAT);
out:
    return status;
}

/* Where every sender's edges in every part begin. */
static mg_status find_offsets(segments_work *w) {
    mg_status status = MG_OK;
    mg_segments_source *s = &w->source;
    mg_device_segments *h = &w->built->layout;
    cudaStream_t stream = w->cuda->stream;
    const size_t size = s->wide ? 8 : 4;
    const uint64_t bytes = ((uint64_t)s->parts * s->n + 1) * size;
    size_t needed = 0;
    void *offsets = NULL;
    MG_TRY(keep(w, &offsets, bytes));
    h->offsets = offsets;
    MG_CUDA_TRY(w->context, cudaMemsetAsync(offsets, 0, bytes, stream), WHAT);
    MG_CUDA_TRY(w->context, mg__cuda_segments_count(s, offsets, stream), WHAT);
    MG_CUDA_TRY(w->context, mg__cuda_segments_scan(s, offsets, NULL, &needed, stream), WHAT);
    MG_TRY(room(w, needed));
    MG_CUDA_TRY(w->context, mg__cuda_segments_scan(s, offsets, w->temporary, &needed, stream), WHAT);
    for (uint64_t part = 0; part <= s->parts; part++) {
        uint64_t begin = 0; /* with 32-bit offsets only the lower half is written */
        MG_TRY(mg__cuda_download(w->context, w->cuda, &begin, (char *)offsets + part * s->n * size, size));
        w->built->part_begin[part] = begin;
    }
    h->low_edges = w->built->part_begin[1];
out:
    return status;
}

static mg_status find_ranks(segments_work *w) {
    mg_status status = MG_OK;
    mg_segments_source *s = &w->source;
    const uint64_t bytes = (uint64_t)s->n * sizeof(uint32_t);
    MG_TRY(mg__cuda_get(w->context, w->cuda, (void **)&s->rank, bytes, WHAT));
    MG_CUDA_TRY(w->context, cudaMemsetAsync(s->rank, 0xff, bytes, w->cuda->stream), WHAT);
    MG_CUDA_TRY(w->context, mg__cuda_segments_rank(s, w->built->layout.row, w->built->layout.rows, w->cuda->stream),
                WHAT);
    s->parts = w->built->layout.segment_count + 1;
out:
    return status;
}

/* Builds what is missing: the structure, weights of this type. */
static mg_status complete(segments_work *w, mg_type type) {
    mg_status status = MG_OK;
    mg_device_segments *h = &w->built->layout;
    const bool structure = !h->neighbours;
    const size_t size = type == MG_TYPE_NONE ? 0 : mg__type_size(type);
    void *neighbours = NULL, *ids = NULL, *weights = NULL;
    if (structure) {
        MG_TRY(find_rows(w));
    }
    MG_TRY(find_ranks(w));
    if (structure) {
        MG_TRY(find_offsets(w));
        MG_TRY(keep(w, &neighbours, h->low_edges * sizeof *h->neighbours + 1));
        h->neighbours = neighbours;
        const uint64_t high = w->built->part_begin[w->source.parts] - h->low_edges;
        MG_TRY(keep(w, &ids, high * sizeof *h->ids + 1));
        h->ids = ids;
    }
    if (size) {
        MG_TRY(keep(w, &weights, w->built->part_begin[w->source.parts] * size + 1));
    }
    MG_CUDA_TRY(w->context, mg__cuda_segments_fill(&w->source, h, neighbours, ids, weights, size, w->cuda->stream),
                WHAT);
    MG_CUDA_TRY(w->context, cudaStreamSynchronize(w->cuda->stream), WHAT);
    if (size) {
        w->built->weights[type] = weights;
        weights = NULL;
    }
out:
    cudaFree(weights);
    return status;
}

static void drop_temporaries(segments_work *w) {
    mg_segments_source *s = &w->source;
    void *const blocks[] = {s->keys[0], s->keys[1], s->vertices[0], s->vertices[1], s->rank, s->rows, w->temporary};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        mg__cuda_release(w->cuda, blocks[i]);
    }
}

/* Rows of a segment: their sums fit a block's shared memory, their indices 16 bits. */
static uint32_t width_of(const mg_cuda *cuda, uint32_t value_size) {
    const uint32_t limit = mg__cuda_shared_limit(cuda);
    const uint32_t room = limit > MG_SEGMENT_RESERVED ? limit - MG_SEGMENT_RESERVED : 1024, most = room / value_size;
    return cuda->tuning.segment_max_rows && cuda->tuning.segment_max_rows < most ? cuda->tuning.segment_max_rows
           : most < 65536                                                        ? most
                                                                                 : 65536;
}

static mg_status create(mg_context *context, const mg_cuda *cuda, const mg_graph *graph, bool incoming,
                        uint32_t value_size, mg_segments_built **made) {
    mg_status status = MG_OK;
    mg_segments_built *b = NULL;
    MG_TRY(MG_ALLOC_ZEROED(context, b, 1, WHAT));
    b->memory = context->memory;
    b->incoming = incoming && graph->directed;
    b->value_size = value_size;
    b->degree = cuda->tuning.segment_min_degree;
    b->layout.width = width_of(cuda, value_size);
    *made = b;
out:
    return status;
}

static mg_segments_built *find(const mg_cuda *cuda, const mg_graph *graph, const mg_device_graph *g, bool incoming,
                               uint32_t value_size) {
    mg_segments_built *b = g->segments;
    while (b && (b->incoming != (incoming && graph->directed) || b->value_size != value_size ||
                 b->degree != cuda->tuning.segment_min_degree || b->layout.width != width_of(cuda, value_size))) {
        b = b->next;
    }
    return b;
}

static mg_segments_source source_of(const mg_graph *graph, const mg_device_graph *g, const mg_segments_built *b,
                                    mg_type type) {
    return (mg_segments_source){.n = graph->n,
                                .parts = b->layout.segment_count + 1,
                                .degree = b->degree,
                                .width = b->layout.width,
                                .wide = g->wide,
                                .send = mg__device_side(graph, g, b->incoming, type),
                                .in_offsets = mg__device_side(graph, g, !b->incoming, type).offsets};
}

static mg_status get_locked(mg_context *context, mg_cuda *cuda, const mg_graph *graph, mg_device_graph *g,
                            bool incoming, uint32_t value_size, mg_type weights, mg_segments_built **built) {
    mg_status status = MG_OK;
    mg_segments_built *b = find(cuda, graph, g, incoming, value_size), *made = NULL;
    segments_work w = {.context = context, .cuda = cuda};
    const double start = mg__now();
    if (!b) {
        MG_TRY(create(context, cuda, graph, incoming, value_size, &made));
        b = made;
    }
    w.built = b;
    w.source = source_of(graph, g, b, weights);
    const mg_type type = w.source.send.weights ? weights : MG_TYPE_NONE;
    if (made || (type != MG_TYPE_NONE && !b->weights[type])) {
        MG_TRY(complete(&w, type));
        b->seconds += mg__now() - start;
    }
    if (made) {
        made->next = g->segments;
        g->segments = made;
        made = NULL;
    }
    *built = b;
out:
    drop_temporaries(&w);
    mg__cuda_segments_release(made);
    return status;
}

mg_status mg__cuda_segments_get(mg_context *context, mg_cuda *cuda, const mg_graph *graph, mg_device_graph *on_device,
                                bool incoming, uint32_t value_size, mg_type weights, const mg_segments_built **built) {
    mg_graph *shared = (mg_graph *)graph; /* what is built on demand changes under a lock */
    mg_segments_built *found = NULL;
    pthread_mutex_lock(&shared->device_lock);
    const mg_status status = get_locked(context, cuda, graph, on_device, incoming, value_size, weights, &found);
    pthread_mutex_unlock(&shared->device_lock);
    *built = found;
    return status;
}

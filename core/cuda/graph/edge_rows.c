/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/edge_rows.h"

#include "core/cuda/graph/edge_keys.h"
#include "core/cuda/graph/host_rows.h"
#include "core/cuda/graph/transpose.h"
#include "core/cuda/layout/sorts.h"
#include "core/stage_clock.h"

#define WHAT "making rows"

/* One build. The arrays of the sort are pairs of buffers. */
typedef struct building {
    mg_context *context;
    mg_cuda *cuda;
    const mg_edge_list *edges;
    const mg_edge_wish *wish;
    mg_edge_keys keys;
    uint64_t key_count, arcs;
    uint64_t *key[2], *value[2];
    uint32_t *outside;
    void *temporary, *merging;
    uint64_t *number; /* of different keys */
    int in;           /* the buffers with the result */
    mg_device_graph *made;
    mg_csr csr;
} building;

static void describe(building *b) {
    const mg_edge_list *const e = b->edges;
    const bool both = b->wish->both;
    b->keys = (mg_edge_keys){.source = e->source,
                             .target = e->target,
                             .weight = e->weight,
                             .count = e->edge_count,
                             .base = e->id_base,
                             .n = (uint32_t)e->vertex_count,
                             .bits = 1,
                             .wide_ids = e->id_type == MG_UINT64,
                             .wide_weights = mg__type_size(e->weight_type) == 8,
                             .both = both,
                             .drop_loops = b->wish->drop_loops};
    while (e->vertex_count >> b->keys.bits) {
        b->keys.bits++;
    }
    b->key_count = both ? 2 * e->edge_count : e->edge_count;
}

static bool is_here(const mg_cuda *cuda, const void *array) {
    struct cudaPointerAttributes attributes = {.type = cudaMemoryTypeUnregistered};
    const cudaError_t error = cudaPointerGetAttributes(&attributes, array);
    cudaGetLastError();
    return !array ||
           (error == cudaSuccess && attributes.type == cudaMemoryTypeDevice && attributes.device == cuda->ordinal);
}

/* Offsets have 32 bits. Vertices that are not a range of ids, graphs without any, and arrays on another GPU are the
 * host's. */
static bool is_eligible(const mg_cuda *cuda, const mg_edge_list *e, bool both) {
    const uint64_t most = cuda->tuning.narrow_arcs / (both ? 2 : 1);
    return is_here(cuda, e->source) && is_here(cuda, e->target) && is_here(cuda, e->weight) && e->contiguous &&
           e->vertex_count > 0 && e->vertex_count < MG_NONE && e->edge_count > 0 && e->edge_count <= most;
}

static mg_status make_keys(building *b) {
    mg_status status = MG_OK;
    mg_cuda *const cuda = b->cuda;
    for (int i = 0; i < 2; i++) {
        MG_TRY(mg__cuda_get(b->context, cuda, (void **)&b->key[i], b->key_count * sizeof **b->key, WHAT));
        if (b->edges->weight) {
            MG_TRY(mg__cuda_get(b->context, cuda, (void **)&b->value[i], b->key_count * sizeof **b->value, WHAT));
        }
    }
    MG_TRY(mg__cuda_get(b->context, cuda, (void **)&b->outside, sizeof *b->outside, WHAT));
    MG_CUDA_TRY(b->context, cudaMemsetAsync(b->outside, 0, sizeof *b->outside, cuda->stream), WHAT);
    b->keys.keys = b->key[0];
    b->keys.values = b->value[0];
    b->keys.outside = b->outside;
    MG_CUDA_TRY(b->context, mg__launch_edge_keys(&b->keys, cuda->stream), WHAT);
out:
    return status;
}

static cudaError_t sort(building *b, size_t *bytes) {
    const int bits = 2 * b->keys.bits;
    return b->value[0]
               ? mg__sort_pairs(b->temporary, bytes, b->key, b->value, b->key_count, bits, &b->in, b->cuda->stream)
               : mg__sort_keys(b->temporary, bytes, b->key, b->key_count, 0, bits, &b->in, b->cuda->stream);
}

static mg_status sort_keys(building *b) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    MG_CUDA_TRY(b->context, sort(b, &bytes), WHAT);
    MG_TRY(mg__cuda_get(b->context, b->cuda, &b->temporary, bytes ? bytes : 1, WHAT));
    MG_CUDA_TRY(b->context, sort(b, &bytes), WHAT);
out:
    return status;
}

/* Takes one of equal keys. */
static mg_status merge_keys(building *b) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    const uint64_t *const keys = b->key[b->in];
    uint64_t *const to = b->key[!b->in];
    cudaStream_t stream = b->cuda->stream;
    MG_TRY(mg__cuda_get(b->context, b->cuda, (void **)&b->number, sizeof *b->number, WHAT));
    MG_CUDA_TRY(b->context, mg__select_unique(NULL, &bytes, keys, b->key_count, to, b->number, stream), WHAT);
    MG_TRY(mg__cuda_get(b->context, b->cuda, &b->merging, bytes ? bytes : 1, WHAT));
    MG_CUDA_TRY(b->context, mg__select_unique(b->merging, &bytes, keys, b->key_count, to, b->number, stream), WHAT);
    MG_TRY(mg__cuda_download(b->context, b->cuda, &b->key_count, b->number, sizeof b->key_count));
    b->in = !b->in;
out:
    return status;
}

/* Do the rows stay here? */
static bool stay(const building *b) {
    return b->wish->stay && !b->edges->weight;
}

/* Offsets on the device and in host memory, or the number of arcs. */
static mg_status find_rows(building *b) {
    mg_status status = MG_OK;
    mg_device_csr *const side = &b->made->side[0];
    const uint64_t rows = (uint64_t)b->keys.n + 1;
    MG_TRY(mg__cuda_keep(b->context, &side->offsets, rows * sizeof(uint32_t), "the graph's offsets"));
    MG_CUDA_TRY(
        b->context,
        mg__launch_key_begins(b->key[b->in], b->key_count, b->keys.n, b->keys.bits, side->offsets, b->cuda->stream),
        WHAT);
    if (stay(b)) {
        uint32_t last = 0;
        const uint32_t *const offsets = side->offsets;
        MG_TRY(mg__cuda_download(b->context, b->cuda, &last, offsets + b->keys.n, sizeof last));
        b->arcs = last;
    } else {
        MG_TRY(MG_ALLOC(b->context, b->csr.offsets, rows, "offsets"));
        MG_TRY(mg__device_bring_offsets(b->context, b->cuda, b->keys.n, false, side->offsets, b->csr.offsets));
        b->arcs = b->csr.offsets[b->keys.n];
    }
out:
    return status;
}

/* Weights are sorted by the host where parallel arcs have several, so they do not stay on the device. */
static mg_status take_columns(building *b) {
    mg_status status = MG_OK;
    mg_device_csr *const side = &b->made->side[0];
    const uint64_t bytes = b->arcs * sizeof *side->neighbours, size = mg__type_size(b->edges->weight_type);
    void *const weights = b->value[0] ? b->value[!b->in] : NULL; /* free after the sort */
    MG_TRY(mg__cuda_keep(b->context, (void **)&side->neighbours, bytes + MG_SPLIT_PAD * sizeof *side->neighbours,
                         "the graph's edges"));
    MG_CUDA_TRY(b->context,
                mg__launch_key_columns(b->key[b->in], b->value[0] ? b->value[b->in] : NULL, b->arcs, b->keys.bits,
                                       side->neighbours, weights, (uint32_t)size, b->cuda->stream),
                WHAT);
    if (!stay(b)) {
        MG_TRY(MG_ALLOC(b->context, b->csr.neighbours, b->arcs, "neighbours"));
        MG_TRY(mg__cuda_download(b->context, b->cuda, b->csr.neighbours, side->neighbours, bytes));
    }
    if (weights) {
        MG_TRY(mg__alloc(b->context, &b->csr.weights, b->arcs, size, "weights"));
        MG_TRY(mg__cuda_download(b->context, b->cuda, b->csr.weights, weights, b->arcs * size));
    }
    MG_CUDA_TRY(b->context, cudaStreamSynchronize(b->cuda->stream), WHAT);
out:
    return status;
}

static mg_status build(building *b, bool *outside) {
    mg_status status = MG_OK;
    uint32_t flag = 0;
    const double start = mg__now();
    MG_TRY(make_keys(b));
    MG_TRY(mg__cuda_download(b->context, b->cuda, &flag, b->outside, sizeof flag));
    *outside = flag != 0;
    if (*outside) {
        return MG_OK;
    }
    MG_TRY(MG_ALLOC_ZEROED(b->context, b->made, 1, "the graph on the device"));
    b->made->memory = b->context->memory;
    b->made->ordinal = b->cuda->ordinal;
    MG_TRY(sort_keys(b));
    if (b->wish->merge && !b->edges->weight) {
        MG_TRY(merge_keys(b));
    }
    MG_TRY(find_rows(b));
    MG_TRY(take_columns(b));
    b->made->row_bytes = ((uint64_t)b->keys.n + 1 + b->arcs) * sizeof(uint32_t);
    b->made->row_seconds = mg__now() - start;
out:
    return status;
}

static void release(building *b) {
    for (int i = 0; i < 2; i++) {
        mg__cuda_release(b->cuda, b->key[i]);
        mg__cuda_release(b->cuda, b->value[i]);
    }
    mg__cuda_release(b->cuda, b->outside);
    mg__cuda_release(b->cuda, b->temporary);
    mg__cuda_release(b->cuda, b->merging);
    mg__cuda_release(b->cuda, b->number);
}

mg_status mg__cuda_edge_rows(mg_context *context, const mg_edge_list *edges, const mg_edge_wish *wish,
                             mg_edge_rows *rows) {
    MG_STAGE(context, MG_STAGE_ROWS);
    building b = {.context = context, .edges = edges, .wish = wish};
    bool outside = false;
    mg_status status;
    *rows = (mg_edge_rows){.device = NULL};
    MG_TRY(mg__cuda_open(context, &b.cuda));
    if (!is_eligible(b.cuda, edges, wish->both)) {
        return MG_OK;
    }
    MG_CUDA_TRY(context, cudaStreamSynchronize(cudaStreamLegacy), "the default stream"); /* the caller's work */
    describe(&b);
    MG_TRY(build(&b, &outside));
    *rows = (mg_edge_rows){.csr = b.csr, .device = b.made, .arcs = b.arcs};
    b.made = NULL;
    b.csr = (mg_csr){.offsets = NULL};
out:
    if (b.cuda) {
        release(&b);
    }
    if (b.made) {
        mg__device_graph_release(b.made);
    }
    mg__csr_release(&context->memory, &b.csr);
    return status;
}

void mg__cuda_keep_rows(mg_graph *graph, void *device) {
    if (graph) {
        mg__device_graph_adopt(graph, device);
    } else if (device) {
        mg__device_graph_release(device);
    }
}

mg_status mg__cuda_adopt_rows(mg_context *context, const mg_graph *known, void *device, mg_graph **graph) {
    mg_graph own = *known;
    own.check = mg__cuda_fetch_rows;
    own.count = mg__cuda_count_rows;
    const mg_status status = mg__graph_attach(context, &own, graph);
    if (status >= 0) {
        mg__device_graph_adopt(*graph, device);
    }
    return status;
}

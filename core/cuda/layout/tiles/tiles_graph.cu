/* SPDX-License-Identifier: Apache-2.0
 *
 * tiles_graph.cu: partitions a graph into tiles: seeds grow into tiles, vertices are sorted by tile, edges are split
 * into local and cut edges.
 */
#include "core/cuda/layout/tiles/tiles_cut.cuh"

#include <multigraph/program.h>

extern "C" {
#include "core/cuda/layout/sorts.h"
#include "core/cuda/layout/tiles/tiles_graph.h"
}

#define THREADS 256
#define ROUNDS 16         /* rounds of growing between two tests for growth */
#define MOST_ROUNDS 1024  /* then remaining vertices form long chains: partitioned by index */
#define MOST_LOCAL 65535u /* most local edges of a tile: offsets have 16 bits */

#define BLOCKS(n) (((n) + THREADS - 1) / THREADS)

/* Temporary memory and shared data of one partitioning. */
struct cutting {
    mg_context *context;
    mg_cuda *cuda;
    const uint32_t *offsets, *neighbours;
    uint32_t n, seeds;
    uint32_t *owner, *other, *key, *key_out, *position, *local, *counter;
    uint8_t *boundary;
    void *scratch;
    size_t scratch_bytes;
};

#define KEEP(context, pointer, count)                                                                                  \
    mg__cuda_keep((context), (void **)&(pointer), (uint64_t)(count) * sizeof *(pointer), "tiles")

static mg_status take(cutting *c, uint32_t **block, uint64_t count) {
    return mg__cuda_get(c->context, c->cuda, (void **)block, count * sizeof **block, "cutting tiles");
}

static mg_status launched(const cutting *c, const char *what) {
    return mg__cuda_check(c->context, cudaGetLastError(), what);
}

/* Copies one word from the device. */
static mg_status fetch(const cutting *c, uint32_t *to, const uint32_t *from) {
    return mg__cuda_download(c->context, c->cuda, to, from, sizeof *to);
}

static mg_status prepare(cutting *c) {
    mg_status status = MG_OK;
    const uint64_t n = (uint64_t)c->n + 1;
    size_t scan = 0;
    MG_TRY(take(c, &c->owner, n));
    MG_TRY(take(c, &c->other, n));
    MG_TRY(take(c, &c->key, n));
    MG_TRY(take(c, &c->key_out, n));
    MG_TRY(take(c, &c->position, n));
    MG_TRY(take(c, &c->local, n));
    MG_TRY(take(c, &c->counter, 2));
    MG_TRY(mg__cuda_get(c->context, c->cuda, (void **)&c->boundary, c->n, "cutting tiles"));
    MG_CUDA_TRY(c->context,
                mg__sort_small_pairs(NULL, &c->scratch_bytes, NULL, NULL, NULL, NULL, c->n, 32, c->cuda->stream),
                "sorting vertices by tile");
    MG_CUDA_TRY(c->context, mg__small_prefix_sums(NULL, &scan, NULL, NULL, n, c->cuda->stream), "counting");
    c->scratch_bytes = c->scratch_bytes > scan ? c->scratch_bytes : scan;
    MG_TRY(mg__cuda_get(c->context, c->cuda, &c->scratch, c->scratch_bytes, "cutting tiles"));
out:
    return status;
}

static void release(cutting *c) {
    uint32_t *const blocks[] = {c->owner, c->other, c->key, c->key_out, c->position, c->local, c->counter};
    for (uint32_t *block : blocks) {
        mg__cuda_release(c->cuda, block);
    }
    mg__cuda_release(c->cuda, c->boundary);
    mg__cuda_release(c->cuda, c->scratch);
}

/* Grows tiles from seeds, round by round. Every vertex gets an owner; *count: number of owners. */
static mg_status grow(cutting *c, uint32_t mean, uint32_t *count) {
    mg_status status = MG_OK;
    const cudaStream_t stream = c->cuda->stream;
    uint32_t changed = 1, left = 0;
    MG_CUDA_TRY(c->context, cudaMemsetAsync(c->counter, 0, 2 * sizeof *c->counter, stream), "seeding tiles");
    tiles_seed<<<BLOCKS(c->n), THREADS, 0, stream>>>(c->n, mean, c->owner, c->counter);
    MG_TRY(launched(c, "seeding tiles"));
    MG_TRY(fetch(c, &c->seeds, c->counter));
    for (uint32_t round = 0; changed && round < MOST_ROUNDS; round++) {
        const bool looks = round % ROUNDS == ROUNDS - 1;
        tiles_grow<<<BLOCKS(c->n), THREADS, 0, stream>>>(c->offsets, c->neighbours, c->n, c->owner, c->other,
                                                         c->counter + 1);
        uint32_t *const grown = c->other;
        c->other = c->owner;
        c->owner = grown;
        if (looks) {
            MG_TRY(launched(c, "growing tiles"));
            MG_TRY(fetch(c, &changed, c->counter + 1));
            MG_CUDA_TRY(c->context, cudaMemsetAsync(c->counter + 1, 0, sizeof *c->counter, stream), "growing tiles");
        }
    }
    tiles_without_owner<<<BLOCKS(c->n + 1), THREADS, 0, stream>>>(c->n, c->owner, c->key);
    MG_CUDA_TRY(c->context,
                mg__small_prefix_sums(c->scratch, &c->scratch_bytes, c->key, c->key_out, c->n + 1ull, stream),
                "counting what no tile holds");
    tiles_take_rest<<<BLOCKS(c->n), THREADS, 0, stream>>>(c->n, c->seeds, mean, c->key_out, c->owner);
    MG_TRY(launched(c, "growing tiles"));
    MG_TRY(fetch(c, &left, c->key_out + c->n));
    *count = c->seeds + (left + mean - 1) / mean;
out:
    return status;
}

/* Positions: vertices sorted by tile, boundary first. */
static mg_status place(cutting *c, mg_tiles *t) {
    mg_status status = MG_OK;
    const cudaStream_t stream = c->cuda->stream;
    int bits = 2;
    MG_CUDA_TRY(c->context, cudaMemsetAsync(c->boundary, 0, c->n, stream), "finding boundaries");
    tiles_mark_boundary<<<BLOCKS(c->n), THREADS, 0, stream>>>(c->offsets, c->neighbours, c->n, c->owner, c->boundary);
    tiles_make_keys<<<BLOCKS(c->n), THREADS, 0, stream>>>(c->n, c->owner, c->boundary, c->key, c->other);
    while (bits < 32 && t->count >> (bits - 1)) {
        bits++;
    }
    MG_CUDA_TRY(c->context,
                mg__sort_small_pairs(c->scratch, &c->scratch_bytes, c->key, c->key_out, c->other, t->vertex, c->n, bits,
                                     stream),
                "sorting vertices by tile");
    tiles_place<<<BLOCKS(c->n), THREADS, 0, stream>>>(c->n, t->count, c->key_out, t->vertex, c->position, t->first);
    tiles_count_boundary<<<BLOCKS(t->count), THREADS, 0, stream>>>(t->count, c->key_out, t->first, t->boundary);
    MG_TRY(launched(c, "placing vertices"));
out:
    return status;
}

/* Offsets and numbers of every vertex's local and cut edges. */
static mg_status count_edges(cutting *c, mg_tiles *t, uint32_t *local_end, uint32_t *remote_end) {
    mg_status status = MG_OK;
    const cudaStream_t stream = c->cuda->stream;
    const uint64_t n = c->n + 1ull, tiles = t->count + 1ull;
    tiles_count_edges<<<BLOCKS(c->n + 1), THREADS, 0, stream>>>(c->offsets, c->neighbours, c->n, t->vertex, c->owner,
                                                                c->key, c->key_out);
    MG_TRY(launched(c, "counting edges of tiles"));
    MG_CUDA_TRY(c->context, mg__small_prefix_sums(c->scratch, &c->scratch_bytes, c->key, c->local, n, stream),
                "counting edges of tiles");
    MG_CUDA_TRY(c->context,
                mg__small_prefix_sums(c->scratch, &c->scratch_bytes, c->key_out, t->remote_begin, n, stream),
                "counting edges of tiles");
    tiles_round_edges<<<BLOCKS(t->count + 1), THREADS, 0, stream>>>(t->count, t->first, c->local, c->key);
    MG_TRY(launched(c, "counting edges of tiles"));
    MG_CUDA_TRY(c->context, mg__small_prefix_sums(c->scratch, &c->scratch_bytes, c->key, t->local_first, tiles, stream),
                "counting edges of tiles");
    MG_TRY(fetch(c, local_end, t->local_first + t->count));
    MG_TRY(fetch(c, remote_end, t->remote_begin + c->n));
out:
    return status;
}

/* Maxima over all tiles. */
static mg_status measure(cutting *c, mg_tiles *t) {
    mg_status status = MG_OK;
    const uint32_t count = t->count;
    uint32_t *first = NULL, *boundary = NULL, *local = NULL;
    MG_TRY(MG_ALLOC(c->context, first, (uint64_t)count + 1, "tiles"));
    MG_TRY(MG_ALLOC(c->context, boundary, (uint64_t)count + 1, "tiles"));
    MG_TRY(MG_ALLOC(c->context, local, (uint64_t)count + 1, "tiles"));
    MG_TRY(mg__cuda_download(c->context, c->cuda, first, t->first, (count + 1) * sizeof *first));
    MG_TRY(mg__cuda_download(c->context, c->cuda, boundary, t->boundary, count * sizeof *boundary));
    MG_TRY(mg__cuda_download(c->context, c->cuda, local, t->local_first, (count + 1) * sizeof *local));
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t vertices = first[i + 1] - first[i], edges = local[i + 1] - local[i];
        t->most_vertices = vertices > t->most_vertices ? vertices : t->most_vertices;
        t->most_boundary = boundary[i] > t->most_boundary ? boundary[i] : t->most_boundary;
        t->most_local = edges > t->most_local ? edges : t->most_local;
    }
out:
    mg__release(&c->context->memory, first);
    mg__release(&c->context->memory, boundary);
    mg__release(&c->context->memory, local);
    return status;
}

static mg_status split_edges(cutting *c, mg_tiles *t) {
    mg_status status = MG_OK;
    const cudaStream_t stream = c->cuda->stream;
    MG_TRY(KEEP(c->context, t->begin, (uint64_t)c->n + t->count));
    MG_TRY(KEEP(c->context, t->local, t->local_size));
    MG_TRY(KEEP(c->context, t->remote, t->remote_size));
    MG_TRY(KEEP(c->context, t->remote_tile, t->remote_size));
    MG_CUDA_TRY(c->context, cudaMemsetAsync(t->local, 0, t->local_size * sizeof *t->local, stream), "rounded-up edges");
    tiles_fill_begin<<<BLOCKS(c->n), THREADS, 0, stream>>>(c->n, t->vertex, c->owner, t->first, c->local, t->begin);
    tiles_fill_edges<<<BLOCKS(c->n), THREADS, 0, stream>>>(c->offsets, c->neighbours, c->owner, c->position, *t);
    MG_TRY(launched(c, "splitting edges by tile"));
    MG_CUDA_TRY(c->context, cudaStreamSynchronize(stream), "splitting edges by tile");
out:
    return status;
}

static mg_status cut_in_steps(cutting *c, uint64_t arcs, uint32_t mean, mg_tiles_graph *cut) {
    mg_status status = MG_OK;
    mg_tiles *const t = &cut->tiles;
    uint32_t local_end = 0, remote_end = 0;
    MG_TRY(prepare(c));
    MG_TRY(grow(c, mean, &t->count));
    t->n = c->n;
    MG_TRY(KEEP(c->context, t->vertex, c->n));
    MG_TRY(KEEP(c->context, t->first, (uint64_t)t->count + 1));
    MG_TRY(KEEP(c->context, t->boundary, t->count));
    MG_TRY(KEEP(c->context, t->local_first, (uint64_t)t->count + 1));
    MG_TRY(KEEP(c->context, t->remote_begin, (uint64_t)c->n + 1));
    MG_TRY(place(c, t));
    MG_TRY(count_edges(c, t, &local_end, &remote_end));
    MG_TRY(measure(c, t));
    t->local_size = local_end;
    t->remote_size = remote_end;
    cut->unsuitable = (double)remote_end > c->cuda->tuning.tiles_max_cut * (double)arcs || t->most_local > MOST_LOCAL ||
                      t->most_vertices > 65535u || t->most_boundary > MG_TILES_THREADS ||
                      mg_tiles_lay_out(t, 8, 8).total > c->cuda->shared_limit;
    if (!cut->unsuitable) {
        MG_TRY(split_edges(c, t));
    }
out:
    return status;
}

extern "C" mg_status mg__tiles_cut(mg_context *context, mg_cuda *cuda, const mg_device_side *side, uint32_t n,
                                   uint64_t arcs, uint32_t mean_vertices, mg_tiles_graph *cut) {
    const double start = mg__now();
    cutting c = {};
    c.context = context;
    c.cuda = cuda;
    c.offsets = (const uint32_t *)side->offsets;
    c.neighbours = side->neighbours;
    c.n = n;
    *cut = mg_tiles_graph{};
    const mg_status status = cut_in_steps(&c, arcs, mean_vertices, cut);
    release(&c);
    if (status < 0) {
        mg__tiles_free(cut);
    }
    cut->seconds = mg__now() - start;
    return status;
}

template <typename W>
static void fill_weights(const mg_cuda *cuda, const mg_device_side *side, const mg_tiles *t, const uint32_t *position,
                         void *local, void *remote) {
    tiles_fill_weights<<<BLOCKS(t->n), THREADS, 0, cuda->stream>>>((const uint32_t *)side->offsets, side->neighbours,
                                                                   (const W *)side->weights, *t, position, (W *)local,
                                                                   (W *)remote);
}

extern "C" mg_status mg__tiles_weigh(mg_context *context, mg_cuda *cuda, const mg_device_side *side, mg_type type,
                                     mg_tiles_graph *cut) {
    mg_status status = MG_OK;
    const mg_tiles *const t = &cut->tiles;
    const size_t size = mg__type_size(type);
    void *local = NULL, *remote = NULL;
    uint32_t *position = NULL;
    MG_TRY(mg__cuda_get(context, cuda, (void **)&position, (uint64_t)t->n * sizeof *position, "positions"));
    MG_TRY(mg__cuda_keep(context, &local, t->local_size * size, "tiles"));
    MG_TRY(mg__cuda_keep(context, &remote, t->remote_size * size, "tiles"));
    MG_CUDA_TRY(context, cudaMemsetAsync(local, 0, t->local_size * size, cuda->stream), "rounded-up edges");
    tiles_invert<<<BLOCKS(t->n), THREADS, 0, cuda->stream>>>(t->n, t->vertex, position);
    if (size == 4) {
        fill_weights<uint32_t>(cuda, side, t, position, local, remote);
    } else {
        fill_weights<unsigned long long>(cuda, side, t, position, local, remote);
    }
    MG_CUDA_TRY(context, cudaGetLastError(), "weights of tiles");
    MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), "weights of tiles");
    cut->local_weights[type] = local;
    cut->remote_weights[type] = remote;
    local = remote = NULL;
out:
    mg__cuda_release(cuda, position);
    cudaFree(local);
    cudaFree(remote);
    return status;
}

extern "C" void mg__tiles_free(mg_tiles_graph *cut) {
    mg_tiles *const t = &cut->tiles;
    void *const blocks[] = {t->vertex, t->first,        t->boundary, t->local_first, t->begin,
                            t->local,  t->remote_begin, t->remote,   t->remote_tile};
    for (void *block : blocks) {
        cudaFree(block);
    }
    for (int type = 0; type < MG_OTHER; type++) {
        cudaFree(cut->local_weights[type]);
        cudaFree(cut->remote_weights[type]);
    }
    *cut = mg_tiles_graph{};
}

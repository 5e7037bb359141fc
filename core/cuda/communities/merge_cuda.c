/* SPDX-License-Identifier: Apache-2.0
 *
 * merge_cuda.c: numbers the communities, lists the arcs between them, sorts these and adds up the weights of equal
 * ones. The host waits for the numbers of communities, arcs and edges.
 */
#include "core/cuda/communities/merge_cuda.h"

#include "core/cuda/layout/sorts.h"

#include <stddef.h>

typedef struct merging {
    mg_context *context;
    mg_cuda *cuda;
    mg_merge_args *a;
    mg_level_weights kind; /* of the next level */
    uint64_t arcs;         /* between communities; before they are counted: at most */
    uint64_t *keys[2];
    void *weights[2], *temporary;
    size_t temporary_bytes;
    int in; /* of the pairs of buffers: the present one */
    void *block;
} merging;

void mg__level_release(mg_cuda *cuda, mg_level_store *store) {
    mg__cuda_release(cuda, store->vertices);
    mg__cuda_release(cuda, store->edges);
    *store = (mg_level_store){.vertices = NULL};
}

static mg_status launch(const merging *m, mg_merge_step step) {
    return mg__cuda_check(m->context, mg__launch_merging(m->a, step, m->cuda->stream), "merging communities");
}

/* ---- the next level's vertices ---- */

static mg_status number_labels(const merging *m, uint32_t *communities) {
    const mg_merge_args *const a = m->a;
    const uint64_t count = (uint64_t)a->level.n + 1;
    void *temporary = NULL;
    size_t bytes = 0;
    mg_status status;
    MG_TRY(launch(m, MG_MERGE_USED));
    MG_CUDA_TRY(m->context, mg__small_prefix_sums(NULL, &bytes, a->number, a->number, count, m->cuda->stream),
                "numbering communities");
    MG_TRY(mg__cuda_get(m->context, m->cuda, &temporary, bytes, "numbers of communities"));
    MG_CUDA_TRY(m->context, mg__small_prefix_sums(temporary, &bytes, a->number, a->number, count, m->cuda->stream),
                "numbering communities");
    MG_TRY(mg__cuda_download(m->context, m->cuda, communities, a->number + a->level.n, sizeof *communities));
out:
    mg__cuda_release(m->cuda, temporary);
    return status;
}

static mg_status make_vertices(const merging *m, mg_level_store *next) {
    mg_merge_args *const a = m->a;
    mg_status status = MG_OK;
    for (int i = 0; i < 2; i++) {
        uint64_t at = 0;
        a->next_strength = mg__cuda_carve(next->vertices, &at, a->next_n * sizeof *a->next_strength);
        a->next_offsets = mg__cuda_carve(next->vertices, &at, ((uint64_t)a->next_n + 1) * sizeof *a->next_offsets);
        if (i == 0) {
            MG_TRY(mg__cuda_get(m->context, m->cuda, &next->vertices, at, "communities"));
        }
    }
    MG_CUDA_TRY(m->context, cudaMemsetAsync(a->next_least, 0xff, a->next_n * sizeof *a->next_least, m->cuda->stream),
                "clearing device memory");
    MG_TRY(launch(m, MG_MERGE_COMMUNITIES));
out:
    return status;
}

/* ---- its edges ---- */

static cudaError_t sort(merging *m, void *temporary, size_t *bytes) {
    const int end = 2 * (int)m->a->bits;
    cudaStream_t const stream = m->cuda->stream;
    return m->a->level.kind == MG_LEVEL_ONES ? mg__sort_keys(temporary, bytes, m->keys, m->arcs, 0, end, &m->in, stream)
           : m->a->level.kind == MG_LEVEL_NARROW
               ? mg__sort_wide_index(temporary, bytes, m->keys, (uint32_t **)m->weights, (uint32_t)m->arcs, end, &m->in,
                                     stream)
               : mg__sort_pairs(temporary, bytes, m->keys, (uint64_t **)m->weights, m->arcs, end, &m->in, stream);
}

/* The keys that are free take one of each. */
static cudaError_t add_up(const merging *m, void *temporary, size_t *bytes) {
    const int in = m->in;
    return mg__sum_by_key(temporary, bytes, m->keys[in], m->keys[1 - in],
                          m->a->level.kind == MG_LEVEL_ONES ? NULL : m->weights[in], mg_level_weight_size(m->kind),
                          m->weights[1 - in], (uint64_t *)&m->a->counts->edges, m->arcs, m->cuda->stream);
}

/* Room for all arcs, and for sorting them. */
static mg_status make_room(merging *m) {
    const uint64_t size = mg_level_weight_size(m->kind);
    size_t sorting = 0, adding = 0;
    mg_status status;
    MG_CUDA_TRY(m->context, sort(m, NULL, &sorting), "merging communities");
    MG_CUDA_TRY(m->context, add_up(m, NULL, &adding), "merging communities");
    m->temporary_bytes = sorting > adding ? sorting : adding;
    for (int i = 0; i < 2; i++) {
        uint64_t at = 0;
        m->keys[0] = mg__cuda_carve(m->block, &at, m->arcs * sizeof *m->keys[0]);
        m->keys[1] = mg__cuda_carve(m->block, &at, m->arcs * sizeof *m->keys[1]);
        m->weights[0] = mg__cuda_carve(m->block, &at, m->arcs * size);
        m->weights[1] = mg__cuda_carve(m->block, &at, m->arcs * size);
        m->temporary = mg__cuda_carve(m->block, &at, m->temporary_bytes);
        if (i == 0) {
            MG_TRY(mg__cuda_get(m->context, m->cuda, &m->block, at, "edges of communities"));
        }
    }
    m->in = 0;
out:
    return status;
}

/* Lists, sorts and merges the arcs between communities. */
static mg_status merge_arcs(merging *m) {
    mg_merge_args *const a = m->a;
    mg_merge_counts counts;
    mg_status status = MG_OK;
    a->keys = m->keys[0];
    a->weights = m->weights[0];
    for (a->side = 0; a->side < a->level.row_count; a->side++) {
        MG_TRY(launch(m, MG_MERGE_ARCS));
    }
    a->side = 0;
    MG_TRY(mg__cuda_download(m->context, m->cuda, &counts, a->counts, sizeof counts));
    m->arcs = counts.arcs;
    if (m->arcs) {
        MG_CUDA_TRY(m->context, sort(m, m->temporary, &m->temporary_bytes), "merging communities");
        MG_CUDA_TRY(m->context, add_up(m, m->temporary, &m->temporary_bytes), "merging communities");
    }
    MG_TRY(mg__cuda_download(m->context, m->cuda, &a->edges, &a->counts->edges, sizeof a->edges));
    a->keys = m->keys[1 - m->in];
out:
    return status;
}

static mg_status make_edges(merging *m, mg_level_store *next) {
    mg_merge_args *const a = m->a;
    const uint64_t size = a->edges * mg_level_weight_size(m->kind);
    void *weights = NULL;
    mg_status status;
    for (int i = 0; i < 2; i++) {
        uint64_t at = 0;
        a->next_neighbours = mg__cuda_carve(next->edges, &at, a->edges * sizeof *a->next_neighbours);
        weights = mg__cuda_carve(next->edges, &at, size);
        if (i == 0) {
            MG_TRY(mg__cuda_get(m->context, m->cuda, &next->edges, at, "edges of communities"));
        }
    }
    MG_TRY(launch(m, MG_MERGE_ROWS));
    MG_TRY(launch(m, MG_MERGE_OFFSETS));
    if (size) {
        MG_CUDA_TRY(m->context,
                    cudaMemcpyAsync(weights, m->weights[1 - m->in], size, cudaMemcpyDeviceToDevice, m->cuda->stream),
                    "merging communities");
    }
    next->level = (mg_level){.n = a->next_n,
                             .row_count = 1,
                             .wide = true,
                             .kind = m->kind,
                             .rows = {{.begin = a->next_offsets,
                                       .end = a->next_offsets + 1,
                                       .neighbours = a->next_neighbours,
                                       .weights = weights}},
                             .entries = {a->edges},
                             .strength = a->next_strength};
out:
    return status;
}

static uint32_t bits_of(uint32_t count) {
    uint32_t bits = 1;
    while (bits < 32 && (uint64_t)1 << bits < count) {
        bits++;
    }
    return bits;
}

mg_status mg__merge_communities(mg_context *context, mg_cuda *cuda, mg_merge_args *a, uint64_t total,
                                mg_level_store *next, uint64_t *inside) {
    merging m = {.context = context, .cuda = cuda, .a = a, .arcs = a->level.entries[0] + a->level.entries[1]};
    mg_status status;
    *next = (mg_level_store){.vertices = NULL};
    m.kind = a->level.kind != MG_LEVEL_ONES ? a->level.kind : total <= UINT32_MAX ? MG_LEVEL_NARROW : MG_LEVEL_WIDE;
    MG_CUDA_TRY(context, cudaMemsetAsync(a->counts, 0, sizeof *a->counts, cuda->stream), "clearing device memory");
    MG_TRY(number_labels(&m, &a->next_n));
    a->bits = bits_of(a->next_n);
    MG_TRY(make_vertices(&m, next));
    MG_TRY(make_room(&m));
    MG_TRY(merge_arcs(&m));
    MG_TRY(make_edges(&m, next));
    MG_TRY(mg__cuda_download(context, cuda, inside, &a->counts->inside, sizeof *inside));
out:
    mg__cuda_release(cuda, m.block);
    if (status < 0) {
        mg__level_release(cuda, next);
    }
    return status;
}

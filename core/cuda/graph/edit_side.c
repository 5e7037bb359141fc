/* SPDX-License-Identifier: Apache-2.0
 *
 * edit_side.c: the steps of an edit of one direction of a graph (edit_args.h).
 */
#include "core/cuda/graph/edit_graph.h"
#include "core/cuda/product/nonzeros/device_steps.h"

#define WHAT "editing the graph"
#define STEP(call) MG_CUDA_TRY(w->steps.context, (call), WHAT)

/* Work memory, in one block. Pairs of buffers are for sorting. */
typedef struct edit_work {
    mg_steps steps;
    mg_edit_args a;
    void *block;
    uint64_t *keys[2], *removal_keys[2];
    uint32_t *items[2], *tags[2];
    void *weight_keys[2];
} edit_work;

/* The sizes without `base`. */
static uint64_t carve(edit_work *w, char *base) {
    const uint64_t inserts = w->a.insert.items, removals = w->a.remove.items, segments = 1 + inserts + removals;
    const uint64_t weighted = w->a.insert_weight ? inserts : 0;
    uint64_t at = 0;
    for (int i = 0; i < 2; i++) {
        w->keys[i] = mg__cuda_carve(base, &at, inserts * sizeof(uint64_t));
        w->items[i] = mg__cuda_carve(base, &at, inserts * sizeof(uint32_t));
        w->weight_keys[i] = mg__cuda_carve(base, &at, weighted * sizeof(uint64_t));
        w->removal_keys[i] = mg__cuda_carve(base, &at, removals * sizeof(uint64_t));
        w->tags[i] = mg__cuda_carve(base, &at, removals * sizeof(uint32_t));
    }
    w->a.place = mg__cuda_carve(base, &at, inserts * sizeof(uint64_t));
    w->a.inserted = mg__cuda_carve(base, &at, (inserts + 1) * sizeof(uint64_t));
    w->a.low = mg__cuda_carve(base, &at, removals * sizeof(uint64_t));
    w->a.high = mg__cuda_carve(base, &at, removals * sizeof(uint64_t));
    w->a.removed = mg__cuda_carve(base, &at, (removals + 1) * sizeof(uint64_t));
    w->a.segment_old = mg__cuda_carve(base, &at, segments * sizeof(uint64_t));
    w->a.segment_new = mg__cuda_carve(base, &at, segments * sizeof(uint64_t));
    w->a.found = mg__cuda_carve(base, &at, sizeof *w->a.found);
    return at;
}

static mg_status begin(edit_work *w, const mg_edit_side *side) {
    const mg_graph *g = side->batch->graph;
    const mg_graph_edits *e = &side->edits;
    const uint64_t each = g->directed ? 1 : 2;
    const mg_edit_found nothing = {.bad_insert = UINT64_MAX, .bad_remove = UINT64_MAX, .first_missing = UINT64_MAX};
    mg_status status = MG_OK;
    w->a = (mg_edit_args){.old_n = g->n,
                          .n = side->batch->n,
                          .arcs = g->arcs,
                          .undirected = !g->directed,
                          .replace = e->replace,
                          .type = g->weight_type,
                          .old_wide = side->old_wide,
                          .old_offsets = side->old->offsets,
                          .old_neighbours = side->old->neighbours,
                          .old_weights = side->old->weights[g->weight_type],
                          .insert_weight = e->insert_weight};
    w->a.insert = (mg_edit_keys){.from = side->incoming ? e->insert_target : e->insert_source,
                                 .to = side->incoming ? e->insert_source : e->insert_target,
                                 .count = e->insert_count,
                                 .items = each * e->insert_count};
    w->a.remove = (mg_edit_keys){.from = side->incoming ? e->remove_target : e->remove_source,
                                 .to = side->incoming ? e->remove_source : e->remove_target,
                                 .count = e->remove_count,
                                 .items = each * e->remove_count + (e->replace ? w->a.insert.items : 0)};
    MG_TRY(mg__steps_get(&w->steps, &w->block, carve(w, NULL), 1));
    carve(w, w->block);
    STEP(cudaMemcpyAsync(w->a.found, &nothing, sizeof nothing, cudaMemcpyHostToDevice, w->steps.cuda->stream));
out:
    return status;
}

/* Bits of the keys that differ: those of all vertices, and one more for MG_EDIT_NO_KEY. */
static int key_bits(const edit_work *w) {
    int bits = 1;
    while (bits < 32 && w->a.n >> bits) {
        bits++;
    }
    return 32 + bits;
}

/* By keys, and of equal ones by weight: the sort by keys is stable. */
static mg_status sort_inserted(edit_work *w) {
    mg_status status = MG_OK;
    const uint64_t items = w->a.insert.items;
    const cudaStream_t stream = w->steps.cuda->stream;
    const bool is_small = mg__type_size(w->a.type) == 4;
    int first = 0;
    w->a.insert.keys = w->keys[0];
    if (items == 0) {
        return MG_OK;
    }
    STEP(mg__edit_list(&w->a, true, stream));
    if (w->a.insert_weight) {
        mg_sort_step by_weight = {.wide = !is_small,
                                  .keys = {w->weight_keys[0], w->weight_keys[1]},
                                  .values = {w->items[0], w->items[1]},
                                  .count = (uint32_t)items,
                                  .bits = is_small ? 32 : 64};
        STEP(mg__edit_weight_keys(&w->a, w->weight_keys[0], w->items[0], stream));
        MG_TRY(mg__step(&w->steps, mg__step_sort, &by_weight));
        STEP(mg__edit_gather(w->keys[0], w->items[by_weight.in], w->keys[1], items, stream));
        first = 1;
        if (by_weight.in == 0) {
            uint32_t *const swap = w->items[0];
            w->items[0] = w->items[1];
            w->items[1] = swap;
        }
    }
    mg_sort_step by_key = {.wide = true,
                           .keys = {w->keys[first], w->keys[!first]},
                           .values = {w->items[first], w->items[!first]},
                           .count = (uint32_t)items,
                           .bits = key_bits(w)};
    MG_TRY(mg__step(&w->steps, mg__step_sort, &by_key));
    w->a.insert.keys = by_key.keys[by_key.in];
    w->a.edge = by_key.values[by_key.in];
out:
    return status;
}

/* Those of inserted edges follow, so that of equal keys removals come first. */
static mg_status sort_removed(edit_work *w) {
    mg_status status = MG_OK;
    const cudaStream_t stream = w->steps.cuda->stream;
    const uint64_t items = w->a.remove.items, replacing = w->a.replace ? w->a.insert.items : 0, own = items - replacing;
    w->a.remove.keys = w->removal_keys[0];
    if (items == 0) {
        return MG_OK;
    }
    STEP(mg__edit_list(&w->a, false, stream));
    STEP(cudaMemsetAsync(w->tags[0], 0xff, own * sizeof(uint32_t), stream));
    STEP(cudaMemsetAsync(w->tags[0] + own, 0, replacing * sizeof(uint32_t), stream));
    if (replacing) {
        STEP(cudaMemcpyAsync(w->removal_keys[0] + own, w->a.insert.keys, replacing * sizeof(uint64_t),
                             cudaMemcpyDeviceToDevice, stream));
    }
    mg_sort_step sort = {.wide = true,
                         .keys = {w->removal_keys[0], w->removal_keys[1]},
                         .values = {w->tags[0], w->tags[1]},
                         .count = (uint32_t)items,
                         .bits = key_bits(w)};
    MG_TRY(mg__step(&w->steps, mg__step_sort, &sort));
    w->a.remove.keys = sort.keys[sort.in];
    w->a.is_removal = sort.values[sort.in];
out:
    return status;
}

/* Where everything goes, and how much it is. */
static mg_status place(edit_work *w, mg_edit_found *found) {
    mg_status status = MG_OK;
    const cudaStream_t stream = w->steps.cuda->stream;
    mg_scan_step inserted = {.values = w->a.inserted, .count = w->a.insert.items + 1};
    mg_scan_step removed = {.values = w->a.removed, .count = w->a.remove.items + 1};
    STEP(mg__edit_ranges(&w->a, stream));
    STEP(mg__edit_places(&w->a, stream));
    MG_TRY(mg__step(&w->steps, mg__step_sums, &inserted));
    MG_TRY(mg__step(&w->steps, mg__step_sums, &removed));
    STEP(mg__edit_segments(&w->a, stream));
    MG_TRY(mg__steps_read(&w->steps, found, w->a.found, sizeof *found));
out:
    return status;
}

static mg_status make(edit_work *w, mg_edit_side *side) {
    mg_status status = MG_OK;
    mg_device_csr *csr = &side->made;
    const cudaStream_t stream = w->steps.cuda->stream;
    const uint64_t arcs = side->arcs, padded = arcs + MG_SPLIT_PAD;
    const size_t size = mg__type_size(w->a.type);
    void *neighbours = NULL;
    MG_TRY(mg__steps_get(&w->steps, &csr->offsets, (uint64_t)w->a.n + 1, side->wide ? 8 : 4));
    MG_TRY(mg__steps_get(&w->steps, &neighbours, padded, sizeof(uint32_t)));
    csr->neighbours = neighbours;
    STEP(cudaMemsetAsync(csr->neighbours + arcs, 0, MG_SPLIT_PAD * sizeof(uint32_t), stream));
    if (size) {
        MG_TRY(mg__steps_get(&w->steps, &csr->weights[w->a.type], padded, size));
        STEP(cudaMemsetAsync((char *)csr->weights[w->a.type] + arcs * size, 0, MG_SPLIT_PAD * size, stream));
    }
    w->a.wide = side->wide;
    w->a.offsets = csr->offsets;
    w->a.neighbours = csr->neighbours;
    w->a.weights = csr->weights[w->a.type];
    STEP(mg__edit_offsets(&w->a, stream));
    STEP(mg__edit_copy(&w->a, arcs, stream));
    STEP(mg__edit_insert(&w->a, stream));
out:
    return status;
}

mg_status mg__cuda_edit_side(mg_context *context, mg_cuda *cuda, mg_edit_side *side) {
    mg_status status = MG_OK;
    edit_work work = {.steps = {.context = context, .cuda = cuda, .what = WHAT}}, *const w = &work;
    MG_TRY(begin(w, side));
    MG_TRY(sort_inserted(w));
    MG_TRY(sort_removed(w));
    MG_TRY(place(w, &side->found));
    if (side->found.bad_insert != UINT64_MAX || side->found.bad_remove != UINT64_MAX) {
        goto out;
    }
    side->arcs = side->batch->graph->arcs - side->found.removed + side->found.inserted;
    side->wide = side->arcs > cuda->tuning.narrow_arcs;
    MG_TRY(make(w, side));
out:
    mg__steps_end(&w->steps);
    mg__cuda_release(cuda, w->block);
    return status;
}

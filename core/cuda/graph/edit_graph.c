/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/edit_graph.h"

#include "core/cuda/graph/host_rows.h"

#define WHAT "editing the graph"
#define MOST_EDGES ((uint64_t)1 << 29) /* of a batch: the sorts have 32-bit counts */

/* ---- the edges of the batch ---- */

static mg_status upload(mg_context *context, mg_cuda *cuda, const void *from, uint64_t bytes, void **to) {
    mg_status status = MG_OK;
    if (from && bytes) {
        MG_TRY(mg__cuda_get(context, cuda, to, bytes, WHAT));
        MG_TRY(mg__cuda_upload(context, cuda, *to, from, bytes));
    }
out:
    return status;
}

enum { INSERT_SOURCE, INSERT_TARGET, INSERT_WEIGHT, REMOVE_SOURCE, REMOVE_TARGET, LISTS };

/* The edits with edges in device memory; `copies` are to be released. */
static mg_status bring(mg_context *context, mg_cuda *cuda, const mg_edit_batch *batch, void *copies[LISTS],
                       mg_graph_edits *edits) {
    const mg_graph_edits *e = batch->edits;
    const uint64_t inserts = e->insert_count * sizeof(mg_vertex), removals = e->remove_count * sizeof(mg_vertex);
    mg_status status = MG_OK;
    *edits = *e;
    if (mg__on_device(e->insert_count ? e->insert_source : e->remove_source)) {
        MG_CUDA_TRY(context, cudaStreamSynchronize(cudaStreamLegacy), "the default stream");
        goto out;
    }
    MG_TRY(upload(context, cuda, e->insert_source, inserts, &copies[INSERT_SOURCE]));
    MG_TRY(upload(context, cuda, e->insert_target, inserts, &copies[INSERT_TARGET]));
    MG_TRY(upload(context, cuda, e->insert_weight, e->insert_count * mg__type_size(batch->graph->weight_type),
                  &copies[INSERT_WEIGHT]));
    MG_TRY(upload(context, cuda, e->remove_source, removals, &copies[REMOVE_SOURCE]));
    MG_TRY(upload(context, cuda, e->remove_target, removals, &copies[REMOVE_TARGET]));
    edits->insert_source = copies[INSERT_SOURCE];
    edits->insert_target = copies[INSERT_TARGET];
    edits->insert_weight = copies[INSERT_WEIGHT];
    edits->remove_source = copies[REMOVE_SOURCE];
    edits->remove_target = copies[REMOVE_TARGET];
out:
    return status;
}

/* The error of a bad edge, whose ends are read back. */
static mg_status fail_edge(mg_context *context, mg_cuda *cuda, const mg_edit_side *side) {
    const bool inserted = side->found.bad_insert != UINT64_MAX;
    const uint64_t i = inserted ? side->found.bad_insert : side->found.bad_remove;
    const mg_graph_edits *e = &side->edits;
    mg_vertex from = 0, to = 0;
    mg_status status;
    MG_TRY(mg__cuda_download(context, cuda, &from, (inserted ? e->insert_source : e->remove_source) + i, sizeof from));
    MG_TRY(mg__cuda_download(context, cuda, &to, (inserted ? e->insert_target : e->remove_target) + i, sizeof to));
    status = mg__edit_fail_edge(context, side->batch, inserted, i, from, to);
out:
    return status;
}

/* ---- the version ---- */

static mg_status edit_out(mg_context *context, mg_cuda *cuda, mg_edit_side *side) {
    mg_status status;
    MG_TRY(mg__cuda_edit_side(context, cuda, side));
    if (side->found.bad_insert != UINT64_MAX || side->found.bad_remove != UINT64_MAX) {
        return fail_edge(context, cuda, side);
    }
    if (side->batch->edits->strict && side->found.missing) {
        return mg__edit_fail_missing(context, side->batch, (mg_vertex)(side->found.first_missing >> 32),
                                     (mg_vertex)side->found.first_missing);
    }
out:
    return status;
}

/* Both directions of a directed graph if the old version has both here. */
static mg_status edit_sides(mg_context *context, mg_cuda *cuda, const mg_edit_batch *batch, const mg_graph_edits *edits,
                            mg_device_graph *made, mg_edit_found *found) {
    const mg_graph *g = batch->graph;
    mg_device_need need = {.weights = g->weight_type, .arrays_only = true};
    mg_device_graph *old = NULL;
    mg_status status;
    MG_TRY(mg__device_graph(context, cuda, g, &need, &old));
    need.in = g->directed && old->side[1].offsets;
    MG_TRY(mg__device_graph(context, cuda, g, &need, &old));
    for (int i = 0; i <= need.in; i++) {
        mg_edit_side side = {
            .batch = batch, .edits = *edits, .incoming = i, .old_wide = old->wide, .old = &old->side[i]};
        status = edit_out(context, cuda, &side);
        made->side[i] = side.made;
        if (status < 0) {
            goto out;
        }
        made->wide = side.wide;
        *found = i ? *found : side.found;
    }
out:
    return status;
}

static mg_status make_version(mg_context *context, const mg_edit_batch *batch, const mg_edit_found *found,
                              mg_graph **version) {
    const mg_graph *g = batch->graph;
    mg_graph known = {.arcs = g->arcs - found->removed + found->inserted,
                      .directed = g->directed,
                      .weight_type = g->weight_type,
                      .check = mg__cuda_fetch_rows,
                      .count = mg__cuda_count_rows};
    mg_status status;
    MG_TRY(mg__edit_vertices(context, batch, &known));
    status = mg__graph_attach(context, &known, version);
    if (status < 0) {
        mg__release(&context->memory, known.ids);
    }
out:
    return status;
}

mg_status mg__cuda_edit_graph(mg_context *context, const mg_edit_batch *batch, mg_edit_counts *counts, double *seconds,
                              mg_graph **version) {
    mg_status status;
    mg_cuda *cuda = NULL;
    mg_device_graph *made = NULL;
    mg_graph_edits edits;
    mg_edit_found found = {0};
    void *copies[LISTS] = {NULL};
    MG_TRY(mg__cuda_open(context, &cuda));
    if (batch->edits->insert_count > MOST_EDGES || batch->edits->remove_count > MOST_EDGES) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "mg_graph_edit: on a GPU a batch has at most %llu edges",
                        (unsigned long long)MOST_EDGES);
    }
    MG_TRY(MG_ALLOC_ZEROED(context, made, 1, "the graph on the device"));
    made->memory = context->memory;
    made->ordinal = cuda->ordinal;
    *seconds = 0;
    MG_TRY(mg__device_clock_start(context, cuda));
    MG_TRY(bring(context, cuda, batch, copies, &edits));
    MG_TRY(edit_sides(context, cuda, batch, &edits, made, &found));
    MG_TRY(mg__device_clock_stop(context, cuda, WHAT, seconds));
    MG_TRY(make_version(context, batch, &found, version));
    mg__device_graph_adopt(*version, made);
    made = NULL;
    *counts = (mg_edit_counts){.inserted = found.inserted, .removed = found.removed, .missing = found.missing};
out:
    for (int i = 0; cuda && i < LISTS; i++) {
        mg__cuda_release(cuda, copies[i]);
    }
    if (made) {
        mg__device_graph_release(made);
    }
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * value_lists.c: a part reads, in its columns, values of vertices that other parts own. For each pair of parts this is
 * a list in the order of the reader's columns: the owner knows where the values lie in its x, the reader where they go
 * in its own.
 */
#include "core/cuda/multi/value_lists.h"

#include "core/cuda/multi/communicator.h"
#include "core/cuda/multi/exchange.h"

#include <string.h>

void mg__value_lists_free(mg_value_lists *lists) {
    for (int i = 0; i < MG_TEAM_MAX; i++) {
        cudaFree(lists->sent_place[i]);
    }
    cudaFree(lists->received_place);
    cudaFree(lists->degree);
    cudaFree(lists->tile);
    cudaFree(lists->share_tile);
    *lists = (mg_value_lists){0};
}

/* What a part reads of the others: their vertices and where their values go, by owner. Filled up to multiples of four
 * with vertex 0 and MG_NO_PLACE. */
typedef struct reads {
    uint64_t from[MG_TEAM_MAX + 1]; /* prefix sums of the numbers by owner */
    uint32_t *vertex, *place;       /* host memory */
} reads;

static void release_reads(mg_context *context, reads *r) {
    mg__release(&context->memory, r->vertex);
    mg__release(&context->memory, r->place);
}

/* Sorts the columns of part `own` by owner, in column order. */
static mg_status find_reads(mg_context *context, mg_team_member *m, const mg_team_parts *parts, uint32_t own,
                            const mg_panels *layout, reads *r) {
    mg_status status = MG_OK;
    uint32_t *order = NULL;
    uint64_t at[MG_TEAM_MAX] = {0};
    MG_TRY(MG_ALLOC(context, order, (uint64_t)layout->columns + 1, "lists of an exchange"));
    MG_TEAM_TRY(context, m,
                mg__cuda_download(m->context, m->cuda, order, layout->order, (size_t)layout->columns * sizeof *order));
    for (uint32_t c = 0; c < layout->columns; c++) {
        r->from[mg__team_owner(parts, order[c]) + 1]++;
    }
    r->from[own + 1] = 0;
    for (uint32_t p = 0; p < parts->count; p++) {
        r->from[p + 1] = r->from[p] + (r->from[p + 1] + 3) / 4 * 4;
        at[p] = r->from[p];
    }
    MG_TRY(MG_ALLOC_ZEROED(context, r->vertex, r->from[parts->count] + 1, "lists of an exchange"));
    MG_TRY(MG_ALLOC(context, r->place, r->from[parts->count] + 1, "lists of an exchange"));
    memset(r->place, 0xff, (size_t)r->from[parts->count] * sizeof *r->place); /* MG_NO_PLACE */
    for (uint32_t c = 0; c < layout->columns; c++) {
        const uint32_t owner = mg__team_owner(parts, order[c]);
        if (owner != own) {
            r->place[at[owner]] = mg_place_of(c);
            r->vertex[at[owner]++] = order[c];
        }
    }
out:
    mg__release(&context->memory, order);
    return status;
}

static mg_status keep_list(mg_team_member *m, const uint32_t *list, uint64_t count, uint32_t **kept) {
    mg_status status = MG_OK;
    void *block = NULL;
    MG_TRY(mg__cuda_keep(m->context, &block, (count + 1) * sizeof *list, "lists of an exchange"));
    *kept = block;
    MG_TRY(mg__cuda_upload(m->context, m->cuda, block, list, (size_t)count * sizeof *list));
out:
    return status;
}

/* The places here of the values that every part reads of this one; degrees by row. */
static mg_status make_sent(mg_team_member *m, const mg_team_part *part, const mg_panels_built *built, const reads *r,
                           uint32_t parts, uint32_t own, mg_value_lists *lists) {
    mg_status status = MG_OK;
    const uint32_t n = part->graph->n;
    const bool wide = part->graph->arcs > m->cuda->tuning.narrow_arcs;
    void *place = NULL, *degree = NULL;
    MG_TRY(mg__cuda_get(m->context, m->cuda, &place, (uint64_t)n * sizeof(uint32_t), "lists of an exchange"));
    MG_CUDA_TRY(m->context,
                mg__launch_places(built->layout.order, n, built->layout.columns, (uint32_t)mg__panels_rest(built),
                                  place, m->cuda->stream),
                "lists of an exchange");
    for (uint32_t p = 0; p < parts; p++) {
        lists->sent_count[p] = r[p].from[own + 1] - r[p].from[own];
        MG_TRY(keep_list(m, r[p].vertex + r[p].from[own], lists->sent_count[p], &lists->sent_place[p]));
        MG_CUDA_TRY(m->context, mg__launch_look_up(place, lists->sent_place[p], lists->sent_count[p], m->cuda->stream),
                    "lists of an exchange");
    }
    MG_TRY(mg__cuda_keep(m->context, &degree, ((uint64_t)n + 4) * sizeof(uint32_t), "degrees"));
    lists->degree = degree;
    MG_CUDA_TRY(m->context,
                mg__launch_degrees(part->out_offsets, wide, built->layout.order, n, lists->degree, m->cuda->stream),
                "degrees");
    MG_CUDA_TRY(m->context, cudaStreamSynchronize(m->cuda->stream), "lists of an exchange");
out:
    mg__cuda_release(m->cuda, place);
    return status;
}

static mg_status make_received(mg_team_member *m, const reads *r, uint32_t parts, mg_value_lists *lists) {
    lists->received_count = r->from[parts];
    for (uint32_t p = 0; p < parts; p++) {
        lists->inbox_from[p] = r->from[p];
    }
    return keep_list(m, r->place, lists->received_count, &lists->received_place);
}

static bool are_made(const mg_team_parts *parts, uint32_t at, const mg_panels_built *const *built) {
    bool made = true;
    for (uint32_t i = parts->begin; i < parts->end; i++) {
        made = made && parts->part[i].lists[at].built == built[i];
    }
    return made;
}

/* Ranks tell each other what they read. */
static mg_status share_reads(mg_context *context, const mg_team *team, mg_status status, reads *r) {
    mg_ranks *const ranks = team->communicator->ranks;
    const uint32_t count = team->count, own = team->begin;
    uint64_t from[MG_TEAM_MAX * (MG_TEAM_MAX + 1)];
    size_t offsets[MG_TEAM_MAX + 1] = {0};
    uint32_t *all = NULL;
    MG_TRY(mg__ranks_gather(context, ranks, status, r[own].from, (count + 1) * sizeof *from, from));
    for (uint32_t p = 0; p < count; p++) {
        memcpy(r[p].from, from + (size_t)p * (count + 1), (count + 1) * sizeof *from);
        offsets[p + 1] = offsets[p] + r[p].from[count] * sizeof *all;
    }
    status = MG_ALLOC(context, all, offsets[count] / sizeof *all + 1, "lists of an exchange");
    MG_TRY(mg__ranks_gather_ranges(context, ranks, status, r[own].vertex, all, offsets));
    for (uint32_t p = 0; p < count; p++) {
        const uint64_t bytes = offsets[p + 1] - offsets[p];
        if (p != own) {
            MG_TRY(mg__alloc(context, (void **)&r[p].vertex, bytes + 1, 1, "lists of an exchange"));
            memcpy(r[p].vertex, (const char *)all + offsets[p], bytes);
        }
    }
out:
    mg__release(&context->memory, all);
    return status;
}

static mg_status find_all_reads(mg_context *context, mg_team *team, const mg_team_parts *parts,
                                const mg_panels_built *const *built, reads *r) {
    mg_status status = MG_OK;
    for (uint32_t i = parts->begin; i < parts->end && status >= 0; i++) {
        status = mg__team_use(&team->member[i]);
        status = status < 0 ? status : find_reads(context, &team->member[i], parts, i, &built[i]->layout, &r[i]);
    }
    return team->communicator ? share_reads(context, team, status, r) : status;
}

static mg_status make_lists(mg_context *context, mg_team *team, mg_team_parts *parts, uint32_t at,
                            const mg_panels_built *const *built, const reads *r) {
    mg_status status = MG_OK;
    for (uint32_t i = parts->begin; i < parts->end; i++) {
        mg_team_member *const m = &team->member[i];
        mg_value_lists *const lists = &parts->part[i].lists[at];
        MG_TRY(mg__team_use(m));
        mg__value_lists_free(lists);
        MG_TEAM_TRY(context, m, make_received(m, &r[i], parts->count, lists));
        MG_TEAM_TRY(context, m, make_sent(m, &parts->part[i], built[i], r, parts->count, i, lists));
        MG_TEAM_TRY(context, m, mg__own_tiles(m, &parts->part[i], built[i], lists));
    }
    for (uint32_t i = parts->begin; i < parts->end; i++) {
        parts->part[i].lists[at].built = built[i];
    }
out:
    return status;
}

mg_status mg__team_lists(mg_context *context, mg_team *team, mg_team_parts *parts, uint32_t at,
                         const mg_panels_built *const *built) {
    mg_status status = MG_OK;
    reads r[MG_TEAM_MAX] = {0};
    bool missing = !are_made(parts, at, built);
    MG_TRY(mg__team_any(context, team, MG_OK, &missing)); /* then all make theirs */
    if (missing) {
        MG_TRY(find_all_reads(context, team, parts, built, r));
        MG_TRY(make_lists(context, team, parts, at, built, r));
    }
out:
    for (uint32_t i = 0; i < parts->count; i++) {
        release_reads(context, &r[i]);
    }
    return status;
}

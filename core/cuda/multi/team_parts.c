/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/multi/team_parts.h"

#include "core/cuda/multi/value_lists.h"
#include "core/parts/partition.h"
#include "core/stage_clock.h"

static void release_part(mg_team_part *p) {
    if (p->graph) {
        cudaSetDevice(p->ordinal);
        cudaDeviceSynchronize(); /* cudaFree does not wait for users of memory from a pool */
        cudaFree(p->out_offsets);
        for (int i = 0; i < MG_LAYOUTS_MAX; i++) {
            mg__value_lists_free(&p->lists[i]);
        }
        mg_graph_destroy(p->graph);
        *p = (mg_team_part){.ordinal = p->ordinal};
    }
}

static void release_parts(void *made) {
    for (mg_team_parts *parts = made; parts;) {
        mg_team_parts *const next = parts->next;
        const mg_allocator memory = parts->memory;
        for (uint32_t i = 0; i < parts->count; i++) {
            release_part(&parts->part[i]);
            mg_graph_destroy(parts->copy[i]);
        }
        mg__release(&memory, parts);
        parts = next;
    }
}

/* Are these the parts for the team? */
static bool are_for(const mg_team_parts *parts, const mg_team *team) {
    bool same = parts->rank == team->communicator && parts->count == team->count && parts->begin == team->begin &&
                parts->end == team->end;
    for (uint32_t i = team->begin; same && i < team->end; i++) {
        same = parts->part[i].ordinal == team->member[i].cuda->ordinal;
    }
    return same;
}

/* The offsets of the whole graph's out-edges, in the width of the part's kernels. Only differences of neighbours are
 * used, so 32 bits may wrap around. */
static mg_status upload_offsets(mg_team_member *m, const mg_graph *whole, mg_team_part *p) {
    mg_status status = MG_OK;
    const bool wide = p->graph->arcs > m->cuda->tuning.narrow_arcs;
    const uint64_t rows = (uint64_t)whole->n + 1;
    MG_TRY(mg__cuda_keep(m->context, &p->out_offsets, rows * (wide ? 8 : 4), "the graph's degrees"));
    p->part.out_offsets = p->out_offsets;
    if (wide) {
        MG_TRY(mg__cuda_upload(m->context, m->cuda, p->out_offsets, whole->out.offsets, rows * 8));
    } else {
        MG_TRY(mg__cuda_upload_narrow(m->context, m->cuda, p->out_offsets, whole->out.offsets, rows));
    }
    MG_CUDA_TRY(m->context, cudaStreamSynchronize(m->cuda->stream), "uploading the graph");
out:
    return status;
}

static void set_vertices(const mg_graph *whole, const mg_partition *partition, uint32_t i, mg_team_part *p) {
    p->part.undirected = !whole->directed;
    if (partition->first[i] < partition->first[i + 1]) { /* else 0 and 0: no word of a bitmap, not that of vertex n */
        p->part.own_begin = partition->first[i];
        p->part.own_end = partition->first[i + 1];
    }
}

static mg_status make_part(mg_context *context, mg_team_member *m, const mg_graph *whole, const mg_partition *partition,
                           uint32_t i, mg_team_part *p) {
    mg_status status = MG_OK;
    MG_TRY(mg__part_graph(context, whole, partition, i, &p->graph));
    MG_TRY(mg__team_use(m));
    MG_TEAM_TRY(context, m, upload_offsets(m, whole, p));
out:
    return status;
}

static mg_status cut(mg_context *context, mg_team *team, const mg_graph *graph, mg_team_parts *parts) {
    MG_STAGE(context, MG_STAGE_ROWS);
    mg_status status = MG_OK;
    mg_partition partition = {0};
    MG_TRY(mg__partition_make(context, graph, MG_PARTITION_BLOCK, team->count, &partition));
    MG_TRY(mg__partition_align(context, &partition, 32)); /* no word of a bitmap belongs to two parts */
    for (uint32_t i = 0; i < team->count; i++) {
        set_vertices(graph, &partition, i, &parts->part[i]);
    }
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(make_part(context, &team->member[i], graph, &partition, i, &parts->part[i]));
        mg__log(context, MG_LOG_DEBUG, "GPU %d: vertices %u to %u and %llu arcs to them", parts->part[i].ordinal,
                parts->part[i].part.own_begin, parts->part[i].part.own_end,
                (unsigned long long)parts->part[i].graph->arcs);
    }
    parts->cut = true;
out:
    for (uint32_t i = 0; status < 0 && i < team->count; i++) {
        release_part(&parts->part[i]);
    }
    mg__partition_release(&partition);
    return status;
}

/* What is kept with the graph for this team. That for another one stays, since a run may use it. The caller holds the
 * lock. */
static mg_status find(mg_context *context, const mg_team *team, mg_graph *graph, mg_team_parts **parts) {
    mg_status status = MG_OK;
    mg_team_parts *known = graph->parts, *made = NULL;
    while (known && !are_for(known, team)) {
        known = known->next;
    }
    if (!known) {
        MG_TRY(MG_ALLOC_ZEROED(context, made, 1, "the parts of a graph"));
        made->memory = context->memory;
        made->rank = team->communicator;
        made->count = team->count;
        made->begin = team->begin;
        made->end = team->end;
        for (uint32_t i = team->begin; i < team->end; i++) {
            made->part[i].ordinal = team->member[i].cuda->ordinal;
        }
        made->next = graph->parts;
        graph->parts = known = made;
        graph->parts_release = release_parts;
    }
    *parts = known;
out:
    return status;
}

mg_status mg__team_parts(mg_context *context, mg_team *team, const mg_graph *graph, mg_team_parts **parts) {
    mg_status status = MG_OK;
    mg_graph *const shared = (mg_graph *)graph; /* what is built on demand changes under a lock */
    pthread_mutex_lock(&shared->device_lock);
    MG_TRY(find(context, team, shared, parts));
    MG_TRY((*parts)->cut ? MG_OK : cut(context, team, graph, *parts));
out:
    pthread_mutex_unlock(&shared->device_lock);
    return status;
}

mg_status mg__team_copy(mg_context *context, mg_team *team, const mg_graph *graph, uint32_t member,
                        const mg_graph **copy) {
    mg_status status = MG_OK;
    mg_graph *const shared = (mg_graph *)graph; /* what is built on demand changes under a lock */
    mg_team_parts *parts = NULL;
    status = mg_graph_check(context, graph); /* a copy has the rows of the host */
    if (status < 0) {
        return status;
    }
    pthread_mutex_lock(&shared->device_lock);
    MG_TRY(find(context, team, shared, &parts));
    if (!parts->copy[member]) {
        MG_TRY(mg__graph_view(context, graph, &parts->copy[member]));
    }
    *copy = parts->copy[member];
out:
    pthread_mutex_unlock(&shared->device_lock);
    return status;
}

uint32_t mg__team_owner(const mg_team_parts *parts, mg_vertex v) {
    uint32_t i = 0;
    while (v >= parts->part[i].part.own_end) {
        i++;
    }
    return i;
}

void mg__team_offsets(const mg_team_parts *parts, uint32_t vertices, size_t size, uint64_t *offsets) {
    offsets[0] = 0;
    for (uint32_t i = 0; i < parts->count; i++) {
        const mg_vertex begin = parts->part[i].part.own_begin, end = parts->part[i].part.own_end;
        offsets[i + 1] = begin < end ? ((uint64_t)end + vertices - 1) / vertices * size : offsets[i];
    }
}

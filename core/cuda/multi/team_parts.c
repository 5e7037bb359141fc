/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/multi/team_parts.h"

#include "core/cuda/multi/communicator.h"
#include "core/cuda/multi/value_lists.h"
#include "core/parts/rank_parts.h"
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

/* Frees the parts and their partition; the next run makes them again. */
static void release_cut(mg_team_parts *parts) {
    for (uint32_t i = 0; i < parts->count; i++) {
        release_part(&parts->part[i]);
    }
    mg__partition_release(&parts->partition);
    parts->cut = parts->search_failed = false;
}

static void release_one(mg_team_parts *parts) {
    const mg_allocator memory = parts->memory;
    release_cut(parts);
    for (uint32_t i = 0; i < parts->count; i++) {
        mg_graph_destroy(parts->copy[i]);
    }
    mg__parts_owner_leave(parts->owner);
    mg__release(&memory, parts);
}

static void release_parts(void *made) {
    for (mg_team_parts *parts = made; parts;) {
        mg_team_parts *const next = parts->next;
        release_one(parts);
        parts = next;
    }
}

static mg_parts_owner *owner_of(const mg_team *team) {
    return team->communicator ? team->communicator->owner : NULL;
}

/* Did a communicator make them that is gone? Then nobody uses them. */
static bool are_left(const mg_team_parts *parts) {
    return parts->owner && __atomic_load_n(&parts->owner->ended, __ATOMIC_ACQUIRE);
}

/* Can another communicator take them over? METIS may cut differently for each, and ranks must not mix two cuts. */
static bool are_equal_for_all(const mg_team_parts *parts) {
    return parts->kind != MG_PARTITION_METIS;
}

/* Are these the parts for the team? */
static bool are_for(const mg_team_parts *parts, const mg_team *team, mg_partition_kind kind) {
    bool same =
        (parts->owner == owner_of(team) || (team->communicator && are_left(parts) && are_equal_for_all(parts))) &&
        parts->kind == kind && parts->count == team->count && parts->begin == team->begin && parts->end == team->end;
    for (uint32_t i = team->begin; same && i < team->end; i++) {
        same = parts->part[i].ordinal == team->member[i].cuda->ordinal;
    }
    return same;
}

/* Drops what no rank of this team takes over: of another number of ranks, or cut in another way. */
static mg_status drop_left(mg_team *team, mg_partition_kind kind, mg_graph *graph) {
    for (mg_team_parts **at = (mg_team_parts **)&graph->parts; *at;) {
        mg_team_parts *const parts = *at;
        if (are_left(parts) && (parts->count != team->count || parts->kind != kind || !are_equal_for_all(parts))) {
            *at = parts->next;
            release_one(parts);
        } else {
            at = &parts->next;
        }
    }
    return mg__team_use(&team->member[team->begin]);
}

/* The offsets of the whole graph's out-edges, in the width of the part's kernels. Only differences of neighbours are
 * used, so 32 bits may wrap around. */
static mg_status upload_offsets(mg_team_member *m, mg_vertex n, const uint64_t *offsets, mg_team_part *p) {
    mg_status status = MG_OK;
    const bool wide = p->graph->arcs > m->cuda->tuning.narrow_arcs;
    const uint64_t rows = (uint64_t)n + 1;
    MG_TRY(mg__cuda_keep(m->context, &p->out_offsets, rows * (wide ? 8 : 4), "the graph's degrees"));
    p->part.out_offsets = p->out_offsets;
    if (wide) {
        MG_TRY(mg__cuda_upload(m->context, m->cuda, p->out_offsets, offsets, rows * 8));
    } else {
        MG_TRY(mg__cuda_upload_narrow(m->context, m->cuda, p->out_offsets, offsets, rows));
    }
    MG_CUDA_TRY(m->context, cudaStreamSynchronize(m->cuda->stream), "uploading the graph");
out:
    return status;
}

/* The offsets of rows in the numbering of the partition. */
static mg_status number_offsets(mg_context *context, const mg_graph *whole, const mg_partition *partition,
                                uint64_t **made) {
    const uint64_t *const offsets = whole->out.offsets;
    const mg_status status = MG_ALLOC(context, *made, (uint64_t)whole->n + 1, "the graph's degrees");
    uint64_t end = 0;
    for (mg_vertex i = 0; status >= 0 && i < whole->n; i++) {
        const mg_vertex v = partition->order[i];
        (*made)[i] = end;
        end += offsets[v + 1] - offsets[v];
        (*made)[i + 1] = end;
    }
    return status;
}

static void set_vertices(const mg_graph *whole, const mg_partition *partition, uint32_t i, mg_team_part *p) {
    p->part.undirected = !whole->directed;
    p->part.own_begin = p->part.own_end = 0;             /* a cut before may have left others */
    if (partition->first[i] < partition->first[i + 1]) { /* else 0 and 0: no word of a bitmap, not that of vertex n */
        p->part.own_begin = partition->first[i];
        p->part.own_end = partition->first[i + 1];
    }
}

static mg_status make_part(mg_context *context, mg_team_member *m, const mg_graph *whole, const mg_partition *partition,
                           uint32_t i, mg_team_part *p) {
    mg_status status = MG_OK;
    uint64_t *offsets = NULL;
    MG_TRY(mg__part_graph(context, whole, partition, i, &p->graph));
    MG_TRY(partition->order ? number_offsets(context, whole, partition, &offsets) : MG_OK);
    MG_TRY(mg__team_use(m));
    MG_TEAM_TRY(context, m, upload_offsets(m, whole->n, offsets ? offsets : whole->out.offsets, p));
out:
    mg__release(&context->memory, offsets);
    return status;
}

/* Takes the partition over. */
static mg_status cut(mg_context *context, mg_team *team, const mg_graph *graph, mg_partition *partition,
                     mg_team_parts *parts) {
    MG_STAGE(context, MG_STAGE_ROWS);
    mg_status status = MG_OK;
    parts->partition = *partition;
    *partition = (mg_partition){.memory = context->memory};
    for (uint32_t i = 0; i < team->count; i++) {
        set_vertices(graph, &parts->partition, i, &parts->part[i]);
    }
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(make_part(context, &team->member[i], graph, &parts->partition, i, &parts->part[i]));
        mg__log(context, MG_LOG_DEBUG, "GPU %d: partition %s, vertices %u to %u and %llu arcs to them",
                parts->part[i].ordinal, mg_partition_name(parts->partition.kind), parts->part[i].part.own_begin,
                parts->part[i].part.own_end, (unsigned long long)parts->part[i].graph->arcs);
    }
    parts->cut = true;
out:
    if (status < 0) {
        release_cut(parts);
    }
    return status;
}

/* The partition of a team; of ranks that of the first one, which makes it. */
static mg_status get_partition(mg_context *context, const mg_team *team, const mg_graph *graph, mg_partition_kind kind,
                               mg_partition *p) {
    mg_status status = MG_OK;
    mg_ranks *const ranks = team->communicator ? team->communicator->ranks : NULL;
    const double timeout = ranks ? ranks->timeout : 0.0;
    *p = (mg_partition){.memory = context->memory, .parts = team->count, .n = graph->n};
    if (!ranks || ranks->rank == 0) {
        status = mg__partition_make(context, graph, kind, team->count, p);
    }
    if (ranks) { /* where this fails, the limit of time is off up to the end of the task */
        ranks->timeout = 0.0;
        MG_TRY(mg__rank_share_partition(context, ranks, status, p));
        ranks->timeout = timeout;
    }
    MG_TRY(status);
    MG_TRY(mg__partition_align(context, p, 32)); /* no word of a bitmap belongs to two parts */
out:
    return status;
}

static void adopt(const mg_team *team, mg_team_parts *parts) {
    mg_parts_owner *const owner = owner_of(team);
    if (parts->owner != owner) {
        mg__parts_owner_leave(parts->owner);
        parts->owner = owner;
        __atomic_add_fetch(&owner->users, 1, __ATOMIC_RELAXED);
    }
}

/* What is kept with the graph for this team. That for another one stays, since a run may use it. The caller holds the
 * lock. */
static mg_status find(mg_context *context, mg_team *team, mg_partition_kind kind, mg_graph *graph,
                      mg_team_parts **parts) {
    mg_status status = MG_OK;
    mg_team_parts *made = NULL;
    MG_TRY(drop_left(team, kind, graph));
    mg_team_parts *known = graph->parts;
    while (known && !are_for(known, team, kind)) {
        known = known->next;
    }
    if (!known) {
        MG_TRY(MG_ALLOC_ZEROED(context, made, 1, "the parts of a graph"));
        made->memory = context->memory;
        made->kind = kind;
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
    adopt(team, known);
    *parts = known;
out:
    return status;
}

mg_status mg__team_any(mg_context *context, const mg_team *team, mg_status status, bool *any) {
    double sum = *any;
    if (team->communicator) {
        MG_TRY(mg__ranks_sum(context, team->communicator->ranks, status, &sum, 1));
        *any = sum > 0.0;
    }
out:
    return status;
}

/* The lock is not held while ranks wait for each other: those that are threads share the graph. */
static mg_status parts_of_rank(mg_context *context, mg_team *team, mg_graph *graph, mg_partition_kind kind,
                               mg_team_parts **parts) {
    mg_partition partition = {.memory = context->memory};
    pthread_mutex_lock(&graph->device_lock);
    mg_status status = find(context, team, kind, graph, parts);
    pthread_mutex_unlock(&graph->device_lock);
    bool missing = status >= 0 && !(*parts)->cut;
    MG_TRY(mg__team_any(context, team, status, &missing));
    if (missing) { /* what some have is of another partition than METIS would make now, and is not kept if that fails */
        pthread_mutex_lock(&graph->device_lock);
        release_cut(*parts);
        pthread_mutex_unlock(&graph->device_lock);
        MG_TRY(get_partition(context, team, graph, kind, &partition));
        pthread_mutex_lock(&graph->device_lock);
        status = cut(context, team, graph, &partition, *parts);
        pthread_mutex_unlock(&graph->device_lock);
    }
out:
    mg__partition_release(&partition);
    return status;
}

static mg_status parts_of_devices(mg_context *context, mg_team *team, mg_graph *graph, mg_partition_kind kind,
                                  mg_team_parts **parts) {
    mg_status status = MG_OK;
    mg_partition partition = {.memory = context->memory};
    pthread_mutex_lock(&graph->device_lock);
    MG_TRY(find(context, team, kind, graph, parts));
    if (!(*parts)->cut) {
        MG_TRY(get_partition(context, team, graph, kind, &partition));
        MG_TRY(cut(context, team, graph, &partition, *parts));
    }
out:
    pthread_mutex_unlock(&graph->device_lock);
    mg__partition_release(&partition);
    return status;
}

mg_status mg__team_parts(mg_context *context, mg_team *team, const mg_graph *graph, mg_partition_kind kind,
                         mg_team_parts **parts) {
    mg_graph *const shared = (mg_graph *)graph; /* what is built on demand changes under a lock */
    return team->communicator ? parts_of_rank(context, team, shared, kind, parts)
                              : parts_of_devices(context, team, shared, kind, parts);
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
    MG_TRY(find(context, team, MG_PARTITION_BLOCK, shared, &parts));
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

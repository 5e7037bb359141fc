/* SPDX-License-Identifier: Apache-2.0 */
#include "core/parts/partition.h"

#include "core/graph/graph_build.h"
#include "core/order/order.h"
#include "core/stage_clock.h"

#include <assert.h>

static const char *const names[] = {"auto", "block", "degree", "metis"};

const char *mg_partition_name(mg_partition_kind kind) {
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

/* Prefix sums over pieces of an array, whose elements from 1 on are counts; element 0 is 0. */
static void prefix_sums(uint64_t *sums, mg_vertex n, int pieces, uint64_t *before) {
#pragma omp parallel for num_threads(pieces) schedule(static, 1)
    for (int piece = 0; piece < pieces; piece++) {
        const uint64_t end = mg__chunk_begin(n, pieces, piece + 1);
        before[piece] = 0;
        for (uint64_t i = mg__chunk_begin(n, pieces, piece); i < end; i++) {
            before[piece] += sums[i + 1];
        }
    }
    uint64_t total = 0;
    for (int piece = 0; piece < pieces; piece++) {
        const uint64_t size = before[piece];
        before[piece] = total;
        total += size;
    }
#pragma omp parallel for num_threads(pieces) schedule(static, 1)
    for (int piece = 0; piece < pieces; piece++) {
        const uint64_t end = mg__chunk_begin(n, pieces, piece + 1);
        uint64_t sum = before[piece];
        for (uint64_t i = mg__chunk_begin(n, pieces, piece); i < end; i++) {
            sums[i + 1] = sum += sums[i + 1];
        }
    }
}

/* Prefix sums of the in-degrees: of an undirected graph its offsets, else *made. */
static mg_status in_offsets(mg_context *context, const mg_graph *graph, uint64_t **made, const uint64_t **offsets) {
    mg_status status = MG_OK;
    uint64_t *before = NULL;
    *offsets = graph->out.offsets;
    if (!graph->directed) {
        return MG_OK;
    }
    MG_TRY(MG_ALLOC_ZEROED(context, *made, (uint64_t)graph->n + 1, "in-degrees"));
    MG_TRY(MG_ALLOC(context, before, (uint64_t)context->threads, "in-degrees"));
    uint64_t *const count = *made + 1;
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t a = 0; a < graph->arcs; a++) {
        __atomic_fetch_add(&count[graph->out.neighbours[a]], 1, __ATOMIC_RELAXED);
    }
    prefix_sums(*made, graph->n, context->threads, before);
    *offsets = *made;
out:
    mg__release(&context->memory, before);
    return status;
}

/* Consecutive blocks of equal work. */
static void cut_blocks(const uint64_t *offsets, mg_partition *p) {
    const uint64_t total = offsets[p->n] + MG_PART_VERTEX_COST * (uint64_t)p->n;
    for (uint32_t part = 0; part <= p->parts; part++) {
        const uint64_t wanted = (uint64_t)((unsigned __int128)total * part / p->parts);
        mg_vertex low = part ? p->first[part - 1] : 0, high = p->n;
        while (low < high) {
            const mg_vertex middle = low + (high - low) / 2;
            if (offsets[middle] + MG_PART_VERTEX_COST * (uint64_t)middle < wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        p->first[part] = low;
    }
    assert(p->first[0] == 0 && p->first[p->parts] == p->n);
}

uint32_t mg__part_of(const mg_partition *partition, mg_vertex index) {
    assert(index < partition->n);
    uint32_t low = 0, high = partition->parts - 1; /* the last part that begins at or before the index */
    while (low < high) {
        const uint32_t middle = high - (high - low) / 2;
        if (partition->first[middle] <= index) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* The numbers of the vertices of one piece, or their counts. */
typedef struct numbering {
    const uint32_t *part;
    mg_partition *partition;
    mg_vertex *next; /* pieces * parts: number of vertices, then the next index */
} numbering;

static void count_piece(const numbering *g, int pieces, int piece) {
    mg_vertex *const count = g->next + (size_t)piece * g->partition->parts;
    const mg_vertex end = (mg_vertex)mg__chunk_begin(g->partition->n, pieces, piece + 1);
    for (mg_vertex v = (mg_vertex)mg__chunk_begin(g->partition->n, pieces, piece); v < end; v++) {
        assert(g->part[v] < g->partition->parts);
        count[g->part[v]]++;
    }
}

static void number_piece(const numbering *g, int pieces, int piece) {
    mg_vertex *const next = g->next + (size_t)piece * g->partition->parts;
    const mg_vertex end = (mg_vertex)mg__chunk_begin(g->partition->n, pieces, piece + 1);
    for (mg_vertex v = (mg_vertex)mg__chunk_begin(g->partition->n, pieces, piece); v < end; v++) {
        const mg_vertex index = next[g->part[v]]++;
        g->partition->index[v] = index;
        g->partition->order[index] = v;
    }
}

/* Numbers the vertices part by part. */
static mg_status number_parts(mg_context *context, const uint32_t *part, mg_partition *p) {
    const int pieces = context->threads;
    numbering g = {.part = part, .partition = p};
    mg_status status;
    MG_TRY(MG_ALLOC_ZEROED(context, g.next, (uint64_t)pieces * p->parts, "a partition"));
#pragma omp parallel for num_threads(pieces) schedule(static, 1)
    for (int piece = 0; piece < pieces; piece++) {
        count_piece(&g, pieces, piece);
    }
    mg_vertex total = 0;
    for (uint32_t k = 0; k < p->parts; k++) {
        p->first[k] = total;
        for (int piece = 0; piece < pieces; piece++) {
            mg_vertex *const here = &g.next[(size_t)piece * p->parts + k];
            const mg_vertex size = *here;
            *here = total;
            total += size;
        }
    }
    p->first[p->parts] = total;
#pragma omp parallel for num_threads(pieces) schedule(static, 1)
    for (int piece = 0; piece < pieces; piece++) {
        number_piece(&g, pieces, piece);
    }
out:
    mg__release(&context->memory, g.next);
    return status;
}

/* Renumbers the vertices by the parts that a kind finds. */
static mg_status cut_freely(mg_context *context, const mg_graph *graph, const uint64_t *offsets, mg_partition *p) {
    uint32_t *part = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, part, p->n, "a partition"));
    MG_TRY(MG_ALLOC(context, p->order, p->n, "a partition"));
    MG_TRY(MG_ALLOC(context, p->index, p->n, "a partition"));
    if (p->kind == MG_PARTITION_METIS) {
        MG_TRY(mg__metis_parts(context, graph, p->parts, MG_PART_VERTEX_COST, part));
    } else {
        MG_TRY(mg__deal_by_degree(context, p->n, offsets, p->parts, part));
    }
    MG_TRY(number_parts(context, part, p));
out:
    mg__release(&context->memory, part);
    return status;
}

static void count_arcs(const mg_context *context, const uint64_t *offsets, mg_partition *p) {
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (uint32_t k = 0; k < p->parts; k++) {
        p->arcs[k] = p->order ? 0 : offsets[p->first[k + 1]] - offsets[p->first[k]];
        for (mg_vertex i = p->order ? p->first[k] : p->first[k + 1]; i < p->first[k + 1]; i++) {
            p->arcs[k] += offsets[p->order[i] + 1] - offsets[p->order[i]];
        }
    }
}

mg_status mg__partition_make(mg_context *context, const mg_graph *graph, mg_partition_kind kind, uint32_t parts,
                             mg_partition *partition) {
    MG_STAGE(context, MG_STAGE_ORDER);
    uint64_t *made = NULL;
    const uint64_t *offsets;
    mg_status status;
    mg_partition p = {.memory = context->memory, .parts = parts, .n = graph->n};
    p.kind = kind == MG_PARTITION_AUTO ? MG_PARTITION_BLOCK : kind;
    if (parts == 0 || parts > MG_PARTS_MAX || (unsigned)kind > MG_PARTITION_METIS) {
        return mg__fail(context, MG_ERROR_INVALID, "a partition into %u parts: 1 to %d are possible, of a known kind",
                        parts, MG_PARTS_MAX);
    }
    MG_TRY(mg__progress(context, "partitioning", 0.0));
    MG_TRY(MG_ALLOC(context, p.first, (uint64_t)parts + 1, "a partition"));
    MG_TRY(MG_ALLOC(context, p.arcs, parts, "a partition"));
    MG_TRY(in_offsets(context, graph, &made, &offsets));
    cut_blocks(offsets, &p);
    if (p.kind != MG_PARTITION_BLOCK) {
        MG_TRY(cut_freely(context, graph, offsets, &p));
    }
    count_arcs(context, offsets, &p);
    MG_TRY(mg__progress(context, "partitioning", 1.0));
    *partition = p;
    p = (mg_partition){.memory = context->memory};
out:
    mg__release(&context->memory, made);
    mg__partition_release(&p);
    return status;
}

/* Makes the vertices of the parts ascend again. */
static mg_status order_parts(mg_context *context, mg_partition *p) {
    uint32_t *part = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, part, p->n, "a partition"));
    for (uint32_t k = 0; k < p->parts; k++) {
        for (mg_vertex i = p->first[k]; i < p->first[k + 1]; i++) {
            part[p->order[i]] = k;
        }
    }
    MG_TRY(number_parts(context, part, p));
out:
    mg__release(&context->memory, part);
    return status;
}

mg_status mg__partition_align(mg_context *context, mg_partition *partition, mg_vertex step) {
    for (uint32_t k = 0; k < partition->parts; k++) {
        const mg_vertex before = partition->first[k] / step * step;
        const mg_vertex nearest = partition->first[k] - before <= step / 2 ? before : before + step;
        partition->first[k] = k == 0 ? 0 : nearest < partition->n ? nearest : partition->n;
        partition->arcs[k] = MG_ARCS_UNKNOWN;
    }
    return partition->order ? order_parts(context, partition) : MG_OK;
}

void mg__partition_release(mg_partition *partition) {
    mg__release(&partition->memory, partition->first);
    mg__release(&partition->memory, partition->order);
    mg__release(&partition->memory, partition->index);
    mg__release(&partition->memory, partition->arcs);
    *partition = (mg_partition){.memory = partition->memory};
}

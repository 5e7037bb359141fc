/* SPDX-License-Identifier: Apache-2.0
 *
 * snapshot_in_edges.c: the in-edges of a directed graph in a snapshot of version 5: where they lie, how they are
 * written, and what is checked before they are used.
 */
#include "core/graph/graph_build.h"
#include "io/snapshot.h"
#include "io/writer.h"

#include <string.h>

#define ROWS 1024 /* that a thread takes at a time */

static uint64_t aligned(uint64_t bytes) {
    return (bytes + MG_SNAPSHOT_ALIGNMENT - 1) / MG_SNAPSHOT_ALIGNMENT * MG_SNAPSHOT_ALIGNMENT;
}

uint64_t mg__snapshot_place_in_edges(const mg_snapshot *s, mg_in_sections *in) {
    static const int like[] = {MG_SECTION_OFFSETS, MG_SECTION_NEIGHBOURS, MG_SECTION_WEIGHTS};
    const mg_section *const last = mg__snapshot_named(s) ? &s->names : &s->sections[MG_SECTION_IDS];
    uint64_t end = last->begin + aligned(last->size);
    for (int i = 0; i < 3; i++) {
        in->part[i] = (mg_section){.begin = end, .size = s->sections[like[i]].size};
        end += aligned(in->part[i].size);
    }
    return end;
}

mg_csr mg__snapshot_in_edges(const unsigned char *bytes, const mg_snapshot *s) {
    mg_in_sections in;
    mg__snapshot_place_in_edges(s, &in);
    return (mg_csr){.offsets = (uint64_t *)(bytes + in.part[0].begin),
                    .neighbours = (mg_vertex *)(bytes + in.part[1].begin),
                    .weights = in.part[2].size ? (void *)(bytes + in.part[2].begin) : NULL};
}

/* The hash of the hashes of the three arrays. */
static mg_status hash_arrays(mg_context *context, const mg_snapshot *s, const mg_in_sections *in, const mg_csr *csr,
                             uint64_t *hash) {
    mg_status status = MG_OK;
    const void *const arrays[] = {csr->offsets, csr->neighbours, csr->weights};
    uint64_t hashes[3];
    for (int i = 0; i < 3; i++) {
        MG_TRY(mg__snapshot_hash(context, s->version, arrays[i], in->part[i].size, &hashes[i]));
    }
    *hash = mg__snapshot_join(s->version, hashes, 3);
out:
    return status;
}

/* ---- checks ---- */

static bool row_is_sorted(const mg_csr *csr, mg_vertex n, mg_vertex v) {
    const uint64_t begin = csr->offsets[v], end = csr->offsets[v + 1];
    mg_vertex unsorted = 0;
    for (uint64_t a = begin + 1; a < end; a++) {
        unsorted |= csr->neighbours[a - 1] > csr->neighbours[a];
    }
    return begin == end || (!unsorted && csr->neighbours[end - 1] < n);
}

/* The sum of random numbers of a row's arcs, each by its source, its target and its weight. in: v is the target. */
static uint64_t sum_row(const mg_pair_key key[2], const mg_csr *csr, size_t weight_size, bool in, mg_vertex v) {
    uint64_t sum = 0;
    for (uint64_t a = csr->offsets[v]; a < csr->offsets[v + 1]; a++) {
        uint64_t number = mg__keyed_number(key[!in].vertex, csr->neighbours[a]);
        if (weight_size) {
            uint64_t bits = 0;
            memcpy(&bits, (const char *)csr->weights + a * weight_size, weight_size);
            number *= mg__keyed_number(key[0].weight, bits);
        }
        sum += number;
    }
    return sum * mg__keyed_number(key[in].vertex, v);
}

/* Offsets ascend and rows are sorted, and the arcs are those of the out-edges, whose check is over. */
static bool are_reverse(const mg_context *context, const mg_graph *g) {
    const mg_pair_key key[2] = {mg__pair_key(), mg__pair_key()};
    const size_t weight_size = g->out.weights ? mg__type_size(g->weight_type) : 0;
    const uint64_t *const offsets = g->in.offsets;
    bool valid = offsets[0] == 0 && offsets[g->n] == g->arcs;
    uint64_t difference = 0;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(&& : valid)
    for (mg_vertex v = 0; v < g->n; v++) {
        valid = valid && offsets[v] <= offsets[v + 1] && offsets[v + 1] <= g->arcs;
    }
    if (!valid) {
        return false;
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, ROWS) reduction(&& : valid)                   \
    reduction(+ : difference)
    for (mg_vertex v = 0; v < g->n; v++) {
        const bool sorted = row_is_sorted(&g->in, g->n, v);
        valid = valid && sorted;
        difference += sum_row(key, &g->in, weight_size, true, v) - sum_row(key, &g->out, weight_size, false, v);
    }
    return valid && difference == 0;
}

mg_status mg__snapshot_check_in_edges(mg_context *context, const mg_graph *graph) {
    const mg_snapshot *const s = graph->bytes;
    mg_in_sections in;
    uint64_t hash = 0;
    mg_status status = MG_OK;
    if (!mg__snapshot_has_in_edges(s)) {
        return MG_OK;
    }
    mg__snapshot_place_in_edges(s, &in);
    MG_TRY(hash_arrays(context, s, &in, &graph->in, &hash));
    if (hash != s->in_hash) {
        return mg__fail(context, MG_ERROR_FORMAT, "the snapshot's in-edges are damaged");
    }
    if (!are_reverse(context, graph)) {
        return mg__fail(context, MG_ERROR_FORMAT, "the snapshot's in-edges are not those of its out-edges");
    }
out:
    return status;
}

/* ---- writing ---- */

mg_status mg__snapshot_hash_in_edges(mg_context *context, const mg_adjacency *edges, mg_snapshot *s) {
    const mg_csr csr = {.offsets = (uint64_t *)edges->offsets, /* nobody writes to them */
                        .neighbours = (mg_vertex *)edges->neighbours,
                        .weights = (void *)edges->weights};
    mg_in_sections in;
    mg__snapshot_place_in_edges(s, &in);
    return hash_arrays(context, s, &in, &csr, &s->in_hash);
}

mg_status mg__snapshot_write_in_edges(mg_context *context, const mg_adjacency *edges, const mg_snapshot *s,
                                      mg_output *output) {
    static const unsigned char zeros[MG_SNAPSHOT_ALIGNMENT] = {0};
    const void *const arrays[] = {edges->offsets, edges->neighbours, edges->weights};
    mg_in_sections in;
    mg_status status = MG_OK;
    mg__snapshot_place_in_edges(s, &in);
    for (int i = 0; i < 3; i++) {
        MG_TRY(mg__progress(context, "writing", -1.0));
        if (in.part[i].size) {
            MG_TRY(mg__output_write(output, arrays[i], (size_t)in.part[i].size));
        }
        MG_TRY(mg__output_write(output, zeros, (size_t)(-in.part[i].size % MG_SNAPSHOT_ALIGNMENT)));
    }
out:
    return status;
}

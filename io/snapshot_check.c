/* SPDX-License-Identifier: Apache-2.0
 *
 * snapshot_check.c: checks the arrays of a snapshot in two passes: offsets and ids, then, by these, the rows. The
 * sections are hashed by the threads that reach them first, while the others check rows.
 */
#include "core/graph/graph_build.h"
#include "core/stage_clock.h"
#include "io/snapshot.h"

#include <math.h>
#include <string.h>

/* Rows that a thread takes at a time. */
#define ROWS 1024

/* Two sections that are hashed together, the pieces of the first one before those of the second one. */
typedef struct section_pair {
    const mg_snapshot *file;
    int section[2];
    uint64_t pieces[2];
    uint64_t *hashes; /* of all pieces */
} section_pair;

static mg_status pair_sections(mg_context *context, const mg_graph *g, int first, int second, section_pair *p) {
    *p = (section_pair){.file = g->bytes, .section = {first, second}};
    for (int i = 0; i < 2; i++) {
        p->pieces[i] = mg__snapshot_pieces(p->file->version, p->file->sections[p->section[i]].size);
    }
    return MG_ALLOC(context, p->hashes, p->pieces[0] + p->pieces[1], "hashes");
}

static void hash_piece(const section_pair *p, uint64_t piece) {
    const int i = piece >= p->pieces[0];
    const mg_section *const s = &p->file->sections[p->section[i]];
    p->hashes[piece] = mg__snapshot_hash_piece(p->file->version, (const unsigned char *)p->file + s->begin, s->size,
                                               piece - (i ? p->pieces[0] : 0));
}

/* The first of the two sections whose hash is wrong; NULL: neither. */
static const char *damaged_section(const section_pair *p) {
    static const char *const names[] = {"offsets", "neighbours", "weights", "ids"};
    const char *damaged = NULL;
    for (int i = 1; i >= 0; i--) {
        const uint64_t *const hashes = p->hashes + (i ? p->pieces[0] : 0);
        const bool differs =
            mg__snapshot_join(p->file->version, hashes, p->pieces[i]) != p->file->sections[p->section[i]].hash;
        damaged = differs ? names[p->section[i]] : damaged;
    }
    return damaged;
}

static mg_status report(mg_context *context, const char *section, bool valid) {
    if (section) {
        return mg__fail(context, MG_ERROR_FORMAT, "the snapshot's %s are damaged", section);
    }
    return valid ? MG_OK : mg__fail(context, MG_ERROR_FORMAT, "the snapshot's arrays are not an adjacency");
}

/* Vertex of the i-th smallest id; n if invalid. */
static mg_vertex vertex_by_id(const mg_graph *g, mg_vertex i) {
    return !g->by_id ? i : g->by_id[i] < g->n ? g->by_id[i] : g->n;
}

/* Checks that ids are strictly ascending in the stored order, which makes that order a permutation. */
static bool ids_valid(const mg_graph *g, mg_vertex i) {
    const mg_vertex v = vertex_by_id(g, i), before = i ? vertex_by_id(g, i - 1) : 0;
    return v < g->n && before < g->n && (i == 0 || g->ids[before] < g->ids[v]);
}

static mg_status check_offsets(mg_context *context, const mg_graph *g) {
    const uint64_t *const offsets = g->out.offsets;
    bool valid = offsets[0] == 0 && offsets[g->n] == g->arcs;
    section_pair pair;
    mg_status status = pair_sections(context, g, MG_SECTION_OFFSETS, MG_SECTION_IDS, &pair);
    if (status < 0) {
        return status;
    }
#pragma omp parallel num_threads(context->threads) reduction(&& : valid)
    {
#pragma omp for schedule(dynamic, 1) nowait
        for (uint64_t i = 0; i < pair.pieces[0] + pair.pieces[1]; i++) {
            hash_piece(&pair, i);
        }
#pragma omp for schedule(dynamic, ROWS) nowait
        for (mg_vertex v = 0; v < g->n; v++) {
            valid = valid && offsets[v] <= offsets[v + 1] && offsets[v + 1] <= g->arcs && (!g->ids || ids_valid(g, v));
        }
    }
    status = report(context, damaged_section(&pair), valid);
    mg__release(&context->memory, pair.hashes);
    return status;
}

/* What rows have. */
typedef struct row_facts {
    bool valid, loops, parallel;
    uint64_t balance; /* of the pairs of an undirected graph */
} row_facts;

static bool weights_are_numbers(const mg_graph *g, uint64_t begin, uint64_t end) {
    bool numbers = true;
    for (uint64_t a = begin; g->weight_type == MG_FLOAT32 && a < end; a++) {
        numbers &= !isnan(((const float *)g->out.weights)[a]);
    }
    for (uint64_t a = begin; g->weight_type == MG_FLOAT64 && a < end; a++) {
        numbers &= !isnan(((const double *)g->out.weights)[a]);
    }
    return numbers;
}

/* Neighbours of a sorted row are below n if its last one is. */
static void check_row(const mg_graph *g, const mg_pair_key *key, size_t weight_size, mg_vertex v, row_facts *facts) {
    const uint64_t begin = g->out.offsets[v], length = g->out.offsets[v + 1] - begin;
    const mg_vertex *const row = g->out.neighbours + begin;
    mg_vertex unsorted = 0, parallel = 0;
    if (!length) {
        return;
    }
#pragma omp simd reduction(| : unsorted, parallel)
    for (uint64_t i = 1; i < length; i++) {
        unsorted |= row[i - 1] > row[i];
        parallel |= row[i - 1] == row[i];
    }
    facts->valid &= !unsorted && row[length - 1] < g->n && weights_are_numbers(g, begin, begin + length);
    facts->parallel |= parallel;
    facts->loops |= mg__row_has(row, length, v);
    facts->balance += g->directed ? 0 : mg__row_balance(key, &g->out, weight_size, v);
}

static mg_status check_rows(mg_context *context, const mg_graph *g, row_facts *facts) {
    const size_t weight_size = g->out.weights ? mg__type_size(g->weight_type) : 0;
    const mg_pair_key key = mg__pair_key();
    bool valid = true, loops = false, parallel = false;
    uint64_t balance = 0;
    section_pair pair;
    mg_status status = pair_sections(context, g, MG_SECTION_NEIGHBOURS, MG_SECTION_WEIGHTS, &pair);
    if (status < 0) {
        return status;
    }
#pragma omp parallel num_threads(context->threads) reduction(&& : valid) reduction(|| : loops, parallel)               \
    reduction(+ : balance)
    {
        row_facts own = {.valid = true};
#pragma omp for schedule(dynamic, 1) nowait
        for (uint64_t i = 0; i < pair.pieces[0] + pair.pieces[1]; i++) {
            hash_piece(&pair, i);
        }
#pragma omp for schedule(dynamic, ROWS) nowait
        for (mg_vertex v = 0; v < g->n; v++) {
            check_row(g, &key, weight_size, v, &own);
        }
        valid = own.valid;
        loops = own.loops;
        parallel = own.parallel;
        balance = own.balance;
    }
    *facts = (row_facts){.valid = valid, .loops = loops, .parallel = parallel, .balance = balance};
    status = report(context, damaged_section(&pair), valid);
    mg__release(&context->memory, pair.hashes);
    return status;
}

/* The hash, and that every name is within the text and ends with its only zero byte. */
static mg_status check_names(mg_context *context, const mg_graph *g) {
    const mg_section *const s = &((const mg_snapshot *)g->bytes)->names;
    const uint64_t text_size = s->size - g->names.count * sizeof *g->names.ends;
    const bool sound = !g->names.count || (mg__snapshot_hash_names(&g->names, text_size) == s->hash &&
                                           mg__names_valid(&g->names, text_size));
    return sound ? MG_OK : mg__fail(context, MG_ERROR_FORMAT, "the snapshot's names are damaged");
}

mg_status mg__snapshot_check_kinds(mg_context *context, const mg_graph *graph, mg_row_kinds *has) {
    MG_STAGE(context, MG_STAGE_CHECK);
    row_facts facts;
    mg_status status;
    MG_TRY(check_offsets(context, graph));
    MG_TRY(check_names(context, graph));
    MG_TRY(check_rows(context, graph, &facts));
    if (facts.balance != 0) {
        MG_TRY(
            mg__fail(context, MG_ERROR_FORMAT,
                     "the snapshot says that its edges are undirected, but lacks one direction of some, or has it with "
                     "another weight"));
    }
    MG_TRY(mg__snapshot_check_in_edges(context, graph));
    *has = (mg_row_kinds){.loops = facts.loops, .parallel = facts.parallel};
out:
    return status;
}

mg_status mg__snapshot_check(mg_context *context, const mg_graph *graph) {
    mg_row_kinds unused;
    return mg__snapshot_check_kinds(context, graph, &unused);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Partitions: every vertex and every arc is in exactly one part, the parts are balanced, and vertices keep their order
 * within a part.
 */
#include "core/graph/graph_cache.h"
#include "core/parts/partition.h"
#include "core/parts/renumber.h"
#include "tests/algorithms/run_matrix.h"
#include "tests/core/engine/fail_each.h"
#include "tests/weighted_arcs.h"

#include <stdlib.h>

static const mg_partition_kind kinds[] = {MG_PARTITION_AUTO, MG_PARTITION_BLOCK, MG_PARTITION_DEGREE,
                                          MG_PARTITION_METIS};
#define KINDS (sizeof kinds / sizeof *kinds)
static const uint32_t part_counts[] = {1, 2, 3, 7, 64};
#define COUNTS (sizeof part_counts / sizeof *part_counts)

/* Makes a partition; false for METIS if the library was built without it. */
static bool make(mg_context *context, const mg_graph *graph, mg_partition_kind kind, uint32_t parts, mg_partition *p) {
    const mg_status status = mg__partition_make(context, graph, kind, parts, p);
    if (kind == MG_PARTITION_METIS && status == MG_ERROR_UNSUPPORTED) {
        CHECK(strstr(mg_context_error(context), "METIS"));
        return false;
    }
    CHECK_OK(context, status);
    return true;
}

/* Appends the arcs of a graph with ends mapped by `order` (NULL: as they are); returns the new count. */
static uint64_t append_arcs(const mg_graph *graph, const mg_vertex *order, uint64_t count, weighted_arc *arcs) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        for (uint64_t a = out.offsets[v]; a < out.offsets[v + 1]; a++) {
            const mg_vertex u = out.neighbours[a];
            CHECK(a == out.offsets[v] || out.neighbours[a - 1] <= u);
            arcs[count++] = (weighted_arc){order ? order[v] : v, order ? order[u] : u, arc_weight(graph, a)};
        }
    }
    return count;
}

/* The numbering: every vertex once, in the part of its index, ascending within a part. */
static void check_numbering(const mg_graph *graph, const mg_partition *p, uint32_t parts) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    CHECK_EQ(p->parts, parts);
    CHECK_EQ(p->n, n);
    CHECK(p->kind != MG_PARTITION_AUTO && !p->order == !p->index);
    CHECK(p->kind != MG_PARTITION_BLOCK || !p->order);
    CHECK_EQ(p->first[0], 0);
    CHECK_EQ(p->first[parts], n);
    for (uint32_t part = 0; part < parts; part++) {
        CHECK(p->first[part] <= p->first[part + 1]);
        for (mg_vertex i = p->first[part]; i < p->first[part + 1]; i++) {
            CHECK_EQ(mg__part_of(p, i), part);
            CHECK(!p->order || p->index[p->order[i]] == i);
            CHECK(!p->order || i == p->first[part] || p->order[i - 1] < p->order[i]);
        }
    }
}

/* A part has arcs to its own vertices only, and its in-edges are their rows. */
static void check_part(mg_context *context, const mg_graph *graph, const mg_partition *p, uint32_t part,
                       const mg_graph *local) {
    mg_adjacency all, in;
    CHECK(mg_graph_directed(local) && mg_graph_vertex_count(local) == p->n);
    CHECK_EQ(mg_graph_arc_count(local), p->arcs[part]);
    CHECK_EQ(mg_graph_weight_type(local), mg_graph_weight_type(graph));
    CHECK_OK(context, mg_graph_in_edges(context, graph, &all));
    CHECK_OK(context, mg_graph_in_edges(context, local, &in));
    for (mg_vertex i = 0; i < p->n; i++) {
        const mg_vertex v = p->order ? p->order[i] : i;
        const bool owned = i >= p->first[part] && i < p->first[part + 1];
        CHECK_EQ(in.offsets[i + 1] - in.offsets[i], owned ? all.offsets[v + 1] - all.offsets[v] : 0);
    }
}

static void check_partition(const mg_graph *graph, mg_partition_kind kind, uint32_t parts) {
    mg_context *context = test_context(parts < 4 ? 2 : 1);
    mg_partition p, again;
    if (!make(context, graph, kind, parts, &p)) {
        return;
    }
    const uint64_t count = mg_graph_arc_count(graph);
    weighted_arc *expected = test_memory(count + 1, sizeof *expected), *found = test_memory(count + 1, sizeof *found);
    uint64_t arcs = 0;
    check_numbering(graph, &p, parts);
    for (uint32_t part = 0; part < parts; part++) {
        mg_graph *local = NULL;
        CHECK(arcs + p.arcs[part] <= count);
        CHECK_OK(context, mg__part_graph(context, graph, &p, part, &local));
        check_part(context, graph, &p, part, local);
        arcs = append_arcs(local, p.order, arcs, found);
        mg_graph_destroy(local);
    }
    CHECK_EQ(append_arcs(graph, NULL, 0, expected), arcs);
    qsort(expected, count, sizeof *expected, weighted_arc_order);
    qsort(found, count, sizeof *found, weighted_arc_order);
    for (uint64_t a = 0; a < count; a++) {
        CHECK(weighted_arc_order(&expected[a], &found[a]) == 0);
    }
    CHECK(make(test_context(3), graph, kind, parts, &again)); /* the same for any number of threads */
    CHECK(again.kind == p.kind && memcmp(again.first, p.first, (parts + 1) * sizeof *p.first) == 0);
    CHECK(!p.order || memcmp(again.order, p.order, p.n * sizeof *p.order) == 0);
    mg__partition_release(&p);
    mg__partition_release(&again);
    free(expected);
    free(found);
}

/* Every kind, with the numbers of parts in turn. */
static void check_graph(const mg_graph *graph, const char *what) {
    static size_t turn;
    (void)what;
    for (size_t i = 0; i < KINDS; i++) {
        check_partition(graph, kinds[i], part_counts[turn++ % COUNTS]);
    }
}

TEST(every_arc_is_in_one_part) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_DOUBLE};
    matrix_graphs(weightings, 3, check_graph);
}

static mg_graph *generated(const char *kind, uint32_t scale, uint32_t side) {
    mg_context *context = test_context(2);
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.scale = scale;
    options.width = options.height = side;
    CHECK_OK(context, mg_generate(context, kind, &options, &graph));
    return graph;
}

/* The most arcs of a part, as a multiple of the mean. */
static double imbalance(const mg_partition *p) {
    uint64_t most = 0, total = 0;
    for (uint32_t k = 0; k < p->parts; k++) {
        most = p->arcs[k] > most ? p->arcs[k] : most;
        total += p->arcs[k];
    }
    return (double)most * p->parts / (double)total;
}

static uint64_t in_degree(mg_context *context, const mg_graph *graph, mg_vertex v) {
    mg_adjacency in;
    CHECK_OK(context, mg_graph_in_edges(context, graph, &in));
    return in.offsets[v + 1] - in.offsets[v];
}

/* Among the vertices of at least 16 times the mean degree, the most in one part as a multiple of the mean. */
static double hub_imbalance(const mg_graph *graph, const mg_partition *p) {
    const double mean = (double)mg_graph_arc_count(graph) / p->n;
    uint64_t most = 0, total = 0;
    for (uint32_t k = 0; k < p->parts; k++) {
        uint64_t count = 0;
        for (mg_vertex i = p->first[k]; i < p->first[k + 1]; i++) {
            count += (double)in_degree(test_context(2), graph, p->order[i]) >= 16.0 * mean;
        }
        most = count > most ? count : most;
        total += count;
    }
    CHECK(total > 64);
    return (double)most * p->parts / (double)total;
}

/* With borders at multiples of 32 the vertices of a part still ascend, and none is lost. */
static void check_alignment(const mg_graph *graph, const char *what) {
    mg_context *const context = test_context(2);
    (void)what;
    for (size_t i = 0; i < KINDS * COUNTS; i++) {
        const uint32_t parts = part_counts[i / KINDS];
        mg_partition p;
        if (!make(context, graph, kinds[i % KINDS], parts, &p)) {
            continue;
        }
        CHECK_OK(context, mg__partition_align(context, &p, 32));
        check_numbering(graph, &p, parts);
        for (uint32_t k = 0; k < parts; k++) {
            CHECK(p.first[k] % 32 == 0 || p.first[k] == p.n);
            CHECK(p.arcs[k] == MG_ARCS_UNKNOWN);
        }
        mg__partition_release(&p);
    }
}

TEST(borders_are_aligned) {
    static const weighting none = WEIGHTS_NONE;
    matrix_graphs(&none, 1, check_alignment);
}

typedef struct numbered_state {
    char odd; /* the fields are not aligned */
    mg_vertex self, parent;
    uint32_t number;
} __attribute__((packed)) numbered_state;

typedef struct numbered_params {
    double weight;
    mg_vertex source, none;
} numbered_params;

static const mg_program numbered = {.name = "numbered",
                                    .state_size = sizeof(numbered_state),
                                    .params_size = sizeof(numbered_params),
                                    .columns = {MG_COLUMN(numbered_state, number, "number", MG_NUMBER),
                                                MG_COLUMN(numbered_state, self, "self", MG_VERTEX),
                                                MG_COLUMN(numbered_state, parent, "parent", MG_VERTEX)},
                                    .parameters = {MG_PARAMETER(numbered_params, source, "source", MG_VERTEX, MG_NONE),
                                                   MG_PARAMETER(numbered_params, none, "none", MG_VERTEX, MG_NONE),
                                                   MG_PARAMETER(numbered_params, weight, "weight", MG_NUMBER, 0)}};

/* Vertices in states and parameters get the numbers of the partition, and back. */
TEST(states_are_renumbered) {
    mg_context *const context = test_context(2);
    mg_graph *graph = shape_graph(context, shape_named("grid"), WEIGHTS_NONE, false);
    const mg_vertex n = mg_graph_vertex_count(graph);
    numbered_state *states = calloc(n, sizeof *states), *parts = calloc(n, sizeof *parts),
                   *back = calloc(n, sizeof *back);
    numbered_params params = {.weight = 5.0, .source = n / 2, .none = MG_NONE};
    mg_partition p;
    CHECK(states && parts && back);
    CHECK(make(context, graph, MG_PARTITION_DEGREE, 3, &p));
    for (mg_vertex v = 0; v < n; v++) {
        states[v] =
            (numbered_state){.self = v, .parent = v % 3 ? v / 2 : MG_NONE, .number = 7 * v, .odd = (char)(v % 100)};
    }
    mg__renumber_params(&numbered, &p, &params);
    CHECK(params.weight == 5.0 && params.source == p.index[n / 2] && params.none == MG_NONE);
    for (uint32_t k = 0; k < 3; k++) {
        mg__states_to_parts(context, &numbered, &p, p.first[k], p.first[k + 1], states, parts);
    }
    for (mg_vertex i = 0; i < n; i++) {
        const numbered_state *const old = &states[p.order[i]];
        CHECK_EQ(parts[i].self, i);
        CHECK_EQ(parts[i].parent, old->parent == MG_NONE ? MG_NONE : p.index[old->parent]);
        CHECK(parts[i].number == old->number && parts[i].odd == old->odd);
    }
    mg__states_from_parts(context, &numbered, &p, 0, n, parts, back);
    CHECK(memcmp(back, states, n * sizeof *states) == 0);
    mg__partition_release(&p);
    free(states);
    free(parts);
    free(back);
    mg_graph_destroy(graph);
}

TEST(degree_parts_are_balanced) {
    for (int directed = 0; directed < 2; directed++) {
        mg_graph *graph = generated(directed ? "rmat" : "kron", 15, 0);
        for (uint32_t parts = 2; parts <= 8; parts *= 2) {
            mg_partition p;
            CHECK(make(test_context(2), graph, MG_PARTITION_DEGREE, parts, &p));
            CHECK(imbalance(&p) <= 1.01);
            CHECK(hub_imbalance(graph, &p) <= 1.25);
            mg__partition_release(&p);
        }
        mg_graph_destroy(graph);
    }
}

TEST(block_parts_are_balanced) {
    mg_graph *graph = generated("road", 0, 300);
    for (uint32_t parts = 2; parts <= 8; parts *= 2) {
        mg_partition p;
        CHECK(make(test_context(2), graph, MG_PARTITION_BLOCK, parts, &p));
        CHECK(imbalance(&p) <= 1.01);
        mg__partition_release(&p);
    }
    mg_graph_destroy(graph);
}

static uint64_t arcs_across(const mg_graph *graph, const mg_partition *p) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint64_t across = 0;
    for (mg_vertex v = 0; v < p->n; v++) {
        const uint32_t part = mg__part_of(p, p->index ? p->index[v] : v);
        for (uint64_t a = out.offsets[v]; a < out.offsets[v + 1]; a++) {
            const mg_vertex u = out.neighbours[a];
            across += mg__part_of(p, p->index ? p->index[u] : u) != part;
        }
    }
    return across;
}

/* A grid whose ids are shuffled: blocks cut most arcs, METIS few. */
TEST(metis_parts_are_balanced_and_cut_few_arcs) {
    mg_context *context = test_context(2);
    mg_graph *graph = generated("grid", 0, 200), *shuffled = NULL;
    mg_partition p;
    CHECK_OK(context, mg_graph_reorder(context, graph, MG_ORDER_SHUFFLED, 3, &shuffled));
    if (make(context, shuffled, MG_PARTITION_METIS, 4, &p)) {
        CHECK(imbalance(&p) <= 1.05);
        CHECK(arcs_across(shuffled, &p) < mg_graph_arc_count(shuffled) / 50);
        mg__partition_release(&p);
    }
    mg_graph_destroy(graph);
    mg_graph_destroy(shuffled);
}

TEST(auto_is_block) {
    mg_graph *graph = generated("kron", 10, 0);
    mg_partition p;
    CHECK(make(test_context(2), graph, MG_PARTITION_AUTO, 2, &p));
    CHECK_EQ(p.kind, MG_PARTITION_BLOCK);
    mg__partition_release(&p);
    mg_graph_destroy(graph);
}

TEST(what_cannot_be_is_refused) {
    mg_context *context = test_context(1);
    mg_graph *graph = generated("grid", 0, 3);
    mg_partition p;
    CHECK_STATUS(context, mg__partition_make(context, graph, MG_PARTITION_BLOCK, 0, &p), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg__partition_make(context, graph, MG_PARTITION_BLOCK, MG_PARTS_MAX + 1, &p),
                 MG_ERROR_INVALID);
    CHECK_STATUS(context, mg__partition_make(context, graph, (mg_partition_kind)9, 2, &p), MG_ERROR_INVALID);
    CHECK_STR(mg_partition_name(MG_PARTITION_AUTO), "auto");
    CHECK_STR(mg_partition_name(MG_PARTITION_METIS), "metis");
    mg_graph_destroy(graph);
}

static mg_status partition_all(fixture *f) {
    mg_status status = MG_OK;
    for (size_t i = 0; i < KINDS && status >= 0; i++) {
        mg_partition p;
        mg_graph *local = NULL;
        status = mg__partition_make(f->context, f->graph, kinds[i], 3, &p);
        if (kinds[i] == MG_PARTITION_METIS && status == MG_ERROR_UNSUPPORTED) {
            return MG_OK;
        }
        if (status >= 0) {
            status = mg__partition_align(f->context, &p, 32);
            status = status < 0 ? status : mg__part_graph(f->context, f->graph, &p, 1, &local);
            CHECK((status >= 0) == (local != NULL));
            mg_graph_destroy(local);
            mg__partition_release(&p);
        }
    }
    return status;
}

TEST(failing_allocations) {
    for (int directed = 0; directed < 2; directed++) {
        fixture f = {.graph = NULL};
        open_fixture(&f);
        f.graph = shape_graph(f.context, shape_named("random"), WEIGHTS_INT, directed);
        CHECK(fail_each(&f, partition_all, 1) > 20);
        close_fixture(&f);
    }
}

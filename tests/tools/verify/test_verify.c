/* SPDX-License-Identifier: Apache-2.0
 *
 * Tests of the verifiers: correct results are accepted, every kind of corruption is rejected with a reason.
 */
#include "tests/harness.h"
#include "tests/shapes.h"
#include "tools/verify/verify.h"

#include <stdlib.h>
#include <string.h>

/* A graph and a result on it; the verifier under test reads them. */
typedef struct verify_case verify_case;
struct verify_case {
    mg_context *context;
    mg_graph *graph;
    mg_result *result;
    bool (*verify)(const verify_case *, char *why, size_t size);
};

static void accept(const verify_case *s) {
    char why[256] = "";
    if (!s->verify(s, why, sizeof why)) {
        test_fail(__FILE__, __LINE__, "a right result was refused: %s", why);
    }
}

static void refuse(const verify_case *s, const char *corruption) {
    char why[256] = "";
    if (s->verify(s, why, sizeof why)) {
        test_fail(__FILE__, __LINE__, "not noticed: %s", corruption);
    }
    CHECK(why[0]);
    CHECK(!s->verify(s, NULL, 0));
}

/* The tests write into the arrays of results, which are const in the interface. */
static void *data_of(const verify_case *s, const char *column) {
    return (void *)mg_result_column(s->result, column)->data;
}

/* The result is rejected with one element of a column changed, and accepted with the old value. */
static void corrupt(const verify_case *s, const char *column, mg_vertex v, const void *bad, size_t size,
                    const char *what) {
    char *at = (char *)data_of(s, column) + v * size, old[8];
    memcpy(old, at, size);
    memcpy(at, bad, size);
    refuse(s, what);
    memcpy(at, old, size);
    accept(s);
}

static void corrupt32(const verify_case *s, const char *column, mg_vertex v, uint32_t bad, const char *what) {
    corrupt(s, column, v, &bad, sizeof bad, what);
}

static void corrupt_double(const verify_case *s, const char *column, mg_vertex v, double bad, const char *what) {
    corrupt(s, column, v, &bad, sizeof bad, what);
}

static verify_case open_subject(bool (*verify)(const verify_case *, char *, size_t)) {
    verify_case s = {.verify = verify};
    CHECK_OK(NULL, mg_context_create(NULL, &s.context));
    return s;
}

static void close_subject(verify_case *s) {
    mg_result_destroy(s->result);
    mg_graph_destroy(s->graph);
    mg_context_destroy(s->context);
}

/* Vertices 0 -> 1 -> 2 -> 3, 0 -> 4 -> 2, 5 -> 0, 6 <-> 7: 5 to 7 are not reached from 0. 2 has two shortest paths. */
static void add_small(edge_builder *edges) {
    static const uint64_t list[][2] = {{0, 1}, {1, 2}, {2, 3}, {0, 4}, {4, 2}, {5, 0}, {6, 7}, {7, 6}};
    edges->n = 8;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        builder_add(edges, list[i][0], list[i][1]);
    }
}

static mg_graph *small_graph(mg_context *context, weighting weights) {
    edge_builder edges = {0};
    add_small(&edges);
    return builder_graph(context, &edges, weights, true);
}

static bool verify_bfs(const verify_case *s, char *why, size_t size) {
    return mgt_verify_bfs(s->context, s->graph, 0, s->result, why, size);
}

TEST(bfs_corruptions) {
    verify_case s = open_subject(verify_bfs);
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    options.source = 0;
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_bfs(s.context, s.graph, &options, &s.result));
    accept(&s);
    corrupt32(&s, "depth", 0, 1, "depth of the source");
    corrupt32(&s, "parent", 0, 5, "parent of the source");
    corrupt32(&s, "depth", 3, 4, "a depth too large");
    corrupt32(&s, "depth", 3, 2, "a depth too small");
    corrupt32(&s, "depth", 3, 0, "a second vertex of depth 0");
    corrupt32(&s, "depth", 3, MG_UNREACHED, "a reached vertex said to be unreached");
    corrupt32(&s, "depth", 5, 1, "an unreached vertex said to be reached");
    corrupt32(&s, "parent", 3, 1, "a parent two levels up");
    corrupt32(&s, "parent", 3, 3, "a parent on the same level");
    corrupt32(&s, "parent", 3, MG_NONE, "no parent");
    corrupt32(&s, "parent", 3, 8, "a parent outside the graph");
    corrupt32(&s, "parent", 4, 5, "an unreached parent");
    corrupt32(&s, "parent", 5, 0, "a parent of an unreached vertex");
    corrupt32(&s, "parent", 1, 4, "a parent without an edge");
    /* 6 and 7 get depths and parents that are consistent, but there is no edge 0 -> 6 */
    ((uint32_t *)data_of(&s, "depth"))[6] = 1;
    ((uint32_t *)data_of(&s, "depth"))[7] = 2;
    ((uint32_t *)data_of(&s, "parent"))[6] = 0;
    ((uint32_t *)data_of(&s, "parent"))[7] = 6;
    refuse(&s, "a component of its own with consistent depths");
    close_subject(&s);
}

static bool verify_sssp(const verify_case *s, char *why, size_t size) {
    return mgt_verify_sssp(s->context, s->graph, 0, s->result, why, size);
}

/* Two paths of length 2 from 0 to 2; 2 and 3 joined by zeros both ways, 4 and 5 not reached. */
static mg_graph *zero_graph(mg_context *context, mg_type type) {
    static const uint32_t from[] = {0, 1, 0, 2, 3, 4, 5, 2}, to[] = {1, 2, 2, 3, 2, 5, 4, 3};
    static const int32_t integers[] = {1, 1, 2, 0, 0, 0, 0, 5};
    static const float floats[] = {1, 1, 2, 0, 0, 0, 0, 5};
    static const double doubles[] = {1, 1, 2, 0, 0, 0, 0, 5};
    const void *weights = type == MG_INT32     ? (const void *)integers
                          : type == MG_FLOAT32 ? (const void *)floats
                                               : (const void *)doubles;
    mg_edge_list list = {.edge_count = 8,
                         .id_type = MG_UINT32,
                         .source = from,
                         .target = to,
                         .weight_type = type,
                         .weight = weights,
                         .contiguous = true,
                         .vertex_count = 6};
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    return graph;
}

static verify_case sssp_subject(mg_type type) {
    verify_case s = open_subject(verify_sssp);
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    options.source = 0;
    options.parents = true;
    s.graph = zero_graph(s.context, type);
    CHECK_OK(s.context, mg_sssp(s.context, s.graph, &options, &s.result));
    accept(&s);
    return s;
}

static void corrupt_parents(const verify_case *s) {
    corrupt32(s, "parent", 0, 1, "parent of the source");
    corrupt32(s, "parent", 1, MG_NONE, "no parent");
    corrupt32(s, "parent", 1, 6, "a parent outside the graph");
    corrupt32(s, "parent", 1, 1, "a vertex as its own parent");
    corrupt32(s, "parent", 1, 2, "a parent without an edge");
    corrupt32(s, "parent", 1, 4, "an unreached parent");
    corrupt32(s, "parent", 3, 0, "a parent without a tight edge");
    corrupt32(s, "parent", 4, 5, "a parent of an unreached vertex");
    corrupt32(s, "parent", 2, 3, "a cycle of parents over edges of weight 0");
}

TEST(sssp_corruptions_integer) {
    verify_case s = sssp_subject(MG_INT32);
    corrupt32(&s, "distance", 0, 1, "distance of the source");
    corrupt32(&s, "distance", 2, 3, "a distance too large");
    corrupt32(&s, "distance", 2, 1, "a distance too small");
    corrupt32(&s, "distance", 3, MG_UNREACHED, "a reached vertex said to be unreached");
    corrupt32(&s, "distance", 4, 7, "an unreached vertex said to be reached");
    corrupt_parents(&s);
    uint32_t *distance = data_of(&s, "distance"), *parent = data_of(&s, "parent");
    distance[2] = distance[3] = 1;
    parent[2] = 3;
    parent[3] = 2;
    refuse(&s, "a cycle of zeros holding itself up below the distance");
    distance[2] = distance[3] = 2;
    parent[2] = 0;
    accept(&s);
    distance[4] = distance[5] = 0;
    parent[4] = 5;
    parent[5] = 4;
    refuse(&s, "an unreached cycle of zeros holding itself up");
    close_subject(&s);
}

TEST(sssp_corruptions_float) {
    verify_case s = sssp_subject(MG_FLOAT32);
    const float bad[] = {1.0f, nextafterf(2.0f, 3.0f), nextafterf(2.0f, 1.0f), INFINITY, strtof("nan", NULL), -1.0f};
    corrupt(&s, "distance", 0, &bad[0], 4, "distance of the source");
    for (size_t i = 1; i < 6; i++) {
        corrupt(&s, "distance", 2, &bad[i], 4, "a distance off by one rounding, infinite, not a number or negative");
    }
    corrupt(&s, "distance", 4, &bad[0], 4, "an unreached vertex said to be reached");
    corrupt(&s, "distance", 4, &bad[4], 4, "not a number for an unreached vertex");
    corrupt_parents(&s);
    close_subject(&s);
}

TEST(sssp_corruptions_double) {
    verify_case s = sssp_subject(MG_FLOAT64);
    corrupt_double(&s, "distance", 0, -0.5, "distance of the source");
    corrupt_double(&s, "distance", 2, nextafter(2.0, 3.0), "a distance too large by one rounding");
    corrupt_double(&s, "distance", 2, nextafter(2.0, 1.0), "a distance too small by one rounding");
    corrupt_double(&s, "distance", 3, (double)INFINITY, "a reached vertex said to be unreached");
    corrupt_double(&s, "distance", 5, 0.0, "an unreached vertex said to be reached");
    corrupt_double(&s, "distance", 5, strtod("nan", NULL), "not a number");
    corrupt_parents(&s);
    close_subject(&s);
}

static bool verify_cc(const verify_case *s, char *why, size_t size) {
    return mgt_verify_cc(s->context, s->graph, s->result, why, size);
}

TEST(cc_corruptions) {
    verify_case s = open_subject(verify_cc);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_cc(s.context, s.graph, NULL, &s.result));
    accept(&s);
    corrupt32(&s, "component", 3, 3, "a component split");
    corrupt32(&s, "component", 5, 6, "a vertex in the wrong component");
    corrupt32(&s, "component", 0, 8, "a label outside the graph");
    corrupt32(&s, "component", 0, MG_NONE, "no label");
    uint32_t *label = data_of(&s, "component");
    label[6] = label[7] = 7;
    refuse(&s, "a label that is not the smallest");
    label[6] = label[7] = 0;
    refuse(&s, "two components merged");
    close_subject(&s);
}

static bool verify_triangles(const verify_case *s, char *why, size_t size) {
    return mgt_verify_triangles(s->context, s->graph, s->result, why, size);
}

TEST(triangles_corruptions) {
    verify_case s = open_subject(verify_triangles);
    uint64_t more = 1;
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_triangles(s.context, s.graph, NULL, &s.result));
    accept(&s);
    more += ((const uint64_t *)data_of(&s, "triangles"))[1];
    corrupt(&s, "triangles", 1, &more, sizeof more, "one triangle too many");
    close_subject(&s);
}

static bool verify_lcc(const verify_case *s, char *why, size_t size) {
    return mgt_verify_lcc(s->context, s->graph, s->result, why, size);
}

TEST(lcc_corruptions) {
    verify_case s = open_subject(verify_lcc);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_lcc(s.context, s.graph, NULL, &s.result));
    accept(&s);
    corrupt_double(&s, "lcc", 1, 0.125, "another coefficient");
    corrupt_double(&s, "lcc", 2, strtod("nan", NULL), "not a number");
    close_subject(&s);
}

static bool verify_scc(const verify_case *s, char *why, size_t size) {
    return mgt_verify_scc(s->context, s->graph, s->result, why, size);
}

TEST(scc_corruptions) {
    verify_case s = open_subject(verify_scc);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_scc(s.context, s.graph, NULL, &s.result));
    accept(&s);
    corrupt32(&s, "component", 0, 5, "a vertex in the wrong component");
    corrupt32(&s, "component", 0, MG_NONE, "no label");
    close_subject(&s);
}

static bool verify_cdlp(const verify_case *s, char *why, size_t size) {
    return mgt_verify_cdlp(s->context, s->graph, MG_CDLP_ITERATIONS, s->result, why, size);
}

TEST(cdlp_corruptions) {
    verify_case s = open_subject(verify_cdlp);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_cdlp(s.context, s.graph, NULL, &s.result));
    accept(&s);
    corrupt32(&s, "label", 0, 3, "a vertex in another community");
    corrupt32(&s, "label", 0, MG_NONE, "no label");
    close_subject(&s);
}

static bool verify_kcore(const verify_case *s, char *why, size_t size) {
    return mgt_verify_kcore(s->context, s->graph, s->result, why, size);
}

TEST(kcore_corruptions) {
    verify_case s = open_subject(verify_kcore);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_kcore(s.context, s.graph, NULL, &s.result));
    accept(&s);
    corrupt32(&s, "core", 3, 2, "a coreness too large");
    corrupt32(&s, "core", 0, 1, "a coreness too small");
    close_subject(&s);
}

static mg_communities found_communities;

static bool verify_louvain(const verify_case *s, char *why, size_t size) {
    return mgt_verify_communities(s->context, s->graph, NULL, false, &found_communities, s->result, why, size);
}

static bool verify_leiden(const verify_case *s, char *why, size_t size) {
    return mgt_verify_communities(s->context, s->graph, NULL, true, &found_communities, s->result, why, size);
}

/* Two triangles and an edge between them: {0, 1, 2}, {3, 4, 5}. */
static void open_communities(verify_case *s) {
    static const uint64_t ends[][2] = {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {2, 3}};
    mg_communities_options o = MG_COMMUNITIES_OPTIONS_INIT;
    edge_builder edges = {.n = 6};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        builder_add(&edges, ends[i][0], ends[i][1]);
    }
    s->graph = builder_graph(s->context, &edges, WEIGHTS_NONE, false);
    o.found = &found_communities;
    CHECK_OK(s->context, mg_louvain(s->context, s->graph, &o, &s->result));
    accept(s);
    corrupt32(s, "community", 4, 0, "a vertex in another community");
    corrupt32(s, "community", 0, 1, "a community not named by its smallest id");
    found_communities.count++;
    refuse(s, "another number of communities");
    found_communities.count--;
    found_communities.modularity += 1e-6;
    refuse(s, "another modularity");
    found_communities.modularity -= 1e-6;
}

TEST(louvain_corruptions) {
    verify_case s = open_subject(verify_louvain);
    open_communities(&s);
    uint32_t *const label = (uint32_t *)mg_result_column(s.result, "community")->data;
    label[3] = 3; /* {0, 1, 2}, {3}, {4, 5} */
    label[4] = label[5] = 4;
    found_communities.count = 3;
    found_communities.modularity = 4.0 / 7 - (49.0 + 9 + 16) / 196;
    refuse(&s, "communities that are better as one");
    close_subject(&s);
}

TEST(leiden_corruptions) {
    verify_case s = open_subject(verify_leiden);
    open_communities(&s);
    uint32_t *const label = (uint32_t *)mg_result_column(s.result, "community")->data;
    for (mg_vertex v = 0; v < 6; v++) {
        label[v] = v == 0 || v == 5 ? 0 : 1;
    }
    found_communities.count = 2;
    found_communities.modularity = 3.0 / 7 - (16.0 + 100) / 196;
    refuse(&s, "a community that is not connected");
    close_subject(&s);
}

static bool verify_coloring(const verify_case *s, char *why, size_t size) {
    return mgt_verify_coloring(s->context, s->graph, s->result, why, size);
}

TEST(coloring_corruptions) {
    verify_case s = open_subject(verify_coloring);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_coloring(s.context, s.graph, NULL, &s.result));
    accept(&s);
    const uint32_t *color = data_of(&s, "color");
    corrupt32(&s, "color", 3, color[2], "the colour of a neighbour");
    corrupt32(&s, "color", 3, 5, "a colour higher than needed");
    corrupt32(&s, "color", 3, MG_NONE, "no colour");
    close_subject(&s);
}

static bool verify_mis(const verify_case *s, char *why, size_t size) {
    return mgt_verify_mis(s->context, s->graph, s->result, why, size);
}

TEST(mis_corruptions) {
    verify_case s = open_subject(verify_mis);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_mis(s.context, s.graph, NULL, &s.result));
    accept(&s);
    const uint32_t *member = data_of(&s, "member");
    corrupt32(&s, "member", 6, !member[6], "both or none of two neighbours");
    corrupt32(&s, "member", 6, 2, "neither 0 nor 1");
    close_subject(&s);
}

static bool verify_msf(const verify_case *s, char *why, size_t size) {
    return mgt_verify_msf(s->context, s->graph, s->result, why, size);
}

TEST(msf_corruptions) {
    verify_case s = open_subject(verify_msf);
    s.graph = zero_graph(s.context, MG_INT32);
    CHECK_OK(s.context, mg_msf(s.context, s.graph, NULL, &s.result));
    accept(&s);
    const mg_vertex *source = data_of(&s, "source");
    const mg_vertex v = source[1] != MG_NONE ? 1 : 0;
    corrupt32(&s, "source", v, 4, "another edge");
    corrupt32(&s, "source", v, 6, "an end outside the graph");
    corrupt32(&s, "target", v, MG_NONE, "one end only");
    corrupt32(&s, "weight", v, 7, "another weight");
    corrupt32(&s, "component", 3, 2, "a vertex in the wrong tree");
    close_subject(&s);
}

static bool verify_closeness(const verify_case *s, char *why, size_t size) {
    return mgt_verify_closeness(s->context, s->graph, NULL, 0, s->result, why, size);
}

TEST(closeness_corruptions) {
    verify_case s = open_subject(verify_closeness);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_closeness(s.context, s.graph, NULL, &s.result));
    accept(&s);
    const double *closeness = data_of(&s, "closeness");
    corrupt_double(&s, "closeness", 2, closeness[2] * (1 + 1e-9), "a closeness too large");
    corrupt_double(&s, "closeness", 2, strtod("nan", NULL), "not a number");
    corrupt_double(&s, "harmonic", 5, 0.5, "the harmonic centrality of a vertex that none reaches");
    close_subject(&s);
}

static bool verify_bipartite(const verify_case *s, char *why, size_t size) {
    return mgt_verify_bipartite(s->context, s->graph, s->result, why, size);
}

TEST(bipartite_corruptions) {
    verify_case s = open_subject(verify_bipartite);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_bipartite(s.context, s.graph, NULL, &s.result));
    accept(&s);
    corrupt32(&s, "side", 6, 1, "the first vertex on side 1");
    corrupt32(&s, "side", 3, 2, "a vertex without a side");
    uint32_t *side = data_of(&s, "side");
    side[6] = 1;
    side[7] = 0;
    refuse(&s, "the sides of a component exchanged");
    close_subject(&s);
}

static bool verify_matching(const verify_case *s, char *why, size_t size) {
    return mgt_verify_matching(s->context, s->graph, s->result, why, size);
}

TEST(matching_corruptions) {
    verify_case s = open_subject(verify_matching);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_matching(s.context, s.graph, NULL, &s.result));
    accept(&s);
    corrupt32(&s, "mate", 6, MG_NONE, "a mate without its mate");
    corrupt32(&s, "mate", 6, 8, "a mate outside the graph");
    corrupt32(&s, "mate", 6, 6, "a vertex as its own mate");
    uint32_t *mate = data_of(&s, "mate");
    mate[6] = mate[7] = MG_NONE;
    refuse(&s, "an edge that could be added");
    mate[6] = 3;
    mate[3] = 6;
    refuse(&s, "mates without an edge");
    close_subject(&s);
}

static bool verify_eigenvector(const verify_case *s, char *why, size_t size) {
    return mgt_verify_eigenvector(s->graph, NULL, MG_NOT_CONVERGED, s->result, why, size);
}

static bool verify_katz(const verify_case *s, char *why, size_t size) {
    return mgt_verify_katz(s->graph, NULL, MG_OK, s->result, why, size);
}

TEST(eigenvector_and_katz_corruptions) {
    verify_case s = open_subject(verify_eigenvector);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK(mg_eigenvector(s.context, s.graph, NULL, &s.result) >= 0);
    accept(&s);
    corrupt_double(&s, "centrality", 6, 0.25, "another centrality");
    corrupt_double(&s, "centrality", 6, strtod("nan", NULL), "not a number");
    mg_result_destroy(s.result);
    s.verify = verify_katz;
    CHECK_OK(s.context, mg_katz(s.context, s.graph, NULL, &s.result));
    accept(&s);
    corrupt_double(&s, "centrality", 6, 0.25, "another centrality");
    corrupt_double(&s, "centrality", 6, strtod("nan", NULL), "not a number");
    close_subject(&s);
}

static mg_result *full_search;

static bool verify_within(const verify_case *s, char *why, size_t size) {
    return mgt_verify_within(s->graph, full_search, 2, (double)INFINITY, s->result, why, size);
}

TEST(within_corruptions) {
    verify_case s = open_subject(verify_within);
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    options.source = 0;
    CHECK_OK(s.context, mg_bfs(s.context, s.graph, &options, &full_search));
    options.target = 2;
    CHECK_OK(s.context, mg_bfs(s.context, s.graph, &options, &s.result));
    accept(&s);
    corrupt32(&s, "depth", 3, 3, "a vertex beyond the target");
    corrupt32(&s, "depth", 2, 1, "a target too near");
    corrupt32(&s, "depth", 4, MG_UNREACHED, "a vertex before the target said to be unreached");
    corrupt32(&s, "parent", 2, 0, "a parent two levels up");
    corrupt32(&s, "parent", 3, 2, "a parent of an unreached vertex");
    mg_result_destroy(full_search);
    close_subject(&s);
}

static bool verify_pagerank(const verify_case *s, char *why, size_t size) {
    return mgt_verify_pagerank(s->context, s->graph, NULL, MG_OK, s->result, why, size);
}

TEST(pagerank_corruptions) {
    verify_case s = open_subject(verify_pagerank);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_pagerank(s.context, s.graph, NULL, &s.result));
    accept(&s);
    double *rank = data_of(&s, "rank"), old[8];
    const double bad[] = {0.0, -rank[3], rank[3] * 1.01, rank[3] * 0.99, (double)INFINITY, strtod("nan", NULL)};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        corrupt(&s, "rank", 3, &bad[i], 8, "one rank zero, negative, off by 1 %, infinite or not a number");
    }
    memcpy(old, rank, sizeof old);
    rank[2] = old[3];
    rank[3] = old[2];
    refuse(&s, "two ranks swapped");
    memcpy(rank, old, sizeof old);
    for (int v = 0; v < 8; v++) {
        rank[v] = old[v] * 1.001;
    }
    refuse(&s, "all ranks scaled");
    for (int v = 0; v < 8; v++) {
        rank[v] = 0.125;
    }
    refuse(&s, "the start vector");
    close_subject(&s);
}

static bool verify_bc(const verify_case *s, char *why, size_t size) {
    return mgt_verify_bc(s->context, s->graph, NULL, 0, false, s->result, why, size);
}

TEST(bc_corruptions) {
    verify_case s = open_subject(verify_bc);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_bc(s.context, s.graph, NULL, &s.result));
    accept(&s);
    const double centre = ((const double *)data_of(&s, "centrality"))[2];
    CHECK(centre > 0.0);
    corrupt_double(&s, "centrality", 2, centre * 1.001, "a centrality too large");
    corrupt_double(&s, "centrality", 2, centre * 0.999, "a centrality too small");
    corrupt_double(&s, "centrality", 2, 0.0, "none");
    corrupt_double(&s, "centrality", 2, strtod("nan", NULL), "not a number");
    corrupt_double(&s, "centrality", 2, -centre, "negative");
    corrupt_double(&s, "centrality", 3, 1e-9, "a leaf with a centrality");
    char why[256] = "";
    const mg_vertex sources[] = {0, 1};
    CHECK(!mgt_verify_bc(s.context, s.graph, sources, 2, false, s.result, why, sizeof why));
    CHECK(!mgt_verify_bc(s.context, s.graph, NULL, 0, true, s.result, why, sizeof why));
    close_subject(&s);
}

/* The result of another graph or algorithm is rejected without reading it. */
TEST(results_of_something_else) {
    verify_case s = open_subject(verify_bfs);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_cc(s.context, s.graph, NULL, &s.result));
    refuse(&s, "BFS asked of components");
    s.verify = verify_sssp;
    refuse(&s, "distances asked of components");
    s.verify = verify_pagerank;
    refuse(&s, "ranks asked of components");
    s.verify = verify_bc;
    refuse(&s, "centrality asked of components");
    s.verify = verify_cc;
    accept(&s);
    mg_graph_destroy(s.graph);
    s.graph = shape_graph(s.context, shape_named("path"), WEIGHTS_NONE, true);
    refuse(&s, "components of another graph");
    close_subject(&s);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Tests of the verifiers: correct results are accepted, every kind of corruption is rejected with a reason.
 */
#include "tests/tools/verify/verify_case.h"
#include "tools/verify/verify.h"

#include <stdlib.h>
#include <string.h>

static bool verify_bfs(const verify_case *s, char *why, size_t size) {
    return mgt_verify_bfs(s->context, s->graph, 0, s->result, why, size);
}

TEST(bfs_corruptions) {
    verify_case s = open_subject(verify_bfs);
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    options.source = 0;
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_bfs(s.context, s.graph, &options, &s.result));
    accept_result(&s);
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
    refuse_result(&s, "a component of its own with consistent depths");
    close_subject(&s);
}

static bool verify_sssp(const verify_case *s, char *why, size_t size) {
    return mgt_verify_sssp(s->context, s->graph, 0, s->result, why, size);
}

static verify_case sssp_subject(mg_type type) {
    verify_case s = open_subject(verify_sssp);
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    options.source = 0;
    options.parents = true;
    s.graph = zero_graph(s.context, type);
    CHECK_OK(s.context, mg_sssp(s.context, s.graph, &options, &s.result));
    accept_result(&s);
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
    refuse_result(&s, "a cycle of zeros holding itself up below the distance");
    distance[2] = distance[3] = 2;
    parent[2] = 0;
    accept_result(&s);
    distance[4] = distance[5] = 0;
    parent[4] = 5;
    parent[5] = 4;
    refuse_result(&s, "an unreached cycle of zeros holding itself up");
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
    accept_result(&s);
    corrupt32(&s, "component", 3, 3, "a component split");
    corrupt32(&s, "component", 5, 6, "a vertex in the wrong component");
    corrupt32(&s, "component", 0, 8, "a label outside the graph");
    corrupt32(&s, "component", 0, MG_NONE, "no label");
    uint32_t *label = data_of(&s, "component");
    label[6] = label[7] = 7;
    refuse_result(&s, "a label that is not the smallest");
    label[6] = label[7] = 0;
    refuse_result(&s, "two components merged");
    close_subject(&s);
}

static bool verify_closeness(const verify_case *s, char *why, size_t size) {
    return mgt_verify_closeness(s->context, s->graph, NULL, 0, s->result, why, size);
}

TEST(closeness_corruptions) {
    verify_case s = open_subject(verify_closeness);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_closeness(s.context, s.graph, NULL, &s.result));
    accept_result(&s);
    const double *closeness = data_of(&s, "closeness");
    corrupt_double(&s, "closeness", 2, closeness[2] * (1 + 1e-9), "a closeness too large");
    corrupt_double(&s, "closeness", 2, strtod("nan", NULL), "not a number");
    corrupt_double(&s, "harmonic", 5, 0.5, "the harmonic centrality of a vertex that none reaches");
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
    accept_result(&s);
    corrupt_double(&s, "centrality", 6, 0.25, "another centrality");
    corrupt_double(&s, "centrality", 6, strtod("nan", NULL), "not a number");
    mg_result_destroy(s.result);
    s.verify = verify_katz;
    CHECK_OK(s.context, mg_katz(s.context, s.graph, NULL, &s.result));
    accept_result(&s);
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
    accept_result(&s);
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
    accept_result(&s);
    double *rank = data_of(&s, "rank"), old[8];
    const double bad[] = {0.0, -rank[3], rank[3] * 1.01, rank[3] * 0.99, (double)INFINITY, strtod("nan", NULL)};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        corrupt(&s, "rank", 3, &bad[i], 8, "one rank zero, negative, off by 1 %, infinite or not a number");
    }
    memcpy(old, rank, sizeof old);
    rank[2] = old[3];
    rank[3] = old[2];
    refuse_result(&s, "two ranks swapped");
    memcpy(rank, old, sizeof old);
    for (int v = 0; v < 8; v++) {
        rank[v] = old[v] * 1.001;
    }
    refuse_result(&s, "all ranks scaled");
    for (int v = 0; v < 8; v++) {
        rank[v] = 0.125;
    }
    refuse_result(&s, "the start vector");
    close_subject(&s);
}

static bool verify_bc(const verify_case *s, char *why, size_t size) {
    return mgt_verify_bc(s->context, s->graph, NULL, 0, false, s->result, why, size);
}

TEST(bc_corruptions) {
    verify_case s = open_subject(verify_bc);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_bc(s.context, s.graph, NULL, &s.result));
    accept_result(&s);
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
    refuse_result(&s, "BFS asked of components");
    s.verify = verify_sssp;
    refuse_result(&s, "distances asked of components");
    s.verify = verify_pagerank;
    refuse_result(&s, "ranks asked of components");
    s.verify = verify_bc;
    refuse_result(&s, "centrality asked of components");
    s.verify = verify_cc;
    accept_result(&s);
    mg_graph_destroy(s.graph);
    s.graph = shape_graph(s.context, shape_named("path"), WEIGHTS_NONE, true);
    refuse_result(&s, "components of another graph");
    close_subject(&s);
}

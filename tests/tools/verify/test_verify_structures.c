/* SPDX-License-Identifier: Apache-2.0
 *
 * Tests of the verifiers of triangles, communities, cores, sets, forests and matchings.
 */
#include "tests/tools/verify/verify_case.h"
#include "tools/verify/verify.h"

#include <stdlib.h>
#include <string.h>

static bool verify_triangles(const verify_case *s, char *why, size_t size) {
    return mgt_verify_triangles(s->context, s->graph, s->result, why, size);
}

TEST(triangles_corruptions) {
    verify_case s = open_subject(verify_triangles);
    uint64_t more = 1;
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_triangles(s.context, s.graph, NULL, &s.result));
    accept_result(&s);
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
    accept_result(&s);
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
    accept_result(&s);
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
    accept_result(&s);
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
    accept_result(&s);
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
    accept_result(s);
    corrupt32(s, "community", 4, 0, "a vertex in another community");
    corrupt32(s, "community", 0, 1, "a community not named by its smallest id");
    found_communities.count++;
    refuse_result(s, "another number of communities");
    found_communities.count--;
    found_communities.modularity += 1e-6;
    refuse_result(s, "another modularity");
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
    refuse_result(&s, "communities that are better as one");
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
    refuse_result(&s, "a community that is not connected");
    close_subject(&s);
}

static bool verify_coloring(const verify_case *s, char *why, size_t size) {
    return mgt_verify_coloring(s->context, s->graph, s->result, why, size);
}

TEST(coloring_corruptions) {
    verify_case s = open_subject(verify_coloring);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_coloring(s.context, s.graph, NULL, &s.result));
    accept_result(&s);
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
    accept_result(&s);
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
    accept_result(&s);
    const mg_vertex *source = data_of(&s, "source");
    const mg_vertex v = source[1] != MG_NONE ? 1 : 0;
    corrupt32(&s, "source", v, 4, "another edge");
    corrupt32(&s, "source", v, 6, "an end outside the graph");
    corrupt32(&s, "target", v, MG_NONE, "one end only");
    corrupt32(&s, "weight", v, 7, "another weight");
    corrupt32(&s, "component", 3, 2, "a vertex in the wrong tree");
    close_subject(&s);
}

static bool verify_bipartite(const verify_case *s, char *why, size_t size) {
    return mgt_verify_bipartite(s->context, s->graph, s->result, why, size);
}

TEST(bipartite_corruptions) {
    verify_case s = open_subject(verify_bipartite);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_bipartite(s.context, s.graph, NULL, &s.result));
    accept_result(&s);
    corrupt32(&s, "side", 6, 1, "the first vertex on side 1");
    corrupt32(&s, "side", 3, 2, "a vertex without a side");
    uint32_t *side = data_of(&s, "side");
    side[6] = 1;
    side[7] = 0;
    refuse_result(&s, "the sides of a component exchanged");
    close_subject(&s);
}

static bool verify_matching(const verify_case *s, char *why, size_t size) {
    return mgt_verify_matching(s->context, s->graph, s->result, why, size);
}

TEST(matching_corruptions) {
    verify_case s = open_subject(verify_matching);
    s.graph = small_graph(s.context, WEIGHTS_NONE);
    CHECK_OK(s.context, mg_matching(s.context, s.graph, NULL, &s.result));
    accept_result(&s);
    corrupt32(&s, "mate", 6, MG_NONE, "a mate without its mate");
    corrupt32(&s, "mate", 6, 8, "a mate outside the graph");
    corrupt32(&s, "mate", 6, 6, "a vertex as its own mate");
    uint32_t *mate = data_of(&s, "mate");
    mate[6] = mate[7] = MG_NONE;
    refuse_result(&s, "an edge that could be added");
    mate[6] = 3;
    mate[3] = 6;
    refuse_result(&s, "mates without an edge");
    close_subject(&s);
}

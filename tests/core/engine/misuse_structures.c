/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/engine/misuse.h"

#include <math.h>

static const mg_vertex outside[] = {0, 3, MG_NONE}; /* of the vertices 0, 1 and 2 */

static void triangles(const fixture *f) {
    CHECK_ALGORITHM(f, mg_triangles, mg_triangles_options, MG_TRIANGLES_OPTIONS_INIT);
}

static void lcc(const fixture *f) {
    CHECK_ALGORITHM(f, mg_lcc, mg_lcc_options, MG_LCC_OPTIONS_INIT);
}

static void scc(const fixture *f) {
    CHECK_ALGORITHM(f, mg_scc, mg_scc_options, MG_SCC_OPTIONS_INIT);
}

static void kcore(const fixture *f) {
    CHECK_ALGORITHM(f, mg_kcore, mg_kcore_options, MG_KCORE_OPTIONS_INIT);
}

static void bad_communities(const fixture *f, mg_status (*find)(mg_context *, const mg_graph *,
                                                                const mg_communities_options *, mg_result **)) {
    mg_communities_options o[4];
    mg_result *r = NULL;
    for (size_t i = 0; i < sizeof o / sizeof *o; i++) {
        o[i] = MG_COMMUNITIES_OPTIONS_INIT;
    }
    o[0].resolution = -1;
    o[1].resolution = NAN;
    o[2].threshold = INFINITY;
    o[3].threshold = -1;
    for (size_t i = 0; i < sizeof o / sizeof *o; i++) {
        REFUSED(f, find(f->context, f->graph, &o[i], &r));
    }
}

static void louvain(const fixture *f) {
    CHECK_ALGORITHM(f, mg_louvain, mg_communities_options, MG_COMMUNITIES_OPTIONS_INIT);
    bad_communities(f, mg_louvain);
}

static void leiden(const fixture *f) {
    CHECK_ALGORITHM(f, mg_leiden, mg_communities_options, MG_COMMUNITIES_OPTIONS_INIT);
    bad_communities(f, mg_leiden);
}

static void modularity(const fixture *f) {
    const mg_vertex good[3] = {0, 1, 2}, labels[3] = {0, MG_NONE, 0};
    mg_modularity_options o = MG_MODULARITY_OPTIONS_INIT;
    double q = 0;
    REFUSED(f, mg_modularity(f->context, f->graph, NULL, labels, &q));
    REFUSED(f, mg_modularity(f->context, f->graph, NULL, NULL, &q));
    REFUSED(f, mg_modularity(f->context, f->graph, NULL, labels, NULL));
    REFUSED(f, mg_modularity(f->context, NULL, NULL, labels, &q));
    INVALID(mg_modularity(NULL, f->graph, NULL, labels, &q));
    o.resolution = -1;
    REFUSED(f, mg_modularity(f->context, f->graph, &o, good, &q));
    o = MG_MODULARITY_OPTIONS_INIT;
    o.size = 1;
    REFUSED(f, mg_modularity(f->context, f->graph, &o, good, &q));
}

static void ktruss(const fixture *f) {
    uint32_t trussness[3];
    mg_ktruss_options o = MG_KTRUSS_OPTIONS_INIT;
    REFUSED(f, mg_ktruss(f->context, NULL, NULL, trussness));
    REFUSED(f, mg_ktruss(f->context, f->graph, NULL, NULL));
    INVALID(mg_ktruss(NULL, f->graph, NULL, trussness));
    o.backend = (mg_backend_kind)NO_ENUM;
    REFUSED(f, mg_ktruss(f->context, f->graph, &o, trussness));
    o.size = 1;
    REFUSED(f, mg_ktruss(f->context, f->graph, &o, trussness));
}

static void mis(const fixture *f) {
    CHECK_ALGORITHM(f, mg_mis, mg_mis_options, MG_MIS_OPTIONS_INIT);
}

static void coloring(const fixture *f) {
    CHECK_ALGORITHM(f, mg_coloring, mg_coloring_options, MG_COLORING_OPTIONS_INIT);
}

static void msf(const fixture *f) {
    CHECK_ALGORITHM(f, mg_msf, mg_msf_options, MG_MSF_OPTIONS_INIT);
}

static void bipartite(const fixture *f) {
    CHECK_ALGORITHM(f, mg_bipartite, mg_bipartite_options, MG_BIPARTITE_OPTIONS_INIT);
}

static void matching(const fixture *f) {
    CHECK_ALGORITHM(f, mg_matching, mg_matching_options, MG_MATCHING_OPTIONS_INIT);
}

static void cdlp(const fixture *f) {
    mg_cdlp_options o = MG_CDLP_OPTIONS_INIT;
    mg_result *r = NULL;
    CHECK_ALGORITHM(f, mg_cdlp, mg_cdlp_options, MG_CDLP_OPTIONS_INIT);
    o.iterations = 0;
    REFUSED(f, mg_cdlp(f->context, f->graph, &o, &r));
    CHECK(!r);
}

static void similarity(const fixture *f) {
    float x[6] = {1, 2, 3, 4, 5, 6}, scores[3];
    mg_similarity_options bad[5];
    for (size_t i = 0; i < 5; i++) {
        bad[i] = MG_SIMILARITY_OPTIONS_INIT;
    }
    bad[0].size = 0;
    bad[1].measure = (mg_similarity_measure)NO_ENUM;
    bad[2].type = (mg_type)NO_ENUM;
    bad[3].backend = (mg_backend_kind)NO_ENUM;
    bad[4].measure = MG_SIMILARITY_COSINE;
    bad[4].type = MG_INT64;
    for (size_t i = 0; i < 5; i++) {
        REFUSED(f, mg_similarity(f->context, f->graph, &bad[i], 2, x, 2, scores));
    }
    REFUSED(f, mg_similarity(f->context, NULL, NULL, 2, x, 2, scores));
    REFUSED(f, mg_similarity(f->context, f->graph, NULL, 0, x, 2, scores));
    REFUSED(f, mg_similarity(f->context, f->graph, NULL, 2, x, 1, scores));
    REFUSED(f, mg_similarity(f->context, f->graph, NULL, 2, NULL, 2, scores));
    REFUSED(f, mg_similarity(f->context, f->graph, NULL, 2, x, 2, NULL));
    REFUSED(f, mg_similarity(f->context, f->graph, NULL, 2, x, 2, x));
    INVALID(mg_similarity(NULL, f->graph, NULL, 2, x, 2, scores));
}

static void set_similarity(const fixture *f) {
    const mg_vertex ends[] = {0, 1};
    double scores[64];
    mg_set_similarity_options bad[4];
    for (int i = 0; i < 4; i++) {
        bad[i] = MG_SET_SIMILARITY_OPTIONS_INIT;
    }
    bad[0].size = 0;
    bad[1].measure = (mg_set_measure)NO_ENUM;
    bad[2].backend = (mg_backend_kind)NO_ENUM;
    bad[3].backend = MG_BACKEND_CUDA;
    for (int i = 0; i < 4; i++) {
        REFUSED(f, mg_set_similarity(f->context, f->graph, &bad[i], 2, ends, ends, scores));
    }
    INVALID(mg_set_similarity(NULL, f->graph, NULL, 2, ends, ends, scores));
    REFUSED(f, mg_set_similarity(f->context, NULL, NULL, 2, ends, ends, scores));
    REFUSED(f, mg_set_similarity(f->context, f->graph, NULL, 2, ends, NULL, scores));
    REFUSED(f, mg_set_similarity(f->context, f->graph, NULL, 2, NULL, ends, scores));
    REFUSED(f, mg_set_similarity(f->context, f->graph, NULL, 2, ends, ends, NULL));
    REFUSED(f, mg_set_similarity(f->context, f->graph, NULL, 2, outside + 1, ends, scores));
    REFUSED(f, mg_set_similarity(f->context, f->graph, NULL, 1000, NULL, NULL, scores));
}

static void set_similarity_top(const fixture *f) {
    mg_vertex source[2], target[2];
    double scores[2];
    uint64_t found = 0;
    INVALID(mg_set_similarity_top(NULL, f->graph, NULL, 2, source, target, scores, &found));
    REFUSED(f, mg_set_similarity_top(f->context, NULL, NULL, 2, source, target, scores, &found));
    REFUSED(f, mg_set_similarity_top(f->context, f->graph, NULL, 2, NULL, target, scores, &found));
    REFUSED(f, mg_set_similarity_top(f->context, f->graph, NULL, 2, source, NULL, scores, &found));
    REFUSED(f, mg_set_similarity_top(f->context, f->graph, NULL, 2, source, target, NULL, &found));
    REFUSED(f, mg_set_similarity_top(f->context, f->graph, NULL, 2, source, target, scores, NULL));
}

const misuse misuses_of_structures[] = {
    {"mg_triangles", triangles},
    {"mg_lcc", lcc},
    {"mg_cdlp", cdlp},
    {"mg_scc", scc},
    {"mg_kcore", kcore},
    {"mg_louvain", louvain},
    {"mg_leiden", leiden},
    {"mg_modularity", modularity},
    {"mg_ktruss", ktruss},
    {"mg_mis", mis},
    {"mg_coloring", coloring},
    {"mg_msf", msf},
    {"mg_bipartite", bipartite},
    {"mg_matching", matching},
    {"mg_similarity", similarity},
    {"mg_set_similarity", set_similarity},
    {"mg_set_similarity_top", set_similarity_top},
    {NULL, NULL},
};

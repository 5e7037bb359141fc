/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/engine/misuse.h"

#include <math.h>

static void result_destroy(const fixture *f) {
    (void)f;
    mg_result_destroy(NULL);
}

static void result_vertex_count(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_result_vertex_count(NULL), 0);
}

static void result_column_count(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_result_column_count(NULL), 0);
}

static void result_column_at(const fixture *f) {
    CHECK(!mg_result_column_at(NULL, 0));
    CHECK(!mg_result_column_at(f->result, mg_result_column_count(f->result)));
    CHECK(!mg_result_column_at(f->result, SIZE_MAX));
}

static void result_column(const fixture *f) {
    CHECK(!mg_result_column(NULL, "depth"));
    CHECK(!mg_result_column(f->result, NULL));
    CHECK(!mg_result_column(f->result, ""));
}

static void result_statistics(const fixture *f) {
    (void)f;
    CHECK(!mg_result_statistics(NULL));
}

static void result_sources(const fixture *f) {
    size_t count = 7;
    CHECK(!mg_result_sources(NULL, &count));
    CHECK_EQ(count, 0);
    CHECK(!mg_result_sources(NULL, NULL));
    CHECK(mg_result_sources(f->result, NULL));
}

/* Run options that every run refuses. */
enum { BAD_RUNS = 9 };

static size_t bad_run_options(mg_run_options bad[BAD_RUNS]) {
    for (size_t i = 0; i < BAD_RUNS; i++) {
        bad[i] = MG_RUN_OPTIONS_INIT;
    }
    bad[0].size = 0;
    bad[1].backend = (mg_backend_kind)NO_ENUM;
    bad[2].mode = (mg_mode)NO_ENUM;
    bad[3].sparse_layout = (mg_sparse_layout)NO_ENUM;
    bad[4].dense_layout = (mg_dense_layout)NO_ENUM;
    bad[5].lanes = MG_LANES_MAX + 1;
    bad[6].lanes = UINT32_MAX;
    bad[7].mode = (mg_mode)-1;
    bad[8].choice = (mg_mode_choice)NO_ENUM;
    return BAD_RUNS;
}

static void run(const fixture *f) {
    mg_run_options bad[BAD_RUNS];
    mg_result *r = NULL;
    const mg_program other = {.abi = MG_PROGRAM_ABI + 1}, empty = {.abi = MG_PROGRAM_ABI};
    for (size_t i = 0; i < bad_run_options(bad); i++) {
        REFUSED(f, mg_run(f->context, f->graph, f->program, NULL, &bad[i], NULL, &r));
    }
    REFUSED(f, mg_run(f->context, f->graph, &other, NULL, NULL, NULL, &r));
    REFUSED(f, mg_run(f->context, f->graph, &empty, NULL, NULL, NULL, &r));
    REFUSED(f, mg_run(f->context, NULL, f->program, NULL, NULL, NULL, &r));
    REFUSED(f, mg_run(f->context, f->graph, NULL, NULL, NULL, NULL, &r));
    INVALID(mg_run(NULL, f->graph, f->program, NULL, NULL, NULL, &r));
    CHECK(!r);
}

/* The arguments that all algorithms share. */
#define CHECK_ALGORITHM(f, algorithm, Options, INIT)                                                                   \
    do {                                                                                                               \
        mg_run_options bad_[BAD_RUNS];                                                                                 \
        Options options_ = INIT;                                                                                       \
        mg_result *r_ = NULL;                                                                                          \
        for (size_t i_ = 0; i_ < bad_run_options(bad_); i_++) {                                                        \
            options_.run = bad_[i_];                                                                                   \
            REFUSED(f, algorithm((f)->context, (f)->graph, &options_, &r_));                                           \
        }                                                                                                              \
        options_ = INIT;                                                                                               \
        options_.size = 1;                                                                                             \
        REFUSED(f, algorithm((f)->context, (f)->graph, &options_, &r_));                                               \
        memset(&options_, 0, sizeof options_);                                                                         \
        REFUSED(f, algorithm((f)->context, (f)->graph, &options_, &r_));                                               \
        REFUSED(f, algorithm((f)->context, NULL, NULL, &r_));                                                          \
        REFUSED(f, algorithm((f)->context, (f)->graph, NULL, NULL));                                                   \
        INVALID(algorithm(NULL, (f)->graph, NULL, &r_));                                                               \
        CHECK(!r_);                                                                                                    \
    } while (0)

static const mg_vertex outside[] = {0, 3, MG_NONE}; /* of the vertices 0, 1 and 2 */

static void bfs(const fixture *f) {
    mg_bfs_options o = MG_BFS_OPTIONS_INIT;
    mg_result *r = NULL;
    CHECK_ALGORITHM(f, mg_bfs, mg_bfs_options, MG_BFS_OPTIONS_INIT);
    o.source = 3;
    REFUSED(f, mg_bfs(f->context, f->graph, &o, &r));
    o.sources = outside;
    REFUSED(f, mg_bfs(f->context, f->graph, &o, &r)); /* none of them */
    for (o.source_count = 2; o.source_count <= 3; o.source_count++) {
        REFUSED(f, mg_bfs(f->context, f->graph, &o, &r));
    }
    o.sources = NULL;
    REFUSED(f, mg_bfs(f->context, f->graph, &o, &r));
    CHECK(!r);
}

static void sssp(const fixture *f) {
    mg_sssp_options o = MG_SSSP_OPTIONS_INIT;
    mg_result *r = NULL;
    CHECK_ALGORITHM(f, mg_sssp, mg_sssp_options, MG_SSSP_OPTIONS_INIT);
    o.source = 3;
    REFUSED(f, mg_sssp(f->context, f->graph, &o, &r));
    o.source = 0;
    o.delta = -1.0;
    REFUSED(f, mg_sssp(f->context, f->graph, &o, &r));
    o.delta = (double)NAN;
    REFUSED(f, mg_sssp(f->context, f->graph, &o, &r));
    CHECK(!r);
}

static void cc(const fixture *f) {
    CHECK_ALGORITHM(f, mg_cc, mg_cc_options, MG_CC_OPTIONS_INIT);
}

static void pagerank_of_sources(const fixture *f) {
    mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
    mg_result *r = NULL;
    o.sources = outside;
    REFUSED(f, mg_pagerank(f->context, f->graph, &o, &r)); /* none of them */
    for (o.source_count = 2; o.source_count <= 3; o.source_count++) {
        REFUSED(f, mg_pagerank(f->context, f->graph, &o, &r));
    }
    o.sources = NULL;
    REFUSED(f, mg_pagerank(f->context, f->graph, &o, &r));
    CHECK(!r);
}

static void pagerank(const fixture *f) {
    static const double bad_damping[] = {0.0, 1.0, -1.0}, negative[] = {1, -1, 1}, zero[] = {0, 0, 0};
    mg_result *r = NULL;
    CHECK_ALGORITHM(f, mg_pagerank, mg_pagerank_options, MG_PAGERANK_OPTIONS_INIT);
    pagerank_of_sources(f);
    for (size_t i = 0; i < 3; i++) {
        mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
        o.damping = bad_damping[i];
        REFUSED(f, mg_pagerank(f->context, f->graph, &o, &r));
        o = MG_PAGERANK_OPTIONS_INIT;
        o.personalization = i ? zero : negative;
        REFUSED(f, mg_pagerank(f->context, f->graph, &o, &r));
    }
    CHECK(!r);
}

static void hits(const fixture *f) {
    mg_hits_options o = MG_HITS_OPTIONS_INIT;
    mg_result *r = NULL;
    CHECK_ALGORITHM(f, mg_hits, mg_hits_options, MG_HITS_OPTIONS_INIT);
    o.tolerance = (double)NAN;
    REFUSED(f, mg_hits(f->context, f->graph, &o, &r));
    CHECK(!r);
}

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

static void closeness(const fixture *f) {
    mg_closeness_options o = MG_CLOSENESS_OPTIONS_INIT;
    mg_result *r = NULL;
    CHECK_ALGORITHM(f, mg_closeness, mg_closeness_options, MG_CLOSENESS_OPTIONS_INIT);
    o.sample = 4;
    REFUSED(f, mg_closeness(f->context, f->graph, &o, &r));
    o.sample = 0;
    o.sources = outside;
    REFUSED(f, mg_closeness(f->context, f->graph, &o, &r)); /* none of them */
    o.source_count = 2;
    REFUSED(f, mg_closeness(f->context, f->graph, &o, &r));
    o.sources = NULL;
    REFUSED(f, mg_closeness(f->context, f->graph, &o, &r));
    CHECK(!r);
}

static void bipartite(const fixture *f) {
    CHECK_ALGORITHM(f, mg_bipartite, mg_bipartite_options, MG_BIPARTITE_OPTIONS_INIT);
}

static void matching(const fixture *f) {
    CHECK_ALGORITHM(f, mg_matching, mg_matching_options, MG_MATCHING_OPTIONS_INIT);
}

static void eigenvector(const fixture *f) {
    mg_eigenvector_options o = MG_EIGENVECTOR_OPTIONS_INIT;
    mg_result *r = NULL;
    CHECK_ALGORITHM(f, mg_eigenvector, mg_eigenvector_options, MG_EIGENVECTOR_OPTIONS_INIT);
    o.tolerance = (double)NAN;
    REFUSED(f, mg_eigenvector(f->context, f->graph, &o, &r));
    o = MG_EIGENVECTOR_OPTIONS_INIT;
    CHECK(!r);
}

static void katz(const fixture *f) {
    mg_katz_options o = MG_KATZ_OPTIONS_INIT;
    mg_result *r = NULL;
    CHECK_ALGORITHM(f, mg_katz, mg_katz_options, MG_KATZ_OPTIONS_INIT);
    o.alpha = (double)NAN;
    REFUSED(f, mg_katz(f->context, f->graph, &o, &r));
    o = MG_KATZ_OPTIONS_INIT;
    o.beta = (double)NAN;
    REFUSED(f, mg_katz(f->context, f->graph, &o, &r));
    o = MG_KATZ_OPTIONS_INIT;
    o.tolerance = (double)NAN;
    REFUSED(f, mg_katz(f->context, f->graph, &o, &r));
    o = MG_KATZ_OPTIONS_INIT;
    CHECK(!r);
}

static void path(const fixture *f) {
    mg_path_options o = MG_PATH_OPTIONS_INIT;
    mg_vertex vertices[3], count = 0;
    o.source = o.target = 0;
    INVALID(mg_path(NULL, f->graph, &o, vertices, NULL, &count));
    REFUSED(f, mg_path(f->context, NULL, &o, vertices, NULL, &count));
    REFUSED(f, mg_path(f->context, f->graph, NULL, vertices, NULL, &count));
    REFUSED(f, mg_path(f->context, f->graph, &o, NULL, NULL, &count));
    REFUSED(f, mg_path(f->context, f->graph, &o, vertices, NULL, NULL));
    o.target = 3;
    REFUSED(f, mg_path(f->context, f->graph, &o, vertices, NULL, &count));
    o.target = MG_NONE;
    REFUSED(f, mg_path(f->context, f->graph, &o, vertices, NULL, &count));
    o.target = 0;
    o.size = 1;
    REFUSED(f, mg_path(f->context, f->graph, &o, vertices, NULL, &count));
    o.size = sizeof o;
    o.run.lanes = 2;
    REFUSED(f, mg_path(f->context, f->graph, &o, vertices, NULL, &count));
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

static void estimate_memory(const fixture *f) {
    mg_memory_estimate e = MG_MEMORY_ESTIMATE_INIT, small = {.size = 1};
    mg_run_options run = {.size = 1};
    REFUSED(f, mg_estimate_memory(f->context, NULL, "bfs", NULL, &e));
    REFUSED(f, mg_estimate_memory(f->context, f->graph, NULL, NULL, &e));
    REFUSED(f, mg_estimate_memory(f->context, f->graph, "none", NULL, &e));
    REFUSED(f, mg_estimate_memory(f->context, f->graph, "bfs", NULL, NULL));
    REFUSED(f, mg_estimate_memory(f->context, f->graph, "bfs", NULL, &small));
    REFUSED(f, mg_estimate_memory(f->context, f->graph, "bfs", &run, &e));
    INVALID(mg_estimate_memory(NULL, f->graph, "bfs", NULL, &e));
    CHECK(!mg_estimated_algorithm(SIZE_MAX));
}

static void bc(const fixture *f) {
    mg_bc_options o = MG_BC_OPTIONS_INIT;
    mg_result *r = NULL;
    CHECK_ALGORITHM(f, mg_bc, mg_bc_options, MG_BC_OPTIONS_INIT);
    o.sample = 4;
    REFUSED(f, mg_bc(f->context, f->graph, &o, &r));
    o.sample = 0;
    o.sources = outside;
    REFUSED(f, mg_bc(f->context, f->graph, &o, &r)); /* none of them */
    for (o.source_count = 2; o.source_count <= 3; o.source_count++) {
        REFUSED(f, mg_bc(f->context, f->graph, &o, &r));
    }
    o.sources = NULL;
    REFUSED(f, mg_bc(f->context, f->graph, &o, &r));
    CHECK(!r);
}

static void walks(const fixture *f) {
    mg_vertex made[3 * (MG_WALKS_LENGTH + 1)];
    mg_walks_options o = MG_WALKS_OPTIONS_INIT;
    INVALID(mg_walks(NULL, f->graph, &o, 0, 3, made));
    REFUSED(f, mg_walks(f->context, NULL, &o, 0, 3, made));
    REFUSED(f, mg_walks(f->context, f->graph, &o, 0, 3, NULL));
    REFUSED(f, mg_walks(f->context, f->graph, &o, 1, 3, made));
    REFUSED(f, mg_walks(f->context, f->graph, &o, UINT64_MAX, 3, made));
    o.backend = (mg_backend_kind)NO_ENUM;
    REFUSED(f, mg_walks(f->context, f->graph, &o, 0, 3, made));
    o = MG_WALKS_OPTIONS_INIT;
    o.kind = (mg_walk_kind)NO_ENUM;
    REFUSED(f, mg_walks(f->context, f->graph, &o, 0, 3, made));
    o.kind = MG_WALK_UNIFORM;
    o.sources = outside;
    REFUSED(f, mg_walks(f->context, f->graph, &o, 0, 0, made)); /* none of them */
    o.source_count = 2;
    REFUSED(f, mg_walks(f->context, f->graph, &o, 0, 1, made));
    o.size = 0;
    REFUSED(f, mg_walks(f->context, f->graph, &o, 0, 1, made));
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

static void eccentricity(const fixture *f) {
    CHECK_ALGORITHM(f, mg_eccentricity, mg_eccentricity_options, MG_ECCENTRICITY_OPTIONS_INIT);
}

static void diameter(const fixture *f) {
    mg_eccentricity_options o = MG_ECCENTRICITY_OPTIONS_INIT;
    mg_diameter_info info;
    INVALID(mg_diameter(NULL, f->graph, NULL, &info));
    REFUSED(f, mg_diameter(f->context, NULL, NULL, &info));
    REFUSED(f, mg_diameter(f->context, f->graph, NULL, NULL));
    o.size = 1;
    REFUSED(f, mg_diameter(f->context, f->graph, &o, &info));
}

static void edge_bc(const fixture *f) {
    double centrality[64];
    mg_run_options bad[BAD_RUNS];
    mg_bc_options o = MG_BC_OPTIONS_INIT;
    for (size_t i = 0; i < bad_run_options(bad); i++) {
        o.run = bad[i];
        REFUSED(f, mg_edge_bc(f->context, f->graph, &o, centrality));
    }
    o = MG_BC_OPTIONS_INIT;
    INVALID(mg_edge_bc(NULL, f->graph, &o, centrality));
    REFUSED(f, mg_edge_bc(f->context, NULL, &o, centrality));
    REFUSED(f, mg_edge_bc(f->context, f->graph, &o, NULL));
    o.sources = outside;
    REFUSED(f, mg_edge_bc(f->context, f->graph, &o, centrality));
    o.source_count = 2;
    REFUSED(f, mg_edge_bc(f->context, f->graph, &o, centrality));
    o = MG_BC_OPTIONS_INIT;
    o.sample = 4;
    REFUSED(f, mg_edge_bc(f->context, f->graph, &o, centrality));
    o.size = 1;
    REFUSED(f, mg_edge_bc(f->context, f->graph, &o, centrality));
}

static void draw_sources(const fixture *f) {
    mg_vertex drawn[4];
    REFUSED(f, mg_draw_sources(f->context, NULL, 1, 1, drawn));
    REFUSED(f, mg_draw_sources(f->context, f->graph, 1, 1, NULL));
    REFUSED(f, mg_draw_sources(f->context, f->graph, 1, 4, drawn));
    REFUSED(f, mg_draw_sources(f->context, f->graph, 1, SIZE_MAX, drawn));
    INVALID(mg_draw_sources(NULL, f->graph, 1, 1, drawn));
    CHECK_OK(f->context, mg_draw_sources(f->context, f->graph, 1, 0, NULL));
}

static void add(void *data, const void *a, const void *b, void *out) {
    (void)data;
    *(double *)out = *(const double *)a + *(const double *)b;
}

/* One wrong option each. */
static size_t bad_products(mg_spmv_options bad[11]) {
    static const double zero = 0;
    for (size_t i = 0; i < 11; i++) {
        bad[i] = MG_SPMV_OPTIONS_INIT;
    }
    bad[0].size = 0;
    bad[1].semiring = (mg_semiring)NO_ENUM;
    bad[2].type = (mg_type)NO_ENUM;
    bad[3].type = MG_TYPE_NONE;
    bad[4].backend = (mg_backend_kind)NO_ENUM;
    bad[5].mode = (mg_mode)NO_ENUM;
    bad[6].dense_layout = (mg_dense_layout)NO_ENUM;
    for (size_t i = 7; i < 11; i++) { /* a user's semiring, of which something is missing */
        bad[i].semiring = MG_USER_SEMIRING;
        bad[i].element_size = sizeof zero;
        bad[i].identity = &zero;
        bad[i].add = bad[i].multiply = add;
    }
    bad[7].element_size = 0;
    bad[8].element_size = MG_ELEMENT_MAX + 1;
    bad[9].identity = NULL;
    bad[10].type = (mg_type)NO_ENUM;
    return 11;
}

static void spmv(const fixture *f) {
    double x[3] = {1, 2, 3}, y[3];
    mg_spmv_options bad[11];
    for (size_t i = 0; i < bad_products(bad); i++) {
        REFUSED(f, mg_spmv(f->context, f->graph, &bad[i], x, y));
    }
    REFUSED(f, mg_spmv(f->context, NULL, NULL, x, y));
    REFUSED(f, mg_spmv(f->context, f->graph, NULL, NULL, y));
    REFUSED(f, mg_spmv(f->context, f->graph, NULL, x, NULL));
    REFUSED(f, mg_spmv(f->context, f->graph, NULL, x, x));
    REFUSED(f, mg_spmv(f->context, f->graph, NULL, x, x + 1));
    INVALID(mg_spmv(NULL, f->graph, NULL, x, y));
}

static void spmm(const fixture *f) {
    double x[6] = {1, 2, 3, 4, 5, 6}, y[6];
    mg_spmv_options bad[11];
    for (size_t i = 0; i < bad_products(bad); i++) {
        REFUSED(f, mg_spmm(f->context, f->graph, &bad[i], 2, x, y));
    }
    REFUSED(f, mg_spmm(f->context, f->graph, NULL, 0, x, y));
    REFUSED(f, mg_spmm(f->context, NULL, NULL, 2, x, y));
    REFUSED(f, mg_spmm(f->context, f->graph, NULL, 2, NULL, y));
    REFUSED(f, mg_spmm(f->context, f->graph, NULL, 2, x, NULL));
    INVALID(mg_spmm(NULL, f->graph, NULL, 2, x, y));
}

static void program_from_file(const fixture *f) {
    const mg_program *p = NULL;
    REFUSED(f, mg_program_from_file(f->context, NULL, &p));
    REFUSED(f, mg_program_from_file(f->context, "", &p));
    REFUSED(f, mg_program_from_file(f->context, "/", &p));
    REFUSED(f, mg_program_from_file(f->context, "/dev/null", NULL));
    INVALID(mg_program_from_file(NULL, "/dev/null", &p));
    CHECK(!p);
}

static void program_from_source(const fixture *f) {
    const mg_program *p = NULL;
    char name[256];
    memset(name, 'x', sizeof name);
    name[201] = '\0';
    REFUSED(f, mg_program_from_source(f->context, NULL, "", &p));
    REFUSED(f, mg_program_from_source(f->context, "x", NULL, &p));
    REFUSED(f, mg_program_from_source(f->context, "x", "", NULL));
    REFUSED(f, mg_program_from_source(f->context, "", "int x;", &p));
    REFUSED(f, mg_program_from_source(f->context, name, "int x;", &p));
    REFUSED(f, mg_program_from_source(f->context, "a\"b", "int x;", &p));
    INVALID(mg_program_from_source(NULL, "x", "", &p));
    CHECK(!p);
}

static void program_release(const fixture *f) {
    (void)f;
    mg_program_release(NULL);
}

/* Programs whose description is wrong. */
static size_t bad_programs(const fixture *f, mg_program bad[4]) {
    for (size_t i = 0; i < 4; i++) {
        bad[i] = *f->program;
    }
    bad[0].abi = 0;
    bad[1].parameters[0].type = (mg_type)NO_ENUM;
    bad[2].parameters[0].offset = SIZE_MAX;
    bad[3].params_size = 0;
    return 4;
}

static void program_defaults(const fixture *f) {
    char params[64];
    mg_program bad[4];
    for (size_t i = 0; i < bad_programs(f, bad); i++) {
        REFUSED(f, mg_program_defaults(f->context, &bad[i], NULL, params));
    }
    REFUSED(f, mg_program_defaults(f->context, NULL, f->graph, params));
    REFUSED(f, mg_program_defaults(f->context, f->program, f->graph, NULL));
    INVALID(mg_program_defaults(NULL, f->program, f->graph, params));
}

static void program_set(const fixture *f) {
    char params[64] = "";
    mg_program bad[4];
    for (size_t i = 0; i < bad_programs(f, bad); i++) {
        REFUSED(f, mg_program_set(f->context, &bad[i], NULL, "source", "1", params));
    }
    REFUSED(f, mg_program_set(f->context, NULL, NULL, "source", "1", params));
    REFUSED(f, mg_program_set(f->context, f->program, NULL, NULL, "1", params));
    REFUSED(f, mg_program_set(f->context, f->program, NULL, "source", NULL, params));
    REFUSED(f, mg_program_set(f->context, f->program, NULL, "source", "1", NULL));
    REFUSED(f, mg_program_set(f->context, f->program, NULL, "", "1", params));
    REFUSED(f, mg_program_set(f->context, f->program, NULL, "source", "", params));
    REFUSED(f, mg_program_set(f->context, f->program, f->graph, "source", "3", params)); /* no such vertex */
    REFUSED(f, mg_program_set(f->context, f->program, NULL, "source", "4294967296", params));
    REFUSED(f, mg_program_set(f->context, f->program, NULL, "source", "18446744073709551615", params));
    INVALID(mg_program_set(NULL, f->program, NULL, "source", "1", params));
    CHECK_OK(f->context, mg_program_set(f->context, f->program, NULL, "source", "4294967295", params));
}

static void program_check(const fixture *f) {
    mg_program bad[4];
    for (size_t i = 0; i < bad_programs(f, bad); i++) {
        REFUSED(f, mg_program_check(f->context, &bad[i], NULL, MG_BACKEND_CPU));
    }
    REFUSED(f, mg_program_check(f->context, NULL, NULL, MG_BACKEND_CPU));
    REFUSED(f, mg_program_check(f->context, f->program, NULL, (mg_backend_kind)NO_ENUM));
    INVALID(mg_program_check(NULL, f->program, NULL, MG_BACKEND_CPU));
}

static bool start(const mg_ctx *ctx, const void *params, void *state) {
    (void)params;
    *(uint32_t *)state = ctx->vertex;
    return true;
}

static void run_callbacks(const fixture *f) {
    static const uint32_t identity = UINT32_MAX;
    mg_callbacks good = MG_CALLBACKS_INIT, bad[10];
    mg_run_options bad_run[BAD_RUNS];
    uint32_t state[3] = {0};
    mg_result *r = NULL;
    good.state_size = good.value_size = sizeof identity;
    good.value_type = MG_UINT32;
    good.properties = MG_LABEL;
    good.identity = &identity;
    good.init = start;
    for (size_t i = 0; i < 10; i++) {
        bad[i] = good;
    }
    bad[0].size = 0;
    bad[1].value_size = 0;
    bad[2].state_size = 0;
    bad[3].identity = NULL;
    bad[4].value_type = (mg_type)NO_ENUM;
    bad[5].weight_type = (mg_type)NO_ENUM;
    bad[6].direction = (mg_direction)NO_ENUM;
    bad[7].frontier = (mg_frontier_source)NO_ENUM;
    bad[8].monoid = (mg_monoid)NO_ENUM;
    bad[9].totals = UINT32_MAX;
    for (size_t i = 0; i < 10; i++) {
        REFUSED(f, mg_run_callbacks(f->context, f->graph, &bad[i], NULL, NULL, state, &r));
    }
    for (size_t i = 0; i < bad_run_options(bad_run); i++) {
        REFUSED(f, mg_run_callbacks(f->context, f->graph, &good, NULL, &bad_run[i], state, &r));
    }
    REFUSED(f, mg_run_callbacks(f->context, NULL, &good, NULL, NULL, state, &r));
    REFUSED(f, mg_run_callbacks(f->context, f->graph, NULL, NULL, NULL, state, &r));
    REFUSED(f, mg_run_callbacks(f->context, f->graph, &good, NULL, NULL, NULL, &r));
    INVALID(mg_run_callbacks(NULL, f->graph, &good, NULL, NULL, state, &r));
    CHECK(!r);
    CHECK_OK(f->context, mg_run_callbacks(f->context, f->graph, &good, NULL, NULL, state, NULL));
}

const misuse misuses_of_runs[] = {
    {"mg_result_destroy", result_destroy},
    {"mg_result_vertex_count", result_vertex_count},
    {"mg_result_column_count", result_column_count},
    {"mg_result_column_at", result_column_at},
    {"mg_result_column", result_column},
    {"mg_result_statistics", result_statistics},
    {"mg_result_sources", result_sources},
    {"mg_run", run},
    {"mg_bfs", bfs},
    {"mg_sssp", sssp},
    {"mg_cc", cc},
    {"mg_pagerank", pagerank},
    {"mg_hits", hits},
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
    {"mg_closeness", closeness},
    {"mg_bipartite", bipartite},
    {"mg_matching", matching},
    {"mg_eigenvector", eigenvector},
    {"mg_katz", katz},
    {"mg_path", path},
    {"mg_similarity", similarity},
    {"mg_estimate_memory", estimate_memory},
    {"mg_estimated_algorithm", estimate_memory},
    {"mg_walks", walks},
    {"mg_eccentricity", eccentricity},
    {"mg_diameter", diameter},
    {"mg_edge_bc", edge_bc},
    {"mg_set_similarity", set_similarity},
    {"mg_set_similarity_top", set_similarity_top},
    {"mg_bc", bc},
    {"mg_draw_sources", draw_sources},
    {"mg_spmv", spmv},
    {"mg_spmm", spmm},
    {"mg_program_from_file", program_from_file},
    {"mg_program_from_source", program_from_source},
    {"mg_program_release", program_release},
    {"mg_program_defaults", program_defaults},
    {"mg_program_set", program_set},
    {"mg_program_check", program_check},
    {"mg_run_callbacks", run_callbacks},
    {NULL, NULL},
};

/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/engine/misuse.h"

#include <math.h>

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
    for (size_t i = 0; i < misuse_run_options(bad); i++) {
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

const misuse misuses_of_algorithms[] = {
    {"mg_bfs", bfs},
    {"mg_sssp", sssp},
    {"mg_cc", cc},
    {"mg_pagerank", pagerank},
    {"mg_hits", hits},
    {"mg_closeness", closeness},
    {"mg_eigenvector", eigenvector},
    {"mg_katz", katz},
    {"mg_path", path},
    {"mg_estimate_memory", estimate_memory},
    {"mg_estimated_algorithm", estimate_memory},
    {"mg_walks", walks},
    {"mg_eccentricity", eccentricity},
    {"mg_diameter", diameter},
    {"mg_edge_bc", edge_bc},
    {"mg_bc", bc},
    {"mg_draw_sources", draw_sources},
    {NULL, NULL},
};

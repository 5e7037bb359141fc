/* SPDX-License-Identifier: Apache-2.0
 *
 * The reference results of LDBC Graphalytics (MG_TEST_DATA/reference/ldbc): BFS and CDLP equal, WCC as a partition, PR,
 * SSSP and LCC within 1e-4 relative. The library reads the graphs (.v, .e, .properties); this test reads the counts and
 * parameters from .properties.
 */
#include "tests/algorithms/run_matrix.h"

#include <stdlib.h>
#include <string.h>

#define RELATIVE 1e-4
#define UNREACHED_DEPTH 9223372036854775807ull

typedef struct ldbc {
    char name[64];
    mg_graph *graph;
    char *properties;
} ldbc;

/* The content of the file as a string; NULL if it does not exist. */
static char *slurp(const char *name, const char *ending) {
    char path[1024];
    snprintf(path, sizeof path, "%s/reference/ldbc/%s%s", test_data(), name, ending);
    FILE *file = fopen(path, "rb");
    if (!file) {
        return NULL;
    }
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    char *text = test_memory((uint64_t)size + 1, 1);
    CHECK_EQ(fread(text, 1, (size_t)size, file), size);
    fclose(file);
    return text;
}

/* The value of `graph.<name>.<key> = `, NULL if there is none. */
static const char *property(const ldbc *g, const char *key) {
    char line[160];
    snprintf(line, sizeof line, "graph.%s.%s = ", g->name, key);
    const char *at = strstr(g->properties, line);
    return at ? at + strlen(line) : NULL;
}

static const char *skip_blank(const char *at) {
    return at + strspn(at, " \t\r\n");
}

static uint64_t read_ids(const char *text, uint64_t *ids) {
    uint64_t count = 0;
    for (const char *at = skip_blank(text); *at; at = skip_blank(at)) {
        ids[count++] = strtoull(at, (char **)&at, 10);
    }
    return count;
}

/* `given`: the path of one of the three files, or the name without suffix. */
static ldbc open_graph(const char *name, const char *given) {
    ldbc g = {.graph = NULL};
    char path[1024];
    snprintf(g.name, sizeof g.name, "%s", name);
    snprintf(path, sizeof path, "%s/reference/ldbc/%s%s", test_data(), name, given);
    g.properties = slurp(name, ".properties");
    CHECK(g.properties);
    const bool weighted = property(&g, "edge-properties.names") != NULL;
    mg_context *context = test_context(1);
    CHECK_OK(context, mg_graph_read(context, path, NULL, &g.graph));
    CHECK_EQ(mg_graph_vertex_count(g.graph), strtoull(property(&g, "meta.vertices"), NULL, 10));
    CHECK_EQ(mg_graph_edge_count(g.graph), strtoull(property(&g, "meta.edges"), NULL, 10));
    CHECK_EQ(mg_graph_directed(g.graph), strncmp(property(&g, "directed"), "true", 4) == 0);
    CHECK_EQ(mg_graph_weight_type(g.graph) != MG_TYPE_NONE, weighted);
    return g;
}

static void close_graph(ldbc *g) {
    mg_graph_destroy(g->graph);
    free(g->properties);
}

static mg_vertex source_of(const ldbc *g, const char *key) {
    mg_vertex source = MG_NONE;
    CHECK(mg_graph_find(g->graph, strtoull(property(g, key), NULL, 10), &source));
    return source;
}

/* Calls `check` for every line `id value` of the reference output; there must be one for every vertex. */
typedef void (*line_check)(const matrix_run *run, const ldbc *g, const mg_column *column, mg_vertex v,
                           const char *value);
static void check_lines(const matrix_run *run, const ldbc *g, const char *ending, const mg_column *column,
                        line_check check) {
    char *text = slurp(g->name, ending);
    mg_vertex lines = 0;
    CHECK(text && column);
    for (const char *at = skip_blank(text); *at; at = skip_blank(at + strcspn(at, "\n"))) {
        mg_vertex v = MG_NONE;
        char *value;
        CHECK(mg_graph_find(g->graph, strtoull(at, &value, 10), &v));
        check(run, g, column, v, skip_blank(value));
        lines++;
    }
    CHECK_EQ(lines, mg_graph_vertex_count(g->graph));
    free(text);
}

static void check_depth(const matrix_run *run, const ldbc *g, const mg_column *column, mg_vertex v, const char *value) {
    const uint32_t found = ((const uint32_t *)column->data)[v];
    const uint64_t expected = strtoull(value, NULL, 10);
    RUN_CHECK(run, expected == (found == MG_UNREACHED ? UNREACHED_DEPTH : found), "depth of %llu is %lu, expected %llu",
              (unsigned long long)mg_graph_id(g->graph, v), (unsigned long)found, (unsigned long long)expected);
}

static double real_at(const mg_column *column, mg_vertex v) {
    const double real = column->type == MG_FLOAT32 ? (double)((const float *)column->data)[v] : 0.0;
    return column->type == MG_FLOAT64 ? ((const double *)column->data)[v] : real;
}

static void check_real(const matrix_run *run, const ldbc *g, const mg_column *column, mg_vertex v, const char *value) {
    const double found = real_at(column, v), expected = strtod(value, NULL);
    RUN_CHECK(run, found == expected || fabs(found - expected) <= RELATIVE * fabs(expected),
              "%s of %llu is %.9g, expected %.9g", column->name, (unsigned long long)mg_graph_id(g->graph, v), found,
              expected);
}

/* The reference's label is the id of a vertex of the component. First half of comparing two partitions: every vertex
 * must have the same label as the vertex that the reference names, so equal references imply equal labels. */
static void check_component(const matrix_run *run, const ldbc *g, const mg_column *column, mg_vertex v,
                            const char *value) {
    const mg_vertex *label = column->data;
    mg_vertex named = MG_NONE;
    RUN_CHECK(run, mg_graph_find(g->graph, strtoull(value, NULL, 10), &named), "no vertex %s", value);
    RUN_CHECK(run, label[v] == label[named], "%llu is not in the component of %llu",
              (unsigned long long)mg_graph_id(g->graph, v), (unsigned long long)mg_graph_id(g->graph, named));
}

/* The second half: different references imply different labels. */
static uint64_t distinct(uint64_t *values, uint64_t count) {
    uint64_t different = 0;
    for (uint64_t i = 0; i < count; i++) {
        bool seen = false;
        for (uint64_t j = 0; j < i; j++) {
            seen = seen || values[i] == values[j];
        }
        different += !seen;
    }
    return different;
}

static void check_component_count(const ldbc *g, const mg_column *column) {
    const mg_vertex n = mg_graph_vertex_count(g->graph);
    char *text = slurp(g->name, "-WCC");
    uint64_t *ours = test_memory(n, sizeof *ours), *pairs = test_memory(2 * (uint64_t)n, sizeof *pairs);
    CHECK_EQ(read_ids(text, pairs), 2 * (uint64_t)n);
    for (mg_vertex v = 0; v < n; v++) {
        ours[v] = ((const mg_vertex *)column->data)[v];
        pairs[v] = pairs[2 * (uint64_t)v + 1];
    }
    CHECK_EQ(distinct(ours, n), distinct(pairs, n));
    free(text);
    free(ours);
    free(pairs);
}

static void bfs_run(const matrix_run *run, const ldbc *g) {
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    options.run = run->options;
    options.source = source_of(g, "bfs.source-vertex");
    RUN_OK(run, mg_bfs(run->context, g->graph, &options, &result));
    check_lines(run, g, "-BFS", mg_result_column(result, "depth"), check_depth);
    mg_result_destroy(result);
}

static void sssp_run(const matrix_run *run, const ldbc *g) {
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    mg_result *result = NULL;
    options.run = run->options;
    options.source = source_of(g, "sssp.source-vertex");
    RUN_OK(run, mg_sssp(run->context, g->graph, &options, &result));
    check_lines(run, g, "-SSSP", mg_result_column(result, "distance"), check_real);
    mg_result_destroy(result);
}

static void pagerank_run(const matrix_run *run, const ldbc *g) {
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    mg_result *result = NULL;
    options.run = run->options;
    options.damping = strtod(property(g, "pr.damping-factor"), NULL);
    options.run.max_iterations = (uint32_t)strtoul(property(g, "pr.num-iterations"), NULL, 10);
    options.tolerance = 0.0;
    const mg_status status = mg_pagerank(run->context, g->graph, &options, &result);
    RUN_CHECK(run, status >= 0, "%s", mg_context_error(run->context));
    check_lines(run, g, "-PR", mg_result_column(result, "rank"), check_real);
    mg_result_destroy(result);
}

static void wcc_run(const matrix_run *run, const ldbc *g) {
    mg_cc_options options = MG_CC_OPTIONS_INIT;
    mg_result *result = NULL;
    options.run = run->options;
    RUN_OK(run, mg_cc(run->context, g->graph, &options, &result));
    check_lines(run, g, "-WCC", mg_result_column(result, "component"), check_component);
    check_component_count(g, mg_result_column(result, "component"));
    mg_result_destroy(result);
}

static void lcc_run(const matrix_run *run, const ldbc *g) {
    mg_lcc_options options = MG_LCC_OPTIONS_INIT;
    mg_result *result = NULL;
    options.run = run->options;
    RUN_OK(run, mg_lcc(run->context, g->graph, &options, &result));
    check_lines(run, g, "-LCC", mg_result_column(result, "lcc"), check_real);
    mg_result_destroy(result);
}

static void check_label(const matrix_run *run, const ldbc *g, const mg_column *column, mg_vertex v, const char *value) {
    const uint64_t found = mg_graph_id(g->graph, ((const mg_vertex *)column->data)[v]);
    const uint64_t expected = strtoull(value, NULL, 10);
    RUN_CHECK(run, found == expected, "label of %llu is %llu, expected %llu",
              (unsigned long long)mg_graph_id(g->graph, v), (unsigned long long)found, (unsigned long long)expected);
}

static void cdlp_run(const matrix_run *run, const ldbc *g) {
    mg_cdlp_options options = MG_CDLP_OPTIONS_INIT;
    mg_result *result = NULL;
    options.run = run->options;
    options.iterations = (uint32_t)strtoul(property(g, "cdlp.max-iterations"), NULL, 10);
    RUN_OK(run, mg_cdlp(run->context, g->graph, &options, &result));
    check_lines(run, g, "-CDLP", mg_result_column(result, "label"), check_label);
    mg_result_destroy(result);
}

static void check(const char *kind, void (*check_run)(const matrix_run *, const ldbc *)) {
    static const char *const sides[] = {"directed", "undirected"};
    static const char *const given[] = {".v", ".e", ".properties", ""};
    if (!test_data()) {
        test_skip("MG_TEST_DATA is not set");
    }
    for (size_t i = 0; i < 4; i++) {
        char name[64];
        if (i < 2) {
            snprintf(name, sizeof name, "example-%s", sides[i]);
        } else {
            snprintf(name, sizeof name, "test-%s-%s", kind, sides[i - 2]);
        }
        ldbc g = open_graph(name, given[i]);
        for (size_t r = 0; r < matrix_run_count; r++) {
            matrix_run run = matrix_run_at(r, name);
            check_run(&run, &g);
        }
        close_graph(&g);
    }
}

TEST(ldbc_bfs) {
    check("bfs", bfs_run);
}

TEST(ldbc_sssp) {
    check("sssp", sssp_run);
}

TEST(ldbc_pagerank) {
    check("pr", pagerank_run);
}

TEST(ldbc_wcc) {
    check("wcc", wcc_run);
}

TEST(ldbc_lcc) {
    check("lcc", lcc_run);
}

TEST(ldbc_cdlp) {
    check("cdlp", cdlp_run);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The programs of examples/, compiled in with multigraph_add_program, on every shape in every mode, compared with slow
 * serial implementations.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const mg_program communities_program, heat_program, hops_program, kcore_program, peaks_program, rank_program,
    reach64_program, reliable_program, shells_program, shortest_program, strong_program, widest_program;

/* A parameter as a user sets it. */
typedef struct setting {
    const char *name;
    char value[24];
} setting;

static setting number(const char *name, uint64_t value) {
    setting s = {.name = name};
    snprintf(s.value, sizeof s.value, "%" PRIu64, value);
    return s;
}

static setting vertex(const mg_graph *graph, const char *name, mg_vertex v) {
    return number(name, mg_graph_id(graph, v));
}

static mg_result *run_example(const matrix_run *run, const mg_graph *graph, const mg_program *program,
                              const setting *settings, size_t count) {
    void *params = test_memory(1, program->params_size);
    mg_result *result = NULL;
    RUN_OK(run, mg_program_defaults(run->context, program, graph, params));
    for (size_t i = 0; i < count; i++) {
        RUN_OK(run, mg_program_set(run->context, program, graph, settings[i].name, settings[i].value, params));
    }
    RUN_OK(run, mg_run(run->context, graph, program, params, &run->options, NULL, &result));
    free(params);
    return result;
}

static void expect_equal(const matrix_run *run, const char *what, mg_vertex v, uint64_t found, uint64_t expected) {
    RUN_CHECK(run, found == expected, "%s: vertex %u has %" PRIu64 ", expected %" PRIu64, what, v, found, expected);
}

/* Compares a column of 32-bit numbers with the expected values in every run configuration. */
static void expect_column(const mg_graph *graph, const char *what, const mg_program *program, const char *column,
                          const setting *settings, size_t count, const uint32_t *expected) {
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        mg_result *result = run_example(&run, graph, program, settings, count);
        const uint32_t *found = run_column(&run, graph, result, column, MG_UINT32);
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            expect_equal(&run, column, v, found[v], expected[v]);
        }
        mg_result_destroy(result);
    }
}

/* A copy of a program that runs its `tiled` phases in place of the others. */
static mg_program tiled_alone(const mg_program *program) {
    mg_program tiled = *program;
    memcpy(tiled.phases, program->tiled, sizeof tiled.phases);
    memset(tiled.tiled, 0, sizeof tiled.tiled);
    return tiled;
}

/* Two sources: the default one and another; none for an empty graph. */
static size_t some_sources(const mg_graph *graph, mg_vertex sources[4]) {
    const size_t count = test_sources(graph, sources);
    sources[0] = mg_graph_default_source(graph);
    return !mg_graph_vertex_count(graph) ? 0 : count < 2 ? count : 2;
}

static void check_hops(const mg_graph *graph, const char *what) {
    mg_vertex sources[4];
    for (size_t k = 0; k < some_sources(graph, sources); k++) {
        uint32_t *expected = oracle_bfs(graph, sources[k]);
        const setting settings[] = {vertex(graph, "source", sources[k])};
        const mg_program tiled = tiled_alone(&hops_program);
        expect_column(graph, what, &hops_program, "hops", settings, 1, expected);
        expect_column(graph, what, &tiled, "hops", settings, 1, expected);
        free(expected);
    }
}

TEST(example_hops) {
    matrix_graphs(NULL, 0, check_hops);
}

static void check_shortest(const mg_graph *graph, const char *what) {
    mg_vertex sources[4];
    const mg_vertex n = mg_graph_vertex_count(graph);
    for (size_t k = 0; k < some_sources(graph, sources); k++) {
        uint64_t *distance = oracle_sssp_integer(graph, sources[k]);
        uint32_t *expected = test_memory(n, sizeof *expected);
        for (mg_vertex v = 0; v < n; v++) {
            expected[v] = distance[v] == MG_UNREACHED64 ? MG_UNREACHED : (uint32_t)distance[v];
        }
        const setting settings[] = {vertex(graph, "source", sources[k]), number("bits", k * 3)};
        expect_column(graph, what, &shortest_program, "distance", settings, 2, expected);
        free(distance);
        free(expected);
    }
}

TEST(example_shortest) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_INT_ZERO};
    matrix_graphs(weightings, 3, check_shortest);
}

/* Compares a column of reals with expected values in double precision. */
static void expect_reals(const matrix_run *run, const mg_graph *graph, const mg_result *result, const char *name,
                         const double *expected, double tolerance) {
    const mg_column *column = mg_result_column(result, name);
    RUN_CHECK(run, column != NULL, "column %s", name);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        const double found =
            column->type == MG_FLOAT32 ? (double)((const float *)column->data)[v] : ((const double *)column->data)[v];
        RUN_CHECK(run, found == expected[v] || fabs(found - expected[v]) <= tolerance,
                  "%s: vertex %u has %.9g, expected %.9g", name, v, found, expected[v]);
    }
}

/* Values travel as floats, as the program allows (MG_MIXED_PRECISION): use the default tolerance, and allow for the
 * convergence error and for rounding. */
static void check_rank(const mg_graph *graph, const char *what) {
    double *expected = oracle_pagerank(graph, 0.7, NULL, 90);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        const setting settings[] = {{"damping", "0.7"}, {"tolerance", "1e-6"}};
        mg_result *result = run_example(&run, graph, &rank_program, settings, 2);
        const double *found = run_column(&run, graph, result, "rank", MG_FLOAT64);
        double difference = 0.0;
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            difference += fabs(found[v] - expected[v]);
        }
        RUN_CHECK(&run, difference <= 1e-6 * 0.7 / 0.3 + 4e-7, "the ranks are off by %g in all",
                  difference); /* NaN fails, too */
        mg_result_destroy(result);
    }
    free(expected);
}

TEST(example_rank) {
    matrix_graphs(NULL, 0, check_rank);
}

/* The nearest seed, by a search from every seed. */
static void check_communities(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph), wanted = 5, step = n > wanted ? n / wanted : 1;
    uint32_t *best = test_memory(n, sizeof *best), *expected = test_memory(n, sizeof *expected);
    memset(best, 255, n * sizeof *best);
    memset(expected, 255, n * sizeof *expected);
    for (mg_vertex seed = 0; seed < n && seed / step < wanted; seed += step) {
        uint32_t *depth = oracle_bfs(graph, seed);
        for (mg_vertex v = 0; v < n; v++) {
            if (depth[v] < best[v]) {
                best[v] = depth[v];
                expected[v] = seed;
            }
        }
        free(depth);
    }
    const setting settings[] = {number("seeds", wanted)};
    expect_column(graph, what, &communities_program, "community", settings, 1, expected);
    free(best);
    free(expected);
}

TEST(example_communities) {
    matrix_graphs(NULL, 0, check_communities);
}

/* best[v]: relaxes all edges until nothing changes. */
static float *spread(const mg_graph *graph, mg_vertex source, float start, bool product) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    float *best = test_memory(n, sizeof *best);
    best[source] = start;
    for (bool changed = true; changed;) {
        changed = false;
        for (mg_vertex u = 0; u < n; u++) {
            for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
                const float w = (float)arc_weight(graph, e);
                const float value = product ? best[u] * w : fminf(best[u], w);
                if (value > best[out.neighbours[e]]) {
                    best[out.neighbours[e]] = value;
                    changed = true;
                }
            }
        }
    }
    return best;
}

static void check_widest(const mg_graph *graph, const char *what) {
    mg_vertex sources[4];
    const mg_vertex n = mg_graph_vertex_count(graph);
    for (size_t k = 0; k < some_sources(graph, sources); k++) {
        float *expected = spread(graph, sources[k], INFINITY, false);
        for (size_t i = 0; i < matrix_run_count; i++) {
            matrix_run run = matrix_run_at(i, what);
            const setting settings[] = {vertex(graph, "source", sources[k])};
            mg_result *result = run_example(&run, graph, &widest_program, settings, 1);
            const float *width = run_column(&run, graph, result, "width", MG_FLOAT32);
            RUN_CHECK(&run, memcmp(width, expected, n * sizeof *width) == 0, "widths from %u", sources[k]);
            mg_result_destroy(result);
        }
        free(expected);
    }
}

TEST(example_widest) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_FLOAT};
    matrix_graphs(weightings, 3, check_widest);
}

static void check_kcore(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (uint32_t k = 1; k <= 9; k += 4) {
        uint32_t *left = test_memory(n, sizeof *left), *degree = test_memory(n, sizeof *degree);
        for (mg_vertex v = 0; v < n; v++) {
            left[v] = 1;
        }
        for (bool changed = true; changed;) {
            changed = false;
            memset(degree, 0, n * sizeof *degree);
            for (mg_vertex u = 0; u < n; u++) {
                for (uint64_t e = out.offsets[u]; left[u] && e < out.offsets[u + 1]; e++) {
                    degree[out.neighbours[e]]++;
                }
            }
            for (mg_vertex v = 0; v < n; v++) {
                if (left[v] && degree[v] < k) {
                    left[v] = 0;
                    changed = true;
                }
            }
        }
        const setting settings[] = {number("k", k)};
        expect_column(graph, what, &kcore_program, "in_core", settings, 1, left);
        free(left);
        free(degree);
    }
}

TEST(example_kcore) {
    matrix_graphs(NULL, 0, check_kcore);
}

/* Level by level, one vertex at a time. */
static void check_shells(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint32_t *core = test_memory(n, sizeof *core), *edges = test_memory(n, sizeof *edges);
    for (mg_vertex v = 0; v < n; v++) {
        core[v] = MG_NONE;
    }
    for (uint64_t e = 0; e < mg_graph_arc_count(graph); e++) {
        edges[out.neighbours[e]]++;
    }
    mg_vertex left = n;
    for (uint32_t k = 0; left; k++) {
        for (mg_vertex v = 0; v < n;) {
            if (core[v] != MG_NONE || edges[v] > k) {
                v++;
                continue;
            }
            core[v] = k;
            left--;
            for (uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; e++) {
                edges[out.neighbours[e]]--;
            }
            v = 0; /* others may have few edges now */
        }
    }
    expect_column(graph, what, &shells_program, "core", NULL, 0, core);
    free(core);
    free(edges);
}

TEST(example_shells) {
    matrix_graphs(NULL, 0, check_shells);
}

/* A path has as many rounds as vertices, and a round as many iterations. */
static void check_strong(const mg_graph *graph, const char *what) {
    if (mg_graph_vertex_count(graph) > 500) {
        return;
    }
    mg_vertex *const group = oracle_scc(graph);
    expect_column(graph, what, &strong_program, "group", NULL, 0, group);
    free(group);
}

TEST(example_strong) {
    matrix_graphs(NULL, 0, check_strong);
}

static void check_reach64(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph), first = n / 10, step = 3;
    uint32_t *expected = test_memory(n, sizeof *expected);
    for (mg_vertex s = 0; n && s < 64 && first + s * step < n; s++) {
        uint32_t *depth = oracle_bfs(graph, first + s * step);
        for (mg_vertex v = 0; v < n; v++) {
            expected[v] += depth[v] != MG_UNREACHED;
        }
        free(depth);
    }
    if (n) {
        const setting settings[] = {vertex(graph, "source", first), number("step", step)};
        expect_column(graph, what, &reach64_program, "count", settings, 2, expected);
    }
    free(expected);
}

TEST(example_reach64) {
    matrix_graphs(NULL, 0, check_reach64);
}

/* In double precision, by vertex over its in-edges. */
static double *oracle_heat(const mg_graph *graph, mg_vertex hot, int steps) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    double *now = test_memory(n, sizeof *now);
    now[hot] = 1.0;
    for (int i = 0; i < steps; i++) {
        double *heat = test_memory(n, sizeof *heat), *conductance = test_memory(n, sizeof *conductance);
        for (mg_vertex u = 0; u < n; u++) {
            for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
                heat[out.neighbours[e]] += now[u] * arc_weight(graph, e);
                conductance[out.neighbours[e]] += arc_weight(graph, e);
            }
        }
        for (mg_vertex v = 0; v < n; v++) {
            now[v] += v == hot || conductance[v] == 0.0 ? 0.0 : 0.25 * (heat[v] / conductance[v] - now[v]);
        }
        free(heat);
        free(conductance);
    }
    return now;
}

static void check_heat(const mg_graph *graph, const char *what) {
    mg_vertex sources[4];
    for (size_t k = 0; k < some_sources(graph, sources); k++) {
        double *expected = oracle_heat(graph, sources[k], 12);
        for (size_t i = 0; i < matrix_run_count; i++) {
            matrix_run run = matrix_run_at(i, what);
            const setting settings[] = {vertex(graph, "source", sources[k]), number("steps", 12), {"rate", "0.25"}};
            mg_result *result = run_example(&run, graph, &heat_program, settings, 3);
            expect_reals(&run, graph, result, "temperature", expected, 2e-5);
            mg_result_destroy(result);
        }
        free(expected);
    }
}

TEST(example_heat) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_FLOAT};
    matrix_graphs(weightings, 3, check_heat);
}

/* Is there an edge from -> v that gives v its probability? */
static bool explains(const mg_graph *graph, const float *probability, mg_vertex from, mg_vertex v) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (uint64_t e = out.offsets[from]; e < out.offsets[from + 1]; e++) {
        if (out.neighbours[e] == v && probability[from] * (float)arc_weight(graph, e) == probability[v]) {
            return true;
        }
    }
    return false;
}

static void check_reliable(const mg_graph *graph, const char *what) {
    mg_vertex sources[4];
    const mg_vertex n = mg_graph_vertex_count(graph);
    for (size_t k = 0; k < some_sources(graph, sources); k++) {
        float *expected = spread(graph, sources[k], 1.0f, true);
        for (size_t i = 0; i < matrix_run_count; i++) {
            matrix_run run = matrix_run_at(i, what);
            const setting settings[] = {vertex(graph, "source", sources[k])};
            mg_result *result = run_example(&run, graph, &reliable_program, settings, 1);
            const float *probability = run_column(&run, graph, result, "probability", MG_FLOAT32);
            const mg_vertex *from = run_column(&run, graph, result, "from", MG_UINT32);
            RUN_CHECK(&run, memcmp(probability, expected, n * sizeof *expected) == 0, "probabilities from %u",
                      sources[k]);
            for (mg_vertex v = 0; v < n; v++) {
                const bool reached = expected[v] > 0.0f;
                RUN_CHECK(&run, reached == (from[v] != MG_NONE), "vertex %u: is it reached?", v);
                RUN_CHECK(&run, !reached || v == sources[k] || explains(graph, probability, from[v], v),
                          "vertex %u: no such edge from %u", v, from[v]);
            }
            mg_result_destroy(result);
        }
        free(expected);
    }
}

TEST(example_reliable) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_FLOAT};
    matrix_graphs(weightings, 2, check_reliable);
}

static void check_peaks(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint32_t *seen = test_memory(n, sizeof *seen), *above = test_memory(n, sizeof *above);
    uint32_t *peak = test_memory(n, sizeof *peak);
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            seen[out.neighbours[e]] += (uint32_t)(out.offsets[u + 1] - out.offsets[u]);
        }
    }
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex v = out.neighbours[e];
            above[v] = above[v] > seen[u] ? above[v] : seen[u];
        }
    }
    for (mg_vertex v = 0; v < n; v++) {
        peak[v] = seen[v] >= 2 && seen[v] > above[v];
    }
    const setting settings[] = {number("least", 2)};
    expect_column(graph, what, &peaks_program, "seen", settings, 1, seen);
    expect_column(graph, what, &peaks_program, "above", settings, 1, above);
    expect_column(graph, what, &peaks_program, "peak", settings, 1, peak);
    free(seen);
    free(above);
    free(peak);
}

TEST(example_peaks) {
    matrix_graphs(NULL, 0, check_peaks);
}

TEST(examples_pass_the_check) {
    static const mg_program *const programs[] = {
        &communities_program, &heat_program,     &hops_program,   &kcore_program,    &peaks_program,  &rank_program,
        &reach64_program,     &reliable_program, &shells_program, &shortest_program, &strong_program, &widest_program};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        const matrix_run run = matrix_run_at(0, programs[i]->name);
        RUN_OK(&run, mg_program_check(run.context, programs[i], NULL, run.options.backend));
        CHECK(strstr(programs[i]->text, programs[i]->name) != NULL);
    }
}

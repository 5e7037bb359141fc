/* SPDX-License-Identifier: Apache-2.0
 *
 * test_generate_random.c: random generated graphs, by statistics with wide limits (six standard deviations and more).
 */
#include "tests/datasets/generated.h"

#include <math.h>

static uint64_t largest_degree(const mg_graph *graph) {
    uint64_t most = 0;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        most = degree(graph, v) > most ? degree(graph, v) : most;
    }
    return most;
}

TEST(road_keeps_a_share_of_the_grid) {
    static const double shares[] = {0, 0.25, 0.6, 1};
    mg_context *context = make_context(2);
    mg_generate_options options = options_of(0);
    options.width = 301;
    options.height = 200;
    mg_graph *grid = generate(context, "grid", &options);
    const double edges = (double)mg_graph_edge_count(grid);
    CHECK_EQ(edges, 300 * 200 + 301 * 199);
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        options.keep = shares[i];
        mg_graph *road = generate(context, "road", &options);
        const mg_adjacency out = mg_graph_out_edges(road);
        const double deviation = sqrt(edges * shares[i] * (1 - shares[i]));
        CHECK_EQ(mg_graph_vertex_count(road), mg_graph_vertex_count(grid));
        CHECK_NEAR((double)mg_graph_edge_count(road), edges * shares[i], 6 * deviation);
        for (mg_vertex v = 0; v < mg_graph_vertex_count(road); v++) {
            for (uint64_t e = out.offsets[v], arc; e < out.offsets[v + 1]; e++) {
                CHECK(has_arc(grid, v, out.neighbours[e], &arc));
            }
        }
        mg_graph_destroy(road);
    }
    mg_graph_destroy(grid);
    mg_context_destroy(context);
}

/* The share of arcs in each quadrant of the matrix, at the first and at the last level. */
TEST(rmat_draws_quadrants_by_their_chances) {
    const double chance[2][2] = {{0.5, 0.1}, {0.25, 0.15}};
    mg_context *context = make_context(2);
    mg_generate_options options = options_of(13);
    options.a = chance[0][0];
    options.b = chance[0][1];
    options.c = chance[1][0];
    mg_graph *graph = generate(context, "rmat", &options);
    const mg_adjacency out = mg_graph_out_edges(graph);
    const double arcs = 16 << 13;
    uint64_t first[2][2] = {{0}}, last[2][2] = {{0}};
    CHECK(mg_graph_directed(graph));
    CHECK_EQ(mg_graph_arc_count(graph), 16 << 13);
    CHECK(mg_graph_loop_count(graph) > 0);
    for (mg_vertex v = 0; v < 1 << 13; v++) {
        for (uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; e++) {
            first[v >> 12][out.neighbours[e] >> 12]++;
            last[v & 1][out.neighbours[e] & 1]++;
        }
    }
    for (int i = 0; i < 4; i++) {
        const double p = chance[i / 2][i % 2], deviation = sqrt(arcs * p * (1 - p));
        CHECK_NEAR((double)first[i / 2][i % 2], arcs * p, 6 * deviation);
        CHECK_NEAR((double)last[i / 2][i % 2], arcs * p, 6 * deviation);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* A kron graph is the rmat graph of the same seed without directions, loops and parallel edges. */
TEST(kron_is_rmat_made_simple) {
    mg_context *context = make_context(2);
    mg_generate_options options = options_of(10);
    options.order = MG_ORDER_NATURAL;
    mg_graph *rmat = generate(context, "rmat", &options), *kron = generate(context, "kron", &options);
    const mg_adjacency out = mg_graph_out_edges(rmat), pairs = mg_graph_out_edges(kron);
    uint64_t arc;
    for (mg_vertex v = 0; v < 1024; v++) {
        for (uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; e++) {
            CHECK(out.neighbours[e] == v || has_arc(kron, v, out.neighbours[e], &arc));
        }
        for (uint64_t e = pairs.offsets[v]; e < pairs.offsets[v + 1]; e++) {
            const mg_vertex u = pairs.neighbours[e];
            CHECK(has_arc(rmat, v, u, &arc) || has_arc(rmat, u, v, &arc));
        }
    }
    CHECK(degree(kron, 0) > 20 * mg_graph_arc_count(kron) / 1024 / 2);
    mg_graph_destroy(rmat);
    mg_graph_destroy(kron);
    mg_context_destroy(context);
}

/* Few drawn edges are lost, degrees have a Poisson distribution, shuffling distributes kron's hubs. */
TEST(uniform_degrees_are_even) {
    mg_context *context = make_context(2);
    mg_generate_options options = options_of(14);
    options.vertices = 10007;
    options.edge_factor = 8;
    mg_graph *graph = generate(context, "uniform", &options);
    const double n = 10007, drawn = 8 * n, mean = (double)mg_graph_arc_count(graph) / n;
    const double lost = drawn / n + drawn * drawn / (n * n); /* loops, and pairs of equal edges */
    double variance = 0;
    CHECK_EQ(mg_graph_vertex_count(graph), 10007);
    CHECK_NEAR((double)mg_graph_edge_count(graph), drawn - lost, 6 * sqrt(lost));
    for (mg_vertex v = 0; v < 10007; v++) {
        variance += pow((double)degree(graph, v) - mean, 2) / n;
    }
    CHECK_NEAR(variance / mean, 1, 6 * sqrt(2 / n));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Clustering coefficient: paths of length two whose ends are adjacent, divided by all paths of length two. */
static double transitivity(const mg_graph *graph) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint64_t paths = 0, closed = 0, arc;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        for (uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; e++) {
            for (uint64_t f = out.offsets[v]; f < e; f++) {
                paths++;
                closed += has_arc(graph, out.neighbours[e], out.neighbours[f], &arc);
            }
        }
    }
    return (double)closed / (double)paths;
}

/* Points in the plane: of two neighbours of a point, 1 - 3 sqrt(3) / (4 pi) = 0.587 are neighbours (a little more at
 * the border), and a disc of the radius holds the mean degree (a little less at the border). */
TEST(rgg_joins_points_in_the_plane) {
    mg_context *context = make_context(2);
    mg_generate_options options = options_of(13);
    options.degree = 12;
    mg_graph *graph = generate(context, "rgg", &options);
    const double mean = (double)mg_graph_arc_count(graph) / (1 << 13);
    CHECK_NEAR(transitivity(graph), 0.587, 0.03);
    CHECK(mean > 11 && mean < 12.3);
    CHECK(largest_degree(graph) < 45);
    mg_graph_destroy(graph);

    options.vertices = 100;
    options.radius = 1.5;
    graph = generate(context, "rgg", &options);
    CHECK_EQ(mg_graph_edge_count(graph), 4950);
    mg_graph_destroy(graph);
    options.radius = 1e-9;
    graph = generate(context, "rgg", &options);
    CHECK_EQ(mg_graph_edge_count(graph), 0);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* A larger radius keeps every edge, for any cell size. */
TEST(rgg_grows_with_its_radius) {
    mg_context *context = make_context(2);
    mg_generate_options options = options_of(0);
    uint64_t edges = 0;
    options.vertices = 600;
    for (options.radius = 0.02; options.radius < 1.5; options.radius *= 1.17) {
        mg_graph *graph = generate(context, "rgg", &options);
        const double area = 3.14159265 * options.radius * options.radius;
        CHECK(mg_graph_edge_count(graph) >= edges);
        CHECK((double)mg_graph_edge_count(graph) < 1.5 * area * 600 * 599 / 2 + 20);
        edges = mg_graph_edge_count(graph);
        mg_graph_destroy(graph);
    }
    CHECK_EQ(edges, 600 * 599 / 2);
    mg_context_destroy(context);
}

TEST(weights_take_every_value) {
    mg_context *context = make_context(2);
    mg_generate_options options = options_of(10);
    uint64_t count[6] = {0};
    options.weight_max = 5;
    mg_graph *graph = generate(context, "rmat", &options);
    const int32_t *weights = mg_graph_out_edges(graph).weights;
    for (uint64_t e = 0; e < mg_graph_arc_count(graph); e++) {
        CHECK(weights[e] >= 1 && weights[e] <= 5);
        count[weights[e]]++;
    }
    for (int w = 1; w <= 5; w++) {
        CHECK_NEAR((double)count[w], 16384 / 5.0, 16384 / 20.0);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

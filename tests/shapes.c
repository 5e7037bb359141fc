/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/shapes.h"

#include "core/counter_random.h"
#include "tests/harness.h"

#include <stdlib.h>
#include <string.h>

#define SCATTER 0x9e3779b97f4a7c15ull /* odd, so multiplying by it gives every id once */

uint64_t test_random(uint64_t *state) {
    return mg__random_next(state);
}

void *test_memory(uint64_t count, size_t size) {
    void *block = calloc(count ? count : 1, size);
    if (!block) {
        printf("the test itself is out of memory\n");
        exit(1);
    }
    return block;
}

void builder_add(edge_builder *edges, uint64_t source, uint64_t target) {
    if (edges->count == edges->capacity) {
        edges->capacity = edges->capacity ? 2 * edges->capacity : 64;
        edges->source = realloc(edges->source, edges->capacity * sizeof *edges->source);
        edges->target = realloc(edges->target, edges->capacity * sizeof *edges->target);
        if (!edges->source || !edges->target) {
            printf("the test itself is out of memory\n");
            exit(1);
        }
    }
    edges->source[edges->count] = source;
    edges->target[edges->count++] = target;
}

static void make_empty(edge_builder *edges) {
    edges->n = 0;
}

static void make_one(edge_builder *edges) {
    edges->n = 1;
}

static void make_one_loop(edge_builder *edges) {
    edges->n = 1;
    builder_add(edges, 0, 0);
}

static void make_no_edges(edge_builder *edges) {
    edges->n = 5;
}

static void make_pair(edge_builder *edges) {
    edges->n = 2;
    builder_add(edges, 1, 0);
}

static void make_path(edge_builder *edges) {
    edges->n = 150;
    for (uint64_t v = 0; v + 1 < edges->n; v++) {
        builder_add(edges, v, v + 1);
    }
}

static void make_long_path(edge_builder *edges) {
    edges->n = 1100; /* more levels than 1,024 */
    for (uint64_t v = 0; v + 1 < edges->n; v++) {
        builder_add(edges, v + 1, v);
    }
}

static void make_cycle(edge_builder *edges) {
    edges->n = 101;
    for (uint64_t v = 0; v < edges->n; v++) {
        builder_add(edges, v, (v + 1) % edges->n);
    }
}

static void make_star_out(edge_builder *edges) {
    edges->n = 700;
    for (uint64_t v = 0; v < edges->n; v++) {
        if (v != 300) {
            builder_add(edges, 300, v);
        }
    }
}

static void make_star_in(edge_builder *edges) {
    edges->n = 700;
    for (uint64_t v = 1; v < edges->n; v++) {
        builder_add(edges, v, 0);
    }
}

static void make_clique(edge_builder *edges) {
    edges->n = 40;
    for (uint64_t u = 0; u < edges->n; u++) {
        for (uint64_t v = 0; v < u; v++) {
            builder_add(edges, u, v);
        }
    }
}

void builder_grid(edge_builder *edges, uint64_t rows, uint64_t columns) {
    edges->n = rows * columns;
    for (uint64_t r = 0; r < rows; r++) {
        for (uint64_t c = 0; c < columns; c++) {
            if (c + 1 < columns) {
                builder_add(edges, r * columns + c, r * columns + c + 1);
            }
            if (r + 1 < rows) {
                builder_add(edges, r * columns + c, (r + 1) * columns + c);
            }
        }
    }
}

static void make_grid(edge_builder *edges) {
    builder_grid(edges, 17, 13);
}

static void make_tree(edge_builder *edges) {
    edges->n = 255;
    for (uint64_t v = 1; v < edges->n; v++) {
        builder_add(edges, (v - 1) / 2, v);
    }
}

static void add_random(edge_builder *edges, uint64_t count, uint64_t seed) {
    for (uint64_t i = 0; i < count; i++) {
        uint64_t source = test_random(&seed) % edges->n;
        builder_add(edges, source, test_random(&seed) % edges->n);
    }
}

static void make_random(edge_builder *edges) {
    edges->n = 400;
    add_random(edges, 1600, 1);
}

static void make_disconnected(edge_builder *edges) {
    edges->n = 500;
    add_random(edges, 330, 2);
}

static void make_dense(edge_builder *edges) {
    edges->n = 120;
    add_random(edges, 6000, 3);
}

/* Kronecker-like random edges: a few vertices get most edges; includes loops and parallel edges. */
static void make_kron(edge_builder *edges) {
    uint64_t seed = 4;
    edges->n = 1024;
    for (int i = 0; i < 8000; i++) {
        uint64_t u = 0, v = 0;
        for (int bit = 0; bit < 10; bit++) {
            uint64_t r = test_random(&seed) % 100;
            u = 2 * u + (r >= 76);
            v = 2 * v + ((r >= 57 && r < 76) || r >= 95);
        }
        builder_add(edges, u, v);
    }
}

static void make_loops(edge_builder *edges) {
    edges->n = 90;
    add_random(edges, 150, 5);
    for (uint64_t v = 0; v < edges->n; v += 3) {
        builder_add(edges, v, v);
        builder_add(edges, v, v);
    }
}

static void make_parallel(edge_builder *edges) {
    edges->n = 80;
    add_random(edges, 120, 6);
    for (uint64_t i = 0; i < 120; i++) {
        builder_add(edges, edges->source[i], edges->target[i]);
        if (i % 2) {
            builder_add(edges, edges->target[i], edges->source[i]);
        }
    }
}

static void make_isolated(edge_builder *edges) {
    uint64_t seed = 7;
    edges->n = 600;
    for (int i = 0; i < 700; i++) {
        uint64_t source = test_random(&seed) % 200;
        builder_add(edges, 3 * source + 1, 3 * (test_random(&seed) % 200) + 1);
    }
}

static void make_scattered(edge_builder *edges) {
    edges->n = 300;
    edges->scattered = true;
    add_random(edges, 900, 8);
}

/* Layers with edges from every vertex to every vertex of the next layer: many shortest paths, wide frontiers. */
static void make_layers(edge_builder *edges) {
    edges->n = 8 * 12;
    for (uint64_t layer = 0; layer + 1 < 12; layer++) {
        for (uint64_t i = 0; i < 64; i++) {
            builder_add(edges, layer * 8 + i / 8, (layer + 1) * 8 + i % 8);
        }
    }
}

/* Two cliques joined by a path: the frontier grows, shrinks and grows again. */
static void make_barbell(edge_builder *edges) {
    edges->n = 100;
    for (uint64_t u = 0; u < 40; u++) {
        for (uint64_t v = 0; v < u; v++) {
            builder_add(edges, v, u);
            builder_add(edges, 60 + v, 60 + u);
        }
    }
    for (uint64_t v = 39; v < 60; v++) {
        builder_add(edges, v, v + 1);
    }
}

const shape shapes[] = {
    {"empty", make_empty},         {"one vertex", make_one},    {"one loop", make_one_loop},
    {"no edges", make_no_edges},   {"pair", make_pair},         {"path", make_path},
    {"long path", make_long_path}, {"cycle", make_cycle},       {"star out", make_star_out},
    {"star in", make_star_in},     {"clique", make_clique},     {"grid", make_grid},
    {"tree", make_tree},           {"random", make_random},     {"disconnected", make_disconnected},
    {"dense", make_dense},         {"kron", make_kron},         {"loops", make_loops},
    {"parallel", make_parallel},   {"isolated", make_isolated}, {"scattered", make_scattered},
    {"layers", make_layers},       {"barbell", make_barbell},
};
const size_t shape_count = sizeof shapes / sizeof *shapes;

const shape *shape_named(const char *name) {
    for (size_t i = 0; i < shape_count; i++) {
        if (strcmp(shapes[i].name, name) == 0) {
            return &shapes[i];
        }
    }
    printf("there is no shape %s\n", name);
    exit(1);
}

const char *const weighting_names[WEIGHTING_COUNT] = {
    "no weights",    "int32 weights", "int32 weights with zeros",  "int32 weights all zero",
    "large weights", "float weights", "float weights that absorb", "double weights",
    "int64 weights",
};

static const mg_type weighting_types[WEIGHTING_COUNT] = {
    MG_TYPE_NONE, MG_INT32, MG_INT32, MG_INT32, MG_INT32, MG_FLOAT32, MG_FLOAT32, MG_FLOAT64, MG_INT64,
};

static int32_t integer_weight(weighting weights, uint64_t r) {
    switch (weights) {
    case WEIGHTS_INT:
        return (int32_t)(r % 64) + 1;
    case WEIGHTS_INT_ZERO:
        return (int32_t)(r % 3);
    case WEIGHTS_INT_LARGE:
        return INT32_MAX - (int32_t)(r % 1000);
    default:
        return 0;
    }
}

static double real_weight(weighting weights, uint64_t r) {
    double unit = (double)(r >> 11) * 0x1p-53;
    if (weights == WEIGHTS_FLOAT_MIX) {
        static const double scales[] = {1e-6, 1.0, 1e7};
        return unit * scales[r % 3];
    }
    return r % 8 ? unit : 0.0;
}

static void *make_weights(uint64_t count, weighting weights) {
    uint64_t seed = 11;
    if (weighting_types[weights] == MG_TYPE_NONE) {
        return NULL;
    }
    void *block = test_memory(count, sizeof(double));
    for (uint64_t i = 0; i < count; i++) {
        uint64_t r = test_random(&seed);
        if (weighting_types[weights] == MG_INT32) {
            ((int32_t *)block)[i] = integer_weight(weights, r);
        } else if (weighting_types[weights] == MG_FLOAT32) {
            ((float *)block)[i] = (float)real_weight(weights, r);
        } else if (weighting_types[weights] == MG_INT64) {
            ((int64_t *)block)[i] = (int64_t)(r >> 14); /* below 2^50: sums of 10,000 fit */
        } else {
            ((double *)block)[i] = real_weight(weights, r);
        }
    }
    return block;
}

mg_graph *builder_graph(mg_context *context, edge_builder *edges, weighting weights, bool directed) {
    uint64_t *ids = NULL;
    void *values = make_weights(edges->count, weights);
    if (edges->scattered) {
        ids = test_memory(edges->n, sizeof *ids);
        for (uint64_t v = 0; v < edges->n; v++) {
            ids[v] = v * SCATTER;
        }
        for (uint64_t i = 0; i < edges->count; i++) {
            edges->source[i] *= SCATTER;
            edges->target[i] *= SCATTER;
        }
    }
    mg_edge_list list = {.edge_count = edges->count,
                         .id_type = MG_UINT64,
                         .source = edges->source,
                         .target = edges->target,
                         .weight_type = weighting_types[weights],
                         .weight = values,
                         .contiguous = !edges->scattered,
                         .vertex_count = edges->n,
                         .ids = ids,
                         .symmetric = !directed};
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    CHECK_EQ(mg_graph_vertex_count(graph), edges->n);
    free(ids);
    free(values);
    free(edges->source);
    free(edges->target);
    *edges = (edge_builder){0};
    return graph;
}

mg_graph *shape_graph(mg_context *context, const shape *which, weighting weights, bool directed) {
    edge_builder edges = {0};
    which->make(&edges);
    return builder_graph(context, &edges, weights, directed);
}

double arc_weight(const mg_graph *graph, uint64_t arc) {
    const void *weights = mg_graph_out_edges(graph).weights;
    switch (mg_graph_weight_type(graph)) {
    case MG_INT32:
        return ((const int32_t *)weights)[arc];
    case MG_INT64:
        return (double)((const int64_t *)weights)[arc];
    case MG_FLOAT32:
        return (double)((const float *)weights)[arc];
    case MG_FLOAT64:
        return ((const double *)weights)[arc];
    default:
        return 1.0;
    }
}

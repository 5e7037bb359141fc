/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/tools/verify/verify_case.h"

#include <string.h>

void accept_result(const verify_case *s) {
    char why[256] = "";
    if (!s->verify(s, why, sizeof why)) {
        test_fail(__FILE__, __LINE__, "a right result was refused: %s", why);
    }
}

void refuse_result(const verify_case *s, const char *corruption) {
    char why[256] = "";
    if (s->verify(s, why, sizeof why)) {
        test_fail(__FILE__, __LINE__, "not noticed: %s", corruption);
    }
    CHECK(why[0]);
    CHECK(!s->verify(s, NULL, 0));
}

void *data_of(const verify_case *s, const char *column) {
    return (void *)mg_result_column(s->result, column)->data;
}

void corrupt(const verify_case *s, const char *column, mg_vertex v, const void *bad, size_t size, const char *what) {
    char *at = (char *)data_of(s, column) + v * size, old[8];
    memcpy(old, at, size);
    memcpy(at, bad, size);
    refuse_result(s, what);
    memcpy(at, old, size);
    accept_result(s);
}

void corrupt32(const verify_case *s, const char *column, mg_vertex v, uint32_t bad, const char *what) {
    corrupt(s, column, v, &bad, sizeof bad, what);
}

void corrupt_double(const verify_case *s, const char *column, mg_vertex v, double bad, const char *what) {
    corrupt(s, column, v, &bad, sizeof bad, what);
}

verify_case open_subject(bool (*verify)(const verify_case *, char *, size_t)) {
    verify_case s = {.verify = verify};
    CHECK_OK(NULL, mg_context_create(NULL, &s.context));
    return s;
}

void close_subject(verify_case *s) {
    mg_result_destroy(s->result);
    mg_graph_destroy(s->graph);
    mg_context_destroy(s->context);
}

static void add_small(edge_builder *edges) {
    static const uint64_t list[][2] = {{0, 1}, {1, 2}, {2, 3}, {0, 4}, {4, 2}, {5, 0}, {6, 7}, {7, 6}};
    edges->n = 8;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        builder_add(edges, list[i][0], list[i][1]);
    }
}

mg_graph *small_graph(mg_context *context, weighting weights) {
    edge_builder edges = {0};
    add_small(&edges);
    return builder_graph(context, &edges, weights, true);
}

mg_graph *zero_graph(mg_context *context, mg_type type) {
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_read.c: what every fuzz target does with a file.
 */
#include "tests/fuzz/fuzz.h"

#include <multigraph/multigraph.h>

#include <stdlib.h>
#include <string.h>

#define MOST_VERTICES 100000 /* of graphs that are run and walked */

static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

uint64_t fuzz_choice(const uint8_t *bytes, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    }
    return hash ^ hash >> 32;
}

/* Takes the next of `count` alternatives. */
static unsigned take(uint64_t *choice, unsigned count) {
    const unsigned taken = (unsigned)(*choice % count);
    *choice /= count;
    return taken;
}

/* Ids that are and are not there; true: the first vertex was found. */
static bool find_ids(const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const uint64_t some[] = {0, 1, 30, UINT32_MAX, UINT64_MAX, mg_graph_id(graph, n), mg_graph_id(graph, n / 2)};
    mg_vertex v = MG_NONE;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        if (mg_graph_find(graph, some[i], &v)) {
            require(v < n && mg_graph_id(graph, v) == some[i]);
        }
    }
    return n && mg_graph_find(graph, mg_graph_id(graph, 0), &v) && v == 0;
}

/* Every name finds a vertex of this name. */
static void find_names(mg_context *context, const mg_graph *graph) {
    const bool named = mg_graph_has_names(graph);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        const char *const name = mg_graph_name(graph, v);
        mg_vertex found = MG_NONE;
        require(named == (name != NULL));
        if (name) {
            require(mg_graph_find_name(context, graph, name, &found) >= 0 && found < mg_graph_vertex_count(graph));
            require(strcmp(mg_graph_name(graph, found), name) == 0);
        }
    }
}

/* Reads all arrays; false: the graph has none, since it is damaged. */
static bool walk(const mg_graph *graph) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_vertex n = mg_graph_vertex_count(graph), *const by_id = mg_graph_by_id(graph);
    if (!out.offsets) {
        require(!by_id && !out.neighbours && !out.weights);
        return false;
    }
    for (mg_vertex v = 0; v < n; v++) {
        require(!by_id || by_id[v] < n);
        for (uint64_t a = out.offsets[v]; a < out.offsets[v + 1]; a++) {
            require(out.neighbours[a] < n && a < mg_graph_arc_count(graph));
        }
    }
    require((mg_graph_weight_type(graph) == MG_TYPE_NONE) == !out.weights);
    return true;
}

static void run(mg_context *context, const mg_graph *graph) {
    mg_result *result = NULL;
    mg_adjacency in;
    require(mg_graph_in_edges(context, graph, &in) >= 0);
    require(mg_cc(context, graph, NULL, &result) >= 0);
    mg_result_destroy(result);
    result = NULL;
    require(mg_bfs(context, graph, NULL, &result) >= 0);
    mg_result_destroy(result);
}

/* The functions without a context come before or after the check, which they must not depend on. */
static void use(mg_context *context, const mg_graph *graph, bool check_first) {
    if (mg_graph_vertex_count(graph) >= MOST_VERTICES) {
        return;
    }
    const bool checked = check_first && mg_graph_check(context, graph) >= 0;
    const bool found = find_ids(graph), whole = walk(graph);
    const bool sound = mg_graph_check(context, graph) >= 0;
    require(sound == whole && (!check_first || checked == sound));
    require(mg_graph_vertex_count(graph) == 0 || found == sound);
    if (sound) {
        run(context, graph);
        find_names(context, graph);
    } else {
        mg_result *result = NULL;
        require(*mg_context_error(context) && mg_cc(context, graph, NULL, &result) < 0 && !result);
    }
}

void fuzz_read(const char *path, const char *format, uint64_t choice) {
    mg_context_options context_options = MG_CONTEXT_OPTIONS_INIT;
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    mg_context *context = NULL;
    mg_graph *graph = NULL;
    context_options.threads = 1 + (int)take(&choice, 2);
    require(mg_context_create(&context_options, &context) >= 0);
    options.format = format;
    options.weights = (mg_weight_source)take(&choice, 3);
    options.named = take(&choice, 8) == 0;
    options.columns = take(&choice, 8) == 0 ? "1,2" : NULL;
    options.delimiter = take(&choice, 8) == 0 ? ',' : 0;
    if (take(&choice, 2)) { /* else as given: a snapshot is opened in place */
        options.directedness = (mg_directedness)take(&choice, 3);
        options.drop_self_loops = take(&choice, 2);
        options.merge_multi_edges = take(&choice, 2);
        options.order = take(&choice, 4) ? MG_ORDER_DEFAULT : MG_ORDER_DEGREE;
    }
    const bool check_first = take(&choice, 2);
    if (mg_graph_read(context, path, &options, &graph) >= 0) {
        use(context, graph, check_first);
        mg_graph_destroy(graph);
    } else {
        require(*mg_context_error(context) && !graph);
    }
    mg_context_destroy(context);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/io/meanings.h"

#include "tests/failing_memory.h"

char warnings[4096];

static void keep_warning(void *data, mg_log_level level, const char *text) {
    (void)data;
    if (level == MG_LOG_WARNING && strlen(warnings) + strlen(text) + 2 < sizeof warnings) {
        strcat(strcat(warnings, text), "\n");
    }
}

mg_context *warning_context(int threads) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = threads;
    options.log = keep_warning;
    CHECK_OK(context, mg_context_create(&options, &context));
    return context;
}

static double weight_sum(const mg_graph *graph) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_type type = mg_graph_weight_type(graph);
    double sum = 0;
    for (uint64_t a = 0; a < mg_graph_arc_count(graph) && type != MG_TYPE_NONE; a++) {
        sum += type == MG_INT32     ? ((const int32_t *)out.weights)[a]
               : type == MG_INT64   ? (double)((const int64_t *)out.weights)[a]
               : type == MG_FLOAT32 ? (double)((const float *)out.weights)[a]
                                    : ((const double *)out.weights)[a];
    }
    return sum;
}

static void check_meaning(mg_context *context, const meaning *m) {
    mg_graph *graph = NULL;
    warnings[0] = 0;
    const char *path = file_write(m->name, m->bytes, m->size ? m->size : strlen(m->bytes));
    const mg_status status = mg_graph_read(context, path, NULL, &graph);
    if (status < 0) {
        test_fail(m->name, 0, "'%s': %s", m->bytes, mg_context_error(context));
    }
    const uint64_t n = mg_graph_vertex_count(graph), edges = mg_graph_edge_count(graph);
    if (n != m->vertices || edges != m->edges || mg_graph_directed(graph) != m->directed ||
        weight_sum(graph) != m->weight_sum) {
        test_fail(m->name, 0, "'%s': %llu vertices, %llu edges, directed %d, weights %g", m->bytes,
                  (unsigned long long)n, (unsigned long long)edges, mg_graph_directed(graph), weight_sum(graph));
    }
    if (m->warning ? !strstr(warnings, m->warning) : warnings[0]) {
        test_fail(m->name, 0, "'%s': expected the warning '%s', found '%s'", m->bytes, m->warning ? m->warning : "",
                  warnings);
    }
    mg_graph_destroy(graph);
}

void check_all(const meaning *cases, size_t count) {
    for (int threads = 1; threads <= 2; threads++) {
        mg_context *context = warning_context(threads);
        for (size_t i = 0; i < count; i++) {
            check_meaning(context, &cases[i]);
        }
        mg_context_destroy(context);
    }
}

/* Number of allocations that are needed to read the file. */
static int fail_each(mg_context *context, failing_memory *memory, const char *path) {
    for (int n = 0;; n++) {
        mg_graph *graph = NULL;
        const int live = memory->live;
        memory->countdown = n;
        const mg_status status = mg_graph_read(context, path, NULL, &graph);
        memory->countdown = INT32_MAX;
        if (status >= 0) {
            mg_graph_destroy(graph);
            return n;
        }
        if (status != MG_ERROR_MEMORY || memory->live != live || !*mg_context_error(context)) {
            test_fail(path, 0, "allocation %d: %s, %d blocks left", n, mg_context_error(context), memory->live - live);
        }
    }
}

void fail_all(const meaning *cases, size_t count) {
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, INT32_MAX);
    for (size_t i = 0; i < count; i++) {
        const char *bytes = cases[i].bytes;
        const size_t size = cases[i].size ? cases[i].size : strlen(bytes);
        CHECK(fail_each(context, &memory, file_write(cases[i].name, bytes, size)) > 2);
    }
    mg_context_destroy(context);
    CHECK_EQ(memory.live, 0);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * test_alloc_failure_files.c: failing allocations while graphs are read, checked, written and generated. A file that
 * cannot be written whole keeps its former content.
 */
#include "tests/core/engine/fail_each.h"
#include "tests/shapes.h"

#include <unistd.h>

typedef struct file_format {
    const char *format, *name;
} file_format;

static const file_format formats[] = {
    {"mtx", "x.mtx"},        {"edgelist", "x.el"}, {"csv", "x.csv"},         {"dimacs", "x.gr"},
    {"metis", "x.graph"},    {"ligra", "x.adj"},   {"ldbc", "x.e"},          {"galois", "x.galois"},
    {"sg", "x.sg"},          {"wsg", "x.wsg"},     {"csr", "x.csr"},         {"mgb", "x.mgb"},
    {"edgelist", "x.el.gz"}, {"mgb", "y.mgb.gz"},  {"edgelist", "x.el.zst"}, {"mgb", "y.mgb.zst"},
};
#define FORMATS (sizeof formats / sizeof *formats)

static const file_format *current; /* format of the work in progress */
static char path[1024];
static bool changed; /* read with options that change the graph */

static void choose(const file_format *format, const char *folder) {
    current = format;
    snprintf(path, sizeof path, "%s/%s", folder, format->name);
}

static mg_status work_read(fixture *f) {
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.format = current->format;
    if (changed) {
        options.weights = MG_WEIGHTS_RANDOM;
        options.order = MG_ORDER_DEGREE;
        options.directedness = MG_UNDIRECTED;
    }
    const mg_status status = mg_graph_read(f->context, path, &options, &graph);
    CHECK((status >= 0) == (graph != NULL));
    mg_graph_destroy(graph);
    return status;
}

TEST(reading) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT};
    const char *const folder = test_folder();
    for (size_t w = 0; w < 2; w++) {
        for (size_t i = 0; i < FORMATS; i++) {
            for (int k = 0; k < 2; k++) {
                fixture f = {.graph = NULL};
                open_fixture(&f);
                choose(&formats[i], folder);
                mg_graph *graph = shape_graph(f.context, shape_named("scattered"), weightings[w], false);
                CHECK_OK(f.context, mg_graph_write(f.context, graph, path, current->format));
                mg_graph_destroy(graph);
                changed = k;
                CHECK(fail_each(&f, work_read, 1) > 0);
                close_fixture(&f);
            }
        }
    }
}

/* A snapshot, which is verified by a function without a context or by the check. */
static mg_status work_check(fixture *f) {
    mg_graph *graph = NULL;
    mg_vertex v = 0;
    mg_status status = mg_graph_read(f->context, path, NULL, &graph);
    if (status >= 0) {
        const uint64_t id = mg_graph_id(graph, 1);
        const bool found = mg_graph_find(graph, id, &v);
        CHECK(!found || v == 1);
        status = mg_graph_check(f->context, graph);
        CHECK(status < 0 || mg_graph_find(graph, id, &v));
        CHECK(found || status < 0 || f->memory.countdown < 0); /* not found: an allocation has failed */
    }
    mg_graph_destroy(graph);
    return status;
}

TEST(checking) {
    static const file_format snapshots[] = {{"mgb", "c.mgb"}, {"mgb", "c.mgb.zst"}};
    const char *const folder = test_folder();
    for (size_t i = 0; i < 4; i++) {
        fixture f = {.graph = NULL};
        mg_graph *ordered = NULL;
        open_fixture(&f);
        choose(&snapshots[i % 2], folder);
        mg_graph *graph = shape_graph(f.context, shape_named("scattered"), WEIGHTS_INT, i / 2);
        CHECK_OK(f.context, mg_graph_reorder(f.context, graph, MG_ORDER_DEGREE, 0, &ordered));
        CHECK_OK(f.context, mg_graph_write(f.context, ordered, path, "mgb"));
        mg_graph_destroy(graph);
        mg_graph_destroy(ordered);
        CHECK(fail_each(&f, work_check, 1) > 0);
        close_fixture(&f);
    }
}

static void put_word(const char *word) {
    FILE *const file = fopen(path, "w");
    CHECK(file && fputs(word, file) >= 0 && fclose(file) == 0);
}

static mg_status work_write(fixture *f) {
    char word[16] = "";
    put_word("former");
    const mg_status status = mg_graph_write(f->context, f->graph, path, current->format);
    if (status < 0) {
        FILE *const file = fopen(path, "r");
        CHECK(file && fgets(word, sizeof word, file));
        fclose(file);
        CHECK_STR(word, "former");
    }
    return status;
}

TEST(writing) {
    const char *const folder = test_folder();
    for (size_t i = 0; i < FORMATS; i++) {
        fixture f = {.graph = NULL};
        open_fixture(&f);
        f.graph = shape_graph(f.context, shape_named("kron"), WEIGHTS_INT, false);
        choose(&formats[i], folder);
        fail_each(&f, work_write, 1);
        close_fixture(&f);
    }
}

static const mg_generator *generator;

static mg_status work_generate(fixture *f) {
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.scale = 5;
    options.width = options.height = 6;
    options.weight_max = 9;
    const mg_status status = mg_generate(f->context, generator->name, &options, &graph);
    CHECK((status >= 0) == (graph != NULL));
    mg_graph_destroy(graph);
    return status;
}

TEST(generating) {
    for (size_t i = 0; mg_generator_at(i); i++) {
        fixture f = {.graph = NULL};
        open_fixture(&f);
        generator = mg_generator_at(i);
        CHECK(fail_each(&f, work_generate, 1) > 0);
        close_fixture(&f);
    }
}

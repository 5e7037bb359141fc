/* SPDX-License-Identifier: Apache-2.0
 *
 * test_public_functions.c: every public function is called with NULL, zero sizes, unknown enum values and vertices that
 * do not exist; it fails with a reason, or returns the neutral value that its header states. The tables must name
 * exactly the functions that the public headers declare.
 */
#include "tests/algorithms/programs/own.h"
#include "tests/core/engine/misuse.h"

#include <dirent.h>
#include <regex.h>
#include <stdlib.h>

#define FUNCTIONS_MAX 200

static fixture open_fixture(void) {
    static const uint32_t from[] = {0, 1, 2}, to[] = {1, 2, 0};
    static const int32_t weights[] = {1, 2, 3};
    const mg_edge_list list = {.edge_count = 3,
                               .id_type = MG_UINT32,
                               .source = from,
                               .target = to,
                               .weight_type = MG_INT32,
                               .weight = weights};
    fixture f = {.program = &own_sssp_program};
    CHECK_OK(NULL, mg_context_create(NULL, &f.context));
    CHECK_OK(f.context, mg_graph_from_edges(f.context, &list, NULL, &f.graph));
    CHECK_OK(f.context, mg_bfs(f.context, f.graph, NULL, &f.result));
    return f;
}

static void close_fixture(fixture *f) {
    mg_result_destroy(f->result);
    mg_graph_destroy(f->graph);
    mg_context_destroy(f->context);
}

static void misuse_all(const misuse *list) {
    for (; list->function; list++) {
        fixture f = open_fixture();
        mg_result *again = NULL;
        list->call(&f);
        CHECK_OK(f.context, mg_bfs(f.context, f.graph, NULL, &again)); /* the context and the graph still work */
        mg_result_destroy(again);
        close_fixture(&f);
    }
}

TEST(misused_functions_of_graphs) {
    misuse_all(misuses_of_graphs);
}

TEST(misused_functions_of_runs) {
    misuse_all(misuses_of_runs);
}

TEST(misused_functions_of_algorithms) {
    misuse_all(misuses_of_algorithms);
}

TEST(misused_functions_of_structures) {
    misuse_all(misuses_of_structures);
}

TEST(misused_functions_of_matrices) {
    misuse_all(misuses_of_matrices);
}

/* ---- are they all? ---- */

typedef struct name_list {
    size_t count;
    char names[FUNCTIONS_MAX][64];
} name_list;

static void add_name(name_list *list, const char *name, size_t length) {
    CHECK(list->count < FUNCTIONS_MAX && length < sizeof list->names[0]);
    snprintf(list->names[list->count++], sizeof list->names[0], "%.*s", (int)length, name);
}

/* The functions declared with MG_API in a header. */
static void add_declared(name_list *list, const char *path, const regex_t *declaration) {
    static char text[1 << 18];
    FILE *const file = fopen(path, "r");
    CHECK(file);
    const size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    CHECK(size < sizeof text - 1);
    text[size] = '\0';
    regmatch_t found[2];
    for (const char *at = text; regexec(declaration, at, 2, found, 0) == 0; at += found[0].rm_eo) {
        add_name(list, at + found[1].rm_so, (size_t)(found[1].rm_eo - found[1].rm_so));
    }
}

static void add_headers(name_list *list) {
    char folder[512], path[1024];
    regex_t declaration;
    CHECK(regcomp(&declaration, "MG_API[^;(]*[ *](mg_[a-z0-9_]+)\\(", REG_EXTENDED) == 0);
    snprintf(folder, sizeof folder, "%s/include/multigraph", test_root());
    DIR *const entries = opendir(folder);
    CHECK(entries);
    for (const struct dirent *e = readdir(entries); e; e = readdir(entries)) {
        if (strstr(e->d_name, ".h")) {
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
            add_declared(list, path, &declaration);
        }
    }
    closedir(entries);
    regfree(&declaration);
}

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

TEST(the_tables_name_every_public_function) {
    static name_list declared, listed;
    add_headers(&declared);
    const misuse *const lists[] = {misuses_of_graphs, misuses_of_runs, misuses_of_algorithms, misuses_of_structures,
                                   misuses_of_matrices};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        for (const misuse *m = lists[i]; m->function; m++) {
            add_name(&listed, m->function, strlen(m->function));
        }
    }
    qsort(declared.names, declared.count, sizeof declared.names[0], by_text);
    qsort(listed.names, listed.count, sizeof listed.names[0], by_text);
    CHECK(declared.count >= 50);
    for (size_t i = 0; i < declared.count || i < listed.count; i++) {
        const int order = i == declared.count ? 1 : i == listed.count ? -1 : strcmp(declared.names[i], listed.names[i]);
        if (order != 0) {
            test_fail(__FILE__, __LINE__, order < 0 ? "%s is not in a table" : "%s is in a table, but not declared",
                      order < 0 ? declared.names[i] : listed.names[i]);
        }
    }
}

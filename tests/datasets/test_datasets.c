/* SPDX-License-Identifier: Apache-2.0
 *
 * test_datasets.c: every shipped graph matches the manifest: checksum of the file, counts of the graph, names of the
 * vertices.
 */
#include "tests/harness.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

typedef struct dataset {
    char name[64], file[128], directed[8], weights[16], checksum[32];
    uint32_t vertices;
    uint64_t edges, loops;
} dataset;

static const char *path_of(const char *file) {
    static char path[1024];
    CHECK((size_t)snprintf(path, sizeof path, "%s/%s", MG_DATASETS, file) < sizeof path);
    return path;
}

/* Calls `check` for every line of the manifest; returns how many there are. */
static int for_each(void (*check)(const dataset *)) {
    FILE *manifest = fopen(path_of("manifest.tsv"), "r");
    char line[512];
    int count = 0;
    CHECK(manifest);
    while (fgets(line, sizeof line, manifest)) {
        dataset d = {0};
        if (line[0] == '#') {
            continue;
        }
        CHECK_EQ(sscanf(line, "%63s %127s %7s %15s %" SCNu32 " %" SCNu64 " %" SCNu64 " %31s", d.name, d.file,
                        d.directed, d.weights, &d.vertices, &d.edges, &d.loops, d.checksum),
                 8);
        check(&d);
        count++;
    }
    fclose(manifest);
    return count;
}

static void check_checksum(const dataset *d) {
    static char content[1 << 20];
    char found[32];
    FILE *file = fopen(path_of(d->file), "rb");
    CHECK(file);
    const size_t size = fread(content, 1, sizeof content, file);
    CHECK(size > 0 && size < sizeof content);
    fclose(file);
    snprintf(found, sizeof found, "%016" PRIx64, (uint64_t)XXH64(content, size, 0));
    CHECK_STR(found, d->checksum);
}

static mg_type weight_type(const char *word) {
    return strcmp(word, "int32") == 0 ? MG_INT32 : strcmp(word, "none") == 0 ? MG_TYPE_NONE : MG_OTHER;
}

/* The files contain the direction: they are read without options. */
static void check_graph(const dataset *d) {
    mg_context *context = NULL;
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_context_create(NULL, &context));
    CHECK_OK(context, mg_graph_read(context, path_of(d->file), NULL, &graph));
    CHECK_EQ(mg_graph_vertex_count(graph), d->vertices);
    CHECK_EQ(mg_graph_edge_count(graph), d->edges);
    CHECK_EQ(mg_graph_loop_count(graph), d->loops);
    CHECK_EQ(mg_graph_directed(graph), strcmp(d->directed, "yes") == 0);
    CHECK_EQ(mg_graph_weight_type(graph), weight_type(d->weights));
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex v = 0; v < d->vertices; v++) {
        CHECK_EQ(mg_graph_id(graph, v), v + 1);
        for (uint64_t e = out.offsets[v] + 1; e < out.offsets[v + 1]; e++) {
            CHECK(out.neighbours[e - 1] < out.neighbours[e]);
        }
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* real/NAME.names.tsv, where there is one: ids from 1 in order, each with a name. */
static void check_names(const dataset *d) {
    char file[128], line[512];
    uint32_t id = 0;
    snprintf(file, sizeof file, "real/%s.names.tsv", d->name);
    FILE *names = fopen(path_of(file), "r");
    if (!names) {
        CHECK_STR(d->name, "karate");
        return;
    }
    while (fgets(line, sizeof line, names)) {
        char *end;
        CHECK_EQ(strtoul(line, &end, 10), ++id);
        CHECK(*end == '\t' && isgraph((unsigned char)end[1]));
    }
    fclose(names);
    CHECK_EQ(id, d->vertices);
}

TEST(files_are_unchanged) {
    CHECK_EQ(for_each(check_checksum), 5);
}

TEST(graphs_are_as_listed) {
    CHECK_EQ(for_each(check_graph), 5);
}

TEST(vertices_have_names) {
    CHECK_EQ(for_each(check_names), 5);
}

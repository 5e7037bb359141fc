/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph for the peers: ids 0 .. n-1, one file per format that a peer reads, in a temporary folder.
 */
#include "tools/bench/bench.h"
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"
#include "tools/compare/compare.h"
#include "tools/output/number.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* SplitMix64. The command uses only the public interface, which has no random numbers. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* number[v]: the new number of v. */
static void number_vertices(mg_vertex *number, mg_vertex n, bool random, uint64_t seed) {
    for (mg_vertex v = 0; v < n; v++) {
        number[v] = v;
    }
    for (mg_vertex v = n; random && v > 1; v--) {
        const mg_vertex other = (mg_vertex)(next_random(&seed) % v), last = number[v - 1];
        number[v - 1] = number[other];
        number[other] = last;
    }
}

typedef struct csr {
    mg_vertex *number;
    uint64_t *offsets;
    mg_vertex *neighbours;
    char *weights;
} csr;

/* Builds the renumbered arrays; false: out of memory. */
static bool renumber(csr *c, const mg_graph *from, bool random, uint64_t seed) {
    const mg_vertex n = mg_graph_vertex_count(from);
    const uint64_t arcs = mg_graph_arc_count(from);
    const mg_adjacency edges = mg_graph_out_edges(from);
    const size_t size = type_size(mg_graph_weight_type(from));
    c->number = malloc(((size_t)n + 1) * sizeof *c->number);
    c->offsets = calloc((size_t)n + 2, sizeof *c->offsets);
    c->neighbours = malloc((arcs + 1) * sizeof *c->neighbours);
    c->weights = malloc(arcs * size + 1);
    if (!c->number || !c->offsets || !c->neighbours || !c->weights) {
        return false;
    }
    number_vertices(c->number, n, random, seed);
    for (mg_vertex v = 0; v < n; v++) {
        c->offsets[c->number[v] + 1] = edges.offsets[v + 1] - edges.offsets[v];
    }
    for (mg_vertex v = 0; v < n; v++) {
        c->offsets[v + 1] += c->offsets[v];
    }
    for (mg_vertex v = 0; v < n; v++) {
        uint64_t at = c->offsets[c->number[v]];
        for (uint64_t i = edges.offsets[v]; i < edges.offsets[v + 1]; i++, at++) {
            c->neighbours[at] = c->number[edges.neighbours[i]];
            if (size) {
                memcpy(c->weights + at * size, (const char *)edges.weights + i * size, size);
            }
        }
    }
    return true;
}

static bool make_folder(peer_graph *g) {
    const char *const base = getenv("TMPDIR");
    snprintf(g->folder, sizeof g->folder, "%s/multigraph-compare-XXXXXX", base && *base ? base : "/tmp");
    if (mkdtemp(g->folder)) {
        unfinished_add(g->folder);
        return true;
    }
    message("cannot make a folder in %s: %s", base && *base ? base : "/tmp", strerror(errno));
    g->folder[0] = '\0';
    return false;
}

static double weight_of(const mg_adjacency *edges, mg_type type, uint64_t e) {
    return type == MG_INT32     ? ((const int32_t *)edges->weights)[e]
           : type == MG_INT64   ? (double)((const int64_t *)edges->weights)[e]
           : type == MG_FLOAT32 ? (double)((const float *)edges->weights)[e]
                                : ((const double *)edges->weights)[e];
}

/* Without weights 1, which is what peers get. */
static double mean_weight(const mg_graph *graph) {
    const mg_adjacency edges = mg_graph_out_edges(graph);
    const mg_type type = mg_graph_weight_type(graph);
    const uint64_t arcs = mg_graph_arc_count(graph);
    double sum = 0;
    for (uint64_t i = 0; type != MG_TYPE_NONE && i < arcs; i++) {
        sum += weight_of(&edges, type, i);
    }
    return type != MG_TYPE_NONE && arcs ? sum / (double)arcs : 1;
}

int peer_graph_open(peer_graph *g, const session *s, mg_vertex source, bool random, uint64_t seed) {
    csr c = {NULL, NULL, NULL, NULL};
    *g = (peer_graph){.path = s->options->operand, .random = random, .source = MG_NONE};
    bench_file_name(g->name, s->options->operand);
    int status = STATUS_FAILURE;
    if (!make_folder(g)) {
        return status;
    }
    if (!renumber(&c, s->graph, random, seed)) {
        message("out of memory for the graph as peers read it");
        goto out;
    }
    g->mean_weight = mean_weight(s->graph);
    g->source = source == MG_NONE ? MG_NONE : c.number[source];
    const mg_type type = mg_graph_weight_type(s->graph);
    const mg_status made =
        mg_graph_from_csr(s->context, mg_graph_vertex_count(s->graph), c.offsets, c.neighbours, type,
                          type == MG_TYPE_NONE ? NULL : c.weights, mg_graph_directed(s->graph), &g->graph);
    progress_erase();
    status = made < 0 ? library_failure(s->context, made) : STATUS_SUCCESS;
out:
    free(c.number);
    free(c.offsets);
    free(c.neighbours);
    free(c.weights);
    return status;
}

void peer_graph_close(peer_graph *g) {
    mg_graph_destroy(g->graph);
    free(g->ranks);
    g->graph = NULL;
    g->ranks = NULL;
    DIR *const folder = g->folder[0] ? opendir(g->folder) : NULL;
    for (const struct dirent *entry = NULL; folder && (entry = readdir(folder));) {
        char path[sizeof g->folder + sizeof entry->d_name + 1];
        snprintf(path, sizeof path, "%s/%s", g->folder, entry->d_name);
        unlink(path);
    }
    if (folder) {
        closedir(folder);
        rmdir(g->folder);
    }
    unfinished_remove(g->folder);
}

/* ECL's binary CSR: vertices, arcs, offsets, neighbours, all int32; without weights. */
static mg_status write_egr(const mg_graph *graph, const char *path) {
    const mg_adjacency edges = mg_graph_out_edges(graph);
    const mg_vertex n = mg_graph_vertex_count(graph);
    const uint64_t arcs = mg_graph_arc_count(graph);
    if (n >= INT32_MAX || arcs > INT32_MAX) {
        return MG_ERROR_RANGE;
    }
    FILE *const file = fopen(path, "wb");
    if (!file) {
        return MG_ERROR_FILE;
    }
    const int32_t head[] = {(int32_t)n, (int32_t)arcs};
    bool written = fwrite(head, sizeof head, 1, file) == 1;
    for (mg_vertex v = 0; v <= n && written; v++) {
        const int32_t offset = (int32_t)edges.offsets[v];
        written = fwrite(&offset, sizeof offset, 1, file) == 1;
    }
    written = written && fwrite(edges.neighbours, sizeof *edges.neighbours, arcs, file) == arcs;
    return fclose(file) == 0 && written ? MG_OK : MG_ERROR_FILE;
}

/* Every arc as a line `source target [weight]`, without a header. */
static mg_status write_arcs(const mg_graph *graph, const char *path) {
    const mg_adjacency edges = mg_graph_out_edges(graph);
    const mg_type type = mg_graph_weight_type(graph);
    FILE *const file = fopen(path, "w");
    if (!file) {
        return MG_ERROR_FILE;
    }
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph) && !ferror(file); v++) {
        for (uint64_t e = edges.offsets[v]; e < edges.offsets[v + 1]; e++) {
            fprintf(file, "%u %u", v, edges.neighbours[e]);
            if (type != MG_TYPE_NONE) {
                fprintf(file, " %.17g", weight_of(&edges, type, e));
            }
            fputc('\n', file);
        }
    }
    const bool written = !ferror(file);
    return fclose(file) == 0 && written ? MG_OK : MG_ERROR_FILE;
}

mg_status peer_graph_write(peer_graph *g, mg_context *context, const char *format, char *path, size_t size) {
    snprintf(path, size, "%s/graph.%s", g->folder, strcmp(format, "galois") == 0 ? "gr" : format);
    for (size_t i = 0; i < g->written_count; i++) {
        if (strcmp(g->written[i], format) == 0) {
            return MG_OK;
        }
    }
    const mg_status status = strcmp(format, "egr") == 0    ? write_egr(g->graph, path)
                             : strcmp(format, "arcs") == 0 ? write_arcs(g->graph, path)
                                                           : mg_graph_write(context, g->graph, path, format);
    progress_erase();
    if (status >= 0 && g->written_count < sizeof g->written / sizeof *g->written) {
        snprintf(g->written[g->written_count++], sizeof *g->written, "%s", format);
    }
    return status;
}

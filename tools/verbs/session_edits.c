/* SPDX-License-Identifier: Apache-2.0
 *
 * --insert FILE, --remove FILE: the edges of graph files, by their ids, are changes of the session's graph.
 */
#include "tools/verbs/session_edits.h"
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/output/number.h"
#include "tools/output/vertex_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int out_of_memory(void) {
    message("out of memory: the edges of --insert and --remove");
    return STATUS_FAILURE;
}

/* Weights are those of the graph's type, or none. */
static int read_edges(session *s, const char *path, bool weighted, mg_graph **edges) {
    const cli_options *options = s->options;
    mg_graph_options o = MG_GRAPH_OPTIONS_INIT;
    o.directedness = (mg_directedness)options->directedness;
    o.weights = weighted ? MG_WEIGHTS_FILE : MG_WEIGHTS_UNIT;
    o.weight_type = weighted ? mg_graph_weight_type(s->graph) : MG_TYPE_NONE;
    o.most_vertices = options->most_vertices;
    o.named = options->named || (mg_graph_has_names(s->graph) && !options->names);
    mg_status status = mg_graph_read(s->context, path, &o, edges);
    status = status < 0 ? status : mg_graph_check(s->context, *edges);
    progress_erase();
    return status < 0 ? library_failure(s->context, status) : STATUS_SUCCESS;
}

/* ---- ids ---- */

/* The vertex that has the name, or the id as its name, of a vertex of `edges`; MG_NONE: none. In a graph with names an
 * id is not taken for one: that may be the number of another vertex in the order of appearance. With --names ids are
 * those of the graph file. */
static int find_vertex(const session *s, const mg_graph *edges, mg_vertex v, mg_vertex *found) {
    const char *const name = mg_graph_name(edges, v);
    const uint64_t number = mg_graph_id(edges, v);
    char id[24];
    *found = MG_NONE;
    if (mg_graph_has_names(s->graph)) {
        snprintf(id, sizeof id, "%" PRIu64, number);
        const mg_status status = mg_graph_find_name(s->context, s->graph, name ? name : id, found);
        if (status < 0) {
            return library_failure(s->context, status);
        }
    }
    const bool by_id = !mg_graph_has_names(s->graph) || (s->options->names && !name);
    if (*found == MG_NONE && by_id && !mg_graph_find(s->graph, number, found)) {
        *found = MG_NONE;
    }
    return STATUS_SUCCESS;
}

/* *found: a vertex of the session's graph for each of `edges`. The caller frees it. */
static int find_vertices(const session *s, const mg_graph *edges, mg_vertex **found) {
    const mg_vertex n = mg_graph_vertex_count(edges);
    int status = STATUS_SUCCESS;
    *found = calloc((size_t)n + 1, sizeof **found);
    if (!*found) {
        return out_of_memory();
    }
    for (mg_vertex v = 0; v < n && status == STATUS_SUCCESS; v++) {
        status = find_vertex(s, edges, v, &(*found)[v]);
    }
    return status;
}

/* Ids of a file with names are in order of appearance: they are not those of a graph without. */
static int check_names(const session *s, const char *path, const mg_graph *edges) {
    if (mg_graph_has_names(edges) && !mg_graph_has_names(s->graph)) {
        message("%s: vertices have names, but those of %s have ids", path, graph_name(s->options));
        return STATUS_USAGE;
    }
    return STATUS_SUCCESS;
}

/* Names for new vertices of a graph with names; their ids follow the greatest one. */
static bool name_new(session *s, const mg_graph *edges, const mg_vertex *found) {
    struct session_edits *e = s->edits;
    const mg_vertex n = mg_graph_vertex_count(edges), old = mg_graph_vertex_count(s->graph);
    e->new_names = calloc((size_t)e->edits.new_vertices + 1, sizeof *e->new_names);
    for (mg_vertex v = 0; v < n && e->new_names; v++) {
        if (found[v] < old) {
            continue;
        }
        const char *const name = mg_graph_name(edges, v);
        char id[24];
        snprintf(id, sizeof id, "%" PRIu64, mg_graph_id(edges, v));
        e->new_names[found[v] - old] = strdup(name ? name : id);
        if (!e->new_names[found[v] - old]) {
            return false;
        }
    }
    e->edits.new_names = (const char *const *)e->new_names;
    return e->new_names != NULL;
}

/* Vertices that the graph does not have become new ones, by ascending id, with --grow. */
static int add_vertices(session *s, const char *path, const mg_graph *edges, mg_vertex *found) {
    struct session_edits *e = s->edits;
    const mg_vertex n = mg_graph_vertex_count(edges), *by_id = mg_graph_by_id(edges);
    e->new_ids = malloc(((size_t)n + 1) * sizeof *e->new_ids);
    if (!e->new_ids) {
        return out_of_memory();
    }
    for (mg_vertex i = 0; i < n; i++) {
        const mg_vertex v = by_id ? by_id[i] : i;
        if (found[v] == MG_NONE && !s->options->grow) {
            char name[VERTEX_TEXT_SIZE];
            message("%s: %s has no vertex %s; --grow adds it", path, graph_name(s->options),
                    vertex_text(edges, v, name));
            return STATUS_USAGE;
        }
        if (found[v] == MG_NONE) {
            found[v] = mg_graph_vertex_count(s->graph) + e->edits.new_vertices;
            e->new_ids[e->edits.new_vertices++] = mg_graph_id(edges, v);
        }
    }
    if (mg_graph_has_names(s->graph)) {
        return name_new(s, edges, found) ? STATUS_SUCCESS : out_of_memory();
    }
    e->edits.new_ids = e->edits.new_vertices ? e->new_ids : NULL;
    return STATUS_SUCCESS;
}

/* ---- edges ---- */

/* An undirected edge is listed once, in the row of its smaller end. */
static bool is_listed(const mg_graph *edges, mg_vertex from, mg_vertex to) {
    return mg_graph_directed(edges) || from <= to;
}

/* Lists the edges between vertices that were found; returns their number. `arcs`: NULL, or the place of each. */
static uint64_t list_edges(const mg_graph *edges, const mg_vertex *found, mg_vertex *ends, uint64_t *arcs,
                           uint64_t *unknown) {
    const mg_adjacency out = mg_graph_out_edges(edges);
    uint64_t count = 0, all = 0;
    for (mg_vertex u = 0; u < mg_graph_vertex_count(edges); u++) {
        for (uint64_t a = out.offsets[u]; a < out.offsets[u + 1]; a++) {
            const mg_vertex v = out.neighbours[a];
            if (!is_listed(edges, u, v)) {
                continue;
            }
            all++;
            if (found[u] != MG_NONE && found[v] != MG_NONE) {
                ends[2 * count] = found[u];
                ends[2 * count + 1] = found[v];
                if (arcs) {
                    arcs[count] = a;
                }
                count++;
            }
        }
    }
    *unknown = all - count;
    return count;
}

/* Pairs of ends to sources, then targets. */
static mg_vertex *split(const mg_vertex *pairs, uint64_t count) {
    mg_vertex *const ends = malloc((2 * (size_t)count + 1) * sizeof *ends);
    for (uint64_t i = 0; ends && i < count; i++) {
        ends[i] = pairs[2 * i];
        ends[count + i] = pairs[2 * i + 1];
    }
    return ends;
}

static int take_edges(session *s, const mg_graph *edges, const mg_vertex *found, bool inserted) {
    struct session_edits *e = s->edits;
    const size_t size = inserted ? type_size(mg_graph_weight_type(edges)) : 0, arcs = mg_graph_arc_count(edges);
    mg_vertex *const pairs = malloc((2 * arcs + 1) * sizeof *pairs);
    uint64_t *const places = malloc((arcs + 1) * sizeof *places), unknown = 0;
    const uint64_t count = pairs && places ? list_edges(edges, found, pairs, places, &unknown) : 0;
    mg_vertex *const ends = pairs && places ? split(pairs, count) : NULL;
    char *const weights = malloc(count * size + 1);
    const char *const from = mg_graph_out_edges(edges).weights;
    for (uint64_t i = 0; size && ends && weights && i < count; i++) {
        memcpy(weights + i * size, from + places[i] * size, size);
    }
    free(pairs);
    free(places);
    if (!ends || !weights) {
        free(ends);
        free(weights);
        return out_of_memory();
    }
    if (inserted) {
        e->insert = ends;
        e->weights = weights;
        e->edits.insert_count = count;
        e->edits.insert_source = ends;
        e->edits.insert_target = ends + count;
        e->edits.insert_weight = size ? weights : NULL;
    } else {
        free(weights);
        e->remove = ends;
        e->unknown = unknown;
        e->edits.remove_count = count;
        e->edits.remove_source = ends;
        e->edits.remove_target = ends + count;
    }
    return STATUS_SUCCESS;
}

static int read_list(session *s, const char *path, bool inserted) {
    mg_graph *edges = NULL;
    int status = read_edges(s, path, inserted && mg_graph_weight_type(s->graph) != MG_TYPE_NONE, &edges);
    status = status == STATUS_SUCCESS ? check_names(s, path, edges) : status;
    mg_vertex *found = NULL;
    status = status == STATUS_SUCCESS ? find_vertices(s, edges, &found) : status;
    if (status == STATUS_SUCCESS && inserted) {
        status = add_vertices(s, path, edges, found);
    }
    if (status == STATUS_SUCCESS) {
        status = take_edges(s, edges, found, inserted);
    }
    if (status == STATUS_SUCCESS && s->edits->unknown && s->options->strict) {
        message("%s: %" PRIu64 " edges to remove have vertices that %s does not have", path, s->edits->unknown,
                graph_name(s->options));
        status = STATUS_USAGE;
    }
    free(found);
    mg_graph_destroy(edges);
    return status;
}

static int apply(session *s) {
    mg_graph *version = NULL;
    const double start = clock_seconds();
    s->edits->edits.replace = s->options->replace;
    s->edits->edits.strict = s->options->strict;
    s->edits->edits.counts = &s->edits->counts;
    const mg_status status = mg_graph_edit(s->context, s->graph, &s->edits->edits, &version);
    if (status < 0) {
        return library_failure(s->context, status);
    }
    s->edits->counts.missing += s->edits->unknown;
    s->edits->seconds = clock_seconds() - start;
    mg_graph_destroy(s->graph);
    s->graph = version;
    return STATUS_SUCCESS;
}

int session_edit(session *s) {
    const cli_options *o = s->options;
    int status = STATUS_SUCCESS;
    if (!o->insert && !o->remove) {
        return STATUS_SUCCESS;
    }
    s->edits = calloc(1, sizeof *s->edits);
    if (!s->edits) {
        return out_of_memory();
    }
    s->edits->edits = MG_GRAPH_EDITS_INIT;
    if (o->insert) {
        status = read_list(s, o->insert, true);
    }
    if (status == STATUS_SUCCESS && o->remove) {
        status = read_list(s, o->remove, false);
    }
    return status == STATUS_SUCCESS ? apply(s) : status;
}

void session_edits_free(struct session_edits *edits) {
    if (edits) {
        free(edits->insert);
        free(edits->remove);
        free(edits->weights);
        free(edits->new_ids);
        for (mg_vertex i = 0; edits->new_names && i < edits->edits.new_vertices; i++) {
            free(edits->new_names[i]);
        }
        free(edits->new_names);
        free(edits);
    }
}

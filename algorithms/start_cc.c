/* SPDX-License-Identifier: Apache-2.0
 *
 * start_cc.c: components after an edit. Inserted edges join components, by union and find over the earlier names. A
 * removed edge matters only where no other short path connects its ends. Then a small part that only this edge
 * connected becomes a component of its own; otherwise the whole component is computed again.
 */
#include "algorithms/start.h"
#include "core/graph/graph_build.h"
#include "core/result_memory.h"

#define MOST_TRIES 64 /* neighbours that are looked at of each vertex of a detour */
#define MOST_SEEN 256 /* vertices from which a detour is searched */

typedef struct forest {
    mg_start_run run;
    mg_vertex n;
    mg_vertex *parent;
    mg_vertex *rank; /* of each vertex by id; NULL: the vertex itself */
    uint8_t *torn;   /* by name: is this component computed again? */
    mg_vertex *only; /* of a vertex without edges: the other end of all its removed edges; itself: there are several */
} forest;

static mg_vertex rank_of(const forest *f, mg_vertex v) {
    return f->rank ? f->rank[v] : v;
}

static mg_vertex find(mg_vertex *parent, mg_vertex v) {
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

/* The root of the smaller id stays one, so that a root is the vertex of smallest id. */
static void join(const forest *f, mg_vertex u, mg_vertex v) {
    const mg_vertex a = find(f->parent, u), b = find(f->parent, v);
    if (a != b) {
        const bool first = rank_of(f, a) < rank_of(f, b);
        f->parent[first ? b : a] = first ? a : b;
    }
}

static bool has_arc(const mg_adjacency *out, mg_vertex u, mg_vertex v) {
    return mg__row_has(out->neighbours + out->offsets[u], out->offsets[u + 1] - out->offsets[u], v);
}

static uint64_t degree(const mg_adjacency *out, mg_vertex v) {
    return out->offsets[v + 1] - out->offsets[v];
}

/* Neighbours of a vertex that are looked at. */
static uint64_t tries(forest *f, mg_vertex v) {
    const uint64_t all = degree(&f->run.out, v), count = all < MOST_TRIES ? all : MOST_TRIES;
    f->run.visited += count;
    return count;
}

static bool contains(const mg_vertex *list, int count, mg_vertex v) {
    for (int i = 0; i < count; i++) {
        if (list[i] == v) {
            return true;
        }
    }
    return false;
}

/* The first vertices of a breadth-first search. */
typedef struct search {
    mg_vertex seen[MOST_SEEN];
    int count;
    bool whole; /* there are no more: all neighbours were looked at */
} search;

/* Does a search from `from` lead to `to`? */
static bool leads(forest *f, mg_vertex from, mg_vertex to, search *s) {
    const mg_adjacency *out = &f->run.out;
    *s = (search){.seen = {from}, .count = 1, .whole = true};
    for (int i = 0; i < s->count; i++) {
        const uint64_t begin = out->offsets[s->seen[i]], end = begin + tries(f, s->seen[i]);
        s->whole = s->whole && end == out->offsets[s->seen[i] + 1];
        if (has_arc(out, s->seen[i], to)) {
            return true;
        }
        for (uint64_t e = begin; e < end; e++) {
            const mg_vertex v = out->neighbours[e];
            if (contains(s->seen, s->count, v)) {
                continue;
            }
            if (s->count == MOST_SEEN) {
                s->whole = false;
                break;
            }
            s->seen[s->count++] = v;
        }
    }
    return false;
}

/* Are the ends of a removed edge still connected, by an edge or over a common neighbour? */
static bool connected(forest *f, mg_vertex u, mg_vertex v) {
    const mg_adjacency *out = &f->run.out;
    if (u == v || has_arc(out, u, v) || has_arc(out, v, u)) {
        return true;
    }
    const mg_vertex from = degree(out, u) < degree(out, v) ? u : v, to = from == u ? v : u;
    const uint64_t begin = out->offsets[from], end = begin + tries(f, from);
    for (uint64_t e = begin; e < end; e++) {
        if (has_arc(out, to, out->neighbours[e]) || has_arc(out, out->neighbours[e], to)) {
            return true;
        }
    }
    return false;
}

/* A small component of the new version was a part of the old one that hung on the removed edge from `end` only: it
 * leaves, unless the old component has its name. Of a directed graph it may have in-edges. */
static bool leaves(const forest *f, const search *s, mg_vertex end, mg_vertex other) {
    const mg_vertex *name = f->run.from->values;
    bool hangs = s->whole && !mg_graph_directed(f->run.graph) && f->only[end] == other;
    for (int i = 0; i < s->count && hangs; i++) {
        const mg_vertex v = s->seen[i];
        hangs = v < f->run.from->count && name[v] != v &&
                (v == end || f->only[v] == MG_NONE || (f->only[v] != v && contains(s->seen, s->count, f->only[v])));
    }
    return hangs;
}

static void leave(const forest *f, const search *s) {
    mg_vertex first = s->seen[0];
    for (int i = 1; i < s->count; i++) {
        first = rank_of(f, s->seen[i]) < rank_of(f, first) ? s->seen[i] : first;
    }
    for (int i = 0; i < s->count; i++) {
        f->parent[s->seen[i]] = first;
    }
}

/* Is the component whole, or without a part that leaves it? */
static bool holds(forest *f, mg_vertex u, mg_vertex v) {
    search from_u, from_v;
    if (connected(f, u, v) || leads(f, u, v, &from_u) || leads(f, v, u, &from_v)) {
        return true;
    }
    const bool first = leaves(f, &from_u, u, v);
    if (first || leaves(f, &from_v, v, u)) {
        leave(f, first ? &from_u : &from_v);
        return true;
    }
    return false;
}

static void note_only(const forest *f, mg_vertex v, mg_vertex other) {
    f->only[v] = f->only[v] == MG_NONE || f->only[v] == other ? other : v;
}

/* Marks the components that lost a connection. */
static bool find_torn(forest *f) {
    const mg_graph_edits *e = f->run.edits;
    const mg_vertex *name = f->run.from->values;
    bool any = false;
    for (uint64_t i = 0; i < e->remove_count; i++) {
        note_only(f, e->remove_source[i], e->remove_target[i]);
        note_only(f, e->remove_target[i], e->remove_source[i]);
    }
    for (uint64_t i = 0; i < e->remove_count; i++) {
        const mg_vertex u = e->remove_source[i], v = e->remove_target[i];
        if (f->torn[name[u]] || name[u] != name[v] || (mg__start_visit(&f->run, 0) && holds(f, u, v))) {
            continue;
        }
        f->torn[name[u]] = 1;
        any = true;
    }
    return any;
}

/* Takes the torn components apart and joins their vertices again along all of their edges. False: they have so many
 * that a fresh run is faster. */
static bool mend(forest *f) {
    const mg_vertex *name = f->run.from->values;
    uint64_t edges = 0;
    for (mg_vertex v = 0; v < f->run.from->count; v++) {
        if (f->torn[name[v]]) {
            edges += degree(&f->run.out, v);
            f->parent[v] = v;
        }
    }
    if (!mg__start_visit(&f->run, edges)) {
        return false;
    }
    for (mg_vertex v = 0; v < f->run.from->count; v++) {
        for (uint64_t e = f->run.out.offsets[v]; f->torn[name[v]] && e < f->run.out.offsets[v + 1]; e++) {
            join(f, v, f->run.out.neighbours[e]);
        }
    }
    return true;
}

/* Every component must be named by one of its vertices, of smallest id as far as can be seen here. */
static mg_status check_names(mg_context *context, const forest *f) {
    const mg_vertex *name = f->run.from->values, count = f->run.from->count;
    mg_vertex bad = count;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(min : bad)
    for (mg_vertex v = 0; v < count; v++) {
        const bool right = name[v] < count && name[name[v]] == name[v] && rank_of(f, name[v]) <= rank_of(f, v);
        bad = !right && v < bad ? v : bad;
    }
    return bad < count ? mg__fail(context, MG_ERROR_INVALID, "from: vertex %u has no valid component", bad) : MG_OK;
}

static mg_status prepare(mg_context *context, forest *f) {
    const mg_vertex *by_id = mg_graph_by_id(f->run.graph), *name = f->run.from->values;
    mg_status status = MG_OK;
    MG_TRY(MG_RESULT_ALLOC(context, f->parent, f->n, "components"));
    MG_TRY(MG_ALLOC_ZEROED(context, f->torn, f->n, "components"));
    MG_TRY(MG_ALLOC(context, f->only, f->n, "components"));
    if (by_id) {
        MG_TRY(MG_ALLOC(context, f->rank, f->n, "components"));
        for (mg_vertex i = 0; i < f->n; i++) {
            f->rank[by_id[i]] = i;
        }
    }
    MG_TRY(check_names(context, f));
    for (mg_vertex v = 0; v < f->n; v++) {
        f->parent[v] = v < f->run.from->count ? name[v] : v;
        f->only[v] = MG_NONE;
    }
out:
    return status;
}

static mg_status make_result(mg_context *context, forest *f, mg_result **result) {
    static const mg_column_spec spec = {.name = "component", .type = MG_UINT32, .meaning = MG_VERTEX};
    mg_status status;
    mg_result *made = NULL;
    mg_vertex *const parent = f->parent;
    for (mg_vertex v = 0; v < f->n; v++) {
        parent[v] = find(parent, v);
    }
    f->run.vertices = f->n;
    MG_TRY(mg__start_result(context, &f->run, &made));
    f->parent = NULL;
    MG_TRY(mg__result_take(context, made, &spec, 1, parent));
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    return status;
}

mg_status mg__start_cc(mg_context *context, const mg_graph *graph, const mg_start *from, mg_result **result) {
    forest f = {.n = mg_graph_vertex_count(graph)};
    mg_status status;
    bool possible;
    MG_TRY(mg__start_begin(context, graph, from, MG_UINT32, &f.run, &possible));
    if (!possible) {
        goto out;
    }
    MG_TRY(prepare(context, &f));
    if (find_torn(&f) && !mend(&f)) {
        mg__start_end(context, from, false, "removed edges may have divided large components");
        goto out;
    }
    const mg_graph_edits *e = from->edits;
    for (uint64_t i = 0; i < e->insert_count; i++) {
        join(&f, e->insert_source[i], e->insert_target[i]);
    }
    status = make_result(context, &f, result);
out:
    mg__release(&context->memory, f.parent);
    mg__release(&context->memory, f.torn);
    mg__release(&context->memory, f.rank);
    mg__release(&context->memory, f.only);
    return status;
}

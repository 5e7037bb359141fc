/* SPDX-License-Identifier: Apache-2.0
 *
 * Repairs distances of one type (start_paths.c). The includer defines D, the type; FAR_AWAY, the distance of unreached
 * vertices; ADD(d, w), the addition; REPAIR, the prefix of names. They are undefined at the end.
 */
#define NAME_(a, b) a##b
#define NAME(a, b) NAME_(a, b)
#define F(suffix) NAME(REPAIR, suffix)

typedef struct F(_entry) {
    D distance;
    mg_vertex vertex;
} F(_entry);

typedef struct F(_state) {
    mg_context *context;
    mg_start_run *run;
    mg_vertex source;
    mg_type weight;
    D *distance;
    F(_entry) * heap;
    uint64_t size, capacity;
    uint8_t *lost;       /* by vertex: its distance is given up */
    mg_vertex *given_up; /* these vertices */
    mg_vertex given_up_count, given_up_capacity;
} F(_state);

/* ---- the heap ---- */

static mg_status F(_push)(F(_state) * s, D distance, mg_vertex v) {
    if (s->size == s->capacity) {
        const uint64_t capacity = s->capacity ? 2 * s->capacity : 1024;
        F(_entry) *larger = NULL;
        const mg_status status = MG_ALLOC(s->context, larger, capacity, "vertices to relax");
        if (status < 0) {
            return status;
        }
        if (s->size) {
            memcpy(larger, s->heap, s->size * sizeof *larger);
        }
        mg__release(&s->context->memory, s->heap);
        s->heap = larger;
        s->capacity = capacity;
    }
    uint64_t at = s->size++;
    for (; at && s->heap[(at - 1) / 2].distance > distance; at = (at - 1) / 2) {
        s->heap[at] = s->heap[(at - 1) / 2];
    }
    s->heap[at] = (F(_entry)){distance, v};
    return MG_OK;
}

static F(_entry) F(_pop)(F(_state) * s) {
    const F(_entry) least = s->heap[0], last = s->heap[--s->size];
    uint64_t at = 0;
    for (uint64_t child = 1; child < s->size; child = 2 * at + 1) {
        child += child + 1 < s->size && s->heap[child + 1].distance < s->heap[child].distance;
        if (s->heap[child].distance >= last.distance) {
            break;
        }
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return least;
}

/* ---- edges ---- */

static D F(_weight)(mg_type type, const void *weights, uint64_t i) {
    return type == MG_TYPE_NONE || !weights ? 1
           : type == MG_INT32               ? (D)((const int32_t *)weights)[i]
           : type == MG_INT64               ? (D)((const int64_t *)weights)[i]
           : type == MG_FLOAT32             ? (D)((const float *)weights)[i]
                                            : (D)((const double *)weights)[i];
}

/* ---- what was lost ---- */

static mg_status F(_doubt)(F(_state) * s, mg_vertex v) {
    return v != s->source && s->distance[v] != FAR_AWAY && !s->lost[v] ? F(_push)(s, s->distance[v], v) : MG_OK;
}

static mg_status F(_doubt_edges)(F(_state) * s, uint64_t count, const mg_vertex *from, const mg_vertex *to) {
    const bool both = !mg_graph_directed(s->run->graph);
    mg_status status = MG_OK;
    for (uint64_t i = 0; i < count; i++) {
        MG_TRY(F(_doubt)(s, to[i]));
        if (both) {
            MG_TRY(F(_doubt)(s, from[i]));
        }
    }
out:
    return status;
}

/* Does an edge from a smaller distance give that of v? Those that are smaller are decided. */
static bool F(_supported)(F(_state) * s, mg_vertex v) {
    const mg_adjacency *in = &s->run->in;
    for (uint64_t e = in->offsets[v]; e < in->offsets[v + 1]; e++) {
        const mg_vertex u = in->neighbours[e];
        s->run->visited++;
        if (s->distance[u] < s->distance[v] && !s->lost[u] &&
            ADD(s->distance[u], F(_weight)(s->weight, in->weights, e)) == s->distance[v]) {
            return true;
        }
    }
    return false;
}

static mg_status F(_give_up)(F(_state) * s, mg_vertex v) {
    const mg_adjacency *out = &s->run->out;
    mg_status status = MG_OK;
    s->lost[v] = 1;
    if (s->given_up_count == s->given_up_capacity) {
        const mg_vertex capacity = s->given_up_capacity ? 2 * s->given_up_capacity : 1024;
        mg_vertex *larger = NULL;
        MG_TRY(MG_ALLOC(s->context, larger, capacity, "vertices to relax"));
        if (s->given_up_count) {
            memcpy(larger, s->given_up, s->given_up_count * sizeof *larger);
        }
        mg__release(&s->context->memory, s->given_up);
        s->given_up = larger;
        s->given_up_capacity = capacity;
    }
    s->given_up[s->given_up_count++] = v;
    for (uint64_t e = out->offsets[v]; e < out->offsets[v + 1]; e++) {
        const mg_vertex u = out->neighbours[e];
        s->run->visited++;
        if (s->distance[u] >= s->distance[v] &&
            ADD(s->distance[v], F(_weight)(s->weight, out->weights, e)) == s->distance[u]) {
            MG_TRY(F(_doubt)(s, u));
        }
    }
out:
    return status;
}

/* The distances stay until all that depend on them are known. */
static mg_status F(_find_lost)(F(_state) * s) {
    const mg_graph_edits *e = s->run->edits;
    mg_status status;
    MG_TRY(F(_doubt_edges)(s, e->remove_count, e->remove_source, e->remove_target));
    if (e->replace) {
        MG_TRY(F(_doubt_edges)(s, e->insert_count, e->insert_source, e->insert_target));
    }
    while (s->size && mg__start_visit(s->run, 0)) {
        const mg_vertex v = F(_pop)(s).vertex;
        if (!s->lost[v] && !F(_supported)(s, v)) {
            MG_TRY(F(_give_up)(s, v));
        }
    }
out:
    return status;
}

/* ---- relaxing ---- */

static mg_status F(_relax)(F(_state) * s, mg_vertex u, mg_vertex v, D weight) {
    if (s->distance[u] == FAR_AWAY) {
        return MG_OK;
    }
    const D distance = ADD(s->distance[u], weight);
    if (!(distance < s->distance[v])) {
        return MG_OK;
    }
    s->distance[v] = distance;
    return F(_push)(s, distance, v);
}

static mg_status F(_relax_lost)(F(_state) * s) {
    const mg_adjacency *in = &s->run->in;
    mg_status status = MG_OK;
    for (mg_vertex i = 0; i < s->given_up_count; i++) {
        s->distance[s->given_up[i]] = FAR_AWAY;
    }
    for (mg_vertex i = 0; i < s->given_up_count; i++) {
        const mg_vertex v = s->given_up[i];
        D best = FAR_AWAY;
        for (uint64_t e = in->offsets[v]; e < in->offsets[v + 1]; e++) {
            const mg_vertex u = in->neighbours[e];
            const D through = s->lost[u] || s->distance[u] == FAR_AWAY
                                  ? FAR_AWAY
                                  : ADD(s->distance[u], F(_weight)(s->weight, in->weights, e));
            best = through < best ? through : best;
            s->run->visited++;
        }
        if (best < FAR_AWAY) {
            s->distance[v] = best;
            MG_TRY(F(_push)(s, best, v));
        }
    }
out:
    return status;
}

static mg_status F(_relax_inserted)(F(_state) * s) {
    const mg_graph_edits *e = s->run->edits;
    const bool both = !mg_graph_directed(s->run->graph);
    mg_status status = MG_OK;
    for (uint64_t i = 0; i < e->insert_count; i++) {
        const D weight = F(_weight)(s->weight, e->insert_weight, i);
        MG_TRY(F(_relax)(s, e->insert_source[i], e->insert_target[i], weight));
        if (both) {
            MG_TRY(F(_relax)(s, e->insert_target[i], e->insert_source[i], weight));
        }
    }
out:
    return status;
}

static mg_status F(_relax_all)(F(_state) * s) {
    const mg_adjacency *out = &s->run->out;
    mg_status status = MG_OK;
    while (s->size && mg__start_visit(s->run, 0)) {
        const F(_entry) next = F(_pop)(s);
        if (next.distance != s->distance[next.vertex]) {
            continue; /* a smaller one came first */
        }
        s->run->vertices++;
        s->run->visited += out->offsets[next.vertex + 1] - out->offsets[next.vertex];
        for (uint64_t e = out->offsets[next.vertex]; e < out->offsets[next.vertex + 1]; e++) {
            MG_TRY(F(_relax)(s, next.vertex, out->neighbours[e], F(_weight)(s->weight, out->weights, e)));
        }
    }
out:
    return status;
}

/* *done: false where a fresh run is expected to be faster. */
static mg_status F(_run)(mg_context *context, mg_start_run *run, mg_vertex source, mg_type weight, void *distances,
                         bool *done) {
    F(_state) s = {.context = context, .run = run, .source = source, .weight = weight, .distance = distances};
    mg_status status;
    if (s.distance[source] != 0) {
        return mg__fail(context, MG_ERROR_INVALID, "from: the distance of the source, vertex %u, is not 0", source);
    }
    MG_TRY(MG_ALLOC_ZEROED(context, s.lost, mg_graph_vertex_count(run->graph), "distances"));
    if (loses_edges(run->edits)) {
        MG_TRY(F(_find_lost)(&s));
    }
    if (mg__start_visit(run, 0)) {
        MG_TRY(F(_relax_lost)(&s));
        MG_TRY(F(_relax_inserted)(&s));
        MG_TRY(F(_relax_all)(&s));
    }
    *done = mg__start_visit(run, 0);
out:
    mg__release(&context->memory, s.heap);
    mg__release(&context->memory, s.lost);
    mg__release(&context->memory, s.given_up);
    return status;
}

#undef NAME_
#undef NAME
#undef F
#undef D
#undef FAR_AWAY
#undef ADD
#undef REPAIR

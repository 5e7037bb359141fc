/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/triangles.inc.h: the loops of TRIANGLES phases. A triangle is found in the forward row of its first corner u:
 * a neighbour v of u has the third corner w in its own row. A bitmap holds the row of u while the rows of its
 * neighbours are compared with it, without a branch on the result: one that nobody predicts. What the neighbours of u
 * receive is combined by place in the row of u, so that there is one atomic update for each pair, not for each
 * triangle.
 */
MG__INLINE MG__K(_V) MG__K(_corner)(const mg_frame *f, mg_vertex own, mg_vertex a, mg_vertex b, uint32_t edges) {
    return MG__SPEC.triangle
               ? MG__SPEC.triangle(f->params, MG__K(_at)(f, own), MG__K(_at)(f, a), MG__K(_at)(f, b), edges)
               : MG__TRIANGLE_COUNT(MG__K(_V));
}

MG__INLINE void MG__K(_receive)(const mg_frame *f, MG__K(_V) * value, MG__K(_V) sent) {
    if (MG__SPEC.monoid == MG_ANY) {
        MG__K(_fold)(f, value, sent);
    } else {
        *value = MG__K(_combine)(f, *value, sent);
    }
}

MG__INLINE uint32_t MG__K(_directions)(const mg_forward_rows *g, uint64_t edge, bool directed) {
    return directed ? g->edges[edge] : 1;
}

/* Finds the third corners of u and v, the neighbour at edge `uv`; returns what u receives. */
MG__INLINE MG__K(_V) MG__K(_triangles_of_pair)(const mg_frame *f, mg_vertex u, uint64_t uv,
                                               const mg_triangle_scratch *s, bool directed) {
    const mg_forward_rows *g = &f->forward;
    const mg_vertex v = g->neighbours[uv];
    const uint64_t first = g->offsets[u], begin = g->offsets[v], length = g->offsets[v + 1] - begin;
    MG__K(_V) *const received = s->received;
    MG__K(_V) own = MG__SPEC.identity, of_v = received[uv - first];
    const uint32_t hits = mg__find_hits(s, g->neighbours + begin, length);
    for (uint32_t i = 0; i < hits; i++) {
        const uint64_t vw = begin + s->hits[i];
        const mg_vertex w = g->neighbours[vw];
        const uint32_t place = mg__place_in_row(s, w);
        MG__K(_receive)(f, &own, MG__K(_corner)(f, u, v, w, MG__K(_directions)(g, vw, directed)));
        MG__K(_receive)(f, &of_v, MG__K(_corner)(f, v, u, w, MG__K(_directions)(g, first + place, directed)));
        MG__K(_receive)
        (f, &received[place], MG__K(_corner)(f, w, u, v, MG__K(_directions)(g, uv, directed)));
    }
    received[uv - first] = of_v; /* v is not in its own row: no hit is at its place */
    return own;
}

MG__INLINE void MG__K(_triangles_of_row)(const mg_frame *f, mg_vertex u, const mg_triangle_scratch *s, bool directed) {
    const mg_forward_rows *g = &f->forward;
    const uint64_t first = g->offsets[u], end = g->offsets[u + 1];
    MG__K(_V) *const received = s->received, *const acc = f->acc;
    MG__K(_V) own = MG__SPEC.identity;
    for (uint64_t e = first; e < end; e++) {
        const mg_vertex v = g->neighbours[e];
        if (!s->bits[v / 64]) {
            s->before[v / 64] = (uint32_t)(e - first);
        }
        s->bits[v / 64] |= UINT64_C(1) << v % 64;
        received[e - first] = MG__SPEC.identity;
    }
    for (uint64_t e = first; e < end; e++) {
        MG__K(_receive)(f, &own, MG__K(_triangles_of_pair)(f, u, e, s, directed));
    }
    for (uint64_t e = first; e < end; e++) {
        s->bits[g->neighbours[e] / 64] = 0;
        if (!MG__K(_same_bits)(received[e - first], MG__SPEC.identity)) {
            MG__K(_accumulate)(f, &acc[g->neighbours[e]], received[e - first], false);
        }
    }
    if (!MG__K(_same_bits)(own, MG__SPEC.identity)) {
        MG__K(_accumulate)(f, &acc[u], own, false);
    }
}

/* Their number only. */
MG__INLINE uint64_t MG__K(_count_of_row)(const mg_frame *f, mg_vertex u, const mg_triangle_scratch *s) {
    const mg_forward_rows *g = &f->forward;
    const mg_vertex *const row = g->neighbours + g->offsets[u], *const end = g->neighbours + g->offsets[u + 1];
    uint64_t found = 0;
    for (const mg_vertex *v = row; v < end; v++) {
        s->bits[*v / 64] |= UINT64_C(1) << *v % 64;
    }
    for (const mg_vertex *v = row; v < end; v++) {
        found += mg__count_hits(s, g->neighbours + g->offsets[*v], g->offsets[*v + 1] - g->offsets[*v]);
    }
    for (const mg_vertex *v = row; v < end; v++) {
        s->bits[*v / 64] = 0;
    }
    return found;
}

/* The triangles whose first corner is in a range. */
static void MG__K(_triangles)(const mg_frame *f, mg_vertex begin, mg_vertex end, const mg_triangle_scratch *s,
                              double *add) {
    for (mg_vertex u = begin; u < end && MG__SPEC.kind == MG_KIND_TRIANGLES; u++) {
        if (f->forward.offsets[u + 1] - f->forward.offsets[u] < 2) {
            continue;
        }
        if (!MG__SPEC.triangle && !MG__SPEC.apply && MG__SPEC.totals) {
            add[0] += (double)MG__K(_count_of_row)(f, u, s);
        } else if (f->forward.edges) {
            MG__K(_triangles_of_row)(f, u, s, true);
        } else {
            MG__K(_triangles_of_row)(f, u, s, false);
        }
    }
}

static void MG__K(_corners)(const mg_frame *f, mg_vertex begin, mg_vertex end, double *add) {
    const MG__K(_V) *const acc = f->acc;
    for (mg_vertex v = begin; v < end; v++) {
        if (MG__SPEC.apply) {
            MG__K(_call_apply)(f, v, acc[v], add);
        } else {
            memcpy(MG__K(_at)(f, v), &acc[v], sizeof acc[v]);
        }
    }
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tarjan.c: strongly connected components by one depth-first search after Tarjan [1], with one number for each vertex
 * [2]: that of its visit, lowered to the least one of the open vertices that it reaches. Vertices of the path of the
 * search are at the begin of the stack, visited ones whose component is not known at its end.
 *
 * [1] R. Tarjan: Depth-first Search and Linear Graph Algorithms. SIAM J. Comput. 1 (1972).
 * [2] D. Pearce: A Space-efficient Algorithm for Finding Strongly Connected Components. Inf. Process. Lett. 116 (2016).
 */
#include "core/cpu/direct/tarjan.h"

#define STEPS ((uint32_t)1 << 16) /* between two calls of goes_on() */

typedef struct walk {
    mg_tarjan *t;
    uint32_t steps;
    uint32_t *least;  /* the number of each vertex of the part; 0: it was not visited */
    uint32_t visited; /* numbers given */
    mg_vertex depth;  /* of the path */
    mg_vertex top;    /* the stack's end begins here */
} walk;

static inline bool is_left(const mg_tarjan *t, mg_vertex v) {
    return t->left[v / 64] >> v % 64 & 1;
}

static inline void enter(walk *w, mg_vertex v) {
    mg_tarjan *const t = w->t;
    w->least[v] = ++w->visited;
    t->stack[w->depth] = v;
    t->number[w->depth] = w->visited;
    t->edge[w->depth++] = t->offsets[v];
}

/* v is the first vertex of its component that was visited: the others are those after it. */
static void close_component(walk *w, mg_vertex v, uint32_t number) {
    mg_tarjan *const t = w->t;
    mg_vertex name = v, end = w->top;
    while (end < t->count && w->least[t->stack[end]] >= number) {
        name = t->stack[end] < name ? t->stack[end] : name;
        end++;
    }
    for (; w->top < end; w->top++) {
        const mg_vertex u = t->stack[w->top];
        t->component[u] = name;
        t->left[u / 64] &= ~((uint64_t)1 << u % 64);
    }
    t->component[v] = name;
    t->left[v / 64] &= ~((uint64_t)1 << v % 64);
}

/* All edges of the last vertex of the path were followed. */
static void leave(walk *w) {
    mg_tarjan *const t = w->t;
    const mg_vertex v = t->stack[--w->depth];
    const uint32_t number = t->number[w->depth], least = w->least[v];
    if (least == number) {
        close_component(w, v, number);
    } else {
        t->stack[--w->top] = v;
    }
    if (w->depth && least < number) {
        const mg_vertex before = t->stack[w->depth - 1];
        w->least[before] = least < w->least[before] ? least : w->least[before];
    }
}

/* False: goes_on() ended it. */
static bool search(walk *w, mg_vertex root) {
    mg_tarjan *const t = w->t;
    enter(w, root);
    while (w->depth) {
        const mg_vertex v = t->stack[w->depth - 1];
        const uint64_t end = t->offsets[v + 1];
        uint64_t a = t->edge[w->depth - 1];
        uint32_t least = w->least[v];
        mg_vertex next = MG_NONE;
        for (; a < end && next == MG_NONE; a++) {
            const mg_vertex u = t->neighbours[a];
            if (is_left(t, u)) {
                const uint32_t of_next = w->least[u];
                next = of_next ? MG_NONE : u;
                least = of_next && of_next < least ? of_next : least;
            }
        }
        w->least[v] = least;
        t->edge[w->depth - 1] = a;
        if (next == MG_NONE) {
            leave(w);
        } else {
            enter(w, next);
        }
        if (++w->steps % STEPS == 0 && !t->goes_on(t->data)) {
            return false;
        }
    }
    return true;
}

bool mg__tarjan(mg_tarjan *t) {
    walk w = {.t = t, .least = t->component, .top = t->count};
    const size_t words = ((size_t)t->n + 63) / 64;
    for (size_t i = 0; i < words; i++) {
        for (uint64_t bits = t->left[i]; bits; bits &= bits - 1) {
            t->component[i * 64 + (size_t)__builtin_ctzll(bits)] = 0;
        }
    }
    for (size_t i = 0; i < words; i++) {
        while (t->left[i]) {
            if (!search(&w, (mg_vertex)(i * 64 + (size_t)__builtin_ctzll(t->left[i])))) {
                return false;
            }
        }
    }
    return true;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * * phases.h: the phase of a program, for the engine and every backend. Programs include instantiate.h, which defines
 * their phases. */
#ifndef MULTIGRAPH_PHASES_H
#define MULTIGRAPH_PHASES_H

#include <multigraph/program.h>

/** Properties of a phase as data: its MG_PHASE declaration, and which callbacks it has. */
typedef struct mg_phase_info {
    mg_kind kind;                /**< PROGRAM, VERTICES, EDGES, MOST_FREQUENT or TRIANGLES */
    mg_direction direction;      /**< edges along which it sends */
    mg_frontier_source frontier; /**< its own frontier, or the replay of a recorded phase */
    uint32_t properties;         /**< MG_LABEL, MG_FIRST_HIT, ... */
    mg_monoid monoid;            /**< combination of values */
    mg_type value_type;          /**< type of a value; MG_OTHER: a struct */
    mg_type weight_type;         /**< type of the weights that `edge` reads; NONE: it reads none */
    size_t value_size;           /**< bytes of a value */
    size_t weight_size;          /**< bytes of a weight */
    size_t state_size;           /**< bytes of a state */
    size_t params_size;          /**< bytes of the parameters */
    uint64_t identity;           /**< bit pattern of the monoid's identity, in the leading bytes */
    uint64_t inactive;           /**< bit pattern of the value of an inactive sender, in the leading bytes */
    uint32_t totals;             /**< number of all totals: sums, then minima, then maxima */
    uint32_t minima;             /**< number of minima among them */
    uint32_t maxima;             /**< number of maxima among them */
    uint32_t iteration_limit;    /**< most iterations; 0: no limit */
    bool record;                 /**< records its frontiers for a replay */
    bool has_init;               /**< has the callback `init`; likewise the following */
    bool has_scatter;            /**< `scatter` */
    bool has_edge;               /**< `edge` */
    bool has_edge_at;            /**< `edge` that reads the receiver's state */
    bool has_combine;            /**< `combine`, of MG_USER */
    bool has_needs;              /**< `needs` */
    bool has_apply;              /**< `apply` */
    bool has_priority;           /**< `priority` */
    bool has_finished;           /**< `finished` */
    bool has_where;              /**< `where` */
    bool has_vertex;             /**< `vertex` */
    bool has_visit;              /**< `visit` */
    bool has_label;              /**< `label` */
    bool has_triangle;           /**< `triangle` */
    bool has_score;              /**< `score` */
    uint32_t first_neighbour;    /**< EDGES: first neighbour of each row that is visited */
    uint32_t neighbour_count;    /**< EDGES: number of neighbours visited; 0: all */
    size_t label_offset;         /**< MOST_FREQUENT: offset of the result in the parameters */
} mg_phase_info;

/** Total k before anything was added: 0, of a minimum infinity, of a maximum -infinity. sums: the number of totals that
 *  are sums. */
static inline double mg__total_start(uint32_t k, uint32_t sums, uint32_t minima, uint32_t maxima) {
    return k < sums || k >= sums + minima + maxima ? 0.0 : k < sums + minima ? (double)INFINITY : -(double)INFINITY;
}
/** Total k of two parts of the vertices. */
static inline double mg__total_join(uint32_t k, uint32_t sums, uint32_t minima, uint32_t maxima, double a, double b) {
    if (k < sums || k >= sums + minima + maxima) {
        return a + b;
    }
    return (k < sums + minima ? b < a : b > a) ? b : a;
}
/** The same of a phase that is described. */
static inline double mg__phase_total_start(const mg_phase_info *info, uint32_t k) {
    return mg__total_start(k, info->totals - info->minima - info->maxima, info->minima, info->maxima);
}
static inline double mg__phase_total_join(const mg_phase_info *info, uint32_t k, double a, double b) {
    return mg__total_join(k, info->totals - info->minima - info->maxima, info->minima, info->maxima, a, b);
}

/** Single callbacks of a compiled phase, values and weights by address (weight NULL: 1), for the reference interpreter
 *  and the checks of laws. */
typedef struct mg_phase_calls {
    bool (*init)(const mg_ctx *, const void *params, void *state); /**< first state; is the vertex active? */
    void (*scatter)(const mg_ctx *, const void *params, void *state,
                    void *value); /**< value that an active vertex sends */
    void (*edge)(const void *params, const void *value, const void *weight, const void *receiver,
                 void *out);                                  /**< value along an edge */
    void (*combine)(const void *a, const void *b, void *out); /**< any monoid, not only MG_USER */
    bool (*needs)(const void *params, const void *state);     /**< does the receiver still need contributions? */
    bool (*apply)(const mg_ctx *, const void *params, void *state, const void *value,
                  double *add);                                  /**< new state; is the vertex active? */
    uint32_t (*priority)(const void *params, const void *value); /**< bucket of a label */
    bool (*finished)(const void *params, uint32_t iteration,
                     const double *totals); /**< does the phase end after this iteration? */
    bool (*vertex)(const mg_ctx *, const void *params, void *states, double *add); /**< VERTICES: update of a state */
    void (*visit)(mg_vertex owner, mg_vertex neighbour, const void *weight, const void *params,
                  void *states);                          /**< EDGES: update along an edge */
    bool (*where)(const void *params, const void *state); /**< EDGES: is the owner visited? */
    uint32_t (*label)(const void *state);                 /**< MOST_FREQUENT: label of a state */
    void (*triangle)(const void *params, const void *own, const void *a, const void *b, uint32_t edges,
                     void *out); /**< TRIANGLES: value that a corner gets */
    void (*score)(mg_vertex source, mg_vertex target, const void *weight, const void *params, const void *states,
                  void *out); /**< EDGES: value of an edge in the result */
} mg_phase_calls;

/** A phase of a program: its description, and its compiled functions. Without `calls` and `maps` if the phase consists
 *  of function pointers; a CUDA compiler fills in only `name` and `cuda`. */
struct mg_phase {
    const char *name; /**< as in MG_PHASE */
    void (*describe)(mg_phase_info *,
                     const void *callbacks); /**< callbacks: mg_callbacks of function pointers, or NULL */
    const struct mg_kernels *single; /**< CPU: loops of a PROGRAM phase (cpu/loops.h); this and the next two are NULL if
                                          they are left out (MG_LOOPS in instantiate.h) */
    const struct mg_kernels *batch;  /**< CPU: the same over batch lanes, without the loops that batches never use */
    const struct mg_map_kernels *maps;  /**< CPU: loops of the other kinds */
    const mg_phase_calls *calls;        /**< single callbacks */
    const struct mg_kernel_table *cuda; /**< GPU: kernels by family */
};

#endif

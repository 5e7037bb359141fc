/* SPDX-License-Identifier: Apache-2.0
 *
 * phases.h: what a phase of a program is, for the engine and every backend. Programs include instantiate.h, which
 * defines their phases.
 */
#ifndef MULTIGRAPH_PHASES_H
#define MULTIGRAPH_PHASES_H

#include <multigraph/program.h>

/** Properties of a phase as data. */
typedef struct mg_phase_info {
    mg_kind kind;
    mg_direction direction;
    mg_frontier_source frontier;
    uint32_t properties;
    mg_monoid monoid;
    mg_type value_type, weight_type;
    size_t value_size, weight_size, state_size, params_size;
    uint64_t identity, inactive; /**< bit patterns, in the leading bytes */
    uint32_t totals, iteration_limit;
    bool record;
    bool has_init, has_scatter, has_edge, has_edge_at, has_combine, has_needs, has_apply, has_priority, has_finished,
        has_where;
    bool has_vertex, has_visit, has_label;
    uint32_t first_neighbour, neighbour_count;
    size_t label_offset;
} mg_phase_info;

/** Single callbacks of a compiled phase, values and weights by address (weight NULL: 1), for the reference interpreter
 *  and the checks of laws. */
typedef struct mg_phase_calls {
    bool (*init)(const mg_ctx *, const void *params, void *state);
    void (*scatter)(const mg_ctx *, const void *params, void *state, void *value);
    void (*edge)(const void *params, const void *value, const void *weight, const void *receiver, void *out);
    void (*combine)(const void *a, const void *b, void *out); /**< any monoid, not only MG_USER */
    bool (*needs)(const void *params, const void *state);
    bool (*apply)(const mg_ctx *, const void *params, void *state, const void *value, double *add);
    uint32_t (*priority)(const void *params, const void *value);
    bool (*finished)(const void *params, uint32_t iteration, const double *totals);
    bool (*vertex)(const mg_ctx *, const void *params, void *states, double *add);
    void (*visit)(mg_vertex owner, mg_vertex neighbour, const void *weight, const void *params, void *states);
    bool (*where)(const void *params, const void *state);
    uint32_t (*label)(const void *state);
} mg_phase_calls;

/** A phase of a program: its description, and what was compiled for it. Without `calls` and `maps` if the phase
 * consists of function pointers; a CUDA compiler fills in only `name` and `cuda`. */
struct mg_phase {
    const char *name;
    void (*describe)(mg_phase_info *,
                     const void *callbacks); /**< callbacks: mg_callbacks of function pointers, or NULL */
    const struct mg_kernels *single;         /**< CPU: loops of a PROGRAM phase (cpu/loops.h) */
    const struct mg_kernels *batch;    /**< CPU: the same over batch lanes, without the loops that batches never use */
    const struct mg_map_kernels *maps; /**< CPU: loops of the other kinds */
    const mg_phase_calls *calls;
    const struct mg_kernel_table *cuda; /**< GPU: kernels by family */
};

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * backend.h: the four operations a backend fills. The host never loops over iterations: a backend gets a whole plan.
 */
#ifndef MG_CORE_ENGINE_BACKEND_H
#define MG_CORE_ENGINE_BACKEND_H

#include "core/graph/graph.h"

#include <multigraph/cpu/loops.h>

/* Grows as iterations are recorded; becomes the mg_statistics of a result. */
typedef struct mg_recorder {
    mg_statistics totals; /* iteration and iteration_count unused */
    bool keep;            /* record every iteration */
    mg_iteration *iterations;
    size_t count, capacity;
    uint32_t run, phase; /* stamped on what is recorded next */
} mg_recorder;

/* Adds one iteration. MEMORY where the record cannot grow. */
mg_status mg__record(mg_context *context, mg_recorder *recorder, mg_iteration iteration);

/* One run of a plan: the phases in order, on n states in host memory, with one shared set of parameters. */
typedef struct mg_plan {
    const mg_phase *const *phases;
    size_t phase_count;
    size_t state_size, params_size;
    void *state;        /* n * lanes * state_size bytes, in index order; read as the initial state, overwritten */
    const void *params; /* params_size bytes */
    const mg_callbacks *callbacks; /* of a phase given by function pointers, else NULL */
    const char *source;            /* the file of a program that is not built in, for run-time linking; else NULL */
    mg_run_options options;
    mg_recorder *recorder;
} mg_plan;

typedef struct mg_backend {
    const char *name;
    /* Builds what the plan's phases need of the graph (in-edges, converted weights, ...), once per graph. */
    mg_status (*build)(mg_context *context, const mg_graph *graph, const mg_plan *plan);
    /* Runs the plan to its end. MG_NOT_CONVERGED where a phase stopped at its limit. */
    mg_status (*run_plan)(mg_context *context, const mg_graph *graph, const mg_plan *plan);
    /* What the graph keeps for this backend, by mg_representation_kind; `representation` is all 0 before. */
    void (*representations)(const mg_graph *graph, mg_representation *representation);
    /* Would a phase of the plan run on tiles of this graph? NULL: never. */
    mg_status (*prefers_tiles)(mg_context *context, const mg_graph *graph, const mg_plan *plan, bool *is_tiled);
    /* The public mg_spmv and mg_spmm after their arguments were checked. */
    mg_status (*spmv)(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, const void *x,
                      void *y);
    mg_status (*spmm)(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, uint32_t k,
                      const void *x, void *y);
} mg_backend;

extern const mg_backend mg__cpu_backend;

/* The backend for a run; AUTO: the GPU where there is one. UNSUPPORTED, with the reason, where it was asked for by name
 * and is not there. */
mg_status mg__backend_choose(mg_context *context, mg_backend_kind kind, const mg_backend **backend);

/* Is this memory of a device? Copies from it to the host. */
bool mg__on_device(const void *memory);
mg_status mg__from_device(mg_context *context, void *to, const void *from, size_t bytes);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * custom_programs.h: vertex programs of one's own, compiled at run time or given by function pointers. Included by
 * multigraph.h.
 */
#ifndef MG_CUSTOM_PROGRAMS_H
#define MG_CUSTOM_PROGRAMS_H

#include <multigraph/runs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- programs compiled at run time ------------------------------------------------------------------------------- */

/** Compiles a vertex program from a C file and loads it. The file includes <multigraph/program.h>, which is found
 *  without the caller's help, and holds one MG_PROGRAM; docs/vertex-programs.md teaches it. `*program` is set only
 *  on success and is the caller's to release. It runs on the CPU as compiled here, by CC or cc, and on a GPU by way
 *  of its source, which CUDA's run-time compiler reads at the first run there: the file must stay. What was compiled
 *  is kept on disk for the next time, in MULTIGRAPH_CACHE ("off": nowhere), XDG_CACHE_HOME/multigraph or
 *  ~/.cache/multigraph.
 *  Errors: FILE; PROGRAM (the compiler's messages at the file's own lines, or what the program lacks); UNSUPPORTED
 *  (no compiler); MEMORY; CANCELLED. About half a second; a millisecond where it is kept. */
MG_API mg_status mg_program_from_file(mg_context *context, const char *path, const mg_program **program);
/** The same from a text, which messages call `name`; nothing of it is needed afterwards. */
MG_API mg_status mg_program_from_source(mg_context *context, const char *name, const char *text,
                                        const mg_program **program);
/** A whole program in one line, as a text for mg_program_from_source: over all paths from a vertex, the parameter
 *  `source`, every vertex gets the best value. A path begins with `first`; an edge makes `step` of `value` and
 *  `weight`, an expression; of two values the monoid (MG_MIN, MG_MAX, MG_OR) keeps the better; `none` is its
 *  identity, where no path leads. Program, phase and result column have the name.
 *      MG_PATHS(widest, float, float, MG_MAX, MG_INFINITY, 0, value < weight ? value : weight) */
#define MG_PATHS(name, Value, Weight, monoid, first, none, step)                                                       \
    "#include <multigraph/program.h>\n"                                                                                \
    "typedef struct vertex { " #Value " value; } vertex;\n"                                                            \
    "typedef struct parameters { mg_vertex source; } parameters;\n"                                                    \
    "MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *v) {\n"                                          \
    "    v->value = ctx->vertex == p->source ? (" #Value ")(" #first ") : (" #Value ")(" #none ");\n"                  \
    "    return ctx->vertex == p->source;\n"                                                                           \
    "}\n"                                                                                                              \
    "MG_FN " #Value " edge(" #Value " value, " #Weight " weight) {\n"                                                  \
    "    (void)weight;\n"                                                                                              \
    "    return " #step ";\n"                                                                                          \
    "}\n"                                                                                                              \
    "MG_TYPES(" #name ", vertex, parameters, " #Value ", " #Weight ");\n"                                              \
    "MG_PHASE(" #name "){.properties = MG_LABEL, .monoid = " #monoid ", .identity = " #none                            \
    ", .init = start, .edge = edge};\n"                                                                                \
    "#define MG_INSTANTIATE " #name "\n"                                                                               \
    "#include <multigraph/instantiate.h>\n"                                                                            \
    "MG_PROGRAM(" #name "){MG_ABOUT(\"" #name "\", \"" #step "\", vertex, parameters), .phases = {MG_RUN(" #name       \
    ")},\n"                                                                                                            \
    ".columns = {MG_COLUMN(vertex, value, \"" #name "\", MG_DISTANCE)},\n"                                             \
    ".parameters = {MG_PARAMETER(parameters, source, \"source\", MG_VERTEX, MG_NONE)}};\n"
/** Unloads a program that mg_program_from_file or mg_program_from_source gave; NULL does nothing. No run may be
 *  going on; results stay valid. */
MG_API void mg_program_release(const mg_program *program);

/** Fills params (program->params_size bytes) with the declared defaults, zero elsewhere. A default of meaning
 *  MG_VERTEX is an id; where the graph lacks it, and for MG_NONE, it is mg_graph_default_source(); graph NULL:
 *  vertex 0.
 *  Errors: INVALID. */
MG_API mg_status mg_program_defaults(mg_context *context, const mg_program *program, const mg_graph *graph,
                                     void *params);
/** Sets one declared parameter from text ("0.85"), an id of the graph (graph NULL: an index) where it
 *  means a vertex. Errors: INVALID (no such
 *  parameter, not a number of its type), RANGE (no such vertex). */
MG_API mg_status mg_program_set(mg_context *context, const mg_program *program, const mg_graph *graph, const char *name,
                                const char *value, void *params);

/** Tests that a program keeps the laws it declares and the engine relies on: on small random graphs, with slow code
 *  that calls one callback after the other, and in every mode. params: as for mg_run; vertices among the declared
 *  parameters are chosen anew for each graph. backend: CUDA compares runs on the GPU as well, AUTO where there is one.
 *  Errors: PROGRAM, naming the phase, the callback and the law; those of mg_run. A second or so. */
MG_API mg_status mg_program_check(mg_context *context, const mg_program *program, const void *params,
                                  mg_backend_kind backend);

/* ---- programs of plain function pointers (CPU) ------------------------------------------------------------------- */

/** One phase given by function pointers at run time. The fields mean what they mean in MG_TYPES (program.h); values and
 *  weights go by address. Slower than a compiled program: a call per edge, or per row of edges with `edge_row`. */
typedef struct mg_callbacks {
    size_t size;                 /**< of the struct; the INIT macro sets it */
    size_t state_size;           /**< bytes of S */
    size_t params_size;          /**< bytes of P */
    mg_type value_type;          /**< MG_OTHER: value_size bytes, MG_USER or MG_ANY only */
    size_t value_size;           /**< 4 or 8 */
    mg_type weight_type;         /**< what the callbacks read; the graph's weights are converted; NONE: no weights */
    mg_direction direction;      /**< along which edges it sends */
    mg_frontier_source frontier; /**< INIT or ALL */
    uint32_t properties;         /**< MG_FIRST_HIT and the like */
    mg_monoid monoid;            /**< how contributions are combined */
    const void *identity;        /**< of the monoid, a V */
    uint32_t totals;             /**< sums that `apply` adds to, at most MG_TOTALS_MAX */
    uint32_t iteration_limit;    /**< 0: none */
    /** Sets the state; true: in the first frontier. */
    bool (*init)(const mg_ctx *, const void *params, void *state);
    /** What an active vertex sends. */
    void (*scatter)(const mg_ctx *, const void *params, void *state, void *value);
    /** What arrives over an edge. */
    void (*edge)(const void *value, const void *weight, void *out);
    /** Instead of edge, where the receiver's state matters. */
    void (*edge_at)(const void *params, const void *value, const void *weight, const void *state, void *out);
    /** `edge` for up to MG_ROW_MAX edges: out[i] = edge(values[i * value_step], weights[i]), value_step 0 or 1. */
    void (*edge_row)(uint32_t count, const void *values, size_t value_step, const void *weights, void *out);
    /** For MG_USER. */
    void (*combine)(const void *a, const void *b, void *out);
    /** False: ignores contributions. */
    bool (*needs)(const void *params, const void *state);
    /** The update; true: in the next frontier. */
    bool (*apply)(const mg_ctx *, const void *params, void *state, const void *value, double *add);
    /** The bucket of a value. */
    uint32_t (*priority)(const void *params, const void *value);
    /** True: the phase ends. */
    bool (*finished)(const void *params, uint32_t iteration, const double *totals);
} mg_callbacks;
/** The most edges that `edge_row` gets at once. */
#define MG_ROW_MAX 128
/** All defaults. */
#define MG_CALLBACKS_INIT ((mg_callbacks){.size = sizeof(mg_callbacks)})

/** Runs one phase given by function pointers; CPU only. Arguments and errors as mg_run; the result has no columns. */
MG_API mg_status mg_run_callbacks(mg_context *context, const mg_graph *graph, const mg_callbacks *callbacks,
                                  const void *params, const mg_run_options *options, void *state, mg_result **result);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * custom_programs.h: user-defined vertex programs, compiled at run time or given as function pointers. Included by
 * multigraph.h.
 */
#ifndef MG_CUSTOM_PROGRAMS_H
#define MG_CUSTOM_PROGRAMS_H

#include <multigraph/runs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- programs compiled at run time ------------------------------------------------------------------------------- */

/** Compiles a vertex program from a C file and loads it. The file includes <multigraph/program.h>, whose folder the
 *  library adds to the include path, and defines one MG_PROGRAM (tutorial: docs/vertex-programs.md). *program: set only
 *  on success; the caller frees it with mg_program_release(). The CPU code is compiled with the compiler in CC, or cc;
 *  a GPU run compiles the same file with NVRTC at the first run, so the file must stay in place. Compiled code is
 *  cached on disk in MULTIGRAPH_CACHE ("off": no cache), XDG_CACHE_HOME/multigraph or ~/.cache/multigraph.
 *  Takes about half a second, about a millisecond if cached. Errors: INVALID (NULL argument), FILE, PROGRAM (compiler
 *  messages with lines of the file, or an invalid program), UNSUPPORTED (no compiler), MEMORY, CANCELLED. */
MG_API mg_status mg_program_from_file(mg_context *context, const char *path, const mg_program **program);
/** Compiles a vertex program from a string. name: used in messages, 1 to 200 characters without quotes, backslashes and
 *  newlines. text: the C source, copied. Otherwise as mg_program_from_file(). */
MG_API mg_status mg_program_from_source(mg_context *context, const char *name, const char *text,
                                        const mg_program **program);
/** Expands to the source of a label-correcting path program, for mg_program_from_source(). Every vertex gets the best
 *  value over all paths from the vertex in parameter `source`. `first` is the value of the source; the expression
 *  `step` extends a path of value `value` by an edge of weight `weight`; the monoid (MG_MIN, MG_MAX, MG_OR) combines
 *  values; `none` is its identity and the value of unreached vertices. Program, phase and result column are called
 *  `name`.
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
/** Unloads a program made by mg_program_from_file() or mg_program_from_source(); NULL does nothing. No run of the
 *  program may be in progress. Results stay valid. */
MG_API void mg_program_release(const mg_program *program);

/** Fills params, host memory of program->params_size bytes, with the declared defaults; other bytes become 0. The
 *  default of a parameter of meaning MG_VERTEX is an id, stored as an index; if the default is MG_NONE or the graph has
 *  no such id, mg_graph_default_source() is stored. graph NULL: index 0. Errors: INVALID (NULL argument),
 *  PROGRAM (a parameter outside of the parameters), FORMAT (damaged snapshot). */
MG_API mg_status mg_program_defaults(mg_context *context, const mg_program *program, const mg_graph *graph,
                                     void *params);
/** Sets the declared parameter `name` in params from text such as "0.85". For a parameter of meaning MG_VERTEX the text
 *  is an id of the graph and its index is stored; with graph NULL it is the index itself.
 *  Errors: INVALID (NULL argument, unknown parameter, not a number of its type), RANGE (no vertex with this id, or an
 *  index that does not fit 32 bits), PROGRAM (a parameter outside of the parameters), FORMAT (damaged snapshot). */
MG_API mg_status mg_program_set(mg_context *context, const mg_program *program, const mg_graph *graph, const char *name,
                                const char *value, void *params);

/** Tests the algebraic laws that a program declares and the engine relies on. Small random graphs are run in every mode
 *  and compared with a serial reference interpreter; the laws are checked on values and states sampled from it.
 *  Declarations are checked, too: a callback must not read fields of ctx, totals or other states that it does not
 *  declare.
 *  params: as for mg_run(); declared vertex parameters are set for each graph. backend: CPU checks the CPU only;
 *  CUDA also runs on the GPU; AUTO does so if there is one. Takes about a second.
 *  Errors: PROGRAM (names phase, callback and law, or the mode that differs); those of mg_run(). */
MG_API mg_status mg_program_check(mg_context *context, const mg_program *program, const void *params,
                                  mg_backend_kind backend);

/* ---- programs of plain function pointers (CPU) ------------------------------------------------------------------- */

/** One phase as function pointers. The fields have the meaning of the fields of MG_TYPES (program.h); values, weights
 *  and states are passed by address. Slower than a compiled program: one call per edge, or per row of edges with
 *  `edge_row`. Several threads call the functions concurrently. */
typedef struct mg_callbacks {
    size_t size;                 /**< of the struct; the INIT macro sets it */
    size_t state_size;           /**< bytes of S */
    size_t params_size;          /**< bytes of P */
    mg_type value_type;          /**< type of V; MG_OTHER: value_size bytes, with MG_USER or MG_ANY only */
    size_t value_size;           /**< bytes of V: 4 or 8 */
    mg_type weight_type;         /**< type of W; the weights of the graph are converted to it; NONE: no weights */
    mg_direction direction;      /**< direction of the edges that values are sent along */
    mg_frontier_source frontier; /**< INIT or ALL */
    uint32_t properties;         /**< MG_FIRST_HIT and other properties, combined with | */
    mg_monoid monoid;            /**< monoid that combines contributions */
    const void *identity;        /**< identity of the monoid, a V */
    uint32_t totals;             /**< number of totals that are sums */
    uint32_t minima;             /**< number of totals that are minima, after the sums */
    uint32_t maxima;             /**< number of totals that are maxima, after these; at most MG_TOTALS_MAX in all */
    uint32_t iteration_limit;    /**< 0: none */
    /** Initialises the state; true: the vertex is in the first frontier. */
    bool (*init)(const mg_ctx *, const void *params, void *state);
    /** Computes the value that an active vertex sends. */
    void (*scatter)(const mg_ctx *, const void *params, void *state, void *value);
    /** Transforms a value over an edge. */
    void (*edge)(const void *value, const void *weight, void *out);
    /** As `edge`, which it replaces, but also reads the state of the receiver. */
    void (*edge_at)(const void *params, const void *value, const void *weight, const void *state, void *out);
    /** `edge` for up to MG_ROW_MAX edges: out[i] = edge(values[i * value_step], weights[i]), value_step 0 or 1. */
    void (*edge_row)(uint32_t count, const void *values, size_t value_step, const void *weights, void *out);
    /** Combines two contributions, for MG_USER. */
    void (*combine)(const void *a, const void *b, void *out);
    /** False: the vertex ignores contributions. */
    bool (*needs)(const void *params, const void *state);
    /** Updates the state from the combined contribution; true: the vertex is in the next frontier. */
    bool (*apply)(const mg_ctx *, const void *params, void *state, const void *value, double *add);
    /** Returns the bucket of a value, for MG_MONOTONE. */
    uint32_t (*priority)(const void *params, const void *value);
    /** True: the phase ends. */
    bool (*finished)(const void *params, uint32_t iteration, const double *totals);
} mg_callbacks;
/** Largest number of edges in a call of `edge_row`. */
#define MG_ROW_MAX 128
/** All defaults. */
#define MG_CALLBACKS_INIT ((mg_callbacks){.size = sizeof(mg_callbacks)})

/** Runs one phase given as function pointers, on the CPU only. callbacks: `identity` must not be NULL. params: P,
 *  passed to the functions unchanged. state: n elements of state_size bytes (n * lanes in a batch) in host memory, not
 *  NULL; read as the initial and overwritten with the final states. The result has statistics, but no columns.
 *  Complexity, determinism and errors as mg_run(); UNSUPPORTED: options->backend is CUDA. */
MG_API mg_status mg_run_callbacks(mg_context *context, const mg_graph *graph, const mg_callbacks *callbacks,
                                  const void *params, const mg_run_options *options, void *state, mg_result **result);

#ifdef __cplusplus
}
#endif

#endif

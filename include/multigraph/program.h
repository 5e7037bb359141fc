/* SPDX-License-Identifier: Apache-2.0
 *
 * program.h: the header that vertex programs include. Compiles as C11 for the CPU and as CUDA C++ for the GPU.
 *
 * A program is one or more phases that share a vertex state S and parameters P. Each phase is written as
 *
 *     MG_TYPES(name, S, P, V, W);            types of the phase: state, parameters, value sent over edges, weight
 *     MG_PHASE(name) { .edge = ..., ... };   a typed constant; the compiler inlines its callbacks
 *     #define MG_INSTANTIATE name
 *     #include <multigraph/instantiate.h>    the loops of the backend, compiled for these callbacks
 *
 * and the program is the list of its phases:
 *
 *     MG_PROGRAM(name) { .phases = {MG_RUN(first), MG_RUN(second)}, ... };
 *
 * Designators must be in the order of the fields below (CUDA C++ demands it). V has 4 or 8 bytes, S any size.
 * One iteration of a phase is a generalised sparse matrix-vector product, acc = A (x) x, and a vertex update.
 */
#ifndef MULTIGRAPH_PROGRAM_H
#define MULTIGRAPH_PROGRAM_H

#include <multigraph/program_functions.h>

/** Index of a vertex, 0 <= v < number of vertices: the rank of its id, unless the graph has another order. */
typedef uint32_t mg_vertex;

/** No vertex, such as the parent of an unreached vertex. */
#define MG_NONE 0xffffffffu
/** Depth or 32-bit distance of an unreached vertex. */
#define MG_UNREACHED 0xffffffffu
/** 64-bit distance of an unreached vertex. */
#define MG_UNREACHED64 0xffffffffffffffffull

/** Read-only arguments of a callback about its vertex and the run. */
typedef struct mg_ctx {
    mg_vertex vertex;     /**< index of the vertex */
    uint32_t lane;        /**< lane of a batch (mg_run_options.lanes), else 0 */
    uint32_t iteration;   /**< number of completed iterations of the phase */
    uint32_t round;       /**< completed rounds of the innermost loop around the phase, 0 outside of loops, for phases
                               that declare MG_ROUND; else 0 */
    uint32_t out_degree;  /**< stored out-edges, with parallel edges and loops; saturates at UINT32_MAX */
    uint32_t in_degree;   /**< stored in-edges, for phases that declare MG_IN_DEGREE; else 0 */
    const double *totals; /**< totals of the last iteration, or of the last phase that has totals */
    mg_vertex vertices;   /**< number of vertices of the graph */
    uint32_t neighbours;  /**< different neighbours in both directions, without itself, for phases of kind
                               MG_KIND_TRIANGLES; else 0 */
} mg_ctx;

/** Kinds of phases. */
typedef enum mg_kind {
    MG_KIND_PROGRAM,       /**< iterations of scatter, edge, combine, apply over a frontier */
    MG_KIND_VERTICES,      /**< vertex map: `vertex` once for every vertex */
    MG_KIND_EDGES,         /**< edge map: `visit` once for every edge of the vertices that satisfy `where` */
    MG_KIND_MOST_FREQUENT, /**< writes the most frequent `label` of a sample of vertices into the parameters */
    MG_KIND_TRIANGLES /**< triangle map: every triangle sends `triangle` to its three corners; then `apply` once for
                           every vertex */
} mg_kind;

/** Monoids that combine the contributions to a vertex. */
typedef enum mg_monoid {
    MG_MIN,
    MG_MAX,
    MG_SUM,
    MG_OR,
    MG_ANY,          /**< any one contribution other than the identity */
    MG_USER,         /**< the `combine` callback of the phase, associative and commutative */
    MG_MOST_FREQUENT /**< the most frequent value of all contributions of an iteration; of several such values the
                          smallest. For MG_ALL_ACTIVE and integers; not in batches; all modes run the same way */
} mg_monoid;

/** Direction of the edges that a phase sends along. OUT: from source to target of an edge; IN: from target to source;
 *  BOTH: both. Equivalent on undirected graphs. */
typedef enum mg_direction { MG_DIRECTION_OUT, MG_DIRECTION_IN, MG_DIRECTION_BOTH } mg_direction;

/** Source of the frontiers of a phase. */
typedef enum mg_frontier_source {
    MG_FRONTIER_INIT,  /**< first frontier: vertices whose `init` returns true; next ones: from `apply` */
    MG_FRONTIER_ALL,   /**< first frontier: all vertices, the result of `init` is ignored; next ones: from `apply` */
    MG_FRONTIER_REPLAY /**< the levels of the latest recorded phase, last level first; receivers are the vertices of the
                            previous level only; the results of `init` and `apply` are ignored */
} mg_frontier_source;

/** Properties that a phase declares. The engine relies on them; `multigraph run --check` tests them. */
enum {
    MG_SOURCE_ID = 1,      /**< the value sent is the index of the sender; no `scatter` */
    MG_FIRST_HIT = 2,      /**< all contributions are equivalent (idempotent monoid): the first one suffices */
    MG_MONOTONE = 4,       /**< label program: `priority` never decreases along an edge, so delta-stepping applies */
    MG_ALL_ACTIVE = 8,     /**< topology-driven: every vertex sends and applies in every iteration */
    MG_LABEL = 16,         /**< label-correcting: S begins with a V, combined in place; an improved vertex is active; no
                                `apply` */
    MG_ANNIHILATES = 32,   /**< edge(inactive, w) is the identity: inactive senders may send `inactive` */
    MG_IN_DEGREE = 64,     /**< callbacks read ctx->in_degree */
    MG_PURE_SCATTER = 128, /**< `scatter` changes no state and reads only vertex and degrees of ctx: it may run before
                              the iteration begins, and more than once */
    MG_MIXED_PRECISION = 256, /**< V is double, the monoid MG_SUM: values, and sums over up to 4,096 edges, may be
                                 rounded to float; sums are computed in double */
    MG_BREADTH_FIRST = 512,   /**< frontiers are the levels of a breadth-first search from the first one: a vertex
                                   becomes active once, in the iteration after the first of its in-neighbours. `needs` is
                                   true before and false from then on; a contribution from the frontier is never the
                                   identity and `apply` returns true for it. No totals, `finished` or iteration limit */
    MG_WITHIN_BLOCKS = 1024,  /**< EDGES: visit only edges within a vertex range. The engine chooses ranges of
                                   consecutive vertices, perhaps one of all; `init`, `visit` and `vertex` access only
                                   states of the range of the owner, which a GPU keeps in shared memory */
    MG_BETWEEN_BLOCKS = 2048, /**< EDGES: visit only edges between different vertex ranges */
    MG_FOREST = 4096,         /**< EDGES: S begins with a uint32_t, a pointer in a forest to a vertex of the same tree
                                 that is not larger; `visit` only links the trees of its two vertices, `where` is false
                                 at most for vertices of the tree whose label a MOST_FREQUENT phase found. If all EDGES
                                 phases declare this and the others are VERTICES, which point vertices to others of
                                 their tree, and at most one MOST_FREQUENT, the engine may run the phases on parts of
                                 the edges, unite the forests, and point every vertex to the root of its tree */
    MG_ROUND = 8192           /**< callbacks read ctx->round */
};

/** Type of a value, weight, parameter or result column. */
typedef enum mg_type {
    MG_TYPE_NONE,
    MG_INT32,
    MG_UINT32,
    MG_INT64,
    MG_UINT64,
    MG_FLOAT32,
    MG_FLOAT64,
    MG_OTHER /**< a struct of the program */
} mg_type;

/** Interpretation of the elements of a result column, and their form in text output. */
typedef enum mg_meaning {
    MG_NUMBER,   /**< a number; infinity is written `inf` */
    MG_DISTANCE, /**< a distance; the largest value of the type, or infinity, means unreached and is written `inf` */
    MG_VERTEX    /**< a vertex index, written as the id of the vertex; MG_NONE is written `-` */
} mg_meaning;

/** Weight type of a phase that reads no weights. */
typedef struct mg_none {
    uint8_t unused; /**< C has no empty struct */
} mg_none;

/** Declares the types of a phase and the struct of its fields, listed below. All callbacks are optional unless required
 *  by kind or properties. */
#define MG_TYPES(name, State, Params, Value, Weight) MG__TYPES(name, State, Params, Value, Weight)
#define MG__TYPES(name, State, Params, Value, Weight)                                                                  \
    typedef State name##_state;                                                                                        \
    typedef Params name##_params;                                                                                      \
    typedef Value name##_value;                                                                                        \
    typedef Weight name##_weight;                                                                                      \
    typedef struct name##_spec {                                                                                       \
        mg_kind kind;                                                                                                  \
        mg_direction direction;                                                                                        \
        mg_frontier_source frontier;                                                                                   \
        uint32_t properties;                                                                                           \
        mg_monoid monoid;                                                                                              \
        name##_value identity;                                                                                         \
        name##_value inactive;                                                                                         \
        uint32_t totals;                                                                                               \
        uint32_t minima;                                                                                               \
        uint32_t maxima;                                                                                               \
        uint32_t iteration_limit;                                                                                      \
        bool record;                                                                                                   \
        bool (*init)(const mg_ctx *, const name##_params *, name##_state *);                                           \
        name##_value (*scatter)(const mg_ctx *, const name##_params *, name##_state *);                                \
        name##_value (*edge)(name##_value, name##_weight);                                                             \
        name##_value (*edge_at)(const name##_params *, name##_value, name##_weight, const name##_state *);             \
        name##_value (*combine)(name##_value, name##_value);                                                           \
        bool (*needs)(const name##_params *, const name##_state *);                                                    \
        bool (*apply)(const mg_ctx *, const name##_params *, name##_state *, name##_value, double *);                  \
        uint32_t (*priority)(const name##_params *, name##_value);                                                     \
        bool (*finished)(const name##_params *, uint32_t, const double *);                                             \
        bool (*vertex)(const mg_ctx *, const name##_params *, name##_state *, double *);                               \
        void (*visit)(mg_vertex, mg_vertex, name##_weight, const name##_params *, name##_state *);                     \
        bool (*where)(const name##_params *, const name##_state *);                                                    \
        uint32_t first_neighbour;                                                                                      \
        uint32_t neighbour_count;                                                                                      \
        uint32_t (*label)(const name##_state *);                                                                       \
        size_t label_offset;                                                                                           \
        name##_value (*triangle)(const name##_params *, const name##_state *, const name##_state *,                    \
                                 const name##_state *, uint32_t);                                                      \
        name##_value (*score)(mg_vertex, mg_vertex, name##_weight, const name##_params *, const name##_state *);       \
    } name##_spec

/* kind             default PROGRAM
 * totals           number of totals that are sums: the first ones in `add` and ctx->totals
 * minima, maxima   number of totals that are the least and the greatest value: after the sums in `add` and ctx->totals,
 *                  minima first. At most MG_TOTALS_MAX in all. NaN is ignored. Without a value a minimum is infinity,
 *                  a maximum -infinity
 * iteration_limit  largest number of iterations (0: no limit); VERTICES: repeat until no call returns true, at
 *                  most this many times (0: run once)
 * record           store every level of this phase for a later phase with MG_FRONTIER_REPLAY
 * init             initialises the state; true: the vertex is in the first frontier. Once per vertex before the phase.
 *                  EDGES: before the edges of the owner are visited, and `visit` then accesses no state of other
 *                  owners; with MG_WITHIN_BLOCKS before any edge of the vertex range is visited
 * scatter          returns the value that an active vertex sends; once per active vertex and iteration; may change S.
 *                  Not with MG_SOURCE_ID or MG_LABEL, which define the value
 * edge             transforms a value over an edge of weight w; pure. edge_at also reads the state of the receiver.
 *                  Neither: the value arrives as sent
 * combine          combines two contributions, for MG_USER
 * needs            false: the vertex ignores contributions
 * apply            updates a vertex that received a contribution (with MG_ALL_ACTIVE every vertex, with the identity if
 *                  there was none); true: in the next frontier; add[k] is added to totals[k]; minima and maxima get
 *                  values by mg_least() and mg_greatest(). A contribution equal to the identity is ignored: apply
 *                  with the identity must change nothing, unless MG_ALL_ACTIVE
 * priority         label programs with MG_MONOTONE: bucket of a value; buckets are processed in ascending order
 * finished         called after every iteration with the number of completed iterations and the totals; true: the
 *                  phase ends
 * vertex           VERTICES: for vertex ctx->vertex; the third argument is the array of all states. It may write its
 *                  own state directly, other states only by mg_atomic_*. EDGES with MG_WITHIN_BLOCKS: after the edges
 *                  of the vertex range
 * visit            EDGES: (owner, neighbour, weight, parameters, all states); the owner is the vertex whose row is
 *                  read, with MG_DIRECTION_IN the target of the edge. Writes only by mg_atomic_*
 * where            EDGES: visit only owners for which it is true; may be called more than once per owner
 * first_neighbour, neighbour_count   EDGES: visit this part of each row only (count 0: to the end of the row)
 * label            MOST_FREQUENT: label of a vertex; the most frequent one in a sample is written to the uint32_t at
 *                  label_offset in P
 * triangle         TRIANGLES: the value that a vertex gets from a triangle: (parameters, its state, states of the
 *                  other two corners in any order, number of edges between these: 1, or 2 if a directed graph has both
 *                  directions). Pure. Three different vertices that are neighbours of each other, in either
 *                  direction, are one triangle, for any number of parallel edges. `apply` then gets the combined
 *                  values of all triangles of the vertex, the identity if there are none. Without `triangle`, for
 *                  MG_SUM of integers, each triangle counts 1 for its corners. Without `apply` the combined value
 *                  is stored in the state, which begins with a V. Without both, one total is the number of all
 *                  triangles, and states stay as they are
 * score            EDGES, instead of `visit`: the value of an edge in the result: (source, target, weight, parameters,
 *                  all states). Pure; once for each out-edge, of an undirected edge once from either end. The program
 *                  names the values by MG_EDGE_COLUMN. A phase with `score` has direction OUT, weights or none, and no
 *                  other callback
 */
/** Begins the constant of a phase; its fields follow in braces. */
#define MG_PHASE(name) MG__PHASE(name)
/* The constant gets a suffix, so that the name of a phase cannot clash with names in the loops or the program. */
#define MG__PHASE(name) MG_CONSTANT name##_spec name##_phase =

/** Largest number of totals of a phase. */
#define MG_TOTALS_MAX 8
/** Largest number of lanes of a batch. */
#define MG_LANES_MAX 64
/** Largest number of phases of a program. */
#define MG_PHASES_MAX 16
/** Largest number of loops of a program. */
#define MG_LOOPS_MAX 4
/** Rounds within which a loop with a total must end on the smallest graph. */
#define MG_ROUNDS_LEAST 10000u
/** Largest number of result columns. */
#define MG_COLUMNS_MAX 8
/** Largest number of result columns of edges. */
#define MG_EDGE_COLUMNS_MAX 4
/** Largest number of parameters. */
#define MG_PARAMETERS_MAX 16

/** A compiled phase; defined in phases.h. */
typedef struct mg_phase mg_phase;

/** A field of S that is a result column. */
typedef struct mg_column_spec {
    const char *name;   /**< name of the column: 1 to 64 letters, digits, blanks, underscores, hyphens or points */
    size_t offset;      /**< byte offset of the field in S */
    mg_type type;       /**< type of the field */
    mg_meaning meaning; /**< interpretation of the field */
} mg_column_spec;

/** A result column of edges: the values that a phase with `score` returns for each out-edge. */
typedef struct mg_edge_column_spec {
    const char *name;      /**< as in a column of vertices, but different from the names of those */
    const mg_phase *phase; /**< the phase: one of `phases` and, if the program has any, of `tiled` */
    mg_meaning meaning;    /**< interpretation of the values, which have the phase's type V */
} mg_edge_column_spec;

/** A field of P that can be set by name. */
typedef struct mg_parameter_spec {
    const char *name;   /**< name of the parameter */
    size_t offset;      /**< byte offset of the field in P */
    mg_type type;       /**< type of the field */
    mg_meaning meaning; /**< MG_VERTEX: set by id, stored as an index */
    double value;       /**< default */
} mg_parameter_spec;

/** No total: the `total` of a loop that ends after a number of rounds. */
#define MG_NO_TOTAL 0xffffffffu

/** A loop of a program: it repeats the phases from `first` to `last`; each time is a round. After a round the totals
 *  are those of the last phase in the loop that has any. Both phases occur once in the list. Loops follow each other,
 *  or one is inside another one; there are at most two levels. MG_UNTIL and MG_TIMES make loops. */
typedef struct mg_loop_spec {
    const mg_phase *first; /**< first phase of a round */
    const mg_phase *last;  /**< last phase of a round; may be `first` */
    uint32_t total;        /**< the loop ends when this total is 0 after a round; MG_NO_TOTAL: after all rounds */
    uint32_t rounds;       /**< largest number of rounds; with MG_NO_TOTAL the number of rounds. 0, with a total: the
                                number of vertices, or MG_ROUNDS_LEAST if that is more; a run that needs more rounds
                                fails */
} mg_loop_spec;

/** A program. `abi` identifies the version of the loops that it was compiled for. A GPU compiles the source of the
 *  program: the file `source`, or `text` if set, which then has the name `source`. * * `tiled` may list alternative
 *  phases over the same S and P with the same result columns, for graphs of high diameter such as road networks, where
 *  small frontiers and thousands of iterations leave a GPU idle. One of them is a label program with `priority`: the
 *  GPU partitions the graph into tiles and relaxes each tile asynchronously. They replace `phases` in mode AUTO on a
 *  GPU if few edges cross tiles and no option needs level-synchronous iterations (iteration limit, statistics, lanes).
 *  Instead of the label program, a phase may have MG_WITHIN_BLOCKS: the alternative then runs if most edges lie within
 *  vertex ranges. A loop applies to each of the two lists that contains its phases. * *
 *  Each list has one element more than a program may use, so that a list that is too long can be detected: C drops
 *  further elements. */
typedef struct mg_program {
    uint32_t abi;                               /**< MG_PROGRAM_ABI */
    const char *name;                           /**< name of the program */
    const char *summary;                        /**< description in one line */
    const char *source;                         /**< path of the source file, or its name if `text` is set */
    const char *text;                           /**< contents of the source file; NULL: the file is read */
    size_t state_size;                          /**< bytes of S */
    size_t params_size;                         /**< bytes of P */
    const mg_phase *phases[MG_PHASES_MAX + 1];  /**< phases in order, then NULL */
    const mg_phase *tiled[MG_PHASES_MAX + 1];   /**< alternative phases as above, then NULL */
    mg_loop_spec loops[MG_LOOPS_MAX + 1];       /**< loops over phases; unused elements have no `first` */
    mg_column_spec columns[MG_COLUMNS_MAX + 1]; /**< result columns; unused elements have no name */
    mg_edge_column_spec edge_columns[MG_EDGE_COLUMNS_MAX + 1]; /**< results of edges; unused ones have no name */
    mg_parameter_spec parameters[MG_PARAMETERS_MAX + 1];       /**< parameters; unused elements have no name */
} mg_program;

/** Version of the loops that a program is compiled for. */
#define MG_PROGRAM_ABI 15u

/** Exported by a library compiled from a program at run time; the sizes detect incompatible headers. */
typedef struct mg_loaded {
    uint32_t abi;              /**< MG_PROGRAM_ABI */
    uint32_t program_size;     /**< sizeof(mg_program) */
    uint32_t phase_size;       /**< sizeof(mg_phase) */
    const mg_program *program; /**< the program of the library */
} mg_loaded;

#ifndef MG_PROGRAM_SOURCE
/** Path of the source file, set by the build (multigraph_add_program). */
#define MG_PROGRAM_SOURCE 0
/** Contents of the source file, set by the build. */
#define MG_PROGRAM_TEXT 0
#endif

#if defined(MG_CUDA_BUILTIN)
#define MG__PROGRAM(name)                                                                                              \
    extern "C" const mg_program mg__cuda_##name;                                                                       \
    const mg_program mg__cuda_##name =
#define MG__RUN(phase) &mg__cuda_phase_##phase
#define MG_TYPE_OF(x) MG_OTHER
#elif defined(__CUDACC__)
#define MG__PROGRAM(name) static const mg_program name##_on_device =
#define MG__RUN(phase) nullptr
#define MG_TYPE_OF(x) MG_OTHER
#else
#ifdef MG_LOADED
#define MG__EXPORT(name)                                                                                               \
    extern const mg_loaded mg__one_program_per_file;                                                                   \
    const mg_loaded mg__one_program_per_file = {MG_PROGRAM_ABI, sizeof(mg_program), sizeof(mg_phase), &name##_program};
#else
#define MG__EXPORT(name)
#endif
#define MG__PROGRAM(name)                                                                                              \
    extern const mg_program name##_program;                                                                            \
    MG__EXPORT(name)                                                                                                   \
    const mg_program name##_program =
#define MG__RUN(phase) &mg__##phase##_phase
/** The mg_type of an expression. */
#define MG_TYPE_OF(x)                                                                                                  \
    _Generic((x), int32_t                                                                                              \
             : MG_INT32, uint32_t                                                                                      \
             : MG_UINT32, int64_t                                                                                      \
             : MG_INT64, uint64_t                                                                                      \
             : MG_UINT64, float                                                                                        \
             : MG_FLOAT32, double                                                                                      \
             : MG_FLOAT64, mg_none                                                                                     \
             : MG_TYPE_NONE, default                                                                                   \
             : MG_OTHER)
#endif

/** Begins the constant of a program; its fields follow in braces. */
#define MG_PROGRAM(name) MG__PROGRAM(name)
/** Element of `phases` and `tiled`: a reference to a phase. */
#define MG_RUN(phase) MG__RUN(phase)
/** Element of `loops`: repeats the phases from `first` to `last` until a total is 0 after them. */
#define MG_UNTIL(first, last, total)                                                                                   \
    { MG__RUN(first), MG__RUN(last), total, 0 }
/** Element of `loops`: runs the phases from `first` to `last` this number of times. */
#define MG_TIMES(first, last, rounds)                                                                                  \
    { MG__RUN(first), MG__RUN(last), MG_NO_TOTAL, rounds }
/** First fields of a MG_PROGRAM: name, summary, types of state and parameters. */
#define MG_ABOUT(label, about, State, Params)                                                                          \
    .abi = MG_PROGRAM_ABI, .name = label, .summary = about, .source = MG_PROGRAM_SOURCE, .text = MG_PROGRAM_TEXT,      \
    .state_size = sizeof(State), .params_size = sizeof(Params)
/** Element of `columns`: a field of S, the name of the column, its meaning. */
#define MG_COLUMN(State, field, label, meaning)                                                                        \
    { label, offsetof(State, field), MG_TYPE_OF(((State *)0)->field), meaning }
/** Element of `edge_columns`: a phase with `score`, the name of the column, its meaning. */
#define MG_EDGE_COLUMN(phase, label, meaning)                                                                          \
    { label, MG__RUN(phase), meaning }
/** Element of `parameters`: a field of P, the name of the parameter, its meaning, its default. */
#define MG_PARAMETER(Params, field, label, meaning, value)                                                             \
    { label, offsetof(Params, field), MG_TYPE_OF(((Params *)0)->field), meaning, value }

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * program.h: what a vertex program includes. The same file compiles as C11 for the CPU and as CUDA C++ for the GPU.
 *
 * A program is one or more phases that share a vertex state S and parameters P. Each phase is written as
 *
 *     MG_TYPES(name, S, P, V, W);            the phase's types: state, parameters, travelling value, weight
 *     MG_PHASE(name) { .edge = ..., ... };   a typed constant whose callbacks fold into direct calls
 *     #define MG_INSTANTIATE name
 *     #include <multigraph/instantiate.h>    the loops of the backend, compiled for exactly these callbacks
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

#ifdef __CUDACC_RTC__
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef unsigned long size_t;
#define UINT32_MAX 0xffffffffu
#define UINT64_MAX 0xffffffffffffffffull
#define INT32_MAX 2147483647
#define offsetof(type, member) ((size_t)__INTADDR__(&((type *)0)->member))
#define MG_INFINITY __builtin_bit_cast(float, 0x7f800000u)
#else
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
/** No path: the greatest float. */
#define MG_INFINITY INFINITY
#endif

/** A vertex's index: the rank of its id among the file's ids, 0 <= v < number of vertices. */
typedef uint32_t mg_vertex;

/** No vertex: the parent of an unreached vertex. */
#define MG_NONE 0xffffffffu
/** Depth or integer distance of a vertex that was not reached. */
#define MG_UNREACHED 0xffffffffu
/** The same for 64-bit distances. */
#define MG_UNREACHED64 0xffffffffffffffffull

/** What a callback knows about the vertex it runs for. */
typedef struct mg_ctx {
    mg_vertex vertex;     /**< the vertex's index */
    uint32_t lane;        /**< the lane of a batch (mg_run_options.lanes), 0 otherwise */
    uint32_t iteration;   /**< iterations of this phase that are complete */
    uint32_t out_degree;  /**< out-edges, parallel edges and loops counted as stored; saturates at UINT32_MAX */
    uint32_t in_degree;   /**< in-edges, for phases that declare MG_IN_DEGREE; else 0 */
    const double *totals; /**< sums that the last iteration or phase with totals left */
    mg_vertex vertices;   /**< vertices of the graph */
} mg_ctx;

/** What a phase is. */
typedef enum mg_kind {
    MG_KIND_PROGRAM,      /**< iterations of scatter, edge, combine, apply over a frontier */
    MG_KIND_VERTICES,     /**< `vertex` once for every vertex */
    MG_KIND_EDGES,        /**< `visit` once for every edge of the vertices that satisfy `where` */
    MG_KIND_MOST_FREQUENT /**< the most frequent `label` of a sample, written into the parameters */
} mg_kind;

/** How contributions to one vertex are combined. */
typedef enum mg_monoid {
    MG_MIN,
    MG_MAX,
    MG_SUM,
    MG_OR,
    MG_ANY, /**< any one of the contributions; the identity counts as none */
    MG_USER /**< the phase's own `combine`, associative and commutative */
} mg_monoid;

/** Along which edges a phase sends: an out-edge leads from sender to receiver. On undirected graphs all three agree. */
typedef enum mg_direction { MG_DIRECTION_OUT, MG_DIRECTION_IN, MG_DIRECTION_BOTH } mg_direction;

/** Where a phase's frontiers come from. */
typedef enum mg_frontier_source {
    MG_FRONTIER_INIT,  /**< the first from `init`, the next ones from `apply` */
    MG_FRONTIER_ALL,   /**< the first holds every vertex, whatever `init` returns; the next ones come from `apply` */
    MG_FRONTIER_REPLAY /**< the levels of the latest phase that was recorded, last level first; the vertices of the
                            level before are the only receivers; what `init` and `apply` return is ignored */
} mg_frontier_source;

/** Properties that a phase declares; the engine relies on them, `multigraph run --check` tests them. */
enum {
    MG_SOURCE_ID = 1,  /**< the value that travels is the sender's index; there is no `scatter` */
    MG_FIRST_HIT = 2,  /**< one contribution is as good as another (idempotent monoids): stop at the first */
    MG_MONOTONE = 4,   /**< label program whose `priority` never decreases along edges: may run in that order */
    MG_ALL_ACTIVE = 8, /**< every vertex sends and applies in every iteration (topology-driven) */
    MG_LABEL = 16, /**< S begins with the V itself, reduced in place; a vertex is active when it improved; no `apply` */
    MG_ANNIHILATES = 32,   /**< edge(inactive, w) is the identity: inactive senders may be masked by value */
    MG_IN_DEGREE = 64,     /**< callbacks read ctx->in_degree */
    MG_PURE_SCATTER = 128, /**< `scatter` changes nothing and reads of ctx only the vertex and its degrees: it may run
                              as soon as the state is known, before the iteration begins, or once too often */
    MG_MIXED_PRECISION = 256, /**< V is double and the monoid MG_SUM: values may be rounded to float on their way, and
                          again once what up to 4,096 edges brought is added up; all sums are doubles */
    MG_BREADTH_FIRST = 512,  /**< the levels are those of a breadth-first search from the first frontier: a vertex is in
                                it, or is activated in the iteration after the first of its neighbours was, and never
                                again. `needs` says true until it was active and false from then on; what a neighbour
                                in the frontier sends it is not the identity, and `apply` then returns true. No totals,
                                no `finished` and no iteration limit */
    MG_WITHIN_BLOCKS = 1024, /**< EDGES: only edges between vertices of the same block. Blocks are vertices that follow
                                one another, as many as the engine likes (all of them, perhaps); `init`, `visit` and
                                `vertex` touch states of the owner's block alone: a GPU has them in fast memory */
    MG_BETWEEN_BLOCKS = 2048 /**< EDGES: only edges from one of these blocks to another */
};

/** Type of a value, a weight or a result column. */
typedef enum mg_type {
    MG_TYPE_NONE,
    MG_INT32,
    MG_UINT32,
    MG_INT64,
    MG_UINT64,
    MG_FLOAT32,
    MG_FLOAT64,
    MG_OTHER /**< a user's struct */
} mg_type;

/** What the numbers of a result column say, and so how they are written. */
typedef enum mg_meaning {
    MG_NUMBER,   /**< as it is; infinity is `inf` */
    MG_DISTANCE, /**< the type's largest value (or infinity) means unreached, written `inf` */
    MG_VERTEX    /**< a vertex index, written as the file's id; MG_NONE is written `-` */
} mg_meaning;

/** Weight type of a phase that uses none. */
typedef struct mg_none {
    uint8_t unused; /**< a struct has a member */
} mg_none;

#if defined(__CUDACC__)
#define MG_FN static __device__ __forceinline__
#define MG_CONSTANT static __device__ constexpr
#define MG_UNUSED
#define restrict __restrict__
#else
/** For what a program may leave unused. */
#define MG_UNUSED __attribute__((unused))
/** Begins every callback. */
#define MG_FN static inline MG_UNUSED
/** Begins every constant of a program. */
#define MG_CONSTANT static const MG_UNUSED
#endif

/** Names the types of a phase and so declares its fields, listed below. A callback that is not set is not called. */
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
    } name##_spec

/* kind             PROGRAM unless said otherwise
 * totals           how many sums `add` and ctx->totals have, at most MG_TOTALS_MAX
 * iteration_limit  stop after so many iterations (0: none); VERTICES: repeat until no call returns true, at most so
 *                  often (0: run once)
 * record           keep every level of this phase for a later phase with MG_FRONTIER_REPLAY
 * init             sets the state; true: the vertex is in the first frontier. Once per vertex before the phase. EDGES:
 *                  before the owner's edges are visited, and then `visit` touches no other owner's state; with
 *                  MG_WITHIN_BLOCKS before any edge of the block is visited
 * scatter          what an active vertex sends; once per active vertex and iteration; may change S. Not with
 *                  MG_SOURCE_ID or MG_LABEL, where the value is known
 * edge             what arrives over an edge of weight w; pure. edge_at instead, where the receiver's state matters.
 *                  Neither: the value arrives as it was sent
 * combine          for MG_USER
 * needs            false: the vertex ignores contributions
 * apply            the update of a vertex that received a contribution (every vertex with MG_ALL_ACTIVE, with the
 *                  identity where nothing came); true: in the next frontier; add[k] is added to totals[k]. A
 *                  contribution equal to the identity is none: apply with the identity must change nothing, unless
 *                  MG_ALL_ACTIVE
 * priority         label programs with MG_MONOTONE: the bucket of a value; buckets are worked off in ascending order
 * finished         true: the phase ends. After every iteration, with the number of complete iterations and their totals
 * vertex           VERTICES: for vertex ctx->vertex; the third argument is the array of all states. Own state is
 *                  written plainly, others only through mg_atomic_*. EDGES with MG_WITHIN_BLOCKS: after the edges of
 *                  the vertex's block
 * visit            EDGES: (owner, neighbour, weight, parameters, all states); the owner is the vertex whose list is
 *                  read, so with MG_DIRECTION_IN the edge leads from the neighbour to the owner. Writes only through
 *                  mg_atomic_*
 * where            EDGES: only owners for which it is true; asked once or more often
 * first_neighbour, neighbour_count   EDGES: only so many neighbours from this position on (count 0: all that follow)
 * label            MODE: of a sampled vertex; the most frequent one is written to the uint32_t at label_offset in P
 */
/** Begins the constant of a phase; its fields follow in braces. */
#define MG_PHASE(name) MG__PHASE(name)
/* Not `name` itself, so that a phase may be called as anything is that the loops or the program use. */
#define MG__PHASE(name) MG_CONSTANT name##_spec name##_phase =

/** The most sums a phase may keep. */
#define MG_TOTALS_MAX 8
/** The most lanes of a batch. */
#define MG_LANES_MAX 64
/** The most phases a program may have. */
#define MG_PHASES_MAX 16
/** The most result columns. */
#define MG_COLUMNS_MAX 8
/** The most parameters. */
#define MG_PARAMETERS_MAX 16

/** One phase as the engine sees it; made by instantiate.h. */
typedef struct mg_phase mg_phase;

/** A field of S that is a result. */
typedef struct mg_column_spec {
    const char *name;   /**< for the user */
    size_t offset;      /**< in S */
    mg_type type;       /**< of the field */
    mg_meaning meaning; /**< of its number */
} mg_column_spec;

/** A field of P that a user may set by name. */
typedef struct mg_parameter_spec {
    const char *name;   /**< for the user */
    size_t offset;      /**< in P */
    mg_type type;       /**< of the field */
    mg_meaning meaning; /**< MG_VERTEX: the user gives an id, the program gets the index */
    double value;       /**< the default */
} mg_parameter_spec;

/** A whole program. `abi` tells programs that were compiled for another version of the loops. A GPU compiles the
 *  program's own file: `source` is its path; where `text` is set, that is the file's contents and `source` only names
 *  it.
 *
 *  Graphs of high diameter, roads say, give a program small frontiers and thousands of iterations. Label programs with
 * a `priority` need not wait for one another there: a GPU cuts the graph into tiles and works ahead in each. Where
 * another program fits most graphs better, `tiled` may list phases over the same S and P that leave the same in the
 * result columns, one of them such a label program. They run instead of `phases` in mode auto on a GPU where the graph
 * falls into tiles, unless iterations are what was asked for: a limit, statistics of each, lanes. In place of the label
 * program a phase with MG_WITHIN_BLOCKS will do: then they run where most edges are inside of blocks. */
typedef struct mg_program {
    uint32_t abi;                                    /**< MG_PROGRAM_ABI */
    const char *name;                                /**< for the user */
    const char *summary;                             /**< in one line */
    const char *source;                              /**< the file */
    const char *text;                                /**< its contents; NULL: the file is read */
    size_t state_size;                               /**< bytes of S */
    size_t params_size;                              /**< bytes of P */
    const mg_phase *phases[MG_PHASES_MAX];           /**< in order, the rest NULL */
    const mg_phase *tiled[MG_PHASES_MAX];            /**< none, or other phases with the same results, see above */
    mg_column_spec columns[MG_COLUMNS_MAX];          /**< the results; the rest without a name */
    mg_parameter_spec parameters[MG_PARAMETERS_MAX]; /**< what a user may set; the rest without a name */
} mg_program;

/** The version of the loops that a program is compiled for. */
#define MG_PROGRAM_ABI 7u

/** What a library that is compiled from a program at run time exports; the sizes tell what it was compiled for. */
typedef struct mg_loaded {
    uint32_t abi;              /**< MG_PROGRAM_ABI */
    uint32_t program_size;     /**< sizeof(mg_program) */
    uint32_t phase_size;       /**< sizeof(mg_phase) */
    const mg_program *program; /**< the only one */
} mg_loaded;

#ifndef MG_PROGRAM_SOURCE
/** The program's file, where the build gives it (multigraph_add_program). */
#define MG_PROGRAM_SOURCE 0
/** Its text. */
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

/** Begins the program's constant; its fields follow in braces. */
#define MG_PROGRAM(name) MG__PROGRAM(name)
/** A phase in its list. */
#define MG_RUN(phase) MG__RUN(phase)
/** The leading fields of every MG_PROGRAM. */
#define MG_ABOUT(label, about, State, Params)                                                                          \
    .abi = MG_PROGRAM_ABI, .name = label, .summary = about, .source = MG_PROGRAM_SOURCE, .text = MG_PROGRAM_TEXT,      \
    .state_size = sizeof(State), .params_size = sizeof(Params)
/** A result column: a field of S, its name for the user, what its numbers mean. */
#define MG_COLUMN(State, field, label, meaning)                                                                        \
    { label, offsetof(State, field), MG_TYPE_OF(((State *)0)->field), meaning }
/** A parameter: a field of P, its name for the user, what its number means, its default. */
#define MG_PARAMETER(Params, field, label, meaning, value)                                                             \
    { label, offsetof(Params, field), MG_TYPE_OF(((Params *)0)->field), meaning, value }

/** a + b, or UINT32_MAX where the sum does not fit: unreached stays unreached. */
MG_FN uint32_t mg_add_sat_u32(uint32_t a, uint32_t b) {
    uint32_t sum = a + b;
    return sum < a ? 0xffffffffu : sum;
}

/** a + b, or UINT64_MAX where the sum does not fit. */
MG_FN uint64_t mg_add_sat_u64(uint64_t a, uint64_t b) {
    uint64_t sum = a + b;
    return sum < a ? 0xffffffffffffffffull : sum;
}

/* Atomics for VERTICES and EDGES phases; relaxed order. min, cas return the value found before. load_cached returns a
 * value that *at has had since the phase began, perhaps not the latest: cheaper where many read the same. */
#if defined(__CUDACC__)
MG_FN uint32_t mg_atomic_load_u32(const uint32_t *at) {
    return *(const volatile uint32_t *)at;
}
MG_FN void mg_atomic_store_u32(uint32_t *at, uint32_t value) {
    *(volatile uint32_t *)at = value;
}
MG_FN uint32_t mg_atomic_min_u32(uint32_t *at, uint32_t value) {
    return atomicMin(at, value);
}
MG_FN uint32_t mg_load_cached_u32(const uint32_t *at) {
    return *at;
}
/* Of the lanes that want the same word one goes first and tells the others what it left: thousands may want a root. In
 * shared memory that is not worth it. */
MG_FN uint32_t mg_atomic_cas_u32(uint32_t *at, uint32_t expected, uint32_t value) {
    if (__isShared(at)) {
        return atomicCAS(at, expected, value);
    }
    const unsigned mask = __match_any_sync(__activemask(), (unsigned long long)at);
    const int first = __ffs((int)mask) - 1;
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    uint32_t found = 0, left = 0;
    if ((int)lane == first) {
        found = atomicCAS(at, expected, value);
        left = found == expected ? value : found;
    }
    left = __shfl_sync(mask, left, first);
    if ((int)lane == first || left != expected) {
        return (int)lane == first ? found : left;
    }
    return atomicCAS(at, expected, value);
}
#else
/** A value that *at has had since the phase began. */
MG_FN uint32_t mg_load_cached_u32(const uint32_t *at) {
    return __atomic_load_n(at, __ATOMIC_RELAXED);
}
/** The latest value of *at. */
MG_FN uint32_t mg_atomic_load_u32(const uint32_t *at) {
    return __atomic_load_n(at, __ATOMIC_RELAXED);
}
/** Sets *at. */
MG_FN void mg_atomic_store_u32(uint32_t *at, uint32_t value) {
    __atomic_store_n(at, value, __ATOMIC_RELAXED);
}
/** Sets *at to value if it is expected; what was found. */
MG_FN uint32_t mg_atomic_cas_u32(uint32_t *at, uint32_t expected, uint32_t value) {
    __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
/** Sets *at to value if that is less; what was found. */
MG_FN uint32_t mg_atomic_min_u32(uint32_t *at, uint32_t value) {
    uint32_t found = mg_atomic_load_u32(at);
    while (value < found && !__atomic_compare_exchange_n(at, &found, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return found;
}
#endif

#endif

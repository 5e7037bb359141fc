/* SPDX-License-Identifier: Apache-2.0
 *
 * multigraph.h: the whole public interface of libmultigraph.
 *
 *     mg_context *context;  mg_graph *graph;  mg_result *result;
 *     mg_context_create(NULL, &context);
 *     mg_graph_read(context, "graph.mtx", NULL, &graph);
 *     mg_bfs(context, graph, NULL, &result);
 *     const uint32_t *depth = mg_result_column(result, "depth")->data;
 *
 * Every call returns an mg_status; a negative one is a failure whose cause mg_context_error() names. Options structs
 * start with their own size: fill them from their _INIT macro and change what you want; NULL means all defaults.
 * A context is used by one thread at a time, different contexts by different threads. A graph is immutable and may be
 * shared by all of them. The library never prints, exits or traps signals. Arrays are in host memory.
 */
#ifndef MULTIGRAPH_H
#define MULTIGRAPH_H

#include <multigraph/program.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MG_API __attribute__((visibility("default")))
#else
#define MG_API
#endif

#define MG_VERSION_MAJOR 0
#define MG_VERSION_MINOR 1
#define MG_VERSION_PATCH 0

/** The library's version as "0.1.0". */
MG_API const char *mg_version(void);

/* ---- status ----------------------------------------------------------------------------------------------------- */

#define MG_STATUS_MAP(X)                                                                                               \
    X(OK, 0, "success")                                                                                                \
    X(NOT_CONVERGED, 1, "stopped at the iteration limit before the program had converged")                             \
    X(ERROR_INVALID, -1, "invalid argument")                                                                           \
    X(ERROR_MEMORY, -2, "out of memory")                                                                               \
    X(ERROR_FILE, -3, "cannot open, read or write the file")                                                           \
    X(ERROR_FORMAT, -4, "the input is not what its format says")                                                       \
    X(ERROR_RANGE, -5, "a number is too large for what it is used for")                                                \
    X(ERROR_UNSUPPORTED, -6, "not supported")                                                                          \
    X(ERROR_CANCELLED, -7, "cancelled")                                                                                \
    X(ERROR_PROGRAM, -8, "the vertex program is not valid")                                                            \
    X(ERROR_DEVICE, -9, "the device failed")

#define MG_STATUS_ENUM(name, value, text) MG_##name = value,
/** 0: success. Positive: success with something to know. Negative: failure. */
typedef enum mg_status { MG_STATUS_MAP(MG_STATUS_ENUM) } mg_status;

/** The name of a status ("MG_ERROR_MEMORY") and its meaning in words. Static strings, never NULL. */
MG_API const char *mg_status_name(mg_status status);
MG_API const char *mg_status_text(mg_status status);

/* ---- context ---------------------------------------------------------------------------------------------------- */

/** Threads, memory, messages and the last error of one user of the library. */
typedef struct mg_context mg_context;

typedef enum mg_log_level { MG_LOG_WARNING, MG_LOG_INFO, MG_LOG_DEBUG } mg_log_level;
/** Receives one line of text without a newline. */
typedef void (*mg_log_fn)(void *data, mg_log_level level, const char *text);

typedef struct mg_progress {
    const char *stage; /**< what is going on, for instance "reading" */
    double fraction;   /**< done so far, 0 to 1; negative where unknown */
    double elapsed;    /**< seconds since the stage began */
    double remaining;  /**< estimated seconds to its end; negative where unknown */
} mg_progress;
/** Called from the calling thread several times a second during long work; returning false cancels the work, which then
 *  fails with MG_ERROR_CANCELLED and leaves context and graph usable. */
typedef bool (*mg_progress_fn)(void *data, const mg_progress *progress);

/** Memory hook. `allocate` returns NULL on failure, else memory aligned for any type; `release` accepts what `allocate`
 *  returned, never NULL. Both must be thread-safe. */
typedef struct mg_allocator {
    void *(*allocate)(void *data, size_t size);
    void (*release)(void *data, void *memory);
    void *data;
} mg_allocator;

typedef struct mg_context_options {
    size_t size;
    int threads;            /**< CPU threads; 0: as many as OpenMP would use */
    mg_log_level log_level; /**< lines above it are dropped */
    mg_log_fn log;          /**< NULL: none */
    void *log_data;
    mg_progress_fn progress; /**< NULL: none */
    void *progress_data;
    mg_allocator allocator; /**< all zero: malloc and free. Copied; must outlive the context and its graphs */
    uint64_t memory_budget; /**< bytes that a graph may keep beside its out-edges (in-edges, converted weights, the dense
                                 representation) once no run uses it; the least recently used goes first and is built
                                 again when needed. What mg_graph_in_edges() gave stays. 0: no limit */
} mg_context_options;
#define MG_CONTEXT_OPTIONS_INIT ((mg_context_options){.size = sizeof(mg_context_options), .log_level = MG_LOG_INFO})

/** Creates a context. `*context` is set only on success and is the caller's to destroy.
 *  Errors: INVALID, MEMORY. */
MG_API mg_status mg_context_create(const mg_context_options *options, mg_context **context);
/** Destroys a context; NULL does nothing. Graphs and results made with it stay valid. */
MG_API void mg_context_destroy(mg_context *context);
/** The last failure in words ("graph.el:17: expected a vertex id, found 'x'"); empty if none. Valid until the next call. */
MG_API const char *mg_context_error(const mg_context *context);
/** The number of CPU threads in use. */
MG_API int mg_context_threads(const mg_context *context);

/* ---- devices ---------------------------------------------------------------------------------------------------- */

/** A GPU. */
typedef struct mg_device {
    char name[128];
    int major, minor; /**< compute capability */
    uint32_t multiprocessors;
    uint64_t memory; /**< bytes */
} mg_device;

/** The number of GPUs; 0 where there is none, no driver, or a library built without CUDA: mg_context_error() then says
 *  which. */
MG_API uint32_t mg_device_count(mg_context *context);
/** Fills in *device with GPU `position`, 0 <= position < mg_device_count(). Errors: RANGE, DEVICE. */
MG_API mg_status mg_device_info(mg_context *context, uint32_t position, mg_device *device);

/* ---- graphs ----------------------------------------------------------------------------------------------------- */

/** An immutable graph: out-edges by source (CSR), in-edges on demand, weights, and the ids of its vertices. */
typedef struct mg_graph mg_graph;

typedef enum mg_directedness {
    MG_AS_GIVEN,  /**< as the file (or mg_edge_list.symmetric) says */
    MG_DIRECTED,  /**< every listed edge is one arc */
    MG_UNDIRECTED /**< the listed edges of a pair, whatever their direction, are one undirected edge of least weight */
} mg_directedness;

typedef enum mg_weight_source {
    MG_WEIGHTS_FILE,  /**< the file's, else none (every edge counts 1) */
    MG_WEIGHTS_UNIT,  /**< none: every edge counts 1 */
    MG_WEIGHTS_RANDOM /**< int32, uniform in 1..weight_max, the same for both directions of an undirected edge */
} mg_weight_source;

typedef struct mg_graph_options {
    size_t size;
    mg_directedness directedness;
    mg_weight_source weights;
    uint64_t weight_seed;   /**< for MG_WEIGHTS_RANDOM */
    int32_t weight_max;     /**< for MG_WEIGHTS_RANDOM; 0: 64 */
    bool drop_self_loops;   /**< leave out edges from a vertex to itself */
    bool merge_multi_edges; /**< keep one of several edges from u to v, that of least weight */
    const char *format;     /**< mg_graph_read: the name of the file's format; NULL: known by content */
} mg_graph_options;
#define MG_GRAPH_OPTIONS_INIT ((mg_graph_options){.size = sizeof(mg_graph_options)})

/** A list of edges in any order. Nothing is taken over; the arrays may be freed after the call. */
typedef struct mg_edge_list {
    uint64_t edge_count;
    mg_type id_type;     /**< MG_UINT32 or MG_UINT64: type of the elements of source, target and ids */
    const void *source;  /**< edge_count ids */
    const void *target;  /**< edge_count ids */
    mg_type weight_type; /**< NONE, INT32, FLOAT32 or FLOAT64 */
    const void *weight;  /**< edge_count weights; NULL with MG_TYPE_NONE */
    bool contiguous;     /**< ids are id_base .. id_base + vertex_count - 1; else a vertex is what occurs as an id */
    uint64_t id_base;
    uint64_t vertex_count; /**< contiguous: vertices; else: length of ids, further vertices that may have no edge */
    const void *ids;       /**< vertex_count ids, any order, duplicates allowed; NULL: none */
    bool symmetric;        /**< each listed edge stands for both directions */
} mg_edge_list;

/** Builds a graph from an edge list. A vertex's index is the rank of its id. Parallel edges and loops are kept unless the
 *  options say otherwise; neighbours are sorted by index. An undirected loop is stored once.
 *  Errors: INVALID, MEMORY, RANGE (2^32 - 1 vertices or more, NaN weight), CANCELLED. O(n + m) time for 32-bit ids, else
 *  O(m log m). The result does not depend on the number of threads. */
MG_API mg_status mg_graph_from_edges(mg_context *context, const mg_edge_list *edges, const mg_graph_options *options,
                                     mg_graph **graph);

/** Builds a graph by copying CSR arrays: `offsets` has n + 1 elements, vertex v's out-neighbours are
 *  neighbours[offsets[v] .. offsets[v+1]) with weights beside them (weight_type NONE: weights is NULL). Ids are 0 .. n-1.
 *  With `directed` false the arrays must hold both directions of every edge, which is checked.
 *  Errors: INVALID (not a CSR; not symmetric), MEMORY, RANGE. O(n + m log degree). */
MG_API mg_status mg_graph_from_csr(mg_context *context, mg_vertex n, const uint64_t *offsets,
                                   const mg_vertex *neighbours, mg_type weight_type, const void *weights, bool directed,
                                   mg_graph **graph);

/** Reads a graph file in one of the formats of docs/file-formats.md, plain, gzip or zstd, known by content and name. Of an
 *  LDBC graph any of its three files, or their name without suffix. A snapshot (.mgb) is mapped, not read.
 *  Errors: FILE, FORMAT ("path:line: what was expected, what was found"), MEMORY, RANGE, INVALID, CANCELLED. */
MG_API mg_status mg_graph_read(mg_context *context, const char *path, const mg_graph_options *options,
                               mg_graph **graph);

/** Writes a graph to a file, replacing it only when all is written; a name that ends in .gz or .zst is compressed.
 *  format: edgelist, mtx, csv, dimacs, metis, ligra, ldbc (three files), galois, sg, wsg, csr or mgb; NULL: by the suffix,
 *  else edgelist. What the format cannot hold is a warning on the log; docs/file-formats.md says what that is.
 *  "/dev/stdout" is standard output as it stands. Errors: FILE, INVALID, MEMORY, UNSUPPORTED (fractional weights as wsg, more
 *  than a binary format can count), CANCELLED. */
MG_API mg_status mg_graph_write(mg_context *context, const mg_graph *graph, const char *path, const char *format);

/** A graph read from a snapshot is opened without reading its arrays. This reads and checks them; runs, products,
 *  mg_graph_in_edges and mg_graph_write do so by themselves before anything else, once. Call it before using
 *  mg_graph_out_edges of a file that may be damaged. Any other graph passes at once. Errors: FORMAT. */
MG_API mg_status mg_graph_check(mg_context *context, const mg_graph *graph);

/** Frees a graph; NULL does nothing. No other thread may be using it. */
MG_API void mg_graph_destroy(mg_graph *graph);

/** Vertices. */
MG_API mg_vertex mg_graph_vertex_count(const mg_graph *graph);
/** Stored arcs: an undirected edge that is no loop counts twice. */
MG_API uint64_t mg_graph_arc_count(const mg_graph *graph);
/** Edges as a person counts them: arcs of a directed graph, pairs and loops of an undirected one. */
MG_API uint64_t mg_graph_edge_count(const mg_graph *graph);
MG_API uint64_t mg_graph_loop_count(const mg_graph *graph);
MG_API bool mg_graph_directed(const mg_graph *graph);
MG_API mg_type mg_graph_weight_type(const mg_graph *graph);
/** The id of vertex v < vertex count as in the file. O(1). */
MG_API uint64_t mg_graph_id(const mg_graph *graph, mg_vertex v);
/** The vertex with this id; false if there is none. O(log n). */
MG_API bool mg_graph_find(const mg_graph *graph, uint64_t id, mg_vertex *v);
/** The vertex of largest out-degree, smallest id on ties; MG_NONE in an empty graph. */
MG_API mg_vertex mg_graph_default_source(const mg_graph *graph);

/** One direction of a graph's edges; the arrays belong to the graph. */
typedef struct mg_adjacency {
    const uint64_t *offsets;     /**< n + 1 */
    const mg_vertex *neighbours; /**< arc count, ascending per vertex */
    const void *weights;         /**< arc count of the graph's weight type, NULL if it has none */
} mg_adjacency;

/** The out-edges. */
MG_API mg_adjacency mg_graph_out_edges(const mg_graph *graph);
/** The in-edges; built at the first call (O(n + m)), the out-edges themselves for an undirected graph. Thread-safe.
 *  Errors: MEMORY, CANCELLED. */
MG_API mg_status mg_graph_in_edges(mg_context *context, const mg_graph *graph, mg_adjacency *adjacency);

/* ---- generators --------------------------------------------------------------------------------------------------- */

/** In which order a generated graph's vertices are numbered. */
typedef enum mg_vertex_order {
    MG_ORDER_DEFAULT, /**< shuffled for kron, natural for the others */
    MG_ORDER_NATURAL, /**< as the kind makes them */
    MG_ORDER_SHUFFLED /**< at random */
} mg_vertex_order;

typedef struct mg_generate_options {
    size_t size;
    uint32_t scale;         /**< 2^scale vertices, at most 31 */
    uint64_t vertices;      /**< not kron, rmat, road, grid: so many vertices; 0: 2^scale */
    uint32_t edge_factor;   /**< kron, rmat, uniform: edges drawn per vertex */
    uint32_t width, height; /**< road, grid */
    double keep;            /**< road: the share of the grid's edges that stays */
    double radius;          /**< rgg: of the unit square's side; 0: from degree */
    double degree;          /**< rgg: mean degree; 0: that of radius 0.55 sqrt(ln n / n), nearly always connected */
    double a, b, c;         /**< kron, rmat: chances of three quadrants */
    uint64_t seed;
    int32_t weight_max; /**< 0: no weights; else int32, uniform in 1..weight_max */
    mg_vertex_order order;
} mg_generate_options;
#define MG_GENERATE_OPTIONS_INIT                                                                                       \
    ((mg_generate_options){.size = sizeof(mg_generate_options),                                                        \
                           .scale = 16,                                                                                \
                           .edge_factor = 16,                                                                          \
                           .width = 1000,                                                                              \
                           .height = 1000,                                                                             \
                           .keep = 0.6,                                                                                \
                           .a = 0.57,                                                                                  \
                           .b = 0.19,                                                                                  \
                           .c = 0.19,                                                                                  \
                           .seed = 1})

/** A kind of graph that can be generated. */
typedef struct mg_generator {
    const char *name;
    const char *summary;
} mg_generator;
/** The kinds by position; NULL after the last. */
MG_API const mg_generator *mg_generator_at(size_t position);

/** Makes a graph of a kind: "kron" (Graph500), "rmat", "uniform", "rgg", "road", "grid", "path", "cycle", "star",
 *  "complete", "empty". All are undirected without loops and parallel edges, but rmat: directed, every drawn arc kept.
 *  Vertices without edges stay; ids are 0 .. n-1. The same options give the same graph with any number of threads.
 *  Errors: INVALID, RANGE, MEMORY, CANCELLED. O(n + m). Source: Chakrabarti, Zhan, Faloutsos, SDM 2004 (rmat);
 *  Graph500 specification (kron). */
MG_API mg_status mg_generate(mg_context *context, const char *kind, const mg_generate_options *options,
                             mg_graph **graph);

/* ---- running ---------------------------------------------------------------------------------------------------- */

/** Where a run takes place. AUTO: on the GPU where there is one that can run the program and hold the graph, else on the
 *  CPU; the result's statistics say which. CUDA fails where that is not possible. */
typedef enum mg_backend_kind { MG_BACKEND_AUTO, MG_BACKEND_CPU, MG_BACKEND_CUDA } mg_backend_kind;
/** How one iteration runs: `sparse` pushes along the frontier's edges, `dense` sweeps all edges in blocks, `pull` lets
 *  receivers look for senders. All give the same result. */
typedef enum mg_mode { MG_MODE_AUTO, MG_MODE_SPARSE, MG_MODE_DENSE, MG_MODE_PULL } mg_mode;
/** "auto", "sparse", "dense", "pull". */
MG_API const char *mg_mode_name(mg_mode mode);

typedef struct mg_run_options {
    size_t size;
    mg_backend_kind backend;
    mg_mode mode;
    bool statistics;         /**< record every iteration */
    uint32_t max_iterations; /**< of each phase; 0: the program's own limit */
    uint32_t lanes;          /**< of a batch, at most MG_LANES_MAX; 0: one, but mg_bfs from several sources chooses */
} mg_run_options;
#define MG_RUN_OPTIONS_INIT ((mg_run_options){.size = sizeof(mg_run_options)})

/** One iteration of one phase. */
typedef struct mg_iteration {
    uint32_t run;   /**< which run of the plan (BFS, BC: the position of the batch's first source) */
    uint32_t phase; /**< position in the plan */
    uint32_t iteration;
    mg_mode mode;
    uint64_t frontier_vertices;
    uint64_t frontier_edges; /**< edges that leave the frontier in the phase's direction */
    double seconds;
    double esp, edp; /**< estimates before the choice of mode, in seconds: sparse; dense or pull; 0: there was none */
} mg_iteration;

/** What a run did. Seconds are wall-clock. */
typedef struct mg_statistics {
    const char *backend;      /**< "cpu" or "cuda" */
    double build_seconds;     /**< building representations: in-edges, converted weights */
    double run_seconds;       /**< the run itself, from first to last phase; with transfers of states and parameters */
    double device_seconds;    /**< of it on the GPU, from the first phase's start to the last one's end; else 0 */
    uint64_t iterations;      /**< over all phases and runs */
    uint64_t mode_iterations[4]; /**< by mg_mode; phases without a mode count as MG_MODE_AUTO */
    uint64_t vertices_visited; /**< sum of frontier sizes */
    uint64_t edges_visited;    /**< sum of frontier edges */
    size_t iteration_count;    /**< entries of `iteration`, 0 unless statistics were asked for */
    const mg_iteration *iteration;
    uint64_t kept_bytes; /**< what the graph keeps beside its out-edges after the run: see memory_budget */
} mg_statistics;

/** The outcome of a run: columns of one value per vertex (of a batch: per vertex and lane), in index order, and what
 *  the run did. */
typedef struct mg_result mg_result;

typedef struct mg_column {
    const char *name;
    mg_type type;
    mg_meaning meaning;
    const void *data; /**< `width` elements per vertex, vertex by vertex; owned by the result */
    uint32_t width;   /**< 1; of a batch one element for each lane, of several sources one for each of them */
} mg_column;

/** Frees a result; NULL does nothing. */
MG_API void mg_result_destroy(mg_result *result);
MG_API mg_vertex mg_result_vertex_count(const mg_result *result);
MG_API size_t mg_result_column_count(const mg_result *result);
/** Column by position, and by name; NULL if there is none. */
MG_API const mg_column *mg_result_column_at(const mg_result *result, size_t position);
MG_API const mg_column *mg_result_column(const mg_result *result, const char *name);
MG_API const mg_statistics *mg_result_statistics(const mg_result *result);
/** The sources that mg_bfs and mg_bc ran from, in order, also those that they drew or chose; *count of them. NULL and 0
 *  for other results. Owned by the result. */
MG_API const mg_vertex *mg_result_sources(const mg_result *result, size_t *count);

/** Runs a vertex program on a graph.
 *  params: the program's P, NULL for its declared defaults; not changed. state: n elements of S, read as the initial state and
 *  overwritten with the final one, or NULL: starts from zeros, and the columns of the result are the only output. It may
 *  lie in device memory, for the backend cuda, which then works on it in place.
 *
 *  A batch (options->lanes = K > 1) runs the program in K lanes at once and reads edges only once for them; callbacks tell
 *  lanes apart by ctx->lane, and P, which all lanes share, holds what differs (an array of sources). `state` is n rows of K
 *  elements: lane k of vertex v at v * K + k. Every lane computes what a run of its own would, with its own totals, end and
 *  iteration limit; only the order of sums may differ, as between modes. Batches are for programs of PROGRAM phases, run on
 *  the CPU, without the order of priorities, and by pull where `dense` is asked for.
 *
 *  result: NULL if not wanted. Errors: INVALID, PROGRAM, MEMORY, UNSUPPORTED, CANCELLED; NOT_CONVERGED is positive and
 *  comes with a result. */
MG_API mg_status mg_run(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                        const mg_run_options *options, void *state, mg_result **result);

/* ---- programs compiled at run time --------------------------------------------------------------------------------- */

/** Compiles a vertex program from a C file and loads it. The file includes <multigraph/program.h>, which is found without
 *  the caller's help, and holds one MG_PROGRAM; docs/vertex-programs.md teaches it. `*program` is set only on success and is
 *  the caller's to release. It runs on the CPU as compiled here, by CC or cc, and on a GPU by way of its source, which CUDA's
 *  run-time compiler reads at the first run there: the file must stay. What was compiled is kept on disk for the next time,
 *  in MULTIGRAPH_CACHE ("off": nowhere), XDG_CACHE_HOME/multigraph or ~/.cache/multigraph.
 *  Errors: FILE; PROGRAM (the compiler's messages at the file's own lines, or what the program lacks); UNSUPPORTED (no
 *  compiler); MEMORY; CANCELLED. About half a second; a millisecond where it is kept. */
MG_API mg_status mg_program_from_file(mg_context *context, const char *path, const mg_program **program);
/** The same from a text, which messages call `name`; nothing of it is needed afterwards. */
MG_API mg_status mg_program_from_source(mg_context *context, const char *name, const char *text,
                                        const mg_program **program);
/** A whole program in one line, as a text for mg_program_from_source: over all paths from a vertex, the parameter `source`,
 *  every vertex gets the best value. A path begins with `first`; an edge makes `step` of `value` and `weight`, an expression;
 *  of two values the monoid (MG_MIN, MG_MAX, MG_OR) keeps the better; `none` is its identity, where no path leads. Program,
 *  phase and result column have the name.
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
    "MG_PROGRAM(" #name "){MG_ABOUT(\"" #name "\", \"" #step "\", vertex, parameters), .phases = {MG_RUN(" #name        \
    ")},\n"                                                                                                            \
    ".columns = {MG_COLUMN(vertex, value, \"" #name "\", MG_DISTANCE)},\n"                                             \
    ".parameters = {MG_PARAMETER(parameters, source, \"source\", MG_VERTEX, MG_NONE)}};\n"
/** Unloads a program that mg_program_from_file or mg_program_from_source gave; NULL does nothing. No run may be going on;
 *  results stay valid. */
MG_API void mg_program_release(const mg_program *program);

/** Fills params (program->params_size bytes) with the declared defaults, zero elsewhere. A default of meaning MG_VERTEX is
 *  an id; where the graph lacks it, and for MG_NONE, it is mg_graph_default_source(); graph NULL: vertex 0.
 *  Errors: INVALID. */
MG_API mg_status mg_program_defaults(mg_context *context, const mg_program *program, const mg_graph *graph,
                                     void *params);
/** Sets one declared parameter from text ("0.85"), an id of the graph (graph NULL: an index) where it
 *  means a vertex. Errors: INVALID (no such
 *  parameter, not a number of its type), RANGE (no such vertex). */
MG_API mg_status mg_program_set(mg_context *context, const mg_program *program, const mg_graph *graph, const char *name,
                                const char *value, void *params);

/** Tests that a program keeps the laws it declares and the engine relies on: on small random graphs, with slow code that
 *  calls one callback after the other, and in every mode. params: as for mg_run; vertices among the declared parameters are
 *  chosen anew for each graph. Errors: PROGRAM, naming the phase, the callback and the law; those of mg_run. A second or so. */
MG_API mg_status mg_program_check(mg_context *context, const mg_program *program, const void *params);

/* ---- programs of plain function pointers (CPU) -------------------------------------------------------------------- */

/** One phase given by function pointers at run time. The fields mean what they mean in MG_TYPES (program.h); values and
 *  weights go by address. Slower than a compiled program: a call per edge, or per row of edges with `edge_row`. */
typedef struct mg_callbacks {
    size_t size;
    size_t state_size, params_size;
    mg_type value_type;  /**< MG_OTHER: value_size bytes, MG_USER or MG_ANY only */
    size_t value_size;   /**< 4 or 8 */
    mg_type weight_type; /**< what the callbacks read; the graph's weights are converted; NONE: no weights */
    mg_direction direction;
    mg_frontier_source frontier; /**< INIT or ALL */
    uint32_t properties;
    mg_monoid monoid;
    const void *identity;
    uint32_t totals;
    uint32_t iteration_limit;
    bool (*init)(const mg_ctx *, const void *params, void *state);
    void (*scatter)(const mg_ctx *, const void *params, void *state, void *value);
    void (*edge)(const void *value, const void *weight, void *out);
    void (*edge_at)(const void *params, const void *value, const void *weight, const void *state, void *out);
    /** `edge` for up to MG_ROW_MAX edges at once: out[i] = edge(values[i * value_step], weights[i]), value_step 0 or 1. */
    void (*edge_row)(uint32_t count, const void *values, size_t value_step, const void *weights, void *out);
    void (*combine)(const void *a, const void *b, void *out);
    bool (*needs)(const void *params, const void *state);
    bool (*apply)(const mg_ctx *, const void *params, void *state, const void *value, double *add);
    uint32_t (*priority)(const void *params, const void *value);
    bool (*finished)(const void *params, uint32_t iteration, const double *totals);
} mg_callbacks;
#define MG_ROW_MAX 128
#define MG_CALLBACKS_INIT ((mg_callbacks){.size = sizeof(mg_callbacks)})

/** Runs one phase given by function pointers; CPU only. Arguments and errors as mg_run; the result has no columns. */
MG_API mg_status mg_run_callbacks(mg_context *context, const mg_graph *graph, const mg_callbacks *callbacks,
                                  const void *params, const mg_run_options *options, void *state, mg_result **result);

/* ---- algorithms --------------------------------------------------------------------------------------------------- */

typedef struct mg_bfs_options {
    size_t size;
    mg_run_options run;
    mg_vertex source; /**< MG_NONE: mg_graph_default_source() */
    const mg_vertex *sources; /**< instead of `source`: so many, each a search of its own; NULL: one */
    size_t source_count;
} mg_bfs_options;
#define MG_BFS_OPTIONS_INIT                                                                                            \
    ((mg_bfs_options){.size = sizeof(mg_bfs_options), .run = {.size = sizeof(mg_run_options)}, .source = MG_NONE})

/** Breadth-first search. Columns: `depth` (uint32; fewest edges from the source, MG_UNREACHED) and `parent` (a vertex one
 *  level up with an edge to v; the source's is itself, MG_NONE unreached; which one may differ between runs).
 *  With `sources` the columns have one value for each of them (mg_column.width), in their order; up to run.lanes of the
 *  searches share a pass over the edges. O(n + m) per source. Errors as mg_run; RANGE: no such source. Source: Beamer, Asanovic, Patterson, SC
 *  2012; Then et al., VLDB 2014 (several sources at once). */
MG_API mg_status mg_bfs(mg_context *context, const mg_graph *graph, const mg_bfs_options *options, mg_result **result);

typedef struct mg_sssp_options {
    size_t size;
    mg_run_options run;
    mg_vertex source; /**< MG_NONE: mg_graph_default_source() */
    double delta;     /**< bucket width of delta-stepping; 0: chosen from the weights and degrees */
    bool parents;     /**< also compute column `parent` */
} mg_sssp_options;
#define MG_SSSP_OPTIONS_INIT                                                                                           \
    ((mg_sssp_options){.size = sizeof(mg_sssp_options), .run = {.size = sizeof(mg_run_options)}, .source = MG_NONE})

/** Shortest paths from one source. Columns: `distance`, of type uint32 (no or int32 weights; uint64 where sums may not
 *  fit), float or double as the weights; unreached: the type's largest value, infinity; and `parent` if asked for, a tree
 *  of shortest paths also where weights are zero. Repeatable. Errors as mg_run; INVALID: a negative weight; RANGE: no such
 *  source. Source: Meyer, Sanders, J. Algorithms 49 (2003), delta-stepping. */
MG_API mg_status mg_sssp(mg_context *context, const mg_graph *graph, const mg_sssp_options *options,
                         mg_result **result);

typedef struct mg_cc_options {
    size_t size;
    mg_run_options run;
} mg_cc_options;
#define MG_CC_OPTIONS_INIT ((mg_cc_options){.size = sizeof(mg_cc_options), .run = {.size = sizeof(mg_run_options)}})

/** Connected components, weak ones of a directed graph. Column `component`: the smallest vertex of v's component.
 *  Repeatable. Errors as mg_run. Source: Sutton, Ben-Nun, Barak, IPDPS 2018 (Afforest). */
MG_API mg_status mg_cc(mg_context *context, const mg_graph *graph, const mg_cc_options *options, mg_result **result);

typedef struct mg_pagerank_options {
    size_t size;
    mg_run_options run;      /**< run.max_iterations 0: 100 */
    double damping;          /**< 0 < damping < 1 */
    double tolerance;        /**< stop when the ranks' L1 change is below it; 0: run.max_iterations iterations */
    bool data_driven;        /**< push residuals instead of sweeping all edges */
    const double *personalization; /**< n values >= 0, not all zero: where a random jump leads; NULL: everywhere alike */
} mg_pagerank_options;
#define MG_PAGERANK_OPTIONS_INIT                                                                                       \
    ((mg_pagerank_options){.size = sizeof(mg_pagerank_options),                                                        \
                           .run = {.size = sizeof(mg_run_options)},                                                    \
                           .damping = 0.85,                                                                            \
                           .tolerance = 1e-6})

/** PageRank; weights are ignored, parallel edges count as often as they occur. Column `rank` (double): sums to 1; the rank
 *  of vertices without out-edges jumps as the personalization says. NOT_CONVERGED: the iteration limit came first.
 *  Topology-driven runs are repeatable on the CPU; a GPU adds in no fixed order, so that last bits of ranks may differ from
 *  run to run. Errors as mg_run; INVALID: damping, tolerance, personalization.
 *  Source: Page, Brin et al. 1999; Whang et al., Euro-Par 2015 (data-driven). */
MG_API mg_status mg_pagerank(mg_context *context, const mg_graph *graph, const mg_pagerank_options *options,
                             mg_result **result);

typedef struct mg_bc_options {
    size_t size;
    mg_run_options run;
    const mg_vertex *sources; /**< source_count sources; NULL: all vertices, or `sample` of them */
    size_t source_count;
    uint64_t sample; /**< with sources NULL: so many different vertices drawn at random; 0: all. mg_result_sources() */
    uint64_t seed;
    bool normalized; /**< divide by the number of pairs, as NetworkX */
} mg_bc_options;
#define MG_BC_OPTIONS_INIT ((mg_bc_options){.size = sizeof(mg_bc_options), .run = {.size = sizeof(mg_run_options)}})

/** Betweenness centrality over unweighted shortest paths. Column `centrality` (double). Loops are ignored, parallel edges
 *  count once, a pair of an undirected graph counts once; with fewer sources than vertices values are scaled as NetworkX's
 *  betweenness_centrality(k=...). Up to run.lanes sources share a pass over the edges; dependencies are summed in the order
 *  of the sources. O(n + m) per source. Errors as mg_run; RANGE: no such source.
 *  Source: Brandes, J. Math. Sociology 25 (2001); Brandes, Pich 2007 (sampling). */
MG_API mg_status mg_bc(mg_context *context, const mg_graph *graph, const mg_bc_options *options, mg_result **result);

/* ---- sparse matrix products --------------------------------------------------------------------------------------- */

typedef enum mg_semiring {
    MG_PLUS_TIMES, /**< sum of x[u] * w */
    MG_MIN_PLUS,   /**< least x[u] + w; integers saturate, their greatest value is infinity */
    MG_OR_AND,     /**< 1 if any x[u] and w are not zero */
    MG_MIN_FIRST,  /**< least x[u] */
    MG_PLUS_FIRST, /**< sum of x[u] */
    MG_USER_SEMIRING
} mg_semiring;

typedef struct mg_spmv_options {
    size_t size;
    mg_semiring semiring;
    mg_type type;    /**< of x and y: INT32, UINT32, INT64, UINT64, FLOAT32, FLOAT64; weights are converted to it, missing ones are 1 */
    bool transpose;  /**< false: y[v] over the in-edges u -> v; true: over the out-edges v -> u */
    bool accumulate; /**< y = y (+) A x instead of y = A x */
    const uint8_t *mask;  /**< n flags: rows with 0 keep their y; NULL: all rows */
    bool mask_complement; /**< rows with a flag other than 0 keep their y instead */
    /* MG_USER_SEMIRING: element_size bytes (at most MG_ELEMENT_MAX) an element; `type` is the weights' type, or NONE */
    size_t element_size;
    const void *identity;
    /* Called by several threads at once; `out` is never an input; `weight` is NULL with type NONE. */
    void (*add)(void *data, const void *a, const void *b, void *out);
    void (*multiply)(void *data, const void *x, const void *weight, void *out);
    void *data;
    mg_backend_kind backend; /**< AUTO: the CPU; CUDA takes named semirings only */
    /** CUDA: DENSE sweeps blocks of columns, floating-point sums then vary in their last bits; PULL goes through the rows, in
     *  a fixed order; AUTO: DENSE for a single column of a large graph, else PULL. Others: PULL. */
    mg_mode mode;
    void *stream; /**< CUDA: a cudaStream_t after whose work the product runs and which waits for it; NULL: none */
} mg_spmv_options;
#define MG_ELEMENT_MAX 64
#define MG_SPMV_OPTIONS_INIT ((mg_spmv_options){.size = sizeof(mg_spmv_options), .type = MG_FLOAT64})

/** y = A x over a semiring, where A[dst][src] is the weight of the edge src -> dst. x: n elements, not changed; y: n
 *  elements, distinct from x. A row without edges gets the semiring's zero. O(n + m). On the CPU sums run in the order of
 *  the neighbours, so results are repeatable; on a GPU they are with MG_MODE_PULL. x, y and mask may be in the memory of
 *  the GPU; with all of them there and a stream the call returns before the work is done, else when y is complete.
 *  Errors: INVALID, MEMORY, UNSUPPORTED, DEVICE. */
MG_API mg_status mg_spmv(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, const void *x,
                         void *y);
/** The same for k columns at once: x and y are n rows of k elements, row-major; 1 <= k. */
MG_API mg_status mg_spmm(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, uint32_t k,
                         const void *x, void *y);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * runs.h: running a vertex program on a graph, and the result of a run. Included by multigraph.h.
 */
#ifndef MG_RUNS_H
#define MG_RUNS_H

#include <multigraph/graphs.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Processor of a run. AUTO: the GPU if it can run the program and hold the graph, otherwise the CPU;
 *  mg_statistics.backend names the one that was used. CUDA: the GPU; the call fails if the GPU cannot run it. */
typedef enum mg_backend_kind { MG_BACKEND_AUTO, MG_BACKEND_CPU, MG_BACKEND_CUDA } mg_backend_kind;
/** Traversal mode of an iteration. SPARSE: push (top-down), active vertices send along their edges. PULL (bottom-up):
 *  receivers read their active in-neighbours. DENSE: two-phase pass over the matrix blocks of all edges. AUTO: the
 *  library chooses before each iteration. All modes give the same result, except that sums may be added in another
 *  order and another one of several equivalent contributions may be taken. */
typedef enum mg_mode { MG_MODE_AUTO, MG_MODE_SPARSE, MG_MODE_DENSE, MG_MODE_PULL } mg_mode;
/** Returns the name of a mode: "auto", "sparse", "dense" or "pull". Static string, never NULL. */
MG_API const char *mg_mode_name(mg_mode mode);

/** Layout of the edges for mode SPARSE (docs/representations.md). CSR: rows of out-edges. SEGMENTED: edges to
 *  receivers of high in-degree are grouped by segments of receivers, and each thread has its own sums of a segment;
 *  built at first use. AUTO: the layout that is expected to be faster, on a GPU always CSR. */
typedef enum mg_sparse_layout { MG_SPARSE_AUTO, MG_SPARSE_CSR, MG_SPARSE_SEGMENTED } mg_sparse_layout;

/** Layout of the dense representation on a GPU (docs/representations.md). PANELS: column panels with rows of partial
 *  sums. BLOCKS: heavy and light edge blocks of the MultiGraph paper. Each is deterministic; their sums differ in the
 *  last bits. AUTO: PANELS, which measured faster. Ignored on the CPU. */
typedef enum mg_dense_layout { MG_DENSE_AUTO, MG_DENSE_PANELS, MG_DENSE_BLOCKS } mg_dense_layout;

/** How mode AUTO chooses on the CPU. LEARNT: push or pull, by the number of edges and the costs of earlier iterations;
 *  if the expected costs are close, a part of the frontier is run and timed. SAMPLED: SPARSE or DENSE by algorithm 6
 *  of the MultiGraph paper: a part of every frontier is pushed and timed. DENSE is timed on a part of its blocks
 *  before it is first chosen, later by its iterations. A frontier of few edges is pushed without a sample. SAMPLED
 *  builds the dense representation for every phase, and programs with priorities run without buckets. With backend
 *  CUDA, in batches and in replays SAMPLED is the same as LEARNT. */
typedef enum mg_mode_choice { MG_CHOICE_LEARNT, MG_CHOICE_SAMPLED } mg_mode_choice;

struct mg_graph_edits;

/** An earlier result to start from: a column of a run on the version of the graph before an edit (mg_graph_edit()).
 *  The run gives the same result as a run that does not start from it. mg_cc(): column `component`; mg_bfs(): `depth`
 *  of one source; mg_sssp(): `distance` from the same source; mg_pagerank(): `rank`. */
typedef struct mg_start {
    size_t size;        /**< of the struct; the INIT macro sets it */
    const void *values; /**< the column: host array, one element for each vertex of the earlier version */
    mg_type type;       /**< its type */
    mg_vertex count;    /**< its elements; vertices from there on are new */
    /** What has changed since then: the edits that made the graph, with edges in host memory. NULL: unknown;
     *  mg_pagerank() then starts from the ranks, the others ignore `values` and write a warning to the log. */
    const struct mg_graph_edits *edits;
    bool *used; /**< receives whether the run started from the values. It does not if that is expected to be more work
                   (a removal changes too much) or the type of distances has changed. NULL: not wanted */
} mg_start;
/** No values to start from. */
#define MG_START_INIT ((mg_start){.size = sizeof(mg_start)})

/** Memory of the caller that receives a column of the result. */
typedef struct mg_column_output {
    const char *column; /**< name of the column, such as "rank" */
    mg_type type;       /**< type of its elements: that of the column, or for integers the other one of that size, in
                             which MG_NONE and unreached depths are -1 */
    void *data; /**< receives n rows of `width` elements (mg_column), aligned as they are; host memory, or device
                     memory as cudaMalloc() returns it. Written only if the run succeeds */
} mg_column_output;

/** Options of every run. */
typedef struct mg_run_options {
    size_t size;             /**< of the struct; the INIT macro sets it */
    mg_backend_kind backend; /**< processor of the run */
    mg_mode mode;            /**< traversal mode */
    bool statistics;         /**< record every iteration, see mg_statistics.iteration */
    uint32_t max_iterations; /**< iteration limit of each phase, and limit of the rounds of each loop that ends by a
                                  total; 0: the limits of the program */
    uint32_t lanes;          /**< lanes of a batch, at most MG_LANES_MAX; 0: one; with `sources`: automatic */
    mg_sparse_layout sparse_layout; /**< layout of the edges for SPARSE */
    mg_dense_layout dense_layout;   /**< layout of the dense representation on a GPU */
    /** Largest number of rows and columns of a matrix block (on a GPU: layout BLOCKS), rounded down to a supported
     *  size; 0: the largest that fits in the CPU cache or the GPU's shared memory. The MultiGraph paper uses 6144. */
    uint32_t block_width;
    /** A matrix block with more edges is heavy: a work item of its own. 0: measured default. The paper uses 18432. */
    uint32_t heavy_edges;
    mg_mode_choice choice; /**< how mode AUTO chooses on the CPU */
    /** mg_bfs(), mg_sssp(), mg_cc(), mg_pagerank(): an earlier result to start from; NULL: none */
    const mg_start *from;
    /** Memory that receives columns of the result, of mg_run() and of all algorithms that give an mg_result; NULL:
     *  none. The result then has these columns only, and their `data` is this memory. All of it is host memory, or all
     *  of it is device memory, which requires the backend CUDA. mg_run(), mg_bfs(), mg_sssp(), mg_cc(), mg_pagerank(),
     *  mg_kcore(), mg_triangles(), mg_lcc(), mg_bipartite(), mg_matching() and mg_cdlp() write to device memory
     *  directly. The host copies the columns there in other algorithms, for several sources, with `from`, `parents`,
     *  weights, targets or cutoffs, on several GPUs, and if labels of vertices must be renamed on a reordered graph.
     *  The run waits for what the caller has queued on the default stream. */
    const mg_column_output *outputs;
    size_t output_count; /**< elements of `outputs`; 0 if it is NULL */
} mg_run_options;
/** All defaults. */
#define MG_RUN_OPTIONS_INIT ((mg_run_options){.size = sizeof(mg_run_options)})

/** The memory that a run would need, see mg_estimate_memory(). In bytes; those of a device are 0 on the CPU. */
typedef struct mg_memory_estimate {
    size_t size;              /**< of the struct; the INIT macro sets it */
    uint64_t host_bytes;      /**< peak of host memory during the run, including the graph */
    uint64_t graph_bytes;     /**< part of host_bytes: the graph, in memory or mapped, and what it has cached so far */
    uint64_t built_bytes;     /**< part of host_bytes: representations that the run builds and the graph then keeps */
    uint64_t optional_bytes;  /**< not part of host_bytes: further memory if the run builds representations that pay
                                   only later */
    uint64_t available_bytes; /**< host memory that the process may still take; UINT64_MAX: unknown */
    uint64_t device_bytes;    /**< peak of device memory during the run, including the graph, without the memory of the
                                   driver */
    uint64_t device_graph_bytes; /**< part of device_bytes: what the graph has on the device so far */
    uint64_t device_built_bytes; /**< part of device_bytes: what the run uploads or builds and the graph then keeps */
    uint64_t device_optional_bytes;  /**< not part of device_bytes: further memory if the run builds what pays only
                                          later */
    uint64_t device_available_bytes; /**< device memory that runs of the context may still take; 0: unknown */
} mg_memory_estimate;
/** An empty estimate. */
#define MG_MEMORY_ESTIMATE_INIT ((mg_memory_estimate){.size = sizeof(mg_memory_estimate)})

/** One iteration of one phase. */
typedef struct mg_iteration {
    uint32_t run;               /**< run within the call (BFS, BC: position of the first source of the batch) */
    uint32_t phase;             /**< position in the list of phases */
    uint32_t iteration;         /**< number within the phase, from 0 */
    mg_mode mode;               /**< traversal mode used */
    uint64_t frontier_vertices; /**< active vertices */
    uint64_t frontier_edges;    /**< edges of the active vertices in the direction of the phase */
    double seconds;             /**< duration */
    double esp;                 /**< estimated seconds of mode SPARSE before the choice of mode; 0: no estimate */
    double edp;                 /**< estimated seconds of DENSE or PULL before the choice of mode; 0: no estimate */
} mg_iteration;

/** Kinds of representations that a graph caches for runs, in addition to its out-edges in host memory. */
typedef enum mg_representation_kind {
    MG_REPRESENTATION_ROWS,  /**< for SPARSE and PULL: in-edges, segments, converted weights; on a GPU all rows */
    MG_REPRESENTATION_DENSE, /**< for DENSE: matrix blocks on the CPU, panels or blocks on a GPU */
    MG_REPRESENTATION_TILES, /**< on a GPU: tiles of the graph partition, for label programs */
    MG_REPRESENTATION_COUNT
} mg_representation_kind;

/** Size and construction time of the cached representations of one kind, whichever run built them. */
typedef struct mg_representation {
    double seconds; /**< construction time of all parts; on a GPU wall-clock time with transfers for rows, else
                         events */
    uint64_t bytes; /**< host or device memory */
} mg_representation;

/** The share of one rank in a run on several ranks (docs/ranks.md), over all exchanges of the run. */
typedef struct mg_rank_share {
    double compute_seconds;  /**< time outside of exchanges */
    double exchange_seconds; /**< time in exchanges, including waiting for others; the sum of both is the same on all
                                  ranks */
    uint64_t exchanges;      /**< number of exchanges */
    uint64_t arcs;           /**< arcs of the rank's part; 0: the rank had the whole graph */
    uint64_t sent_bytes;     /**< bytes sent, counted once even if several ranks receive them */
    uint64_t received_bytes; /**< bytes received from the other ranks */
} mg_rank_share;

/** Statistics of a run. Times are wall-clock seconds unless stated. */
typedef struct mg_statistics {
    const char *backend;         /**< "cpu" or "cuda"; static string */
    double build_seconds;        /**< construction of representations and compilation of the program */
    double run_seconds;          /**< the run without construction, with transfers of states and parameters */
    double device_seconds;       /**< GPU time from the start of the first to the end of the last phase; of several GPUs
                                      the longest; 0 on the CPU */
    uint64_t iterations;         /**< over all phases and runs */
    uint64_t mode_iterations[4]; /**< iterations by mg_mode; phases without a mode count as MG_MODE_AUTO */
    uint64_t vertices_visited;   /**< sum of frontier_vertices over all iterations */
    uint64_t edges_visited;      /**< sum of frontier_edges over all iterations */
    size_t iteration_count;      /**< elements of `iteration`; 0 unless mg_run_options.statistics is set */
    const mg_iteration *iteration; /**< all iterations in order; owned by the result */
    uint64_t kept_bytes;           /**< host bytes that the graph has cached after the run, without its out-edges; see
                                        mg_context_options.memory_budget for what is not counted */
    /** representations that this backend has cached after the run, by mg_representation_kind */
    mg_representation representation[MG_REPRESENTATION_COUNT];
    uint32_t gpus;                      /**< number of GPUs that shared the run; 0: one or none */
    double gpu_seconds[MG_DEVICES_MAX]; /**< GPU time of each, including waiting for others */
    uint64_t gpu_arcs[MG_DEVICES_MAX];  /**< arcs of the part of each GPU; 0: the GPU had the whole graph */
    uint64_t exchanged_bytes;           /**< bytes sent between GPUs (of CC without the roots of vertices outside the
                                             largest component) or between ranks */
    uint32_t ranks;                     /**< number of ranks that shared the run; 0: one, or each ran it as a whole */
    const mg_rank_share *rank; /**< the share of each rank, `ranks` elements, owned by the result; NULL: none */
} mg_statistics;

/** Result of a run: columns in index order of the vertices, and statistics. It may outlive the context and the graph.
 */
typedef struct mg_result mg_result;

/** A result column: one element per vertex, or `width` elements per vertex; a column of edges: one per arc. */
typedef struct mg_column {
    const char *name;   /**< such as "depth"; owned by the result */
    mg_type type;       /**< type of the elements */
    mg_meaning meaning; /**< interpretation of the elements */
    const void *data;   /**< host array of n rows of `width` elements, owned by the result; if the column went to an
                             mg_column_output: its memory, of the caller */
    uint32_t width;     /**< elements of a row: 1, in a batch the number of lanes, with several sources their number */
} mg_column;

/** Destroys a result with its columns and statistics; NULL does nothing. */
MG_API void mg_result_destroy(mg_result *result);
/** Returns the number of vertices, n; of NULL: 0. O(1), as the functions below. */
MG_API mg_vertex mg_result_vertex_count(const mg_result *result);
/** Returns the number of columns; of NULL: 0. */
MG_API size_t mg_result_column_count(const mg_result *result);
/** Returns the column at `position`, from 0; NULL if there is none or result is NULL. Owned by the result. */
MG_API const mg_column *mg_result_column_at(const mg_result *result, size_t position);
/** Returns the column with a name; NULL if there is none or an argument is NULL. Owned by the result. */
MG_API const mg_column *mg_result_column(const mg_result *result, const char *name);
/** Returns the number of columns of edges, which programs declare by MG_EDGE_COLUMN; of NULL: 0. */
MG_API size_t mg_result_edge_column_count(const mg_result *result);
/** Returns the column of edges at `position`, from 0; NULL if there is none or result is NULL. `data` has one value
 *  for each arc (mg_graph_arc_count() of the graph of the run) in the order of mg_graph_out_edges(); an undirected
 *  edge has one for each of its two arcs. Owned by the result. */
MG_API const mg_column *mg_result_edge_column_at(const mg_result *result, size_t position);
/** Returns the column of edges with a name, as above; NULL if there is none or an argument is NULL. */
MG_API const mg_column *mg_result_edge_column(const mg_result *result, const char *name);
/** Returns the statistics of the run; of NULL: NULL. Owned by the result. */
MG_API const mg_statistics *mg_result_statistics(const mg_result *result);
/** Returns the sources of the run in order, including the default one and drawn ones; *count: their number. Results of
 *  mg_bfs() and mg_bc() have sources, those of mg_closeness() and mg_pagerank() if sources were given or drawn. NULL
 *  and 0 for other results and for NULL. count: may be NULL. Owned by the result. */
MG_API const mg_vertex *mg_result_sources(const mg_result *result, size_t *count);

/** Returns the final totals of the last phase that has totals, in the order in which it declares them: sums, then
 *  minima, then maxima; *count: their number. Only results of mg_run(), mg_run_callbacks() and mg_triangles() (option
 *  total_only) have totals. NULL and 0: no phase of the program has totals, the run was a batch, the graph has no
 *  vertices, or result is NULL. count: may be NULL. Owned by the result. */
MG_API const double *mg_result_totals(const mg_result *result, size_t *count);

/** Runs a vertex program on a graph.
 *  params: P of the program, in host memory, not changed; NULL: the declared defaults.
 *  state: n elements of S, memory of the caller; read as the initial states and overwritten with the final states.
 *  NULL: the initial states are zero and the final states are available as columns only. Host memory is aligned as S
 *  is. Device memory is aligned to 16 bytes (as cudaMalloc() returns it); the run then uses backend CUDA, works in
 *  place, and waits for what the caller has queued on the default stream, but not on other streams.
 *  options: NULL for all defaults.
 *  *result: set on MG_OK and MG_NOT_CONVERGED, with the declared columns; the caller frees it with mg_result_destroy().
 *  result may be NULL.
 *
 *  A batch (options->lanes = K > 1) runs K instances (lanes) of the program and reads each edge once for all of them.
 *  Callbacks distinguish lanes by ctx->lane; P is shared and holds what differs, such as an array of sources. `state`
 *  is n rows of K elements, lane k of vertex v at v * K + k. Every lane gives the result of a separate run, with its
 *  own totals, end and iteration limit; only the order of sums may differ. Batches require phases of kind PROGRAM,
 *  ignore priorities and use PULL instead of DENSE.
 *
 *  An iteration costs O(frontier vertices + their edges) in mode SPARSE, O(n + m) in DENSE and at most in PULL.
 *  Deterministic if the program is, except for sums and MG_ANY in modes that push: these combine contributions in the
 *  order of their arrival.
 *  Errors: INVALID, PROGRAM (invalid program), MEMORY, UNSUPPORTED, DEVICE, FORMAT (damaged snapshot), CANCELLED.
 *  NOT_CONVERGED (a positive status): an iteration limit was reached; the result is valid. */
MG_API mg_status mg_run(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                        const mg_run_options *options, void *state, mg_result **result);

#ifdef __cplusplus
}
#endif

#endif

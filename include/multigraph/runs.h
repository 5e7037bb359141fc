/* SPDX-License-Identifier: Apache-2.0
 *
 * runs.h: running a vertex program on a graph, and what comes out. Included by multigraph.h.
 */
#ifndef MG_RUNS_H
#define MG_RUNS_H

#include <multigraph/graphs.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where a run takes place. AUTO: on the GPU where there is one that can run the program and hold the graph, else on
 *  the CPU; the result's statistics say which. CUDA fails where that is not possible. */
typedef enum mg_backend_kind { MG_BACKEND_AUTO, MG_BACKEND_CPU, MG_BACKEND_CUDA } mg_backend_kind;
/** How one iteration runs: `sparse` pushes along the frontier's edges, `dense` sweeps all edges in blocks, `pull` lets
 *  receivers look for senders. All give the same result. */
typedef enum mg_mode { MG_MODE_AUTO, MG_MODE_SPARSE, MG_MODE_DENSE, MG_MODE_PULL } mg_mode;
/** "auto", "sparse", "dense", "pull". */
MG_API const char *mg_mode_name(mg_mode mode);

/** What `sparse` pushes along: the out-edges as they are, or segmented by receiver (docs/representations.md), which is
 *  built at its first use. AUTO: whichever is expected to be faster, on a GPU the edges as they are. */
typedef enum mg_sparse_layout { MG_SPARSE_AUTO, MG_SPARSE_CSR, MG_SPARSE_SEGMENTED } mg_sparse_layout;

/** The layout of the dense representation on a GPU (docs/representations.md): `panels`, or `blocks` as the MultiGraph
 *  paper has it; sums in either are repeatable, and differ in their last bits. AUTO: panels, which measured faster.
 *  Without meaning on a CPU. */
typedef enum mg_dense_layout { MG_DENSE_AUTO, MG_DENSE_PANELS, MG_DENSE_BLOCKS } mg_dense_layout;

/** Options of every run. */
typedef struct mg_run_options {
    size_t size;             /**< of the struct; the INIT macro sets it */
    mg_backend_kind backend; /**< where it takes place */
    mg_mode mode;            /**< how iterations run */
    bool statistics;         /**< record every iteration */
    uint32_t max_iterations; /**< of each phase; 0: the program's own limit */
    uint32_t lanes;          /**< of a batch, at most MG_LANES_MAX; 0: one, but mg_bfs from several sources chooses */
    mg_sparse_layout sparse_layout; /**< what `sparse` pushes along */
    mg_dense_layout dense_layout;   /**< what `dense` sweeps on a GPU */
    /** Columns and rows of a block of the dense representation at most (on a GPU of the layout blocks), rounded down to
     *  what kernels take; 0: what fits the CPU's cache or the GPU's shared memory. The MultiGraph paper has 6144. */
    uint32_t block_width;
    /** A block with more edges is heavy: an item of work of its own. 0: by what measured best. The paper has 18432. */
    uint32_t heavy_edges;
} mg_run_options;
/** All defaults. */
#define MG_RUN_OPTIONS_INIT ((mg_run_options){.size = sizeof(mg_run_options)})

/** One iteration of one phase. */
typedef struct mg_iteration {
    uint32_t run;               /**< which run of the plan (BFS, BC: the position of the batch's first source) */
    uint32_t phase;             /**< position in the plan */
    uint32_t iteration;         /**< of this phase, from 0 */
    mg_mode mode;               /**< how it ran */
    uint64_t frontier_vertices; /**< that sent */
    uint64_t frontier_edges;    /**< edges that leave the frontier in the phase's direction */
    double seconds;             /**< that it took */
    double esp;                 /**< estimate before the choice of mode, in seconds: sparse; 0: there was none */
    double edp;                 /**< the same: dense or pull */
} mg_iteration;

/** The forms in which a graph is kept for its runs, besides its own out-edges in host memory. */
typedef enum mg_representation_kind {
    MG_REPRESENTATION_ROWS,  /**< for sparse and pull: in-edges, segments, weights; on a GPU all rows that lie there */
    MG_REPRESENTATION_DENSE, /**< blocks on a CPU, panels or blocks on a GPU */
    MG_REPRESENTATION_TILES, /**< on a GPU: the tiles of label programs */
    MG_REPRESENTATION_COUNT
} mg_representation_kind;

/** One of them: what is kept of it now, and how long it took to make, in this run or in earlier ones (on a GPU rows by
 *  wall-clock with their transfer, the others by device events). */
typedef struct mg_representation {
    double seconds; /**< that all of its parts took to make */
    uint64_t bytes; /**< that it takes in host or device memory */
} mg_representation;

/** What a run did. Seconds are wall-clock. */
typedef struct mg_statistics {
    const char *backend;   /**< "cpu" or "cuda" */
    double build_seconds;  /**< building representations: in-edges, converted weights */
    double run_seconds;    /**< the run itself, from first to last phase; with transfers of states and parameters */
    double device_seconds; /**< of it on the GPU, from the first phase's start to the last one's end; else 0 */
    uint64_t iterations;   /**< over all phases and runs */
    uint64_t mode_iterations[4];   /**< by mg_mode; phases without a mode count as MG_MODE_AUTO */
    uint64_t vertices_visited;     /**< sum of frontier sizes */
    uint64_t edges_visited;        /**< sum of frontier edges */
    size_t iteration_count;        /**< entries of `iteration`, 0 unless statistics were asked for */
    const mg_iteration *iteration; /**< all of them, in order */
    uint64_t kept_bytes;           /**< what the graph keeps beside its out-edges after the run: see memory_budget */
    /** by mg_representation_kind: what the graph keeps for this backend after the run */
    mg_representation representation[MG_REPRESENTATION_COUNT];
} mg_statistics;

/** The outcome of a run: columns of one value per vertex (of a batch: per vertex and lane), in index order, and what
 *  the run did. */
typedef struct mg_result mg_result;

/** One value per vertex. */
typedef struct mg_column {
    const char *name;   /**< "depth" */
    mg_type type;       /**< of the elements of data */
    mg_meaning meaning; /**< what they say */
    const void *data;   /**< `width` elements per vertex, vertex by vertex; owned by the result */
    uint32_t width;     /**< 1; of a batch one element for each lane, of several sources one for each of them */
} mg_column;

/** Frees a result; NULL does nothing. */
MG_API void mg_result_destroy(mg_result *result);
/** Vertices of the graph it is of. */
MG_API mg_vertex mg_result_vertex_count(const mg_result *result);
/** Columns. */
MG_API size_t mg_result_column_count(const mg_result *result);
/** Column by position; NULL if there is none. */
MG_API const mg_column *mg_result_column_at(const mg_result *result, size_t position);
/** Column by name; NULL if there is none. */
MG_API const mg_column *mg_result_column(const mg_result *result, const char *name);
/** What the run did. Owned by the result. */
MG_API const mg_statistics *mg_result_statistics(const mg_result *result);
/** The sources that mg_bfs and mg_bc ran from, in order, also those that they drew or chose; *count of them. NULL and 0
 *  for other results. Owned by the result. */
MG_API const mg_vertex *mg_result_sources(const mg_result *result, size_t *count);

/** Runs a vertex program on a graph.
 *  params: the program's P, NULL for its declared defaults; not changed. state: n elements of S, read as the initial
 *  state and overwritten with the final one, or NULL: starts from zeros, and the columns of the result are the only
 *  output. It may lie in device memory, for the backend cuda, which then works on it in place; there it begins at a
 *  multiple of 16 bytes, as what cudaMalloc returns does.
 *
 *  A batch (options->lanes = K > 1) runs the program in K lanes at once and reads edges only once for them;
 *  callbacks tell lanes apart by ctx->lane, and P, which all lanes share, holds what differs (an array of sources).
 *  `state` is n rows of K elements: lane k of vertex v at v * K + k. Every lane computes what a run of its own
 *  would, with its own totals, end and iteration limit; only the order of sums may differ, as between modes. Batches
 *  are for programs of PROGRAM phases, run on the CPU, without the order of priorities, and by pull where `dense` is
 *  asked for.
 *
 *  result: NULL if not wanted. Errors: INVALID, PROGRAM, MEMORY, UNSUPPORTED, CANCELLED; NOT_CONVERGED is positive
 *  and comes with a result. */
MG_API mg_status mg_run(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                        const mg_run_options *options, void *state, mg_result **result);

#ifdef __cplusplus
}
#endif

#endif

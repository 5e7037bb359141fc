/* SPDX-License-Identifier: Apache-2.0
 *
 * graphs.h: creation, reading, writing, access and generation of graphs. Included by multigraph.h.
 */
#ifndef MG_GRAPHS_H
#define MG_GRAPHS_H

#include <multigraph/contexts.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- graphs ------------------------------------------------------------------------------------------------------ */

/** An immutable graph: out-edges by source (CSR), in-edges on demand, weights, and the ids of its vertices. */
typedef struct mg_graph mg_graph;

/** Interpretation of the listed edges. */
typedef enum mg_directedness {
    MG_AS_GIVEN,  /**< the file format or mg_edge_list.symmetric decides */
    MG_DIRECTED,  /**< every listed edge is one arc */
    MG_UNDIRECTED /**< all listed edges of a pair, in either direction, become one undirected edge of least weight */
} mg_directedness;

/** Source of the edge weights. */
typedef enum mg_weight_source {
    MG_WEIGHTS_FILE,  /**< the weights of the input; without any, every edge has weight 1 */
    MG_WEIGHTS_UNIT,  /**< none: every edge has weight 1 */
    MG_WEIGHTS_RANDOM /**< whole numbers, uniform in 1..weight_max, equal for both directions of an undirected edge */
} mg_weight_source;

/** Order in which vertices get their indices, and so their place in memory. Ids do not change. */
typedef enum mg_vertex_order {
    MG_ORDER_DEFAULT,  /**< natural; the stored order of a snapshot; shuffled for a generated kron graph */
    MG_ORDER_NATURAL,  /**< by ascending id; the construction order of a generated graph */
    MG_ORDER_SHUFFLED, /**< random permutation; of a generated graph the ids themselves are permuted */
    MG_ORDER_DEGREE,   /**< descending groups of degree (powers of two), each group in the former order */
    MG_ORDER_RCM,      /**< reverse Cuthill-McKee: neighbours get close indices; for road networks, meshes, web
                            graphs */
    MG_ORDER_METIS,    /**< METIS parts one after another, each in RCM order; slow to compute */
    MG_ORDER_AUTO      /**< RCM if the current order has poor locality and BFS levels are narrow, else unchanged */
} mg_vertex_order;
/** Returns the name of an order: "natural", "rcm", ... Static string, never NULL. */
MG_API const char *mg_order_name(mg_vertex_order order);

/** Options of mg_graph_read() and mg_graph_from_edges(). */
typedef struct mg_graph_options {
    size_t size;                  /**< of the struct; the INIT macro sets it */
    mg_directedness directedness; /**< directed or undirected interpretation of the edges */
    mg_weight_source weights;     /**< source of the edge weights */
    uint64_t weight_seed;         /**< seed of MG_WEIGHTS_RANDOM */
    int32_t weight_max;           /**< largest weight of MG_WEIGHTS_RANDOM; 0: 64 */
    bool drop_self_loops;         /**< drop edges from a vertex to itself */
    bool merge_multi_edges;       /**< of parallel edges keep one, that of least weight */
    const char *format;           /**< mg_graph_read: name of the file format; NULL: detected from content and name */
    mg_vertex_order order;        /**< vertex order, see mg_graph_reorder() */
    uint64_t order_seed;          /**< seed of MG_ORDER_SHUFFLED */
    /** Type of the weights: INT32, INT64, FLOAT32 or FLOAT64; graphs without weights stay without. MG_TYPE_NONE: of a
     *  text file INT32 if every weight is written as a whole number and fits, else INT64 if every one does, else
     *  FLOAT64; FLOAT64 for the floats of a file without types (csr); of a snapshot and of an edge list in memory their
     *  own; INT32 for random weights. A weight that the type cannot hold is an error (RANGE), except that fractions are
     *  rounded to FLOAT32 or FLOAT64, with a warning on the log. Distances have the precision of the weights: with
     *  FLOAT32 a sum of many weights can be wrong in the fourth digit. */
    mg_type weight_type;
    uint64_t skip_lines;    /**< mg_graph_read, text formats: ignore this number of lines at the beginning */
    uint64_t most_vertices; /**< mg_graph_read: refuse a file with more vertices; 0: more than 2^24 + 64 for each
                                 edge */
    /** mg_graph_read: file with the names of vertices, lines `id name`, or of names only, by ascending id; plain or
     *  compressed. The id of a vertex that it lacks is its name. NULL: the names of the graph file. */
    const char *names;
    /** mg_graph_read, edge lists: the columns of source, target and, where there is a third one, weight, separated by
     *  commas: names in the header row, or numbers from 1 on. INVALID for other formats. NULL: found by the header,
     * else 1, 2 and 3. */
    const char *columns;
    char delimiter; /**< mg_graph_read, edge lists: character between columns; ' ': blanks; 0: detected */
    bool named;     /**< mg_graph_read, edge lists: ids are names even where they are numbers: 007 is not 7 */
} mg_graph_options;
/** All defaults. */
#define MG_GRAPH_OPTIONS_INIT ((mg_graph_options){.size = sizeof(mg_graph_options)})

/** A list of edges in any order. The arrays are memory of the caller, of the host, or all of them of one GPU
 *  (cudaMalloc); they are read during the call only. What other streams than the default one of the context's
 *  GPU write to them must be there before the call. */
typedef struct mg_edge_list {
    uint64_t edge_count;   /**< elements of source, target and weight */
    mg_type id_type;       /**< element type of source, target and ids: MG_UINT32 or MG_UINT64 */
    const void *source;    /**< edge_count ids: source of each edge */
    const void *target;    /**< edge_count ids: target of each edge */
    mg_type weight_type;   /**< element type of weight: MG_TYPE_NONE, MG_INT32, MG_INT64, MG_FLOAT32 or
                                MG_FLOAT64 */
    const void *weight;    /**< edge_count weights; NULL with MG_TYPE_NONE */
    bool contiguous;       /**< true: vertices are the ids id_base .. id_base + vertex_count - 1; false: those that
                                occur */
    uint64_t id_base;      /**< contiguous: first id */
    uint64_t vertex_count; /**< contiguous: number of vertices; else: elements of `ids` */
    const void *ids;       /**< not contiguous: vertex_count additional vertices, any order, duplicates allowed; or
                                NULL */
    bool symmetric;        /**< every listed edge is undirected */
} mg_edge_list;

/** Builds a graph from an edge list. options: NULL for all defaults. *graph: set on success; the caller frees it with
 *  mg_graph_destroy(). The index of a vertex is the rank of its id, unless the options set an order. Parallel edges and
 *  loops are kept unless the options say otherwise; an undirected loop is stored once. The neighbours of a vertex are
 *  sorted by index, parallel edges by weight.
 *  Rows of arrays on the context's GPU are made there and stay there for runs, where the ids are contiguous and the
 *  arcs fewer than 2^32; the host makes all others. The graph is the same. Host memory gets a copy at once if there are
 *  weights or the options change the rows, else when something needs one: mg_graph_out_edges(), mg_graph_check(), a run
 *  on the CPU or on several GPUs, and on one GPU all but mg_bfs(), mg_sssp(), mg_cc(), mg_pagerank() and mg_run() of
 *  graphs with more than 8 arcs per vertex.
 *  Errors: INVALID (inconsistent fields, arrays in host and in device memory, id outside the contiguous range), MEMORY,
 *  DEVICE, RANGE (2^32 - 1 vertices or more, a weight that is NaN or does not fit options->weight_type), CANCELLED;
 *  with an order those of mg_graph_reorder().
 * O(n + m) time if the range of the ids is at most about 8 (n + m), else O(m log m). Deterministic for any number of
 * threads. */
MG_API mg_status mg_graph_from_edges(mg_context *context, const mg_edge_list *edges, const mg_graph_options *options,
                                     mg_graph **graph);

/** Numbers names 0, 1, 2, ... in the order of their first occurrences, so that the numbers are ids for an mg_edge_list.
 *  text: `count` names one after the other, each with a zero byte at its end, `size` bytes in all; no name is empty.
 *  numbers: host array of `count` elements, receives the number of each name. first: host array of `count` elements;
 *  its first *distinct elements receive the position of the first occurrence of each different name. *distinct: the
 *  number of different names. The arrays belong to the caller. Names are equal if their bytes are.
 *  Errors: INVALID (NULL, an empty name, a text of more or fewer names), RANGE (more than 2^32 - 2 different names),
 *  MEMORY, CANCELLED; the arrays are then partly written. O(size). Deterministic. */
MG_API mg_status mg_number_names(mg_context *context, uint64_t count, const char *text, uint64_t size,
                                 uint32_t *numbers, uint64_t *first, uint64_t *distinct);

/** Builds a graph from CSR arrays in host memory, which are copied. offsets: n + 1 elements, offsets[0] = 0; the
 *  out-neighbours of vertex v are neighbours[offsets[v] .. offsets[v + 1]), in any order; weights: one element of
 *  weight_type (NONE, INT32, INT64, FLOAT32, FLOAT64) per neighbour, NULL with MG_TYPE_NONE. Ids are 0 .. n - 1. With
 *  `directed` false the arrays must hold both directions of every edge with equal weights, which is checked (what does
 *  not passes with probability 2^-58). *graph: set on success; the caller frees it with mg_graph_destroy(). Parallel
 *  edges and loops are kept.
 *  Errors: INVALID (not a CSR, not symmetric), MEMORY, RANGE (n = 2^32 - 1, NaN weight). O(n + m log degree).
 *  Deterministic. */
MG_API mg_status mg_graph_from_csr(mg_context *context, mg_vertex n, const uint64_t *offsets,
                                   const mg_vertex *neighbours, mg_type weight_type, const void *weights, bool directed,
                                   mg_graph **graph);

/** Reads a graph file in one of the formats of docs/file-formats.md, plain, compressed (gzip, zstd, xz, bzip2, lz4) or
 *  in a tar, zip or 7z archive. The format is detected from content and name unless options->format names it. If a file
 *  may have another meaning than the one that is read, a warning on the log says how to decide. path: of an LDBC graph
 *  any of its three files or their common name without suffix. A snapshot (.mgb) is memory-mapped: its arrays are read
 *  and verified at first use, see mg_graph_check(); the file must not change while the graph exists. After
 *  mg_device_start() large edge lists without weights are parsed by the GPU, and the rows stay there, as those of
 *  mg_graph_from_edges(); the graph is the same. options: NULL for all defaults. *graph: set on success; the caller
 *  frees it with mg_graph_destroy(). Errors: FILE, FORMAT ("path:line: expected ..., found ..."), MEMORY, RANGE,
 *  INVALID, UNSUPPORTED, CANCELLED; with an order those of mg_graph_reorder(). Complexity as mg_graph_from_edges().
 *  Deterministic for any number of threads. */
MG_API mg_status mg_graph_read(mg_context *context, const char *path, const mg_graph_options *options,
                               mg_graph **graph);

/** Writes a graph to a file. An existing file is replaced only after all data is written; a link to a file that does
 *  not exist is an error. A path that ends in .gz or .zst is compressed; "/dev/stdout" is standard output.
 *  format: edgelist, mtx, csv, dimacs, metis, ligra, ldbc (three files), galois, sg, wsg, csr, mgb, graphml, gml,
 *  pajek, npy or npz; NULL: by the suffix, edgelist if the name has none. Properties that the format cannot store are
 *  lost with a warning on the log, see docs/file-formats.md.
 *  Errors: FILE, INVALID (also a suffix that is unknown or of another format), FORMAT (damaged snapshot), MEMORY,
 *  UNSUPPORTED (a weight, an id or a count that the format cannot hold), CANCELLED. O(n + m). Deterministic. */
MG_API mg_status mg_graph_write(mg_context *context, const mg_graph *graph, const char *path, const char *format);

/** Checks the name of an output before the graph exists: would mg_graph_write() accept this path and format? Touches no
 *  file. Errors: INVALID, with the same message. O(1). */
MG_API mg_status mg_graph_check_output(mg_context *context, const char *path, const char *format);

/** Reads and verifies the arrays of a graph that was opened from a snapshot; other graphs pass at once. Every function
 *  that uses the arrays calls it first, so no file can cause a read out of bounds. Functions without a status then
 *  return their value for "nothing"; call mg_graph_check() to learn whether a file is damaged. The outcome is
 *  remembered. Thread-safe.
 *  O(n + m) once.
 *  Errors: INVALID (NULL), FORMAT (damaged), MEMORY. */
MG_API mg_status mg_graph_check(mg_context *context, const mg_graph *graph);

/** Makes a copy of a graph with the vertex indices in another order, for better memory locality. It is worthwhile for
 *  graphs that are used often, or stored as a snapshot, which keeps the order (measurements: docs/notebook/orders.md).
 *  seed: for MG_ORDER_SHUFFLED. *reordered: set on success; the caller frees it with mg_graph_destroy(); the original
 *  graph is not changed. In the copy the index of a vertex is its position in the order, not the rank of its id. Ids,
 *  weights and results by id are equal, except which of several valid parents is chosen and the rounding of sums.
 *  mg_graph_id(), mg_graph_find() and mg_graph_by_id() convert between indices and ids.
 *  O(n + m) plus sorting of rows, and memory for a second graph. Deterministic for any number of threads.
 *  Errors: INVALID, MEMORY, FORMAT (damaged snapshot), CANCELLED; with MG_ORDER_METIS also UNSUPPORTED (library built
 *  without METIS) and RANGE (more vertices or arcs than METIS can index, 2^31 - 1 in Debian). METIS itself cannot be
 *  cancelled. Source: Cuthill, McKee 1969; George, Liu 1979 (start vertices); Karypis, Kumar 1998 (METIS). */
MG_API mg_status mg_graph_reorder(mg_context *context, const mg_graph *graph, mg_vertex_order order, uint64_t seed,
                                  mg_graph **reordered);

/** Returns the vertex order of a graph, never DEFAULT or AUTO; of NULL: NATURAL. *seconds, unless NULL: time that this
 *  process spent on choosing and applying the order. */
MG_API mg_vertex_order mg_graph_order(const mg_graph *graph, double *seconds);

/** Returns the n vertex indices in ascending order of their ids, a host array that belongs to the graph; NULL if that
 *  is 0, 1, 2, ..., as in natural order, and for NULL or a damaged snapshot. */
MG_API const mg_vertex *mg_graph_by_id(const mg_graph *graph);

/** Destroys a graph; NULL does nothing. No other thread may use the graph. Results made from it stay valid. */
MG_API void mg_graph_destroy(mg_graph *graph);

/** Returns the number of vertices, n. O(1), like the functions below unless stated; of NULL: 0. If the graph was made
 *  on a GPU, the first call for edges, loops or the default source counts there and copies offsets to the host. */
MG_API mg_vertex mg_graph_vertex_count(const mg_graph *graph);
/** Returns the number of stored arcs, m; an undirected edge that is not a loop counts twice. Of NULL: 0. */
MG_API uint64_t mg_graph_arc_count(const mg_graph *graph);
/** Returns the number of edges: arcs of a directed graph, pairs and loops of an undirected one. Of NULL: 0. */
MG_API uint64_t mg_graph_edge_count(const mg_graph *graph);
/** Returns the number of edges from a vertex to itself. Of NULL: 0. */
MG_API uint64_t mg_graph_loop_count(const mg_graph *graph);
/** Returns whether the graph is directed. Of NULL: false. */
MG_API bool mg_graph_directed(const mg_graph *graph);
/** Returns whether neighbours and weights are in the memory of a GPU only, where the graph was made; functions that
 *  need them on the host copy them (mg_graph_from_edges()). Of NULL: false. */
MG_API bool mg_graph_on_device(const mg_graph *graph);
/** Returns the type of the weights; MG_TYPE_NONE: no weights, every edge has weight 1. Of NULL: MG_TYPE_NONE. */
MG_API mg_type mg_graph_weight_type(const mg_graph *graph);
/** Returns the id of vertex v in the input; UINT64_MAX if v >= n or graph is NULL. */
MG_API uint64_t mg_graph_id(const mg_graph *graph, mg_vertex v);
/** Finds the vertex with an id: sets *v to its index and returns true; returns false and keeps *v if there is none, an
 *  argument is NULL or the graph a damaged snapshot. O(log n), for a snapshot after mg_graph_check(). */
MG_API bool mg_graph_find(const mg_graph *graph, uint64_t id, mg_vertex *v);
/** Returns whether the vertices have names: those of a file whose ids are names, of mg_graph_options.names, or of a
 *  snapshot of such a graph. Of NULL: false. */
MG_API bool mg_graph_has_names(const mg_graph *graph);
/** Returns the name of vertex v, a string (UTF-8 where the file is) that belongs to the graph; NULL if v >= n, graph is
 *  NULL, the vertices have no names or the graph is a damaged snapshot. O(1), with another vertex order O(log n). */
MG_API const char *mg_graph_name(const mg_graph *graph, mg_vertex v);
/** Finds the vertex with a name: *v = its index, of several such vertices that of the least id; MG_NONE: there is none.
 *  The first call makes a hash table in O(n), further ones take O(1). Thread-safe.
 *  Errors: INVALID (NULL), MEMORY, FORMAT (damaged snapshot). */
MG_API mg_status mg_graph_find_name(mg_context *context, const mg_graph *graph, const char *name, mg_vertex *v);
/** Returns the vertex of largest out-degree, of smallest id among equals; MG_NONE in an empty graph, and for NULL. */
MG_API mg_vertex mg_graph_default_source(const mg_graph *graph);

/** One direction of the edges of a graph as CSR. The host arrays belong to the graph and live as long as it. */
typedef struct mg_adjacency {
    const uint64_t *offsets;     /**< n + 1 elements: first arc of each vertex, then m */
    const mg_vertex *neighbours; /**< m elements, ascending within a vertex */
    const void *weights;         /**< m elements of the weight type of the graph, NULL without weights */
} mg_adjacency;

/** Returns the out-edges by source. Of NULL and of a damaged snapshot: three times NULL. O(1), for a snapshot after
 *  mg_graph_check(). */
MG_API mg_adjacency mg_graph_out_edges(const mg_graph *graph);
/** Returns the in-edges by target in *adjacency; for an undirected graph, and for a directed one that has the opposite
 *  of every edge with the same weight, these are the out-edges. They are built, or found to be so, at the first call in
 *  O(n + m) and then stay until the graph is destroyed. Thread-safe. Deterministic.
 *  Errors: INVALID (NULL), MEMORY, FORMAT (damaged snapshot), CANCELLED. */
MG_API mg_status mg_graph_in_edges(mg_context *context, const mg_graph *graph, mg_adjacency *adjacency);

/* ---- generators -------------------------------------------------------------------------------------------------- */

/** Options of mg_generate(). */
typedef struct mg_generate_options {
    size_t size;           /**< of the struct; the INIT macro sets it */
    uint32_t scale;        /**< 2^scale vertices, at most 31 */
    uint64_t vertices;     /**< number of vertices, except of kron, rmat, road, grid; 0: 2^scale */
    uint32_t edge_factor;  /**< kron, rmat, uniform: edges drawn per vertex */
    uint32_t width;        /**< road, grid: columns */
    uint32_t height;       /**< road, grid: rows */
    double keep;           /**< road: share of the edges of the grid that is kept */
    double radius;         /**< rgg: largest distance of neighbours in the unit square; 0: from degree */
    double degree;         /**< rgg: mean degree; 0: that of radius 0.55 sqrt(ln n / n), nearly always connected */
    double a;              /**< kron, rmat: probability of the quadrant of low sources and low targets */
    double b;              /**< kron, rmat: probability of low sources and high targets */
    double c;              /**< kron, rmat: probability of high sources and low targets */
    uint64_t seed;         /**< seed of the generator, the order and the weights */
    int32_t weight_max;    /**< 0: no weights; else whole numbers, uniform in 1..weight_max */
    mg_vertex_order order; /**< DEFAULT, NATURAL or SHUFFLED */
    mg_type weight_type;   /**< with weight_max: INT32 (also NONE), INT64, FLOAT32 or FLOAT64 */
} mg_generate_options;
/** All defaults. */
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

/** A generator of graphs. */
typedef struct mg_generator {
    const char *name;    /**< the `kind` of mg_generate(), such as "kron" */
    const char *summary; /**< description in one line */
} mg_generator;
/** Returns the generator at `position`, from 0; NULL after the last. Static. */
MG_API const mg_generator *mg_generator_at(size_t position);

/** Generates a graph. kind: "kron" (Graph500), "rmat", "uniform", "rgg", "road", "grid", "path", "cycle", "star",
 *  "complete" or "empty". options: NULL for all defaults. *graph: set on success; the caller frees it with
 *  mg_graph_destroy(). Graphs are undirected without loops and parallel edges, except rmat: directed, all drawn arcs
 *  kept. Vertices without edges are kept; ids are 0 .. n - 1.
 *  Deterministic: equal options give equal graphs for any number of threads. O(n + m) plus sorting of rows; kron and
 *  rmat draw an edge in O(scale). Errors: INVALID (unknown kind, bad option), RANGE (too large), MEMORY, CANCELLED.
 *  Source: Chakrabarti, Zhan, Faloutsos, SDM 2004 (rmat); Graph500 specification (kron). */
MG_API mg_status mg_generate(mg_context *context, const char *kind, const mg_generate_options *options,
                             mg_graph **graph);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * graphs.h: graphs: making, reading, writing, asking and generating them. Included by multigraph.h.
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

/** Whether the listed edges are directed. */
typedef enum mg_directedness {
    MG_AS_GIVEN,  /**< as the file (or mg_edge_list.symmetric) says */
    MG_DIRECTED,  /**< every listed edge is one arc */
    MG_UNDIRECTED /**< the listed edges of a pair, whatever their direction, are one undirected edge of least weight */
} mg_directedness;

/** Where weights come from. */
typedef enum mg_weight_source {
    MG_WEIGHTS_FILE,  /**< the file's, else none (every edge counts 1) */
    MG_WEIGHTS_UNIT,  /**< none: every edge counts 1 */
    MG_WEIGHTS_RANDOM /**< int32, uniform in 1..weight_max, the same for both directions of an undirected edge */
} mg_weight_source;

/** How a graph numbers its vertices: their indices, by which runs go through memory. Ids stay as they are. */
typedef enum mg_vertex_order {
    MG_ORDER_DEFAULT,  /**< natural; a snapshot's own; of a generated graph shuffled for kron */
    MG_ORDER_NATURAL,  /**< by id; of a generated graph as the kind makes them */
    MG_ORDER_SHUFFLED, /**< at random; of a generated graph its ids are drawn */
    MG_ORDER_DEGREE,   /**< vertices of most edges first, in groups of like degree that keep their order */
    MG_ORDER_RCM,      /**< reverse Cuthill-McKee: neighbours lie close together; for roads, meshes, webs */
    MG_ORDER_METIS,    /**< METIS's parts one after the other, each as by RCM; slow to find */
    MG_ORDER_AUTO      /**< RCM where numbers are scattered and searches stay narrow, else as it is */
} mg_vertex_order;
/** "natural", "rcm", ... A static string. */
MG_API const char *mg_order_name(mg_vertex_order order);

/** Options of mg_graph_read() and mg_graph_from_edges(). */
typedef struct mg_graph_options {
    size_t size;                  /**< of the struct; the INIT macro sets it */
    mg_directedness directedness; /**< whether the edges are directed */
    mg_weight_source weights;     /**< where weights come from */
    uint64_t weight_seed;         /**< for MG_WEIGHTS_RANDOM */
    int32_t weight_max;           /**< for MG_WEIGHTS_RANDOM; 0: 64 */
    bool drop_self_loops;         /**< leave out edges from a vertex to itself */
    bool merge_multi_edges;       /**< keep one of several edges from u to v, that of least weight */
    const char *format;           /**< mg_graph_read: the name of the file's format; NULL: known by content */
    mg_vertex_order order;        /**< how vertices are numbered: see mg_graph_reorder() */
    uint64_t order_seed;          /**< for MG_ORDER_SHUFFLED */
} mg_graph_options;
/** All defaults. */
#define MG_GRAPH_OPTIONS_INIT ((mg_graph_options){.size = sizeof(mg_graph_options)})

/** A list of edges in any order. Nothing is taken over; the arrays may be freed after the call. */
typedef struct mg_edge_list {
    uint64_t edge_count;   /**< elements of source, target and weight */
    mg_type id_type;       /**< MG_UINT32 or MG_UINT64: type of the elements of source, target and ids */
    const void *source;    /**< edge_count ids */
    const void *target;    /**< edge_count ids */
    mg_type weight_type;   /**< NONE, INT32, FLOAT32 or FLOAT64 */
    const void *weight;    /**< edge_count weights; NULL with MG_TYPE_NONE */
    bool contiguous;       /**< ids are id_base .. id_base + vertex_count - 1; else a vertex is what occurs as an id */
    uint64_t id_base;      /**< contiguous: the first id */
    uint64_t vertex_count; /**< contiguous: vertices; else: length of ids, further vertices that may have no edge */
    const void *ids;       /**< vertex_count ids, any order, duplicates allowed; NULL: none */
    bool symmetric;        /**< each listed edge stands for both directions */
} mg_edge_list;

/** Builds a graph from an edge list. A vertex's index is the rank of its id, unless the options give an order. Parallel
 * edges and loops are kept unless the options say otherwise; neighbours are sorted by index. An undirected loop is
 * stored once. Errors: INVALID, MEMORY, RANGE (2^32 - 1 vertices or more, NaN weight), CANCELLED; with an order those
 * of mg_graph_reorder(). O(n + m) time for 32-bit ids, else O(m log m). The result does not depend on the number of
 *  threads. */
MG_API mg_status mg_graph_from_edges(mg_context *context, const mg_edge_list *edges, const mg_graph_options *options,
                                     mg_graph **graph);

/** Builds a graph by copying CSR arrays: `offsets` has n + 1 elements, vertex v's out-neighbours are
 *  neighbours[offsets[v] .. offsets[v+1]) with weights beside them (weight_type NONE: weights is NULL). Ids are 0 ..
 *  n-1. With `directed` false the arrays must hold both directions of every edge, which is checked.
 *  Errors: INVALID (not a CSR; not symmetric), MEMORY, RANGE. O(n + m log degree). */
MG_API mg_status mg_graph_from_csr(mg_context *context, mg_vertex n, const uint64_t *offsets,
                                   const mg_vertex *neighbours, mg_type weight_type, const void *weights, bool directed,
                                   mg_graph **graph);

/** Reads a graph file in one of the formats of docs/file-formats.md, plain, gzip or zstd, known by content and name.
 *  Of an LDBC graph any of its three files, or their name without suffix. A snapshot (.mgb) is mapped, not read.
 *  Errors: FILE, FORMAT ("path:line: what was expected, what was found"), MEMORY, RANGE, INVALID, CANCELLED; with an
 *  order those of mg_graph_reorder(). */
MG_API mg_status mg_graph_read(mg_context *context, const char *path, const mg_graph_options *options,
                               mg_graph **graph);

/** Writes a graph to a file, replacing it only when all is written; a name that ends in .gz or .zst is compressed.
 *  format: edgelist, mtx, csv, dimacs, metis, ligra, ldbc (three files), galois, sg, wsg, csr or mgb; NULL: by the
 *  suffix, else edgelist. What the format cannot hold is a warning on the log; docs/file-formats.md says what that
 *  is. "/dev/stdout" is standard output as it stands. Errors: FILE, INVALID, MEMORY, UNSUPPORTED (fractional weights
 *  as wsg, more than a binary format can count), CANCELLED. */
MG_API mg_status mg_graph_write(mg_context *context, const mg_graph *graph, const char *path, const char *format);

/** A graph read from a snapshot is opened without reading its arrays. This reads and checks them; runs, products,
 *  mg_graph_in_edges and mg_graph_write do so by themselves before anything else, once. Call it before using
 *  mg_graph_out_edges of a file that may be damaged. Any other graph passes at once. Errors: FORMAT. */
MG_API mg_status mg_graph_check(mg_context *context, const mg_graph *graph);

/** A copy of a graph with its vertices numbered by `order`, so that what runs look at together lies together: worth it
 *  where a graph is used often, or kept as a snapshot, which keeps its order. A vertex's index is then its number in
 * that order, no longer the rank of its id; ids, weights and results by id are the same, but for parents where several
 * are right and the order of sums. mg_graph_id(), mg_graph_find() and mg_graph_by_id() lead from one to the other;
 * mg_cc() still names a component by its smallest id. seed: for MG_ORDER_SHUFFLED. O(n + m) and a sort, of the memory
 * of a second graph; docs/notebook/orders.md says what orders buy. The result does not depend on the number of threads.
 *  Errors: INVALID, MEMORY, CANCELLED; of METIS, UNSUPPORTED (the library was built without it) and RANGE (more than it
 *  can count, 2^31 - 1 as Debian builds it). METIS cannot be cancelled while it is at work. */
MG_API mg_status mg_graph_reorder(mg_context *context, const mg_graph *graph, mg_vertex_order order, uint64_t seed,
                                  mg_graph **reordered);

/** The order in which the vertices are numbered, never DEFAULT or AUTO, and, where `seconds` is not NULL, the time that
 *  choosing and making it took in this process. */
MG_API mg_vertex_order mg_graph_order(const mg_graph *graph, double *seconds);

/** The vertices in ascending order of their ids; NULL where that is 0, 1, 2, ..., as in a graph of natural order. The
 *  array belongs to the graph. */
MG_API const mg_vertex *mg_graph_by_id(const mg_graph *graph);

/** Frees a graph; NULL does nothing. No other thread may be using it. */
MG_API void mg_graph_destroy(mg_graph *graph);

/** Vertices. */
MG_API mg_vertex mg_graph_vertex_count(const mg_graph *graph);
/** Stored arcs: an undirected edge that is no loop counts twice. */
MG_API uint64_t mg_graph_arc_count(const mg_graph *graph);
/** Edges as a person counts them: arcs of a directed graph, pairs and loops of an undirected one. */
MG_API uint64_t mg_graph_edge_count(const mg_graph *graph);
/** Edges from a vertex to itself. */
MG_API uint64_t mg_graph_loop_count(const mg_graph *graph);
/** Whether the graph is directed. */
MG_API bool mg_graph_directed(const mg_graph *graph);
/** The type of the weights; MG_TYPE_NONE: there are none, every edge counts 1. */
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

/* ---- generators -------------------------------------------------------------------------------------------------- */

/** Options of mg_generate(). */
typedef struct mg_generate_options {
    size_t size;           /**< of the struct; the INIT macro sets it */
    uint32_t scale;        /**< 2^scale vertices, at most 31 */
    uint64_t vertices;     /**< not kron, rmat, road, grid: so many vertices; 0: 2^scale */
    uint32_t edge_factor;  /**< kron, rmat, uniform: edges drawn per vertex */
    uint32_t width;        /**< road, grid: columns */
    uint32_t height;       /**< road, grid: rows */
    double keep;           /**< road: the share of the grid's edges that stays */
    double radius;         /**< rgg: of the unit square's side; 0: from degree */
    double degree;         /**< rgg: mean degree; 0: that of radius 0.55 sqrt(ln n / n), nearly always connected */
    double a;              /**< kron, rmat: chance of the quadrant of low sources and low targets */
    double b;              /**< of low sources and high targets */
    double c;              /**< of high sources and low targets */
    uint64_t seed;         /**< the same seed gives the same graph */
    int32_t weight_max;    /**< 0: no weights; else int32, uniform in 1..weight_max */
    mg_vertex_order order; /**< DEFAULT, NATURAL or SHUFFLED */
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

/** A kind of graph that can be generated. */
typedef struct mg_generator {
    const char *name;    /**< "kron" */
    const char *summary; /**< in one line */
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

#ifdef __cplusplus
}
#endif

#endif

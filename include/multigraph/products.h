/* SPDX-License-Identifier: Apache-2.0
 *
 * products.h: products of the sparse adjacency matrix with vectors. Included by multigraph.h.
 */
#ifndef MG_PRODUCTS_H
#define MG_PRODUCTS_H

#include <multigraph/runs.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Semirings: the additive monoid, then the multiplication of an element x[u] and a weight w. */
typedef enum mg_semiring {
    MG_PLUS_TIMES,   /**< sum of x[u] * w */
    MG_MIN_PLUS,     /**< minimum of x[u] + w; integers saturate, their largest value is infinity */
    MG_OR_AND,       /**< 1 if x[u] and w are both not 0 for any u, else 0 */
    MG_MIN_FIRST,    /**< minimum of x[u] */
    MG_PLUS_FIRST,   /**< sum of x[u] */
    MG_USER_SEMIRING /**< the functions of mg_spmv_options */
} mg_semiring;

/** Options of mg_spmv() and mg_spmm(). */
typedef struct mg_spmv_options {
    size_t size;          /**< of the struct; the INIT macro sets it */
    mg_semiring semiring; /**< addition and multiplication */
    /** Element type of x and y: INT32, UINT32, INT64, UINT64, FLOAT32 or FLOAT64. Weights are converted to it; without
     *  weights they are 1. */
    mg_type type;
    bool transpose;       /**< false: row v holds the in-edges u -> v; true: the out-edges v -> u */
    bool accumulate;      /**< true: y = y (+) A x; false: y = A x */
    const uint8_t *mask;  /**< n bytes: rows with 0 keep their y; NULL: all rows are computed */
    bool mask_complement; /**< true: rows whose byte is not 0 keep their y instead */
    /** MG_USER_SEMIRING: bytes of an element, 1 to MG_ELEMENT_MAX; `type` is then the type of the weights, or NONE. */
    size_t element_size;
    const void *identity; /**< MG_USER_SEMIRING: identity of `add`, one element */
    /** MG_USER_SEMIRING: out = a (+) b. Called by several threads concurrently; `out` never aliases an input. */
    void (*add)(void *data, const void *a, const void *b, void *out);
    /** MG_USER_SEMIRING: out = x (*) weight, under the rules of `add`; `weight` is NULL with type NONE. */
    void (*multiply)(void *data, const void *x, const void *weight, void *out);
    void *data; /**< first argument of `add` and `multiply` */
    /** MG_USER_SEMIRING: the same for a GPU, as in mg_user_semiring (matrices.h); NULL: it runs on the CPU only. */
    const char *device_text;
    mg_backend_kind backend; /**< AUTO: a GPU if one can do it, else the CPU */
    /** CUDA: DENSE uses the dense representation, one column at a time; PULL the CSR rows, as the format SPLIT of
     *  matrices; AUTO: DENSE for a single column of a graph of at least 2^20 arcs, else PULL; SPARSE: PULL. The CPU
     * always uses the rows. */
    mg_mode mode;
    mg_dense_layout dense_layout; /**< CUDA: layout of the dense representation; BLOCKS only with MG_PAPER_LAYOUTS */
    uint32_t block_width;         /**< CUDA, layout BLOCKS: as in mg_run_options */
    uint32_t heavy_edges;         /**< CUDA, layout BLOCKS: as in mg_run_options */
    void *stream; /**< CUDA: a cudaStream_t in whose order the product runs; NULL: it runs after the work on the
                       default stream, and the call returns when it is complete */
    /** Receives the seconds that the GPU spent on the product, without transfers and construction of representations; 0
     *  on the CPU and if the call returns before the product is complete. NULL: not measured. */
    double *device_seconds;
} mg_spmv_options;
/** Largest element of MG_USER_SEMIRING, in bytes. */
#define MG_ELEMENT_MAX 64
/** All defaults. */
#define MG_SPMV_OPTIONS_INIT ((mg_spmv_options){.size = sizeof(mg_spmv_options), .type = MG_FLOAT64})

/** Sparse matrix-vector product y = A x over a semiring; A[dst][src] is the weight of the edge src -> dst.
 *  graph: not changed. options: NULL for all defaults. x: n elements, not changed; y: n elements, must not overlap x.
 *  Both belong to the caller, in host memory or, with backend CUDA, in device memory (also `mask`). Element v belongs
 *  to vertex v; a row without edges gives the identity of the addition. With all arrays in device memory and a stream
 *  the call returns before the product is complete, else after.
 *  The same as a product of mg_matrix_of_graph(). O(n + m). Deterministic: the CPU adds in the order of the neighbours,
 *  rows of more than 8,192 of them in pieces unless the semiring is the user's, a GPU in another fixed order.
 *  Errors: INVALID, MEMORY, FORMAT (damaged snapshot), UNSUPPORTED, DEVICE. */
MG_API mg_status mg_spmv(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, const void *x,
                         void *y);
/** Sparse matrix times dense matrix, Y = A X: mg_spmv() for k >= 1 columns at once. x and y: n rows of k elements,
 *  row-major. O((n + m) k). Otherwise as mg_spmv(). */
MG_API mg_status mg_spmm(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, uint32_t k,
                         const void *x, void *y);

#ifdef __cplusplus
}
#endif

#endif

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

/** What adds and what multiplies. */
typedef enum mg_semiring {
    MG_PLUS_TIMES,   /**< sum of x[u] * w */
    MG_MIN_PLUS,     /**< least x[u] + w; integers saturate, their greatest value is infinity */
    MG_OR_AND,       /**< 1 if any x[u] and w are not zero */
    MG_MIN_FIRST,    /**< least x[u] */
    MG_PLUS_FIRST,   /**< sum of x[u] */
    MG_USER_SEMIRING /**< functions of mg_spmv_options */
} mg_semiring;

/** Options of mg_spmv() and mg_spmm(). */
typedef struct mg_spmv_options {
    size_t size;          /**< of the struct; the INIT macro sets it */
    mg_semiring semiring; /**< what adds and what multiplies */
    /** Of x and y: INT32, UINT32, INT64, UINT64, FLOAT32, FLOAT64; weights are converted to it, missing ones are 1. */
    mg_type type;
    bool transpose;       /**< false: y[v] over the in-edges u -> v; true: over the out-edges v -> u */
    bool accumulate;      /**< y = y (+) A x instead of y = A x */
    const uint8_t *mask;  /**< n flags: rows with 0 keep their y; NULL: all rows */
    bool mask_complement; /**< rows with a flag other than 0 keep their y instead */
    /** MG_USER_SEMIRING: bytes of an element, at most MG_ELEMENT_MAX; `type` is then the weights' type, or NONE. */
    size_t element_size;
    const void *identity; /**< MG_USER_SEMIRING: of `add` */
    /** MG_USER_SEMIRING: out = a (+) b. Called by several threads at once; `out` is never an input. */
    void (*add)(void *data, const void *a, const void *b, void *out);
    /** MG_USER_SEMIRING: out = x (*) weight, as `add`; `weight` is NULL with type NONE. */
    void (*multiply)(void *data, const void *x, const void *weight, void *out);
    void *data;              /**< handed to both */
    mg_backend_kind backend; /**< AUTO: the CPU; CUDA takes named semirings only */
    /** CUDA: DENSE sweeps the dense representation; PULL goes through the rows; AUTO: DENSE for a single column of a
     * large graph, else PULL. Others: PULL. */
    mg_mode mode;
    mg_dense_layout dense_layout; /**< CUDA: what DENSE sweeps, */
    uint32_t block_width;         /**< and of BLOCKS how wide they are, */
    uint32_t heavy_edges;         /**< and from how many edges on heavy: both as in mg_run_options */
    void *stream; /**< CUDA: a cudaStream_t after whose work the product runs and which waits for it; NULL: none */
    /** Set to what the GPU took for the product itself, without transfers and building; 0 on the CPU, and where the call
     * returns before the work is done. NULL: nobody asks. */
    double *device_seconds;
} mg_spmv_options;
/** The most bytes of an element of MG_USER_SEMIRING. */
#define MG_ELEMENT_MAX 64
/** All defaults. */
#define MG_SPMV_OPTIONS_INIT ((mg_spmv_options){.size = sizeof(mg_spmv_options), .type = MG_FLOAT64})

/** y = A x over a semiring, where A[dst][src] is the weight of the edge src -> dst. x: n elements, not changed; y: n
 *  elements, distinct from x. A row without edges gets the semiring's zero. O(n + m). On the CPU sums run in the
 *  order of the neighbours; on a GPU in another fixed order: results are repeatable. x, y and mask may be in
 *  the memory of the GPU; with all of them there and a stream the call returns before the work is done, else when y
 *  is complete.
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

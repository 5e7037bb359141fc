/* SPDX-License-Identifier: Apache-2.0
 *
 * matrices.h: sparse matrices, their storage formats, and products with vectors and dense matrices. Included by
 * multigraph.h.
 */
#ifndef MG_MATRICES_H
#define MG_MATRICES_H

#include <multigraph/products.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An immutable sparse matrix of m rows and n columns. Contexts and threads may share it. */
typedef struct mg_matrix mg_matrix;

/** Storage formats. docs/matrix-formats.md says what each is best for. */
typedef enum mg_matrix_format {
    MG_FORMAT_AUTO,    /**< the library chooses; mg_matrix_statistics has the choice and its reason */
    MG_FORMAT_CSR,     /**< compressed sparse rows */
    MG_FORMAT_COO,     /**< one row and one column index per nonzero, sorted by row */
    MG_FORMAT_ELL,     /**< every row padded to the length of the longest */
    MG_FORMAT_SPLIT,   /**< CSR and a list of work items of at most 512 nonzeros of one row each */
    MG_FORMAT_ASPT,    /**< adaptive sparse tiling: unordered CSR whose rows begin with the nonzeros of dense tiles */
    MG_FORMAT_RS,      /**< RS-SpMM: segments of rows within panels of columns, and a CSR of all other nonzeros */
    MG_FORMAT_WELL,    /**< warped ELL: every 32 rows padded to their longest, rows sorted by length locally */
    MG_FORMAT_ADELL,   /**< adaptive ELL: warps of 32 lanes, each row with as many lanes as it needs */
    MG_FORMAT_COADELL, /**< ADELL whose columns are differences of 8, 16 or 32 bits */
    MG_FORMAT_CSB,     /**< compressed sparse blocks: square blocks, Morton order and short coordinates in each */
    MG_FORMAT_ECSB,    /**< expanded CSB: the number of its block at each nonzero; COO, ELL or both */
    MG_FORMAT_GCSB,    /**< grouped CSB: blocks by descending number of nonzeros, interleaved in groups */
    MG_FORMAT_HISPARSE /**< a tree of dense and sparse nodes of 128 x 128 entries, which edited matrices share */
} mg_matrix_format;
/** Number of formats. */
#define MG_FORMAT_COUNT 14
/** Returns the name of a format: "auto", "csr", ... Static string, never NULL. */
MG_API const char *mg_matrix_format_name(mg_matrix_format format);

/** A matrix as arrays, each in host memory or in that of a CUDA device. Exactly one of row_offsets and row_indices is
 * not NULL. */
typedef struct mg_matrix_arrays {
    uint64_t rows;     /**< below 2^32 - 1 */
    uint64_t columns;  /**< below 2^32 - 1 */
    uint64_t nonzeros; /**< stored elements */
    /** CSR: rows + 1 elements, row_offsets[0] = 0; row r is row_offsets[r] .. row_offsets[r + 1] */
    const uint64_t *row_offsets;
    const uint32_t *row_indices;    /**< COO: row of each nonzero, in any order */
    const uint32_t *column_indices; /**< column of each nonzero, in any order within a row; duplicates are kept */
    const void *values;             /**< `nonzeros` values of `type`; NULL with MG_TYPE_NONE: all 1 */
    mg_type type;                   /**< MG_TYPE_NONE, MG_INT32, MG_INT64, MG_FLOAT32 or MG_FLOAT64 */
} mg_matrix_arrays;

/** Creates a matrix in format CSR from arrays, which are copied. The order within a row is kept; COO is sorted by row,
 *  stable. Arrays in device memory are copied to the host after the work on the default stream; no other stream may
 *  still write to them. The first product on a device uploads the matrix. *matrix: set on success; the caller frees it
 *  with mg_matrix_destroy(). Errors: INVALID (inconsistent arrays), RANGE (2^32 - 1 rows or columns or more), MEMORY,
 *  DEVICE. O(m + nonzeros). Deterministic. */
MG_API mg_status mg_matrix_create(mg_context *context, const mg_matrix_arrays *arrays, mg_matrix **matrix);
/** Creates the matrix A[target][source] of a graph. It shares the arrays of the graph, so destroy it before the graph.
 *  Rows and columns are vertex indices; values: the weights, NONE without. O(1), or O(n + m) if a directed graph has no
 *  in-edges yet; they are then built.
 *  Errors: INVALID, MEMORY, FORMAT, CANCELLED. */
MG_API mg_status mg_matrix_of_graph(mg_context *context, const mg_graph *graph, mg_matrix **matrix);
/** Reads a rectangular matrix. Which format it has is seen by its content:
 *  - Matrix Market coordinate files, plain or compressed. Symmetric and skew-symmetric files are expanded; values:
 *    `pattern` NONE, `integer` INT32 or, where one does not fit, INT64, `real` FLOAT64.
 *  - `.npz` files of scipy.sparse.save_npz in the formats csr, csc and coo; csc and coo are sorted by row, stable.
 *    Values: float32 and float64 stay, integers become INT32 or, of 64 bits and uint32, INT64, bool NONE if all are
 *    true, else INT32.
 *  Deterministic. O(rows + nonzeros). Errors: INVALID, FILE, FORMAT ("path:line: ...", "path/member: ..."), RANGE,
 *  MEMORY, UNSUPPORTED (complex, dense), CANCELLED. */
MG_API mg_status mg_matrix_read(mg_context *context, const char *path, mg_matrix **matrix);
/** Writes a matrix by the suffix of its path: .mtx and .mm, also with .gz and .zst, a Matrix Market file, `general`,
 *  rows ascending; .npz a csr matrix of SciPy, where a pattern has `data` of type bool. An existing file is replaced
 *  only after all data is written. Errors: FILE, INVALID (a value of a Matrix Market file is not finite), MEMORY,
 *  UNSUPPORTED (another suffix), CANCELLED. */
MG_API mg_status mg_matrix_write(mg_context *context, const mg_matrix *matrix, const char *path);
/** Frees a matrix; views of it stay valid. NULL is allowed. */
MG_API void mg_matrix_destroy(mg_context *context, mg_matrix *matrix);

/** Creates a view of the transposed matrix, in O(1): it shares the arrays of `matrix` in every format. Freed by
 *  mg_matrix_destroy(). Errors: INVALID, MEMORY. */
MG_API mg_status mg_matrix_transposed(mg_context *context, const mg_matrix *matrix, mg_matrix **view);
/** The same for `factor` times the matrix. factor: finite. The type of the values is then FLOAT64 unless it was a
 *  floating-point type or the factor is 1. Products multiply each nonzero by it: with MG_PLUS_TIMES over integers
 *  alpha * factor must be an integer of the type, with MG_MIN_PLUS it must be 1, with MG_OR_AND not 0. */
MG_API mg_status mg_matrix_scaled(mg_context *context, const mg_matrix *matrix, double factor, mg_matrix **view);

/** Creates the matrix in another format, with the view state of `matrix`; CSR and SPLIT share its arrays. AUTO chooses
 *  by `k` columns and `runs` expected products (0: many). *converted: set on success; the caller frees it with
 *  mg_matrix_destroy(). O(rows + nonzeros), ELL O(rows * longest row). Deterministic.
 *  Errors: INVALID, MEMORY, UNSUPPORTED (ELL, WELL and ECSB of more than 4 times the bytes of CSR). */
MG_API mg_status mg_matrix_convert(mg_context *context, const mg_matrix *matrix, mg_matrix_format format, uint32_t k,
                                   uint64_t runs, mg_matrix **converted);

/** Source of the sizes of the tiles of ASPT and of the panels of RS. */
typedef enum mg_tiling {
    MG_TILING_AUTO, /**< on a GPU HOPPER; on the CPU ASPT: CACHE, RS: PAPER */
    /** the publications' constants, for an NVIDIA P100; CSB and GCSB: coordinates of 32 bits and every block */
    MG_TILING_PAPER,
    MG_TILING_HOPPER, /**< larger ones, for 227 KB of shared memory */
    MG_TILING_CACHE   /**< ASPT only: the rows of X and Y that a tile reads fill half of the CPU's L2 cache */
} mg_tiling;

/** How ECSB stores block rows. */
typedef enum mg_ecsb_parts {
    MG_ECSB_AUTO,  /**< HYBRID if at least 4096 block rows are long enough for it, else COO (Bell and Garland) */
    MG_ECSB_COO,   /**< all nonzeros in a list */
    MG_ECSB_ELL,   /**< all block rows padded to the longest */
    MG_ECSB_HYBRID /**< ELL up to the length that a third of the block rows reach, the rest as COO */
} mg_ecsb_parts;

/** How mg_matrix_convert_with() chooses and builds a format. */
typedef struct mg_format_options {
    size_t size;             /**< of the struct; the INIT macro sets it */
    uint32_t k;              /**< columns of the expected products */
    uint64_t runs;           /**< number of expected products; 0: many */
    mg_backend_kind backend; /**< AUTO chooses for this one; AUTO: a GPU if there is one, else the CPU */
    mg_tiling tiling;        /**< source of the sizes that the next three fields do not give */
    uint32_t panel_rows;     /**< ASPT: rows of a panel, at most 2^20; 0: by `tiling` */
    /** ASPT: columns of a tile, RS: of a panel, CSB, ECSB and GCSB: rows and columns of a block; a power of two up to
     *  2^16; HISPARSE: of a node, 4 to 256; 0: by `tiling` */
    uint32_t tile_columns;
    /** ASPT: minimum number of nonzeros of a dense column of a panel. RS: a segment of a row in a panel with more
     *  nonzeros than this is heavy. 0: ASPT by `tiling`, RS the value of lowest cost (docs/matrix-formats.md). */
    uint32_t threshold;
    uint32_t group;      /**< GCSB: blocks of a group, at most 1024; 0: 32 */
    mg_ecsb_parts parts; /**< ECSB: how block rows are stored */
} mg_format_options;
/** All defaults: AUTO chooses for many products with one column. */
#define MG_FORMAT_OPTIONS_INIT ((mg_format_options){.size = sizeof(mg_format_options), .k = 1})
/** As mg_matrix_convert(), with all options. options: NULL for all defaults. ASPT and RS: O(rows + nonzeros), and
 *  4 * columns bytes for each thread while they are built. SPLIT, ASPT and RS for a GPU: O(rows), the CSR is kept, and
 *  the device makes their arrays at the first product there. Errors: also INVALID for sizes out of range, UNSUPPORTED for
 *  rows of 2^32 nonzeros or more, and for too many blocks. */
MG_API mg_status mg_matrix_convert_with(mg_context *context, const mg_matrix *matrix, mg_matrix_format format,
                                        const mg_format_options *options, mg_matrix **converted);

/** Returns the number of rows; 0 for NULL. O(1), like the next four. */
MG_API uint64_t mg_matrix_rows(const mg_matrix *matrix);
/** Returns the number of columns; 0 for NULL. */
MG_API uint64_t mg_matrix_columns(const mg_matrix *matrix);
/** Returns the number of stored nonzeros; 0 for NULL. */
MG_API uint64_t mg_matrix_nonzeros(const mg_matrix *matrix);
/** Returns the type of the values; NONE for a pattern and for NULL. */
MG_API mg_type mg_matrix_type(const mg_matrix *matrix);
/** Returns the storage format; AUTO for NULL. */
MG_API mg_matrix_format mg_matrix_format_of(const mg_matrix *matrix);
/** Decodes the matrix into CSR arrays, in the order of the CSR that it was made from. Of a transposed view each row
 *  ascends by column, stable; values are multiplied by the factor. The arrays belong to the library and stay valid
 * until the matrix is destroyed. O(rows + nonzeros) at the first call. Errors: INVALID, MEMORY, CANCELLED. */
MG_API mg_status mg_matrix_to_csr(mg_context *context, const mg_matrix *matrix, mg_matrix_arrays *csr);

/** An array of a storage format. */
typedef struct mg_matrix_array {
    const char *name; /**< static string */
    uint64_t bytes;   /**< 0: the matrix does not have it, as a pattern has no values */
} mg_matrix_array;
/** Most arrays of a format. */
#define MG_MATRIX_ARRAYS_MAX 16

/** What mg_matrix_describe() reports. */
typedef struct mg_matrix_statistics {
    size_t size;              /**< of the struct; the INIT macro sets it */
    uint64_t bytes;           /**< bytes of all arrays of the format, those of `arrays` */
    uint64_t predicted_bytes; /**< the same by the format's formula, before it was built */
    uint64_t padding;         /**< stored elements that are no nonzeros */
    uint64_t units; /**< rows (CSR, ELL), nonzeros (COO), items (SPLIT), tiles (ASPT), segments (RS), warps (WELL to
                       COADELL) */
    uint64_t longest_row;     /**< nonzeros of the longest row */
    double mean_row;          /**< nonzeros per row */
    double heavy_share;       /**< share of the nonzeros in rows of more than 512 nonzeros */
    /** time of the conversion into this format on the host; for ASPT and RS for a GPU without the arrays that the
     *  device makes */
    double build_seconds;
    /** time in which a GPU built the arrays for its products, by its clock, without copies from the host; 0 before the
     *  first product there */
    double device_build_seconds;
    const char *why;          /**< AUTO: reason of the choice, valid as long as the matrix; else NULL */
    uint64_t array_count;     /**< arrays of the format; their bytes add up to `bytes` */
    mg_matrix_array arrays[MG_MATRIX_ARRAYS_MAX]; /**< the first array_count are set */
    uint64_t sparse_nodes;    /**< HISPARSE: inner nodes that are lists of their children; else 0, like the next four */
    uint64_t dense_nodes;     /**< inner nodes with a place for every child */
    uint64_t children;        /**< children of all inner nodes */
    uint64_t sparse_leaves;   /**< leaves that are lists of their nonzeros */
    uint64_t dense_leaves;    /**< leaves with a place for every value */
} mg_matrix_statistics;
/** All 0. */
#define MG_MATRIX_STATISTICS_INIT ((mg_matrix_statistics){.size = sizeof(mg_matrix_statistics)})
/** Describes a matrix: its own numbers and those of its format; of a view those of the storage that it shares.
 *  *statistics: memory of the caller with `size` set. O(rows) at the first call. Errors: INVALID. */
MG_API mg_status mg_matrix_describe(mg_context *context, const mg_matrix *matrix, mg_matrix_statistics *statistics);

/** Options of mg_matrix_add_with(). */
typedef struct mg_add_options {
    size_t size; /**< of the struct; the INIT macro sets it */
    /** CPU (default), CUDA, or AUTO: a GPU if one can do it, else the CPU. A GPU adds matrices as CSR whose rows
     * ascend, with values of the type of the sum or none; others are UNSUPPORTED there. */
    mg_backend_kind backend;
    double *device_seconds; /**< receives the seconds that the GPU spent, without transfers; NULL: not measured */
} mg_add_options;
/** All defaults. */
#define MG_ADD_OPTIONS_INIT ((mg_add_options){.size = sizeof(mg_add_options), .backend = MG_BACKEND_CPU})

/** alpha A + beta B for matrices or views of the same shape. *sum: set on success; the caller frees it with
 *  mg_matrix_destroy(). Entries at the same place are one entry of the sum, also if it is 0; rows ascend. The format is
 *  that of A and B, CSR if they differ. Type: FLOAT64 if one has it, or a factor of integers is no integer, else
 *  FLOAT32 if one has it, else INT64 or INT32, saturating. HISPARSE with nodes of the same side is added leaf by leaf,
 *  transposed views too; other formats row by row as CSR. O(rows + nonzeros). Deterministic. Errors: INVALID (shapes, a
 *  factor that is not finite), MEMORY, UNSUPPORTED (as mg_matrix_convert()). */
MG_API mg_status mg_matrix_add(mg_context *context, double alpha, const mg_matrix *a, double beta, const mg_matrix *b,
                               mg_matrix **sum);
/** mg_matrix_add() with options; NULL for all defaults. The sum is the same on a GPU, bit by bit, and its arrays are in
 *  host memory. Errors besides: DEVICE. */
MG_API mg_status mg_matrix_add_with(mg_context *context, double alpha, const mg_matrix *a, double beta,
                                    const mg_matrix *b, const mg_add_options *options, mg_matrix **sum);

/** Changes of the entries of a matrix, in its coordinates. */
typedef struct mg_matrix_changes {
    size_t size;                    /**< of the struct; the INIT macro sets it */
    uint64_t set_count;             /**< entries to insert or change */
    const uint32_t *set_rows;       /**< their rows */
    const uint32_t *set_columns;    /**< their columns */
    const void *set_values;         /**< their values, of the type of the matrix; NULL for a pattern */
    uint64_t remove_count;          /**< entries to remove; those that are not there are ignored */
    const uint32_t *remove_rows;    /**< their rows */
    const uint32_t *remove_columns; /**< their columns */
} mg_matrix_changes;
/** No changes. */
#define MG_MATRIX_CHANGES_INIT ((mg_matrix_changes){.size = sizeof(mg_matrix_changes)})
/** Creates a new version of a matrix or transposed view, which stays as it is. All entries at a place that is set or
 *  removed are removed; a place that is set then has one entry. Removals come first; of several values of a place the
 *  last one is used. Rows with changes ascend. *edited: set on success, in the format of `matrix`; the caller frees it
 *  with mg_matrix_destroy(), in any order with `matrix`. HISPARSE: the versions share all nodes without changes;
 *  O(changes and their nodes), and memory goes back with the last version that uses it. Other formats are rebuilt.
 *  Deterministic. Errors: INVALID (a place outside, a view times a factor), MEMORY, UNSUPPORTED (as
 *  mg_matrix_convert()). */
MG_API mg_status mg_matrix_edit(mg_context *context, const mg_matrix *matrix, const mg_matrix_changes *changes,
                                mg_matrix **edited);

/** A semiring of functions, for MG_USER_SEMIRING; the same as in mg_spmv_options. */
typedef struct mg_user_semiring {
    size_t element_size;  /**< bytes of an element, 1 to MG_ELEMENT_MAX */
    const void *identity; /**< identity of `add`, one element */
    /** out = a (+) b. Called by several threads concurrently; `out` never aliases an input. */
    void (*add)(void *data, const void *a, const void *b, void *out);
    /** out = x (*) value, under the rules of `add`; `value` is NULL with type NONE. */
    void (*multiply)(void *data, const void *x, const void *value, void *out);
    void *data; /**< first argument of `add` and `multiply` */
    /** For a GPU: the same as a text in CUDA C++, or C that is C++, too, without includes: it defines the type
     * `element`, of element_size bytes, and the functions `element add(element a, element b)`, which must commute, and
     *  `element multiply(element x, value w)`; `value` is the type of the values; with type NONE
     *  `element multiply(element x)`. It is compiled at the first product, and kept on disk as programs are.
     *  Operands in device memory are aligned to the largest power of two up to 16 that divides element_size. NULL: the
     *  semiring runs on the CPU only. */
    const char *device_text;
} mg_user_semiring;

/** How products with HISPARSE on a GPU divide its nodes into work. */
typedef enum mg_scheduler {
    MG_SCHEDULER_FLAT,       /**< a list of the leaves, made once */
    MG_SCHEDULER_PERSISTENT, /**< one resident kernel traverses the tree: queues for each type of node */
    MG_SCHEDULER_DYNAMIC     /**< the same queues; a kernel for each that has nodes, launched until all are empty */
} mg_scheduler;

/** Options of the products of matrices. */
typedef struct mg_product_options {
    size_t size;          /**< of the struct; the INIT macro sets it */
    mg_semiring semiring; /**< addition and multiplication */
    /** Element type of the dense operands and of the result: INT32, INT64, FLOAT32 or FLOAT64; values are converted to
     *  it, out of range to the nearest, fractions towards 0. MG_USER_SEMIRING: type of the values, or NONE. */
    mg_type type;
    /** MG_USER_SEMIRING, for products with vectors and dense matrices: the functions. They run on the matrix's CSR; on
     *  the CPU they add in the order of the nonzeros, on a GPU, where there is a `device_text`, in another fixed order.
     *  alpha is 1, beta 0 or 1, the matrix has no factor. */
    const mg_user_semiring *user;
    bool transpose; /**< product with the transposed matrix */
    /** MG_PLUS_TIMES: y = alpha A x + beta y; finite, over integers integers of the type. Other semirings: alpha is 1
     * and beta 0, or 1: y = y (+) A x. With beta 0 the former y is not read. */
    double alpha;
    double beta; /**< see alpha */
    /** A byte for each row of the result: rows with 0 keep their y (SDDMM: the nonzeros of the row keep their out);
     *  NULL: all rows are computed. */
    const uint8_t *mask;
    bool mask_complement;    /**< true: rows whose byte is not 0 keep their y instead */
    bool scale;              /**< SDDMM: multiply each result by the matrix's value (default true) */
    bool deterministic;      /**< sums in a fixed order: results are equal bit by bit in every run */
    /** true: UNSUPPORTED if the format has no kernel for the operation; false: it then runs on CSR. RS on a GPU: its
     *  transposed products run on its own arrays, else on a second copy, which is faster. */
    bool strict;
    mg_backend_kind backend; /**< AUTO: a GPU if there is one, else the CPU */
    void *stream;            /**< CUDA: a cudaStream_t in whose order the product runs; NULL: it runs after the work
                                  on the default stream, and the call returns when it is complete */
    double *device_seconds;  /**< receives the seconds that the GPU spent; NULL: not measured. As in mg_spmv_options */
    /** HISPARSE, one column, on a GPU; others ignore it. PERSISTENT and DYNAMIC need elements of the type of the
     *  matrix's values, else FLAT runs. */
    mg_scheduler scheduler;
} mg_product_options;
/** All defaults. */
#define MG_PRODUCT_OPTIONS_INIT                                                                                        \
    ((mg_product_options){.size = sizeof(mg_product_options), .type = MG_FLOAT32, .alpha = 1.0, .scale = true})

/** y = alpha A x + beta y over a semiring. options: NULL for all defaults. x: as many elements as the matrix has
 * columns (transposed: rows); y: as many as it has rows; host memory or, with backend CUDA, device memory. y must not
 * overlap x. O(rows + nonzeros). Deterministic on the CPU, for any number of threads; on a GPU with `deterministic`.
 *  Errors: INVALID, MEMORY, UNSUPPORTED, DEVICE; nothing is written after an error in the arguments. */
MG_API mg_status mg_matrix_spmv(mg_context *context, const mg_matrix *matrix, const mg_product_options *options,
                                const void *x, void *y);
/** Y = alpha A X + beta Y for k >= 1 columns, row-major: row r of X begins at element r * x_stride, x_stride >= k; the
 *  same for Y. Otherwise as mg_matrix_spmv(). */
MG_API mg_status mg_matrix_spmm(mg_context *context, const mg_matrix *matrix, const mg_product_options *options,
                                uint32_t k, const void *x, uint64_t x_stride, void *y, uint64_t y_stride);
/** Sampled dense-dense product: out[e] = alpha * value[e] * (X[row of e] . Y[column of e]) + beta * out[e] for each
 *  nonzero e, in the order of mg_matrix_to_csr(). With `scale` false value[e] and the factor of a view are left out.
 *  Transposed: rows and columns are those of the transposed matrix and so is the order. X: rows x k, Y: columns x k,
 *  row-major with strides; MG_PLUS_TIMES only. out must not overlap X and Y. Errors: as mg_matrix_spmv(). */
MG_API mg_status mg_matrix_sddmm(mg_context *context, const mg_matrix *matrix, const mg_product_options *options,
                                 uint32_t k, const void *x, uint64_t x_stride, const void *y, uint64_t y_stride,
                                 void *out);

#ifdef __cplusplus
}
#endif

#endif

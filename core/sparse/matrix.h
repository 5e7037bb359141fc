/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix.h: the matrix object. An mg_matrix is a view (transposed, factor) of an immutable storage that all its views
 * share by a reference count. What is derived of a storage on demand is kept with it under its lock.
 */
#ifndef MG_CORE_SPARSE_MATRIX_H
#define MG_CORE_SPARSE_MATRIX_H

#include "core/context.h"

#include <multigraph/matrices.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct mg_format mg_format; /* core/sparse/formats.h */

/* CSR: row r holds the nonzeros offsets[r] .. offsets[r + 1], offsets[0] = 0. */
typedef struct mg_csr_rows {
    uint64_t *offsets; /* rows + 1 */
    uint32_t *columns; /* a column for each nonzero */
    void *values;      /* a value for each nonzero; NULL with type NONE: all 1 */
} mg_csr_rows;

/* A piece of a row that is too long for one thread. */
typedef struct mg_row_piece {
    uint64_t begin; /* first nonzero */
    uint32_t row;
    uint32_t count; /* nonzeros */
} mg_row_piece;

/* Rows of more than MG_ROW_PIECE_MAX nonzeros, cut into pieces of MG_ROW_PIECE_MAX, the last one shorter, in row order.
 */
#define MG_ROW_PIECE_MAX 8192
static inline uint64_t mg__row_pieces(uint64_t length) {
    return length > MG_ROW_PIECE_MAX ? (length + MG_ROW_PIECE_MAX - 1) / MG_ROW_PIECE_MAX : 0;
}
typedef struct mg_long_rows {
    mg_row_piece *pieces;
    uint64_t piece_count;
} mg_long_rows;

/* Sizes that the formulas of formats and the choice of a format read. */
typedef struct mg_matrix_shape {
    uint64_t rows, columns, nonzeros;
    uint64_t longest;     /* nonzeros of the longest row */
    uint64_t heavy;       /* nonzeros in rows of more than MG_SPLIT_ITEM */
    uint64_t split_items; /* work items of SPLIT, */
    uint64_t split_rows;  /* rows with several of them */
    size_t value_size;    /* bytes of a value; 0: pattern */
} mg_matrix_shape;
/* Most nonzeros of a work item of SPLIT. */
#define MG_SPLIT_ITEM 512

/* The values as another type. */
typedef struct mg_matrix_values {
    struct mg_matrix_values *next;
    mg_type type;
    void *values;
} mg_matrix_values;

/* Bytes of the reason of a choice. */
#define MG_WHY_SIZE 240

typedef struct mg_storage {
    mg_allocator memory;
    atomic_uint references;
    const mg_format *format;
    uint64_t rows, columns, nonzeros;
    mg_type type; /* of the values */
    /* CSR and formats that add to it (SPLIT): their CSR. All NULL: the format has arrays of its own instead. */
    mg_csr_rows csr;
    void *layout;                  /* arrays of the format beside or instead of `csr`; NULL: none */
    struct mg_storage *base;       /* storage whose `csr` this one uses, a reference; NULL: none */
    const mg_graph *graph;         /* graph whose arrays `csr` are; NULL: they belong to this storage or to `base` */
    bool incoming;                 /* with `graph`: `csr` are its in-edges, else its out-edges */
    const mg_spmv_options *how;    /* of mg_spmv: representation of the graph; NULL: `csr` */
    /* ASPT and RS for a GPU: `csr` is that of `base`, `layout` is NULL, and the format's arrays are made on the device
     * at the first product there; those of the host are `hosted`. */
    bool on_device;
    mg_format_options options;     /* with which the format was built */
    double build_seconds;          /* time of the conversion into the format */
    uint64_t predicted_bytes;      /* before it was built, where the format has `predict` */
    char why[MG_WHY_SIZE];         /* AUTO: reason of the choice; else empty */
    double predicted_seconds;      /* AUTO: of a product with options.k columns; 0: not predicted */
    pthread_mutex_t lock;          /* guards the following fields; each is built once and stays */
    struct mg_storage *decoded;    /* the same matrix as CSR, where `csr` is NULL */
    struct mg_storage *hosted;     /* with `on_device`: the same matrix in the same format, with `layout` */
    struct mg_storage *transposed; /* the transposed matrix as CSR: CSC arrays; columns ascend by row, stable */
    mg_matrix_values *converted;   /* values of `csr` as other types */
    mg_long_rows *long_rows;
    struct mg_block_index *blocks; /* formats of square blocks: square_blocks.h */
    bool measured; /* is `shape` set? */
    mg_matrix_shape shape;
    pthread_mutex_t device_lock; /* guards what a device backend keeps; acquired before `lock` */
    void *device;                /* NULL: nothing */
    double device_seconds;       /* time of building it there, by the device's clock, without copies from the host */
    void (*device_release)(mg_context *context, void *device); /* `context` may be NULL */
} mg_storage;

struct mg_matrix {
    mg_allocator memory;
    mg_storage *storage;
    bool transposed;
    double factor;
    void *scaled; /* values of mg_matrix_to_csr() where factor is not 1; guarded by the storage's lock */
};

/* Creates an empty storage of a size: one reference, all arrays NULL, memory of the context. */
mg_status mg__storage_create(mg_context *context, const mg_format *format, uint64_t rows, uint64_t columns,
                             uint64_t nonzeros, mg_type type, mg_storage **storage);
mg_storage *mg__storage_retain(mg_storage *storage);
/* Drops a reference; frees the storage with the last one. NULL is allowed. */
void mg__storage_release(mg_context *context, mg_storage *storage);

/* Allocates the arrays of `csr`. */
mg_status mg__storage_allocate_csr(mg_context *context, mg_storage *storage);

/* Builds a format, with arrays on the host, from a storage with `csr`; options: checked. */
mg_status mg__storage_build(mg_context *context, const mg_format *format, const mg_format_options *options,
                            mg_storage *from, mg_storage **built);

/* Creates the view of a storage that is not transposed; takes over the reference, also on failure. */
mg_status mg__matrix_adopt(mg_context *context, mg_storage *storage, mg_matrix **matrix);
/* The same with the view state of another matrix. */
mg_status mg__matrix_like(mg_context *context, const mg_matrix *matrix, mg_storage *storage, mg_matrix **view);

/* The storage that owns the matrix's CSR: itself, the one whose arrays it uses, or one decoded at the first call. Not a
 * new reference. */
mg_status mg__storage_csr(mg_context *context, mg_storage *storage, mg_storage **csr);
/* The storage that has the format's arrays on the host: itself, or with `on_device` one that is built at the first
 * call. Not a new reference. */
mg_status mg__storage_hosted(mg_context *context, mg_storage *storage, mg_storage **hosted);
/* Seconds for which a device built what products of this storage read; 0: nothing yet. */
double mg__storage_device_seconds(mg_storage *storage);
/* The transposed matrix as a storage with `csr`, built at the first call. Not a new reference. */
mg_status mg__storage_transposed(mg_context *context, mg_storage *storage, mg_storage **transposed);
/* The values of `csr`, or else of the layout, as `type`, converted at the first call; NULL where there are none. */
mg_status mg__storage_values(mg_context *context, mg_storage *storage, mg_type type, const void **values);
/* The long rows of `csr`, found at the first call. */
mg_status mg__storage_long_rows(mg_context *context, mg_storage *storage, const mg_long_rows **long_rows);
/* The long rows of a storage with `csr`, in memory of `memory`. */
mg_status mg__find_long_rows(mg_context *context, const mg_storage *storage, const mg_allocator *memory,
                             mg_long_rows *long_rows);

/* ---- matrices of graphs: core/sparse/graph_matrix.c ---- */

/* Fills *storage, memory of the caller, with the in-edges of a graph or (transposed) its out-edges, for products until
 * mg__graph_matrix_close(). The caller has called mg__graph_begin_use(). */
mg_status mg__graph_matrix_open(mg_context *context, const mg_graph *graph, bool transposed, mg_storage *storage);
void mg__graph_matrix_close(mg_storage *storage);
/* The long rows of such a storage; the graph keeps them. */
mg_status mg__graph_long_rows(mg_context *context, const mg_storage *storage, const mg_long_rows **long_rows);
/* Pins what a graph keeps while a product reads it; nothing for other matrices. */
void mg__storage_begin_use(mg_storage *storage);
void mg__storage_end_use(mg_context *context, mg_storage *storage);

/* The sizes of any matrix; one that was edited or added is decoded for them. */
mg_status mg__storage_measure(mg_context *context, mg_storage *storage, mg_matrix_shape *shape);
/* The sizes of a matrix that has `csr` or was built from one, measured at the first call. */
mg_matrix_shape mg__storage_shape(const mg_context *context, mg_storage *storage);

/* Converts the values begin .. end of an array to another type. */
void mg__values_convert(mg_type from, const void *values, uint64_t begin, uint64_t end, mg_type to, void *converted);
/* Sets value i of an array of a type (mg__weight_at reads it), clamped to the type's range. */
void mg__value_store(mg_type type, void *values, uint64_t i, double value);

#endif

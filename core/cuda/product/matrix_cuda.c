/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/matrix_cuda.h"

#include "core/cuda/product/aspt/device_aspt.h"
#include "core/cuda/product/dense_product.h"
#include "core/cuda/product/product_launch.h"
#include "core/cuda/product/rs/device_rs.h"
#include "core/cuda/product/split/device_matrix.h"
#include "core/cuda/product/split/split_kernels.h"
#include "core/cuda/product/staging.h"
#include "core/cuda/product/user/user_product.h"
#include "core/cuda/product/vector_product.h"
#include "core/sparse/formats.h"

mg_split_kernels mg__split_kernels(mg_semiring semiring, mg_type type, uint32_t k, bool vectors, bool runs) {
    return type == MG_FLOAT32   ? mg__split_kernels_f32(semiring, k, vectors, runs)
           : type == MG_FLOAT64 ? mg__split_kernels_f64(semiring, k, vectors, runs)
           : type == MG_INT32   ? mg__split_kernels_i32(semiring, k, vectors, runs)
           : type == MG_UINT32  ? mg__split_kernels_u32(semiring, k, vectors, runs)
           : type == MG_UINT64  ? mg__split_kernels_u64(semiring, k, vectors, runs)
                                : mg__split_kernels_i64(semiring, k, vectors, runs);
}

/* May rows of a dense operand be read 16 bytes at a time? */
static bool is_aligned(const void *operand, uint64_t stride, uint32_t k, size_t size) {
    return ((uintptr_t)operand | stride * size | k * size) % 16 == 0;
}

typedef struct matrix_work {
    mg_context *context;
    mg_cuda *cuda;
    mg_staging staging;
    mg_storage *storage;     /* whose kernels run: of format ASPT or RS, or a CSR, not transposed any more */
    mg_matrix_format format; /* ASPT, RS, or SPLIT */
    mg_device_split matrix;  /* the CSR, or what is not in the tiles of ASPT, or light in RS */
    mg_aspt_device aspt;
    mg_rs_device rs;
    uint64_t rows, columns; /* of the product's matrix */
    size_t size;            /* bytes of an element */
} matrix_work;

/* The CSC needs a second copy of the matrix, but no atomic additions: then products are three to five times as fast.
 * True if it was made before, or if the device has twice its bytes. */
static bool has_room_for_csc(mg_storage *storage, size_t size) {
    size_t free = 0, total = 0;
    pthread_mutex_lock(&storage->lock);
    const bool is_made = storage->transposed != NULL;
    pthread_mutex_unlock(&storage->lock);
    const uint64_t bytes =
        storage->nonzeros * (sizeof(uint32_t) + size) + storage->columns * (sizeof(uint64_t) + sizeof(mg_device_item));
    return is_made || (cudaMemGetInfo(&free, &total) == cudaSuccess && bytes <= free / 2);
}

/* The format whose kernels run; the largest tiles do not fit the shared memory of every device. Sampled products with
 * tiles in shared memory were slower than those with the CSR, from which the tiles were made and which is there. */
static mg_matrix_format format_of(mg_context *context, const mg_cuda *cuda, mg_storage *storage,
                                  const mg_product_options *o, bool sddmm) {
    const mg_matrix_format format = storage->format->id;
    const bool is_aspt = format == MG_FORMAT_ASPT && !o->transpose && !sddmm;
    const bool is_rs = format == MG_FORMAT_RS && !sddmm;
    if (is_rs && o->transpose && !o->strict && has_room_for_csc(storage, mg__type_size(o->type))) {
        mg__log(context, MG_LOG_INFO,
                "format rs: its transposed product runs on csc; `strict` keeps to its own arrays");
        return MG_FORMAT_SPLIT;
    }
    if ((is_aspt && mg__aspt_fits(context, cuda, storage)) || (is_rs && mg__rs_fits(cuda, storage))) {
        return format;
    }
    if (is_aspt || is_rs) {
        mg__log(context, MG_LOG_INFO,
                "format %s: more than 2^32 nonzeros, or tiles do not fit %u bytes of shared memory: "
                "it runs on csr",
                storage->format->name, mg__cuda_shared_limit(cuda));
    }
    return MG_FORMAT_SPLIT;
}

static mg_status open_matrix(mg_context *context, mg_storage *storage, const mg_product_options *o, bool weighted,
                             bool sddmm, matrix_work *w) {
    mg_status status = MG_OK;
    const mg_type values = weighted ? o->type : MG_TYPE_NONE;
    w->context = context;
    w->size = mg__type_size(o->type);
    w->storage = storage;
    w->rows = o->transpose ? storage->columns : storage->rows;
    w->columns = o->transpose ? storage->rows : storage->columns;
    MG_TRY(mg__cuda_open(context, &w->cuda));
    w->staging = (mg_staging){.context = context, .cuda = w->cuda, .users = o->stream};
    w->format = format_of(context, w->cuda, storage, o, sddmm);
    if (w->format == MG_FORMAT_ASPT) {
        MG_TRY(mg__device_aspt(context, w->cuda, storage, values, &w->aspt));
        w->matrix = w->aspt.sparse;
    } else if (w->format == MG_FORMAT_RS) {
        MG_TRY(mg__device_rs(context, w->cuda, storage, values, &w->rs));
        w->matrix = w->rs.light;
    } else {
        MG_TRY(o->transpose ? mg__storage_transposed(context, storage, &w->storage)
                            : mg__storage_csr(context, storage, &w->storage));
        MG_TRY(mg__device_matrix(context, w->cuda, w->storage, values, &w->matrix));
    }
out:
    return status;
}

static mg_status launch(matrix_work *w, const void *kernel, uint64_t blocks, const void *argument, size_t bytes) {
    const mg_product_launch shape = {.kernel = kernel, .blocks = blocks, .threads = MG_SPLIT_THREADS};
    return mg__product_launch(w->context, w->cuda, &shape, argument, bytes);
}

static uint64_t blocks_for(uint64_t items, uint32_t items_of_block) {
    return (items + items_of_block - 1) / items_of_block;
}

/* A launch for all tiles of columns. */
static mg_status launch_tiles(matrix_work *w, const void *kernel, uint64_t blocks, uint32_t columns,
                              mg_split_product *p) {
    p->tile_blocks = (uint32_t)blocks;
    return launch(w, kernel, blocks * blocks_for(p->k, columns), p, sizeof *p);
}

/* Y = alpha A X + beta Y, with A the split format. */
static mg_status multiply_split(matrix_work *w, const mg_split_kernels *kernels, mg_split_product *p) {
    mg_status status = MG_OK;
    const mg_device_split *const m = &p->matrix;
    const uint64_t longs = kernels->wide == kernels->narrow ? 0 : m->long_count;
    const uint64_t wide = blocks_for(longs, kernels->wide), narrow = blocks_for(m->item_count - longs, kernels->narrow);
    p->wide_blocks = (uint32_t)wide;
    MG_TRY(launch_tiles(w, kernels->items, wide + narrow, kernels->columns, p));
    MG_TRY(launch_tiles(w, kernels->finish, blocks_for(m->split_count, kernels->split_rows), kernels->columns, p));
out:
    return status;
}

/* The whole product between the timing events. *slots: to be released by the caller. */
static mg_status multiply(matrix_work *w, const mg_product_options *o, mg_split_product *p, void **slots) {
    mg_status status = MG_OK;
    const bool vectors =
        is_aligned(p->x, p->x_stride / w->size, p->k, w->size) && is_aligned(p->y, p->y_stride, p->k, w->size);
    const mg_split_kernels kernels = mg__split_kernels(o->semiring, o->type, p->k, vectors, p->matrix.has_runs);
    mg_aspt_product tiles = {.product = *p, .aspt = w->aspt.dense};
    mg_rs_product heavy = {.product = *p, .rs = w->rs.heavy, .y_rows = (uint32_t)w->rows};
    if (w->format == MG_FORMAT_ASPT) {
        MG_TRY(mg__aspt_prepare(w->context, w->cuda, o->type, vectors, &tiles));
        *slots = tiles.slots;
    }
    MG_CUDA_TRY(w->context, cudaEventRecord(w->cuda->begin, w->cuda->stream), "timing");
    if (w->format == MG_FORMAT_RS && o->transpose) {
        MG_TRY(mg__rs_spmm_transposed(w->context, w->cuda, o->type, vectors, &heavy));
    } else {
        MG_TRY(multiply_split(w, &kernels, p));
        MG_TRY(w->format == MG_FORMAT_ASPT ? mg__aspt_spmm(w->context, w->cuda, o->type, vectors, &tiles)
               : w->format == MG_FORMAT_RS ? mg__rs_spmm(w->context, w->cuda, o->type, vectors, &heavy)
                                           : MG_OK);
    }
    MG_CUDA_TRY(w->context, cudaEventRecord(w->cuda->end, w->cuda->stream), "timing");
out:
    return status;
}

mg_status mg__cuda_matrix_spmm(mg_context *context, mg_storage *matrix, const mg_product_options *o, uint32_t k,
                               const void *x, uint64_t x_stride, void *y, uint64_t y_stride) {
    mg_status status = MG_OK;
    matrix_work w = {0};
    const bool weighted = o->semiring != MG_MIN_FIRST && o->semiring != MG_PLUS_FIRST;
    const void *staged_y = NULL, *staged_mask = NULL;
    mg_split_product p = {.k = k,
                          .y_stride = y_stride,
                          .accumulate = o->beta != 0.0,
                          .mask_complement = o->mask_complement,
                          .alpha = mg__product_bits(o->type, o->alpha),
                          .beta = mg__product_bits(o->type, o->beta)};
    void *slots = NULL, *tile_slots = NULL;
    if (o->semiring == MG_USER_SEMIRING) {
        return mg__cuda_user_product(context, matrix, o, k, x, x_stride, y, y_stride);
    }
    if (mg__cuda_is_dense_product(matrix, k)) {
        return mg__cuda_dense_product(context, matrix, o, k, x, y);
    }
    if (matrix->graph && !matrix->rows) {
        return MG_OK;
    }
    if (k == 1) {
        bool done = false;
        MG_TRY(mg__cuda_vector_product(context, matrix, o, x, x_stride, y, y_stride, &done));
        if (done) {
            return MG_OK;
        }
    }
    MG_TRY(mg__check_stride(context, x_stride, mg__type_size(o->type)));
    MG_TRY(open_matrix(context, matrix, o, weighted, false, &w));
    p.matrix = w.matrix;
    p.x_stride = (uint32_t)(x_stride * w.size);
    const uint64_t y_bytes = mg__operand_bytes(w.rows, y_stride, k, w.size);
    MG_TRY(mg__staging_begin(&w.staging));
    MG_TRY(mg__stage(&w.staging, x, mg__operand_bytes(w.columns, x_stride, k, w.size), true, &p.x));
    MG_TRY(mg__stage(&w.staging, y, y_bytes, p.accumulate || o->mask || y_stride != k, &staged_y));
    MG_TRY(mg__stage(&w.staging, o->mask, w.rows, true, &staged_mask));
    p.y = (void *)staged_y;
    p.mask = staged_mask;
    MG_TRY(mg__cuda_get(context, w.cuda, &slots, (uint64_t)w.matrix.slot_count * k * w.size, "a sparse product"));
    p.slots = slots;
    MG_TRY(multiply(&w, o, &p, &tile_slots));
    MG_TRY(mg__unstage(&w.staging, y, staged_y, y_bytes));
    MG_TRY(mg__staging_end(&w.staging, o->device_seconds));
out:
    if (w.cuda) {
        mg__staging_release(&w.staging);
        mg__cuda_release(w.cuda, slots);
        mg__cuda_release(w.cuda, tile_slots);
    }
    return status;
}

/* The slices of the columns one after the other: the first one scales the former results, the others are added. */
static mg_status sample_slices(matrix_work *w, const mg_product_options *o, const mg_split_sampler *sampler,
                               uint64_t blocks, mg_split_sampled *p) {
    const char *const x = p->x, *const y = p->y;
    const uint32_t k = p->k, slice = sampler->slice ? sampler->slice : k;
    mg_status status = MG_OK;
    for (uint32_t at = 0; at < k; at += slice) {
        p->x = x + at * w->size;
        p->y = y + at * w->size;
        p->k = k - at < slice ? k - at : slice;
        MG_TRY(launch(w, sampler->kernel, blocks, p, sizeof *p));
        p->accumulate = true;
        p->beta = mg__product_bits(o->type, 1);
    }
out:
    return status;
}

/* The whole sampled product between the timing events. */
static mg_status sample(matrix_work *w, const mg_product_options *o, mg_split_sampled *p) {
    mg_status status = MG_OK;
    const bool vectors =
        is_aligned(p->x, p->x_stride, p->k, w->size) && is_aligned(p->y, p->y_stride / w->size, p->k, w->size);
    const mg_device_split *const m = &p->matrix;
    const mg_split_sampler sampler = mg__split_sampler(o->type, p->k, vectors, m->has_runs);
    const uint64_t shared = sampler.shared == sampler.single ? m->item_count : m->shared_count;
    const uint64_t wide = blocks_for(shared, sampler.shared);
    const uint64_t blocks = wide + blocks_for(m->item_count - shared, sampler.single);
    p->wide_blocks = (uint32_t)wide;
    MG_CUDA_TRY(w->context, cudaEventRecord(w->cuda->begin, w->cuda->stream), "timing");
    MG_TRY(sample_slices(w, o, &sampler, blocks, p));
    MG_CUDA_TRY(w->context, cudaEventRecord(w->cuda->end, w->cuda->stream), "timing");
out:
    return status;
}

mg_status mg__cuda_matrix_sddmm(mg_context *context, mg_storage *matrix, const mg_product_options *o, uint32_t k,
                                const void *x, uint64_t x_stride, const void *y, uint64_t y_stride, void *out) {
    mg_status status = MG_OK;
    matrix_work w = {0};
    const void *staged_out = NULL, *staged_mask = NULL;
    mg_split_sampled p = {.k = k,
                          .x_stride = x_stride,
                          .accumulate = o->beta != 0.0,
                          .mask_complement = o->mask_complement,
                          .alpha = mg__product_bits(o->type, o->alpha),
                          .beta = mg__product_bits(o->type, o->beta)};
    MG_TRY(mg__check_stride(context, y_stride, mg__type_size(o->type)));
    MG_TRY(open_matrix(context, matrix, o, o->scale, true, &w));
    p.matrix = w.matrix;
    p.scale = o->scale && w.matrix.values;
    p.y_stride = (uint32_t)(y_stride * w.size);
    const uint64_t out_bytes = w.storage->nonzeros * w.size;
    MG_TRY(mg__staging_begin(&w.staging));
    MG_TRY(mg__stage(&w.staging, x, mg__operand_bytes(w.rows, x_stride, k, w.size), true, &p.x));
    MG_TRY(mg__stage(&w.staging, y, mg__operand_bytes(w.columns, y_stride, k, w.size), true, &p.y));
    MG_TRY(mg__stage(&w.staging, out, out_bytes, p.accumulate || o->mask, &staged_out));
    MG_TRY(mg__stage(&w.staging, o->mask, w.rows, true, &staged_mask));
    p.out = (void *)staged_out;
    p.mask = staged_mask;
    MG_TRY(sample(&w, o, &p));
    MG_TRY(mg__unstage(&w.staging, out, staged_out, out_bytes));
    MG_TRY(mg__staging_end(&w.staging, o->device_seconds));
out:
    if (w.cuda) {
        mg__staging_release(&w.staging);
    }
    return status;
}

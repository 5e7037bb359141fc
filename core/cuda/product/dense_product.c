/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/dense_product.h"

#include "core/cuda/product/staging.h"
#include "core/sparse/matrix.h"

#define LARGE_ARCS ((uint64_t)1 << 20) /* in mode auto graphs of at least this many arcs run along panels */

bool mg__cuda_is_dense_vector_product(const mg_spmv_options *options, uint64_t arcs) {
    return options->mode == MG_MODE_DENSE || (options->mode == MG_MODE_AUTO && arcs >= LARGE_ARCS);
}

bool mg__cuda_is_dense_product(const mg_storage *matrix, uint32_t k) {
    const mg_spmv_options *how = matrix->how;
    return how &&
           (how->mode == MG_MODE_DENSE || (k == 1 && mg__cuda_is_dense_vector_product(how, matrix->nonzeros)));
}

typedef struct product_work {
    mg_context *context;
    mg_cuda *cuda;
    const mg_storage *matrix;
    const mg_product_options *options;
    bool weighted; /* the semiring reads weights and there are some */
    mg_product product;
    size_t size; /* bytes of an element */
    mg_staging staging;
    void *scratch; /* temporary memory */
    mg_product_kernels kernels;
} product_work;

static mg_status launch(product_work *w, mg_dense_launch l) {
    mg_status status = MG_OK;
    const mg_cuda_launch shape = {.kernel = l.kernel,
                                  .argument = &w->product,
                                  .argument_bytes = sizeof w->product,
                                  .blocks = l.blocks,
                                  .threads = l.threads,
                                  .shared = l.shared,
                                  .dependent = l.dependent};
    if (l.shared) { /* with the kernel's static shared memory it may exceed the default limit of 48 KB */
        MG_CUDA_TRY(w->context,
                    cudaFuncSetAttribute(l.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)l.shared),
                    "shared memory");
    }
    w->product.dense.role = l.role;
    MG_TRY(mg__cuda_start(w->context, w->cuda, &shape));
out:
    return status;
}

/* Returns the bytes that are needed. */
static uint64_t lay_out(const mg_panels_built *built, size_t size, char *base, mg_dense_args *d) {
    uint64_t at = 0;
    d->x = mg__cuda_carve(base, &at, mg__panels_values(built) * size + MG_ROW_TILE_PIECE);
    d->sums = mg__cuda_carve(base, &at, built->slots * size + MG_ROW_TILE_PIECE);
    d->panel_progress = mg__cuda_carve(base, &at, built->layout.panels * sizeof *d->panel_progress);
    return at;
}

uint64_t mg__dense_product_scratch(const mg_panels_built *built, size_t size) {
    mg_dense_args unused;
    return lay_out(built, size, NULL, &unused);
}

/* The layout's gather kernel; UNSUPPORTED where this build has none. */
static mg_status gather_kernel(product_work *w, const void **kernel) {
    const mg_product_options *o = w->options;
    *kernel = w->matrix->how->dense_layout == MG_DENSE_BLOCKS ? mg__product_blocks(o->semiring, o->type, w->weighted)
                                                              : w->kernels.gather;
    return *kernel ? MG_OK
                   : mg__fail(w->context, MG_ERROR_UNSUPPORTED,
                              "sparse matrix product: this build has no GPU kernels for the layout `blocks`; build it "
                              "with -DMG_PAPER_LAYOUTS=ON");
}

static mg_status run(product_work *w, mg_device_graph *g, mg_type weights) {
    mg_status status = MG_OK;
    const mg_spmv_options *how = w->matrix->how;
    const mg_panels_need need = {.layout = how->dense_layout,
                                 .direction = w->matrix->incoming ? MG_DIRECTION_OUT : MG_DIRECTION_IN,
                                 .value_size = (uint32_t)w->size,
                                 .weights = weights,
                                 .block_width = how->block_width,
                                 .heavy_edges = how->heavy_edges};
    const mg_panels_built *built = NULL;
    mg_dense_args *d = &w->product.dense;
    mg_dense_launch gather[2];
    const void *kernel = NULL;
    MG_TRY(gather_kernel(w, &kernel));
    MG_TRY(mg__panels_get(w->context, w->cuda, w->matrix->graph, g, &need, &built));
    mg__panels_set_weights(built, weights, d);
    const uint32_t launches = mg__panels_gather(built, kernel, w->size, gather);
    MG_TRY(mg__cuda_get(w->context, w->cuda, &w->scratch, lay_out(built, w->size, NULL, d), "a sparse product"));
    lay_out(built, w->size, w->scratch, d);
    MG_TRY(mg__panels_clear_tail(w->context, w->cuda, built, d));
    MG_CUDA_TRY(w->context, cudaEventRecord(w->cuda->begin, w->cuda->stream), "timing");
    const uint32_t wide = 8 * (uint32_t)w->cuda->sms, needed = w->product.n / 256 + 1;
    const mg_dense_launch load = {
        .kernel = w->kernels.load, .blocks = needed < wide ? needed : wide, .threads = 256, .dependent = true};
    const mg_dense_launch store = {.kernel = w->kernels.store,
                                   .blocks = MG_SUM_BLOCKS * (uint32_t)w->cuda->sms,
                                   .threads = MG_ROW_THREADS,
                                   .shared = built->row_tile_shared,
                                   .dependent = true};
    for (w->product.column = 0; w->product.column < w->product.k; w->product.column++) {
        MG_TRY(launch(w, load));
        for (uint32_t i = 0; i < launches; i++) {
            MG_TRY(launch(w, gather[i]));
        }
        MG_TRY(launch(w, store));
    }
    MG_CUDA_TRY(w->context, cudaEventRecord(w->cuda->end, w->cuda->stream), "timing");
out:
    return status;
}

static mg_status multiply(product_work *w, const void *x, void *y) {
    mg_status status = MG_OK;
    const mg_product_options *o = w->options;
    const mg_device_need need = {.in = true, .weights = w->weighted ? o->type : MG_TYPE_NONE};
    const uint64_t bytes = (uint64_t)w->product.n * w->product.k * w->size;
    mg_device_graph *g = NULL;
    const void *staged_y = NULL, *staged_mask = NULL;
    MG_TRY(mg__device_graph(w->context, w->cuda, w->matrix->graph, &need, &g));
    MG_TRY(mg__staging_begin(&w->staging));
    MG_TRY(mg__stage(&w->staging, x, bytes, true, &w->product.x));
    MG_TRY(mg__stage(&w->staging, y, bytes, w->product.accumulate || o->mask, &staged_y));
    MG_TRY(mg__stage(&w->staging, o->mask, w->product.n, true, &staged_mask));
    w->product.y = (void *)staged_y;
    w->product.mask = staged_mask;
    MG_TRY(run(w, g, need.weights));
    MG_TRY(mg__unstage(&w->staging, y, staged_y, bytes));
    MG_TRY(mg__staging_end(&w->staging, o->device_seconds));
out:
    return status;
}

mg_status mg__cuda_dense_product(mg_context *context, mg_storage *matrix, const mg_product_options *options, uint32_t k,
                                 const void *x, void *y) {
    mg_status status = MG_OK;
    product_work work = {.context = context, .matrix = matrix, .options = options};
    if (matrix->rows == 0) {
        return MG_OK;
    }
    const bool reads = options->semiring != MG_MIN_FIRST && options->semiring != MG_PLUS_FIRST;
    work.weighted = reads && matrix->type != MG_TYPE_NONE;
    work.size = mg__type_size(options->type);
    work.kernels = mg__product_kernels(options->semiring, options->type, work.weighted);
    work.product = (mg_product){.n = (uint32_t)matrix->rows,
                                .k = k,
                                .values = mg__product_values(options->semiring, options->type, work.weighted),
                                .element = options->type,
                                .adds_one = options->semiring == MG_MIN_PLUS && !work.weighted,
                                .accumulate = options->beta != 0,
                                .mask_complement = options->mask_complement};
    MG_TRY(mg__cuda_open(context, &work.cuda));
    work.staging = (mg_staging){.context = context, .cuda = work.cuda, .users = options->stream};
    status = multiply(&work, x, y);
out:
    if (work.cuda) {
        mg__staging_release(&work.staging);
        mg__cuda_release(work.cuda, work.scratch);
    }
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/spmv_cuda.h"

#include "core/cuda/product/staging.h"

#define LARGE_ARCS ((uint64_t)1 << 20) /* matrices with at least this many elements use the dense kernels */

typedef struct product_work {
    mg_context *context;
    mg_cuda *cuda;
    const mg_graph *graph;
    const mg_spmv_options *options;
    mg_product product;
    size_t size; /* bytes of an element */
    mg_staging staging;
    void *scratch; /* temporary memory of dense products */
    mg_semiring_kernels kernels;
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

static mg_status run_dense(product_work *w, mg_device_graph *g, mg_type weights) {
    mg_status status = MG_OK;
    const mg_spmv_options *o = w->options;
    const mg_panels_need need = {.layout = o->dense_layout,
                                 .direction = o->transpose ? MG_DIRECTION_IN : MG_DIRECTION_OUT,
                                 .value_size = (uint32_t)w->size,
                                 .weights = weights,
                                 .block_width = o->block_width,
                                 .heavy_edges = o->heavy_edges};
    const mg_panels_built *built = NULL;
    mg_dense_args *d = &w->product.dense;
    mg_dense_launch gather[2];
    MG_TRY(mg__panels_get(w->context, w->cuda, w->graph, g, &need, &built));
    mg__panels_set_weights(built, weights, d);
    const void *kernel = built->kind == MG_DENSE_BLOCKS ? w->kernels.blocks : w->kernels.gather;
    const uint32_t launches = mg__panels_gather(built, kernel, w->size, gather);
    MG_TRY(mg__cuda_get(w->context, w->cuda, &w->scratch, lay_out(built, w->size, NULL, d), "a sparse product"));
    lay_out(built, w->size, w->scratch, d);
    MG_TRY(mg__panels_clear_tail(w->context, w->cuda, built, d));
    MG_CUDA_TRY(w->context, cudaEventRecord(w->cuda->begin, w->cuda->stream), "timing");
    const uint32_t wide = 8 * (uint32_t)w->cuda->sms, needed = w->graph->n / 256 + 1;
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
out:
    return status;
}

static mg_status run(product_work *w, mg_device_graph *g, mg_type weights) {
    mg_status status = MG_OK;
    const mg_spmv_options *o = w->options;
    const bool large = w->product.k == 1 && w->graph->arcs >= LARGE_ARCS;
    const bool dense = o->mode == MG_MODE_DENSE || (o->mode == MG_MODE_AUTO && large);
    if (dense) {
        MG_TRY(run_dense(w, g, weights));
    } else {
        const uint32_t blocks = w->graph->n / 8 + 1;
        MG_CUDA_TRY(w->context, cudaEventRecord(w->cuda->begin, w->cuda->stream), "timing");
        MG_TRY(launch(w, (mg_dense_launch){
                             .kernel = w->kernels.pull, .blocks = blocks < 65536 ? blocks : 65536, .threads = 256}));
    }
    MG_CUDA_TRY(w->context, cudaEventRecord(w->cuda->end, w->cuda->stream), "timing");
out:
    return status;
}

static mg_status multiply(product_work *w, const void *x, void *y) {
    mg_status status = MG_OK;
    const mg_spmv_options *o = w->options;
    const bool weighted = o->semiring != MG_MIN_FIRST && o->semiring != MG_PLUS_FIRST;
    const mg_device_need need = {.in = true, .weights = weighted ? o->type : MG_TYPE_NONE};
    const uint64_t bytes = (uint64_t)w->graph->n * w->product.k * w->size;
    mg_device_graph *g = NULL;
    const void *staged_y = NULL, *staged_mask = NULL;
    MG_TRY(mg__device_graph(w->context, w->cuda, w->graph, &need, &g));
    MG_TRY(mg__staging_begin(&w->staging));
    MG_TRY(mg__stage(&w->staging, x, bytes, true, &w->product.x));
    MG_TRY(mg__stage(&w->staging, y, bytes, o->accumulate || o->mask, &staged_y));
    MG_TRY(mg__stage(&w->staging, o->mask, w->graph->n, true, &staged_mask));
    w->product.y = (void *)staged_y;
    w->product.mask = staged_mask;
    w->product.wide = g->wide;
    w->product.rows = mg__device_side(w->graph, g, !o->transpose, need.weights);
    MG_TRY(run(w, g, need.weights));
    MG_TRY(mg__unstage(&w->staging, y, staged_y, bytes));
    MG_TRY(mg__staging_end(&w->staging, o->device_seconds));
out:
    return status;
}

mg_status mg__cuda_spmm(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, uint32_t k,
                        const void *x, void *y) {
    mg_status status = MG_OK;
    product_work work = {.context = context, .graph = graph, .options = options};
    if (options->semiring == MG_USER_SEMIRING) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "a user's semiring of function pointers runs on the CPU only");
    }
    if (graph->n == 0) {
        return MG_OK;
    }
    MG_TRY(mg__cuda_open(context, &work.cuda));
    work.staging = (mg_staging){.context = context, .cuda = work.cuda, .users = options->stream};
    work.size = mg__type_size(options->type);
    work.kernels = mg__semiring_kernels(options->semiring, options->type);
    work.product = (mg_product){
        .n = graph->n, .k = k, .accumulate = options->accumulate, .mask_complement = options->mask_complement};
    status = multiply(&work, x, y);
out:
    if (work.cuda) {
        mg__staging_release(&work.staging);
        mg__cuda_release(work.cuda, work.scratch);
    }
    return status;
}

mg_status mg__cuda_spmv(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, const void *x,
                        void *y) {
    return mg__cuda_spmm(context, graph, options, 1, x, y);
}

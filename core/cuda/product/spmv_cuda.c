/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/spmv_cuda.h"

#define LARGE_ARCS ((uint64_t)1 << 20) /* matrices with at least this many elements use the dense kernels */

typedef struct product_work {
    mg_context *context;
    mg_cuda *cuda;
    const mg_graph *graph;
    const mg_spmv_options *options;
    mg_product product;
    size_t size;     /* bytes of an element */
    void *copies[3]; /* device copies of x, y and mask, if these are in host memory */
    void *scratch;   /* temporary memory of dense products */
    mg_semiring_kernels kernels;
} product_work;

static bool on_device(const void *pointer) {
    struct cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
        cudaGetLastError();
        return false;
    }
    return attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
}

/* The array as the device sees it: itself, or a copy. */
static mg_status stage(product_work *w, int which, const void *array, size_t bytes, bool read, const void **staged) {
    mg_status status = MG_OK;
    *staged = array;
    if (array && !on_device(array)) {
        MG_TRY(mg__cuda_get(w->context, w->cuda, &w->copies[which], bytes, "a sparse product"));
        if (read) {
            MG_TRY(mg__cuda_upload(w->context, w->cuda, w->copies[which], array, bytes));
        }
        *staged = w->copies[which];
    }
out:
    return status;
}

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

/* Later work on `after` waits for the present work on `before`. */
static mg_status order_streams(product_work *w, cudaStream_t before, cudaStream_t after) {
    mg_status status = MG_OK;
    MG_CUDA_TRY(w->context, cudaEventRecord(w->cuda->begin, before), "the user's stream");
    MG_CUDA_TRY(w->context, cudaStreamWaitEvent(after, w->cuda->begin, 0), "the user's stream");
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
    cudaStream_t users = o->stream;
    mg_device_graph *g = NULL;
    const void *staged = NULL;
    float ms = 0.0f;
    MG_TRY(mg__device_graph(w->context, w->cuda, w->graph, &need, &g));
    if (users) {
        MG_TRY(order_streams(w, users, w->cuda->stream));
    }
    MG_TRY(stage(w, 0, x, bytes, true, &w->product.x));
    MG_TRY(stage(w, 1, y, bytes, o->accumulate || o->mask, &staged));
    w->product.y = (void *)staged;
    MG_TRY(stage(w, 2, o->mask, w->graph->n, true, &staged));
    w->product.mask = staged;
    w->product.wide = g->wide;
    w->product.rows = mg__device_side(w->graph, g, !o->transpose, need.weights);
    MG_TRY(run(w, g, need.weights));
    if (w->copies[1]) {
        MG_TRY(mg__cuda_download(w->context, w->cuda, y, w->product.y, bytes));
    }
    if (users && !w->copies[0] && !w->copies[1] && !w->copies[2]) {
        MG_TRY(order_streams(w, w->cuda->stream, users));
        goto out;
    }
    MG_CUDA_TRY(w->context, cudaStreamSynchronize(w->cuda->stream), "a sparse product");
    MG_CUDA_TRY(w->context, cudaEventElapsedTime(&ms, w->cuda->begin, w->cuda->end), "timing");
    w->cuda->times.kernels = ms;
    if (o->device_seconds) {
        *o->device_seconds = 1e-3 * (double)ms;
    }
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
    work.size = mg__type_size(options->type);
    work.kernels = mg__semiring_kernels(options->semiring, options->type);
    work.product = (mg_product){
        .n = graph->n, .k = k, .accumulate = options->accumulate, .mask_complement = options->mask_complement};
    status = multiply(&work, x, y);
out:
    if (work.cuda) {
        for (int i = 0; i < 3; i++) {
            mg__cuda_release(work.cuda, work.copies[i]);
        }
        mg__cuda_release(work.cuda, work.scratch);
    }
    return status;
}

mg_status mg__cuda_spmv(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, const void *x,
                        void *y) {
    return mg__cuda_spmm(context, graph, options, 1, x, y);
}

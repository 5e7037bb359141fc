/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/layout/layout_build.h"
#include "core/cuda/layout/sorts.h"

#include <string.h>

mg_status mg__dense_keep(mg_layout_build *w, const void *array, uint64_t bytes) {
    void *block = NULL;
    const mg_status status = mg__cuda_keep(w->context, &block, bytes, "the dense representation");
    if (status == MG_OK) {
        memcpy((void *)array, &block, sizeof block);
        w->built->bytes += bytes;
    }
    return status;
}

void mg__dense_drop(mg_layout_build *w, void *array) {
    mg__cuda_release(w->cuda, *(void **)array);
    memset(array, 0, sizeof(void *));
}

mg_status mg__dense_room(mg_layout_build *w, size_t bytes) {
    mg_status status = MG_OK;
    if (bytes > w->temporary_bytes) {
        mg__dense_drop(w, &w->temporary);
        w->temporary_bytes = 0;
        MG_TRY(mg__cuda_get(w->context, w->cuda, &w->temporary, bytes, "building the dense representation"));
        w->temporary_bytes = bytes;
    }
out:
    return status;
}

mg_status mg__dense_sort(mg_layout_build *w, uint64_t *keys[2], uint64_t *values[2], uint64_t count, int end_bit,
                         int *in) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    cudaStream_t stream = w->cuda->stream;
    if (values[0]) {
        STEP(mg__sort_pairs(NULL, &bytes, keys, values, count, end_bit, in, stream));
        MG_TRY(mg__dense_room(w, bytes));
        STEP(mg__sort_pairs(w->temporary, &bytes, keys, values, count, end_bit, in, stream));
    } else {
        MG_TRY(mg__dense_sort_bits(w, keys, count, 0, end_bit, in));
    }
out:
    return status;
}

mg_status mg__dense_sort_bits(mg_layout_build *w, uint64_t *keys[2], uint64_t count, int begin_bit, int end_bit,
                              int *in) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    STEP(mg__sort_keys(NULL, &bytes, keys, count, begin_bit, end_bit, in, w->cuda->stream));
    MG_TRY(mg__dense_room(w, bytes));
    STEP(mg__sort_keys(w->temporary, &bytes, keys, count, begin_bit, end_bit, in, w->cuda->stream));
out:
    return status;
}

mg_status mg__dense_sum(mg_layout_build *w, uint64_t *values, uint64_t count) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    STEP(mg__prefix_sums(NULL, &bytes, values, count, w->cuda->stream));
    MG_TRY(mg__dense_room(w, bytes));
    STEP(mg__prefix_sums(w->temporary, &bytes, values, count, w->cuda->stream));
out:
    return status;
}

int mg__dense_bits(uint64_t values) {
    int bits = 0;
    while (bits < 63 && (uint64_t)1 << bits < values) {
        bits++;
    }
    return bits;
}

mg_status mg__dense_count(mg_layout_build *w, const uint64_t *at, uint64_t *count) {
    return mg__cuda_download(w->context, w->cuda, count, at, sizeof *count);
}

static mg_status order_vertices(mg_layout_build *w) {
    mg_status status = MG_OK;
    mg_panels *p = &w->built->layout;
    uint64_t *keys[2] = {0}, *values[2] = {0}, columns = 0;
    uint32_t *order = NULL, *out = NULL, *in = NULL;
    int sorted = 0;
    cudaStream_t stream = w->cuda->stream;
    const uint32_t n = p->n;
    for (int i = 0; i < 2; i++) {
        TAKE(keys[i], n);
        TAKE(values[i], n);
    }
    TAKE(w->rank, n);
    TAKE(w->received, (uint64_t)n + 1);
    if (w->fresh) {
        KEEP(order, n);
        p->order = order;
        KEEP(out, n);
        p->out_degree = out;
        if (w->source.in_offsets) {
            KEEP(in, n);
            p->in_degree = in;
        }
    }
    STEP(mg__panel_groups(&w->source, keys[0], values[0], stream));
    MG_TRY(mg__dense_sort(w, keys, values, n, MG_GROUP_BITS, &sorted));
    STEP(cudaMemsetAsync(w->counter, 0, sizeof *w->counter, stream));
    STEP(mg__panel_order(keys[sorted], values[sorted], n, (uint32_t *)p->order, w->rank, w->counter, stream));
    STEP(mg__panel_degrees(&w->source, p->order, (uint32_t *)p->out_degree, (uint32_t *)p->in_degree, w->received,
                           stream));
    MG_TRY(mg__dense_sum(w, w->received, (uint64_t)n + 1));
    MG_TRY(mg__dense_count(w, w->counter, &columns));
    p->columns = (uint32_t)columns;
out:
    for (int i = 0; i < 2; i++) {
        mg__dense_drop(w, &keys[i]);
        mg__dense_drop(w, &values[i]);
    }
    return status;
}

mg_status mg__dense_begin(mg_layout_build *w) {
    mg_status status = MG_OK;
    STEP(cudaEventRecord(w->cuda->begin, w->cuda->stream));
    TAKE(w->counter, 1);
    if (w->built->layout.n) {
        MG_TRY(order_vertices(w));
    }
out:
    return status;
}

mg_status mg__dense_edges(mg_layout_build *w) {
    mg_status status = MG_OK;
    const mg_panels *p = &w->built->layout;
    const uint64_t m = w->edge_count;
    for (int i = 0; i < 2; i++) {
        TAKE(w->edges[i], m + 1);
        if (w->weights != MG_TYPE_NONE) {
            TAKE(w->index[i], m);
        }
    }
    STEP(mg__panel_edges(&w->source, p, mg__panel_bank_lines(w->built), w->rank, w->received, m, w->edges[0],
                         w->index[0], w->cuda->stream));
out:
    return status;
}

mg_status mg__dense_end(mg_layout_build *w) {
    mg_status status = MG_OK;
    float ms = 0.0f;
    STEP(cudaEventRecord(w->cuda->end, w->cuda->stream));
    STEP(cudaStreamSynchronize(w->cuda->stream));
    STEP(cudaEventElapsedTime(&ms, w->cuda->begin, w->cuda->end));
    w->built->seconds += 1e-3 * (double)ms;
out:
    return status;
}

void mg__dense_drop_all(mg_layout_build *w) {
    void *const arrays[] = {&w->rank,     &w->edges[0], &w->edges[1], &w->index[0],
                            &w->index[1], &w->received, &w->counter,  &w->temporary};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        mg__dense_drop(w, arrays[i]);
    }
}

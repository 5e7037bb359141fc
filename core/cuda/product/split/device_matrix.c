/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/split/device_matrix.h"

#include "core/cuda/product/split/split_build.h"

typedef struct device_matrix {
    mg_allocator memory;
    int ordinal;
    mg_device_split split; /* without values */
    uint64_t *offsets;
    uint32_t *columns;
    void *items; /* one block: items, slot_row, split_row, split_slot */
    void *values[MG_OTHER];
} device_matrix;

static void release(mg_context *context, void *device) {
    device_matrix *const d = device;
    const mg_allocator memory = d->memory;
    (void)context;
    cudaSetDevice(d->ordinal);
    cudaFree(d->offsets);
    cudaFree(d->columns);
    cudaFree(d->items);
    for (int type = 0; type < MG_OTHER; type++) {
        cudaFree(d->values[type]);
    }
    mg__release(&memory, d);
}

/* Uploads an array; the elements behind it, which vector loads may read, are 0. */
static mg_status upload_padded(mg_context *context, mg_cuda *cuda, const void *from, uint64_t count, size_t size,
                               void **to) {
    mg_status status = MG_OK;
    void *block = NULL;
    MG_TRY(mg__cuda_keep(context, &block, (count + MG_SPLIT_PAD) * size, "a matrix"));
    MG_CUDA_TRY(context, cudaMemsetAsync((char *)block + count * size, 0, MG_SPLIT_PAD * size, cuda->stream),
                "a matrix");
    if (count) {
        MG_TRY(mg__cuda_upload(context, cuda, block, from, count * size));
    }
    *to = block;
    block = NULL;
out:
    cudaFree(block);
    return status;
}

/* The arrays of the result in one block; returns its bytes. */
static uint64_t lay_out(const mg_split_counts *counts, char *base, mg_split_source *s) {
    uint64_t at = 0;
    s->items = mg__cuda_carve(base, &at, counts->items * sizeof *s->items);
    s->slot_row = mg__cuda_carve(base, &at, (counts->slots + 1) * sizeof *s->slot_row);
    s->split_row = mg__cuda_carve(base, &at, (counts->split_rows + 1) * sizeof *s->split_row);
    s->split_slot = mg__cuda_carve(base, &at, (counts->split_rows + 1) * sizeof *s->split_slot);
    return at;
}

/* Temporary arrays of the second part. */
static uint64_t lay_out_unsorted(const mg_split_counts *counts, char *base, mg_split_source *s) {
    uint64_t at = 0;
    s->unsorted = mg__cuda_carve(base, &at, counts->items * sizeof *s->unsorted);
    s->unsorted_class = mg__cuda_carve(base, &at, counts->items);
    s->item_class = mg__cuda_carve(base, &at, counts->items);
    return at;
}

/* Arrays of the first part, and `bytes` of temporary memory. */
static uint64_t lay_out_sums(char *base, size_t bytes, mg_split_source *s, void **temporary) {
    const uint64_t sums = ((uint64_t)s->rows + 1) * sizeof *s->first_item;
    uint64_t at = 0;
    s->first_item = mg__cuda_carve(base, &at, sums);
    s->first_slot = mg__cuda_carve(base, &at, sums);
    s->counts = mg__cuda_carve(base, &at, sizeof *s->counts);
    *temporary = mg__cuda_carve(base, &at, bytes ? bytes : 1);
    return at;
}

static mg_status count_items(mg_context *context, mg_cuda *cuda, mg_split_source *s, void **memory,
                             mg_split_counts *counts) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    void *temporary = NULL;
    MG_CUDA_TRY(context, mg__split_count(s, NULL, &bytes, cuda->stream), "work items");
    MG_TRY(mg__cuda_get(context, cuda, memory, lay_out_sums(NULL, bytes, s, &temporary), "work items"));
    lay_out_sums(*memory, bytes, s, &temporary);
    MG_CUDA_TRY(context, cudaMemsetAsync(s->counts, 0, sizeof *counts, cuda->stream), "work items");
    MG_CUDA_TRY(context, mg__split_count(s, temporary, &bytes, cuda->stream), "work items");
    MG_TRY(mg__cuda_download(context, cuda, counts, s->counts, sizeof *counts));
    if (counts->slots >= UINT32_MAX) {
        return mg__fail(context, MG_ERROR_RANGE, "the matrix has too many long rows for the split format on a GPU");
    }
out:
    return status;
}

static mg_status build_items(mg_context *context, mg_cuda *cuda, device_matrix *d, mg_split_source *s) {
    mg_status status = MG_OK;
    mg_split_counts counts;
    void *sums = NULL, *unsorted = NULL, *temporary = NULL;
    size_t bytes = 0;
    MG_TRY(count_items(context, cuda, s, &sums, &counts));
    MG_TRY(mg__cuda_keep(context, &d->items, lay_out(&counts, NULL, s), "work items"));
    lay_out(&counts, d->items, s);
    MG_TRY(mg__cuda_get(context, cuda, &unsorted, lay_out_unsorted(&counts, NULL, s), "work items"));
    lay_out_unsorted(&counts, unsorted, s);
    MG_CUDA_TRY(context, mg__split_fill(s, counts.items, NULL, &bytes, cuda->stream), "work items");
    MG_TRY(mg__cuda_get(context, cuda, &temporary, bytes ? bytes : 1, "work items"));
    MG_CUDA_TRY(context, mg__split_fill(s, counts.items, temporary, &bytes, cuda->stream), "work items");
    MG_TRY(mg__cuda_download(context, cuda, &counts, s->counts, sizeof counts));
    d->split.items = s->items;
    d->split.item_count = counts.items;
    d->split.long_count = counts.long_items;
    d->split.slot_row = s->slot_row;
    d->split.split_row = s->split_row;
    d->split.split_slot = s->split_slot;
    d->split.slot_count = (uint32_t)counts.slots;
    d->split.split_count = (uint32_t)counts.split_rows;
out:
    mg__cuda_release(cuda, sums);
    mg__cuda_release(cuda, unsorted);
    mg__cuda_release(cuda, temporary);
    return status;
}

static mg_status build(mg_context *context, mg_cuda *cuda, const mg_storage *storage, device_matrix **built) {
    mg_status status = MG_OK;
    device_matrix *d = NULL;
    MG_TRY(MG_ALLOC_ZEROED(context, d, 1, "the matrix on the device"));
    d->memory = context->memory;
    d->ordinal = cuda->ordinal;
    MG_TRY(upload_padded(context, cuda, storage->csr.offsets, storage->rows + 1, sizeof *d->offsets,
                         (void **)&d->offsets));
    MG_TRY(upload_padded(context, cuda, storage->csr.columns, storage->nonzeros, sizeof *d->columns,
                         (void **)&d->columns));
    d->split.rows = (uint32_t)storage->rows;
    d->split.columns = (uint32_t)storage->columns;
    d->split.column = d->columns;
    mg_split_source source = {.rows = d->split.rows, .offsets = d->offsets};
    MG_TRY(build_items(context, cuda, d, &source));
    *built = d;
    d = NULL;
out:
    if (d) {
        release(context, d);
    }
    return status;
}

mg_status mg__device_matrix(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type,
                            mg_device_split *matrix) {
    mg_status status = MG_OK;
    pthread_mutex_lock(&storage->device_lock);
    device_matrix *d = storage->device;
    if (!d) {
        MG_TRY(build(context, cuda, storage, &d));
        storage->device = d;
        storage->device_release = release;
    }
    if (type != MG_TYPE_NONE && !d->values[type]) {
        const void *values = NULL;
        MG_TRY(mg__storage_values(context, storage, type, &values));
        if (values) {
            MG_TRY(upload_padded(context, cuda, values, storage->nonzeros, mg__type_size(type), &d->values[type]));
        }
    }
    *matrix = d->split;
    matrix->values = type == MG_TYPE_NONE ? NULL : d->values[type];
out:
    pthread_mutex_unlock(&storage->device_lock);
    return status;
}

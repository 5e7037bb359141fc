/* SPDX-License-Identifier: Apache-2.0
 *
 * storage.c: the shared storage behind the views of a matrix, and what is derived of it on demand under its lock.
 */
#include "core/graph/graph_build.h"
#include "core/sparse/square_blocks.h"

#include <assert.h>

mg_status mg__storage_create(mg_context *context, const mg_format *format, uint64_t rows, uint64_t columns,
                             uint64_t nonzeros, mg_type type, mg_storage **storage) {
    mg_storage *s;
    const mg_status status = MG_ALLOC(context, s, 1, "a matrix");
    if (status < 0) {
        return status;
    }
    assert(rows < MG_NONE && columns < MG_NONE);
    *s = (mg_storage){.memory = context->memory,
                      .format = format,
                      .rows = rows,
                      .columns = columns,
                      .nonzeros = nonzeros,
                      .type = type};
    atomic_init(&s->references, 1);
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_init(&s->device_lock, NULL);
    *storage = s;
    return MG_OK;
}

mg_storage *mg__storage_retain(mg_storage *storage) {
    atomic_fetch_add(&storage->references, 1);
    return storage;
}

static void release_rows(const mg_allocator *memory, mg_csr_rows *csr) {
    mg__release(memory, csr->offsets);
    mg__release(memory, csr->columns);
    mg__release(memory, csr->values);
    *csr = (mg_csr_rows){0};
}

static void release_derived(mg_context *context, mg_storage *s) {
    mg__storage_release(context, s->decoded);
    mg__storage_release(context, s->hosted);
    mg__storage_release(context, s->transposed);
    while (s->converted) {
        mg_matrix_values *const next = s->converted->next;
        mg__release(&s->memory, s->converted->values);
        mg__release(&s->memory, s->converted);
        s->converted = next;
    }
    mg__block_index_release(&s->memory, s->blocks);
    if (s->long_rows) {
        mg__release(&s->memory, s->long_rows->pieces);
        mg__release(&s->memory, s->long_rows);
    }
}

void mg__storage_release(mg_context *context, mg_storage *storage) {
    if (!storage || atomic_fetch_sub(&storage->references, 1) != 1) {
        return;
    }
    const mg_allocator memory = storage->memory;
    if (storage->device) {
        storage->device_release(context, storage->device);
    }
    release_derived(context, storage);
    if (storage->layout && storage->format->release) {
        storage->format->release(storage);
    }
    if (!storage->base && !storage->graph) {
        release_rows(&memory, &storage->csr);
    }
    mg__storage_release(context, storage->base);
    pthread_mutex_destroy(&storage->lock);
    pthread_mutex_destroy(&storage->device_lock);
    mg__release(&memory, storage);
}

mg_status mg__storage_allocate_csr(mg_context *context, mg_storage *storage) {
    mg_status status;
    MG_TRY(MG_ALLOC(context, storage->csr.offsets, storage->rows + 1, "row offsets of a matrix"));
    MG_TRY(MG_ALLOC(context, storage->csr.columns, storage->nonzeros, "columns of a matrix"));
    if (storage->type != MG_TYPE_NONE) {
        MG_TRY(mg__alloc(context, &storage->csr.values, storage->nonzeros, mg__type_size(storage->type),
                         "values of a matrix"));
    }
out:
    return status;
}

/* What is derived lives as long as the storage, so it comes from its allocator. */
static mg_allocator use_memory_of(mg_context *context, const mg_storage *storage) {
    const mg_allocator own = context->memory;
    context->memory = storage->memory;
    return own;
}

/* The storage that owns the CSR of this one: formats that add to a CSR share what is derived of it. */
static mg_storage *root(mg_storage *storage) {
    while (storage->base) {
        storage = storage->base;
    }
    return storage;
}

/* ---- decoded CSR and CSC ---- */

static mg_status decode(mg_context *context, const mg_storage *s, mg_storage **decoded) {
    mg_storage *csr = NULL;
    mg_status status;
    MG_TRY(mg__storage_create(context, &mg__format_csr, s->rows, s->columns, s->nonzeros, s->type, &csr));
    MG_TRY(mg__storage_allocate_csr(context, csr));
    MG_TRY(s->format->decode(context, s, &csr->csr));
    *decoded = csr;
    csr = NULL;
out:
    mg__storage_release(context, csr);
    return status;
}

mg_status mg__storage_csr(mg_context *context, mg_storage *storage, mg_storage **csr) {
    mg_status status = MG_OK;
    if (storage->csr.offsets) {
        *csr = root(storage);
        return MG_OK;
    }
    pthread_mutex_lock(&storage->lock);
    if (!storage->decoded) {
        const mg_allocator own = use_memory_of(context, storage);
        status = decode(context, storage, &storage->decoded);
        context->memory = own;
    }
    *csr = storage->decoded;
    pthread_mutex_unlock(&storage->lock);
    return status;
}

mg_status mg__storage_hosted(mg_context *context, mg_storage *storage, mg_storage **hosted) {
    mg_status status = MG_OK;
    if (!storage->on_device) {
        *hosted = storage;
        return MG_OK;
    }
    pthread_mutex_lock(&storage->lock);
    if (!storage->hosted) {
        const mg_allocator own = use_memory_of(context, storage);
        status = mg__storage_build(context, storage->format, &storage->options, root(storage), &storage->hosted);
        context->memory = own;
    }
    *hosted = storage->hosted;
    pthread_mutex_unlock(&storage->lock);
    return status;
}

double mg__storage_device_seconds(mg_storage *storage) {
    mg_storage *const s = storage->format->decode ? storage : root(storage); /* work items belong to the CSR */
    pthread_mutex_lock(&s->device_lock);
    const double seconds = s->device_seconds;
    pthread_mutex_unlock(&s->device_lock);
    return seconds;
}

/* A graph has both directions, so nothing is built. */
static void take_out_edges(mg_storage *transposed, const mg_graph *graph) {
    const mg_csr *out = &graph->out;
    transposed->graph = graph;
    transposed->incoming = false;
    transposed->csr = (mg_csr_rows){.offsets = out->offsets, .columns = out->neighbours, .values = out->weights};
}

static mg_status transpose(mg_context *context, const mg_storage *s, mg_storage **transposed) {
    const mg_csr from = {.offsets = s->csr.offsets, .neighbours = s->csr.columns, .weights = s->csr.values};
    mg_storage *t = NULL;
    mg_csr to;
    mg_status status;
    MG_TRY(mg__storage_create(context, &mg__format_csr, s->columns, s->rows, s->nonzeros, s->type, &t));
    if (s->graph) {
        take_out_edges(t, s->graph);
    } else {
        MG_TRY(mg__csr_transpose(context, (mg_vertex)s->rows, (mg_vertex)s->columns, s->type, &from, &to));
        t->csr = (mg_csr_rows){.offsets = to.offsets, .columns = to.neighbours, .values = to.weights};
    }
    *transposed = t;
    t = NULL;
out:
    mg__storage_release(context, t);
    return status;
}

mg_status mg__storage_transposed(mg_context *context, mg_storage *storage, mg_storage **transposed) {
    mg_storage *csr;
    mg_status status;
    MG_TRY(mg__storage_csr(context, storage, &csr));
    pthread_mutex_lock(&csr->lock);
    if (!csr->transposed) {
        const mg_allocator own = use_memory_of(context, csr);
        status = transpose(context, csr, &csr->transposed);
        context->memory = own;
    }
    *transposed = csr->transposed;
    pthread_mutex_unlock(&csr->lock);
out:
    return status;
}

/* ---- values ---- */

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

/* NaN has no integer: 0. */
void mg__value_store(mg_type type, void *values, uint64_t i, double value) {
    const double number = value == value ? value : 0;
    switch (type) {
    case MG_INT32:
        ((int32_t *)values)[i] = (int32_t)clamp(number, INT32_MIN, INT32_MAX);
        break;
    case MG_INT64: /* 2^63 - 1024 is the largest double that fits */
        ((int64_t *)values)[i] = number >= 0x1p63 ? INT64_MAX : (int64_t)clamp(number, -0x1p63, 0x1.fffffffffffffp62);
        break;
    case MG_FLOAT32:
        ((float *)values)[i] = (float)value;
        break;
    default:
        ((double *)values)[i] = value;
        break;
    }
}

/* Between the integer types without doubles, which have 53 bits. */
void mg__values_convert(mg_type from, const void *values, uint64_t begin, uint64_t end, mg_type to, void *converted) {
    if (from == MG_INT64 && to == MG_INT32) {
        for (uint64_t i = begin; i < end; i++) {
            const int64_t v = ((const int64_t *)values)[i];
            ((int32_t *)converted)[i] = v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : (int32_t)v;
        }
        return;
    }
    for (uint64_t i = begin; i < end; i++) {
        mg__value_store(to, converted, i, mg__weight_at(from, values, i));
    }
}

static const void *stored_values(const mg_storage *s, uint64_t *count) {
    *count = s->nonzeros;
    return s->csr.offsets ? s->csr.values : s->format->values(s, count);
}

/* Holds the lock. */
static mg_status convert_values(mg_context *context, mg_storage *s, mg_type type, const void **values) {
    for (mg_matrix_values *c = s->converted; c; c = c->next) {
        if (c->type == type) {
            *values = c->values;
            return MG_OK;
        }
    }
    mg_matrix_values *const c = mg__allocate(&s->memory, 1, sizeof *c);
    uint64_t count;
    const void *const stored = stored_values(s, &count);
    void *const copy = mg__allocate(&s->memory, count, mg__type_size(type));
    if (!c || !copy) {
        mg__release(&s->memory, c);
        mg__release(&s->memory, copy);
        return mg__fail(context, MG_ERROR_MEMORY, "out of memory: values of a matrix as %s", mg__type_name(type));
    }
    const uint64_t step = 1 << 16;
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t i = 0; i < count; i += step) {
        mg__values_convert(s->type, stored, i, i + step < count ? i + step : count, type, copy);
    }
    *c = (mg_matrix_values){.next = s->converted, .type = type, .values = copy};
    s->converted = c;
    *values = copy;
    return MG_OK;
}

mg_status mg__storage_values(mg_context *context, mg_storage *storage, mg_type type, const void **values) {
    mg_storage *const s = root(storage);
    if (s->graph) {
        return mg__graph_weights(context, s->graph, s->incoming, type, values);
    }
    if (s->type == type || s->type == MG_TYPE_NONE) {
        uint64_t count;
        *values = stored_values(s, &count);
        return MG_OK;
    }
    pthread_mutex_lock(&s->lock);
    const mg_status status = convert_values(context, s, type, values);
    pthread_mutex_unlock(&s->lock);
    return status;
}

/* ---- long rows ---- */

static void cut_rows(const mg_storage *s, mg_row_piece *pieces) {
    uint64_t at = 0;
    for (uint64_t row = 0; row < s->rows; row++) {
        const uint64_t begin = s->csr.offsets[row], end = s->csr.offsets[row + 1];
        for (uint64_t e = begin; end - begin > MG_ROW_PIECE_MAX && e < end; e += MG_ROW_PIECE_MAX) {
            const uint64_t count = end - e < MG_ROW_PIECE_MAX ? end - e : MG_ROW_PIECE_MAX;
            pieces[at++] = (mg_row_piece){.begin = e, .row = (uint32_t)row, .count = (uint32_t)count};
        }
    }
}

mg_status mg__find_long_rows(mg_context *context, const mg_storage *s, const mg_allocator *memory,
                             mg_long_rows *long_rows) {
    uint64_t count = 0;
    const uint64_t *offsets = s->csr.offsets;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(+ : count)
    for (uint64_t row = 0; row < s->rows; row++) {
        count += mg__row_pieces(offsets[row + 1] - offsets[row]);
    }
    mg_row_piece *pieces = mg__allocate(memory, count, sizeof *pieces);
    if (!pieces) {
        return mg__fail(context, MG_ERROR_MEMORY, "out of memory: long rows of a matrix");
    }
    if (count) {
        cut_rows(s, pieces);
    }
    *long_rows = (mg_long_rows){.pieces = pieces, .piece_count = count};
    return MG_OK;
}

/* Holds the lock. */
static mg_status keep_long_rows(mg_context *context, mg_storage *s) {
    mg_long_rows *found = mg__allocate(&s->memory, 1, sizeof *found);
    if (!found) {
        return mg__fail(context, MG_ERROR_MEMORY, "out of memory: long rows of a matrix");
    }
    const mg_status status = mg__find_long_rows(context, s, &s->memory, found);
    if (status < 0) {
        mg__release(&s->memory, found);
        return status;
    }
    s->long_rows = found;
    return MG_OK;
}

mg_status mg__storage_long_rows(mg_context *context, mg_storage *storage, const mg_long_rows **long_rows) {
    mg_status status = MG_OK;
    mg_storage *const s = root(storage);
    assert(s->csr.offsets);
    if (s->graph) {
        return mg__graph_long_rows(context, s, long_rows);
    }
    pthread_mutex_lock(&s->lock);
    if (!s->long_rows) {
        status = keep_long_rows(context, s);
    }
    *long_rows = s->long_rows;
    pthread_mutex_unlock(&s->lock);
    return status;
}

/* ---- sizes ---- */

static mg_matrix_shape measure(const mg_context *context, const mg_storage *s) {
    uint64_t longest = 0, heavy = 0, items = 0, split = 0;
    const uint64_t *offsets = s->csr.offsets;
#pragma omp parallel for num_threads(context->threads) reduction(max : longest) reduction(+ : heavy, items, split)
    for (uint64_t row = 0; row < s->rows; row++) {
        const uint64_t length = offsets[row + 1] - offsets[row];
        longest = length > longest ? length : longest;
        heavy += length > MG_SPLIT_ITEM ? length : 0;
        items += length ? (length + MG_SPLIT_ITEM - 1) / MG_SPLIT_ITEM : 1;
        split += length > MG_SPLIT_ITEM;
    }
    return (mg_matrix_shape){.rows = s->rows,
                             .columns = s->columns,
                             .nonzeros = s->nonzeros,
                             .longest = longest,
                             .heavy = heavy,
                             .split_items = items,
                             .split_rows = split,
                             .value_size = mg__type_size(s->type)};
}

mg_matrix_shape mg__storage_shape(const mg_context *context, mg_storage *storage) {
    pthread_mutex_lock(&storage->lock);
    if (!storage->measured) {
        assert(storage->csr.offsets); /* other formats are measured when they are built */
        storage->shape = measure(context, storage);
        storage->measured = true;
    }
    const mg_matrix_shape shape = storage->shape;
    pthread_mutex_unlock(&storage->lock);
    return shape;
}

mg_status mg__storage_measure(mg_context *context, mg_storage *storage, mg_matrix_shape *shape) {
    mg_storage *csr = storage;
    mg_status status = MG_OK;
    pthread_mutex_lock(&storage->lock);
    const bool measured = storage->measured;
    pthread_mutex_unlock(&storage->lock);
    if (!measured) {
        MG_TRY(mg__storage_csr(context, storage, &csr));
    }
    *shape = mg__storage_shape(context, csr);
out:
    return status;
}

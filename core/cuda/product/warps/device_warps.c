/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/warps/device_warps.h"

#include "core/cuda/product/device_arrays.h"
#include "core/cuda/product/product_launch.h"
#include "core/cuda/product/warps/warps_kernels.h"
#include "core/sparse/warps.h"

#define WARPS_OF_BLOCK (MG_WARPS_THREADS / MG_WARPS_LANES)

typedef struct device_warps {
    mg_device_arrays arrays;
    mg_device_warps matrix;
} device_warps;

/* What is made on the host. */
typedef struct lists {
    mg_device_warp *warps;
    uint16_t *lane_rows;
    uint32_t *split_row, *split_first;
    uint32_t split_count;
} lists;

static void release_lists(mg_context *context, lists *l) {
    mg__release(&context->memory, l->warps);
    mg__release(&context->memory, l->lane_rows);
    mg__release(&context->memory, l->split_row);
    mg__release(&context->memory, l->split_first);
}

/* Does each lane have one more than the one before? Not where a lane has none. */
static bool ascends(const uint32_t *of_lanes) {
    bool one_by_one = of_lanes[0] < MG_LANE_NONE - MG_WARP;
    for (uint32_t lane = 1; lane < MG_WARP; lane++) {
        one_by_one &= of_lanes[lane] == of_lanes[0] + lane;
    }
    return one_by_one;
}

static uint16_t flags_of(const mg_warps *w, uint64_t i) {
    const bool rows = ascends(w->lane_rows + MG_WARP * i);
    const bool columns = w->first_columns && ascends(w->first_columns + MG_WARP * i);
    return (uint16_t)((rows ? MG_WARPS_ROWS_ASCEND : 0) | (columns ? MG_WARPS_COLUMNS_ASCEND : 0));
}

/* The rows of a warp are of one window. */
static void describe_warp(const mg_warps *w, uint64_t i, lists *l) {
    const uint32_t *rows = w->lane_rows + MG_WARP * i;
    mg_device_warp *const warp = &l->warps[i];
    uint32_t first = MG_LANE_NONE, lanes = 0, widest = 1;
    for (uint32_t lane = 0; lane < MG_WARP; lane++) {
        first = rows[lane] < first ? rows[lane] : first;
        lanes = w->heads[i] >> lane & 1 ? 1 : lanes + 1;
        widest = rows[lane] != MG_LANE_NONE && lanes > widest ? lanes : widest;
    }
    for (uint32_t lane = 0; lane < MG_WARP; lane++) {
        assert(rows[lane] == MG_LANE_NONE || rows[lane] - first < MG_WINDOW_ROWS);
        l->lane_rows[MG_WARP * i + lane] = rows[lane] == MG_LANE_NONE ? MG_WARPS_NONE : (uint16_t)(rows[lane] - first);
    }
    *warp = (mg_device_warp){.slot = (uint32_t)(w->starts[i] / MG_WARP),
                             .deltas = w->delta_starts ? (uint32_t)(w->delta_starts[i] / MG_WARP) : 0,
                             .load = (uint32_t)((w->starts[i + 1] - w->starts[i]) / MG_WARP),
                             .heads = w->heads[i],
                             .row = first,
                             .column = w->first_columns ? w->first_columns[MG_WARP * i] : 0,
                             .width = w->first_columns ? (uint8_t)mg__warp_width(w, i) : 0,
                             .lanes = (uint8_t)widest,
                             .flags = flags_of(w, i)};
}

/* The shared warps of a row are consecutive. */
static void list_split_rows(const mg_warps *w, lists *l) {
    for (uint32_t i = 0; i < w->shared_count; i++) {
        if (i == 0 || w->pieces[i].row != w->pieces[i - 1].row) {
            l->split_row[l->split_count] = w->pieces[i].row;
            l->split_first[l->split_count++] = i;
        }
    }
    l->split_first[l->split_count] = (uint32_t)w->shared_count;
}

static mg_status make_lists(mg_context *context, const mg_warps *w, lists *l) {
    mg_status status;
    if (w->shared_count >= UINT32_MAX || w->slot_count / MG_WARP > UINT32_MAX ||
        w->delta_bytes / MG_WARP > UINT32_MAX) {
        return mg__fail(context, MG_ERROR_RANGE, "the matrix has too many nonzeros for warps on a GPU");
    }
    MG_TRY(MG_ALLOC(context, l->warps, w->warp_count, "warps of a matrix"));
    MG_TRY(MG_ALLOC(context, l->lane_rows, MG_WARP * w->warp_count, "warps of a matrix"));
    MG_TRY(MG_ALLOC(context, l->split_row, w->shared_count, "long rows of a matrix"));
    MG_TRY(MG_ALLOC(context, l->split_first, w->shared_count + 1, "long rows of a matrix"));
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t i = 0; i < w->warp_count; i++) {
        describe_warp(w, i, l);
    }
    list_split_rows(w, l);
out:
    return status;
}

static mg_status upload(mg_context *context, mg_cuda *cuda, const mg_warps *w, const lists *l,
                        mg_device_arrays *arrays) {
    const uint64_t lanes = MG_WARP * w->warp_count;
    const struct {
        const void *from;
        uint64_t count;
        size_t size;
    } sources[] = {{l->warps, w->warp_count, sizeof *l->warps},
                   {l->lane_rows, lanes, sizeof *l->lane_rows},
                   {l->split_row, l->split_count, sizeof *l->split_row},
                   {l->split_first, l->split_count + 1, sizeof *l->split_first},
                   {w->columns, w->columns ? w->slot_count : 0, sizeof *w->columns},
                   {w->first_columns, w->first_columns ? lanes : 0, sizeof *w->first_columns},
                   {w->deltas, w->delta_bytes, 1}};
    const void *made[sizeof sources / sizeof *sources];
    mg_status status = MG_OK;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        MG_TRY(mg__device_upload(context, cuda, arrays, sources[i].from, sources[i].count, sources[i].size, &made[i]));
    }
    ((device_warps *)arrays)->matrix = (mg_device_warps){.warps = made[0],
                                                         .lane_rows = made[1],
                                                         .split_row = made[2],
                                                         .split_first = made[3],
                                                         .columns = made[4],
                                                         .first_columns = made[5],
                                                         .deltas = made[6],
                                                         .warp_count = w->warp_count,
                                                         .shared_count = w->shared_count,
                                                         .split_count = l->split_count};
out:
    return status;
}

static mg_status build(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays) {
    const mg_warps *w = storage->layout;
    lists l = {0};
    mg_status status;
    arrays->value_count = w->slot_count;
    MG_TRY(make_lists(context, w, &l));
    status = upload(context, cuda, w, &l, arrays);
out:
    release_lists(context, &l);
    return status;
}

/* ---- products ---- */

static mg_status open_warps(mg_vector_work *w) {
    const uint64_t slots = ((const mg_warps *)w->storage->layout)->shared_count;
    device_warps *found = NULL;
    mg_status status;
    MG_TRY(mg__device_arrays(w->context, w->cuda, w->storage, w->values, sizeof *found, build, &found));
    MG_TRY(mg__cuda_get(w->context, w->cuda, &w->slots, slots * mg__type_size(w->options->type), "a sparse product"));
    w->device = found;
out:
    return status;
}

static mg_warps_kernels kernels_for(const mg_vector_work *w) {
    switch (w->options->type) {
    case MG_FLOAT32:
        return mg__warps_kernels_f32(w->semiring);
    case MG_FLOAT64:
        return mg__warps_kernels_f64(w->semiring);
    case MG_INT32:
        return mg__warps_kernels_i32(w->semiring);
    default:
        return mg__warps_kernels_i64(w->semiring);
    }
}

static uint64_t blocks_for(uint64_t warps) {
    return (warps + WARPS_OF_BLOCK - 1) / WARPS_OF_BLOCK;
}

static mg_status run_warps(mg_vector_work *w) {
    const device_warps *d = w->device;
    const mg_warps_kernels kernels = kernels_for(w);
    const mg_warps_product p = {.product = w->product,
                                .matrix = d->matrix,
                                .values = w->values == MG_TYPE_NONE ? NULL : d->arrays.values[w->values],
                                .slots = w->slots};
    const mg_product_launch warps = {
        .kernel = kernels.spmv, .blocks = blocks_for(d->matrix.warp_count), .threads = MG_WARPS_THREADS};
    const mg_product_launch finish = {
        .kernel = kernels.finish, .blocks = blocks_for(d->matrix.split_count), .threads = MG_WARPS_THREADS};
    mg_status status;
    MG_TRY(mg__product_launch(w->context, w->cuda, &warps, &p, sizeof p));
    MG_TRY(mg__product_launch(w->context, w->cuda, &finish, &p, sizeof p));
out:
    return status;
}

const mg_vector_format mg__warps_products = {.open = open_warps, .run = run_warps};

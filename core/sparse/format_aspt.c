/* SPDX-License-Identifier: Apache-2.0
 *
 * format_aspt.c: adaptive sparse tiling: CSR whose rows begin with the nonzeros of dense tiles, and where each tile
 * begins in each row. Source: Hong et al., "Adaptive sparse tiling for sparse matrix multiplication", PPoPP 2019.
 */
#include "core/sparse/aspt_tiles.h"

#include <omp.h>
#include <string.h>

static void release(mg_storage *storage) {
    mg_aspt *aspt = storage->layout;
    mg__release(&storage->memory, aspt->panel_tiles);
    mg__release(&storage->memory, aspt->starts);
    mg__release(&storage->memory, aspt->columns);
    mg__release(&storage->memory, aspt->values);
    mg__release(&storage->memory, aspt->positions);
    mg__release(&storage->memory, aspt->pieces);
    mg__release(&storage->memory, aspt);
}

/* Sums the tiles of the panels, which each entry but the last has; the last one receives the sum. */
static void sum_tiles(mg_aspt *aspt) {
    uint64_t sum = 0;
    for (uint64_t panel = 0; panel < aspt->panel_count; panel++) {
        const uint64_t tiles = aspt->panel_tiles[panel];
        aspt->panel_tiles[panel] = sum;
        sum += tiles;
    }
    aspt->panel_tiles[aspt->panel_count] = sum;
}

static uint64_t count_starts(const mg_aspt *aspt, uint64_t rows) {
    const uint64_t last = aspt->panel_count - 1;
    return aspt->panel_count == 0 ? 1
                                  : aspt->panel_tiles[last] * aspt->panel_rows +
                                        mg__aspt_rows(aspt, rows, last) * mg__aspt_tiles(aspt, last) + 1;
}

static void copy_value(void *to, uint64_t i, const void *from, uint64_t j, size_t size) {
    if (size == 4) {
        ((uint32_t *)to)[i] = ((const uint32_t *)from)[j];
    } else if (size == 8) {
        ((uint64_t *)to)[i] = ((const uint64_t *)from)[j];
    }
}

/* Orders the nonzeros begin .. end of a row by their tiles. starts: of the row, one for each tile; they serve as the
 * places of the next nonzeros meanwhile. */
static void order_row(const mg_storage *from, const mg_aspt *aspt, const uint16_t *tile_of, uint64_t begin,
                      uint64_t end, uint64_t tiles, uint64_t *starts) {
    const size_t size = mg__type_size(from->type);
    memset(starts, 0, tiles * sizeof *starts);
    for (uint64_t e = begin; e < end; e++) {
        starts[tile_of[e] < tiles ? tile_of[e] : tiles - 1]++;
    }
    for (uint64_t tile = 0, at = begin; tile < tiles; tile++) {
        const uint64_t count = starts[tile];
        starts[tile] = at;
        at += count;
    }
    for (uint64_t e = begin; e < end; e++) {
        const uint64_t at = starts[tile_of[e] < tiles ? tile_of[e] : tiles - 1]++;
        aspt->columns[at] = from->csr.columns[e];
        aspt->positions[at] = (uint32_t)(e - begin);
        copy_value(aspt->values, at, from->csr.values, e, size);
    }
    for (uint64_t tile = tiles; tile-- > 1;) {
        starts[tile] = starts[tile - 1];
    }
    starts[0] = begin;
}

static uint64_t order_panel(const mg_storage *from, mg_aspt *aspt, const uint16_t *tile_of, uint64_t panel) {
    const uint64_t first = panel * aspt->panel_rows, tiles = mg__aspt_tiles(aspt, panel);
    const uint64_t rows = mg__aspt_rows(aspt, from->rows, panel), *offsets = from->csr.offsets + first;
    uint64_t *starts = (uint64_t *)mg__aspt_starts(aspt, panel);
    uint64_t dense = 0;
    for (uint64_t row = 0; row < rows; row++, starts += tiles) {
        order_row(from, aspt, tile_of, offsets[row], offsets[row + 1], tiles, starts);
        dense += starts[tiles - 1] - offsets[row];
    }
    return dense;
}

/* Cuts the long rows of the sparse tiles; with `pieces` NULL only counts. */
static uint64_t cut_sparse_rows(const mg_storage *from, const mg_aspt *aspt, mg_row_piece *pieces) {
    uint64_t at = 0;
    for (uint64_t panel = 0; panel < aspt->panel_count; panel++) {
        const uint64_t first = panel * aspt->panel_rows, tiles = mg__aspt_tiles(aspt, panel);
        const uint64_t *starts = mg__aspt_starts(aspt, panel), rows = mg__aspt_rows(aspt, from->rows, panel);
        for (uint64_t row = 0; row < rows; row++) {
            uint64_t begin = starts[row * tiles + tiles - 1];
            const uint64_t end = from->csr.offsets[first + row + 1], count = mg__row_pieces(end - begin);
            for (uint64_t i = 0; pieces && i < count; i++, begin += MG_ROW_PIECE_MAX) {
                const uint64_t length = end - begin < MG_ROW_PIECE_MAX ? end - begin : MG_ROW_PIECE_MAX;
                pieces[at + i] =
                    (mg_row_piece){.begin = begin, .row = (uint32_t)(first + row), .count = (uint32_t)length};
            }
            at += count;
        }
    }
    return at;
}

static mg_status allocate(mg_context *context, const mg_storage *from, mg_aspt *aspt) {
    const size_t size = mg__type_size(from->type);
    mg_status status;
    aspt->start_count = count_starts(aspt, from->rows);
    MG_TRY(MG_ALLOC(context, aspt->starts, aspt->start_count, "starts of the tiles of format aspt"));
    MG_TRY(MG_ALLOC(context, aspt->columns, from->nonzeros, "columns of format aspt"));
    MG_TRY(MG_ALLOC(context, aspt->positions, from->nonzeros, "positions of format aspt"));
    if (size) {
        MG_TRY(mg__alloc(context, &aspt->values, from->nonzeros, size, "values of format aspt"));
    }
out:
    return status;
}

/* Threads whose counters need about as much memory as the matrix. */
static int finder_threads(const mg_context *context, const mg_storage *from) {
    const uint64_t most = 1 + from->nonzeros * 2 / (from->columns + 1);
    return most < (uint64_t)context->threads ? (int)most : context->threads;
}

static mg_status find_tiles(mg_context *context, const mg_storage *from, const mg_aspt_sizes *sizes, mg_aspt *aspt,
                            uint16_t *tile_of) {
    const int threads = finder_threads(context, from);
    mg_aspt_finders finders;
    mg_status status;
    MG_TRY(mg__aspt_finders_create(context, from, sizes, threads, &finders));
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (uint64_t panel = 0; panel < sizes->panel_count; panel++) {
        const mg_aspt_range range = mg__aspt_range(from, sizes, panel);
        uint64_t columns;
        aspt->panel_tiles[panel] =
            1 + mg__aspt_find(&finders, omp_get_thread_num(), &range, tile_of + range.begin, &columns);
    }
    sum_tiles(aspt);
out:
    mg__aspt_finders_release(context, &finders);
    return status;
}

static mg_status build(mg_context *context, mg_storage *from, mg_storage *to) {
    const mg_matrix_shape shape = mg__storage_shape(context, from);
    const mg_aspt_sizes sizes = mg__aspt_sizes(context, &shape, &to->options);
    uint16_t *tile_of = NULL;
    uint64_t dense = 0;
    mg_aspt *aspt;
    mg_status status;
    if (shape.longest >= UINT32_MAX) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "format aspt: the longest row has %llu nonzeros; at most 4294967294 are supported",
                        (unsigned long long)shape.longest);
    }
    MG_TRY(MG_ALLOC(context, aspt, 1, "format aspt"));
    *aspt = (mg_aspt){.panel_rows = sizes.panel_rows,
                      .tile_columns = sizes.tile_columns,
                      .threshold = sizes.threshold,
                      .has_slots = sizes.has_slots,
                      .panel_count = sizes.panel_count};
    to->layout = aspt;
    MG_TRY(MG_ALLOC(context, aspt->panel_tiles, aspt->panel_count + 1, "tiles of format aspt"));
    MG_TRY(MG_ALLOC(context, tile_of, from->nonzeros, "tiles of nonzeros"));
    MG_TRY(find_tiles(context, from, &sizes, aspt, tile_of));
    MG_TRY(allocate(context, from, aspt));
    aspt->starts[aspt->start_count - 1] = from->nonzeros;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1) reduction(+ : dense)
    for (uint64_t panel = 0; panel < aspt->panel_count; panel++) {
        dense += order_panel(from, aspt, tile_of, panel);
    }
    aspt->dense_nonzeros = dense;
    aspt->piece_count = cut_sparse_rows(from, aspt, NULL);
    MG_TRY(MG_ALLOC(context, aspt->pieces, aspt->piece_count, "long rows of format aspt"));
    cut_sparse_rows(from, aspt, aspt->pieces);
out:
    mg__release(&context->memory, tile_of);
    return status;
}

static mg_status decode(mg_context *context, const mg_storage *storage, const mg_csr_rows *csr) {
    const mg_aspt *aspt = storage->layout;
    const size_t size = mg__type_size(storage->type);
    csr->offsets[storage->rows] = storage->nonzeros;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (uint64_t panel = 0; panel < aspt->panel_count; panel++) {
        const uint64_t first = panel * aspt->panel_rows, tiles = mg__aspt_tiles(aspt, panel);
        const uint64_t *starts = mg__aspt_starts(aspt, panel), rows = mg__aspt_rows(aspt, storage->rows, panel);
        for (uint64_t row = 0; row < rows; row++, starts += tiles) {
            csr->offsets[first + row] = starts[0];
            for (uint64_t e = starts[0]; e < starts[tiles]; e++) {
                const uint64_t at = starts[0] + aspt->positions[e];
                csr->columns[at] = aspt->columns[e];
                copy_value(csr->values, at, aspt->values, e, size);
            }
        }
    }
    return MG_OK;
}

static const void *values(const mg_storage *storage, uint64_t *count) {
    *count = storage->nonzeros;
    return ((const mg_aspt *)storage->layout)->values;
}

static uint64_t bytes_of(uint64_t panels, uint64_t starts, uint64_t nonzeros, size_t value_size, uint64_t pieces) {
    return (panels + 1 + starts) * sizeof(uint64_t) + nonzeros * (2 * sizeof(uint32_t) + value_size) +
           pieces * sizeof(mg_row_piece);
}

static void arrays(const mg_storage *storage, mg_matrix_statistics *statistics) {
    const mg_aspt *aspt = storage->layout;
    mg__list_array(statistics, "panel_tiles", aspt->panel_count + 1, sizeof *aspt->panel_tiles);
    mg__list_array(statistics, "starts", aspt->start_count, sizeof *aspt->starts);
    mg__list_array(statistics, "columns", storage->nonzeros, sizeof *aspt->columns);
    mg__list_array(statistics, "values", storage->nonzeros, mg__type_size(storage->type));
    mg__list_array(statistics, "positions", storage->nonzeros, sizeof *aspt->positions);
    mg__list_array(statistics, "pieces", aspt->piece_count, sizeof *aspt->pieces);
}

static mg_status predict(mg_context *context, mg_storage *from, const mg_format_options *options, uint64_t *predicted) {
    const mg_matrix_shape shape = mg__storage_shape(context, from);
    const mg_aspt_sizes sizes = mg__aspt_sizes(context, &shape, options);
    mg_aspt_sample sample;
    const mg_status status = mg__aspt_sample(context, from, options, 1, &sample);
    *predicted = bytes_of(sizes.panel_count, (uint64_t)(sample.starts + 0.5) + 1, from->nonzeros, shape.value_size,
                          (uint64_t)(sample.pieces + 0.5));
    return status;
}

static uint64_t units(const mg_storage *storage) {
    const mg_aspt *aspt = storage->layout;
    return aspt->panel_tiles[aspt->panel_count];
}

/* On a GPU shared memory is indexed by slots. */
static bool fits(const mg_storage *storage, mg_backend_kind backend, const mg_product_options *options, uint32_t k) {
    (void)k;
    const mg_tiling tiling = storage->options.tiling;
    return backend == MG_BACKEND_CPU ||
           ((tiling == MG_TILING_PAPER || tiling == MG_TILING_HOPPER) && mg__is_float_sum(options));
}

const mg_format mg__format_aspt = {
    .id = MG_FORMAT_ASPT,
    .name = "aspt",
    .summary = "unordered CSR whose rows begin with the nonzeros of dense tiles",
    .unit = "tiles",
    .operations = {[MG_BACKEND_CPU] = MG_OPERATION_SPMM | MG_OPERATION_SDDMM,
                   [MG_BACKEND_CUDA] = MG_OPERATION_SPMM | MG_OPERATION_SDDMM},
    .fits = fits,
    .build = build,
    .decode = decode,
    .values = values,
    .release = release,
    .arrays = arrays,
    .predict = predict,
    .units = units,
    .builds_on_device = true,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * format_rs.c: RS-SpMM: columns are cut into panels; a segment of a row in a panel with more nonzeros than a threshold
 * is heavy. Heavy segments are a DCSR for each panel, all other nonzeros one CSR. Source: Hong et al., "Efficient
 * sparse-matrix multi-vector product on GPUs", HPDC 2018.
 */
#include "core/sparse/rs_segments.h"

#include <string.h>

static void release(mg_storage *storage) {
    mg_rs *rs = storage->layout;
    const mg_allocator *memory = &storage->memory;
    mg__release(memory, rs->panel_segments);
    mg__release(memory, rs->segment_starts);
    mg__release(memory, rs->segment_rows);
    mg__release(memory, rs->segment_columns);
    mg__release(memory, rs->light_offsets);
    mg__release(memory, rs->light_columns);
    mg__release(memory, rs->values);
    mg__release(memory, rs->positions);
    mg__release(memory, rs);
}

static void copy_value(void *to, uint64_t i, const void *from, uint64_t j, size_t size) {
    if (size == 4) {
        ((uint32_t *)to)[i] = ((const uint32_t *)from)[j];
    } else if (size == 8) {
        ((uint64_t *)to)[i] = ((const uint64_t *)from)[j];
    }
}

/* The segments in row order, while the format is built. */
typedef struct building {
    uint64_t *first;   /* rows + 1: first segment of each row */
    uint32_t *panels;  /* of each segment */
    uint32_t *lengths; /* of each segment */
    uint64_t *places;  /* of each segment in panel order */
} building;

static void release_building(mg_context *context, building *b) {
    mg__release(&context->memory, b->first);
    mg__release(&context->memory, b->panels);
    mg__release(&context->memory, b->lengths);
    mg__release(&context->memory, b->places);
}

/* ---- passes over the rows ---- */

typedef struct pass {
    const mg_storage *from;
    mg_rs *rs;
    building *building;
} pass;

static void count_row(const pass *p, const mg_rs_row *row) {
    const uint64_t *offsets = p->from->csr.offsets + row->row;
    uint64_t heavy = 0;
    for (uint64_t i = 0; i < row->segment_count; i++) {
        heavy += row->segments[i].length;
    }
    p->building->first[row->row] = row->segment_count;
    p->rs->light_offsets[row->row] = offsets[1] - offsets[0] - heavy;
}

static void list_row(const pass *p, const mg_rs_row *row) {
    const uint64_t first = p->building->first[row->row];
    for (uint64_t i = 0; i < row->segment_count; i++) {
        p->building->panels[first + i] = row->segments[i].panel;
        p->building->lengths[first + i] = row->segments[i].length;
    }
}

static void fill_row(const pass *p, const mg_rs_row *row) {
    const mg_csr_rows *csr = &p->from->csr;
    const size_t size = mg__type_size(p->from->type);
    const uint64_t begin = csr->offsets[row->row], first = p->building->first[row->row];
    mg_rs *const rs = p->rs;
    uint64_t light = rs->heavy_nonzeros + rs->light_offsets[row->row];
    for (uint64_t i = 0; i < row->segment_count; i++) {
        const uint64_t place = p->building->places[first + i];
        rs->segment_rows[place] = (uint32_t)row->row;
        row->segments[i].next = rs->segment_starts[place];
    }
    for (uint64_t e = begin; e < csr->offsets[row->row + 1]; e++) {
        mg_rs_segment *const segment = mg__rs_segment(row, csr->columns[e]);
        const uint64_t at = segment ? segment->next++ : light++;
        if (segment) {
            rs->segment_columns[at] = (uint16_t)(csr->columns[e] & (rs->panel_columns - 1));
        } else {
            rs->light_columns[at - rs->heavy_nonzeros] = csr->columns[e];
        }
        rs->positions[at] = (uint32_t)(e - begin);
        copy_value(rs->values, at, csr->values, e, size);
    }
}

static mg_status run_pass(mg_context *context, const pass *p, void (*visit)(const pass *p, const mg_rs_row *row)) {
    const mg_storage *from = p->from;
    mg_rs_scan scan;
    mg_status status;
    MG_TRY(mg__rs_scan_create(context, from, p->rs->panel_columns, p->rs->threshold, &scan));
#pragma omp parallel num_threads(scan.threads)
    {
        mg_rs_row row = mg__rs_scan_row(&scan);
#pragma omp for schedule(dynamic, 256)
        for (uint64_t r = 0; r < from->rows; r++) {
            mg__rs_row_read(&row, r);
            visit(p, &row);
            mg__rs_row_clear(&row);
        }
    }
out:
    mg__rs_scan_release(context, &scan);
    return status;
}

/* Sorts the segments by panel, stable, and sums their lengths. */
static void order_segments(const mg_storage *from, mg_rs *rs, building *b) {
    memset(rs->panel_segments, 0, (rs->panel_count + 1) * sizeof *rs->panel_segments);
    for (uint64_t i = 0; i < rs->segment_count; i++) {
        rs->panel_segments[b->panels[i]]++;
    }
    mg__sum_before(rs->panel_segments, rs->panel_count + 1);
    for (uint64_t i = 0; i < rs->segment_count; i++) {
        b->places[i] = rs->panel_segments[b->panels[i]]++;
        rs->segment_starts[b->places[i]] = b->lengths[i];
    }
    for (uint64_t panel = rs->panel_count; panel > 0; panel--) { /* each has become the next one's first */
        rs->panel_segments[panel] = rs->panel_segments[panel - 1];
    }
    rs->panel_segments[0] = 0;
    rs->segment_starts[rs->segment_count] = 0;
    rs->heavy_nonzeros = mg__sum_before(rs->segment_starts, rs->segment_count + 1);
    rs->light_offsets[from->rows] = 0;
    mg__sum_before(rs->light_offsets, from->rows + 1);
}

static mg_status allocate_segments(mg_context *context, mg_rs *rs, building *b) {
    mg_status status;
    MG_TRY(MG_ALLOC(context, b->panels, rs->segment_count, "segments of format rs"));
    MG_TRY(MG_ALLOC(context, b->lengths, rs->segment_count, "segments of format rs"));
    MG_TRY(MG_ALLOC(context, b->places, rs->segment_count, "segments of format rs"));
    MG_TRY(MG_ALLOC(context, rs->segment_starts, rs->segment_count + 1, "segments of format rs"));
    MG_TRY(MG_ALLOC(context, rs->segment_rows, rs->segment_count, "segments of format rs"));
    MG_TRY(MG_ALLOC(context, rs->panel_segments, rs->panel_count + 1, "panels of format rs"));
out:
    return status;
}

static mg_status allocate_nonzeros(mg_context *context, const mg_storage *from, mg_rs *rs) {
    const size_t size = mg__type_size(from->type);
    mg_status status;
    MG_TRY(MG_ALLOC(context, rs->segment_columns, rs->heavy_nonzeros, "heavy columns of format rs"));
    MG_TRY(MG_ALLOC(context, rs->light_columns, from->nonzeros - rs->heavy_nonzeros, "light columns of format rs"));
    MG_TRY(MG_ALLOC(context, rs->positions, from->nonzeros, "positions of format rs"));
    if (size) {
        MG_TRY(mg__alloc(context, &rs->values, from->nonzeros, size, "values of format rs"));
    }
out:
    return status;
}

static mg_status build(mg_context *context, mg_storage *from, mg_storage *to) {
    const mg_matrix_shape shape = mg__storage_shape(context, from);
    building b = {NULL, NULL, NULL, NULL};
    mg_rs *rs;
    mg_status status;
    if (shape.longest >= UINT32_MAX) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "format rs: the longest row has %llu nonzeros; at most 4294967294 are supported",
                        (unsigned long long)shape.longest);
    }
    MG_TRY(MG_ALLOC(context, rs, 1, "format rs"));
    *rs = (mg_rs){.panel_columns = mg__rs_panel_columns(&shape, &to->options)};
    to->layout = rs;
    rs->panel_count = (from->columns + rs->panel_columns - 1) / rs->panel_columns;
    MG_TRY(mg__rs_threshold(context, from, &to->options, rs->panel_columns, &rs->threshold));
    const pass p = {.from = from, .rs = rs, .building = &b};
    MG_TRY(MG_ALLOC(context, b.first, from->rows + 1, "segments of format rs"));
    MG_TRY(MG_ALLOC(context, rs->light_offsets, from->rows + 1, "light rows of format rs"));
    MG_TRY(run_pass(context, &p, count_row));
    b.first[from->rows] = 0;
    rs->segment_count = mg__sum_before(b.first, from->rows + 1);
    MG_TRY(allocate_segments(context, rs, &b));
    MG_TRY(run_pass(context, &p, list_row));
    order_segments(from, rs, &b);
    MG_TRY(allocate_nonzeros(context, from, rs));
    status = run_pass(context, &p, fill_row);
out:
    release_building(context, &b);
    return status;
}

static void count_heavy(const mg_rs *rs, uint64_t rows, uint64_t *offsets) {
    memset(offsets, 0, (rows + 1) * sizeof *offsets);
    for (uint64_t i = 0; i < rs->segment_count; i++) {
        offsets[rs->segment_rows[i]] += rs->segment_starts[i + 1] - rs->segment_starts[i];
    }
}

static mg_status decode(mg_context *context, const mg_storage *storage, const mg_csr_rows *csr) {
    const mg_rs *rs = storage->layout;
    const size_t size = mg__type_size(storage->type);
    count_heavy(rs, storage->rows, csr->offsets);
    for (uint64_t row = 0; row < storage->rows; row++) {
        csr->offsets[row] += rs->light_offsets[row + 1] - rs->light_offsets[row];
    }
    mg__sum_before(csr->offsets, storage->rows + 1);
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (uint64_t panel = 0; panel < rs->panel_count; panel++) {
        for (uint64_t i = rs->panel_segments[panel]; i < rs->panel_segments[panel + 1]; i++) {
            for (uint64_t e = rs->segment_starts[i]; e < rs->segment_starts[i + 1]; e++) {
                const uint64_t at = csr->offsets[rs->segment_rows[i]] + rs->positions[e];
                csr->columns[at] = (uint32_t)(panel * rs->panel_columns + rs->segment_columns[e]);
                copy_value(csr->values, at, rs->values, e, size);
            }
        }
    }
#pragma omp parallel for num_threads(context->threads) schedule(guided, 1024)
    for (uint64_t row = 0; row < storage->rows; row++) {
        for (uint64_t light = rs->light_offsets[row]; light < rs->light_offsets[row + 1]; light++) {
            const uint64_t e = rs->heavy_nonzeros + light, at = csr->offsets[row] + rs->positions[e];
            csr->columns[at] = rs->light_columns[light];
            copy_value(csr->values, at, rs->values, e, size);
        }
    }
    return MG_OK;
}

static const void *values(const mg_storage *storage, uint64_t *count) {
    *count = storage->nonzeros;
    return ((const mg_rs *)storage->layout)->values;
}

static void arrays(const mg_storage *storage, mg_matrix_statistics *statistics) {
    const mg_rs *rs = storage->layout;
    mg__list_array(statistics, "panel_segments", rs->panel_count + 1, sizeof *rs->panel_segments);
    mg__list_array(statistics, "segment_starts", rs->segment_count + 1, sizeof *rs->segment_starts);
    mg__list_array(statistics, "segment_rows", rs->segment_count, sizeof *rs->segment_rows);
    mg__list_array(statistics, "segment_columns", rs->heavy_nonzeros, sizeof *rs->segment_columns);
    mg__list_array(statistics, "light_offsets", storage->rows + 1, sizeof *rs->light_offsets);
    mg__list_array(statistics, "light_columns", storage->nonzeros - rs->heavy_nonzeros, sizeof *rs->light_columns);
    mg__list_array(statistics, "values", storage->nonzeros, mg__type_size(storage->type));
    mg__list_array(statistics, "positions", storage->nonzeros, sizeof *rs->positions);
}

static uint64_t units(const mg_storage *storage) {
    return ((const mg_rs *)storage->layout)->segment_count;
}

/* On a GPU the sums of the segments of a row are added in any order. */
static bool fits(const mg_storage *storage, mg_backend_kind backend, const mg_product_options *options, uint32_t k) {
    (void)storage;
    (void)backend;
    (void)k;
    return mg__is_float_sum(options) && !options->deterministic;
}

const mg_format mg__format_rs = {
    .id = MG_FORMAT_RS,
    .name = "rs",
    .summary = "heavy segments of rows in panels of columns, and a CSR of all other nonzeros",
    .unit = "heavy segments",
    .operations = {[MG_BACKEND_CUDA] = MG_OPERATION_SPMM | MG_OPERATION_SPMM_TRANSPOSED},
    .fits = fits,
    .build = build,
    .decode = decode,
    .values = values,
    .release = release,
    .arrays = arrays,
    .predict = mg__rs_predict,
    .units = units,
    .builds_on_device = true,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_aspt.c: SpMM and SDDMM of format ASPT on the CPU: threads claim panels, and go through the tiles of a panel
 * one after another, so that the rows of X that a tile reads and the panel's rows of Y stay in the L2 cache. The first
 * tile stores, the others add. Thesis, listings 5.1 and 5.4.
 */
#include "core/cpu/product/matrix_spmm.h"

#include <string.h>

static void run_panel(const spmm_product *p, const mg_aspt *aspt, uint64_t panel) {
    const uint64_t first = panel * aspt->panel_rows, tiles = mg__aspt_tiles(aspt, panel);
    const mg_vertex rows = (mg_vertex)mg__aspt_rows(aspt, p->matrix->rows, panel);
    spmv_job job = p->job;
    job.y = (char *)job.y + first * job.y_stride * p->size;
    job.mask = job.mask ? job.mask + first : NULL;
    job.offsets = mg__aspt_starts(aspt, panel);
    job.offset_step = tiles;
    for (uint64_t tile = 0; tile + 1 < tiles; tile++, job.offsets++) {
        p->rows(&job, 0, rows);
        if (tile == 0) {
            mg__spmm_make_adding(&job);
        }
    }
    mg__spmm_short_rows(p, &job, aspt->pieces, aspt->piece_count, first, 0, rows);
}

mg_status mg__cpu_spmm_aspt(spmm_product *p) {
    const mg_aspt *aspt = p->matrix->layout;
    spmm_partial partial;
    p->job.neighbours = aspt->columns;
    const mg_status status = mg__spmm_pieces(p, aspt->pieces, aspt->piece_count, &partial);
    const uint64_t panels = status >= 0 ? aspt->panel_count : 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(p->context->threads)
    for (uint64_t panel = 0; panel < panels; panel++) {
        run_panel(p, aspt, panel);
    }
    for (uint64_t i = 0, end; status >= 0 && i < aspt->piece_count; i = end) {
        const uint32_t row = aspt->pieces[i].row;
        spmm_product after = *p;
        end = mg__row_pieces_end(aspt->pieces, aspt->piece_count, i);
        if (mg__aspt_tiles(aspt, row / aspt->panel_rows) > 1) {
            mg__spmm_make_adding(&after.job);
        }
        mg__spmm_add_pieces(&after, row, i, end, &partial);
    }
    mg__spmm_partial_release(p, &partial);
    return status;
}

static void sddmm_panel(const mg_storage *matrix, const sddmm_job *job, sddmm_row_fn function, uint64_t panel) {
    const mg_aspt *aspt = matrix->layout;
    const uint64_t first = panel * aspt->panel_rows, tiles = mg__aspt_tiles(aspt, panel);
    const uint64_t *starts = mg__aspt_starts(aspt, panel), rows = mg__aspt_rows(aspt, matrix->rows, panel);
    for (uint64_t tile = 0; tile < tiles; tile++) {
        for (uint64_t row = 0; row < rows; row++) {
            const uint64_t *start = starts + row * tiles;
            if (start[tile] < start[tile + 1] && !mg__sddmm_keeps(job, first + row)) {
                function(job, first + row, start[0], start[tile], start[tile + 1], start[tile + 1]);
            }
        }
    }
}

void mg__cpu_sddmm_aspt(const mg_context *context, const mg_storage *matrix, sddmm_job *job, sddmm_row_fn function) {
    const mg_aspt *aspt = matrix->layout;
    job->columns = aspt->columns;
    job->positions = aspt->positions;
#pragma omp parallel for schedule(dynamic, 1) num_threads(context->threads)
    for (uint64_t panel = 0; panel < aspt->panel_count; panel++) {
        sddmm_panel(matrix, job, function, panel);
    }
}

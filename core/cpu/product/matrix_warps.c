/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_warps.c: SpMM of the formats WELL, ADELL and COADELL on the CPU: threads claim windows of rows, gather the
 * lanes of their warps row by row, decoding differences, and give the rows to the row functions. Rows that have warps
 * of their own are summed in pieces, a warp each.
 */
#include "core/cpu/product/matrix_spmm.h"
#include "core/sparse/copy_value.h"
#include "core/sparse/warps.h"

#include <omp.h>

/* The gathered rows of each thread. */
typedef struct gathering {
    uint64_t most; /* nonzeros of a thread */
    uint32_t *columns;
    char *values;
    uint64_t *bounds; /* first nonzero and end of each row of a window */
} gathering;

static mg_status gathering_create(const spmm_product *p, gathering *g) {
    const mg_warps *w = p->matrix->layout;
    const uint64_t threads = (uint64_t)p->context->threads;
    mg_status status;
    *g = (gathering){.most = w->most_nonzeros > MG_ROW_PIECE_MAX ? w->most_nonzeros : MG_ROW_PIECE_MAX};
    MG_TRY(MG_ALLOC(p->context, g->columns, g->most * threads, "rows of warps"));
    MG_TRY(mg__alloc(p->context, (void **)&g->values, g->most * threads, p->size, "rows of warps"));
    MG_TRY(MG_ALLOC_ZEROED(p->context, g->bounds, 2 * MG_WINDOW_ROWS * threads, "rows of warps"));
out:
    return status;
}

static void gathering_release(const spmm_product *p, gathering *g) {
    mg__release(&p->context->memory, g->columns);
    mg__release(&p->context->memory, g->values);
    mg__release(&p->context->memory, g->bounds);
}

static gathering own_part(const spmm_product *p, const gathering *g) {
    const uint64_t thread = (uint64_t)omp_get_thread_num();
    return (gathering){.most = g->most,
                       .columns = g->columns + thread * g->most,
                       .values = g->values + thread * g->most * p->size,
                       .bounds = g->bounds + thread * 2 * MG_WINDOW_ROWS};
}

/* Appends a lane's nonzeros; returns their end. */
static uint64_t gather_lane(const spmm_product *p, const gathering *own, uint64_t warp, uint32_t lane, uint64_t at) {
    const mg_warps *w = p->matrix->layout;
    const uint32_t count = mg__warp_lane(w, warp, lane, own->columns + at);
    const uint64_t slot = w->starts[warp] + lane;
    for (uint32_t i = 0; p->job.weights && i < count; i++) {
        mg__copy_value(own->values, at + i, p->job.weights, slot + (uint64_t)MG_WARP * i, p->size);
    }
    return at + count;
}

static void run_window(const spmm_product *p, const gathering *own, uint64_t window) {
    const mg_warps *w = p->matrix->layout;
    const uint64_t first = w->window_rows[window], shared = w->window_shared[window];
    uint64_t at = 0;
    for (uint64_t warp = w->window_warps[window]; warp < w->window_warps[window + 1]; warp++) {
        for (uint32_t lane = 0; lane < MG_WARP; lane++) {
            const uint32_t row = w->lane_rows[MG_WARP * warp + lane];
            if (row != MG_LANE_NONE) {
                uint64_t *const bounds = own->bounds + 2 * (row - first);
                bounds[0] = w->heads[warp] >> lane & 1 ? at : bounds[0];
                at = gather_lane(p, own, warp, lane, at);
                bounds[1] = at;
            }
        }
    }
    spmv_job job = p->job;
    job.offsets = own->bounds;
    job.offset_step = 2;
    job.neighbours = own->columns;
    job.weights = job.weights ? own->values : NULL;
    job.y = (char *)job.y + first * job.y_stride * p->size;
    job.mask = job.mask ? job.mask + first : NULL;
    mg__spmm_short_rows(p, &job, w->pieces + shared, w->window_shared[window + 1] - shared, first, 0,
                        (mg_vertex)(w->window_rows[window + 1] - first));
}

/* The sum of a shared warp, as a product of one row. */
static void run_shared(const spmm_product *p, const gathering *own, uint64_t warp, void *sums) {
    uint64_t bounds[] = {0, 0};
    spmv_job job = p->job;
    for (uint32_t lane = 0; lane < MG_WARP; lane++) {
        bounds[1] = gather_lane(p, own, warp, lane, bounds[1]);
    }
    job.offsets = bounds;
    job.neighbours = own->columns;
    job.weights = job.weights ? own->values : NULL;
    job.y = (char *)sums + warp * job.k * p->size;
    job.y_stride = job.k;
    job.mask = NULL;
    job.store = SPMV_SET;
    p->rows(&job, 0, 1);
}

mg_status mg__cpu_spmm_warps(spmm_product *p) {
    mg_context *const context = p->context;
    const mg_warps *w = p->matrix->layout;
    gathering g;
    spmm_partial partial = {0};
    mg_status status;
    MG_TRY(gathering_create(p, &g));
    MG_TRY(mg__spmm_partial_create(p, w->shared_count, &partial));
#pragma omp parallel num_threads(context->threads)
    {
        const gathering own = own_part(p, &g);
#pragma omp for schedule(dynamic, 1) nowait
        for (uint64_t warp = 0; warp < w->shared_count; warp++) {
            run_shared(p, &own, warp, partial.sums);
        }
#pragma omp for schedule(dynamic, 1)
        for (uint64_t window = 0; window < w->window_count; window++) {
            run_window(p, &own, window);
        }
    }
    for (uint64_t first = 0, end; first < w->shared_count; first = end) {
        end = mg__row_pieces_end(w->pieces, w->shared_count, first);
        mg__spmm_add_pieces(p, w->pieces[first].row, first, end, &partial);
    }
out:
    mg__spmm_partial_release(p, &partial);
    gathering_release(p, &g);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/add/add_cuda.h"

#include "core/cuda/layout/sorts.h"
#include "core/cuda/product/add/add_args.h"
#include "core/cuda/product/device_arrays.h"
#include "core/cuda/product/nonzeros/device_steps.h"
#include "core/cuda/product/nonzeros/nonzeros.h"
#include "core/cuda/product/split/device_matrix.h"
#include "core/sparse/formats.h"

#define WHAT "the sum of two matrices"

typedef struct work {
    mg_steps steps;
    mg_device_rows rows[2];
    mg_add_sum sum;
    bool are_short; /* all rows */
    uint32_t *row[2];
    double seconds;
} work;

static void release(work *w) {
    void *const blocks[] = {w->rows[0].uploaded, w->rows[1].uploaded, w->row[0],      w->row[1],    w->sum.matched,
                            w->sum.findings,     w->sum.offsets,      w->sum.columns, w->sum.values};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        mg__cuda_release(w->steps.cuda, blocks[i]);
    }
    mg__steps_end(&w->steps);
}

/* The kernels read values of the sum's type only, so that sums are the same as on the CPU. */
static mg_status check(mg_context *context, const mg_summand *s, mg_type type) {
    for (int k = 0; k < 2; k++) {
        if (s[k].storage->type != type && s[k].storage->type != MG_TYPE_NONE) {
            return mg__fail(context, MG_ERROR_UNSUPPORTED, "mg_matrix_add: a GPU adds values of one type only");
        }
        if (s[k].storage->nonzeros >= UINT32_MAX) {
            return mg__fail(context, MG_ERROR_UNSUPPORTED, "mg_matrix_add: a GPU adds fewer than 2^32 nonzeros");
        }
    }
    return MG_OK;
}

/* A summand on the device. */
static mg_status open_part(work *w, const mg_summand *s, mg_type type, int k) {
    mg_add_part *const part = &w->sum.parts[k];
    mg_storage *const storage = s->storage;
    mg_status status;
    MG_TRY(mg__device_rows(w->steps.context, w->steps.cuda, storage,
                           storage->type == MG_TYPE_NONE ? MG_TYPE_NONE : type, &w->rows[k]));
    *part = (mg_add_part){.offsets = w->rows[k].offsets,
                          .columns = w->rows[k].columns,
                          .values = w->rows[k].values,
                          .count = storage->nonzeros,
                          .factor = s->factor,
                          .whole = type == MG_INT32 || type == MG_INT64 ? (int64_t)s->factor : 0};
out:
    return status;
}

/* The rows of the nonzeros. */
static mg_status find_rows(work *w) {
    mg_status status = MG_OK;
    for (int k = 0; k < 2; k++) {
        MG_TRY(mg__steps_get(&w->steps, &w->row[k], w->sum.parts[k].count, sizeof *w->row[k]));
        w->sum.parts[k].row = w->row[k];
        mg_nonzero_rows rows = {.offsets = w->sum.parts[k].offsets,
                                .rows = (uint32_t)w->sum.rows,
                                .count = (uint32_t)w->sum.parts[k].count,
                                .row = w->row[k]};
        MG_TRY(mg__step(&w->steps, mg__nonzero_rows, &rows));
    }
out:
    return status;
}

static cudaError_t sum_matched(void *sum, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_add_sum *const s = sum;
    return mg__small_prefix_sums(temporary, bytes, s->matched, s->matched, s->parts[0].count + 1, stream);
}

static cudaError_t sum_lengths(void *sum, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_add_sum *const s = sum;
    return mg__prefix_sums(temporary, bytes, s->offsets, s->rows + 1, stream);
}

/* Which nonzeros share a place; *nonzeros: of the sum. */
static mg_status match(work *w, uint64_t *nonzeros) {
    const uint64_t count = w->sum.parts[0].count;
    uint32_t matched = 0;
    mg_status status;
    MG_TRY(mg__steps_get(&w->steps, &w->sum.matched, count + 1, sizeof *w->sum.matched));
    MG_TRY(find_rows(w));
    MG_TRY(mg__step(&w->steps, mg__add_match, &w->sum));
    MG_TRY(mg__step(&w->steps, sum_matched, &w->sum));
    MG_TRY(mg__steps_read(&w->steps, &matched, w->sum.matched + count, sizeof matched));
    *nonzeros = count + w->sum.parts[1].count - matched;
out:
    return status;
}

/* Row by row, or where a row is long nonzero by nonzero. */
static mg_status count(work *w, uint64_t *nonzeros) {
    mg_add_findings findings;
    mg_status status;
    MG_TRY(mg__steps_get(&w->steps, &w->sum.offsets, w->sum.rows + 1, sizeof *w->sum.offsets));
    MG_TRY(mg__steps_get(&w->steps, &w->sum.findings, 1, sizeof findings));
    MG_CUDA_TRY(w->steps.context, cudaMemsetAsync(w->sum.findings, 0, sizeof findings, w->steps.cuda->stream), WHAT);
    MG_TRY(mg__step(&w->steps, mg__add_count_rows, &w->sum));
    MG_TRY(mg__step(&w->steps, sum_lengths, &w->sum));
    MG_TRY(mg__step(&w->steps, mg__add_total, &w->sum));
    MG_TRY(mg__steps_read(&w->steps, &findings, w->sum.findings, sizeof findings));
    *nonzeros = findings.nonzeros;
    w->are_short = !findings.has_long;
    if (findings.has_long) {
        MG_TRY(match(w, nonzeros));
        MG_TRY(mg__steps_read(&w->steps, &findings, w->sum.findings, sizeof findings));
    }
    if (findings.descends) {
        return mg__fail(w->steps.context, MG_ERROR_UNSUPPORTED, "mg_matrix_add: a GPU adds rows whose columns ascend");
    }
out:
    return status;
}

static mg_status fill(work *w, const mg_storage *to) {
    const size_t size = mg__type_size(to->type);
    mg_status status;
    MG_TRY(mg__steps_get(&w->steps, &w->sum.columns, to->nonzeros, sizeof *w->sum.columns));
    MG_TRY(mg__steps_get(&w->steps, &w->sum.values, to->nonzeros, size));
    MG_TRY(mg__step(&w->steps, w->are_short ? mg__add_fill_rows : mg__add_fill, &w->sum));
    MG_TRY(mg__device_clock_stop(w->steps.context, w->steps.cuda, "building a matrix", &w->seconds));
    MG_TRY(mg__steps_read(&w->steps, to->csr.offsets, w->sum.offsets, (to->rows + 1) * sizeof *w->sum.offsets));
    if (to->nonzeros) {
        MG_TRY(mg__steps_read(&w->steps, to->csr.columns, w->sum.columns, to->nonzeros * sizeof *w->sum.columns));
        MG_TRY(mg__steps_read(&w->steps, to->csr.values, w->sum.values, to->nonzeros * size));
    }
out:
    return status;
}

mg_status mg__cuda_matrix_add(mg_context *context, const mg_summand *s, mg_type type, mg_storage **sum,
                              double *seconds) {
    work w = {.steps = {.context = context, .what = WHAT}};
    mg_storage *made = NULL;
    uint64_t nonzeros = 0;
    mg_status status;
    MG_TRY(check(context, s, type));
    MG_TRY(mg__cuda_open(context, &w.steps.cuda));
    w.sum.rows = s[0].storage->rows;
    w.sum.type = type;
    MG_TRY(open_part(&w, &s[0], type, 0));
    MG_TRY(open_part(&w, &s[1], type, 1));
    MG_TRY(mg__device_clock_start(context, w.steps.cuda));
    MG_TRY(count(&w, &nonzeros));
    MG_TRY(mg__device_clock_stop(context, w.steps.cuda, "building a matrix", &w.seconds));
    MG_TRY(
        mg__storage_create(context, &mg__format_csr, s[0].storage->rows, s[0].storage->columns, nonzeros, type, &made));
    MG_TRY(mg__storage_allocate_csr(context, made));
    MG_TRY(mg__device_clock_start(context, w.steps.cuda));
    MG_TRY(fill(&w, made));
    *seconds = w.seconds;
    *sum = made;
    made = NULL;
out:
    mg__storage_release(context, made);
    if (w.steps.cuda) {
        release(&w);
    }
    return status;
}

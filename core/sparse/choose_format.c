/* SPDX-License-Identifier: Apache-2.0
 *
 * choose_format.c: the format that AUTO takes. On the CPU by a model of the bytes that a product reads from beyond the
 * L2 cache and of the rows of the result that tiles add to; on a GPU by choose_gpu.c.
 */
#include "core/sparse/choose_format.h"

#include "core/engine/backend.h"
#include "core/sparse/aspt_tiles.h"

#include <stdio.h>

/* Costs on one core, fitted to tests/tools/bench/bench_choice.c (Xeon with AVX-512, 2 cores). */
#define NONZERO_SECONDS 1.2e-9     /* of a nonzero, */
#define HIT_SECONDS 0.0075e-9      /* of a byte of its row of X in the L2 cache, */
#define READ_SECONDS 0.045e-9      /* of a byte that is not, additionally */
#define PASS_SECONDS 5e-9          /* of a row in one more tile, */
#define PASS_BYTE_SECONDS 0.065e-9 /* of a byte of its row of Y */
#define BUILD_SECONDS 25e-9        /* of a nonzero while ASPT is built */
#define LEAST_GAIN 0.9             /* ASPT must be predicted to need less than this part of CSR's time */
#define CACHE_SHARE 0.75           /* of the L2 cache for rows of X */
#define LINE 64

/* Fills in the predictions; `tiled`: that of ASPT. */
static mg_status predict(mg_context *context, mg_storage *from, const mg_format_options *options, double row_bytes,
                         double *plain, double *tiled, mg_aspt_sample *sample) {
    const double cache = CACHE_SHARE * (double)mg__cache_bytes(context->cache_bytes) / row_bytes;
    const mg_status status = mg__aspt_sample(context, from, options, cache < 1 ? 1 : (uint64_t)cache, sample);
    const double z = (double)from->nonzeros, read = row_bytes * READ_SECONDS / context->threads;
    const double hits = z * (NONZERO_SECONDS + row_bytes * HIT_SECONDS) / context->threads;
    *plain = hits + sample->csr_reads * read;
    *tiled = hits + sample->reads * read +
             sample->passes * (PASS_SECONDS + row_bytes * PASS_BYTE_SECONDS) / context->threads;
    return status;
}

static mg_status choose_on_cpu(mg_context *context, mg_storage *from, const mg_format_options *options,
                               mg_format_choice *choice) {
    const uint32_t k = options->k ? options->k : 1;
    const double row_bytes = (double)k * (mg__type_size(from->type) > 4 ? 8 : 4);
    const double build = BUILD_SECONDS * (double)from->nonzeros / context->threads;
    double plain, tiled;
    mg_aspt_sample sample;
    mg_status status = MG_OK;
    choice->format = &mg__format_csr;
    if (mg__storage_shape(context, from).longest >= UINT32_MAX) {
        snprintf(choice->why, sizeof choice->why, "csr: a row has too many nonzeros for tiles");
        return MG_OK;
    }
    if (row_bytes < LINE) {
        snprintf(choice->why, sizeof choice->why,
                 "csr: tiles save nothing where a row of X is shorter than a cache line");
        return MG_OK;
    }
    MG_TRY(predict(context, from, options, row_bytes, &plain, &tiled, &sample));
    const double share = from->nonzeros ? 100 * sample.dense / (double)from->nonzeros : 0;
    const bool pays = options->runs == 0 || (plain - tiled) * (double)options->runs > build;
    choice->format = tiled < LEAST_GAIN * plain && pays ? &mg__format_aspt : &mg__format_csr;
    choice->seconds = choice->format == &mg__format_aspt ? tiled : plain;
    const char *reason = choice->format == &mg__format_aspt    ? "tiles read fewer rows of X from beyond the L2 cache"
                         : !pays && tiled < LEAST_GAIN * plain ? "the tiles would not pay within the expected products"
                         : sample.tiles < 0.5                  ? "no panel of rows has enough dense columns for a tile"
                                                               : "tiles would not pay";
    snprintf(choice->why, sizeof choice->why,
             "%s: %s (%.0f %% of the nonzeros in tiles; predicted per product: csr %.3g ms, aspt %.3g ms)",
             choice->format->name, reason, share, 1e3 * plain, 1e3 * tiled);
out:
    return status;
}

mg_backend_kind mg__products_backend(mg_context *context, mg_backend_kind wanted) {
    const mg_backend *backend;
    return wanted == MG_BACKEND_AUTO && mg__backend_choose(context, wanted, &backend) >= 0 ? backend->kind : wanted;
}

mg_status mg__choose_format(mg_context *context, mg_storage *from, const mg_format_options *options,
                            mg_format_choice *choice) {
    mg_status status = MG_OK;
    *choice = (mg_format_choice){0};
    if (mg__products_backend(context, options->backend) == MG_BACKEND_CPU) {
        MG_TRY(choose_on_cpu(context, from, options, choice));
    } else {
        MG_TRY(mg__choose_on_gpu(context, from, options, choice));
    }
    mg__log(context, MG_LOG_INFO, "matrix format for %u columns: %s", options->k, choice->why);
out:
    return status;
}

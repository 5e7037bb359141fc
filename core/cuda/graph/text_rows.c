/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/text_rows.h"

#include "core/cuda/graph/edge_rows.h"
#include "core/cuda/graph/text_args.h"
#include "core/cuda/layout/sorts.h"
#include "core/graph/graph_build.h"

#include <string.h>

#define WHAT "parsing edges"

#define PIECE ((uint64_t)8 * MG_CUDA_STAGING) /* bytes of a text that are parsed at a time */

/* The range of the ids, in bits, that a bitmap may have: as in core/graph/graph_build_ids.c. */
#define BITS_PER_EDGE 8
#define BITS_FREE ((uint64_t)1 << 18)

typedef struct parsing {
    mg_context *context;
    mg_cuda *cuda;
    const mg_text_job *job;
    char *piece;
    mg_text_lines lines;
    mg_text_found found;
    mg_text_ids set;
    uint64_t *list;
    void *temporary;
    bool both;
} parsing;

static mg_status get_memory(parsing *p, uint64_t piece) {
    mg_status status = MG_OK;
    const uint64_t bytes = p->job->room * sizeof(uint32_t);
    MG_TRY(mg__cuda_get(p->context, p->cuda, (void **)&p->piece, piece + 1 + MG_TEXT_PAD, WHAT));
    MG_TRY(mg__cuda_get(p->context, p->cuda, (void **)&p->lines.source, bytes, WHAT));
    MG_TRY(mg__cuda_get(p->context, p->cuda, (void **)&p->lines.target, bytes, WHAT));
    MG_TRY(mg__cuda_get(p->context, p->cuda, (void **)&p->lines.found, sizeof *p->lines.found, WHAT));
    p->lines.text = p->piece;
    p->lines.room = p->job->room;
    p->lines.commas = p->job->commas;
    p->found = (mg_text_found){.low = UINT32_MAX};
    status = mg__cuda_upload(p->context, p->cuda, p->lines.found, &p->found, sizeof p->found);
out:
    return status;
}

/* Bytes of whole lines from `at` on, at most `most`, or all that are left; 0: a line is longer. */
static uint64_t cut_piece(const mg_text_job *job, uint64_t at, uint64_t most) {
    const uint64_t left = job->size - at;
    if (left <= most) {
        return left;
    }
    const char *const begin = job->text + at, *const last = memrchr(begin, '\n', most);
    return last ? (uint64_t)(last - begin) + 1 : 0;
}

/* The host copies the next piece to pinned memory while this one is parsed. */
static mg_status parse_pieces(parsing *p, uint64_t most) {
    const mg_text_job *const job = p->job;
    mg_status status = MG_OK;
    for (uint64_t at = 0, bytes; at < job->size; at += bytes) {
        MG_TRY(mg__progress(p->context, "reading", (double)at / (double)job->size));
        bytes = cut_piece(job, at, most);
        if (!bytes) {
            p->found.odd = 1;
            return MG_OK;
        }
        MG_TRY(mg__cuda_upload(p->context, p->cuda, p->piece, job->text + at, bytes));
        p->lines.size = (uint32_t)bytes;
        if (job->text[at + bytes - 1] != '\n') {
            MG_CUDA_TRY(p->context, cudaMemsetAsync(p->piece + bytes, '\n', 1, p->cuda->stream), WHAT);
            p->lines.size++;
        }
        MG_CUDA_TRY(p->context, mg__launch_text_lines(&p->lines, p->cuda->stream), WHAT);
    }
    status = mg__cuda_download(p->context, p->cuda, &p->found, p->lines.found, sizeof p->found);
out:
    return status;
}

static mg_status rank_words(parsing *p) {
    mg_status status = MG_OK;
    size_t bytes = 0;
    cudaStream_t stream = p->cuda->stream;
    mg_text_ids *const set = &p->set;
    MG_CUDA_TRY(p->context, mg__small_prefix_sums(NULL, &bytes, set->ranks, set->ranks, set->words + 1, stream), WHAT);
    MG_TRY(mg__cuda_get(p->context, p->cuda, &p->temporary, bytes ? bytes : 1, WHAT));
    MG_CUDA_TRY(p->context, mg__launch_count_ids(set, stream), WHAT);
    MG_CUDA_TRY(p->context, mg__small_prefix_sums(p->temporary, &bytes, set->ranks, set->ranks, set->words + 1, stream),
                WHAT);
out:
    return status;
}

/* The bitmap, the ranks of its words, and the number of vertices after them. */
static mg_status rank_ids(parsing *p, mg_text_rows *rows) {
    const uint64_t range = (uint64_t)p->found.high - p->found.low + 1, count = p->found.count;
    mg_text_ids *const set = &p->set;
    mg_status status = MG_OK;
    *set = (mg_text_ids){.base = p->found.low, .words = (range + 31) / 32};
    const uint64_t bytes = set->words * sizeof *set->bits;
    MG_TRY(mg__cuda_get(p->context, p->cuda, (void **)&set->bits, bytes, WHAT));
    MG_TRY(mg__cuda_get(p->context, p->cuda, (void **)&set->ranks, bytes + sizeof *set->ranks, WHAT));
    MG_CUDA_TRY(p->context, cudaMemsetAsync(set->bits, 0, bytes, p->cuda->stream), WHAT);
    MG_CUDA_TRY(p->context, cudaMemsetAsync(set->ranks + set->words, 0, sizeof *set->ranks, p->cuda->stream), WHAT);
    MG_CUDA_TRY(p->context, mg__launch_mark_ids(set, p->lines.source, count, p->cuda->stream), WHAT);
    MG_CUDA_TRY(p->context, mg__launch_mark_ids(set, p->lines.target, count, p->cuda->stream), WHAT);
    MG_TRY(rank_words(p));
    MG_TRY(mg__cuda_download(p->context, p->cuda, &rows->n, set->ranks + set->words, sizeof rows->n));
    rows->id_base = set->base;
out:
    return status;
}

/* Replaces ids that are no range by their ranks, and lists them. */
static mg_status number_ids(parsing *p, mg_text_rows *rows) {
    const uint64_t bytes = (uint64_t)rows->n * sizeof *rows->ids;
    mg_status status = MG_OK;
    MG_TRY(MG_ALLOC(p->context, rows->ids, rows->n, "ids"));
    MG_TRY(mg__cuda_get(p->context, p->cuda, (void **)&p->list, bytes, WHAT));
    MG_CUDA_TRY(p->context, mg__launch_list_ids(&p->set, p->list, p->cuda->stream), WHAT);
    MG_CUDA_TRY(p->context, mg__launch_rank_ids(&p->set, p->lines.source, p->found.count, p->cuda->stream), WHAT);
    MG_CUDA_TRY(p->context, mg__launch_rank_ids(&p->set, p->lines.target, p->found.count, p->cuda->stream), WHAT);
    status = mg__cuda_download(p->context, p->cuda, rows->ids, p->list, bytes);
out:
    return status;
}

/* Is every edge an arc in both directions? Not those that are listed in both already. */
static mg_status find_directions(parsing *p) {
    const mg_pair_key key = mg__pair_key();
    mg_status status = MG_OK;
    p->both = p->job->undirected;
    if (p->both && p->job->maybe_paired) {
        unsigned long long *const balance = &p->lines.found->balance;
        MG_CUDA_TRY(
            p->context,
            mg__launch_balance(p->lines.source, p->lines.target, p->found.count, key.vertex, balance, p->cuda->stream),
            WHAT);
        MG_TRY(mg__cuda_download(p->context, p->cuda, &p->found.balance, balance, sizeof p->found.balance));
        p->both = p->found.balance != 0;
    }
out:
    return status;
}

static mg_status make_rows(parsing *p, mg_text_rows *rows) {
    mg_edge_rows made = {.device = NULL};
    mg_status status;
    const mg_edge_list list = {.edge_count = p->found.count,
                               .id_type = MG_UINT32,
                               .source = p->lines.source,
                               .target = p->lines.target,
                               .contiguous = true,
                               .id_base = rows->ids ? 0 : rows->id_base,
                               .vertex_count = rows->n};
    const mg_edge_wish wish = {.both = p->both, .drop_loops = p->job->drop_loops, .merge = p->job->merge, .stay = true};
    MG_TRY(mg__cuda_edge_rows(p->context, &list, &wish, &made));
    rows->device = made.device;
    rows->arcs = made.arcs;
out:
    return status;
}

static bool is_usual(const parsing *p) {
    const mg_text_found *const f = &p->found;
    return !f->odd && f->count && f->count != p->job->doubtful &&
           (f->high - f->low) / BITS_PER_EDGE <= f->count + BITS_FREE / BITS_PER_EDGE;
}

static void release(parsing *p) {
    void *const blocks[] = {p->piece,    p->lines.source, p->lines.target, p->lines.found,
                            p->set.bits, p->set.ranks,    p->list,         p->temporary};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        mg__cuda_release(p->cuda, blocks[i]);
    }
}

static mg_status make(parsing *p, mg_text_rows *rows) {
    const uint64_t most = p->cuda->test.text_piece ? p->cuda->test.text_piece : PIECE;
    const uint64_t piece = p->job->size < most ? p->job->size : most;
    mg_status status;
    MG_TRY(get_memory(p, piece));
    MG_TRY(parse_pieces(p, piece));
    if (!is_usual(p)) {
        return MG_OK;
    }
    MG_TRY(rank_ids(p, rows));
    if (rows->n == MG_NONE) {
        return MG_OK;
    }
    if (rows->n - 1 < p->found.high - p->found.low) {
        MG_TRY(number_ids(p, rows));
    }
    MG_TRY(find_directions(p));
    status = make_rows(p, rows);
out:
    return status;
}

/* Rows of several devices, or ranks, are cut in host memory. */
mg_status mg__cuda_text_rows(mg_context *context, const mg_text_job *job, mg_text_rows *rows) {
    parsing p = {.context = context, .job = job};
    mg_status status;
    *rows = (mg_text_rows){.device = NULL};
    MG_TRY(mg__cuda_open(context, &p.cuda));
    if (context->device_count > 1 || context->rank_count > 1) {
        return MG_OK;
    }
    status = make(&p, rows);
out:
    if (p.cuda) {
        release(&p);
    }
    if (!rows->device) {
        mg__release(&context->memory, rows->ids);
        *rows = (mg_text_rows){.device = NULL};
    }
    return status;
}

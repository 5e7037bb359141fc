/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_build_rows.c: builds the CSR of a sequence of arcs by a stable counting sort in two levels.
 *
 * First every thread scatters its chunk of the arcs into buckets of up to 2^16 consecutive sources; then each bucket is
 * sorted by source, within the cache. Both passes are stable, so rows of sorted input are sorted, and the result does
 * not depend on the number of threads.
 */
#include "core/graph/graph_build.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

#define MOST_BUCKETS 1024
#define MOST_BITS 16
#define GROUPS 32            /* of buckets, whose memory is given back together */
#define SYMMETRY_SAMPLES 256 /* arcs whose opposites are looked up before all arcs are compared */
#define ROWS_COPIED 1024     /* rows that a thread copies at a time */

typedef struct scatter {
    const mg_arc_list *arcs;
    mg_vertex n;
    unsigned bits; /* a bucket holds 2^bits vertices */
    uint32_t buckets;
    int pieces;
    size_t weight_size;
    uint64_t *cursor;  /* pieces * buckets: number of arcs, then the next position */
    uint64_t *start;   /* buckets + 1: first arc of each bucket */
    uint64_t *degree;  /* pieces * 2^bits: next position of each row of a bucket while it is sorted */
    uint16_t *local;   /* arcs in bucket order: source within the bucket, */
    mg_vertex *target; /* target, */
    void *weight;      /* weight */
} scatter;

static void count_piece(const scatter *s, int piece) {
    const mg_arc_list *arcs = s->arcs;
    const bool looks_at_targets = arcs->both || arcs->drop_loops;
    uint64_t *count = s->cursor + (size_t)piece * s->buckets;
    const uint64_t end = mg__chunk_begin(arcs->count, s->pieces, piece + 1);
    mg_vertex from[MG_ARC_BLOCK], to[MG_ARC_BLOCK];
    for (uint64_t a = mg__chunk_begin(arcs->count, s->pieces, piece); a < end; a += MG_ARC_BLOCK) {
        const uint32_t block = end - a < MG_ARC_BLOCK ? (uint32_t)(end - a) : MG_ARC_BLOCK;
        arcs->load(arcs, a, block, from, to, NULL);
        for (uint32_t i = 0; !looks_at_targets && i < block; i++) {
            assert(from[i] < s->n);
            count[from[i] >> s->bits]++;
        }
        for (uint32_t i = 0; looks_at_targets && i < block; i++) {
            const bool loop = from[i] == to[i];
            if (loop && arcs->drop_loops) {
                continue;
            }
            assert(from[i] < s->n && (to[i] < s->n || !arcs->both));
            count[from[i] >> s->bits]++;
            if (arcs->both && !loop) {
                count[to[i] >> s->bits]++;
            }
        }
    }
}

/* Turns counts into the first position of each chunk in each bucket. */
static void prefix_cursors(const scatter *s) {
    uint64_t total = 0;
    for (uint32_t b = 0; b < s->buckets; b++) {
        s->start[b] = total;
        for (int piece = 0; piece < s->pieces; piece++) {
            uint64_t *cursor = &s->cursor[(size_t)piece * s->buckets + b];
            const uint64_t count = *cursor;
            *cursor = total;
            total += count;
        }
    }
    s->start[s->buckets] = total;
}

static inline void copy_weight(void *to, uint64_t i, const void *from, uint64_t j, size_t size) {
    if (size == 4) {
        ((uint32_t *)to)[i] = ((const uint32_t *)from)[j];
    } else if (size == 8) {
        ((uint64_t *)to)[i] = ((const uint64_t *)from)[j];
    }
}

static inline void place(const scatter *s, uint64_t *cursor, mg_vertex from, mg_vertex to, const void *weights,
                         uint32_t i, size_t size) {
    assert(from < s->n);
    const uint64_t at = cursor[from >> s->bits]++;
    s->local[at] = (uint16_t)(from & ((1u << s->bits) - 1));
    s->target[at] = to;
    copy_weight(s->weight, at, weights, i, size);
}

/* `size`, of a weight, is a constant after inlining. */
static inline void place_piece(const scatter *s, int piece, size_t size) {
    const mg_arc_list *arcs = s->arcs;
    uint64_t *cursor = s->cursor + (size_t)piece * s->buckets;
    uint64_t a = mg__chunk_begin(arcs->count, s->pieces, piece), kept = a;
    const uint64_t end = mg__chunk_begin(arcs->count, s->pieces, piece + 1);
    mg_vertex from[MG_ARC_BLOCK], to[MG_ARC_BLOCK];
    uint64_t weights[MG_ARC_BLOCK];
    for (uint32_t block; a < end; a += block) {
        block = end - a < MG_ARC_BLOCK ? (uint32_t)(end - a) : MG_ARC_BLOCK;
        (arcs->reload ? arcs->reload : arcs->load)(arcs, a, block, from, to, size ? weights : NULL);
        for (uint32_t i = 0; i < block; i++) {
            const bool loop = from[i] == to[i];
            if (loop && arcs->drop_loops) {
                continue;
            }
            place(s, cursor, from[i], to[i], weights, i, size);
            if (arcs->both && !loop) {
                place(s, cursor, to[i], from[i], weights, i, size);
            }
        }
        if (arcs->done && a + block - kept >= MG_DISCARD_STEP) {
            arcs->done(arcs, kept, a + block);
            kept = a + block;
        }
    }
}

static void place_arcs(const scatter *s, int piece) {
    if (s->weight_size == 0) {
        place_piece(s, piece, 0);
    } else if (s->weight_size == 4) {
        place_piece(s, piece, 4);
    } else {
        place_piece(s, piece, 8);
    }
}

/* Sorts one bucket by source into the rows of the result. `size` is a constant after inlining. */
static inline void sort_bucket_sized(const scatter *s, uint32_t bucket, uint64_t *next, const mg_csr *csr,
                                     size_t size) {
    const mg_vertex first = (mg_vertex)bucket << s->bits;
    const uint32_t rows = s->n - first < (1u << s->bits) ? s->n - first : 1u << s->bits;
    const uint64_t begin = s->start[bucket], end = s->start[bucket + 1];
    memset(next, 0, rows * sizeof *next);
    for (uint64_t a = begin; a < end; a++) {
        next[s->local[a]]++;
    }
    uint64_t total = begin;
    for (uint32_t row = 0; row < rows; row++) {
        const uint64_t degree = next[row];
        csr->offsets[first + row] = next[row] = total;
        total += degree;
    }
    assert(total == end);
    for (uint64_t a = begin; a < end; a++) {
        const uint64_t at = next[s->local[a]]++;
        csr->neighbours[at] = s->target[a];
        copy_weight(csr->weights, at, s->weight, a, size);
    }
}

/* Returns the memory of a group of buckets to the system when the last of them is sorted. Groups, because giving back
 * single buckets splits huge pages. */
static void discard_sorted(const mg_allocator *memory, const scatter *s, uint32_t bucket, uint32_t *sorted) {
    const uint32_t size = s->buckets / GROUPS + 1, group = bucket / size, first = group * size;
    const uint32_t end = s->buckets - first < size ? s->buckets : first + size;
    const uint64_t begin = s->start[first], count = s->start[end] - begin;
    /* Other threads have read their buckets before this one gives the memory back. */
    if (first + __atomic_add_fetch(&sorted[group], 1, __ATOMIC_ACQ_REL) < end) {
        return;
    }
    mg__discard_pages(memory, s->local + begin, count * sizeof *s->local);
    mg__discard_pages(memory, s->target + begin, count * sizeof *s->target);
    if (s->weight_size) {
        mg__discard_pages(memory, (char *)s->weight + begin * s->weight_size, count * s->weight_size);
    }
}

static void sort_bucket(const scatter *s, uint32_t bucket, uint64_t *next, const mg_csr *csr) {
    if (s->weight_size == 0) {
        sort_bucket_sized(s, bucket, next, csr, 0);
    } else if (s->weight_size == 4) {
        sort_bucket_sized(s, bucket, next, csr, 4);
    } else {
        sort_bucket_sized(s, bucket, next, csr, 8);
    }
}

static mg_status get_arcs(mg_context *context, scatter *s) {
    const uint64_t total = s->start[s->buckets];
    mg_status status;
    MG_TRY(MG_ALLOC(context, s->local, total, "sorting edges"));
    MG_TRY(MG_ALLOC(context, s->target, total, "sorting edges"));
    if (s->weight_size) {
        MG_TRY(mg__alloc(context, &s->weight, total, s->weight_size, "sorting weights"));
    }
    MG_TRY(MG_ALLOC(context, s->degree, (uint64_t)s->pieces << s->bits, "sorting edges"));
    mg__advise_huge_pages(&context->memory, s->local, total * sizeof *s->local);
    mg__advise_huge_pages(&context->memory, s->target, total * sizeof *s->target);
    mg__advise_huge_pages(&context->memory, s->weight, total * s->weight_size);
out:
    return status;
}

static mg_status get_csr(mg_context *context, mg_vertex n, uint64_t arcs, size_t weight_size, mg_csr *csr) {
    mg_status status;
    MG_TRY(MG_ALLOC(context, csr->offsets, (uint64_t)n + 1, "offsets"));
    MG_TRY(MG_ALLOC(context, csr->neighbours, arcs, "neighbours"));
    if (weight_size) {
        MG_TRY(mg__alloc(context, &csr->weights, arcs, weight_size, "weights"));
    }
    mg__advise_huge_pages(&context->memory, csr->neighbours, arcs * sizeof *csr->neighbours);
    mg__advise_huge_pages(&context->memory, csr->weights, arcs * weight_size);
out:
    return status;
}

static __attribute__((unused)) bool all_placed(const scatter *s) {
    const uint64_t *end = s->cursor + (size_t)(s->pieces - 1) * s->buckets;
    for (uint32_t b = 0; b < s->buckets; b++) {
        if (end[b] != s->start[b + 1]) {
            return false;
        }
    }
    return true;
}

/* Both passes. */
static mg_status move_arcs(mg_context *context, scatter *s, mg_csr *csr) {
    mg_status status;
    uint32_t sorted[GROUPS] = {0}; /* buckets of each group so far */
    MG_TRY(mg__progress(context, "building", 0.2));
#pragma omp parallel for num_threads(s->pieces) schedule(static, 1)
    for (int piece = 0; piece < s->pieces; piece++) {
        place_arcs(s, piece);
    }
    assert(all_placed(s));
    MG_TRY(mg__progress(context, "building", 0.5));
    MG_TRY(get_csr(context, s->n, s->start[s->buckets], s->weight_size, csr));
#pragma omp parallel for num_threads(s->pieces) schedule(dynamic, 1)
    for (uint32_t bucket = 0; bucket < s->buckets; bucket++) {
        sort_bucket(s, bucket, s->degree + ((size_t)omp_get_thread_num() << s->bits), csr);
        discard_sorted(&context->memory, s, bucket, sorted);
    }
    csr->offsets[s->n] = s->start[s->buckets];
    status = mg__progress(context, "building", 0.7);
out:
    return status;
}

/* Arcs that are listed row by row are copied. */
static mg_status copy_rows(mg_context *context, mg_vertex n, const mg_arc_list *arcs, mg_csr *csr) {
    const mg_vertex chunks = n / ROWS_COPIED + 1;
    mg_status status;
    MG_TRY(mg__progress(context, "building", 0.0));
    MG_TRY(get_csr(context, n, arcs->count, mg__type_size(arcs->weight_type), csr));
    csr->offsets[n] = arcs->count;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (mg_vertex chunk = 0; chunk < chunks; chunk++) {
        const mg_vertex begin = chunk * ROWS_COPIED, end = n - begin < ROWS_COPIED ? n : begin + ROWS_COPIED;
        const uint64_t count = arcs->copy_rows(arcs, begin, end, csr);
        if (arcs->done && count) {
            arcs->done(arcs, csr->offsets[begin], csr->offsets[begin] + count);
        }
    }
    status = mg__progress(context, "building", 0.7);
out:
    if (status < 0) {
        mg__csr_release(&context->memory, csr);
    }
    return status;
}

mg_status mg__csr_build(mg_context *context, mg_vertex n, const mg_arc_list *arcs, mg_csr *csr) {
    const mg_allocator *memory = &context->memory;
    scatter s = {.arcs = arcs, .n = n, .pieces = context->threads, .weight_size = mg__type_size(arcs->weight_type)};
    assert(context->threads > 0 && n < MG_NONE);
    assert(s.weight_size == 0 || s.weight_size == 4 || s.weight_size == 8);
    if (arcs->count < MG_ARC_BLOCK) {
        s.pieces = 1;
    }
    while (s.bits < MOST_BITS && n >> s.bits >= MOST_BUCKETS) {
        s.bits++;
    }
    s.buckets = n ? ((n - 1) >> s.bits) + 1 : 0;
    *csr = (mg_csr){0};
    if (arcs->copy_rows && !arcs->both && !arcs->drop_loops) {
        return copy_rows(context, n, arcs, csr);
    }
    mg_status status;
    MG_TRY(mg__progress(context, "building", 0.0));
    MG_TRY(MG_ALLOC_ZEROED(context, s.cursor, (uint64_t)s.pieces * s.buckets, "sorting edges"));
    MG_TRY(MG_ALLOC(context, s.start, (uint64_t)s.buckets + 1, "sorting edges"));
#pragma omp parallel for num_threads(s.pieces) schedule(static, 1)
    for (int piece = 0; piece < s.pieces; piece++) {
        count_piece(&s, piece);
    }
    prefix_cursors(&s);
    MG_TRY(get_arcs(context, &s));
    MG_TRY(move_arcs(context, &s, csr));
out:
    mg__release(memory, s.cursor);
    mg__release(memory, s.start);
    mg__release(memory, s.degree);
    mg__release(memory, s.local);
    mg__release(memory, s.target);
    mg__release(memory, s.weight);
    if (status < 0) {
        mg__csr_release(memory, csr);
    }
    return status;
}

void mg__csr_release(const mg_allocator *memory, mg_csr *csr) {
    mg__release(memory, csr->offsets);
    mg__release(memory, csr->neighbours);
    mg__release(memory, csr->weights);
    *csr = (mg_csr){0};
}

/* Loader data: a CSR read as the arcs of its transpose. */
typedef struct reversed {
    const mg_csr *csr;
    mg_vertex n;
    size_t weight_size;
} reversed;

/* Of the first pass, which does not look at the targets of these arcs. */
static void load_columns(const mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to,
                         void *weights) {
    const reversed *r = arcs->data;
    (void)to;
    (void)weights;
    memcpy(from, r->csr->neighbours + begin, count * sizeof *from);
}

static void load_reversed(const mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to,
                          void *weights) {
    const reversed *r = arcs->data;
    const uint64_t *offsets = r->csr->offsets;
    assert(begin + count <= offsets[r->n]);
    mg_vertex row = 0, high = r->n; /* row of arc `begin`: the first that ends after it */
    while (row < high) {
        const mg_vertex middle = row + (high - row) / 2;
        if (offsets[middle + 1] <= begin) {
            row = middle + 1;
        } else {
            high = middle;
        }
    }
    for (uint32_t i = 0; i < count; row++) {
        const uint64_t left = offsets[row + 1] - begin;
        for (const uint32_t end = left < count ? (uint32_t)left : count; i < end; i++) {
            to[i] = row;
        }
    }
    load_columns(arcs, begin, count, from, to, NULL);
    if (weights) {
        memcpy(weights, (const char *)r->csr->weights + begin * r->weight_size, count * r->weight_size);
    }
}

mg_status mg__csr_transpose(mg_context *context, mg_vertex rows, mg_vertex columns, mg_type weight_type,
                            const mg_csr *csr, mg_csr *transposed) {
    const mg_type type = csr->weights ? weight_type : MG_TYPE_NONE;
    const reversed data = {csr, rows, mg__type_size(type)};
    const mg_arc_list arcs = {
        .count = csr->offsets[rows], .weight_type = type, .load = load_columns, .reload = load_reversed, .data = &data};
    return mg__csr_build(context, columns, &arcs, transposed);
}

bool mg__csr_is_symmetric(const mg_context *context, mg_vertex n, mg_type weight_type, const mg_csr *csr) {
    const mg_type type = csr->weights ? weight_type : MG_TYPE_NONE;
    const reversed data = {csr, n, mg__type_size(type)};
    const mg_arc_list arcs = {.count = csr->offsets[n], .weight_type = type, .load = load_reversed, .data = &data};
    for (uint64_t i = 0; i < SYMMETRY_SAMPLES && arcs.count; i++) {
        mg_vertex from, to;
        load_reversed(&arcs, (uint64_t)((double)i / SYMMETRY_SAMPLES * (double)arcs.count), 1, &from, &to, NULL);
        if (!mg__row_has(csr->neighbours + csr->offsets[from], csr->offsets[from + 1] - csr->offsets[from], to)) {
            return false;
        }
    }
    return mg__csr_paired(context, n, weight_type, csr);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * segments_build.c: builds the segmented edges and caches them with the graph. Receivers of high in-degree (hubs) are
 * the rows of segments, ordered by degree group (table 3.1 of the MultiGraph paper). Two passes over the edges count
 * and place them.
 */
#include "core/cpu/dense/dense_layout.h"
#include "core/cpu/segments/segments.h"

#include <assert.h>
#include <string.h>

/* Least in-degree of a hub (the paper uses 256, for shared memory, which is smaller than caches); the same in tests,
 * whose graphs are small; largest number of segments, since each takes 8 bytes per vertex. */
#define HUB_IN_DEGREE 16u
#define TEST_HUB_IN_DEGREE 4u
#define SEGMENTS_MAX 8u
#define GROUPS 6

/* What segments are made for. */
typedef struct segments_key {
    mg_direction direction;
    mg_type type;
    uint64_t cache_bytes;
    uint32_t min_in_degree; /* least in-degree of a hub */
} segments_key;

typedef struct wanted_segments {
    segments_key key;
    const mg_frame *frame;
} wanted_segments;

/* Cached representation. */
typedef struct cached_segments {
    mg_built built;
    segments_key key;
    mg_segments segments;
    mg_segment hub_segments[SEGMENTS_MAX];
    mg_vertex *receivers;
} cached_segments;

/* Arrays under construction by part: the segments, then the edges to low in-degree receivers. */
typedef struct segments_build {
    const mg_frame *frame;
    uint32_t parts, shift;
    uint32_t *row; /* row of each vertex over all segments; UINT32_MAX: low in-degree */
    uint64_t *offsets[SEGMENTS_MAX + 1];
    uint16_t *rows[SEGMENTS_MAX];
    mg_vertex *neighbours;
    char *weights[SEGMENTS_MAX + 1];
    size_t weight_size;
} segments_build;

static void release(const mg_allocator *memory, mg_built *built) {
    cached_segments *const cached = (cached_segments *)built;
    for (uint32_t k = 0; k < SEGMENTS_MAX; k++) {
        mg__release(memory, (void *)cached->hub_segments[k].offsets);
        mg__release(memory, (void *)cached->hub_segments[k].rows);
        mg__release(memory, (void *)cached->hub_segments[k].weights);
    }
    mg__release(memory, (void *)cached->segments.low_arcs.offsets);
    mg__release(memory, (void *)cached->segments.low_arcs.neighbours);
    mg__release(memory, (void *)cached->segments.low_arcs.weights);
    mg__release(memory, cached->receivers);
    mg__release(memory, cached);
}

/* degree[v] = in-degree of v, from the offsets of pull_arcs if they exist, else counted. */
static void count_in_degrees(const mg_context *context, const mg_frame *f, uint32_t *degree) {
    for (uint32_t side = 0; side < f->direction_count; side++) {
        const uint64_t *in = f->pull_arcs[side].offsets;
        const mg_arcs *out = &f->push_arcs[side];
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 4096)
        for (mg_vertex v = 0; v < f->n; v++) {
            if (in) {
                const uint64_t sum = degree[v] + in[v + 1] - in[v];
                degree[v] = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
                continue;
            }
            for (uint64_t e = out->offsets[v]; e < out->offsets[v + 1]; e++) {
                __atomic_fetch_add(&degree[out->neighbours[e]], 1, __ATOMIC_RELAXED);
            }
        }
    }
}

/* Replaces degrees by rows; returns the number of rows. cached->receivers NULL: only counts. */
static uint32_t number_rows(cached_segments *cached, mg_vertex n, uint32_t *degree, uint32_t most) {
    uint32_t count[GROUPS + 1] = {0};
    for (mg_vertex v = 0; v < n; v++) {
        count[degree[v] >= cached->key.min_in_degree ? mg__degree_group(degree[v]) + 1 : 0]++;
    }
    count[0] = 0;
    for (int group = 0; group < GROUPS; group++) {
        count[group + 1] += count[group];
    }
    const uint32_t rows = count[GROUPS] < most ? count[GROUPS] : most;
    for (mg_vertex v = 0; v < n && cached->receivers; v++) {
        const uint32_t at = degree[v] >= cached->key.min_in_degree ? count[mg__degree_group(degree[v])]++ : UINT32_MAX;
        degree[v] = at < rows ? at : UINT32_MAX;
        if (at < rows) {
            cached->receivers[at] = v;
        }
    }
    return rows;
}

static uint32_t part_of(const segments_build *b, uint32_t row) {
    const uint32_t part = row >> b->shift, low = b->parts - 1;
    return part < low ? part : low;
}

/* Offsets of each part: edges of each sender in it, then their prefix sum. */
static void count_edges(const mg_context *context, const segments_build *b) {
    const mg_frame *f = b->frame;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1024)
    for (mg_vertex u = 0; u < f->n; u++) {
        uint64_t count[SEGMENTS_MAX + 1] = {0};
        for (uint32_t side = 0; side < f->direction_count; side++) {
            const mg_arcs *arcs = &f->push_arcs[side];
            for (uint64_t e = arcs->offsets[u]; e < arcs->offsets[u + 1]; e++) {
                count[part_of(b, b->row[arcs->neighbours[e]])]++;
            }
        }
        for (uint32_t part = 0; part < b->parts; part++) {
            b->offsets[part][u + 1] = count[part];
        }
    }
#pragma omp parallel for num_threads(context->threads)
    for (uint32_t part = 0; part < b->parts; part++) {
        b->offsets[part][0] = 0;
        for (mg_vertex u = 0; u < f->n; u++) {
            b->offsets[part][u + 1] += b->offsets[part][u];
        }
    }
}

static void place_edges_of(const segments_build *b, mg_vertex u) {
    uint64_t at[SEGMENTS_MAX + 1];
    for (uint32_t part = 0; part < b->parts; part++) {
        at[part] = b->offsets[part][u];
    }
    for (uint32_t side = 0; side < b->frame->direction_count; side++) {
        const mg_arcs *arcs = &b->frame->push_arcs[side];
        for (uint64_t e = arcs->offsets[u]; e < arcs->offsets[u + 1]; e++) {
            const uint32_t row = b->row[arcs->neighbours[e]], part = part_of(b, row);
            const uint64_t to = at[part]++;
            assert((row == UINT32_MAX) == (part == b->parts - 1));
            if (row == UINT32_MAX) {
                b->neighbours[to] = arcs->neighbours[e];
            } else {
                b->rows[part][to] = (uint16_t)(row & ((1u << b->shift) - 1));
            }
            if (b->weight_size) {
                memcpy(b->weights[part] + to * b->weight_size, (const char *)arcs->weights + e * b->weight_size,
                       b->weight_size);
            }
        }
    }
}

/* Allocates the arrays of one part and adds their size to built.bytes. */
static mg_status get_part(mg_context *context, segments_build *b, cached_segments *cached, uint32_t part) {
    mg_status status = MG_OK;
    const uint64_t edges = b->offsets[part][b->frame->n];
    void *weights = NULL;
    if (b->weight_size) {
        MG_TRY(mg__alloc(context, &weights, edges, b->weight_size, "segments"));
        b->weights[part] = weights;
    }
    if (part == b->parts - 1) {
        cached->segments.low_arcs.weights = weights;
        MG_TRY(MG_ALLOC(context, b->neighbours, edges, "segments"));
        cached->segments.low_arcs.neighbours = b->neighbours;
        cached->built.bytes += edges * sizeof *b->neighbours;
    } else {
        cached->hub_segments[part].weights = weights;
        MG_TRY(MG_ALLOC(context, b->rows[part], edges, "segments"));
        cached->hub_segments[part].rows = b->rows[part];
        cached->built.bytes += edges * sizeof *b->rows[part];
    }
    cached->built.bytes += edges * b->weight_size;
out:
    return status;
}

static mg_status fill(mg_context *context, segments_build *b, cached_segments *cached) {
    mg_status status = MG_OK;
    const mg_vertex n = b->frame->n;
    for (uint32_t part = 0; part < b->parts; part++) {
        MG_TRY(MG_ALLOC(context, b->offsets[part], (uint64_t)n + 1, "segments"));
        if (part == b->parts - 1) {
            cached->segments.low_arcs.offsets = b->offsets[part];
        } else {
            cached->hub_segments[part].offsets = b->offsets[part];
        }
        cached->built.bytes += ((uint64_t)n + 1) * sizeof *b->offsets[part];
    }
    count_edges(context, b);
    for (uint32_t part = 0; part < b->parts; part++) {
        MG_TRY(get_part(context, b, cached, part));
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1024)
    for (mg_vertex u = 0; u < n; u++) {
        place_edges_of(b, u);
    }
out:
    return status;
}

static bool matches(const mg_built *built, const void *wanted) {
    const segments_key *const a = &((const cached_segments *)built)->key;
    const segments_key *const b = &((const wanted_segments *)wanted)->key;
    return a->direction == b->direction && a->type == b->type && a->cache_bytes == b->cache_bytes &&
           a->min_in_degree == b->min_in_degree;
}

static mg_status create(mg_context *context, void *wanted, mg_built *built) {
    const mg_frame *const frame = ((const wanted_segments *)wanted)->frame;
    cached_segments *const cached = (cached_segments *)built;
    mg_status status = MG_OK;
    cached->key = ((const wanted_segments *)wanted)->key;
    segments_build b = {.frame = frame, .shift = mg__panel_shift(cached->key.cache_bytes)};
    mg_segments *s = &cached->segments;
    b.weight_size = frame->push_arcs[0].weights ? mg__type_size(cached->key.type) : 0;
    MG_TRY(MG_ALLOC_ZEROED(context, b.row, frame->n, "in-degrees"));
    count_in_degrees(context, frame, b.row);
    const uint32_t most = SEGMENTS_MAX << b.shift;
    MG_TRY(MG_ALLOC(context, cached->receivers, number_rows(cached, frame->n, b.row, most), "segments"));
    s->row_count = number_rows(cached, frame->n, b.row, most);
    s->segment_count = (s->row_count + (1u << b.shift) - 1) >> b.shift;
    s->hub_segments = cached->hub_segments;
    b.parts = s->segment_count + 1;
    for (uint32_t k = 0; k < s->segment_count; k++) {
        const uint32_t begin = k << b.shift, left = s->row_count - begin;
        cached->hub_segments[k].receivers = cached->receivers + begin;
        cached->hub_segments[k].row_count = left < 1u << b.shift ? left : 1u << b.shift;
    }
    assert(s->segment_count <= SEGMENTS_MAX);
    cached->built.bytes = s->row_count * sizeof *cached->receivers;
    MG_TRY(fill(context, &b, cached));
out:
    mg__release(&context->memory, b.row);
    return status;
}

mg_status mg__segments_get(mg_context *context, const mg_graph *graph, const mg_frame *frame, mg_direction direction,
                           mg_type type, bool build, const mg_segments **segments) {
    static const mg_cached_kind kind = {.size = sizeof(cached_segments),
                                        .what = "segments",
                                        .kind = MG_REPRESENTATION_ROWS,
                                        .release = release,
                                        .matches = matches,
                                        .create = create};
    wanted_segments wanted = {.key = {.direction = graph->directed ? direction : MG_DIRECTION_OUT,
                                      .type = frame->push_arcs[0].weights ? type : MG_TYPE_NONE,
                                      .cache_bytes = context->cache_bytes,
                                      .min_in_degree = context->test_all_paths ? TEST_HUB_IN_DEGREE : HUB_IN_DEGREE},
                              .frame = frame};
    mg_built *found;
    const mg_status status = mg__cache_get(context, graph, &kind, &wanted, build, &found);
    *segments = found ? &((cached_segments *)found)->segments : NULL;
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/square/square_chunks.h"

/* Nonzeros of a chunk: so many that its other work is little beside them, and few enough for this many chunks: about
 * what a device runs at the same time, and twice as many where their work differs most. */
#define LEAST_CHUNK 1024
#define MOST_CHUNK 16384
#define ROW_CHUNKS 1280
#define COLUMN_CHUNKS 640

/* One pass over all strips; without lists it only counts. */
typedef struct cutting {
    const mg_block_index *index;
    const mg_square_places *places;
    bool by_column, counts;
    uint64_t most;        /* lanes of a chunk, about */
    uint64_t part;        /* of the open strip, if it has more than `most` */
    uint32_t most_strips; /* of a chunk */
    uint32_t strip;       /* the open chunk: its first strip, */
    uint64_t piece, tile; /* piece and tile, */
    uint64_t lanes;       /* and the lanes that have nonzeros */
    mg_square_chunks *to;
} cutting;

/* Nonzeros that are side by side: those of a block, or the light ones of a block row. */
typedef struct run {
    uint64_t begin, count;
    uint32_t other;
} run;

/* Lanes that read it. */
static uint64_t lanes_of(const run *r) {
    return r->count ? (r->begin % MG_SQUARE_SHARE + r->count + MG_SQUARE_SHARE - 1) / MG_SQUARE_SHARE : 0;
}

/* Goes on with the open tile, or begins one, at the lane that is free. */
static void add_piece(cutting *c, const mg_square_piece *piece, uint64_t lanes) {
    const uint32_t lane = (uint32_t)(c->lanes % MG_SQUARE_LANES);
    c->to->tile_count += lane == 0;
    if (!c->counts) {
        mg_square_tile *const tile = &c->to->tiles[c->to->tile_count - 1];
        if (lane == 0) {
            *tile = (mg_square_tile){.first = (uint32_t)(c->to->piece_count - c->piece)};
        }
        tile->starts |= UINT32_C(1) << lane;
        c->to->pieces[c->to->piece_count] = *piece;
    }
    c->to->piece_count++;
    c->lanes += lanes;
}

/* The chunk ends before the strip `end`, or within the one before it; the next one begins with strip `next`. */
static void close_chunk(cutting *c, uint32_t end, uint32_t next) {
    while (c->lanes % MG_SQUARE_LANES) {
        add_piece(c, &(mg_square_piece){0}, 1);
    }
    if (!c->counts) {
        c->to->chunks[c->to->chunk_count] = (mg_square_chunk){.piece = c->piece,
                                                              .tile = c->tile,
                                                              .count = (uint32_t)(c->to->tile_count - c->tile),
                                                              .strip = c->strip,
                                                              .strips = end - c->strip};
    }
    c->to->chunk_count++;
    c->piece = c->to->piece_count;
    c->tile = c->to->tile_count;
    c->lanes = 0;
    c->strip = next;
}

/* A piece ends with its tile, so pieces that begin within a run begin with a share. cuts: a full chunk is closed. */
static void add_run(cutting *c, run r, uint32_t strip, bool cuts) {
    while (r.count > 0) {
        const uint64_t free_lanes = MG_SQUARE_LANES - c->lanes % MG_SQUARE_LANES, ahead = r.begin % MG_SQUARE_SHARE;
        const uint64_t room = free_lanes * MG_SQUARE_SHARE - ahead;
        const run some = {.begin = r.begin, .count = r.count < room ? r.count : room};
        add_piece(c,
                  &(mg_square_piece){.share = (uint32_t)(r.begin / MG_SQUARE_SHARE),
                                     .count = (uint16_t)some.count,
                                     .ahead = (uint16_t)ahead,
                                     .strip = strip - c->strip,
                                     .other = r.other},
                  lanes_of(&some));
        r.begin += some.count;
        r.count -= some.count;
        if (cuts && c->lanes >= c->part) {
            close_chunk(c, strip + 1, strip);
        }
    }
}

/* The strip has several chunks: others add to its rows, too. */
static void mark_shared(cutting *c, uint32_t strip, uint64_t first_chunk) {
    for (uint64_t i = first_chunk; !c->counts && i < c->to->chunk_count; i++) {
        c->to->chunks[i].is_shared = true;
    }
    if (!c->counts) {
        c->to->shared[c->to->shared_count] = strip;
    }
    c->to->shared_count++;
}

/* Block i of the direction; light blocks are empty. */
static run run_at(const cutting *c, uint64_t i) {
    const uint64_t number = c->by_column ? c->index->by_column[i] : i;
    const mg_block *block = &c->index->blocks[number];
    run r = {.begin = c->places ? c->places->begins[number] : block->begin,
             .count = block->count,
             .other = c->by_column ? block->row : block->column};
    r.count = r.begin == MG_SQUARE_LIGHT ? 0 : r.count;
    return r;
}

/* The light nonzeros of a block row. */
static run light_of(const cutting *c, uint64_t strip) {
    if (!c->places || !c->places->light_count) {
        return (run){0};
    }
    const uint64_t *light = c->places->light;
    return (run){.begin = light[strip], .count = light[strip + 1] - light[strip]};
}

static void cut_strip(cutting *c, uint32_t strip) {
    const uint64_t *firsts = c->by_column ? c->index->column_firsts : c->index->row_firsts;
    const run light = c->by_column ? (run){0} : light_of(c, strip);
    uint64_t lanes = lanes_of(&light);
    for (uint64_t i = firsts[strip]; i < firsts[strip + 1]; i++) {
        const run r = run_at(c, i);
        lanes += lanes_of(&r);
    }
    const bool is_long = lanes > c->most;
    const uint64_t parts = is_long ? (lanes + c->most / 2) / c->most : 1;
    c->part = (lanes + parts - 1) / parts;
    if (strip > c->strip && (is_long || c->lanes + lanes > c->most || strip - c->strip == c->most_strips)) {
        close_chunk(c, strip, strip);
    }
    const uint64_t first_chunk = c->to->chunk_count;
    for (uint64_t i = firsts[strip]; i < firsts[strip + 1]; i++) {
        add_run(c, run_at(c, i), strip, is_long);
    }
    add_run(c, light, strip, is_long);
    if (!is_long) {
        return;
    }
    if (c->to->piece_count > c->piece) {
        close_chunk(c, strip + 1, strip + 1);
    }
    c->strip = strip + 1;
    if (c->to->chunk_count - first_chunk > 1) {
        mark_shared(c, strip, first_chunk);
    }
}

/* The light nonzeros of all block rows. */
static void cut_light(cutting *c) {
    const uint64_t chunks = c->to->chunk_count;
    c->strip = 0;
    c->part = c->most;
    for (uint64_t row = 0; row < c->index->block_rows; row++) {
        add_run(c, light_of(c, row), (uint32_t)row, true);
    }
    if (c->to->piece_count > c->piece) {
        close_chunk(c, c->strip, c->strip);
    }
    c->to->light_count = c->to->chunk_count - chunks;
    c->to->chunk_count = chunks;
}

static void cut_all(cutting *c) {
    const uint64_t strips = c->by_column ? c->index->block_columns : c->index->block_rows;
    c->to->piece_count = c->to->tile_count = c->to->chunk_count = c->to->shared_count = 0;
    c->piece = c->tile = c->lanes = c->strip = 0;
    for (uint64_t strip = 0; strip < strips; strip++) {
        cut_strip(c, (uint32_t)strip);
    }
    if (c->strip < strips) {
        close_chunk(c, (uint32_t)strips, (uint32_t)strips);
    }
    if (c->by_column) {
        cut_light(c);
    }
}

static uint64_t nonzeros_of(const mg_block_index *index) {
    return index->count ? index->blocks[index->count - 1].first + index->blocks[index->count - 1].count : 0;
}

/* Nonzeros of a chunk. */
static uint64_t chunk_for(uint64_t nonzeros, bool by_column) {
    const uint64_t most = nonzeros / (by_column ? COLUMN_CHUNKS : ROW_CHUNKS);
    return most < LEAST_CHUNK ? LEAST_CHUNK : most > MOST_CHUNK ? MOST_CHUNK : most;
}

mg_status mg__square_chunks(mg_context *context, const mg_block_index *index, const mg_square_places *places,
                            bool by_column, mg_square_chunks *made) {
    const uint64_t nonzeros = nonzeros_of(index), together = (uint64_t)MG_SQUARE_ROWS >> index->shift;
    cutting c = {.index = index,
                 .places = places,
                 .by_column = by_column,
                 .counts = true,
                 .most = chunk_for(nonzeros, by_column) / MG_SQUARE_SHARE,
                 .most_strips = together ? (uint32_t)together : 1,
                 .to = made};
    mg_status status;
    *made = (mg_square_chunks){0};
    if (nonzeros / MG_SQUARE_SHARE >= INT32_MAX) {
        return mg__fail(context, MG_ERROR_RANGE, "the matrix has too many nonzeros for the blocks of a GPU");
    }
    cut_all(&c);
    if (made->chunk_count + made->light_count > INT32_MAX) {
        return mg__fail(context, MG_ERROR_RANGE, "the matrix has too many blocks for a GPU");
    }
    MG_TRY(MG_ALLOC(context, made->pieces, made->piece_count, "blocks of a matrix"));
    MG_TRY(MG_ALLOC(context, made->tiles, made->tile_count, "blocks of a matrix"));
    MG_TRY(MG_ALLOC(context, made->chunks, made->chunk_count + made->light_count, "blocks of a matrix"));
    MG_TRY(MG_ALLOC(context, made->shared, made->shared_count, "blocks of a matrix"));
    c.counts = false;
    cut_all(&c);
out:
    return status;
}

void mg__square_chunks_release(mg_context *context, mg_square_chunks *chunks) {
    mg__release(&context->memory, chunks->pieces);
    mg__release(&context->memory, chunks->tiles);
    mg__release(&context->memory, chunks->chunks);
    mg__release(&context->memory, chunks->shared);
}

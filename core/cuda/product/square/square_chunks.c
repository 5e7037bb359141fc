/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/square/square_chunks.h"

/* Nonzeros of a chunk: so many that its other work is little beside them, and few enough for CHUNKS chunks. */
#define LEAST_CHUNK 1024
#define MOST_CHUNK 16384
#define CHUNKS 2048
/* Leaves in long strips are cut into twice as many, of up to LEAF_CHUNK: more thread blocks run, and none has many more
 * hubs than others. The chunks of a strip add to the same rows of the result: no more than STRIP_CHUNKS do, on average.
 */
#define LEAF_CHUNK 4096
#define STRIP_CHUNKS 32
#define MOST_LANES 32
/* Most nonzeros of a piece, times the mean of a block, and never fewer than: lanes do not wait for a long piece. */
#define PIECE_MEANS 4
#define LEAST_PIECE 16

/* One pass over all strips; without lists it only counts. */
typedef struct cutting {
    const mg_block_index *index;
    bool by_column, by_number, counts;
    uint64_t most;        /* nonzeros of a chunk, about */
    uint64_t most_piece;  /* of a piece */
    uint64_t run;         /* of a thread */
    uint32_t most_strips; /* of a chunk */
    uint32_t strip;       /* the open chunk: its first strip, */
    uint64_t first;       /* piece, */
    uint64_t nonzeros;    /* and nonzeros */
    mg_square_chunks *to;
} cutting;

static uint32_t lanes_for(uint64_t run, uint64_t nonzeros, uint64_t pieces) {
    uint32_t lanes = 1;
    while (lanes < MOST_LANES && lanes * run * pieces < nonzeros) {
        lanes *= 2;
    }
    return lanes;
}

/* The chunk ends before the strip `end`, or within the one before it; the next one begins with strip `next`. */
static void close_chunk(cutting *c, uint32_t end, uint32_t next) {
    const uint64_t pieces = c->to->piece_count - c->first;
    if (!c->counts) {
        c->to->chunks[c->to->chunk_count] = (mg_square_chunk){.first = c->first,
                                                              .count = (uint32_t)pieces,
                                                              .strip = c->strip,
                                                              .lanes = (uint16_t)lanes_for(c->run, c->nonzeros, pieces),
                                                              .strips = (uint16_t)(end - c->strip)};
    }
    c->to->chunk_count++;
    c->first = c->to->piece_count;
    c->nonzeros = 0;
    c->strip = next;
}

/* Pieces that begin within a block begin at a multiple of what a thread reads together. cuts: a full chunk is closed.
 */
static void add_block(cutting *c, const mg_block *block, uint32_t strip, bool cuts) {
    uint64_t begin = c->by_number ? block->first : block->begin;
    const uint64_t end = begin + block->count;
    while (begin < end) {
        const uint64_t room = c->most_piece - begin % MG_SQUARE_STEP, count = end - begin < room ? end - begin : room;
        if (!c->counts) {
            c->to->pieces[c->to->piece_count] = (mg_square_piece){.begin = begin,
                                                                  .count = (uint16_t)count,
                                                                  .strip = (uint16_t)(strip - c->strip),
                                                                  .other = c->by_column ? block->row : block->column};
        }
        c->to->piece_count++;
        c->nonzeros += count;
        begin += count;
        if (cuts && c->nonzeros >= c->most) {
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

static const mg_block *block_at(const cutting *c, uint64_t i) {
    return &c->index->blocks[c->by_column ? c->index->by_column[i] : i];
}

static void cut_strip(cutting *c, uint32_t strip) {
    const uint64_t *firsts = c->by_column ? c->index->column_firsts : c->index->row_firsts;
    uint64_t nonzeros = 0;
    for (uint64_t i = firsts[strip]; i < firsts[strip + 1]; i++) {
        nonzeros += block_at(c, i)->count;
    }
    const bool is_long = nonzeros > c->most;
    if (strip > c->strip && (is_long || c->nonzeros + nonzeros > c->most || strip - c->strip == c->most_strips)) {
        close_chunk(c, strip, strip);
    }
    const uint64_t first_chunk = c->to->chunk_count;
    for (uint64_t i = firsts[strip]; i < firsts[strip + 1]; i++) {
        add_block(c, block_at(c, i), strip, is_long);
    }
    if (!is_long) {
        return;
    }
    if (c->to->piece_count > c->first) {
        close_chunk(c, strip + 1, strip + 1);
    }
    c->strip = strip + 1;
    if (c->to->chunk_count - first_chunk > 1) {
        mark_shared(c, strip, first_chunk);
    }
}

static void cut_all(cutting *c) {
    const uint64_t strips = c->by_column ? c->index->block_columns : c->index->block_rows;
    c->to->piece_count = c->to->chunk_count = c->to->shared_count = c->first = c->nonzeros = c->strip = 0;
    for (uint64_t strip = 0; strip < strips; strip++) {
        cut_strip(c, (uint32_t)strip);
    }
    if (c->strip < strips) {
        close_chunk(c, (uint32_t)strips, (uint32_t)strips);
    }
}

/* In leaves, of which some have a few nonzeros and others thousands. */
static uint64_t piece_for(uint64_t nonzeros, uint64_t blocks) {
    uint64_t most = LEAST_PIECE;
    while (most < MG_SQUARE_PIECE && most * blocks < nonzeros * PIECE_MEANS) {
        most *= 2;
    }
    return most;
}

static uint64_t nonzeros_of(const mg_block_index *index) {
    return index->count ? index->blocks[index->count - 1].first + index->blocks[index->count - 1].count : 0;
}

/* Nonzeros of a chunk. */
static uint64_t chunk_for(uint64_t nonzeros, uint64_t strips, bool leaves) {
    const uint64_t of_strip = strips ? nonzeros / strips : 0, half = nonzeros / (2 * CHUNKS);
    uint64_t most = nonzeros / CHUNKS;
    if (leaves && of_strip >= LEAST_CHUNK && half < LEAF_CHUNK) {
        const uint64_t least = of_strip / STRIP_CHUNKS > half ? of_strip / STRIP_CHUNKS : half;
        most = least < most ? least : most;
    }
    return most < LEAST_CHUNK ? LEAST_CHUNK : most > MOST_CHUNK ? MOST_CHUNK : most;
}

mg_status mg__square_chunks(mg_context *context, const mg_block_index *index, bool by_column, bool by_number,
                            mg_square_chunks *made) {
    const uint64_t nonzeros = nonzeros_of(index), together = (uint64_t)MG_SQUARE_ROWS >> index->shift;
    const uint64_t strips = by_column ? index->block_columns : index->block_rows;
    cutting c = {.index = index,
                 .by_column = by_column,
                 .by_number = by_number,
                 .counts = true,
                 .most = chunk_for(nonzeros, strips, by_number),
                 .most_piece = by_number ? piece_for(nonzeros, index->count) : MG_SQUARE_PIECE,
                 .run = by_number && !by_column ? MG_SQUARE_RUN : MG_SQUARE_STEP,
                 .most_strips = together ? (uint32_t)together : 1,
                 .to = made};
    mg_status status;
    *made = (mg_square_chunks){0};
    cut_all(&c);
    if (made->chunk_count > INT32_MAX) {
        return mg__fail(context, MG_ERROR_RANGE, "the matrix has too many blocks for a GPU");
    }
    MG_TRY(MG_ALLOC(context, made->pieces, made->piece_count, "blocks of a matrix"));
    MG_TRY(MG_ALLOC(context, made->chunks, made->chunk_count, "blocks of a matrix"));
    MG_TRY(MG_ALLOC(context, made->shared, made->shared_count, "blocks of a matrix"));
    c.counts = false;
    cut_all(&c);
out:
    return status;
}

void mg__square_chunks_release(mg_context *context, mg_square_chunks *chunks) {
    mg__release(&context->memory, chunks->pieces);
    mg__release(&context->memory, chunks->chunks);
    mg__release(&context->memory, chunks->shared);
}

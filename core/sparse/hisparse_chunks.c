/* SPDX-License-Identifier: Apache-2.0
 *
 * hisparse_chunks.c: the memory of nodes. A version finds nodes by a table of slabs of its own, so versions of a matrix
 * share chunks without locks; a chunk is freed with the last version that has a node in it.
 */
#include "core/sparse/hisparse.h"

#include <string.h>

#define SLAB_BYTES ((uint64_t)MG_NODE_UNIT << MG_SLAB_SHIFT)
#define MOST_SLABS (MG_NODE_UNITS_MAX >> MG_SLAB_SHIFT)

static void drop_chunk(mg_node_chunk *chunk) {
    if (atomic_fetch_sub(&chunk->references, 1) == 1) {
        const mg_allocator memory = chunk->memory;
        mg__release(&memory, chunk->nodes);
        mg__release(&memory, chunk);
    }
}

/* First of `count` free slabs in a row; the end of the table if there are none. */
static uint32_t find_slabs(const mg_hisparse *h, uint32_t count) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < h->slab_count; i++) {
        if (h->slabs[i]) {
            first = i + 1;
        } else if (i + 1 - first == count) {
            return first;
        }
    }
    return first;
}

/* Copies an array into a longer one; the rest is 0. */
static mg_status grow(mg_context *context, const mg_allocator *memory, void **array, uint64_t old, uint64_t count,
                      size_t size) {
    void *const longer = mg__allocate(memory, count, size);
    if (!longer) {
        return mg__fail_memory(context, count, size, "nodes of format hisparse");
    }
    memset(longer, 0, count * size);
    if (old) {
        memcpy(longer, *array, old * size);
    }
    mg__release(memory, *array);
    *array = longer;
    return MG_OK;
}

static mg_status grow_slabs(mg_context *context, const mg_allocator *memory, mg_hisparse *h, uint32_t count) {
    mg_status status = MG_OK;
    if (count > h->slab_count) {
        MG_TRY(grow(context, memory, (void **)&h->slabs, h->slab_count, count, sizeof *h->slabs));
        MG_TRY(grow(context, memory, (void **)&h->slab_chunks, h->slab_count, count, sizeof *h->slab_chunks));
        h->slab_count = count;
    }
out:
    return status;
}

/* A free place in the list of chunks. */
static mg_status find_chunk(mg_context *context, const mg_allocator *memory, mg_hisparse *h, uint32_t *number) {
    mg_status status;
    for (*number = 0; *number < h->chunk_count; ++*number) {
        if (!h->chunks[*number]) {
            return MG_OK;
        }
    }
    MG_TRY(grow(context, memory, (void **)&h->chunks, h->chunk_count, h->chunk_count + 1, sizeof(mg_node_chunk *)));
    MG_TRY(grow(context, memory, (void **)&h->live, h->chunk_count, h->chunk_count + 1, sizeof *h->live));
    h->chunk_count++;
out:
    return status;
}

mg_status mg__hisparse_chunk(mg_context *context, const mg_allocator *memory, mg_hisparse *h, uint64_t bytes,
                             uint32_t *unit) {
    const uint64_t slabs = (bytes + SLAB_BYTES - 1) / SLAB_BYTES;
    mg_node_chunk *chunk = NULL;
    uint32_t number;
    mg_status status;
    if (slabs > MOST_SLABS || find_slabs(h, (uint32_t)slabs) + slabs > MOST_SLABS) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "format hisparse: more than 16 GiB of nodes");
    }
    const uint32_t first = find_slabs(h, (uint32_t)slabs);
    MG_TRY(grow_slabs(context, memory, h, first + (uint32_t)slabs));
    MG_TRY(find_chunk(context, memory, h, &number));
    chunk = mg__allocate(memory, 1, sizeof *chunk);
    char *const nodes = chunk ? mg__allocate(memory, bytes, 1) : NULL;
    if (!nodes) {
        mg__release(memory, chunk);
        return mg__fail_memory(context, bytes, 1, "nodes of format hisparse");
    }
    *chunk = (mg_node_chunk){
        .memory = *memory, .first_slab = first, .slab_count = (uint32_t)slabs, .bytes = bytes, .nodes = nodes};
    atomic_init(&chunk->references, 1);
    h->chunks[number] = chunk;
    h->live[number] = 0;
    for (uint32_t i = 0; i < slabs; i++) {
        h->slabs[first + i] = nodes + i * SLAB_BYTES;
        h->slab_chunks[first + i] = number;
    }
    *unit = first << MG_SLAB_SHIFT;
out:
    return status;
}

mg_status mg__hisparse_share(mg_context *context, const mg_hisparse *from, mg_hisparse *to) {
    const mg_allocator *memory = &context->memory;
    mg_status status;
    *to = (mg_hisparse){.shift = from->shift,
                        .depth = from->depth,
                        .root = from->root,
                        .largest_leaf = from->largest_leaf,
                        .counts = from->counts};
    MG_TRY(grow_slabs(context, memory, to, from->slab_count));
    MG_TRY(grow(context, memory, (void **)&to->chunks, 0, from->chunk_count, sizeof(mg_node_chunk *)));
    MG_TRY(grow(context, memory, (void **)&to->live, 0, from->chunk_count, sizeof *to->live));
    if (from->slab_count) {
        memcpy(to->slabs, from->slabs, from->slab_count * sizeof(char *));
        memcpy(to->slab_chunks, from->slab_chunks, from->slab_count * sizeof *to->slab_chunks);
    }
    to->chunk_count = from->chunk_count;
    for (uint32_t i = 0; i < from->chunk_count; i++) {
        to->chunks[i] = from->chunks[i];
        to->live[i] = from->live[i];
        if (to->chunks[i]) {
            atomic_fetch_add(&to->chunks[i]->references, 1);
        }
    }
out:
    return status;
}

static void forget_chunk(mg_hisparse *h, uint32_t number) {
    const mg_node_chunk *chunk = h->chunks[number];
    for (uint32_t i = 0; i < chunk->slab_count; i++) {
        h->slabs[chunk->first_slab + i] = NULL;
    }
    drop_chunk(h->chunks[number]);
    h->chunks[number] = NULL;
}

void mg__hisparse_drop_unused(mg_hisparse *h) {
    for (uint32_t i = 0; i < h->chunk_count; i++) {
        if (h->chunks[i] && !h->live[i]) {
            forget_chunk(h, i);
        }
    }
}

void mg__hisparse_release(const mg_allocator *memory, mg_hisparse *h) {
    for (uint32_t i = 0; i < h->chunk_count; i++) {
        if (h->chunks[i]) {
            drop_chunk(h->chunks[i]);
        }
    }
    mg__release(memory, h->chunks);
    mg__release(memory, h->live);
    mg__release(memory, h->slabs);
    mg__release(memory, h->slab_chunks);
    mg__release(memory, h->positions);
}

uint64_t mg__hisparse_count(uint32_t shift, uint32_t node, bool is_leaf, uint64_t count, size_t size, int sign,
                            mg_node_counts *counts) {
    const uint64_t one = (uint64_t)(int64_t)sign;
    const bool is_dense = mg__node_type(node) == MG_NODE_DENSE;
    const uint64_t bytes = mg__node_bytes(shift, mg__node_type(node), is_leaf, count, size) * one;
    uint64_t *const number = is_leaf ? (is_dense ? &counts->dense_leaves : &counts->sparse_leaves)
                                     : (is_dense ? &counts->dense_inner : &counts->sparse_inner);
    *number += one;
    counts->children += is_leaf ? 0 : count * one;
    counts->bytes += bytes;
    return bytes;
}

void mg__hisparse_account(mg_hisparse *h, uint32_t node, bool is_leaf, size_t size, int sign) {
    const uint64_t count = mg__node_count(h, node, is_leaf, size);
    h->live[h->slab_chunks[node >> 2 >> MG_SLAB_SHIFT]] +=
        mg__hisparse_count(h->shift, node, is_leaf, count, size, sign, &h->counts);
}

void mg__hisparse_add_counts(mg_hisparse *h, const mg_node_counts *counts) {
    h->counts.sparse_inner += counts->sparse_inner;
    h->counts.dense_inner += counts->dense_inner;
    h->counts.sparse_leaves += counts->sparse_leaves;
    h->counts.dense_leaves += counts->dense_leaves;
    h->counts.children += counts->children;
    h->counts.bytes += counts->bytes;
    h->live[0] += counts->bytes;
}

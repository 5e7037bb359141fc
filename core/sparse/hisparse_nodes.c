/* SPDX-License-Identifier: Apache-2.0
 *
 * hisparse_nodes.c: nodes of HISPARSE: sizes, reading and writing.
 */
#include "core/sparse/copy_value.h"
#include "core/sparse/hisparse.h"

#include <string.h>

static uint64_t cells(uint32_t shift) {
    return UINT64_C(1) << (2 * shift);
}

uint64_t mg__node_bytes(uint32_t shift, mg_node_type type, bool is_leaf, uint64_t count, size_t size) {
    const uint64_t dense = cells(shift) * size + (is_leaf ? (cells(shift) + 7) / 8 : 0);
    const uint64_t bytes =
        type == MG_NODE_DENSE ? dense : mg__node_entries(count, size) + mg__node_padded(count) * size;
    return (bytes + MG_NODE_UNIT - 1) / MG_NODE_UNIT * MG_NODE_UNIT;
}

mg_node_type mg__node_choose(uint32_t shift, uint64_t count, bool unique, size_t size) {
    const uint64_t dense = size ? cells(shift) * size : cells(shift) / 8; /* of a pattern the bits alone */
    return unique && dense < 4 + count * (2 + size) ? MG_NODE_DENSE : mg__sparse_type(count);
}

static const uint64_t *bits_of(const mg_hisparse *h, const char *node, size_t size) {
    return (const uint64_t *)(const void *)(node + cells(h->shift) * size);
}

/* Words of 64 bits; the smallest node has 16 bits, whose word is within its last unit. */
static uint64_t bit_words(uint32_t shift) {
    return (cells(shift) + 63) / 64;
}

static uint64_t bit_word(const mg_hisparse *h, const uint64_t *bits, uint64_t i) {
    return cells(h->shift) < 64 ? bits[i] & ((UINT64_C(1) << cells(h->shift)) - 1) : bits[i];
}

static uint16_t place_of(uint32_t shift, uint64_t cell) {
    return (uint16_t)(cell >> shift << 8 | (cell & ((1U << shift) - 1)));
}

static uint64_t cell_of(uint32_t shift, uint16_t place) {
    return (uint64_t)(place >> 8) << shift | (place & 255);
}

uint64_t mg__node_count(const mg_hisparse *h, uint32_t node, bool is_leaf, size_t size) {
    const char *at = mg__node_at(h, node);
    uint64_t count = 0;
    if (mg__node_type(node) != MG_NODE_DENSE) {
        return *(const uint32_t *)(const void *)at;
    }
    if (is_leaf) {
        for (uint64_t i = 0; i < bit_words(h->shift); i++) {
            count += (uint64_t)__builtin_popcountll(bit_word(h, bits_of(h, at, size), i));
        }
        return count;
    }
    for (uint64_t cell = 0; cell < cells(h->shift); cell++) {
        count += ((const uint32_t *)(const void *)at)[cell] != 0;
    }
    return count;
}

static void read_children(const mg_hisparse *h, const char *at, mg_node_list *list) {
    const uint32_t *children = (const uint32_t *)(const void *)at;
    list->count = 0;
    for (uint64_t cell = 0; cell < cells(h->shift); cell++) {
        if (children[cell]) {
            list->places[list->count] = place_of(h->shift, cell);
            ((uint32_t *)(void *)list->entries)[list->count++] = children[cell];
        }
    }
}

static void read_dense_leaf(const mg_hisparse *h, const char *at, size_t size, mg_node_list *list) {
    list->count = 0;
    for (uint64_t i = 0; i < bit_words(h->shift); i++) {
        for (uint64_t word = bit_word(h, bits_of(h, at, size), i); word; word &= word - 1) {
            const uint64_t cell = 64 * i + (uint64_t)__builtin_ctzll(word);
            list->places[list->count] = place_of(h->shift, cell);
            mg__copy_value(list->entries, list->count++, at, cell, size);
        }
    }
}

void mg__node_read(const mg_hisparse *h, uint32_t node, bool is_leaf, size_t size, mg_node_list *list) {
    const char *at = mg__node_at(h, node);
    if (mg__node_type(node) == MG_NODE_DENSE) {
        if (is_leaf) {
            read_dense_leaf(h, at, size, list);
        } else {
            read_children(h, at, list);
        }
        return;
    }
    list->count = *(const uint32_t *)(const void *)at;
    memcpy(list->places, at + 4, list->count * sizeof *list->places);
    if (size) {
        memcpy(list->entries, at + mg__node_entries(list->count, size), list->count * size);
    }
}

static void write_dense(const mg_hisparse *h, char *at, bool is_leaf, size_t size, const mg_node_list *list) {
    uint64_t *const bits = (uint64_t *)(void *)(at + cells(h->shift) * size);
    for (uint64_t i = 0; i < list->count; i++) {
        const uint64_t cell = cell_of(h->shift, list->places[i]);
        mg__copy_value(at, cell, list->entries, i, size);
        if (is_leaf) {
            bits[cell / 64] |= UINT64_C(1) << cell % 64;
        }
    }
}

void mg__node_write(const mg_hisparse *h, uint32_t node, bool is_leaf, size_t size, const mg_node_list *list) {
    char *const at = mg__node_at(h, node);
    memset(at, 0, mg__node_bytes(h->shift, mg__node_type(node), is_leaf, list->count, size));
    if (mg__node_type(node) == MG_NODE_DENSE) {
        write_dense(h, at, is_leaf, size, list);
        return;
    }
    *(uint32_t *)(void *)at = (uint32_t)list->count;
    memcpy(at + 4, list->places, list->count * sizeof *list->places);
    if (size) {
        memcpy(at + mg__node_entries(list->count, size), list->entries, list->count * size);
    }
}

/* The entries of a dense leaf from number `from` on. */
static uint32_t load_dense(const mg_hisparse *h, const char *at, size_t size, uint64_t from, uint32_t most,
                           uint16_t *places, uint64_t *copied) {
    uint32_t count = 0;
    for (uint64_t i = 0; i < bit_words(h->shift) && count < most; i++) {
        uint64_t word = bit_word(h, bits_of(h, at, size), i);
        const uint64_t own = (uint64_t)__builtin_popcountll(word);
        if (from >= own) {
            from -= own;
            continue;
        }
        for (; from > 0; from--) {
            word &= word - 1;
        }
        for (; word && count < most; word &= word - 1) {
            const uint64_t cell = 64 * i + (uint64_t)__builtin_ctzll(word);
            places[count] = place_of(h->shift, cell);
            mg__copy_value(copied, count++, at, cell, size);
        }
    }
    return count;
}

uint32_t mg__leaf_load(const mg_hisparse *h, uint32_t node, size_t size, uint64_t from, uint32_t most, uint16_t *places,
                       uint64_t *copied, const void **found) {
    const char *at = mg__node_at(h, node);
    if (mg__node_type(node) == MG_NODE_DENSE) {
        *found = size ? copied : NULL;
        return load_dense(h, at, size, from, most, places, copied);
    }
    const uint64_t count = *(const uint32_t *)(const void *)at;
    const uint32_t taken = count - from < most ? (uint32_t)(count - from) : most;
    memcpy(places, at + 4 + 2 * from, taken * sizeof *places);
    *found = size ? at + mg__node_entries(count, size) + from * size : NULL;
    return taken;
}

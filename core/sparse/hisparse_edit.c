/* SPDX-License-Identifier: Apache-2.0
 *
 * hisparse_edit.c: edits a tree: the nodes on the paths to changed leaves are copied and changed, all others are shared
 * with the version before, which stays as it is.
 */
#include "core/sparse/copy_value.h"
#include "core/sparse/matrix_changes.h"

#include <assert.h>
#include <string.h>

#define KEY uint64_t
#define RADIX_SORT sort_leaves
#include "core/radix_sort.inc.h"

/* Bytes of the first chunk of an edit, and the most that later ones grow to. */
#define FIRST_CHUNK ((uint64_t)1 << 12)
#define LARGEST_CHUNK ((uint64_t)1 << 22)

typedef struct editing {
    mg_context *context;
    mg_storage *to;
    mg_hisparse *h;
    const mg_change_list *changes;
    size_t size;             /* of a value */
    mg_sorted_blocks leaves; /* the changes by leaf */
    uint32_t *leaf_rows;
    uint64_t *keys, *scratch; /* place in the parent << 32 | leaf, by level */
    mg_node_list old[MG_TREE_DEPTH_MAX], merged[MG_TREE_DEPTH_MAX];
    uint64_t next_bytes; /* of the next chunk */
    uint32_t next_unit, units_left;
} editing;

static mg_status allocate_list(editing *e, mg_node_list *list, uint64_t count, size_t size) {
    mg_status status;
    MG_TRY(MG_ALLOC(e->context, list->places, count, "changes of a node"));
    MG_TRY(mg__alloc(e->context, (void **)&list->entries, count, size, "changes of a node"));
out:
    return status;
}

static mg_status allocate_lists(editing *e, uint64_t largest_leaf) {
    const uint64_t cells = UINT64_C(1) << (2 * e->h->shift);
    mg_status status = MG_OK;
    for (uint32_t level = 0; level < e->h->depth; level++) {
        const uint64_t count = level ? cells : largest_leaf;
        MG_TRY(allocate_list(e, &e->old[level], count, level ? sizeof(uint32_t) : sizeof(uint64_t)));
        MG_TRY(allocate_list(e, &e->merged[level], count + (level ? 0 : e->leaves.largest),
                             level ? sizeof(uint32_t) : sizeof(uint64_t)));
    }
out:
    return status;
}

static void release_lists(editing *e) {
    for (uint32_t level = 0; level < MG_TREE_DEPTH_MAX; level++) {
        mg__release(&e->context->memory, e->old[level].places);
        mg__release(&e->context->memory, e->old[level].entries);
        mg__release(&e->context->memory, e->merged[level].places);
        mg__release(&e->context->memory, e->merged[level].entries);
    }
}

/* ---- new nodes ---- */

static mg_status place_node(editing *e, uint64_t bytes, uint32_t *unit) {
    mg_status status = MG_OK;
    if ((uint64_t)e->units_left * MG_NODE_UNIT < bytes) {
        const uint64_t chunk = (bytes > e->next_bytes ? bytes : e->next_bytes) + MG_NODE_UNIT;
        MG_TRY(mg__hisparse_chunk(e->context, &e->to->memory, e->h, chunk, &e->next_unit));
        e->next_unit += e->next_unit == 0; /* which is no node */
        e->units_left = (uint32_t)(chunk / MG_NODE_UNIT) - 1;
        e->next_bytes = 2 * e->next_bytes < LARGEST_CHUNK ? 2 * e->next_bytes : LARGEST_CHUNK;
    }
    *unit = e->next_unit;
    e->next_unit += (uint32_t)(bytes / MG_NODE_UNIT);
    e->units_left -= (uint32_t)(bytes / MG_NODE_UNIT);
out:
    return status;
}

/* Replaces a node, 0: none, by the list's entries; *made: 0 without entries. */
static mg_status replace_node(editing *e, uint32_t node, bool is_leaf, bool unique, const mg_node_list *list,
                              uint32_t *made) {
    const size_t size = is_leaf ? e->size : sizeof(uint32_t);
    uint32_t unit;
    mg_status status = MG_OK;
    *made = 0;
    if (list->count) {
        const mg_node_type type = mg__node_choose(e->h->shift, list->count, unique, size);
        MG_TRY(place_node(e, mg__node_bytes(e->h->shift, type, is_leaf, list->count, size), &unit));
        *made = unit << 2 | (uint32_t)type;
        mg__node_write(e->h, *made, is_leaf, size, list);
        mg__hisparse_account(e->h, *made, is_leaf, size, 1);
    }
    if (node) {
        mg__hisparse_account(e->h, node, is_leaf, size, -1);
    }
out:
    return status;
}

/* ---- leaves ---- */

/* The place of change i, and after it the first change of another entry. */
static uint16_t change_place(const editing *e, uint64_t i) {
    const uint32_t local = e->leaves.local[i], shift = e->leaves.shift;
    return (uint16_t)(local >> shift << 8 | (local & ((1U << shift) - 1)));
}

static void append(editing *e, uint16_t place, const void *values, uint64_t i) {
    mg_node_list *const merged = &e->merged[0];
    merged->places[merged->count] = place;
    mg__copy_value(merged->entries, merged->count++, values, i, e->size);
}

/* Merges the old entries with the changes of a leaf. Returns whether anything changed. */
static bool merge_leaf(editing *e, uint64_t leaf) {
    const mg_node_list *old = &e->old[0];
    const int64_t *numbers = e->changes->numbers->csr.values;
    uint64_t change = e->leaves.starts[leaf], i = 0;
    bool changed = false;
    e->merged[0].count = 0;
    while (change < e->leaves.starts[leaf + 1]) {
        const uint16_t place = change_place(e, change);
        while (change + 1 < e->leaves.starts[leaf + 1] && change_place(e, change + 1) == place) {
            change++;
        }
        for (; i < old->count && old->places[i] < place; i++) {
            append(e, old->places[i], old->entries, i);
        }
        for (; i < old->count && old->places[i] == place; i++) {
            changed = true;
        }
        const int64_t number = numbers[e->leaves.sources[change++]];
        if (number != MG_CHANGE_REMOVE) {
            append(e, place, e->changes->values, (uint64_t)number);
            changed = true;
        }
    }
    for (; i < old->count; i++) {
        append(e, old->places[i], old->entries, i);
    }
    return changed;
}

static bool are_unique(const mg_node_list *list) {
    for (uint64_t i = 1; i < list->count; i++) {
        if (list->places[i] == list->places[i - 1]) {
            return false;
        }
    }
    return true;
}

static mg_status edit_leaf(editing *e, uint32_t node, uint64_t leaf, uint32_t *made) {
    e->old[0].count = 0;
    if (node) {
        mg__node_read(e->h, node, true, e->size, &e->old[0]);
    }
    if (!merge_leaf(e, leaf)) {
        *made = node;
        return MG_OK;
    }
    const uint64_t count = e->merged[0].count;
    e->to->nonzeros += count - e->old[0].count;
    e->h->largest_leaf = count > e->h->largest_leaf ? count : e->h->largest_leaf;
    return replace_node(e, node, true, are_unique(&e->merged[0]), &e->merged[0], made);
}

/* ---- inner nodes ---- */

/* Place of a leaf of changes in a node of a level. */
static uint16_t place_in(const editing *e, uint32_t level, uint64_t leaf) {
    const uint32_t mask = (1U << e->h->shift) - 1, shift = e->h->shift * (level - 1);
    return (uint16_t)((e->leaf_rows[leaf] >> shift & mask) << 8 | (e->leaves.columns[leaf] >> shift & mask));
}

static void append_child(mg_node_list *list, uint16_t place, uint32_t child) {
    list->places[list->count] = place;
    ((uint32_t *)(void *)list->entries)[list->count++] = child;
}

static mg_status edit_node(editing *e, uint32_t node, uint32_t level, uint64_t begin, uint64_t end, uint32_t *made);

/* Edits the children that have changes, keys[begin .. end), and merges them with the others. */
static mg_status edit_children(editing *e, uint32_t level, uint64_t begin, uint64_t end, bool *changed) {
    const mg_node_list *old = &e->old[level];
    const uint32_t *children = (const uint32_t *)(const void *)old->entries;
    mg_node_list *const merged = &e->merged[level];
    uint64_t i = 0;
    merged->count = 0;
    *changed = false;
    for (uint64_t next; begin < end; begin = next) {
        const uint16_t place = (uint16_t)(e->keys[begin] >> 32);
        for (next = begin + 1; next < end && e->keys[next] >> 32 == place; next++) {
        }
        for (; i < old->count && old->places[i] < place; i++) {
            append_child(merged, old->places[i], children[i]);
        }
        const uint32_t child = i < old->count && old->places[i] == place ? children[i++] : 0;
        uint32_t edited;
        const mg_status status = edit_node(e, child, level - 1, begin, next, &edited);
        if (status < 0) {
            return status;
        }
        *changed = *changed || edited != child;
        if (edited) {
            append_child(merged, place, edited);
        }
    }
    for (; i < old->count; i++) {
        append_child(merged, old->places[i], children[i]);
    }
    return MG_OK;
}

static mg_status edit_node(editing *e, uint32_t node, uint32_t level, uint64_t begin, uint64_t end, uint32_t *made) {
    bool changed;
    if (level == 0) {
        return edit_leaf(e, node, (uint32_t)e->keys[begin], made);
    }
    for (uint64_t i = begin; i < end; i++) {
        const uint64_t leaf = (uint32_t)e->keys[i];
        e->keys[i] = (uint64_t)place_in(e, level, leaf) << 32 | leaf;
    }
    sort_leaves(e->keys + begin, e->scratch, end - begin);
    e->old[level].count = 0;
    if (node) {
        mg__node_read(e->h, node, false, sizeof(uint32_t), &e->old[level]);
    }
    const mg_status status = edit_children(e, level, begin, end, &changed);
    if (status < 0 || !changed) {
        *made = node;
        return status;
    }
    return replace_node(e, node, false, true, &e->merged[level], made);
}

/* ---- the operation ---- */

static mg_status edit_tree(editing *e) {
    mg_context *const context = e->context;
    const uint64_t cells = UINT64_C(1) << (2 * e->h->shift);
    const uint64_t count = e->leaves.block_count;
    mg_status status;
    /* equal coordinates may make a leaf larger than its cells, but not than the matrix */
    MG_TRY(allocate_lists(e, e->h->largest_leaf > cells ? e->h->largest_leaf : cells));
    MG_TRY(MG_ALLOC(context, e->keys, count, "changes of a matrix"));
    MG_TRY(MG_ALLOC(context, e->scratch, count, "changes of a matrix"));
    MG_TRY(MG_ALLOC(context, e->leaf_rows, count, "changes of a matrix"));
    for (uint64_t row = 0; row < e->leaves.block_rows; row++) {
        for (uint64_t leaf = e->leaves.row_firsts[row]; leaf < e->leaves.row_firsts[row + 1]; leaf++) {
            e->leaf_rows[leaf] = (uint32_t)row;
            e->keys[leaf] = leaf;
        }
    }
    if (count) {
        MG_TRY(edit_node(e, e->h->root, e->h->depth - 1, 0, count, &e->h->root));
    }
    mg__hisparse_drop_unused(e->h);
out:
    return status;
}

static mg_status share_storage(mg_context *context, const mg_storage *from, mg_storage **made) {
    mg_storage *to = NULL;
    mg_hisparse *h;
    mg_status status;
    MG_TRY(mg__storage_create(context, from->format, from->rows, from->columns, from->nonzeros, from->type, &to));
    to->options = from->options;
    MG_TRY(MG_ALLOC(context, h, 1, "format hisparse"));
    *h = (mg_hisparse){0};
    to->layout = h;
    MG_TRY(mg__hisparse_share(context, from->layout, h));
    *made = to;
    to = NULL;
out:
    mg__storage_release(context, to);
    return status;
}

mg_status mg__hisparse_edit(mg_context *context, const mg_storage *from, const mg_change_list *changes,
                            mg_storage **edited) {
    editing e = {.context = context, .changes = changes, .size = mg__type_size(from->type), .next_bytes = FIRST_CHUNK};
    const double start = mg__now();
    mg_status status;
    MG_TRY(share_storage(context, from, &e.to));
    e.h = e.to->layout;
    MG_TRY(mg__blocks_count(context, changes->numbers, e.h->shift, &e.leaves));
    MG_TRY(mg__blocks_sort(context, changes->numbers, MG_BLOCK_BY_ROW, &e.leaves));
    MG_TRY(edit_tree(&e));
    e.to->predicted_bytes = MG_NODE_UNIT + e.h->counts.bytes;
    e.to->build_seconds = mg__now() - start;
    *edited = e.to;
    e.to = NULL;
out:
    release_lists(&e);
    mg__sorted_blocks_release(context, &e.leaves);
    mg__release(&context->memory, e.keys);
    mg__release(&context->memory, e.scratch);
    mg__release(&context->memory, e.leaf_rows);
    mg__storage_release(context, e.to);
    return status;
}

bool mg__hisparse_wastes(const mg_storage *storage) {
    const mg_hisparse *h = storage->layout;
    uint64_t held = 0;
    for (uint32_t i = 0; i < h->chunk_count; i++) {
        held += h->chunks[i] ? h->chunks[i]->bytes : 0;
    }
    return held > 2 * h->counts.bytes + LARGEST_CHUNK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * vertex_names.c: a hash table of names with open addressing, and the names of a graph's vertices.
 */
#include "core/graph/vertex_names.h"
#include "core/graph/graph.h"
#include "core/graph/id_set.h"

#include <string.h>
#include <xxhash.h>

#define FIRST_BITS 10

const char *mg__names_at(const mg_names *names, uint64_t number, size_t *length) {
    const uint64_t begin = number ? names->ends[number - 1] : 0;
    *length = (size_t)(names->ends[number] - begin - 1);
    return names->text + begin;
}

/* The slot of a name, or the free one where it belongs. */
static uint32_t *find_slot(const mg_names *names, const char *text, size_t length) {
    const uint64_t mask = ((uint64_t)1 << names->bits) - 1;
    for (uint64_t i = XXH64(text, length, names->seed);; i++) {
        uint32_t *slot = &names->slots[i & mask];
        size_t size;
        if (!*slot) {
            return slot;
        }
        const char *known = mg__names_at(names, *slot - 1, &size);
        if (size == length && memcmp(known, text, length) == 0) {
            return slot;
        }
    }
}

uint32_t mg__names_find(const mg_names *names, const char *text, size_t length) {
    return names->slots ? *find_slot(names, text, length) - 1 : MG_NONE;
}

/* Enters all names into an empty table, where none of equal ones is replaced by a later one. */
static void fill_slots(mg_names *names) {
    for (uint64_t i = 0; i < names->count; i++) {
        size_t length;
        const char *text = mg__names_at(names, i, &length);
        uint32_t *slot = find_slot(names, text, length);
        *slot = *slot ? *slot : (uint32_t)i + 1;
    }
}

mg_status mg__names_index(const mg_allocator *memory, mg_names *names) {
    mg_context quiet = {.memory = *memory};
    mg_names made = *names;
    for (made.bits = FIRST_BITS; ((uint64_t)1 << (made.bits - 1)) < made.count;) {
        made.bits++;
    }
    made.seed = mg__random_seed(names);
    const mg_status status = MG_ALLOC_ZEROED(&quiet, made.slots, (uint64_t)1 << made.bits, "names");
    if (status >= 0) {
        fill_slots(&made);
        names->bits = made.bits;
        names->seed = made.seed;
        names->slots = made.slots;
    }
    return status;
}

/* Doubles the array of ends, and the hash table, which is twice as long, unless there is none. */
static mg_status grow(mg_context *context, mg_names *names, bool hashed) {
    mg_names larger = *names;
    for (larger.bits = FIRST_BITS; (uint64_t)1 << (larger.bits - 1) <= names->count;) {
        larger.bits++;
    }
    larger.capacity = (uint64_t)1 << (larger.bits - 1);
    larger.seed = names->slots ? names->seed : mg__random_seed(names);
    larger.slots = NULL;
    larger.ends = NULL;
    mg_status status;
    if (hashed) {
        MG_TRY(MG_ALLOC_ZEROED(context, larger.slots, (uint64_t)1 << larger.bits, "names"));
    }
    MG_TRY(MG_ALLOC(context, larger.ends, larger.capacity, "names"));
    if (names->count) {
        memcpy(larger.ends, names->ends, (size_t)names->count * sizeof *larger.ends);
    }
    if (hashed) {
        fill_slots(&larger);
    }
    mg__release(&context->memory, names->slots);
    mg__release(&context->memory, names->ends);
    *names = larger;
    return status;
out:
    mg__release(&context->memory, larger.slots);
    return status;
}

/* Makes room for the text of a further name. */
static mg_status grow_text(mg_context *context, mg_names *names, uint64_t needed) {
    char *larger;
    const uint64_t room = 2 * needed + 4096;
    const mg_status status = MG_ALLOC(context, larger, room, "names");
    if (status < 0) {
        return status;
    }
    if (names->text) {
        memcpy(larger, names->text, (size_t)names->text_capacity);
    }
    mg__release(&context->memory, names->text);
    names->text = larger;
    names->text_capacity = room;
    return status;
}

static mg_status append(mg_context *context, mg_names *names, const char *text, size_t length, bool hashed) {
    const uint64_t used = mg__names_size(names);
    mg_status status = MG_OK;
    if (length && memchr(text, 0, length)) {
        return mg__fail(context, MG_ERROR_INVALID, "a name of a vertex has a zero byte");
    }
    if (!length) {
        return mg__fail(context, MG_ERROR_INVALID, "a name of a vertex is empty");
    }
    if (names->count == MG_NONE - 1) {
        return mg__fail(context, MG_ERROR_RANGE, "more than 4294967294 vertices");
    }
    if (names->count == names->capacity) {
        MG_TRY(grow(context, names, hashed));
    }
    if (used + length + 1 > names->text_capacity) {
        MG_TRY(grow_text(context, names, used + length + 1));
    }
    memcpy(names->text + used, text, length);
    names->text[used + length] = 0;
    names->ends[names->count++] = used + length + 1;
out:
    return status;
}

mg_status mg__names_append(mg_context *context, mg_names *names, const char *text, size_t length) {
    return append(context, names, text, length, false);
}

mg_status mg__names_add(mg_context *context, mg_names *names, const char *text, size_t length, uint32_t *number) {
    *number = mg__names_find(names, text, length);
    if (*number != MG_NONE) {
        return MG_OK;
    }
    const mg_status status = append(context, names, text, length, true);
    if (status >= 0) {
        *number = (uint32_t)names->count - 1;
        *find_slot(names, text, length) = *number + 1;
    }
    return status;
}

bool mg__text_is_id(const char *text, size_t length, uint64_t *id) {
    *id = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned digit = (unsigned)(unsigned char)text[i] - '0';
        if (digit > 9 || __builtin_mul_overflow(*id, 10, id) || __builtin_add_overflow(*id, digit, id)) {
            return false;
        }
    }
    return length && (text[0] != '0' || length == 1);
}

bool mg__names_id(const mg_names *names, uint64_t number, uint64_t *id) {
    size_t length;
    const char *text = mg__names_at(names, number, &length);
    return mg__text_is_id(text, length, id);
}

mg_status mg__names_copy(mg_context *context, const mg_names *names, mg_names *copy) {
    const uint64_t size = mg__names_size(names);
    mg_status status = MG_OK;
    *copy = (mg_names){.count = names->count, .capacity = names->count, .text_capacity = size};
    if (!names->count) {
        return status;
    }
    MG_TRY(MG_ALLOC(context, copy->ends, names->count, "names"));
    MG_TRY(MG_ALLOC(context, copy->text, size, "names"));
    memcpy(copy->ends, names->ends, (size_t)names->count * sizeof *copy->ends);
    memcpy(copy->text, names->text, (size_t)size);
    return status;
out:
    mg__names_release(&context->memory, copy);
    return status;
}

bool mg__names_valid(const mg_names *names, uint64_t size) {
    uint64_t end = 0;
    for (uint64_t i = 0; i < names->count; i++) {
        const uint64_t last = names->ends[i] - 1;
        if (last < end || last >= size || memchr(names->text + end, 0, last - end + 1) != names->text + last) {
            return false;
        }
        end = names->ends[i];
    }
    return end == size;
}

void mg__names_release(const mg_allocator *memory, mg_names *names) {
    mg__release(memory, names->slots);
    mg__release(memory, names->ends);
    mg__release(memory, names->text);
    *names = (mg_names){0};
}

/* ---- the names of a graph ---- */

mg_vertex mg__id_rank(const mg_graph *graph, mg_vertex v) {
    mg_vertex low = 0, high = graph->n;
    if (!graph->by_id) {
        return v;
    }
    while (low < high) {
        const mg_vertex middle = low + (high - low) / 2;
        if (graph->ids[graph->by_id[middle]] < graph->ids[v]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void mg__graph_set_names(mg_graph *graph, mg_names *names) {
    if (graph->names_mapped) {
        mg__release(&graph->memory, graph->names.slots);
    } else {
        mg__names_release(&graph->memory, &graph->names);
    }
    graph->names = *names;
    graph->names_mapped = false;
    *names = (mg_names){0};
}

bool mg_graph_has_names(const mg_graph *graph) {
    return graph && graph->names.count != 0;
}

const char *mg_graph_name(const mg_graph *graph, mg_vertex v) {
    size_t length;
    if (!mg_graph_has_names(graph) || v >= graph->n || !mg__graph_has_sound_ids(graph)) {
        return NULL;
    }
    return mg__names_at(&graph->names, mg__id_rank(graph, v), &length);
}

mg_status mg_graph_find_name(mg_context *context, const mg_graph *graph, const char *name, mg_vertex *v) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph || !name || !v) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_find_name: graph, name and v must not be NULL");
    }
    mg_graph *const g = (mg_graph *)graph; /* only what the lock guards changes */
    mg_status status;
    *v = MG_NONE;
    MG_TRY(mg_graph_check(context, graph));
    if (!g->names.count) {
        return status;
    }
    pthread_mutex_lock(&g->lock);
    status = g->names.slots ? MG_OK : mg__names_index(&g->memory, &g->names);
    pthread_mutex_unlock(&g->lock);
    if (status < 0) {
        return mg__fail(context, status, "out of memory: names");
    }
    const uint32_t number = mg__names_find(&g->names, name, strlen(name));
    *v = number == MG_NONE || !g->by_id ? number : g->by_id[number];
out:
    return status;
}

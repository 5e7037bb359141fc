/* SPDX-License-Identifier: Apache-2.0
 *
 * id_set.c: a concurrent hash table of ids with linear probing, and the ranking of its ids.
 *
 * The table stores 32-bit numbers; the ids are in an array indexed by number. 14 to 19 bytes per id.
 */
#include "core/graph/id_set.h"

#include "core/counter_random.h"
#include "core/graph/graph_build.h"

#include <assert.h>
#include <string.h>
#include <time.h>

#define FIRST_BITS 14
#define INSERTION 48 /* fewer ids are sorted by insertion */

static uint64_t hash_of(const mg_id_set *set, uint64_t id) {
    return mg__mix(id ^ set->seed) & (((uint64_t)1 << set->bits) - 1);
}

uint64_t mg__random_seed(const void *address) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_nsec << 32 ^ (uint64_t)now.tv_sec ^ (uint64_t)(uintptr_t)address) * 0x9e3779b97f4a7c15u;
}

bool mg__id_set_add(mg_id_set *set, uint64_t id, uint32_t *spare, uint32_t *number) {
    assert(set->slots && (*spare == MG_NONE || *spare < set->capacity));
    const uint64_t mask = ((uint64_t)1 << set->bits) - 1;
    for (uint64_t slot = hash_of(set, id);; slot = (slot + 1) & mask) {
        uint32_t found = __atomic_load_n(&set->slots[slot], __ATOMIC_ACQUIRE);
        if (!found) {
            if (*spare == MG_NONE) {
                if (__atomic_load_n(&set->count, __ATOMIC_RELAXED) >= set->capacity) {
                    return false;
                }
                const uint64_t next = __atomic_fetch_add(&set->count, 1, __ATOMIC_RELAXED);
                if (next >= set->capacity) {
                    return false;
                }
                *spare = (uint32_t)next;
            }
            set->ids[*spare] = id;
            if (__atomic_compare_exchange_n(&set->slots[slot], &found, *spare + 1, false, __ATOMIC_ACQ_REL,
                                            __ATOMIC_ACQUIRE)) {
                *number = *spare;
                *spare = MG_NONE;
                return true;
            }
        }
        if (set->ids[found - 1] == id) {
            *number = found - 1;
            return true;
        }
    }
}

/* Enters all ids into an empty table. */
static void rehash(mg_context *context, const mg_id_set *set) {
    const uint64_t mask = ((uint64_t)1 << set->bits) - 1;
#pragma omp parallel for num_threads(context->threads)
    for (uint64_t i = 0; i < set->count; i++) {
        uint64_t slot = hash_of(set, set->ids[i]);
        uint32_t free_slot = 0;
        while (!__atomic_compare_exchange_n(&set->slots[slot], &free_slot, (uint32_t)i + 1, false, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED)) {
            free_slot = 0;
            slot = (slot + 1) & mask;
        }
    }
}

mg_status mg__id_set_grow(mg_context *context, mg_id_set *set) {
    mg_id_set larger = {.bits = set->slots ? set->bits + 1 : FIRST_BITS, .seed = set->seed};
    mg_status status;
    if (!set->slots) {
        larger.seed = mg__random_seed(set);
    }
    set->count = set->count < set->capacity ? set->count : set->capacity; /* threads that failed to reserve a number
                                                                             incremented it, too */
    larger.count = set->count;
    larger.capacity = ((uint64_t)1 << larger.bits) / 4 * 3;
    larger.capacity = larger.capacity < MG_NONE ? larger.capacity : MG_NONE;
    if (set->count >= MG_NONE) {
        return mg__fail(context, MG_ERROR_RANGE, "more than 4294967294 vertices, which are not supported");
    }
    MG_TRY(MG_ALLOC(context, larger.ids, larger.capacity, "ids"));
    for (uint64_t i = 0; i < set->count; i += MG_DISCARD_STEP) {
        const uint64_t count = set->count - i < MG_DISCARD_STEP ? set->count - i : MG_DISCARD_STEP;
        memcpy(larger.ids + i, set->ids + i, count * sizeof *set->ids);
        mg__discard_pages(&context->memory, set->ids + i, count * sizeof *set->ids);
    }
    mg__release(&context->memory, set->ids);
    mg__release(&context->memory, set->slots);
    set->slots = NULL;
    set->ids = larger.ids;
    set->capacity = larger.capacity;
    MG_TRY(MG_ALLOC_ZEROED(context, larger.slots, (uint64_t)1 << larger.bits, "finding ids"));
    *set = larger;
    rehash(context, set);
out:
    return status;
}

/* Numbers a chunk from *at on; false: the set is full. */
static bool number_piece(mg_id_set *set, mg_type type, const void *ids, uint64_t *at, uint64_t end, uint32_t *numbers) {
    uint32_t spare = MG_NONE;
    for (; *at < end; ++*at) {
        if (!mg__id_set_add(set, mg__id_at(type, ids, *at), &spare, &numbers[*at])) {
            return false;
        }
    }
    return true;
}

mg_status mg__id_set_number(mg_context *context, mg_id_set *set, mg_type type, const void *ids, uint64_t count,
                            uint32_t *numbers) {
    const int pieces = count < MG_ARC_BLOCK ? 1 : context->threads;
    uint64_t *at = NULL;
    mg_status status = MG_OK;
    if (!set->slots) {
        MG_TRY(mg__id_set_grow(context, set));
    }
    MG_TRY(MG_ALLOC(context, at, (uint64_t)pieces, "numbering ids"));
    for (int i = 0; i < pieces; i++) {
        at[i] = mg__chunk_begin(count, pieces, i);
    }
    for (bool done = false; !done;) {
        done = true;
#pragma omp parallel for num_threads(pieces) schedule(static, 1) reduction(&& : done)
        for (int i = 0; i < pieces; i++) {
            done = number_piece(set, type, ids, &at[i], mg__chunk_begin(count, pieces, i + 1), numbers) && done;
        }
        if (!done) {
            MG_TRY(mg__id_set_grow(context, set));
        }
    }
out:
    mg__release(&context->memory, at);
    return status;
}

static void sort_by_insertion(uint64_t *ids, uint64_t count) {
    for (uint64_t i = 1; i < count; i++) {
        const uint64_t id = ids[i];
        uint64_t at = i;
        for (; at > 0 && ids[at - 1] > id; at--) {
            ids[at] = ids[at - 1];
        }
        ids[at] = id;
    }
}

/* In-place MSD radix pass (American flag sort): permutes the ids into buckets of their byte at `shift`; bucket b ends
 * at ends[b]. */
static void sort_by_byte(uint64_t *ids, uint64_t count, unsigned shift, uint64_t ends[256]) {
    uint64_t next[256], total = 0;
    memset(ends, 0, 256 * sizeof *ends);
    for (uint64_t i = 0; i < count; i++) {
        ends[ids[i] >> shift & 255]++;
    }
    for (int b = 0; b < 256; b++) {
        next[b] = total;
        ends[b] = total += ends[b];
    }
    for (int b = 0; b < 256; b++) {
        while (next[b] < ends[b]) {
            uint64_t id = ids[next[b]];
            for (unsigned to = id >> shift & 255; to != (unsigned)b; to = id >> shift & 255) {
                const uint64_t other = ids[next[to]];
                ids[next[to]++] = id;
                id = other;
            }
            ids[next[b]++] = id;
        }
    }
}

/* Sorts by the byte at `shift` and those below, in place. */
static void sort_ids(uint64_t *ids, uint64_t count, unsigned shift) {
    uint64_t ends[256];
    if (count < INSERTION) {
        sort_by_insertion(ids, count);
        return;
    }
    sort_by_byte(ids, count, shift, ends);
    for (int b = 0; b < 256 && shift; b++) {
        const uint64_t begin = b ? ends[b - 1] : 0;
        sort_ids(ids + begin, ends[b] - begin, shift - 8);
    }
}

static void sort_all(mg_context *context, uint64_t *ids, uint64_t count) {
    uint64_t ends[256], varying = 0;
    unsigned shift = 56;
#pragma omp parallel for num_threads(context->threads) reduction(| : varying)
    for (uint64_t i = 0; i < count; i++) {
        varying |= ids[i] ^ ids[0];
    }
    while (shift && !(varying >> shift)) {
        shift -= 8;
    }
    sort_by_byte(ids, count, shift, ends);
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (int b = 0; b < 256; b++) {
        const uint64_t begin = b ? ends[b - 1] : 0;
        if (shift) {
            sort_ids(ids + begin, ends[b] - begin, shift - 8);
        }
    }
}

static uint64_t drop_repeated(uint64_t *ids, uint64_t count) {
    uint64_t kept = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (i == 0 || ids[i] != ids[i - 1]) {
            ids[kept++] = ids[i];
        }
    }
    return kept;
}

/* Index of sorted ids by their upper bits, which shortens binary searches. */
typedef struct id_index {
    const uint64_t *ids;
    uint32_t *first; /* position of the first id with (id - ids[0]) >> shift >= i */
    unsigned shift;
} id_index;

static mg_status make_index(mg_context *context, const uint64_t *ids, mg_vertex n, id_index *index) {
    assert(n > 0 && ids[0] <= ids[n - 1]);
    const uint64_t last = ids[n - 1] - ids[0];
    *index = (id_index){.ids = ids};
    while (last >> index->shift > n / 8 + 1) { /* ends before shift 64 */
        index->shift++;
    }
    const uint64_t slots = (last >> index->shift) + 1;
    const mg_status status = MG_ALLOC(context, index->first, slots + 1, "the order of ids");
    if (status < 0) {
        return status;
    }
    uint64_t slot = 0;
    for (mg_vertex v = 0; v < n; v++) {
        for (; slot <= (ids[v] - ids[0]) >> index->shift; slot++) {
            index->first[slot] = v;
        }
    }
    index->first[slots] = n;
    return status;
}

static uint32_t position(const id_index *index, uint64_t id) {
    const uint64_t slot = (id - index->ids[0]) >> index->shift;
    uint32_t low = index->first[slot], high = index->first[slot + 1];
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (index->ids[middle] <= id) {
            low = middle;
        } else {
            high = middle;
        }
    }
    assert(index->ids[low] == id);
    return low;
}

mg_status mg__id_set_rank(mg_context *context, mg_id_set *set, uint64_t **ids, mg_vertex *n, uint32_t **rank) {
    uint64_t *sorted = NULL;
    id_index index = {0};
    mg_status status;
    mg__release(&context->memory, set->slots);
    set->slots = NULL;
    set->count = set->count < set->capacity ? set->count : set->capacity;
    MG_TRY(MG_ALLOC(context, sorted, set->count, "ids"));
    memcpy(sorted, set->ids, set->count * sizeof *sorted);
    sort_all(context, sorted, set->count);
    MG_TRY(mg__progress(context, "ordering ids", -1));
    *n = (mg_vertex)drop_repeated(sorted, set->count);
    MG_TRY(make_index(context, sorted, *n, &index));
    MG_TRY(MG_ALLOC(context, *rank, set->count, "the order of ids"));
#pragma omp parallel for num_threads(context->threads)
    for (uint64_t i = 0; i < set->count; i++) {
        (*rank)[i] = position(&index, set->ids[i]);
    }
    *ids = sorted;
    sorted = NULL;
out:
    mg__release(&context->memory, index.first);
    mg__release(&context->memory, sorted);
    mg__id_set_release(&context->memory, set);
    return status;
}

void mg__id_set_release(const mg_allocator *memory, mg_id_set *set) {
    mg__release(memory, set->ids);
    mg__release(memory, set->slots);
    *set = (mg_id_set){0};
}

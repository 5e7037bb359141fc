/* SPDX-License-Identifier: Apache-2.0
 *
 * label_sums.h: the sum of the weights of a vertex's edges to each community: a hash table with linear probing for each
 * thread. Sums are whole numbers, so that the order of the edges does not matter.
 */
#ifndef MG_ALGORITHMS_COMMUNITIES_LABEL_SUMS_H
#define MG_ALGORITHMS_COMMUNITIES_LABEL_SUMS_H

#include "core/context.h"

typedef struct mg_label_slot {
    uint64_t sum;
    mg_vertex label; /* MG_NONE: free */
} mg_label_slot;

typedef struct mg_label_sums {
    mg_label_slot *slots;
    uint32_t *taken; /* the slots with a label, in order of arrival */
    uint32_t count;  /* of them */
    uint32_t shift;  /* of the hash, for the part of the table that is in use */
} mg_label_sums;

/* The tables of so many threads, for at most `most` different labels at a time. */
typedef struct mg_label_tables {
    mg_label_sums *of_thread;
    mg_label_slot *slots;
    uint32_t *taken;
} mg_label_tables;

mg_status mg__label_tables_create(mg_context *context, int threads, uint64_t most, mg_label_tables *tables);
void mg__label_tables_release(mg_context *context, mg_label_tables *tables);

/* Prepares an empty table for at most `most` labels; small ones stay in the cache. */
static inline void mg__label_sums_begin(mg_label_sums *t, uint64_t most) {
    uint32_t bits = 4;
    while (bits < 32 && (uint64_t)1 << (bits - 1) < most) {
        bits++;
    }
    t->shift = 64 - bits;
    t->count = 0;
}

static inline mg_label_slot *mg__label_slot(const mg_label_sums *t, mg_vertex label) {
    const uint32_t mask = (uint32_t)(UINT64_MAX >> t->shift);
    uint32_t at = (uint32_t)((label + (uint64_t)1) * 0x9e3779b97f4a7c15u >> t->shift);
    while (t->slots[at].label != label && t->slots[at].label != MG_NONE) {
        at = (at + 1) & mask;
    }
    return &t->slots[at];
}

static inline void mg__label_sums_add(mg_label_sums *t, mg_vertex label, uint64_t weight) {
    mg_label_slot *const slot = mg__label_slot(t, label);
    if (slot->label == MG_NONE) {
        slot->label = label;
        slot->sum = 0;
        t->taken[t->count++] = (uint32_t)(slot - t->slots);
    }
    slot->sum += weight;
}

static inline uint64_t mg__label_sum(const mg_label_sums *t, mg_vertex label) {
    const mg_label_slot *const slot = mg__label_slot(t, label);
    return slot->label == MG_NONE ? 0 : slot->sum;
}

/* Empties the table. */
static inline void mg__label_sums_end(mg_label_sums *t) {
    for (uint32_t i = 0; i < t->count; i++) {
        t->slots[t->taken[i]].label = MG_NONE;
    }
    t->count = 0;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * forest_state.h: the state of a run of spanning_forest.c, and what makes its result.
 */
#ifndef MG_CORE_CPU_DIRECT_FOREST_STATE_H
#define MG_CORE_CPU_DIRECT_FOREST_STATE_H

#include "core/cpu/direct/direct_memory.h"
#include "core/cpu/work.h"
#include "core/graph/weight_key.h"

#include <string.h>

#define MG_FOREST_NONE UINT32_MAX
#define MG_ROW_STEP 64u

typedef struct mg_forest {
    mg_context *context;
    mg_vertex n;
    int threads;
    const uint64_t *offsets;
    const mg_vertex *neighbours;
    const uint32_t *weights; /* NULL: none */
    mg_type type;
    uint32_t *next;    /* on the way to the root; the root itself */
    uint32_t *edge;    /* the arc by which the tree of this root was joined, from either end; MG_FOREST_NONE: none */
    uint32_t *first;   /* the root after the first round */
    uint32_t *row;     /* of arcs 0, MG_ROW_STEP, 2 * MG_ROW_STEP, ... */
    uint64_t *best[2]; /* the lightest edge of each tree, in rounds in turn */
    uint32_t round;
    uint64_t left; /* edges in the list */
    mg_chunks list;
    mg_direct_job *job;
} mg_forest;

static inline int mg__forest_threads(const mg_forest *f, uint64_t work) {
    return work < MG_SERIAL_LIMIT ? 1 : f->threads;
}

/* + 0.0: -0 is 0. */
static inline __attribute__((always_inline)) uint32_t mg__forest_order(const mg_forest *f, mg_type type, uint64_t arc) {
    if (type == MG_TYPE_NONE) {
        return 0;
    }
    uint32_t bits = f->weights[arc];
    if (type == MG_FLOAT32) {
        float weight;
        memcpy(&weight, &bits, sizeof weight);
        weight += 0.0f;
        memcpy(&bits, &weight, sizeof bits);
    }
    return mg__weight_key32(type, bits);
}

/* Finds f->row. */
void mg__forest_find_rows(mg_forest *f);
/* The row of an arc. */
mg_vertex mg__forest_row(const mg_forest *f, uint32_t arc);
/* Writes the columns of the result; every vertex points to its root. */
void mg__forest_write(const mg_forest *f);

#endif

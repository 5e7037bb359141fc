/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_work.h: one build of the panels layout.
 */
#ifndef MG_CORE_CUDA_PANELS_WORK_H
#define MG_CORE_CUDA_PANELS_WORK_H

#include "core/cuda/panels.h"
#include "core/cuda/panels_build.h"

/* One build: what it reads, its temporary arrays, its counts. */
typedef struct mg_panels_work {
    mg_context *context;
    mg_cuda *cuda;
    mg_panels_built *built;
    mg_panel_source source;
    mg_type weights; /* to be filled, NONE: only the layout */
    bool fresh;      /* the layout is to be filled, too */
    uint64_t edge_count, run_count, piece_count, place_count;
    uint32_t *rank;
    uint64_t *edges[2], *index[2]; /* index NULL: no weights */
    int sorted;                    /* which of the two */
    uint64_t *received, *first, *piece_keys[2], *pieces[2], *placed, *vectors, *counter;
    uint64_t *slot_keys[2], *slot_at[2], *row_begin, *lines;
    mg_panel_chunk *chunk; /* these are the layout's where it is fresh */
    uint32_t *rows;
    void *temporary;
    size_t temporary_bytes;
    mg_piece_group *groups; /* on the device */
} mg_panels_work;

/* Fills work->built: order, chunks, ids, weights, shares. What was allocated for good stays with it on failure. */
mg_status mg__panels_build(mg_panels_work *work);

#endif

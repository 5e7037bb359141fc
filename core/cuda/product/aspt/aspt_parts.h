/* SPDX-License-Identifier: Apache-2.0
 *
 * aspt_parts.h: the dense tiles of the format aspt, cut into the work of thread blocks. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_ASPT_ASPT_PARTS_H
#define MG_CORE_CUDA_PRODUCT_ASPT_ASPT_PARTS_H

#include "core/context.h"
#include "core/cuda/product/aspt/aspt_args.h"
#include "core/cuda/product/aspt/aspt_build.h"

#define MG_ASPT_PART_ROWS 1024 /* most rows of a part */

/* What is cut; arrays of the host. */
typedef struct mg_aspt_tiling {
    uint64_t rows, panels, dense_nonzeros;
    uint32_t panel_rows, groups; /* of MG_ASPT_PART_ROWS rows in a panel, the last one smaller */
    uint64_t *panel_tiles;       /* panels + 1: as in mg_aspt */
    uint64_t *before;            /* as mg_aspt_table */
} mg_aspt_tiling;

/* The work. Parts of a cut tile get their rows by mg__aspt_parts_cut(). */
typedef struct mg_aspt_parts {
    mg_pack_tile *tiles;
    mg_aspt_part *parts;
    mg_aspt_panel *panels;
    mg_aspt_cut *cuts;   /* one for each part of a tile that is cut, but the first one */
    uint32_t *cut_parts; /* the part that begins there */
    uint32_t tile_count, part_count, panel_count, slot_count, cut_count;
} mg_aspt_parts;

/* Errors: MEMORY, RANGE (2^32 tiles). To be released also after a failure. */
mg_status mg__aspt_parts(mg_context *context, const mg_aspt_tiling *tiling, mg_aspt_parts *parts);
/* cuts: with their rows. */
void mg__aspt_parts_cut(mg_aspt_parts *parts);
void mg__aspt_parts_release(mg_context *context, mg_aspt_parts *parts);

#endif

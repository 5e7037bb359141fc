/* SPDX-License-Identifier: Apache-2.0
 *
 * own_tiles.c: the row tiles of a part that have rows of its own vertices, in shares of about equal work. The others
 * have no slots, and an update would only read their states. Own rows are adjacent within a group of degrees, so few
 * tiles are mixed.
 */
#include "core/cuda/multi/exchange.h"
#include "core/cuda/multi/value_lists.h"

typedef struct tile_work {
    mg_row_tile *tile;
    uint32_t *own, *share_tile;
    void *flags; /* `own` on the device */
} tile_work;

static mg_status find_own(mg_team_member *m, const mg_team_part *part, const mg_panels_built *built, tile_work *w) {
    mg_status status = MG_OK;
    const mg_panels *const p = &built->layout;
    MG_TRY(mg__cuda_get(m->context, m->cuda, &w->flags, (built->tiles + 1ull) * sizeof *w->own, "tiles of a part"));
    MG_CUDA_TRY(m->context,
                mg__launch_own_tiles(p->order, p->n, part->part.own_begin, part->part.own_end, p->tile, built->tiles,
                                     w->flags, m->cuda->stream),
                "tiles of a part");
    MG_TRY(mg__cuda_download(m->context, m->cuda, w->own, w->flags, built->tiles * sizeof *w->own));
    MG_TRY(mg__cuda_download(m->context, m->cuda, w->tile, p->tile, built->tiles * sizeof *w->tile));
out:
    return status;
}

static uint64_t cost_of(const mg_row_tile *tile) {
    return tile->slots + (uint64_t)tile->words * MG_WORD_COST;
}

/* Keeps the own tiles and cuts them into shares; a word of several tiles stays in one share. Returns their number. */
static uint32_t select_own(tile_work *w, uint32_t tiles, uint32_t shares) {
    uint64_t all = 0, cost = 0;
    uint32_t count = 0, share = 0;
    for (uint32_t t = 0; t < tiles; t++) {
        all += w->own[t] ? cost_of(&w->tile[t]) : 0;
    }
    const uint64_t per_share = all / shares + 1;
    for (uint32_t t = 0; t < tiles; t++) {
        if (!w->own[t]) {
            continue;
        }
        const bool goes_on = count > 0 && w->tile[count - 1].goes_on;
        for (; !goes_on && share <= cost / per_share; share++) {
            w->share_tile[share] = count;
        }
        cost += cost_of(&w->tile[t]);
        w->tile[count++] = w->tile[t];
    }
    for (; share <= shares; share++) {
        w->share_tile[share] = count;
    }
    return count;
}

static mg_status keep_own(mg_team_member *m, const tile_work *w, uint32_t count, uint32_t shares,
                          mg_value_lists *lists) {
    mg_status status = MG_OK;
    void *tile = NULL, *share_tile = NULL;
    MG_TRY(mg__cuda_keep(m->context, &tile, (count + 1ull) * sizeof *w->tile, "tiles of a part"));
    lists->tile = tile;
    MG_TRY(mg__cuda_keep(m->context, &share_tile, (shares + 1ull) * sizeof *w->share_tile, "tiles of a part"));
    lists->share_tile = share_tile;
    MG_TRY(mg__cuda_upload(m->context, m->cuda, tile, w->tile, count * sizeof *w->tile));
    MG_TRY(mg__cuda_upload(m->context, m->cuda, share_tile, w->share_tile, (shares + 1ull) * sizeof *w->share_tile));
out:
    return status;
}

mg_status mg__own_tiles(mg_team_member *m, const mg_team_part *part, const mg_panels_built *built,
                        mg_value_lists *lists) {
    mg_status status = MG_OK;
    const uint32_t shares = built->layout.shares;
    tile_work w = {0};
    MG_TRY(MG_ALLOC(m->context, w.tile, built->tiles + 1ull, "tiles of a part"));
    MG_TRY(MG_ALLOC(m->context, w.own, built->tiles + 1ull, "tiles of a part"));
    MG_TRY(MG_ALLOC(m->context, w.share_tile, shares + 2ull, "tiles of a part"));
    MG_TRY(find_own(m, part, built, &w));
    MG_TRY(keep_own(m, &w, select_own(&w, built->tiles, shares), shares, lists));
out:
    mg__cuda_release(m->cuda, w.flags);
    mg__release(&m->context->memory, w.tile);
    mg__release(&m->context->memory, w.own);
    mg__release(&m->context->memory, w.share_tile);
    return status;
}

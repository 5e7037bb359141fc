/* SPDX-License-Identifier: Apache-2.0
 *
 * warps_pack.c: packs the rows of a window into warps: lanes for each row by its length, and best fit of rows into
 * warps by descending load. Source: Maggioni and Berger-Wolf, "AdELL: An Adaptive Warp-Balancing ELL Format", ICPP
 * 2013.
 */
#include "core/sparse/warps.h"

#include <assert.h>
#include <string.h>

#define KEY uint64_t
#define RADIX_SORT sort_rows
#include "core/radix_sort.inc.h"

/* What a warp costs beside its slots: its rows, offsets and the reduction over its lanes. */
#define WARP_COST MG_WARP

uint64_t mg__warps_window_end(const uint64_t *offsets, uint64_t rows, uint64_t first) {
    uint64_t end = first;
    do {
        end = rows - end < MG_WARP ? rows : end + MG_WARP;
    } while (end < rows && end - first < MG_WINDOW_ROWS && offsets[end] - offsets[first] < MG_WINDOW_NONZEROS);
    return end;
}

static uint32_t lanes_of(uint64_t length, uint32_t limit) {
    const uint64_t lanes = limit ? (length + limit - 1) / limit : 1;
    return lanes == 0 ? 1 : lanes > MG_WARP ? MG_WARP + 1 : (uint32_t)lanes;
}

/* Slots and costs of the warps with a limit, as if rows could be cut between warps. */
static uint64_t estimate(const uint64_t *offsets, uint64_t first, uint64_t end, uint32_t limit) {
    uint32_t lanes_by_load[MG_LANE_MAX + 1] = {0};
    uint64_t cost = 0, room = 0;
    for (uint64_t row = first; row < end; row++) {
        const uint64_t length = offsets[row + 1] - offsets[row];
        const uint32_t lanes = lanes_of(length, limit);
        if (lanes > MG_WARP) {
            const uint64_t warps = mg__warps_of_row(length, limit);
            cost += warps * (WARP_COST + (uint64_t)MG_WARP * mg__lane_load(mg__warp_piece(length, warps, 1), MG_WARP));
        } else {
            lanes_by_load[mg__lane_load(length, lanes)] += lanes;
        }
    }
    for (uint32_t load = MG_LANE_MAX + 1; load-- > 0;) {
        uint64_t lanes = lanes_by_load[load];
        while (lanes) {
            if (!room) {
                cost += WARP_COST + (uint64_t)MG_WARP * load;
                room = MG_WARP;
            }
            const uint64_t taken = lanes < room ? lanes : room;
            lanes -= taken;
            room -= taken;
        }
    }
    return cost;
}

uint32_t mg__warps_limit(const uint64_t *offsets, uint64_t first, uint64_t end) {
    uint64_t least = UINT64_MAX;
    uint32_t chosen = 1;
    for (uint32_t limit = 1; limit <= MG_LANE_MAX; limit *= 2) {
        const uint64_t cost = estimate(offsets, first, end, limit);
        if (cost < least) {
            least = cost;
            chosen = limit;
        }
    }
    return chosen;
}

/* Warps with r free lanes are a list that begins with open[r] - 1; bit r of `any` tells whether it has one. */
typedef struct open_warps {
    uint32_t open[MG_WARP + 1];
    uint64_t any;
} open_warps;

static void push(mg_warp_packing *p, open_warps *o, uint32_t room, uint32_t warp) {
    p->next[warp] = o->open[room];
    o->open[room] = warp + 1;
    o->any |= UINT64_C(1) << room;
}

static uint32_t pop(const mg_warp_packing *p, open_warps *o, uint32_t room) {
    const uint32_t warp = o->open[room] - 1;
    o->open[room] = p->next[warp];
    o->any &= o->open[room] ? UINT64_MAX : ~(UINT64_C(1) << room);
    return warp;
}

/* The warp with the fewest free lanes that are enough; of several the last one, whose load is nearest. */
static void place(mg_warp_packing *p, open_warps *o, uint32_t row, uint32_t lanes, uint32_t load) {
    const uint64_t fitting = o->any >> lanes << lanes;
    uint32_t room = MG_WARP, warp = p->warp_count;
    if (fitting) {
        room = (uint32_t)__builtin_ctzll(fitting);
        warp = pop(p, o, room);
    } else {
        p->loads[p->warp_count++] = load;
    }
    p->places[p->place_count++] = (mg_warp_place){.row = row, .warp = warp, .lane = MG_WARP - room, .lanes = lanes};
    if (room > lanes) {
        push(p, o, room - lanes, warp);
    }
}

void mg__warps_pack(const uint64_t *offsets, uint64_t first, uint64_t end, uint32_t limit, mg_warp_packing *p) {
    open_warps open = {{0}, 0};
    uint32_t count = 0;
    p->first_row = (uint32_t)first;
    p->row_count = (uint32_t)(end - first);
    p->limit = limit;
    p->place_count = p->warp_count = p->long_count = 0;
    p->shared_count = 0;
    for (uint64_t row = first; row < end; row++) {
        const uint64_t length = offsets[row + 1] - offsets[row];
        const uint32_t lanes = lanes_of(length, p->limit);
        if (lanes > MG_WARP) {
            p->long_rows[p->long_count++] = (uint32_t)row;
            p->shared_count += mg__warps_of_row(length, p->limit);
        } else { /* descending by load, ascending by row */
            p->keys[count++] = (uint64_t)~mg__lane_load(length, lanes) << 32 | (row - first);
        }
    }
    sort_rows(p->keys, p->scratch, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t row = first + (uint32_t)p->keys[i];
        const uint32_t lanes = lanes_of(offsets[row + 1] - offsets[row], p->limit);
        place(p, &open, (uint32_t)row, lanes, ~(uint32_t)(p->keys[i] >> 32));
    }
}

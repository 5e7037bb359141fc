/* SPDX-License-Identifier: Apache-2.0
 *
 * bucket_offer.h: what a thread offers of its bucket: pieces of a list of vertices, or of the edges of a hub. Each
 * piece is taken once, by any thread.
 */
#ifndef MG_CORE_CPU_BUCKET_OFFER_H
#define MG_CORE_CPU_BUCKET_OFFER_H

#include "core/cpu/team_sync.h"

#include <multigraph/cpu/loops.h>

typedef struct mg_offered {
    const mg_vertex *items;
    uint64_t count;  /* vertices, or edges of the hub */
    uint32_t piece;  /* of them in a piece */
    uint32_t pieces; /* at least 1 */
    uint32_t bucket;
    bool is_hub; /* items[0] */
} mg_offered;

/* Pieces that a thread has taken: elements [begin, end) of what is offered. */
typedef struct mg_taken {
    mg_offered from;
    uint64_t begin, end;
    uint32_t pieces;
    bool last; /* none is left */
} mg_taken;

typedef struct mg_offer {
    uint64_t claims;  /* the number of the offer << 32 | pieces that nobody has taken: the last ones are taken first */
    uint32_t settled; /* pieces whose takers need the list no more */
    mg_offered offered;
    char apart[64]; /* from the next thread's */
} mg_offer;

/* The owner offers something new; all of the offer before must have been settled. */
void mg__offer_open(mg_offer *offer, const mg_offered *offered);
/* Takes one piece, and 1 / share of the others. False: none is left. */
bool mg__offer_take(mg_offer *offer, uint32_t share, mg_taken *taken);
/* The list is no longer needed for so many pieces. */
void mg__offer_settle(mg_offer *offer, uint32_t pieces);
/* The owner waits until all pieces are settled. */
void mg__offer_wait(const mg_offer *offer, const mg_team_sync *sync);

#endif

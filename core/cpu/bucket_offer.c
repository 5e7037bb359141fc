/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cpu/bucket_offer.h"

/* Members are read while the owner may write those of a next offer: then the number in `claims` has changed. */
#define LOAD(member) __atomic_load_n(&(member), __ATOMIC_RELAXED)
#define STORE(member, value) __atomic_store_n(&(member), value, __ATOMIC_RELAXED)

void mg__offer_open(mg_offer *offer, const mg_offered *offered) {
    const uint64_t number = (LOAD(offer->claims) >> 32) + 1;
    STORE(offer->offered.items, offered->items);
    STORE(offer->offered.count, offered->count);
    STORE(offer->offered.piece, offered->piece);
    STORE(offer->offered.pieces, offered->pieces);
    STORE(offer->offered.bucket, offered->bucket);
    STORE(offer->offered.is_hub, offered->is_hub);
    STORE(offer->settled, 0);
    __atomic_store_n(&offer->claims, number << 32 | offered->pieces, __ATOMIC_RELEASE);
}

bool mg__offer_take(mg_offer *offer, uint32_t share, mg_taken *taken) {
    uint64_t claims = __atomic_load_n(&offer->claims, __ATOMIC_ACQUIRE);
    for (uint32_t left; (left = (uint32_t)claims) > 0;) {
        const uint32_t pieces = 1 + (left - 1) / share;
        taken->from = (mg_offered){.items = LOAD(offer->offered.items),
                                   .count = LOAD(offer->offered.count),
                                   .piece = LOAD(offer->offered.piece),
                                   .pieces = LOAD(offer->offered.pieces),
                                   .bucket = LOAD(offer->offered.bucket),
                                   .is_hub = LOAD(offer->offered.is_hub)};
        if (__atomic_compare_exchange_n(&offer->claims, &claims, claims - pieces, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE)) {
            const uint64_t piece = taken->from.piece, end = piece * left;
            taken->pieces = pieces;
            taken->begin = piece * (left - pieces);
            taken->end = end < taken->from.count ? end : taken->from.count;
            taken->last = left == pieces;
            return true;
        }
    }
    return false;
}

void mg__offer_settle(mg_offer *offer, uint32_t pieces) {
    __atomic_fetch_add(&offer->settled, pieces, __ATOMIC_RELEASE);
}

void mg__offer_wait(const mg_offer *offer, const mg_team_sync *sync) {
    for (uint32_t spins = 0; __atomic_load_n(&offer->settled, __ATOMIC_ACQUIRE) != offer->offered.pieces;) {
        mg__team_wait(sync, &spins);
    }
}

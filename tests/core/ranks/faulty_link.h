/* SPDX-License-Identifier: Apache-2.0
 *
 * faulty_link.h: a link in which one rank stops taking part at a given exchange, for threads and for processes. The
 * others wait at that exchange for a short time only, at all others for long, so that slow machines change nothing.
 */
#ifndef MG_TESTS_RANKS_FAULTY_LINK_H
#define MG_TESTS_RANKS_FAULTY_LINK_H

#include "core/ranks/ranks.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define FAULT_RANKS 4
#define FAULT_TIMEOUT 0.03 /* seconds */
#define LONG_TIMEOUT 60.0

typedef enum fault_kind {
    FAULT_NONE,
    FAULT_BREAK, /* its end of the link fails */
    FAULT_STALL, /* it comes when another one has given up */
    FAULT_STOP,  /* its process stops */
    FAULT_KILL   /* its process is killed */
} fault_kind;

/* The fault; one at a time. It is set before the ranks run. */
static struct fault {
    fault_kind kind;
    uint32_t rank;
    uint64_t at; /* the exchange, from 0, after fault_install() */
    bool happened;
    bool failed[FAULT_RANKS]; /* the ranks whose exchange failed */
    mg_ranks_link links[FAULT_RANKS];
    const mg_ranks_link *real[FAULT_RANKS];
} fault;

static bool another_has_failed(uint32_t rank) {
    for (uint32_t r = 0; r < FAULT_RANKS; r++) {
        if (r != rank && __atomic_load_n(&fault.failed[r], __ATOMIC_ACQUIRE)) {
            return true;
        }
    }
    return false;
}

/* False: this rank's exchange fails. */
static bool fault_happens(const mg_ranks *ranks) {
    fault.happened = true;
    switch (fault.kind) {
    case FAULT_STOP:
        raise(SIGSTOP);
        return true;
    case FAULT_KILL:
        raise(SIGKILL);
        return true;
    case FAULT_STALL:
        while (!another_has_failed(ranks->rank)) {
            usleep(1000);
        }
        return true;
    default:
        return false;
    }
}

static mg_status faulty_gather(mg_ranks *ranks, const void *own, void *all, const size_t *offsets, char *why,
                               size_t why_size) {
    const bool here = fault.kind && ranks->total.exchanges == fault.at + 1; /* fault_install() took one */
    const double timeout = ranks->timeout;
    mg_status status = MG_ERROR_DEVICE;
    if (here && ranks->rank == fault.rank && !fault_happens(ranks)) {
        snprintf(why, why_size, "the link broke");
    } else {
        ranks->timeout = here ? FAULT_TIMEOUT : LONG_TIMEOUT;
        status = fault.real[ranks->rank]->gather(ranks, own, all, offsets, why, why_size);
        ranks->timeout = timeout;
    }
    if (status < 0) {
        __atomic_store_n(&fault.failed[ranks->rank], true, __ATOMIC_RELEASE);
    }
    return status;
}

/* The first task of new ranks: puts the faulty link before theirs. */
static mg_status fault_install(mg_context *context, mg_ranks *ranks, void *data) {
    mg_ranks_link *const link = &fault.links[ranks->rank];
    (void)context, (void)data;
    fault.real[ranks->rank] = ranks->link;
    *link = *ranks->link;
    link->gather = faulty_gather;
    ranks->link = link;
    return MG_OK;
}

#endif

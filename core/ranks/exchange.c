/* SPDX-License-Identifier: Apache-2.0
 *
 * exchange.c: exchanges on top of a link. Each begins with the statuses, so that no rank waits for one that failed.
 */
#include "core/ranks/ranks.h"

#include <assert.h>
#include <string.h>

#define REASON 400 /* bytes of a message that the other ranks get */
#define SMALL 92   /* most bytes of a block that goes with the status */
#define ENDS 1     /* in place of a status: the rank makes no further exchange */

/* Gathers over the link, and counts. */
static mg_status transfer(mg_context *context, mg_ranks *ranks, const void *own, void *all, const size_t *offsets) {
    char why[REASON] = "";
    const double start = mg__now();
    const mg_status status = ranks->link->gather(ranks, own, all, offsets, why, sizeof why);
    const uint64_t sent = offsets[ranks->rank + 1] - offsets[ranks->rank];
    ranks->total.exchange_seconds += mg__now() - start;
    ranks->total.exchanges++;
    ranks->total.sent_bytes += sent;
    ranks->total.received_bytes += offsets[ranks->size] - sent;
    if (status < 0) {
        ranks->lost = true;
        return mg__fail(context, status, "%s", why);
    }
    return MG_OK;
}

static mg_status gather_equal(mg_context *context, mg_ranks *ranks, const void *own, size_t bytes, void *all) {
    size_t offsets[MG_RANKS_MAX + 1];
    for (uint32_t r = 0; r <= ranks->size; r++) {
        offsets[r] = r * bytes;
    }
    return transfer(context, ranks, own, all, offsets);
}

/* All ranks learn the message of the one that failed. */
static mg_status share_failure(mg_context *context, mg_ranks *ranks, uint32_t failed, mg_status status) {
    char own[REASON] = "it ended before the others", reason[REASON];
    size_t offsets[MG_RANKS_MAX + 1];
    if (mg_context_error(context)[0]) {
        strncpy(own, mg_context_error(context), sizeof own - 1);
    }
    for (uint32_t r = 0; r <= ranks->size; r++) {
        offsets[r] = r > failed ? sizeof own : 0;
    }
    ranks->failed = true;
    const mg_status sent = transfer(context, ranks, own, reason, offsets);
    if (sent < 0 || failed == ranks->rank) {
        return sent < 0 ? sent : status;
    }
    reason[sizeof reason - 1] = '\0';
    return mg__fail(context, status, "rank %u: %s", failed, reason);
}

/* May this rank take part in a further exchange? Else it fails, with its own failure if it has one. */
static mg_status check_link(mg_context *context, const mg_ranks *ranks, int32_t own) {
    if (ranks->lost || ranks->failed || ranks->parted) {
        return own < 0 ? (mg_status)own : mg__fail(context, MG_ERROR_DEVICE, "another rank failed or ended");
    }
    return MG_OK;
}

/* Judges the statuses of all ranks, each a status or ENDS: fails if one failed, or ended while others go on. */
static mg_status judge(mg_context *context, mg_ranks *ranks, const int32_t *all) {
    uint32_t ended = 0, first = ranks->size;
    for (uint32_t r = ranks->size; r-- > 0;) {
        ended += all[r] == ENDS;
        first = all[r] < 0 || (all[r] == ENDS && (first == ranks->size || all[first] == ENDS)) ? r : first;
    }
    ranks->parted = ended > 0;
    if (ended == ranks->size || first == ranks->size) {
        return MG_OK;
    }
    return share_failure(context, ranks, first, all[first] < 0 ? (mg_status)all[first] : MG_ERROR_DEVICE);
}

/* What every exchange begins with, whatever it is for: a rank may fail or end where others go on. */
typedef struct small_block {
    int32_t status;
    char bytes[SMALL];
} small_block;
_Static_assert(sizeof(mg_rank_share) <= SMALL, "what ranks say at the end of a task goes with their statuses");

static mg_status gather_small(mg_context *context, mg_ranks *ranks, int32_t own, const void *block, size_t bytes,
                              void *all) {
    small_block sent = {.status = own}, received[MG_RANKS_MAX];
    int32_t statuses[MG_RANKS_MAX];
    mg_status status;
    char reason[REASON] = "";
    strncpy(reason, mg_context_error(context), sizeof reason - 1);
    if (bytes) {
        memcpy(sent.bytes, block, bytes);
    }
    MG_TRY(check_link(context, ranks, own));
    status = gather_equal(context, ranks, &sent, sizeof sent, received);
    if (status < 0) { /* the rank's own failure says more than that it was not heard */
        return own < 0 ? mg__fail(context, (mg_status)own, "%s", reason) : status;
    }
    for (uint32_t r = 0; r < ranks->size; r++) {
        statuses[r] = received[r].status;
    }
    MG_TRY(judge(context, ranks, statuses));
    for (uint32_t r = 0; bytes && r < ranks->size; r++) {
        memcpy((char *)all + r * bytes, received[r].bytes, bytes);
    }
out:
    return status;
}

/* The statuses alone. */
static mg_status share_status(mg_context *context, mg_ranks *ranks, int32_t own) {
    return gather_small(context, ranks, own, NULL, 0, NULL);
}

mg_status mg__ranks_gather_ranges(mg_context *context, mg_ranks *ranks, mg_status status, const void *own, void *all,
                                  const size_t *offsets) {
    MG_TRY(share_status(context, ranks, status < 0 ? (int32_t)status : 0));
    MG_TRY(transfer(context, ranks, own, all, offsets));
out:
    return status;
}

mg_status mg__ranks_gather(mg_context *context, mg_ranks *ranks, mg_status status, const void *own, size_t bytes,
                           void *all) {
    if (bytes <= SMALL) {
        return gather_small(context, ranks, status < 0 ? (int32_t)status : 0, own, bytes, all);
    }
    MG_TRY(share_status(context, ranks, status < 0 ? (int32_t)status : 0));
    MG_TRY(gather_equal(context, ranks, own, bytes, all));
out:
    return status;
}

mg_status mg__ranks_take_first(mg_context *context, mg_ranks *ranks, mg_status status, void *block, size_t bytes) {
    size_t offsets[MG_RANKS_MAX + 1];
    for (uint32_t r = 0; r <= ranks->size; r++) {
        offsets[r] = r ? bytes : 0;
    }
    return mg__ranks_gather_ranges(context, ranks, status, block, block, offsets);
}

mg_status mg__ranks_sum(mg_context *context, mg_ranks *ranks, mg_status status, double *sums, size_t count) {
    double *all = NULL;
    assert(count <= MG_RANKS_SUMS);
    if (status >= 0) {
        status = MG_ALLOC(context, all, (uint64_t)ranks->size * MG_RANKS_SUMS, "sums of the ranks");
    }
    MG_TRY(mg__ranks_gather(context, ranks, status, sums, count * sizeof *sums, all));
    assert(all);
    memset(sums, 0, count * sizeof *sums);
    for (uint32_t r = 0; r < ranks->size; r++) {
        for (size_t k = 0; k < count; k++) {
            sums[k] += all[r * count + k];
        }
    }
out:
    mg__release(&context->memory, all);
    return status;
}

mg_status mg__rank_check_graph(mg_context *context, mg_ranks *ranks, const mg_graph *graph) {
    const uint64_t own[4] = {mg_graph_vertex_count(graph), mg_graph_arc_count(graph), mg_graph_weight_type(graph),
                             mg_graph_directed(graph)};
    uint64_t all[MG_RANKS_MAX][4];
    mg_status status;
    MG_TRY(mg__ranks_gather(context, ranks, MG_OK, own, sizeof own, all));
    if (own[0] != all[0][0] || own[1] != all[0][1]) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "the graph has %llu vertices and %llu arcs, that of the first rank %llu and %llu",
                        (unsigned long long)own[0], (unsigned long long)own[1], (unsigned long long)all[0][0],
                        (unsigned long long)all[0][1]);
    }
    if (memcmp(own, all[0], sizeof own) != 0) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "the type of weights or the directedness of the graph is not that of the first rank");
    }
out:
    return status;
}

mg_status mg__ranks_agree(mg_context *context, mg_ranks *ranks, mg_status status, const mg_rank_share *own,
                          mg_rank_share *all) {
    const int32_t said = status < 0 ? (int32_t)status : 0;
    const mg_status shared = gather_small(context, ranks, said, own, own ? sizeof *own : 0, all);
    ranks->failed = false;
    return shared < 0 ? shared : status;
}

void mg__ranks_leave(mg_context *context, mg_ranks *ranks) {
    ranks->timeout = 0.0; /* the others may write results for long */
    ranks->failed = false;
    if (!ranks->lost && !ranks->parted) {
        share_status(context, ranks, ENDS);
    }
    ranks->link->close(ranks, ranks->lost);
}

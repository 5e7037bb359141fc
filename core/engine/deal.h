/* SPDX-License-Identifier: Apache-2.0
 *
 * deal.h: runs that do not depend on each other, dealt to the devices of a context. Each device has the whole graph and
 * a thread of the host.
 */
#ifndef MG_CORE_ENGINE_DEAL_H
#define MG_CORE_ENGINE_DEAL_H

#include "core/engine/backend.h"

/* What a device uses. */
typedef struct mg_dealt {
    mg_context *context;
    const mg_graph *graph;
    mg_recorder recorder; /* of its runs */
    mg_status status;     /* the first failure, or else MG_NOT_CONVERGED if any run did not converge */
} mg_dealt;

typedef struct mg_deal {
    uint32_t devices;
    mg_dealt dealt[MG_DEVICES_MAX];
} mg_deal;

/* The devices to which runs with these options may be dealt: those of a backend that has several, if the context names
 * several; else one, the caller's context and graph. */
mg_status mg__deal_begin(mg_context *context, const mg_graph *graph, const mg_run_options *options, mg_deal *deal);

/* Gives the context the message of a failure on device i. Returns the status. */
mg_status mg__deal_failed(mg_context *context, const mg_deal *deal, uint32_t i, mg_status status);

/* After all runs: adds the records of the devices, and returns the first failure, whose message becomes that of the
 * context. */
mg_status mg__deal_end(mg_context *context, mg_deal *deal, mg_recorder *recorder);

#endif

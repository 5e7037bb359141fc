/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/deal.h"

#include <string.h>

mg_status mg__deal_begin(mg_context *context, const mg_graph *graph, const mg_run_options *options, mg_deal *deal) {
    mg_status status = MG_OK;
    const mg_backend *backend = NULL;
    *deal = (mg_deal){.devices = 1, .dealt = {{.context = context, .graph = graph}}};
    if (context->device_count < 2 || context->estimate || options->backend == MG_BACKEND_CPU) {
        return MG_OK;
    }
    MG_TRY(mg__backend_choose(context, options->backend, &backend));
    if (!backend->deal || options->statistics) {
        return MG_OK;
    }
    deal->devices = context->device_count;
    for (uint32_t i = 0; i < deal->devices; i++) {
        MG_TRY(backend->deal(context, graph, i, &deal->dealt[i].context, &deal->dealt[i].graph));
    }
out:
    return status;
}

static void add_totals(mg_statistics *to, const mg_statistics *from, uint32_t device) {
    if (!from->backend) { /* it had no run */
        return;
    }
    to->backend = from->backend;
    to->iterations += from->iterations;
    to->vertices_visited += from->vertices_visited;
    to->edges_visited += from->edges_visited;
    for (int mode = 0; mode < 4; mode++) {
        to->mode_iterations[mode] += from->mode_iterations[mode];
    }
    to->gpu_seconds[device] += from->device_seconds;
    to->kept_bytes = from->kept_bytes;
    memcpy(to->representation, from->representation, sizeof to->representation);
}

mg_status mg__deal_failed(mg_context *context, const mg_deal *deal, uint32_t i, mg_status status) {
    const mg_context *const own = deal->dealt[i].context;
    return own == context ? status : mg__fail(context, status, "GPU %u: %.900s", context->devices[i], own->error);
}

mg_status mg__deal_end(mg_context *context, mg_deal *deal, mg_recorder *recorder) {
    mg_status status = MG_OK;
    double longest = 0.0, building = 0.0, running = 0.0; /* of devices that run at the same time */
    for (uint32_t i = 0; i < deal->devices; i++) {
        mg_dealt *const d = &deal->dealt[i];
        const mg_statistics *const own = &d->recorder.totals;
        building = own->build_seconds > building ? own->build_seconds : building;
        running = own->run_seconds > running ? own->run_seconds : running;
        add_totals(&recorder->totals, &d->recorder.totals, i);
        if (d->status < 0 && status >= 0) {
            mg__deal_failed(context, deal, i, d->status);
        }
        status = status < 0 || d->status == MG_OK ? status : d->status;
    }
    recorder->totals.build_seconds += building;
    recorder->totals.run_seconds += running;
    recorder->totals.gpus = deal->devices;
    for (uint32_t i = 0; i < deal->devices; i++) {
        const double seconds = recorder->totals.gpu_seconds[i];
        longest = seconds > longest ? seconds : longest;
    }
    recorder->totals.device_seconds = longest;
    return status;
}

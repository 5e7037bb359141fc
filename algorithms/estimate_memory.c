/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/estimate.h"

#include "algorithms/by_name.h"
#include "core/kept_memory.h"
#include "core/result_memory.h"

#include <string.h>
#include <sys/mman.h>

#define HEADER 64 /* bytes before a block: its size; keeps the alignment */

/* Blocks whose pages are never touched, unless the algorithm writes to them, take no memory. */
static void *count_allocation(void *data, size_t size) {
    mg_estimate *const e = data;
    size_t *const block =
        mmap(NULL, size + HEADER, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) {
        return NULL;
    }
    *block = size;
    e->live += size;
    e->most = e->live > e->most ? e->live : e->most;
    return (char *)block + HEADER;
}

static void count_release(void *data, void *memory) {
    mg_estimate *const e = data;
    size_t *const block = (size_t *)(void *)((char *)memory - HEADER);
    e->live -= *block;
    munmap(block, *block + HEADER);
}

static void add_up(const mg_graph *graph, const mg_named_algorithm *algorithm, const mg_estimate *counted,
                   mg_memory_estimate *estimate) {
    const mg_memory_need *const need = &counted->need;
    const uint64_t running =
        need->built + need->work + counted->results + (uint64_t)((int64_t)algorithm->later * graph->n);
    const uint64_t most = running > need->building ? running : need->building, with = running + need->optional;
    const uint64_t later = counted->held + most;
    estimate->graph_bytes = mg__graph_bytes(graph);
    estimate->built_bytes = need->built;
    estimate->optional_bytes = with > most ? with - most : 0;
    estimate->host_bytes = estimate->graph_bytes + (later > counted->most ? later : counted->most);
    estimate->available_bytes = mg__available_memory();
    const uint64_t there = need->device_built + need->device_work;
    const uint64_t most_there = there > need->device_building ? there : need->device_building;
    estimate->device_graph_bytes = need->device_graph;
    estimate->device_built_bytes = need->device_built;
    estimate->device_optional_bytes = need->device_optional;
    estimate->device_bytes = need->device_graph + most_there;
}

/* Calls the algorithm with a context of the estimate's own. */
static mg_status rehearse(mg_context *context, const mg_graph *graph, const mg_named_algorithm *algorithm,
                          const mg_run_options *run, mg_estimate *counted) {
    mg_context own = *context;
    mg_result *result = NULL;
    own.memory = (mg_allocator){.allocate = count_allocation, .release = count_release, .data = counted};
    memset(own.kept, 0, sizeof own.kept);
    own.results = NULL;
    own.progress = NULL;
    own.estimate = counted;
    mg_status status = algorithm->run(&own, graph, run, &result);
    mg_result_destroy(result);
    if (counted->reached) {
        status = MG_OK;
    } else if (status < 0) {
        memcpy(context->error, own.error, sizeof own.error);
    }
    return status;
}

mg_status mg_estimate_memory(mg_context *context, const mg_graph *graph, const char *algorithm,
                             const mg_run_options *run, mg_memory_estimate *estimate) {
    const mg_run_options defaults = MG_RUN_OPTIONS_INIT;
    mg_estimate counted = {0};
    const mg_backend *backend = NULL;
    mg_status status;
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph || !algorithm || !estimate || estimate->size != sizeof *estimate) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "mg_estimate_memory: graph, algorithm and estimate must not be NULL, and the size that of the "
                        "_INIT macro");
    }
    const mg_named_algorithm *const found = mg__algorithm_named(algorithm);
    if (!found) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_estimate_memory: there is no algorithm '%s'", algorithm);
    }
    MG_TRY(mg_graph_check(context, graph));
    mg_run_options options = run ? *run : defaults;
    options.from = NULL; /* what an earlier result saves is not known */
    options.backend = options.backend == MG_BACKEND_AUTO ? MG_BACKEND_CPU : options.backend;
    MG_TRY(mg__backend_choose(context, options.backend, &backend)); /* opens the device, before the context is copied */
    status = rehearse(context, graph, found, &options, &counted);
    if (status >= 0) {
        *estimate = (mg_memory_estimate)MG_MEMORY_ESTIMATE_INIT;
        add_up(graph, found, &counted, estimate);
        estimate->device_available_bytes = backend->device_available ? backend->device_available(context) : 0;
    }
out:
    return status;
}

const char *mg_estimated_algorithm(size_t position) {
    const mg_named_algorithm *const a = mg__algorithm_at(position);
    return a ? a->name : NULL;
}

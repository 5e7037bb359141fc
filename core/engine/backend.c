/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/backend.h"

#include "core/ranks/ranks.h"

#include <string.h>

/* Mode auto searches for a missing device only once per context. */
static bool opens(mg_context *context, const mg_backend *backend) {
    if (backend->open && !context->device_missing) {
        context->device_missing = backend->open(context) < 0;
    }
    return !backend->open || !context->device_missing;
}

static const mg_backend *first_that_opens(mg_context *context, const mg_backend *const *backends) {
    while (*backends && !opens(context, *backends)) {
        backends++;
    }
    return *backends;
}

static const char *const names[] = {[MG_BACKEND_AUTO] = "auto", [MG_BACKEND_CPU] = "cpu", [MG_BACKEND_CUDA] = "cuda"};

/* Opens the first backend that has several devices. */
static mg_status open_devices(mg_context *context) {
    for (const mg_backend *const *b = mg__backends; *b; b++) {
        if ((*b)->deal) {
            return (*b)->open(context);
        }
    }
    return mg__fail(context, MG_ERROR_UNSUPPORTED, "several GPUs: this library was built without CUDA");
}

mg_status mg__backend_choose(mg_context *context, mg_backend_kind kind, const mg_backend **backend) {
    mg_status status;
    if ((unsigned)kind > MG_BACKEND_CUDA) {
        return mg__fail(context, MG_ERROR_INVALID, "no backend has the number %d", (int)kind);
    }
    const bool on_ranks = context->rank_count > 1 || context->on_rank;
    MG_TRY(mg__ranks_check_devices(context));
    kind = on_ranks && kind == MG_BACKEND_AUTO ? MG_BACKEND_CPU : kind; /* ranks must all take the same */
    if (kind == MG_BACKEND_AUTO && context->device_count > 1) {
        MG_TRY(open_devices(context)); /* devices that were named must be there */
    }
    if (kind == MG_BACKEND_AUTO) {
        *backend = first_that_opens(context, mg__backends);
        return MG_OK;
    }
    for (const mg_backend *const *b = mg__backends; *b; b++) {
        if ((*b)->kind == kind) {
            *backend = *b;
            status = (*b)->open ? (*b)->open(context) : MG_OK;
            return status;
        }
    }
    status = mg__fail(context, MG_ERROR_UNSUPPORTED, "backend %s: this library was built without it", names[kind]);
out:
    return status;
}

mg_status mg__backend_for_run(mg_context *context, mg_backend_kind kind, const mg_backend **backend) {
    const mg_status status = mg__backend_choose(context, kind, backend);
    return status < 0 && !context->estimate ? mg__ranks_withdraw(context, status) : status;
}

const mg_backend *mg__backend_after(mg_context *context, const mg_backend *backend) {
    const mg_backend *const *b = mg__backends;
    while (*b && *b != backend) {
        b++;
    }
    return *b ? first_that_opens(context, b + 1) : NULL;
}

const mg_backend *mg__backend_instead(mg_context *context, mg_backend_kind kind, const mg_backend *backend,
                                      mg_status status) {
    const bool cannot = status == MG_ERROR_UNSUPPORTED || status == MG_ERROR_MEMORY;
    const mg_backend *const next =
        cannot && kind == MG_BACKEND_AUTO && backend->falls_back ? mg__backend_after(context, backend) : NULL;
    if (next) {
        mg__log(context, MG_LOG_INFO, "using the backend %s instead: %s", next->name, mg_context_error(context));
    }
    return next;
}

const mg_backend *mg__memory_owner(const void *memory) {
    for (const mg_backend *const *b = mg__backends; *b; b++) {
        if ((*b)->owns && (*b)->owns(memory)) {
            return *b;
        }
    }
    return NULL;
}

mg_status mg__record(mg_context *context, mg_recorder *recorder, mg_iteration iteration) {
    mg_statistics *totals = &recorder->totals;
    totals->iterations++;
    totals->mode_iterations[iteration.mode]++;
    totals->vertices_visited += iteration.frontier_vertices;
    totals->edges_visited += iteration.frontier_edges;
    if (!recorder->keep) {
        return MG_OK;
    }
    if (recorder->count == recorder->capacity) {
        const size_t capacity = recorder->capacity ? 2 * recorder->capacity : 256;
        mg_iteration *grown = NULL;
        const mg_status status = MG_ALLOC(context, grown, capacity, "iteration record");
        if (status < 0) {
            return status;
        }
        if (recorder->count) {
            memcpy(grown, recorder->iterations, recorder->count * sizeof *grown);
        }
        mg__release(&context->memory, recorder->iterations);
        recorder->iterations = grown;
        recorder->capacity = capacity;
    }
    iteration.run = recorder->run;
    iteration.phase = recorder->phase;
    recorder->iterations[recorder->count++] = iteration;
    return MG_OK;
}

const mg_backend *mg__common_owner(const void *const *arrays, size_t count, bool *mixed) {
    const mg_backend *owner = NULL;
    bool some = false;
    *mixed = false;
    for (size_t i = 0; i < count; i++) {
        if (arrays[i]) {
            const mg_backend *const its = mg__memory_owner(arrays[i]);
            *mixed = *mixed || (some && its != owner);
            owner = its;
            some = true;
        }
    }
    return owner;
}

mg_status mg__copy_to_host(mg_context *context, const void **array, uint64_t count, size_t size, const char *what,
                           void **copy) {
    const mg_backend *const owner = *array ? mg__memory_owner(*array) : NULL;
    mg_status status = MG_OK;
    if (owner && count) {
        MG_TRY(mg__alloc(context, copy, count, size, what));
        MG_TRY(owner->download(context, *copy, *array, count * size));
        *array = *copy;
    }
out:
    return status;
}

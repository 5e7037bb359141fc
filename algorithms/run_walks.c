/* SPDX-License-Identifier: Apache-2.0
 *
 * run_walks.c: random walks: checks the arguments and gives the rows to a backend.
 */
#include "algorithms/entry.h"
#include "core/engine/walk_job.h"
#include "core/graph/graph_cache.h"
#include "core/stage_clock.h"

#include <math.h>

static mg_status check_options(mg_context *context, const mg_walks_options *o) {
    const char *wrong = NULL;
    const bool has_factors =
        o->p > 0 && o->q > 0 && isfinite(o->p) && isfinite(o->q) && isfinite(1 / o->p) && isfinite(1 / o->q);
    if (o->size != sizeof *o) {
        wrong = "options: use the _INIT macro";
    } else if ((unsigned)o->kind > MG_WALK_NODE2VEC) {
        wrong = "no kind has this number";
    } else if (o->kind == MG_WALK_NODE2VEC && !has_factors) {
        wrong = "p, q, 1 / p and 1 / q must be more than 0 and finite";
    } else if (!o->walks) {
        wrong = "walks is 0, expected at least 1";
    } else if (o->length == UINT32_MAX) {
        wrong = "length must be less than 2^32 - 1";
    } else if (!o->sources != !o->source_count) {
        wrong = "sources must not be NULL and source_count not 0, or both";
    }
    return wrong ? mg__fail(context, MG_ERROR_INVALID, "walks: %s", wrong) : MG_OK;
}

static mg_status check_rows(mg_context *context, const mg_graph *graph, const mg_walks_options *o, uint64_t first,
                            uint64_t count) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const uint64_t sources = o->sources ? o->source_count : n;
    const unsigned __int128 rows = (unsigned __int128)sources * o->walks;
    for (size_t i = 0; o->sources && i < o->source_count; i++) {
        if (o->sources[i] >= n) {
            return mg__fail(context, MG_ERROR_RANGE, "walks: source %u: the graph has %u vertices", o->sources[i], n);
        }
    }
    if (first > rows || count > rows - first) {
        return mg__fail(context, MG_ERROR_RANGE, "walks: %llu rows from row %llu on: %llu sources have %u walks each",
                        (unsigned long long)count, (unsigned long long)first, (unsigned long long)sources, o->walks);
    }
    return MG_OK;
}

/* Of how many of 2^31 proposals are accepted; at least one, as every edge has its chance. */
static uint32_t acceptance(double factor, double largest) {
    const double share = factor / largest * 0x1p31;
    return share < 1 ? 1 : (uint32_t)share;
}

static mg_walk_rule make_rule(const mg_walks_options *o) {
    mg_walk_rule rule = {.key = mg__random_key(o->seed, MG_WALK_PURPOSE), .second_order = o->kind == MG_WALK_NODE2VEC};
    if (rule.second_order) {
        const double largest = fmax(1, fmax(1 / o->p, 1 / o->q));
        rule.accept_back = acceptance(1 / o->p, largest);
        rule.accept_near = acceptance(1, largest);
        rule.accept = acceptance(1 / o->q, largest);
    }
    return rule;
}

/* In mode auto the next backend takes what one cannot do or hold. */
static mg_status run(mg_context *context, const mg_graph *graph, mg_backend_kind kind, const mg_walk_job *job,
                     mg_vertex *walks) {
    const mg_backend *backend;
    mg_status status = mg__backend_choose(context, kind, &backend);
    while (status >= 0) {
        status = backend->walk ? backend->walk(context, graph, job, walks)
                               : mg__fail(context, MG_ERROR_UNSUPPORTED, "backend %s: no walks", backend->name);
        const bool falls_back = kind == MG_BACKEND_AUTO && backend->falls_back &&
                                (status == MG_ERROR_UNSUPPORTED || status == MG_ERROR_MEMORY);
        backend = falls_back ? mg__backend_after(context, backend) : NULL;
        if (!backend) {
            break;
        }
        mg__log(context, MG_LOG_INFO, "walks: %s", mg_context_error(context));
        status = MG_OK;
    }
    return status;
}

mg_status mg_walks(mg_context *context, const mg_graph *graph, const mg_walks_options *options, uint64_t first,
                   uint64_t count, mg_vertex *walks) {
    MG_STAGE(context, MG_STAGE_RUN);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    const mg_walks_options o = options ? *options : MG_WALKS_OPTIONS_INIT;
    mg_status status;
    if (!graph || (count && !walks)) {
        return mg__fail(context, MG_ERROR_INVALID, "walks: graph and walks must not be NULL");
    }
    MG_TRY(check_options(context, &o));
    MG_TRY(mg_graph_check(context, graph));
    MG_TRY(check_rows(context, graph, &o, first, count));
    const mg_backend *const owner = count ? mg__memory_owner(walks) : NULL;
    if (owner && o.backend != MG_BACKEND_AUTO && o.backend != owner->kind) {
        return mg__fail(context, MG_ERROR_INVALID, "walks in device memory require the backend %s", owner->name);
    }
    const mg_walk_job job = {.rule = make_rule(&o),
                             .weighted = o.kind != MG_WALK_UNIFORM,
                             .sources = o.sources ? o.sources : mg_graph_by_id(graph),
                             .walks = o.walks,
                             .length = o.length,
                             .first = first,
                             .count = count,
                             .to_device = owner};
    mg__graph_begin_use(graph);
    status = run(context, graph, owner ? owner->kind : o.backend, &job, walks);
    mg__graph_end_use(context, graph);
out:
    return status;
}

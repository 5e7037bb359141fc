/* SPDX-License-Identifier: Apache-2.0 */
#include "core/graph/pairs.h"

/* Rows are put together from the forward edges of a vertex and those that lead to it, both ascending. */
static uint64_t merge_row(mg_pairs *p, const mg_forward *forward, const mg_pair_end *back, uint64_t count,
                          mg_vertex v) {
    uint64_t at = p->begin[v], i = 0, e = forward->offsets[v];
    const uint64_t end = forward->offsets[v + 1];
    while (i < count || e < end) {
        const bool takes_back = e == end || (i < count && back[i].neighbour < forward->neighbours[e]);
        p->ends[at++] = takes_back ? back[i++] : (mg_pair_end){forward->neighbours[e], (uint32_t)e};
        e += !takes_back;
    }
    return at;
}

/* back: room for a pair each; rows of `back` end at at[v]. */
static void fill_back(mg_pairs *p, const mg_forward *forward, uint64_t *at, mg_pair_end *back) {
    uint64_t sum = 0;
    for (mg_vertex v = 0; v < p->n; v++) {
        at[v] = sum;
        sum += forward->degree[v] - (forward->offsets[v + 1] - forward->offsets[v]);
    }
    for (mg_vertex u = 0; u < p->n; u++) {
        for (uint64_t e = forward->offsets[u]; e < forward->offsets[u + 1]; e++) {
            const mg_vertex v = forward->neighbours[e];
            back[at[v]++] = (mg_pair_end){u, (uint32_t)e};
            p->low[e] = u;
            p->high[e] = v;
        }
    }
}

static void fill(const mg_context *context, mg_pairs *p, const mg_forward *forward, mg_pair_end *back) {
    p->begin[0] = 0;
    for (mg_vertex v = 0; v < p->n; v++) {
        p->begin[v + 1] = p->begin[v] + forward->degree[v];
    }
    fill_back(p, forward, p->end, back);
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 256)
    for (mg_vertex v = 0; v < p->n; v++) {
        const uint64_t count = forward->degree[v] - (forward->offsets[v + 1] - forward->offsets[v]);
        p->end[v] = merge_row(p, forward, back + p->end[v] - count, count, v);
    }
}

mg_status mg__pairs_create(mg_context *context, const mg_forward *forward, mg_vertex n, mg_pairs *p) {
    mg_status status = MG_OK;
    mg_pair_end *back = NULL;
    *p = (mg_pairs){.n = n};
    const uint64_t count = forward->offsets[n];
    if (count >= UINT32_MAX) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "ktruss: the graph has %llu pairs of neighbours, at most %u can be", (unsigned long long)count,
                        UINT32_MAX - 1);
    }
    p->count = (uint32_t)count;
    MG_TRY(MG_ALLOC(context, p->begin, (uint64_t)p->n + 1, "rows of pairs"));
    MG_TRY(MG_ALLOC(context, p->end, p->n, "rows of pairs"));
    MG_TRY(MG_ALLOC(context, p->ends, 2 * count, "rows of pairs"));
    MG_TRY(MG_ALLOC(context, p->low, count, "pairs"));
    MG_TRY(MG_ALLOC(context, p->high, count, "pairs"));
    MG_TRY(MG_ALLOC(context, back, count, "rows of pairs"));
    fill(context, p, forward, back);
out:
    mg__release(&context->memory, back);
    if (status < 0) {
        mg__pairs_release(context, p);
    }
    return status;
}

void mg__pairs_release(mg_context *context, mg_pairs *p) {
    void *const blocks[] = {p->begin, p->end, p->ends, p->low, p->high};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        mg__release(&context->memory, blocks[i]);
    }
    *p = (mg_pairs){.n = 0};
}

void mg__pairs_prune(const mg_context *context, mg_pairs *p, const uint8_t *flag) {
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 256)
    for (mg_vertex v = 0; v < p->n; v++) {
        uint64_t at = p->begin[v];
        for (uint64_t i = p->begin[v]; i < p->end[v]; i++) {
            if (!flag[p->ends[i].pair]) {
                p->ends[at++] = p->ends[i];
            }
        }
        p->end[v] = at;
    }
}

uint32_t mg__pairs_find(const mg_pairs *p, mg_vertex u, mg_vertex v) {
    uint64_t low = p->begin[u], high = p->begin[u + 1];
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (p->ends[middle].neighbour < v) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < p->begin[u + 1] && p->ends[low].neighbour == v ? p->ends[low].pair : MG_NONE;
}

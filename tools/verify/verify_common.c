/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/verify/verify_common.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool mgt_refuse(mgt_reason why, const char *format, ...) {
    if (why.text && why.size) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(why.text, why.size, format, arguments);
        va_end(arguments);
    }
    return false;
}

const void *mgt_column(const mg_graph *graph, const mg_result *result, const char *name, mg_type type, mgt_reason why) {
    const mg_column *column = mg_result_column(result, name);
    if (mg_result_vertex_count(result) != mg_graph_vertex_count(graph)) {
        mgt_refuse(why, "the result has %lu vertices, the graph %lu", (unsigned long)mg_result_vertex_count(result),
                   (unsigned long)mg_graph_vertex_count(graph));
        return NULL;
    }
    if (!column) {
        mgt_refuse(why, "there is no column %s", name);
        return NULL;
    }
    if (column->type != type) {
        mgt_refuse(why, "column %s has an unexpected type", name);
        return NULL;
    }
    return column->data;
}

void *mgt_memory(uint64_t count, size_t size, mgt_reason why) {
    void *block = calloc(count ? count : 1, size);
    if (!block) {
        mgt_refuse(why, "not enough memory for the check");
    }
    return block;
}

bool mgt_has_arc(mg_adjacency out, mg_vertex u, mg_vertex v) {
    uint64_t low = out.offsets[u], high = out.offsets[u + 1];
    const uint64_t end = high;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (out.neighbours[middle] < v) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < end && out.neighbours[low] == v;
}

unsigned long long mgt_id(const mg_graph *graph, mg_vertex v) {
    return (unsigned long long)mg_graph_id(graph, v);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_doubts.c: looks for counts in the first line, times in the third column, lines of adjacency lists.
 */
#include "io/edge_doubts.h"

#include "core/graph/weights.h"

#include <math.h>

#define TIME_FIRST 300000000.0 /* seconds since 1970: 1979 */
#define TIME_LAST 4200000000.0 /* 2103 */
#define ASCENDING_LEAST 1000   /* weights that ascend in so many lines are probably times */

static uint64_t id_of(const mg_edge_buffer *buffer, const uint32_t *ends, uint64_t at) {
    return buffer->names.ids ? buffer->names.ids[ends[at]] : ends[at];
}

/* Is the first line `n m`: are there m further lines, whose ids are at most n? */
static bool begins_with_counts(const mg_context *context, const mg_edge_buffer *buffer) {
    const uint64_t count = buffer->count;
    if (count < 2 || id_of(buffer, buffer->target, 0) != count - 1) {
        return false;
    }
    const uint64_t n = id_of(buffer, buffer->source, 0);
    uint64_t most = 0;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(max : most)
    for (uint64_t i = 1; i < count; i++) {
        const uint64_t a = id_of(buffer, buffer->source, i), b = id_of(buffer, buffer->target, i);
        const uint64_t larger = a > b ? a : b;
        most = larger > most ? larger : most;
    }
    return most <= n;
}

/* Are all weights plausible times in seconds or milliseconds since 1970, or do they ascend in a long file? */
static bool looks_like_times(const mg_context *context, const mg_edge_buffer *buffer) {
    const uint64_t count = buffer->count;
    double least = INFINITY, most = -INFINITY;
    bool whole = true;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(min : least)                         \
    reduction(max : most) reduction(&& : whole)
    for (uint64_t i = 0; i < count; i++) {
        const double weight = mg__weight_at(buffer->weight_type, buffer->weight, i);
        least = weight < least ? weight : least;
        most = weight > most ? weight : most;
        whole = whole && weight == floor(weight);
    }
    if ((least >= TIME_FIRST && most <= TIME_LAST) || (least >= TIME_FIRST * 1e3 && most <= TIME_LAST * 1e3)) {
        return whole;
    }
    if (!whole || count < ASCENDING_LEAST || least == most) {
        return false;
    }
    uint64_t i = 1;
    while (i < count && mg__weight_at(buffer->weight_type, buffer->weight, i) >=
                            mg__weight_at(buffer->weight_type, buffer->weight, i - 1)) {
        i++;
    }
    return i == count;
}

void mg__warn_of_doubts(mg_context *context, const mg_input *input, const mg_doubts *doubts,
                        const mg_edge_buffer *buffer) {
    const unsigned long long line = doubts->line;
    if (doubts->columns == 2 && begins_with_counts(context, buffer)) {
        mg__log(context, MG_LOG_WARNING,
                "%s:%llu: this line looks like the numbers of vertices and edges, but is read as an edge; --skip-lines "
                "%llu leaves it out",
                input->path, line, line);
    }
    if (doubts->weights && buffer->count && looks_like_times(context, buffer)) {
        mg__log(context, MG_LOG_WARNING,
                "%s:%llu: the third column looks like times, but is read as the weight; --weights unit ignores it",
                input->path, line);
    }
    if (doubts->columns > 3 && !doubts->konect && !buffer->uneven_line) {
        mg__log(context, MG_LOG_WARNING, "%s:%llu: columns from the fourth on are not read", input->path, line);
    }
    if (buffer->uneven_line) {
        mg__log(context, MG_LOG_WARNING,
                "%s:%llu: this line has not the %lu columns of the first edge; only the first three columns of a line "
                "are read",
                input->path, (unsigned long long)buffer->uneven_line, (unsigned long)doubts->columns);
    }
}

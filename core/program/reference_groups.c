/* SPDX-License-Identifier: Apache-2.0
 *
 * reference_groups.c: MG_MOST_FREQUENT in the reference interpreter. Counts every contribution of a vertex among all of
 * them: quadratic, the graphs are small.
 */
#include "core/program/laws.h"
#include "core/program/reference_run.h"

#include <string.h>

/* The rows of the receivers, whose neighbours send. */
static size_t sending_sides(const reference_run *m, mg_adjacency sides[2]) {
    sides[0] = m->info.direction == MG_DIRECTION_IN ? m->out : m->in;
    sides[1] = m->out;
    return m->info.direction == MG_DIRECTION_BOTH && mg_graph_directed(m->graph) ? 2 : 1;
}

static uint64_t contribution(const reference_run *m, mg_vertex v, const mg_adjacency *side, uint64_t e) {
    const uint64_t weight = mg__weight_bits(m->info.weight_type, mg__reference_weight(m, side, e));
    uint64_t value = 0;
    m->calls->edge(m->params, &m->sent[side->neighbours[e]], &weight, mg__reference_state(m, v), &value);
    return value;
}

static uint64_t count_equal(const reference_run *m, mg_vertex v, const mg_adjacency *sides, size_t side_count,
                            uint64_t value) {
    uint64_t count = 0;
    for (size_t k = 0; k < side_count; k++) {
        for (uint64_t e = sides[k].offsets[v]; e < sides[k].offsets[v + 1]; e++) {
            count += contribution(m, v, &sides[k], e) == value;
        }
    }
    return count;
}

static bool is_less(const reference_run *m, uint64_t a, uint64_t b) {
    switch (m->info.value_type) {
    case MG_INT32:
        return (int32_t)(uint32_t)a < (int32_t)(uint32_t)b;
    case MG_INT64:
        return (int64_t)a < (int64_t)b;
    default:
        return a < b;
    }
}

void mg__reference_groups(reference_run *m) {
    mg_adjacency sides[2];
    const size_t side_count = sending_sides(m, sides);
    for (mg_vertex v = 0; v < m->n; v++) {
        uint64_t most = 0;
        for (size_t k = 0; k < side_count; k++) {
            for (uint64_t e = sides[k].offsets[v]; e < sides[k].offsets[v + 1]; e++) {
                const uint64_t value = contribution(m, v, &sides[k], e);
                const uint64_t count = count_equal(m, v, sides, side_count, value);
                const bool better = count > most || (count == most && is_less(m, value, m->acc[v]));
                if (value != m->info.identity && better) {
                    m->acc[v] = value;
                    most = count;
                    m->received[v] = 1;
                }
            }
        }
    }
}

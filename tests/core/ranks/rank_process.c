/* SPDX-License-Identifier: Apache-2.0
 *
 * A process of `mpirun -n N rank_process FAULT AT`: PageRank on a grid, in which rank 1 has a fault at an exchange:
 * none, break, stop, kill (faulty_link.h), or memory: its allocation AT fails. Prints "right", or why the run failed;
 * exit status 0, or 3.
 */
#include "tests/core/ranks/faulty_link.h"
#include "tests/failing_memory.h"

#include <math.h>
#include <string.h>

#define SIDE 40
#define PLENTY 1000000000

static const struct {
    const char *name;
    fault_kind kind;
    bool memory;
} faults[] = {{"none", FAULT_NONE, false},
              {"break", FAULT_BREAK, false},
              {"stop", FAULT_STOP, false},
              {"kill", FAULT_KILL, false},
              {"memory", FAULT_NONE, true}};

/* Joins the other processes, and puts the faulty link between them. */
static mg_status join(mg_context *context) {
    mg_status status;
    MG_TRY(mg_ranks_join(context));
    if (mg_ranks_count(context) > FAULT_RANKS) {
        return mg__fail(context, MG_ERROR_INVALID, "at most %d processes", FAULT_RANKS);
    }
    MG_TRY(mg__on_ranks(context, fault_install, NULL, NULL));
out:
    return status;
}

/* PageRank adds up to 1, but for its tolerance. */
static mg_status run(mg_context *context, const mg_graph *graph) {
    mg_result *result = NULL;
    mg_status status;
    double sum = 0.0;
    MG_TRY(mg_pagerank(context, graph, NULL, &result));
    const double *const rank = mg_result_column(result, "rank")->data;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        sum += rank[v];
    }
    status = fabs(sum - 1.0) < 1e-5 ? MG_OK : mg__fail(context, MG_ERROR_PROGRAM, "wrong: the sum is %g", sum);
out:
    mg_result_destroy(result);
    return status;
}

/* With a fault of this kind at an exchange or, of memory, an allocation. */
static mg_status run_with(mg_context *context, failing_memory *memory, const char *name, uint64_t at) {
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    mg_status status;
    options.width = options.height = SIDE;
    MG_TRY(mg_generate(context, "grid", &options, &graph));
    MG_TRY(join(context));
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        if (strcmp(faults[i].name, name) == 0) {
            fault.kind = faults[i].kind;
            memory->countdown = faults[i].memory && mg_ranks_index(context) == 1 ? (int)at : PLENTY;
        }
    }
    fault.rank = 1;
    fault.at = at;
    status = run(context, graph);
    memory->countdown = PLENTY;
out:
    mg_graph_destroy(graph);
    return status;
}

int main(int argc, char **argv) {
    failing_memory memory;
    mg_context *const context = failing_memory_context(&memory, PLENTY);
    const uint64_t at = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    const mg_status status = context ? run_with(context, &memory, argc > 1 ? argv[1] : "none", at) : MG_ERROR_MEMORY;
    printf("%u: %s\n", mg_ranks_index(context), status < 0 ? mg_context_error(context) : "right");
    fflush(stdout); /* mpirun ends all when the first one ends */
    mg_context_destroy(context);
    return status < 0 ? 3 : 0;
}

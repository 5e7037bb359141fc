/* SPDX-License-Identifier: Apache-2.0
 *
 * The division of a context's time among stages.
 */
#include "tests/harness.h"

#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void rest(long ms) {
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL);
}

static double sum(const double seconds[MG_STAGES]) {
    double all = 0;
    for (int i = 0; i < MG_STAGES; i++) {
        all += seconds[i];
    }
    return all;
}

TEST(every_stage_has_a_name) {
    for (int i = 0; i < MG_STAGES; i++) {
        CHECK(mg_stage_name((mg_stage)i)[0]);
        for (int j = 0; j < i; j++) {
            CHECK(strcmp(mg_stage_name((mg_stage)i), mg_stage_name((mg_stage)j)) != 0);
        }
    }
    CHECK_STR(mg_stage_name((mg_stage)MG_STAGES), "unknown");
}

TEST(the_stages_add_up_to_the_life_of_the_context) {
    mg_context *context = NULL;
    double seconds[MG_STAGES];
    const double before = now();
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    const double created = now();
    rest(5);
    const double asked = now();
    CHECK_OK(context, mg_context_stages(context, seconds));
    const double after = now();
    CHECK(sum(seconds) >= asked - created && sum(seconds) <= after - before);
    CHECK(seconds[MG_STAGE_OTHER] == sum(seconds));
    mg_context_destroy(context);
}

/* Where the time of `call` went; the stage that it interrupts goes on afterwards, whatever its outcome. */
#define DURING(context, spent, call)                                                                                   \
    do {                                                                                                               \
        double until[MG_STAGES];                                                                                       \
        CHECK_OK(context, mg_context_stages(context, until));                                                          \
        call;                                                                                                          \
        CHECK_OK(context, mg_context_stages(context, spent));                                                          \
        for (int s_ = 0; s_ < MG_STAGES; s_++) {                                                                       \
            spent[s_] -= until[s_];                                                                                    \
        }                                                                                                              \
    } while (0)

static void check_outside(mg_context *context) {
    double spent[MG_STAGES];
    DURING(context, spent, rest(2));
    for (int i = 0; i < MG_STAGES; i++) {
        CHECK(i == MG_STAGE_OTHER ? spent[i] >= 0.002 : spent[i] == 0);
    }
}

TEST(calls_count_for_their_stages) {
    mg_context *context = NULL;
    mg_graph *made = NULL, *read = NULL, *directed = NULL;
    mg_result *result = NULL;
    double spent[MG_STAGES];
    char path[4096];
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    mg_generate_options o = MG_GENERATE_OPTIONS_INIT;
    o.scale = 12;
    CHECK_OK(context, mg_generate(context, "kron", &o, &made));
    check_outside(context);

    snprintf(path, sizeof path, "%s/kron.el", test_folder());
    DURING(context, spent, CHECK_OK(context, mg_graph_write(context, made, path, NULL)));
    CHECK(spent[MG_STAGE_WRITE] > 0 && spent[MG_STAGE_READ] == 0);
    DURING(context, spent, CHECK_OK(context, mg_graph_read(context, path, NULL, &read)));
    CHECK(spent[MG_STAGE_READ] > 0 && spent[MG_STAGE_PARSE] > 0 && spent[MG_STAGE_ROWS] > 0);
    CHECK(spent[MG_STAGE_DECOMPRESS] == 0 && spent[MG_STAGE_RUN] == 0);
    mg_graph_destroy(read);

    snprintf(path, sizeof path, "%s/kron.mgb", test_folder());
    CHECK_OK(context, mg_graph_write(context, made, path, NULL));
    DURING(context, spent, CHECK_OK(context, mg_graph_read(context, path, NULL, &read)));
    CHECK(spent[MG_STAGE_READ] > 0 && spent[MG_STAGE_CHECK] == 0);
    DURING(context, spent, CHECK_OK(context, mg_graph_check(context, read)));
    CHECK(spent[MG_STAGE_CHECK] > 0);
    mg_graph_destroy(read);

    snprintf(path, sizeof path, "%s/kron.el.gz", test_folder());
    CHECK_OK(context, mg_graph_write(context, made, path, NULL));
    DURING(context, spent, CHECK_OK(context, mg_graph_read(context, path, NULL, &read)));
    CHECK(spent[MG_STAGE_DECOMPRESS] > 0);
    DURING(context, spent, CHECK_OK(context, mg_bfs(context, read, NULL, &result)));
    CHECK(spent[MG_STAGE_RUN] > 0 && spent[MG_STAGE_PARSE] == 0);
    mg_result_destroy(result);

    mg_adjacency in;
    CHECK_OK(context, mg_generate(context, "rmat", &o, &directed));
    DURING(context, spent, CHECK_OK(context, mg_graph_in_edges(context, directed, &in)));
    CHECK(spent[MG_STAGE_IN_EDGES] > 0);
    mg_graph *numbered = NULL;
    DURING(context, spent, CHECK_OK(context, mg_graph_reorder(context, directed, MG_ORDER_SHUFFLED, 1, &numbered)));
    CHECK(spent[MG_STAGE_ORDER] > 0);
    check_outside(context);
    mg_graph_destroy(numbered);
    mg_graph_destroy(directed);
    mg_graph_destroy(read);
    mg_graph_destroy(made);
    mg_context_destroy(context);
}

/* Algorithms that are no vertex programs. */
TEST(all_algorithms_count_as_runs) {
    mg_context *context = NULL;
    mg_graph *graph = NULL;
    mg_result *result = NULL;
    double spent[MG_STAGES], modularity = 0;
    mg_generate_options o = MG_GENERATE_OPTIONS_INIT;
    o.scale = 10;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    CHECK_OK(context, mg_generate(context, "kron", &o, &graph));
    DURING(context, spent, CHECK_OK(context, mg_louvain(context, graph, NULL, &result)));
    CHECK(spent[MG_STAGE_RUN] > 0);
    const mg_vertex *const labels = mg_result_column_at(result, 0)->data;
    DURING(context, spent, CHECK_OK(context, mg_modularity(context, graph, NULL, labels, &modularity)));
    CHECK(spent[MG_STAGE_RUN] > 0);
    mg_result_destroy(result);
    DURING(context, spent, CHECK_OK(context, mg_leiden(context, graph, NULL, &result)));
    CHECK(spent[MG_STAGE_RUN] > 0);
    mg_result_destroy(result);
    uint32_t *const trussness = malloc(mg_graph_arc_count(graph) * sizeof *trussness);
    CHECK(trussness != NULL);
    DURING(context, spent, CHECK_OK(context, mg_ktruss(context, graph, NULL, trussness)));
    CHECK(spent[MG_STAGE_RUN] > 0);
    check_outside(context);
    free(trussness);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(failures_leave_their_stages) {
    mg_context *context = NULL;
    mg_graph *graph = NULL;
    mg_result *result = NULL;
    char path[4096];
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    CHECK_STATUS(context, mg_graph_read(context, "/no/such/file", NULL, &graph), MG_ERROR_FILE);
    check_outside(context);
    snprintf(path, sizeof path, "%s/bad.el", test_folder());
    FILE *const file = fopen(path, "w");
    CHECK(file && fputs("1 2\n3 x\n", file) > 0 && fclose(file) == 0);
    CHECK_STATUS(context, mg_graph_read(context, path, NULL, &graph), MG_ERROR_FORMAT);
    check_outside(context);
    CHECK_STATUS(context, mg_bfs(context, NULL, NULL, &result), MG_ERROR_INVALID);
    check_outside(context);
    mg_context_destroy(context);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Contexts: creation, their options, the log, the last error, names of statuses and modes.
 */
#include "tests/failing_memory.h"
#include "tests/harness.h"

#include <string.h>

TEST(version_is_the_header_s) {
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", MG_VERSION_MAJOR, MG_VERSION_MINOR, MG_VERSION_PATCH);
    CHECK_STR(mg_version(), version);
}

TEST(a_context_with_defaults) {
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    CHECK(context);
    CHECK(mg_context_threads(context) >= 1);
    CHECK_STR(mg_context_error(context), "");
    mg_context_destroy(context);
    mg_context_destroy(NULL);
}

TEST(a_context_with_options) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = 3;
    CHECK_OK(NULL, mg_context_create(&options, &context));
    CHECK_EQ(mg_context_threads(context), 3);
    mg_context_destroy(context);
}

static void *some_memory(void *data, size_t size) {
    (void)data;
    return malloc(size);
}

TEST(bad_options_are_refused) {
    mg_context_options options[3] = {MG_CONTEXT_OPTIONS_INIT, MG_CONTEXT_OPTIONS_INIT, MG_CONTEXT_OPTIONS_INIT};
    options[0].threads = -1;
    options[1].size = 3;
    options[2].allocator.allocate = some_memory; /* without release */
    for (int i = 0; i < 3; i++) {
        mg_context *context = NULL;
        CHECK_STATUS(NULL, mg_context_create(&options[i], &context), MG_ERROR_INVALID);
        CHECK(!context);
    }
    CHECK_STATUS(NULL, mg_context_create(NULL, NULL), MG_ERROR_INVALID);
}

TEST(a_context_whose_memory_fails) {
    failing_memory memory = {.countdown = 0};
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.allocator = (mg_allocator){failing_memory_allocate, failing_memory_release, &memory};
    CHECK_STATUS(NULL, mg_context_create(&options, &context), MG_ERROR_MEMORY);
    CHECK(!context);
    memory.countdown = 1;
    CHECK_OK(NULL, mg_context_create(&options, &context));
    CHECK_EQ(memory.live, 1);
    mg_context_destroy(context);
    CHECK_EQ(memory.live, 0);
}

TEST(a_failure_is_named_in_words) {
    mg_context *context = NULL;
    mg_graph *graph = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    CHECK_STATUS(context, mg_graph_read(context, "/no/such/file", NULL, &graph), MG_ERROR_FILE);
    CHECK(!graph);
    CHECK(strstr(mg_context_error(context), "/no/such/file"));
    mg_context_destroy(context);
}

/* Where there is no GPU, starting one is no failure, and the run says what is missing. */
TEST(a_device_is_started_or_missing) {
    static const uint64_t ids[] = {0, 1};
    mg_run_options run = MG_RUN_OPTIONS_INIT;
    run.backend = MG_BACKEND_CUDA;
    for (int runs = 0; runs < 2; runs++) {
        mg_context *context = NULL;
        mg_graph *graph = NULL;
        mg_result *result = NULL;
        CHECK_OK(NULL, mg_context_create(NULL, &context));
        CHECK_OK(context, mg_device_start(context));
        CHECK_OK(context, mg_device_start(context));
        if (runs) {
            const mg_edge_list edges = {.edge_count = 1, .id_type = MG_UINT64, .source = ids, .target = ids + 1};
            CHECK_OK(context, mg_graph_from_edges(context, &edges, NULL, &graph));
            mg_cc_options o = MG_CC_OPTIONS_INIT;
            o.run = run;
            const mg_status status = mg_cc(context, graph, &o, &result);
            CHECK(status == MG_OK || status == MG_ERROR_UNSUPPORTED);
            CHECK(status == MG_OK || strstr(mg_context_error(context), "backend cuda: "));
            CHECK_OK(context, mg_device_start(context));
        }
        mg_result_destroy(result);
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}

TEST(every_status_has_a_name_and_a_text) {
    static const mg_status statuses[] = {
#define STATUS_VALUE(name, value, text) MG_##name,
        MG_STATUS_MAP(STATUS_VALUE)
#undef STATUS_VALUE
    };
    CHECK_STR(mg_status_name(MG_ERROR_MEMORY), "MG_ERROR_MEMORY");
    CHECK_STR(mg_status_name(MG_OK), "MG_OK");
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        CHECK(mg_status_text(statuses[i])[0]);
        for (size_t j = 0; j < i; j++) {
            CHECK(strcmp(mg_status_name(statuses[i]), mg_status_name(statuses[j])) != 0);
        }
    }
    CHECK(mg_status_name((mg_status)-1000)[0]);
    CHECK(mg_status_text((mg_status)-1000)[0]);
}

TEST(every_mode_has_a_name) {
    CHECK_STR(mg_mode_name(MG_MODE_AUTO), "auto");
    CHECK_STR(mg_mode_name(MG_MODE_SPARSE), "sparse");
    CHECK_STR(mg_mode_name(MG_MODE_DENSE), "dense");
    CHECK_STR(mg_mode_name(MG_MODE_PULL), "pull");
    CHECK(mg_mode_name((mg_mode)99) != NULL);
}

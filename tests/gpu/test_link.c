/* SPDX-License-Identifier: Apache-2.0
 *
 * Run-time linking, as far as it needs no GPU: a copy of the built-in SSSP given as a file is compiled and linked,
 * errors name the user's own lines, and the cache is used only where it can be trusted.
 */
#include "core/program/link.h"
#include "tests/harness.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static mg_context *open_context(void) {
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    return context;
}

/* A folder for the cache, empty and private. */
static void private_cache(void) {
    snprintf(folder, sizeof folder, "/tmp/mg-link-XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
    setenv("MULTIGRAPH_CACHE", folder, 1);
}

static mg_link_request request(const char *source) {
    return (mg_link_request){.source = source, .phase = "sssp_u32", .value_size = 4, .architecture = 90};
}

static void skip_without_compilers(mg_context *context) {
    mg_compilers *compilers = NULL;
    if (mg__compilers_open(context, &compilers) < 0) {
        char reason[256];
        snprintf(reason, sizeof reason, "%s", mg_context_error(context));
        mg_context_destroy(context);
        test_skip("%s", reason);
    }
    mg__compilers_close(context, compilers);
}

TEST(a_file_becomes_machine_code_and_is_cached) {
    mg_context *context = open_context();
    skip_without_compilers(context);
    private_cache();
    mg_linked *linked = NULL;
    mg_blob first, second;
    mg_link_times times;
    const mg_link_request r = request(MG_PROGRAMS "/sssp_copy.c");
    CHECK_OK(context, mg__link_code(context, &linked, &r, &first, &times));
    printf("  open %.1f compile %.1f link %.1f ms, %zu bytes\n", times.open, times.compile, times.link, first.size);
    CHECK(!times.cached);
    CHECK(first.size > 1000 && memcmp(first.data, "\177ELF", 4) == 0);
    CHECK_OK(context, mg__link_code(context, &linked, &r, &second, &times));
    printf("  again: open %.1f compile %.1f link %.1f ms\n", times.open, times.compile, times.link);
    CHECK(times.cached);
    CHECK_EQ(first.size, second.size);
    CHECK(memcmp(first.data, second.data, first.size) == 0);
    const char *const keep = getenv("MG_KEEP_CODE"); /* for comparing it with the built-in kernel by other means */
    FILE *file = keep ? fopen(keep, "wb") : NULL;
    if (file) {
        fwrite(first.data, 1, first.size, file);
        fclose(file);
    }
    mg__release(&context->memory, first.data);
    mg__release(&context->memory, second.data);
    mg__linked_release(context, linked);
    mg_context_destroy(context);
}

TEST(a_cache_that_others_may_enter_is_not_used) {
    mg_context *context = open_context();
    skip_without_compilers(context);
    private_cache();
    mg_linked *linked = NULL;
    mg_link_times times;
    const mg_link_request r = request(MG_PROGRAMS "/sssp_copy.c");
    for (int i = 0; i < 2; i++) {
        mg_blob code;
        CHECK_EQ(chmod(folder, i == 0 ? 0700 : 0755), 0);
        CHECK_OK(context, mg__link_code(context, &linked, &r, &code, &times));
        CHECK(!times.cached);
        mg__release(&context->memory, code.data);
    }
    mg__linked_release(context, linked);
    mg_context_destroy(context);
}

TEST(errors_name_the_users_line) {
    mg_context *context = open_context();
    skip_without_compilers(context);
    private_cache();
    mg_linked *linked = NULL;
    mg_blob code;
    mg_link_times times;
    const mg_link_request r = request(MG_PROGRAMS "/broken.c");
    CHECK_STATUS(context, mg__link_code(context, &linked, &r, &code, &times), MG_ERROR_PROGRAM);
    CHECK(strstr(mg_context_error(context), "broken.c(8)") != NULL);
    const mg_link_request missing = request(MG_PROGRAMS "/no-such-file.c");
    CHECK_STATUS(context, mg__link_code(context, &linked, &missing, &code, &times), MG_ERROR_PROGRAM);
    CHECK(code.data == NULL);
    mg__linked_release(context, linked);
    mg_context_destroy(context);
}

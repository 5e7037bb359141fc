/* SPDX-License-Identifier: Apache-2.0
 *
 * Run-time linking, as far as it needs no GPU: a copy of the built-in SSSP given as a file is compiled and linked,
 * errors name the user's own lines, and the cache is used only where it can be trusted.
 */
#include "core/program/link_job.h"
#include "tests/harness.h"

#include <elf.h>
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
    mg__release(&context->memory, first.data);
    mg__release(&context->memory, second.data);
    mg__linked_release(context, linked);
    mg_context_destroy(context);
}

/* The machine code of the kernel whose section's name has `part` in it, in an ELF image. */
static mg_embedded kernel_code(const unsigned char *image, const char *part) {
    const Elf64_Ehdr *const head = (const Elf64_Ehdr *)(const void *)image;
    const Elf64_Shdr *const sections = (const Elf64_Shdr *)(const void *)(image + head->e_shoff);
    const char *const names = (const char *)image + sections[head->e_shstrndx].sh_offset;
    mg_embedded found = {NULL, 0};
    for (int i = 0; i < head->e_shnum; i++) {
        const char *const name = names + sections[i].sh_name;
        if (strncmp(name, ".text.", 6) == 0 && strstr(name, part)) {
            CHECK(found.data == NULL);
            found = (mg_embedded){image + sections[i].sh_offset, sections[i].sh_size};
        }
    }
    CHECK(found.data != NULL);
    return found;
}

/* Being given as a file costs a program nothing once it is linked. */
TEST(linked_code_equals_the_built_in) {
    mg_context *context = open_context();
    skip_without_compilers(context);
    private_cache();
    mg_linked *linked = NULL;
    mg_blob code;
    mg_link_times times;
    const mg_link_request r = request(MG_PROGRAMS "/sssp_copy.c");
    FILE *const file = fopen(MG_BUILTIN_CODE, "rb");
    CHECK(file != NULL);
    static _Alignas(8) unsigned char image[1 << 20];
    const size_t size = fread(image, 1, sizeof image, file);
    fclose(file);
    CHECK(size > 1000 && size < sizeof image);
    CHECK_OK(context, mg__link_code(context, &linked, &r, &code, &times));
    const mg_embedded ours = kernel_code(code.data, "mg_loop_32");
    const mg_embedded built_in = kernel_code(image, "_tagEjEv12mg_loop_args");
    printf("  %zu bytes of machine code, built-in %zu\n", ours.size, built_in.size);
    CHECK_EQ(ours.size, built_in.size);
    CHECK(memcmp(ours.data, built_in.data, ours.size) == 0);
    mg__release(&context->memory, code.data);
    mg__linked_release(context, linked);
    mg_context_destroy(context);
}

/* The cached kernel of a file is not used once a file that it includes has changed. */
TEST(included_files_count) {
    mg_context *context = open_context();
    skip_without_compilers(context);
    private_cache();
    static char text[1 << 16];
    char program[128], included[128];
    FILE *file = fopen(MG_PROGRAMS "/sssp_copy.c", "rb");
    CHECK(file != NULL);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    snprintf(program, sizeof program, "%s/program.c", folder);
    snprintf(included, sizeof included, "%s/included.h", folder);
    CHECK((file = fopen(program, "wb")) != NULL);
    fputs("#include \"included.h\"\n", file);
    fclose(file);
    mg_linked *linked = NULL;
    const mg_link_request r = request(program);
    for (int i = 0; i < 3; i++) { /* as it is; again; with another priority */
        mg_blob code;
        mg_link_times times;
        char *const shift = strstr(text, "p->shift");
        CHECK(shift != NULL);
        if (i == 2) {
            memcpy(shift, "7       ", 8);
        }
        CHECK((file = fopen(included, "wb")) != NULL);
        fputs(text, file);
        fclose(file);
        CHECK_OK(context, mg__link_code(context, &linked, &r, &code, &times));
        CHECK_EQ(times.cached, i == 1);
        mg__release(&context->memory, code.data);
    }
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

/* Background jobs give the same code as linking at once, each request its own, and tell their failures. */
TEST(kernels_are_linked_in_the_background) {
    mg_context *context = open_context();
    skip_without_compilers(context);
    private_cache();
    mg_linked *linked = NULL;
    mg_link_job *jobs = NULL;
    mg_blob code, expected;
    mg_link_times times, direct;
    bool found;
    mg_link_request requests[] = {request(MG_PROGRAMS "/sssp_copy.c"), request(MG_PROGRAMS "/sssp_copy.c"),
                                  request(MG_PROGRAMS "/broken.c"), request(MG_PROGRAMS "/sssp_copy.c")};
    requests[1].wide = true;
    for (int i = 0; i < 4; i++) { /* the last is the first once more */
        mg__link_job_start(context, &jobs, &requests[i]);
    }
    CHECK_STATUS(context, mg__link_job_take(context, &jobs, &requests[2], &found, &code, &times), MG_ERROR_PROGRAM);
    CHECK(found && code.data == NULL && strstr(mg_context_error(context), "broken.c(8)") != NULL);
    for (int i = 0; i < 2; i++) {
        CHECK_OK(context, mg__link_job_take(context, &jobs, &requests[i], &found, &code, &times));
        CHECK(found && !times.cached);
        CHECK_OK(context, mg__link_code(context, &linked, &requests[i], &expected, &direct));
        CHECK(memcmp(times.key, direct.key, sizeof times.key) == 0);
        CHECK_EQ(code.size, expected.size);
        CHECK(memcmp(code.data, expected.data, code.size) == 0);
        mg__release(&context->memory, code.data);
        mg__release(&context->memory, expected.data);
    }
    CHECK_OK(context, mg__link_job_take(context, &jobs, &requests[3], &found, &code, &times));
    CHECK(!found && jobs == NULL);
    mg__link_job_start(context, &jobs, &requests[0]);
    mg__link_jobs_release(context, jobs);
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

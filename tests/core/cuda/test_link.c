/* SPDX-License-Identifier: Apache-2.0
 *
 * Run-time linking without a GPU: a copy of the built-in SSSP in a file is compiled and linked, errors name the user's
 * lines, and the cache is used only if its entries are valid.
 */
#include "core/cuda/kernel/common/kernels.h"
#include "core/engine/validate.h"
#include "core/program/link_job.h"
#include "core/program/link_process.h"
#include "tests/harness.h"

#include <elf.h>
#include <multigraph/cpu/loops.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const int carried[] = {MG_LINK_ARCHITECTURES}; /* architectures of this build, in ascending order */
static const int quick_carried[] = {MG_QUICK_ARCHITECTURES}; /* those with quick kernels */
#define NEWEST carried[sizeof carried / sizeof *carried - 1] /* also the architecture of MG_BUILTIN_CODE */
static const char *folder;

static mg_context *open_context(void) {
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    return context;
}

/* A new, empty and private folder for the cache. */
static void private_cache(void) {
    folder = test_folder();
    setenv("MULTIGRAPH_CACHE", folder, 1);
}

/* The path of a file in programs/; the last few results remain valid. */
static const char *program_file(const char *name) {
    static char paths[4][512];
    static int at;
    at = (at + 1) % 4;
    snprintf(paths[at], sizeof *paths, "%s/tests/core/cuda/programs/%s", test_root(), name);
    return paths[at];
}

static char *program_text(const char *name) {
    static char text[1 << 16];
    FILE *const file = fopen(program_file(name), "rb");
    CHECK(file != NULL);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static mg_link_request request(const char *name) {
    return (mg_link_request){.source = name[0] == '/' ? name : program_file(name),
                             .phase = "sssp_u32",
                             .value_size = 4,
                             .architecture = NEWEST};
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
    mg_compilers *open = NULL;
    mg_blob first, second;
    mg_link_times times;
    const mg_link_request r = request("sssp_copy.c");
    CHECK_OK(context, mg__link_code(context, &open, &r, &first, &times));
    printf("  open %.1f compile %.1f link %.1f ms, %zu bytes\n", times.open, times.compile, times.link, first.size);
    CHECK(!times.cached);
    CHECK(first.size > 1000 && memcmp(first.data, "\177ELF", 4) == 0);
    CHECK_OK(context, mg__link_code(context, &open, &r, &second, &times));
    printf("  again: open %.1f compile %.1f link %.1f ms\n", times.open, times.compile, times.link);
    CHECK(times.cached);
    CHECK_EQ(first.size, second.size);
    CHECK(memcmp(first.data, second.data, first.size) == 0);
    mg__release(&context->memory, first.data);
    mg__release(&context->memory, second.data);
    mg__compilers_close(context, open);
    mg_context_destroy(context);
}

/* The machine code of the kernel whose section name contains `part`, in an ELF image. */
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

/* A linked program from a file has the same machine code as the built-in one. */
TEST(linked_code_equals_the_built_in) {
    mg_context *context = open_context();
    skip_without_compilers(context);
    private_cache();
    mg_compilers *open = NULL;
    mg_blob code;
    mg_link_times times;
    const mg_link_request r = request("sssp_copy.c");
    FILE *const file = fopen(MG_BUILTIN_CODE, "rb");
    CHECK(file != NULL);
    static _Alignas(8) unsigned char image[1 << 20];
    const size_t size = fread(image, 1, sizeof image, file);
    fclose(file);
    CHECK(size > 1000 && size < sizeof image);
    CHECK_OK(context, mg__link_code(context, &open, &r, &code, &times));
    const mg_embedded ours = kernel_code(code.data, "mg_loop_32");
    const mg_embedded built_in = kernel_code(image, "_tagEjEv12mg_loop_args");
    printf("  %zu bytes of machine code, built-in %zu\n", ours.size, built_in.size);
    CHECK_EQ(ours.size, built_in.size);
    CHECK(memcmp(ours.data, built_in.data, ours.size) == 0);
    mg__release(&context->memory, code.data);
    mg__compilers_close(context, open);
    mg_context_destroy(context);
}

/* The cached kernel of a file is not used once a file that it includes has changed. */
TEST(included_files_count) {
    mg_context *context = open_context();
    skip_without_compilers(context);
    private_cache();
    char *const text = program_text("sssp_copy.c");
    char program[128], included[128];
    FILE *file;
    snprintf(program, sizeof program, "%s/program.c", folder);
    snprintf(included, sizeof included, "%s/included.h", folder);
    CHECK((file = fopen(program, "wb")) != NULL);
    fputs("#include \"included.h\"\n", file);
    fclose(file);
    mg_compilers *open = NULL;
    const mg_link_request r = request(program);
    for (int i = 0; i < 3; i++) { /* unchanged; again; with another priority */
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
        CHECK_OK(context, mg__link_code(context, &open, &r, &code, &times));
        CHECK_EQ(times.cached, i == 1);
        mg__release(&context->memory, code.data);
    }
    mg__compilers_close(context, open);
    mg_context_destroy(context);
}

TEST(a_cache_that_others_may_enter_is_not_used) {
    mg_context *context = open_context();
    skip_without_compilers(context);
    private_cache();
    mg_compilers *open = NULL;
    mg_link_times times;
    const mg_link_request r = request("sssp_copy.c");
    for (int i = 0; i < 2; i++) {
        mg_blob code;
        CHECK_EQ(chmod(folder, i == 0 ? 0700 : 0755), 0);
        CHECK_OK(context, mg__link_code(context, &open, &r, &code, &times));
        CHECK(!times.cached);
        mg__release(&context->memory, code.data);
    }
    mg__compilers_close(context, open);
    mg_context_destroy(context);
}

/* Background jobs give the same code as synchronous linking, per request, and report their failures. */
TEST(kernels_are_linked_in_the_background) {
    mg_context *context = open_context();
    skip_without_compilers(context);
    private_cache();
    mg_compilers *open = NULL;
    mg_link_job *jobs = NULL, *started[3];
    mg_blob code, expected;
    mg_link_times times, direct;
    mg_link_request requests[] = {request("sssp_copy.c"), request("sssp_copy.c"), request("broken.c")};
    requests[1].wide = true;
    for (int i = 0; i < 3; i++) {
        CHECK(mg__link_job_find(jobs, &requests[i]) == NULL);
        started[i] = mg__link_job_start(context, &jobs, &requests[i]);
        CHECK(started[i] != NULL && mg__link_job_find(jobs, &requests[i]) == started[i]);
    }
    CHECK_STATUS(context, mg__link_job_take(context, &jobs, started[2], &code, &times), MG_ERROR_PROGRAM);
    CHECK(code.data == NULL && strstr(mg_context_error(context), "broken.c(8)") != NULL);
    for (int i = 0; i < 2; i++) {
        while (!mg__link_job_is_done(started[i])) {
            sched_yield();
        }
        CHECK_OK(context, mg__link_job_take(context, &jobs, started[i], &code, &times));
        CHECK(!times.cached && !times.quick);
        CHECK_OK(context, mg__link_code(context, &open, &requests[i], &expected, &direct));
        CHECK(memcmp(times.key, direct.key, sizeof times.key) == 0);
        CHECK_EQ(code.size, expected.size);
        CHECK(memcmp(code.data, expected.data, code.size) == 0);
        mg__release(&context->memory, code.data);
        mg__release(&context->memory, expected.data);
    }
    CHECK(jobs == NULL);
    mg__link_job_start(context, &jobs, &requests[0]);
    mg__link_jobs_release(context, jobs);
    mg__compilers_close(context, open);
    mg_context_destroy(context);
}

/* A process that exits without destroying its context waits for linking jobs: no compiler thread may run while its
 * library is unloaded. */
TEST(a_process_may_end_while_kernels_are_linked) {
    static const useconds_t delays[] = {0, 20000, 100000, 300000, 600000};
    mg_context *context = open_context();
    skip_without_compilers(context);
    for (size_t i = 0; i < sizeof delays / sizeof *delays; i++) {
        private_cache();
        fflush(NULL);
        const pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            mg_link_job *jobs = NULL;
            const mg_link_request r = request("sssp_copy.c");
            mg__link_job_start(context, &jobs, &r);
            usleep(delays[i]);
            exit(jobs ? 0 : 1);
        }
        int result = -1;
        CHECK(waitpid(child, &result, 0) == child);
        CHECK(WIFEXITED(result) && WEXITSTATUS(result) == 0);
    }
    mg_context_destroy(context);
}

/* Quick kernels are linked without the optimizer. Architectures without quick kernels get full kernels at once, and so
 * do programs whose full kernels are on disk. */
TEST(a_quick_kernel_comes_first) {
    static const int architectures[] = {75, 80, 86, 90, 100, 120}; /* older than the oldest carried: skipped */
    mg_context *context = open_context();
    skip_without_compilers(context);
    mg_compilers *open = NULL;
    mg_blob code;
    mg_link_times times;
    for (size_t i = 0; i < sizeof architectures / sizeof *architectures; i++) {
        mg_link_request r = request("sssp_copy.c");
        r.architecture = architectures[i];
        r.tier = MG_LINK_TIERED;
        if (r.architecture < carried[0]) {
            continue;
        }
        private_cache();
        bool quick = false;
        for (size_t k = 0; k < sizeof quick_carried / sizeof *quick_carried; k++) {
            quick = quick || (quick_carried[k] / 10 == r.architecture / 10 && quick_carried[k] <= r.architecture);
        }
        for (int again = 0; again < 3; again++) { /* new; again (a quick kernel is not on disk); full */
            r.tier = again == 2 ? MG_LINK_FULL : MG_LINK_TIERED;
            CHECK_OK(context, mg__link_code(context, &open, &r, &code, &times));
            printf("  %d, %s: compile %.0f link %.1f ms, %zu bytes%s\n", r.architecture,
                   mg__linked_name(r.family, r.wide), times.compile, times.link, code.size,
                   times.quick ? ", quick" : "");
            CHECK(memcmp(code.data, "\177ELF", 4) == 0);
            CHECK_EQ(times.quick, quick && again < 2);
            CHECK_EQ(times.cached, !quick && again > 0);
            mg__release(&context->memory, code.data);
        }
        r.tier = MG_LINK_TIERED;
        CHECK_OK(context, mg__link_code(context, &open, &r, &code, &times));
        CHECK(times.cached && !times.quick);
        mg__release(&context->memory, code.data);
    }
    mg__compilers_close(context, open);
    mg_context_destroy(context);
}

/* Kernels without a quick version are linked in full at once: those of runs in lanes, large ones for 64-bit offsets
 * and, without MG_PAPER_LAYOUTS, those of the layouts that `auto` never chooses. */
static bool has_quick(mg_kernel_family family, bool wide) {
    if (family == MG_KERNEL_BATCH || (wide && (family == MG_KERNEL_LOOP || family == MG_KERNEL_ROWS))) {
        return false;
    }
#ifdef MG_PAPER_LAYOUTS
    return true;
#else
    return family != MG_KERNEL_BLOCKS && family != MG_KERNEL_SEGMENTS;
#endif
}

/* Kernels with callbacks fit into the registers of every architecture. */
TEST(families_have_quick_kernels) {
    mg_context *context = open_context();
    skip_without_compilers(context);
    setenv("MULTIGRAPH_CACHE", "off", 1);
    mg_compilers *open = NULL;
    mg_blob code;
    mg_link_times times;
    for (int family = 0; family < MG_KERNEL_FAMILIES; family++) {
        for (size_t i = 0; i < 2 * sizeof quick_carried / sizeof *quick_carried; i++) {
            mg_link_request r = request("sssp_copy.c");
            r.architecture = quick_carried[i / 2];
            r.wide = i % 2;
            r.family = (mg_kernel_family)family;
            r.tier = MG_LINK_QUICK;
            CHECK_OK(context, mg__link_code(context, &open, &r, &code, &times));
            CHECK(times.quick == has_quick(r.family, r.wide) && code.size > 1000);
            mg__release(&context->memory, code.data);
        }
    }
    mg__compilers_close(context, open);
    mg_context_destroy(context);
}

/* A separate process stores the full kernel in the cache, also if the program's file was removed meanwhile. Without a
 * cache no process is started. */
TEST(a_process_makes_a_full_kernel) {
    mg_context *context = open_context();
    skip_without_compilers(context);
    private_cache();
    char path[128];
    pid_t starter;
    mg_compilers *open = NULL;
    mg_blob code = {0}, expected;
    mg_link_times times;
    const char *const text = program_text("sssp_copy.c");
    snprintf(path, sizeof path, "%s/passing.c", folder);
    FILE *const file = fopen(path, "wb");
    CHECK(file != NULL && fputs(text, file) >= 0);
    fclose(file);
    mg_link_request r = request(path);
    setenv("MULTIGRAPH_CACHE", "off", 1);
    CHECK(!mg__link_process_start(context, &r, &starter));
    setenv("MULTIGRAPH_CACHE", folder, 1);
    r.tier = MG_LINK_TIERED;
    CHECK(mg__link_process_start(context, &r, &starter));
    CHECK_EQ(unlink(path), 0);
    int result = -1;
    CHECK(waitpid(starter, &result, 0) == starter);
    CHECK(WIFEXITED(result) && WEXITSTATUS(result) == 0);
    r.text = text;
    const double begin = mg__now();
    for (times.cached = false; !times.cached && mg__now() - begin < 120.0;) {
        mg__release(&context->memory, code.data);
        CHECK_OK(context, mg__link_code(context, &open, &r, &code, &times));
    }
    printf("  a full kernel after %.0f ms\n", 1e3 * (mg__now() - begin));
    CHECK(times.cached && !times.quick);
    private_cache();
    r.tier = MG_LINK_FULL;
    CHECK_OK(context, mg__link_code(context, &open, &r, &expected, &times));
    CHECK(!times.cached);
    const mg_embedded theirs = kernel_code(code.data, "mg_loop_32"), ours = kernel_code(expected.data, "mg_loop_32");
    CHECK_EQ(theirs.size, ours.size);
    CHECK(memcmp(theirs.data, ours.data, ours.size) == 0);
    mg__release(&context->memory, code.data);
    mg__release(&context->memory, expected.data);
    mg__compilers_close(context, open);
    mg_context_destroy(context);
}

/* Generated by the build: built-in programs, each followed by its kernels; ended by NULL. */
extern const mg_program *const mg__cuda_builtin_programs[];

static size_t compare_phases(const mg_phase *const *phases, const mg_phase *const *kernels) {
    const size_t count = mg__count_phases(phases);
    for (size_t i = 0; i < count; i++) {
        CHECK(kernels[i] != NULL && kernels[i]->cuda != NULL && strcmp(kernels[i]->name, phases[i]->name) == 0);
    }
    CHECK(count == MG_PHASES_MAX || kernels[count] == NULL);
    return count;
}

/* Kernels are found by the position of the phase: both lists of each program must have the same order. */
TEST(built_in_phases_have_their_kernels) {
    size_t phases = 0, tiled = 0;
    for (size_t i = 0; mg__cuda_builtin_programs[i]; i += 2) {
        const mg_program *const program = mg__cuda_builtin_programs[i], *const kernels =
                                                                            mg__cuda_builtin_programs[i + 1];
        CHECK(program->phases[0] != NULL);
        phases += compare_phases(program->phases, kernels->phases);
        tiled += compare_phases(program->tiled, kernels->tiled);
    }
    CHECK(phases >= 20 && tiled >= 2);
}

TEST(errors_name_the_users_line) {
    mg_context *context = open_context();
    skip_without_compilers(context);
    private_cache();
    mg_compilers *open = NULL;
    mg_blob code;
    mg_link_times times;
    const mg_link_request r = request("broken.c");
    CHECK_STATUS(context, mg__link_code(context, &open, &r, &code, &times), MG_ERROR_PROGRAM);
    CHECK(strstr(mg_context_error(context), "broken.c(8)") != NULL);
    const mg_link_request missing = request("no-such-file.c");
    CHECK_STATUS(context, mg__link_code(context, &open, &missing, &code, &times), MG_ERROR_PROGRAM);
    CHECK(code.data == NULL);
    mg__compilers_close(context, open);
    mg_context_destroy(context);
}

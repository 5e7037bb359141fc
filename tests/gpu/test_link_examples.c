/* SPDX-License-Identifier: Apache-2.0
 *
 * Every phase of every program of examples/ is compiled for the GPU and linked with its kernels, from the text that
 * multigraph_add_program compiled in. Needs no GPU.
 */
#include "core/program/link.h"
#include "core/program/scratch.h"
#include "tests/harness.h"

#include <multigraph/cpu/loops.h>
#include <stdlib.h>

extern const mg_program communities_program, heat_program, hops_program, kcore_program, peaks_program, rank_program,
    reach64_program, reliable_program, shortest_program, widest_program;

static const mg_program *const programs[] = {&communities_program, &heat_program,  &hops_program,    &kcore_program,
                                             &peaks_program,       &rank_program,  &reach64_program, &reliable_program,
                                             &shortest_program,    &widest_program};
static const mg_kernel_family families[] = {[MG_KIND_PROGRAM] = MG_KERNEL_LOOP,
                                            [MG_KIND_VERTICES] = MG_KERNEL_VERTICES,
                                            [MG_KIND_EDGES] = MG_KERNEL_EDGES,
                                            [MG_KIND_MODE] = MG_KERNEL_MODE};

static mg_context *open_context(void) {
    mg_context *context = NULL;
    mg_compilers *compilers = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    if (mg__compilers_open(context, &compilers) < 0) {
        char reason[256];
        snprintf(reason, sizeof reason, "%s", mg_context_error(context));
        mg_context_destroy(context);
        test_skip("%s", reason);
    }
    mg__compilers_close(context, compilers);
    return context;
}

static void link_program(mg_context *context, mg_compilers **open, const mg_program *program) {
    char source[MG_PATH_SIZE];
    CHECK_OK(context, mg__scratch_text(context, program->source, program->text, source));
    for (size_t i = 0; i < MG_PHASES_MAX && program->phases[i]; i++) {
        mg_phase_info info;
        mg_link_times times;
        mg_blob code;
        program->phases[i]->describe(&info, NULL);
        mg_link_request request = {.source = source,
                                   .phase = program->phases[i]->name,
                                   .value_size = info.value_size,
                                   .family = families[info.kind],
                                   .architecture = 90};
        for (int quick = 0; quick < 2; quick++) {
            request.tier = quick ? MG_LINK_QUICK : MG_LINK_FULL;
            CHECK_OK(context, mg__link_code(context, open, &request, &code, &times));
            printf("  %s, %s%s: compile %.0f link %.0f ms, %zu bytes\n", program->name, request.phase,
                   quick ? ", quick" : "", times.compile, times.link, code.size);
            CHECK(code.size > 1000);
            CHECK_EQ(times.quick, quick);
            mg__release(&context->memory, code.data);
        }
    }
}

TEST(every_example_is_linked) {
    mg_context *context = open_context();
    mg_compilers *open = NULL;
    setenv("MULTIGRAPH_CACHE", "off", 1);
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        link_program(context, &open, programs[i]);
    }
    mg__compilers_close(context, open);
    mg_context_destroy(context);
}

/* The compiler's messages name the program and its own line, not the file that its text was kept in. */
TEST(errors_in_a_text_name_its_own_line) {
    static const char text[] = "#include <multigraph/program.h>\n\nMG_FN uint32_t wrong(uint32_t value) {\n"
                               "    return value + valeu;\n}\n";
    mg_context *context = open_context();
    mg_compilers *open = NULL;
    mg_link_times times;
    mg_blob code;
    char source[MG_PATH_SIZE];
    CHECK_OK(context, mg__scratch_text(context, "wrong.c", text, source));
    const mg_link_request request = {.source = source, .phase = "wrong", .value_size = 4, .architecture = 90};
    CHECK_STATUS(context, mg__link_code(context, &open, &request, &code, &times), MG_ERROR_PROGRAM);
    if (!strstr(mg_context_error(context), "wrong.c(4): error")) {
        test_fail(__FILE__, __LINE__, "%s", mg_context_error(context));
    }
    mg__compilers_close(context, open);
    mg_context_destroy(context);
}

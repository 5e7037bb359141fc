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
#include <string.h>

extern const mg_program communities_program, heat_program, hops_program, kcore_program, peaks_program, rank_program,
    reach64_program, reliable_program, shortest_program, widest_program;

static const mg_program *const programs[] = {&communities_program, &heat_program,  &hops_program,    &kcore_program,
                                             &peaks_program,       &rank_program,  &reach64_program, &reliable_program,
                                             &shortest_program,    &widest_program};

/* The kernel families of a kind of phase, ended by MG_KERNEL_FAMILIES; the first is also linked in full. */
static const mg_kernel_family families[][8] = {
    [MG_KIND_PROGRAM] = {MG_KERNEL_LOOP, MG_KERNEL_DENSE, MG_KERNEL_DENSE_ROWS, MG_KERNEL_ROWS, MG_KERNEL_BATCH,
                         MG_KERNEL_FAMILIES},
    [MG_KIND_VERTICES] = {MG_KERNEL_VERTICES, MG_KERNEL_FAMILIES},
    [MG_KIND_EDGES] = {MG_KERNEL_EDGES, MG_KERNEL_RANGE_EDGES, MG_KERNEL_FAMILIES},
    [MG_KIND_MOST_FREQUENT] = {MG_KERNEL_MOST_FREQUENT, MG_KERNEL_FAMILIES},
    [MG_KIND_TRIANGLES] = {MG_KERNEL_TRIANGLES, MG_KERNEL_FAMILIES}};

static const int carried[] = {MG_LINK_ARCHITECTURES};
/* Batches have no quick kernels: compiling those takes longer than linking the full ones. */
static bool has_quick(mg_kernel_family family) {
    return family != MG_KERNEL_BATCH;
}

#define NEWEST carried[sizeof carried / sizeof *carried - 1]

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

static void link_kernel(mg_context *context, mg_compilers **open, const mg_link_request *request) {
    mg_link_times times;
    mg_blob code;
    const bool quick = request->tier == MG_LINK_QUICK;
    CHECK_OK(context, mg__link_code(context, open, request, &code, &times));
    printf("  %s, %s%s: compile %.0f link %.0f ms, %zu bytes\n", request->phase,
           mg__linked_name(request->family, request->wide), quick ? ", quick" : "", times.compile, times.link,
           code.size);
    CHECK(code.size > 1000);
    CHECK_EQ(times.quick, quick && has_quick(request->family));
    mg__release(&context->memory, code.data);
}

static void link_phases(mg_context *context, mg_compilers **open, const char *source, const mg_phase *const *phases) {
    for (size_t i = 0; i < MG_PHASES_MAX && phases[i]; i++) {
        mg_phase_info info;
        phases[i]->describe(&info, NULL);
        mg_link_request request = {
            .source = source, .phase = phases[i]->name, .value_size = info.value_size, .architecture = NEWEST};
        const mg_kernel_family *const wanted = families[info.kind];
        request.family = *wanted;
        request.tier = MG_LINK_FULL;
        link_kernel(context, open, &request);
        request.tier = MG_LINK_QUICK;
        for (size_t k = 0; wanted[k] != MG_KERNEL_FAMILIES; k++) {
            request.family = wanted[k];
            link_kernel(context, open, &request);
        }
        if (info.has_priority) {
            request.family = MG_KERNEL_TILES;
            link_kernel(context, open, &request);
        }
    }
}

static void link_program(mg_context *context, mg_compilers **open, const mg_program *program) {
    char source[MG_PATH_SIZE];
    CHECK_OK(context, mg__scratch_text(context, program->source, program->text, source));
    link_phases(context, open, source, program->phases);
    link_phases(context, open, source, program->tiled);
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

/* Compiler messages name the program and its line, not the generated file that contains its text. */
TEST(errors_in_a_text_name_its_own_line) {
    static const char text[] = "#include <multigraph/program.h>\n\nMG_FN uint32_t wrong(uint32_t value) {\n"
                               "    return value + valeu;\n}\n";
    mg_context *context = open_context();
    mg_compilers *open = NULL;
    mg_link_times times;
    mg_blob code;
    char source[MG_PATH_SIZE];
    CHECK_OK(context, mg__scratch_text(context, "wrong.c", text, source));
    const mg_link_request request = {.source = source, .phase = "wrong", .value_size = 4, .architecture = NEWEST};
    CHECK_STATUS(context, mg__link_code(context, &open, &request, &code, &times), MG_ERROR_PROGRAM);
    if (!strstr(mg_context_error(context), "wrong.c(4): error")) {
        test_fail(__FILE__, __LINE__, "%s", mg_context_error(context));
    }
    mg__compilers_close(context, open);
    mg_context_destroy(context);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/compilers.h"

#include <assert.h>
#include <dlfcn.h>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <stdio.h>
#include <string.h>

struct mg_compilers {
    void *nvrtc, *linker;
    __typeof__(nvrtcCreateProgram) *create;
    __typeof__(nvrtcDestroyProgram) *destroy;
    __typeof__(nvrtcCompileProgram) *compile;
    __typeof__(nvrtcGetProgramLogSize) *log_size;
    __typeof__(nvrtcGetProgramLog) *log;
    __typeof__(nvrtcGetLTOIRSize) *ir_size;
    __typeof__(nvrtcGetLTOIR) *ir;
    __typeof__(nvrtcGetCUBINSize) *cubin_size;
    __typeof__(nvrtcGetCUBIN) *cubin;
    nvJitLinkResult (*link_create)(nvJitLinkHandle *, uint32_t, const char **);
    nvJitLinkResult (*link_destroy)(nvJitLinkHandle *);
    nvJitLinkResult (*link_add)(nvJitLinkHandle, nvJitLinkInputType, const void *, size_t, const char *);
    nvJitLinkResult (*link_complete)(nvJitLinkHandle);
    nvJitLinkResult (*link_code_size)(nvJitLinkHandle, size_t *);
    nvJitLinkResult (*link_code)(nvJitLinkHandle, void *);
    nvJitLinkResult (*link_log_size)(nvJitLinkHandle, size_t *);
    nvJitLinkResult (*link_log)(nvJitLinkHandle, char *);
};

/* Loads the library of the CUDA version of the build, by SONAME, then from the default folder of toolkits. It is never
 * unloaded: its initialisation is expensive. */
static void *open_library(const char *name) {
    static const char *const patterns[] = {"lib%s.so.%d", "/usr/local/cuda/lib64/lib%s.so.%d"};
    void *library = NULL;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns && !library; i++) {
        char path[256];
        snprintf(path, sizeof path, patterns[i], name, MG_CUDA_MAJOR);
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    }
    return library;
}

static bool find_symbols(mg_compilers *c) {
    const struct {
        void *library;
        const char *name;
        void *at;
    } symbols[] = {
        {c->nvrtc, "nvrtcCreateProgram", &c->create},
        {c->nvrtc, "nvrtcDestroyProgram", &c->destroy},
        {c->nvrtc, "nvrtcCompileProgram", &c->compile},
        {c->nvrtc, "nvrtcGetProgramLogSize", &c->log_size},
        {c->nvrtc, "nvrtcGetProgramLog", &c->log},
        {c->nvrtc, "nvrtcGetLTOIRSize", &c->ir_size},
        {c->nvrtc, "nvrtcGetLTOIR", &c->ir},
        {c->nvrtc, "nvrtcGetCUBINSize", &c->cubin_size},
        {c->nvrtc, "nvrtcGetCUBIN", &c->cubin},
        {c->linker, "nvJitLinkCreate", &c->link_create},
        {c->linker, "nvJitLinkDestroy", &c->link_destroy},
        {c->linker, "nvJitLinkAddData", &c->link_add},
        {c->linker, "nvJitLinkComplete", &c->link_complete},
        {c->linker, "nvJitLinkGetLinkedCubinSize", &c->link_code_size},
        {c->linker, "nvJitLinkGetLinkedCubin", &c->link_code},
        {c->linker, "nvJitLinkGetErrorLogSize", &c->link_log_size},
        {c->linker, "nvJitLinkGetErrorLog", &c->link_log},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *const symbol = dlsym(symbols[i].library, symbols[i].name);
        if (!symbol) {
            return false;
        }
        memcpy(symbols[i].at, &symbol, sizeof symbol);
    }
    return true;
}

mg_status mg__compilers_open(mg_context *context, mg_compilers **compilers) {
    mg_status status = MG_OK;
    mg_compilers *c = NULL;
    MG_TRY(MG_ALLOC_ZEROED(context, c, 1, "the run-time compilers"));
    c->nvrtc = open_library("nvrtc");
    c->linker = c->nvrtc ? open_library("nvJitLink") : NULL;
    if (!c->linker) {
        MG_TRY(mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "programs from files require CUDA %d's run-time compiler on a GPU: lib%s.so.%d was not found",
                        MG_CUDA_MAJOR, c->nvrtc ? "nvJitLink" : "nvrtc", MG_CUDA_MAJOR));
    }
    if (!find_symbols(c)) {
        MG_TRY(mg__fail(context, MG_ERROR_UNSUPPORTED, "libnvrtc and libnvJitLink are of an unexpected version"));
    }
    *compilers = c;
    c = NULL;
out:
    mg__compilers_close(context, c);
    return status;
}

void mg__compilers_close(mg_context *context, mg_compilers *compilers) {
    if (!compilers) {
        return;
    }
    if (compilers->linker) {
        dlclose(compilers->linker);
    }
    if (compilers->nvrtc) {
        dlclose(compilers->nvrtc);
    }
    mg__release(&context->memory, compilers);
}

/* Fails with the first lines of a compiler log. */
static mg_status fail_with_log(mg_context *context, const char *source, char *log) {
    if (log && strlen(log) > 900) {
        strcpy(log + 900, "...");
    }
    return mg__fail(context, MG_ERROR_PROGRAM, "program %s: %s", source, log ? log : "the compiler failed");
}

/* Runs the compiler; name: in messages. */
static mg_status run_compiler(mg_context *context, const mg_compilers *c, nvrtcProgram program, const char *name,
                              int count, const char *const *options) {
    mg_status status = MG_OK;
    char *log = NULL;
    size_t size = 0;
    if (c->compile(program, count, options) == NVRTC_SUCCESS) {
        return MG_OK;
    }
    if (c->log_size(program, &size) == NVRTC_SUCCESS) {
        MG_TRY(MG_ALLOC(context, log, size + 1, "the compiler's messages"));
        log[0] = '\0';
        c->log(program, log);
    }
    status = fail_with_log(context, name, log);
out:
    mg__release(&context->memory, log);
    return status;
}

static mg_status compile(mg_context *context, const mg_compilers *c, nvrtcProgram program,
                         const mg_compile_request *r) {
    char folder[1024], arch[32], value[32], name[160], registers[32];
    const char *const slash = strrchr(r->source, '/');
    snprintf(folder, sizeof folder, "-I%.*s", slash ? (int)(slash - r->source) : 1, slash ? r->source : ".");
    snprintf(arch, sizeof arch, "-arch=%s_%d", r->quick_registers ? "sm" : "compute", r->architecture);
    snprintf(value, sizeof value, "-DMG_VALUE_SIZE=%d", (int)r->value_size);
    snprintf(name, sizeof name, "-DMG_LINK_PHASE=%s", r->phase);
    snprintf(registers, sizeof registers, "-maxrregcount=%d", r->quick_registers);
    const char *const last = r->quick_registers ? registers : NULL;
    const char *const options[] = {
        arch, value, name, folder, "-std=c++20", "-rdc=true", "-fmad=false", last ? "-DMG_QUICK" : "-dlto", last};
    const int count = (int)(sizeof options / sizeof *options) - (last ? 0 : 1);
    return run_compiler(context, c, program, r->source, count, options);
}

/* Copies the output of the compiler, machine code or LTO-IR. */
static mg_status take_output(mg_context *context, const mg_compilers *c, nvrtcProgram program, const char *name,
                             bool is_code, mg_blob *output) {
    mg_status status = MG_OK;
    if ((is_code ? c->cubin_size : c->ir_size)(program, &output->size) != NVRTC_SUCCESS) {
        MG_TRY(fail_with_log(context, name, NULL));
    }
    MG_TRY(mg__alloc(context, &output->data, output->size, 1, "compiled code"));
    if ((is_code ? c->cubin : c->ir)(program, output->data) != NVRTC_SUCCESS) {
        MG_TRY(fail_with_log(context, name, NULL));
    }
out:
    if (status < 0) {
        mg__release(&context->memory, output->data);
        *output = (mg_blob){0};
    }
    return status;
}

mg_status mg__compile_phase(mg_context *context, const mg_compilers *c, const mg_compile_request *r,
                            mg_blob *callbacks) {
    mg_status status = MG_OK;
    char text[1200];
    const char *names[MG_EMBEDDED_HEADERS + 1], *texts[MG_EMBEDDED_HEADERS + 1];
    nvrtcProgram program = NULL;
    *callbacks = (mg_blob){0};
    if (strlen(r->source) > 1000 || strpbrk(r->source, "\"\n")) {
        return mg__fail(context, MG_ERROR_PROGRAM, "program %s: its path is too long or has a quote in it", r->source);
    }
    snprintf(text, sizeof text,
             "#include <multigraph/cuda/typed.cuh>\n#include \"%s\"\n#include <multigraph/cuda/export.cuh>\n", r->source);
    memcpy(names, mg__embedded_names, sizeof mg__embedded_names);
    memcpy(texts, mg__embedded_texts, sizeof mg__embedded_texts);
    names[MG_EMBEDDED_HEADERS] = r->source;
    texts[MG_EMBEDDED_HEADERS] = r->text;
    if (c->create(&program, text, r->phase, MG_EMBEDDED_HEADERS + (r->text ? 1 : 0), texts, names) != NVRTC_SUCCESS) {
        return fail_with_log(context, r->source, NULL);
    }
    MG_TRY(compile(context, c, program, r));
    MG_TRY(take_output(context, c, program, r->source, r->quick_registers, callbacks));
out:
    c->destroy(&program);
    return status;
}

mg_status mg__compile_text(mg_context *context, const mg_compilers *c, const mg_text_request *r, mg_blob *code) {
    mg_status status = MG_OK;
    char arch[32];
    const char *options[MG_TEXT_OPTIONS + 3] = {arch, "-std=c++20", "-fmad=false"};
    nvrtcProgram program = NULL;
    *code = (mg_blob){0};
    assert(r->option_count <= MG_TEXT_OPTIONS);
    snprintf(arch, sizeof arch, "-arch=sm_%d", r->architecture);
    memcpy(options + 3, r->options, r->option_count * sizeof *options);
    if (c->create(&program, r->text, r->kernel, (int)r->count, r->texts, r->names) != NVRTC_SUCCESS) {
        return fail_with_log(context, r->kernel, NULL);
    }
    MG_TRY(run_compiler(context, c, program, r->kernel, (int)r->option_count + 3, options));
    MG_TRY(take_output(context, c, program, r->kernel, true, code));
out:
    c->destroy(&program);
    return status;
}

static mg_status fail_linking(mg_context *context, const mg_compilers *c, nvJitLinkHandle link) {
    char *log = NULL;
    size_t size = 0;
    if (c->link_log_size(link, &size) == NVJITLINK_SUCCESS && size > 0 &&
        MG_ALLOC(context, log, size + 1, "the linker's messages") == MG_OK) {
        log[0] = '\0';
        c->link_log(link, log);
    }
    const mg_status status = fail_with_log(context, "(linking)", log);
    mg__release(&context->memory, log);
    return status;
}

mg_status mg__link_phase(mg_context *context, const mg_compilers *c, const mg_blob *callbacks,
                         const mg_embedded *kernels, const char *kernel, int architecture, bool quick, mg_blob *code) {
    mg_status status = MG_OK;
    char arch[32], used[64];
    nvJitLinkHandle link = NULL;
    *code = (mg_blob){0};
    snprintf(arch, sizeof arch, "-arch=sm_%d", architecture);
    snprintf(used, sizeof used, "-kernels-used=%s", kernel);
    const char *options[] = {arch, "-lto", "-fma=0", used};
    const uint32_t count = quick ? 1 : sizeof options / sizeof *options;
    const nvJitLinkInputType type = quick ? NVJITLINK_INPUT_CUBIN : NVJITLINK_INPUT_LTOIR;
    if (c->link_create(&link, count, options) != NVJITLINK_SUCCESS) {
        return mg__fail(context, MG_ERROR_DEVICE, "CUDA's linker cannot be started for compute capability %d.%d",
                        architecture / 10, architecture % 10);
    }
    if (c->link_add(link, NVJITLINK_INPUT_FATBIN, kernels->data, kernels->size, "kernels") != NVJITLINK_SUCCESS ||
        c->link_add(link, type, callbacks->data, callbacks->size, "program") != NVJITLINK_SUCCESS ||
        c->link_complete(link) != NVJITLINK_SUCCESS || c->link_code_size(link, &code->size) != NVJITLINK_SUCCESS) {
        MG_TRY(fail_linking(context, c, link));
    }
    MG_TRY(mg__alloc(context, &code->data, code->size, 1, "linked kernels"));
    if (c->link_code(link, code->data) != NVJITLINK_SUCCESS) {
        MG_TRY(fail_linking(context, c, link));
    }
out:
    if (status < 0) {
        mg__release(&context->memory, code->data);
        *code = (mg_blob){0};
    }
    c->link_destroy(&link);
    return status;
}

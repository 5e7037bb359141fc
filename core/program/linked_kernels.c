/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/linked_kernels.h"

#include "core/program/cache.h"
#include "core/program/link_job.h"
#include "core/program/link_process.h"
#include "core/stage_clock.h"

#include <string.h>
#include <sys/wait.h>

/* A loaded kernel. */
typedef struct linked_kernel {
    struct linked_kernel *next;
    mg_cache_key key;
    cudaLibrary_t library;
    cudaKernel_t kernel;
    const char *name;
    bool quick, full_pending; /* full_pending: the full kernel that will replace this one is being linked, */
    mg_link_job *full_job; /* by this job; NULL: by a process, which stores it in the cache */
    pid_t process;         /* child process to reap; 0: none */
} linked_kernel;

struct mg_linked {
    mg_compilers *compilers;
    linked_kernel *kernels;      /* latest first: full kernels before the quick ones that they replace */
    mg_link_job *pending, *full_job; /* jobs of requested kernels; jobs of full ones that will replace quick ones */
};

static mg_status need_linked(mg_context *context, mg_linked **linked) {
    return *linked ? MG_OK : MG_ALLOC_ZEROED(context, *linked, 1, "linked kernels");
}

static mg_status load(mg_context *context, mg_linked *linked, linked_kernel kernel, const mg_blob *code,
                      linked_kernel **loaded) {
    mg_status status = MG_OK;
    linked_kernel *k = NULL;
    MG_TRY(MG_ALLOC(context, k, 1, "a linked kernel"));
    *k = kernel;
    MG_CUDA_TRY(context, cudaLibraryLoadData(&k->library, code->data, NULL, NULL, 0, NULL, NULL, 0),
                "loading linked kernels");
    MG_CUDA_TRY(context, cudaLibraryGetKernel(&k->kernel, k->library, k->name), "finding a linked kernel");
    k->next = linked->kernels;
    linked->kernels = k;
    *loaded = k;
    k = NULL;
out:
    if (k && k->library) {
        cudaLibraryUnload(k->library);
    }
    mg__release(&context->memory, k);
    return status;
}

/* Finds a loaded kernel of a tier; NULL: none. */
static linked_kernel *find_loaded(const mg_linked *linked, const uint64_t key[2], mg_link_tier tier) {
    linked_kernel *k = linked->kernels;
    while (k && (memcmp(k->key.hash, key, sizeof k->key.hash) != 0 || (tier == MG_LINK_FULL && k->quick) ||
                 (tier == MG_LINK_QUICK && !k->quick))) {
        k = k->next;
    }
    return k;
}

mg_status mg__linked_begin(mg_context *context, mg_linked **linked, const mg_link_request *request) {
    mg_status status = MG_OK;
    uint64_t key[2];
    bool named = false;
    MG_TRY(need_linked(context, linked));
    MG_TRY(mg__link_key(context, request, key, &named));
    if (!(named && find_loaded(*linked, key, request->tier)) && !mg__link_job_find((*linked)->pending, request)) {
        mg__link_job_start(context, &(*linked)->pending, request);
    }
out:
    return status;
}

/* Machine code from the job of a request, or linked now if there is none. key: key of the current source, or NULL. */
static mg_status get_code(mg_context *context, mg_linked *linked, const mg_link_request *request, const uint64_t *key,
                          mg_blob *code, mg_link_times *times) {
    mg_status status = MG_OK;
    mg_link_job *const job = mg__link_job_find(linked->pending, request);
    if (job) {
        MG_TRY(mg__link_job_take(context, &linked->pending, job, code, times));
        if (!key || memcmp(times->key, key, sizeof times->key) == 0) {
            return MG_OK;
        }
        mg__release(&context->memory, code->data);
    }
    MG_TRY(mg__link_code(context, &linked->compilers, request, code, times));
out:
    return status;
}

/* Starts linking the full kernel that will replace a quick one. */
static void start_full(mg_context *context, mg_linked *linked, const mg_link_request *request, linked_kernel *quick) {
    mg_link_request full = *request;
    full.tier = MG_LINK_FULL;
    quick->full_pending = mg__link_process_start(context, &full, &quick->process);
    if (!quick->full_pending) {
        quick->full_job = mg__link_job_start(context, &linked->full_job, &full);
        quick->full_pending = quick->full_job != NULL;
    }
}

/* Reaps the child process, which is a zombie until then. */
static void reap_process(linked_kernel *k, int options) {
    if (k->process && waitpid(k->process, NULL, options) != 0) {
        k->process = 0;
    }
}

static mg_status get_and_load(mg_context *context, mg_linked *linked, const mg_link_request *request,
                              const uint64_t *key, linked_kernel **loaded, mg_link_times *times) {
    mg_status status = MG_OK;
    mg_blob code = {0};
    MG_TRY(get_code(context, linked, request, key, &code, times));
    const double start = mg__now();
    linked_kernel *const found = find_loaded(linked, times->key, request->tier); /* the key is known after compilation
                                                                                    only */
    *loaded = found;
    if (!found) {
        const linked_kernel kernel = {.key = {{times->key[0], times->key[1]}},
                                      .name = mg__linked_name(request->family, request->wide),
                                      .quick = times->quick};
        MG_TRY(load(context, linked, kernel, &code, loaded));
    }
    times->load = 1e3 * (mg__now() - start);
    if (!found && times->quick && request->tier == MG_LINK_TIERED) {
        start_full(context, linked, request, *loaded);
    }
out:
    mg__release(&context->memory, code.data);
    return status;
}

mg_status mg__linked_kernel(mg_context *context, mg_linked **linked, const mg_link_request *request,
                            const void **kernel, mg_link_times *times) {
    MG_STAGE(context, MG_STAGE_KERNELS);
    mg_status status = MG_OK;
    uint64_t key[2];
    bool named = false, quick = false;
    linked_kernel *found = NULL;
    *times = (mg_link_times){0};
    MG_TRY(need_linked(context, linked));
    MG_TRY(mg__link_key(context, request, key, &named));
    found = named ? find_loaded(*linked, key, request->tier) : NULL;
    if (!found) {
        MG_TRY(get_and_load(context, *linked, request, named ? key : NULL, &found, times));
    }
    *kernel = (const void *)found->kernel;
    if (request->tier == MG_LINK_TIERED) {
        MG_TRY(mg__linked_upgrade(context, *linked, false, kernel, &quick));
    }
out:
    return status;
}

static linked_kernel *find_kernel(const mg_linked *linked, const void *kernel) {
    linked_kernel *k = linked->kernels;
    while (k && (const void *)k->kernel != kernel) {
        k = k->next;
    }
    return k;
}

/* Takes the code of the full kernel if complete. On failure, or if the file has changed, the quick one stays in use. */
static mg_status take_full(mg_context *context, mg_linked *linked, linked_kernel *k, bool wait, mg_blob *code) {
    mg_link_times times;
    if (!k->full_job) {
        reap_process(k, WNOHANG);
        return mg__cache_read(context, k->key, code);
    }
    if (!wait && !mg__link_job_is_done(k->full_job)) {
        return MG_OK;
    }
    const mg_status status = mg__link_job_take(context, &linked->full_job, k->full_job, code, &times);
    k->full_job = NULL;
    k->full_pending = false;
    if (status < 0) {
        mg__log(context, MG_LOG_WARNING, "a program continues with its quick kernel: %s", mg_context_error(context));
    } else if (memcmp(times.key, k->key.hash, sizeof times.key) != 0) {
        mg__release(&context->memory, code->data);
        *code = (mg_blob){0};
    }
    return MG_OK;
}

mg_status mg__linked_upgrade(mg_context *context, mg_linked *linked, bool wait, const void **kernel, bool *quick) {
    mg_status status = MG_OK;
    mg_blob code = {0};
    linked_kernel *const k = find_kernel(linked, *kernel);
    *quick = k && k->quick;
    if (!*quick) {
        return MG_OK;
    }
    linked_kernel *full = find_loaded(linked, k->key.hash, MG_LINK_FULL);
    if (!full && k->full_pending) {
        MG_TRY(take_full(context, linked, k, wait, &code));
    }
    if (code.data) {
        k->full_pending = false;
        MG_TRY(load(context, linked, (linked_kernel){.key = k->key, .name = k->name}, &code, &full));
    }
    if (full) {
        *kernel = (const void *)full->kernel;
        *quick = false;
    }
out:
    mg__release(&context->memory, code.data);
    return status;
}

#define TEXT_VERSION 1

static mg_cache_key key_of_text(const mg_text_request *r) {
    mg_cache_key key = {{CUDART_VERSION, TEXT_VERSION}};
    mg__cache_key_add(&key, r->kernel, strlen(r->kernel) + 1);
    mg__cache_key_add(&key, r->text, strlen(r->text) + 1);
    mg__cache_key_add(&key, &r->architecture, sizeof r->architecture);
    for (size_t i = 0; i < r->count; i++) {
        mg__cache_key_add(&key, r->texts[i], strlen(r->texts[i]) + 1);
    }
    for (size_t i = 0; i < r->option_count; i++) {
        mg__cache_key_add(&key, r->options[i], strlen(r->options[i]) + 1);
    }
    return key;
}

mg_status mg__linked_text(mg_context *context, mg_linked **linked, const mg_text_request *request,
                          const void **kernel) {
    const mg_cache_key key = key_of_text(request);
    mg_blob code = {0};
    mg_status status;
    MG_TRY(need_linked(context, linked));
    linked_kernel *found = find_loaded(*linked, key.hash, MG_LINK_FULL);
    if (!found) {
        MG_TRY(mg__cache_read(context, key, &code));
        if (!code.data) {
            MG_TRY((*linked)->compilers ? MG_OK : mg__compilers_open(context, &(*linked)->compilers));
            MG_TRY(mg__compile_text(context, (*linked)->compilers, request, &code));
            mg__cache_write(context, key, &code);
        }
        MG_TRY(load(context, *linked, (linked_kernel){.key = key, .name = request->kernel}, &code, &found));
    }
    *kernel = (const void *)found->kernel;
out:
    mg__release(&context->memory, code.data);
    return status;
}

void mg__linked_release(mg_context *context, mg_linked *linked) {
    if (!linked) {
        return;
    }
    mg__link_jobs_release(context, linked->pending);
    mg__link_jobs_release(context, linked->full_job);
    while (linked->kernels) {
        linked_kernel *const next = linked->kernels->next;
        reap_process(linked->kernels, 0);
        cudaLibraryUnload(linked->kernels->library);
        mg__release(&context->memory, linked->kernels);
        linked->kernels = next;
    }
    mg__compilers_close(context, linked->compilers);
    mg__release(&context->memory, linked);
}

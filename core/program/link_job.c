/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/link_job.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

struct mg_link_job {
    mg_link_job *next, *next_running;
    mg_link_request request; /* its strings are copies owned by the job */
    pthread_t thread;
    pid_t process;       /* process of the thread: after a fork the child has no such thread */
    mg_context *context; /* context of the thread, since one thread at a time may use a context */
    mg_compilers *compilers;
    mg_blob code;
    mg_link_times times;
    mg_status status;
    atomic_bool done;
};

/* Jobs of all contexts whose threads have not been joined. */
static mg_link_job *running;
static pthread_mutex_t running_lock = PTHREAD_MUTEX_INITIALIZER;

static void add_running(mg_link_job *job) {
    pthread_mutex_lock(&running_lock);
    job->next_running = running;
    running = job;
    pthread_mutex_unlock(&running_lock);
}

/* Joins the thread of a job, or of any job (NULL); returns the job, or NULL if there is none to join. */
static mg_link_job *wait_for(mg_link_job *wanted) {
    pthread_mutex_lock(&running_lock);
    mg_link_job **at = &running;
    while (*at && wanted && *at != wanted) {
        at = &(*at)->next_running;
    }
    mg_link_job *const job = *at;
    if (job) {
        *at = job->next_running;
    }
    pthread_mutex_unlock(&running_lock);
    if (job && job->process == getpid()) {
        pthread_join(job->thread, NULL);
    }
    return job;
}

static void wait_for_all(void *unused) {
    (void)unused;
    while (wait_for(NULL)) {
    }
}

/* Functions of the C library for thread-local destructors, if it has them. */
extern int __cxa_thread_atexit_impl(void (*destructor)(void *), void *object, void *library) __attribute__((weak));
extern void *__dso_handle __attribute__((visibility("hidden")));

/* Joins all jobs when this thread exits or ends the process: their threads must not run while the libraries of the
 * compilers are destroyed. `atexit` is too late: handlers that these libraries register at first use run before. */
static void wait_at_end(void) {
    static _Thread_local bool registered;
    if (!registered && __cxa_thread_atexit_impl) {
        __cxa_thread_atexit_impl(wait_for_all, NULL, &__dso_handle);
        registered = true;
    }
}

static void *work(void *given) {
    mg_link_job *const job = given;
    job->status = mg__link_code(job->context, &job->compilers, &job->request, &job->code, &job->times);
    atomic_store(&job->done, true);
    return NULL;
}

static bool same(const mg_link_request *a, const mg_link_request *b) {
    return strcmp(a->source, b->source) == 0 && strcmp(a->phase, b->phase) == 0 && a->value_size == b->value_size &&
           a->family == b->family && a->wide == b->wide && a->architecture == b->architecture && a->tier == b->tier;
}

mg_link_job *mg__link_job_find(mg_link_job *jobs, const mg_link_request *request) {
    while (jobs && !same(&jobs->request, request)) {
        jobs = jobs->next;
    }
    return jobs;
}

/* Releases a job whose thread has been joined. */
static void release_job(mg_context *context, mg_link_job *job) {
    if (job->context) {
        mg__release(&job->context->memory, job->code.data);
        mg__compilers_close(job->context, job->compilers);
        mg_context_destroy(job->context);
    }
    mg__release(&context->memory, job);
}

/* Allocates a job followed by copies of its strings; NULL: out of memory. */
static mg_link_job *create_job(mg_context *context, const mg_link_request *request) {
    const size_t source = strlen(request->source) + 1, phase = strlen(request->phase) + 1;
    mg_link_job *const job = mg__allocate(&context->memory, 1, sizeof *job + source + phase);
    if (!job) {
        return NULL;
    }
    char *const strings = (char *)(job + 1);
    memcpy(strings, request->source, source);
    memcpy(strings + source, request->phase, phase);
    *job = (mg_link_job){.request = *request, .process = getpid()};
    job->request.source = strings;
    job->request.phase = strings + source;
    if (mg_context_create(NULL, &job->context) < 0) {
        release_job(context, job);
        return NULL;
    }
    return job;
}

/* The thread blocks all signals: the application's threads handle them. */
static bool start_thread(mg_link_job *job) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(&job->thread, NULL, work, job);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error == 0;
}

mg_link_job *mg__link_job_start(mg_context *context, mg_link_job **jobs, const mg_link_request *request) {
    mg_link_job *const job = create_job(context, request);
    if (job && !start_thread(job)) {
        release_job(context, job);
        return NULL;
    }
    if (job) {
        wait_at_end();
        add_running(job);
        job->next = *jobs;
        *jobs = job;
    }
    return job;
}

bool mg__link_job_is_done(mg_link_job *job) {
    return atomic_load(&job->done);
}

mg_status mg__link_job_take(mg_context *context, mg_link_job **jobs, mg_link_job *job, mg_blob *code,
                            mg_link_times *times) {
    mg_status status = MG_OK;
    *code = (mg_blob){0};
    while (*jobs != job) {
        assert(*jobs);
        jobs = &(*jobs)->next;
    }
    *jobs = job->next;
    wait_for(job);
    *times = job->times;
    if (job->status < 0) {
        MG_TRY(mg__fail(context, job->status, "%s", mg_context_error(job->context)));
    }
    MG_TRY(mg__alloc(context, &code->data, job->code.size, 1, "linked kernels"));
    memcpy(code->data, job->code.data, job->code.size);
    code->size = job->code.size;
out:
    release_job(context, job);
    return status;
}

void mg__link_jobs_release(mg_context *context, mg_link_job *jobs) {
    while (jobs) {
        mg_link_job *const next = jobs->next;
        wait_for(jobs);
        release_job(context, jobs);
        jobs = next;
    }
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * link_job.h: linking in background threads, concurrently with initialising the device and uploading the graph, or with
 * running quick kernels.
 */
#ifndef MG_CORE_PROGRAM_LINK_JOB_H
#define MG_CORE_PROGRAM_LINK_JOB_H

#include "core/program/link.h"

/* A job that was started and not yet taken; jobs form a list. */
typedef struct mg_link_job mg_link_job;

/* Starts mg__link_code for a request in a new thread and adds the job to the list; NULL: out of threads or memory. */
mg_link_job *mg__link_job_start(mg_context *context, mg_link_job **jobs, const mg_link_request *request);

/* Finds the job of a request; NULL: none. */
mg_link_job *mg__link_job_find(mg_link_job *jobs, const mg_link_request *request);

bool mg__link_job_is_done(mg_link_job *job);

/* Waits for a job and removes it from its list. Returns its machine code (the caller releases it) and times, or its
 * failure, as that of the context. */
mg_status mg__link_job_take(mg_context *context, mg_link_job **jobs, mg_link_job *job, mg_blob *code,
                            mg_link_times *times);

/* Waits for all jobs and releases them. */
void mg__link_jobs_release(mg_context *context, mg_link_job *jobs);

#endif

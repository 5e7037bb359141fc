/* SPDX-License-Identifier: Apache-2.0
 *
 * link_job.h: linking in the background, so that kernels come about while the device is opened and the graph uploaded,
 * and full ones while quick ones run.
 */
#ifndef MG_CORE_PROGRAM_LINK_JOB_H
#define MG_CORE_PROGRAM_LINK_JOB_H

#include "core/program/link.h"

/* Jobs that were started and not taken yet, as a list. */
typedef struct mg_link_job mg_link_job;

/* Starts mg__link_code for a request in a thread of its own and adds it to the list; NULL where no thread or memory can
 * be had. */
mg_link_job *mg__link_job_start(mg_context *context, mg_link_job **jobs, const mg_link_request *request);

/* The list's job for a request, or NULL. */
mg_link_job *mg__link_job_find(mg_link_job *jobs, const mg_link_request *request);

bool mg__link_job_is_done(mg_link_job *job);

/* Waits for a job and removes it from its list. Its machine code (the caller releases it), its times, or its failure as
 * the context's. */
mg_status mg__link_job_take(mg_context *context, mg_link_job **jobs, mg_link_job *job, mg_blob *code,
                            mg_link_times *times);

/* Waits for all jobs and forgets them. */
void mg__link_jobs_release(mg_context *context, mg_link_job *jobs);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * link_job.h: linking in the background, so that kernels come about while the device is opened and the graph uploaded.
 */
#ifndef MG_CORE_PROGRAM_LINK_JOB_H
#define MG_CORE_PROGRAM_LINK_JOB_H

#include "core/program/link.h"

/* Jobs that were started and not taken yet, as a list. */
typedef struct mg_link_job mg_link_job;

/* Starts mg__link_code for a request in a thread of its own and adds it to the list. Does nothing where such a job is
 * there already, and where no thread or memory can be had: then whoever wants the kernel links it. */
void mg__link_job_start(mg_context *context, mg_link_job **jobs, const mg_link_request *request);

/* Waits for the request's job and removes it; *found tells whether there was one. Its machine code (the caller releases
 * it), its times, or its failure as the context's. */
mg_status mg__link_job_take(mg_context *context, mg_link_job **jobs, const mg_link_request *request, bool *found,
                            mg_blob *code, mg_link_times *times);

/* Waits for all jobs and forgets them. */
void mg__link_jobs_release(mg_context *context, mg_link_job *jobs);

#endif

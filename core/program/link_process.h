/* SPDX-License-Identifier: Apache-2.0
 *
 * link_process.h: a full kernel made by a process of its own, the program multigraph-link, which leaves it in the cache
 * on disk. It may outlive the process that started it, which so need not wait for it at its end.
 */
#ifndef MG_CORE_PROGRAM_LINK_PROCESS_H
#define MG_CORE_PROGRAM_LINK_PROCESS_H

#include "core/program/link.h"

#include <sys/types.h>

/* Has the full kernel of a request made. *starter is the process to wait for, which ends as soon as the one that does
 * the work has begun. False where the cache or multigraph-link cannot be used. */
bool mg__link_process_start(mg_context *context, const mg_link_request *request, pid_t *starter);

/* What multigraph-link does; its exit status. */
int mg__link_process_main(int count, char **arguments);

#endif

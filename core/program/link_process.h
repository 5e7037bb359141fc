/* SPDX-License-Identifier: Apache-2.0
 *
 * link_process.h: links a full kernel (link.h) in a separate process, the program multigraph-link, which stores it in
 * the disk cache. That process may outlive the one that started it, which need not wait for it.
 */
#ifndef MG_CORE_PROGRAM_LINK_PROCESS_H
#define MG_CORE_PROGRAM_LINK_PROCESS_H

#include "core/program/link.h"

#include <sys/types.h>

/* Starts linking the full kernel of a request. *starter: child process to reap, which forks the worker and exits.
 * False: the cache or multigraph-link cannot be used. */
bool mg__link_process_start(mg_context *context, const mg_link_request *request, pid_t *starter);

/* Main function of multigraph-link; returns its exit status. */
int mg__link_process_main(int count, char **arguments);

#endif

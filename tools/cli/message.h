/* SPDX-License-Identifier: Apache-2.0
 *
 * message.h: exit statuses, and messages on standard error.
 */
#ifndef MG_TOOLS_CLI_MESSAGE_H
#define MG_TOOLS_CLI_MESSAGE_H

#include <multigraph/multigraph.h>

/* Exit statuses; the same for every verb. */
enum {
    STATUS_SUCCESS = 0,
    STATUS_FAILURE = 1,      /* memory, device, writing */
    STATUS_USAGE = 2,        /* wrong command line or wrong input */
    STATUS_VERIFICATION = 3, /* --verify found a wrong result */
    STATUS_SLOWER = 4,       /* bench --against: a cell got slower, or its result is no longer correct */
    STATUS_INTERRUPTED = 130
};

/* Prints "multigraph: ..." and a newline to standard error, after erasing the progress bar. */
void message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Says that INT cancelled the run. Silent after TERM and HUP, whose parent process sees the signal. Returns the exit
 * status. */
int message_interrupted(void);

/* The exit status for a failed call of the library. */
int status_of(mg_status status);

/* Prints the error of the context's last call and returns the exit status for it. */
int library_failure(const mg_context *context, mg_status status);

#endif

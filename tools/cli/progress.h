/* SPDX-License-Identifier: Apache-2.0
 *
 * progress.h: the progress bar on standard error, and cancellation of the library by Ctrl-C.
 */
#ifndef MG_TOOLS_CLI_PROGRESS_H
#define MG_TOOLS_CLI_PROGRESS_H

#include <multigraph/multigraph.h>

typedef enum progress_when { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER } progress_when;

/* AUTO: only where standard error is a terminal. */
void progress_set_up(progress_when when);

/* The library's progress callback; returns false (cancels the run) after an interruption. */
bool progress_report(void *data, const mg_progress *progress);

/* A remark that follows the time left, where that is more than an hour; NULL: none. A string constant. */
void progress_remark(const char *remark);

/* Is a bar shown? May be called by signal handlers. */
bool progress_is_drawn(void);
/* Erases the bar, if one is shown. */
void progress_erase(void);

/* "850 ms", "12.3 s", "4:05 min", "2:10 h". */
#define DURATION_SIZE 32
const char *duration_text(double seconds, char text[DURATION_SIZE]);

#endif

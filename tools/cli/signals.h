/* SPDX-License-Identifier: Apache-2.0
 *
 * signals.h: the first Ctrl-C cancels the run, the second one ends the process. Unfinished files are removed on every
 * handled signal. After signals_cancel_first the first TERM or HUP cancels the run as well.
 */
#ifndef MG_TOOLS_CLI_SIGNALS_H
#define MG_TOOLS_CLI_SIGNALS_H

#include <stdbool.h>

/* Handles INT, TERM, HUP and PIPE, except those that were ignored at the start. */
void signals_install(void);

/* True after a signal cancelled the run. */
bool interrupted(void);

/* From now on the first TERM or HUP cancels the run like Ctrl-C, so that the verb can clean up. */
void signals_cancel_first(void);
/* At the end of main: raises the TERM or HUP that cancelled the run, so that the parent process sees it. */
void signals_end(void);

/* Files that a fatal signal removes, at most UNFINISHED_MAX. `path` must be valid until unfinished_remove. */
#define UNFINISHED_MAX 8
void unfinished_add(const char *path);
void unfinished_remove(const char *path);

/* A process group that a fatal signal kills; 0: none. */
void signals_kill_group(int group);

#endif

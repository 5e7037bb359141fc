/* SPDX-License-Identifier: Apache-2.0
 *
 * signals.h: Ctrl-C asks the run to end, a second one ends the process; no signal leaves an unfinished file behind.
 * While more than files must be put away, TERM and HUP ask first, too.
 */
#ifndef MG_TOOLS_CLI_SIGNALS_H
#define MG_TOOLS_CLI_SIGNALS_H

#include <stdbool.h>

/* Handles INT, TERM, HUP and PIPE, except those that the parent process made us ignore. */
void signals_install(void);

/* True once Ctrl-C was pressed, or another signal asked. */
bool interrupted(void);

/* From now on the first TERM or HUP is treated as Ctrl-C is: what runs can put away what it has made. */
void signals_cancel_first(void);
/* At the end of main: ends the process by the signal that asked, if there was one, so that its parent sees it. */
void signals_end(void);

/* Files that a fatal signal removes. `path` must stay valid until it is forgotten. At most UNFINISHED_MAX at a time. */
#define UNFINISHED_MAX 8
void unfinished_add(const char *path);
void unfinished_remove(const char *path);

/* A group of processes that a fatal signal kills, too; 0: none. */
void signals_kill_group(int group);

#endif

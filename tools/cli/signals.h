/* SPDX-License-Identifier: Apache-2.0
 *
 * signals.h: the first INT, TERM or HUP cancels the run; what has not ended GRACE_MS later, or a second signal, ends
 * the process. Unfinished files and child processes are removed in every case.
 */
#ifndef MG_TOOLS_CLI_SIGNALS_H
#define MG_TOOLS_CLI_SIGNALS_H

#include <stdbool.h>

/* Time for a cancelled run to end by itself. A blocked read, a looping callback or a verifier does not. */
#define GRACE_MS 500

/* Handles INT, TERM, HUP and PIPE, except those that were ignored at the start. */
void signals_install(void);

/* True after a signal cancelled the run. */
bool interrupted(void);
/* True if that was TERM or HUP, of which the parent process learns by signals_end, not by a message. */
bool terminated(void);

/* At the end of main: raises the TERM or HUP that cancelled the run, so that the parent process sees it. */
void signals_end(void);

/* Files, and folders of files, that a fatal signal removes, at most UNFINISHED_MAX. `path` must be valid until
 * unfinished_remove. */
#define UNFINISHED_MAX 16
void unfinished_add(const char *path);
void unfinished_remove(const char *path);

/* A process group that a fatal signal kills; 0: none. */
void signals_kill_group(int group);

#endif

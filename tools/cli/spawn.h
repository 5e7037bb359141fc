/* SPDX-License-Identifier: Apache-2.0
 *
 * spawn.h: runs a process: a peer, or this command again.
 */
#ifndef MG_TOOLS_CLI_SPAWN_H
#define MG_TOOLS_CLI_SPAWN_H

#include <stdbool.h>
#include <stddef.h>

#define SPAWN_OUTPUT_MAX ((size_t)8 << 20)

typedef enum spawn_end { SPAWN_EXITED, SPAWN_KILLED, SPAWN_TIMED_OUT, SPAWN_INTERRUPTED, SPAWN_FAILED } spawn_end;

typedef struct spawn_result {
    spawn_end end;
    int status;   /* exit status, signal or errno, by `end` */
    char *output; /* both streams; beyond SPAWN_OUTPUT_MAX only beginning and end; caller frees */
    bool truncated;
    double seconds; /* from before the process was made until it had gone */
} spawn_result;

/* Runs argv[0] (searched on the PATH if it has no slash) with empty standard input. Kills its process group after
 * `seconds` or at Ctrl-C. */
spawn_result spawn_run(char *const argv[], double seconds);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * launched.h: processes of the command that `mpirun` has started together.
 */
#ifndef MGT_CLI_LAUNCHED_H
#define MGT_CLI_LAUNCHED_H

#include "tools/cli/options.h"

/* Number of processes that were started with this one, and its number; 1 and 0 where no launcher has started it. */
unsigned launched_count(void);
unsigned launched_index(void);

/* Of every process but the first: it writes no text, not even of a wrong command line, */
void launched_silence(void);
/* and no files. */
void launched_drop_files(cli_options *options);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/cli/launched.h"

#include "tools/cli/message.h"
#include "tools/cli/progress.h"

#include <stdio.h>
#include <stdlib.h>

/* What the launchers of Open MPI and of others (PMI) say in the environment. */
static const char *const counts[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
static const char *const indices[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK"};

static unsigned number_of(const char *const *names, unsigned otherwise) {
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const char *const text = getenv(names[i]);
        if (text && *text) {
            return (unsigned)strtoul(text, NULL, 10);
        }
    }
    return otherwise;
}

unsigned launched_count(void) {
    return number_of(counts, 1);
}

unsigned launched_index(void) {
    return launched_count() > 1 ? number_of(indices, 0) : 0;
}

void launched_silence(void) {
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) {
        exit(STATUS_FAILURE);
    }
}

void launched_drop_files(cli_options *options) {
    options->output = options->parents = options->metrics = options->trace = NULL;
    options->progress = PROGRESS_NEVER;
}

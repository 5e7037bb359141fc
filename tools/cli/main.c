/* SPDX-License-Identifier: Apache-2.0
 *
 * main.c: the `multigraph` command. Finds the verb and runs it.
 */
#include "tools/cli/aliases.h"
#include "tools/cli/guide.h"
#include "tools/cli/help.h"
#include "tools/cli/launched.h"
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"
#include "tools/cli/thread_waits.h"
#include "tools/output/machine.h"
#include "tools/output/wait.h"

#include <stdio.h>
#include <string.h>

static bool is_any(const char *word, const char *a, const char *b) {
    return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

int main(int argc, char **argv) {
    wait_begin();
    if (argc < 2) {
        help_print_short();
        return STATUS_USAGE;
    }
    if (is_any(argv[1], "--help", "-h")) {
        return help_print(NULL, false);
    }
    if (is_any(argv[1], "--version", "-V") || strcmp(argv[1], "version") == 0) {
        return version_print();
    }
    const char *const word = alias_of(argv[1]);
    const guide *g = guide_find(word);
    if (g) {
        return g->print(argc - 1, argv + 1);
    }
    const verb *v = verb_find(word);
    if (!v) {
        return unknown_verb(argv[1]);
    }
    thread_waits_set_up(argv);
    signals_install();
    machine_keep_command_line(argc, argv);
    cli_options options;
    if (launched_index() > 0) {
        if (!(v->bit & VERB_RUNNERS)) {
            return STATUS_SUCCESS; /* the first process does it alone */
        }
        launched_silence();
    }
    int status = options_parse(v, argc - 1, argv + 1, &options);
    if (status != STATUS_SUCCESS) { /* mpirun ends all when one fails: the first process is to say why */
        return launched_index() > 0 ? STATUS_SUCCESS : status;
    }
    if (options.help) {
        return help_print(v, false);
    }
    if (options.version) {
        return version_print();
    }
    if (launched_index() > 0) {
        launched_drop_files(&options);
    }
    progress_set_up(options.verbosity < 0 && options.progress == PROGRESS_AUTO ? PROGRESS_NEVER
                                                                               : (progress_when)options.progress);
    const int ended = v->run(v, &options);
    signals_end();
    return ended;
}

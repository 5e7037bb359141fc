/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/cli/guide.h"
#include "tools/cli/aliases.h"
#include "tools/cli/help.h"
#include "tools/cli/message.h"
#include "tools/cli/suggest.h"

#include <stdio.h>
#include <string.h>

static int print_help(int argc, char **argv) {
    if (argc < 2 || strcmp(argv[1], "all") == 0) {
        return help_print(NULL, argc >= 2);
    }
    const verb *v = verb_find(alias_of(argv[1]));
    return v ? help_print(v, false) : unknown_verb(argv[1]);
}

const guide guide_table[] = {
    {"help", "VERB", "the help of one verb, `multigraph help bfs`, or of `all`", print_help},
    {"manual", "VERB", "a manual page: `multigraph manual bfs | man -l -`", print_manual},
    {"completions", "bash|zsh|fish", "for a shell: `. <(multigraph completions bash)`", print_completions},
};
const size_t guide_count = sizeof guide_table / sizeof *guide_table;

const guide *guide_find(const char *name) {
    for (size_t i = 0; i < guide_count; i++) {
        if (strcmp(guide_table[i].name, name) == 0) {
            return &guide_table[i];
        }
    }
    return NULL;
}

int unknown_verb(const char *name) {
    suggestion near = SUGGESTION_NONE;
    for (size_t i = 0; i < verb_count; i++) {
        suggestion_consider(&near, name, verb_table[i].name);
    }
    for (size_t i = 0; i < guide_count; i++) {
        suggestion_consider(&near, name, guide_table[i].name);
    }
    if (near.word) {
        message("there is no verb '%s'; did you mean '%s'?", name, near.word);
    } else {
        message("there is no verb '%s'", name);
    }
    fputs("Try 'multigraph --help'.\n", stderr);
    return STATUS_USAGE;
}

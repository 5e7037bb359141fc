/* SPDX-License-Identifier: Apache-2.0
 *
 * The script for fish: one `complete` command per verb and option.
 */
#include "tools/cli/completions.h"
#include "tools/cli/guide.h"

#include <stdio.h>

/* Inside fish's single quotes a quote and a backslash are escaped by a backslash. */
static void print_quoted(const char *text) {
    putchar('\'');
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\') {
            putchar('\\');
        }
        putchar(*text);
    }
    putchar('\'');
}

static void print_name(const char *name, const char *summary) {
    printf("complete -c multigraph -n __fish_use_subcommand -f -a %s -d ", name);
    print_quoted(summary);
    putchar('\n');
}

static void print_option_line(const verb *v, const option_spec *spec) {
    char words[COMPLETION_WORDS_SIZE];
    printf("complete -c multigraph -n '__fish_seen_subcommand_from %s' -l %s", v->name, spec->name);
    if (spec->alias) {
        printf(" -s %c", spec->alias);
    }
    if (spec->argument) {
        switch (completion_of_option(spec, words)) {
        case COMPLETES_WORDS:
            printf(" -x -a '%s'", words);
            break;
        case COMPLETES_FILES:
            fputs(" -r -F", stdout);
            break;
        default:
            fputs(" -x", stdout);
            break;
        }
    }
    fputs(" -d ", stdout);
    print_quoted(spec->help);
    putchar('\n');
}

static void print_verb(const verb *v) {
    char words[COMPLETION_WORDS_SIZE];
    const completion_kind kind = completion_of_operand(v, words);
    if (kind != COMPLETES_FILES) {
        printf("complete -c multigraph -n '__fish_seen_subcommand_from %s' %s-a '%s'\n", v->name,
               kind == COMPLETES_WORDS_AND_FILES ? "" : "-f ", words);
    }
    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].verbs & v->bit) {
            print_option_line(v, &option_table[i]);
        }
    }
}

void completions_fish(void) {
    char words[COMPLETION_WORDS_SIZE];
    printf("# fish completion for multigraph %s, made by `multigraph completions fish`.\n", mg_version());
    for (size_t i = 0; i < verb_count; i++) {
        print_name(verb_table[i].name, verb_table[i].summary);
    }
    for (size_t i = 0; i < guide_count; i++) {
        print_name(guide_table[i].name, guide_table[i].summary);
        completion_of_guide(guide_table[i].takes, words);
        printf("complete -c multigraph -n '__fish_seen_subcommand_from %s' -f -a '%s'\n", guide_table[i].name, words);
    }
    for (size_t i = 0; i < verb_count; i++) {
        print_verb(&verb_table[i]);
    }
}

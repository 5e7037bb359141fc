/* SPDX-License-Identifier: Apache-2.0
 *
 * The bash script: a `case` over the verb, with a nested `case` over the option before the current word.
 */
#include "tools/cli/completions.h"
#include "tools/cli/guide.h"

#include <stdio.h>

/* bash passes `=` as a separate word. */
static const char head[] = "_multigraph_words() {\n"
                           "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$current\")\n"
                           "}\n\n"
                           "_multigraph_files() {\n"
                           "    compopt -o filenames 2>/dev/null\n"
                           "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$current\")\n"
                           "}\n\n"
                           "_multigraph() {\n"
                           "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
                           "    COMPREPLY=()\n"
                           "    if [[ $current == = ]]; then\n"
                           "        current=\n"
                           "    elif [[ $previous == = ]]; then\n"
                           "        previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
                           "    fi\n"
                           "    if [[ $COMP_CWORD == 1 ]]; then\n"
                           "        _multigraph_words '";

static void print_option_case(const option_spec *spec) {
    char words[COMPLETION_WORDS_SIZE];
    if (!spec->argument) {
        return;
    }
    printf("        --%s", spec->name);
    if (spec->alias) {
        printf(" | -%c", spec->alias);
    }
    switch (completion_of_option(spec, words)) {
    case COMPLETES_WORDS:
        printf(") _multigraph_words '%s' && return ;;\n", words);
        break;
    case COMPLETES_FILES:
        puts(") _multigraph_files && return ;;");
        break;
    default:
        puts(") return ;;");
        break;
    }
}

static void print_verb(const verb *v) {
    char words[COMPLETION_WORDS_SIZE];
    printf("    %s)\n        case $previous in\n", v->name);
    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].verbs & v->bit) {
            print_option_case(&option_table[i]);
        }
    }
    fputs("        esac\n        if [[ $current == -* ]]; then\n            _multigraph_words '", stdout);
    const char *separator = "";
    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].verbs & v->bit) {
            printf("%s--%s", separator, option_table[i].name);
            separator = " ";
        }
    }
    puts("'\n            return\n        fi");
    const completion_kind kind = completion_of_operand(v, words);
    if (kind == COMPLETES_WORDS || kind == COMPLETES_WORDS_AND_FILES) {
        printf("        _multigraph_words '%s'\n", words);
    }
    if (kind == COMPLETES_FILES || kind == COMPLETES_WORDS_AND_FILES) {
        puts("        _multigraph_files");
    }
    puts("        ;;");
}

void completions_bash(void) {
    char words[COMPLETION_WORDS_SIZE];
    printf("# bash completion for multigraph %s, made by `multigraph completions bash`.\n", mg_version());
    fputs(head, stdout);
    for (size_t i = 0; i < verb_count; i++) {
        printf("%s ", verb_table[i].name);
    }
    for (size_t i = 0; i < guide_count; i++) {
        printf("%s ", guide_table[i].name);
    }
    puts("--help --version'\n        return\n    fi\n    case ${COMP_WORDS[1]} in");
    for (size_t i = 0; i < verb_count; i++) {
        print_verb(&verb_table[i]);
    }
    for (size_t i = 0; i < guide_count; i++) {
        completion_of_guide(guide_table[i].takes, words);
        printf("    %s) [[ $COMP_CWORD != 2 ]] || _multigraph_words '%s' ;;\n", guide_table[i].name, words);
    }
    puts("    esac\n}\ncomplete -F _multigraph multigraph");
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The script for zsh: _arguments with one specification per option.
 */
#include "tools/cli/completions.h"
#include "tools/cli/guide.h"

#include <stdio.h>

static const char head[] = "_multigraph() {\n"
                           "    local context state state_descr line\n"
                           "    typeset -A opt_args\n"
                           "    _arguments -C '1:verb:->verb' '*::argument:->rest'\n"
                           "    case $state in\n"
                           "    verb)\n"
                           "        local -a verbs=(\n";

static void print_action(completion_kind kind, const char *words) {
    switch (kind) {
    case COMPLETES_WORDS:
        printf("(%s)", words);
        break;
    case COMPLETES_FILES:
        fputs("_files", stdout);
        break;
    case COMPLETES_WORDS_AND_FILES:
        printf("{_alternative \"words:word:(%s)\" \"files:file:_files\"}", words);
        break;
    case COMPLETES_NOTHING:
        putchar(' ');
        break;
    }
}

/* '(-r --source)'{-r+,--source=}'[help]:ID: ' */
static void print_option_spec(const option_spec *spec) {
    char words[COMPLETION_WORDS_SIZE];
    fputs("            ", stdout);
    if (spec->alias) {
        printf("'(-%c --%s)'{-%c%s,--%s%s}", spec->alias, spec->name, spec->alias, spec->argument ? "+" : "",
               spec->name, spec->argument ? "=" : "");
    } else {
        printf("'--%s%s", spec->name, spec->argument ? "=" : "");
    }
    fputs(spec->alias ? "'[" : "[", stdout);
    completion_print(spec->help, "[]\\");
    putchar(']');
    if (spec->argument) {
        putchar(':');
        completion_print(spec->argument, ":\\");
        putchar(':');
        print_action(completion_of_option(spec, words), words);
    }
    puts("' \\");
}

static void print_verb(const verb *v) {
    char words[COMPLETION_WORDS_SIZE];
    printf("        %s)\n            _arguments -s -S \\\n", v->name);
    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].verbs & v->bit) {
            print_option_spec(&option_table[i]);
        }
    }
    fputs("            '*:", stdout);
    completion_print(v->takes ? v->takes->noun : "nothing", ":\\");
    putchar(':');
    print_action(completion_of_operand(v, words), words);
    puts("'\n            ;;");
}

static void print_name(const char *name, const char *summary) {
    printf("            '%s:", name);
    completion_print(summary, "\\");
    puts("'");
}

void completions_zsh(void) {
    char words[COMPLETION_WORDS_SIZE];
    printf("#compdef multigraph\n# zsh completion for multigraph %s, made by `multigraph completions zsh`.\n",
           mg_version());
    fputs(head, stdout);
    for (size_t i = 0; i < verb_count; i++) {
        print_name(verb_table[i].name, verb_table[i].summary);
    }
    for (size_t i = 0; i < guide_count; i++) {
        print_name(guide_table[i].name, guide_table[i].summary);
    }
    puts("        )\n        _describe verb verbs\n        ;;\n    rest)\n        case $words[1] in");
    for (size_t i = 0; i < verb_count; i++) {
        print_verb(&verb_table[i]);
    }
    for (size_t i = 0; i < guide_count; i++) {
        completion_of_guide(guide_table[i].takes, words);
        printf("        %s) _arguments '1:word:(%s)' ;;\n", guide_table[i].name, words);
    }
    puts("        esac\n        ;;\n    esac\n}\n\n"
         "# Autoloaded from $fpath the file is the function's body; read by `source` it registers the function.\n"
         "if [[ $funcstack[1] == _multigraph ]]; then\n    _multigraph \"$@\"\nelse\n    compdef _multigraph "
         "multigraph\nfi");
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/cli/completions.h"
#include "tools/cli/guide.h"
#include "tools/cli/message.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    void (*print)(void);
} shells[] = {{"bash", completions_bash}, {"zsh", completions_zsh}, {"fish", completions_fish}};

static void add_word(char words[COMPLETION_WORDS_SIZE], const char *word, size_t length) {
    const size_t used = strlen(words);
    snprintf(words + used, COMPLETION_WORDS_SIZE - used, "%s%.*s", used ? " " : "", (int)length, word);
}

/* In "random[:seed]|all|K|ID,..." the words are `random` and `all`: those that begin with a lower-case letter. */
static void add_alternatives(char words[COMPLETION_WORDS_SIZE], const char *text) {
    while (*text) {
        const size_t length = strcspn(text, "|"), word = strcspn(text, "|[,");
        if ('a' <= *text && *text <= 'z') {
            add_word(words, text, word);
        }
        text += length + (text[length] == '|');
    }
}

completion_kind completion_of_option(const option_spec *spec, char words[COMPLETION_WORDS_SIZE]) {
    words[0] = '\0';
    for (const choice *c = spec->choices; c && c->word; c++) {
        add_word(words, c->word, strlen(c->word));
    }
    if (!words[0]) {
        add_alternatives(words, spec->argument);
    }
    if (words[0]) {
        return COMPLETES_WORDS;
    }
    return strncmp(spec->argument, "FILE", 4) == 0 ? COMPLETES_FILES : COMPLETES_NOTHING;
}

completion_kind completion_of_operand(const verb *v, char words[COMPLETION_WORDS_SIZE]) {
    words[0] = '\0';
    if (!v->takes) {
        return COMPLETES_NOTHING;
    }
    for (size_t i = 0; v->takes->word && v->takes->word(i); i++) {
        add_word(words, v->takes->word(i), strlen(v->takes->word(i)));
    }
    return !words[0] ? COMPLETES_FILES : v->takes->also_file ? COMPLETES_WORDS_AND_FILES : COMPLETES_WORDS;
}

void completion_of_guide(const char *takes, char words[COMPLETION_WORDS_SIZE]) {
    words[0] = '\0';
    add_alternatives(words, takes);
    for (size_t i = 0; strcmp(takes, "VERB") == 0 && i < verb_count; i++) {
        add_word(words, verb_table[i].name, strlen(verb_table[i].name));
    }
}

void completion_print(const char *text, const char *special) {
    for (; *text; text++) {
        if (*text == '\'') {
            fputs("'\\''", stdout);
            continue;
        }
        if (strchr(special, *text)) {
            putchar('\\');
        }
        putchar(*text);
    }
}

int print_completions(int argc, char **argv) {
    for (size_t i = 0; argc == 2 && i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(argv[1], shells[i].name) == 0) {
            shells[i].print();
            return fflush(stdout) == 0 ? STATUS_SUCCESS : STATUS_FAILURE;
        }
    }
    message("completions: expected bash, zsh or fish, as in `multigraph completions bash`");
    return STATUS_USAGE;
}

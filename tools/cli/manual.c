/* SPDX-License-Identifier: Apache-2.0
 *
 * manual.c: the manual pages multigraph(1) and multigraph-VERB(1), in roff with the man macros. Options and verbs come
 * from the tables; all other text is here.
 */
#include "tools/cli/guide.h"
#include "tools/cli/help.h"
#include "tools/cli/message.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Prints text with `code` in bold. The line may already have begun. */
static void print_text(const char *text) {
    bool bold = false;
    if (*text == '.' || *text == '\'') {
        fputs("\\&", stdout);
    }
    for (; *text; text++) {
        if (*text == '`') {
            bold = !bold;
            fputs(bold ? "\\fB" : "\\fR", stdout);
        } else if (*text == '\\') {
            fputs("\\e", stdout);
        } else if (*text == '-') {
            fputs("\\-", stdout);
        } else if (*text == '\n' && (text[1] == '.' || text[1] == '\'')) {
            fputs("\n\\&", stdout);
        } else {
            putchar(*text);
        }
    }
}

static void print_paragraph(const char *text) {
    puts(".PP");
    print_text(text);
    putchar('\n');
}

static void print_tagged(const char *tag, const char *text) {
    puts(".TP");
    print_text(tag);
    putchar('\n');
    print_text(text);
    putchar('\n');
}

/* Prints a command verbatim. */
static void print_example(const char *line) {
    puts(".PP\n.nf");
    fputs("multigraph ", stdout);
    print_text(line);
    puts("\n.fi");
}

static void print_option(const option_spec *spec) {
    fputs(".TP\n", stdout);
    if (spec->alias) {
        printf("\\fB\\-%c\\fR, ", spec->alias);
    }
    fputs("\\fB\\-\\-", stdout);
    print_text(spec->name);
    fputs("\\fR", stdout);
    if (spec->argument) {
        fputs(" \\fI", stdout);
        print_text(spec->argument);
        fputs("\\fR", stdout);
    }
    putchar('\n');
    printf("%c", toupper((unsigned char)spec->help[0]));
    print_text(spec->help + 1);
    puts(".");
}

static void print_heading(const char *name) {
    fputs(".TH ", stdout);
    for (; *name; name++) {
        *name == '-' ? fputs("\\-", stdout) : putchar(toupper((unsigned char)*name));
    }
    printf(" 1 \"\" \"multigraph %s\" \"User Commands\"\n", mg_version());
}

static void print_exit_status(void) {
    puts(".SH EXIT STATUS");
    const char *text = help_exit_text + strspn(help_exit_text, "\n");
    print_text(text + (strncmp(text, "Exit status: ", 13) == 0 ? 13 : 0));
}

static void print_verb_page(const verb *v) {
    char name[64];
    const char *group = NULL, *printed = NULL;
    snprintf(name, sizeof name, "multigraph-%s", v->name);
    print_heading(name);
    printf(".SH NAME\nmultigraph\\-%s \\- ", v->name);
    print_text(v->summary);
    printf("\n.SH SYNOPSIS\n\\fBmultigraph %s\\fR \\fI%s\\fR [\\fIOPTION\\fR]...\n", v->name,
           v->takes ? v->takes->name : "");
    puts(".SH DESCRIPTION");
    fputs("Writes ", stdout);
    print_text(v->result);
    puts(".");
    if (v->takes) {
        print_paragraph(v->takes->help);
    }
    if (v->takes && v->takes->list) {
        puts(".PP\n.in 0\n.nf"); /* as wide as in --help */
        v->takes->list();
        puts(".fi\n.in");
    }
    puts(".SH OPTIONS");
    for (size_t i = 0; i < option_count; i++) {
        group = option_table[i].group ? option_table[i].group : group;
        if (!(option_table[i].verbs & v->bit)) {
            continue;
        }
        if (printed != group) {
            printf(".SS %s\n", group);
            printed = group;
        }
        print_option(&option_table[i]);
    }
    print_exit_status();
    puts(".SH EXAMPLES");
    print_example(v->example);
    puts(".SH SEE ALSO\n.BR multigraph (1)");
}

static const char description[] = "Reads a graph file, runs one algorithm, and writes one line per vertex, in the ids "
                                  "of the file. A graph file is an edge\n"
                                  "list (SNAP, KONECT), a Matrix Market file or another of the formats in "
                                  "docs/file-formats.md, plain, compressed (gzip, zstd, xz, bzip2,\n"
                                  "lz4) or in a tar or zip archive, known\n"
                                  "by its content or its name; `-` is standard input. Data goes to standard output or "
                                  "to the file of `-o`, everything else\n"
                                  "to standard error.";
static const char directedness[] =
    "An edge list and a general Matrix Market file are directed, a symmetric Matrix Market file and an edge list "
    "whose\n"
    "first comments say so (SNAP, KONECT) are undirected, unless `--directed` or `--undirected` says otherwise. "
    "Weights are\n"
    "the file's, else 1. Where a file may mean something else, a warning names the option that settles it.";
static const char signals[] = "Ctrl-C, TERM or HUP ends a run within a second, a second signal at once. Neither leaves "
                              "a partial file, a temporary\n"
                              "folder or a process: an output file appears under its name only when it is complete.";

static const char *const environment[][2] = {
    {"`OMP_NUM_THREADS`", "CPU threads, if `--threads` is not given."},
    {"`GOMP_SPINCOUNT`, `OMP_WAIT_POLICY`",
     "How long a waiting thread spins before it sleeps: half a millisecond if neither is set. On an idle machine\n"
     "`OMP_WAIT_POLICY=active` saves a few percent; beside other work it costs many times as much."},
    {"`CC`", "The C compiler for vertex programs; `cc` if not set."},
    {"`MULTIGRAPH_CACHE`",
     "The folder of the cache of compiled programs; `off`: no cache. Default: multigraph in the user's cache folder."},
    {"`MULTIGRAPH_CACHE_SIZE`", "The size limit of this cache in MiB; 256 if not set."},
    {"`MULTIGRAPH_INCLUDE`", "The folder of the library's headers, if they are not in the default place."},
    {"`MULTIGRAPH_NCCL`",
     "The file of NCCL, which GPUs of several processes use; `none`: they do without. Default: it is looked for."},
    {"`TMPDIR`", "The folder for temporary files."},
};

static void print_command_page(void) {
    char tag[64];
    print_heading("multigraph");
    puts(".SH NAME\nmultigraph \\- graph algorithms on graph files\n.SH SYNOPSIS\n"
         "\\fBmultigraph\\fR \\fIVERB\\fR [\\fIOPERAND\\fR]... [\\fIOPTION\\fR]...\n.br\n"
         "\\fBmultigraph \\-\\-help\\fR | \\fB\\-\\-version\\fR");
    puts(".SH DESCRIPTION");
    print_text(description);
    putchar('\n');
    print_paragraph(directedness);
    print_paragraph(signals);
    puts(".SH VERBS\nEach has its own page, which lists its options.");
    for (size_t i = 0; i < verb_count; i++) {
        printf(".TP\n\\fB%s\\fR \\fI%s\\fR\n", verb_table[i].name,
               verb_table[i].takes ? verb_table[i].takes->name : "");
        print_text(verb_table[i].summary);
        puts(".");
    }
    for (size_t i = 0; i < guide_count; i++) {
        snprintf(tag, sizeof tag, "`%s` %s", guide_table[i].name, guide_table[i].takes);
        print_tagged(tag, guide_table[i].summary);
    }
    puts(".SH OPTIONS\nOptions of all verbs:");
    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].verbs == VERB_ALL) {
            print_option(&option_table[i]);
        }
    }
    puts(".SH ENVIRONMENT");
    for (size_t i = 0; i < sizeof environment / sizeof *environment; i++) {
        print_tagged(environment[i][0], environment[i][1]);
    }
    print_exit_status();
    puts(".SH EXAMPLES");
    for (size_t i = 0; i < verb_count; i++) {
        print_example(verb_table[i].example);
    }
    puts(".SH SEE ALSO");
    for (size_t i = 0; i < verb_count; i++) {
        printf(".BR multigraph\\-%s (1)%s\n", verb_table[i].name, i + 1 < verb_count ? "," : "");
    }
}

int print_manual(int argc, char **argv) {
    const verb *v = argc > 1 ? verb_find(argv[1]) : NULL;
    if (argc > 1 && !v) {
        return unknown_verb(argv[1]);
    }
    if (v) {
        print_verb_page(v);
    } else {
        print_command_page();
    }
    return fflush(stdout) == 0 ? STATUS_SUCCESS : STATUS_FAILURE;
}

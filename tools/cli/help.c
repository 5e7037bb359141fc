/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/cli/help.h"
#include "tools/cli/guide.h"
#include "tools/cli/message.h"

#include <stdio.h>
#include <string.h>

#define HELP_COLUMN 28
#define LINE_WIDTH 80

/* Prints `text` wrapped, with lines indented by `indent`; the cursor is at column `at`. */
static void print_wrapped(const char *text, int indent, int at) {
    int column = at;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > LINE_WIDTH) {
            putchar('\n');
            column = 0;
        }
        if (column < indent) {
            printf("%*s", indent - column, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            column++;
        }
        printf("%.*s", length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static void print_option(const option_spec *spec, bool name_verbs) {
    char text[1024];
    size_t length = 0;
    int column = spec->alias ? printf("  -%c, --%s", spec->alias, spec->name) : printf("      --%s", spec->name);
    if (spec->argument) {
        column += printf(" %s", spec->argument);
    }
    if (column >= HELP_COLUMN - 1) {
        putchar('\n');
        column = 0;
    }
    const bool has_own_group = spec->verbs == VERB_GENERATE;
    if (name_verbs && !has_own_group && (spec->verbs & VERB_RUNNERS) != VERB_RUNNERS) {
        for (size_t i = 0; i < verb_count; i++) {
            if (spec->verbs & verb_table[i].bit) {
                length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", length ? ", " : "",
                                           verb_table[i].name);
            }
        }
        length += (size_t)snprintf(text + length, sizeof text - length, ": ");
    }
    snprintf(text + length, sizeof text - length, "%s", spec->help);
    print_wrapped(text, HELP_COLUMN, column);
}

static void print_options(verb_set verbs) {
    const char *group = NULL, *printed = NULL;
    for (size_t i = 0; i < option_count; i++) {
        group = option_table[i].group ? option_table[i].group : group;
        if (!(option_table[i].verbs & verbs)) {
            continue;
        }
        if (printed != group) {
            printf("\n%s:\n", group);
            printed = group;
        }
        print_option(&option_table[i], verbs == VERB_ALL);
    }
}

const char help_exit_text[] = "\nExit status: 0 success, 1 failure, 2 wrong command line or input,\n"
                              "3 verification failed, 4 bench --against: slower, 130 interrupted.\n";

/* The verbs for --help, which is one screen: the first ones of a group are described, the others only named. */
static const struct {
    const char *name;
    verb_set described, named;
} groups[] = {{"Paths and reach", VERB_BFS | VERB_SSSP | VERB_PATH | VERB_CC | VERB_SCC,
               VERB_DIAMETER | VERB_ECCENTRICITY | VERB_BIPARTITE | VERB_MSF | VERB_WALKS},
              {"Importance", VERB_PAGERANK | VERB_BC, VERB_HITS | VERB_CLOSENESS | VERB_EIGENVECTOR | VERB_KATZ},
              {"Clusters and structure", VERB_TRIANGLES | VERB_LEIDEN | VERB_KCORE,
               VERB_LCC | VERB_CDLP | VERB_LOUVAIN | VERB_MODULARITY | VERB_KTRUSS | VERB_MIS | VERB_COLORING |
                   VERB_MATCHING | VERB_SIMILARITY},
              {"Files, and your own programs", VERB_RUN | VERB_INFO | VERB_GENERATE | VERB_CONVERT | VERB_EDIT, 0},
              {"Sparse matrices", VERB_MATRIX | VERB_SPMV, VERB_SPMM | VERB_SDDMM | VERB_ADD},
              {"Measuring", VERB_BENCH | VERB_DEVICES, VERB_COMPARE | VERB_PLOT | VERB_REPORT}};

static void print_verb_lines(verb_set verbs) {
    for (size_t i = 0; i < verb_count; i++) {
        if (verb_table[i].bit & verbs) {
            printf("  %-14s%s\n", verb_table[i].name, verb_table[i].summary);
        }
    }
}

static void print_names(verb_set verbs) {
    char text[256] = "";
    size_t length = 0;
    for (size_t i = 0; i < verb_count && length < sizeof text; i++) {
        if (verb_table[i].bit & verbs) {
            length +=
                (size_t)snprintf(text + length, sizeof text - length, "%s%s", length ? " " : "", verb_table[i].name);
        }
    }
    if (length) {
        print_wrapped(text, 16, printf("  %-14s", "and"));
    }
}

static void print_guides(void) {
    puts("\nTo learn more:");
    for (size_t i = 0; i < guide_count; i++) {
        printf("  %-14s%s\n", guide_table[i].name, guide_table[i].summary);
    }
}

static void print_usage(void) {
    puts("Usage: multigraph VERB [GRAPH|KIND] [OPTION]...\n"
         "Graph algorithms on edge lists, Matrix Market and other files.");
}

static void print_screen(void) {
    print_usage();
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        printf("\n%s:\n", groups[i].name);
        print_verb_lines(groups[i].described);
        print_names(groups[i].named);
    }
    print_guides();
}

static void print_everything(void) {
    print_usage();
    puts("\nVerbs:");
    print_verb_lines(VERB_ALL);
    print_guides();
    puts("\nExamples:");
    for (size_t i = 0; i < verb_count; i++) {
        printf("  multigraph %s\n", verb_table[i].example);
    }
    print_options(VERB_ALL);
}

void help_print_short(void) {
    size_t column = 0;
    fputs("Usage: multigraph VERB [GRAPH|KIND] [OPTION]...\n\nVerbs:\n", stderr);
    for (size_t i = 0; i < verb_count; i++) {
        const size_t length = strlen(verb_table[i].name) + 1;
        const bool wraps = column + length > LINE_WIDTH - 2;
        fprintf(stderr, "%s%s", column == 0 ? "  " : wraps ? "\n  " : " ", verb_table[i].name);
        column = wraps ? length : column + length;
    }
    fprintf(stderr,
            "\n\nExample: multigraph %s\n`multigraph --help` describes the verbs, `multigraph help VERB` one.\n",
            verb_table[0].example);
}

static void print_verb_help(const verb *v) {
    printf("Usage: multigraph %s%s%s [OPTION]...\n", v->name, v->takes ? " " : "", v->takes ? v->takes->name : "");
    printf("%c%s.\n\n", v->summary[0] - ('a' <= v->summary[0] && v->summary[0] <= 'z' ? 'a' - 'A' : 0), v->summary + 1);
    char text[256];
    snprintf(text, sizeof text, "Writes %s.", v->result);
    print_wrapped(text, 0, 0);
    if (v->takes) {
        print_wrapped(v->takes->help, 0, 0);
    }
    if (v->takes && v->takes->list) {
        v->takes->list();
    }
    printf("\nExample:\n  multigraph %s\n", v->example);
    print_options(v->bit);
}

int help_print(const verb *v, bool all) {
    if (v) {
        print_verb_help(v);
    } else if (all) {
        print_everything();
    } else {
        print_screen();
    }
    fputs(v || all ? help_exit_text : "", stdout);
    if (fflush(stdout) != 0) {
        message("cannot write standard output");
        return STATUS_FAILURE;
    }
    return STATUS_SUCCESS;
}

int version_print(void) {
    printf("multigraph %s\n", mg_version());
    return fflush(stdout) == 0 ? STATUS_SUCCESS : STATUS_FAILURE;
}

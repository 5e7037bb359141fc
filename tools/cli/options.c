/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/cli/options.h"
#include "tools/cli/message.h"
#include "tools/cli/suggest.h"
#include "tools/verbs/verb.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* getopt_long's codes for long options: the position in option_table, and whether the verb has the option. */
#define CODE_OWN 256
#define CODE_FOREIGN 1024

#define WORDS_WIDTH 78
#define VERBS_NAMED 8 /* verbs that an error lists */

static void hint(const verb *v) {
    fprintf(stderr, "Try 'multigraph %s --help'.\n", v->name);
}

void words_print(const verb *v) {
    size_t column = 0;
    for (size_t i = 0; v->takes->word && v->takes->word(i); i++) {
        const char *const word = v->takes->word(i);
        const bool wraps = column + strlen(word) + 2 > WORDS_WIDTH;
        column = column == 0 || wraps ? (size_t)fprintf(stderr, column ? ",\n    %s" : "Known are: %s", word)
                                      : column + (size_t)fprintf(stderr, ", %s", word);
    }
    fputs(column ? "\n" : "", stderr);
}

static const option_spec *spec_of(const verb *v, const char *name) {
    for (size_t i = 0; i < option_count; i++) {
        if ((option_table[i].verbs & v->bit) && strcmp(option_table[i].name, name) == 0) {
            return &option_table[i];
        }
    }
    return NULL;
}

/* The verbs that have this option, as "bfs, sssp"; of many the first ones. */
static void verbs_with(const char *name, char *text, size_t size) {
    size_t length = 0, count = 0;
    text[0] = '\0';
    for (size_t i = 0; i < verb_count && length < size; i++) {
        if (spec_of(&verb_table[i], name) && count++ == VERBS_NAMED) {
            snprintf(text + length, size - length, " and others");
            return;
        }
        if (spec_of(&verb_table[i], name)) {
            length += (size_t)snprintf(text + length, size - length, "%s%s", length ? ", " : "", verb_table[i].name);
        }
    }
}

/* The verb's options that begin with `prefix`, as "--parents, --progress"; returns how many. */
static size_t options_with_prefix(const verb *v, const char *prefix, char *text, size_t size) {
    size_t count = 0, length = 0;
    for (size_t i = 0; i < option_count && length < size; i++) {
        if ((option_table[i].verbs & v->bit) && strncmp(option_table[i].name, prefix, strlen(prefix)) == 0) {
            length += (size_t)snprintf(text + length, size - length, "%s--%s", count ? ", " : "", option_table[i].name);
            count++;
        }
    }
    return count;
}

static void complain_unknown(const verb *v, const char *given) {
    char name[64], verbs[256];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "="), given);
    const char *word = name + strspn(name, "-");
    if (options_with_prefix(v, word, verbs, sizeof verbs) > 1) {
        message("%s could be %s", name, verbs);
        hint(v);
        return;
    }
    verbs_with(word, verbs, sizeof verbs);
    suggestion near = SUGGESTION_NONE;
    for (size_t i = 0; i < option_count; i++) {
        if (option_table[i].verbs & v->bit) {
            suggestion_consider(&near, word, option_table[i].name);
        }
    }
    if (near.word && (!verbs[0] || near.distance <= 1)) {
        message("%s has no option %s; did you mean --%s?", v->name, name, near.word);
    } else if (verbs[0] && name[1] == '-') {
        message("%s has no option %s (it belongs to %s)", v->name, name, verbs);
    } else {
        message("%s has no option %s", v->name, name);
    }
    if (v->bit == VERB_RUN && name[1] == '-') {
        message("parameters of a program are set by --param %s=VALUE", name + 2);
    }
    hint(v);
}

/* Builds getopt_long's tables for the options of one verb. They include the options of other verbs: otherwise bc would
 * accept --source as an abbreviation of --sources. */
static void build_tables(const verb *v, struct option *longs, char *shorts, size_t shorts_size) {
    size_t count = 0, length = 0;
    shorts[length++] = ':'; /* distinguishes a missing argument from an unknown option */
    for (size_t i = 0; i < option_count; i++) {
        const option_spec *spec = &option_table[i];
        if (!(spec->verbs & v->bit)) {
            if (!spec_of(v, spec->name)) {
                longs[count++] = (struct option){spec->name, optional_argument, NULL, (int)(CODE_FOREIGN + i)};
            }
            continue;
        }
        const int argument = spec->argument ? required_argument : no_argument;
        longs[count++] = (struct option){spec->name, argument, NULL, (int)(CODE_OWN + i)};
        if (spec->alias && length + 3 < shorts_size) {
            shorts[length++] = spec->alias;
            if (spec->argument) {
                shorts[length++] = ':';
            }
        }
    }
    longs[count] = (struct option){NULL, 0, NULL, 0};
    shorts[length] = '\0';
}

static const option_spec *spec_of_code(const verb *v, int code) {
    if (code >= CODE_OWN && code < CODE_FOREIGN) {
        return &option_table[code - CODE_OWN];
    }
    for (size_t i = 0; i < option_count; i++) {
        if ((option_table[i].verbs & v->bit) && option_table[i].alias == code) {
            return &option_table[i];
        }
    }
    return NULL;
}

/* Reports an error of getopt_long: an unknown or ambiguous option, or a missing or unexpected argument. */
static int complain(const verb *v, int code, char **argv, int position) {
    char short_name[] = {'-', (char)optopt, '\0'};
    const option_spec *spec = optopt ? spec_of_code(v, optopt) : NULL;
    if (code == ':' && spec) {
        message("--%s needs an argument: %s", spec->name, spec->argument);
        hint(v);
    } else if (spec) {
        message("--%s takes no argument", spec->name);
        hint(v);
    } else {
        complain_unknown(v, optopt ? short_name : argv[position]);
    }
    return STATUS_USAGE;
}

static int take_operand(const verb *v, int argc, char **argv, cli_options *options) {
    if (options->help || options->version) {
        return STATUS_SUCCESS;
    }
    const int count = argc - optind;
    options->operands = argv + optind;
    options->operand_count = (size_t)count;
    if (!v->takes && count > 0) {
        message("%s takes only options; '%s' is unexpected", v->name, argv[optind]);
        hint(v);
        return STATUS_USAGE;
    }
    if (!v->takes) {
        return STATUS_SUCCESS;
    }
    if (count == 0 && v->takes->optional) {
        return STATUS_SUCCESS;
    }
    if (count == 0) {
        message("%s needs a %s", v->name, v->takes->noun);
        words_print(v);
        hint(v);
        return STATUS_USAGE;
    }
    if (v->takes->second && count == 1 && !options->check) {
        message("%s needs a %s and a %s; there is only '%s'", v->name, v->takes->noun, v->takes->second, argv[optind]);
        hint(v);
        return STATUS_USAGE;
    }
    const int most = v->takes->second ? 2 : 1;
    if (count > most && !v->takes->many) {
        message("%s takes one %s%s%s; '%s' is unexpected", v->name, v->takes->noun, most == 2 ? " and one " : "",
                most == 2 ? v->takes->second : "", argv[optind + most]);
        hint(v);
        return STATUS_USAGE;
    }
    options->operand = argv[optind];
    options->target = count == 2 ? argv[optind + 1] : NULL;
    return STATUS_SUCCESS;
}

static double default_tolerance(const verb *v) {
    static const struct {
        verb_set verbs;
        double tolerance;
    } defaults[] = {{VERB_HITS, MG_HITS_TOLERANCE}, {VERB_EIGENVECTOR | VERB_KATZ, MG_EIGENVECTOR_TOLERANCE}};
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
        if (defaults[i].verbs & v->bit) {
            return defaults[i].tolerance;
        }
    }
    return MG_PAGERANK_TOLERANCE;
}

int options_parse(const verb *v, int argc, char **argv, cli_options *options) {
    struct option longs[OPTIONS_MAX + 1];
    char shorts[64], why[256];
    build_tables(v, longs, shorts, sizeof shorts);
    *options = (cli_options){.damping = MG_PAGERANK_DAMPING,
                             .tolerance = default_tolerance(v),
                             .cutoff = (double)INFINITY,
                             .katz_alpha = MG_KATZ_ALPHA,
                             .katz_beta = 1,
                             .resolution = 1,
                             .threshold = MG_COMMUNITIES_THRESHOLD,
                             .community_passes = MG_LEIDEN_PASSES,
                             .measure = MG_SIMILARITY_COSINE,
                             .trials = 1,
                             .generate = MG_GENERATE_OPTIONS_INIT,
                             .walks = {.p = 1, .q = 1, .count = 1, .length = MG_WALKS_LENGTH},
                             .matrix = {.k = 32, .repeat = 1, .alpha = 1, .beta = 1},
                             .bench = {.trials = 16, .warm_ups = 1, .seed = 27491095, .noise = 5}};
    optind = 0; /* getopt_long starts again: report parses several command lines in one process */
    opterr = 0;
    for (;;) {
        optopt = 0;
        int code = getopt_long(argc, argv, shorts, longs, NULL);
        if (code < 0) {
            return take_operand(v, argc, argv, options);
        }
        if (code == '?' || code == ':') {
            return complain(v, code, argv, optind - 1);
        }
        if (code >= CODE_FOREIGN) {
            char name[64];
            snprintf(name, sizeof name, "--%s", option_table[code - CODE_FOREIGN].name);
            complain_unknown(v, name);
            return STATUS_USAGE;
        }
        const option_spec *spec = spec_of_code(v, code);
        if (!spec->parse(spec, optarg, options, why, sizeof why)) {
            message("--%s: %s", spec->name, why);
            return STATUS_USAGE;
        }
    }
}

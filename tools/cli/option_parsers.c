/* SPDX-License-Identifier: Apache-2.0
 *
 * Parsers for the arguments of options.
 */
#include "tools/bench/bench.h"
#include "tools/cli/options.h"
#include "tools/cli/suggest.h"
#include "tools/output/number.h"

#include <stdio.h>
#include <string.h>

static void *field_of(const option_spec *spec, cli_options *options) {
    return (char *)options + spec->field;
}

bool parse_flag(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    (void)text, (void)why, (void)size;
    *(bool *)field_of(spec, options) = true;
    return true;
}

bool parse_constant(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    (void)text, (void)why, (void)size;
    *(int *)field_of(spec, options) = (int)spec->low;
    return true;
}

bool parse_more(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    (void)text, (void)why, (void)size;
    ++*(int *)field_of(spec, options);
    return true;
}

/* Frontier to frontier: all distances are in the first bucket of delta-stepping. */
#define ONE_BUCKET 1e300
#define PAPER_WIDTH 6144
#define PAPER_HEAVY 18432

bool parse_paper(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    options->sparse_layout = MG_SPARSE_SEGMENTED;
    options->dense_layout = MG_DENSE_BLOCKS;
    options->block_width = PAPER_WIDTH;
    options->heavy_edges = PAPER_HEAVY;
    options->choice = MG_CHOICE_SAMPLED;
    options->delta = ONE_BUCKET;
    return parse_flag(spec, text, options, why, size);
}

bool parse_text(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    if (!*text) {
        snprintf(why, size, "expected %s, found nothing", spec->argument);
        return false;
    }
    *(const char **)field_of(spec, options) = text;
    return true;
}

/* The valid words; those of long lists are in the description of the option, not in its argument. */
static void list_words(const option_spec *spec, char *words, size_t size) {
    size_t length = 0;
    snprintf(words, size, "%s", spec->argument);
    for (const choice *c = spec->choices; c->word && !strchr(spec->argument, '|') && length < size; c++) {
        length += (size_t)snprintf(words + length, size - length, "%s%s", c == spec->choices ? "" : "|", c->word);
    }
}

bool parse_choice(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    suggestion near = SUGGESTION_NONE;
    for (const choice *c = spec->choices; c->word; c++) {
        if (strcmp(c->word, text) == 0) {
            *(int *)field_of(spec, options) = c->value;
            return true;
        }
        suggestion_consider(&near, text, c->word);
    }
    char words[160];
    list_words(spec, words, sizeof words);
    int length = snprintf(why, size, "expected %s, found '%s'", words, text);
    if (near.word && (size_t)length < size) {
        snprintf(why + length, size - (size_t)length, "; did you mean '%s'?", near.word);
    }
    return false;
}

bool parse_output_format(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    options->output_format_given = true;
    return parse_choice(spec, text, options, why, size);
}

bool parse_setting(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    const char *const equals = strchr(text, '=');
    if (!equals || equals == text) {
        snprintf(why, size, "expected %s, found '%s'", spec->argument, text);
        return false;
    }
    if (options->setting_count == SETTINGS_MAX) {
        snprintf(why, size, "at most %d of them", SETTINGS_MAX);
        return false;
    }
    options->settings[options->setting_count++] = text;
    return true;
}

static bool read_count(const option_spec *spec, const char *text, uint64_t *value, char *why, size_t size) {
    if (parse_u64(text, value) && (double)*value >= spec->low && (double)*value <= spec->high) {
        return true;
    }
    snprintf(why, size, "expected a whole number from %.0f to %.0f, found '%s'", spec->low, spec->high, text);
    return false;
}

bool parse_count(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    return read_count(spec, text, field_of(spec, options), why, size);
}

bool parse_count32(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    uint64_t value;
    if (!read_count(spec, text, &value, why, size)) {
        return false;
    }
    *(uint32_t *)field_of(spec, options) = (uint32_t)value;
    return true;
}

bool parse_gpus(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    if (strcmp(text, "all") == 0) {
        options->gpus = MG_DEVICES_ALL;
        return true;
    }
    return parse_count32(spec, text, options, why, size);
}

bool parse_real(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    double *value = field_of(spec, options);
    if (parse_double(text, value) && (spec->open_low ? *value > spec->low : *value >= spec->low) &&
        (spec->open_high ? *value < spec->high : *value <= spec->high)) {
        return true;
    }
    if (spec->open_high) {
        snprintf(why, size, "expected a number between %g and %g, found '%s'", spec->low, spec->high, text);
    } else if (spec->high < 1e300) {
        snprintf(why, size, "expected a number from %g to %g, found '%s'", spec->low, spec->high, text);
    } else {
        snprintf(why, size, "expected a number %s %g, found '%s'", spec->open_low ? "of more than" : "of at least",
                 spec->low, text);
    }
    return false;
}

/* The position of the choice with this word, or -1. */
static int find_choice(const choice *choices, const char *word, size_t length) {
    for (int i = 0; choices[i].word; i++) {
        if (strlen(choices[i].word) == length && strncmp(choices[i].word, word, length) == 0) {
            return i;
        }
    }
    return -1;
}

bool parse_source(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    options->source_given = true;
    return parse_text(spec, text, options, why, size);
}

bool parse_delimiter(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    static const choice words[] = {{"tab", '\t'},  {"\\t", '\t'},      {"space", ' '},
                                   {"comma", ','}, {"semicolon", ';'}, {NULL, 0}};
    int *const character = field_of(spec, options);
    const int found = find_choice(words, text, strlen(text));
    *character = found >= 0 ? words[found].value : (unsigned char)*text;
    if (found >= 0 || (text[0] && !text[1] && *text > 0 && !strchr("\"\n\r0123456789", *text))) {
        return true;
    }
    snprintf(why, size, "expected one character, tab or space, found '%s'", text);
    return false;
}

bool is_id_list(const char *text) {
    for (const char *item = text;;) {
        char copy[24];
        size_t length = strcspn(item, ",");
        uint64_t id;
        if (length >= sizeof copy) {
            return false;
        }
        memcpy(copy, item, length);
        copy[length] = '\0';
        bool last = item[length] == '\0';
        if (!parse_u64(copy, &id)) {
            return last && length == 0 && item > text;
        }
        if (last) {
            return true;
        }
        item += length + 1;
    }
}

bool parse_sources(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    options->sources = text;
    if (*text && strcmp(text, "0") != 0 && *text != ',') {
        return true;
    }
    snprintf(why, size, "expected %s, found '%s'", spec->argument, text);
    return false;
}

bool parse_quadrants(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    double values[3];
    char copy[64], *at = copy;
    snprintf(copy, sizeof copy, "%s", text);
    for (int i = 0; i < 3; i++) {
        char *item = strsep(&at, ",");
        if (!item || !parse_double(item, &values[i]) || !(values[i] >= 0 && values[i] <= 1)) {
            at = copy;
            break;
        }
    }
    if (at || values[0] + values[1] + values[2] > 1) {
        snprintf(why, size, "expected %s, three probabilities of at most 1 in sum, found '%s'", spec->argument, text);
        return false;
    }
    options->generate.a = values[0];
    options->generate.b = values[1];
    options->generate.c = values[2];
    return true;
}

bool parse_weights(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    static const choice words[] = {
        {"file", MG_WEIGHTS_FILE}, {"unit", MG_WEIGHTS_UNIT}, {"random", MG_WEIGHTS_RANDOM}, {NULL, 0}};
    const option_spec first = {.argument = spec->argument, .field = spec->field, .choices = words};
    char copy[64], *seed, *max = NULL;
    if (strlen(text) >= sizeof copy) {
        snprintf(why, size, "expected %s, found '%s'", spec->argument, text);
        return false;
    }
    strcpy(copy, text);
    seed = strchr(copy, ':');
    if (seed) {
        *seed++ = '\0';
        max = strchr(seed, ':');
    }
    if (max) {
        *max++ = '\0';
    }
    if (!parse_choice(&first, copy, options, why, size)) {
        return false;
    }
    uint64_t most = 0;
    if ((seed && (options->weights != MG_WEIGHTS_RANDOM || !parse_u64(seed, &options->weight_seed))) ||
        (max && (!parse_u64(max, &most) || most < 1 || most > INT32_MAX))) {
        snprintf(why, size, "expected %s, found '%s'", spec->argument, text);
        return false;
    }
    options->weight_seed_given = seed != NULL;
    options->weight_max = (int32_t)most;
    return true;
}

bool parse_choices(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    unsigned bits = 0;
    const char *at = text;
    for (size_t length;; at += length + 1) {
        length = strcspn(at, ",");
        const int found = find_choice(spec->choices, at, length);
        if (found < 0) {
            snprintf(why, size, "expected %s, found '%s'", spec->argument, text);
            return false;
        }
        bits |= 1u << spec->choices[found].value;
        if (!at[length]) {
            break;
        }
    }
    *(unsigned *)field_of(spec, options) = bits;
    return true;
}

bool parse_algorithms(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size) {
    const char *at = text;
    for (size_t length;; at += length + 1) {
        length = strcspn(at, ",");
        if (!bench_algorithm_find(at, length)) {
            snprintf(why, size, "there is no algorithm '%.*s'; `multigraph help bench` lists them", (int)length, at);
            return false;
        }
        if (!at[length]) {
            break;
        }
    }
    *(const char **)field_of(spec, options) = text;
    return true;
}

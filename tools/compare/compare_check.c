/* SPDX-License-Identifier: Apache-2.0
 *
 * Parses a peer's time from its output and checks its result.
 */
#include "tools/compare/compare.h"
#include "tools/output/json_read.h"
#include "tools/output/summary.h"

#include <errno.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Several systems print this value where there is no path. */
#define NO_PATH 2147483647.0

/* The first match of `pattern` in `text`: its begin and end, and its last matching group (without groups the whole
 * match). False: no match. */
static bool match(const char *pattern, const char *text, regmatch_t *whole, regmatch_t *group) {
    regex_t expression;
    regmatch_t found[4];
    if (!pattern || regcomp(&expression, pattern, REG_EXTENDED | REG_NEWLINE) != 0) {
        return false;
    }
    const bool matches = regexec(&expression, text, 4, found, 0) == 0;
    regfree(&expression);
    if (matches) {
        *whole = *group = found[0];
        for (int i = 1; i < 4; i++) {
            *group = found[i].rm_so >= 0 ? found[i] : *group;
        }
    }
    return matches;
}

static bool occurs(const char *pattern, const char *text) {
    regmatch_t whole, group;
    return match(pattern, text, &whole, &group);
}

/* The median of all numbers that match `pattern`; 0: no match. */
static double median_of(const char *pattern, const char *text) {
    double times[1024];
    size_t count = 0;
    regmatch_t whole, group;
    while (count < 1024 && match(pattern, text, &whole, &group)) {
        char *end;
        const double value = strtod(text + group.rm_so, &end);
        if (end > text + group.rm_so && value >= 0 && value < INFINITY) {
            times[count++] = value;
        }
        text += whole.rm_eo > 0 ? whole.rm_eo : 1;
    }
    qsort(times, count, sizeof *times, compare_doubles);
    return count ? quantile(times, count, 0.5) : 0;
}

static bool same(const comparison *c, double theirs, double ours) {
    const double no_path = c->command->no_path > 0 ? c->command->no_path : NO_PATH;
    if (!(theirs < no_path) || ours == INFINITY) {
        return !(theirs < no_path) && ours == INFINITY;
    }
    return theirs == ours || fabs(theirs - ours) <= 1e-4 * fabs(ours);
}

/* Each check returns 1 for correct, 0 for wrong, -1 for nothing to compare, with a description in `text`. */
static int check_count(const comparison *c, const char *output, const our_run *ours, char *text, size_t size) {
    regmatch_t whole, group;
    if (!match(c->command->result, output, &whole, &group)) {
        return -1;
    }
    const unsigned long long theirs = strtoull(output + group.rm_so, NULL, 10), own = ours->count;
    const char *const what = strcmp(c->command->algorithm, "cc") == 0 ? "components" : "vertices reached";
    if (theirs == own) {
        snprintf(text, size, "%llu %s, as here", theirs, what);
    } else {
        snprintf(text, size, "%llu %s instead of %llu", theirs, what, own);
    }
    return theirs == own;
}

/* Parses the next value of a list like `0 1 2` or `0:0 1:1 2:2` and advances `at`. False: no value. */
static bool next_value(const char **at, double *value) {
    char *end;
    *value = strtod(*at, &end);
    if (end > *at && *end == ':') {
        *at = end + 1;
        *value = strtod(*at, &end);
    }
    const bool found = end > *at;
    *at = end;
    return found;
}

static int check_head(const comparison *c, const char *output, const our_run *ours, char *text, size_t size) {
    regmatch_t whole, group;
    if (!match(c->command->result, output, &whole, &group)) {
        return -1;
    }
    const char *at = output + whole.rm_eo;
    mg_vertex v = 0;
    for (double theirs; v < mg_graph_vertex_count(ours->s.graph) && next_value(&at, &theirs); v++) {
        theirs *= c->command->factor;
        if (!same(c, theirs, our_value(ours, v))) {
            snprintf(text, size, "vertex %u has %g instead of %g", v, theirs, our_value(ours, v));
            return 0;
        }
    }
    snprintf(text, size, "the first %u values are equal", v);
    return v > 0 ? 1 : -1;
}

/* Lines `vertex value` or `vertex: value`. The last vertices may be missing if no path leads to them: some peers take
 * the largest id of an arc for the last vertex. */
static int check_file(const comparison *c, const char *path, const our_run *ours, char *text, size_t size) {
    FILE *const file = fopen(path, "r");
    char line[128], word[64];
    unsigned long long lines = 0;
    const mg_vertex n = mg_graph_vertex_count(ours->s.graph);
    int outcome = file ? 1 : -1;
    bool ascends = true;
    while (outcome == 1 && fgets(line, sizeof line, file)) {
        char *rest;
        errno = 0;
        const unsigned long long vertex = strtoull(line, &rest, 10);
        rest += *rest == ':';
        if (errno || rest == line || sscanf(rest, "%63s", word) != 1 || vertex >= n) {
            continue;
        }
        const double theirs = strcmp(word, "INF") == 0 ? INFINITY : strtod(word, NULL);
        ascends = ascends && vertex == lines;
        lines++;
        if (!same(c, theirs, our_value(ours, (mg_vertex)vertex))) {
            snprintf(text, size, "vertex %llu has %s instead of %g", vertex, word, our_value(ours, (mg_vertex)vertex));
            outcome = 0;
        }
    }
    if (file) {
        fclose(file);
    }
    while (ascends && lines && lines < n && our_value(ours, (mg_vertex)lines) == INFINITY) {
        lines++;
    }
    if (outcome == 1 && lines != n) {
        snprintf(text, size, "%llu of %u values in its file", lines, n);
        outcome = lines ? 0 : -1;
    } else if (outcome == 1) {
        snprintf(text, size, "all values are equal");
    }
    return outcome;
}

static int check(const comparison *c, const char *output, const char *file, const our_run *ours, char *text,
                 size_t size) {
    switch (c->command->check) {
    case PEER_CHECKS_COUNT:
        return check_count(c, output, ours, text, size);
    case PEER_CHECKS_HEAD:
        return check_head(c, output, ours, text, size);
    case PEER_CHECKS_FILE:
        return check_file(c, file, ours, text, size);
    default:
        return -1;
    }
}

void compare_check_output(comparison *c, const char *output, const char *file, const our_run *ours) {
    char text[128] = "";
    c->theirs = 1e-3 * c->command->scale * median_of(c->command->time, output);
    if (!(c->theirs > 0)) {
        c->outcome = PEER_UNREADABLE;
        snprintf(c->remark, sizeof c->remark, "printed no time");
        return;
    }
    const int compared = check(c, output, file, ours, text, sizeof text);
    const bool failed = occurs(c->command->fail, output), passed = occurs(c->command->pass, output);
    c->outcome = failed || compared == 0 ? PEER_WRONG : passed || compared == 1 ? PEER_RIGHT : PEER_UNCHECKED;
    snprintf(c->remark, sizeof c->remark, "%s%s%s", text, text[0] && (failed || passed) ? "; " : "",
             failed   ? "its own check failed"
             : passed ? "its own check passed"
                      : "");
}

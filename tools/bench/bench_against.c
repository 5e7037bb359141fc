/* SPDX-License-Identifier: Apache-2.0
 *
 * bench --against: compares two reports cell by cell. A cell got slower if its median grew by more than the percentage
 * and the interquartile ranges do not overlap; faster correspondingly. Cells of different graphs are not compared.
 */
#include "tools/bench/bench.h"
#include "tools/cli/progress.h"
#include "tools/output/json_read.h"

#include <cjson/cJSON.h>
#include <string.h>

static bool same_cell(const cJSON *a, const cJSON *b) {
    static const char *const names[] = {"primitive", "graph", "backend", "mode"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(json_text_of(a, names[i]), json_text_of(b, names[i])) != 0) {
            return false;
        }
    }
    return json_number_of(a, "threads") == json_number_of(b, "threads");
}

static const cJSON *find_cell(const cJSON *report, const cJSON *cell) {
    const cJSON *run;
    cJSON_ArrayForEach(run, cJSON_GetObjectItem(report, "runs")) {
        if (same_cell(run, cell)) {
            return run;
        }
    }
    return NULL;
}

static bool same_graph(const cJSON *a, const cJSON *b) {
    return json_number_of(a, "num_vertices") == json_number_of(b, "num_vertices") &&
           json_number_of(a, "num_arcs") == json_number_of(b, "num_arcs");
}

static bool was_right(const cJSON *run) {
    const char *const outcome = json_text_of(run, "outcome");
    return strcmp(outcome, "verified") == 0 || strcmp(outcome, "unverified") == 0;
}

/* True: the median of `after` is greater by more than `percent`, and the interquartile ranges do not overlap. */
static bool is_slower(const cJSON *before, const cJSON *after, double percent) {
    return json_number_of(after, "median_process_time") >
               json_number_of(before, "median_process_time") * (1 + percent / 100) &&
           json_number_of(after, "lower_quartile_process_time") > json_number_of(before, "upper_quartile_process_time");
}

typedef struct tally {
    size_t compared, slower, faster, worse, other, missing, added;
} tally;

static void print_change(sink *table, const cJSON *before, const cJSON *now, const char *word) {
    char old[DURATION_SIZE], new[DURATION_SIZE];
    const double was = json_number_of(before, "median_process_time"), is = json_number_of(now, "median_process_time");
    bench_print(table, "  %-7s %s %s %s %s, %.0f threads: %s, was %s (%+.1f %%)\n", word, json_text_of(now, "graph"),
                json_text_of(now, "primitive"), json_text_of(now, "backend"), json_text_of(now, "mode"),
                json_number_of(now, "threads"), duration_text(1e-3 * is, new), duration_text(1e-3 * was, old),
                100 * (is / was - 1));
}

static void print_reason(sink *table, const cJSON *run, const char *word, const char *reason) {
    bench_print(table, "  %-7s %s %s %s %s, %.0f threads: %s\n", word, json_text_of(run, "graph"),
                json_text_of(run, "primitive"), json_text_of(run, "backend"), json_text_of(run, "mode"),
                json_number_of(run, "threads"), reason);
}

static void compare_cell(sink *table, const cJSON *before, const cJSON *now, double percent, tally *t) {
    if (!same_graph(before, now)) {
        t->other++;
        print_reason(table, now, "other", "the graph has another size now; not compared");
    } else if (was_right(before) && !was_right(now)) {
        t->worse++;
        print_reason(table, now, json_text_of(now, "outcome"), json_text_of(now, "reason"));
    } else if (was_right(before)) {
        t->compared++;
        if (is_slower(before, now, percent)) {
            t->slower++;
            print_change(table, before, now, "slower");
        } else if (is_slower(now, before, percent)) {
            t->faster++;
            print_change(table, before, now, "faster");
        }
    }
}

size_t bench_compare(sink *table, const cJSON *before, const cJSON *now, double noise_percent) {
    tally t = {0};
    const cJSON *run;
    bench_print(table, "\nAgainst multigraph %s, %s:\n", json_text_of(before, "engine_version"),
                json_text_of(before, "time"));
    static const char *const same[] = {"machine", "device"};
    for (size_t i = 0; i < 2; i++) {
        if (strcmp(json_text_of(before, same[i]), json_text_of(now, same[i])) != 0) {
            bench_print(table, "  note: the %s was %s, and is %s now\n", same[i], json_text_of(before, same[i]),
                        json_text_of(now, same[i]));
        }
    }
    cJSON_ArrayForEach(run, cJSON_GetObjectItem(now, "runs")) {
        const cJSON *const old = find_cell(before, run);
        if (old) {
            compare_cell(table, old, run, noise_percent, &t);
        } else {
            t.added++;
        }
    }
    cJSON_ArrayForEach(run, cJSON_GetObjectItem(before, "runs")) {
        t.missing += find_cell(now, run) == NULL;
    }
    bench_print(table, "  %zu compared: %zu slower, %zu faster, %zu within the noise of %g %%", t.compared, t.slower,
                t.faster, t.compared - t.slower - t.faster, noise_percent);
    bench_print(table, "; %zu no longer right, %zu of another size, %zu only there, %zu only here\n", t.worse, t.other,
                t.missing, t.added);
    return t.slower + t.worse;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Representations of a graph: build time, and total memory as a multiple of the plain CSR (figure 3.14a).
 */
#include "tools/cli/message.h"
#include "tools/plot/plot.h"

#include <math.h>
#include <string.h>

/* A bar for the run's graph and backend, without a value. */
static plot_bar bar_of(const cJSON *run, const char *panel) {
    plot_bar bar = {.value = 0};
    snprintf(bar.panel, sizeof bar.panel, "%s", panel);
    snprintf(bar.group, sizeof bar.group, "%s", json_text_of(run, "graph"));
    snprintf(bar.series, sizeof bar.series, "%s", json_text_of(run, "backend"));
    return bar;
}

/* Memory of the graph and its representations after a run. CPU: the CSR and the kept representations in host memory.
 * GPU: the representations in device memory, whose `rows` include the out-edges. */
static double bytes_of(const cJSON *run, double csr) {
    double bytes = 0;
    if (strcmp(json_text_of(run, "backend"), "cuda") != 0) {
        return csr + json_number_of(run, "kept_bytes");
    }
    const cJSON *one;
    cJSON_ArrayForEach(one, cJSON_GetObjectItem(run, "representations")) {
        bytes += json_number_of(one, "bytes");
    }
    return bytes;
}

/* Sums the build times of all cells of a graph and backend: a later cell reuses what an earlier one built. */
static bool add_cells(plot *p, const cJSON *runs, const cJSON *first, plot_bars *times, plot_bars *sizes) {
    plot_bar time = bar_of(first, "preprocessing, all cells together"), size = bar_of(first, "memory, at most");
    const cJSON *run;
    cJSON_ArrayForEach(run, runs) {
        const double csr = json_number_of(run, "csr_bytes"), kept = json_number_of(run, "kept_bytes");
        if (strcmp(json_text_of(run, "graph"), time.group) == 0 &&
            strcmp(json_text_of(run, "backend"), time.series) == 0 && plot_wants(p, json_text_of(run, "primitive")) &&
            kept >= 0) {
            time.value += json_number_of(run, "build_time");
            size.value = fmax(size.value, bytes_of(run, csr) / csr);
        }
    }
    /* Both panels must have the same groups and series: add both bars if one has a value. */
    const bool none = !(time.value > 0) && !(size.value > 0);
    return none || (plot_bars_add(times, &time) && plot_bars_add(sizes, &size));
}

static bool has_values(const plot_bars *b) {
    for (size_t i = 0; i < b->count; i++) {
        if (b->bars[i].value > 0) {
            return true;
        }
    }
    return false;
}

static bool collect(plot *p, plot_bars *times, plot_bars *sizes) {
    bool added = true;
    const cJSON *run;
    for (size_t i = 0; i < p->file_count; i++) {
        const cJSON *const runs = cJSON_GetObjectItem(p->files[i], "runs");
        cJSON_ArrayForEach(run, runs) {
            added = added && add_cells(p, runs, run, times, sizes);
        }
    }
    if (added && sizes->count == 0) {
        message("the reports have no trials of the algorithms of this plot");
        added = false;
    }
    return added;
}

bool plot_memory(plot *p) {
    plot_bars times = {.label = "building, ms", .logarithmic = true};
    plot_bars sizes = {.label = "memory / CSR", .reference = 1};
    const bool added = collect(p, &times, &sizes);
    if (added) {
        const bool built = has_values(&times);
        const int upper = built ? plot_bars_height(&times) - PLOT_TITLE_PIXELS - PLOT_FOOT_PIXELS : 0;
        p->height = upper + plot_bars_height(&sizes);
        plot_begin(p, "What is built beside the graph (dashed: the plain CSR alone)");
        const double top = 1 - (double)PLOT_TITLE_PIXELS / p->height, middle = top - (double)upper / p->height;
        if (built) {
            plot_bars_draw(p, &times, middle, top);
            fputs("unset key\n", p->script);
        }
        plot_bars_draw(p, &sizes, (double)PLOT_FOOT_PIXELS / p->height, middle);
    }
    plot_bars_free(&times);
    plot_bars_free(&sizes);
    return added;
}

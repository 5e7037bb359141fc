/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/cli/message.h"
#include "tools/report/report.h"
#include "tools/verbs/verb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const report_step report_steps[] = {
    {"The graphs",
     "Size, degrees, and bounds of the diameter of the first one.",
     NULL,
     "info # --diameter -o $/table.txt",
     {{"degree", "Degrees of the first graph", true},
      {"distances", "Distances from the vertex of most out-edges", true},
      {"components", "Connected components", true}}},
    {"The most important vertices",
     "The ten of greatest PageRank in the first graph.",
     NULL,
     "pagerank # -q --top 10 -o $/table.txt",
     {{0}}},
    {"Algorithms",
     "Each cell is verified. MTEPS are million arcs of the graph a second.",
     NULL,
     "bench @ % --verify last --metrics $/report.json -o $/table.txt",
     {{"mteps", "Speed by algorithm and graph", false},
      {"memory", "Preprocessing, and memory over that of CSR", false}}},
    {"Traversal modes",
     "What each mode costs in each iteration of a breadth-first search, and the choice.",
     NULL,
     "bench modes @ % -o $/table.txt",
     {{0}}},
    {"A breadth-first search",
     "The first graph, from its default source, with the modes that were chosen.",
     NULL,
     "bfs # -q --trace $/report.json --top 10 -o $/table.txt",
     {{"frontier", "Frontier, mode and time by iteration", false}}},
    {"Preprocessing",
     "What algorithms build before their first run, in the given and in a random numbering.",
     NULL,
     "bench preprocessing @ % -o $/table.txt",
     {{0}}},
    {"Products of the first graph's matrix",
     "Every storage format, verified; roof is the share of the roofline.",
     "convert # $/matrix.npz -q",
     "bench spmv-formats $/matrix.npz spmm $/matrix.npz sddmm $/matrix.npz --k 8,32 % --verify last --metrics "
     "$/report.json -o $/table.txt",
     {{"roofline", "The products below the roofline", false},
      {"profile", "Share of the problems that a format solves within a multiple of the best time", false},
      {"breakeven", "Share of the problems on which a format has paid after so many products", false}}},
    {"The publications' tables",
     "Small generated matrices and graphs; the publications' own numbers beside ours.",
     NULL,
     "bench papers --quick % -o $/table.txt",
     {{0}}},
};
const size_t report_step_count = sizeof report_steps / sizeof *report_steps;

/* ---- calls ---- */

typedef struct words {
    char *text[REPORT_WORDS + 1];
    int count;
} words;

static bool add_word(words *w, const char *text) {
    if (w->count == REPORT_WORDS) {
        message("report: at most %d words in a call: give fewer graphs", REPORT_WORDS);
        return false;
    }
    w->text[w->count] = strdup(text);
    return w->text[w->count++] != NULL;
}

static bool add_number(words *w, const char *option, uint64_t value) {
    char number[24];
    snprintf(number, sizeof number, "%llu", (unsigned long long)value);
    return !value || (add_word(w, option) && add_word(w, number));
}

/* The user's options that bench has, too. */
static bool add_options(const report *r, words *w) {
    const cli_options *const o = r->options;
    static const char *const backends[] = {[1] = "cpu", [2] = "cuda", [3] = "cpu,cuda"};
    const unsigned named = o->bench.backends >> MG_BACKEND_CPU & 3;
    return add_number(w, "--trials", o->bench.trials) && add_number(w, "--threads", o->threads) &&
           (!named || (add_word(w, "--backend") && add_word(w, backends[named])));
}

/* Replaces the signs of a word, or adds the words that it stands for. */
static bool add_template(const report *r, const char *word, size_t length, words *w) {
    char text[1024];
    if (length == 1 && *word == '@') {
        bool added = true;
        for (size_t i = 0; i < r->graph_count; i++) {
            added = added && add_word(w, r->graphs[i]);
        }
        return added;
    }
    if (length == 1 && *word == '%') {
        return add_options(r, w);
    }
    if (length == 1 && *word == '#') {
        return add_word(w, r->graphs[0]);
    }
    snprintf(text, sizeof text, "%s%.*s", *word == '$' ? r->folder : "", (int)(length - (*word == '$')),
             word + (*word == '$'));
    return add_word(w, text);
}

static bool expand(const report *r, const char *call, words *w) {
    *w = (words){.count = 0};
    bool added = true;
    for (size_t length; *call && added; call += length + (call[length] == ' ')) {
        length = strcspn(call, " ");
        added = add_template(r, call, length, w);
    }
    return added;
}

static void release(words *w) {
    for (int i = 0; i < w->count; i++) {
        free(w->text[i]);
    }
    w->count = 0;
}

/* Runs a verb as the command line does. */
static int call_verb(const report *r, const char *call) {
    words w;
    cli_options options;
    int status = STATUS_FAILURE;
    if (expand(r, call, &w)) {
        const verb *const v = verb_find(w.text[0]);
        status = options_parse(v, w.count, w.text, &options);
        status = status == STATUS_SUCCESS ? v->run(v, &options) : status;
    }
    release(&w);
    return status;
}

int report_check(const report *r) {
    int status = STATUS_SUCCESS;
    for (size_t i = 0; i < r->graph_count && status == STATUS_SUCCESS; i++) {
        const report one = {.options = r->options, .folder = r->folder, .graphs = r->graphs + i, .graph_count = 1};
        status = call_verb(&one, "info # -q -o $/table.txt");
    }
    return status;
}

/* ---- sections ---- */

/* The call as the page shows it: without the folder. */
static void write_heading(const report *r, const report_step *step) {
    words w;
    char text[2048] = "";
    size_t used = 0;
    if (expand(r, step->call, &w)) {
        const size_t folder = strlen(r->folder);
        for (int i = 0; i < w.count && used < sizeof text; i++) {
            const bool within = strncmp(w.text[i], r->folder, folder) == 0;
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? " " : "",
                                     within ? w.text[i] + folder + 1 : w.text[i]);
        }
    }
    release(&w);
    page_heading(r->page, step->title, step->about, text);
}

static void draw(report *r, const report_plot *plot) {
    char call[256], path[1024];
    snprintf(path, sizeof path, "%s/picture.svg", r->folder);
    snprintf(call, sizeof call, "plot %s %s -o $/picture.svg", plot->kind, plot->of_graph ? "#" : "$/report.json");
    unlink(path);
    const int status = call_verb(r, call);
    if (plot->of_graph && status == STATUS_USAGE) {
        return; /* the graph has nothing to draw, such as degrees without edges */
    }
    if (status != STATUS_SUCCESS || !page_picture(r->page, path, plot->title)) {
        r->drawn = false;
        page_text(r->page, "There is no picture: gnuplot, which draws it, was not found or failed.");
    }
}

int report_run(report *r, const report_step *step) {
    char table[1024], text[64];
    snprintf(table, sizeof table, "%s/table.txt", r->folder);
    unlink(table);
    int status = step->prepare ? call_verb(r, step->prepare) : STATUS_SUCCESS;
    status = status == STATUS_SUCCESS ? call_verb(r, step->call) : status;
    if (status == STATUS_INTERRUPTED) {
        return status;
    }
    write_heading(r, step);
    for (size_t i = 0; i < REPORT_PLOTS && step->plots[i].kind && status == STATUS_SUCCESS && r->drawn; i++) {
        draw(r, &step->plots[i]);
    }
    page_table(r->page, table);
    if (status != STATUS_SUCCESS) {
        snprintf(text, sizeof text, "This ended with exit status %d.", status);
        page_text(r->page, text);
    }
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs one peer with one algorithm: finds the executable, writes the graph, builds the command line, runs it.
 */
#include "tools/cli/message.h"
#include "tools/compare/compare.h"

#include <errno.h>
#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORDS_MAX 32
#define WORD_SIZE 640
#define DEFAULT_LIMIT 300

const char *peer_outcome_name(peer_outcome outcome) {
    static const char *const names[] = {"right", "unchecked", "wrong", "crashed", "timed out", "unreadable", "skipped"};
    return names[outcome];
}

/* Begin and end of the next word of a list separated by blanks; false: no more words. */
static bool next_word(const char **word, size_t *length) {
    *word += *length;
    *word += strspn(*word, " ");
    *length = strcspn(*word, " ");
    return *length > 0;
}

static bool is_there(char *path, size_t size, const char *folder, const char *below, size_t below_length,
                     const char *names) {
    const char *name = names;
    for (size_t length = 0; next_word(&name, &length);) {
        const int used = snprintf(path, size, "%s/%.*s%.*s", folder, (int)below_length, below, (int)length, name);
        if (used > 0 && (size_t)used < size && access(path, X_OK) == 0) {
            return true;
        }
    }
    return false;
}

bool compare_find_executable(const peer *p, const char *names, const char *folder, char *path, size_t size) {
    const char *below = p->folders;
    for (size_t length = 0; next_word(&below, &length);) {
        if (is_there(path, size, folder, below, length, names)) {
            return true;
        }
    }
    return is_there(path, size, folder, "", 0, names);
}

typedef struct substitution {
    const char *name, *value;
} substitution;

/* Copies a word of the template with its {names} replaced. */
static void substitute(char *out, size_t size, const char *word, size_t length, const substitution *values) {
    size_t used = 0;
    for (size_t i = 0; i < length && used + 1 < size;) {
        const substitution *found = NULL;
        for (const substitution *s = values; s->name && !found; s++) {
            found = strncmp(word + i, s->name, strlen(s->name)) == 0 ? s : NULL;
        }
        if (found) {
            used += (size_t)snprintf(out + used, size - used, "%s", found->value);
            i += strlen(found->name);
        } else {
            out[used++] = word[i++];
        }
    }
    out[used < size ? used : size - 1] = '\0';
}

/* Appends the words of a template. */
static int add_words(char words[][WORD_SIZE], int count, const char *template, const substitution *values) {
    for (size_t length = 0; template && count < WORDS_MAX && next_word(&template, &length); count++) {
        substitute(words[count], WORD_SIZE, template, length, values);
    }
    return count;
}

/* What replaces the {names} of a command. */
typedef struct arguments {
    char output[320], sources[320], source[24], trials[24], iterations[24], weights[5][24];
    substitution values[13];
} arguments;

static void fill_arguments(arguments *a, const comparison *c, const char *graph, const peer_graph *g,
                           const cli_options *options) {
    static const char *const names[] = {"{weight/16}", "{weight/4}", "{weight}", "{weight*4}", "{weight*16}"};
    snprintf(a->output, sizeof a->output, "%s/output", g->folder);
    snprintf(a->sources, sizeof a->sources, "%s/sources", g->folder);
    snprintf(a->source, sizeof a->source, "%" PRIu32, g->source == MG_NONE ? 0 : g->source);
    snprintf(a->trials, sizeof a->trials, "%" PRIu64, options->bench.trials);
    snprintf(a->iterations, sizeof a->iterations, "%u", c->iterations);
    const substitution values[] = {{"{graph}", graph},
                                   {"{source}", a->source},
                                   {"{trials}", a->trials},
                                   {"{output}", a->output},
                                   {"{sources}", a->sources},
                                   {"{iterations}", a->iterations},
                                   {"{undirected}", mg_graph_directed(g->graph) ? "false" : "true"}};
    size_t count = sizeof values / sizeof *values;
    memcpy(a->values, values, sizeof values);
    double weight = g->mean_weight / 16;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++, weight *= 4) {
        snprintf(a->weights[i], sizeof a->weights[i], "%.0f", weight > 1 ? weight : 1);
        a->values[count++] = (substitution){names[i], a->weights[i]};
    }
    a->values[count] = (substitution){NULL, NULL};
}

/* Runs `executable` with the command's arguments and this setting. */
static spawn_result run_command(const comparison *c, char *executable, const char *setting, const arguments *a,
                                const cli_options *options) {
    static char words[WORDS_MAX][WORD_SIZE];
    char *argv[WORDS_MAX + 2] = {executable};
    int count = add_words(words, 0, c->command->arguments, a->values);
    if (options->bench.verify != BENCH_VERIFY_NONE) {
        count = add_words(words, count, c->command->own_check, a->values);
    }
    count = add_words(words, count, c->command->more, a->values);
    count = add_words(words, count, setting, a->values);
    for (int i = 0; i < count; i++) {
        argv[i + 1] = words[i];
    }
    const double limit = options->bench.time_limit > 0 ? options->bench.time_limit : DEFAULT_LIMIT;
    /* Otherwise our idle OpenMP threads spin while the peer runs, for long with OMP_WAIT_POLICY=active. */
    omp_pause_resource_all(omp_pause_soft);
    return spawn_run(argv, limit);
}

/* The last line that is not empty, to describe a crash. */
static void last_line(const char *output, char *text, size_t size) {
    size_t end = strlen(output), begin;
    while (end > 0 && strchr("\n\r ", output[end - 1])) {
        end--;
    }
    for (begin = end; begin > 0 && output[begin - 1] != '\n';) {
        begin--;
    }
    const size_t length = end - begin < 120 ? end - begin : 120;
    snprintf(text, size, "%s%.*s", length ? "; it said: " : "", (int)length, output + begin);
}

static int judge_end(comparison *c, const spawn_result *r, const char *output_file, const our_run *ours,
                     const cli_options *options) {
    char said[160];
    last_line(r->output ? r->output : "", said, sizeof said);
    switch (r->end) {
    case SPAWN_INTERRUPTED:
        return STATUS_INTERRUPTED;
    case SPAWN_TIMED_OUT:
        c->outcome = PEER_TIMED_OUT;
        snprintf(c->remark, sizeof c->remark, "killed after %g s",
                 options->bench.time_limit > 0 ? options->bench.time_limit : DEFAULT_LIMIT);
        break;
    case SPAWN_KILLED:
        c->outcome = PEER_CRASHED;
        snprintf(c->remark, sizeof c->remark, "signal %d (%s)%s", r->status, strsignal(r->status), said);
        break;
    case SPAWN_FAILED:
        c->outcome = PEER_CRASHED;
        snprintf(c->remark, sizeof c->remark, "cannot be run: %s", strerror(r->status));
        break;
    case SPAWN_EXITED:
        if (r->status != 0) {
            c->outcome = PEER_CRASHED;
            snprintf(c->remark, sizeof c->remark, "exit status %d%s", r->status, said);
        } else {
            compare_check_output(c, r->output, output_file, ours);
        }
        break;
    }
    return STATUS_SUCCESS;
}

static int run_setting(comparison *c, char *executable, const char *setting, const arguments *a, const our_run *ours,
                       const cli_options *options) {
    unlink(a->output);
    spawn_result r = run_command(c, executable, setting, a, options);
    const int status = judge_end(c, &r, a->output, ours, options);
    free(r.output);
    return status;
}

bool compare_is_good(const comparison *c) {
    return c->outcome == PEER_RIGHT || c->outcome == PEER_UNCHECKED;
}

/* The source once for each trial, as an array in Matrix Market format, which counts from 1. */
static bool write_sources(const char *path, mg_vertex source, uint64_t trials) {
    FILE *const file = fopen(path, "w");
    if (!file) {
        return false;
    }
    fprintf(file, "%%%%MatrixMarket matrix array integer general\n%" PRIu64 " 1\n", trials);
    for (uint64_t t = 0; t < trials; t++) {
        fprintf(file, "%" PRIu64 "\n", (uint64_t)source + 1);
    }
    const bool written = !ferror(file);
    return fclose(file) == 0 && written;
}

int compare_run_settings(comparison *c, char *executable, const char *graph, peer_graph *g, const our_run *ours,
                         const cli_options *options) {
    const char *at = c->command->settings ? c->command->settings : "";
    const comparison blank = *c;
    arguments a;
    fill_arguments(&a, c, graph, g, options);
    if (c->command->more && strstr(c->command->more, "{sources}") &&
        !write_sources(a.sources, g->source == MG_NONE ? 0 : g->source, options->bench.trials)) {
        c->outcome = PEER_SKIPPED;
        snprintf(c->remark, sizeof c->remark, "the sources cannot be written: %s", strerror(errno));
        return STATUS_SUCCESS;
    }
    bool first = true;
    do {
        char setting[128];
        const size_t length = strcspn(at, "|");
        comparison now = blank;
        substitute(setting, sizeof setting, at, length, a.values);
        const int status = run_setting(&now, executable, setting, &a, ours, options);
        if (status != STATUS_SUCCESS) {
            return status;
        }
        if (first || (compare_is_good(&now) && (!compare_is_good(c) || now.theirs < c->theirs))) {
            const size_t used = strlen(now.remark);
            snprintf(now.remark + used, sizeof now.remark - used, "%s%s", used && setting[0] ? "; " : "", setting);
            *c = now;
        }
        first = false;
        at += length + (at[length] == '|');
    } while (*at);
    return STATUS_SUCCESS;
}

bool compare_write_graph(comparison *c, peer_graph *g, mg_context *context, char *path, size_t size, int *status) {
    const mg_status written = peer_graph_write(g, context, c->command->format, path, size);
    if (written == MG_ERROR_CANCELLED) {
        *status = STATUS_INTERRUPTED;
    } else if (written < 0) {
        const char *const error = mg_context_error(context);
        snprintf(c->remark, sizeof c->remark, "the graph cannot be written as %s: %.300s", c->command->format,
                 error[0] ? error : mg_status_text(written));
    }
    return written >= 0;
}

int compare_peer(comparison *c, const char *folder, peer_graph *g, const our_run *ours, const cli_options *options) {
    char executable[512], graph[320];
    int status = STATUS_SUCCESS;
    c->outcome = PEER_SKIPPED;
    if (c->command->error > 0) {
        return compare_error_peer(c, folder, g, ours, options);
    }
    if (!compare_find_executable(c->peer, c->command->executables, folder, executable, sizeof executable)) {
        snprintf(c->remark, sizeof c->remark, "there is no executable %s in %.300s%s%s", c->command->executables,
                 folder, c->peer->folders[0] ? " or its subfolders " : "", c->peer->folders);
        return STATUS_SUCCESS;
    }
    if (c->command->undirected_only && mg_graph_directed(g->graph)) {
        snprintf(c->remark, sizeof c->remark, "takes undirected graphs only");
        return STATUS_SUCCESS;
    }
    if (!compare_write_graph(c, g, ours->s.context, graph, sizeof graph, &status)) {
        return status;
    }
    return compare_run_settings(c, executable, graph, g, ours, options);
}

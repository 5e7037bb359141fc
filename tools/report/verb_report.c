/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb report: the measurements of all other verbs as one page.
 */
#include "tools/cli/message.h"
#include "tools/cli/session.h"
#include "tools/cli/signals.h"
#include "tools/output/machine.h"
#include "tools/output/output_files.h"
#include "tools/report/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The files that steps leave in the folder. */
static const char *const files[] = {"table.txt", "report.json", "picture.svg", "matrix.npz", "kron.mgb"};

static bool make_folder(char *folder, size_t size) {
    const char *const base = getenv("TMPDIR");
    snprintf(folder, size, "%s/multigraph-report-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(folder)) {
        message("cannot make a folder for the measurements: %s", strerror(errno));
        return false;
    }
    return true;
}

static void remove_folder(const char *folder) {
    char path[1024];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* Without graphs: a Kronecker graph. Its path is that of files[4]. */
static int generate(const char *path) {
    const verb *const v = verb_find("generate");
    char kind[] = "kron", scale[] = "--scale", size[] = "14", quiet[] = "-q", output[] = "-o", verb_name[] = "generate";
    char *const target = strdup(path);
    char *words[] = {verb_name, kind, scale, size, quiet, output, target, NULL};
    cli_options options;
    int status = target ? options_parse(v, 7, words, &options) : STATUS_FAILURE;
    status = status == STATUS_SUCCESS ? v->run(v, &options) : status;
    free(target);
    return status;
}

static int write_page(report *r, const char *machine) {
    char summary[512];
    int status = STATUS_SUCCESS;
    snprintf(summary, sizeof summary, "multigraph %s on %s.", mg_version(), machine);
    page_begin(r->page, "MultiGraph: measurements", summary);
    for (size_t i = 0; i < report_step_count && status != STATUS_INTERRUPTED; i++) {
        const int ended = report_run(r, &report_steps[i]);
        status = status == STATUS_SUCCESS || ended == STATUS_INTERRUPTED ? ended : status;
    }
    page_end(r->page);
    if (status == STATUS_INTERRUPTED) {
        return status;
    }
    const bool written = sink_flush(r->page) && sink_commit(r->page);
    return written ? status : STATUS_FAILURE;
}

static int measure(const cli_options *options, const char *folder, sink *page) {
    session s;
    char machine[MACHINE_NAME_SIZE], path[1024];
    char *generated[] = {path};
    int status = session_create(&s, verb_find("report"), options);
    if (status == STATUS_SUCCESS) {
        machine_name(s.context, false, machine);
    }
    session_close(&s);
    report r = {.options = options,
                .folder = folder,
                .graphs = options->operand_count ? options->operands : generated,
                .graph_count = options->operand_count ? options->operand_count : 1,
                .page = page,
                .drawn = true};
    snprintf(path, sizeof path, "%s/kron.mgb", folder);
    if (status == STATUS_SUCCESS && !options->operand_count) {
        status = generate(path);
    }
    status = status == STATUS_SUCCESS ? report_check(&r) : status;
    return status == STATUS_SUCCESS ? write_page(&r, machine) : status;
}

static bool graphs_exist(const cli_options *options) {
    for (size_t i = 0; i < options->operand_count; i++) {
        if (access(options->operands[i], R_OK) != 0) {
            message("%s: %s", options->operands[i], strerror(errno));
            return false;
        }
    }
    return true;
}

int run_report(const verb *v, const cli_options *options) {
    const output_file page = {"-o", options->output, "page", NULL, true, false};
    char folder[512];
    sink out = SINK_NONE;
    (void)v;
    if (!options->output) {
        message("report: the page needs a name: -o FILE.html");
        return STATUS_USAGE;
    }
    const char *const *const graphs = (const char *const *)options->operands;
    if (output_files_check(&page, 1, graphs, options->operand_count) != STATUS_SUCCESS || !graphs_exist(options)) {
        return STATUS_USAGE;
    }
    int status = STATUS_FAILURE;
    if (make_folder(folder, sizeof folder)) {
        unfinished_add(folder);
        if (sink_open(&out, options->output)) {
            status = measure(options, folder, &out);
        }
        sink_close(&out);
        remove_folder(folder);
        unfinished_remove(folder);
    }
    return status;
}

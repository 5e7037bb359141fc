/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs gnuplot in a temporary folder and copies the picture to the output.
 */
#include "tools/cli/message.h"
#include "tools/cli/signals.h"
#include "tools/compare/compare.h"
#include "tools/plot/plot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GNUPLOT_SECONDS 120

static bool write_script(const char *path, const char *picture, const char *script) {
    FILE *const file = fopen(path, "w");
    if (!file) {
        return false;
    }
    fprintf(file, "picture = '%s'\n", picture);
    const bool written = fputs(script, file) >= 0;
    return fclose(file) == 0 && written;
}

/* Copies the picture; prints what is wrong with it. `said`: what gnuplot printed. */
static bool copy_picture(const char *path, const char *said, sink *out) {
    char piece[4096];
    FILE *const file = fopen(path, "rb");
    size_t count, total = 0;
    errno = 0;
    while (file && (count = fread(piece, 1, sizeof piece, file)) > 0) {
        sink_write(out, piece, count);
        total += count;
    }
    const bool broken = file && ferror(file);
    if (broken) {
        message("cannot read the picture that gnuplot wrote: %s", strerror(errno));
    } else if (total == 0) {
        message("gnuplot wrote no picture: %.600s", said);
    }
    if (file) {
        fclose(file);
    }
    return total > 0 && !broken;
}

static int judge(const spawn_result *r) {
    switch (r->end) {
    case SPAWN_EXITED:
        if (r->status == 0) {
            return STATUS_SUCCESS;
        }
        message("gnuplot failed: %.600s", r->output);
        return STATUS_FAILURE;
    case SPAWN_INTERRUPTED:
        return message_interrupted();
    case SPAWN_FAILED:
        if (r->status == ENOENT) {
            message("gnuplot was not found; it draws the pictures (Debian: apt-get install gnuplot-nox); "
                    "-o FILE.gp writes its script without it");
        } else {
            message("cannot run gnuplot: %s", strerror(r->status));
        }
        return STATUS_FAILURE;
    default:
        message("gnuplot was terminated");
        return STATUS_FAILURE;
    }
}

int plot_render(const plot *p, const char *script, sink *out) {
    const char *const base = getenv("TMPDIR");
    char folder[512], script_path[544], picture[544];
    snprintf(folder, sizeof folder, "%s/multigraph-plot-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(folder)) {
        message("cannot make a folder for gnuplot: %s", strerror(errno));
        return STATUS_FAILURE;
    }
    unfinished_add(folder);
    snprintf(script_path, sizeof script_path, "%s/script.gp", folder);
    snprintf(picture, sizeof picture, "%s/picture", folder);
    int status = STATUS_FAILURE;
    if (!write_script(script_path, picture, script)) {
        message("cannot write %s: %s", script_path, strerror(errno));
    } else {
        char name[] = "gnuplot";
        char *const argv[] = {name, script_path, NULL};
        spawn_result r = spawn_run(argv, GNUPLOT_SECONDS);
        status = judge(&r);
        if (status == STATUS_SUCCESS && !copy_picture(picture, r.output, out)) {
            status = STATUS_FAILURE;
        }
        free(r.output);
    }
    unlink(script_path);
    unlink(picture);
    rmdir(folder);
    unfinished_remove(folder);
    (void)p;
    return status;
}

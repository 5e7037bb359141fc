/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define BAR_WIDTH 24
/* Shorter stages show no bar, to avoid flicker. */
#define SHOW_AFTER 0.3
/* Seconds after which users want to know of a shorter way. */
#define LONG 3600

static bool enabled;
static const char *long_remark;
static volatile sig_atomic_t drawn; /* read by a signal handler */

void progress_set_up(progress_when when) {
    enabled = when == PROGRESS_ALWAYS || (when == PROGRESS_AUTO && isatty(STDERR_FILENO));
}

void progress_remark(const char *remark) {
    long_remark = remark;
}

const char *duration_text(double seconds, char text[DURATION_SIZE]) {
    if (seconds < 0.9995) {
        double ms = 1e3 * seconds;
        snprintf(text, DURATION_SIZE,
                 ms < 0.9995 ? "%.3f ms"
                 : ms < 10   ? "%.2f ms"
                 : ms < 100  ? "%.1f ms"
                             : "%.0f ms",
                 ms);
    } else if (seconds < 59.95) {
        snprintf(text, DURATION_SIZE, "%.1f s", seconds);
    } else if (seconds < 3600) {
        unsigned whole = (unsigned)seconds;
        snprintf(text, DURATION_SIZE, "%u:%02u min", whole / 60, whole % 60);
    } else {
        double hours = seconds / 3600;
        snprintf(text, DURATION_SIZE, hours < 100 ? "%.1f h" : "%.0f h", hours);
    }
    return text;
}

static int terminal_width(void) {
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

static void draw(const mg_progress *progress) {
    char line[256], bar[BAR_WIDTH + 1], duration[DURATION_SIZE];
    size_t length;
    if (progress->fraction < 0) {
        length = (size_t)snprintf(line, sizeof line, "%s, %s so far", progress->stage,
                                  duration_text(progress->elapsed, duration));
    } else {
        double fraction = progress->fraction > 1 ? 1 : progress->fraction;
        int filled = (int)(fraction * BAR_WIDTH);
        memset(bar, '.', BAR_WIDTH);
        memset(bar, '#', (size_t)filled);
        bar[BAR_WIDTH] = '\0';
        length = (size_t)snprintf(line, sizeof line, "%s [%s] %3.0f%%", progress->stage, bar, 100 * fraction);
        if (progress->remaining >= 0 && length < sizeof line) {
            length += (size_t)snprintf(line + length, sizeof line - length, ", %s left",
                                       duration_text(progress->remaining, duration));
        }
        if (progress->remaining > LONG && long_remark && length < sizeof line) {
            length += (size_t)snprintf(line + length, sizeof line - length, "; %s", long_remark);
        }
    }
    int width = terminal_width() - 1;
    fprintf(stderr, "\r%.*s\033[K", (int)length < width ? (int)length : width, line);
    fflush(stderr);
    drawn = 1;
}

bool progress_report(void *data, const mg_progress *progress) {
    (void)data;
    if (interrupted()) {
        return false;
    }
    if (enabled && progress->elapsed >= SHOW_AFTER) {
        draw(progress);
    }
    return true;
}

bool progress_is_drawn(void) {
    return drawn;
}

void progress_erase(void) {
    if (drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        drawn = 0;
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/cli/signals.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t interrupt_count;
static const char *volatile unfinished[UNFINISHED_MAX];
static volatile sig_atomic_t killed_group;
static volatile sig_atomic_t cancels_first;
static volatile sig_atomic_t pending_signal; /* TERM or HUP that cancelled the run */

static void die(int number) {
    for (int i = 0; i < UNFINISHED_MAX; i++) {
        if (unfinished[i]) {
            unlink(unfinished[i]);
        }
    }
    if (killed_group) {
        kill(-(pid_t)killed_group, SIGKILL);
    }
    /* With the default action the parent sees the signal. The signal is blocked until this handler returns. */
    signal(number, SIG_DFL);
    raise(number);
}

static void on_signal(int number) {
    const bool cancels = number == SIGINT || (cancels_first && number != SIGPIPE);
    if (!cancels || interrupt_count > 0) {
        die(number);
        return;
    }
    interrupt_count = 1;
    pending_signal = number == SIGINT ? 0 : number;
}

void signals_install(void) {
    signal(SIGXFSZ, SIG_IGN); /* writing beyond a limit of the file size is then an error like a full disk */
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action;
        if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
            action.sa_handler = on_signal;
            action.sa_flags = SA_RESTART;
            sigemptyset(&action.sa_mask);
            sigaction(numbers[i], &action, NULL);
        }
    }
}

bool interrupted(void) {
    return interrupt_count > 0;
}

void signals_cancel_first(void) {
    cancels_first = 1;
}

void signals_end(void) {
    if (pending_signal) {
        die(pending_signal);
    }
}

void unfinished_add(const char *path) {
    for (int i = 0; i < UNFINISHED_MAX; i++) {
        if (!unfinished[i]) {
            unfinished[i] = path;
            return;
        }
    }
}

void unfinished_remove(const char *path) {
    for (int i = 0; i < UNFINISHED_MAX; i++) {
        if (unfinished[i] == path) {
            unfinished[i] = NULL;
        }
    }
}

void signals_kill_group(int group) {
    killed_group = group;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Handlers call only functions that are safe there: system calls, no stdio and no malloc.
 */
#include "tools/cli/signals.h"

#include "tools/cli/message.h"
#include "tools/cli/progress.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t first_signal; /* INT, TERM or HUP that cancelled the run; 0: none */
static const char *volatile unfinished[UNFINISHED_MAX];
static volatile sig_atomic_t killed_group;

/* Removes a folder of files. */
static void remove_folder(const char *path) {
    _Alignas(struct dirent64) char entries[4096];
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    ssize_t bytes = 0;
    while (folder >= 0 && (bytes = getdents64(folder, entries, sizeof entries)) > 0) {
        for (ssize_t at = 0; at < bytes;) {
            const struct dirent64 *const entry = (const struct dirent64 *)(const void *)(entries + at);
            unlinkat(folder, entry->d_name, 0);
            at += entry->d_reclen;
        }
    }
    if (folder >= 0) {
        close(folder);
    }
    rmdir(path);
}

static void say_interrupted(void) {
    static const char erase[] = "\r\033[K", text[] = "multigraph: interrupted\n";
    ssize_t written = progress_is_drawn() ? write(STDERR_FILENO, erase, sizeof erase - 1) : 0;
    written += write(STDERR_FILENO, text, sizeof text - 1);
    (void)written;
}

/* Ends the process. INT gives the exit status; of the others the parent process sees the signal. */
static void end(int number) {
    if (killed_group) {
        kill(-(pid_t)killed_group, SIGKILL);
    }
    for (int i = 0; i < UNFINISHED_MAX; i++) {
        const char *const path = unfinished[i];
        if (path && unlink(path) != 0 && errno == EISDIR) {
            remove_folder(path);
        }
    }
    if (number == SIGINT) {
        say_interrupted();
        _exit(STATUS_INTERRUPTED);
    }
    signal(number, SIG_DFL);
    raise(number); /* within the handler of the same signal: delivered when it returns */
}

static void on_signal(int number) {
    const struct itimerval grace = {.it_value = {.tv_sec = GRACE_MS / 1000, .tv_usec = GRACE_MS % 1000 * 1000}};
    if (number == SIGALRM) {
        end(first_signal);
    } else if (number == SIGPIPE || first_signal) {
        end(number);
    } else {
        first_signal = number;
        setitimer(ITIMER_REAL, &grace, NULL);
    }
}

void signals_install(void) {
    signal(SIGXFSZ, SIG_IGN); /* writing beyond a limit of the file size is then an error like a full disk */
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGALRM};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action;
        if (sigaction(numbers[i], NULL, &action) == 0 && (numbers[i] == SIGALRM || action.sa_handler != SIG_IGN)) {
            action.sa_handler = on_signal;
            action.sa_flags = SA_RESTART;
            sigemptyset(&action.sa_mask);
            sigaction(numbers[i], &action, NULL);
        }
    }
    sigset_t alarm_only; /* the parent process may have blocked it */
    sigemptyset(&alarm_only);
    sigaddset(&alarm_only, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarm_only, NULL);
}

bool interrupted(void) {
    return first_signal != 0;
}

bool terminated(void) {
    return first_signal == SIGTERM || first_signal == SIGHUP;
}

void signals_end(void) {
    if (terminated()) {
        end(first_signal);
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

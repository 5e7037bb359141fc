/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a process in its own process group, which is killed at the time limit, at Ctrl-C, and after the process ended.
 * Output beyond a bound is read and dropped, so that the process does not block on the pipe.
 */
#include "tools/cli/spawn.h"
#include "tools/cli/session.h"
#include "tools/cli/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define POLL_MS 50
#define EXIT_POLL_MS 1 /* when it has closed its output and frees its memory */

/* Starts the process with both output streams on `pipe_end`. Returns 0 or an errno. */
static int start(pid_t *pid, char *const argv[], int pipe_end, int other_end) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) {
        return error;
    }
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGPIPE);
    (void)(error || (error = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)) ||
           (error = posix_spawn_file_actions_adddup2(&actions, pipe_end, STDOUT_FILENO)) ||
           (error = posix_spawn_file_actions_adddup2(&actions, pipe_end, STDERR_FILENO)) ||
           (error = posix_spawn_file_actions_addclose(&actions, pipe_end)) ||
           (error = posix_spawn_file_actions_addclose(&actions, other_end)) ||
           (error = posix_spawnattr_setsigdefault(&attributes, &defaults)) ||
           (error = posix_spawnattr_setpgroup(&attributes, 0)) ||
           (error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF)) ||
           (error = posix_spawnp(pid, argv[0], &actions, &attributes, argv, environ)));
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Makes room for `count` more bytes. Drops the middle of long output: the settings are at its beginning, the results at
 * its end. */
static void make_room(spawn_result *r, size_t *used, size_t count) {
    const size_t kept = SPAWN_OUTPUT_MAX / 2, least = SPAWN_OUTPUT_MAX / 4;
    if (*used + count > SPAWN_OUTPUT_MAX) {
        const size_t gone = count > least ? count : least;
        memmove(r->output + kept, r->output + kept + gone, *used - kept - gone);
        *used -= gone;
        r->truncated = true;
    }
}

/* Reads available output; false: end of the stream. */
static bool read_output(spawn_result *r, size_t *used, int file) {
    static char piece[1 << 16];
    const ssize_t count = read(file, piece, sizeof piece);
    if (count <= 0) {
        return count < 0 && (errno == EAGAIN || errno == EINTR);
    }
    make_room(r, used, (size_t)count);
    char *const larger = realloc(r->output, *used + (size_t)count + 1);
    if (!larger) {
        r->truncated = true;
        return true;
    }
    r->output = larger;
    memcpy(r->output + *used, piece, (size_t)count);
    *used += (size_t)count;
    r->output[*used] = '\0';
    return true;
}

/* Collects output until the process ends or is killed. A process that it started may keep the pipe open: do not wait
 * for the end of the stream. */
static void watch(spawn_result *r, pid_t pid, int file, double seconds) {
    const double end = clock_seconds() + seconds;
    size_t used = 0;
    int status = 0;
    bool open = true, ended = false;
    while (!ended) {
        struct pollfd ready = {.fd = open ? file : -1, .events = POLLIN};
        if (poll(&ready, 1, open ? POLL_MS : EXIT_POLL_MS) > 0) {
            open = read_output(r, &used, file);
        }
        ended = waitpid(pid, &status, WNOHANG) == pid;
        if (!ended && (interrupted() || clock_seconds() > end)) {
            r->end = interrupted() ? SPAWN_INTERRUPTED : SPAWN_TIMED_OUT;
            kill(-pid, SIGKILL);
            waitpid(pid, &status, 0);
            return;
        }
    }
    struct pollfd rest = {.fd = file, .events = POLLIN};
    while (open && poll(&rest, 1, 0) > 0) {
        open = read_output(r, &used, file);
    }
    kill(-pid, SIGKILL);
    r->end = WIFEXITED(status) ? SPAWN_EXITED : SPAWN_KILLED;
    r->status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
}

spawn_result spawn_run(char *const argv[], double seconds) {
    spawn_result r = {.end = SPAWN_FAILED, .output = calloc(1, 1)};
    const double begin = clock_seconds();
    int ends[2];
    pid_t pid;
    if (!r.output || pipe(ends) != 0) {
        r.status = errno;
        return r;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    r.status = start(&pid, argv, ends[1], ends[0]);
    close(ends[1]);
    if (r.status == 0) {
        signals_kill_group(pid);
        watch(&r, pid, ends[0], seconds);
        signals_kill_group(0);
    }
    close(ends[0]);
    r.seconds = clock_seconds() - begin;
    return r;
}

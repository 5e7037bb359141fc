/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/host_compiler.h"

#include "core/program/compiler_log.h"
#include "core/program/install_dir.h"
#include "core/program/source_text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The flags of the library itself; also: wrong types of callbacks are errors, and symbols of the program are hidden. */
static const char *const flags[] = {"-std=c11",
                                    "-O3",
                                    "-ffp-contract=off",
                                    "-fPIC",
                                    "-fno-semantic-interposition",
                                    "-Werror=incompatible-pointer-types",
                                    "-Werror=int-conversion",
                                    "-Werror=implicit-int",
                                    "-Werror=implicit-function-declaration",
                                    "-DMG_LOADED"};
#define FLAG_COUNT (sizeof flags / sizeof *flags)
#define COMPILING "compiling" /* stage of the progress */
#define POLL_MS 2
#define KILL_MS 100 /* time for a compiler to end by itself when it is cancelled */
#define ARGUMENTS_MAX (MG_COMPILER_WORDS + FLAG_COUNT + 16)

/* Headers that a program includes, listed by the build. */
static const char *const headers[] = {MG_PROGRAM_HEADERS};

static bool is_executable(const char *path, struct stat *found) {
    return stat(path, found) == 0 && S_ISREG(found->st_mode) && access(path, X_OK) == 0;
}

/* Finds the executable that a shell would run for `word`. */
static bool find_on_path(const char *word, char file[MG_PATH_SIZE]) {
    struct stat found;
    const char *path = getenv("PATH");
    if (strchr(word, '/')) {
        return snprintf(file, MG_PATH_SIZE, "%s", word) < MG_PATH_SIZE && is_executable(file, &found);
    }
    for (path = path ? path : "/usr/local/bin:/usr/bin:/bin"; *path; path += *path == ':') {
        const size_t length = strcspn(path, ":");
        if (length && snprintf(file, MG_PATH_SIZE, "%.*s/%s", (int)length, path, word) < MG_PATH_SIZE &&
            is_executable(file, &found)) {
            return true;
        }
        path += length;
    }
    return false;
}

static bool holds_headers(const char *folder, const char *below, char headers_folder[MG_PATH_SIZE]) {
    char file[MG_PATH_SIZE + 32];
    if (snprintf(headers_folder, MG_PATH_SIZE, "%s%s", folder, below) >= MG_PATH_SIZE) {
        return false;
    }
    snprintf(file, sizeof file, "%s/multigraph/program.h", headers_folder);
    return access(file, R_OK) == 0;
}

/* Finds the headers relative to the library or program that contains this code; it may have been moved. Else in the
 * folders of build and installation. */
static bool find_headers(char folder[MG_PATH_SIZE]) {
    static const char *const below[] = {"/../include", "/../../include"};
    const char *const given = getenv("MULTIGRAPH_INCLUDE");
    char home[MG_PATH_SIZE];
    if (given) {
        return holds_headers(given, "", folder);
    }
    for (int i = 0; i < 2; i++) {
        mg__install_dir(i, home);
        for (size_t k = 0; home[0] && k < sizeof below / sizeof *below; k++) {
            if (holds_headers(home, below[k], folder)) {
                return true;
            }
        }
    }
    return holds_headers(MG_SOURCE_INCLUDE, "", folder) || holds_headers(MG_INSTALLED_INCLUDE, "", folder);
}

mg_status mg__host_compiler_find(mg_context *context, mg_host_compiler *c) {
    const char *const given = getenv("CC");
    *c = (mg_host_compiler){.word_count = 0};
    if (snprintf(c->text, sizeof c->text, "%s", given && *given ? given : "cc") >= (int)sizeof c->text) {
        return mg__fail(context, MG_ERROR_INVALID, "CC: the command is too long");
    }
    char *rest = c->text;
    for (char *word = strsep(&rest, " "); word && c->word_count < MG_COMPILER_WORDS; word = strsep(&rest, " ")) {
        if (*word) {
            c->words[c->word_count++] = word;
        }
    }
    if (!c->word_count || !find_on_path(c->words[0], c->file)) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "programs from files require a C compiler: %s was not found; install gcc or clang, or set CC",
                        c->word_count ? c->words[0] : "cc");
    }
    if (!find_headers(c->headers)) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "the headers of the library were not found; install libmultigraph-dev, or set "
                        "MULTIGRAPH_INCLUDE to the folder that holds "
                        "multigraph/program.h");
    }
    return MG_OK;
}

mg_status mg__host_compiler_key(mg_context *context, const mg_host_compiler *c, mg_cache_key *key) {
    mg_status status = MG_OK;
    char path[MG_PATH_SIZE + 64];
    struct stat found = {0};
    for (size_t i = 0; i < c->word_count; i++) {
        mg__cache_key_add(key, c->words[i], strlen(c->words[i]));
    }
    for (size_t i = 0; i < FLAG_COUNT; i++) {
        mg__cache_key_add(key, flags[i], strlen(flags[i]));
    }
    stat(c->file, &found);
    const int64_t compiler[] = {(int64_t)found.st_ino, (int64_t)found.st_size, (int64_t)found.st_mtim.tv_sec,
                                (int64_t)found.st_mtim.tv_nsec};
    mg__cache_key_add(key, compiler, sizeof compiler);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        char *text = NULL;
        snprintf(path, sizeof path, "%s/multigraph/%s", c->headers, headers[i]);
        MG_TRY(mg__source_read(context, path, &text));
        mg__cache_key_add(key, text, strlen(text));
        mg__release(&context->memory, text);
    }
out:
    return status;
}

/* Environment with LC_ALL=C, since the messages are parsed, and with the scratch folder for temporary
 * files, so that a killed compiler leaves none. */
static mg_status compiler_environment(mg_context *context, char ***environment) {
    static char language[] = "LC_ALL=C";
    static const char variable[] = "TMPDIR=";
    mg_status status = MG_OK;
    size_t count = 0, kept = 0;
    char *folder = NULL;
    while (environ[count]) {
        count++;
    }
    const size_t size = strlen(context->scratch) + sizeof variable;
    MG_TRY(MG_ALLOC_ZEROED(context, *environment, count + 3, "the compiler's environment"));
    MG_TRY(MG_ALLOC(context, folder, size, "the compiler's environment"));
    snprintf(folder, size, "%s%s", variable, context->scratch);
    (*environment)[kept++] = folder; /* the first: released with the array */
    (*environment)[kept++] = language;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(environ[i], "LC_ALL=", 7) != 0 && strncmp(environ[i], variable, sizeof variable - 1) != 0) {
            (*environment)[kept++] = environ[i];
        }
    }
    (*environment)[kept] = NULL;
out:
    return status;
}

static void release_environment(mg_context *context, char **environment) {
    if (environment) {
        mg__release(&context->memory, environment[0]);
    }
    mg__release(&context->memory, environment);
}

static void wait_ms(long ms) {
    const struct timespec pause = {.tv_nsec = ms * 1000000};
    nanosleep(&pause, NULL);
}

/* Ends the compiler and the processes that it started. */
static void kill_group(pid_t group) {
    kill(-group, SIGTERM);
    for (int ms = 0; ms < KILL_MS && waitpid(group, NULL, WNOHANG) == 0; ms += POLL_MS) {
        wait_ms(POLL_MS);
    }
    kill(-group, SIGKILL);
    while (waitpid(group, NULL, 0) < 0 && errno == EINTR) {
    }
}

/* Waits for a child. *code: its wait status, 0 if the process ignores SIGCHLD; the output file then shows whether it
 * succeeded. With a progress callback the child leads a process group, which is killed on cancellation. */
static mg_status await(mg_context *context, pid_t child, int *code) {
    *code = 0;
    pid_t ended = 0;
    while (ended == 0 || (ended < 0 && errno == EINTR)) {
        ended = waitpid(child, code, context->progress ? WNOHANG : 0);
        const mg_status status = ended == 0 ? mg__progress(context, COMPILING, -1.0) : MG_OK;
        if (status < 0) {
            kill_group(child);
            return status;
        }
        if (ended == 0) {
            wait_ms(POLL_MS);
        }
    }
    return MG_OK;
}

/* Runs a command with its messages in the file `log`; *code: its wait status. Without a progress callback it stays in
 * the caller's process group, so that Ctrl-C at a terminal ends it. */
static mg_status run_command(mg_context *context, const char *file, char **arguments, const char *log, int *code) {
    mg_status status = MG_OK;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char **environment = NULL;
    pid_t child = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_setflags(&attributes, context->progress ? POSIX_SPAWN_SETPGROUP : 0);
    MG_TRY(compiler_environment(context, &environment));
    const int error = posix_spawn(&child, file, &actions, &attributes, arguments, environment);
    if (error) {
        MG_TRY(mg__fail(context, MG_ERROR_UNSUPPORTED, "cannot start the C compiler %s: %s", file, strerror(error)));
    }
    MG_TRY(await(context, child, code));
out:
    release_environment(context, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

mg_status mg__host_compile(mg_context *context, const mg_host_compiler *c, const char *name, const char *source,
                           mg_host_output what, const char *output) {
    mg_status status = MG_OK;
    char log[MG_PATH_SIZE], include[MG_PATH_SIZE + 2];
    char *arguments[ARGUMENTS_MAX];
    size_t count = 0;
    int code = 0;
    MG_TRY(mg__scratch_path(context, "compiler.log", log));
    snprintf(include, sizeof include, "-I%s", c->headers);
    for (size_t i = 0; i < c->word_count; i++) {
        arguments[count++] = c->words[i];
    }
    for (size_t i = 0; i < FLAG_COUNT; i++) {
        arguments[count++] = (char *)flags[i];
    }
    const char *const to_text[] = {include, "-E", "-P", "-o", output, "-x", "c", source, NULL};
    const char *const to_library[] = {include, "-shared", "-Wl,-Bsymbolic", "-o",  output, "-x", "c",
                                      source,  "-x",      "none",           "-lm", NULL};
    const char *const to_description[] = {
        include, "-O0", "-DMG_DESCRIPTION", "-shared", "-Wl,-Bsymbolic", "-o", output, "-x", "c", source, NULL};
    const char *const *const outputs[] = {
        [MG_HOST_TEXT] = to_text, [MG_HOST_DESCRIPTION] = to_description, [MG_HOST_LIBRARY] = to_library};
    const char *const *rest = outputs[what];
    do {
        arguments[count++] = (char *)*rest;
    } while (*rest++);
    unlink(output);
    MG_TRY(mg__progress(context, COMPILING, -1.0));
    MG_TRY(run_command(context, c->file, arguments, log, &code));
    if (WIFSIGNALED(code) && WTERMSIG(code) == SIGINT) {
        MG_TRY(mg__fail(context, MG_ERROR_CANCELLED, "cancelled while compiling"));
    }
    if (code != 0 || access(output, R_OK) < 0) {
        MG_TRY(mg__fail_with_log(context, name, source, log));
    }
out:
    return status;
}

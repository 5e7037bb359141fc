/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/harness.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PASSED, FAILED, SKIPPED };

static test_case *first_case;
static jmp_buf leave_case;

typedef struct test_folder_path {
    struct test_folder_path *next;
    pid_t owner; /* child processes must not remove the folder */
    char path[256];
} test_folder_path;

static test_folder_path *folders;

void test_register(test_case *entry) {
    test_case **end = &first_case;
    while (*end) {
        end = &(*end)->next;
    }
    *end = entry;
}

void test_fail(const char *file, int line, const char *format, ...) {
    va_list arguments;
    printf("%s:%d: ", file, line);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    longjmp(leave_case, FAILED);
}

void test_skip(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    longjmp(leave_case, SKIPPED);
}

const char *test_data(void) {
    const char *const given = getenv("MG_TEST_DATA");
    return given && *given ? given : MG_TEST_DATA[0] ? MG_TEST_DATA : NULL;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where) {
    (void)status;
    (void)kind;
    (void)where;
    return remove(path);
}

static void remove_folders(void) {
    while (folders) {
        test_folder_path *const next = folders->next;
        if (folders->owner == getpid()) {
            nftw(folders->path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
        }
        free(folders);
        folders = next;
    }
}

const char *test_folder(void) {
    const char *const base = getenv("TMPDIR");
    test_folder_path *const folder = malloc(sizeof *folder);
    CHECK(folder != NULL);
    snprintf(folder->path, sizeof folder->path, "%s/multigraph-test-XXXXXX", base && *base ? base : "/tmp");
    CHECK(mkdtemp(folder->path) != NULL);
    CHECK(folders || atexit(remove_folders) == 0);
    folder->owner = getpid();
    folder->next = folders;
    folders = folder;
    return folder->path;
}

const char *test_root(void) {
    const char *const given = getenv("MG_ROOT");
    return given && *given ? given : MG_ROOT;
}

static int run_case(const test_case *entry) {
    int outcome = setjmp(leave_case);
    if (outcome == PASSED) {
        entry->run();
    }
    return outcome;
}

static bool chosen(const char *name, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], name) == 0) {
            return true;
        }
    }
    return argc < 2;
}

int main(int argc, char **argv) {
    static const char *const words[] = {"passed", "FAILED", "skipped"};
    int count[3] = {0};
    for (const test_case *entry = first_case; entry; entry = entry->next) {
        if (chosen(entry->name, argc, argv)) {
            int outcome = run_case(entry);
            count[outcome]++;
            printf("%s %s\n", words[outcome], entry->name);
            fflush(stdout);
        }
    }
    printf("%d passed, %d failed, %d skipped\n", count[PASSED], count[FAILED], count[SKIPPED]);
    if (count[FAILED] || !(count[PASSED] + count[SKIPPED])) {
        return 1;
    }
    return count[PASSED] ? 0 : 77;
}

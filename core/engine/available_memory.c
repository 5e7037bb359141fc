/* SPDX-License-Identifier: Apache-2.0
 *
 * available_memory.c: /proc/meminfo, and the memory limits of control groups, version 2 and 1.
 */
#include "core/engine/estimate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define LINE 512

/* The number at the beginning of a text, after blanks; UINT64_MAX: there is none, or "max". */
static uint64_t leading_number(const char *text) {
    char *end = NULL;
    const unsigned long long number = strtoull(text, &end, 10);
    return end == text ? UINT64_MAX : number;
}

/* The number, in bytes, after a key such as "MemAvailable:" or "inactive_file", "" for the beginning of the file;
 * UINT64_MAX: there is none. */
static uint64_t number_after(const char *path, const char *key) {
    char line[LINE];
    uint64_t found = UINT64_MAX;
    FILE *file = fopen(path, "re");
    const size_t length = strlen(key);
    while (file && found == UINT64_MAX && fgets(line, sizeof line, file)) {
        const uint64_t number = strncmp(line, key, length) == 0 ? leading_number(line + length) : UINT64_MAX;
        found = number != UINT64_MAX && strstr(line, " kB") ? number << 10 : number;
    }
    if (file) {
        fclose(file);
    }
    return found;
}

/* A number of a group, after the key or at the beginning of the file; UINT64_MAX: there is none. */
static uint64_t number_of_group(const char *folder, const char *file, const char *key) {
    char path[3 * LINE];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, file);
    if (length < 0 || (size_t)length >= sizeof path) {
        return UINT64_MAX;
    }
    return number_after(path, key);
}

/* What the group in this folder may still take; pages of files can be given up. */
static uint64_t left_in_group(const char *folder, const char *most_file, const char *used_file) {
    const uint64_t most = number_of_group(folder, most_file, "");
    const uint64_t used = number_of_group(folder, used_file, "");
    const uint64_t files = number_of_group(folder, "memory.stat", "inactive_file ");
    if (most == UINT64_MAX || used == UINT64_MAX) {
        return UINT64_MAX;
    }
    const uint64_t taken = files <= used ? used - files : used;
    return most > taken ? most - taken : 0;
}

/* The least that is left in a group and those above it, up to `root`. */
static uint64_t left_in_groups(const char *root, const char *group, const char *most_file, const char *used_file) {
    char folder[2 * LINE];
    uint64_t least = UINT64_MAX;
    snprintf(folder, sizeof folder, "%s%s", root, group);
    for (;;) {
        const uint64_t left = left_in_group(folder, most_file, used_file);
        least = left < least ? left : least;
        char *const slash = strrchr(folder, '/');
        if (!slash || strlen(folder) <= strlen(root)) {
            return least;
        }
        *slash = '\0';
    }
}

static uint64_t left_by_groups(void) {
    char line[LINE];
    uint64_t least = UINT64_MAX;
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        const char *const v1 = strstr(line, ":memory:");
        const uint64_t left =
            strncmp(line, "0::", 3) == 0 ? left_in_groups("/sys/fs/cgroup", line + 3, "memory.max", "memory.current")
            : v1 ? left_in_groups("/sys/fs/cgroup/memory", v1 + 8, "memory.limit_in_bytes", "memory.usage_in_bytes")
                 : UINT64_MAX;
        least = left < least ? left : least;
    }
    if (file) {
        fclose(file);
    }
    return least;
}

/* RLIMIT_AS, as of `ulimit -v`. */
static uint64_t left_by_limit(void) {
    struct rlimit limit;
    const uint64_t used = number_after("/proc/self/status", "VmSize:");
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || used == UINT64_MAX) {
        return UINT64_MAX;
    }
    return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

uint64_t mg__available_memory(void) {
    const uint64_t system = number_after("/proc/meminfo", "MemAvailable:"), groups = left_by_groups(),
                   limit = left_by_limit();
    const uint64_t least = system < groups ? system : groups;
    return limit < least ? limit : least;
}

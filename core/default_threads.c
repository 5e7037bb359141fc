/* SPDX-License-Identifier: Apache-2.0 */
#include "core/default_threads.h"

#include <limits.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_SIZE 4096

/* Reads the first line of FOLDER/NAME. */
static bool read_line(const char *folder, const char *name, char *line, int size) {
    char path[PATH_SIZE + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const file = fopen(path, "re");
    const bool got = file && fgets(line, size, file);
    if (file) {
        fclose(file);
    }
    return got;
}

/* The quota of one group in microseconds per period; negative: none. */
static bool read_quota(const char *folder, double *quota, double *period) {
    char line[64];
    if (read_line(folder, "cpu.max", line, sizeof line)) { /* version 2: "max 100000" or "150000 100000" */
        return sscanf(line, "%lf %lf", quota, period) == 2;
    }
    return read_line(folder, "cpu.cfs_quota_us", line, sizeof line) && sscanf(line, "%lf", quota) == 1 &&
           read_line(folder, "cpu.cfs_period_us", line, sizeof line) && sscanf(line, "%lf", period) == 1;
}

/* The smallest quota of a group and the groups above it. In a container its path may be that of the host, where only
 * the top exists. */
static int smallest_quota(const char *mount, const char *controller, const char *group) {
    char folder[PATH_SIZE];
    int cpus = 0;
    if (snprintf(folder, sizeof folder, "%s%s%s", mount, controller, group) >= (int)sizeof folder) {
        return 0;
    }
    const size_t top = strlen(mount) + strlen(controller);
    for (size_t length = strlen(folder); length >= top && length; length--) {
        double quota, period;
        if (folder[length] != '/' && folder[length] != '\0') {
            continue;
        }
        folder[length] = '\0';
        if (read_quota(folder, &quota, &period) && quota > 0 && period > 0 && quota / period < (double)INT_MAX) {
            const int whole = (int)(quota / period), paid = whole + ((double)whole < quota / period);
            cpus = !cpus || paid < cpus ? paid : cpus;
        }
    }
    return cpus;
}

/* Is `name` in a list with commas? */
static bool lists(const char *list, size_t size, const char *name) {
    const size_t length = strlen(name);
    for (size_t at = 0; at < size; at += strcspn(list + at, ",:") + 1) {
        if (strncmp(list + at, name, length) == 0 && (list[at + length] == ',' || list[at + length] == ':')) {
            return true;
        }
    }
    return false;
}

int mg__quota_cpus(const char *groups, const char *mount) {
    char line[PATH_SIZE], controller[128];
    int cpus = 0;
    FILE *const file = fopen(groups, "re");
    while (file && fgets(line, sizeof line, file)) { /* "0::/path", or "4:cpu,cpuacct:/path" of version 1 */
        char *const list = strchr(line, ':'), *const group = list ? strchr(list + 1, ':') : NULL;
        const size_t size = group ? (size_t)(group - list) - 1 : 0;
        if (!group || size + 2 > sizeof controller || (size && !lists(list + 1, size, "cpu"))) {
            continue;
        }
        line[strcspn(line, "\n")] = '\0';
        snprintf(controller, sizeof controller, "%s%.*s", size ? "/" : "", (int)size, list + 1);
        const int paid = smallest_quota(mount, controller, strcmp(group + 1, "/") == 0 ? "" : group + 1);
        cpus = paid && (!cpus || paid < cpus) ? paid : cpus;
    }
    if (file) {
        fclose(file);
    }
    return cpus;
}

int mg__default_threads(void) {
    const int threads = omp_get_max_threads();
    if (getenv("OMP_NUM_THREADS") || threads != omp_get_num_procs()) { /* set by the user or the program */
        return threads;
    }
    const int paid = mg__quota_cpus("/proc/self/cgroup", "/sys/fs/cgroup");
    return paid && paid < threads ? paid : threads;
}

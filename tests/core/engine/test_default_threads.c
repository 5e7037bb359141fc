/* SPDX-License-Identifier: Apache-2.0
 *
 * The default number of threads: quotas of control groups, and a number that the program sets.
 */
#include "core/default_threads.h"
#include "tests/harness.h"

#include <omp.h>
#include <sys/stat.h>

static const char *root;

/* Writes a file of the tree with the folders above it; `path` begins with a slash. */
static void put(const char *path, const char *text) {
    char name[256];
    const int length = snprintf(name, sizeof name, "%s%s", root, path);
    for (int i = (int)strlen(root) + 1; i < length; i++) {
        if (name[i] == '/') {
            name[i] = '\0';
            mkdir(name, 0700);
            name[i] = '/';
        }
    }
    FILE *const file = fopen(name, "w");
    CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static int quota(const char *groups) {
    char file[256];
    put("/groups", groups);
    snprintf(file, sizeof file, "%s/groups", root);
    return mg__quota_cpus(file, root);
}

TEST(quotas_of_version_2) {
    root = test_folder();
    CHECK_EQ(quota("0::/a/b\n"), 0);
    put("/a/b/cpu.max", "max 100000\n");
    CHECK_EQ(quota("0::/a/b\n"), 0);
    put("/a/cpu.max", "350000 100000\n");
    CHECK_EQ(quota("0::/a/b\n"), 4);
    put("/a/b/cpu.max", "150000 100000\n");
    CHECK_EQ(quota("0::/a/b\n"), 2);
    put("/a/b/cpu.max", "20000 100000\n");
    CHECK_EQ(quota("0::/a/b\n"), 1);
    CHECK_EQ(quota("0::/of-the-host/only\n"), 0);
    put("/cpu.max", "300000 100000\n");
    CHECK_EQ(quota("0::/of-the-host/only\n"), 3);
    CHECK_EQ(quota("0::/\n"), 3);
    put("/cpu.max", "nonsense\n");
    CHECK_EQ(quota("0::/\n"), 0);
}

TEST(quotas_of_version_1) {
    root = test_folder();
    put("/cpu,cpuacct/job/cpu.cfs_quota_us", "250000\n");
    put("/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
    put("/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
    put("/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    CHECK_EQ(quota("5:memory:/job\n4:cpu,cpuacct:/job\n1:name=systemd:/\n"), 3);
    CHECK_EQ(quota("4:cpu,cpuacct:/other\n"), 0);
    CHECK_EQ(quota("4:cpuset:/job\n"), 0);
    CHECK_EQ(quota("damaged\n"), 0);
    CHECK_EQ(mg__quota_cpus("/no/such/file", root), 0);
}

TEST(a_number_that_is_set_is_obeyed) {
    mg_context *context = NULL;
    const int default_threads = mg__default_threads();
    CHECK(default_threads >= 1 && default_threads <= omp_get_num_procs());
    omp_set_num_threads(omp_get_num_procs() + 3);
    CHECK_EQ(mg__default_threads(), omp_get_num_procs() + 3);
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    CHECK_EQ(mg_context_threads(context), omp_get_num_procs() + 3);
    mg_context_destroy(context);
}

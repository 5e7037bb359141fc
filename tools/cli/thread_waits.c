/* SPDX-License-Identifier: Apache-2.0
 *
 * GCC's OpenMP spins 300,000 times at a barrier by default, some 14 ms. If other processes hold the cores, the threads
 * spin away the time in which those that they wait for could run. 10,000 times are half a millisecond: as fast on an
 * idle machine, and no slower than 1,000 on a busy one (docs/notebook/cpu.md).
 */
#include "tools/cli/thread_waits.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

#define SPIN_VARIABLE "GOMP_SPINCOUNT"
#define SPIN_COUNT "10000"
#define AGAIN_VARIABLE "MULTIGRAPH_STARTED_AGAIN"

static void start_again(char **argv) {
    char self[PATH_MAX];
    const bool by_linker = !getauxval(AT_BASE); /* "ld.so PROGRAM": the process is the dynamic linker's */
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (by_linker || length <= 0 || getenv("OMP_WAIT_POLICY") || getenv(SPIN_VARIABLE)) {
        return;
    }
    self[length] = '\0';
    if (setenv(SPIN_VARIABLE, SPIN_COUNT, 1) == 0 && setenv(AGAIN_VARIABLE, "1", 1) == 0) {
        execv(self, argv);
    }
    unsetenv(AGAIN_VARIABLE); /* it cannot be started, such as a file that was deleted: go on */
    unsetenv(SPIN_VARIABLE);
}

void thread_waits_set_up(char **argv) {
    if (!getenv(AGAIN_VARIABLE)) {
        start_again(argv);
        return;
    }
    unsetenv(AGAIN_VARIABLE); /* not for child processes */
    unsetenv(SPIN_VARIABLE);
}

#ifdef __GLIBC__ /* it gives the arguments to constructors, too */
/* Before CUDA's constructors: they register thousands of kernels, and would do so twice. A single word, such as
 * --version, mostly needs no threads. */
__attribute__((constructor(101))) static void start_again_early(int argc, char **argv) {
    if (argc > 2 && !getenv(AGAIN_VARIABLE)) {
        start_again(argv);
    }
}
#endif

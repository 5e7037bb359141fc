/* SPDX-License-Identifier: Apache-2.0
 *
 * default_threads.h: the number of threads where the caller gives none.
 */
#ifndef MG_CORE_DEFAULT_THREADS_H
#define MG_CORE_DEFAULT_THREADS_H

/* OpenMP's number: OMP_NUM_THREADS, or else the CPUs of the process's affinity, at most as many as the CPU quota of its
 * control groups pays for. */
int mg__default_threads(void);

/* CPUs that the quota of control groups pays for, rounded up; 0: no quota. groups: a file like /proc/self/cgroup;
 * mount: the folder of the hierarchies, /sys/fs/cgroup. Versions 1 and 2. */
int mg__quota_cpus(const char *groups, const char *mount);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * thread_waits.h: keeps threads from spinning on cores that other processes need.
 */
#ifndef MG_TOOLS_CLI_THREAD_WAITS_H
#define MG_TOOLS_CLI_THREAD_WAITS_H

/* At the start of main, before anything else: OpenMP's threads wait actively for half a millisecond, then sleep.
 * GCC's OpenMP reads this setting before main, so the process restarts itself, unless the environment has a setting.
 * With glibc a constructor restarts it already, if there is more than one word. */
void thread_waits_set_up(char **argv);

#endif

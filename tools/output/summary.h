/* SPDX-License-Identifier: Apache-2.0
 *
 * summary.h: the summary on standard error after a run.
 */
#ifndef MG_TOOLS_OUTPUT_SUMMARY_H
#define MG_TOOLS_OUTPUT_SUMMARY_H

#include "tools/cli/session.h"

/* Prints the summary if standard error is a terminal or with -v; never with -q. */
void summary_print(const session *s);

/* Statistics of the trials' times, in seconds; quartiles and median interpolate between the two nearest times. */
typedef struct trial_times {
    double mean, deviation, least, greatest, lower, median, upper;
} trial_times;
trial_times trial_times_of(const session *s);
/* The median of the trials' times on the GPU, in seconds; 0: there were none. */
double device_median_of(const session *s);
/* The quantile `share` (0 to 1) of `count` >= 1 ascending values. */
double quantile(const double *sorted, size_t count, double share);
/* Comparison function for qsort. */
int compare_doubles(const void *a, const void *b);

/* Million edges visited per second; 0 if the time is 0. */
double mteps_of(const trial *t, double seconds);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * sample.h: sampling (section 3.6 of the MultiGraph paper): pushes and times a small part of the frontier before the
 * mode of the iteration is chosen. Its contributions stay in the accumulators (label programs: in the labels), and the
 * iteration continues with the other senders.
 */
#ifndef MG_FRONTIER_CPU_SAMPLE_H
#define MG_FRONTIER_CPU_SAMPLE_H

#include "core/cpu/work.h"

/* *cost: in: estimated nanoseconds per edge with all threads; out: the measured cost, unchanged without a sample. */
mg_status mg__sample_push(mg_cpu_work *work, double *cost);
/* Pushes the senders that the sample left; touched receivers, also of the sample, are in the sinks. */
mg_status mg__push_unsampled(mg_cpu_work *work);
/* Before and after pull: exclude the senders of the sample from the frontier; add its touched receivers. */
void mg__sample_before_pull(mg_cpu_work *work);
void mg__sample_after_pull(mg_cpu_work *work);

#endif

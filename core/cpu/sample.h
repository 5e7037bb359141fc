/* SPDX-License-Identifier: Apache-2.0
 *
 * sample.h: pushes a small part of a frontier before the mode of the iteration is chosen, and times it. What it brought
 * stays in the accumulators (of label programs: in the labels), and the iteration goes on without these senders.
 */
#ifndef MG_CORE_CPU_SAMPLE_H
#define MG_CORE_CPU_SAMPLE_H

#include "core/cpu/work.h"

/* *cost = nanoseconds for an edge of the sample as if all threads were at work, for which it is an estimate before;
 * unchanged where there was none to take. */
mg_status mg__sample_push(mg_cpu_work *work, double *cost);
/* Pushes along the rest of the frontier; what was found, in the sample too, lands in the sinks. */
mg_status mg__push_unsampled(mg_cpu_work *work);
/* Before and after pull, where the senders of the sample take no part. */
void mg__sample_before_pull(mg_cpu_work *work);
void mg__sample_after_pull(mg_cpu_work *work);

#endif

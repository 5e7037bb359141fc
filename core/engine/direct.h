/* SPDX-License-Identifier: Apache-2.0
 *
 * direct.h: direct runs: a backend that has functions of its own for an algorithm runs them in place of its vertex
 * program, with the same result.
 */
#ifndef MG_CORE_ENGINE_DIRECT_H
#define MG_CORE_ENGINE_DIRECT_H

#include "core/engine/direct_job.h"
#include "core/engine/run.h"

/* Runs the job and makes the result with its columns, whose `offset` does not count. *result stays as it is, without an
 * error, where the vertex program is to run: the backend has no direct runs, cannot do or hold this one, or the options
 * demand what only programs have (a mode, a layout, a record of the iterations). An estimate ends as that of a plan
 * does. options: as mg__run_options() has checked them. */
mg_status mg__run_direct(mg_context *context, const mg_graph *graph, mg_direct_job *job, const mg_column_spec *columns,
                         const mg_run_options *options, mg_result **result);

#endif

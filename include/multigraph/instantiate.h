/* SPDX-License-Identifier: Apache-2.0
 *
 * instantiate.h: compiles the loops of a backend for the phase named by MG_INSTANTIATE. No include guard: included once
 * per phase.
 *
 * MG_LOOPS may be defined, too, as those loops of the CPU that the phase needs: compilation is then faster. A run that
 * needs others is refused.
 */
#define MG_LOOPS_SINGLE 1 /* of kind PROGRAM */
#define MG_LOOPS_BATCH 2  /* of kind PROGRAM in a batch (mg_run_options.lanes) */
#define MG_LOOPS_MAPS 4   /* of the other kinds; TRIANGLES and MG_MOST_FREQUENT need MG_LOOPS_SINGLE, too */
#ifndef MG_LOOPS
#define MG_LOOPS (MG_LOOPS_SINGLE | MG_LOOPS_BATCH | MG_LOOPS_MAPS)
#endif
#if MG_LOOPS < 1 || MG_LOOPS > (MG_LOOPS_SINGLE | MG_LOOPS_BATCH | MG_LOOPS_MAPS)
#error "MG_LOOPS must be one or more of MG_LOOPS_SINGLE, MG_LOOPS_BATCH and MG_LOOPS_MAPS"
#endif

#ifndef MG_INSTANTIATE
#error "define MG_INSTANTIATE as the name of a phase before including <multigraph/instantiate.h>"
#endif

#if defined(__CUDACC__)
#include <multigraph/cuda/phase.cuh>
#else
#include <multigraph/cpu/monoid.h>

#define MG__K(suffix) MG__JOIN(mg__, MG__JOIN(MG_INSTANTIATE, suffix))
#define MG__TYPE(suffix) MG__JOIN(MG_INSTANTIATE, suffix)
#define MG__SPEC MG__TYPE(_phase)
#include <multigraph/cpu/typed.inc.h>

#include <multigraph/cpu/describe.inc.h>
#ifdef MG_DESCRIPTION /* fast compilation: a GPU needs the description only, its kernels are compiled separately */
static const mg_phase MG__K(_phase) = {.name = MG__TEXT(MG_INSTANTIATE), .describe = MG__K(_describe)};
#else
#include <multigraph/cpu/loops.inc.h>

#include <multigraph/cpu/dense.inc.h>

#include <multigraph/cpu/batch.inc.h>

#include <multigraph/cpu/phase.inc.h>
#endif
#undef MG__K
#undef MG__TYPE
#undef MG__SPEC
#endif

#undef MG_INSTANTIATE
#undef MG_LOOPS

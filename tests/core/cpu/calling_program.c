/* SPDX-License-Identifier: Apache-2.0
 *
 * A program whose edge callback cannot be inlined: check_no_calls.sh must find the calls. Compiled, never run.
 */
#include "tests/algorithms/programs/own.h"

__attribute__((noinline, noipa)) static uint32_t far_away(uint32_t distance, int32_t weight) {
    return distance + (uint32_t)weight;
}

MG_TYPES(calling, own_distance, own_no_parameters, uint32_t, int32_t);

MG_PHASE(calling){.properties = MG_LABEL, .monoid = MG_MIN, .identity = MG_UNREACHED, .edge = far_away};

#define MG_INSTANTIATE calling
#include <multigraph/instantiate.h>

MG_PROGRAM(calling){
    MG_ABOUT("calling", "a call per edge", own_distance, own_no_parameters),
    .phases = {MG_RUN(calling)},
};

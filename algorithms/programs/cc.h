/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MG_ALGORITHMS_PROGRAMS_CC_H
#define MG_ALGORITHMS_PROGRAMS_CC_H

#include <multigraph/program.h>

typedef struct cc_vertex {
    uint32_t component;
} cc_vertex;

typedef struct cc_parameters {
    uint32_t giant; /* most frequent label of a sample: the giant component; written by phase cc_sample */
} cc_parameters;

extern const mg_program cc_program, cc_cpu_program;

#endif

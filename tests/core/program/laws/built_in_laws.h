/* SPDX-License-Identifier: Apache-2.0
 *
 * built_in_laws.h: the phases of the built-in programs whose laws are checked on samples.
 */
#ifndef MG_TESTS_LAWS_BUILT_IN_LAWS_H
#define MG_TESTS_LAWS_BUILT_IN_LAWS_H

#include "tests/core/program/law_case.h"

/* A phase of a built-in program, with samples for its types of values and weights. */
law_case built_in_law(const mg_program *program, const char *phase);

#endif

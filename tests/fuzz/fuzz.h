/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz.h: common declarations of fuzz targets and the regression driver.
 */
#ifndef MG_TESTS_FUZZ_H
#define MG_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* The format that the target reads. */
extern const char fuzz_format[];

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#endif

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

/* A number that depends on every byte: which options an input is read with. */
uint64_t fuzz_choice(const uint8_t *bytes, size_t size);

/* Reads the file as `format` (NULL: detected), with the weights, threads and other options of `choice`, and calls every
 * function that looks into the graph. Aborts where reading fails without a message, or what a function returns does not
 * go together with mg_graph_check(). */
void fuzz_read(const char *path, const char *format, uint64_t choice);

/* Makes the layout and the hashes of a snapshot right, so that what they protect is read too. Other bytes are kept. */
void fuzz_mend_snapshot(uint8_t *bytes, size_t size);

#endif

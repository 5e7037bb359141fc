/* SPDX-License-Identifier: Apache-2.0
 *
 * put.h: formats numbers as text. The functions return the end of the text.
 */
#ifndef MG_IO_PUT_H
#define MG_IO_PUT_H

#include <multigraph/multigraph.h>

#define MG_NUMBER_CHARS 27 /* largest number of characters */

char *mg__put_unsigned(char *out, uint64_t value);

/* Formats weight `arc` with the fewest digits that parse to the same value. The thread must use the C locale. */
char *mg__put_weight(char *out, mg_type type, const void *weights, uint64_t arc);

/* The same, with a decimal point in every number that is not an int32: 2.0, 1.0e+10. */
char *mg__put_decimal(char *out, mg_type type, const void *weights, uint64_t arc);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * put.h: numbers as text, for writers. Each returns what is behind the text.
 */
#ifndef MG_IO_PUT_H
#define MG_IO_PUT_H

#include <multigraph/multigraph.h>

#define MG_NUMBER_CHARS 25 /* characters of a number */

char *mg__put_unsigned(char *out, uint64_t value);

/* Element `arc` of an array of weights, with the fewest digits that read back exactly. In the C locale only. */
char *mg__put_weight(char *out, mg_type type, const void *weights, uint64_t arc);

#endif

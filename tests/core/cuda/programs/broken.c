/* SPDX-License-Identifier: Apache-2.0
 *
 * A program with an error in line 8.
 */
#include <multigraph/program.h>

MG_FN uint32_t broken_edge(uint32_t value, int32_t weight) {
    return value + wieght;
}

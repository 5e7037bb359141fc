/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of values as floats: the same bits for rows that are alike as for others, for rows of every length, at the end
 * of the edges, too.
 */
#include "tests/harness.h"

#include <multigraph/cpu/monoid.h>

#define VERTICES 50u
#define LONGEST 21u

TEST(sums_of_alike_rows_have_the_same_bits) {
    float values[VERTICES];
    mg_vertex row[LONGEST];
    for (uint32_t v = 0; v < VERTICES; v++) {
        values[v] = 1.0f / (float)(3 * v + 1);
    }
    for (uint32_t i = 0; i < LONGEST; i++) {
        row[i] = i * 17 % VERTICES;
    }
    for (uint32_t length = 0; length <= LONGEST; length++) {
        double expected = 0.0;
        for (uint32_t i = 0; i < length; i++) {
            expected += (double)values[row[i]];
        }
        const double plain = mg__sum_narrow(values, row, length, LONGEST, false);
        const double at_end = mg__sum_narrow(values, row, length, length, false);
        const double alike = mg__sum_narrow(values, row, length, LONGEST, true);
        CHECK(plain == at_end && plain == alike);
        CHECK(plain >= expected * (1.0 - 1e-6) && plain <= expected * (1.0 + 1e-6));
    }
}

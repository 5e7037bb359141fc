/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/weighted_arcs.h"

int weighted_arc_order(const void *a, const void *b) {
    const weighted_arc *x = a, *y = b;
    return x->from != y->from       ? (x->from > y->from) - (x->from < y->from)
           : x->to != y->to         ? (x->to > y->to) - (x->to < y->to)
           : x->weight != y->weight ? (x->weight > y->weight) - (x->weight < y->weight)
                                    : 0;
}

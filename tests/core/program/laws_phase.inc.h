/* SPDX-License-Identifier: Apache-2.0
 *
 * laws_phase.inc.h: defines <phase>_law, a law_case for the phase LAW_PHASE. Include it after the program's source and
 * define LAW_SAMPLE(r), a value from random bits, LAW_WEIGHT(r), a weight, and LAW_SAME(a, b). No include guard.
 */
#define LAW_JOIN_(a, b) a##b
#define LAW_JOIN(a, b) LAW_JOIN_(a, b)
#define LAW(suffix) LAW_JOIN(LAW_PHASE, suffix)

static void LAW(_law_sample)(uint64_t random, void *value) {
    const LAW(_value) x = LAW_SAMPLE(random);
    memcpy(value, &x, sizeof x);
}

static double LAW(_law_weight)(uint64_t random) {
    return (double)LAW_WEIGHT(random);
}

static bool LAW(_law_same)(const void *a, const void *b) {
    LAW(_value) x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return LAW_SAME(x, y);
}

const law_case *LAW(_law)(void);
const law_case *LAW(_law)(void) {
    static const law_case subject = {.phase = &LAW_JOIN(mg__, LAW(_phase)),
                                     .sample = LAW(_law_sample),
                                     .weight = LAW(_law_weight),
                                     .same = LAW(_law_same)};
    return &subject;
}

#undef LAW_PHASE
#undef LAW_SAMPLE
#undef LAW_WEIGHT
#undef LAW_SAME
#undef LAW_JOIN_
#undef LAW_JOIN
#undef LAW

/* SPDX-License-Identifier: Apache-2.0
 *
 * builtin_monoids.inc.h: the built-in monoids over MG__T as functions of one signature, for phases of function
 * pointers.
 */
#define MG__MONOID_CALL(op) MG__JOIN(MG__JOIN(call_, op), MG__JOIN(_, MG__N))
#define MG__MONOID_BODY(op)                                                                                            \
    *(MG__T *)out = MG__JOIN(MG__JOIN(mg__, op), MG__JOIN(_, MG__N))(*(const MG__T *)a, *(const MG__T *)b)

static void MG__MONOID_CALL(min)(const void *a, const void *b, void *out) {
    MG__MONOID_BODY(min);
}
static void MG__MONOID_CALL(max)(const void *a, const void *b, void *out) {
    MG__MONOID_BODY(max);
}
static void MG__MONOID_CALL(sum)(const void *a, const void *b, void *out) {
    MG__MONOID_BODY(sum);
}
static void MG__MONOID_CALL(or)(const void *a, const void *b, void *out) {
    MG__MONOID_BODY(or);
}
static const mg__monoid_fn MG__JOIN(monoids_, MG__N)[] = {[MG_MIN] = MG__MONOID_CALL(min),
                                                          [MG_MAX] = MG__MONOID_CALL(max),
                                                          [MG_SUM] = MG__MONOID_CALL(sum),
                                                          [MG_OR] = MG__MONOID_CALL(or)};
#undef MG__MONOID_CALL
#undef MG__MONOID_BODY
#undef MG__T
#undef MG__N

/* SPDX-License-Identifier: Apache-2.0
 *
 * named.inc.h: the named monoids over MG__T behind one signature, for callbacks known at run time.
 */
#define MG__NAMED(op) MG__JOIN(MG__JOIN(call_, op), MG__JOIN(_, MG__N))
#define MG__BODY(op)                                                                                                   \
    *(MG__T *)out = MG__JOIN(MG__JOIN(mg__, op), MG__JOIN(_, MG__N))(*(const MG__T *)a, *(const MG__T *)b)

static void MG__NAMED(min)(const void *a, const void *b, void *out) {
    MG__BODY(min);
}
static void MG__NAMED(max)(const void *a, const void *b, void *out) {
    MG__BODY(max);
}
static void MG__NAMED(sum)(const void *a, const void *b, void *out) {
    MG__BODY(sum);
}
static void MG__NAMED(or)(const void *a, const void *b, void *out) {
    MG__BODY(or);
}
static const named_fn MG__JOIN(named_, MG__N)[] = {
    [MG_MIN] = MG__NAMED(min), [MG_MAX] = MG__NAMED(max), [MG_SUM] = MG__NAMED(sum), [MG_OR] = MG__NAMED(or)};
#undef MG__NAMED
#undef MG__BODY
#undef MG__T
#undef MG__N

/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/monoid.inc.h: the built-in monoids over one number type; MG__T is the type, MG__N its suffix. Integer sums wrap.
 */
MG__INLINE MG__T MG__JOIN(mg__min_, MG__N)(MG__T a, MG__T b) {
    return b < a ? b : a;
}
MG__INLINE MG__T MG__JOIN(mg__max_, MG__N)(MG__T a, MG__T b) {
    return b > a ? b : a;
}
MG__INLINE MG__T MG__JOIN(mg__sum_, MG__N)(MG__T a, MG__T b) {
    return (MG__T)(a + b);
}
MG__INLINE MG__T MG__JOIN(mg__or_, MG__N)(MG__T a, MG__T b) {
    return (MG__T)((uint64_t)a | (uint64_t)b);
}
#undef MG__T
#undef MG__N

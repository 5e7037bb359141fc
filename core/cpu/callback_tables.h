/* SPDX-License-Identifier: Apache-2.0
 *
 * callback_tables.h: what phases of function pointers of 4- and of 8-byte values share.
 */
#ifndef MG_CORE_CPU_CALLBACK_TABLES_H
#define MG_CORE_CPU_CALLBACK_TABLES_H

#include <multigraph/cpu/loops.h>
#include <multigraph/cpu/monoid.h>
#include <multigraph/multigraph.h>

/* out = a (+) b for a built-in monoid over a number type. */
typedef void (*mg__monoid_fn)(const void *a, const void *b, void *out);

/* By type, then by monoid. */
extern const mg__monoid_fn *const mg__builtin_monoids[];

/* By type: MG_ROW_MAX weights 1, for unweighted graphs; NULL where the type is not a number. */
extern const void *const mg__unit_weights[];

MG__INLINE const mg_callbacks *callbacks_of(const mg_frame *f) {
    return f->callbacks;
}

/* As mg__type_size(), but inlined: the loops ask for every edge. */
MG__INLINE size_t weight_size(const mg_callbacks *c) {
    switch (c->weight_type) {
    case MG_TYPE_NONE:
    case MG_OTHER:
        return 0;
    case MG_INT64:
    case MG_UINT64:
    case MG_FLOAT64:
        return 8;
    default:
        return 4;
    }
}

#endif

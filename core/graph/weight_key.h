/* SPDX-License-Identifier: Apache-2.0
 *
 * weight_key.h: maps weights to unsigned integers of the same order, and back. Parallel arcs are sorted by these keys.
 */
#ifndef MG_CORE_GRAPH_WEIGHT_KEY_H
#define MG_CORE_GRAPH_WEIGHT_KEY_H

#include <multigraph/program.h>

MG_FN uint32_t mg__weight_key32(mg_type type, uint32_t bits) {
    if (type == MG_INT32) {
        return bits ^ 0x80000000u;
    }
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

MG_FN uint32_t mg__weight_bits32(mg_type type, uint32_t key) {
    if (type == MG_INT32) {
        return key ^ 0x80000000u;
    }
    return key & 0x80000000u ? key & 0x7fffffffu : ~key;
}

MG_FN uint64_t mg__weight_key64(mg_type type, uint64_t bits) {
    if (type == MG_INT64) {
        return bits ^ (uint64_t)1 << 63;
    }
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

MG_FN uint64_t mg__weight_bits64(mg_type type, uint64_t key) {
    if (type == MG_INT64) {
        return key ^ (uint64_t)1 << 63;
    }
    return key >> 63 ? key & ~((uint64_t)1 << 63) : ~key;
}

/* Key of weight i of an array of `type`; 0 for MG_TYPE_NONE. */
MG_FN uint64_t mg__weight_key(mg_type type, const void *weights, uint64_t i) {
    switch (type) {
    case MG_INT32:
    case MG_FLOAT32:
        return mg__weight_key32(type, ((const uint32_t *)weights)[i]);
    case MG_INT64:
    case MG_FLOAT64:
        return mg__weight_key64(type, ((const uint64_t *)weights)[i]);
    default:
        return 0;
    }
}

#endif

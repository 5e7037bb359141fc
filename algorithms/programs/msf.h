/* SPDX-License-Identifier: Apache-2.0
 *
 * msf.h: states and parameters of the programs in msf_*.c, which differ in the type of weights.
 */
#ifndef MG_ALGORITHMS_PROGRAMS_MSF_H
#define MG_ALGORITHMS_PROGRAMS_MSF_H

#include <multigraph/program.h>

typedef struct msf_vertex {
    uint64_t weight;          /* of the lightest edge from the tree to others, in the order of weights */
    uint64_t ends;            /* of that edge: the smaller rank, and below it the larger one */
    mg_vertex tree;           /* its root */
    mg_vertex next;           /* on the way to the root; the root itself */
    uint32_t rank;            /* of the vertex's id */
    mg_vertex ranked;         /* the vertex whose rank is this index */
    uint32_t round;           /* from 1 */
    uint32_t crossing;        /* the last round in which an edge of the vertex led to another tree */
    mg_vertex source, target; /* edge by which the tree of this root was joined; MG_NONE: none */
} msf_vertex;

typedef struct msf_parameters {
    uint32_t given;    /* 1: the states have ranks */
    uint32_t directed; /* 1: an edge is stored at its source only */
} msf_parameters;

/* Weights as numbers of 64 bits in the same order, and back. */
MG_FN uint64_t msf_order_integer(int64_t weight) {
    return (uint64_t)weight ^ (uint64_t)1 << 63;
}

MG_FN int64_t msf_integer(uint64_t order) {
    return (int64_t)(order ^ (uint64_t)1 << 63);
}

/* Bits of positive numbers grow with the number, those of negative ones fall. + 0.0: -0 is 0. */
MG_FN uint64_t msf_order_real(double weight) {
    const double number = weight + 0.0;
    uint64_t bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

MG_FN double msf_real(uint64_t order) {
    const uint64_t bits = order >> 63 ? order ^ (uint64_t)1 << 63 : ~order;
    double number;
    __builtin_memcpy(&number, &bits, sizeof number);
    return number;
}

extern const mg_program msf_i32_program, msf_i64_program, msf_f32_program, msf_f64_program;

#endif

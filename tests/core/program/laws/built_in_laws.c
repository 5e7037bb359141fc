/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/program/laws/built_in_laws.h"

#include "algorithms/programs/bc.h"
#include "algorithms/programs/bfs.h"
#include "algorithms/programs/pagerank.h"
#include "algorithms/programs/sssp.h"
#include "algorithms/programs/wide.h"
#include "tests/harness.h"

#include <math.h>
#include <string.h>

#define UNIT 0x1p-64 /* of 64 random bits: numbers from 0 to 1 */

static void small_u32(uint64_t r, void *value) {
    *(uint32_t *)value = (uint32_t)(r % 1000);
}

static void small_u64(uint64_t r, void *value) {
    *(uint64_t *)value = r % 1000;
}

static void small_f32(uint64_t r, void *value) {
    *(float *)value = (float)(r % 1000);
}

static void small_f64(uint64_t r, void *value) {
    *(double *)value = (double)(r % 1000);
}

/* A fifth of the distances is so long that a weight makes them overflow. */
static void distance_u32(uint64_t r, void *value) {
    *(uint32_t *)value = r % 5 ? (uint32_t)(r % 100000) : MG_UNREACHED - (uint32_t)(r % 9);
}

static void distance_u64(uint64_t r, void *value) {
    *(uint64_t *)value = r % 5 ? r % 100000 : MG_UNREACHED64 - r % 9;
}

static void distance_f32(uint64_t r, void *value) {
    *(float *)value = (float)((double)r * UNIT * 0x1p14);
}

static void distance_f64(uint64_t r, void *value) {
    *(double *)value = (double)r * UNIT * 0x1p14;
}

static void unit_f64(uint64_t r, void *value) {
    *(double *)value = (double)r * UNIT;
}

/* Numbers up to 2^20 times 2^-32, 1 or 2^32. */
static void any_wide(uint64_t r, void *value) {
    *(wide *)value = wide_from((float)(1 + r % 1000003), 32 * ((int32_t)(r >> 32) % 2));
}

static double weight_one(uint64_t r) {
    (void)r;
    return 1;
}

static double weight_bit(uint64_t r) {
    return (double)(r % 2);
}

static double weight_i32(uint64_t r) {
    return r % 3 ? (double)(r % 100) : (double)INT32_MAX;
}

static double weight_i64(uint64_t r) {
    return r % 3 ? (double)(r % 100) : 0x1p60;
}

static double weight_real(uint64_t r) {
    return (double)(r >> 20) * 0x1p-30;
}

static bool same_4(const void *a, const void *b) {
    return memcmp(a, b, 4) == 0;
}

static bool same_8(const void *a, const void *b) {
    return memcmp(a, b, 8) == 0;
}

static bool near_f64(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return fabs(x - y) <= 1e-13 * (fabs(x) + fabs(y));
}

static bool near_wide(const void *a, const void *b) {
    const wide *v = a, *w = b;
    const long double x = ldexpl(v->mantissa, v->exponent), y = ldexpl(w->mantissa, w->exponent);
    return fabsl(x - y) <= 1e-9L * (x + y);
}

typedef struct built_in {
    const mg_program *program;
    const char *phase;
    void (*sample)(uint64_t random, void *value);
    double (*weight)(uint64_t random);
    bool (*same)(const void *a, const void *b);
} built_in;

static const built_in table[] = {
    {&bfs_program, "bfs", small_u32, weight_one, same_4},
    {&sssp_u32_program, "sssp_u32", distance_u32, weight_i32, same_4},
    {&sssp_u64_program, "sssp_u64", distance_u64, weight_i32, same_8},
    {&sssp_i64_program, "sssp_i64", distance_u64, weight_i64, same_8},
    {&sssp_f32_program, "sssp_f32", distance_f32, weight_real, same_4},
    {&sssp_f64_program, "sssp_f64", distance_f64, weight_real, same_8},
    {&parents_u32_program, "parents_u32_ties", small_u32, weight_bit, same_4},
    {&parents_u64_program, "parents_u64_ties", small_u64, weight_bit, same_8},
    {&parents_i64_program, "parents_i64_ties", small_u64, weight_bit, same_8},
    {&parents_f32_program, "parents_f32_ties", small_f32, weight_bit, same_4},
    {&parents_f64_program, "parents_f64_ties", small_f64, weight_bit, same_8},
    {&pagerank_program, "pagerank", unit_f64, weight_one, near_f64},
    {&personalized_program, "personalized", unit_f64, weight_one, near_f64},
    {&chebyshev_mixed_program, "chebyshev_mixed", unit_f64, weight_one, near_f64},
    {&conjugate_program, "conjugate", unit_f64, weight_one, near_f64},
    {&residual_program, "residual_push", unit_f64, weight_one, near_f64},
    {&bc_program, "bc_forward", any_wide, weight_one, near_wide},
    {&bc_program, "bc_backward", any_wide, weight_one, near_wide},
};

static const mg_phase *phase_named(const mg_program *program, const char *name) {
    for (size_t i = 0; i < MG_PHASES_MAX && program->phases[i]; i++) {
        if (strcmp(program->phases[i]->name, name) == 0) {
            return program->phases[i];
        }
    }
    test_fail(__FILE__, __LINE__, "%s has no phase %s", program->name, name);
    return NULL;
}

law_case built_in_law(const mg_program *program, const char *phase) {
    const built_in *b = table;
    while (b->program != program || strcmp(b->phase, phase) != 0) {
        b++;
        CHECK(b < table + sizeof table / sizeof *table);
    }
    return (law_case){.phase = phase_named(program, phase), .sample = b->sample, .weight = b->weight, .same = b->same};
}

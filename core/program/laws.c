/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/laws.h"

#include "core/counter_random.h"
#include "core/engine/plan_loops.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define SAMPLES 3000
#define VALUE_TEXT 48

/* Bits of a value in the leading bytes, other bytes 0. */
typedef struct value {
    uint64_t bits;
} value;

/* A check in progress. */
typedef struct law_check {
    mg_context *context;
    const mg_laws *laws;
    const mg_phase_calls *calls;
    mg_phase_info info;
    uint64_t random;
} law_check;

uint64_t mg__weight_bits(mg_type type, double weight) {
    uint64_t bits = 0;
    const int32_t i32 = (int32_t)weight;
    const uint32_t u32 = (uint32_t)weight;
    const int64_t i64 = (int64_t)weight;
    const uint64_t u64 = (uint64_t)weight;
    const float f32 = (float)weight;
    const void *const forms[] = {
        [MG_INT32] = &i32,  [MG_UINT32] = &u32,  [MG_INT64] = &i64,
        [MG_UINT64] = &u64, [MG_FLOAT32] = &f32, [MG_FLOAT64] = &weight,
    };
    if (mg__type_size(type)) {
        memcpy(&bits, forms[type], mg__type_size(type));
    }
    return bits;
}

static void print_value(const law_check *s, value v, char text[VALUE_TEXT]) {
    float f32;
    double f64;
    memcpy(&f32, &v, sizeof f32);
    memcpy(&f64, &v, sizeof f64);
    switch (s->info.value_type) {
    case MG_INT32:
    case MG_INT64:
        snprintf(text, VALUE_TEXT, "%" PRId64, s->info.value_size == 4 ? (int32_t)v.bits : (int64_t)v.bits);
        break;
    case MG_UINT32:
    case MG_UINT64:
        snprintf(text, VALUE_TEXT, "%" PRIu64, v.bits);
        break;
    case MG_FLOAT32:
        snprintf(text, VALUE_TEXT, "%.9g", (double)f32);
        break;
    case MG_FLOAT64:
        snprintf(text, VALUE_TEXT, "%.17g", f64);
        break;
    default: /* a struct: print its words */
        snprintf(text, VALUE_TEXT, s->info.value_size == 4 ? "{0x%08" PRIx32 "}" : "{0x%08" PRIx32 ", 0x%08" PRIx32 "}",
                 (uint32_t)v.bits, (uint32_t)(v.bits >> 32));
    }
}

static bool near(double x, double y, double tolerance) {
    const double size = fmax(fabs(x), fabs(y));
    return x == y || fabs(x - y) <= tolerance * size || (isnan(x) && isnan(y));
}

static bool near_words(const void *a, const void *b) {
    float x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return memcmp(a, b, sizeof x) == 0 || (near((double)x, (double)y, 1e-4) && fabsf(x) >= FLT_MIN);
}

/* Equality, for floating-point values up to rounding, since the order of sums differs; also for the words of a struct,
 * which may be floats. */
static bool same(const law_check *s, value a, value b) {
    if (s->laws->same) {
        return s->laws->same(&a, &b);
    }
    double x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    switch (s->info.value_type) {
    case MG_FLOAT64:
        return near(x, y, 1e-9);
    case MG_FLOAT32:
        return near_words(&a, &b);
    case MG_OTHER:
        return near_words(&a, &b) &&
               (s->info.value_size == 4 || near_words((const char *)&a + 4, (const char *)&b + 4));
    default:
        return a.bits == b.bits;
    }
}

/* Draws a sample value; every eighth is the identity. */
static value draw(law_check *s) {
    const uint64_t r = mg__random_next(&s->random);
    return (value){r % 8 == 0 || !s->laws->value_count ? s->info.identity
                                                       : s->laws->values[r / 8 % s->laws->value_count]};
}

static value combine(const law_check *s, value a, value b) {
    value out = {0};
    s->calls->combine(&a, &b, &out);
    return out;
}

static mg_status broken(const law_check *s, const char *callback, const char *law) {
    return mg__fail(s->context, MG_ERROR_PROGRAM, "phase %s, %s: %s", s->laws->phase->name, callback, law);
}

static const char *monoid_name(const law_check *s) {
    static const char *const names[] = {[MG_MIN] = "MG_MIN",
                                        [MG_MAX] = "MG_MAX",
                                        [MG_SUM] = "MG_SUM",
                                        [MG_OR] = "MG_OR",
                                        [MG_ANY] = "MG_ANY",
                                        [MG_USER] = "combine",
                                        [MG_MOST_FREQUENT] = "MG_MOST_FREQUENT"};
    return names[s->info.monoid];
}

/* Checks a law of the form left = right. */
static mg_status compare(const law_check *s, value left, value right, const char *law, value a, value b, value c) {
    char texts[5][VALUE_TEXT], text[400];
    if (same(s, left, right)) {
        return MG_OK;
    }
    const value all[] = {a, b, c, left, right};
    for (int i = 0; i < 5; i++) {
        print_value(s, all[i], texts[i]);
    }
    snprintf(text, sizeof text, "%s (a = %s, b = %s, c = %s: the left side is %s, the right side %s)", law, texts[0],
             texts[1], texts[2], texts[3], texts[4]);
    return broken(s, monoid_name(s), text);
}

static mg_status check_monoid(law_check *s) {
    mg_status status = MG_OK;
    const value identity = {s->info.identity};
    const bool idempotent = s->info.monoid == MG_MIN || s->info.monoid == MG_MAX || s->info.monoid == MG_OR ||
                            (s->info.properties & (MG_LABEL | MG_FIRST_HIT));
    const bool picks = s->info.monoid == MG_ANY || s->info.monoid == MG_MOST_FREQUENT; /* it combines nothing */
    for (int i = 0; i < SAMPLES && !picks; i++) {
        const value a = draw(s), b = draw(s), c = draw(s);
        const value ab = combine(s, a, b), bc = combine(s, b, c);
        MG_TRY(
            compare(s, ab, combine(s, b, a), "the monoid is not commutative: a (+) b differs from b (+) a", a, b, c));
        MG_TRY(compare(s, combine(s, ab, c), combine(s, a, bc),
                       "the monoid is not associative: (a (+) b) (+) c differs from a (+) (b (+) c)", a, b, c));
        MG_TRY(compare(s, combine(s, identity, a), a, "the identity changes a value: identity (+) a differs from a", a,
                       b, c));
        if (idempotent) {
            MG_TRY(
                compare(s, combine(s, a, a), a, "the monoid must be idempotent, but a (+) a differs from a", a, b, c));
        }
    }
out:
    return status;
}

static uint64_t draw_weight(law_check *s) {
    const mg_laws *laws = s->laws;
    const uint64_t r = mg__random_next(&s->random);
    return mg__weight_bits(s->info.weight_type, laws->weight_count ? laws->weights[r % laws->weight_count] : 1.0);
}

static value send(const law_check *s, value v, const uint64_t *weight, const void *receiver) {
    value out = {0};
    s->calls->edge(s->laws->params, &v, weight, receiver, &out);
    return out;
}

static mg_status check_edges(law_check *s) {
    const mg_laws *laws = s->laws;
    const value inactive = {s->info.inactive};
    const char *const edge = s->info.has_edge_at ? "edge_at" : "edge";
    for (int i = 0; i < SAMPLES && laws->state_count; i++) {
        const value x = draw(s);
        const uint64_t weight = draw_weight(s);
        const char *receiver = laws->states + mg__random_next(&s->random) % laws->state_count * s->info.state_size;
        const value sent = send(s, x, &weight, receiver);
        if (send(s, x, &weight, receiver).bits != sent.bits) {
            return broken(s, edge, "it returns different results for the same arguments");
        }
        if ((s->info.properties & MG_ANNIHILATES) && send(s, inactive, &weight, receiver).bits != s->info.identity) {
            return broken(
                s, edge,
                "MG_ANNIHILATES is declared, but the edge of an inactive sender does not contribute the identity");
        }
        if ((s->info.properties & MG_MONOTONE) && s->info.has_priority && sent.bits != s->info.identity &&
            s->calls->priority(laws->params, &sent) < s->calls->priority(laws->params, &x)) {
            return broken(s, "priority", "MG_MONOTONE is declared, but the priority decreases along an edge");
        }
    }
    return MG_OK;
}

/* scratch_state: space for one state. */
static mg_status check_apply(const law_check *s, char *scratch_state) {
    const mg_laws *laws = s->laws;
    const size_t size = s->info.state_size;
    for (size_t i = 0; i < laws->state_count; i++) {
        double add[MG_TOTALS_MAX];
        mg__clear_totals(&s->info, add);
        memcpy(scratch_state, laws->states + i * size, size);
        const bool result = s->calls->apply(&laws->contexts[i], laws->params, scratch_state, &s->info.identity, add);
        const bool active = result && s->info.frontier != MG_FRONTIER_REPLAY; /* replay ignores the result */
        bool adds = false;
        for (uint32_t k = 0; k < MG_TOTALS_MAX; k++) {
            adds = adds || add[k] != mg__phase_total_start(&s->info, k);
        }
        if (memcmp(scratch_state, laws->states + i * size, size) != 0) {
            return broken(s, "apply", "it changes the state although it receives only the identity");
        }
        if (active || adds) {
            return broken(s, "apply",
                          active ? "it activates a vertex that receives only the identity"
                                 : "it adds to the totals although it receives only the identity");
        }
    }
    return MG_OK;
}

/* scratch_state: space for one state. */
static mg_status check_scatter(const law_check *s, char *scratch_state) {
    static const double other_totals[MG_TOTALS_MAX] = {0.25, 3.5, -1.0, 7.0, 0.125, 11.0, -2.5, 5.0};
    const mg_laws *laws = s->laws;
    const size_t size = s->info.state_size;
    for (size_t i = 0; i < laws->state_count; i++) {
        value sent = {0}, again = {0};
        mg_ctx other = laws->contexts[i];
        other.iteration++;
        other.round++;
        other.totals = other_totals;
        memcpy(scratch_state, laws->states + i * size, size);
        s->calls->scatter(&laws->contexts[i], laws->params, scratch_state, &sent);
        s->calls->scatter(&other, laws->params, scratch_state, &again);
        if (memcmp(scratch_state, laws->states + i * size, size) != 0) {
            return broken(s, "scatter", "MG_PURE_SCATTER is declared, but scatter changes the state");
        }
        if (sent.bits != again.bits) {
            return broken(s, "scatter",
                          "MG_PURE_SCATTER is declared, but scatter sends another value in another iteration");
        }
    }
    return MG_OK;
}

/* Values may travel as float: none may become infinite or zero. */
static mg_status check_mixed_precision(const law_check *s) {
    for (size_t i = 0; i < s->laws->value_count; i++) {
        double x;
        memcpy(&x, &s->laws->values[i], sizeof x);
        const float narrow = (float)x;
        if (isfinite(x) && (isinf(narrow) || (x != 0.0 && narrow == 0.0f))) {
            char text[96];
            snprintf(text, sizeof text, "MG_MIXED_PRECISION, but no float holds the value %.9g", x);
            return broken(s, "scatter", text);
        }
    }
    return MG_OK;
}

mg_status mg__laws_check(mg_context *context, const mg_laws *laws) {
    mg_status status = MG_OK;
    char *scratch_state = NULL;
    law_check s = {.context = context, .laws = laws, .calls = laws->phase->calls, .random = 77};
    laws->phase->describe(&s.info, NULL);
    const bool triangles = s.info.kind == MG_KIND_TRIANGLES;
    if ((s.info.kind != MG_KIND_PROGRAM && !triangles) || !s.calls) {
        return MG_OK;
    }
    assert(s.info.value_size == 4 || s.info.value_size == 8);
    MG_TRY(MG_ALLOC(context, scratch_state, s.info.state_size, "a vertex state"));
    MG_TRY(check_monoid(&s));
    if (triangles) {
        goto out;
    }
    MG_TRY(check_edges(&s));
    if (s.info.properties & MG_MIXED_PRECISION) {
        MG_TRY(check_mixed_precision(&s));
    }
    if (s.info.has_scatter && (s.info.properties & MG_PURE_SCATTER)) {
        MG_TRY(check_scatter(&s, scratch_state));
    }
    if (s.info.has_apply && !(s.info.properties & MG_ALL_ACTIVE)) {
        MG_TRY(check_apply(&s, scratch_state));
    }
out:
    mg__release(&context->memory, scratch_state);
    return status;
}

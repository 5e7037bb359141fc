/* SPDX-License-Identifier: Apache-2.0
 *
 * laws_phase.inc.h: makes the phase that LAW_PHASE names a law_subject called <phase>_law. Include it after the
 * program's source, with LAW_SAMPLE(r), a value made from random bits, LAW_WEIGHT(r), a weight, and LAW_SAME(a, b). No
 * include guard.
 */
#define LAW_JOIN_(a, b) a##b
#define LAW_JOIN(a, b) LAW_JOIN_(a, b)
#define LAW_TEXT_(name) #name
#define LAW_TEXT(name) LAW_TEXT_(name)
#define LAW(suffix) LAW_JOIN(LAW_PHASE, suffix)
#define LAW_LOOP(suffix) LAW_JOIN(mg__, LAW(suffix))

/* The engine's own combine: named monoids are checked as they run. */
static void LAW(_law_combine)(const void *a, const void *b, void *out) {
    LAW(_value) x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    const LAW(_value) sum = LAW_LOOP(_combine)(NULL, x, y);
    memcpy(out, &sum, sizeof sum);
}

static void LAW(_law_edge)(const void *params, const void *value, uint64_t random, const void *state, void *out) {
    LAW(_value) x, sent;
    memcpy(&x, value, sizeof x);
    sent = x;
    if (LAW_PHASE.edge_at) {
        sent = LAW_PHASE.edge_at(params, x, LAW_WEIGHT(random), state);
    } else if (LAW_PHASE.edge) {
        sent = LAW_PHASE.edge(x, LAW_WEIGHT(random));
    }
    memcpy(out, &sent, sizeof sent);
}

static bool LAW(_law_apply)(const mg_ctx *ctx, const void *params, void *state, const void *value, double *add) {
    LAW(_value) x;
    memcpy(&x, value, sizeof x);
    return LAW_PHASE.apply && LAW_PHASE.apply(ctx, params, state, x, add);
}

static bool LAW(_law_init)(const mg_ctx *ctx, const void *params, void *state) {
    return LAW_PHASE.init && LAW_PHASE.init(ctx, params, state);
}

static uint32_t LAW(_law_priority)(const void *params, const void *value) {
    LAW(_value) x;
    memcpy(&x, value, sizeof x);
    return LAW_PHASE.priority ? LAW_PHASE.priority(params, x) : 0;
}

static void LAW(_law_sample)(uint64_t random, void *value) {
    const LAW(_value) x = LAW_SAMPLE(random);
    memcpy(value, &x, sizeof x);
}

static bool LAW(_law_same)(const void *a, const void *b) {
    LAW(_value) x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return LAW_SAME(x, y);
}

const law_subject *LAW(_law)(void);
const law_subject *LAW(_law)(void) {
    static law_subject subject;
    subject = (law_subject){
        .name = LAW_TEXT(LAW_PHASE),
        .monoid = LAW_PHASE.monoid,
        .properties = LAW_PHASE.properties,
        .value_size = sizeof(LAW(_value)),
        .state_size = sizeof(LAW(_state)),
        .identity = &LAW_PHASE.identity,
        .inactive = &LAW_PHASE.inactive,
        .combine = LAW(_law_combine),
        .edge = LAW(_law_edge),
        .apply = LAW_PHASE.apply ? LAW(_law_apply) : NULL,
        .init = LAW(_law_init),
        .priority = LAW_PHASE.priority ? LAW(_law_priority) : NULL,
        .sample = LAW(_law_sample),
        .same = LAW(_law_same),
    };
    return &subject;
}

#undef LAW_PHASE
#undef LAW_SAMPLE
#undef LAW_WEIGHT
#undef LAW_SAME
#undef LAW_JOIN_
#undef LAW_JOIN
#undef LAW_TEXT_
#undef LAW_TEXT
#undef LAW
#undef LAW_LOOP

/* SPDX-License-Identifier: Apache-2.0
 *
 * Phases that break one law each: the checker must detect all of them.
 */
#include "tests/core/program/laws/law_cases.h"

typedef struct lawless_vertex {
    uint32_t value;
} lawless_vertex;

typedef struct lawless_parameters {
    uint32_t unused;
} lawless_parameters;

MG_FN bool start(const mg_ctx *ctx, const lawless_parameters *p, lawless_vertex *s) {
    (void)p;
    s->value = ctx->vertex;
    return true;
}

MG_FN uint32_t send(const mg_ctx *ctx, const lawless_parameters *p, lawless_vertex *s) {
    (void)p;
    (void)s;
    return ctx->vertex;
}

MG_FN bool keep(const mg_ctx *ctx, const lawless_parameters *p, lawless_vertex *s, uint32_t value, double *add) {
    (void)ctx;
    (void)p;
    (void)add;
    s->value = value ? value : s->value;
    return false;
}

MG_FN bool count(const mg_ctx *ctx, const lawless_parameters *p, lawless_vertex *s, uint32_t value, double *add) {
    (void)ctx;
    (void)p;
    (void)add;
    s->value += value + 1;
    return false;
}

MG_FN uint32_t minus(uint32_t a, uint32_t b) {
    return a - b;
}

MG_FN uint32_t wrap(uint32_t a, int32_t weight) {
    return a + (uint32_t)weight;
}

MG_FN uint32_t falling(const lawless_parameters *p, uint32_t value) {
    (void)p;
    return 1000000u - value;
}

#define LAW_NUMBER(r) ((uint32_t)((r) % 1000))

MG_TYPES(lawless_monoid, lawless_vertex, lawless_parameters, uint32_t, int32_t);
MG_PHASE(lawless_monoid){
    .monoid = MG_USER, .identity = 0, .init = start, .scatter = send, .combine = minus, .apply = keep};
#define MG_INSTANTIATE lawless_monoid
#include <multigraph/instantiate.h>
#define LAW_PHASE lawless_monoid
#define LAW_SAMPLE(r) LAW_NUMBER(r)
#define LAW_WEIGHT(r) ((int32_t)((r) % 100))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"

MG_TYPES(lawless_identity, lawless_vertex, lawless_parameters, uint32_t, int32_t);
MG_PHASE(lawless_identity){.monoid = MG_MIN, .identity = 0, .init = start, .scatter = send, .apply = keep};
#define MG_INSTANTIATE lawless_identity
#include <multigraph/instantiate.h>
#define LAW_PHASE lawless_identity
#define LAW_SAMPLE(r) LAW_NUMBER(r)
#define LAW_WEIGHT(r) ((int32_t)((r) % 100))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"

MG_TYPES(lawless_sum, lawless_vertex, lawless_parameters, uint32_t, int32_t);
MG_PHASE(lawless_sum){.properties = MG_LABEL, .monoid = MG_SUM, .identity = 0, .init = start};
#define MG_INSTANTIATE lawless_sum
#include <multigraph/instantiate.h>
#define LAW_PHASE lawless_sum
#define LAW_SAMPLE(r) LAW_NUMBER(r)
#define LAW_WEIGHT(r) ((int32_t)((r) % 100))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"

MG_TYPES(lawless_inactive, lawless_vertex, lawless_parameters, uint32_t, int32_t);
MG_PHASE(lawless_inactive){
    .properties = MG_LABEL | MG_ANNIHILATES,
    .monoid = MG_MIN,
    .identity = MG_UNREACHED,
    .inactive = MG_UNREACHED,
    .init = start,
    .edge = wrap,
};
#define MG_INSTANTIATE lawless_inactive
#include <multigraph/instantiate.h>
#define LAW_PHASE lawless_inactive
#define LAW_SAMPLE(r) LAW_NUMBER(r)
#define LAW_WEIGHT(r) ((int32_t)((r) % 100))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"

MG_TYPES(lawless_priority, lawless_vertex, lawless_parameters, uint32_t, int32_t);
MG_PHASE(lawless_priority){
    .properties = MG_LABEL | MG_MONOTONE,
    .monoid = MG_MIN,
    .identity = MG_UNREACHED,
    .init = start,
    .edge = wrap,
    .priority = falling,
};
#define MG_INSTANTIATE lawless_priority
#include <multigraph/instantiate.h>
#define LAW_PHASE lawless_priority
#define LAW_SAMPLE(r) LAW_NUMBER(r)
#define LAW_WEIGHT(r) ((int32_t)((r) % 100))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"

MG_TYPES(lawless_apply, lawless_vertex, lawless_parameters, uint32_t, int32_t);
MG_PHASE(lawless_apply){.monoid = MG_MAX, .identity = 0, .init = start, .scatter = send, .apply = count};
#define MG_INSTANTIATE lawless_apply
#include <multigraph/instantiate.h>
#define LAW_PHASE lawless_apply
#define LAW_SAMPLE(r) LAW_NUMBER(r)
#define LAW_WEIGHT(r) ((int32_t)((r) % 100))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"

static uint32_t counted;

MG_FN uint32_t mean(uint32_t a, uint32_t b) {
    return a / 2 + b / 2;
}

MG_FN uint32_t count_on(uint32_t value, int32_t weight) {
    (void)weight;
    return value + counted++;
}

MG_FN bool total(const mg_ctx *ctx, const lawless_parameters *p, lawless_vertex *s, uint32_t value, double *add) {
    (void)ctx;
    (void)p;
    (void)s;
    (void)value;
    add[0] += 1.0;
    return false;
}

MG_FN bool activate(const mg_ctx *ctx, const lawless_parameters *p, lawless_vertex *s, uint32_t value, double *add) {
    (void)ctx;
    (void)p;
    (void)s;
    (void)value;
    (void)add;
    return true;
}

MG_TYPES(lawless_mean, lawless_vertex, lawless_parameters, uint32_t, int32_t);
MG_PHASE(lawless_mean){
    .monoid = MG_USER, .identity = 0, .init = start, .scatter = send, .combine = mean, .apply = keep};
#define MG_INSTANTIATE lawless_mean
#include <multigraph/instantiate.h>
#define LAW_PHASE lawless_mean
#define LAW_SAMPLE(r) LAW_NUMBER(r)
#define LAW_WEIGHT(r) ((int32_t)((r) % 100))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"

MG_TYPES(lawless_counting, lawless_vertex, lawless_parameters, uint32_t, int32_t);
MG_PHASE(lawless_counting){
    .monoid = MG_MAX, .identity = 0, .init = start, .scatter = send, .edge = count_on, .apply = keep};
#define MG_INSTANTIATE lawless_counting
#include <multigraph/instantiate.h>
#define LAW_PHASE lawless_counting
#define LAW_SAMPLE(r) LAW_NUMBER(r)
#define LAW_WEIGHT(r) ((int32_t)((r) % 100))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"

MG_TYPES(lawless_total, lawless_vertex, lawless_parameters, uint32_t, int32_t);
MG_PHASE(lawless_total){.monoid = MG_MAX, .identity = 0, .totals = 1, .init = start, .scatter = send, .apply = total};
#define MG_INSTANTIATE lawless_total
#include <multigraph/instantiate.h>
#define LAW_PHASE lawless_total
#define LAW_SAMPLE(r) LAW_NUMBER(r)
#define LAW_WEIGHT(r) ((int32_t)((r) % 100))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"

MG_TYPES(lawless_active, lawless_vertex, lawless_parameters, uint32_t, int32_t);
MG_PHASE(lawless_active){.monoid = MG_MAX, .identity = 0, .init = start, .scatter = send, .apply = activate};
#define MG_INSTANTIATE lawless_active
#include <multigraph/instantiate.h>
#define LAW_PHASE lawless_active
#define LAW_SAMPLE(r) LAW_NUMBER(r)
#define LAW_WEIGHT(r) ((int32_t)((r) % 100))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"

MG_FN uint32_t send_and_count(const mg_ctx *ctx, const lawless_parameters *p, lawless_vertex *s) {
    (void)ctx;
    (void)p;
    return s->value++;
}

MG_FN uint32_t send_iteration(const mg_ctx *ctx, const lawless_parameters *p, lawless_vertex *s) {
    (void)p;
    (void)s;
    return ctx->iteration;
}

MG_TYPES(lawless_sending, lawless_vertex, lawless_parameters, uint32_t, int32_t);
MG_PHASE(lawless_sending){.properties = MG_PURE_SCATTER,
                          .monoid = MG_MAX,
                          .identity = 0,
                          .init = start,
                          .scatter = send_and_count,
                          .apply = keep};
#define MG_INSTANTIATE lawless_sending
#include <multigraph/instantiate.h>
#define LAW_PHASE lawless_sending
#define LAW_SAMPLE(r) LAW_NUMBER(r)
#define LAW_WEIGHT(r) ((int32_t)((r) % 100))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"

MG_TYPES(lawless_iteration, lawless_vertex, lawless_parameters, uint32_t, int32_t);
MG_PHASE(lawless_iteration){.properties = MG_PURE_SCATTER,
                            .monoid = MG_MAX,
                            .identity = 0,
                            .init = start,
                            .scatter = send_iteration,
                            .apply = keep};
#define MG_INSTANTIATE lawless_iteration
#include <multigraph/instantiate.h>
#define LAW_PHASE lawless_iteration
#define LAW_SAMPLE(r) LAW_NUMBER(r)
#define LAW_WEIGHT(r) ((int32_t)((r) % 100))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"

/* The first contribution is not as good as the maximum: the modes give different results. */
MG_TYPES(lawless_hit, lawless_vertex, lawless_parameters, uint32_t, mg_none);
MG_PHASE(lawless_hit){
    .properties = MG_FIRST_HIT, .monoid = MG_MAX, .identity = 0, .init = start, .scatter = send, .apply = keep};
#define MG_INSTANTIATE lawless_hit
#include <multigraph/instantiate.h>

MG_PROGRAM(lawless_hit){
    MG_ABOUT("lawless-hit", "the largest in-neighbour, or just any", lawless_vertex, lawless_parameters),
    .phases = {MG_RUN(lawless_hit)},
    .columns = {MG_COLUMN(lawless_vertex, value, "value", MG_NUMBER)},
};

/* A label program whose `tiled` phase counts edges differently: the results differ. */
MG_FN uint32_t one_more(uint32_t value, mg_none none) {
    (void)none;
    return mg_add_sat_u32(value, 1);
}

MG_FN uint32_t two_more(uint32_t value, mg_none none) {
    (void)none;
    return mg_add_sat_u32(value, 2);
}

MG_FN uint32_t value_itself(const lawless_parameters *p, uint32_t value) {
    (void)p;
    return value;
}

MG_FN bool start_first(const mg_ctx *ctx, const lawless_parameters *p, lawless_vertex *s) {
    (void)p;
    s->value = ctx->vertex == 0 ? 0 : MG_UNREACHED;
    return ctx->vertex == 0;
}

MG_TYPES(lawless_steps, lawless_vertex, lawless_parameters, uint32_t, mg_none);
MG_PHASE(lawless_steps){
    .properties = MG_LABEL, .monoid = MG_MIN, .identity = MG_UNREACHED, .init = start_first, .edge = one_more};
#define MG_INSTANTIATE lawless_steps
#include <multigraph/instantiate.h>
MG_TYPES(lawless_tiles, lawless_vertex, lawless_parameters, uint32_t, mg_none);
MG_PHASE(lawless_tiles){.properties = MG_LABEL | MG_MONOTONE,
                        .monoid = MG_MIN,
                        .identity = MG_UNREACHED,
                        .init = start_first,
                        .edge = two_more,
                        .priority = value_itself};
#define MG_INSTANTIATE lawless_tiles
#include <multigraph/instantiate.h>

MG_PROGRAM(lawless_tiled){
    MG_ABOUT("lawless-tiled", "steps from the first vertex, twice as many on tiles", lawless_vertex,
             lawless_parameters),
    .phases = {MG_RUN(lawless_steps)},
    .tiled = {MG_RUN(lawless_tiles)},
    .columns = {MG_COLUMN(lawless_vertex, value, "value", MG_DISTANCE)},
};

/* Declares MG_BREADTH_FIRST but omits every third vertex. */
MG_FN bool lawless_root(const mg_ctx *ctx, const lawless_parameters *p, lawless_vertex *s) {
    (void)p;
    s->value = ctx->vertex == 0;
    return ctx->vertex == 0;
}

MG_FN uint32_t lawless_send(const mg_ctx *ctx, const lawless_parameters *p, lawless_vertex *s) {
    (void)ctx;
    (void)p;
    return s->value;
}

MG_FN bool lawless_open(const lawless_parameters *p, const lawless_vertex *s) {
    (void)p;
    return s->value == 0;
}

MG_FN bool lawless_skip(const mg_ctx *ctx, const lawless_parameters *p, lawless_vertex *s, uint32_t value,
                        double *add) {
    (void)p;
    (void)add;
    s->value = value ? value : s->value;
    return value && ctx->vertex % 3 != 0;
}

MG_TYPES(lawless_levels, lawless_vertex, lawless_parameters, uint32_t, mg_none);
MG_PHASE(lawless_levels){.properties = MG_BREADTH_FIRST,
                         .monoid = MG_MAX,
                         .identity = 0,
                         .init = lawless_root,
                         .scatter = lawless_send,
                         .needs = lawless_open,
                         .apply = lawless_skip};
#define MG_INSTANTIATE lawless_levels
#include <multigraph/instantiate.h>

MG_PROGRAM(lawless_levels){
    MG_ABOUT("lawless-levels", "levels with gaps", lawless_vertex, lawless_parameters),
    .phases = {MG_RUN(lawless_levels)},
    .columns = {MG_COLUMN(lawless_vertex, value, "value", MG_NUMBER)},
};

/* `score` depends on how often it has been called. */
MG_FN uint32_t lawless_count(mg_vertex source, mg_vertex target, mg_none weight, const lawless_parameters *p,
                             const lawless_vertex *all) {
    static uint32_t calls;
    (void)source, (void)target, (void)weight, (void)p, (void)all;
    return calls++;
}

MG_TYPES(lawless_count, lawless_vertex, lawless_parameters, uint32_t, mg_none);
MG_PHASE(lawless_count){.kind = MG_KIND_EDGES, .score = lawless_count};
#define MG_INSTANTIATE lawless_count
#include <multigraph/instantiate.h>

MG_PROGRAM(lawless_count){
    MG_ABOUT("lawless-count", "values of edges that differ from run to run", lawless_vertex, lawless_parameters),
    .phases = {MG_RUN(lawless_count)},
    .edge_columns = {MG_EDGE_COLUMN(lawless_count, "calls", MG_NUMBER)},
};

# SPDX-License-Identifier: Apache-2.0
"""Programs of several tests."""

# Counts to seven, beginning with the count in the state.
AGAIN = """
#include <multigraph/program.h>
typedef struct vertex { uint32_t times; double half; } vertex;
typedef struct parameters { uint32_t unused; } parameters;
MG_FN bool once_more(const mg_ctx *ctx, const parameters *p, vertex *all, double *add) {
    (void)p;
    all[ctx->vertex].times++;
    all[ctx->vertex].half /= 2;
    add[0] += all[ctx->vertex].times < 7;
    return false;
}
MG_TYPES(again, vertex, parameters, uint32_t, mg_none);
MG_PHASE(again){.kind = MG_KIND_VERTICES, .totals = 1, .vertex = once_more};
#define MG_INSTANTIATE again
#include <multigraph/instantiate.h>
MG_PROGRAM(again){MG_ABOUT("again", "until seven times", vertex, parameters), .phases = {MG_RUN(again)},
                  .loops = {MG_UNTIL(again, again, 0)},
                  .columns = {MG_COLUMN(vertex, times, "times", MG_NUMBER), MG_COLUMN(vertex, half, "half", MG_NUMBER)}};
"""

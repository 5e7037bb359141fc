/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/plan_loops.h"

#include "core/engine/validate.h"

#include <string.h>

void mg__clear_totals(const mg_phase_info *info, double totals[MG_TOTALS_MAX]) {
    for (uint32_t k = 0; k < MG_TOTALS_MAX; k++) {
        totals[k] = mg__phase_total_start(info, k);
    }
}

size_t mg__count_loops(const mg_program *program) {
    size_t count = 0;
    while (count < MG_LOOPS_MAX && program->loops[count].first) {
        count++;
    }
    return count;
}

/* How often a phase occurs in a list; *position: the first time. Phases of a program that was loaded again have other
 * addresses, but the same names. */
static size_t count_phase(const mg_phase *const *phases, const mg_phase *phase, size_t *position) {
    const size_t count = mg__count_phases(phases);
    size_t found = 0;
    for (size_t i = 0; phase && i < count; i++) {
        const bool same = strcmp(phases[i]->name, phase->name) == 0;
        *position = same && !found ? i : *position;
        found += same;
    }
    return found;
}

static bool is_of_list(const mg_phase *const *phases, const mg_loop_spec *loop) {
    size_t unused = 0;
    return count_phase(phases, loop->first, &unused) && count_phase(phases, loop->last, &unused);
}

/* Totals of the last phase in the loop that has any. */
static uint32_t totals_of(const mg_phase *const *phases, const mg_callbacks *callbacks, const mg_plan_loop *loop) {
    uint32_t totals = 0;
    for (size_t i = loop->begin; i < loop->end; i++) {
        mg_phase_info info;
        phases[i]->describe(&info, callbacks);
        totals = info.totals ? info.totals : totals;
    }
    return totals;
}

uint32_t mg__plan_totals(const mg_plan *plan) {
    const mg_plan_loop all = {.end = plan->phase_count};
    return totals_of(plan->phases, plan->callbacks, &all);
}

static bool contains(const mg_plan_loop *outer, const mg_plan_loop *inner) {
    return outer->begin <= inner->begin && inner->end <= outer->end &&
           outer->end - outer->begin > inner->end - inner->begin;
}

static bool is_apart(const mg_plan_loop *a, const mg_plan_loop *b) {
    return a->end <= b->begin || b->end <= a->begin;
}

/* What is wrong with loop i beside the others; NULL: nothing. */
static const char *broken_nesting(const mg_plan_loop *loops, size_t count, size_t i) {
    size_t around = 0;
    for (size_t k = 0; k < count; k++) {
        if (k != i && !contains(&loops[k], &loops[i]) && !contains(&loops[i], &loops[k]) &&
            !is_apart(&loops[k], &loops[i])) {
            return "it has some of the phases of another loop, or the same ones";
        }
        around += k != i && contains(&loops[k], &loops[i]);
    }
    return around > 1 ? "it is in a loop that is itself in a loop" : NULL;
}

static const char *broken_rule(const mg_phase *const *phases, const mg_callbacks *callbacks, const mg_loop_spec *spec,
                               mg_plan_loop *loop) {
    size_t first = 0, last = 0;
    if (count_phase(phases, spec->first, &first) != 1 || count_phase(phases, spec->last, &last) != 1) {
        return "its first and last phase must occur once in the list of phases";
    }
    if (last < first) {
        return "its last phase runs before its first";
    }
    *loop = (mg_plan_loop){.begin = first, .end = last + 1, .total = spec->total, .rounds = spec->rounds};
    if (spec->total == MG_NO_TOTAL) {
        return spec->rounds ? NULL : "it has neither a total nor a number of rounds";
    }
    return spec->total < totals_of(phases, callbacks, loop)
               ? NULL
               : "the last of its phases that has totals does not have that many";
}

static mg_status fail(mg_context *context, const mg_program *program, const mg_loop_spec *loop, const char *rule) {
    return mg__fail(context, MG_ERROR_PROGRAM, "program %s, loop from %s to %s: %s", program->name, loop->first->name,
                    loop->last ? loop->last->name : "?", rule);
}

/* Sorted by `begin`, longer ones first. */
static void insert(mg_plan_loop *loops, size_t count, mg_plan_loop loop) {
    size_t at = count;
    for (; at > 0 && (loops[at - 1].begin > loop.begin || contains(&loop, &loops[at - 1])); at--) {
        loops[at] = loops[at - 1];
    }
    loops[at] = loop;
}

mg_status mg__plan_loops(mg_context *context, const mg_program *program, const mg_phase *const *phases,
                         const mg_callbacks *callbacks, mg_plan_loop loops[MG_LOOPS_MAX], size_t *count) {
    *count = 0;
    for (size_t i = 0; i < mg__count_loops(program); i++) {
        const mg_loop_spec *const spec = &program->loops[i];
        mg_plan_loop loop;
        if (!is_of_list(phases, spec)) {
            continue;
        }
        const char *const rule = broken_rule(phases, callbacks, spec, &loop);
        if (rule) {
            return fail(context, program, spec, rule);
        }
        insert(loops, (*count)++, loop);
    }
    for (size_t i = 0; i < *count; i++) {
        const char *const rule = broken_nesting(loops, *count, i);
        if (rule) {
            return mg__fail(context, MG_ERROR_PROGRAM, "program %s, loop from %s to %s: %s", program->name,
                            phases[loops[i].begin]->name, phases[loops[i].end - 1]->name, rule);
        }
    }
    return MG_OK;
}

mg_status mg__validate_loops(mg_context *context, const mg_program *program) {
    for (size_t i = 0; i < mg__count_loops(program); i++) {
        const mg_loop_spec *const loop = &program->loops[i];
        if (!is_of_list(program->phases, loop) && !is_of_list(program->tiled, loop)) {
            return fail(context, program, loop, "the program does not run these phases");
        }
    }
    return MG_OK;
}

void mg__only_tiled(mg_program *program) {
    const mg_program all = *program;
    size_t count = 0;
    memcpy(program->phases, all.tiled, sizeof program->phases);
    memset(program->tiled, 0, sizeof program->tiled);
    memset(program->loops, 0, sizeof program->loops);
    for (size_t i = 0; i < mg__count_loops(&all); i++) {
        if (is_of_list(program->phases, &all.loops[i])) {
            program->loops[count++] = all.loops[i];
        }
    }
}

typedef struct phase_order {
    mg_context *context;
    const mg_plan *plan;
    mg_vertex n;
    mg_phase_runner *runner;
} phase_order;

/* After so many rounds a loop with a total ends, or fails. */
static uint32_t most_rounds(const phase_order *o, const mg_plan_loop *loop) {
    const uint32_t own = loop->rounds ? loop->rounds : o->n > MG_ROUNDS_LEAST ? o->n : MG_ROUNDS_LEAST;
    const uint32_t given = o->plan->options.max_iterations;
    return given && given < own ? given : own;
}

/* Looks at the total after a round. */
static mg_status look(const phase_order *o, const mg_plan_loop *loop, uint32_t round, bool *done) {
    mg_status status = MG_OK;
    double totals[MG_TOTALS_MAX];
    const uint32_t most = most_rounds(o, loop);
    MG_TRY(o->runner->read_totals(o->runner, totals));
    const bool is_over = totals[loop->total] == 0.0, is_last = round == most;
    *done = is_over || is_last;
    if (is_over || !is_last) {
        return MG_OK;
    }
    if (!loop->rounds && most != o->plan->options.max_iterations) {
        return mg__fail(o->context, MG_ERROR_PROGRAM,
                        "loop from %s to %s: total %u is still %g after %u rounds; it must become 0",
                        o->plan->phases[loop->begin]->name, o->plan->phases[loop->end - 1]->name, loop->total,
                        totals[loop->total], round);
    }
    o->runner->stopped_at_limit = true;
    o->runner->cut = loop->rounds ? o->runner->cut : loop;
out:
    return status;
}

static mg_status run_part(const phase_order *o, size_t begin, size_t end, size_t next_loop);

/* Recursive, as loops are; no deeper than they may be. */
static mg_status run_loop(const phase_order *o, size_t index) {
    mg_status status = MG_OK;
    const mg_plan_loop *const loop = &o->plan->loops[index];
    const uint32_t around = o->runner->round;
    bool done = false;
    for (uint32_t round = 1; !done; round++) {
        o->runner->round = round - 1;
        MG_TRY(run_part(o, loop->begin, loop->end, index + 1));
        if (loop->total == MG_NO_TOTAL) {
            done = round == loop->rounds;
        } else {
            MG_TRY(look(o, loop, round, &done));
        }
    }
    o->runner->round = around;
out:
    return status;
}

/* Phases begin to end - 1, with the loops that begin among them from `next_loop` on. */
static mg_status run_part(const phase_order *o, size_t begin, size_t end, size_t next_loop) {
    mg_status status = MG_OK;
    const mg_plan *const plan = o->plan;
    for (size_t i = begin; i < end;) {
        while (next_loop < plan->loop_count && plan->loops[next_loop].begin < i) {
            next_loop++;
        }
        if (next_loop < plan->loop_count && plan->loops[next_loop].begin == i) {
            MG_TRY(run_loop(o, next_loop));
            i = plan->loops[next_loop].end;
        } else {
            MG_TRY(o->runner->run_phase(o->runner, i));
            i++;
        }
    }
out:
    return status;
}

mg_status mg__run_phases(mg_context *context, const mg_plan *plan, mg_vertex n, mg_phase_runner *runner) {
    const phase_order order = {.context = context, .plan = plan, .n = n, .runner = runner};
    mg_status status;
    runner->stopped_at_limit = false;
    runner->cut = NULL;
    runner->round = 0;
    MG_TRY(run_part(&order, 0, plan->phase_count, 0));
    if (plan->recorder && plan->recorder->keep_totals && plan->options.lanes <= 1) {
        plan->recorder->total_count = mg__plan_totals(plan);
        status = plan->recorder->total_count ? runner->read_totals(runner, plan->recorder->last_totals) : MG_OK;
    }
out:
    return status;
}

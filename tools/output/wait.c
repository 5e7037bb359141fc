/* SPDX-License-Identifier: Apache-2.0
 *
 * wait.c: the parts of the wait are the stages of the library, and what the command itself does: its start, for which
 * stands the processor time before main() (loading libraries), verifying and writing results. What closes the process
 * afterwards is not known here; `bench wait` measures it from outside.
 */
#include "tools/output/wait.h"

#include "tools/cli/progress.h"

#include <string.h>
#include <time.h>

#define MOST_PARTS (MG_STAGES + 2)
#define SMALL_SHARE 0.005 /* of the wait: printed within `other` */

static double started, main_began;

typedef struct wait_part {
    const char *name;
    double seconds;
} wait_part;

typedef struct wait_parts {
    wait_part part[MOST_PARTS];
    size_t count;
    double total;
} wait_parts;

static double processor_seconds(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

void wait_begin(void) {
    started = processor_seconds();
    main_began = clock_seconds();
}

double wait_own_seconds(const session *s) {
    double stages[MG_STAGES] = {0};
    mg_context_stages(s->context, stages);
    return stages[MG_STAGE_OTHER];
}

static void add_part(wait_parts *w, const char *name, double seconds) {
    if (seconds > 0) {
        w->part[w->count++] = (wait_part){name, seconds};
    }
}

/* The parts in the order of their stages; `other` is the last one, so that they add up to the whole. */
static wait_parts find_parts(const session *s) {
    wait_parts w = {.total = started + clock_seconds() - main_began};
    double stages[MG_STAGES] = {0}, known = started + s->verify_own;
    mg_context_stages(s->context, stages);
    stages[MG_STAGE_WRITE] += s->write_own;
    add_part(&w, "start", started);
    for (int i = 0; i < MG_STAGES; i++) {
        if (i != MG_STAGE_OTHER) {
            add_part(&w, mg_stage_name((mg_stage)i), stages[i]);
            known += stages[i];
        }
    }
    add_part(&w, "verify", s->verify_own);
    add_part(&w, mg_stage_name(MG_STAGE_OTHER), w.total - known);
    return w;
}

void wait_add(json_builder *b, const session *s) {
    const wait_parts w = find_parts(s);
    json_builder all = json_object();
    json_number(&all, "total", 1e3 * w.total);
    for (size_t i = 0; i < w.count; i++) {
        json_number(&all, w.part[i].name, 1e3 * w.part[i].seconds);
    }
    json_nest(b, "wait", all);
}

void wait_print(FILE *out, const session *s) {
    const wait_parts w = find_parts(s);
    const char *const rest = mg_stage_name(MG_STAGE_OTHER);
    char text[DURATION_SIZE];
    double other = 0;
    fprintf(out, "  wait    %s", duration_text(w.total, text));
    for (size_t i = 0; i < w.count; i++) {
        if (strcmp(w.part[i].name, rest) == 0 || w.part[i].seconds < SMALL_SHARE * w.total) {
            other += w.part[i].seconds;
        } else {
            fprintf(out, ", %s %s", w.part[i].name, duration_text(w.part[i].seconds, text));
        }
    }
    fprintf(out, ", %s %s\n", rest, duration_text(other, text));
}

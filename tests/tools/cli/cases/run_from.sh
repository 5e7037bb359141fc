command -v cc >/dev/null || exit 77
cat >fields.c <<'END'
#include <multigraph/program.h>
typedef struct vertex { int32_t whole; double real; mg_vertex next; uint32_t steps; } vertex;
typedef struct parameters { uint32_t unused; } parameters;
MG_FN bool step(const mg_ctx *ctx, const parameters *p, vertex *all, double *add) {
    vertex *const v = &all[ctx->vertex];
    (void)p, (void)add;
    v->whole -= 1;
    v->real += 0.5;
    v->steps -= v->steps == UINT32_MAX ? 0 : 1;
    return false;
}
MG_TYPES(fields, vertex, parameters, uint32_t, mg_none);
MG_PHASE(fields){.kind = MG_KIND_VERTICES, .vertex = step};
#define MG_INSTANTIATE fields
#include <multigraph/instantiate.h>
MG_PROGRAM(fields){MG_ABOUT("fields", "one of each", vertex, parameters), .phases = {MG_RUN(fields)},
    .columns = {MG_COLUMN(vertex, whole, "whole", MG_NUMBER), MG_COLUMN(vertex, real, "real", MG_NUMBER),
                MG_COLUMN(vertex, next, "next", MG_VERTEX), MG_COLUMN(vertex, steps, "steps", MG_DISTANCE)}};
END
printf '10 20\n20 30\n' >three.el
echo "-- what a run left, in each format, and every trial begins with it"
for format in tsv csv json; do
    multigraph run fields.c three.el --output-format $format >first
    multigraph run fields.c three.el --from first --trials 2
done
echo "-- some vertices, another column"
printf '20 1e3\n' | multigraph run fields.c three.el --column real --from /dev/stdin
printf '10 20\n30 -\n' | multigraph run fields.c three.el --column next --from /dev/stdin
printf '10 inf\n20 7\n30 1\n' | multigraph run fields.c three.el --column steps --from /dev/stdin
echo "-- what cannot be read"
for line in '10' '40 1' '10 x' '10 4000000000' '10 1.5' '10 -2147483649'; do
    echo "$line" | multigraph run fields.c three.el --from /dev/stdin 2>&1 || echo "exit $?"
done
echo '10 40' | multigraph run fields.c three.el --column next --from /dev/stdin 2>&1 || echo "exit $?"
multigraph run fields.c three.el --from none.tsv 2>&1 || echo "exit $?"

command -v cc >/dev/null || exit 77
cat >span.c <<'END'
#include <multigraph/program.h>
typedef struct vertex { uint32_t degree; } vertex;
typedef struct parameters { uint32_t unused; } parameters;
MG_FN bool measure(const mg_ctx *ctx, const parameters *p, vertex *all, double *add) {
    (void)p;
    all[ctx->vertex].degree = ctx->out_degree;
    add[0] += ctx->out_degree;
    if (ctx->out_degree > 9) {
        mg_least(&add[1], ctx->out_degree);
    }
    mg_greatest(&add[2], ctx->out_degree);
    return false;
}
MG_TYPES(span, vertex, parameters, uint32_t, mg_none);
MG_PHASE(span){.kind = MG_KIND_VERTICES, .totals = 1, .minima = 1, .maxima = 1, .vertex = measure};
#define MG_INSTANTIATE span
#include <multigraph/instantiate.h>
MG_PROGRAM(span){MG_ABOUT("span", "degrees", vertex, parameters), .phases = {MG_RUN(span)},
    .columns = {MG_COLUMN(vertex, degree, "degree", MG_NUMBER)}};
END
printf '1 2\n1 3\n1 4\n2 3\n' >four.el
echo "-- 4 edges, no vertex with more than 9, at most 3"
multigraph run span.c four.el --check --metrics m.json 2>&1
grep -o '"totals":.*' m.json | tr -d '\t'
echo "-- none"
multigraph kcore four.el --undirected --metrics m.json
grep -c '"totals"' m.json
echo "-- too many"
sed 's/.totals = 1, .minima = 1/.totals = 4, .minima = 4/' span.c >many.c
multigraph run many.c four.el 2>&1 || echo "exit $?"

# Values that are no numbers: each format has its own words, and JSON stays valid.
command -v cc >/dev/null || exit 77
cat >odd.c <<'END'
#include <math.h>
#include <multigraph/program.h>
typedef struct vertex {
    double value;
} vertex;
MG_FN bool set(const mg_ctx *ctx, const mg_none *p, vertex *all, double *add) {
    const mg_vertex u = ctx->vertex;
    (void)p, (void)add;
    all[u].value = u == 0 ? (double)NAN : u == 1 ? -(double)INFINITY : u == 2 ? (double)INFINITY : -0.5;
    return false;
}
MG_TYPES(odd, vertex, mg_none, uint32_t, mg_none);
MG_PHASE(odd){.kind = MG_KIND_VERTICES, .vertex = set};
#define MG_INSTANTIATE odd
#include <multigraph/instantiate.h>
MG_PROGRAM(odd){
    MG_ABOUT("odd", "values that are no numbers", vertex, mg_none),
    .phases = {MG_RUN(odd)},
    .columns = {MG_COLUMN(vertex, value, "value", MG_NUMBER)},
};
END
for format in tsv csv json graphalytics; do
    echo "-- $format"
    multigraph run odd.c path.el --output-format $format -o out
    cat out
done
multigraph run odd.c path.el --output-format json -o out.json
json_get out.json 3 value
echo "-- a name that is no UTF-8"
cp path.el "$(printf 'a\303\244\377\302.el')"
multigraph info a*.el --output-format json -o info.json && json_get info.json file
multigraph bfs a*.el -o out --trace trace.json && json_get trace.json graph_file
echo "-- the name of a column stands in headers"
sed "s/\"value\"/\"a'b\"/" odd.c >quoted.c
ends_with 2 multigraph run quoted.c path.el
sed "s/\"value\"/\"$(printf '%65s' | tr ' ' x)\"/" odd.c >long.c
ends_with 2 multigraph run long.c path.el

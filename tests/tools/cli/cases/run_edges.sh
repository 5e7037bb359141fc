command -v cc >/dev/null || exit 77
cat >tight.c <<'END'
/* tight.c: how much longer a path to an edge's target is if it takes this edge; 0: a cheapest path uses it. */
#include <multigraph/program.h>

typedef struct vertex {
    float cost;
} vertex;

typedef struct parameters {
    mg_vertex source;
} parameters;

MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *v) {
    v->cost = ctx->vertex == p->source ? 0 : MG_INFINITY;
    return ctx->vertex == p->source;
}

MG_FN float pay(float cost, float weight) {
    return cost + weight;
}

MG_TYPES(tight, vertex, parameters, float, float);
MG_PHASE(tight){.properties = MG_LABEL, .monoid = MG_MIN, .identity = MG_INFINITY, .init = start, .edge = pay};
#define MG_INSTANTIATE tight
#include <multigraph/instantiate.h>

/* The value of an edge; all has the states of all vertices. */
MG_FN float detour(mg_vertex from, mg_vertex to, float weight, const parameters *p, const vertex *all) {
    (void)p;
    return all[from].cost < MG_INFINITY ? all[from].cost + weight - all[to].cost : MG_INFINITY;
}

MG_TYPES(slack, vertex, parameters, float, float);
MG_PHASE(slack){.kind = MG_KIND_EDGES, .score = detour};
#define MG_INSTANTIATE slack
#include <multigraph/instantiate.h>

MG_PROGRAM(tight){
    MG_ABOUT("tight", "which edges cheapest paths use", vertex, parameters),
    .phases = {MG_RUN(tight), MG_RUN(slack)},
    .columns = {MG_COLUMN(vertex, cost, "cost", MG_DISTANCE)},
    .edge_columns = {MG_EDGE_COLUMN(slack, "slack", MG_DISTANCE)},
    .parameters = {MG_PARAMETER(parameters, source, "source", MG_VERTEX, MG_NONE)},
};
END
printf '1 2 5\n1 3 2\n3 2 1.5\n2 4 3\n9 1 1\n' >tolls.wel
echo "-- a value for each edge; 9 is not reached"
multigraph run tight.c tolls.wel --source 1 --column slack --check 2>&1
echo "-- of vertices"
multigraph run tight.c tolls.wel --source 1
echo "-- an undirected edge once, from its smaller id"
multigraph run tight.c tolls.wel --source 1 --column slack --undirected
echo "-- vertices by their ids, and no column of vertices"
sed -e 's/ float, float);$/ mg_vertex, float);/;t' -e 's/MG_FN float detour/MG_FN mg_vertex detour/' tight.c |
    sed -e 's/MG_TYPES(tight, vertex, parameters, mg_vertex/MG_TYPES(tight, vertex, parameters, float/' \
        -e 's/return all.from.*/return all[from].cost + weight > all[to].cost ? MG_NONE : to;/' \
        -e '/\.columns/d' -e 's/"slack", MG_DISTANCE/"next", MG_VERTEX/' >next.c
multigraph run next.c tolls.wel --source 1
multigraph run next.c tolls.wel --source 1 -o next.npy && tail -c 24 next.npy | od -An -t u8 | tr -s ' '
echo "-- what cannot be"
multigraph run tight.c tolls.wel --source 1 --column slack --top 2 2>&1 || echo "exit $?"
multigraph run tight.c tolls.wel --source 1 --column slack --from tolls.wel 2>&1 || echo "exit $?"
multigraph run tight.c tolls.wel --source 1 --column slack --output-format json 2>&1 || echo "exit $?"
sed '/edge_columns/d' tight.c >lost.c
multigraph run lost.c tolls.wel --source 1 2>&1 || echo "exit $?"

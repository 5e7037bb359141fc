# A path that begins with @ is a program, not a compiler's file of options.
export MULTIGRAPH_CACHE=off
mkdir @folder
cat >@degrees.c <<'END'
#include <multigraph/program.h>
typedef struct vertex {
    uint32_t degree;
} vertex;
typedef struct parameters {
    uint32_t more;
} parameters;
MG_FN bool count(const mg_ctx *ctx, const parameters *p, vertex *all, double *add) {
    (void)add;
    all[ctx->vertex].degree = ctx->out_degree + p->more;
    return false;
}
MG_TYPES(degrees, vertex, parameters, uint32_t, mg_none);
MG_PHASE(degrees){.kind = MG_KIND_VERTICES, .vertex = count};
#define MG_INSTANTIATE degrees
#include <multigraph/instantiate.h>
MG_PROGRAM(degrees){
    MG_ABOUT("degrees", "edges of each vertex", vertex, parameters),
    .phases = {MG_RUN(degrees)},
    .parameters = {MG_PARAMETER(parameters, more, "more", MG_NUMBER, 0)},
    .columns = {MG_COLUMN(vertex, degree, "degree", MG_NUMBER)},
};
END
cp @degrees.c @folder/degrees.c
printf '1 2\n2 3\n' >g.el
for program in @degrees.c @folder/degrees.c; do
    echo "-- $(basename "$program")"
    multigraph run "$program" g.el --param more=1
done
echo "-- a message names the file"
echo "this is no C" >@broken.c
multigraph run @broken.c g.el 2>message
echo "status $?"
grep -q '@broken.c:1:' message || cat message

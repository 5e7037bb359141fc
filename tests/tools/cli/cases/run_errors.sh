command -v cc >/dev/null || exit 77
ends_with 2 multigraph run
ends_with 2 multigraph run hops.c
ends_with 2 multigraph run hops.c path.el path.el
ends_with 2 multigraph run no-such-file.c path.el
ends_with 2 multigraph run path.el path.el 2>&1 | sed 's/path.el:[0-9].*/path.el:.../' | head -n 1
cp "$EXAMPLES/hops.c" .
ends_with 2 multigraph run hops.c no-such-graph.el
ends_with 2 multigraph run hops.c path.el --source 11
ends_with 2 multigraph run hops.c path.el --param source=x
ends_with 2 multigraph run hops.c path.el --param sauce=10
ends_with 2 multigraph run hops.c path.el --param source
ends_with 2 multigraph run hops.c path.el --column depth
ends_with 2 multigraph run "$EXAMPLES/kcore.c" path.el --source 10
ends_with 2 multigraph run hops.c path.el --verify
sed 's/->hops = ctx/->hopps = ctx/' hops.c >wrong.c
ends_with 2 multigraph run wrong.c path.el 2>&1 | sed 's/error: .*/error:/' | head -n 1
sed '/apply = /d' hops.c >less.c
ends_with 2 multigraph run less.c path.el
sed 's/mg_add_sat_u32(distance, (uint32_t)weight)/distance + (uint32_t)weight/' "$EXAMPLES/shortest.c" >wrapping.c
ends_with 3 multigraph run wrapping.c diamond.wel --check -o wrapping.tsv
test ! -e wrapping.tsv || echo "something was written"
CC=no-such-compiler ends_with 1 multigraph run hops.c path.el
ends_with 2 multigraph run "$EXAMPLES/shortest.c" decimal.wel
ends_with 2 multigraph run path.el hops.c

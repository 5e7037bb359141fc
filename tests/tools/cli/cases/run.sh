command -v cc >/dev/null || exit 77
multigraph run "$EXAMPLES/hops.c" path.el --source 10
echo "-- the default source, undirected"
multigraph run "$EXAMPLES/hops.c" path.el -s
echo "-- weights, a parameter by name, another bucket width"
multigraph run "$EXAMPLES/shortest.c" diamond.wel --param source=1 -p bits=0 --mode dense
echo "-- a column of vertices is written as ids"
multigraph run "$EXAMPLES/reliable.c" decimal.wel --source 1 --column from --output-format csv
echo "-- the largest; every trial the same; what the files say"
multigraph run "$EXAMPLES/rank.c" "$REAL/karate.mtx" --top 3 --trials 2 --metrics metrics.json --trace trace.json | cut -f 1
json_get metrics.json primitive
json_get trace.json primitive
json_get metrics.json process_times 1 | grep -q '^[0-9]' || echo "no second time"
multigraph run "$EXAMPLES/hops.c" path.el --source 10 --metrics metrics.json -o /dev/null
echo "source $(json_get metrics.json srcs 0)"
echo "-- checked first, or checked only"
multigraph run "$EXAMPLES/kcore.c" "$REAL/karate.mtx" --param k=4 --check --top 1
multigraph run "$EXAMPLES/peaks.c" --check
echo "-- it stops at its limit and says so"
multigraph run "$EXAMPLES/rank.c" path.el --param tolerance=0 -i 3 -o /dev/null

# Fixed reports: cell GRAPH ALGORITHM VERTICES OUTCOME LOWER MEDIAN UPPER.
cell() {
    printf '%s{"graph": "%s", "primitive": "%s", "backend": "cpu", "mode": "auto", "threads": 2,' "$comma" "$1" "$2"
    printf '"num_vertices": %s, "num_arcs": 9, "outcome": "%s", "reason": "vertex 3 is wrong",' "$3" "$4"
    printf '"lower_quartile_process_time": %s, "median_process_time": %s, "upper_quartile_process_time": %s}\n' "$5" "$6" "$7"
    comma=,
}
report() {
    comma=
    printf '{"schema": "multigraph-bench/1", "engine_version": "0.0.9", "time": "Monday", "machine": "%s", "device": "",\n' "$1"
    printf '"runs": ['
}
{
    report "old box"
    cell kron bfs 100 verified 9 10 11
    cell kron sssp 100 verified 9 10 11
    cell kron cc 100 verified 9 10 11
    cell kron bc 100 unverified 9 10 11
    cell kron pagerank 100 verified 9 10 11
    cell road bfs 100 verified 9 10 11
    cell road cc 100 wrong 9 10 11
    cell road bc 100 verified 9 10 11
    echo ']}'
} >before.json
{
    report "new box"
    cell kron bfs 100 verified 12 13 14     # slower
    cell kron sssp 100 verified 10 13 16    # the middle halves overlap
    cell kron cc 100 verified 4 5 6         # faster
    cell kron bc 100 wrong 9 10 11          # no longer right
    cell kron pagerank 100 verified 11.1 10.4 12 # less than the percentage
    cell road bfs 200 verified 90 99 110    # another graph
    cell road cc 100 verified 90 99 110     # was wrong before
    cell road sssp 100 verified 9 10 11     # new
    echo ']}'
} >now.json
ends_with 4 multigraph bench now.json --against before.json
echo "-- against itself nothing changed"
multigraph bench now.json --against now.json
echo "-- more noise allowed: the wrong one remains"
ends_with 4 multigraph bench now.json --against before.json --noise 30
echo "-- what is no report"
echo '{"schema": "multigraph-trace/1"}' >trace.json
ends_with 2 multigraph bench now.json --against trace.json
printf '{\n"schema": \n}' >broken.json
ends_with 2 multigraph bench now.json --against broken.json
ends_with 2 multigraph bench now.json --against missing.json
echo "-- after a run: everything is new"
multigraph bench path.el --algorithm cc --trials 1 --backend cpu --against before.json | grep compared

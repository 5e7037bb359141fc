# The scripts of tools/graphalytics, called as the harness of LDBC Graphalytics calls them.
scripts=$EXAMPLES/../tools/graphalytics/bin/sh
MULTIGRAPH=$(command -v multigraph)
export MULTIGRAPH
printf '1\n2\n3\n4\n' >small.v
printf '1 2 0.5\n1 3 1.0\n2 3 0.25\n' >small.e
"$scripts/compile-benchmark.sh" | cut -d ' ' -f 1
"$scripts/prepare-benchmark.sh" | cut -d ' ' -f 1
"$scripts/load-graph.sh" --graph-name small --input-vertex-path small.v --input-edge-path small.e --output-path loaded/small \
    --directed true --weighted true
ls loaded/small
job() {
    algorithm=$1
    shift
    echo "-- $algorithm"
    "$scripts/execute-job.sh" --job-id 7 --log-path log --algorithm "$algorithm" --input-path loaded/small \
        --output-path "out/$algorithm" --num-machines 1 --num-threads 1 --directed true --num-vertices 4 "$@" &&
        cat "out/$algorithm"
}
job bfs --source-vertex 1
job cdlp --max-iteration 1
job lcc
job pr --damping-factor 0.85 --max-iteration 1
job sssp --source-vertex 1
job wcc
ls log
"$scripts/terminate-job.sh" --job-id 7 --log-path log
echo "-- what does not go"
job bfs 2>&1 | sed 's|.*/||'
job tc 2>&1 | sed 's|.*/||'
"$scripts/load-graph.sh" --graph small 2>&1 | sed 's|.*/||'
"$scripts/unload-graph.sh" --graph-name small --output-path loaded/small
ls loaded

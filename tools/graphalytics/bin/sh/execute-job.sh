#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# execute-job.sh: runs one algorithm on a loaded graph (--input-path) and writes its output in Graphalytics' format.
known='job-id log-path algorithm source-vertex max-iteration damping-factor input-path output-path num-machines
       num-threads directed num-vertices'
known=$(echo $known)
. "$(dirname "$0")/options.sh"
need algorithm input-path output-path log-path
graph=$input_path/graph.mgb
case $algorithm in
bfs) need source-vertex && set -- bfs "$graph" --source "$source_vertex" ;;
sssp) need source-vertex && set -- sssp "$graph" --source "$source_vertex" ;;
cdlp) need max-iteration && set -- cdlp "$graph" --max-iterations "$max_iteration" ;;
pr)
    need max-iteration damping-factor
    set -- pagerank "$graph" --damping "$damping_factor" --max-iterations "$max_iteration" --tolerance 0
    ;;
wcc) set -- cc "$graph" ;;
lcc) set -- lcc "$graph" ;;
*) echo "$0: no algorithm $algorithm" >&2; exit 1 ;;
esac
mkdir -p "$log_path" "$(dirname "$output_path")"
"$multigraph" "$@" ${num_threads:+--threads "$num_threads"} --output-format graphalytics -o "$output_path" \
    --metrics "$log_path/metrics.json" &
echo $! >"$log_path/executable.pid"
status=0
wait $! || status=$?
rm -f "$log_path/executable.pid" # its number may be another process's soon
exit "$status"

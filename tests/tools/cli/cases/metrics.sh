multigraph bfs path.el -r 10 --trials 3 --metrics metrics.json --trace trace.json -o /dev/null
for key in schema engine primitive graph_type graph_file num_vertices num_edges backend converged verified; do
    echo "$key $(json_get metrics.json $key)"
done
echo "source $(json_get metrics.json srcs 0), edges visited $(json_get metrics.json edges_visited 2)"
echo "command $(json_get metrics.json command_line | sed 's/^[^ ]* //')"
for key in avg_process_time stddev_process_time min_process_time max_process_time load_time build_time avg_mteps \
    min_mteps max_mteps avg_search_depth min_search_depth max_search_depth; do
    json_get metrics.json $key | grep -q '^[0-9]' || echo "$key is not a number"
done
for key in process_times nodes_visited search_depths mteps; do
    json_get metrics.json $key 2 | grep -q '^[0-9]' || echo "$key has not three numbers"
done
for key in tags time git_commit_sha compiler compiler_version gpuinfo; do
    json_get metrics.json $key >/dev/null || echo "no $key"
done
json_get metrics.json sysinfo sysname
echo "-- trace: the frontiers of a path are its vertices"
json_get trace.json schema
for i in 0 1 2; do
    echo "$(json_get trace.json iterations $i iteration) $(json_get trace.json iterations $i frontier_vertices)" \
        "$(json_get trace.json iterations $i frontier_edges)"
done
json_get trace.json iterations 0 mode | grep -qx 'sparse\|pull\|dense' || echo "no mode"
json_get trace.json iterations 0 ms | grep -q '^[0-9]' || echo "no time"
json_get metrics.json iterations 0 phase
echo "-- without --trace: the totals, and no list of iterations"
multigraph bfs path.el -r 10 --metrics plain.json -o /dev/null
echo "$(json_get plain.json search_depths 0) iterations, $(json_get plain.json nodes_visited 0) vertices:" \
    "$(json_get plain.json iterations)"

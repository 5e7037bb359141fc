# Structure of a report; times are not checked.
multigraph bench quick --shrink 9 --trials 3 --threads 2 --backend cpu --metrics quick.json -o table.txt
for key in schema complete trials warm_ups seed verify device; do
    echo "$key $(json_get quick.json $key)"
done
json_get quick.json timed | grep -q 'not warm-ups' || echo "it is not said what is timed"
for key in machine time engine_version compiler command_line; do
    [ -n "$(json_get quick.json $key)" ] || echo "no $key"
done
for key in processor processors memory; do
    json_get quick.json sysinfo $key >/dev/null || echo "no $key"
done
echo "-- cells"
for i in 0 1 2 3 4 5 6 12 17; do
    for key in graph primitive num_vertices backend mode threads outcome converged; do
        printf '%s ' "$(json_get quick.json runs $i $key)"
    done
    echo
    for key in process_times mteps edges_visited; do
        json_get quick.json runs $i $key 2 | grep -q '^[0-9]' || echo "cell $i: $key has not three numbers"
    done
    for key in median_process_time lower_quartile_process_time upper_quartile_process_time paper_mteps load_time \
        build_time csr_bytes num_arcs; do
        json_get quick.json runs $i $key | grep -q '^[0-9]' || echo "cell $i: $key is no number"
    done
done
json_get quick.json runs 18 graph 2>/dev/null && echo "more than 18 cells"
echo "-- the table has the same cells, all verified"
grep -c ' cpu  .* verified$' table.txt
grep '^[a-z0-9]*: ' table.txt | sed 's/ vertices.*//; /^timed/d'
awk 'length > 80 { print "too wide: " $0 }' table.txt

echo "-- files, modes side by side"
multigraph bench path.el diamond.wel --algorithm bfs --mode auto,sparse,dense,pull --trials 1 --backend cpu -o table.txt
awk '$2 == "cpu" { print $1, $3, $NF }' table.txt
echo "-- products"
multigraph bench spmv --shrink 12 --trials 1 --mode auto,sparse --backend cpu --metrics spmv.json -o table.txt
awk '$2 == "cpu" { print $3, $NF }' table.txt | sort | uniq -c | sed 's/^ *//'
json_get spmv.json runs 0 flops
echo "-- scaling: threads, and graphs that grow with them"
multigraph bench scaling --shrink 12 --trials 1 --threads 4 --backend cpu --algorithm bfs --metrics scaling.json -o /dev/null
for i in 0 1 2 3 6 7 8; do
    for key in graph threads scaling outcome; do
        printf '%s ' "$(json_get scaling.json runs $i $key)"
    done
    echo
done
echo "-- no warm-up, only the last result verified, none verified"
multigraph bench multi.el --warm-ups 0 --verify last --trials 2 --algorithm cc --backend cpu | awk '$2 == "cpu" { print $NF }'
multigraph bench multi.el --verify none --trials 2 --algorithm cc --backend cpu | awk '$2 == "cpu" { print $NF }'
echo "-- the sources that GAPBS 1.5 takes on a cycle of 1000 vertices"
multigraph generate cycle --vertices 1000 -o cycle.el
multigraph bench cycle.el --undirected --algorithm bfs --trials 5 --verify none --backend cpu --metrics cycle.json -o /dev/null
for i in 0 1 2 3 4; do
    json_get cycle.json runs 0 srcs $i
done

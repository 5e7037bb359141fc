multigraph info diamond.wel
echo "-- json"
multigraph info chain.mtx --output-format json -o info.json
json_get info.json vertices
json_get info.json edges
json_get info.json arcs
json_get info.json directed
echo "-- memory: 8 bytes for each vertex and one more, 4 for each arc; each algorithm has rows"
multigraph generate cycle --vertices 1000 -o cycle.mgb
multigraph info --memory cycle.mgb | grep '^graph'
multigraph info --memory cycle.mgb | cut -f 1,2 | grep -c auto
multigraph info --memory cycle.mgb --output-format json -o memory.json
json_get memory.json graph_bytes

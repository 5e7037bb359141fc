multigraph info diamond.wel
echo "-- json"
multigraph info chain.mtx --output-format json -o info.json
json_get info.json vertices
json_get info.json edges
json_get info.json arcs
json_get info.json directed

# A snapshot with right hashes, whose list of vertices by id leads out of its arrays: every verb refuses it.
for call in "bfs byid_oob.mgb --source 30" "bfs byid_oob.mgb --sources 30,5" "bfs byid_oob.mgb" \
    "sssp byid_oob.mgb --source 30" "cc byid_oob.mgb" "pagerank byid_oob.mgb" "bc byid_oob.mgb --sources 30," \
    "info byid_oob.mgb" "convert byid_oob.mgb x.el" "convert byid_oob.mgb x.mgb --order rcm" \
    "bfs byid_oob.mgb --undirected --source 30" \
    "run $EXAMPLES/hops.c byid_oob.mgb --param source=30"; do
    # shellcheck disable=SC2086 # words
    multigraph $call >output 2>message
    status=$?
    [ $status = 2 ] && grep -q 'the snapshot.s arrays are not an adjacency$' message && [ ! -s output ] &&
        [ ! -e x.el ] && [ ! -e x.mgb ] || echo "$call: $status, $(cat message output)"
done
multigraph bench byid_oob.mgb --algorithm bfs >output 2>message
[ $? = 2 ] && grep -q 'the snapshot.s arrays are not an adjacency$' message || echo "bench: $(cat message)"

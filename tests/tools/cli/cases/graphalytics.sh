# 1 -> 2, 1 -> 3, 2 -> 3 with weights, and a vertex alone. CDLP: 1 hears 2 and 3, 2 hears 1 and 3, 3 hears 1 and 2.
# PageRank: 3 and 4 are dangling, so that every vertex gets 0.15/4 + 0.85 * 0.5/4 = 0.14375.
mkdir ldbc
printf '1\n2\n3\n4\n' >ldbc/small.v
printf '1 2 0.5\n1 3 1.0\n2 3 0.25\n' >ldbc/small.e
cat >ldbc/small.properties <<END
graph.small.vertex-file = small.v
graph.small.edge-file = small.e
graph.small.meta.vertices = 4
graph.small.meta.edges = 3
graph.small.directed = true
graph.small.edge-properties.names = weight
graph.small.edge-properties.types = real
graph.small.algorithms = bfs, cdlp, lcc, pr, sssp, wcc
graph.small.bfs.source-vertex = 1
graph.small.cdlp.max-iterations = 1
graph.small.pr.damping-factor = 0.85
graph.small.pr.num-iterations = 1
graph.small.sssp.weight-property = weight
graph.small.sssp.source-vertex = 1
END
printf '1 0\n2 1\n3 1\n4 9223372036854775807\n' >ldbc/small-BFS
printf '1 2\n2 1\n3 1\n4 4\n' >ldbc/small-CDLP
printf '1 0.5\n2 0.5\n3 0.5\n4 0.0\n' >ldbc/small-LCC
printf '1 0.14375\n2 0.25\n3 0.4625\n4 0.14375\n' >ldbc/small-PR
printf '1 0.0\n2 0.5\n3 0.75\n4 infinity\n' >ldbc/small-SSSP
printf '1 7\n2 7\n3 7\n4 9\n' >ldbc/small-WCC
run() {
    multigraph bench graphalytics ldbc --backend cpu --trials 2 "$@" >table.txt
    status=$?
    awk '{ printf "%s %s %s", $1, $2, $3; for (i = 6; i <= NF; i++) printf " %s", $i; print "" }' table.txt
    echo "exit $status"
}
run
echo "-- near is within 0.0001 of the reference, labels of components may be any; others are wrong"
printf '1 0.143751\n2 0.25\n3 0.4625\n4 0.14375\n' >ldbc/small-PR
printf '1 0.0\n2 0.5001\n3 0.75\n4 infinity\n' >ldbc/small-SSSP
printf '1 7\n2 7\n3 7\n4 7\n' >ldbc/small-WCC
printf '1 0\n2 1\n3 2\n4 9223372036854775807\n' >ldbc/small-BFS
printf '1 2\n2 1\n3 1\n' >ldbc/small-CDLP
rm ldbc/small-LCC
run
echo "-- properties that are missing"
sed -i '/bfs.source/d; s/= bfs, .*/= bfs/' ldbc/small.properties
run
echo "-- what does not go"
fails() { "$@" 2>&1; echo "exit $?"; }
fails multigraph bench graphalytics
fails multigraph bench quick graphalytics ldbc
mkdir none
fails multigraph bench graphalytics none

# A clique of 1 to 4, a triangle 4, 5, 6 and an edge 6-7, a loop at 7. Edges of the clique are in two triangles of it.
printf '1 2\n1 3\n1 4\n2 3\n2 4\n3 4\n4 5\n5 6\n6 4\n6 7\n7 7\n' >graph.el
multigraph ktruss graph.el -s --verify
echo "-- the 4-truss"
multigraph ktruss graph.el -s --k 4
echo "-- directed: opposite edges are one pair; parallel ones count once"
printf '1 2\n2 1\n2 3\n2 3\n3 1\n' >directed.el
multigraph ktruss directed.el --verify
echo "-- what does not go"
fails() { "$@" 2>&1 || echo "exit $?"; }
fails multigraph ktruss graph.el --k -1
fails multigraph ktruss graph.el --output-format json

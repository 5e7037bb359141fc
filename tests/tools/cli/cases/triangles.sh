# Two triangles that share the edge 2-3, given in mixed directions, with a loop and a parallel edge; 5 has one neighbour.
printf '1 2\n2 3\n3 1\n2 4\n4 3\n4 3\n4 5\n5 5\n' >two.el
multigraph triangles two.el --verify
echo "-- the total is a third of the sum; most at the first vertex of the two"
multigraph triangles two.el -s --top 2 --verify
echo "-- only the number, in a file, too"
multigraph triangles two.el --total --verify
multigraph triangles two.el --total -s -q -o total.tsv && cat total.tsv
echo "-- neighbours 2: 1, 3, 4 have the edges 3-1 and 4-3 of six; 3: 1-2, 2-4 of six; 1: one of two"
multigraph lcc two.el --verify | awk '{ printf "%s %.4f\n", $1, $2 }'
echo "-- without directions each edge counts for both"
multigraph lcc two.el -s --verify | awk '{ printf "%s %.4f\n", $1, $2 }'
echo "-- no edges, one vertex"
printf '%%%%MatrixMarket matrix coordinate pattern general\n3 3 0\n' | multigraph triangles - --verify
printf '7 7\n' | multigraph triangles - --total --verify
printf '7 7\n' | multigraph lcc - --verify
echo "-- what does not go"
multigraph triangles two.el --total --top 2 2>&1 || echo "exit $?"
multigraph triangles two.el --total -o total.json 2>&1 || echo "exit $?"
multigraph lcc two.el --total 2>&1 || echo "exit $?"
multigraph triangles two.el --lanes 2 2>&1 || echo "exit $?"
multigraph lcc two.el --max-iterations 2 2>&1 || echo "exit $?"

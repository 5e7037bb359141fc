# A star to vertex 1 and one edge away from it: of A^T A the largest eigenvector is on vertex 1 alone, so that its
# authority is 1 and the hubs of its three neighbours are 1/3 each.
round() { awk '{ printf "%s %.4f\n", $1, $2 }'; }
printf '2 1\n3 1\n4 1\n1 5\n' >star.el
multigraph hits star.el --verify | round
echo "-- hubs; both directions of an undirected graph are edges: 1/2 for the centre, 1/6 for each leaf"
multigraph hits star.el --column hub --verify --tolerance 1e-12 | round
printf '2 1\n3 1\n4 1\n' >leaves.el
multigraph hits leaves.el -s --verify | round
echo "-- one iteration from equal hubs gives 1 three of the four edges; the largest first; no edges"
multigraph hits star.el --max-iterations 1 --top 1 -q | round
multigraph hits star.el --tolerance 0 --max-iterations 3 --verify --metrics m.json -o /dev/null && json_get m.json primitive
printf '%%%%MatrixMarket matrix coordinate pattern general\n4 4 0\n' | multigraph hits - --verify
echo "-- what does not go"
multigraph hits star.el --column rank 2>&1 || echo "exit $?"
multigraph hits star.el --lanes 2 2>&1 || echo "exit $?"

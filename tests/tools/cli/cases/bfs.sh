multigraph bfs path.el --source 10
echo "-- the default source: all out-degrees are 1, so the smallest id"
multigraph bfs path.el
echo "-- undirected, from the other end"
multigraph bfs path.el -s -r 40
echo "-- parents"
multigraph bfs path.el --source 20 -o /dev/null --parents parents.tsv
cat parents.tsv

# Depths after one iteration are not the depths of the graph.
multigraph bfs path.el -r 10 --max-iterations 1 --verify -o out.tsv
status=$?
[ ! -e out.tsv ] || echo "a wrong result was written"
exit $status

multigraph bfs chain.mtx -r 1 -v --trials 4 --verify -o /dev/null
echo "-- quiet says nothing" >&2
multigraph bfs chain.mtx -r 1 -q -o /dev/null
multigraph pagerank chain.mtx --max-iterations 1 -q -o /dev/null

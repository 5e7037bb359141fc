echo "-- the farthest; unreached vertices do not take part; equal ones by id"
multigraph bfs path.el -r 20 --top 9
multigraph bfs "$REAL/karate.mtx" --source 1 --top 3
echo "-- the best connected members: 34, 1, 33"
multigraph pagerank "$REAL/karate.mtx" --top 3 | cut -f 1 | tr '\n' ' '

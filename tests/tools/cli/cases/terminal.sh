# Output on a terminal (by script(1)): the first and last rows and the summary.
script -qec true /dev/null >/dev/null 2>&1 || exit 77
cp "$REAL/karate.mtx" .
script -qec "multigraph bfs karate.mtx --source 1" /dev/null | tr -d '\r'
echo "-- with -o - everything"
script -qec "multigraph cc '$REAL/karate.mtx' -q -o -" /dev/null | tr -d '\r' | wc -l
echo "-- fewer digits, the names of outputs, and one table"
script -qec "multigraph pagerank chain.mtx -q --damping 0.5" /dev/null | tr -d '\r'
script -qec "multigraph bfs chain.mtx -q --parents -" /dev/null | tr -d '\r'
script -qec "multigraph bfs chain.mtx -q -o /dev/tty --parents /dev/stdout" /dev/null | tr -d '\r'
echo "-- npy is not for terminals"
script -qec "multigraph bfs path.el --output-format npy" /dev/null | tr -d '\r'

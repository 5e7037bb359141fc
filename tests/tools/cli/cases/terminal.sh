# Output on a terminal (by script(1)): the first and last rows and the summary.
script -qec true /dev/null >/dev/null 2>&1 || exit 77
script -qec "multigraph bfs '$REAL/karate.mtx' --source 1" /dev/null | tr -d '\r'
echo "-- with -o - everything"
script -qec "multigraph cc '$REAL/karate.mtx' -q -o -" /dev/null | tr -d '\r' | wc -l
echo "-- npy is not for terminals"
script -qec "multigraph bfs path.el --output-format npy" /dev/null | tr -d '\r'

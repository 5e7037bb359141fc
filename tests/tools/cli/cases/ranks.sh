command -v cc >/dev/null || exit 77
# Ranks do not change results: threads of one process, each on its part of the graph.
same() {
    multigraph "$@" >one.out
    for ranks in 2 4; do
        for partition in block degree; do
            multigraph "$@" --ranks $ranks --partition $partition >several.tsv
            cmp one.out several.tsv || echo "$*: not the same on $ranks ranks, $partition"
        done
    done
    echo "$1: the same"
}
multigraph bfs chain.mtx --ranks 2 -v -v -o /dev/null 2>&1 | grep -q 'rank 0 of 2: partition block' || echo "not on ranks"
same bfs chain.mtx --source 1
same bfs path.el --source 10
same sssp diamond.wel --source 1 --output-format json
same cc "$REAL/les-miserables.mtx"
same scc path.el
same bc chain.mtx
multigraph bfs "$REAL/les-miserables.mtx" --ranks 3 --verify -o /dev/null
same kcore "$REAL/karate.mtx"
same triangles "$REAL/karate.mtx"
echo "-- of sums only the last digits may differ"
for ranks in 1 2 3; do
    multigraph pagerank "$REAL/karate.mtx" --ranks $ranks --verify --top 4 | cut -f 1 | tr '\n' ' '
    multigraph bc "$REAL/karate.mtx" --ranks $ranks --verify --top 4 | cut -f 1 | tr '\n' ' '
    echo
done
echo "-- a program of the user"
same run "$EXAMPLES/hops.c" path.el --source 10
same run "$EXAMPLES/shortest.c" diamond.wel --param source=1
same run "$EXAMPLES/kcore.c" "$REAL/karate.mtx" --param k=4
same run "$EXAMPLES/heat.c" "$REAL/karate.mtx" --source 1
echo "-- what cannot be"
ends_with 2 multigraph bfs chain.mtx --ranks 0
ends_with 2 multigraph bfs chain.mtx --ranks 2000
ends_with 2 multigraph bfs chain.mtx --partition random
ends_with 1 multigraph bfs chain.mtx --ranks 2 --backend cuda
ends_with 1 multigraph bfs chain.mtx --ranks 2 --gpus 2

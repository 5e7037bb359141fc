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
echo "-- the metrics of each rank"
# sum FILE NAME: the sum of a list
sum() {
    json_get "$1" "$2" | tr -d '[] \n' | awk -F , '{ for (i = 1; i <= NF; i++) s += $i; printf "%d\n", s }'
}
for ranks in 1 2 4; do
    multigraph pagerank "$REAL/karate.mtx" --ranks $ranks --partition degree --metrics m.json -o /dev/null
    multigraph bc "$REAL/karate.mtx" --ranks $ranks --metrics bc.json -o /dev/null
    echo "$ranks: $(grep -c '"rank' m.json) fields"
    [ $ranks = 1 ] && continue
    echo "$(json_get m.json ranks) ranks, $(sum m.json rank_arcs) arcs, of bc $(sum bc.json rank_arcs)"
    echo "received / sent: $(($(sum m.json rank_received_bytes) / $(sum m.json rank_sent_bytes)))"
    [ "$(sum m.json rank_received_bytes)" = "$(json_get m.json exchanged_bytes)" ] || echo "exchanged is not received"
    [ "$(json_get m.json exchanges)" -gt 20 ] || echo "too few exchanges"
done
echo "-- what cannot be"
ends_with 2 multigraph bfs chain.mtx --ranks 0
ends_with 2 multigraph bfs chain.mtx --ranks 2000
ends_with 2 multigraph bfs chain.mtx --partition random
ends_with 1 multigraph bfs chain.mtx --ranks 2 --gpus 2

# The internal vertex order does not change the output, in any format.
all="shuffled degree rcm auto"
same() {
    multigraph "$@" >natural.out
    for order in $all; do
        multigraph "$@" --order "$order" --verify >"$order.out"
        cmp natural.out "$order.out" && echo "$1, $order: the same"
    done
}
same bfs chain.mtx --source 1
same sssp diamond.wel --source 1 --output-format json
same cc "$REAL/les-miserables.mtx"
echo "-- of sums only the last digits may differ"
for order in natural $all; do
    multigraph bc "$REAL/karate.mtx" --sources 3 --seed 4 --top 4 --verify --order $order | cut -f 1 | tr '\n' ' '
    echo
done
echo "-- a snapshot keeps its order, unless an option changes the order or the graph"
multigraph convert "$REAL/karate.mtx" karate.mgb --order rcm
multigraph info karate.mgb | grep order
multigraph info karate.mgb --order natural | grep order
multigraph info karate.mgb --directed | grep order
multigraph info karate.mgb --order degree | grep -E 'order|id-'
echo "-- text lists the same edges by the same ids, numbered formats have the new numbers"
multigraph convert diamond.wel natural.wel
multigraph convert diamond.wel ordered.wel --order shuffled --seed 3
grep -v '^#' natural.wel | sort >a
grep -v '^#' ordered.wel | sort | cmp - a && echo "the same edges"
cmp -s natural.wel ordered.wel || echo "listed otherwise"
multigraph cc "$REAL/karate.mtx" --order rcm -o result.tsv --metrics metrics.json
echo "order $(json_get metrics.json order)"
case $(json_get metrics.json order_time) in 0 | 0.0 | '') echo "no time" ;; *) echo "it took its time" ;; esac
multigraph cc chain.mtx >natural.out
if multigraph cc chain.mtx --order metis >metis.out 2>why; then
    cmp natural.out metis.out
else
    grep -q 'built without METIS' why || cat why
fi
ends_with 2 multigraph cc chain.mtx --order rmc

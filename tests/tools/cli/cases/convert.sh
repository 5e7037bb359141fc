echo "-- every text format, of an undirected graph with weights and a vertex without edges"
printf '%%%%MatrixMarket matrix coordinate integer symmetric\n4 4 2\n2 1 5\n3 2 6\n' >tree.mtx
for format in edgelist csv mtx dimacs metis ligra; do
    echo "- $format"
    multigraph convert tree.mtx - --to $format 2>/dev/null
done
echo "- ldbc"
multigraph convert tree.mtx tree.v
cat tree.v tree.e
grep directed tree.properties
echo "-- the suffix says the format, .gz and .zst compress"
multigraph convert tree.mtx tree.mgb && head -c 4 tree.mgb | tail -c 3 && echo
multigraph convert tree.mtx tree.wsg.zst && head -c 4 tree.wsg.zst | od -A n -t x1
multigraph convert tree.mtx tree.graph.gz && gzip -dc tree.graph.gz | head -n 1
echo "-- what a format holds comes back: to it and from it gives the same file"
for file in tree.v tree.mgb tree.wsg.zst tree.graph.gz; do
    multigraph convert $file back.mtx 2>/dev/null
    cmp tree.mtx back.mtx && echo "$file"
done
echo "-- ids and their order"
multigraph convert path.el path.mgb
multigraph convert path.mgb - --to edgelist
printf '18446744073709551615 5000000000\n5000000000 7\n' >wide.el
multigraph convert wide.el wide.mgb
multigraph convert wide.mgb - --to csv
echo "-- in-edges that a snapshot keeps: read with it, and larger by 8 (n + 1) + 4 m, each a multiple of 64"
multigraph convert path.el kept.mgb --to mgb-in --directed && multigraph convert path.el plain.mgb --directed
echo $(($(wc -c <kept.mgb) - $(wc -c <plain.mgb)))
multigraph pagerank kept.mgb -o a.tsv && multigraph pagerank plain.mgb -o b.tsv && cmp a.tsv b.tsv && echo same
echo "-- options change the graph on its way"
multigraph convert multi.el - --undirected --drop-self-loops --to edgelist

# Every verb and every option of the other cases is explained; nothing is wider than 80 columns; nothing on stderr.
multigraph --help >short.txt
multigraph -h | cmp - short.txt
multigraph help | cmp - short.txt
lines=$(wc -l <short.txt)
[ "$lines" -ge 24 ] && [ "$lines" -le 48 ] || echo "no screen: $lines lines"
grep -e '^  -' -e '^      --' short.txt
awk '/^  and / || /^                / { for (i = 1; i <= NF; i++) print $i; next } /^  / { print $1 }' short.txt >names.txt
multigraph help all >help.txt
for word in bfs sssp path cc scc pagerank bc hits triangles lcc cdlp louvain leiden modularity kcore ktruss mis coloring msf closeness eccentricity diameter bipartite matching eigenvector katz similarity walks run info generate bench compare plot report matrix spmv spmm sddmm add edit devices help manual completions; do
    grep -q "^  $word  " help.txt || echo "no verb $word"
done
for verb in bfs sssp path cc scc pagerank bc hits triangles lcc cdlp louvain leiden modularity kcore ktruss mis coloring msf closeness eccentricity diameter bipartite matching eigenvector katz similarity walks run info generate bench compare plot report matrix spmv spmm sddmm add edit devices; do
    grep -q "^  multigraph $verb\( \|\$\)" help.txt || echo "no example of $verb"
    grep -q -x $verb names.txt || echo "$verb is not in --help"
    multigraph help $verb >verb.txt
    multigraph $verb --help | cmp - verb.txt
    grep -q "^  multigraph $verb\( \|\$\)" verb.txt || echo "no example in the help of $verb"
    cat verb.txt >>help.txt
done
for option in param column check source sources delta damping tolerance max-iterations normalized directed undirected weights \
    drop-self-loops merge-multi-edges format backend mode threads trials seed verify parents top output output-format \
    metrics trace progress quiet verbose version help data-driven personalization scale vertices edgefactor quadrants width height keep degree radius max-weight order to algorithm warm-ups time-limit shrink against noise gapbs gunrock gunrock1 groute multigraph ecl blest cusha warp-segmentation lagraph wasp numbering bandwidth x y k transpose repeat measure lanes write paper diameter quick vendor choice insert remove replace strict grow from target cutoff alpha beta raw names columns delimiter named resolution threshold max-levels passes walks length kind p q pairs weighted edges gpus ranks partition; do
    grep -q -e "--$option\( \|\$\)" help.txt || echo "no option --$option"
done
for kind in kron rmat uniform rgg road grid path cycle star complete empty; do
    multigraph help generate | grep -q "^  $kind  " || echo "no kind $kind"
done
for suite in quick paper scaling sizes road spmv spmv-formats spmm sddmm modes preprocessing wait ranks graphalytics papers; do
    multigraph help bench | grep -q "^  $suite  " || echo "no suite $suite"
done
for kind in mteps frontier memory roofline scaling profile breakeven degree distances components graph; do
    multigraph help plot | grep -q "^  $kind  " || echo "no kind $kind"
done
awk 'length > 80 { print "too wide: " $0 }' help.txt
cat short.txt >>help.txt
multigraph 2>alone.txt
[ $? = 2 ] || echo "a missing verb is an error"
for word in bfs bench devices 'multigraph bfs graph.el' help; do
    grep -q -w -e "$word" alone.txt || echo "no $word without a verb"
done
awk 'length > 80 { print "too wide: " $0 }' help.txt alone.txt
echo "-- words that other programs have"
multigraph help cc >verb.txt
multigraph help components | cmp - verb.txt
multigraph help betweenness | head -n 1
multigraph gpu --help | head -n 1
multigraph version
multigraph --version
multigraph bfs --version

# multi.el: 1-2 twice, a loop at 2, and 2-1.
edges() { multigraph info multi.el "$@" | awk -F '\t' '$1 == "edges" { e = $2 } $1 == "self-loops" { l = $2 } END { print e, l }'; }
echo "edges, loops"
edges
edges --drop-self-loops
edges --merge-multi-edges
edges --undirected
edges --undirected --drop-self-loops
echo "-- a symmetric file is undirected unless an option says otherwise"
multigraph info chain.mtx | grep '^directed'
multigraph info chain.mtx --directed | grep '^directed'
echo "-- merging keeps the least weight"
printf '1 2 5\n1 2 3\n' >pair.wel
multigraph sssp pair.wel -r 1 --merge-multi-edges
echo "-- reading by name of the format"
multigraph cc chain.mtx --format mtx | tail -n 1

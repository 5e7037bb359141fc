printf '%%%%MatrixMarket matrix coordinate real symmetric\n4 4 3\n2 1 0.5\n3 2 6\n3 3 1\n' >tree.mtx
for format in edgelist csv mtx dimacs metis ligra galois sg csr mgb; do
    echo "- $format" >&2
    multigraph convert tree.mtx out --to $format
done
echo "- fractions in wsg" >&2
ends_with 1 multigraph convert tree.mtx out --to wsg
echo "- ids" >&2
multigraph convert path.el out --to mtx
echo "- nothing is lost" >&2
multigraph convert path.el out.v

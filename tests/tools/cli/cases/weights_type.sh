type_of() { multigraph info "$@" | awk -F '\t' '$1 ~ /^weight/ { printf "%s%s", s, $2; s = " " } END { print "" }'; }
printf '1 2 4000000000\n2 3 7\n' >wide.wel
printf '1 2 0.001\n2 3 7\n' >small.wel
printf '1 2 1000000\n2 3 0.01\n3 4 0.01\n' >sums.wel
echo "-- the default: the narrowest type of whole weights, else doubles"
for file in diamond.wel wide.wel small.wel; do type_of $file; done
echo "-- chosen"
for type in auto int32 int64 float32 float64; do type_of diamond.wel --weights-type $type; done
type_of small.wel --weights-type float32 --quiet
type_of chain.mtx --weights random:1:1 --weights-type float64
type_of chain.mtx --weights-type float64
echo "-- a csr file holds floats, and a snapshot keeps its type"
multigraph convert small.wel small.csr --quiet
type_of small.csr
multigraph convert small.wel small.mgb --weights-type float32 --quiet
type_of small.mgb
type_of small.mgb --weights-type float64
multigraph convert wide.wel wide.mgb
type_of wide.mgb
echo "-- generated"
multigraph generate path --vertices 3 --max-weight 1 --weights-type float64 --to mtx -o -
echo "-- sums"
multigraph sssp sums.wel --source 1 --verify
multigraph sssp wide.wel --source 1 --verify
echo "-- what a type cannot hold"
type_of small.wel --weights-type int64
type_of wide.wel --weights-type int32
multigraph convert wide.wel wide.wsg
multigraph sssp small.wel --weights-type float32 --source 1 -o small.tsv
multigraph info small.wel --weights-type double
echo "-- a distance beyond its type"
printf '1 2 1e308\n2 3 1e308\n1 3 1.5e308\n3 4 1e308\n' >far.wel
multigraph sssp far.wel --source 1 --verify
echo "exit status $?"

multigraph sssp diamond.wel --source 1 --parents parents.tsv
echo "-- parents"
cat parents.tsv
echo "-- all weights 1"
multigraph sssp diamond.wel --source 1 --weights unit
echo "-- undirected, a given bucket width"
multigraph sssp diamond.wel --source 4 --undirected --delta 2 --verify
echo "-- real weights"
multigraph sssp decimal.wel -r 1 -d 0.1
echo "-- unreached"
multigraph sssp diamond.wel --source 4

# A path 1-2-3-4 and an edge 5-6: NetworkX scales the closeness of a component by its share of the other vertices.
printf '1 2\n2 3\n3 4\n5 6\n' >paths.el
multigraph closeness paths.el -s --verify
echo "-- the harmonic centrality"
multigraph closeness paths.el -s --column harmonic --verify --top 2
echo "-- distances lead to the vertex"
multigraph closeness paths.el --column harmonic --verify
echo "-- from two sources, and from one; a sample of all is all"
multigraph closeness paths.el -s --sources 1,4 --verify
multigraph closeness paths.el -s --sources 1, --verify --column harmonic
multigraph closeness paths.el -s >all.tsv
multigraph closeness paths.el -s --sources 6 --seed 3 --verify | cmp - all.tsv
echo "-- what does not go"
multigraph closeness paths.el --column rank 2>&1
multigraph closeness paths.el --sources 7 2>&1
multigraph closeness paths.el --lanes 2 2>&1 | head -1
